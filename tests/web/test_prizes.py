"""Prizes in tiers, and their presentation from the last to the first: no name before the last round, or before its turn."""

from __future__ import annotations

from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.errors import Refused
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access.organiser import set_passphrase
from scorekeeper.tournaments.options import expanded, in_tiers
from tests.tournaments.desk import BY, codes, draw, note, opened
from tests.web.browsing import Page, Visit
from tests.web.desk_visits import PHRASE, come_in

HERE = "/tournois/1/classement"


@pytest.mark.parametrize(
    ("written", "each"),
    [
        (["Bouteille × 3"], ("Bouteille",) * 3),
        (["Un cochon", "Bouteille x 2"], ("Un cochon", "Bouteille", "Bouteille")),
        (["Lot X 12"], ("Lot X 12",)),
        (["× 4"], ("× 4",)),
        (["Rien × 0"], ("Rien × 0",)),
    ],
)
def test_a_tier_is_as_many_prizes(written: list[str], each: tuple[str, ...]) -> None:
    assert expanded(written, 100) == each


def test_prizes_are_written_back_as_tiers_and_counted(app: Flask) -> None:
    store: Store = app.extensions["store"]
    assert in_tiers(("a", "b", "b", "a")) == ("a", "b × 2", "a")
    assert opened(store, 8, prizes=["Un cochon", "Bouteille × 3"]).options.prizes[1:] == ("Bouteille",) * 3
    assert "Un cochon\nBouteille × 3</textarea>" in Visit(app.test_client()).get("/tournois/1/reglages").html
    with pytest.raises(Refused) as caught:
        opened(store, 8, prizes=["Bouteille × 1201"])
    assert codes(caught) == ["trop-de-prix"]


def tap(organiser: Visit, what: str) -> Page:
    form = organiser.get(HERE).form("/remise")
    return organiser.send(form, [*form.only("csrf_token", "uuid"), ("quoi", what)])


def test_two_desks_show_each_prize_once(app: Flask) -> None:
    store: Store = app.extensions["store"]
    t = draw(store, opened(store, 4, rounds=1, prizes=["Un cochon", "Un jambon"]))
    note(store, t, 1, (1100, 784))
    desk.close_round(store, 1, 1, by=BY)
    organiser = Visit(app.test_client())
    tap(organiser, "commencer")
    form = organiser.get(HERE).form("/remise")
    assert organiser.send(form, [*form.fields, ("quoi", "suivant")]).status == 303
    stale = [
        *(pair for pair in form.fields if pair[0] != "uuid"),
        ("uuid", str(uuid4())),
        ("quoi", "suivant"),
    ]
    refused = organiser.send(form, stale)
    assert (refused.status, "Un autre bureau a touché à la remise" in refused.text) == (409, True)
    assert desk.read(store, 1).reveal == 1


def test_a_crowd_that_gets_the_same_prize_is_shown_page_by_page(app: Flask) -> None:
    store: Store = app.extensions["store"]
    people = [f"Joueuse {chr(65 + place // 8)}{chr(97 + place % 8)}" for place in range(28)]
    t = draw(store, opened(store, people[::-1], rounds=1, prizes=["Un lot × 28"]))
    for table in t.rounds[0].tables:
        note(store, t, table.number, (942, 942))
    desk.close_round(store, 1, 1, by=BY)
    for what in ("commencer", "suivant"):
        desk.show_prizes(store, 1, what=what, by=BY)
    html = Visit(app.test_client()).get("/tournois/1/salle").html
    pages = html.split("data-page")[1:]
    shown = [[name for name in people if f"<bdi>{name}</bdi>" in page] for page in pages]
    assert shown == [people[:24], people[24:]]
    assert [("hidden" in page[:40], '"prize"><bdi>Un lot</bdi>' in page) for page in pages] == [
        (False, True),
        (True, True),
    ]
    assert "1 / 2</span>" in html


def test_each_tap_names_the_next_ones_from_the_last_to_the_first(app: Flask) -> None:
    store: Store = app.extensions["store"]
    people = [f"Joueuse {letter}" for letter in "ABCDEFGH"]
    t = draw(store, opened(store, people, rounds=1, prizes=["Un cochon", "Un jambon", "Bouteille × 3"]))
    set_passphrase(store, PHRASE)
    organiser, phone = come_in(app), Visit(app.test_client())
    tap(organiser, "commencer")
    refused = tap(organiser, "suivant")
    assert (refused.status, "avant que le dernier tour soit clos" in refused.text) == (409, True)
    note(store, t, 1, (1100, 784))
    note(store, t, 2, (1000, 884))
    desk.close_round(store, 1, 1, by=BY)
    cards = iter((14, 9, 13, 8, 12, 7, 11, 6))
    for entrant in t.entrants:
        desk.draw_card(store, 1, entrant.number, next(cards), by=BY)
    names = [line.names[0] for line in desk.standings(store, 1).lines]
    pig, ham, *bottles = names[:5]

    def seen(path: str) -> set[str]:
        text = phone.get(path).text
        return {name for name in names[:5] if name in text}

    for path in ("/tournois/1/salle", "/tournois/1/classement", "/api/tournois/1/standings"):
        assert seen(path) == set(), path
    assert "À qui le prochain prix" in phone.get("/tournois/1/salle").text
    assert "5 noms sont dévoilés" in phone.get("/tournois/1/classement").text
    assert pig in organiser.get("/tournois/1/classement").text
    number = people.index(pig) + 1
    assert "rang" not in phone.get(f"/tournois/1/joueurs/{number}").text
    so_far: set[str] = set()
    for group in (bottles, [ham], [pig]):
        assert all(name in organiser.get(HERE).text for name in group)
        tap(organiser, "suivant")
        so_far |= set(group)
        for path in ("/tournois/1/salle", "/tournois/1/classement", "/api/tournois/1/standings"):
            assert seen(path) == so_far, path
    assert tap(organiser, "suivant").status == 409
    tap(organiser, "retour")
    assert seen("/tournois/1/salle") == so_far - {pig}
    tap(organiser, "finir")
    assert seen("/tournois/1/salle") == set(names[:5])
    assert "Remise des prix" not in phone.get("/tournois/1/salle").text
