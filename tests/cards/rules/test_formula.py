"""The formula language: its results by column, and its refusals."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.rules.formula import (
    DEEPEST,
    FARTHEST,
    MOST_PARTS,
    BadFormula,
    Formula,
    Symbol,
    read_formula,
)

KNOWN = {
    "points": Symbol(0, -100, 100),
    "ferme": Symbol(1, 0, 1),
    "donnes": Symbol(2, 1, 50, wide=False),
    "total": Symbol(3, -(10**9), 10**9),
}
VALUES = ([7, -3, 0, 7], [1, 0, 0, 0], 5, [40, 20, 10, 0])


def columns(text: str) -> list[int]:
    return [*read_formula(text, KNOWN).columns(VALUES, 4)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", [12, 12, 12, 12]),
        ("points", [7, -3, 0, 7]),
        ("donnes", [5, 5, 5, 5]),
        ("points + total", [47, 17, 10, 7]),
        ("points + 1", [8, -2, 1, 8]),
        ("1 - points", [-6, 4, 1, -6]),
        ("1 − 2 × 3", [-5, -5, -5, -5]),
        ("2 + 3 * 4 - 6 // 4", [13, 13, 13, 13]),
        ("10 - 2 - 3", [5, 5, 5, 5]),
        ("(10 - (2 - 3)) * 2", [22, 22, 22, 22]),
        ("points // 2", [3, -2, 0, 3]),
        ("points ÷ -2", [-4, 1, 0, -4]),
        ("-points", [-7, 3, 0, -7]),
        ("--3", [3, 3, 3, 3]),
        ("(" * 24 + "3" + ")" * 24, [3, 3, 3, 3]),
        ("max(total, 0) * 1000", [40000, 20000, 10000, 0]),
        ("points = 7", [1, 0, 0, 1]),
        ("points == 7", [1, 0, 0, 1]),
        ("points != 7", [0, 1, 1, 0]),
        ("points ≠ 7 et points ≥ 0", [0, 0, 1, 0]),
        ("points <> 7", [0, 1, 1, 0]),
        ("points < 0 ou ferme", [1, 1, 0, 0]),
        ("points <= 0", [0, 1, 1, 0]),
        ("points > 0", [1, 0, 0, 1]),
        ("points ≤ -3", [0, 1, 0, 0]),
        ("non ferme", [0, 1, 1, 1]),
        ("non non ferme et 1", [1, 0, 0, 0]),
        ("non (points = 7) + 1", [0, 0, 0, 0]),
        ("donnes = 5 et donnes < 6", [1, 1, 1, 1]),
        ("donnes * 2 ou 0", [1, 1, 1, 1]),
        ("non donnes", [0, 0, 0, 0]),
        ("-donnes", [-5, -5, -5, -5]),
        ("somme(points)", [11, 11, 11, 11]),
        ("min(points)", [-3, -3, -3, -3]),
        ("max(total - points)", [33, 33, 33, 33]),
        ("max(points, 3)", [7, 3, 3, 7]),
        ("min(donnes, points)", [5, -3, 0, 5]),
        ("max(2, donnes)", [5, 5, 5, 5]),
        ("max(points - 3, 3 - points)", [4, 6, 3, 4]),
        ("min(max(points), 5)", [5, 5, 5, 5]),
        ("max(ferme, points = 0)", [1, 0, 1, 0]),
        ("min(points > 0, donnes > 0)", [1, 0, 0, 1]),
        ("nombre(points = max(points))", [2, 2, 2, 2]),
        ("nombre(points)", [3, 3, 3, 3]),
        ("somme(points) - points", [4, 14, 11, 4]),
        ("si(ferme, 2 * points, points)", [14, -3, 0, 7]),
        ("si(points > min(points), points, 0)", [7, 0, 0, 7]),
        ("si(ferme, donnes, 0)", [5, 0, 0, 0]),
        ("si(donnes > 4, points, 0)", [7, -3, 0, 7]),
        ("si(donnes > 4, 1, 2)", [1, 1, 1, 1]),
        ("si(donnes > 5, 1, 2)", [2, 2, 2, 2]),
        ("si(non ferme et points > 0, somme(total), -1)", [-1, -1, -1, 70]),
        ("1 et 2 ou 0 et 3", [1, 1, 1, 1]),
        ("123456789", [123456789, 123456789, 123456789, 123456789]),
    ],
)
def test_a_formula_gives_each_column_its_value(text: str, expected: list[int]) -> None:
    values = columns(text)
    assert values == expected
    assert {type(value) for value in values} == {int}


@pytest.mark.parametrize("text", ["max(points)", "min(points)", "somme(points)", "nombre(points > 0)"])
def test_an_aggregate_of_no_column_is_0(text: str) -> None:
    assert read_formula(text, KNOWN).number(([], [], 5, [])) == 0


def test_a_formula_about_the_table_is_one_number() -> None:
    formula = read_formula("somme(points) != donnes", KNOWN)
    assert not formula.wide
    assert formula.number(VALUES) == 1
    assert formula.names == {"points", "donnes"}
    assert read_formula("points + donnes", KNOWN).wide


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("", "formule-vide", ""),
        ("  ", "formule-vide", ""),
        ("points.real", "formule-signe", "."),
        ("points[0]", "formule-signe", "["),
        ("points ; 1", "formule-signe", ";"),
        ("'a'", "formule-guillemet", "'"),
        ("2 / 3", "formule-signe", "/"),
        ("__import__(1)", "formule-nom", "__import__"),
        ("inconnu + 1", "formule-nom", "inconnu"),
        ("² + 1", "formule-valeur", "²"),
        ("points points", "formule-suite", "points"),
        ("1 < points < 3", "formule-suite", "<"),
        ("points)", "formule-suite", ")"),
        ("(points", "formule-attendu", ")"),
        ("si(1, 2)", "formule-attendu", ","),
        ("si(1, 2, 3, 4)", "formule-attendu", ")"),
        ("somme points", "formule-attendu", "("),
        ("min(points, 3, 4)", "formule-attendu", ")"),
        ("somme(points, 3)", "formule-attendu", ")"),
        ("points +", "formule-fin", ""),
        ("+ points", "formule-valeur", "+"),
        ("et points", "formule-valeur", "et"),
        ("points // 0", "formule-diviseur", ""),
        ("points // donnes", "formule-diviseur", ""),
        ("points // (1 - 1)", "formule-diviseur", ""),
        ("somme(donnes)", "formule-table", "somme"),
        ("1234567890", "formule-chiffres", "123456789…"),
        ("total * total", "formule-grandeur", str(FARTHEST)),
        ("0 - total * 1001", "formule-grandeur", str(FARTHEST)),
        ("max(total, 0) * 1001", "formule-grandeur", str(FARTHEST)),
        ("min(total, 0) * 1001", "formule-grandeur", str(FARTHEST)),
        ("1" + "+1" * MOST_PARTS, "formule-parties", str(MOST_PARTS)),
        ("(" * 25 + "1" + ")" * 25, "formule-profonde", str(DEEPEST)),
        ("(" * 30 + "1" + ")" * 30, "formule-profonde", str(DEEPEST)),
        ("-" * 30 + "1", "formule-profonde", str(DEEPEST)),
        ("non " * 30 + "1", "formule-profonde", str(DEEPEST)),
    ],
)
def test_a_formula_that_cannot_be_is_refused_with_its_part(text: str, code: str, part: str) -> None:
    with pytest.raises(BadFormula) as refused:
        read_formula(text, KNOWN)
    assert (refused.value.code, refused.value.part) == (code, part)


@st.composite
def texts(draw: st.DrawFn, depth: int = 4) -> str:
    """Draw formulas, some of them invalid."""
    if not depth or draw(st.booleans()):
        return draw(st.sampled_from([*KNOWN, "0", "1", "7", "100"]))
    parts = st.deferred(lambda: texts(depth - 1))
    form = draw(
        st.sampled_from(
            [
                "({0} + {1})",
                "({0} - {1})",
                "{0} * {1}",
                "({0} // 3)",
                "({0} < {1})",
                "({0} = {1})",
                "(non {0})",
                "({0} et {1})",
                "({0} ou {1})",
                "si({0}, {1}, {2})",
                "somme({0})",
                "min({0})",
                "max({0}, {1})",
                "nombre({0})",
                "-{0}",
            ]
        )
    )
    return form.format(draw(parts), draw(parts), draw(parts))


@given(text=texts(), data=st.data())
def test_no_formula_that_was_read_can_fail_or_leave_its_bounds(text: str, data: st.DataObject) -> None:
    try:
        formula: Formula = read_formula(text, KNOWN)
    except BadFormula:
        return
    width = data.draw(st.integers(1, 12))
    vectors = [
        data.draw(st.lists(st.integers(known.least, known.most), min_size=width, max_size=width))
        if known.wide
        else data.draw(st.integers(known.least, known.most))
        for known in KNOWN.values()
    ]
    values = formula.columns(vectors, width)
    assert len(values) == width
    assert all(formula.least <= value <= formula.most for value in values)
    assert -FARTHEST <= formula.least <= formula.most <= FARTHEST


@given(text=st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(BadFormula):
        assert read_formula(text, KNOWN).parts
