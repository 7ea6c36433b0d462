"""Roles of a list's columns: by their titles, else by their cells, with the evidence and its certainty."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from scorekeeper.cards.rules.contract import Fault, Label, Value
from scorekeeper.cards.rules.names import skeleton
from scorekeeper.lists.headings import (
    GENERIC,
    NAME_ROLES,
    PARTNERS,
    ROLES,
    TABLES,
    WHOLE,
    Title,
    plain,
    title_of,
)
from scorekeeper.lists.names import is_caps, known_first, share

SAMPLES = 5
KINDS = (
    ("nombres", re.compile(r"(?=\D*\d)[#n°]*[\d\s.,/%+-]+")),
    ("dates", re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T][\d:.]+)?")),
    ("mails", re.compile(r"\S+@\S+")),
    ("telephones", re.compile(r"\+?[\d\s()./-]{8,}")),
    (
        "montants",
        re.compile(r"(?:€|\$|£|CHF|Fr\.?|EUR)?\s*\d+(?:[.,]\d{1,2}|[.,]-)?\s*(?:€|\$|£|CHF|Fr\.?|EUR)?"),
    ),
    ("codes", re.compile(r"(?=\S*\d)[\w./-]+")),
    ("oui-non", re.compile(r"oui|non|yes|no|ja|nein|nee|si|x|o|n|✓|-", re.IGNORECASE)),
    ("mots", re.compile(r"[^\W\d_][^\d@]*")),
)
"""Kinds of cells; the first that matches counts."""


BY_TITLE, REPEATED = Label("titre-connu"), Label("titres-repetes")
MANY = 0.8
"""Least share of cells with several words in a column of whole names."""


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a list.

    Attributes:
        title: its title; empty without one.
        role: a key of `ROLES`; empty for a column that is left out.
        slot: number of the person in the line, from 1.
        sure: whether the role is certain.
        why: evidence for the role, as a label of `reading.toml`.
        kind: kind of its cells: a key of `KINDS`, `vide` or `mele`.
        samples: up to five different cells.
    """

    title: str
    role: str = ""
    slot: int = 1
    sure: bool = True
    why: Label = BY_TITLE
    kind: str
    samples: tuple[str, ...]

    @property
    def role_key(self) -> str:
        """The role, with the number of the person from the second one on: `last#2`."""
        return f"{self.role}#{self.slot}" if self.slot > 1 else self.role


def kind_of(cells: Sequence[str]) -> str:
    """Return the kind of at least four fifths of the filled cells; `mele` when there is none, `vide` without a filled cell."""
    filled = [cell for cell in cells if cell]
    kinds = Counter(next((kind for kind, form in KINDS if form.fullmatch(cell)), "mele") for cell in filled)
    kind, count = kinds.most_common(1)[0] if kinds else ("vide", 0)
    return kind if 5 * count >= 4 * len(filled) else "mele"


def blank(title: str, cells: Sequence[str]) -> Column:
    """Return a column without a role."""
    samples = tuple(dict.fromkeys(cell for cell in cells if cell))[:SAMPLES]
    return Column(title=title, kind=kind_of(cells), samples=samples)


def is_role_key(text: str) -> bool:
    """Return whether a text is a role as `Column.role_key` writes it."""
    role, mark, slot = text.partition("#")
    return role in ROLES and (not mark or slot in {*"123456789"})


def roles_of(words: str) -> tuple[str, ...]:
    """Parse roles of columns from titles or roles: `nom,prénom,-,club`. Raises `ValueError` with the first unknown one.

    A title given twice begins a second list beside the first; titles with numbers are those of the people of a pair.
    """
    given = [word.strip().removeprefix("-") for word in words.split(",")]
    titles = _parts([None if word == "names" else title_of(word) for word in given])
    roles = [
        (f"{title.role}#{title.slot}" if title.slot > 1 and title.role else title.role) if title else word
        for title, word in zip(titles, given, strict=True)
    ]
    for role, word in zip(roles, given, strict=True):
        if role and not is_role_key(role):
            raise ValueError(word)
    return tuple(roles)


def chosen(columns: Sequence[Column], roles: Sequence[str]) -> list[Column]:
    """Return the columns with the chosen roles; columns without a choice, or with an unknown one, are left out."""
    parts = [(role if is_role_key(role) else "").partition("#") for role in roles]
    return [
        replace(column, role=role, slot=int(slot or 1), why=Label("choisie"))
        for column, (role, _, slot) in zip(columns, parts + [("", "", "")] * len(columns), strict=False)
    ]


def as_lists(roles: Sequence[str]) -> list[str]:
    """Return roles of the people of a pair as those of lists side by side."""
    return [role.partition("#")[0] for role in roles]


def as_pairs(roles: Sequence[str]) -> list[str]:
    """Return roles of lists side by side as those of the people of a pair: `name, name` becomes `name, name#2`."""
    seen: Counter[str] = Counter()
    numbered = []
    for role in roles:
        seen[role] += 1
        numbered.append(f"{role}#{seen[role]}" if role and seen[role] > 1 else role)
    return numbered


def side_by_side(columns: Sequence[Column]) -> list[range]:
    """Return the columns of each list, where several stand side by side: a part of the name is repeated without a number.

    A list begins with the first columns that are repeated. Columns before the first list belong to all of them.
    """
    roles = [column.role_key for column in columns]
    names = [at for at, column in enumerate(columns) if column.role in NAME_ROLES]
    starts = [at for at in names if roles[at] == roles[names[0]]]
    while starts[1:] and starts[0] and roles[starts[0] - 1] and len({roles[at - 1] for at in starts}) == 1:
        starts = [at - 1 for at in starts]
    return [range(start, end) for start, end in pairwise([*starts, len(columns)])]


def is_name(columns: Sequence[Column], lists: Sequence[range]) -> bool:
    """Return whether the chosen columns make names.

    Where several `lists` stand side by side, all must have the same columns of names. A person's name is in one column, or in
    columns of its parts, not in both.
    """
    names = [[columns[at].role_key for at in own if columns[at].role in NAME_ROLES] for own in lists]
    people = Counter(columns[at].slot for own in lists[:1] for at in own if columns[at].role in NAME_ROLES)
    full_names = {columns[at].slot for own in lists for at in own if columns[at].role in WHOLE}
    return all(sorted(each) == sorted({*names[0]}) for each in names) and all(
        people[slot] == 1 for slot in full_names
    )


def by_title(columns: Sequence[Column], *, pairs: bool) -> list[Column]:
    """Return the columns with the roles of their titles.

    Titles repeated without numbers are those of lists side by side, or of the people of a pair. In an evening of `pairs`, and
    when the
    lists have different columns, these columns are not sure, so that the organiser is asked.
    """
    known = [title_of(column.title) if column.title else None for column in columns]
    resolved: list[Column] = []
    for column, title in zip(columns, _numbered(_parts(known), columns), strict=True):
        taken = {(each.role, each.slot) for each in resolved if each.role}
        if title is None:
            words = column.kind in {"mots", "mele"}
            resolved.append(
                replace(column, sure=not words, why=Label("inconnue" if column.title else "sans-titre"))
            )
        elif title.role and (title.role, title.slot) in taken:
            resolved.append(replace(column, sure=False, why=Label("deux-fois")))
        else:
            resolved.append(replace(column, role=title.role, slot=title.slot if title.role else 1))
    repeated = [
        at
        for at, (column, title) in enumerate(zip(resolved, known, strict=True))
        if title and not title.slot and column.slot > 1 and column.role in NAME_ROLES
    ]
    if not repeated or any(column.role == "pair" for column in resolved):
        return resolved
    listed = resolved if pairs else [replace(column, slot=1) for column in resolved]
    lists = side_by_side([replace(column, slot=1) for column in resolved])
    own = {tuple(filter(None, (resolved[at].role for at in place))) for place in lists}
    alone = len(own) == 1 and not any(column.role for column in resolved[: lists[0].start])
    return [
        replace(column, sure=False, why=REPEATED) if at in repeated and (pairs or not alone) else column
        for at, column in enumerate(listed)
    ]


def _parts(titles: Sequence[Title | None]) -> list[Title | None]:
    """Return the titles with roles that depend on other titles.

    Beside one part of the name, a general title such as `nom` is the other part. Beside both parts, a column of whole names is
    left out.
    """
    roles = {title.role for title in titles if title}
    parts = {"first", "last"}
    # Beside one part of the name, a generic title is the other part. Beside both, a whole name is redundant.
    other = "".join(parts - roles) if len(parts & roles) == 1 else ""
    both = parts <= roles or (other and any(title and title.plain in GENERIC for title in titles))
    resolved: list[Title | None] = []
    for title in titles:
        if title and other and title.plain in GENERIC:
            resolved.append(title._replace(role=other))
        else:
            redundant = title and both and title.role in {"name", "last-first"}
            resolved.append(title._replace(role="") if title and redundant else title)
    return resolved


def _numbered(titles: Sequence[Title | None], columns: Sequence[Column]) -> list[Title | None]:
    """Return each title with the number of its person: that in the title, or its place among titles repeated without a number."""
    names = [title for title in titles if title and title.role in NAME_ROLES]
    numbers = sorted({max(title.slot, 1) for title in names}) or [1]
    numbers = numbers if 1 in numbers or len(numbers) > 1 else [1, *numbers]
    counts = Counter(title.role for title in names)
    people = len(numbers)
    if len({*counts.values()}) == 1 and not any(title.slot for title in names):
        people = counts[names[0].role]
        if [*counts] == ["name"] and not _are_whole(titles, columns, people):
            people = 1
    plain_counts = Counter(title.role for title in titles if title and not title.slot)
    seen: Counter[str] = Counter()
    numbered: list[Title | None] = []
    for title in titles:
        slot = 1
        if title and title.slot:
            slot = numbers.index(title.slot) + 1 if title.slot in numbers else 1
        elif title and title.role and plain_counts[title.role] == people:
            seen[title.role] += 1
            slot = seen[title.role]
        numbered.append(title and title._replace(slot=slot))
    return numbered


def _are_whole(titles: Sequence[Title | None], columns: Sequence[Column], count: int) -> bool:
    """Return whether `count` columns titled as names have whole names: another title is repeated too, or cells have several
    words.
    """
    words = Counter(title.plain for title in titles if title)
    cells = [
        cell
        for title, column in zip(titles, columns, strict=True)
        if title and title.role == "name"
        for cell in column.samples
    ]
    return [*words.values()].count(count) > 1 or share(" " in cell for cell in cells) >= MANY


def with_tables(columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> list[Column]:
    """Return the columns, with a completely filled column of tables as not sure: it may be that of an earlier draw.

    Columns with fewer than four cells stay sure.
    """
    return [
        replace(column, sure=False, why=Label("inconnue"))
        if column.role == "fixed"
        and plain(column.title)[0] in TABLES
        and len(cells[at]) > 3
        and all(cells[at])
        else column
        for at, column in enumerate(columns)
    ]


def with_partners(columns: list[Column], cells: Sequence[Sequence[str]]) -> list[Column]:
    """Return the columns with a column of partners as second person of the line, if no partner has a line of their own."""
    at = next((at for at, column in enumerate(columns) if column.role == "pair"), None)
    names = [place for place, column in enumerate(columns) if column.role in NAME_ROLES]
    if at is None or len(names) > 1:
        return columns
    title, column = title_of(columns[at].title), columns[at]
    if not names and column.kind in {"mots", "mele"}:
        column = replace(column, role="names")
    elif names and title and title.plain in PARTNERS and columns[names[0]].role != "names":
        people = {skeleton(cell) for cell in cells[names[0]]}
        partners = [skeleton(cell) for cell in cells[at] if cell]
        if partners and people.isdisjoint(partners) and len({*partners}) == len(partners):
            column = replace(column, role=columns[names[0]].role, slot=2, why=Label("deux-personnes"))
    return [*columns[:at], column, *columns[at + 1 :]]


def by_content(columns: Sequence[Column], cells: Sequence[Sequence[str]], *, pairs: bool) -> list[Column]:
    """Return the columns with the roles that their cells suggest: a name, or surname and first name when the evidence is clear."""
    resolved = [
        replace(column, why=Label(column.kind), sure=column.kind not in {"mots", "mele"})
        for column in columns
    ]
    words = [at for at, column in enumerate(resolved) if column.kind in {"mots", "mele"}]
    if len(words) == 1:
        resolved[words[0]] = replace(resolved[words[0]], role="name", sure=True, why=Label("seule"))
    if len(words) > 2:
        for at, role in zip(words, ("last", "first"), strict=False):
            resolved[at] = replace(resolved[at], role=role, why=Label("hypothese"))
    if len(words) == 2:
        left, right = words
        resolved[left], resolved[right] = _pair_of(
            [resolved[left], resolved[right]],
            [cells[left], cells[right]],
            pairs=pairs,
            together=right - left == 1,
        )
    return resolved


def _pair_of(
    columns: Sequence[Column], cells: Sequence[Sequence[str]], *, pairs: bool, together: bool
) -> Iterator[Column]:
    """Yield two neighbouring columns of words with their roles; `together` is whether no other column is between them.

    The roles are those of two people, if the evening is one of `pairs`, of surname and first name, or a guess that is not `sure`.
    """
    left, right = (
        (
            share(len(cell.split()) > 1 for cell in column if cell),
            share(_in_caps(cell) for cell in column if cell),
            known_first(column),
        )
        for column in cells
    )
    if pairs and left[0] > MANY and right[0] > MANY and len({*cells[1]}) == len(cells[1]):
        why = Label("deux-personnes") if together else REPEATED
        people = chosen(columns, ("name", "name#2"))
        yield from (replace(column, sure=together, why=why) for column in people)
        return
    for mine, theirs, roles in ((left, right, ("last", "first")), (right, left, ("first", "last"))):
        caps = mine[1] > 0.9 and theirs[1] < 0.1 and theirs[2] >= 0.3
        known = (
            theirs[2] >= 0.4
            and 3 * mine[2] <= theirs[2]
            and len(cells[0]) > 3
            and max(mine[0], theirs[0]) < 0.5
        )
        if (caps or known) and not pairs:
            why = Label("capitales" if caps else "prenoms")
            yield from (
                replace(column, role=role, sure=True, why=why)
                for column, role in zip(columns, roles, strict=True)
            )
            return
    guess = ("name", "name#2") if pairs else ("last", "first") if left[0] < 0.5 else ("name", "club")
    yield from (replace(column, sure=False, why=Label("hypothese")) for column in chosen(columns, guess))


def _in_caps(cell: str) -> bool:
    return all(map(is_caps, re.split(r"[\s'-]+", cell)))


def doubts(columns: Sequence[Column], *, heading: bool, pairs: bool) -> Iterator[Fault]:
    """Yield the questions about the roles of columns."""
    sample = " | ".join(column.samples[0] for column in columns if column.samples)
    if not any(column.role in NAME_ROLES for column in columns):
        titles = tuple(column.title or "…" for column in columns) if heading else (sample,)
        yield Fault("colonne-nom", "columns", {"colonnes": titles})
        return
    if any(column.why == REPEATED and not column.sure for column in columns):
        yield Fault("deux-listes", "columns", {"exemple": sample})
    if not heading and (unsure := [each for each in columns if not each.sure and each.why != REPEATED]):
        code = "paire-ou-nom" if pairs and len(unsure) == 2 else "colonnes-sans-titre"
        yield Fault(code, "columns", {"exemple": sample})
    else:
        for code, twice in (("colonne-double", True), ("colonne-inconnue", False)):
            alike = [each for each in columns if not each.sure and (each.why.code == "deux-fois") is twice]
            alike = [each for each in alike if each.why != REPEATED]
            if alike:
                values: dict[str, Value] = {
                    "titre": tuple(column.title or "…" for column in alike),
                    "exemple": next((column.samples[0] for column in alike if column.samples), ""),
                    "nombre": len(alike),
                }
                yield Fault(code, "columns", values)
