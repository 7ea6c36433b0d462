"""One donne of coinche as the table declares it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.families.belote.rules.entry import DonneBelote
from scorekeeper.cards.families.points import TOLD
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.kinds import Choice, Whole, WholeOr

LEAST, MOST = 80, 650
"""The lowest bid in points, and the highest that any house allows."""


class Demande(StrEnum):
    """Bids beside a number of points."""

    CAPOT = "capot"
    GENERALE = "generale"
    """All tricks, every one by the taker alone."""

    @property
    def worth(self) -> int:
        """Its points."""
        return 250 if self is Demande.CAPOT else 500


class Coinchee(StrEnum):
    """Whether the bid was doubled."""

    NON = "non"
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


Contrat = int | Demande
_BID = WholeOr(Whole(LEAST, MOST, judged=True), Choice(Demande))


@dataclass(frozen=True, kw_only=True)
class CoincheDonne(DonneBelote):
    """One donne, with what was bid."""

    contrat: Annotated[Contrat, _BID] | None = None
    """Every donne that was played has one."""
    coinche: Coinchee = Coinchee.NON
    seul: bool = False
    """Whether the taker alone took every trick."""


ENTRY = Record(CoincheDonne, extra={"anyOf": [{"required": [key]} for key in (*TOLD, "capot", "statut")]})
