"""Printing from the app: the pages, the PDF, and the message when there is none."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING

import pytest

from scorekeeper import parties
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.game_api.cells import Look
from scorekeeper.cards.sheet_file import FORMAT, read_sheet
from scorekeeper.config import Config
from scorekeeper.paper.sheets import sheet_of
from scorekeeper.parties.sheet_requests import partie_request
from scorekeeper.press import pdf
from scorekeeper.press.pdf import Limits, Printer
from tests.pages import lent_app
from tests.paper.sheets.samples import A_POINTS, CAST, HOSTILE, garde
from tests.press.pages import opened, text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

ME = parties.Author("table")


@pytest.fixture
def app(tmp_path: Path, printer: Printer) -> Iterator[Flask]:
    with lent_app(Config(tmp_path, addresses=("192.168.1.20",))) as lent:
        lent.extensions["prints"].printer = printer
        yield lent


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def partie(app: Flask) -> parties.Partie:
    """Three donnes, of which the second was struck and the third amended from 56 to 51 points."""
    store = app.extensions["store"]
    sheet = {"format": FORMAT, "game": "tarot", "players": list(CAST[:4]), "date": "2026-11-20"}
    opened_sheet = read_sheet({**sheet, "entries": [garde("Anne"), garde("Benoît"), garde("Chloé")]})
    number = parties.open_partie(store, opened_sheet, by=ME).id

    def act(verb: object, rang: int, **keys: object) -> None:
        revision = parties.read_partie(store, number).revision
        verb(store, number, uuid=str(uuid.uuid4()), rang=rang, revision=revision, by=ME, **keys)  # type: ignore[operator]

    act(parties.strike, 2, reason="fausse donne")
    act(parties.amend, 3, payload={**garde("Chloé"), "points": 51}, reason="points mal lus")
    return parties.read_partie(store, number)


def test_struck_and_amended_lines_look_as_on_paper(partie: parties.Partie) -> None:
    request = partie_request(partie)
    grid = sheet_of(request).blocks[0].grid
    assert grid is not None
    struck, amended = grid.rows[1], grid.rows[2]
    assert struck.look is Look.STRUCK
    scores = ["", "80", "240", "", "", "80", "", "80"]
    assert [cell.text for cell in struck.cells] == [
        "2",
        "garde",
        "2",
        "41",
        "56",
        "+15",
        "2",
        "",
        "80",
        *scores,
    ]
    assert struck.cells[1].small == ("rayée\xa0: fausse donne",)
    assert amended.look is Look.PLAIN
    # (25 + 10) × 2 = 70 instead of (25 + 15) × 2 = 80.
    assert [cell.text for cell in amended.cells[3:9]] == ["41", "51", "+10", "2", "", "70"]
    assert [cell.was for cell in amended.cells[3:9]] == ["", "56", "+15", "", "", "80"]
    assert [cell.text for cell in amended.cells[9:]] == ["", "70", "", "70", "210", "", "", "70"]
    assert [cell.was for cell in amended.cells[9:]] == ["", "80", "", "80", "240", "", "", "80"]
    assert amended.cells[1].small[-1] == "corrigée\xa0: points mal lus"
    # 240 − 70; −80 − 70; −80 + 210; −80 − 70: the struck donne does not count.
    assert [cell.text for cell in grid.feet[1].cells[1:]] == ["+170", "−150", "+130", "−150"]


def test_paper_shows_arrivals_and_former_names_on_earlier_lines(
    client: FlaskClient, app: Flask, partie: parties.Partie
) -> None:
    store = app.extensions["store"]

    def seat(*names: str, **keys: object) -> None:
        people = {"players": [*names], **keys}
        parties.change_table(store, partie.id, people=people, uuid=str(uuid.uuid4()), by=ME)  # type: ignore[arg-type]

    seat("Anne", "Benoît", "Émile", "David", replaces={"Émile": "Chloé"})
    line = {**garde("Émile"), "petit_au_bout": "attaque"}
    parties.enter(store, partie.id, uuid=str(uuid.uuid4()), rang=4, payload=line, by=ME)
    seat("Anne", "Benoît", "Émile")
    seat("Anne", "Benoît", "Émile", "David")
    page = " ".join(text(client.get(f"/parties/{partie.id}/feuille.pdf").data).split())
    notes = ["Après la ligne 3 : Émile joue à la place de Chloé.", "Après la ligne 4 : David s’en va."]
    for note in (*notes, "Après la ligne 4 : David reprend sa colonne."):
        assert note in page
    # The third donne was Chloé’s, the fourth that of her replacement.
    assert page.index("garde Chloé") < page.index("garde Émile Petit au bout")
    assert page.count("Chloé") == 2
    english = text(client.get(f"/parties/{partie.id}/feuille.pdf?langue=en").data)
    assert "After line 3: Émile plays in place of Chloé." in " ".join(english.split())


def test_sheet_of_a_partie(client: FlaskClient, partie: parties.Partie) -> None:
    page = client.get(f"/parties/{partie.id}/feuille?papier=A5&langue=en")
    assert page.status_code == 200
    # The button sends the present choices, not those of the last preview.
    assert f'formaction="/parties/{partie.id}/feuille.pdf"' in page.text
    assert f'<iframe class="print-preview" src="/parties/{partie.id}/feuille.html?' in page.text
    pdf = client.get(f"/parties/{partie.id}/feuille.pdf?papier=A5&langue=en")
    assert (pdf.status_code, pdf.mimetype) == (200, "application/pdf")
    assert "struck: fausse donne" in text(pdf.data)
    assert "20 November 2026" in text(pdf.data)
    document = opened(pdf.data)
    assert [round(float(side)) for side in list(document.pages[0].mediabox)[2:]] == [420, 595]


def test_preview_equals_the_print_and_loads_its_fonts_only(
    client: FlaskClient, partie: parties.Partie
) -> None:
    preview = client.get(f"/parties/{partie.id}/feuille.html")
    policy = preview.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "<script" not in preview.text
    faces = re.findall(r"url\((.*?)\)", preview.text)
    assert [client.get(face).mimetype for face in faces] == ["font/woff2"] * 3
    assert "<title>Code de l’adresse de cette feuille</title>" in preview.text


def test_pdf_is_printed_once_and_then_only_named(client: FlaskClient, app: Flask) -> None:
    first = client.get("/feuilles/tarot.pdf?places=3&verso=1")
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert 'filename="tarot.pdf"' in first.headers["Content-Disposition"]
    app.extensions["prints"].printer = Printer(Limits(seconds=0.001))
    again = client.get(
        "/feuilles/tarot.pdf?places=3&verso=1", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/feuilles/tarot.pdf?places=3&verso=1").data == first.data
    other = client.get("/feuilles/tarot.html?places=4")
    assert (
        client.get(
            "/feuilles/tarot.html?places=4", headers={"If-None-Match": other.headers["ETag"]}
        ).status_code
        == 304
    )


def test_a_changed_partie_is_another_document(
    client: FlaskClient, partie: parties.Partie, app: Flask
) -> None:
    before = client.get(f"/parties/{partie.id}/feuille.html").headers["ETag"]
    store = app.extensions["store"]
    parties.enter(store, partie.id, uuid=str(uuid.uuid4()), rang=4, payload=garde("David"), by=ME)
    assert client.get(f"/parties/{partie.id}/feuille.html").headers["ETag"] != before


def test_every_game_can_be_chosen(client: FlaskClient) -> None:
    index = client.get("/imprimer").text
    for key in (game.key for game in GAMES):
        assert f'href="/imprimer/{key}"' in index
        assert client.get(f"/imprimer/{key}").status_code == 200
        assert client.get(f"/feuilles/{key}.html?papier=A5").status_code == 200


def test_papers_with_a_name_of_their_own_come_first(client: FlaskClient) -> None:
    index = client.get("/imprimer").text
    named = ["match-au-cochon", "ardoise", "tirage", *(game.key for game in GAMES)]
    places = [index.index(f'href="/imprimer/{key}"') for key in named]
    assert places == sorted(places)
    for key in [*named[:3], "libre"]:
        assert client.get(f"/imprimer/{key}?papier=A5&langue=en").status_code == 200
        assert client.get(f"/feuilles/{key}.html?places=9999&lignes=0").status_code in {200, 422}
    assert client.get("/feuilles/match-au-cochon.html").text.count("= 1884") == 4
    assert "Tarot — barème" in client.get("/feuilles/tarot.html?verso=1").text
    draw = client.get("/feuilles/tirage.html?places=17").text
    assert (draw.count(">table<"), draw.count(">table 5, ")) == (5, 1)


def test_a_document_has_a_length(client: FlaskClient) -> None:
    shown = client.get("/feuilles/tarot.html?verso=1&copies=200")
    assert (shown.status_code, shown.text.count("feuille n°")) == (200, 6)
    assert client.get("/imprimer/tarot?verso=1&copies=200").status_code == 200
    page = client.get("/imprimer/tarot?lignes=200&copies=200&verso=1")
    assert page.status_code == 422
    assert "copies d’une feuille aussi longue." in page.text
    assert client.get("/feuilles/libre.pdf?lignes=200&copies=200").status_code == 422


def test_played_parties_are_side_by_side(client: FlaskClient, app: Flask) -> None:
    store = app.extensions["store"]
    sheet = {"format": FORMAT, "game": "jass", "settings": {"mode": "tournoi"}, "players": list(CAST[:4])}
    for points in ((92,), A_POINTS):
        entries = [{"points_a": value} for value in points]
        parties.open_partie(store, read_sheet({**sheet, "entries": entries}), by=ME)
    assert 'name="partie"' in client.get("/imprimer/match-au-cochon").text
    page = client.get("/feuilles/match-au-cochon.html?partie=2&partie=1").text
    assert page.count("Anne &amp; Chloé") == 2
    # The finished worked partie comes first; the other is not finished.
    assert page.index(">1007<") < page.index(">877<") < page.index("Partie n° 2")
    # 92, and 65 for the others.
    assert page.rindex(">65<") > page.index("Partie n° 2")
    assert client.get("/feuilles/match-au-cochon.html?partie=9").status_code == 404


def test_settings_and_names_reach_the_sheet(client: FlaskClient) -> None:
    page = client.get("/feuilles/jass.html?reglage-mode=tournoi&reglage-nb_donnes=8&langue=en").text
    assert page.count(">Check, value to reach</span>= 1256<") == 4
    query = "&".join(f"joueur-{place}={name}" for place, name in enumerate(CAST[:4]))
    assert client.get(f"/feuilles/tarot.html?{query}").text.count("Chloé") == 2


def test_only_papers_with_cells_are_offered_for_the_screen(client: FlaskClient) -> None:
    keys = ("jass", "match-au-cochon", "ardoise", "couillon")
    assert ["ecran" in client.get(f"/imprimer/{key}").text for key in keys] == [True, True, False, False]


def test_copies_are_numbered(client: FlaskClient) -> None:
    page = client.get("/feuilles/couillon.html?copies=3&premiere=7").text
    assert [f"feuille n° {number}" in page for number in (6, 7, 8, 9, 10)] == [False, True, True, True, False]
    assert client.get("/feuilles/couillon.html?genre=ecran&copies=3").text.count("feuille n°") == 0


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/imprimer/tarot?joueur-0=Anne&joueur-1=anne&joueur-2=B&joueur-3=C", "est déjà à la table"),
        ("/imprimer/tarot?joueur-0=Anne", "Ce jeu se joue à 3, 4 ou 5 joueurs"),
        ("/imprimer/couillon?reglage-lignes=99", "De 3 à 15"),
        ("/imprimer/tarot?lignes=999", "De 1 à 200"),
    ],
)
def test_senseless_request_is_refused_in_words(client: FlaskClient, address: str, sentence: str) -> None:
    page = client.get(address)
    assert page.status_code == 422
    assert sentence in page.text
    assert "<iframe" not in page.text
    printed = client.get(address.replace("/imprimer/", "/feuilles/").replace("?", ".pdf?"))
    assert printed.status_code == 422
    assert sentence in printed.text


@pytest.mark.parametrize("value", ["", "0", "-1", "x", "٣", "1e3", "99999999", "%00"])
def test_odd_numbers_do_no_harm(client: FlaskClient, value: str) -> None:
    query = f"copies={value}&premiere={value}&places=4&papier={value}&langue={value}&verso={value}&_external={value}"
    assert client.get(f"/feuilles/bouees.html?{query}").status_code == 200
    assert client.get(f"/imprimer/bouees?{query}&key={value}&number={value}").status_code == 200


def test_unknown_sheets_are_not_found(client: FlaskClient) -> None:
    for address in (
        "/imprimer/jeu-inconnu",
        "/feuilles/jeu-inconnu.pdf",
        "/parties/99/feuille.pdf",
        "/parties/0/feuille",
    ):
        assert client.get(address).status_code == 404


def test_names_are_escaped_as_text(app: Flask, client: FlaskClient) -> None:
    sheet = {"format": FORMAT, "game": "tarot", "players": list(HOSTILE[:5]), "entries": []}
    number = parties.open_partie(app.extensions["store"], read_sheet(sheet), by=ME).id
    page = client.get(f"/parties/{number}/feuille.html").text
    assert "<script" not in page
    assert "&lt;b&gt;Anne&lt;/b&gt;" in page
    pdf = client.get(f"/parties/{number}/feuille.pdf")
    assert pdf.status_code == 200
    assert "<b>Anne</b>" in "".join(text(pdf.data).split())


def test_busy_printer_has_a_retry_time(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "WAITING", -1 - pdf.RESERVED)
    page = client.get("/feuilles/tarot.pdf")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "10")
    assert "redemandez la feuille dans un instant" in page.text


def test_a_slow_sheet_is_given_up(client: FlaskClient, app: Flask) -> None:
    with Printer(Limits(seconds=0.01)) as printer:
        app.extensions["prints"].printer = printer
        page = client.get("/feuilles/tarot.pdf?copies=50")
        assert (page.status_code, page.headers["Retry-After"]) == (503, "30")
        assert "demandez moins de copies" in page.text
