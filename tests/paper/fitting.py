"""An evening with the longest possible words, all its papers, and the faults of their layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, combinations
from typing import Any, NamedTuple

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.sheet_game import definition_of
from scorekeeper.paper import tournament_sheets
from scorekeeper.paper.posters import names, poster, slips
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.parties import read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import Tournament
from tests.tournaments.desk import draw, opened

TITLE, PLACE = "W" * 80, "M" * 80
PEOPLE = tuple(f"{'W' * 38}{number}" for number in range(10, 22))
"""Names of forty letters without a space, of the widest letters."""
WORDS = tuple(f"Bartholomäus Schwarzenberger-Grindelw {number}" for number in range(10, 22))
"""Names of forty letters that may be broken into lines."""
MARGIN_MM = 6.0
"""Margin of a page that printers cannot print on."""
SLACK = 0.5
"""Tolerance, in pixels."""


def evening(store: Store, game: Game, people: Sequence[str] = PEOPLE, **more: Any) -> Tournament:
    """A tournament of a game with its first round drawn."""
    definition = {"definition": definition_of(game)} if game.definition else {}
    texts = {"name": TITLE, "place": PLACE, "date": "2026-11-28"}
    return draw(store, opened(store, people, game=game.key, rounds=2, **{**texts, **definition, **more}))


def tables_of(store: Store, t: Tournament) -> dict[int, Table]:
    """Return the tables of the first round by number."""
    return {table.number: read_partie(store, table.partie).table for table in t.rounds[0].tables}


def link(number: int) -> str:
    """Return the URL of a table or a player."""
    return f"https://marques.exemple.org/tournois/1/{number:022d}"


def documents(store: Store, t: Tournament, size: str, which: str) -> str:
    """Return one paper of a tournament's first round as HTML: `feuilles`, `billets`, `cartes`, `affiche`, `liste`, or else all."""
    wall, paper, tables = PosterSize(size), PaperSize(size), tables_of(store, t)
    links = {number: link(number) for number in tables}
    if which == "feuilles":
        return tournament_sheets.score_sheets(t, 1, tables, links, paper)
    if which == "billets":
        return slips.slips(t, wall, None, link)
    if which == "cartes":
        return tournament_sheets.cards(t, links, paper)
    if which == "affiche":
        return poster.poster(t, 1, wall, link(0))
    if which == "liste":
        return names.names(t, wall)
    return tournament_sheets.round_papers(t, 1, tables, links, paper, proof=link(0), own=link)


class Spot(NamedTuple):
    """A rectangle in pixels, with its text."""

    left: float
    top: float
    right: float
    bottom: float
    words: str

    def meets(self, other: Spot) -> bool:
        """Return whether the two overlap."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > SLACK and min(self.bottom, other.bottom) - max(self.top, other.top) > SLACK

    def inside(self, frame: Spot) -> bool:
        """Return whether it is within a frame."""
        return (
            self.left >= frame.left - SLACK
            and self.top >= frame.top - SLACK
            and self.right <= frame.right + SLACK
            and self.bottom <= frame.bottom + SLACK
        )


def spot(box: Any, words: str = "") -> Spot:
    """Return the rectangle of a box with its border."""
    left, top = box.border_box_x(), box.border_box_y()
    return Spot(left, top, left + box.border_width(), top + box.border_height(), words)


def inks(box: Any) -> Iterator[Spot]:
    """Yield each line of text in a box, from the top of its capitals to its baseline."""
    box = getattr(box, "_box", box)
    if type(box).__name__ == "TextBox" and box.text.strip():
        base, size = box.position_y + box.baseline, box.style["font_size"]
        yield Spot(box.position_x, base - 0.65 * size, box.position_x + box.width, base, box.text)
    for child in getattr(box, "children", ()):
        yield from inks(child)


def boxes_of(box: Any, tags: AbstractSet[str], classes: AbstractSet[str] = frozenset()) -> Iterator[Any]:
    """Return the boxes of elements by tag or class, without nested ones."""
    box = getattr(box, "_box", box)
    element = box.element
    if element is not None and (
        element.tag.rpartition("}")[2] in tags or classes & set((element.get("class") or "").split())
    ):
        yield box
        return
    for child in getattr(box, "children", ()):
        yield from boxes_of(child, tags, classes)


def misfits(page: Any) -> Iterator[str]:
    """Return the overlaps of a laid-out page: with an edge, a fold or cut, a code, or other text."""
    edge = MARGIN_MM * 96 / 25.4
    paper = Spot(edge, edge, page.width - edge, page.height - edge, "")
    root = page._page_box
    for frame in [root, *boxes_of(root, set(), {"cut"}), *boxes_of(root, {"section"})]:
        within = paper if frame is root else spot(frame)
        drawn = (spot(box, "a table") for box in boxes_of(frame, {"table"}) if box is not frame)
        for words in (*inks(frame), *drawn):
            # A title above the slips of a page, and a note below them, are allowed.
            tall = frame is root or frame.element.tag != "section"
            if not words.inside(within if tall else within._replace(top=words.top, bottom=words.bottom)):
                yield f"beside {'page' if frame is root else frame.element.get('class')}: {words}"
    every = sorted(inks(root))
    for code in boxes_of(root, {"svg"}, set()):
        if (code.element.get("class") or "") in {"code", "own"}:
            yield from (f"over a code: {words}" for words in every if words.meets(spot(code)))
    for one, other in combinations(every, 2):
        if one.meets(other):
            yield f"over other words: {one.words!r} {other.words!r}"


def misfits_of(layouts: Sequence[Any]) -> list[str]:
    """Return the misfits of all pages of these documents."""
    pages = chain.from_iterable(layout.pages for layout in layouts)
    return [f"p. {number} {fault}" for number, page in enumerate(pages, 1) for fault in misfits(page)]
