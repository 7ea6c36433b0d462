"""The paper for the tables of a tournament: cards with the tables' codes, and score sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import Block, Fact, PaperSize, Sheet, SheetRequest
from scorekeeper.paper import line_art
from scorekeeper.paper.requests import day, partie_request, usual_seats
from scorekeeper.paper.sheets import body_of, html_of, html_of_sheet
from scorekeeper.rules.contract import Table

if TYPE_CHECKING:
    from scorekeeper.parties import Partie
    from scorekeeper.tournaments.model import Tournament

CODE_MM = 52.0
"""Width of the code on a table's card."""


def cards(t: Tournament, addresses: Mapping[int, str]) -> Sheet:
    """A card for each table with the code of its link, which lets its reader write for that table."""
    if not addresses:
        return _nothing_drawn(t)
    blocks = tuple(
        Block(
            gettext("Table %(table)s", table=number),
            art=line_art.code(url, gettext("Code du lien de la table %(table)s", table=number), CODE_MM),
            below=((Fact("", url, line=False),),),
        )
        for number, url in sorted(addresses.items())
    )
    note = gettext("Ouvrez ce code sur la tablette de la table pour tenir sa feuille.")
    return Sheet(t.name, note, blocks=blocks, across=2, whole=True)


def score_sheets(t: Tournament, parties: Sequence[Partie], paper: PaperSize = PaperSize.A4) -> str:
    """The print document of a round's score sheets, empty but for the names; `parties` are its tables in order."""
    if not parties:
        return html_of_sheet(_nothing_drawn(t), paper)
    tour = len(t.rounds)
    documents = [
        html_of(
            replace(
                partie_request(partie, paper=paper),
                played=None,
                lines=(),
                rows=t.options.donnes,
                date=day(t.options.date),
                lieu=gettext("tour %(tour)s, table %(table)s", tour=tour, table=table),
                tour=tour,
            )
        )
        for table, partie in enumerate(parties, 1)
    ]
    begin, _, end = body_of(documents[0])
    return begin + "".join(body_of(document)[1] for document in documents) + end


def _nothing_drawn(t: Tournament) -> Sheet:
    return Sheet(t.name, notes=(gettext("Aucune table n’est encore tirée."),))


def spare_request(t: Tournament, paper: PaperSize = PaperSize.A4) -> SheetRequest:
    """A score sheet without names, of a table of the regular size."""
    return SheetRequest(
        game=t.game,
        rules=t.rules,
        table=Table(camps=t.game.rules.CAMPS),
        seats=t.options.size or usual_seats(t.game),
        paper=paper,
        rows=t.options.donnes,
        date=day(t.options.date),
        lieu=t.options.place,
    )
