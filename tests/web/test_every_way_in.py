"""Clubs' lists through every form: a tournament's list, the page of a new one, the player file, the API."""

from __future__ import annotations

import html
import io
import re

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.lists.columns import roles_of
from scorekeeper.records.store import Store
from scorekeeper.tournaments import player_file
from tests.lists.test_club_lists import LISTS, SETTLED, SURE, UNSURE, content, pairs
from tests.tournaments.desk import new_uuid, opened
from tests.web.browsing import Form, Page, Visit
from tests.web.desk_visits import come_in, play_of_eight

COLUMNS = {key: roles_of(LISTS[key]["columns"]) for key in SETTLED}
"""Columns that the organiser chooses for lists with questions."""
KNOWN = [key for key in LISTS if "people" in LISTS[key]]
"""Lists whose people come in, some after an answer; the others must be changed by hand."""
IN_A_TITLE = ("form", "attendance", "bocce", "german_members", "italian_quota")
"""Lists with columns of unknown titles that are left out: named once at the desk."""


@pytest.fixture
def store(app: Flask) -> Store:
    return play_of_eight(app)


@pytest.fixture
def visit(app: Flask, store: Store) -> Visit:
    return come_in(app)


def upload(visit: Visit, form: Form, key: str, **more: str) -> Page:
    """Send a form with the file of a list."""
    data = {**dict(form.fields), **more, "fichier": (io.BytesIO(content(key)), "liste.csv")}
    return Page(visit.client.post(form.action, data=data, content_type="multipart/form-data"))


def answered(visit: Visit, page: Page, key: str, action: str) -> Page:
    """Send the form of a returned page again: its list as shown, and with the columns that `COLUMNS` has for `key`."""
    (text,) = re.findall(r'<textarea id="liste"[^>]*>\n?(.*?)</textarea>', page.html, re.DOTALL)
    chosen = {f"colonne_{at}": role for at, role in enumerate(COLUMNS.get(key, ()))}
    form = page.form(action)
    return visit.send(form, form.with_fields({**chosen, "liste": html.unescape(text), "uuid": new_uuid()}))


def begun(store: Store, key: str) -> int:
    return opened(store, [], format="paires-inscrites" if pairs(key) else "individuel").id


def entrants(store: Store, number: int) -> list[tuple[str, str, str]]:
    return [(each.name, each.pair, each.club) for each in desk.read(store, number).entrants]


def expected(key: str) -> list[tuple[str, str, str]]:
    """Return the people of a list, with their teams or partners, and their clubs."""
    people = LISTS[key]["people"]
    others = [people[at ^ 1] for at in range(len(people))] if pairs(key) else [""] * len(people)
    if key == "surname_or_partner":
        others = [""] * len(people)
    mates = LISTS[key].get("teams", others)
    return [*zip(people, mates, LISTS[key].get("clubs", [""] * len(people)), strict=True)]


def test_list_of_a_tournament_takes_every_club_list(visit: Visit, store: Store) -> None:
    for key in LISTS:
        number = begun(store, key)
        form = visit.get(f"/tournois/{number}/joueurs").form("/liste")
        page = upload(visit, form, key)
        assert (key, page.status) == (key, 422 if key in {*UNSURE, *IN_A_TITLE} else 303)
        if page.status == 422:
            assert entrants(store, number) == []
            if key not in KNOWN:
                continue
            page = answered(visit, page, key, "/liste")
            assert (key, page.status, page.errors) == (key, 303, [])
        assert entrants(store, number) == expected(key)


def test_new_evening_takes_every_club_list(visit: Visit, store: Store) -> None:
    address = "/tournois/nouveau/jass"
    for key in ("belote_slash", "teams", "ods_with_title", "nom_prenom", *IN_A_TITLE, *UNSURE):
        form = visit.get(address).form(address)
        # Registration only, as three people are too few for a draw.
        more = {"later": "1", "format": "paires-inscrites"} if pairs(key) else {"later": "1"}
        page = upload(visit, form, key, **more)
        assert (key, page.status) == (key, 422 if key in {*UNSURE, *IN_A_TITLE} else 200)
        if key not in KNOWN:
            continue
        page = answered(visit, page, key, address)
        assert (key, page.status, page.errors) == (key, 303, [])
        assert entrants(store, int(page.location.split("/")[2])) == expected(key)


def test_player_file_takes_every_club_list(visit: Visit, store: Store) -> None:
    for key in LISTS:
        for member in player_file.members(store):
            player_file.remove(store, member.number)
        page = upload(visit, visit.get("/fichier").form("/fichier/liste"), key)
        if key in UNSURE and key != "surname_or_partner":  # unambiguous when no pairs are expected
            assert (key, page.status, player_file.members(store)) == (key, 422, ())
            if key not in KNOWN:
                continue
            page = answered(visit, page, key, "/fichier/liste")
        assert (key, page.status, page.errors) == (key, 303, [])
        people = player_file.members(store)
        assert sorted(each.name for each in people) == sorted(LISTS[key]["people"])
        if "licences" in LISTS[key]:
            licences = {each.name: each.licence for each in people}
            assert licences == dict(zip(LISTS[key]["people"], LISTS[key]["licences"], strict=True))


def test_api_takes_sure_club_lists_and_refuses_others_once(visit: Visit, store: Store) -> None:
    kind = {"content_type": "text/csv"}
    for key in LISTS:
        number = begun(store, key)
        at = f"/api/tournois/{number}/players"
        looked = visit.client.post(f"{at}/preview", data=content(key), **kind).get_json()
        answer = visit.client.post(at, data=content(key), **kind)
        if key in SURE:
            assert [each["text"] for each in looked["rows"]] == LISTS[key]["people"]
            assert answer.status_code == 201
        else:
            (fault,) = answer.get_json()["faults"]
            assert (answer.status_code, fault["code"]) == (422, LISTS[key]["asks"])
            assert entrants(store, number) == []
            if key not in COLUMNS:  # a line of titles is settled only on the page
                continue
            columns = ",".join(COLUMNS[key])
            assert visit.client.post(f"{at}?columns={columns}", data=content(key), **kind).status_code == 201
        assert entrants(store, number) == expected(key)
