"""Roles of a list's columns: by their titles, else by their cells, with the evidence and its certainty."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.cards.rules.contract import Fault, Label, Value
from scorekeeper.cards.rules.names import skeleton
from scorekeeper.lists.headings import GENERIC, NAME_ROLES, NUMBERS, PARTNERS, ROLES, Title, plain, title_of
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


BY_TITLE = Label("titre-connu")


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
    def taken(self) -> str:
        """The role, with the number of the person from the second one on: `last#2`."""
        return f"{self.role}#{self.slot}" if self.slot > 1 else self.role


def is_worth_naming(column: Column) -> bool:
    """Return whether a left-out column has a title other than that of a column of numbers."""
    return bool(column.title) and not column.role and plain(column.title)[0] not in NUMBERS


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


def chosen(columns: Sequence[Column], roles: Sequence[str]) -> list[Column]:
    """Return the columns with the chosen roles; columns without a choice are left out."""
    parts = [role.partition("#") for role in roles] + [("", "", "")] * len(columns)
    return [
        replace(column, role=role if role in ROLES else "", slot=int(slot or 1), why=Label("choisie"))
        for column, (role, _, slot) in zip(columns, parts, strict=False)
    ]


def by_title(columns: Sequence[Column]) -> list[Column]:
    """Return the columns with the roles of their titles."""
    titles = _parts([title_of(column.title) if column.title else None for column in columns])
    resolved: list[Column] = []
    for column, title in zip(columns, titles, strict=True):
        taken = {(each.role, each.slot) for each in resolved if each.role}
        if title is None:
            words = column.kind in {"mots", "mele"}
            resolved.append(
                replace(column, sure=not words, why=Label("inconnue" if column.title else "sans-titre"))
            )
        elif title.role and (title.role, max(title.slot, 1)) in taken:
            resolved.append(replace(column, sure=False, why=Label("deux-fois")))
        else:
            resolved.append(replace(column, role=title.role, slot=max(title.slot, 1)))
    return resolved


def _parts(titles: Sequence[Title | None]) -> list[Title | None]:
    """Resolve titles that depend on others: generic ones beside a part of the name, and repeated ones without a number."""
    roles = {title.role for title in titles if title}
    other = (
        "last"
        if "first" in roles and "last" not in roles
        else "first"
        if "last" in roles and "first" not in roles
        else ""
    )
    if other:
        titles = [
            title._replace(role=other) if title and title.plain in GENERIC else title for title in titles
        ]
    if {"first", "last"} <= {title.role for title in titles if title}:
        # A whole name beside its parts is redundant.
        titles = [
            title._replace(role="") if title and title.role in {"name", "last-first"} else title
            for title in titles
        ]
    counts = Counter(
        title.role for title in titles if title and title.role in {"first", "last"} and not title.slot
    )
    if counts and len(set(counts.values())) == 1 and len(counts) == 2:
        seen: Counter[str] = Counter()
        numbered: list[Title | None] = []
        for title in titles:
            if title and title.role in counts and not title.slot:
                seen[title.role] += 1
                title = title._replace(slot=seen[title.role])  # noqa: PLW2901 - the same title, with its number
            numbered.append(title)
        titles = numbered
    slots = sorted({max(title.slot, 1) for title in titles if title and title.role in NAME_ROLES}) or [1]
    slots = slots if 1 in slots or len(slots) > 1 else [1, *slots]
    return [
        title._replace(slot=slots.index(max(title.slot, 1)) + 1 if title.slot in {0, *slots} else 1)
        if title
        else None
        for title in titles
    ]


def with_partners(columns: list[Column], cells: Sequence[Sequence[str]]) -> list[Column]:
    """Return the columns with a column of partners as second person of the line, where partners have no line of their own."""
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
        for at, column in zip(
            words,
            _pair_of([resolved[at] for at in words], [cells[at] for at in words], pairs=pairs),
            strict=True,
        ):
            resolved[at] = column
    return resolved


def _pair_of(columns: Sequence[Column], cells: Sequence[Sequence[str]], *, pairs: bool) -> Iterator[Column]:
    """Yield the roles of two columns of words: two people, surname and first name, or a guess."""
    left, right = (
        (
            share(len(cell.split()) > 1 for cell in column if cell),
            share(_in_caps(cell) for cell in column if cell),
            known_first(column),
        )
        for column in cells
    )
    if pairs and left[0] > 0.8 and right[0] > 0.8 and len({*cells[1]}) == len(cells[1]):
        yield replace(columns[0], role="name", sure=True, why=Label("deux-personnes"))
        yield replace(columns[1], role="name", slot=2, sure=True, why=Label("deux-personnes"))
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
    for column, role in zip(columns, guess, strict=True):
        yield replace(
            column,
            role=role.partition("#")[0],
            slot=2 if "#" in role else 1,
            sure=False,
            why=Label("hypothese"),
        )


def _in_caps(cell: str) -> bool:
    return all(map(is_caps, re.split(r"[\s'-]+", cell)))


def doubts(columns: Sequence[Column], *, heading: bool, pairs: bool) -> Iterator[Fault]:
    """Yield the questions about the columns."""
    sample = " | ".join(column.samples[0] for column in columns if column.samples)
    if not any(column.role in NAME_ROLES for column in columns):
        titles = tuple(column.title or "…" for column in columns) if heading else (sample,)
        yield Fault("colonne-nom", "columns", {"colonnes": titles})
    elif not heading and (unsure := [column for column in columns if not column.sure]):
        code = "paire-ou-nom" if pairs and len(unsure) == 2 else "colonnes-sans-titre"
        yield Fault(code, "columns", {"exemple": sample})
    else:
        for code, twice in (("colonne-double", True), ("colonne-inconnue", False)):
            alike = [each for each in columns if not each.sure and (each.why.code == "deux-fois") is twice]
            if alike:
                values: dict[str, Value] = {
                    "titre": tuple(column.title or "…" for column in alike),
                    "exemple": next((column.samples[0] for column in alike if column.samples), ""),
                    "nombre": len(alike),
                }
                yield Fault(code, "columns", values)
