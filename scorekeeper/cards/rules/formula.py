"""Formulas of declared games: integers, comparisons, `si`, and aggregates over all columns, in bounded time.

A formula is compiled to closures on vectors: a value is one number, or a list with one number per column. Aggregates
(`somme`, `min`, `max`, `nombre`) return one number. Evaluation cannot fail: a divisor is a constant other than zero, and
the bounds of every part are known.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat
from typing import Any

LONGEST = 400
"""Longest formula, in characters."""
DEEPEST = 24
"""Deepest nesting of a formula."""
MOST_PARTS = 200
"""Most tokens of a formula."""
MOST_COLUMNS = 12
FARTHEST = 10**12
"""Largest absolute value that any part of a formula may reach."""
MOST_DIGITS = 9

Vectors = Sequence[Any]
"""The value of each name: a number, or a list with one for each column."""
Run = Callable[[Vectors], Any]


class BadFormula(ValueError):
    """A formula that cannot be parsed.

    `code` is the reason, `part` the token or limit concerned, `instead` the token found in place of an expected one.
    """

    def __init__(self, code: str, part: object = "", instead: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.part = str(part)
        self.instead = instead


@dataclass(frozen=True)
class Symbol:
    """A name that formulas may use."""

    place: int
    """Index of its value in the vectors."""
    least: int
    most: int
    wide: bool = True
    """Whether each column has its own value."""


@dataclass(frozen=True)
class Formula:
    """A parsed formula."""

    run: Run
    wide: bool
    """Whether each column has its own value; otherwise the whole table has one."""
    least: int
    most: int
    parts: int
    names: frozenset[str] = frozenset()
    """The names that it uses."""
    constant: int | None = None
    """Its value, if it is a literal number."""
    plain: bool = True
    """Whether its values are integers; otherwise they may be booleans."""

    def columns(self, vectors: Vectors, count: int) -> Sequence[int]:
        """Return the value of the formula for each of `count` columns."""
        value = self.run(vectors)
        if self.wide:
            values: Sequence[int] = value if self.plain else [*map(int, value)]
            return values
        return [int(value)] * count

    def number(self, vectors: Vectors) -> int:
        """Return the value of a formula that has one for the whole table."""
        return int(self.run(vectors))


_TOKEN = re.compile(r"\s*(?:([0-9]+)|([^\W\d]\w*)|(//|<>|<=|>=|!=|==|[-+*×÷−=≠<>≤≥(),]))")
_SIGNS = {"−": "-", "×": "*", "÷": "//", "≤": "<=", "≥": ">=", "≠": "!=", "<>": "!=", "==": "="}
_FRACTION = re.compile(r"[0-9]+[.,][0-9]+")
_QUOTES = frozenset("'’‘\"“”«»")
_RUN = re.compile(r"\s*([=/<>!]+)")
WRONG_SIGNS = frozenset({"=/=", "/=", "=!", "=!=", "!==", "===", "=<", "=>", "><", "!"})
"""Refused comparison signs: those of other languages, and mistakes."""
COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _count(values: Any) -> int:
    return sum(map(bool, values))


OVER_ALL: Mapping[str, Callable[[Any], Any]] = {
    "somme": sum,
    "min": partial(min, default=0),
    "max": partial(max, default=0),
    "nombre": _count,
}
"""Aggregates over all columns; 0 where there is none, because all are eliminated."""
OF_TWO: Mapping[str, Callable[[Any, Any], Any]] = {"min": min, "max": max}
"""Aggregates that also accept two values."""
Bounds = tuple[int, int]
TRUTH: Bounds = (0, 1)
"""Bounds of a boolean."""
WORDS = frozenset({"si", "et", "ou", "non", *OVER_ALL})
"""Reserved words, which are no names of fields."""


def read_formula(text: str, known: Mapping[str, Symbol]) -> Formula:
    """Parse a formula of at most `MOST_PARTS` tokens, whose names are in `known`. Raises `BadFormula`."""
    tokens = [*_tokens(text)]
    if not tokens:
        raise BadFormula("formule-vide")
    if len(tokens) > MOST_PARTS:
        raise BadFormula("formule-parties", MOST_PARTS)
    reader = _Reader(tokens, known)
    try:
        formula = reader.either(0)
    except BadFormula as bad:
        raise (_fraction_in(text) if reader.next == "," else None) or bad from bad
    if reader.next:
        raise _fraction_in(text) or BadFormula("formule-suite", reader.next)
    return formula


def _fraction_in(text: str) -> BadFormula | None:
    """Return the fault of a number with a fraction; `None` if there is none."""
    fraction = _FRACTION.search(text)
    return BadFormula("formule-entier", fraction[0]) if fraction else None


def _tokens(text: str) -> Iterator[str]:
    place, end = 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        run = _RUN.match(text, place)
        if run and run[1] in WRONG_SIGNS:
            raise BadFormula("formule-signe", run[1])
        if match is None:
            sign = text[place:].strip()[0]
            if sign in _QUOTES:
                raise BadFormula("formule-guillemet", sign)
            raise (_fraction_in(text) if sign == "." else None) or BadFormula("formule-signe", sign)
        if match[1] and len(match[1]) > MOST_DIGITS:
            raise BadFormula("formule-chiffres", match[1][:MOST_DIGITS] + "…")
        yield _SIGNS.get(match[0].strip(), match[0].strip())
        place = match.end()


class _Reader:
    """Recursive descent parser, from the lowest precedence (`ou`) to the highest."""

    def __init__(self, tokens: Sequence[str], known: Mapping[str, Symbol]) -> None:
        self.tokens = tokens
        self.known = known
        self.place = 0

    @property
    def next(self) -> str:
        """The next token; empty at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def took(self, *wanted: str) -> str:
        """Consume and return the next token if it is one of `wanted`; otherwise return an empty string."""
        token = self.next
        if token not in wanted:
            return ""
        self.place += 1
        return token

    def need(self, wanted: str) -> None:
        if not self.took(wanted):
            raise BadFormula("formule-attendu", wanted, self.next)

    def either(self, depth: int) -> Formula:
        if depth > DEEPEST:
            raise BadFormula("formule-profonde", DEEPEST)
        left = self.both(depth)
        while self.took("ou"):
            left = _joined(operator.or_, _truth(left), _truth(self.both(depth)), TRUTH)
        return left

    def both(self, depth: int) -> Formula:
        left = self.negated(depth)
        while self.took("et"):
            left = _joined(operator.and_, _truth(left), _truth(self.negated(depth)), TRUTH)
        return left

    def negated(self, depth: int) -> Formula:
        if depth > DEEPEST:
            raise BadFormula("formule-profonde", DEEPEST)
        if self.took("non"):
            return _alone(operator.not_, self.negated(depth + 1), TRUTH)
        return self.compared(depth)

    def compared(self, depth: int) -> Formula:
        left = self.added(depth)
        sign = self.took(*COMPARISONS)
        if not sign:
            return left
        joined = _joined(COMPARISONS[sign], left, self.added(depth), TRUTH)
        if self.next in COMPARISONS:
            raise BadFormula("formule-suite", self.next)
        return joined

    def added(self, depth: int) -> Formula:
        left = self.multiplied(depth)
        while sign := self.took("+", "-"):
            right = self.multiplied(depth)
            if sign == "+":
                left = _joined(operator.add, left, right, (left.least + right.least, left.most + right.most))
            else:
                left = _joined(operator.sub, left, right, (left.least - right.most, left.most - right.least))
        return left

    def multiplied(self, depth: int) -> Formula:
        left = self.signed(depth)
        while sign := self.took("*", "//"):
            right = self.signed(depth)
            if sign == "//" and not right.constant:
                raise BadFormula("formule-diviseur")
            act: Callable[[int, int], int] = operator.mul if sign == "*" else operator.floordiv
            ends = [act(a, b) for a in (left.least, left.most) for b in (right.least, right.most)]
            left = _joined(act, left, right, (min(ends), max(ends)))
        return left

    def signed(self, depth: int) -> Formula:
        if depth > DEEPEST:
            raise BadFormula("formule-profonde", DEEPEST)
        if not self.took("-"):
            return self.single(depth)
        right = self.signed(depth + 1)
        if right.constant is not None:
            return _number(-right.constant)
        return _alone(operator.neg, right, (-right.most, -right.least))

    def single(self, depth: int) -> Formula:
        part = self.next
        self.place += 1
        if part == "(":
            inner = self.either(depth + 1)
            self.need(")")
            return inner
        if part.isascii() and part.isdigit():
            return _number(int(part))
        if part in OVER_ALL:
            inner, *other = self.arguments(1, depth, 2 if part in OF_TWO else 1)
            return _of_two(part, inner, *other) if other else _over_all(part, inner)
        if part == "si":
            return _chosen(*self.arguments(3, depth))
        if part in self.known and self.next == "(":
            raise BadFormula("formule-fonction", part)
        if part in self.known:
            return _named(part, self.known[part])
        if part and (part[0].isalpha() or part[0] == "_") and part not in WORDS:
            raise BadFormula("formule-nom", part)
        raise BadFormula("formule-valeur", part) if part else BadFormula("formule-fin")

    def arguments(self, least: int, depth: int, most: int = 0) -> list[Formula]:
        self.need("(")
        values = [self.either(depth + 1)]
        while len(values) < least or (len(values) < most and self.next == ","):
            self.need(",")
            values.append(self.either(depth + 1))
        self.need(")")
        return values


def _number(value: int) -> Formula:
    return Formula(lambda _: value, wide=False, least=value, most=value, parts=1, constant=value)


def _named(name: str, known: Symbol) -> Formula:
    run = operator.itemgetter(known.place)
    return Formula(run, known.wide, known.least, known.most, parts=1, names=frozenset({name}))


def _bounded(run: Run, wide: bool, bounds: Bounds, of: Sequence[Formula], *, plain: bool = True) -> Formula:  # noqa: FBT001
    least, most = bounds
    if least < -FARTHEST or most > FARTHEST:
        raise BadFormula("formule-grandeur", FARTHEST)
    names = frozenset(name for part in of for name in part.names)
    parts = 1 + sum(part.parts for part in of)
    return Formula(run, wide, least, most, parts, names, plain=plain)


def _alone(act: Callable[[Any], Any], inner: Formula, bounds: Bounds) -> Formula:
    value = inner.run

    def over_columns(vectors: Vectors) -> Any:
        return [*map(act, value(vectors))]

    def once(vectors: Vectors) -> Any:
        return act(value(vectors))

    run = over_columns if inner.wide else once
    return _bounded(run, inner.wide, bounds, (inner,), plain=bounds is not TRUTH)


def _truth(inner: Formula) -> Formula:
    """Return a formula whose values are 0 and 1 (or booleans), as `et` and `ou` need; one that has no others is unchanged."""
    if inner.least >= 0 and inner.most <= 1:
        return inner
    if inner.constant is not None:
        return _number(int(inner.constant != 0))
    return _alone(operator.truth, inner, TRUTH)


def _joined(act: Callable[[Any, Any], Any], left: Formula, right: Formula, bounds: Bounds) -> Formula:
    first, second, wide = left.run, right.run, left.wide or right.wide
    firsts, seconds = _spread(left), _spread(right)

    def over_columns(vectors: Vectors) -> Any:
        return [*map(act, firsts(vectors), seconds(vectors))]

    def once(vectors: Vectors) -> Any:
        return act(first(vectors), second(vectors))

    run = over_columns if wide else once
    return _bounded(run, wide, bounds, (left, right), plain=bounds is not TRUTH)


def _spread(part: Formula) -> Run:
    """Return a function of the value per column; a value of the whole table is repeated."""
    if part.wide:
        return part.run
    # The iterator over a literal number is made once.
    always = None if part.constant is None else repeat(part.constant)
    return (lambda vectors: repeat(part.run(vectors))) if always is None else (lambda _: always)


def _over_all(word: str, inner: Formula) -> Formula:
    """Return an aggregate of a formula over all columns."""
    value = inner.run
    if not inner.wide:
        raise BadFormula("formule-table", word)
    # Booleans can be summed as they are.
    act = sum if word == "nombre" and (inner.least, inner.most) == TRUTH else OVER_ALL[word]
    least, most = inner.least, inner.most
    if word == "somme":
        least, most = min(least, least * MOST_COLUMNS), max(most, most * MOST_COLUMNS)
    elif word == "nombre":
        least, most = 0, MOST_COLUMNS

    def run(vectors: Vectors) -> Any:
        return act(value(vectors))

    return _bounded(run, False, (least, most), (inner,), plain=inner.plain or word in {"somme", "nombre"})


def _of_two(word: str, left: Formula, right: Formula) -> Formula:
    act = OF_TWO[word]
    joined = _joined(act, left, right, (act(left.least, right.least), act(left.most, right.most)))
    return replace(joined, plain=left.plain and right.plain)


def _chosen(test: Formula, yes: Formula, no: Formula) -> Formula:
    """Return `si(test, yes, no)`. With columns, both branches are computed, so the cost does not vary."""
    tested, first, second = test.run, yes.run, no.run

    def once(vectors: Vectors) -> Any:
        return first(vectors) if tested(vectors) else second(vectors)

    wide = test.wide or yes.wide or no.wide
    tests, firsts, seconds = _spread(test), _spread(yes), _spread(no)

    def over_columns(vectors: Vectors) -> Any:
        values = zip(tests(vectors), firsts(vectors), seconds(vectors), strict=False)
        return [first if true else second for true, first, second in values]

    bounds = min(yes.least, no.least), max(yes.most, no.most)
    run = over_columns if wide else once
    return _bounded(run, wide, bounds, (test, yes, no), plain=yes.plain and no.plain)
