"""Marks, links, numbers and refusals on a few pages, literally."""

from __future__ import annotations

import io

import pytest
from flask import Flask, g

from scorekeeper import tournaments as desk
from scorekeeper.cards.games.declared.asking.answers import CARDS
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.scores import Control
from scorekeeper.draw.seating.plan import plan
from scorekeeper.errors import Refused
from scorekeeper.records.people import texts_of
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments import finals, rankings
from scorekeeper.tournaments.acts.entrants import read_players
from scorekeeper.tournaments.comparing import Mismatch, check_draw
from scorekeeper.tournaments.model import TableAt
from scorekeeper.web.core.jinja import here
from scorekeeper.web.house_games import Sketch
from scorekeeper.web.paper import sheets
from scorekeeper.web.paper.posters import _poster_size
from scorekeeper.web.parties.sheet_view import control_text
from scorekeeper.web.tournaments import draws, logins, permissions, round_page, steps
from scorekeeper.web.tournaments.setup import posted_list
from scorekeeper.web.tournaments.steps import runs
from tests.tarot_table import PLAYERS
from tests.tournaments.desk import BY, draw, note, opened, play
from tests.tournaments.test_finals import six_pairs
from tests.web.browsing import Visit

BOOK = "/api/tournois/1/export.xlsx?table={}"


@pytest.fixture
def store(app: Flask) -> Store:
    store: Store = app.extensions["store"]
    draw(store, opened(store, 8))
    return store


def test_each_table_of_a_tournament_has_its_file(app: Flask, store: Store) -> None:
    with app.test_request_context():
        assert logins.files(desk.read(store, 1)) == [
            ("/tournois/1/feuilles.pdf?grand=1", "Feuilles avec les noms, une par page"),
            (BOOK.format("classement"), "Classement (Excel)"),
            (BOOK.format("resultats"), "Résultats (Excel)"),
            (BOOK.format("joueurs"), "Joueurs (Excel)"),
            ("/api/tournois/1/export.json", "Tout en JSON"),
        ]


def test_substitutes_are_in_the_list_of_seats(store: Store) -> None:
    table = desk.read(store, 1).rounds[0].tables[1]
    t = desk.substitute(store, 1, round_number=1, entrant=table.seats[2], name="Cousine Rose", by=BY)
    lines = draws.seat_lines(t, t.rounds[0])
    assert lines[0] == ("Cousine Rose", 2, 3)
    assert [name for name, _, _ in lines[1:]] == sorted(
        t.entrant(number).name for number in range(1, 9) if number != table.seats[2]
    )


def test_the_page_of_the_evening_marks_its_tables_and_itself(app: Flask, store: Store) -> None:
    progress = desk.progress(store, 1)
    assert round_page.tile(progress, progress.tables[0])["mark"] == "–"
    page = Visit(app.test_client()).get("/tournois/1/tables")
    assert [each["href"] for _, each in page.elements if each.get("aria-current") == "page"] == [
        "/tournois/1/tables"
    ]


def test_next_step_at_the_door_leads_to_awaited_people(app: Flask, store: Store) -> None:
    t = opened(store, 8, door=True)
    with app.test_request_context():
        assert steps.next_step(t).url == "/tournois/2/joueurs?vue=attendus"


def test_people_are_not_counted_before_a_list_was_sent(visit: Visit) -> None:
    assert '<p id="compte" role="status"></p>' in visit.get("/tournois/nouveau/jass").html


def test_a_setting_that_is_on_or_off_is_answered_in_words(visit: Visit) -> None:
    page = visit.get("/tournois/nouveau/jass").html
    assert '<option value="oui">oui</option>' in page
    assert '<option value="non">non</option>' in page or '<option selected value="non">non</option>' in page


def test_number_of_required_totals_is_stated(store: Store) -> None:
    with pytest.raises(Refused) as caught:
        desk.record_result(store, 1, TableAt(1, 1), totals=[1007], by=BY, uuid=None)
    assert dict(caught.value.faults[0].fault.values) == {"nombre": 2}


def test_wrong_sum_of_a_sheet_is_reported_with_three_numbers() -> None:
    assert control_text(Control(expected=157, actual=158)) == "Contrôle\xa0: 158 au lieu de 157, écart +1"
    assert control_text(Control(expected=157, actual=157)) == ""


def test_a_secret_address_is_not_come_back_to(app: Flask) -> None:
    for path, back in (("/t/abc", "/"), ("/f/abc", "/"), ("/parties?avant=3", "/parties?avant=3")):
        with app.test_request_context(path):
            assert here() == back


@pytest.mark.parametrize(("asked", "paper"), [("?papier=A3", "A3"), ("?papier=A5", "A5"), ("", "A4")])
def test_a_poster_may_be_larger_than_a_sheet(app: Flask, asked: str, paper: str) -> None:
    with app.test_request_context(f"/{asked}"):
        assert _poster_size(sheets.asked()) == paper


def test_a_key_of_a_text_that_cannot_be_read_has_its_question() -> None:
    sketch = Sketch(answers={"carte": CARDS[0].key})
    assert [sketch.question(key) for key in ("champs.0.nom", "nom", "fin.points", "?")] == [3, 1, 5, 0]


def test_adjacent_tables_are_named_by_the_first_and_the_last() -> None:
    assert runs([1, 3, 4, 5, 6, 9]) == "1, 3–6, 9"
    assert runs([]) == ""


def test_file_that_is_no_list_is_refused_beside_the_list(app: Flask) -> None:
    sent = {"fichier": (io.BytesIO(b"\x00\x01\x02"), "liste.csv")}
    with app.test_request_context(method="POST", data=sent):
        assert posted_list().faults == [Fault("liste-illisible", "liste")]


@pytest.mark.parametrize("people", [None, "Anne", {"name": "Anne"}])
def test_text_that_is_no_list_is_refused_in_its_field(people: object) -> None:
    assert read_players(people, ()) == ((), [Fault("liste-attendue", "players")])


def test_a_sheet_that_is_full_counts_before_it_is_signed(store: Store) -> None:
    partie = desk.read(store, 1).rounds[0].tables[0].partie
    play(store, partie)
    (result,) = rankings.evening(store, 1).results.values()
    assert result is not None
    assert result.totals == (1007, 877)


def test_finalists_do_not_advance_before_the_round_closes(store: Store) -> None:
    t = draw(store, six_pairs(store))
    table = t.rounds[-1].tables[0].number
    before = finals.reached(t)
    assert finals.reached(note(store, t, table, (1007, 877))) == before


def test_a_passphrase_that_is_checked_is_counted_once(app: Flask) -> None:
    with app.test_request_context():
        with pytest.raises(Refused):
            permissions.check("no such phrase")
        assert g.hashes == 1


def test_an_event_without_content_has_no_text_in_its_place() -> None:
    event = EventRow(1, "u", "e", "s", 1, "k", None, None, None, "reason", "actor", "device", "at", "p", "h")
    assert texts_of(event) == ("", "reason", "actor", "device")


def test_response_of_a_call_links_its_next_calls(visit: Visit) -> None:
    description = visit.client.get("/api/openapi.json").get_json()
    links = description["paths"]["/api/parties"]["post"]["responses"]["201"]["links"]
    assert [link["parameters"] for link in links.values()] == [{"number": "$response.body#/id"}] * len(links)
    schemas = description["components"]["schemas"].values()
    assert {schema["type"] for schema in schemas if "properties" in schema} == {"object"}


def test_late_note_is_refused_with_the_reason(visit: Visit) -> None:
    sheet = visit.open_sheet("tarot", PLAYERS)
    form = visit.get(f"/parties/{sheet}").form("/saisies")
    late = [
        (name, "9" if name == "rang" else value) for name, value in form.with_fields({"preneur": "Chloé"})
    ]
    page = visit.post(f"/parties/{sheet}/brouillon", late)
    assert page.status == 409
    assert "La prochaine ligne est la n° 1. Votre saisie est gardée ci-dessous" in page.text


def test_one_player_has_the_singular(store: Store) -> None:
    assert steps.here_of(opened(store, 1)) == "1 joueur inscrit"
    assert steps.here_of(opened(store, 2)) == "2 joueurs inscrits"


@pytest.mark.parametrize("key", ["order", "grid"])
def test_part_of_a_draw_that_does_not_follow_is_named(key: str) -> None:
    document = plan(["Anne", "Benoît", "Chloé", "David"], 1, seed="s").to_json()
    with pytest.raises(Mismatch) as caught:
        check_draw({**document, key: []})
    assert caught.value.code == f"tirage-{key}"
