"""Tables and the organiser on the pages of tournaments: links, passphrases, logging out. Roles: `test_roles.py`."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.press.pdf import Printer
from scorekeeper.records.store import Store
from tests.tournaments.desk import play
from tests.web.browsing import Visit
from tests.web.desk_visits import PHRASE, come_in, play_of_eight, tablet, tokens


@pytest.fixture
def playing(app: Flask) -> Store:
    return play_of_eight(app)


@pytest.fixture
def organiser(app: Flask, playing: Store) -> Visit:
    return come_in(app)


def test_a_table_writes_for_itself_alone(app: Flask, playing: Store) -> None:
    first, second = tablet(app, 1), tablet(app, 2)
    parties = [table.partie for table in desk.read(playing, 1).rounds[0].tables]
    assert first.get("/table").location == f"/parties/{parties[0]}"
    assert second.get("/table").location == f"/parties/{parties[1]}"
    for path in (f"/parties/{parties[1]}", f"/parties/{parties[1]}/historique"):
        assert first.get(path).status == 403
        assert Visit(app.test_client()).get(path).status == 401
        assert second.get(path).status == 200


def test_line_of_a_table_shows_on_no_other(
    app: Flask, playing: Store, organiser: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def printed(_: Printer, page: str, *__: object, **___: object) -> bytes:
        made.append(page)
        return b"%PDF-"

    monkeypatch.setattr(Printer, "cached_render", printed)
    first, second, stranger = tablet(app, 1), tablet(app, 2), Visit(app.test_client())
    table = desk.read(playing, 1).rounds[0].tables[0]
    play(playing, table.partie, (99, 57))
    sheet, evening = f"/feuilles/match-au-cochon.html?partie={table.partie}", "/tournois/1/soiree.pdf?table=1"
    everybody = (stranger, second, first, organiser)
    assert [visit.get(sheet).status for visit in everybody] == [401, 403, 200, 200]
    again = [visit.get(f"/nouvelle/jass?revanche={table.partie}") for visit in everybody]
    assert [page.value("joueur-0") == "" for page in again] == [True, True, False, False]
    assert [visit.client.get(evening).status_code for visit in (stranger, organiser)] == [200, 200]
    assert [">99<" in page for page in made] == [False, True]


def test_tries_during_an_entry_do_not_block_the_line(app: Flask, playing: Store) -> None:
    first = tablet(app, 1)
    form = first.follow(first.get("/table")).form("/saisies")
    path = form.action.removesuffix("saisies")
    assert {first.post(f"{path}apercu", form.fields).status for _ in range(61)} == {200}
    assert {first.post(f"{path}brouillon", form.fields).status for _ in range(3)} == {303}
    number = desk.read(playing, 1).rounds[0].tables[0].partie
    assert first.enter(number, {"points": [92, 65], "donneur": "Joueur 002"}).status == 303


def test_leaving_here_or_everywhere(app: Flask, organiser: Visit) -> None:
    other = Visit(app.test_client())
    form = other.get("/organisateur").form("/entrer")
    other.send(form, form.with_fields({"phrase": PHRASE}))
    assert other.get("/tournois/1/tables").status == 200
    form = organiser.get("/organisateur").form("/sortir")
    organiser.send(form, form.with_fields({"partout": "1"}))
    assert organiser.get("/tournois/1/tables").status == 401
    assert other.get("/tournois/1/tables").status == 401


def test_wrong_passphrase_is_refused_and_not_shown(app: Flask, playing: Store) -> None:
    visit = Visit(app.test_client())
    form = visit.get("/organisateur").form("/entrer")
    page = visit.send(form, form.with_fields({"phrase": "quatre vaches sur le pré"}))
    assert page.status == 422
    assert page.errors == ["Ce n’est pas la phrase de passe."]
    assert "quatre vaches" not in page.html
    for _ in range(5):
        page = visit.send(form, form.with_fields({"phrase": "x"}))
    assert page.status == 429


def test_the_first_phrase_is_set_at_the_machine_only(app: Flask) -> None:
    far = Visit(app.test_client())
    page = far.get("/organisateur", environ_base={"REMOTE_ADDR": "192.168.1.7"})
    assert not page.has_form("/phrase")
    fields = [("csrf_token", far.token()), ("phrase", PHRASE), ("encore", PHRASE)]
    assert far.post("/organisateur/phrase", fields, environ_base={"REMOTE_ADDR": "192.168.1.7"}).status == 401
    here = Visit(app.test_client())
    form = here.get("/organisateur").form("/phrase")
    for typed, message in (
        ({"phrase": "court", "encore": "court"}, "de 12 à 128 caractères"),
        ({"phrase": "organisateur1", "encore": "organisateur1"}, "trop facile à deviner"),
        ({"phrase": PHRASE, "encore": PHRASE + "s"}, "pas les mêmes"),
    ):
        page = here.send(form, form.with_fields(typed))
        assert page.status == 422
        assert message in " ".join(page.errors)
    assert here.send(form, form.with_fields({"phrase": PHRASE, "encore": PHRASE})).status == 303
    assert Visit(app.test_client()).get("/tournois/nouveau/jass").status == 401


def test_link_shows_its_purpose_and_changes_nothing(app: Flask, playing: Store) -> None:
    token = tokens(app)[2]
    before = desk.read(playing, 1).revision
    client = app.test_client()
    answer = client.get(f"/t/{token}")
    assert "Prendre la table 2 sur cette tablette" in answer.get_data(as_text=True)
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert client.get("/table").status_code == 404
    assert desk.read(playing, 1).revision == before
    wrong = [token[:-1], token + "A", token.swapcase(), "A" * 22]
    assert {client.get(f"/t/{each}").status_code for each in ("%00", "..%2f..", "é" * 22)} == {404}
    # The form token is masked differently on every page.
    pages = {
        (
            answer.status_code,
            re.sub(rb'"csrf_token" value="[0-9a-f]{80}"|data-seen="[0-9]+"', b"", answer.get_data()),
        )
        for answer in (client.get(f"/t/{each}") for each in wrong)
    }
    assert [status for status, _ in pages] == [404]


def test_a_new_link_shuts_the_old_tablet_out(app: Flask, organiser: Visit) -> None:
    old = tablet(app, 1)
    assert old.get("/table").status == 303
    organiser.post("/tournois/1/liens/1/changer", [("csrf_token", organiser.token())])
    assert old.get("/table").status == 404
    assert tablet(app, 1).get("/table").status == 303
    assert organiser.post("/tournois/1/liens/9/changer", [("csrf_token", organiser.token())]).status == 404
