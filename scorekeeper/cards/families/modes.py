"""Goal of a partie between two camps: a target in points, or a number of donnes."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from enum import StrEnum

from scorekeeper.cards.rules.contract import Fault, Label, Side, Value


class Mode(StrEnum):
    """Goal of a partie."""

    POINTS = "points"
    """The first camp at the target wins."""
    TOURNOI = "tournoi"
    """A number of donnes; the higher total wins."""


class PlayedFor(ABC):
    """The settings of a house that say how long a partie is."""

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

    def target_faults(self) -> list[Fault]:
        """A number of donnes leaves no room for a target."""
        if self.a_points or self.objectif is None:
            return []
        return [Fault("objectif-en-tournoi", "objectif")]

    def still_needed(self, totals: Sequence[int]) -> list[Label]:
        """The points that each camp needs to reach the target."""
        aim = self.objectif_vise
        return [Label("encore", camp=Side(side), points=aim - total) for side, total in enumerate(totals)]

    def left(self, totals: Sequence[int], donnes: int) -> list[Label]:
        """Points left to the target for each camp once it has begun, or donnes left after so many."""
        if self.a_points:
            return self.still_needed(totals) if donnes else []
        rest = self.nb_donnes - donnes
        return [Label("encore-derniere") if rest == 1 else Label("encore-donnes", donnes=rest)]


def standing(donne: Label, totals: Sequence[int], winners: Sequence[int]) -> Label:
    """A donne in words with where the partie stands after it, and who won it, if it is over."""
    values: dict[str, Value] = {"donne": donne, "total_a": totals[0], "total_b": totals[1]}
    if len(winners) > 1:
        return Label("dit-egalite", values)
    return Label("dit-fin", {**values, "camp": Side(winners[0])}) if winners else Label("dit-donne", values)


def with_primes(donne: Label, primes: Iterable[Label]) -> Label:
    """A donne in words with all that counts in it beside the tricks."""
    for prime in primes:
        donne = Label("dit-prime", donne=donne, prime=prime)
    return donne
