"""Single values: parsing, writing and schema of each kind, in every branch."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scorekeeper.cards.rules import kinds
from scorekeeper.cards.rules.contract import AnyOf, Fault, Halves, Label, Seat, Side, Table
from scorekeeper.cards.rules.fields import Many
from scorekeeper.cards.rules.kinds import (
    Camp,
    Choice,
    Flag,
    HalfPoints,
    Kind,
    Maybe,
    Name,
    OneOf,
    Player,
    Text,
    Unreadable,
    Whole,
    WholeOr,
)

TABLE = Table(("Alice", "Bruno", "Chloé", "David"))
CAMPS = Table(camps=True)


class Fruit(StrEnum):
    POIRE = "poire"
    COING = "coing"


def refusal(kind: Kind[Any], raw: Any, table: Table = TABLE) -> list[tuple[str, str]]:
    with pytest.raises(Unreadable) as caught:
        kind.read(raw, table)
    return [(fault.code, fault.field) for fault in caught.value.faults]


def test_an_unreadable_value_is_named_by_its_codes() -> None:
    assert str(Unreadable(Fault("a"), Fault("b", "x"))) == "a, b"


@pytest.mark.parametrize(
    ("raw", "value"),
    [(0, 0), (9, 9), (Decimal(3), 3), (Decimal("3.0"), 3), (Decimal("-0"), 0), (Decimal("0E+5"), 0)],
)
def test_whole_number_is_read_as_an_integer(raw: Any, value: int) -> None:
    parsed = Whole(0, 9).read(raw, TABLE)
    assert parsed == value
    assert type(parsed) is int


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (-1, "hors-limites"),
        (10, "hors-limites"),
        (10**40, "hors-limites"),
        (Decimal(10), "hors-limites"),
        (Decimal(999_999_999), "hors-limites"),
        (Decimal(1_000_000_000), "nombre-entier"),
        (Decimal("1E+1000000"), "nombre-entier"),
        (Decimal("1E-1000000"), "nombre-entier"),
        (Decimal("0.5"), "nombre-entier"),
        (Decimal("NaN"), "nombre-entier"),
        (Decimal("sNaN"), "nombre-entier"),
        (Decimal("-Infinity"), "nombre-entier"),
        (True, "nombre-entier"),
        ("3", "nombre-entier"),
        (3.0, "nombre-entier"),
        (None, "nombre-entier"),
        ([], "nombre-entier"),
    ],
)
def test_number_out_of_bounds_or_not_whole_is_refused(raw: Any, code: str) -> None:
    assert refusal(Whole(0, 9), raw) == [(code, "")]


@pytest.mark.parametrize(
    ("kind", "raw", "code", "values"),
    [
        (Whole(2, 9), 1, "hors-limites", {"min": 2, "max": 9}),
        (Whole(2, 9), "3", "nombre-entier", {"limites": Label("de-a", min=2, max=9)}),
        (
            Whole(-(10**12), 9),
            Decimal(-(10**9)),
            "nombre-entier",
            {"limites": Label("de-a", min=-(10**12), max=9)},
        ),
        (Whole(2, 9, judged=True), 10**9, "hors-limites", {"min": 2, "max": 9}),
        (OneOf((0, 50)), "x", "nombre-entier", {"limites": Label("parmi", options=AnyOf((0, 50)))}),
        (OneOf((0, 50)), 3, "choix", {"options": AnyOf((0, 50))}),
        (Choice(Fruit), "pomme", "choix", {"options": AnyOf(("poire", "coing"))}),
        (Player(), "Émile", "nom-inconnu", {"nom": "Émile", "joueurs": (Seat(0), Seat(1), Seat(2), Seat(3))}),
        (Text(3), "abcd", "texte-trop-long", {"limite": 3}),
        (Many(Flag(), 2, 2), [], "liste-longueur-juste", {"nombre": 2}),
        (Many(Flag(), 4, 1), [], "liste-longueur", {"min": 1, "max": 4}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_refusal_names_the_valid_values(kind: Kind[Any], raw: Any, code: str, values: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as caught:
        kind.read(raw, TABLE)
    assert caught.value.faults == (Fault(code, "", values),)


@pytest.mark.parametrize(
    ("raw", "halves", "written"),
    [
        (0, 0, 0),
        (91, 182, 91),
        (Decimal("40.5"), 81, 40.5),
        (Decimal("40.50"), 81, 40.5),
        (40.5, 81, 40.5),
        (Decimal("40.0"), 80, 40),
        (Decimal("-0"), 0, 0),
    ],
)
def test_half_points_are_read_and_written(raw: Any, halves: int, written: float) -> None:
    kind = HalfPoints(91)
    parsed = kind.read(raw, TABLE)
    assert parsed == halves
    assert type(parsed) is Halves
    assert kind.write(parsed, TABLE) == written
    assert isinstance(kind.write(parsed, TABLE), int if halves % 2 == 0 else float)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (-1, "hors-limites"),
        (92, "hors-limites"),
        (Decimal("91.5"), "hors-limites"),
        (Decimal("1E+1000000"), "hors-limites"),
        (Decimal("40.25"), "demi-points"),
        (Decimal("1E-2000000"), "demi-points"),
        (Decimal("40." + "0" * 40 + "1"), "demi-points"),
        (Decimal("NaN"), "nombre"),
        (Decimal("Infinity"), "nombre"),
        (False, "nombre"),
        ("40", "nombre"),
        (float("nan"), "nombre"),
        (40.3, "demi-points"),
        (None, "nombre"),
    ],
)
def test_invalid_half_point_is_refused(raw: Any, code: str) -> None:
    assert refusal(HalfPoints(91), raw) == [(code, "")]


def test_flag_accepts_true_and_false_only() -> None:
    assert Flag().read(True, TABLE) is True
    assert Flag().write(False, TABLE) is False
    for raw in (0, 1, "true", None):
        assert refusal(Flag(), raw) == [("oui-ou-non", "")]


def test_choice_accepts_its_words_only() -> None:
    kind = Choice(Fruit)
    assert kind.read("coing", TABLE) is Fruit.COING
    assert kind.write(Fruit.COING, TABLE) == "coing"
    assert type(kind.write(Fruit.COING, TABLE)) is str
    wrong: tuple[Any, ...] = ("pomme", "POIRE", "", None, 1, ["poire"], {})
    for raw in wrong:
        assert refusal(kind, raw) == [("choix", "")]


def test_one_of_accepts_its_numbers_only() -> None:
    kind = OneOf((20, 50, 100))
    assert kind.read(50, TABLE) == 50
    assert refusal(kind, 30) == [("choix", "")]
    assert refusal(kind, 10) == [("choix", "")]
    assert refusal(kind, "20") == [("nombre-entier", "")]


@pytest.mark.parametrize("raw", ["Chloé", "chloé", "CHLOÉ", " Chloé ", "Chloe\u0301"])
def test_a_player_is_known_by_name_however_it_is_written(raw: str) -> None:
    seat = Player().read(raw, TABLE)
    assert seat == 2
    assert type(seat) is Seat
    assert Player().write(seat, TABLE) == "Chloé"


@pytest.mark.parametrize("raw", ["Émile", "", "Chloe", "Alice" + " " * 900, "x" * 10_000])
def test_player_not_at_the_table_is_refused(raw: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Player().read(raw, TABLE)
    (fault,) = caught.value.faults
    assert fault.code == "nom-inconnu"
    assert fault.values["joueurs"] == (Seat(0), Seat(1), Seat(2), Seat(3))
    assert len(str(fault.values["nom"])) <= 61


def test_a_name_is_text_and_needs_players() -> None:
    assert refusal(Player(), 1) == [("nom-attendu", "")]
    assert refusal(Player(), None) == [("nom-attendu", "")]
    assert refusal(Player(), "Alice", CAMPS) == [("joueurs-inconnus", "")]


def test_camp_is_written_a_or_b() -> None:
    assert Camp().read("A", CAMPS) == Side(0)
    assert Camp().read("B", CAMPS) == Side(1)
    assert Camp().write(Side(1), CAMPS) == "B"
    for raw in ("a", "C", "", 0, None, ["A"]):
        assert refusal(Camp(), raw) == [("choix", "")]


def test_a_remark_is_tidied() -> None:
    kind = Text(12)
    assert kind.read("  au   café ", TABLE) == "au café"
    assert kind.read("", TABLE) == ""
    assert kind.read(" \n", TABLE) == ""
    assert refusal(kind, "une remarque trop longue") == [("texte-trop-long", "")]
    assert refusal(kind, "a\u202eb") == [("texte-caractere", "")]
    assert refusal(kind, 3) == [("texte-attendu", "")]
    assert refusal(kind, None) == [("texte-attendu", "")]


def test_maybe_accepts_null_and_its_kind() -> None:
    kind = Maybe(Whole(0, 9))
    assert kind.read(None, TABLE) is None
    assert kind.read(3, TABLE) == 3
    assert kind.write(None, TABLE) is None
    assert kind.write(3, TABLE) == 3
    assert refusal(kind, 10) == [("hors-limites", "")]


def test_a_refused_text_is_cut_and_made_harmless() -> None:
    assert kinds.shown("abc") == "abc"
    assert kinds.shown("a\x00b\u202ec\ud800") == "a·b·c·"
    assert kinds.shown("x" * 60) == "x" * 60
    assert kinds.shown("x" * 61) == "x" * 60 + "…"


@given(st.integers(0, 182))
def test_every_half_point_survives_a_round_trip(halves: int) -> None:
    kind = HalfPoints(91)
    written = kind.write(Halves(halves), TABLE)
    assert kind.read(Decimal(str(written)), TABLE) == halves
    assert Draft202012Validator(kind.schema()).is_valid(written)


@given(st.decimals(allow_nan=True, allow_infinity=True))
def test_no_decimal_breaks_a_number(raw: Decimal) -> None:
    for kind in (Whole(-50, 50), HalfPoints(91), OneOf((1, 2))):
        try:
            value = kind.read(raw, TABLE)
        except Unreadable:
            continue
        assert value == raw * (2 if isinstance(value, Halves) else 1)


@pytest.mark.parametrize(
    ("raw", "code"), [(7, "nom-attendu"), ("An\tne", "texte-caractere"), (" ", "texte-vide")]
)
def test_invalid_name_is_refused(raw: Any, code: str) -> None:
    assert [fault for fault, _ in refusal(Name(), raw)] == [code]
    assert Name().read(" Anne\n", TABLE) == "Anne"


def test_whole_or_accepts_a_number_or_a_word() -> None:
    kind = WholeOr(Whole(-5, 9), Choice(Fruit))
    assert [kind.read(raw, TABLE) for raw in (3, Decimal("-5.0"), "coing")] == [3, -5, Fruit.COING]
    assert [kind.write(value, TABLE) for value in (3, Fruit.POIRE)] == [3, "poire"]
    assert type(kind.write(Fruit.POIRE, TABLE)) is str
    assert [refusal(kind, raw) for raw in (10, Decimal("0.5"))] == [
        [("hors-limites", "")],
        [("nombre-entier", "")],
    ]
    others: tuple[Any, ...] = ("pomme", "3", True, None, [], 0.5)
    assert [refusal(kind, raw) for raw in others] == [[("nombre-ou-mot", "")]] * 6
    with pytest.raises(Unreadable) as caught:
        kind.read("pomme", TABLE)
    (fault,) = caught.value.faults
    assert fault.values == {
        "limites": Label("de-a", min=-5, max=9),
        "options": AnyOf(("poire", "coing")),
    }
    schema = Draft202012Validator(kind.schema())
    assert [schema.is_valid(raw) for raw in (-5, "poire", 10, "pomme", None)] == [True] * 2 + [False] * 3
