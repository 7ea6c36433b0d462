"""Classification of a list's lines: its heading, the people below it, and lines left out with a reason."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.cards.rules.contract import Fault, Label, Value
from scorekeeper.lists.columns import Column, kind_of
from scorekeeper.lists.headings import PARTNERS, is_footer, is_heading, is_section, is_sum, is_title, title_of
from scorekeeper.lists.names import JOINED, NUMBERED, TAILED, without_marks
from scorekeeper.lists.text import Rows, text_of, unescaped_cell

HEADING_WITHIN = 10
"""Number of first lines among which the heading is searched; empty lines do not count."""
TITLES_ABOVE = 3
"""Most title lines above columns without a heading."""

_LICENCE = re.compile(r"([A-Z]{0,2}-?\d{5,})[\s,.:-]+([^\W\d_][^\d@]*)")


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """A line that is left out.

    Attributes:
        line: its number, from 1.
        text: its text.
        why: the reason, as a label of `reading.toml`.
    """

    line: int
    text: str
    why: Label


class Lines:
    """The lines of a list by kind.

    Attributes:
        heading: the cells of the line with the titles; empty without one.
        heading_line: its number; 0 without one.
        body: the lines of people, each with its number.
        left_out: the other lines.
        questions: questions about the lines.
    """

    def __init__(self, rows: Rows, heading: int | None) -> None:
        """Classify the lines; `heading` is the number of the line with the titles, 0 for none, `None` to detect it."""
        self.left_out: list[LeftOut] = []
        self.questions: list[Fault] = []
        at = (
            _heading_at(rows)
            if heading is None
            else next((at for at, row in enumerate(rows) if row[0] == heading), None)
        )
        self.heading_line, self.heading = (0, list[str]()) if at is None else rows[at]
        above = rows[:at] if at is not None else []
        self.body: Rows = []
        widths = Counter(sum(map(bool, cells)) for _, cells in rows)
        usual = max(widths, key=lambda width: (widths[width], width), default=0)
        for line, cells in rows[len(above) + (at is not None) :]:
            if reason := self._reason(cells, usual, sure=heading is not None):
                self.leave(line, cells, reason)
            else:
                self.body.append((line, [unescaped_cell(cell) for cell in cells] if self.heading else cells))
        for line, cells in above:
            self.leave(line, cells, "titre")
            if heading is None and not self._above(cells):
                self._ask(cells)
        if at is None and heading is None:
            self._titles_above(usual)

    @property
    def cells(self) -> list[list[str]]:
        return [cells for _, cells in self.body]

    def leave(self, line: int, cells: Sequence[str], reason: str) -> None:
        self.left_out.append(LeftOut(line=line, text=text_of(cells), why=Label(reason)))

    def split(self) -> None:
        """Move a part of each cell of a single column into a column of its own.

        The part is a licence number before every name, for which a question is added, or brackets after at least half of the
        names.
        """
        if any(len(cells) > 1 for _, cells in self.body):
            return
        texts = [without_marks(cells[0]) for _, cells in self.body]
        if all(matches := [_LICENCE.fullmatch(text) for text in texts]):
            self._widen([[match[1], match[2]] for match in matches if match])
            self.heading = self.heading and ["", *self.heading]
            values: dict[str, Value] = {"exemple": texts[0], "nombre": len(texts)}
            self.questions.append(Fault("nombre-dans-nom", "columns", values))
        elif 2 * sum(map(bool, matches := [TAILED.fullmatch(text) for text in texts])) >= len(texts):
            pairs = zip(texts, matches, strict=True)
            self._widen([[match[1].rstrip(), match[2]] if match else [text] for text, match in pairs])

    def _widen(self, rows: Sequence[list[str]]) -> None:
        self.body = [(line, cells) for (line, _), cells in zip(self.body, rows, strict=True)]

    def fill_down(self, columns: Sequence[Column]) -> None:
        """Repeat the name of a team in the lines below it, where it stands once for each team of the same size."""
        for at, column in enumerate(columns):
            known = title_of(column.title)
            if column.role != "pair" or (known and known.plain in PARTNERS):
                continue
            teams = [cells[at] if at < len(cells) else "" for cells in self.cells]
            starts = [place for place, team in enumerate(teams) if team]
            sizes = {after - before for before, after in pairwise([*starts, len(teams)])}
            if len(starts) > 1 and starts[0] == 0 and len(sizes) == 1 and sizes != {1}:
                for place, (_, cells) in enumerate(self.body):
                    cells[at : at + 1] = [teams[place - place % starts[1]]]

    def part(self, lists: Sequence[range]) -> None:
        """Put lists that stand side by side one below the other; `lists` has the columns of each."""
        shared = range(lists[0].start)
        self.body = [
            (line, [cell if at in own or at in shared else "" for at, cell in enumerate(cells)])
            for own in lists
            for line, cells in self.body
            if any(cells[own.start : own.stop])
        ]

    def first_line(self, columns: Sequence[Column]) -> None:
        """Add a question if the first line has a word in a column of numbers: it may be a heading in an unknown language."""
        first = self.body[0][1]
        for column, cell in zip(columns, first, strict=False):
            if (
                len(self.body) > 1
                and cell
                and column.kind not in {"mots", "mele", "vide", kind_of([cell])}
                and kind_of([cell]) == "mots"
            ):
                self._ask(first)
                return

    def _reason(self, cells: Sequence[str], usual: int, *, sure: bool) -> str:
        """Return the reason to leave a line out, a label of `reading.toml`; empty for a line of people.

        `usual` is the number of filled cells of most lines. Unless the user chose the heading (`sure`), a section title is asked
        about.
        """
        if is_sum(cells) and (self.body or self.heading):
            return "total"
        if self.heading and cells == self.heading:
            return "titre-repete"
        filled = [cell for cell in cells if cell]
        if len(filled) == 1 and is_footer(filled[0]):
            return "commentaire"
        if (filled[0].startswith("#") and len(filled[0]) > 1) or not re.search(r"\w", "".join(cells)):
            return "commentaire"
        part = bool(self.body) and is_section(filled[0])
        words = re.search(r"[^\W\d_]", filled[0])
        if len(filled) == 1 and (part or (self.heading and usual > 2 and words and is_title(filled[0]))):
            if not sure:
                self._ask(cells)
            return "titre"
        return ""

    def _above(self, cells: Sequence[str]) -> bool:
        """Return whether a line above the heading is certainly not a person."""
        filled = [cell for cell in cells if cell]
        alone = sum(map(bool, self.heading)) > 1 and len(filled) == 1
        return alone or is_title(filled[0]) or bool(is_heading(cells)) or filled[0].startswith("#")

    def _titles_above(self, usual: int) -> None:
        """Leave out titles above a list, or ask if its first line is one; `usual` is the number of filled cells of most lines."""
        for _ in range(TITLES_ABOVE):
            if usual > 1 and len(self.body) > 1 and sum(map(bool, self.body[0][1])) == 1:
                if not is_title(text_of(self.body[0][1])):
                    self._ask(self.body[0][1])
                    break
                self.leave(*self.body.pop(0), "titre")
        texts = [NUMBERED.sub("", without_marks(cells[0])) for _, cells in self.body if len(cells) == 1]
        if usual != 1 or len(texts) < 2:
            return
        self._sections()
        first, *rest = texts
        other = all(map(JOINED.search, rest)) and not JOINED.search(first)
        numbers = [NUMBERED.match(without_marks(cells[0])) for _, cells in self.body]
        other = other or (all(numbers[1:]) and not numbers[0])
        # All lines but the first have two people, or all but the first have a number.
        if other and is_title(first):
            self.leave(*self.body.pop(0), "titre")
            return
        word = len(first.split()) == 1 and all(len(text.split()) > 1 for text in rest)
        if other or word or first.endswith(":") or (is_title(first) and not any(map(is_title, rest[:5]))):
            self._ask(self.body[0][1])

    def _sections(self) -> None:
        """Add a question for each line that may be a title between names: numbered teams, and single words below an empty line."""
        teams = [
            cells
            for _, cells in self.body
            if (title := title_of(cells[0])) and title.slot and title.role == "pair"
        ]
        words = [
            (line - before, cells)
            for (before, _), (line, cells) in pairwise(self.body)
            if " " not in cells[0]
        ]
        towns = [cells for gap, cells in words if gap > 1] if 4 * len(words) < len(self.body) else []
        for cells in [*(teams if 2 * len(teams) < len(self.body) else []), *towns]:
            self._ask(cells)

    def _ask(self, cells: Sequence[str]) -> None:
        alike = [each for each in self.questions if each.code == "titre-ou-personne"]
        text = alike[0].values["texte"] if alike else text_of(cells)
        count = 1 + sum(int(str(each.values["nombre"])) for each in alike)
        self.questions = [each for each in self.questions if each not in alike]
        self.questions.append(Fault("titre-ou-personne", "heading", {"texte": text, "nombre": count}))


def _heading_at(rows: Rows) -> int | None:
    """Return the index of the line with the most titles among the first ones; `None` without one."""
    scores = [is_heading(cells) for _, cells in rows[:HEADING_WITHIN]]
    best = max(scores, default=0)
    if not best:
        return None
    at = scores.index(best)
    # Two such lines in a row: the first is the title of the list, such as "Participants".
    return at + 1 if scores[at + 1 : at + 2] == [best] and rows[at][1] != rows[at + 1][1] else at
