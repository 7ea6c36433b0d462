"""What lies on the tables of a tournament: slips of the players, cards with the tables' codes, score sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.i18n import gettext
from scorekeeper.kit import sheet_draw
from scorekeeper.kit.sheet import Align, Block, Cell, Column, Fact, Grid, Paper, Row, Sheet, SheetRequest
from scorekeeper.posters import Seated, alphabetical, row, seated, together
from scorekeeper.rules.contract import Table
from scorekeeper.sheet_requests import day, partie_request, usual_seats
from scorekeeper.sheets import html_of, html_of_sheet

if TYPE_CHECKING:
    from scorekeeper.parties import Partie
    from scorekeeper.tournaments import Tournament

CODE_MM = 52.0
"""Width of the code on a table's card."""


def slips(t: Tournament) -> Sheet:
    """A slip for each player to cut out: where they sit in each round, and who plays with them."""
    rounds = seated(t)
    columns = (
        Column(gettext("tour"), 0.7, Align.CENTRE),
        Column(gettext("table"), 0.8, Align.CENTRE),
        Column(gettext("place"), 0.8, Align.CENTRE),
        Column(gettext("avec") if t.game.rules.CAMPS else gettext("à table avec"), 3.6, Align.LEFT),
        Column(gettext("points"), 1.2),
    )
    blocks = []
    for one in sorted(t.present, key=lambda entrant: alphabetical(entrant.name)):
        rows = tuple(_slip_row(one.name, each, camps=t.game.rules.CAMPS) for each in rounds)
        title = f"{one.number} · {one.name}"
        blocks.append(Block(title, grid=Grid(title, columns, rows, carries=False)))
    title = gettext("%(name)s – billets", name=t.name)
    return Sheet(title, blocks=tuple(blocks), across=2)


def _slip_row(name: str, one: Seated, *, camps: bool) -> Row:
    for number, table in enumerate(one.tables, 1):
        if name in table:
            place = table.index(name)
            # Partners sit at every second place of the order of play.
            mates = [
                other
                for seat, other in enumerate(table)
                if seat != place and (not camps or (seat - place) % 2 == 0)
            ]
            texts = (str(number), str(place + 1), ", ".join(mates), "")
            return Row((Cell(str(one.number)), *map(Cell, texts)))
    gone = gettext("exempt") if name in one.byes else "–"
    return row(str(one.number), (gone,), 5)


def cards(t: Tournament, addresses: Mapping[int, str]) -> Sheet:
    """A card for each table with the code of its link; whoever has it writes for that table."""
    blocks = tuple(
        Block(
            gettext("Table %(table)s", table=number),
            drawing=sheet_draw.code(
                url, gettext("Code du lien de la table %(table)s", table=number), CODE_MM
            ),
            below=((Fact("", url, line=False),),),
        )
        for number, url in sorted(addresses.items())
    )
    note = gettext("Ouvrez ce code sur la tablette de la table pour tenir sa feuille.")
    if not blocks:
        note = gettext("Aucune table n’est encore tirée.")
    return Sheet(t.name, note, blocks=blocks, across=2, whole=True)


def score_sheets(t: Tournament, parties: Sequence[Partie], paper: Paper = Paper.A4) -> str:
    """The print document of a round's score sheets, empty but for the names; `parties` are its tables in order."""
    if not parties:
        return html_of_sheet(Sheet(t.name, notes=(gettext("Aucune table n’est encore tirée."),)), paper)
    tour = len(t.rounds)
    return together(
        [
            html_of(
                replace(
                    partie_request(partie, paper=paper),
                    sheet=None,
                    lines=(),
                    rows=t.options.donnes,
                    date=day(t.options.date),
                    lieu=gettext("tour %(tour)s, table %(table)s", tour=tour, table=table),
                )
            )
            for table, partie in enumerate(parties, 1)
        ]
    )


def spare_request(t: Tournament, paper: Paper = Paper.A4) -> SheetRequest:
    """A score sheet without names, of a table of the regular size."""
    seats = t.options.size or usual_seats(t.game)
    return SheetRequest(
        t.game,
        t.rules,
        Table(camps=t.game.rules.CAMPS),
        seats,
        paper,
        rows=t.options.donnes,
        date=day(t.options.date),
        lieu=t.options.place,
    )
