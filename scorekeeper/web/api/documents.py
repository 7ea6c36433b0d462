"""Shapes of the documents in the API's responses."""

from collections.abc import Iterable
from dataclasses import replace
from operator import itemgetter
from typing import Any, NamedTuple

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.sheet_file import FAULTS_FORMAT, SCORE_FORMAT, fault_document
from scorekeeper.cards.sheet_game import DEFINITION, definition_of
from scorekeeper.draw.standings import FIGURES, Standing, TieBreak
from scorekeeper.lists import report
from scorekeeper.lists.columns import roles_of
from scorekeeper.lists.reading import MAX_LINES
from scorekeeper.lists.text import ENCODINGS
from scorekeeper.parties import ActKind, Entered, Partie, Status, Version
from scorekeeper.parties.listing import Summary
from scorekeeper.parties.model import RULE_CHANGES, TABLE_CHANGES
from scorekeeper.tournaments.acts import entrants
from scorekeeper.tournaments.acts.lists import Preview
from scorekeeper.tournaments.confidential import public_report
from scorekeeper.tournaments.finals import document_of
from scorekeeper.tournaments.model import DrawRecord, Entrant, Round, Stage, TableOf, TableStage, Tournament
from scorekeeper.tournaments.notes import Credit, FrozenList, Hand, HandAct
from scorekeeper.tournaments.options import OPTIONS, Options
from scorekeeper.tournaments.pairing import TeamLine
from scorekeeper.tournaments.rankings import PlayerRecord, Ranking, RankingLine
from scorekeeper.tournaments.refusals import WORDS, refusal
from scorekeeper.tournaments.round_progress import Progress, TableLive
from scorekeeper.web.api import shapes
from scorekeeper.web.api.shapes import (
    ABSENT,
    COUNT,
    FLAG,
    INTEGER,
    INTEGERS,
    NAMES,
    NATURAL,
    NUMBER,
    NUMBERS,
    OBJECT,
    SHEET,
    TEXT,
    Shape,
    choice,
    keys,
    many,
    nullable,
    record,
)
from scorekeeper.web.core.failures import line_document
from scorekeeper.web.core.requests import store
from scorekeeper.web.parties.access import key_of
from scorekeeper.web.tournaments.layout import may_see, shown_finals, shown_tables
from scorekeeper.web.tournaments.permissions import is_organiser

FAULT_KEYS = "code field message"
ENTRY_FAULT = record(FAULT_KEYS, {"entry": nullable(INTEGER), "line": NATURAL.optional()})
FAULTS_KEYS = {"format": shapes.constant(FAULTS_FORMAT), "faults": many(ENTRY_FAULT)}
FAULTS = record(FAULTS_KEYS).named("Faults")
REFUSED = record(FAULTS_KEYS, {"reading": OBJECT.optional()}).named("Refused")
STANDING = record("rang struck at actor device", {"entry": OBJECT})
STANDING_KEYS = {"revision": COUNT.optional(), "standing": nullable(STANDING).optional()}
AFFECTED = record("rang before after")
CONFLICT = record(FAULTS_KEYS, STANDING_KEYS, {"affected": many(AFFECTED).optional()}).named("Conflict")

DETAIL = {"doubts": many(record(FAULT_KEYS)), "detail": many(record("label scores"))}
ROW = record("rang scores totals", DETAIL, extensible=True)
"""A row of the score; games may add keys."""
CONTROL = record(
    "expected found ok",
    {"ajustements": INTEGERS.optional().of(lambda it: it.get("ajustements", ABSENT))},
)
SCORE_KEYS = {
    **shapes.known("game totals columns winners finished"),
    "format": shapes.constant(SCORE_FORMAT),
    "rows": many(ROW),
    "settings": OBJECT,
    "control": nullable(CONTROL),
}
SCORE = record(SCORE_KEYS).named("Score")

PLACE_KEYS = {**shapes.known("id revision next_rang"), "status": choice(*Status)}


def _place(done: Entered) -> dict[str, Any]:
    partie = done.partie
    return {**partie.score_document(), **{key: getattr(partie, key) for key in PLACE_KEYS}}


PLACE = replace(record(SCORE_KEYS, PLACE_KEYS).named("Place"), write=_place)
"""The score so far, with status, revision and next line of the sheet."""
_PARTIE_KEYS = (
    PLACE_KEYS,
    {"opening": TEXT},
    {"sheet": SHEET.of(lambda partie: partie.sheet_document())},
    {"score": SCORE.of(lambda partie: partie.score_document())},
    {
        "struck": many(STANDING).of(
            lambda partie: [line_document(line) for line in partie.lines if line.struck]
        )
    },
)
PARTIE = record(*_PARTIE_KEYS).named("Partie", Partie)
OPENED_PARTIE = record(*_PARTIE_KEYS, {"cle": TEXT.of(key_of)}).named("OpenedPartie", Partie)
"""A partie with the key with which a program on another machine can write on it."""
SUMMARY = record(
    "id revision lines finished date totals lieu active_at columns winners",
    {"game": TEXT.of("game.key"), "status": choice(*Status)},
).named("Summary", Summary)


def _part(sort: str) -> Shape:
    """Return the shape of an act's content under the key `sort`: `entry`, `change` or `arrival` of a device; else `null`."""

    def content(version: Version) -> Any:
        arrives = version.payload is not None and "way" in version.payload
        own = "change" if version.kind in TABLE_CHANGES | RULE_CHANGES else "arrival" if arrives else "entry"
        return version.payload if own == sort else None

    return nullable(OBJECT).of(content)


CHANGE = record(
    "reason actor device at",
    {"kind": choice(*ActKind), "rang": nullable(COUNT)},
    {sort: _part(sort) for sort in ("entry", "change", "arrival")},
).named("Change", Version)
"""An act on a partie, in its history."""
KEPT = record(
    "number name", {"settings": OBJECT.of(lambda each: each.rules.SETTINGS.write(each.rules, Table()))}
)
GAME = record(
    {"kept": many(KEPT)},
    keys(TEXT, "key", "name", "entry_word"),
    {"seats": INTEGERS, "camps": FLAG},
    keys(OBJECT, "settings", "settings_schema", "entry_schema"),
    {"definition": OBJECT.optional().of(lambda game: game.get("definition", ABSENT))},
).named("Game")


class Part(NamedTuple):
    """A part of a tournament, with the tournament for the names of its players."""

    t: Tournament
    item: Any
    tour: Any = ABSENT
    """Number of the round, for a table outside its round's document."""

    def names(self, numbers: Iterable[int]) -> list[str]:
        return [self.t.entrant(number).name for number in numbers]

    def substitutes(self) -> dict[str, str]:
        """Return the substitutes at a table, by the names of the entrants they play for."""
        return {self.t.entrant(number).name: name for number, name in self.item.table.substitutes.items()}


def _for_organiser(shape: Shape, key: str) -> Shape:
    """Return the shape of a key that only the organiser gets, such as whom people must not meet."""
    return shape.optional().of(lambda entrant: getattr(entrant, key) if is_organiser() else ABSENT)


FAULT = replace(record(FAULT_KEYS), write=lambda fault: fault_document(fault, WORDS, Table()))
OPTION_KEYS = shapes.of_record(OPTIONS)
_NEWCOMER = shapes.of_record(entrants.NEWCOMER)
NEWCOMER_KEYS = {**shapes.changeable(_NEWCOMER), "name": _NEWCOMER["name"]}
NEWCOMER = record(NEWCOMER_KEYS).named("Newcomer", Entrant)
ENTRANT = record(
    "number name club present",
    {"partner": nullable(NUMBER)},
    {"apart": _for_organiser(NAMES, "apart"), "pair": _for_organiser(TEXT, "pair")},
    {"fixed": _for_organiser(nullable(NATURAL), "fixed")},
).named("Entrant", Entrant)
LISTED = record(
    "id date name game place active_at",
    {"stage": choice(*Stage)},
    {"players": NATURAL.of("entrants"), "round": NATURAL, "rounds": COUNT},
).named("Listed", Tournament, Options)


def _cost(draw: DrawRecord) -> dict[str, Any]:
    public = not is_organiser()
    report = public_report(draw.report) if public else draw.report
    return {**report, "words": list(desk.draw_sentences(draw, public=public))}


COST = replace(record("score bound", {"words": NAMES}, extensible=True), write=_cost)
"""Report of a draw, with its sentences in the current language."""


def _stands(part: Part) -> bool:
    draw: DrawRecord = part.item
    return draw is part.t.draws[-1] or any(each.draw == draw.number for each in part.t.rounds)


ROUND_TABLES = many(record({"tables": many(NUMBERS), "byes": NUMBERS}))
SEATS_NOW = record({"table": COUNT, "seats": NUMBERS})
ACT = record(
    "round when why by label",
    {"kind": choice(*Hand), "table": nullable(COUNT), "instead": nullable(NUMBER)},
    {"kept": NATURAL, "redrawn": FLAG},
    keys(NUMBERS, "who", "arrived", "gone"),
    {"teams": many(NUMBERS), "apart": _for_organiser(many(NUMBERS), "apart"), "avoid": many(NUMBERS)},
    {"stay": many(many(NATURAL))},
    {"rounds": many(record({"round": COUNT, "count": NATURAL, "tables": many(SEATS_NOW), "byes": NUMBERS}))},
).named("HandAct", HandAct)
"""A repair of a draw or a change by hand; people are entrant numbers."""
DRAW = record(
    "item.first item.attempt item.label item.seed item.version item.reason item.at item.actor item.order",
    {"number": COUNT.of("item.number"), "players": NAMES.of("item.players")},
    {"rounds": ROUND_TABLES.of("item.rounds"), "as_drawn": ROUND_TABLES.of("item.as_drawn")},
    {"acts": many(ACT).of("item.acts")},
    {"cost": COST.of("item"), "stands": FLAG.of(_stands)},
).named("Draw", DrawRecord)
"""A draw, with all that is needed to repeat it."""


def _latest_draw(t: Tournament) -> DrawRecord:
    return t.draws[t.rounds[-1].draw - 1]


SEATED = record(
    {"table": COUNT.of("item.number"), "partie": NUMBER.of("item.partie")},
    {"seats": NAMES.of(lambda part: part.names(part.item.seats)), "numbers": NUMBERS.of("item.seats")},
)
OPENED = record(
    {"round": COUNT.of(lambda t: t.rounds[-1].number)},
    {"attempt": COUNT.of(lambda t: _latest_draw(t).attempt)},
    {"seed": TEXT.of(lambda t: _latest_draw(t).seed), "label": TEXT.of(lambda t: _latest_draw(t).label)},
    {"tables": many(SEATED).of(lambda t: [Part(t, table) for table in t.rounds[-1].tables])},
    {"byes": NAMES.of(lambda t: Part(t, None).names(t.rounds[-1].byes)), "cost": COST.of(_latest_draw)},
    {"revision": COUNT},
).named("Opened")


FROZEN = record("item.hash item.source item.at t.revision", {"players": NAMES.of("item.players")}).named(
    "Frozen", FrozenList
)
"""A frozen list."""


TABLE_SEATS = {
    "table": COUNT.of("item.table.number"),
    "round": COUNT.optional().of("tour"),
    "seats": NAMES.of(lambda part: part.names(part.item.table.seats)),
    "numbers": NUMBERS.of("item.table.seats"),
    "substitutes": Shape(schema={"type": "object", "additionalProperties": TEXT.schema}).of(Part.substitutes),
    "partie": NUMBER.of("item.table.partie"),
}
TABLE = record(
    TABLE_SEATS,
    {"stage": choice(*TableStage).of("item.stage"), "lines": NATURAL.of("item.lines")},
    {"of": nullable(COUNT).of("item.of"), "totals": INTEGERS.of("item.totals")},
    {"result": nullable(replace(INTEGERS, write=lambda result: list(result.points))).of("item.table.result")},
    {"dispute": nullable(replace(TEXT, write=lambda dispute: dispute.text)).of("item.table.dispute")},
    {"signed": many(NATURAL).of("item.signed"), "reason": TEXT.of("item.table.reason")},
    {"revision": COUNT.of("item.revision")},
).named("Table", TableOf, TableLive)
ROUND = record(
    "round.closed tournament.revision",
    {"round": COUNT.of("round.number"), "closable": FLAG, "missing": many(FAULT), "unsigned": many(COUNT)},
    {"tables": many(TABLE).of(lambda now: [Part(now.tournament, table) for table in shown_tables(now)])},
    {"byes": NAMES.of(lambda now: Part(now.tournament, None).names(now.round.byes))},
).named("Round", Round, Progress)
"""A round with the state of each table, and why it cannot be closed yet."""


def _planned(t: Tournament) -> list[dict[str, Any]]:
    part = Part(t, None)
    return [
        {"round": number, "tables": map(part.names, planned.tables), "byes": part.names(planned.byes)}
        for number, planned in enumerate(t.planned, len(t.rounds) + 1)
    ]


CREDIT = record("number points reason at").named("Credit", Credit)
"""Points given or taken by the organiser."""
FINAL_TABLE = {
    "table": COUNT,
    "sides": many(NUMBERS),
    "winners": many(NUMBERS),
    "third_place": FLAG.of(lambda table: "third_place" in table),
    "forfeits": many(NUMBERS).of(lambda table: table.get("forfeits", [])),
}
FINALS = many(record("round", {"stage": COUNT, "byes": many(NUMBERS), "tables": many(record(FINAL_TABLE))}))
"""The rounds of the knock-out: stage, sides of each table, and who goes on."""
TOURNAMENT = record(
    "id name revision seed",
    {
        "game": TEXT.of("game.key"),
        "settings": OBJECT,
        DEFINITION: OBJECT.optional().of(lambda t: definition_of(t.game) if t.game.definition else ABSENT),
    },
    {key: shape.of(f"options.{key}") for key, shape in OPTION_KEYS.items()},
    {
        "stage": choice(*Stage),
        "players": many(ENTRANT).of("entrants"),
        "draws": many(DRAW).of(lambda t: [Part(t, draw) for draw in t.draws]),
        "played": many(ROUND).of(lambda t: [desk.progress(store(), t.id, each.number) for each in t.rounds]),
        "planned": many(record("round", {"tables": many(NAMES), "byes": NAMES})).of(_planned),
        "credits": many(CREDIT),
        "finals": FINALS.of(lambda t: document_of(t, shown_finals(t))),
        "away": FLAG,
        "final": nullable(OBJECT).of(lambda t: t.final if may_see(t, len(t.rounds)) else None),
    },
).named("Tournament", Tournament)

CRITERIA = replace(
    record({tie: INTEGER.optional() for tie in FIGURES}),
    write=lambda figures: {tie.value: figure for tie, figure in figures.items()},
).named("Criteria", TieBreak)
"""Values of the tournament's numeric tie-breaks."""
LINE = record(
    "standing.rank standing.total standing.credit standing.byes standing.matches standing.prizes standing.shared",
    "numbers names clubs present",
    {"rounds": many(nullable(replace(INTEGER, write=lambda result: result.points)))},
    {"dropped": many(replace(COUNT, write=lambda result: result.round)).of("standing.dropped")},
    {"missed": many(COUNT), "reached": nullable(NATURAL), "criteria": CRITERIA.of("standing.figures")},
    {"behind_by": nullable(choice(*TieBreak)).of("standing.behind_by")},
).named("Line", RankingLine, Standing)
NAMED = record("standing.rank numbers names standing.prizes").named("Named", RankingLine, Standing)
MOST_MATCHES = record({"numbers": NUMBERS.of(itemgetter(0)), "count": NATURAL.of(itemgetter(1))})
TEAM = record(
    "standing.rank standing.shared name standing.total", keys(NUMBERS, "counted", "others", within="standing")
).named("Team", TeamLine, Standing)
"""A line of the ranking of teams; members are entrant numbers, those whose totals count first."""
STANDINGS = record(
    "through planned provisional withheld",
    {"closed": NATURAL, "lines": many(LINE), "level": many(NUMBERS), "named": many(NAMED)},
    {"matches": MOST_MATCHES, "teams": many(TEAM)},
).named("Standings", Ranking)
PLAYED = record(
    "round partners opponents substitute",
    {"table": nullable(COUNT), "seat": nullable(NATURAL), "partie": nullable(NUMBER), "missed": FLAG},
    {"result": nullable(record("points matches", keys(FLAG, "bye", "missed")))},
)
PLAYER = record(
    "entrant.number entrant.name entrant.club",
    {"standing": nullable(LINE).of("line"), "rounds": many(PLAYED), "credits": many(CREDIT)},
).named("PlayerRecord", PlayerRecord)


def _columns(raw: Any) -> Any:
    try:
        return roles_of(TEXT.read(raw))
    except ValueError as unknown:
        # The words of lists, which the reader of keys does not have.
        raise refusal(Fault("role-inconnu", "columns", {"mot": str(unknown)})) from unknown


COLUMNS = nullable(replace(TEXT, read=_columns)).optional()
"""The meaning of a list's columns, by known titles: `nom,prénom,-,club`; `-` is not read.

A title given twice begins a second list beside the first; `nom 2` is the other person of a pair.
"""
LIST_SOURCE = {
    "heading": shapes.digits(0, MAX_LINES).optional(),
    "sheet": shapes.digits(0, 99).optional(0),
    "encoding": shapes.choice(*ENCODINGS).optional(""),
}
"""Query of a list: the line of its titles (0 for none), the place of its sheet in the workbook, its encoding; detected if missing."""
PREVIEWED = record(
    "line text",
    {"player": nullable(replace(NEWCOMER, write=lambda player: player.document()))},
    keys(many(FAULT), "faults", "doubts"),
)
PREVIEW = record(
    "ok columns",
    {"heading": replace(FLAG, write=bool).of("reading.heading")},
    keys(TEXT, "separator", "encoding", within="reading"),
    {"unknown": NAMES.of("reading.unread"), "faults": many(FAULT), "rows": many(PREVIEWED)},
    {"reading": replace(OBJECT, write=report.document)},
).named("Preview", Preview)
LINK = record({"table": NUMBER, "made": COUNT, "devices": NATURAL}).named("Link")
HAPPENING = record("kind place reason actor device at", {"body": OBJECT}).named("Happening")
"""An event of a tournament, in its history."""
