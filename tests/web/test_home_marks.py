"""Marks on the first page for sheets that need attention: not signed, without an act for long, or finished and still open."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from scorekeeper import parties
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.web import home
from scorekeeper.web.core.jinja import marks_of
from tests.tarot_table import PLAYERS
from tests.web.browsing import Visit
from tests.web.hands import EVENINGS, act, close, play


def test_finished_unsigned_sheet_is_marked(visit: Visit) -> None:
    number = play(visit, EVENINGS["jass"])
    assert "finie, à signer" in visit.get("/").text
    close(visit, number)
    page = visit.get("/")
    assert "finie, à signer" not in page.text
    assert "non signée" in page.text
    visit.open_sheet("tarot", PLAYERS)
    act(visit, "/", "/ranger")
    assert "vide, rangée" not in visit.get("/").text
    assert "vide, rangée" in visit.get("/parties").text


@pytest.mark.parametrize(
    ("hours", "marks"),
    [
        (0, ()),
        (11, ()),
        (13, ("rien depuis 13 heures",)),
        (47, ("rien depuis 47 heures",)),
        (49, ("rien depuis 2 jours",)),
    ],
)
def test_idle_sheet_is_marked(visit: Visit, hours: int, marks: tuple[str, ...]) -> None:
    visit.open_sheet("tarot", PLAYERS)
    [listed] = parties.list_parties(visit.client.application.extensions["store"])
    then = dt.datetime.now(dt.UTC) - dt.timedelta(hours=hours, minutes=1)
    assert marks_of(replace(listed, active_at=then.isoformat())) == marks


def test_lines_that_wait_have_their_place(visit: Visit) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    places = [attrs for _, attrs in visit.get("/").elements if "data-waits" in attrs]
    assert [(attrs["data-waits"], "hidden" in attrs) for attrs in places] == [(str(number), True)]


def test_played_games_come_first_and_keep_their_order(visit: Visit) -> None:
    for game in ("couillon", "jass", "wiezen"):
        visit.open_sheet(game, PLAYERS[:4])
    page = visit.get("/")
    first = page.links_of("/parties/")[0]
    assert first == "/parties/3"
    begins = page.links_of("/nouvelle/")
    assert begins == [f"/nouvelle/{game.key}" for game in GAMES]
    leaflets = ("tarot", "jass", "couillon", "cochonnet", "bouees")
    assert begins[:5] == [f"/nouvelle/{key}" for key in leaflets]


def test_the_last_partie_is_played_again_by_one_tap(visit: Visit) -> None:
    number = play(visit, EVENINGS["jass"])
    assert "Rejouer" not in visit.get("/").text
    close(visit, number)
    form = visit.get("/").form("/nouvelle/jass")
    opened = visit.send(form, [*form.fields, ("rejouer", str(number))])
    assert (opened.status, opened.location) == (303, f"/parties/{number + 1}")
    store = visit.client.application.extensions["store"]
    before, again = (parties.read_partie(store, each) for each in (number, number + 1))
    assert (again.revanche_de, again.table.players, again.rules) == (
        number,
        before.table.players,
        before.rules,
    )
    assert again.lines == ()


def test_empty_sheets_are_listed_last_and_for_one_day(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    number = play(visit, EVENINGS["jass"], 1)
    empty = visit.open_sheet("tarot", PLAYERS)
    page = visit.get("/").html
    assert page.index(f'class="button-link primary" href="/parties/{number}"') < page.index(
        f'"/parties/{empty}"'
    )
    counted = [person.parties for person in parties.people(visit.client.application.extensions["store"])]
    assert counted[:4] == [0, 0, 0, 0]
    monkeypatch.setattr(home, "day_of", lambda _moment: "2026-01-01")
    page = visit.get("/").html
    assert f'"/parties/{empty}"' not in page
    assert f'"/parties/{number}"' in page
