"""A sheet that is a grid: its cells are chosen, link to their lines, and show crossed-out values, without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.examples import plain
from tests.web.browsing import Page, Visit

CAST = ("Anne", "Benoît", "Chloé", "David")
COEUR = {"preneur": "A", "contrat": "coeur", "points_a": 100}


@pytest.fixture
def grid(visit: Visit) -> int:
    """An empty grid of eight rows."""
    teams = {"equipe-a": "Nous", "equipe-b": "Eux"}
    return visit.open_sheet("coiffeur", CAST, **{"reglage-grille": "8", **teams})


def opened(page: Page) -> list[str]:
    """Return the open cells of a page's form."""
    return [attrs["value"] for tag, attrs in page.elements if tag == "input" and attrs.get("name") == "case"]


def chosen(page: Page) -> list[str]:
    """Return the chosen cells of a page's form."""
    boxes = (attrs for tag, attrs in page.elements if tag == "input" and attrs.get("name") == "case")
    return [attrs["value"] for attrs in boxes if "checked" in attrs]


def text_of(page: Page) -> str:
    return plain(page.text)


def cells(page: Page) -> list[str]:
    """Return the content of the cells, row by row."""
    rows = re.findall(r'<td class="num cell[^"]*">(.*?)</td>', page.html, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in rows]


def test_an_empty_grid_offers_every_cell_of_both_camps(visit: Visit, grid: int) -> None:
    page = visit.get(f"/parties/{grid}")
    assert len(opened(page)) == 16
    assert opened(page)[:4] == ["0.pique", "1.pique", "0.trefle", "1.trefle"]
    assert chosen(page) == []
    assert cells(page) == [""] * 16
    assert text_of(page).count("La feuille est vide") == 0
    assert "Touchez une case de la grille." in text_of(page)
    assert all(attrs["form"] == "entree" for tag, attrs in page.elements if attrs.get("name") == "case")


def test_a_filled_cell_leads_to_its_line_and_shows_its_figures(visit: Visit, grid: int) -> None:
    form = visit.get(f"/parties/{grid}").form("/saisies")
    assert visit.send(form, form.filled(case="0.coeur", points="100")).status == 303
    page = visit.get(f"/parties/{grid}")
    assert len(opened(page)) == 15
    assert "0.coeur" not in opened(page)
    assert cells(page)[6:8] == ["400 100", ""]
    assert f"/parties/{grid}/lignes/1" in page.links
    assert "Nous : encore 7 cases" in text_of(page)


def test_line_without_a_cell_is_below_the_grid(visit: Visit, grid: int) -> None:
    for entry in (COEUR, {"statut": "annulee"}, {"statut": "rayee", "preneur": "B", "contrat": "pique"}):
        assert visit.enter(grid, entry).status == 303
    page = visit.get(f"/parties/{grid}")
    assert cells(page)[:2] == ["", "—"]
    below = text_of(page).partition("Hors de la grille")[2]
    assert "donne annulée" in below
    assert "cœur" not in below.partition("Contrôle")[0].partition("Donne 4")[0]
    form = visit.get(f"/parties/{grid}/lignes/1").form("/rayer")
    assert visit.send(form, form.filled(raison="autre feuille", motif="autre")).status == 303
    page = visit.get(f"/parties/{grid}")
    assert cells(page)[6] == ""
    assert "0.coeur" in opened(page)
    assert "Nous, cœur : 100" in text_of(page).partition("Hors de la grille")[2]


def test_a_cell_that_was_not_chosen_is_asked_for_beside_its_hint(visit: Visit, grid: int) -> None:
    form = visit.get(f"/parties/{grid}").form("/saisies")
    page = visit.send(form, form.filled(points="100"))
    assert page.status == 422
    assert page.errors_at("case") == ["Case\u202f?"]
    for junk in ("0.misere", "2.coeur", "coeur", "0.", "9" * 9000):
        page = visit.send(form, form.filled(case=junk, points="100"))
        assert (page.status, page.errors_at("case")) == (422, ["Case\u202f?"])


def test_a_line_refused_keeps_its_cell(visit: Visit, grid: int) -> None:
    form = visit.get(f"/parties/{grid}").form("/saisies")
    page = visit.send(form, form.filled(case="1.coeur", points="156"))
    assert page.status == 422
    assert chosen(page) == ["1.coeur"]
    assert page.value("points") == "156"
    assert "Eux : cœur, × 4" in text_of(page)


def test_from_the_page_of_a_line_an_open_cell_leads_to_its_form(visit: Visit, grid: int) -> None:
    visit.enter(grid, COEUR)
    page = visit.get(f"/parties/{grid}/lignes/1")
    assert opened(page) == []
    (link,) = [link for link in page.links if "case=1.coeur" in link]
    page = visit.get(link.partition("#")[0])
    assert chosen(page) == ["1.coeur"]
    assert "data-blank" in page.html
    assert "data-blank" not in visit.get(f"/parties/{grid}").html
    assert chosen(visit.get(f"/parties/{grid}?case=0.coeur")) == []
    assert visit.get(f"/parties/{grid}?case=%3Cx%3E").status == 200
    tarot = visit.open_sheet("tarot", CAST)
    assert visit.get(f"/parties/{tarot}?case=1.coeur").status == 200


def test_a_line_is_moved_to_an_open_cell_and_to_no_other(visit: Visit, grid: int) -> None:
    visit.enter(grid, COEUR)
    visit.enter(grid, {"preneur": "B", "contrat": "coeur", "points_b": 90})
    path = f"/parties/{grid}/lignes/2/modifier"
    page = visit.get(path)
    assert chosen(page) == ["1.coeur"]
    assert len(opened(page)) == 15
    form = page.form("/modifier")
    refused = visit.send(form, form.filled(case="0.coeur"))
    assert refused.status == 422
    assert "La ligne « cœur » est déjà remplie pour Nous" in text_of(refused)
    moved = visit.send(form, form.filled(case="1.trefle"))
    assert moved.status == 303
    page = visit.get(f"/parties/{grid}")
    assert cells(page)[2:4] == ["", "180 90 ✎ modifiée"]
    assert "1.coeur" in opened(page)


def test_remark_is_at_its_row(visit: Visit, grid: int) -> None:
    visit.enter(grid, {**COEUR, "note": "à revoir"})
    row = visit.get(f"/parties/{grid}").html.partition('class="what">cœur')[2].partition("</th>")[0]
    assert "à revoir" in row


def test_onlooker_chooses_no_cell(visit: Visit, grid: int) -> None:
    visit.enter(grid, COEUR)
    other = Visit(visit.client.application.test_client())
    other.client.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    page = other.get(f"/parties/{grid}")
    assert opened(page) == []
    assert [link for link in page.links if "case=" in link] == []
    assert cells(page)[6] == "400 100"


def test_a_finished_grid_offers_nothing(visit: Visit, grid: int) -> None:
    number = visit.open_sheet(
        "coiffeur", CAST, **{"reglage-contrats.pique": "1", "reglage-contrats.coeur": "2"}
    )
    entries: list[dict[str, Any]] = [
        {"preneur": camp, "contrat": row, f"points_{camp.lower()}": 90}
        for camp in "AB"
        for row in ("pique", "coeur")
    ]
    for entry in entries:
        assert visit.enter(number, entry).status == 303
    page = visit.get(f"/parties/{number}")
    assert "partie à" in text_of(page) or "à égalité" in text_of(page)
    assert opened(page) == []
    assert [link for link in page.links if "case=" in link] == []
    assert cells(page) == ["90 90", "90 90", "180 90", "180 90"]
