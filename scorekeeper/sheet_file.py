"""The sheet file `scorekeeper/1` and the score document `scorekeeper-score/1`: what outside programs read and write.

The command line, the HTTP API, import, export and tests all go through here. Reading tells every fault at once.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.catalogue import GAMES, game
from scorekeeper.i18n import N_, gettext
from scorekeeper.kit.game import Game
from scorekeeper.kit.words import COMMON, Words, say
from scorekeeper.rules import names
from scorekeeper.rules.contract import Doubt, Entry, Fault, Item, Rules, Table
from scorekeeper.rules.kinds import Json, Kind, Maybe, Player, Unreadable, refused, shown, within
from scorekeeper.rules.replay import EntryFault, Marked, Replay, replay

FORMAT = "scorekeeper/1"
SCORE_FORMAT = "scorekeeper-score/1"
FAULTS_FORMAT = "scorekeeper-faults/1"
MAX_ENTRIES = 1200
"""Most entries of one sheet."""

NAMELESS = "?"
"""What stands for a name that was refused, in the sentences about the rest of the sheet."""

KEYS = ("format", "game", "players", "settings", "entries", "equipes", "date", "lieu", "premier_donneur")

SHEET_MESSAGES: Mapping[str, str] = {
    "format-inconnu": N_("Le format attendu est « %(attendu)s »."),
    "jeu-inconnu": N_("Jeu inconnu. Jeux possibles : %(jeux)s."),
    "joueurs-nombre": N_("Ce jeu se joue à %(nombres)s."),
    "joueurs-liste": N_("Une liste de noms est attendue."),
    "nom-pris": N_("« %(nom)s » est déjà à la table : deux joueurs ne peuvent pas porter le même nom."),
    "equipes-deux": N_("Deux noms d’équipe sont attendus."),
    "equipes-sans-objet": N_("Ce jeu se joue sans équipes fixes."),
    "date-illisible": N_("Une date comme 2026-11-20 est attendue."),
    "trop-d-entrees": N_("Au plus %(limite)s lignes par feuille."),
}
"""Sentences for the faults of the sheet itself."""

SHEET_WORDS = Words(SHEET_MESSAGES)


class Day(Kind[str]):
    """A day, as 2026-11-20."""

    def read(self, raw: Json, table: Table) -> str:
        try:
            if isinstance(raw, str) and len(raw) == 10:
                return dt.date.fromisoformat(raw).isoformat()
        except ValueError:
            pass
        raise refused("date-illisible")

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "string", "format": "date"}


@dataclass(frozen=True)
class SheetFault:
    """A fault with where it is: `entry` counts from 1, or is `None` for the sheet itself."""

    entry: int | None
    fault: Fault


class BadSheet(ValueError):
    """A sheet that is refused, with every fault."""

    def __init__(self, faults: Sequence[SheetFault], words: Words, table: Table) -> None:
        super().__init__(", ".join(item.fault.code for item in faults))
        self.faults = tuple(faults)
        self.words = words
        self.table = table

    def document(self) -> dict[str, Any]:
        """The faults document, in the language of the moment."""
        return faults_document(self.faults, self.words, self.table)


@dataclass(frozen=True)
class SheetFile:
    """A sheet as it was read: who plays what by which settings, and the entries."""

    game: Game
    rules: Rules[Any, Any]
    table: Table
    entries: tuple[Entry, ...] = ()
    date: str | None = None
    lieu: str = ""

    def replay(self) -> Replay:
        """Play the entries, numbered from 1."""
        return replay(self.rules, self.table, enumerate(self.entries, 1))


def read_sheet(raw: Any) -> SheetFile:
    """Read a sheet file that was parsed by `strict_json`.

    Raises:
        BadSheet: with every fault of the sheet and of every entry, the rules' own included.
    """
    if not isinstance(raw, dict):
        raise BadSheet([SheetFault(None, Fault("objet-attendu"))], SHEET_WORDS, Table())
    faults = [
        Fault("cle-inconnue", shown(str(key)), {"cle": shown(str(key))}) for key in raw if key not in KEYS
    ]
    if raw.get("format") != FORMAT:
        faults.append(Fault("format-inconnu", "format", {"attendu": FORMAT}))
    try:
        unit = game(raw["game"]) if isinstance(raw.get("game"), str) else None
    except LookupError:
        unit = None
    if unit is None:
        faults.append(Fault("jeu-inconnu", "game", {"jeux": tuple(known.key for known in GAMES)}))
        raise BadSheet([SheetFault(None, fault) for fault in faults], SHEET_WORDS, Table())
    table = read_table(unit, raw, faults)
    date, lieu = _read_header(raw, faults)
    rules = read_settings(unit, raw.get("settings", {}), table, faults)
    entries = _read_entries(unit, raw.get("entries", []), table, rules, faults)
    found = [SheetFault(None, fault) for fault in faults]
    if rules is not None and not any(
        fault.field.split(".")[0] in {"players", "settings"} for fault in faults
    ):
        played = replay(rules, table, entries)
        found.extend(SheetFault(item.rang, item.fault) for item in played.faults)
    else:
        found.extend(_only_read(entries, faults))
    if found or rules is None:
        raise BadSheet(found, words_of(unit), table)
    said = tuple(entry for _, entry in entries if not isinstance(entry, Unreadable))
    return SheetFile(unit, rules, table, said, date, lieu)


def _only_read(
    entries: Sequence[tuple[int, Entry | Unreadable]], faults: Sequence[Fault]
) -> Iterator[SheetFault]:
    """What is wrong with entries that cannot be judged; who nobody knows is no fault of theirs where players were refused."""
    strangers = any(fault.field.split(".")[0] == "players" for fault in faults)
    for rang, entry in entries:
        for fault in entry.faults if isinstance(entry, Unreadable) else ():
            if not (strangers and fault.code in {"nom-inconnu", "joueurs-inconnus"}):
                yield SheetFault(rang, fault)


def words_of(unit: Game) -> Words:
    """The game's words together with those of the sheet itself."""
    return Words({**SHEET_MESSAGES, **unit.words.messages}, unit.words.terms)


def read_table(unit: Game, raw: Mapping[str, Any], faults: list[Fault]) -> Table:
    """Who sits where; what is wrong is added to `faults`."""
    rules = unit.rules
    players = _read_players(unit, raw, faults)
    equipes: tuple[str, str] | None = None
    given = raw.get("equipes")
    if given is not None:
        if not rules.CAMPS:
            faults.append(Fault("equipes-sans-objet", "equipes"))
        elif not isinstance(given, list) or len(given) != 2:
            faults.append(Fault("equipes-deux", "equipes"))
        else:
            tidied = [_read_name(name, f"equipes.{place}", faults) for place, name in enumerate(given)]
            if tidied[0] and names.key(tidied[0]) == names.key(tidied[1]):
                faults.append(Fault("nom-pris", "equipes.1", {"nom": tidied[1]}))
            equipes = (tidied[0] or NAMELESS, tidied[1] or NAMELESS)
    table = Table(players, rules.CAMPS, equipes)
    first = raw.get("premier_donneur")
    if first is None:
        return table
    try:
        return Table(players, rules.CAMPS, equipes, Player().read(first, table))
    except Unreadable as unreadable:
        first_fault = unreadable.faults[0]
        # Who deals may be whoever was refused.
        if first_fault.code == "nom-attendu" or NAMELESS not in players:
            faults.append(Fault(first_fault.code, "premier_donneur", first_fault.values))
        return table


def _read_players(unit: Game, raw: Mapping[str, Any], faults: list[Fault]) -> tuple[str, ...]:
    given = raw.get("players")
    if given is None and unit.rules.NAMELESS:
        return ()
    if not isinstance(given, list):
        faults.append(Fault("joueurs-liste", "players"))
        return ()
    if len(given) not in unit.rules.SEATS:
        faults.append(Fault("joueurs-nombre", "players", {"nombres": unit.rules.SEATS}))
    players: list[str] = []
    seen: set[str] = set()
    for place, name in enumerate(given[:20]):
        tidied = _read_name(name, f"players.{place}", faults)
        if tidied and names.key(tidied) in seen:
            faults.append(Fault("nom-pris", f"players.{place}", {"nom": tidied}))
        seen.add(names.key(tidied))
        players.append(tidied or NAMELESS)
    return tuple(players)


def _read_name(raw: Any, where: str, faults: list[Fault]) -> str:
    """A name tidied; empty when it is refused."""
    if not isinstance(raw, str):
        faults.append(Fault("nom-attendu", where))
        return ""
    if any(sign in "\t\r\n" for sign in raw.strip()):
        # At the ends they are blank; inside, entries that name the player as written would find nobody.
        faults.append(Fault("texte-caractere", where))
        return ""
    try:
        return names.tidy(raw)
    except names.BadText as bad:
        faults.append(Fault(bad.code, where, {"limite": bad.limit}))
        return ""


def _read_header(raw: Mapping[str, Any], faults: list[Fault]) -> tuple[str | None, str]:
    date = None
    try:
        date = Maybe(Day()).read(raw.get("date"), Table())
    except Unreadable as unreadable:
        faults += within("date", unreadable)
    lieu = raw.get("lieu")
    if lieu is None or lieu == "":
        return date, ""
    if not isinstance(lieu, str):
        faults.append(Fault("texte-attendu", "lieu"))
        return date, ""
    try:
        return date, names.tidy(lieu, names.TITLE_MAX)
    except names.BadText as bad:
        faults.append(Fault(bad.code, "lieu", {"limite": bad.limit}))
        return date, ""


def read_settings(unit: Game, raw: Any, table: Table, faults: list[Fault]) -> Rules[Any, Any] | None:
    """The settings as rules, or `None` with the reasons added to `faults` under `settings.…`."""
    try:
        rules: Rules[Any, Any] = unit.rules.SETTINGS.read(raw, table)
        problems: Sequence[Fault] = rules.setting_faults(table)
    except Unreadable as unreadable:
        rules, problems = unit.rules(), unreadable.faults
    faults.extend(
        Fault(fault.code, f"settings.{fault.field}".rstrip("."), fault.values) for fault in problems
    )
    return None if problems else rules


def _read_entries(
    unit: Game, raw: Any, table: Table, rules: Rules[Any, Any] | None, faults: list[Fault]
) -> list[tuple[int, Entry | Unreadable]]:
    if not isinstance(raw, list):
        faults.append(Fault("liste-attendue", "entries"))
        return []
    if len(raw) > MAX_ENTRIES:
        faults.append(Fault("trop-d-entrees", "entries", {"limite": MAX_ENTRIES}))
        return []
    entries: list[tuple[int, Entry | Unreadable]] = []
    record = (rules or unit.rules()).ENTRY
    for rang, item in enumerate(raw, 1):
        try:
            entries.append((rang, record.read(item, table)))
        except Unreadable as unreadable:
            entries.append((rang, unreadable))
    return entries


def sheet_document(sheet: SheetFile, payloads: Sequence[Mapping[str, Any]] | None = None) -> dict[str, Any]:
    """The sheet as a file; `payloads` stand for the entries when they are kept as plain objects already."""
    table = sheet.table
    document: dict[str, Any] = {"format": FORMAT, "game": sheet.game.key}
    if table.players:
        document["players"] = list(table.players)
    document["settings"] = sheet.rules.SETTINGS.write(sheet.rules, table)
    document["entries"] = (
        [dict(payload) for payload in payloads]
        if payloads is not None
        else [sheet.rules.ENTRY.write(entry, table) for entry in sheet.entries]
    )
    if table.equipes:
        document["equipes"] = list(table.equipes)
    if table.premier_donneur is not None:
        document["premier_donneur"] = table.players[table.premier_donneur]
    if sheet.date:
        document["date"] = sheet.date
    if sheet.lieu:
        document["lieu"] = sheet.lieu
    return document


def score_document(unit: Game, sheet: Replay) -> dict[str, Any]:
    """The score of a sheet, in the language of the moment."""
    columns = sheet.table.columns
    control = sheet.control
    return {
        "format": SCORE_FORMAT,
        "game": unit.key,
        "columns": list(columns),
        "rows": [row_document(unit, marked, sheet.table) for marked in sheet.marked],
        "totals": list(sheet.totals),
        "finished": sheet.outcome is not None,
        "winners": [columns[column] for column in sheet.outcome.winners] if sheet.outcome else [],
        "control": None
        if control is None
        else {"expected": control.expected, "found": control.found, "ok": control.ok},
    }


def row_document(unit: Game, marked: Marked, table: Table) -> dict[str, Any]:
    """One row of the score document."""
    return {
        "rang": marked.rang,
        "scores": list(marked.row.scores),
        "totals": list(marked.after.totals),
        "detail": [item_document(unit, item, table) for item in marked.row.detail],
        "doubts": [fault_document(doubt, unit.words, table) for doubt in marked.doubts],
        **marked.row.extra,
    }


def item_document(unit: Game, item: Item, table: Table) -> dict[str, Any]:
    """One line of a reckoning."""
    return {"label": say(item.label, unit.words, table), "scores": list(item.scores)}


def fault_document(fault: Fault | Doubt, words: Words, table: Table) -> dict[str, Any]:
    """A fault or doubt: its code, its field and its sentence."""
    return {"code": fault.code, "field": fault.field, "message": say(fault, words, table)}


def faults_document(faults: Sequence[SheetFault | EntryFault], words: Words, table: Table) -> dict[str, Any]:
    """The document that answers a refused sheet or entry."""
    return {
        "format": FAULTS_FORMAT,
        "faults": [
            {
                "entry": item.rang if isinstance(item, EntryFault) else item.entry,
                **fault_document(item.fault, words, table),
            }
            for item in faults
        ],
    }


def game_document(unit: Game) -> dict[str, Any]:
    """A game with its settings, their defaults and the JSON Schemas of its settings and its entries."""
    rules = unit.rules()
    return {
        "key": unit.key,
        "name": gettext(unit.name),
        "entry_word": str(unit.entry_word),
        "seats": list(rules.SEATS),
        "camps": rules.CAMPS,
        "settings": rules.SETTINGS.write_all(rules, Table(camps=rules.CAMPS)),
        "settings_schema": rules.SETTINGS.schema(),
        "entry_schema": rules.ENTRY.schema(),
    }


__all__ = ["COMMON", "BadSheet", "SheetFault", "SheetFile", "read_sheet", "score_document", "sheet_document"]
