"""Lists of people as they come: pasted, or from a spreadsheet; looked through before anybody is registered."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.parties import Author
from scorekeeper.records.store import Store
from scorekeeper.rules import names
from scorekeeper.rules.contract import Doubt, Fault
from scorekeeper.sheet_file import SheetFault
from scorekeeper.tournaments.acts.desk import read, refusals
from scorekeeper.tournaments.acts.entrants import Newcomer, read_player, register, skeleton
from scorekeeper.tournaments.export import plain_cell
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import MAX_ENTRANTS

MAX_LIST = 256 * 1024
"""Largest list, in bytes."""
SEPARATORS = ("\t", ";", ",", "|")
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("nom", "name", "joueur", "joueuse", "player", "nom complet", "nom et prénom", "nom et prenom"),
    "first": ("prénom", "prenom", "first name", "firstname"),
    "last": ("nom de famille", "last name", "lastname", "surname"),
    "club": ("club", "société", "societe", "amicale"),
    "apart": (
        *(
            "à part",
            "a part",
            "à part de",
            "à séparer",
            "a separer",
            "séparer",
            "separer",
            "séparé de",
            "separe de",
        ),
        *("pas avec", "éviter", "eviter", "apart", "keep apart", "keep apart from"),
    ),
    "pair": ("paire", "équipe", "equipe", "partenaire", "pair", "team", "partner"),
    "fixed": ("fixe", "table fixe", "place fixe", "table", "fixed", "fixed seat"),
    "": ("n°", "no", "numéro", "numero", "number", "#"),
}
"""The headings, in any case, that a column may have; the last are read over."""

_NUMBERED = re.compile(r"\s*\d{1,4}\s*[.)\-\t:]\s*(?=\D)")
_BETWEEN = re.compile(r"\s*[/&+,;|]\s*")
_YES = frozenset({"oui", "yes", "x", "1x", "o", "true", "vrai", "✓"})
_NO = frozenset({"non", "no", "0", "false", "faux", "-"})


@dataclass(frozen=True)
class ListRow:
    """One line of a list."""

    line: int
    """Its number in the file, from 1."""
    text: str
    """It as it stands there."""
    player: Newcomer | None
    """Who it is; `None` when the line has faults."""
    faults: tuple[Fault, ...] = ()
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True)
class Preview:
    """A list as it would be registered."""

    rows: tuple[ListRow, ...]
    columns: tuple[str, ...]
    """What each column was taken for: `name`, `first`, `last`, `club`, `apart`, `pair`, `fixed`, or nothing."""
    separator: str
    """What stands between two columns; empty when there is one column."""
    encoding: str
    heading: bool
    """Whether the first line names the columns."""
    faults: tuple[Fault, ...] = ()
    """Of the list as a whole."""

    @property
    def ok(self) -> bool:
        """Whether it can be registered as it is."""
        return not self.faults and bool(self.rows) and not any(row.faults for row in self.rows)

    @property
    def players(self) -> tuple[Newcomer, ...]:
        """Those of the lines without faults."""
        return tuple(row.player for row in self.rows if row.player is not None)


def preview(store: Store, number: int, data: bytes | str, *, separator: str | None = None) -> Preview:
    """Look through a list; nothing is written.

    Args:
        store: the records.
        number: the tournament whose entrants are known already.
        data: the list: one name a line, or columns with or without a heading.
        separator: what stands between two columns; found out unless told, empty for one column.

    Raises:
        Unknown: when there is no such tournament.
    """
    return looked_through(data, read(store, number).entrants, separator)


def import_list(
    store: Store,
    number: int,
    data: bytes | str,
    *,
    by: Author,
    uuid: str | None = None,
    separator: str | None = None,
) -> Tournament:
    """Register everybody of a list, or nobody when a line has a fault.

    Raises:
        Refused: with the faults of every line.
        Conflict: when the tournament is finished.
        Unknown: when there is no such tournament.
        StorageError: when it could not be written.
    """
    # Whether a name is taken is judged when it is written; a list that was registered once may be sent again.
    found = looked_through(data, (), separator)
    if not found.ok:
        faults = [SheetFault(None, fault) for fault in found.faults]
        faults += [SheetFault(row.line, fault) for row in found.rows for fault in row.faults]
        raise refusals(faults or [SheetFault(None, Fault("liste-vide"))])
    return register(store, number, [one.document() for one in found.players], by=by, uuid=uuid)


def looked_through(data: bytes | str, known: Iterable[Entrant], separator: str | None = None) -> Preview:
    """A list with what each line says and what is wrong with it."""
    text, encoding = decoded(data)
    if text is None:
        return Preview((), (), "", encoding, heading=False, faults=(Fault("liste-illisible"),))
    mark = _separator(text) if separator is None else separator
    lines = _cells(text, mark)
    if len(lines) > MAX_ENTRANTS + 1:
        fault = Fault("liste-trop-longue", "", {"limite": MAX_ENTRANTS})
        return Preview((), (), mark, encoding, heading=False, faults=(fault,))
    columns = _heading(lines[0][1]) if lines else None
    heading = columns is not None
    faults: list[Fault] = []
    if columns is None:
        columns = ("name", "club", "apart", "pair", "fixed") if mark else ("name",)
    elif not {"name", "first", "last"} & set(columns):
        told = tuple(cell.strip() for cell in lines[0][1])
        faults.append(Fault("colonne-nom", "", {"colonnes": told}))
        lines = []
    rows = _judged([_row(line, cells, columns, heading=heading) for line, cells in lines[heading:]], known)
    if not rows and not faults:
        faults.append(Fault("liste-vide"))
    return Preview(rows, columns, mark, encoding, heading, tuple(faults))


def decoded(data: bytes | str) -> tuple[str | None, str]:
    """The text of a file and how it was encoded; spreadsheets write it in more than one way."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), "utf-8"
    if len(data) > MAX_LIST:
        return None, ""
    encodings = ["utf-8-sig", "cp1252"]
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        encodings = ["utf-16"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text, encoding
    return None, ""


def _separator(text: str) -> str:
    """What stands between columns: the sign that is there about as often in every line; none for a plain list."""
    lines = [line for line in text.splitlines()[:50] if line.strip()]
    best, most = "", 0
    for mark in SEPARATORS:
        counts = [_outside_quotes(line, mark) for line in lines]
        if not counts or not counts[0]:
            continue
        alike = sum(count == counts[0] for count in counts)
        if alike * 10 >= 6 * len(counts) and counts[0] * alike > most:
            best, most = mark, counts[0] * alike
    return best


def _outside_quotes(line: str, mark: str) -> int:
    return sum(part.count(mark) for part in line.split('"')[::2])


def _cells(text: str, mark: str) -> list[tuple[int, list[str]]]:
    """The lines that say something, with their numbers; a quoted cell may hold the separator or a line break."""
    if not mark:
        found = [(number, [line]) for number, line in enumerate(text.splitlines(), 1)]
    else:
        reader = csv.reader(text.splitlines(keepends=True), delimiter=mark)
        found = []
        before = 0
        try:
            for cells in reader:
                found.append((before + 1, cells))
                before = reader.line_num
        except csv.Error:
            return [(number, [line]) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    return [(number, cells) for number, cells in found if any(cell.strip() for cell in cells)]


def _heading(cells: Sequence[str]) -> tuple[str, ...] | None:
    """What the columns are, when the line names them."""
    known = {title: column for column, titles in COLUMNS.items() for title in titles}
    folded = [names.key(cell.strip()) for cell in cells]
    if not any(title in known for title in folded):
        return None
    columns = [known.get(title, "") for title in folded]
    if "first" in columns and "last" not in columns and "name" in columns:
        columns[columns.index("name")] = "last"
    return tuple(columns)


def _row(line: int, cells: Sequence[str], columns: Sequence[str], *, heading: bool) -> ListRow:
    """Who a line is; files of our own, which have a heading, write what a spreadsheet would reckon as text."""
    said: dict[str, str] = {}
    for column, cell in zip(columns, cells, strict=False):
        if column and cell.strip():
            said[column] = plain_cell(cell.strip()) if heading else cell.strip()
    if "name" not in said:
        said["name"] = " ".join(said[key] for key in ("first", "last") if key in said)
    raw: dict[str, Any] = {"name": _NUMBERED.sub("", said["name"], count=1), **_fixed(said)}
    raw |= {key: said[key] for key in ("club", "pair") if key in said}
    if "apart" in said:
        raw["apart"] = [part for part in _BETWEEN.split(said["apart"]) if part]
    player, faults = read_player(raw)
    return ListRow(line, " ".join(" ".join(cells).split())[:200], player, tuple(faults))


def _fixed(said: Mapping[str, str]) -> dict[str, Any]:
    text = said.get("fixed", "").casefold()
    if not text or text in _NO:
        return {}
    if text in _YES:
        return {"fixed": True}
    return {"fixed": int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text}


def _judged(rows: Sequence[ListRow], known: Iterable[Entrant]) -> tuple[ListRow, ...]:
    """The rows, with the names that are taken already or look like another."""
    known = tuple(known)
    taken = {names.key(one.name): one.number for one in known}
    alike = {skeleton(one.name): one.name for one in known}
    seen: dict[str, int] = {}
    found = []
    for row in rows:
        if row.player is None:
            found.append(row)
            continue
        name = row.player.name
        key, bones = names.key(name), skeleton(name)
        faults: tuple[Fault, ...] = ()
        doubts: tuple[Doubt, ...] = ()
        if key in taken:
            faults = (Fault("nom-pris", "name", {"nom": name, "numero": taken[key]}),)
        elif key in seen:
            faults = (Fault("nom-deux-fois", "name", {"nom": name, "ligne": seen[key]}),)
        elif bones in alike:
            doubts = (Doubt("nom-ressemble", "name", {"nom": name, "autre": alike[bones]}),)
        seen.setdefault(key, row.line)
        alike.setdefault(bones, name)
        found.append(ListRow(row.line, row.text, None if faults else row.player, faults, doubts))
    return tuple(found)
