"""Paper of a tournament, read back from its PDFs: seats, number of pages, language."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.cli import main
from scorekeeper.config import Config
from scorekeeper.i18n import speaking
from scorekeeper.paper.posters.draw import draw_pages
from scorekeeper.paper.posters.pages import Box, Listing, PosterPage, PosterSize, Prose, TableDiagram
from scorekeeper.paper.posters.poster import table_diagram
from scorekeeper.press import pdf
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from tests.examples import plain
from tests.pages import make_app
from tests.tournaments.desk import BY, draw, opened, play_round
from tests.web.browsing import Visit

PEOPLE = (
    "Zoé Zimmer",
    "Émile Élan",
    "Alice Arnaud",
    "Bruno Bach",
    "Chloé Colin",
    "David Dupont",
    "Fanny Faure",
    "Gaston Gérard",
    "Hélène Henry",
    "Ivan Isler",
    "Julie Jung",
    "Karl Klein",
    "Léa Lang",
    "Marc Meyer",
    "Nina Noël",
    "Oscar Olry",
)
IN_ORDER = (*PEOPLE[2:6], "Émile Élan", *PEOPLE[6:], "Zoé Zimmer")
"""Alphabetical order for readers: É sorts as E, not after Z."""


def listed(name: str) -> str:
    """Return a name as an alphabetical list has it."""
    first, last = name.split()
    return f"{last} {first}"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Sixteen players at four tables; the first of three rounds is open."""
    made = make_app(Config(tmp_path_factory.mktemp("posters")))
    store: Store = made.extensions["store"]
    prizes = ["un cochon", "un jambon"]
    with speaking("fr"):
        t = opened(store, PEOPLE, rounds=3, prizes=prizes, place="Café du Pont")
        draw(store, t)
    yield made
    made.extensions["prints"].printer.close()
    store.close()


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with speaking("fr"):
        yield app.test_client()


def read(client: FlaskClient, path: str) -> pypdf.PdfReader:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    reader = pypdf.PdfReader(io.BytesIO(answer.data))
    assert "/StructTreeRoot" in reader.root_object
    return reader


def text_of(reader: pypdf.PdfReader) -> str:
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))


def test_the_poster_bears_every_table_with_its_four_players(app: Flask, client: FlaskClient) -> None:
    reader = read(client, "/tournois/1/affiche.pdf")
    text = text_of(reader)
    assert len(reader.pages) == 1
    assert "Match au cochon – tour 1" in text
    assert [text.count(name.split()[1]) for name in PEOPLE] == [1] * 16
    for line in (
        "Graine « 2026-11-20 » · tirage n° 1",
        "localhost/tournois/1/preuve",
    ):
        assert line in text
    links = [
        str(note.get_object()["/A"]["/URI"]) for page in reader.pages for note in page.get("/Annots", [])
    ]
    assert set(links) == {"http://localhost/tournois/1/preuve"}
    # A5 is not read from afar.
    small = read(client, "/tournois/1/affiche.pdf?papier=A5")
    assert {tuple(map(round, page.mediabox[2:])) for page in small.pages} == {(842, 595)}
    t = desk.read(app.extensions["store"], 1)
    page = client.get("/tournois/1/affiche.pdf").data
    assert page == client.get("/api/tournois/1/affiche.pdf").data
    for odd in ("papier=null", "papier=A4&papier=A4", "langue=pl", "tour=0"):
        assert client.get(f"/api/tournois/1/affiche.pdf?{odd}").status_code == 422
    first = [t.entrant(seat).name for seat in t.rounds[0].tables[0].seats]
    order = [text.index(name.split()[1]) for name in first]
    assert max(order) < min(text.index(name.split()[1]) for name in PEOPLE if name not in first)


def test_poster_being_made_elsewhere_is_reported(client: FlaskClient) -> None:
    tag = client.get("/tournois/1/affiche.pdf").headers["ETag"]
    assert client.get("/tournois/1/affiche.pdf", headers={"If-None-Match": tag}).status_code == 304
    other = client.get("/tournois/1/affiche.pdf?tour=2", headers={"If-None-Match": tag})
    assert other.status_code == 200
    assert "tour 2" in text_of(pypdf.PdfReader(io.BytesIO(other.data)))
    refused = client.get("/tournois/1/affiche.pdf?tour=9")
    assert refused.status_code == 409
    assert "Ce tour n’est pas encore tiré" in refused.text


def test_unprinted_poster_is_refused_in_the_words_of_the_api(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "WAITING", -1 - pdf.RESERVED)
    address = "/tournois/1/affiche.pdf?papier=A5&langue=en"
    page, answer = client.get(address), client.get(f"/api{address}")
    assert [page.status_code, answer.status_code] == [503, 503]
    assert [page.headers["Retry-After"], answer.headers["Retry-After"]] == ["10", "10"]
    assert page.mimetype == "text/html"
    assert answer.get_json()["faults"][0]["code"] == "pas-de-feuille"
    assert "redemandez la feuille dans un instant" in answer.get_json()["faults"][0]["message"]


def test_list_by_name_is_sorted_with_the_table_of_each_round(app: Flask, client: FlaskClient) -> None:
    text = text_of(read(client, "/tournois/1/liste.pdf"))
    places = [text.index(listed(name)) for name in IN_ORDER]
    assert places == sorted(places)
    t = desk.read(app.extensions["store"], 1)
    rounds = [[table.seats for table in t.rounds[0].tables], *(drawn.tables for drawn in t.planned)]
    assert len(rounds) == 3
    for number, name in enumerate(PEOPLE, 1):
        entries = [
            f"{table} · {seats.index(number) + 1}"
            for tables in rounds
            for table, seats in enumerate(tables, 1)
            if number in seats
        ]
        assert f"{listed(name)} {' '.join(entries)}" in text


def test_the_list_in_english(client: FlaskClient) -> None:
    text = text_of(read(client, "/tournois/1/liste.pdf?langue=en"))
    assert "Match au cochon – by name" in text
    assert "round 1" in text.lower()


def test_the_list_of_one_round_is_of_that_round(app: Flask, client: FlaskClient) -> None:
    text = text_of(read(client, "/tournois/1/liste.pdf?tour=1&papier=A3"))
    t = desk.read(app.extensions["store"], 1)
    assert "tour 2" not in text
    for table in t.rounds[0].tables:
        for place, number in enumerate(table.seats, 1):
            assert f"{listed(PEOPLE[number - 1])} {table.number} · {place}" in text


def test_sheets_bear_the_names_of_their_table(app: Flask, client: FlaskClient) -> None:
    reader = read(client, "/tournois/1/feuilles.pdf")
    t = desk.read(app.extensions["store"], 1)
    # Two to a page, half an A4 each.
    assert [[round(float(side)) for side in page.mediabox[2:]] for page in reader.pages] == [[842, 595]] * 2
    halves = re.split(r"(?=Table \d — tour 1)", text_of(reader))[1:]
    for table, text in zip(t.rounds[0].tables, halves, strict=True):
        assert text.startswith(f"Table {table.number} — tour 1 Match au cochon")
        assert "Lieu Café du Pont" in text
        assert re.findall(r"Partie n° \d", text) == ["Partie n° 1"]
        here = {number for number, name in enumerate(PEOPLE, 1) if name in text}
        assert here == set(table.seats)


def test_spare_sheets_bear_no_name(client: FlaskClient) -> None:
    reader = read(client, "/tournois/1/feuilles.pdf?reserve=1&copies=3")
    assert len(reader.pages) == 3
    text = text_of(reader)
    assert not [name for name in PEOPLE if name in text]


def slips_of(page: pypdf.PageObject) -> list[str]:
    text = re.sub(r"\s+", " ", page.extract_text())
    return re.split(r"(?<!\S)\d+ · (?=[A-ZÉ][a-zéèïë]+ [A-ZÉ])", text)[1:]


def test_slip_of_each_player_has_the_partners(app: Flask, client: FlaskClient) -> None:
    pages = read(client, "/tournois/1/billets.pdf").pages
    t = desk.read(app.extensions["store"], 1)
    slips = [slip for page in pages for slip in slips_of(page)]
    assert len(slips) == 16
    for slip in slips:
        name = next(name for name in PEOPLE if slip.startswith(name))
        number = PEOPLE.index(name) + 1
        table = next(table for table in t.rounds[0].tables if number in table.seats)
        place = table.seats.index(number)
        mate = PEOPLE[table.seats[(place + 2) % 4] - 1]
        assert f"1 {table.number} {place + 1} {mate}" in slip


def test_a_pile_of_slips_that_is_cut_once_is_in_order(client: FlaskClient) -> None:
    pages = [slips_of(page) for page in read(client, "/tournois/1/billets.pdf?papier=A5").pages]
    assert [len(page) for page in pages] == [4] * 4
    piles = [slip for place in range(4) for page in pages for slip in page[place : place + 1]]
    names = [next(name for name in PEOPLE if slip.startswith(name)) for slip in piles]
    assert names == list(IN_ORDER)


def test_cards_bear_the_links_and_are_the_organisers(app: Flask, client: FlaskClient) -> None:
    text = "".join(text_of(read(client, "/tournois/1/cartes.pdf")).split())
    tokens = table_links.tokens(app.extensions["store"], 1, key=app.config["SECRET_KEY"], by=BY)
    assert sorted(tokens) == [1, 2, 3, 4]
    assert [text.count(f"/t/{token}") for token in tokens.values()] == [1] * 4
    assert [text.count(f"Table{table}") for table in range(1, 6)] == [1, 1, 1, 1, 0]
    assert len(read(client, "/tournois/1/cartes.pdf?papier=A5").pages) == 4
    guest = app.test_client()
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    for name in ("cartes", "billets", "feuilles"):
        assert guest.get(f"/tournois/1/{name}.pdf", environ_base=elsewhere).status_code == 401


def test_every_printed_address_and_code_can_be_followed(app: Flask, client: FlaskClient) -> None:
    tokens = table_links.tokens(app.extensions["store"], 1, key=app.config["SECRET_KEY"], by=BY)
    addresses = sorted(f"http://localhost/t/{token}" for token in tokens.values())
    # A card has its URL as a code and as text, a score sheet as a code.
    for name, each in (("cartes", 2), ("feuilles", 1)):
        links = []
        for page in read(client, f"/tournois/1/{name}.pdf").pages:
            for link in (note.get_object() for note in page.get("/Annots", [])):
                left, low, right, high = map(float, link["/Rect"])
                assert abs((right - left) * (high - low)) > 100
                links.append(str(link["/A"]["/URI"]))
        assert sorted(links) == sorted(each * addresses)


def test_list_of_prizes_without_prizes_is_refused(empty: Flask) -> None:
    opened(empty.extensions["store"], PEOPLE)
    refused = empty.test_client().get("/tournois/1/classement.pdf?prix=1")
    assert refused.status_code == 409
    assert "Ce tournoi n’a pas de prix" in refused.text


def test_ranking_and_prizes_once_the_last_round_is_closed(empty: Flask) -> None:
    store: Store = empty.extensions["store"]
    t = opened(store, PEOPLE, rounds=2, prizes=["un cochon", "un jambon"])
    client = empty.test_client()
    before = text_of(read(client, "/tournois/1/classement.pdf?prix=1"))
    assert re.search(r"1 un cochon 2 un jambon", before)
    for name in ("affiche", "liste", "billets", "feuilles", "cartes", "tour"):
        refused = client.get(f"/tournois/1/{name}.pdf")
        assert (name, refused.status_code) == (name, 409)
        assert "Ce tour n’est pas encore tiré : il n’y a rien à imprimer." in plain(refused.text)
    refused = client.get("/tournois/1/classement.pdf")
    assert refused.status_code == 409
    assert "il n’y a pas encore de classement à imprimer" in refused.text
    t = play_round(store, t)
    first = text_of(read(client, "/tournois/1/classement.pdf"))
    assert "classement, PROVISOIRE, 1 tour sur 2" in first
    assert "prix" not in first
    assert "Les noms sont ajoutés quand le dernier tour est clos." in text_of(
        read(client, "/tournois/1/classement.pdf?prix=1")
    )
    play_round(store, t)
    ranking = desk.standings(store, 1)
    reader = read(client, "/tournois/1/classement.pdf")
    text, seen = text_of(reader), reader.pages[0].extract_text(extraction_mode="layout")
    places = [seen.index(line.names[0]) for line in ranking.lines]
    assert len(places) == 16
    assert places == sorted(places)
    assert "classement, 2 tours sur 2" in text
    best = ranking.lines[0]
    assert best.standing.prizes[0] == "un cochon"
    assert re.search(rf"{best.names[0]} .*?\b{best.standing.total}\b.*? un cochon", text)
    won = text_of(read(client, "/tournois/1/classement.pdf?prix=1"))
    assert f"1 = {best.names[0]} {' / '.join(best.standing.prizes)} (à partager)" in won


def test_the_page_of_prints_links_to_all_of_them(app: Flask) -> None:
    with speaking("fr"):
        page = Visit(app.test_client()).get("/tournois/1/imprimer")
    for name in (
        "affiche",
        "liste",
        "billets",
        "cartes",
        "feuilles",
        "classement",
    ):
        assert f'formaction="/tournois/1/{name}.pdf"' in page.html
    asked = re.findall(r'/(\w+).pdf" name="(\w+)" value="1"', page.html)
    assert asked == [
        ("liste", "tour"),
        ("feuilles", "reserve"),
        ("classement", "prix"),
    ]
    assert re.findall(r"<option>(A\d)", page.html) == ["A4", "A3"]
    assert 'href="/tournois/1/feuilles.pdf?grand=1"' in page.html


def test_the_draw_of_the_command_line_as_a_poster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster, made = tmp_path / "noms.txt", tmp_path / "out.pdf"
    roster.write_text("\n".join(PEOPLE), encoding="utf-8")
    with speaking("fr"):
        asked = ["draw", str(roster), "--rounds", "3", "--seed", "2026-11-20"]
        assert main([*asked, "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert main([*asked, "-o", str(made)]) == 0
    reader = pypdf.PdfReader(made)
    pages = [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]
    assert len(pages) == 5
    for number, (tables, page) in enumerate(zip(document["rounds"], pages, strict=False), 1):
        assert f"tour {number}" in page
        # As at the desk, names are placed around the tables in order of play.
        order = [page.index(name.split()[1]) for table in tables for name in table]
        assert order == sorted(order)
    places = [pages[3].index(listed(name)) for name in IN_ORDER]
    assert places == sorted(places)
    proof = pages[4]
    assert "--rounds 3 --seed 2026-11-20 --label draw/1" in proof
    assert "--odd" not in proof
    assert f"1. {', '.join(document['order'][:3])}" in proof


def drawn(**more: object) -> list[PosterPage]:
    document = {
        "rounds": [[["Ann", "Bob", "Cid"], ["Dan", "Eve", "Fay", "Gus"]]],
        "sit_out": [["Hal"]],
        "partners": False,
        "seed": "s",
        "label": "draw/1",
        "players": ["Ann"],
        "order": ["Ann"],
        "report": {"words": []},
    }
    with speaking("fr"):
        return draw_pages({**document, **more}, PosterSize.A4)


def test_a_draw_with_byes_and_without_partners() -> None:
    tables, by_name, proof = drawn()
    assert any(
        "--odd threes" in text for item in proof.items if isinstance(item, Prose) for text in item.paragraphs
    )
    texts = [text.text for item in tables.items if isinstance(item, TableDiagram) for text in item.texts]
    assert [text for text in texts if len(text) == 3 and text.isalpha()] == [
        *("Ann", "Bob", "Cid"),
        *("Dan", "Eve", "Fay", "Gus"),
    ]
    assert not [text for text in texts if "lot" in text]
    prose = [item.paragraphs for item in tables.items if isinstance(item, Prose)]
    assert ("Exempt\xa0: Hal",) in prose
    listing = next(item for item in by_name.items if isinstance(item, Listing))
    rows = [[text for text, _ in row] for row in listing.rows]
    assert rows[3] == ["Dan", "2 · 1"]
    assert rows[7] == ["Hal", "exempt"]


WIDE = "W" * 40
LONG = (
    "Gaston Vandenbroucke-Delacroix",
    "Jean Baptiste de la Fontaine",
    WIDE,
    "i" * 40,
    "<b>Bob</b>",
    "יוסף כהן",
)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_no_name_leaves_its_table_or_meets_another(count: int) -> None:
    box = Box(10, 20, 130, 52)
    diagram = table_diagram(12, LONG[-count:], box)
    for text in diagram.texts:
        # A capital W, the widest character of the font, is 0.814 em wide.
        assert 0.814 * text.size * text.text.count("W") <= text.width + 0.01
        assert box.x <= text.x
        assert text.x + text.width <= box.x + box.width
        assert box.y <= text.y
        assert text.y + 1.18 * text.size <= box.y + box.height
    named = [text for text in diagram.texts if not text.text.startswith("table") and len(text.text) > 3]
    for one in named:
        for other in named:
            beside = one.x + one.width <= other.x + 0.01 or other.x + other.width <= one.x + 0.01
            over = one.y + 1.17 * one.size <= other.y + 0.01 or other.y + 1.17 * other.size <= one.y + 0.01
            assert one is other or beside or over
