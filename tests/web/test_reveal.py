"""The end of an evening: results of the last round are visible only to the desk, until the organiser shows them."""

from __future__ import annotations

import datetime as dt
import itertools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.press.pdf import Printer
from scorekeeper.records.store import Store
from scorekeeper.tournaments import prizes, seasons
from scorekeeper.tournaments.access.organiser import set_passphrase
from scorekeeper.tournaments.ledger import TOURNAMENTS
from tests.tournaments.desk import BY, draw, note, opened, show_all
from tests.web.browsing import Visit, text_of
from tests.web.desk_visits import PHRASE, come_in, tablet
from tests.web.test_roles import LINES

LAST = ((981, 903), (997, 887))
"""Results of the tables in the last round; those of the first round are 1007 to 877."""
SUMS = {str(total) for totals in LAST for total in totals}
SUMS |= {str(total + before) for total in map(int, tuple(SUMS)) for before in (1007, 877)}
OPEN = [rule for kind, method, rule in LINES if method == "GET" and kind in {"tous", "feuille"}]
QUERIES = ("", "?tour=1", "?tour=2", "?joueur=1", "?table=2", "?voir=classement", "?rounds=2")


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    made: list[str] = []

    def keep(_: Printer, page: str, *__: object, **___: object) -> bytes:
        made.append(page)
        return b"%PDF-"

    monkeypatch.setattr(Printer, "cached_render", keep)
    return made


@pytest.fixture
def store(app: Flask) -> Store:
    """An evening of eight in a season, with its last round just closed."""
    records: Store = app.extensions["store"]
    played(records, rounds=2)
    seasons.create(records, {"name": "Saison", "worth": "points"}, by=BY)
    seasons.add_evening(records, 1, 1, by=BY)
    set_passphrase(records, PHRASE)
    return records


def played(store: Store, rounds: int, planned: int | None = None) -> None:
    t = opened(store, 8, rounds=planned or rounds, prizes=["Un cochon", "Jambon × 7"])
    for number in range(1, rounds + 1):
        t = draw(store, t)
        for table, last in enumerate(LAST, 1):
            note(store, t, table, last if number == rounds else (1007, 877))
        desk.close_round(store, t.id, number, by=BY)


def tap(store: Store, what: str) -> None:
    desk.show_prizes(store, 1, what=what, by=BY)


def addresses(store: Store) -> Iterator[str]:
    """Return every public URL about every part of the evening."""
    parts = {
        "tour": "12",
        "table": "12",
        "rang": "1",
        "place": "1",
        "tournament": "1",
        "session": "1",
        "entrant": "1258",
        "player": "1258",
        "draw": "1",
    }
    parties = [str(partie) for partie in desk.read(store, 1).parties]
    words = {"key": "jass", "token": "A" * 22, "digest": "0", "slug": "controle", "name": "table"}
    for rule in OPEN:
        if "suivre" in rule or "filename" in rule or "nouvelles" in rule:
            continue
        names = re.findall(r"<(?:\w+:)?(\w+)>", rule)
        numbers = {**parts, "number": parties if "parties" in rule else "1"}
        for totals_in in itertools.product(*(numbers.get(name, [words.get(name, "")]) for name in names)):
            path = re.sub(r"<[^>]*>", "{}", rule).format(*totals_in)
            yield from (path + query for query in (QUERIES if "tournois/1/" in path else ("",)))


def totals_in(page: str) -> set[str]:
    """Return the totals of the last round in a text."""
    joined = re.sub(r"(?<=\d)[\s\u202f\u00a0](?=\d)", "", page)
    return {number for number in re.findall(r"(?<![\w.-])\d+(?![\w.-])", joined) if number in SUMS}


FIRST_ASKED = (
    *(f"/tournois/1/{page}" for page in ("classement", "classement.pdf", "salle", "joueurs/1", "joueurs/8")),
    *(f"/api/tournois/1{call}" for call in ("", "/standings", "/players/2", "/rounds/2")),
    *(f"/tournois/1/classement.pdf?{asked}=1" for asked in ("detail", "prix")),
    "/saisons/1",
)
"""URLs that most visitors would open."""


def leaks(
    visit: Visit, store: Store, printed: list[str], asked: Iterable[str] = FIRST_ASKED
) -> dict[str, set[str]]:
    """Return the URLs with totals of the last round, and these totals."""
    leaked = {}
    for address in asked:
        printed.clear()
        answer = visit.client.get(address)
        if sums := totals_in(" ".join([text_of(answer), *printed])):
            leaked[address] = sums
    return leaked


def test_public_pages_hide_the_results_of_the_last_round(
    app: Flask, store: Store, printed: list[str]
) -> None:
    stranger, first = Visit(app.test_client()), tablet(app, 1)
    assert len(list(addresses(store))) > 200
    assert leaks(stranger, store, printed, addresses(store)) == {}
    assert set().union(*leaks(first, store, printed, addresses(store)).values()) == {"981", "903"}
    desk.reopen_round(store, 1, 2, reason="relire", by=BY)
    assert leaks(stranger, store, printed, addresses(store)) == {}
    desk.close_round(store, 1, 2, by=BY)
    desk.finish(store, 1, by=BY)
    assert leaks(stranger, store, printed, addresses(store)) == {}
    assert stranger.client.get("/api/tournois/1").get_json()["final"] is None
    show_all(store, 1)
    shown = leaks(stranger, store, printed, addresses(store))
    pages = ("classement", "classement?tour=2", "classement.pdf", "salle", "joueurs/1", "soiree.pdf?table=2")
    calls = ("", "/standings", "/rounds/2", "/rounds/2/tables/1", "/players/1")
    expected = {*(f"/tournois/1/{page}" for page in pages), *(f"/api/tournois/1{call}" for call in calls)}
    assert expected <= set(shown)
    assert any(address.startswith("/saisons/1") for address in shown)


def test_ranking_of_the_round_before_stays_until_chosen(app: Flask, store: Store) -> None:
    stranger, organiser = Visit(app.test_client()), come_in(app)
    before = desk.standings(store, 1, 1)
    shown = stranger.client.get("/api/tournois/1/standings").get_json()
    assert (shown["withheld"], shown["provisional"], shown["closed"]) == (True, True, 1)
    assert [line["numbers"] for line in shown["lines"]] == [list(line.numbers) for line in before.lines]
    assert {line["total"] for line in shown["lines"]} == {1007, 877}
    assert organiser.client.get("/api/tournois/1/standings").get_json()["closed"] == 2
    for path in ("/tournois/1/salle", "/tournois/1/classement"):
        assert "Le classement final se dévoile à la remise des prix." in stranger.get(path).text
    desk_page = organiser.get("/tournois/1/tables")
    assert "Le classement final se dévoile à la remise des prix. Remise des prix" in desk_page.text
    form = organiser.get("/tournois/1/classement").form("/remise")
    organiser.send(form, [*form.only("csrf_token", "uuid"), ("quoi", "commencer")])
    assert "À qui le prochain prix" in stranger.get("/tournois/1/salle").text
    assert stranger.client.get("/api/tournois/1/standings").get_json()["lines"] == []
    tap(store, "suivant")
    shown = stranger.client.get("/api/tournois/1/standings").get_json()
    # Two of them played with people not shown yet: they have a prize, but no total yet.
    assert (len(shown["lines"]), [line["prizes"] for line in shown["named"]]) == (
        4,
        [["Jambon", "Jambon"]] * 2,
    )
    tap(store, "suivant")
    assert stranger.client.get("/api/tournois/1/standings").get_json()["withheld"] is False
    assert stranger.client.get("/api/tournois/1/rounds/2/tables/1").get_json()["totals"] == [981, 903]


def test_first_named_prize_reveals_no_table_mates(app: Flask, store: Store, printed: list[str]) -> None:
    stranger = Visit(app.test_client())
    desk.amend(store, 1, {"prizes": [f"Prix {place}" for place in range(1, 9)]}, by=BY)
    t = desk.read(store, 1)
    sums = {frozenset(table.seats): LAST[table.number - 1] for table in t.rounds[1].tables}
    tap(store, "commencer")
    while waiting := prizes.hidden(desk.read(store, 1), desk.standings(store, 1)):
        hidden = {number for group in waiting for line in group for number in line.numbers}
        allowed = {
            str(total + before)
            for seats, last in sums.items()
            if not seats & hidden
            for total in last
            for before in (0, 1007, 877)
        }
        assert set().union(*leaks(stranger, store, printed).values()) <= allowed
        tap(store, "suivant")
    assert len(stranger.client.get("/api/tournois/1/standings").get_json()["lines"]) == 8


def test_evening_ending_early_withholds_its_latest_round_too(app: Flask, printed: list[str]) -> None:
    records: Store = app.extensions["store"]
    played(records, rounds=2, planned=3)
    set_passphrase(records, PHRASE)
    stranger = Visit(app.test_client())
    assert leaks(stranger, records, printed) != {}
    desk.finish(records, 1, reason="orage", by=BY)
    assert leaks(stranger, records, printed) == {}
    show_all(records, 1)
    assert leaks(stranger, records, printed) != {}
    desk.resume(records, 1, reason="passé", by=BY)
    desk.finish(records, 1, reason="minuit", by=BY)
    assert not prizes.withheld_now(records, 1)


def test_the_prizes_of_an_evening_that_ends_before_it_was_played(app: Flask) -> None:
    records: Store = app.extensions["store"]
    opened(records, 8, prizes=["Un cochon"])
    tap(records, "commencer")
    desk.finish(records, 1, reason="neige", by=BY)
    set_passphrase(records, PHRASE)
    assert Visit(app.test_client()).get("/tournois/1/classement").status == 200


def test_the_whole_ranking_is_shown_at_once_where_that_is_chosen(app: Flask, store: Store) -> None:
    stranger, organiser = Visit(app.test_client()), come_in(app)
    form = organiser.get("/tournois/1/classement").form("/remise")
    assert organiser.send(form, [*form.only("csrf_token", "uuid"), ("quoi", "finir")]).status == 303
    assert "2004" in stranger.get("/tournois/1/classement").text.replace("\u202f", "")
    # A later correction hides nothing again.
    desk.reopen_round(store, 1, 2, reason="relire", by=BY)
    desk.close_round(store, 1, 2, by=BY)
    assert not prizes.withheld_now(store, 1)


def test_without_prizes_one_choice_is_active(app: Flask) -> None:
    records: Store = app.extensions["store"]
    t = draw(records, opened(records, 4, rounds=1))
    note(records, t, 1, (981, 903))
    desk.close_round(records, 1, 1, by=BY)
    page = Visit(app.test_client()).get("/tournois/1/classement")
    assert "Ce tournoi n’a pas de prix" in page.text
    assert re.findall(r'value="(\w+)"[^>]*disabled', page.html) == ["commencer"]
    set_passphrase(records, PHRASE)
    far = Visit(app.test_client()).client.get("/api/tournois/1/standings").get_json()
    assert (far["lines"], far["withheld"]) == ([], True)


def test_withheld_ranking_shows_after_twelve_hours(
    app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    t, ranking = desk.read(store, 1), desk.standings(store, 1)
    assert t.veil is not None
    closed = dt.datetime.fromisoformat(t.veil.since)
    moments = [closed + dt.timedelta(hours=hours) for hours in (0, 11.99, 12)]
    assert [prizes.withheld(t, ranking, at) for at in moments] == [True, True, False]
    begun = replace(t, reveal=0)
    assert [prizes.withheld(begun, ranking, at) for at in moments] == [True, True, False]
    with store.read() as session:
        events = session.events_of(TOURNAMENTS.scope(1))
    older = [
        replace(event, body=json.dumps({**json.loads(event.body or "{}"), "done": {"results": {}}}))
        if event.kind == "tour-clos"
        else event
        for event in events
    ]
    assert not prizes.withheld(TOURNAMENTS.built(1, older), ranking, closed)
    stranger = Visit(app.test_client())
    page = stranger.client.get("/tournois/1/classement")
    monkeypatch.setattr(prizes, "WITHHELD_FOR", dt.timedelta(0))
    later = stranger.client.get("/tournois/1/classement", headers={"If-None-Match": page.headers["ETag"]})
    assert (later.status_code, "2004" in later.text.replace("\u202f", "")) == (200, True)


def test_every_desk_page_has_the_state_of_the_evening(app: Flask) -> None:
    records: Store = app.extensions["store"]
    visit, now = Visit(app.test_client()), re.compile(r'<b\s+aria-current="step">(\w+)</b>')

    def stands(page: str = "tables") -> list[str]:
        return now.findall(visit.get(f"/tournois/1/{page}").html)

    t = opened(records, 4, rounds=1)
    assert [stands(page) for page in ("joueurs", "classement", "tirage")] == [["Tirer"]] * 3
    t = draw(records, t)
    assert (stands(), stands("joueurs")) == (["Imprimer"], ["Imprimer"])
    note(records, t, 1, (981, 903))
    assert stands() == ["Clore"]
    desk.close_round(records, 1, 1, by=BY)
    assert (stands(), stands("classement"), "Porte →" in visit.get("/tournois/1/tables").text) == (
        ["Remise"],
        ["Remise"],
        False,
    )


def test_second_organiser_learns_that_the_round_is_open(app: Flask) -> None:
    records: Store = app.extensions["store"]
    opened(records, 4, rounds=2)
    visit = Visit(app.test_client())
    form = visit.get("/tournois/1/tirage").form("/tirage")
    draw(records, desk.read(records, 1))
    page = visit.send(form)
    assert (page.status, page.errors) == (409, ["Le tour 1 est déjà ouvert."])
