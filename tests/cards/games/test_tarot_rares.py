"""Rare rules of Tarot: the pousse, misères of two worths, and misères of a whole camp."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.game_api.words import message_of, settings_in_words
from scorekeeper.cards.games.tarot.form import TarotForm
from scorekeeper.cards.games.tarot.game import GAME
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.games.tarot.words import formula, tallies
from scorekeeper.cards.rules.contract import Seat, Table
from scorekeeper.cards.rules.replay import replay
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import sheet_of
from scorekeeper.parties.sheet_requests import blank_request
from tests.paper.sheets.samples import filled

TABLE = Table(("Anne", "Benoît", "Chloé", "David"))
POUSSE = {"preneur": "Anne", "contrat": "pousse", "bouts": 2, "points": 51}
HELD = [{"joueur": "Chloé", "type": "tete"}, {"joueur": "Anne", "type": "atout"}]


def form(rules: Tarot, **fields: Any) -> TarotForm:
    data: MultiDict[str, Any] = MultiDict(
        {key: value if isinstance(value, list) else [value] for key, value in fields.items()}
    )
    return TarotForm(data, rules=rules, state=rules.opening(TABLE))


def contracts(rules: Tarot) -> list[str]:
    filled: Any = form(rules)
    return [value for value, _ in filled.contrat.choices]


@pytest.mark.parametrize(
    ("settings", "french", "english"),
    [
        ({}, ["barème officiel"], ["official scoring"]),
        ({"misere": 10}, ["misères à 10"], ["misères at 10"]),
        ({"misere": 10, "misere_atout": 0}, ["misère de tête à 10"], ["misère without court cards at 10"]),
        ({"misere_atout": 20}, ["misère d’atout à 20"], ["misère without trumps at 20"]),
        (
            {"misere": 10, "misere_atout": 20, "misere_camp": True},
            ["misère de tête à 10", "misère d’atout à 20", "misères au camp du joueur"],
            [
                "misère without court cards at 10",
                "misère without trumps at 20",
                "misères to the player’s side",
            ],
        ),
        ({"misere_camp": True}, ["barème officiel"], ["official scoring"]),
        ({"pousse": 2}, ["pousse × 2"], ["pousse × 2"]),
    ],
)
def test_rare_settings_are_stated_if_they_count(
    settings: dict[str, Any], french: list[str], english: list[str]
) -> None:
    labels = settings_in_words(GAME.words, Tarot(**settings))
    texts = {}
    for language in ("fr", "en"):
        with speaking(language):
            texts[language] = [message_of(label, GAME.words, TABLE) for label in labels]
    assert texts == {"fr": french, "en": english}


def test_a_fifth_contract_is_offered_only_where_it_is_played() -> None:
    assert contracts(Tarot()) == ["prise", "garde", "garde-sans", "garde-contre"]
    assert contracts(Tarot(pousse=2)) == ["prise", "pousse", "garde", "garde-sans", "garde-contre"]


def test_a_pousse_that_is_not_played_is_refused_beside_its_field() -> None:
    fields = {"preneur": "Anne", "contrat": "pousse", "bouts": "2", "points": "51"}
    played, refused = form(Tarot(pousse=2), **fields), form(Tarot(), **fields)
    assert played.validate()
    assert played.line is not None
    assert played.line.row.scores == (210, -70, -70, -70)
    assert not refused.validate()
    assert refused.contrat.errors == ["Cette table ne joue pas la pousse\u202f; un réglage l’ajoute."]


def test_the_same_contract_is_offered_while_it_is_played() -> None:
    with_pousse = Tarot(pousse=2)
    sheet = replay(with_pousse, TABLE, [(1, with_pousse.ENTRY.read(dict(POUSSE), TABLE))])
    again = []
    for rules in (with_pousse, Tarot()):
        made = TarotForm(None, rules=rules, state=sheet.state)
        made.earlier = sheet.marked
        again.append(made.again)
    assert again == [{"preneur": "Anne", "contrat": "pousse"}, None]


def test_a_pousse_is_reckoned_and_counted_as_a_contract() -> None:
    rules = Tarot(pousse=2)
    (marked,) = replay(rules, TABLE, [(1, rules.ENTRY.read(dict(POUSSE), TABLE))]).marked
    label = formula(rules, marked)
    assert label is not None
    assert message_of(label, GAME.words, TABLE) == "(25 + 10) × 2 = 70"
    counted = {code: count for code, count in tallies(marked, Seat(0)).items() if count}
    assert counted == {"prise": 1, "prise-reussi": 1, "genre-pousse": 1, "genre-pousse-reussi": 1}
    assert GAME.account.kinds["pousse"] == "titre-pousse"


@pytest.mark.parametrize(
    ("settings", "ticked", "boxes"),
    [
        ({"misere": 10}, [], ["tête", "atout"]),
        ({"misere": 10, "misere_atout": 0}, [], ["tête"]),
        ({"misere_atout": 10}, [], ["atout"]),
        ({"misere_atout": 10}, ["tete Anne"], ["tête", "atout"]),
        ({}, ["tete Anne"], ["tête"]),
    ],
)
def test_only_counted_miseres_have_a_box_unless_one_is_ticked(
    settings: dict[str, Any], ticked: list[str], boxes: list[str]
) -> None:
    filled_form = form(Tarot(**settings), miseres=ticked)
    shown = dict(filled_form.shown_choices(filled_form.miseres))
    assert [word for _, word, _ in shown["Chloé"]] == boxes
    assert [word for _, word, _ in dict(filled_form.shown_choices(filled_form.poignees))["Chloé"]] == [
        "simple",
        "double",
        "triple",
    ]


def test_a_misere_of_a_camp_keeps_the_short_sentence() -> None:
    fields = {"preneur": "Anne", "contrat": "prise", "bouts": "2", "points": "43", "miseres": ["atout Chloé"]}
    played = form(Tarot(misere=10, misere_camp=True), **fields)
    assert played.validate()
    assert played.line is not None
    assert message_of(GAME.wording.sentence(played.line), GAME.words, TABLE) == (
        "Prise réussie de 2 · misère d’atout, Chloé — Anne +51, les autres −17 chacun"
    )


# --- On paper ---


def row_on_paper(**settings: Any) -> list[str]:
    """The row of a prise made by 10 with two misères: its small print, écart, coefficient and score of a defender."""
    donne = {"preneur": "Anne", "contrat": "prise", "bouts": 2, "points": 51, "miseres": HELD}
    sheet = sheet_of(filled("tarot", [donne], settings=settings))
    (grid,) = [block.grid for block in sheet.blocks if block.grid is not None]
    cells = grid.rows[0].cells
    return [
        " / ".join(cells[1].small).replace("\xa0", " "),
        *(cell.text for cell in (cells[5], cells[6], cells[8])),
    ]


def test_a_misere_of_a_camp_is_in_the_printed_score() -> None:
    alone = "Anne / misère de tête, Chloé +30 / misère d’atout, Anne +60"
    assert row_on_paper(misere=10, misere_atout=20) == [alone, "+10", "1", "35"]
    shared = "Anne / misère de tête, Chloé −10 / misère d’atout, Anne +20"
    assert row_on_paper(misere=10, misere_atout=20, misere_camp=True) == [shared, "+10", "1", "45"]


def back(**settings: Any) -> list[list[str]]:
    """The headings and rows of the back of a sheet."""
    sheet = sheet_of(blank_request(GAME, back=True, settings=settings))
    grids = [block.grid for block in sheet.back if block.grid is not None]
    headings = [[column.heading for column in grid.columns] for grid in grids]
    return [*headings, *([cell.text for cell in row.cells] for grid in grids for row in grid.rows)]


@pytest.mark.parametrize(
    ("settings", "rows"),
    [
        ({}, []),
        ({"misere": 10, "misere_atout": 10}, [["misère, de chaque autre joueur", "+10"]]),
        ({"misere": 10, "misere_atout": 0}, [["misère de tête, de chaque autre joueur", "+10"]]),
        (
            {"misere": 10, "misere_atout": 20, "misere_camp": True},
            [
                ["misère de tête, par défenseur, au camp du joueur", "+10"],
                ["misère d’atout, par défenseur, au camp du joueur", "+20"],
            ],
        ),
    ],
)
def test_back_has_the_worth_of_each_misere(settings: dict[str, Any], rows: list[list[str]]) -> None:
    assert [row for row in back(**settings) if row[0].startswith("misère")] == rows


def test_the_back_has_a_column_for_a_pousse_that_is_played() -> None:
    assert ["écart", "prise ×\xa01", "garde ×\xa02", "garde sans ×\xa04", "garde contre ×\xa06"] in back()
    assert ["0", "25", "50", "100", "150"] in back()
    house = back(pousse=2, coefs={"garde": 3})
    wanted = [
        "écart",
        "prise ×\xa01",
        "pousse ×\xa02",
        "garde ×\xa03",
        "garde sans ×\xa04",
        "garde contre ×\xa06",
    ]
    assert wanted in house
    assert ["0", "25", "50", "75", "100", "150"] in house


def test_form_leaves_the_score_of_a_rounded_margin_blank() -> None:
    def computed(rounding: int) -> list[bool]:
        sheet = sheet_of(blank_request(GAME, form=True, rows=1, settings={"arrondi_ecart": rounding}))
        (grid,) = [block.grid for block in sheet.blocks if block.grid is not None]
        return [bool(grid.rows[0].cells[place].sums) for place in (3, 5, 8)]

    assert computed(0) == [True, True, True]
    assert computed(10) == [True, True, False]
