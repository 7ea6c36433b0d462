"""Everything about a tournament, to be kept: CSV for spreadsheets, one JSON document with the whole history."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from scorekeeper.i18n import gettext
from scorekeeper.parties import read_partie
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store
from scorekeeper.rules.contract import Table
from scorekeeper.rules.seating.record import Word
from scorekeeper.tournaments.acts.desk import TOURNAMENTS
from scorekeeper.tournaments.model import DrawRecord, Tournament
from scorekeeper.tournaments.options import OPTIONS
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.round_progress import stage_of, stage_word
from scorekeeper.tournaments.spectators import Evening, evening
from scorekeeper.tournaments.words import report_sentence

FORMAT = "scorekeeper-tournament/1"
_DANGEROUS = frozenset("=+-@\t\r\n\0＝＋－＠")  # noqa: RUF001 - the wide forms are taken for formulas too


class Sheet(StrEnum):
    """What a CSV file holds."""

    CLASSEMENT = "classement"
    RESULTATS = "resultats"
    JOUEURS = "joueurs"


Cell = str | int | None


@dataclass(frozen=True)
class Happening:
    """One thing that happened to a tournament."""

    seq: int
    kind: str
    place: str
    """What part of the tournament it was about, such as `tour:2/table:4`."""
    body: dict[str, Any]
    reason: str
    actor: str
    device: str
    at: str


def csv_cell(value: Cell) -> str | int:
    """A cell that no spreadsheet takes for a formula. Numbers stay numbers; `plain_cell` has the text back."""
    if value is None:
        return ""
    if isinstance(value, int):
        return value
    return f"'{value}" if _is_formula(value.lstrip("'")) else value


def plain_cell(text: str) -> str:
    """What a cell of our own files said before it was made safe."""
    return text[1:] if text.startswith("'") and _is_formula(text.lstrip("'")) else text


def _is_formula(text: str) -> bool:
    # Some spreadsheets strip spaces before they look at the first sign.
    return bool(_DANGEROUS & {text[:1], text.strip()[:1]})


def export_csv(store: Store, number: int, what: Sheet = Sheet.CLASSEMENT, *, excel: bool = False) -> str:
    """A table of a tournament as CSV, with a heading in the language of the moment.

    Args:
        store: the records.
        number: the tournament.
        what: the ranking, the result of every table, or the players.
        excel: semicolons and a byte order mark, as spreadsheets of the continent expect; commas otherwise.

    Raises:
        Unknown: when there is no such tournament.
        StorageError: when it cannot be read.
    """
    now = evening(store, number)
    rows = {Sheet.CLASSEMENT: _ranking_rows, Sheet.RESULTATS: _result_rows, Sheet.JOUEURS: _player_rows}[what]
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if excel else ",", lineterminator="\r\n")
    writer.writerows([csv_cell(cell) for cell in row] for row in rows(now))
    return ("\ufeff" if excel else "") + text.getvalue()


def _ranking_rows(now: Evening) -> Iterator[Sequence[Cell]]:
    found = ranking(now.tournament, now.results)
    heads = [gettext("rang"), gettext("numéro"), gettext("nom"), gettext("club"), gettext("total")]
    heads += [gettext("tour %(tour)s", tour=number) for number in range(1, found.through + 1)]
    yield [*heads, gettext("exempts"), gettext("matchs"), gettext("prix")]
    for line in found.lines:
        one = line.standing
        yield [
            one.rank,
            line.numbers[0] if len(line.numbers) == 1 else " + ".join(map(str, line.numbers)),
            " & ".join(line.names),
            ", ".join(line.clubs),
            one.total,
            *(None if result is None else result.points for result in line.rounds),
            one.byes,
            one.matches,
            " / ".join(one.prizes),
        ]


def _result_rows(now: Evening) -> Iterator[Sequence[Cell]]:
    t = now.tournament
    yield [
        gettext("tour"),
        gettext("table"),
        gettext("place"),
        gettext("numéro"),
        gettext("nom"),
        gettext("remplaçant"),
        gettext("total"),
        gettext("points"),
        gettext("matchs"),
        gettext("état"),
    ]
    for one in t.rounds:
        for table in one.tables:
            result = now.results.get(table.partie)
            stage = stage_word(stage_of(table, now.heads.get(table.partie)))
            columns = t.columns_of(table)
            for seat, number in enumerate(table.seats):
                column = next(place for place, column in enumerate(columns) if number in column)
                gave = (
                    (result.totals[column], result.points[column], result.matches[column])
                    if result
                    else (None, None, None)
                )
                person = t.entrant(number).name, table.substitutes.get(number)
                yield [one.number, table.number, seat + 1, number, *person, *gave, stage]
        for number in one.byes:
            name = t.entrant(number).name
            yield [one.number, None, None, number, name, None, None, t.options.bye, 0, gettext("exempt")]


def _player_rows(now: Evening) -> Iterator[Sequence[Cell]]:
    yield [
        gettext("numéro"),
        gettext("nom"),
        gettext("club"),
        gettext("à part"),
        gettext("paire"),
        gettext("table fixe"),
        gettext("présent"),
    ]
    for one in now.tournament.entrants:
        here = gettext("oui") if one.present else gettext("non")
        apart = " / ".join(one.apart)
        yield [one.number, one.name, one.club, apart, one.pair, one.fixed, here]


def history(store: Store, number: int) -> tuple[Happening, ...]:
    """Everything that happened to a tournament, oldest first; what was written on its sheets is with them.

    Raises:
        Unknown: when there is no such tournament.
        StorageError: when it cannot be read.
    """
    with store.read() as session:
        session.tournament(number)
        events = session.tournament_events(TOURNAMENTS.scope(number))
    return tuple(map(_happening, events))


def _happening(event: EventRow) -> Happening:
    place = event.scope.partition("/")[2]
    body = json.loads(event.body or "{}")
    return Happening(
        event.seq, event.kind, place, body, event.reason, event.actor, event.device, event.at_utc
    )


def draw_sentences(draw: DrawRecord) -> tuple[str, ...]:
    """What a draw cost, in the language of the moment."""
    return tuple(report_sentence(Word(word["code"], word["values"])) for word in draw.report["words"])


def export_document(store: Store, number: int) -> dict[str, Any]:
    """The whole tournament: heading, players, draws, sheets with their history, ranking, and all that happened.

    Raises:
        Unknown: when there is no such tournament.
        StorageError: when it cannot be read.
    """
    now = evening(store, number)
    t = now.tournament
    found = ranking(t, now.results)
    return {
        "format": FORMAT,
        "id": t.id,
        "name": t.name,
        "game": t.game.key,
        "settings": dict(t.settings),
        "options": OPTIONS.write_all(t.options, Table()),
        "stage": t.stage,
        "seed": t.seed,
        "players": [asdict(one) for one in t.entrants],
        "draws": [{**asdict(draw), "words": list(draw_sentences(draw))} for draw in t.draws],
        "rounds": [_round(store, t, one.number) for one in t.rounds],
        "ranking": [
            {
                "rank": line.standing.rank,
                "numbers": list(line.numbers),
                "names": list(line.names),
                "total": line.standing.total,
                "rounds": [None if result is None else result.points for result in line.rounds],
                "prizes": list(line.standing.prizes),
            }
            for line in found.lines
        ],
        "final": t.final,
        "history": [asdict(one) for one in history(store, number)],
    }


def _round(store: Store, t: Tournament, number: int) -> dict[str, Any]:
    one = t.round(number)
    tables = []
    for table in one.tables:
        partie = read_partie(store, table.partie)
        tables.append(
            {
                "table": table.number,
                "seats": list(table.seats),
                "substitutes": {str(key): name for key, name in table.substitutes.items()},
                "partie": table.partie,
                "sheet": partie.sheet_document(),
                "totals": list(partie.sheet.totals),
                "result": None if table.result is None else asdict(table.result),
                "signatures": [asdict(mark) for mark in table.signatures],
                "history": _plain(asdict(version) for version in partie.past),
            }
        )
    return {"round": number, "closed": one.closed, "byes": list(one.byes), "tables": tables}


def _plain(items: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**item, "payload": None if item["payload"] is None else dict(item["payload"])} for item in items]
