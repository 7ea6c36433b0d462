"""Marks on the first page for sheets that need attention: unsigned, left idle, or finished and still open."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from scorekeeper import parties
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.web.core.jinja import marks_of
from tests.tarot_table import PLAYERS
from tests.web.browsing import Visit
from tests.web.hands import EVENINGS, act, close, play


def test_what_is_over_and_unsigned_is_marked(visit: Visit) -> None:
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
def test_a_sheet_that_was_left_lying_is_marked(visit: Visit, hours: int, marks: tuple[str, ...]) -> None:
    visit.open_sheet("tarot", PLAYERS)
    [listed] = parties.list_parties(visit.client.application.extensions["store"])
    then = dt.datetime.now(dt.UTC) - dt.timedelta(hours=hours, minutes=1)
    assert marks_of(replace(listed, active_at=then.isoformat())) == marks


def test_lines_that_wait_have_their_place(visit: Visit) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    places = [told for _, told in visit.get("/").elements if "data-waits" in told]
    assert [(told["data-waits"], "hidden" in told) for told in places] == [(str(number), True)]


def test_what_is_played_stands_first_and_the_games_keep_their_order(visit: Visit) -> None:
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
