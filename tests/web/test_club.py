"""The club's ranking and the choice of a season, as pages and as a file for spreadsheets."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.cards.sheet_file import read_sheet
from tests.tarot_table import BY, document, donne, new_uuid
from tests.web.browsing import Page, Visit


@pytest.fixture
def club(app: Flask, visit: Visit) -> Visit:
    """Chloé scores 240 in March, Anne 210 in October, with two slates between."""
    store = app.extensions["store"]
    names = {"players": ["Anne", "Benoît", "Chloé", "=1+1"]}
    slate = {"game": "couillon", "settings": {"lignes": 3}, **names}
    sheets = [
        document(donne("Chloé"), date="2026-03-03", **names),
        document(donne("Anne", 51), date="2026-10-06", **names),
        document(*[{"accepte": None, "gagne": "A"}] * 3, date="2026-04-01", **slate),
        document(*[{"accepte": None, "gagne": "B"}] * 3, date="2026-04-01", **slate),
    ]
    for sheet in sheets:
        number = parties.open_partie(store, read_sheet(sheet), by=BY).id
        parties.close_partie(store, number, uuid=new_uuid(), by=BY)
    return visit


def ranking(page: Page) -> list[tuple[str, str, str]]:
    """Return rank, name and the ranking criterion of each line."""
    table = page.html.partition('class="list standings"')[2].partition("</table>")[0]
    rows = re.findall(r'<td class="num">(\d+)</td>\s*<th.*?<bdi>(.*?)</bdi>.*?<b>(.*?)</b>', table, re.DOTALL)
    return [(rank, name, re.sub(r"<[^>]+>", "", value)) for rank, name, value in rows]


def test_a_club_is_ranked_in_the_terms_of_each_game(club: Visit) -> None:
    # 240 − 70, −80 + 210, and −80 − 70 twice.
    tarot = [("1", "Chloé", "+170"), ("2", "Anne", "+130"), ("3", "=1+1", "−150"), ("3", "Benoît", "−150")]
    assert ranking(club.get("/joueurs?jeu=tarot")) == tarot
    assert ranking(club.get("/joueurs")) == tarot  # two of each: the first in the catalogue
    page = club.get("/joueurs?jeu=couillon")
    assert ranking(page) == [("1", name, "1") for name in ("=1+1", "Anne", "Benoît", "Chloé")]
    assert "ardoises perdues" in page.text
    assert "par donne" not in page.text


def test_season_of_a_year_and_two_dates_select_parties(club: Visit) -> None:
    in_march = [("1", "Chloé", "+240"), ("2", "=1+1", "−80"), ("2", "Anne", "−80"), ("2", "Benoît", "−80")]
    for query in ("saison=2025-2026", "du=2026-03-01&au=2026-03-31", "au=2026-03-03"):
        assert ranking(club.get(f"/joueurs?jeu=tarot&{query}")) == in_march, query
    assert ranking(club.get("/joueurs?jeu=tarot&saison=2026"))[0] == ("1", "Chloé", "+170")
    assert "Aucune partie terminée dans cette période." in club.get("/joueurs?saison=2024").text
    page = club.get("/joueurs?jeu=tarot&saison=2026-2027")
    assert ranking(page)[0] == ("1", "Anne", "+210")
    # The chosen season is kept in the links to the other game, the player's page and the file.
    assert all("saison=2026-2027" in link for link in page.links if "jeu=" in link or "/joueurs/1?" in link)
    anne = club.get(next(link for link in page.links if link.startswith("/joueurs/1?")))
    assert "+210" in anne.text
    assert "−80" not in anne.html.partition("<h2>Parties</h2>")[0]


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("du=03.03.2026", ["Une date s’écrit année-mois-jour, par exemple 2026-11-22."]),
        ("du=2026-02-30", ["Une date s’écrit année-mois-jour, par exemple 2026-11-22."]),
        ("au=0001-01-01", ["Une date s’écrit année-mois-jour, par exemple 2026-11-22."]),
        ("du=2026-3-3", ["Une date s’écrit année-mois-jour, par exemple 2026-11-22."]),
        ("du=2026-04-01&au=2026-03-01", ["La fin est avant le début."]),
    ],
)
def test_impossible_dates_are_refused_at_their_fields(club: Visit, query: str, errors: list[str]) -> None:
    for path in ("/joueurs", "/joueurs/1"):
        page = club.get(f"{path}?{query}")
        assert (page.status, page.errors) == (422, errors)
        assert f'value="{query.partition("=")[2].partition("&")[0]}"' in page.html


@pytest.mark.parametrize("query", ["saison=x", "saison=", "jeu=belote", "jeu=", "saison=2026-2030"])
def test_absent_data_are_not_asked_for(club: Visit, query: str) -> None:
    page = club.get(f"/joueurs?{query}")
    assert (page.status, ranking(page)[0]) == (200, ("1", "Chloé", "+170"))


def test_ranking_is_served_as_csv(club: Visit) -> None:
    answer = club.client.get("/joueurs/classement.csv?jeu=tarot&saison=2025-2026")
    assert answer.mimetype == "text/csv"
    rows = answer.get_data(as_text=True).split("\r\n")
    assert rows[0] == (
        "rang,nom affiché,parties,parties gagnées,gagnées à plusieurs,dernières places,lignes,marque,"
        "contrats pris,contrats réussis,en défense,défenses gagnées"
    )
    assert rows[1] == "1,Chloé,1,1,0,0,1,240,1,1,0,0"
    assert rows[2] == "2,'=1+1,1,0,0,1,1,-80,0,0,1,0"
    rows = (
        club.client.get("/joueurs/classement.csv?jeu=couillon&excel=1").get_data(as_text=True).split("\r\n")
    )
    assert rows[0].startswith(
        "\ufeffrang;nom affiché;parties;ardoises gagnées;gagnées à plusieurs;ardoises perdues;Donnes;"
    )
    assert rows[1].startswith("1;'=1+1;2;1;0;1;6;3")
    assert club.client.get("/joueurs/classement.csv?saison=1950").get_data(as_text=True) == ""


def test_a_club_that_has_only_begun_has_no_ranking(visit: Visit) -> None:
    assert "Classement" not in visit.get("/joueurs").text
    visit.open_sheet("tarot", ["Anne", "Benoît", "Chloé", "David"])
    page = visit.get("/joueurs")
    assert "Classement" not in page.text
    assert "Anne" in page.text
    assert "Aucune partie terminée pour l’instant." in visit.get("/joueurs/1").text
