"""Declared games with a grid: a game of Yams, its form, paper and sentences; and invalid grids."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.cells import Look
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.grid_paper import grid_sheet
from scorekeeper.cards.game_api.sheet import PaperSize, Sheet, SheetLine, SheetRequest
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.declared.form import GridHouseForm
from scorekeeper.cards.games.declared.rules import HouseState
from scorekeeper.cards.games.declared.rules.definition import DEFINITION
from scorekeeper.cards.games.declared.rules.grid import GridRules
from scorekeeper.cards.rules.changes import TableChange, seated
from scorekeeper.cards.rules.contract import Label, Seat, Table, expect
from scorekeeper.cards.rules.replay import Replay, extend, replay
from scorekeeper.i18n import speaking
from scorekeeper.paper.layout import pages_of
from tests.cards.games.test_maison import THREE, made, messages, played, shipped, text
from tests.examples import plain

TWO = Table(("Anne", "Bruno"))
CAMPS = Table(("Nord", "Est", "Sud", "Ouest"), camps=True, equipes=("Nous", "Eux"))


def cell(qui: str, case: str, points: int, **more: Any) -> dict[str, Any]:
    return {"qui": qui, "case": case, "points": points, **more}


def text_of(game: Game, sheet: Replay, label: Label) -> str:
    with speaking("fr"):
        return plain(message_of(label, game.words, sheet.table))


def detail(game: Game, sheet: Replay) -> list[tuple[str, tuple[int, ...]]]:
    """Return the scores of the last line, item by item."""
    return [(text_of(game, sheet, item.label), item.scores) for item in sheet.marked[-1].row.detail]


# A whole grid of two camps: rows of every sort, a bonus over all columns, a counter, an end of its own.

GRID = """
nom = "Grille du club"
joueurs = [4, 4]
colonnes = "camps"
gagne = "petit"
[fin]
quand = "plat >= 3 et vides < 2"
[[cases]]
cle = "plat"
nom = "Plat"
valeurs = [0, 3, 7]
groupe = "menu"
[[cases]]
cle = "vin"
nom = "Vin"
de = -10
a = 40
pas = 5
[[cases]]
cle = "pain"
nom = "Pain"
de = 1
a = 90
[[cases]]
cle = "eau"
nom = "Eau"
de = 0
a = 90
[[groupes]]
cle = "menu"
nom = "Menu"
[[primes]]
nom = "Le plus au menu"
points = "si(menu = max(menu) et menu > min(menu), 10, 0)"
[[primes]]
nom = "Couvert"
points = "2"
[[compteurs]]
cle = "tournees"
nom = "Tournées"
devient = "tournees + joue"
[[champs]]
cle = "verres"
nom = "Verres"
de = 0
a = 9
defaut = 0
sur = "colonne"
[[postes]]
nom = "verres"
points = "-verres"
[[verifications]]
si = "verres > 5 et vides > 3"
demande = "tant de verres au début ?"
[[verifications]]
si = "points > 80"
refuse = "pas plus de 80 points."
[[exemples]]
nom = "Nord sert le plat"
joueurs = ["Nord", "Est", "Sud", "Ouest"]
saisie = { qui = "A", case = "plat", points = 7, verres = 2 }
marque = [17, 2]
"""


def test_yams_adds_up_with_its_bonus_and_an_explanation() -> None:
    game = shipped("yams")
    upper = [cell("Anne", key, value) for key, value in (("as", 3), ("deux", 6), ("trois", 9))]
    upper += [cell("Anne", "quatre", 12), cell("Anne", "cinq", 15), cell("Anne", "six", 18)]
    sheet = played(game, TWO, *upper)
    assert sheet.totals == (98, 0)
    assert detail(game, sheet) == [("Six", (18, 0)), ("Prime dès 63 (Total du haut 63)", (35, 0))]
    last = sheet.marked[-1]
    assert text_of(game, sheet, game.wording.sentence(last)) == "Anne, Six : 18, et +35 — total 98"
    assert text_of(game, sheet, game.wording.brief(last)) == "Anne, Six : 18"
    assert text_of(game, sheet, game.wording.sentence(sheet.marked[0])) == "Anne, As : 3 — total 3"
    assert [text_of(game, sheet, label) for label in game.wording.progress(sheet)] == [
        "À Bruno : 13 cases libres"
    ]


def test_second_yams_adds_a_hundred_after_the_first() -> None:
    game = shipped("yams")
    sheet = played(
        game, TWO, cell("Anne", "yams", 50), cell("Bruno", "as", 2), cell("Anne", "six", 30, encore=True)
    )
    assert sheet.totals == (180, 2)
    assert detail(game, sheet) == [("Six", (30, 0)), ("Yams de plus", (100, 0))]
    first = played(game, TWO, cell("Anne", "yams", 50, encore=True))
    assert [(item.fault.code, item.fault.field) for item in first.faults] == [("refus-0", "encore")]
    assert messages(game, first) == ["Anne : un yams de plus ne compte que si la case Yams vaut déjà 50."]


@pytest.mark.parametrize(
    ("line", "field", "sentence"),
    [
        (cell("Anne", "full", 24), "points", "« Full » vaut 0 ou 25."),
        (cell("Anne", "six", 20), "points", "« Six » vaut 0, 6, 12, 18, 24 ou 30."),
        (cell("Anne", "brelan", 31), "points", "« Brelan » vaut de 5 à 30, ou 0."),
        (
            cell("Anne", "chance", 20),
            "case",
            (
                "La case « Chance » est déjà remplie pour Anne : 22. Cases encore libres : As, Deux, Trois, Quatre, Cinq, Six, "
                "Brelan, Carré, Full, Petite suite, Grande suite, Yams."
            ),
        ),
    ],
)
def test_impossible_cell_value_is_refused_at_its_field(
    line: dict[str, Any], field: str, sentence: str
) -> None:
    game = shipped("yams")
    sheet = played(game, TWO, cell("Anne", "chance", 22), line)
    assert [item.fault.field for item in sheet.faults] == [field]
    assert messages(game, sheet) == [sentence]
    assert sheet.totals == (22, 0)


def test_long_list_of_values_is_one_sentence() -> None:
    game = shipped("yatzy")
    sheet = played(game, TWO, cell("Anne", "full", 10))
    assert messages(game, sheet) == [
        "« Full » vaut 0, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 27 ou 28."
    ]


def test_giving_a_row_up_is_asked_once() -> None:
    game = shipped("yams")
    sheet = played(game, TWO, cell("Bruno", "full", 0))
    marked = sheet.marked[0]
    with speaking("fr"):
        assert [plain(message_of(doubt, game.words, TWO)) for doubt in marked.doubts] == [
            "Rayer « Full » de Bruno, pour 0 point ?"
        ]
    assert text_of(game, sheet, game.wording.brief(marked)) == "Bruno, Full : rayée"
    assert detail(game, sheet) == [("Full, rayée", (0, 0))]
    assert [game.wording.tallies(marked, Seat(seat)) for seat in (0, 1)] == [
        {"cases": 0, "rayees": 0},
        {"cases": 1, "rayees": 1},
    ]


def played_out(game: Game, table: Table, seed: int = 7) -> Replay:
    """Play a partie to its end by the demonstration."""
    rng, rules = Random(seed), game.rules()  # noqa: S311 - an example, not a secret
    sheet = replay(rules, table, [])
    while sheet.outcome is None:
        entry = rules.ENTRY.read(game.demo(rng, rules, sheet.state), table)
        sheet = extend(sheet, len(sheet.marked) + 1, entry)
        assert sheet.faults == ()
    return sheet


def test_check_without_field_is_shown_at_the_cell() -> None:
    rule = 'si = "encore et points = 0"\nchamp = "points"\ndemande = "un yams de plus, et une case rayée ?"'
    toml = text("yams")
    assert rule in toml
    game = made(toml.replace(rule, 'si = "points = 27"\nrefuse = "jamais 27."'))
    sheet = played(game, THREE, cell("Anne", "chance", 27))
    assert [item.fault.field for item in sheet.faults] == ["case"]
    assert messages(game, sheet) == ["jamais 27."]


def test_the_partie_is_over_when_every_cell_is_filled() -> None:
    game = shipped("yams")
    sheet = played_out(game, THREE)
    assert len(sheet.marked) == 39
    assert [line.entry.values["qui"] for line in sheet.marked[:4]] == [0, 1, 2, 0]  # type: ignore[attr-defined]
    assert sheet.outcome is not None
    assert text_of(game, sheet, sheet.outcome.reason) == "Toutes les cases sont remplies."
    assert sheet.outcome.winners == game.rules.WINS.best(sheet.totals)
    assert game.wording.progress(sheet) == []
    late = extend(sheet, 40, sheet.rules.ENTRY.read(cell("Anne", "as", 1), THREE))
    assert [item.fault.code for item in late.faults] == ["partie-terminee", "case-remplie"]
    assert messages(game, late)[1].endswith("Aucune n’est plus libre.")
    form = expect(GridHouseForm, game.form(None, rules=sheet.rules, state=sheet.state))
    assert form.hints() == {"case": "Touchez une case de la grille."}


def test_leaver_needs_no_cells_and_keeps_the_filled_ones() -> None:
    game = shipped("yams")
    rules = expect(GridRules, game.rules())
    seating = seated(THREE, [TableChange(after=2, players=("Bruno", "Chloé"))])
    lines = [
        cell("Anne", "six", 18),
        cell("Bruno", "six", 24),
        cell("Chloé", "six", 12),
        cell("Bruno", "as", 1),
    ]
    entries = [rules.ENTRY.read(line, seating.at(rang)) for rang, line in enumerate(lines, 1)]
    sheet = replay(rules, seating, enumerate(entries, 1))
    assert sheet.totals == (18, 25, 12)
    state = expect(HouseState, sheet.state)
    assert rules.next_column(state) == 2
    while sheet.outcome is None:
        column = rules.next_column(expect(HouseState, sheet.state)) or 0
        left = rules.open_rows(expect(HouseState, sheet.state), column)[0]
        line = cell(THREE.players[column], left.cle, 0)
        sheet = extend(sheet, len(sheet.marked) + 1, rules.ENTRY.read(line, sheet.table))
    assert len(sheet.marked) == 27
    assert sheet.outcome.winners == (1,)


def test_grid_may_have_camps_negative_rows_counters_and_an_end() -> None:
    game = made(GRID)
    rules = game.rules()
    assert rules.SETTINGS.kinds == {}
    sheet = played(game, CAMPS, cell("A", "plat", 7, verres=6), cell("B", "vin", -10))
    assert detail(game, played(game, CAMPS, cell("A", "plat", 7, verres=6))) == [
        ("Plat", (7, 0)),
        ("verres", (-6, 0)),
        ("Le plus au menu (Menu 7)", (10, 0)),
        ("Couvert", (2, 0)),
        ("Couvert", (0, 2)),
    ]
    assert sheet.totals == (13, -8)
    with speaking("fr"):
        doubts = [plain(message_of(doubt, game.words, CAMPS)) for doubt in sheet.marked[0].doubts]
    assert doubts == ["Nous : tant de verres au début ?"]
    assert [text_of(game, sheet, label) for label in game.wording.progress(sheet)] == [
        "À Nous : 3 cases libres",
        "Tournées : Nous 1, Eux 1",
    ]
    assert game.wording.tallies(sheet.marked[1], Seat(3)) == {"cases": 1, "rayees": 0}
    level = extend(sheet, 3, rules.ENTRY.read(cell("B", "plat", 7), CAMPS))
    assert detail(game, level) == [("Plat", (0, 7)), ("Le plus au menu (Menu 7)", (-10, 0))]
    refused = played(
        game, CAMPS, cell("A", "vin", 12), cell("A", "pain", 85), cell("A", "eau", 91), cell("A", "eau", 0)
    )
    assert messages(game, refused) == [
        "« Vin » vaut de −10 à 40, de 5 en 5, ou 0.",
        "pas plus de 80 points.",
        "« Eau » vaut de 0 à 90.",
    ]
    assert refused.marked[0].doubts == ()
    ended = played(game, CAMPS, cell("A", "plat", 3), cell("A", "vin", 5), cell("A", "pain", 1))
    assert ended.outcome is not None
    assert ended.outcome.reason.code == "fin-quand"
    needed = made(GRID.replace("defaut = 0\n", ""))
    demo = needed.demo(Random(3), needed.rules(), needed.rules().opening(CAMPS))  # noqa: S311 - an example, not a secret
    assert demo["qui"] == "A"
    assert "verres" in demo


def paper(game: Game, table: Table, sheet: Replay | None = None, seats: int = 2) -> Sheet:
    lines = tuple(SheetLine(line.rang, line) for line in sheet.marked) if sheet else ()
    request = SheetRequest(game=game, rules=game.rules(), table=table, seats=seats, played=sheet, lines=lines)
    assert game.grid is not None
    with speaking("fr"):
        return grid_sheet(request, game.grid)


def column(sheet: Sheet, place: int) -> list[str]:
    grid = sheet.blocks[0].grid
    assert grid is not None
    return [row.cells[place].text for row in (*grid.rows, *grid.feet)]


def test_paper_grid_has_its_sums_blank_open_and_full() -> None:
    game = shipped("yams")
    blank = paper(game, Table(), seats=12)
    grid = blank.blocks[0].grid
    assert grid is not None
    assert pages_of(blank, PaperSize.A5)[0].landscape is False
    assert column(blank, 0) == [
        *("As", "Deux", "Trois", "Quatre", "Cinq", "Six", "Total du haut", "Prime dès 63"),
        *(
            "Brelan",
            "Carré",
            "Full",
            "Petite suite",
            "Grande suite",
            "Yams",
            "Chance",
            "Total du bas",
            "Yams de plus",
        ),
        "total",
    ]
    sums = {row.key: row.cells[12].sums for row in (*grid.rows, *grid.feet)}
    assert sums["haut"] == tuple(
        f"{key}.j12.points" for key in ("as", "deux", "trois", "quatre", "cinq", "six")
    )
    assert sums["prime-0"] == ()
    assert len(sums["total"]) == 15
    assert "haut.j12.points" not in sums["total"]
    assert {"prime-0.j12.points", "poste-0.j12.points"} <= {*sums["total"]}
    assert [row.key for row in grid.rows if row.look is Look.TOTAL] == ["haut", "bas"]
    some = played(
        game,
        TWO,
        *(
            cell("Anne", key, value)
            for key, value in (("as", 3), ("deux", 6), ("trois", 9), ("quatre", 12), ("cinq", 15))
        ),
        cell("Bruno", "full", 0),
    )
    assert column(paper(game, TWO, some), 1)[:8] == ["3", "6", "9", "12", "15", "", "", ""]
    assert column(paper(game, TWO, some), 2)[10] == "—"
    more = extend(some, 7, some.rules.ENTRY.read(cell("Anne", "six", 18), TWO))
    assert column(paper(game, TWO, more), 1)[5:8] == ["18", "63", "35"]
    full = column(paper(game, TWO, played_out(game, TWO)), 1)
    assert all(full)


def test_the_schemas_take_a_grid_and_its_lines() -> None:
    schema = DEFINITION.schema()
    Draft202012Validator.check_schema(schema)
    document = catalogue.declared_of(made(GRID)).document
    assert Draft202012Validator(schema).is_valid(document)
    bare = {key: value for key, value in document.items() if key not in {"cases", "champs"}}
    assert not Draft202012Validator(schema).is_valid(bare)
    lines = Draft202012Validator(shipped("yams").rules.ENTRY.schema(TWO))
    assert lines.is_valid(cell("Anne", "full", 25))
    for wrong in (
        cell("Zoé", "full", 25),
        cell("Anne", "plein", 25),
        cell("Anne", "full", 51),
        {"qui": "Anne"},
    ):
        assert not lines.is_valid(wrong)
    assert shipped("yams").rules.ENTRY.schema()["properties"]["points"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 50,
    }
