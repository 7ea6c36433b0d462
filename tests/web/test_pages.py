"""Every page of every game in a browser without scripts: its content and its responses, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import StrictUndefined

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.game_api.examples import entry_text, examples_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.parties import read_partie
from scorekeeper.web.parties.sheet_view import columns_of
from tests.evenings import Evening
from tests.web.browsing import Page, Visit
from tests.web.hands import EVENINGS, act, amend, close, play


def totals(page: Page) -> list[int]:
    """Return the totals above the sheet."""
    texts = re.findall(r'<th scope="col" class="num total.*?<b>([−0-9]+)</b>', page.html, re.DOTALL)
    return [int(text.replace("−", "-")) for text in texts]


def test_an_undefined_name_in_a_template_is_an_error(app: Flask) -> None:
    assert app.jinja_env.undefined is StrictUndefined


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=EVENINGS)
def test_an_evening_by_forms_gives_its_totals(visit: Visit, evening: Evening) -> None:
    number = play(visit, evening)
    page = visit.get(f"/parties/{number}")
    assert totals(page) == evening.expected["totals"]
    for winner in evening.expected["winners"]:
        assert f"Victoire : {winner}" in page.text
    close(visit, number)
    page = visit.get(f"/parties/{number}")
    assert totals(page) == evening.expected["totals"]
    assert page.has_form("/rouvrir")


@pytest.mark.parametrize(
    ("key", "marks"),
    [
        ("tarot", [["Anne", "", "", ""], ["", "Benoît", "", ""], ["", "", "Chloé", ""]]),
        ("jass", [["Anne", ""], ["", "Benoît"], ["Chloé", ""]]),
        ("couillon", [["Anne", ""], ["", "Benoît"], ["Chloé", ""]]),
    ],
)
def test_the_dealer_is_marked_in_their_own_column_or_camp(key: str, marks: list[list[str]]) -> None:
    entry = {"tarot": {"statut": "passee"}, "jass": {"points_a": 92}, "couillon": {"gagne": "A"}}[key]
    for played, expected in enumerate(marks):
        raw = {"format": "scorekeeper/1", "game": key, "players": ["Anne", "Benoît", "Chloé", "David"]}
        sheet = read_sheet(raw | {"entries": [entry] * played}).replay()
        assert [column["deals"] for column in columns_of(sheet)] == expected


@pytest.fixture
def house(visit: Visit) -> Visit:
    """A house with all sorts of sheets: open, finished, closed, with struck and amended lines, of every game."""
    for evening in EVENINGS.values():
        number = play(visit, evening)
        play(visit, evening, 2)
        last = len(evening.sheet["entries"])
        path = f"/parties/{number}"
        assert act(visit, path, "/annuler", annuler=str(last)).status == 303
        amend(visit, f"{path}/lignes/1/modifier", note="recompté", raison="oubli")
        assert act(visit, f"{path}/lignes/{last}", "/retablir").status == 303
        close(visit, number)
    visit.open_sheet("jass", [])
    visit.open_sheet("couillon", [], equipe_a="Nous", equipe_b="Eux")
    return visit


LOOSE = {"fr": re.compile(r".*\S [;:!?»].*|.*« .*"), "en": re.compile(r".*[«»].*")}
"""Typographic errors: in French a sign that may begin a line, in English French quotation marks."""


@pytest.mark.soak
@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_link_leads_to_a_page(house: Visit, language: str) -> None:
    """Follow every link. Printing and tournaments have their own tests."""
    house.client.set_cookie("langue", language)
    seen, waiting = set(), ["/"]
    while waiting:
        path = waiting.pop()
        page = house.get(path)
        assert page.status in {200, 303}, path
        if page.status == 303:
            waiting.append(page.location)
        assert f'<html lang="{language}">' in page.html or page.status == 303, path
        wrong = LOOSE[language].findall("\n".join(page.words))
        assert wrong == [], path
        for link in page.links:
            known = link.partition("#")[0]
            if (
                known.startswith("/")
                and known not in seen
                and not known.startswith(("/imprimer", "/tournois", "/jeux-maison?"))
                and not known.partition("?")[0].endswith((".pdf", ".svg", ".csv", ".xlsx"))
            ):
                seen.add(known)
                waiting.append(known)
    for game in GAMES:
        assert {f"/nouvelle/{game.key}", f"/aide/{game.key}"} <= seen
        assert {f"/jeux/{game.key}/{slug}" for slug in game.pages} <= seen
    assert {"/parties", "/joueurs", "/joueurs/1", "/parties/1/lignes/1", "/parties/1/historique"} <= seen
    assert {path for path in seen if path.endswith("/modifier")}


def test_every_form_is_sent_to_an_address_that_takes_it(app: Flask, house: Visit) -> None:
    addresses = app.url_map.bind("localhost")
    paths = ["/", "/parties", "/joueurs", "/aide", *(f"/nouvelle/{game.key}" for game in GAMES)]
    for number in range(1, 15, 3):
        paths += [f"/parties/{number}", f"/parties/{number}/lignes/1", f"/parties/{number}/lignes/1/modifier"]
    for path in paths:
        for form in house.get(path).forms:
            method = form.method.upper()
            assert addresses.test(re.split("[?#]", form.action)[0] or path, method), (path, form.action)
            assert ("csrf_token" in form.known) is (method == "POST")
            for _, _, elsewhere in form.buttons:
                address = elsewhere.partition("#")[0]
                assert address in {"", form.action} or addresses.test(address, method), (path, elsewhere)


def test_a_page_no_game_has_is_not_found(client: FlaskClient) -> None:
    assert client.get("/jeux/tarot/controle").status_code == 404


def test_text_for_a_number_of_a_paper_is_refused_at_its_field(visit: Visit) -> None:
    page = visit.get("/jeux/jass/controle?a7=%22abc%22&b7=74")
    assert page.status == 200
    assert 'value="&#34;abc&#34;"' in page.html
    assert 'aria-describedby="err-a7"' in page.html
    assert (
        '<div class="errors" id="err-a7"><p>Un nombre entier est attendu, en chiffres.</p></div>' in page.html
    )
    assert page.html.count('class="errors"') == 1


STATUS = [
    ("GET", "/parties/999", 404),
    ("GET", "/parties/0", 404),
    ("GET", "/parties/01", 404),
    ("GET", "/parties/1000000000", 404),
    ("GET", "/parties/1/lignes/9", 404),
    ("GET", "/parties/1/lignes/9/modifier", 404),
    ("GET", "/joueurs/999", 404),
    ("GET", "/nouvelle/jeu-inconnu", 404),
    ("GET", "/aide/jeu-inconnu", 404),
    ("GET", "/jeux/tarot/nothing", 404),
    ("GET", "/jeux/tarot/__class__", 404),
    ("GET", "/parties/1/saisies", 405),
    ("GET", "/parties/1/terminer", 200),
    ("GET", "/langue", 405),
    ("PUT", "/parties/1", 405),
    ("DELETE", "/parties/1", 405),
    ("GET", "/parties?avant=x", 200),
    ("GET", "/parties?avant=-1", 200),
    ("GET", "/parties?avant=999999999999999999999", 200),
    ("GET", "/nouvelle/tarot?revanche=999", 200),
    ("GET", "/nouvelle/tarot?revanche=x", 200),
    ("GET", "/nouvelle/jass?revanche=1", 200),
    ("GET", "/style-0/sheet.css", 200),
    ("HEAD", "/", 200),
]


def test_addresses_answer_with_their_status(visit: Visit) -> None:
    play(visit, EVENINGS["tarot"], 1)
    token = {"csrf_token": visit.token()}
    statuses = [
        (
            method,
            path,
            visit.client.open(
                path, method=method, data=token if method in {"PUT", "DELETE"} else None
            ).status_code,
        )
        for method, path, _ in STATUS
    ]
    assert statuses == STATUS


def test_an_english_reader_reads_english_and_keeps_it(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 1)
    form = visit.get("/aide").form("/langue")
    page = visit.send(form, [*form.fields, ("langue", "en")])
    assert (page.status, page.location) == (303, "/aide")
    assert "How each game is scored" in visit.get("/aide").text
    assert "New sheet" in visit.get("/").text
    line = visit.get(f"/parties/{number}/lignes/1").text
    assert "garde" in line
    assert "Pourquoi" not in line


def test_page_of_a_sent_form_is_not_in_the_history(visit: Visit) -> None:
    """The language is chosen on a page returned by a POST, whose URL has no GET."""
    page = visit.post("/parties/1/saisies", [])
    assert page.status == 400
    form = page.form("/langue")
    page = visit.send(form, [*form.fields, ("langue", "en")])
    assert (page.status, page.location) == (303, "/")


SEATS = [(game.key, seats) for game in GAMES for seats in game.rules.SEATS]


@pytest.mark.parametrize(("key", "seats"), SEATS)
def test_a_sheet_for_every_number_of_players(visit: Visit, key: str, seats: int) -> None:
    names = ["Anne", "Benoît", "Chloé", "David", "Émile", "Fanny"][:seats]
    number = visit.open_sheet(key, names)
    page = visit.get(f"/parties/{number}")
    assert page.status == 200
    assert all(name in page.text for name in names)
    assert page.has_form("/saisies")


FIVE = ["Anne", "Benoît", "Chloé", "David", "Émile"]


def test_tarot_at_five_calls_a_partner(visit: Visit) -> None:
    number = visit.open_sheet("tarot", FIVE)
    entry = {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 51, "appele": "Chloé"}
    assert visit.enter(number, entry).status == 303
    # (25 + 10) × 2 = 70: one part each from three, two for the taker, one for the partner
    assert totals(visit.get(f"/parties/{number}")) == [140, -70, 70, -70, -70]


def test_loss_at_tarot_at_three_is_paid_to_both(visit: Visit) -> None:
    number = visit.open_sheet("tarot", FIVE[:3])
    assert (
        visit.enter(number, {"preneur": "Benoît", "contrat": "prise", "bouts": 3, "points": 30}).status == 303
    )
    # 25 + 6 lost to both
    assert totals(visit.get(f"/parties/{number}")) == [31, -62, 31]


@pytest.mark.parametrize("key", ["jass", "couillon"])
def test_a_sheet_without_names_knows_its_camps(visit: Visit, key: str) -> None:
    number = visit.open_sheet(key, [], equipe_a="Nous", equipe_b="Eux")
    page = visit.get(f"/parties/{number}")
    assert "Nous" in page.text
    assert not any("donneur" in form.known for form in page.forms)
    entries: dict[str, dict[str, Any]] = {
        "jass": {"points_a": 100},
        "couillon": {"accepte": "A", "points": [18, 10]},
    }
    assert visit.enter(number, entries[key]).status == 303
    assert totals(visit.get(f"/parties/{number}")) == {"jass": [100, 57], "couillon": [4, 5]}[key]
    again = visit.get(f"/nouvelle/{key}?revanche={number}").form(f"/nouvelle/{key}")
    assert dict(again.fields)["equipe-a"] == "Nous"
    assert visit.send(again).status == 303
    assert visit.get("/joueurs").text.count("Nous") == 0


def test_a_revanche_keeps_people_settings_and_the_turn_to_deal(visit: Visit) -> None:
    number = play(
        visit,
        EVENINGS["tarot"],
        3,
        premier="2",
        lieu="Café du Pont",
        **{"reglage-base": "20", "reglage-misere": "10"},
    )
    form = visit.get(f"/nouvelle/tarot?revanche={number}").form("/nouvelle/tarot")
    fields = dict(form.fields)
    assert [fields[f"joueur-{place}"] for place in range(5)] == ["Anne", "Benoît", "Chloé", "David", ""]
    # Chloé, David and Anne have dealt: it is Benoît's turn.
    assert (fields["premier"], fields["lieu"], fields["revanche"]) == ("1", "Café du Pont", str(number))
    assert (fields["reglage-base"], fields["reglage-misere"]) == ("20", "10")
    page = visit.follow(visit.send(form))
    assert "donneur : Benoît" in page.text
    assert read_partie(visit.client.application.extensions["store"], 2).revanche_de == number


def test_unnamed_camps_are_renamed_for_other_players(visit: Visit) -> None:
    number = visit.open_sheet("jass", ["Urs", "Beat", "Heidi", "Vreni"])
    assert "Urs & Heidi" in visit.get(f"/parties/{number}").text
    form = visit.get(f"/nouvelle/jass?revanche={number}").form("/nouvelle/jass")
    fields = form.with_fields({"joueur-0": "Beat", "joueur-1": "Urs"})
    page = visit.follow(visit.send(form, fields))
    assert "Beat & Heidi" in page.text
    assert "Urs & Vreni" in page.text


def test_the_end_of_a_partie_ranks_by_the_rules(visit: Visit) -> None:
    close(visit, play(visit, EVENINGS["tarot"]))
    close(visit, play(visit, EVENINGS["couillon"], 2))
    assert visit.get("/parties/1").ranking == [("1", "David"), ("2", "Benoît"), ("3", "Anne"), ("4", "Chloé")]
    assert visit.get("/parties/2").ranking == [("1", "Pont"), ("2", "Place")]


def test_shared_place_is_named_once(visit: Visit) -> None:
    close(visit, play(visit, EVENINGS["tarot"], 1))
    assert visit.get("/parties/1").ranking == [("1", "Chloé"), ("2", "Anne"), ("2", "Benoît"), ("2", "David")]


def test_a_line_of_a_closed_sheet_is_shown_and_not_amended(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    close(visit, number)
    page = visit.get(f"/parties/{number}/lignes/1/modifier")
    assert (page.status, page.location) == (303, f"/parties/{number}/lignes/1")
    assert not visit.follow(page).has_form("/rayer")


def test_reopening_asks_why_and_keeps_the_answer(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 1)
    close(visit, number)
    page = act(visit, f"/parties/{number}", "/rouvrir")
    assert page.status == 422
    assert page.errors == ["Dites pourquoi la feuille est rouverte."]
    page = act(visit, f"/parties/{number}", "/rouvrir", raison="x" * 201)
    assert page.status == 422
    assert page.errors == ["Au plus 200 caractères."]
    assert dict(page.form("/rouvrir").fields)["raison"] == "x" * 201
    assert act(visit, f"/parties/{number}", "/rouvrir", raison="une donne oubliée").status == 303
    assert "une donne oubliée" in visit.get(f"/parties/{number}/historique").text
    # The usual reasons are offered as options.
    close(visit, number)
    assert ("motif", "preneur", "mauvais preneur") in visit.get(f"/parties/{number}").labels
    assert act(visit, f"/parties/{number}", "/rouvrir", motif="preneur").status == 303
    assert "mauvais preneur" in visit.get(f"/parties/{number}/historique").text


def test_history_lists_everything_newest_first(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    act(visit, f"/parties/{number}", "/annuler", annuler="2")
    act(visit, f"/parties/{number}/lignes/2", "/retablir")
    close(visit, number)
    kinds = visit.get(f"/parties/{number}/historique").kinds
    assert kinds == ["Feuille terminée", "Rétablie", "Rayée", "Écrite", "Écrite", "Feuille ouverte"]


REFUSED = {
    "tarot": (
        "Qui a pris ? Anne · Contrat : garde · Bouts de l’attaque : 2 · Points : 40,5",
        "Who took? Anne · Contract: garde · Bouts of the attack: 2 · Points: 40.5",
    ),
    "jass": ("Points (A) : 156", "Points (A): 156"),
    "couillon": ("Points : A 8, B 3", "Points: A 8, B 3"),
    "cochonnet": (
        "Basile : 2, 6, 7 · Omer : 8, 9, 10 · Qui l’a ? Omer · Treizième cochonnet : 2",
        "Who has seven piglets? A · totals: A 16, B 157",
    ),
    "bouees": (
        "Marc : cœurs 1, carreaux 4 · bouées restantes : Léa 2, Hugo 0, Inès 4 · éliminé : Marc",
        "buoys left: Léa 2, Hugo 0, Inès 4 · out: Marc",
    ),
}


def test_help_pages_are_for_people(visit: Visit, game: Game) -> None:
    """A refused example shows its entry by the labels of the form, not by the keys of the file."""
    for language, sentence in zip(("fr", "en"), REFUSED.get(game.key, ("", "")), strict=True):
        page = Page(visit.client.get(f"/aide/{game.key}", headers={"Accept-Language": language}))
        assert page.status == 200
        assert sentence in page.text
        assert not re.search(r"[a-z]_[a-z]|[{}\[\]]", page.text)


def test_every_refused_example_has_a_message(game: Game) -> None:
    for example in examples_of(game):
        if example.entry is None:
            continue
        sheet = read_sheet(example.sheet(game, with_entry=False))
        form = game.form(None, rules=sheet.rules, state=sheet.replay().state)
        text = entry_text(form, example.entry)
        assert text or not example.entry
        assert not re.search(r"[{}\[\]]", text)


def test_struck_line_keeps_its_number_in_every_title(visit: Visit) -> None:
    number = play(visit, EVENINGS["bouees"], 2)
    form = visit.get(f"/parties/{number}/lignes/2").form("/rayer")
    page = visit.follow(visit.send(form, form.filled(raison="")))
    assert "Manche 3" in page.text
    assert "ligne 3" not in page.text
    assert "La manche 1 · Modifier" in visit.get(f"/parties/{number}/lignes/1/modifier").text
    assert "Manche 2 sur 4" in page.text
    # The game has no dealer, so the fold holds only the remark.
    assert "donneur, remarque" not in page.text
