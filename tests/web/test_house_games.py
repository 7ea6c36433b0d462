"""A house declares a game on its page, plays it, prints it, and opens its file on another server."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from jsonschema import Draft202012Validator

from scorekeeper.cards import catalogue
from scorekeeper.i18n import speaking
from tests.cards.games.test_maison import FILES, SIMPLE_UNO, text
from tests.web.browsing import Page, Visit

EIGHT = ["Anne", "Bruno", "Chloé", "David", "Émile", "Fanny", "Gérard", "Hélène"]


def declare(visit: Visit, toml: str, **buttons: str) -> Page:
    form = visit.get("/jeux-maison").form("/jeux-maison")
    return visit.post(
        "/jeux-maison", [*form.only("csrf_token", "uuid"), ("definition", toml), *buttons.items()]
    )


def typed(page: Page, known_by: str = 'class="code"') -> str:
    """Return the text in the field of the definition, or in another one with the given attribute."""
    area = re.search(rf"<textarea[^>]*\b{known_by}[^>]*>\n?(.*?)</textarea>", page.html, re.DOTALL)
    assert area is not None
    return html.unescape(area[1])


def call(visit: Visit, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """Call the API; return status and document."""
    answer = visit.client.open(path, method=method, json=body)
    return answer.status_code, answer.get_json()


def test_a_game_is_declared_and_played_by_eight(visit: Visit) -> None:
    tried = declare(visit, text("skyjo"), essai="1")
    assert (tried.status, "Skyjo : 6 exemples tiennent" in tried.text) == (200, True)
    assert visit.get("/nouvelle/maison-skyjo").status == 404
    assert declare(visit, text("skyjo")).status == 303
    for page in ("/", "/aide", "/imprimer", "/jeux-maison"):
        assert "Skyjo" in visit.get(page).text
    helped = visit.get("/aide/maison-skyjo").text
    assert "Zoé ferme, mais Yann a moins : elle double" in helped
    number = visit.open_sheet("maison-skyjo", EIGHT)
    points = dict(zip(EIGHT, [12, -3, 14, 33, 5, 4, 8, 29], strict=True))
    assert visit.enter(number, {"cartes": points, "ferme": "Anne"}).status == 303
    sheet = visit.get(f"/parties/{number}").text
    assert "+24" in sheet
    assert "fermé sans être seul au plus bas" in visit.get(f"/parties/{number}/lignes/1").text
    assert visit.enter(number, {"cartes": {"Anne": 1}, "ferme": "Anne"}).status == 422
    for paper in (
        f"/parties/{number}/feuille.html",
        "/feuilles/maison-skyjo.html?places=8",
        "/imprimer/maison-skyjo",
    ):
        sheet_of_paper = visit.get(paper)
        assert (sheet_of_paper.status, "Skyjo" in sheet_of_paper.text) == (200, True)
    assert visit.get("/imprimer/maison-rien").status == 404
    assert "Skyjo" in visit.get(f"/nouvelle/maison-skyjo?revanche={number}").text


def test_a_rule_that_ends_everything_after_one_line_is_found(visit: Visit) -> None:
    toml = SIMPLE_UNO.replace("total = 500", 'quand = "nombre(total > 0) <= 1"')
    page = declare(visit, toml)
    assert page.status == 422
    assert "La partie finit dès sa première ligne : « Bruno finit et marque 12 + 55 + 7 »." in page.text
    line = toml.split("\n").index('quand = "nombre(total > 0) <= 1"') + 1
    assert f"Ligne {line}" in page.text.replace("\N{NO-BREAK SPACE}", " ")
    assert visit.get("/nouvelle/maison-uno").status == 404


def test_grid_is_declared_filled_amended_struck_and_printed(visit: Visit) -> None:
    assert declare(visit, text("yams")).status == 303
    number = visit.open_sheet("maison-yams", ["Anne", "Bruno"])
    page = visit.get(f"/parties/{number}")
    assert "À Anne : 13 cases libres" in page.text
    assert page.html.count('type="radio" name="case"') == 26
    upper = {"as": 3, "deux": 6, "trois": 9, "quatre": 12, "cinq": 15, "six": 18}
    for case, points in upper.items():
        assert visit.enter(number, {"qui": "Anne", "case": case, "points": points}).status == 303
    sheet = visit.get(f"/parties/{number}").html
    assert 'aria-label="Anne, Prime dès 63\xa0: 35. Pourquoi"' in sheet
    assert f'href="/parties/{number}/lignes/6" aria-label="Anne, Prime' in sheet
    assert 'aria-label="Anne, Six\xa0: 18. Pourquoi, modifier, rayer"' in sheet
    why = visit.get(f"/parties/{number}/lignes/6").text
    assert ("Le coup 6" in why, "Prime dès 63 (Total du haut 63)" in why) == (True, True)
    refused = visit.enter(number, {"qui": "Bruno", "case": "full", "points": 24})
    assert (refused.status, "« Full » vaut 0 ou 25." in refused.text) == (422, True)
    form = visit.get(f"/parties/{number}/lignes/3/modifier").form("/modifier")
    assert {("case", "0.trois"), ("v_trois", "9")} <= {*form.fields}
    less = [
        *form.only("csrf_token", "uuid", "revision", "vu", "tour"),
        ("case", "0.trois"),
        ("v_trois", "6"),
        ("raison", "erreur"),
    ]
    asked = visit.post(form.action, less)
    assert (asked.status, "Coup 6, Anne : +53 → +18" in asked.text) == (409, True)
    assert visit.send(asked.form("/modifier")).status == 303
    assert 'aria-label="Anne, Prime dès 63' not in visit.get(f"/parties/{number}").html
    assert "Total du haut" in visit.get(f"/parties/{number}").html
    for paper in (f"/parties/{number}/feuille.html", "/feuilles/maison-yams.html?places=8"):
        printed = visit.get(paper)
        assert (printed.status, "Prime dès 63" in printed.text) == (200, True)
    helped = visit.get("/aide/maison-yams").text
    assert ("5, 10, 15, 20, 25, ou 0 si elle est rayée" in helped, "si(haut >= 63, 35, 0)" in helped) == (
        True,
        True,
    )
    status, document = call(visit, "GET", f"/api/parties/{number}")
    assert (status, document["sheet"]["entries"][0]) == (200, {"qui": "Anne", "case": "as", "points": 3})


def test_later_definition_or_removal_leaves_sheets_unchanged(visit: Visit) -> None:
    declare(visit, SIMPLE_UNO)
    first = visit.open_sheet("maison-uno", ["Anne", "Bruno"])
    changed = SIMPLE_UNO.replace("somme(cartes), 0)", "2 * somme(cartes), 0)").replace(
        "[0, 74, 0, 0]", "[0, 148, 0, 0]"
    )
    changed = changed.rpartition("[[exemples]]")[0]
    again = declare(visit, changed)
    assert (again.status, "le remplacer ne change aucune feuille" in again.text) == (409, True)
    assert declare(visit, changed, remplacer="1").status == 303
    assert "2 * somme" in typed(visit.get("/jeux-maison/maison-uno"))
    second = visit.open_sheet("maison-uno", ["Anne", "Bruno"])
    for number, total in ((first, "30"), (second, "60")):
        assert visit.enter(number, {"cartes": {"Anne": 0, "Bruno": 30}}).status == 303
        assert f"+{total}" in visit.get(f"/parties/{number}").text
    removed = visit.send(visit.get("/jeux-maison").form("/jeux-maison/maison-uno/retirer"))
    assert removed.status == 303
    assert "Aucun jeu n’est déclaré ici." in visit.get("/jeux-maison").text
    assert visit.enter(first, {"cartes": {"Anne": 20, "Bruno": 0}}).status == 303
    assert visit.get("/jeux-maison/maison-uno").status == 404
    assert visit.get("/aide/maison-uno").status == 200


def test_wrong_definition_is_reported_by_line_with_input_kept(visit: Visit) -> None:
    wrong = SIMPLE_UNO.replace('nom = "Uno"', 'nom = "<script>alert(1)</script>"').replace(
        "a = 1000", "a = -1"
    )
    page = declare(visit, wrong)
    assert page.status == 422
    assert (
        'Ligne 2 : Les signes < > & " % { } et la barre \\ n’ont pas leur place ici. nom = "<script>'
        in page.text
    )
    assert "Ligne 21 : 0 est plus grand que −1 : échangez-les. de = 0" in page.text
    assert "<script>alert" not in page.html
    assert typed(page) == wrong
    assert "Ligne 1 : Trop de niveaux imbriqués." in declare(visit, "a = " + "[" * 900).text


def test_refusal_of_a_row_of_ticks_is_below_it(visit: Visit) -> None:
    assert declare(visit, text("doppelkopf")).status == 303
    players = ["Anne", "Bruno", "Chloé", "David"]
    number = visit.open_sheet("maison-doppelkopf", players)
    refused = visit.enter(number, {"valeur": 5, "gagne": dict.fromkeys(players, True)})
    assert refused.status == 422
    assert refused.html.index("Cochez qui gagne") > refused.html.index("<span>David</span>")


def test_a_file_of_a_declared_game_opens_on_another_machine(visit: Visit) -> None:
    game = catalogue.check_text(text("molkky").encode()).game
    assert game is not None
    definition = json.loads(game.definition)
    sheet = {
        "format": "scorekeeper/1",
        "game": "maison-molkky",
        "players": ["Anne", "Bruno"],
        "settings": {},
        "definition": definition,
        "entries": [{"quilles": {"Anne": 12, "Bruno": 7}}],
    }
    assert call(visit, "GET", "/api/games")[1]["games"][-1]["key"] != "maison-molkky"
    declare(visit, text("molkky"))
    listed = call(visit, "GET", "/api/games")[1]["games"][-1]
    assert (listed["key"], listed["definition"], listed["seats"]) == (
        "maison-molkky",
        definition,
        [*range(2, 11)],
    )
    visit.send(visit.get("/jeux-maison").form("/jeux-maison/maison-molkky/retirer"))
    status, made = call(visit, "POST", "/api/parties", sheet)
    assert (status, made["sheet"], made["score"]["totals"]) == (201, sheet, [12, 7])
    number = made["id"]
    more = {"uuid": "0" * 8 + "-0000-4000-8000-" + "0" * 12, "rang": 2, "entry": {"quilles": {"Anne": 3}}}
    assert call(visit, "POST", f"/api/parties/{number}/entries", more)[1]["totals"] == [15, 7]
    kept = call(visit, "GET", f"/api/parties/{number}")[1]["sheet"]
    assert call(visit, "POST", "/api/score", kept)[1]["totals"] == [15, 7]
    parties = call(visit, "GET", "/api/parties?game=maison-molkky")[1]["parties"]
    assert [summary["id"] for summary in parties] == [number]
    described = call(visit, "GET", "/api/openapi.json")[1]
    schema = {"$ref": "#/components/schemas/Sheet", "components": described["components"]}
    assert Draft202012Validator(schema).is_valid(sheet)
    for changes, code, field in (
        ({"definition": None}, "cle-manquante", "definition"),
        ({"game": "maison-autre"}, "definition-clef", "game"),
        ({"game": "tarot"}, "definition-sans-objet", "definition"),
        (
            {"definition": {**definition, "postes": [{"nom": "x", "points": "quille"}]}},
            "formule-nom",
            "definition.postes.0.points",
        ),
        (
            {"definition": {**definition, "exemples": [{**definition["exemples"][0], "marque": [12, 7, 1]}]}},
            "exemple-marque",
            "definition.exemples.0.marque",
        ),
    ):
        status, refused = call(visit, "POST", "/api/score", {**sheet, **changes})
        assert status == 422
        assert (code, field) in {(fault["code"], fault["field"]) for fault in refused["faults"]}
        assert all(fault["message"] for fault in refused["faults"])


def test_the_help_page_explains_a_definition_that_is_one(visit: Visit) -> None:
    page = visit.get("/aide/jeux-maison").html
    parts = re.findall(r"<pre>\n?(.*?)</pre>", page, re.DOTALL)
    with speaking("fr"):
        verdict = catalogue.check_text(html.unescape("".join(parts)).encode())
    assert verdict.flaws == ()
    assert verdict.examples == 3
    (grid,) = re.findall(r'<pre class="whole">\n?(.*?)</pre>', page, re.DOTALL)
    with speaking("fr"):
        assert catalogue.check_text(html.unescape(grid).encode()).flaws == ()


def test_the_shipped_games_are_a_tap_away(visit: Visit) -> None:
    page = visit.get("/jeux-maison")
    for path in FILES:
        assert f"/jeux-maison?exemple={path.stem}" in page.html
    assert typed(visit.get("/jeux-maison?exemple=uno")) == text("uno")
    assert typed(visit.get("/jeux-maison?exemple=../../README")) == ""
    declare(visit, text("uno"))
    assert visit.get("/jeux-maison/maison-uno.toml").html == text("uno")


def test_a_game_that_was_played_is_in_the_figures_of_its_players(visit: Visit) -> None:
    declare(visit, text("uno"))
    number = visit.open_sheet("maison-uno", ["Anne", "Bruno"])
    assert visit.enter(number, {"cartes": {"Anne": 0, "Bruno": 500}}).status == 303
    assert "Le total de 500 est atteint." in visit.get(f"/parties/{number}").text
    assert "Uno" in visit.get("/joueurs").text
    assert "Uno" in visit.get("/joueurs/1").text
    assert "Anne" in visit.get("/joueurs/classement.csv").html


def test_twelve_play_and_the_last_of_them_deals_first(visit: Visit) -> None:
    declare(visit, SIMPLE_UNO.replace("joueurs = [2, 10]", "joueurs = [2, 12]"))
    names = [f"Joueur {place}" for place in range(1, 13)]
    number = visit.open_sheet("maison-uno", names, premier="11")
    assert (
        visit.enter(number, {"cartes": {name: 0 if name == "Joueur 3" else 5 for name in names}}).status
        == 303
    )
    kept = call(visit, "GET", f"/api/parties/{number}")[1]["sheet"]
    assert (kept["premier_donneur"], len(kept["players"])) == ("Joueur 12", 12)
    visit.client.application.extensions["store"].cache.clear()
    again = call(visit, "GET", f"/api/parties/{number}")[1]
    assert again["sheet"] == kept
    assert again["score"]["totals"] == [0, 0, 55, *[0] * 9]


def test_wrong_rule_is_corrected_on_a_sheet_being_played(visit: Visit) -> None:
    wrong = SIMPLE_UNO.replace("somme(cartes), 0)", "2 * somme(cartes), 0)").replace(
        "[0, 74, 0, 0]", "[0, 148, 0, 0]"
    )
    declare(visit, wrong.rpartition("[[exemples]]")[0])
    number = visit.open_sheet("maison-uno", ["Anne", "Bruno"])
    address = f"/parties/{number}/regle"
    assert visit.enter(number, {"cartes": {"Anne": 0, "Bruno": 30}}).status == 303
    assert (visit.get(address).status, f'"{address}"' in visit.get(f"/parties/{number}").html) == (404, False)
    declare(visit, SIMPLE_UNO, remplacer="1")
    assert address in visit.get(f"/parties/{number}").html
    asked = visit.get(address)
    assert "Anne 60 → 30" in asked.text
    moved = visit.post(
        address,
        [*asked.form(address).only("csrf_token", "uuid"), ("vu", "2b1f6f0e-3c7d-4b62-9a51-0c9e1f7d2a34")],
    )
    assert (moved.status, "Anne 60 → 30" in moved.text) == (200, True)
    made = visit.send(asked.form(address))
    assert made.status == 303
    after = call(visit, "GET", f"/api{made.location}")[1]
    assert (after["score"]["totals"], after["status"]) == ([30, 0], "ouverte")
    before = call(visit, "GET", f"/api/parties/{number}")[1]
    assert (before["score"]["totals"], before["status"]) == ([60, 0], "close")
    assert visit.get(address).status == 404
    assert (
        visit.enter(
            int(made.location.partition("#")[0].rpartition("/")[2]), {"cartes": {"Anne": 20, "Bruno": 0}}
        ).status
        == 303
    )


def test_a_shipped_game_is_taken_in_the_language_of_the_page(visit: Visit) -> None:
    visit.client.set_cookie("langue", "de")
    page = visit.get("/jeux-maison?exemple=yams")
    assert [name in page.html for name in ("Kniffel", "Hornochsen", "Yams")] == [True, False, False]
    assert 'nom = "Dreierpasch"' in typed(page)
    assert typed(page).startswith('nom = "Kniffel"')
    declare(visit, typed(page))
    declare(visit, text("yams"))
    visit.client.set_cookie("langue", "nl")
    home = visit.get("/jeux-maison").text
    assert [name in home for name in ("Kniffel", "Yams")] == [True, True]
