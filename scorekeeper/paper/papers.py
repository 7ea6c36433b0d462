"""Papers by their names: those that games bring, and those that belong to no game.

The latter are for a draw by hand: its plan without names, and its numbered tickets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game, Paper
from scorekeeper.cards.game_api.sheet import PaperSize, SheetRequest
from scorekeeper.i18n import N_, gettext
from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.posters.poster import SQUARE, Foot, round_pages
from scorekeeper.paper.requests import blank_request, page_request
from scorekeeper.paper.sheets import PrintOptions, html_of, rendered


@dataclass(frozen=True, kw_only=True)
class Wish:
    """A request for a paper; see `blank_request`. `parties` are those that stand on it filled in."""

    names: Sequence[str] = ()
    seats: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    paper: PaperSize = PaperSize.A4
    rows: int | None = None
    back: bool = False
    form: bool = False
    parties: Sequence[SheetRequest] = ()
    options: PrintOptions = field(default_factory=PrintOptions)


@dataclass(frozen=True)
class LoosePaper:
    """A paper that belongs to no game, with a French title; `make` gives its print document for so many people."""

    title: str
    make: Callable[[Wish, int], str]
    least: int
    most: int
    usual: int

    def seats(self, wanted: int | None) -> int:
        """The number of people for whom it is made."""
        return min(max(wanted or self.usual, self.least), self.most)


def html_of_paper(key: str, wish: Wish, declared: Game | None = None) -> str:
    """The print document of a game's paper or of a loose one. Raises `KeyError` for an unknown key, and `BadSheet`.

    `declared` is the game of that key where the catalogue does not have it.
    """
    if key in LOOSE:
        kind = LOOSE[key]
        return kind.make(wish, kind.seats(len(wish.names) or wish.seats))
    game, paper = (declared, Paper(title=declared.name)) if declared else catalogue.papers()[key]
    if wish.parties:
        return html_of(page_request(wish.parties) if paper.parties > 1 else wish.parties[0], wish.options)
    blank = blank_request(
        game,
        names=wish.names,
        seats=wish.seats,
        settings={**paper.settings, **wish.settings},
        paper=wish.paper,
        rows=wish.rows,
        back=wish.back or paper.back,
        form=wish.form,
    )
    return html_of(blank, wish.options)


def _plan(wish: Wish, seats: int) -> str:
    """The tables with the lots of their seats, and last the table of any number."""
    count = -(-seats // SQUARE)
    lots = [tuple(str(SQUARE * table + place) for place in range(1, 5)) for table in range(count)]
    labels = tuple(map(str, range(1, count + 1)))
    played = placed.SeatedRound(0, (*lots, ("4t − 3", "4t − 2", "4t − 1", "4t")), labels=(*labels, "t"))
    rule = gettext("À la table t : 4t − 3 en haut, 4t − 2 à droite, 4t − 1 en bas, 4t à gauche.")
    facing = gettext("Les partenaires se font face : 4t − 3 et 4t − 1 contre 4t − 2 et 4t.")
    title, size = gettext("Plan du tirage au sort"), placed.PosterSize(wish.paper)
    foot = Foot(gettext("Chacun tire un billet : son numéro est sa place."), (f"{rule} {facing}",))
    return placed.html_of_pages(title, round_pages(title, played, foot, size), size)


def _tickets(wish: Wish, seats: int) -> str:
    """The lots, each with its table and its seat, to be cut along the lines."""
    return rendered("tickets", wish.paper, title=gettext("Billets numérotés"), seats=seats)


LOOSE: Mapping[str, LoosePaper] = {
    "plan": LoosePaper(N_("Plan du tirage au sort"), _plan, 4, 400, 16),
    "billets": LoosePaper(N_("Billets numérotés"), _tickets, 4, 400, 16),
}
"""These papers, by the name under which they are asked for; no game has a paper of that name."""
