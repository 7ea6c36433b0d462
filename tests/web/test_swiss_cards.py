"""German-Swiss cards as a choice of the house: names and emblems, on screen and paper; files and other games keep theirs."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pypdf
import pytest

from scorekeeper.i18n import swiss
from tests.web.browsing import Visit

CAST = ("Anne", "Beat", "Claudia", "Daniel")
ACORN = "M7 0h2v3h2q3 0 3 3H2q0-3 3-3h2zM3 7h10q0 5-5 9-5-4-5-9z"
EMBLEM = f'<svg viewBox="0 0 20 16" width="1.25em" height="1em" aria-hidden="true"><path fill="currentColor" fill-rule="evenodd" d="{ACORN}"/></svg>'


@pytest.fixture(autouse=True)
def no_cards_left() -> Iterator[None]:
    """Play with French cards again after each test: a request sets them for its thread."""
    yield
    swiss.set(False)


@pytest.fixture
def house(visit: Visit) -> Visit:
    """A house in German that plays with German-Swiss cards."""
    form = visit.get("/connecter/salle").form("/connecter/salle")
    assert visit.send(form, form.filled(cards="swiss")).status == 303
    visit.client.set_cookie("langue", "de")
    return visit


def trumps(visit: Visit, number: int) -> list[str]:
    html = visit.get(f"/parties/{number}").html
    return re.findall(r'name="atout" value="(?:pique|coeur|carreau|trefle)"[^>]*><span>(.*?)</span>', html)


def test_the_choice_is_kept_and_french_cards_are_the_default(visit: Visit) -> None:
    form = visit.get("/connecter/salle").form("/connecter/salle")
    assert ("cards", "french") in form.fields
    visit.send(form, form.filled(cards="swiss"))
    assert ("cards", "swiss") in visit.get("/connecter/salle").form("/connecter/salle").fields
    visit.client.set_cookie("langue", "de")
    assert "Deutschschweizer Karten" in visit.get("/connecter/salle").text


def test_jass_has_the_names_and_emblems_of_its_cards(house: Visit) -> None:
    number = house.open_sheet("jass", CAST, **{"reglage-pique_double": "oui"})
    shown = trumps(house, number)
    assert [re.sub("<.*>", "", text).strip() for text in shown] == [
        "Schilten",
        "Eicheln",
        "Rosen",
        "Schellen",
    ]
    assert shown[1] == f"{EMBLEM} Eicheln"
    page = house.get(f"/parties/{number}")
    assert '<option value="coeur">\n      Eicheln</option>' in page.html
    assert [word in page.html for word in ("Schaufel", "Ecke", "♠")] == [False] * 3
    assert "Wer hat Rosen 7?" in page.text
    assert {"Ober", "Under", "Banner"} <= set(
        re.findall(r"<option value=\"[^\"]*\">\s*(\w+)</option>", page.html)
    )
    assert "Reihenfolge sonst: Ass, König, Ober, Under, Banner, 9, 8, 7, 6." in house.get("/aide/jass").text


def test_belote_keeps_french_suits_and_french_jass_its_own(house: Visit) -> None:
    belote = house.open_sheet("belote", CAST)
    assert trumps(house, belote) == ["♠ Schaufel", "♥ Herz", "♦ Ecke", "♣ Kreuz"]
    form = house.get("/connecter/salle").form("/connecter/salle")
    house.send(form, form.filled(cards="french"))
    jass = house.open_sheet("jass", CAST, **{"reglage-pique_double": "oui"})
    assert trumps(house, jass) == ["♠ Schaufel", "♥ Herz", "♦ Ecke", "♣ Kreuz"]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("fr", ["écus", "grelots", "roses", "glands"]),
        ("en", ["shields", "bells", "roses", "acorns"]),
        ("nl", ["schilden", "bellen", "rozen", "eikels"]),
        ("de", ["Schilten", "Schellen", "Rosen", "Eicheln"]),
    ],
)
def test_the_grid_of_coiffeur_names_them_in_every_language(
    house: Visit, language: str, names: list[str]
) -> None:
    number = house.open_sheet("coiffeur", CAST)
    house.client.set_cookie("langue", language)
    heads = re.findall(r'<th scope="row" class="what">(.*?)</th>', house.get(f"/parties/{number}").html)
    assert [re.sub("<.*>", "", head).strip().lower() for head in heads[:4]] == [
        name.lower() for name in names
    ]
    assert heads[3].startswith(EMBLEM)


def test_paper_shows_them_and_the_file_keeps_its_words(house: Visit) -> None:
    number = house.open_sheet("coiffeur", CAST)
    house.enter(number, {"preneur": "A", "contrat": "coeur", "points_a": 100})
    answer = house.client.get(f"/parties/{number}/feuille.pdf")
    text = "\n".join(leaf.extract_text() for leaf in pypdf.PdfReader(io.BytesIO(answer.get_data())).pages)
    assert [name in text for name in ("Schilten", "Schellen", "Rosen", "Eicheln", "Herz")] == [True] * 4 + [
        False
    ]
    partie = house.client.get(f"/api/parties/{number}").get_data(as_text=True)
    assert '"contrat":"coeur"' in partie.replace(": ", ":")
