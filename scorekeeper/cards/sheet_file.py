"""Reader and writer of the sheet file `scorekeeper/1`; writer of the score document `scorekeeper-score/1`.

The command line, the HTTP API, import and export use them. A refusal has all faults at once.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import Words, message_of, read_sentences
from scorekeeper.cards.rules import changes, names, rulings
from scorekeeper.cards.rules.adjustment import LineOf, read_line
from scorekeeper.cards.rules.changes import CHANGE, MOST_CHANGES, Seating, TableChange
from scorekeeper.cards.rules.contract import AnyOf, Doubt, Entry, Fault, Rules, Table
from scorekeeper.cards.rules.fields import Many, part
from scorekeeper.cards.rules.initials import Initials
from scorekeeper.cards.rules.kinds import (
    Json,
    Kind,
    Maybe,
    Name,
    Player,
    Text,
    Unreadable,
    refused,
    unknown_keys,
    within,
)
from scorekeeper.cards.rules.replay import EntryFault, Marked, Replay, replay
from scorekeeper.cards.rules.rulings import RULE_CHANGE, RuleChange, Rulings
from scorekeeper.cards.sheet_game import definition_of, game_of_sheet, games_for, with_games
from scorekeeper.errors import Refused

FORMAT = "scorekeeper/1"
SCORE_FORMAT = "scorekeeper-score/1"
FAULTS_FORMAT = "scorekeeper-faults/1"
MAX_ENTRIES = 1200

NAMELESS = "?"
"""Replacement of a refused name, in sentences about the rest of the sheet."""

HEAD = ("equipes", "date", "lieu", "premier_donneur")
KEYS = ("format", "game", "definition", "players", "settings", "entries", "changes", "signatures", *HEAD)

(SHEET_MESSAGES,) = read_sentences(__file__, "messages")
"""Sentences of the faults of the sheet itself, as opposed to its game."""
SHEET_WORDS = Words({**catalogue.DEFINITION_MESSAGES, **SHEET_MESSAGES})


class AnyChange(Kind[TableChange | RuleChange]):
    """A change at the table or of the settings, after a given line."""

    def read(self, raw: Json, table: Table) -> TableChange | RuleChange:
        if isinstance(raw, dict) and "settings" in raw:
            return RULE_CHANGE.read(raw, table)
        return CHANGE.read(raw, table)

    def write(self, value: TableChange | RuleChange, table: Table) -> Json:
        kind: Kind[Any] = RULE_CHANGE if isinstance(value, RuleChange) else CHANGE
        return kind.write(value, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"anyOf": [CHANGE.schema(table), RULE_CHANGE.schema(table)]}


CHANGES = Maybe(Many(AnyChange(), 2 * MOST_CHANGES))
"""The list of changes of a sheet file."""

Entries = Sequence[tuple[int, Entry | Unreadable]]
"""Entries of a file with their numbers from 1; `Unreadable` for one that could not be read."""


class Day(Kind[str]):
    """A date in the form 2026-11-20."""

    def read(self, raw: Json, table: Table) -> str:
        try:
            if isinstance(raw, str) and len(raw) == 10:
                return dt.date.fromisoformat(raw).isoformat()
        except ValueError:
            pass
        raise refused("date-illisible")

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "string", "format": "date"}


class BadSheet(Refused):
    """Refusal of a sheet or similar document, with all its faults. Nothing of it was applied."""

    def document(self) -> dict[str, Any]:
        return faults_document(self.faults, self.words, self.table)


def bad_request(faults: Sequence[Fault]) -> BadSheet:
    """Return the refusal of a document whose game is not known. Its faults concern the whole, not an entry."""
    return BadSheet([EntryFault(None, fault) for fault in faults], SHEET_WORDS, Table())


@dataclass(frozen=True)
class SheetFile:
    """A sheet file that was read: the game, its settings, the players, the entries and the changes between them."""

    game: Game
    rules: Rules[Any, Any]
    table: Table
    """Table at the opening."""
    entries: tuple[Entry, ...] = ()
    date: str | None = None
    lieu: str = ""
    changes: tuple[TableChange, ...] = ()
    signatures: Mapping[str, str] = field(default_factory=dict)
    """Initials below the result, by column. A sheet that is opened from this file is signed anew at its end."""
    rule_changes: tuple[RuleChange, ...] = ()
    """Changes of settings between entries; `rules` has those of the opening."""

    @cached_property
    def seating(self) -> Seating:
        return changes.seated(self.table, self.changes)

    def replay(self) -> Replay:
        return replay(self.rulings, self.seating, enumerate(self.entries, 1))

    @cached_property
    def rulings(self) -> Rulings:
        return rulings.ruled(self.rules, self.table, self.rule_changes)


def read_sheet(raw: Any, house: Callable[[], Iterable[Game]] = tuple) -> SheetFile:
    """Return a sheet file from a document that was parsed by `strict_json`.

    Args:
        raw: The document.
        house: Returns the club's declared games. A fault of the number of players names those that allow it.

    Raises:
        BadSheet: with all faults, including those of the rules.
    """
    if not isinstance(raw, dict):
        raise bad_request([Fault("objet-attendu")])
    faults = unknown_keys(raw, KEYS)
    if raw.get("format") != FORMAT:
        faults.append(Fault("format-inconnu", "format", {"attendu": FORMAT}))
    game = game_of_sheet(raw, faults)
    if game is None:
        raise bad_request(faults)
    table = read_table(game, raw, faults)
    date = part(faults, "date", Maybe(Day()), raw.get("date"), Table())
    lieu = "" if raw.get("lieu") in (None, "") else tidied(raw["lieu"], "lieu", faults, names.TITLE_MAX)
    rules = read_settings(game, raw.get("settings", {}), table, faults)
    listed = _read_changes(game, rules, raw, table, faults)
    seating = changes.seated(table, [each for each in listed if isinstance(each, TableChange)])
    turns = tuple(each for each in listed if isinstance(each, RuleChange))
    signatures = part(faults, "signatures", Initials(), raw.get("signatures", {}), seating.now) or {}
    entries = _read_entries(rules or game.rules(), raw.get("entries", []), seating, faults)
    every = [EntryFault(None, fault) for fault in faults]
    wrong = {fault.field.split(".")[0] for fault in faults}
    if rules is not None and not wrong & {"players", "settings", "changes"}:
        every.extend(replay(rulings.ruled(rules, table, turns), seating, entries).faults)
    else:
        # The entries can only be read, not played. Names that were refused above are not reported for them again.
        excused = {"nom-inconnu", "joueurs-inconnus"} if wrong & {"players", "changes"} else set()
        unread = [(rang, entry.faults) for rang, entry in entries if isinstance(entry, Unreadable)]
        every += [
            EntryFault(rang, item) for rang, each in unread for item in each if item.code not in excused
        ]
    if every or rules is None:
        raise BadSheet([with_games(item, raw.get("players"), house) for item in every], words_of(game), table)
    read = tuple(entry for _, entry in entries if not isinstance(entry, Unreadable))
    return SheetFile(
        game,
        rules,
        table,
        read,
        date,
        lieu,
        changes=seating.changes,
        signatures=signatures,
        rule_changes=turns,
    )


def words_of(game: Game) -> Words:
    """Return the game's words together with those of the sheet itself."""
    return Words({**SHEET_MESSAGES, **game.words.messages}, game.words.terms)


def read_table(game: Game, raw: Mapping[str, Any], faults: list[Fault]) -> Table:
    """Return the table of a sheet file; faults are added to `faults`."""
    camps = game.rules.CAMPS
    players = _read_players(game, raw, faults)
    table = Table(players, camps, _read_equipes(raw.get("equipes"), faults, allowed=camps))
    if raw.get("premier_donneur") is None:
        return table
    try:
        return replace(table, premier_donneur=Player().read(raw["premier_donneur"], table))
    except Unreadable as unreadable:
        fault = unreadable.faults[0]
        # The dealer may be a player whose name was refused.
        if fault.code == "nom-attendu" or NAMELESS not in players:
            faults.append(replace(fault, field="premier_donneur"))
        return table


def _read_players(game: Game, raw: Mapping[str, Any], faults: list[Fault]) -> tuple[str, ...]:
    given = raw.get("players")
    if given is None and game.rules.NAMELESS:
        return ()
    if not isinstance(given, list):
        faults.append(Fault("joueurs-liste", "players"))
        return ()
    if len(given) not in game.rules.SEATS:
        values = {"nombres": AnyOf(game.rules.SEATS), "ailleurs": games_for(len(given))}
        faults.append(Fault("joueurs-nombre", "players", values))
    return _read_names(given[:20], "players", faults)


def _read_equipes(given: Any, faults: list[Fault], *, allowed: bool) -> tuple[str, str] | None:
    if given is None:
        return None
    if not allowed:
        faults.append(Fault("equipes-sans-objet", "equipes"))
        return None
    if not isinstance(given, list) or len(given) != 2:
        faults.append(Fault("equipes-deux", "equipes"))
        return None
    first, second = _read_names(given, "equipes", faults)
    return first, second


def _read_names(given: Sequence[Any], key: str, faults: list[Fault]) -> tuple[str, ...]:
    """Return tidied names, which must differ; `NAMELESS` for a refused one."""
    tidy_names = []
    seen: set[str] = set()
    for place, raw in enumerate(given):
        name = tidied(raw, f"{key}.{place}", faults)
        if name and names.casefold(name) in seen:
            faults.append(Fault("nom-pris", f"{key}.{place}", {"nom": name}))
        seen.add(names.casefold(name))
        tidy_names.append(name or NAMELESS)
    return tuple(tidy_names)


def tidied(raw: Any, where: str, faults: list[Fault], most: int | None = None) -> str:
    """Return a tidied name, or with `most` another text of at most so many characters; empty if it is refused."""
    return part(faults, where, Text(most, needed=True) if most else Name(), raw, Table()) or ""


def read_settings(game: Game, raw: Any, table: Table, faults: list[Fault]) -> Rules[Any, Any] | None:
    """Return the rules with these settings; `None` after adding faults at keys `settings.…` to `faults`."""
    try:
        rules: Rules[Any, Any] = game.rules.SETTINGS.read(raw, table)
        problems: Sequence[Fault] = rules.setting_faults(table)
    except Unreadable as unreadable:
        rules, problems = game.rules(), unreadable.faults
    faults += within("settings", problems)
    return None if problems else rules


def _read_changes(
    game: Game, rules: Rules[Any, Any] | None, raw: Mapping[str, Any], table: Table, faults: list[Fault]
) -> Sequence[TableChange | RuleChange]:
    """Return the changes before the first one with faults. These faults are added to `faults` if it is empty."""
    wrong: list[Fault] = []
    listed = part(wrong, "changes", CHANGES, raw.get("changes"), table) or ()
    lines = len(raw["entries"]) if isinstance(raw.get("entries"), list) else 0
    known: list[TableChange | RuleChange] = []
    now, holding = table, rules or game.rules()
    for place, change in enumerate(listed):
        if isinstance(change, RuleChange):
            reasons = rulings.faults(holding, table, change)
        else:
            reasons = changes.faults(game.rules, now, change)
        reasons = [*_place_faults(change.after, known, lines), *reasons]
        wrong += within(f"changes.{place}", reasons)
        if wrong:
            break
        if isinstance(change, RuleChange):
            holding = rulings.changed(holding, change, table)
        else:
            now = changes.after(now, change)
        known.append(change)
    if wrong and not faults:
        faults += wrong
    return known


def _place_faults(after: int, former: Sequence[TableChange | RuleChange], lines: int) -> list[Fault]:
    """Return the fault of a change after line `after` that is out of order, or beyond the last of `lines` lines."""
    first = former[-1].after if former else 0
    if not first <= after <= lines:
        return [Fault("changement-hors-limites", "after", min=first, max=lines)]
    return []


def _read_entries(rules: Rules[Any, Any], raw: Any, seating: Seating, faults: list[Fault]) -> Entries:
    if not isinstance(raw, list):
        faults.append(Fault("liste-attendue", "entries"))
        return []
    if len(raw) > MAX_ENTRIES:
        faults.append(Fault("trop-d-entrees", "entries", {"limite": MAX_ENTRIES}))
        return []
    return [(rang, read_line(rules, item, seating.at(rang))) for rang, item in enumerate(raw, 1)]


def sheet_document(sheet: SheetFile, payloads: Sequence[Mapping[str, Any]] | None = None) -> dict[str, Any]:
    """Return the document of a sheet file; `payloads` replace its entries if they are already plain objects."""
    table, rules, dealer = sheet.table, sheet.rules, sheet.table.premier_donneur
    if payloads is None:
        entries = enumerate(sheet.entries, 1)
        payloads = [LineOf(rules).write(entry, sheet.seating.at(rang)) for rang, entry in entries]
    # By the line that they follow, those at the table before those of settings.
    listed: list[TableChange | RuleChange] = [*sheet.changes, *sheet.rule_changes]
    listed.sort(key=lambda change: change.after)
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": sheet.game.key,
        "players": list(table.players),
        "settings": rules.SETTINGS.write(rules, table),
        "entries": [dict(payload) for payload in payloads],
        "changes": [AnyChange().write(change, table) for change in listed],
        "signatures": dict(sheet.signatures),
        "equipes": list(table.equipes or ()),
        "premier_donneur": None if dealer is None else table.players[dealer],
        "date": sheet.date,
        "lieu": sheet.lieu,
        "definition": definition_of(sheet.game),
    }
    return {key: value for key, value in document.items() if value or key in {"settings", "entries"}}


def score_document(game: Game, sheet: Replay, rows: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return the score document of a sheet in the current language; `rows` are its rows if they are already known."""
    if rows is None:
        marked = ((line, row_texts(game, line)) for line in sheet.marked)
        rows = [row_document(line, texts) for line, texts in marked]
    columns = sheet.table.columns
    control = sheet.control
    aside = {"ajustements": list(sheet.state.ajuste)} if sheet.state.ajuste else {}
    return {
        "format": SCORE_FORMAT,
        "game": game.key,
        "columns": list(columns),
        "rows": rows,
        "totals": list(sheet.totals),
        "settings": sheet.rules.SETTINGS.write(sheet.rules, sheet.table),
        "finished": sheet.outcome is not None,
        "winners": [columns[column] for column in sheet.outcome.winners] if sheet.outcome else [],
        "control": control
        and {"expected": control.expected, "found": control.actual, "ok": control.ok, **aside},
    }


def row_texts(game: Game, marked: Marked) -> tuple[str, ...]:
    """Return the sentences of a row in the current language: first of its items, then of its doubts."""
    sentences = (*(item.label for item in marked.row.detail), *marked.doubts)
    return tuple(message_of(sentence, game.words, marked.before.table) for sentence in sentences)


def row_document(marked: Marked, texts: Sequence[str]) -> dict[str, Any]:
    """Return one row of the score document; `texts` as from `row_texts`."""
    of_doubts = texts[len(marked.row.detail) :]
    return {
        "rang": marked.rang,
        "scores": list(marked.row.scores),
        "totals": list(marked.after.totals),
        "detail": [
            {"label": text, "scores": list(item.scores)}
            for item, text in zip(marked.row.detail, texts, strict=False)
        ],
        "doubts": [
            {"code": doubt.code, "field": doubt.field, "message": text}
            for doubt, text in zip(marked.doubts, of_doubts, strict=True)
        ],
        **marked.row.extra,
    }


def fault_document(fault: Fault | Doubt, words: Words, table: Table) -> dict[str, Any]:
    """Return the code, field and sentence of a fault or doubt."""
    return {"code": fault.code, "field": fault.field, "message": message_of(fault, words, table)}


def faults_document(faults: Sequence[EntryFault], words: Words, table: Table) -> dict[str, Any]:
    """Return the document about a refused sheet or entry."""
    return {
        "format": FAULTS_FORMAT,
        "faults": [{"entry": item.rang, **fault_document(item.fault, words, table)} for item in faults],
    }
