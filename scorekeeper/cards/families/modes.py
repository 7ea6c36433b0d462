"""Goal of a partie between two camps: a target in points, or a number of donnes."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from enum import StrEnum

from scorekeeper.cards.rules.contract import Fault, Label, Side, Table, Value


class Mode(StrEnum):
    """Goal of a partie."""

    POINTS = "points"
    """The first camp at the target wins."""
    TOURNOI = "tournoi"
    """A number of donnes; the higher total wins."""


class PlayedFor(ABC):
    """Mixin of rules with settings for the length of a partie."""

    mode: Mode
    objectif: int | None
    nb_donnes: int

    @property
    def a_points(self) -> bool:
        """Whether a target ends the partie."""
        return self.mode is Mode.POINTS

    @property
    @abstractmethod
    def objectif_vise(self) -> int:
        """The target of a partie à points."""

    def setting_faults(self, table: Table) -> list[Fault]:
        """Return a fault if a target is set for a partie of a fixed number of donnes."""
        if self.a_points or self.objectif is None:
            return []
        return [Fault("objectif-en-tournoi", "objectif")]

    def still_needed(self, totals: Sequence[int]) -> list[Label]:
        """Return the points that each camp below the target needs to reach it, in words."""
        aim = self.objectif_vise
        return [
            Label("encore", camp=Side(side), points=aim - total)
            for side, total in enumerate(totals)
            if total < aim
        ]

    def left(self, totals: Sequence[int], donnes: int) -> list[Label]:
        """Return what is left after `donnes` donnes: the target until both reach it (none before the first donne), or donnes."""
        if self.a_points:
            short = donnes and self.still_needed(totals)
            return [Label("vise", objectif=self.objectif_vise)] if short else []
        rest = self.nb_donnes - donnes
        return [Label("encore-derniere") if rest == 1 else Label("encore-donnes", donnes=rest)]


def with_totals(donne: Label, totals: Sequence[int], winners: Sequence[int]) -> Label:
    """Return the label of a donne and the totals after it; if the partie is over, also of the winner or a draw."""
    values: dict[str, Value] = {"donne": donne, "total_a": totals[0], "total_b": totals[1]}
    if len(winners) > 1:
        return Label("dit-egalite", values)
    return Label("dit-fin", {**values, "camp": Side(winners[0])}) if winners else Label("dit-donne", values)


def with_primes(donne: Label, primes: Iterable[Label]) -> Label:
    """Return the label of a donne and its bonuses."""
    for prime in primes:
        donne = Label("dit-prime", donne=donne, prime=prime)
    return donne
