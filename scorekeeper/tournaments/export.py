"""Exports of a tournament: CSV tables, XLSX bytes, and one JSON document with the whole history."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from enum import StrEnum
from functools import partial
from typing import Any

from scorekeeper.cards.game_api.words import money
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.sheet_game import DEFINITION, definition_of
from scorekeeper.draw.seating.record import Word
from scorekeeper.i18n import gettext, language
from scorekeeper.lists.naming import is_kept
from scorekeeper.lists.spreadsheet import CsvCell, CsvRows
from scorekeeper.parties import Partie, read_partie
from scorekeeper.records.event_log import head_of
from scorekeeper.records.people import named
from scorekeeper.records.store import Store
from scorekeeper.tournaments import finals
from scorekeeper.tournaments.confidential import public_events, public_report
from scorekeeper.tournaments.fold import Happening
from scorekeeper.tournaments.ledger import TOURNAMENTS, read
from scorekeeper.tournaments.model import DrawRecord, Round, TableOf, Tournament
from scorekeeper.tournaments.options import OPTIONS
from scorekeeper.tournaments.rankings import Evening, RankingLine, evening, ranking
from scorekeeper.tournaments.round_progress import missing, stage_of, stage_word, worth_missed
from scorekeeper.tournaments.words import CRITERIA, report_sentence

FORMAT = "scorekeeper-tournament/1"
IN_EVENTS = frozenset({"uuid", "rang_then", "dealers", "moved_from", "above"})
"""Parts of the past of a sheet that its events say already."""


class CsvTable(StrEnum):
    """Tables that can be exported as CSV."""

    CLASSEMENT = "classement"
    RESULTATS = "resultats"
    JOUEURS = "joueurs"
    EQUIPES = "equipes"


def export_rows(store: Store, number: int, what: CsvTable = CsvTable.CLASSEMENT) -> CsvRows:
    """Return the rows of a table of the tournament, with a localised heading."""
    with store.read() as session:
        # Licence numbers are only in the file of players, where names are found by key.
        licences = {member.key: member.licence for member in session.members() if member.licence}
    rows: Mapping[CsvTable, Callable[[Evening], CsvRows]] = {
        CsvTable.CLASSEMENT: _ranking_rows,
        CsvTable.RESULTATS: _result_rows,
        CsvTable.JOUEURS: partial(_player_rows, licences=licences),
        CsvTable.EQUIPES: _team_rows,
    }
    return rows[what](evening(store, number))


def name_title(names: Iterable[str]) -> str:
    """Return the title of a column of names: one of names that are kept as written, where a list would be read differently."""
    return gettext("nom") if is_kept([*names]) else gettext("nom affiché")


def _ranking_rows(now: Evening) -> CsvRows:
    current, t = ranking(now.tournament), now.tournament
    places = range(max((len(line.numbers) for line in current.lines), default=1))
    person = [name_title(name for line in current.lines for name in line.names), gettext("club")]
    titles = [f"{title} {place + 1}" for title in person for place in places] if places[1:] else person
    heads = [gettext("rang"), gettext("numéro"), *titles, gettext("total")]
    heads += [gettext("tour %(tour)s", tour=number) for number in range(1, current.through + 1)]
    some_missed = any(line.missed for line in current.lines)
    some_credited = any(line.standing.credit for line in current.lines)
    heads += [gettext("crédit")] if some_credited else []
    heads += [gettext(CRITERIA[tie]) for tie in current.criteria]
    heads += [gettext("exempts"), *([gettext("tours manqués")] if some_missed else []), gettext("matchs")]
    in_finals = any(line.reached is not None for line in current.lines)
    heads += [gettext("phase finale")] if in_finals else []
    yield [*heads, gettext("prix"), gettext("état")]
    for line in current.lines:
        standing = line.standing
        people = [t.entrant(number) for number in line.numbers]
        free = [""] * (len(places) - len(people))
        yield [
            standing.rank,
            line.numbers[0] if len(line.numbers) == 1 else " + ".join(map(str, line.numbers)),
            *line.names,
            *free,
            *(each.club for each in people),
            *free,
            standing.total,
            *_points(line),
            *([standing.credit] if some_credited else []),
            *standing.figures.values(),
            standing.byes,
            *([", ".join(map(str, line.missed))] if some_missed else []),
            standing.matches,
            *([finals.reached_word(line.reached)] if in_finals else []),
            " / ".join(standing.prizes),
            current.state,
        ]


def _team_rows(now: Evening) -> CsvRows:
    current = ranking(now.tournament)
    most = max((len(line.members) for line in current.teams), default=0)
    word = name_title(name for line in current.teams for _, name, _ in line.members)
    people = [
        title for place in range(1, most + 1) for title in (f"{word} {place}", f"{gettext('points')} {place}")
    ]
    yield [gettext("rang"), gettext("équipe"), gettext("total"), *people, gettext("état")]
    for line in current.teams:
        members: list[CsvCell] = [cell for _, name, made in line.members for cell in (name, made)]
        shown = [*members, *[""] * (2 * most - len(members))]
        yield [line.standing.rank, line.name, line.standing.total, *shown, current.state]


def _points(line: RankingLine) -> list[int | None]:
    return [None if result is None else result.points for result in line.rounds]


def _result_rows(now: Evening) -> CsvRows:
    t = now.tournament
    place = [gettext("tournoi|tour"), gettext("table"), gettext("place")]
    person = [gettext("numéro"), name_title(each.name for each in t.entrants), gettext("remplaçant")]
    yield [*place, *person, gettext("total"), gettext("points"), gettext("matchs"), gettext("état")]
    for round_ in t.rounds:
        for table in round_.tables:
            yield from _table_rows(now, round_, table)
        for number in round_.byes:
            name = t.entrant(number).name
            counts = round_.closed and not finals.is_final(t, round_.number)
            gave = [t.options.bye, 0] if counts else [None, None]
            yield [round_.number, None, None, number, name, None, None, *gave, gettext("exempt")]
        for number in sorted(missing(t, round_)):
            name, worth = t.entrant(number).name, worth_missed(t, now.results, round_)
            gave = [worth, None if worth is None else 0]
            yield [round_.number, None, None, number, name, None, None, *gave, gettext("manqué")]


def _table_rows(now: Evening, round_: Round, table: TableOf) -> CsvRows:
    t, result = now.tournament, now.results.get(table.partie)
    stage = stage_word(stage_of(table, now.heads.get(table.partie)))
    columns = {number: column for column, numbers in enumerate(t.columns_of(table)) for number in numbers}
    for seat, number in enumerate(table.seats, 1):
        column = columns[number]
        figures = (result.totals, result.points, result.matches) if result else ()
        gave = [values[column] for values in figures] or (None, None, None)
        person = number, t.entrant(number).name, table.substitutes.get(number)
        yield [round_.number, table.number, seat, *person, *gave, stage]


def _player_rows(now: Evening, licences: Mapping[str, str]) -> CsvRows:
    """Yield the entrants as a list that can be imported again; licence numbers only if the file of players has any of them."""
    own = [licences.get(names.casefold(entrant.name), "") for entrant in now.tournament.entrants]
    title = name_title(entrant.name for entrant in now.tournament.entrants)
    person = [gettext("numéro"), title, gettext("club")]
    wishes = [gettext("à part"), gettext("paire"), gettext("table fixe")]
    licence = [gettext("licence")] if any(own) else []
    yield [*person, *licence, *wishes, gettext("présent"), gettext("arrivé"), gettext("payé")]
    for entrant, number in zip(now.tournament.entrants, own, strict=True):
        wishes = [" / ".join(entrant.apart), entrant.pair]
        fixed = gettext("oui") if entrant.fixed == 0 else entrant.fixed
        paid = money(entrant.paid, "").strip() if entrant.paid else ""
        door = [_yes(entrant.present), _yes(entrant.arrived), paid]
        licence = [number] if any(own) else []
        yield [entrant.number, entrant.name, entrant.club, *licence, *wishes, fixed, *door]


def _yes(is_so: bool) -> str:  # noqa: FBT001 - the word for it
    return gettext("oui") if is_so else gettext("non")


def draw_sentences(draw: DrawRecord, *, public: bool = False) -> tuple[str, ...]:
    """Return the sentences of a draw's report in the current language; `public` leaves out who must not meet whom."""
    report = public_report(draw.report) if public else draw.report
    words = (Word(word["code"], word["values"]) for word in report["words"])
    return tuple(report_sentence(word) for word in words)


def export_document(store: Store, number: int, *, public: bool = False) -> dict[str, Any]:
    """Return the whole tournament: options, players, draws, sheets with their history, ranking, and all events.

    With `public`, confidential wishes are left out; `withheld` then has the numbers of the events they were removed from.
    """
    t = read(store, number)
    with store.read() as session:
        events = session.kept_events(TOURNAMENTS.scope(number), t.parties)
        shown = [*public_events(events)] if public else [(event, False) for event in events]
        events = [event for event, _ in shown]
        people = session.names_in(events)
    withheld = [event.seq for event, is_changed in shown if is_changed]
    own = [named(event, {key: each.name for key, each in people.items()}) for event in events]
    own = [event for event in own if event.partie is None]
    t = TOURNAMENTS.built(number, own) if withheld else t
    sheets = {partie: read_partie(store, partie) for partie in t.parties}
    return {
        **document_of(t, sheets, map(Happening.of, own)),
        "language": language(),
        "names": {number: person._asdict() for number, person in people.items()},
        "events": [asdict(event) for event in events],
        **({"withheld": withheld} if withheld else {}),
        "head": head_of(event.hash for event in events),
    }


def document_of(t: Tournament, sheets: Mapping[int, Partie], happened: Iterable[Happening]) -> dict[str, Any]:
    """Return the part of the export that follows from the events of a tournament and its sheets, in the current language."""
    ranked = ranking(t)
    lines = ({**each.announced(), "rounds": _points(each), "missed": [*each.missed]} for each in ranked.lines)
    return {
        "format": FORMAT,
        "id": t.id,
        "name": t.name,
        "game": t.game.key,
        **({DEFINITION: definition_of(t.game)} if t.game.definition else {}),
        "settings": dict(t.settings),
        "options": OPTIONS.write_all(t.options, Table()),
        "stage": t.stage,
        "seed": t.seed,
        "lists": [asdict(frozen) for frozen in t.lists],
        "seeds": [asdict(seed) for seed in t.seeds],
        "players": [asdict(entrant) for entrant in t.entrants],
        "draws": [{**asdict(draw), "words": list(draw_sentences(draw))} for draw in t.draws],
        "rounds": [
            {
                "round": round_.number,
                "closed": round_.closed,
                "byes": list(round_.byes),
                "tables": [_table_document(sheets[table.partie], table) for table in round_.tables],
            }
            for round_ in t.rounds
        ],
        **({"finals": finals.document_of(t, finals.final_rounds(t))} if finals.has_begun(t) else {}),
        **({"credits": [asdict(credit) for credit in t.credits]} if t.credits else {}),
        "ranking": list(lines),
        **({"teams": [line.document() for line in ranked.teams]} if ranked.teams else {}),
        "ranked": {"closed": ranked.closed, "planned": ranked.planned, "provisional": ranked.provisional},
        "final": t.final,
        "history": [asdict(happening) for happening in happened],
    }


def _table_document(partie: Partie, table: TableOf) -> dict[str, Any]:
    past = [
        {key: part for key, part in asdict(version).items() if key not in IN_EVENTS}
        for version in partie.past
    ]
    return {
        "table": table.number,
        "seats": list(table.seats),
        "substitutes": {str(number): name for number, name in table.substitutes.items()},
        "partie": table.partie,
        "sheet": partie.sheet_document(),
        "totals": list(partie.sheet.totals),
        "result": None if table.result is None else asdict(table.result),
        **({"forfeit": list(table.forfeit)} if table.forfeit else {}),
        "signatures": [asdict(signature) for signature in table.signatures],
        "history": [{**item, "payload": item["payload"] and dict(item["payload"])} for item in past],
    }
