"""A game declared by six questions, without scripts: tried, stored, played to its end, printed, used in a tournament."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from scorekeeper.cards import catalogue
from scorekeeper.i18n import speaking
from tests.cards.games.fourteen import FOURTEEN, KNOWN, SHELF, answers_for
from tests.cards.games.test_maison import text
from tests.examples import plain
from tests.web.browsing import Fields, Page, Visit
from tests.web.test_house_games import typed

PAGE = "/jeux-maison"


def sent(page: Page, changes: Mapping[str, Any], button: tuple[str, str] = ("renouveler", "1")) -> Fields:
    """Return the fields that the form sends with some of them changed, by one of its buttons."""
    areas = re.findall(r'<textarea[^>]*? name="(\w+)"[^>]*>\n?(.*?)</textarea>', page.html, re.DOTALL)
    written = {name: html.unescape(value) for name, value in areas}
    values = {name: value or None for name, value in {**written, **changes}.items()}
    return [*page.form(PAGE).with_fields(values), button]


def answered(visit: Visit, answers: Mapping[str, str]) -> Page:
    return visit.post(PAGE, sent(visit.get(PAGE), {"donneur": None, **answers}))


def fields_of(line: Mapping[str, Any], players: Sequence[str]) -> dict[str, str]:
    """Return the fields of an entry in the form of its game."""
    if "case" in line:
        place = f"{[*players].index(line['qui'])}.{line['case']}"
        return {"case": place, f"v_{line['case']}": str(line["points"])}
    fields: dict[str, str] = {}
    for key, value in line.items():
        if isinstance(value, list):
            fields |= {
                f"f_{key}_{place}": "1" if each is True else str(each)
                for place, each in enumerate(value)
                if each is not False
            }
        else:
            fields[f"f_{key}"] = "1" if value is True else str(value)
    return fields


def entry_of(line: Mapping[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    return {
        key: {name: each for name, each in zip(columns, value, strict=True) if each is not False}
        if isinstance(value, list)
        else value
        for key, value in line.items()
    }


def kept(visit: Visit, key: str) -> Page:
    """Declare one of the fourteen games, try its first line, with lists as long as the table has players, and store the game."""
    known = KNOWN[key]
    page = answered(visit, answers_for(key))
    assert page.errors == [], page.errors
    seats = len(re.findall(r'<th scope="col" class="num total"><span class="who">', page.html))
    columns = 2 if answers_for(key).get("camps") else len(known["players"])
    # Lines are tried with three players, or with the fewest that the game takes.
    line = {
        name: (value + [value[-1]] * seats)[:seats] if isinstance(value, list) and seats != columns else value
        for name, value in known.get("tried", known["lines"][0]).items()
    }
    page = visit.post(PAGE, sent(page, fields_of(line, known["players"]), ("jouer", "1")))
    assert 'name="juste" value="1"' in page.html, page.text
    page = visit.post(PAGE, sent(page, {}, ("juste", "1")))
    assert page.status == 200
    assert "la partie continue" in page.text
    added = visit.post(PAGE, sent(page, {}, ("ajouter", "1")))
    assert added.status == 303, page.text
    return visit.get(added.location)


@pytest.mark.parametrize("key", ["president", "skull-king", "tichu"])
def test_game_is_answered_tried_stored_played_out_and_printed(visit: Visit, key: str) -> None:
    known, slug = FOURTEEN[key], f"maison-{key}"
    home = kept(visit, key)
    assert f"{known['answers']['nom']} est ajouté à cette page." in home.text
    assert f'href="/nouvelle/{slug}"' in home.html
    number = visit.open_sheet(slug, known["players"])
    columns = ["A", "B"] if known["answers"].get("camps") else known["players"]
    for line in known["lines"]:
        entered = visit.enter(number, entry_of(line, columns))
        assert entered.status == 303, entered.text
    document = visit.client.get(f"/api/parties/{number}").get_json()
    assert document["score"]["totals"] == known["totals"][-1]
    assert bool(document["score"].get("winners")) == ("winners" in known)
    for paper in (f"/parties/{number}/feuille.html", f"/feuilles/{slug}.html"):
        printed = visit.get(paper)
        assert (printed.status, known["answers"]["nom"] in printed.text) == (200, True)
    helped = visit.get(f"/aide/{slug}")
    assert f"Règle : {known['source']}." in helped.text


@pytest.mark.parametrize("key", SHELF)
def test_a_game_of_the_shelf_is_played_to_its_end_with_mistakes(visit: Visit, key: str) -> None:
    known, slug = SHELF[key], f"maison-{key}"
    kept(visit, key)
    number = visit.open_sheet(slug, known["players"])
    columns = ["A", "B"] if known["answers"].get("camps") else known["players"]
    for place, line in enumerate(known["lines"]):
        for _, mistake in (each for each in known["wrong"] if each[0] == place):
            refused = visit.enter(number, entry_of(mistake, columns))
            assert refused.status == 422, refused.text
        entered = visit.enter(number, entry_of(line, columns))
        assert entered.status == 303, entered.text
        score = visit.client.get(f"/api/parties/{number}").get_json()["score"]
        assert score["totals"] == known["totals"][place]
        assert score.get("winners", []) == (known["winners"] if line is known["lines"][-1] else [])
    for paper in (f"/parties/{number}/feuille.html", f"/feuilles/{slug}.html"):
        assert known["answers"]["nom"] in visit.get(paper).text
    edited = visit.get(f"{PAGE}/{slug}")
    assert edited.value("carte") == known["answers"]["carte"]


def test_the_text_follows_the_answers_and_the_answers_the_text(visit: Visit) -> None:
    page = answered(visit, answers_for("skull-king"))
    source = typed(page)
    assert 'nom = "Skull King"' in source
    assert "[fin]\nlignes = 10\n" in source
    edited = source.replace("lignes = 10", "lignes = 7").replace('nom = "Skull King"', 'nom = "Roi"')
    page = visit.post(PAGE, sent(page, {"definition": edited}))
    assert typed(page) == edited
    # The end was edited in the text: the questions keep it until it is answered again.
    assert (page.value("fin"), page.value("nom"), page.value("carte")) == ("texte", "Roi", "annonce")
    page = visit.post(PAGE, sent(page, {"fin": "lignes", "fin_n": "9"}))
    assert typed(page) == edited.replace("lignes = 7", "lignes = 9").replace('fin_n = "10"', 'fin_n = "9"')


def test_formula_written_by_hand_is_kept_and_shown(visit: Visit) -> None:
    page = answered(visit, answers_for("uno"))
    source = typed(page)
    edited = source.replace('points = "si(reste = 0, somme(reste), 0)"', 'points = "reste + 1"')
    assert edited != source
    page = visit.post(PAGE, sent(page, {"definition": edited}))
    assert typed(page) == edited
    assert "La marque de ce jeu est écrite à la main" in page.text
    page = visit.post(PAGE, sent(page, {"nom": "Uno deux"}))
    assert 'points = "reste + 1"' in typed(page)
    assert "reste_quoi" not in typed(page)
    back = visit.post(PAGE, sent(answered(visit, answers_for("uno")), {"definition": source}))
    assert back.value("carte") == "reste"


def test_nothing_typed_is_lost_when_the_text_cannot_be_read(visit: Visit) -> None:
    page = answered(visit, answers_for("uno"))
    broken = typed(page).replace("[fin]", "[fin")
    page = visit.post(PAGE, sent(page, {"definition": broken, "resume": "à moitié"}, ("essai", "1")))
    assert page.status == 422
    assert typed(page) == broken
    assert page.value("resume") == "à moitié"
    place = broken.split("\n").index("[fin") + 1
    assert f'<span class="off">{place}</span>' in re.sub(r">\s+", ">", page.html)


def test_inexpressible_part_is_kept_and_shown(visit: Visit) -> None:
    page = visit.get("/jeux-maison?exemple=molkky")
    assert "La marque de ce jeu est écrite à la main" in page.text
    page = visit.post(PAGE, sent(page, {"nom": "Quilles"}))
    assert page.status == 200
    with speaking("fr"):
        verdict = catalogue.check_text(typed(page).encode())
    assert (verdict.examples, verdict.game is not None) == (6, True)
    assert typed(page).startswith("# Mölkky : 50 exactement.")
    assert 'quand = "manques = 3 et max(total) < 50"' in typed(page)


def test_a_line_that_a_check_refuses_is_kept_as_refused(visit: Visit) -> None:
    page = answered(visit, answers_for("uno"))
    line = {"f_reste_0": "0", "f_reste_1": "0", "f_reste_2": "12"}
    page = visit.post(PAGE, sent(page, line, ("jouer", "1")))
    assert "Une personne, et une seule, a posé sa dernière carte" in page.text
    page = visit.post(PAGE, sent(page, line, ("juste", "refuse")))
    assert "saisie = { reste = [0, 0, 12] }\nrefuse = true\n\n[formulaire]\n" in typed(page)
    page = visit.post(PAGE, sent(page, {"s0_acte": "demande"}, ("essai", "1")))
    assert page.status == 422
    assert "La ligne devait être refusée, et elle est prise." in page.text
    page = visit.post(PAGE, sent(page, {}, ("retirer", "0")))
    assert "exemples" not in typed(page)


def test_line_with_a_doubt_is_played_once_confirmed(visit: Visit) -> None:
    page = answered(visit, {**answers_for("uno"), "s0_acte": "demande"})
    line = {"f_reste_0": "0", "f_reste_1": "0", "f_reste_2": "12"}
    page = visit.post(PAGE, sent(page, line, ("jouer", "1")))
    assert ('name="sure" value="doute-0"' in page.html, 'name="juste"' in page.html) == (True, False)
    page = visit.post(PAGE, sent(page, {**line, "sure": "doute-0"}, ("jouer", "1")))
    assert ('name="sure"' in page.html, 'name="juste" value="1"' in page.html) == (False, True)


def test_rule_that_ends_at_once_is_shown_when_the_line_is_kept(visit: Visit) -> None:
    page = answered(visit, {**answers_for("uno"), "fin": "lignes", "fin_n": "1"})
    page = visit.post(
        PAGE, sent(page, {"f_reste_0": "0", "f_reste_1": "20", "f_reste_2": "12"}, ("jouer", "1"))
    )
    assert "La partie est finie." in page.text
    page = visit.post(PAGE, sent(page, {}, ("juste", "1")))
    assert "finit la partie" in page.text
    page = visit.post(PAGE, sent(page, {"fin_n": "3"}))
    assert "La partie ne finit pas avec cette ligne." in page.text


def test_outdated_lines_and_other_input_do_no_harm(visit: Visit) -> None:
    page = answered(visit, answers_for("wizard"))
    line = {
        "f_annonce_0": "1",
        "f_annonce_1": "0",
        "f_annonce_2": "0",
        "f_plis_0": "1",
        "f_plis_1": "0",
        "f_plis_2": "0",
    }
    page = visit.post(PAGE, sent(page, line, ("jouer", "1")))
    assert page.html.count('name="juste"') == 1
    page = visit.post(PAGE, sent(page, {"carte": "points"}))
    assert 'name="juste"' not in page.html
    for odd in ("[", "[1]", '{"a": 1}', '[{"plis": []}]'):
        assert visit.post(PAGE, sent(page, {"jouees": odd}, ("juste", "7"))).status == 200
    page = visit.post(PAGE, sent(page, {}, ("effacer", "1")))
    assert page.status == 200
    paper = visit.post(PAGE, sent(page, {}, ("papier", "1")))
    assert (paper.status, "Wizard" in html.unescape(paper.html)) == (200, True)


def test_a_grid_is_tried_cell_by_cell(visit: Visit) -> None:
    page = visit.post(PAGE, sent(visit.get("/jeux-maison?exemple=yams"), {"min": "3"}))
    assert "joueurs = [3, " in typed(page)
    assert text("yams").count("[[cases]]") == typed(page).count("[[cases]]")
    page = visit.post(PAGE, sent(page, {"case": "1.full", "v_full": "25"}, ("jouer", "1")))
    assert "1 Full" in page.text
    assert '<option value="1.full">' not in page.html
    assert '<option value="0.full">' in page.html


def test_rows_without_values_are_refused_by_name(visit: Visit) -> None:
    page = answered(
        visit, {"nom": "Dés", "carte": "grille", "grille_cases": "As : 1 à 5\nFull : beaucoup\nPaire"}
    )
    assert [plain(error) for error in page.errors if "Full" in error or "Paire" in error] == [
        "« Full » : il manque ce que la case peut valoir, 25 ou 5 à 30 (dans le texte valeurs = [25], ou de = 5 et a = 30).",
        "« Paire » : il manque ce que la case peut valoir, 25 ou 5 à 30 (dans le texte valeurs = [25], ou de = 5 et a = 30).",
    ]
    assert "As : 1 à 5\nFull : beaucoup\nPaire</textarea>" in page.html
    assert "La partie finit quand la grille est pleine." in page.text


def in_view(page: Page, *stems: str) -> list[str]:
    """Return the visible fields with this prefix."""
    open_parts, shown = list[bool](), list[str]()
    for tag, rest in re.findall(r"<(/?div|input|select)\b([^>]*)>", page.html):
        if tag == "div":
            open_parts.append(" hidden" in rest)
        elif tag == "/div":
            open_parts.pop()
        elif (
            not any(open_parts)
            and 'type="hidden"' not in rest
            and (name := re.search(r' name="(\w+)"', rest))
        ):
            shown += [name[1]] if name[1].startswith(stems) else []
    return shown


def test_a_question_shows_no_more_than_its_answer_needs(visit: Visit) -> None:
    page = visit.get(PAGE)
    assert in_view(page, "e0_", "e1_") == ["e0_nom"]
    assert in_view(page, "s0_", "s1_") == ["s0_quoi"]
    page = visit.post(PAGE, sent(page, {"e0_nom": "Prime", "s0_quoi": "ligne", "fin": "libre"}))
    assert in_view(page, "e0_", "e1_") == [
        "e0_nom",
        "e0_genre",
        "e0_vaut",
        "e0_pour",
        "e0_max",
        "e1_nom",
    ]
    assert in_view(page, "s0_", "s1_") == ["s0_quoi", "s0_acte", "s0_phrase", "s1_quoi"]
    assert in_view(page, "fin") == ["fin"]


def places(visit: Visit) -> Page:
    """The game Président, with a stored line."""
    page = answered(visit, answers_for("president"))
    line = {"place": ["Président", "Vice-président", "Autre", "Autre"]}
    page = visit.post(PAGE, sent(page, fields_of(line, ()), ("jouer", "1")))
    return visit.post(PAGE, sent(page, {}, ("juste", "1")))


def test_places_are_shown_from_the_first_to_the_last(visit: Visit) -> None:
    titles = {
        "places_titre_2": "Neutre",
        "places_titre_3": "Trou",
        "places_vaut_3": "-1",
        "places_seul_3": "oui",
    }
    page = answered(visit, {**answers_for("president"), **titles})
    asked = re.findall(r'name="f_place_0"[^>]* value="([^"]+)"', page.html)
    assert asked == ["Président", "Vice-président", "Neutre", "Trou"]
    least = {"gagne": "petit", "places_vaut_0": "0", "places_vaut_2": "2", "places_vaut_3": "3"}
    page = visit.post(PAGE, sent(page, least))
    assert re.findall(r'name="f_place_0"[^>]* value="([^"]+)"', page.html) == asked


def test_line_is_kept_once_with_its_score_and_its_end(visit: Visit) -> None:
    page = places(visit)
    assert "C’est juste" not in page.html.partition("Lignes gardées")[0]
    assert "gardée" in page.text
    assert (
        typed(page)
        .partition("\n[formulaire]")[0]
        .endswith(
            'nom = "1 : Anne +2, Bruno +1, Chloé 0, David 0"\n'
            'joueurs = ["Anne", "Bruno", "Chloé", "David"]\n'
            'saisie = { place = ["Président", "Vice-président", "Autre", "Autre"] }\n'
            "marque = [2, 1, 0, 0]\n"
        )
    )
    line = {
        "f_place_0": "Président",
        "f_place_1": "Autre",
        "f_place_2": "Vice-président",
        "f_place_3": "Autre",
    }
    page = visit.post(PAGE, sent(page, {"fin_n": "4"}))
    page = visit.post(PAGE, sent(page, line, ("jouer", "1")))
    page = visit.post(PAGE, sent(page, {}, ("juste", "2")))
    assert (
        typed(page)
        .partition("\n[formulaire]")[0]
        .endswith('marque = [2, 0, 1, 0]\ntotaux = [4, 1, 1, 0]\ngagne = ["Anne"]\nfin = true\n')
    )


def test_rule_changed_afterwards_names_the_line_now_invalid(visit: Visit) -> None:
    page = visit.post(
        PAGE, sent(places(visit), {"places_vaut_0": "3", "resume": "jusqu’à 11"}, ("ajouter", "1"))
    )
    assert page.status == 422
    kept_line = page.html.partition("1 : Anne +2, Bruno +1, Chloé 0, David 0")[2].partition("</li>")[0]
    assert "La ligne donne 3, 1, 0, 0 au lieu de 2, 1, 0, 0." in html.unescape(kept_line)
    assert (page.value("places_vaut_0"), page.value("resume")) == ("3", "jusqu’à 11")
    assert "marque = [2, 1, 0, 0]" in typed(page)
    assert visit.get("/nouvelle/maison-president").status == 404


@pytest.mark.parametrize("key", ["triominos", "canasta", "skull-king", "doppelkopf"])
def test_a_shipped_game_with_further_checks_opens(visit: Visit, key: str) -> None:
    assert visit.get(f"/jeux-maison?exemple={key}").status == 200


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", ("Rummy", "6 nimmt!", "President", "1st · 2nd", "Yahtzee", "Full house · 25")),
        ("de", ("Rommé", "6 nimmt!", "Präsident", "1. · 2.", "Kniffel", "Full House · 25")),
        ("nl", ("Rummy", "Take 5", "President", "1e · 2e", "Yahtzee", "Full house · 25")),
    ],
)
def test_cards_name_games_in_the_language_of_the_page(
    visit: Visit, language: str, shown: Sequence[str]
) -> None:
    answer = visit.client.get(PAGE, headers={"Accept-Language": language}).get_data(as_text=True)
    cards = html.unescape(" ".join(re.findall(r"</b><small>.*?</span></span>", answer, re.DOTALL)))
    assert [name for name in shown if name not in cards] == []
    assert [name for name in ("Rami", "6 qui prend", "Dame de pique", "1ᵉʳ", "Yams") if name in cards] == []
