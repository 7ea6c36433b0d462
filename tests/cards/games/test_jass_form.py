"""The entry form of Jass: typed values become a donne, and a donne fills the form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from werkzeug.datastructures import MultiDict

from scorekeeper import i18n
from scorekeeper.cards.game_api.suits import suit_mark
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.jass.form import JassForm
from scorekeeper.cards.games.jass.game import GAME
from scorekeeper.cards.games.jass.rules import Jass, JassState
from scorekeeper.cards.rules.contract import Table
from scorekeeper.web.core.jinja import templates_of_games
from tests.cards.games.strategies_jass import payloads, settings
from tests.cards.games.test_jass import NAMELESS, TABLE, house, sheet, state

TEMPLATES = Path(__file__).parents[3] / "templates"


def form_of(
    rules: Jass,
    fields: dict[str, str] | None = None,
    *,
    table: Table = TABLE,
    before: JassState | None = None,
) -> JassForm:
    made = None if fields is None else MultiDict(fields)
    return JassForm(made, rules=rules, state=before or rules.opening(table))


def typed(fields: dict[str, str], rules: Jass | None = None, table: Table = TABLE) -> dict[str, Any]:
    return form_of(rules or house(), fields, table=table).payload()


TYPED: list[tuple[dict[str, str], dict[str, Any]]] = [
    ({"camp": "A", "points": "92"}, {"points_a": 92}),
    ({"camp": "B", "points": "0"}, {"points_b": 0}),
    ({"match": "B"}, {"match": "B"}),
    ({"points": "92"}, {}),
    ({"camp": "A", "points": "", "autre": ""}, {}),
    ({"camp": "C", "points": "92"}, {}),
    (
        {"camp": "A", "points": "92", "autre": "40", "interrompue": "1"},
        {"points": [92, 40], "interrompue": True},
    ),
    ({"camp": "B", "points": "92", "autre": "40", "interrompue": ""}, {"points": [40, 92]}),
    ({"camp": "A", "points": "douze"}, {"points_a": "douze"}),
    (
        {"camp": "A", "points": "92", "a20": "2", "a50": "1", "b20": "0"},
        {"points_a": 92, "annonces": {"A": [20, 20, 50]}},
    ),
    ({"camp": "A", "points": "92", "b100": "x"}, {"points_a": 92, "annonces": {"B": ["x"]}}),
    ({"camp": "A", "points": "92", "b100": "-1"}, {"points_a": 92, "annonces": {"B": ["-1"]}}),
    (
        {"match": "A", "cartes_a-0-genre": "carre", "cartes_a-0-hauteur": "R", "cartes_a-0-couleur": "pique"},
        {"match": "A", "annonces": {"A": [{"type": "carre", "rang": "R"}]}},
    ),
    (
        {"match": "A", "cartes_b-1-genre": "4", "cartes_b-1-hauteur": "10", "cartes_b-1-couleur": "pique"},
        {
            "match": "A",
            "annonces": {"B": [{"type": "suite", "longueur": 4, "hauteur": "10", "couleur": "pique"}]},
        },
    ),
    (
        {"match": "A", "cartes_b-0-hauteur": "A"},
        {"match": "A", "annonces": {"B": [{"type": "suite", "hauteur": "A"}]}},
    ),
    (
        {
            "match": "A",
            "fait_atout": "Chloé",
            "chibre": "1",
            "entame": "Anne",
            "donneur": "Bruno",
            "note": "ici",
        },
        {
            "match": "A",
            "fait_atout": "Chloé",
            "chibre": True,
            "entame": "Anne",
            "donneur": "Bruno",
            "note": "ici",
        },
    ),
]


@pytest.mark.parametrize(("fields", "payload"), TYPED)
def test_typed_values_become_the_words_of_the_file(fields: dict[str, str], payload: dict[str, Any]) -> None:
    assert typed(fields) == payload


@pytest.mark.parametrize(
    ("typed_in", "passed", "sentence"),
    [
        ({"a20": "70"}, [70], "70 = 20 + 50\xa0: touchez les deux"),
        # Only one carré is worth 200, and one 150.
        ({"a20": "400"}, [400], "400 = 50 + 150 + 200\xa0: touchez les trois"),
        ({"a20": "600"}, [600], "jamais 600."),
        ({"a20": "999"}, [999], "jamais 999."),
        ({"a20": "1000"}, ["1000"], "20, 50, 100, 150 ou 200, ou une suite, ou un carré."),
        ({"a20": "50"}, [20] * 12, "Comptez les annonces, pas leurs points."),
        ({"a20": "12", "a50": "9"}, [20] * 12, "Comptez les annonces, pas leurs points."),
    ],
)
def test_points_typed_for_a_count_are_distinguished(
    typed_in: dict[str, str], passed: list[int | str], sentence: str
) -> None:
    form = form_of(house(), {"match": "A", **typed_in})
    assert form.payload()["annonces"]["A"] == passed
    assert not form.validate()
    assert sentence in "".join(form.annonces.errors)


@given(data=st.data())
def test_a_donne_fills_the_form_and_comes_back(data: st.DataObject) -> None:
    rules = house(**data.draw(settings()))
    table = data.draw(st.sampled_from([TABLE, NAMELESS]))
    payload = data.draw(payloads(rules, table))
    opening = rules.opening(table)
    form = JassForm(MultiDict(JassForm.formdata(payload, opening)), rules=rules, state=opening)
    back = form.payload()
    if payload.get("donneur") == "Anne":
        payload.pop("donneur")
    assert back == payload


def test_rows_for_cards_grow_with_the_choices() -> None:
    run = {"type": "suite", "longueur": 3, "hauteur": "A", "couleur": "pique"}
    for count, rows in ((0, 2), (1, 2), (2, 3), (6, 7), (12, 12)):
        opening = house().opening(TABLE)
        filled = JassForm.formdata({"annonces": {"A": [run] * count}}, opening)
        form = JassForm(MultiDict(filled), rules=house(), state=opening)
        assert len(form.cartes_a.entries) == rows
        assert form.shown == (count > 0)
        assert form.payload().get("annonces", {"A": []})["A"] == [run] * count


@pytest.mark.parametrize("odd", ["²", "٣", "9" * 5000, "-1", "", "12"])
def test_rows_that_do_not_exist_are_not_looked_at(odd: str) -> None:
    form = form_of(house(), {"match": "A", f"cartes_a-{odd}-genre": "carre"})
    assert form.payload() == {"match": "A"}


HINTS = [
    ({}, "157 points à partager"),
    ({"points": "x"}, "157 points à partager"),
    ({"points": "92"}, "92 à un camp, 65 à l’autre"),
    ({"camp": "A", "points": "92"}, "Eux\xa0: 65"),
    ({"camp": "B", "points": "92"}, "Nous\xa0: 65"),
    ({"camp": "A", "points": "200"}, "157 points en tout dans les plis"),
    ({"camp": "A", "points": "200", "atout": "tout-atout"}, "Eux\xa0: 53"),
    ({"camp": "A", "points": "92", "autre": "40"}, "Comptés\xa0: 132 sur 157"),
]


@pytest.mark.parametrize(("fields", "hint"), HINTS)
def test_the_other_camp_s_points_are_shown_at_once(fields: dict[str, str], hint: str) -> None:
    form = form_of(house(contrats={"tout-atout": 1}), fields, table=NAMELESS)
    assert form.hints() == {"points": hint, "objectif": "Nous\xa0: encore 1000 · Eux\xa0: encore 1000"}


def test_nothing_is_missing_in_a_tournament_or_after_the_end() -> None:
    assert "objectif" not in form_of(house(mode="tournoi"), {}).hints()
    over = sheet(house(objectif=100), {"points_a": 110})
    assert "objectif" not in form_of(house(objectif=100), {}, before=state(over)).hints()


def test_an_ordinary_donne_takes_few_taps() -> None:
    """The camp, up to three figures, the confirmation."""
    form = form_of(house(), {"camp": "A", "points": "101"})
    assert form.validate()
    preview = form.line
    assert preview is not None
    assert preview.row.scores == (101, 56)


REFUSED = [
    ({"camp": "A", "points": "156"}, "points", "1 et 156 sont impossibles."),
    ({"camp": "B", "points": "156"}, "points", "1 et 156 sont impossibles."),
    ({}, "points", "l’autre a le reste"),
    ({"match": "A", "a20": "1", "b20": "1"}, "annonces", "valent 20 partout"),
    ({"match": "A", "atout": "haut-bas"}, "atout", "ne se joue pas ici"),
    ({"match": "A", "interrompue": "1"}, "match", "Un match demande"),
]


@pytest.mark.parametrize(("fields", "place", "sentence"), REFUSED)
def test_refusal_is_beside_its_field(fields: dict[str, str], place: str, sentence: str) -> None:
    form = form_of(house(), fields)
    assert not form.validate()
    assert any(sentence in str(error) for error in form[place].errors)


def environment() -> Environment:
    env = Environment(
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), templates_of_games()]),
        undefined=StrictUndefined,
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_callables(i18n.gettext, i18n.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.globals["suit_mark"] = suit_mark
    return env


def rendered(
    rules: Jass, fields: dict[str, str] | None = None, *, table: Table = TABLE, before: Any = None
) -> str:
    form = form_of(rules, fields, table=table, before=before)
    if fields is not None:
        form.validate()
    seen = {"form": form, "table": table, "state": form.state, "rules": rules, "game": GAME}
    asked, rare = (environment().get_template(f"jass/{name}.html").render(seen) for name in ("entry", "rare"))
    return f"{asked}<details>{rare}"


NAMES = {
    "points": {
        "camp",
        "points",
        "match",
        "a20",
        "b200",
        "cartes_a-1-genre",
        "schtockr",
        "atout",
        "premier",
        "autre",
    },
    "tournoi": {"camp", "points", "match", "atout", "autre", "fait_atout"},
}


@pytest.mark.parametrize("mode", ["points", "tournoi"])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_page_asks_for_the_settings_of_the_house(mode: str, language: str) -> None:
    with i18n.speaking(language):
        page = rendered(house(mode=mode))
    assert all(f'name="{name}"' in page for name in NAMES[mode])
    others = NAMES["points"] | NAMES["tournoi"] | {"premier", "interrompue"}
    if mode == "tournoi":
        hidden = others - NAMES["tournoi"]
        assert not [name for name in hidden if f'name="{name}"' in page]
    assert ("Points of" in page) == (language == "en")


def test_every_corner_of_the_form_can_be_shown() -> None:
    assert 'name="a300"' in rendered(house(suites_longues="grandes"))
    assert 'name="a300"' not in rendered(house())
    assert 'name="schtockr"' not in rendered(house(schtockr=False))
    assert 'name="a20"' not in rendered(house(annonces=False))
    assert "haut en bas" in rendered(house(contrats={"haut-bas": 2}))
    assert "fait_atout" not in rendered(house(), table=NAMELESS)
    assert "<bdi>Eux</bdi>" in rendered(house(), table=NAMELESS)
    everything = {"match": "A", "a20": "1", "b20": "1", "premier": "A", "entame": "Anne", "schtockr": "A"}
    page = rendered(house(), everything)
    assert 'value="Anne" checked' in page.partition("<details>")[2]
    assert "valent 20 partout" in page


def test_fault_of_cards_is_in_their_row() -> None:
    form = form_of(
        house(), {"match": "A", "a20": "1", "cartes_a-1-genre": "4", "cartes_b-0-couleur": "pique"}
    )
    assert not form.validate()
    row = form.cartes_a.entries[0].form
    assert [*row["hauteur"].errors, *row["couleur"].errors] == ["Hauteur\u202f?", "Couleur\u202f?"]
    assert not any(form.cartes_a.entries[1].form[name].errors for name in ("genre", "hauteur", "couleur"))
    assert not form.annonces.errors
    assert list(form.cartes_b.entries[0].form.genre.errors) == ["Annonce\u202f?"]
    low = {"match": "A", "cartes_b-0-genre": "5", "cartes_b-0-hauteur": "7", "cartes_b-0-couleur": "pique"}
    form = form_of(house(), low)
    assert not form.validate()
    assert "à partir du 7" in form.cartes_b.entries[0].form.genre.errors[0]


TIE = {
    "camp": "A",
    "points": "80",
    "atout": "carreau",
    "entame": "Anne",
    "cartes_a-0-genre": "3",
    "cartes_a-0-hauteur": "R",
    "cartes_a-0-couleur": "pique",
    "cartes_b-0-genre": "3",
    "cartes_b-0-hauteur": "R",
    "cartes_b-0-couleur": "trefle",
}


def test_annonce_holder_is_asked_for_if_a_tie_depends_on_it() -> None:
    assert "cartes_a-0-joueur" not in rendered(house(), {**TIE, "cartes_a-0-couleur": "carreau"})
    page = rendered(house(), TIE)
    assert 'name="cartes_a-0-joueur"' in page
    assert "qui a les 3 cartes à pique, roi en tête\u202f?" in page
    assert 'name="cartes_b-0-joueur"' not in page
    form = form_of(house(), {**TIE, "cartes_a-0-joueur": "Anne"})
    assert form.validate()
    assert form.cartes_a.entries[0].form.joueur.choices == [("", "–"), ("Anne", "Anne"), ("Chloé", "Chloé")]
    back = JassForm.formdata(form.payload(), form.state)
    assert back["cartes_a-0-joueur"] == ["Anne"]


def test_the_first_donne_asks_for_the_7_of_diamonds() -> None:
    def openly(page: str) -> str:
        return page.partition("<details")[0]

    assert "Qui a le 7 de carreau\u202f?" in openly(rendered(house()))
    assert 'name="chibre"' not in rendered(house())
    later = state(sheet(house(), {"points_a": 100}))
    for page in (
        rendered(house(), before=later),
        rendered(house(annonces=False)),
        rendered(house(mode="tournoi")),
        rendered(house(), {"fait_atout": "Chloé", "chibre": "1"}),
    ):
        assert "Qui a le 7 de carreau\u202f?" not in page
        assert 'name="fait_atout"' not in openly(page)
        assert 'name="chibre"' in page
    assert "7 de carreau" not in rendered(house(), table=NAMELESS)


def test_undeclared_is_one_of_the_answers() -> None:
    page = rendered(house())
    assert 'name="premier" value="personne"' in page
    assert "personne ne s’est annoncé" in page
    assert typed({"match": "A", "premier": "personne"}) == {"match": "A", "premier": "personne"}


def test_declarer_is_asked_for_when_both_are_close() -> None:
    rules = house(objectif=300)
    near = state(sheet(rules, {"points_a": 100}, {"points_b": 100}))
    assert form_of(rules, before=near).close
    assert '<div class="exit used">' in rendered(rules, before=near)
    assert " used" not in rendered(rules)
    far = state(sheet(rules, {"points_a": 100}))
    assert not form_of(rules, before=far).close
    assert not form_of(house(objectif=300, sortie="plus-haut-total"), before=near).close


def test_donne_in_few_words() -> None:
    def few(rules: Jass, raw: dict[str, Any]) -> str:
        return message_of(GAME.wording.brief(sheet(rules, raw).marked[0]), GAME.words, NAMELESS)

    assert few(house(), {"points_a": 92}) == "92 à 65"
    assert few(house(), {"points_a": 92, "annonces": {"B": [50]}, "schtockr": "A"}) == "92 à 65, annonces"
    assert few(house(), {"points_a": 92, "schtockr": "A"}) == "92 à 65, schtöckr"
    assert few(house(pique_double=True), {"points_a": 92, "atout": "pique"}) == "92 à 65, × 2"
    assert few(house(), {"match": "B"}) == "match : Eux"
    assert few(house(), {"points": [40, 20], "interrompue": True}) == "40 à 20, interrompue"


def test_the_settings_in_words() -> None:
    def in_words(**plain: Any) -> list[str]:
        return [message_of(label, GAME.words, NAMELESS) for label in GAME.settings_in_words(house(**plain))]

    assert in_words() == ["1000 points", "annonces", "schtöckr", "match 100"]
    assert in_words(mode="tournoi") == ["12 donnes", "plis, match sans prime"]
    assert in_words(mode="tournoi", prime_match=50) == ["12 donnes", "match 50"]
    odd = in_words(
        pique_double=True,
        double_porte_sur="plis-match",
        contrats={"haut-bas": 3},
        suites_longues="grandes",
        carre_678=100,
        carte_double_emploi=True,
        egalite_annonces="deux",
        ordre_fin="schtockr-plis-annonces",
        double_perte=True,
    )
    assert odd == [
        "1500 points",
        "annonces",
        "schtöckr",
        "match 100",
        "pique double",
        "doublé\xa0: plis et match seulement",
        "grandes suites",
        "carrés de 8, 7 et 6",
        "cartes à double emploi",
        "annonces égales\xa0: les deux camps",
        "plis comptés avant les annonces",
        "double perte",
        "haut en bas × 3",
    ]
    assert in_words(ordre_fin="manuel")[-1] == "sortie à l’annonce"
    assert in_words(sortie="plus-haut-total")[-1] == "sortie au plus haut total"
