"""Reading of a list: takes bytes or text; returns the columns with their evidence, the people, and open questions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, groupby

from scorekeeper.cards.game_api.words import Words, read_sentences
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.lists import columns as cols
from scorekeeper.lists import text as texts
from scorekeeper.lists.columns import Column
from scorekeeper.lists.headings import NAME_ROLES, NUMBERS, plain
from scorekeeper.lists.lines import LeftOut, Lines
from scorekeeper.lists.naming import Names
from scorekeeper.lists.text import Rows, text_of
from scorekeeper.lists.workbook import UnreadableList, is_workbook, read_sheet

(MESSAGES,) = read_sentences(__file__, "messages")
WORDS = Words(MESSAGES)
MAX_BYTES = 256 * 1024
"""Size of the largest file, in bytes."""
MAX_LINES = 5_000
MAX_COLUMNS = 100
SHARED, OWN = ("club", "apart", "fixed", "present", "arrived"), ("paid", "licence")
"""Columns that apply to both people of a line, and columns that apply to the first one only unless numbered."""


@dataclass(frozen=True, kw_only=True)
class Choices:
    """The user's choices about a list; each default is detected.

    Attributes:
        columns: the role of each column, as `Column.role_key` writes it.
        sheet: index of the sheet among the visible ones, from 0.
        encoding: a key of `text.ENCODINGS`, or an encoding of Unicode.
        heading: number of the line with the titles; 0 for none.
        separator: the separator between columns; empty for a single column.
    """

    columns: tuple[str, ...] | None = None
    sheet: int = 0
    encoding: str = ""
    heading: int | None = None
    separator: str | None = None


USUAL = Choices()


@dataclass(frozen=True, kw_only=True)
class ListedPerson:
    """A person in a list.

    Attributes:
        line: number of the line, from 1.
        name: first name and surname.
        first: first name; empty when not known apart from the surname.
        last: surname; empty when not known apart from the first name.
        pair: the partner's name, or the name of the pair or team.
        cells: other values of the line, by role.
    """

    line: int
    name: str
    first: str = ""
    last: str = ""
    pair: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Result of reading a list.

    Attributes:
        people: the people, in the order of the list; two for a line of a pair.
        columns: the columns, with their roles.
        rows: the first lines of people, as cells, each with its number.
        left_out: the lines that are not people.
        heading: number of the line with the titles; 0 without one.
        sheet: name of the sheet that was read; empty for a text.
        sheets: names of the visible sheets.
        encoding: the encoding; `classeur` for a workbook.
        separator: the separator between columns.
        questions: open questions; the `field` of each is the choice that settles it.
        faults: reasons why nothing can be read.
    """

    people: tuple[ListedPerson, ...] = ()
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[int, list[str]], ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    heading: int = 0
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    encoding: str = ""
    separator: str = ""
    questions: tuple[Fault, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether there is no question and no fault, so that the people can be used as they are."""
        return not self.questions and not self.faults

    @property
    def unread(self) -> tuple[str, ...]:
        """Titles of the columns that are left out, except numbers."""
        left_out = (each.title for each in self.columns if each.title and not each.role)
        return tuple(title for title in left_out if plain(title)[0] not in NUMBERS)


def read(data: bytes | str, choices: Choices = USUAL, *, pairs: bool = False) -> Reading:
    """Read a list, of pairs with `pairs`. Raises nothing: a list that cannot be read gives `faults`, and no people."""
    try:
        rows, reading = _source(data, choices)
    except UnreadableList as unreadable:
        return Reading(faults=(unreadable.fault,))
    if len(rows) > MAX_LINES:
        return replace(reading, faults=(Fault("liste-trop-longue", "", {"limite": MAX_LINES}),))
    lines = Lines(rows, choices.heading)
    if not lines.body:
        return replace(reading, left_out=tuple(lines.left_out), faults=(Fault("liste-vide"),))
    lines.split()
    if reading.separator == texts.RAGGED:
        sample = max(lines.cells, key=lambda cells: sum(map(bool, cells)))
        lines.questions.append(Fault("espaces", "columns", {"exemple": text_of(sample)}))
    columns, rows = _columns(lines, choices, pairs=pairs), lines.body[: cols.SAMPLES]
    lines.fill_down(columns)
    if len(side := cols.side_by_side(columns)) > 1:
        lines.part(side)
    names = Names(
        columns, lines.cells, heading=bool(lines.heading), explicit=choices.columns is not None, pairs=pairs
    )
    people: list[ListedPerson] = []
    nameless: list[str] = []
    for line, cells in lines.body:
        persons = [*_people(line, cells, columns, names)]
        people += persons
        if not persons and any(column.role in NAME_ROLES for column in columns):
            lines.leave(line, cells, "sans-nom")
            nameless += [text_of(cells)] if any(cols.kind_of([cell]) == "mots" for cell in cells) else []
    if choices.columns is not None and not cols.is_name(columns, side):
        titles = tuple(
            column.title or str(at) for at, column in enumerate(columns, 1) if column.role in NAME_ROLES
        )
        reading = replace(
            reading, questions=(*reading.questions, Fault("colonnes-de-nom", "columns", {"colonnes": titles}))
        )
    settled = "columns" if choices.columns is not None else ""
    asked = [*reading.questions, *(fault for fault in lines.questions if fault.field != settled)]
    if choices.columns is None:
        asked += [*cols.doubts(columns, heading=bool(lines.heading), pairs=pairs), *names.questions()]
        # Words without a name: the name may be in another column. Only ticks and figures: an unused row.
        asked += [
            Fault("ligne-sans-nom", "columns", exemple=text, nombre=len(nameless)) for text in nameless[:1]
        ]
    return replace(
        reading,
        people=tuple(_partners(people) if pairs and len(side) < 2 else people),
        columns=names.columns,
        rows=tuple(rows),
        left_out=tuple(sorted(lines.left_out, key=lambda each: each.line)),
        heading=lines.heading_line,
        questions=tuple(asked),
        faults=() if people or asked else (Fault("liste-vide"),),
    )


def _partners(people: list[ListedPerson]) -> list[ListedPerson]:
    """Return the people with their partners, if empty lines divide the whole list into blocks of two single people."""
    at = count()
    blocks = [[*block] for _, block in groupby(people, lambda each: each.line - next(at))]
    if len(blocks) < 2 or any(len(block) != 2 or block[0].pair or block[1].pair for block in blocks):
        return people
    return [replace(each, pair=other.name) for a, b in blocks for each, other in ((a, b), (b, a))]


def as_text(data: bytes, choices: Choices = USUAL) -> tuple[str, Reading]:
    """Return a file as text with the same content, and a reading that has no people yet, only sheet and encoding.

    A workbook becomes lines of cells separated by tabs. Raises `UnreadableList`.
    """
    if not is_workbook(data):
        decoded = _decode(data, choices)
        return decoded.text, Reading(encoding=decoded.encoding, questions=_doubts(decoded))
    listed, reading = _source(data, choices)
    rows = dict(listed)
    wide = max(map(len, rows.values()), default=0)
    lines = (rows.get(number, []) for number in range(1, max(rows, default=0) + 1))
    text = "\n".join("\t".join([*cells, *[""] * (wide - len(cells))]) if cells else "" for cells in lines)
    return text, reading


def _source(data: bytes | str, choices: Choices) -> tuple[Rows, Reading]:
    """Return the lines of a file or a text, and a reading that has no people yet, only sheet, encoding and separator."""
    if isinstance(data, bytes) and is_workbook(data):
        _check_size(data)
        name, sheets, rows = read_sheet(data, choices.sheet)
        return rows, Reading(sheet=name, sheets=sheets, encoding="classeur")
    decoded = _decode(data, choices) if isinstance(data, bytes) else texts.Decoded(data, "utf-8")
    separator, rows = texts.rows_of(decoded.text, choices.separator)
    if any(any(cells[MAX_COLUMNS:]) for _, cells in rows):
        raise UnreadableList(Fault("liste-trop-large", "", {"limite": MAX_COLUMNS}))
    rows = [(number, cells[:MAX_COLUMNS]) for number, cells in rows]
    return rows, Reading(encoding=decoded.encoding, separator=separator, questions=_doubts(decoded))


def _decode(data: bytes, choices: Choices) -> texts.Decoded:
    _check_size(data)
    return texts.decode(data, choices.encoding)


def _check_size(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise UnreadableList(Fault("liste-trop-grosse", "", {"limite": MAX_BYTES // 1024}))


def _doubts(decoded: texts.Decoded) -> tuple[Fault, ...]:
    if not decoded.other:
        return ()
    return (Fault("codage", "encoding", {"un": decoded.samples[0], "autre": decoded.samples[1]}),)


def _columns(lines: Lines, choices: Choices, *, pairs: bool) -> list[Column]:
    """Return the columns with their roles: as chosen, by their titles, or by their cells."""
    width = max(len(cells) for cells in (lines.heading, *lines.cells))
    cells = [[row[at] if at < len(row) else "" for row in lines.cells] for at in range(width)]
    titles = [*lines.heading, *[""] * (width - len(lines.heading))]
    columns = [cols.blank(title, column) for title, column in zip(titles, cells, strict=True)]
    if choices.columns is not None:
        return cols.chosen(columns, choices.columns)
    if lines.heading:
        return cols.with_partners(cols.with_tables(cols.by_title(columns, pairs=pairs), cells), cells)
    columns = cols.by_content(columns, cells, pairs=pairs)
    lines.first_line(columns)
    return columns


def _people(
    line: int, cells: Sequence[str], columns: Sequence[Column], names: Names
) -> Iterator[ListedPerson]:
    """Yield the people of a line: one, or those of a pair or a team."""
    persons = names.people(cells)
    by_role = {(column.role, column.slot): cell for column, cell in zip(columns, cells, strict=False) if cell}
    team = by_role.get(("pair", 1), "")
    for place, name in enumerate(persons):
        mate = str(persons[1 - place]) if len(persons) == 2 else ""
        rest = {role: by_role.get((role, place + 1), by_role.get((role, 1), "")) for role in SHARED}
        rest |= {role: by_role.get((role, place + 1), "") for role in OWN}
        yield ListedPerson(
            line=line,
            name=str(name),
            first=name.first,
            last=name.last if name.first else "",
            pair=team or mate,
            cells={role: cell for role, cell in rest.items() if cell},
        )
