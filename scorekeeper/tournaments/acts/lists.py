"""Lists of people: pasted, the file of a spreadsheet, or a workbook; checked before anybody is registered."""

import contextlib
import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from scorekeeper.cards.game_api.form import typed_cents
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Doubt, Fault
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.lists.workbook import UnreadableList, is_workbook, read_sheet
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.common import Sent, refusal
from scorekeeper.tournaments.acts.entrants import Newcomer, TakenNames, read_player, register
from scorekeeper.tournaments.export import plain_cell
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import MAX_ENTRANTS

MAX_LIST = 256 * 1024
"""Largest list, in bytes."""
SEPARATORS = ("\t", ";", ",", "|")
BETWEEN = re.compile(r"\s*[/&+,;|\t]\s*")
"""Stands between the names of one cell or line."""
COLUMNS: Mapping[str, str] = {
    "name": "nom,name,joueur,joueuse,player,nom complet,nom et prénom,nom et prenom",
    "first": "prénom,prenom,first name,firstname",
    "last": "nom de famille,last name,lastname,surname",
    "club": "club,société,societe,amicale",
    "apart": "à part,a part,à part de,à séparer,a separer,séparer,separer,séparé de,separe de,pas avec,éviter,eviter,"
    "apart,keep apart,keep apart from",
    "pair": "paire,équipe,equipe,partenaire,pair,team,partner",
    "fixed": "fixe,table fixe,place fixe,table,fixed,fixed seat,fixed table",
    "present": "présent,present,présente,ici,here",
    "arrived": "arrivé,arrive,arrivée,pointé,arrived,checked in",
    "paid": "payé,paye,payée,versé,paid",
    "licence": "licence,n° licence,n° de licence,no licence,numéro de licence,license,licence number,license number",
    "": "n°,no,numéro,numero,number,#",
}
"""The headings, in any case, that a column may have; columns with the last ones are skipped."""
TITLES = {title: column for column, titles in COLUMNS.items() for title in titles.split(",")}

USUAL_COLUMNS = ("name", "club", "apart", "pair", "fixed")
"""The columns of a list without a heading."""
AROUND = re.compile(r"^\s*(?:[-–—•·*]\s+)?(?:\d{1,4}(?:\s*[.)\-\t:]\s*|\s+)(?=\D))?|[\s;,|]+$")
"""A bullet or number before a name, and what separated it from the next one."""
_ACCENTED = frozenset("àâäáçéèêëíîïñóôöúùûüÿœæßÀÂÄÁÇÉÈÊËÎÏÔÖÙÛÜŒÆ’")
_YES = frozenset({"oui", "yes", "x", "1x", "o", "true", "vrai", "✓"})
_NO = frozenset({"non", "no", "0", "false", "faux", "-"})
_COINS = "€$£ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""May stand beside an amount."""


@dataclass(frozen=True, kw_only=True)
class ListRow:
    """One line of a list."""

    line: int
    """Its number in the file, from 1."""
    text: str
    player: Newcomer | None
    """`None` when the line has faults."""
    faults: tuple[Fault, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    cells: Mapping[str, str] = field(default_factory=dict)
    """Those that hold something, by the key of their column."""


@dataclass(frozen=True, kw_only=True)
class Preview:
    """A list as it would be registered."""

    rows: tuple[ListRow, ...] = ()
    columns: tuple[str, ...] = ()
    """The key of `COLUMNS` that each column was read as."""
    separator: str = ""
    """Between two columns; empty when there is one column."""
    encoding: str
    heading: bool = False
    unknown: tuple[str, ...] = ()
    """Titles of the columns that are not read."""
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


def import_list(
    store: Store, number: int, data: bytes | str, *, separator: str | None = None, **sent: Unpack[Sent]
) -> Tournament:
    """Register all people of a list, or none when a line has a fault. Raises `Refused` with the faults of every line."""
    # Whether a name is taken is judged when it is written; a list that was registered once may be sent again.
    people = checked(data, (), separator)
    if not people.ok:
        faults: list[Fault | EntryFault] = [*people.faults]
        faults += [EntryFault(row.line, fault) for row in people.rows for fault in row.faults]
        raise refusal(*faults or [Fault("liste-vide")])
    return register(store, number, [person.document() for person in people.players], **sent)


def checked(data: bytes | str, known: Iterable[Entrant], separator: str | None = None) -> Preview:
    """Read a list of one name a line, or of columns with or without a heading, into persons and faults.

    `known` are those who are registered already; the `separator` of two columns, empty for one column, is by default found out.
    """
    try:
        text, encoding = decoded(data)
    except UnreadableList as unreadable:
        return Preview(encoding="", faults=(unreadable.fault,))
    separator, lines = lines_of(text, separator)
    if len(lines) > MAX_ENTRANTS + 1:
        fault = Fault("liste-trop-longue", "", {"limite": MAX_ENTRANTS})
        return Preview(separator=separator, encoding=encoding, faults=(fault,))
    columns = columns_of(lines[0][1]) if lines else None
    heading = columns is not None
    faults: list[Fault] = []
    if columns is None:
        columns = USUAL_COLUMNS if separator else ("name",)
    elif not {"name", "first", "last"} & set(columns):
        cells = tuple(cell.strip() for cell in lines[0][1])
        faults.append(Fault("colonne-nom", "", {"colonnes": cells}))
        lines = []
    rows = _judged([_row(line, cells, columns, heading=heading) for line, cells in lines[heading:]], known)
    if not rows and not faults:
        faults.append(Fault("liste-vide"))
    return Preview(
        rows=rows,
        columns=columns,
        separator=separator,
        encoding=encoding,
        heading=heading,
        unknown=unknown_titles(lines[0][1]) if heading and lines else (),
        faults=tuple(faults),
    )


def decoded(data: bytes | str) -> tuple[str, str]:
    """Return the text of a file and how it was encoded; spreadsheets write it in more than one way. Raises `UnreadableList`."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), "utf-8"
    if len(data) > MAX_LIST:
        raise UnreadableList(Fault("liste-trop-grosse", "", {"limite": MAX_LIST // 1024}))
    if is_workbook(data):
        return _pasted(data), "classeur"
    encodings = ["utf-8-sig", *sorted(("cp1252", "mac_roman"), key=lambda name: -_letters(data, name))]
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        encodings = ["utf-16"]
    elif data.count(0) * 3 > len(data):
        encodings = ["utf-16-be" if data[:1] == b"\0" else "utf-16-le"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text, encoding
    raise UnreadableList(Fault("liste-illisible"))


def _letters(data: bytes, encoding: str) -> int:
    """Number of accented letters of our languages that a file has when it is read so; -1 when it cannot be."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return -1
    return sum(character in _ACCENTED for character in text)


def lines_of(text: str, separator: str | None = None) -> tuple[str, list[tuple[int, list[str]]]]:
    """The character between columns, empty for a plain list, and the lines that hold something in cells.

    A first line `sep=;`, which spreadsheets write, says it. Lines keep their numbers.
    """
    first = text.split("\n", 1)[0].strip()
    if first[:4].casefold() == "sep=" and first[4:] in SEPARATORS:
        text, named = text.replace(first, "", 1), first[4:]
        separator = named if separator is None else separator
    separator = _separator(text) if separator is None else separator
    return separator, cells_of(text, separator)


def unknown_titles(cells: Sequence[str]) -> tuple[str, ...]:
    """The titles of a heading that are not those of a column we know."""
    return tuple(cell.strip() for cell in cells if cell.strip() and names.key(cell.strip()) not in TITLES)


def _separator(text: str) -> str:
    """The character between columns: the one that is there about as often in every line; none for a plain list."""
    lines = [line for line in text.splitlines()[:50] if line.strip()]
    best, most = "", 0
    for separator in SEPARATORS:
        # What stands between quotes separates nothing.
        counts = [sum(part.count(separator) for part in line.split('"')[::2]) for line in lines]
        if not counts or not counts[0]:
            continue
        alike = sum(count == counts[0] for count in counts)
        if alike * 10 >= 6 * len(counts) and counts[0] * alike > most:
            best, most = separator, counts[0] * alike
    return best


def cells_of(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """The lines that hold something, with their numbers; a quoted cell may hold the separator or a line break."""
    lines = [(number, [line]) for number, line in enumerate(text.splitlines(), 1)]
    if separator:
        reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
        rows, before = [], 0
        with contextlib.suppress(csv.Error):
            for cells in reader:
                rows.append((before + 1, cells))
                before = reader.line_num
            lines = rows
    return [(number, cells) for number, cells in lines if any(cell.strip() for cell in cells)]


def columns_of(cells: Sequence[str]) -> tuple[str, ...] | None:
    """The keys of the columns, when the line names them."""
    folded = [names.key(cell.strip()) for cell in cells]
    if TITLES.keys().isdisjoint(folded):
        return None
    columns = [TITLES.get(title, "") for title in folded]
    if "first" in columns and "last" not in columns and "name" in columns:
        columns[columns.index("name")] = "last"
    return tuple(columns)


def by_column(cells: Sequence[str], columns: Sequence[str]) -> dict[str, str]:
    """The cells of a line that hold something, by the key of their column; first and last name become one name."""
    pairs = zip(columns, map(str.strip, cells), strict=False)
    texts = {column: cell for column, cell in pairs if column and cell}
    parts = [texts.pop(key) for key in ("first", "last") if key in texts]
    return {"name": " ".join(parts), **texts}


def _row(line: int, cells: Sequence[str], columns: Sequence[str], *, heading: bool) -> ListRow:
    """The person of a line; files of our own, which have a heading, mark as text what a spreadsheet would compute."""
    plain = [plain_cell(cell.strip()) for cell in cells] if heading else cells
    kept = {key: cell.strip() for key, cell in zip(columns, plain, strict=False) if cell.strip()}
    raw: dict[str, Any] = by_column(plain, columns)
    raw |= {"name": AROUND.sub("", raw["name"]), "fixed": fixed_table(raw.get("fixed", ""))}
    raw["present"] = is_present(raw.get("present", ""))
    raw["arrived"] = raw.get("arrived", "").casefold() not in {"", *_NO}
    raw["paid"] = typed_cents(raw.get("paid", "").strip(_COINS)) or 0
    # Only the file of players keeps it.
    raw.pop("licence", None)
    if "apart" in raw:
        raw["apart"] = [part for part in BETWEEN.split(raw["apart"]) if part]
    player, faults = read_player(raw)
    text = " ".join(" ".join(cells).split())[:200]
    return ListRow(line=line, text=text, player=player, faults=tuple(faults), cells=kept)


def is_present(text: str) -> bool:
    """Whether the cell of a person says that they are there; an empty one does."""
    return text.casefold() not in _NO


def fixed_table(text: str) -> Any:
    """The table that a person keeps, read from a cell into the form of the API."""
    text = text.casefold()
    if not text or text in _NO:
        return None
    return text in _YES or (int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text)


def _judged(rows: Sequence[ListRow], known: Iterable[Entrant]) -> tuple[ListRow, ...]:
    """The rows, with the names that are taken already or look like another."""
    known = tuple(known)
    taken = TakenNames(known)
    alike = {names.skeleton(entrant.name): entrant.name for entrant in known}
    judged = []
    for row in rows:
        changes: dict[str, Any] = {}
        if row.player is not None:
            name = row.player.name
            bones, doubled = names.skeleton(name), taken.fault(name, row.line, "name")
            if doubled:
                changes = {"player": None, "faults": (doubled,)}
            elif bones in alike:
                changes = {"doubts": (Doubt("nom-ressemble", "name", {"nom": name, "autre": alike[bones]}),)}
            alike.setdefault(bones, name)
        judged.append(replace(row, **changes))
    return tuple(judged)


def _pasted(data: bytes) -> str:
    """Return the first visible sheet of a workbook with tabs between the cells, each row at its own line."""
    rows = dict(read_sheet(data).rows)
    wide = max(map(len, rows.values()), default=0)
    lines = (rows.get(number, []) for number in range(1, max(rows, default=0) + 1))
    return "\n".join("\t".join([*cells, *[""] * (wide - len(cells))]) if cells else "" for cells in lines)
