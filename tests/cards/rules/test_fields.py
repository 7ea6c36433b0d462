"""Objects, lists and records: parsing, writing and schemas, with every fault at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.cards.rules.contract import Entry, Halves, Seat, Side, Table
from scorekeeper.cards.rules.fields import Amounts, AmountsOf, ByCamp, BySeat, Many, PairOf, Record, kind_of
from scorekeeper.cards.rules.kinds import (
    Camp,
    Choice,
    Flag,
    HalfPoints,
    Kind,
    Maybe,
    OneOf,
    Player,
    Text,
    Unreadable,
    Whole,
)

TABLE = Table(("Alice", "Bruno", "Chloé", "David"))
CAMPS = Table(camps=True)


class Fruit(StrEnum):
    POIRE = "poire"
    COING = "coing"


@dataclass(frozen=True)
class Panier:
    fruit: Fruit
    combien: Annotated[int, Whole(1, 9)] = 1
    qui: Annotated[tuple[Seat, ...], Many(Player(), 3)] = ()
    poids: Annotated[Halves, HalfPoints(10)] | None = None


@dataclass(frozen=True)
class Bol:
    noyaux: list[int] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Cueillette(Entry):
    fruit: Fruit = Fruit.POIRE


PANIER = Record(Panier)


def refusal(kind: Kind[Any], raw: Any, table: Table = TABLE) -> list[tuple[str, str]]:
    with pytest.raises(Unreadable) as caught:
        kind.read(raw, table)
    return [(fault.code, fault.field) for fault in caught.value.faults]


def test_list_has_every_fault_with_its_place() -> None:
    kind = Many(Whole(0, 9), 4, 1)
    assert kind.read([1, 2], TABLE) == (1, 2)
    assert kind.write((1, 2), TABLE) == [1, 2]
    assert refusal(kind, [1, 10, "x", 3]) == [("hors-limites", "1"), ("nombre-entier", "2")]
    assert refusal(kind, []) == [("liste-longueur", "")]
    assert refusal(kind, [1] * 5) == [("liste-longueur", "")]
    wrong: tuple[Any, ...] = ((1, 2), "12", {"0": 1}, None)
    for raw in wrong:
        assert refusal(kind, raw) == [("liste-attendue", "")]


def test_values_by_player_are_read_by_seat() -> None:
    kind = BySeat(Whole(0, 9))
    assert kind.read({"chloé": 3, "Alice": 1}, TABLE) == (1, None, 3, None)
    assert kind.write((1, None, 3, None), TABLE) == {"Alice": 1, "Chloé": 3}
    # Chloé and David joined after it.
    assert kind.write((1, 2), TABLE) == {"Alice": 1, "Bruno": 2}
    assert kind.read({}, TABLE) == (None, None, None, None)
    assert refusal(kind, {"Émile": 1, "Alice": 10}) == [("nom-inconnu", "Émile"), ("hors-limites", "Alice")]
    assert refusal(kind, {"Alice": 1, "ALICE": 2}) == [("nom-double", "ALICE")]
    with pytest.raises(Unreadable) as caught:
        kind.read({"Alice": 1, "ALICE": 2}, TABLE)
    assert caught.value.faults[0].values["nom"] == "Alice"
    assert refusal(kind, [1, 2]) == [("objet-attendu", "")]


def test_values_by_camp_default_to_empty() -> None:
    kind = ByCamp(Many(Whole(0, 9), 3), ())
    assert kind.read({"B": [1]}, CAMPS) == ((), (1,))
    assert kind.read({}, CAMPS) == ((), ())
    assert kind.write(((), (1,)), CAMPS) == {"B": [1]}
    assert kind.write(((2,), (1,)), CAMPS) == {"A": [2], "B": [1]}
    assert refusal(kind, {"C": [], "A": [10], "B": 3}) == [
        ("cle-inconnue", "C"),
        ("hors-limites", "A.0"),
        ("liste-attendue", "B"),
    ]
    assert refusal(kind, []) == [("objet-attendu", "")]


def test_pair_needs_one_value_for_each_camp() -> None:
    kind = PairOf(Whole(0, 9))
    assert kind.read([1, 2], CAMPS) == (1, 2)
    assert kind.write((1, 2), CAMPS) == [1, 2]
    assert refusal(kind, [1]) == [("liste-longueur-juste", "")]
    assert refusal(kind, [1, 2, 3]) == [("liste-longueur-juste", "")]
    assert refusal(kind, ["x", 10]) == [("nombre-entier", "0"), ("hors-limites", "1")]


def test_amounts_are_looked_up_by_their_word() -> None:
    amounts = Amounts.of({"prise": 1, "garde": 2})
    assert amounts["garde"] == 2
    assert "prise" in amounts
    assert "petite" not in amounts
    assert hash(amounts) == hash(Amounts.of({"prise": 1, "garde": 2}))
    with pytest.raises(KeyError):
        _ = amounts["petite"]


def test_amounts_left_out_keep_their_defaults() -> None:
    kind = AmountsOf(Amounts.of({"prise": 1, "garde": 2}), Whole(0, 9))
    assert kind.read({"garde": 3}, TABLE) == Amounts.of({"prise": 1, "garde": 3})
    assert kind.write(Amounts.of({"prise": 1, "garde": 3}), TABLE) == {"prise": 1, "garde": 3}
    assert refusal(kind, {"garde": 10, "petite": 1, "prise": "x"}) == [
        ("cle-inconnue", "petite"),
        ("nombre-entier", "prise"),
        ("hors-limites", "garde"),
    ]
    assert refusal(kind, []) == [("objet-attendu", "")]
    assert Draft202012Validator(kind.schema()).is_valid({"garde": 3})
    assert not Draft202012Validator(kind.schema()).is_valid({"petite": 3})


def test_partial_amounts_have_the_given_ones_only() -> None:
    kind = AmountsOf(Amounts(()), Whole(1, 6), keys=("haut", "bas"), partial=True)
    assert kind.read({"bas": 2}, TABLE) == Amounts.of({"bas": 2})
    assert kind.read({}, TABLE) == Amounts(())


def test_a_record_is_read_written_and_described() -> None:
    raw = {"fruit": "coing", "qui": ["Bruno"], "poids": Decimal("2.5")}
    value = PANIER.read(raw, TABLE)
    assert value == Panier(Fruit.COING, 1, (Seat(1),), Halves(5))
    assert PANIER.write(value, TABLE) == {"fruit": "coing", "qui": ["Bruno"], "poids": 2.5}
    assert PANIER.write_all(Panier(Fruit.POIRE), TABLE) == {
        "fruit": "poire",
        "combien": 1,
        "qui": [],
        "poids": None,
    }
    assert PANIER.write(Panier(Fruit.POIRE), TABLE) == {"fruit": "poire"}


def test_record_has_every_fault_at_once() -> None:
    raw: Any = {"combien": 0, "qui": ["Bruno", "Zoé", 3], "poids": "lourd", "couleur\u202e": 1}
    assert refusal(PANIER, raw) == [
        ("cle-inconnue", "couleur·"),
        ("cle-manquante", "fruit"),
        ("hors-limites", "combien"),
        ("nom-inconnu", "qui.1"),
        ("nom-attendu", "qui.2"),
        ("nombre", "poids"),
    ]
    nothing: tuple[Any, ...] = (None, [], "fruit", 3)
    for raw in nothing:
        assert refusal(PANIER, raw) == [("objet-attendu", "")]


def test_default_may_be_made_by_a_factory() -> None:
    assert Record(Bol, {"noyaux": Many(Whole(0, 9), 3)}).read({}, TABLE) == Bol([])


def test_record_describes_its_keys_by_schema() -> None:
    schema = PANIER.schema()
    assert schema == {
        "type": "object",
        "properties": {
            "fruit": {"type": "string", "enum": ["poire", "coing"]},
            "combien": {"type": "integer", "minimum": 1, "maximum": 9, "default": 1},
            "qui": {
                "type": "array",
                "items": {"type": "string", "minLength": 1},
                "minItems": 0,
                "maxItems": 3,
                "default": [],
            },
            "poids": {
                "anyOf": [
                    {"type": "number", "minimum": 0, "maximum": 10, "multipleOf": 0.5},
                    {"type": "null"},
                ]
            },
        },
        "required": ["fruit"],
        "additionalProperties": False,
    }
    assert PANIER.schema(TABLE)["properties"]["qui"]["items"] == {
        "type": "string",
        "enum": list(TABLE.players),
    }
    assert Record(Panier, {"fruit": Choice(Fruit)}, {"minProperties": 1}).schema()["minProperties"] == 1


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (Flag(), {"type": "boolean"}),
        (OneOf((2, 4)), {"type": "integer", "enum": [2, 4]}),
        (Camp(), {"type": "string", "enum": ["A", "B"]}),
        (Text(9), {"type": "string", "maxLength": 9}),
        (BySeat(Flag()), {"type": "object", "additionalProperties": {"type": "boolean"}}),
        (
            ByCamp(Flag(), False),
            {
                "type": "object",
                "properties": {
                    "A": {"type": "boolean", "description": "Of camp A."},
                    "B": {"type": "boolean", "description": "Of camp B."},
                },
                "additionalProperties": False,
            },
        ),
        (PairOf(Flag()), {"type": "array", "items": {"type": "boolean"}, "minItems": 2, "maxItems": 2}),
    ],
)
def test_each_kind_has_its_schema(kind: Kind[Any], schema: dict[str, Any]) -> None:
    assert kind.schema() == schema


def test_the_schema_at_a_table_knows_the_players() -> None:
    assert BySeat(Flag()).schema(TABLE)["propertyNames"] == {"enum": ["Alice", "Bruno", "Chloé", "David"]}
    assert Player().schema(CAMPS) == {"type": "string", "minLength": 1}


@pytest.mark.parametrize(
    ("hint", "kind"),
    [
        (bool, Flag()),
        (str, Text(200)),
        (Seat, Player()),
        (Side, Camp()),
        (Fruit, Choice(Fruit)),
        (Fruit | None, Maybe(Choice(Fruit))),
        (tuple[Fruit, Fruit], PairOf(Choice(Fruit))),
        (Annotated[int, Whole(1, 9)], Whole(1, 9)),
        (Annotated[int, Whole(1, 9)] | None, Maybe(Whole(1, 9))),
    ],
)
def test_an_annotation_gives_the_kind_of_a_field(hint: Any, kind: Kind[Any]) -> None:
    assert kind_of(hint) == kind


def test_a_field_that_is_a_record_is_read_as_one() -> None:
    record = kind_of(Cueillette)
    assert isinstance(record, Record)
    assert tuple(record.kinds) == ("fruit", "donneur", "note")


def test_every_entry_may_name_its_dealer_and_carry_a_note() -> None:
    record = Record(Cueillette, extra={"title": "cueillette"})
    entry = record.read({"donneur": "bruno", "note": "au verger"}, TABLE)
    assert entry == Cueillette(fruit=Fruit.POIRE, donneur=Seat(1), note="au verger")
    assert record.write(entry, TABLE) == {"donneur": "Bruno", "note": "au verger"}
    assert record.schema()["title"] == "cueillette"
    assert refusal(record, {"note": "n" * 201}) == [("texte-trop-long", "note")]
