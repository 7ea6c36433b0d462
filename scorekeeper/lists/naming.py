"""Names of the people in each line. A list writes names in one style, which is detected from all of its lines."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.lists.columns import Column
from scorekeeper.lists.headings import AS_WRITTEN, WHOLE, is_section, title_of
from scorekeeper.lists.names import (
    BESIDE,
    JOINED,
    LONG_NUMBER,
    NUMBERED,
    TAILED,
    SplitName,
    capitals,
    comma,
    is_caps,
    last_word,
    running,
    share,
    surname_first,
    two,
    without_marks,
)

MOST, FEW = 0.8, 0.2
"""Least share of names for a style to count for all of them, and share above which a mixture is asked about."""


class Names:
    """Detects the style in which a list writes its names, and returns the people of each line."""

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        *,
        heading: bool,
        explicit: bool,
        pairs: bool,
    ) -> None:
        """Detect the style from all lines.

        Args:
            columns: the columns, with their roles.
            rows: the cells of the lines of people.
            heading: whether the list has titles.
            explicit: whether the user chose the roles.
            pairs: whether the evening registers pairs, so that two people in a cell are expected.
        """
        self._columns = columns
        self._asked: dict[str, list[str]] = defaultdict(list)
        paired = any(column.role == "pair" for column in columns) or len(self._slots()) > 1
        self._numbered, self._split = set[int](), set[int]()
        self._styles: dict[int, str] = {}
        for places in self._alike():
            column = columns[places[0]]
            if (title := title_of(column.title)) and title.plain in AS_WRITTEN and not explicit:
                self._styles.update(dict.fromkeys(places, "written"))
                continue
            cells = [without_marks(row[at]) for row in rows for at in places if at < len(row) and row[at]]
            if running(cells) and not (heading and len(cells) < len(rows)):
                self._numbered.update(places)
                cells = [NUMBERED.sub("", cell) for cell in cells]
            joined = share(bool(JOINED.search(cell)) for cell in cells)
            chosen = explicit and column.role != "names"
            if column.role == "names" or (joined and not paired and not chosen and (pairs or joined >= MOST)):
                self._split.update(places)
                cells = [part for cell in cells for part in two(cell) or [cell]]
            elif joined and not paired:
                self._asked["deux-noms"] += [cell for cell in cells if JOINED.search(cell)]
            style = _style(cells)
            self._styles.update(dict.fromkeys(places, style))
            self._ask(cells, heading=heading, mixed=style == "mixed" and column.role == "name")
            if column.role != "last-first":
                brackets = [(cell, match[2]) for cell in cells if (match := TAILED.fullmatch(cell))]
                many = 2 * len(brackets) >= len(cells)
                apart = [cell for cell, behind in brackets if many or is_section(behind)]
                self._note("suite-du-nom", [*filter(BESIDE.search, cells), *apart])
        if not self._styles:
            self._ask_parts(rows)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns; those with two people in a cell have the role `names`."""
        return tuple(
            replace(column, role="names") if at in self._split else column
            for at, column in enumerate(self._columns)
        )

    def people(self, cells: Sequence[str]) -> list[SplitName]:
        """Return the people of a line; an empty list when it has no name."""
        people: list[SplitName] = []
        for slot in self._slots():
            texts = {
                column.role: (at, cells[at])
                for at, column in enumerate(self._columns)
                if column.slot == slot
                and at < len(cells)
                and cells[at]
                and column.role in {*WHOLE, "first", "particle", "last"}
            }
            for role in WHOLE & texts.keys():
                people += self._whole_names(*texts[role])
            if not WHOLE & texts.keys() and texts.keys() - {"particle"}:
                first, particle, surname = (
                    texts.get(role, (0, ""))[1] for role in ("first", "particle", "last")
                )
                last = f"{particle} {surname}".strip() if surname else ""
                people.append(SplitName(first, last) if last else SplitName("", first))
        return people

    def questions(self) -> Iterator[Fault]:
        for code, texts in self._asked.items():
            yield Fault(code, "columns", {"exemple": texts[0], "nombre": len(texts)})

    def _alike(self) -> list[list[int]]:
        """Return the indices of the columns with whole names, grouped by role and person: those of lists side by side are one
        group.
        """
        alike: dict[str, list[int]] = defaultdict(list)
        for at, column in enumerate(self._columns):
            if column.role in WHOLE:
                alike[column.role_key].append(at)
        return [*alike.values()]

    def _slots(self) -> list[int]:
        return sorted({column.slot for column in self._columns if column.role in {*WHOLE, "first", "last"}})

    def _whole_names(self, at: int, cell: str) -> list[SplitName]:
        """Return the names in a cell: one, or two where the column holds two people in a cell."""
        if self._styles[at] == "written":
            return [SplitName("", cell)]
        text = without_marks(cell)
        if at in self._numbered:
            text = NUMBERED.sub("", text)
        parts = two(text) if at in self._split else [text]
        if not parts:
            self._asked["deux-noms"].append(text)
            parts = [text]
        return [self._name(at, part) for part in parts if part]

    def _name(self, at: int, text: str) -> SplitName:
        style = self._styles[at]
        split = capitals(text) if style == "capitals" else comma(text) if "," in text else None
        if split or self._columns[at].role != "last-first":
            if "," in text and not split:
                self._asked["virgule"].append(text)
            return split or SplitName("", text)
        split = surname_first(text)
        if split is None:
            self._asked["nom-de-famille"].append(text)
        return split or last_word(text)

    def _ask(self, cells: Sequence[str], *, heading: bool, mixed: bool) -> None:
        """Add questions about whole names with parts that may not be names, and about mixed order."""
        self._note(
            "nombre-dans-nom",
            [cell for cell in cells if LONG_NUMBER.search(cell) or not re.search(r"[^\W\d_]", cell)],
        )
        numbered = [cell for cell in cells if NUMBERED.match(cell)]
        enough = (
            len(numbered) > 2 and len(numbered) == len(cells) if heading else 2 * len(numbered) >= len(cells)
        )
        self._note("nombre-devant", numbered if enough else [])
        behind = [cell for cell in cells if re.search(r"[^\W\d_].*\s\d+(?:\s*\w{1,3}\.?)?$", cell)]
        alike = len({re.sub(r"\d+.{0,5}$", "", cell) for cell in behind}) == 1
        self._note(
            "nombre-derriere",
            behind if len(behind) > 2 and len(behind) >= MOST * len(cells) and not alike else [],
        )
        self._note("ordre-mele", [cell for cell in cells if _surname_in_front(cell)] if mixed else [])

    def _ask_parts(self, rows: Sequence[Sequence[str]]) -> None:
        """Add questions about lines whose first name and surname are each those of two people, and about cells with numbers."""
        parts = {"first", "last"}
        people = [
            [
                row[at]
                for at, column in enumerate(self._columns)
                if column.slot == slot and column.role in parts and at < len(row) and row[at]
            ]
            for row in rows
            for slot in self._slots()
        ]
        self._note(
            "deux-noms",
            [" ".join(texts) for texts in people if len(texts) == 2 and all(map(JOINED.search, texts))],
        )
        numbers = [
            " ".join(texts)
            for texts in people
            if any(LONG_NUMBER.search(text) or text.isdigit() for text in texts)
        ]
        self._note("nombre-dans-nom", numbers)

    def _note(self, code: str, texts: Sequence[str]) -> None:
        if texts:
            self._asked[code] += texts


def is_kept(names: Sequence[str]) -> bool:
    """Return whether names below the title `nom` are read as they are written, one person each."""
    rows, column = [[name] for name in names], Column(title="nom", role="name", kind="mele", samples=())
    style = Names([column], rows, heading=True, explicit=False, pairs=True)
    return [[str(name) for name in style.people(row)] for row in rows] == rows and not any(style.questions())


def _style(texts: Sequence[str]) -> str:
    """Return the style of surnames: `capitals`, `mixed` if only some before a first name are in capitals, or an empty string."""
    several = [text for text in texts if " " in text and "," not in text]
    part = share(capitals(text) is not None for text in several)
    if several and part >= MOST:
        return "capitals"
    return "mixed" if share(map(_surname_in_front, several)) > FEW else ""


def _surname_in_front(text: str) -> bool:
    split = capitals(text)
    return (
        split is not None
        and text.startswith(split.last)
        and len(split.last) > 2
        and is_caps(text.split(maxsplit=1)[0])
    )
