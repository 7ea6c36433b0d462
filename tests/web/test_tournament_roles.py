"""Who may do what on the pages of tournaments: every page and act for every role, links, passphrases, tokens of forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import TableAt
from tests.tournaments.desk import BY, new_uuid
from tests.web.browsing import Visit
from tests.web.desk_visits import PHRASE, come_in, play_of_eight, tablet, tokens

ORGANISER, TABLE, EVERYBODY = "organisateur", "table", "tous"
WHO: Mapping[str, str] = {
    "organiser.index": EVERYBODY,
    "organiser.log_in": EVERYBODY,
    "organiser.log_out": EVERYBODY,
    "organiser.set_passphrase": ORGANISER,
    "tournaments.index": EVERYBODY,
    "tournaments.show": EVERYBODY,
    "tournaments.new": ORGANISER,
    "tournaments.create": ORGANISER,
    "tournaments.settings": ORGANISER,
    "tournaments.amend": ORGANISER,
    "tournament_people.index": ORGANISER,
    "tournament_people.register": ORGANISER,
    "tournament_people.preview": ORGANISER,
    "tournament_people.register_list": ORGANISER,
    "tournament_people.edit": ORGANISER,
    "tournament_people.amend": ORGANISER,
    "tournament_people.withdraw": ORGANISER,
    "tournament_people.bring_back": ORGANISER,
    "tournament_people.substitute": ORGANISER,
    "tournament_draw.index": ORGANISER,
    "tournament_draw.seed": ORGANISER,
    "tournament_draw.draw": ORGANISER,
    "tournament_draw.watch": ORGANISER,
    "tournament_draw.stop": ORGANISER,
    "tournament_tables.overview": ORGANISER,
    "tournament_tables.close": ORGANISER,
    "tournament_tables.reopen": ORGANISER,
    "tournament_table.show": ORGANISER,
    "tournament_table.paper": ORGANISER,
    "tournament_table.accept": ORGANISER,
    "tournament_table.reopen": ORGANISER,
    "tournament_table.settle": ORGANISER,
    "tournament_public.ranking": EVERYBODY,
    "tournament_public.draw": EVERYBODY,
    "tournament_public.player": EVERYBODY,
    "tournament_public.card": ORGANISER,
    "tournament_public.finish": ORGANISER,
    "tournament_public.resume": ORGANISER,
    "tournament_hall.hall": EVERYBODY,
    "tournament_history.index": ORGANISER,
    "tournament_links.index": ORGANISER,
    "tournament_links.renew": ORGANISER,
    "tournament_links.rotate": ORGANISER,
    "tournament_links.join": EVERYBODY,
    "tournament_links.take": EVERYBODY,
    "tournament_links.mine": EVERYBODY,
    "tournament_links.leave": EVERYBODY,
    "posters.poster": EVERYBODY,
    "posters.names": EVERYBODY,
    "posters.names_of_round": EVERYBODY,
    "posters.ranking": EVERYBODY,
    "posters.prizes": EVERYBODY,
    "posters.evening": EVERYBODY,
    "posters.slips": ORGANISER,
    "posters.cards": ORGANISER,
    "posters.sheets": ORGANISER,
    "posters.blanks": ORGANISER,
    "tournament_table.sign": TABLE,
    "tournament_table.dispute_form": TABLE,
    "tournament_table.dispute": TABLE,
}
"""Every page and act of a tournament, and for whom it is."""


@pytest.fixture
def playing(app: Flask) -> Store:
    return play_of_eight(app)


@pytest.fixture
def organiser(app: Flask, playing: Store) -> Visit:
    return come_in(app)


def routes(app: Flask) -> Iterator[tuple[str, str, str]]:
    """Endpoint, method and address of everything that belongs to tournaments."""
    values = {"number": 1, "tour": 1, "table": 1, "entrant": 1, "key": "jass", "token": tokens(app)[1]}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if re.match(r"(tournament_\w+(?<!api)|tournaments|organiser|posters)\.", rule.endpoint):
                told = {name: values[name] for name in rule.arguments}
                for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                    yield (
                        rule.endpoint,
                        method,
                        app.url_map.bind("localhost").build(rule.endpoint, told, method),
                    )


def answers(app: Flask, visit: Visit, who: str) -> dict[str, int]:
    """The status that somebody gets for everything that is for `who`."""
    token = visit.token()
    found = {}
    for endpoint, method, path in routes(app):
        if WHO[endpoint] == who and endpoint not in {"organiser.log_out", "tournament_links.leave"}:
            fields = [("csrf_token", token), ("uuid", new_uuid())]
            page = visit.get(path) if method == "GET" else visit.post(path, fields)
            found[f"{method} {endpoint}"] = page.status
    return found


def test_every_page_has_its_line_in_the_table_of_roles(app: Flask, playing: Store) -> None:
    assert {endpoint for endpoint, _, _ in routes(app)} == set(WHO)


def test_a_spectator_sees_what_is_public_and_nothing_else(app: Flask, playing: Store) -> None:
    visit = Visit(app.test_client())
    before = desk.read(playing, 1).revision
    assert set(answers(app, visit, ORGANISER).values()) == {401}
    assert set(answers(app, visit, TABLE).values()) == {401}
    seen = answers(app, visit, EVERYBODY)
    assert {status for status in seen.values() if status not in {200, 303, 422}} == {404}
    assert [key for key, status in seen.items() if status == 404] == ["GET tournament_links.mine"]
    assert desk.read(playing, 1).revision == before + 1  # the links that were made for this test


def test_a_table_writes_for_itself_alone(app: Flask, playing: Store) -> None:
    first, second = tablet(app, 1), tablet(app, 2)
    parties = [table.partie for table in desk.read(playing, 1).rounds[0].tables]
    assert set(answers(app, first, ORGANISER).values()) == {403}
    assert set(answers(app, second, TABLE).values()) == {403}
    assert not {401, 403} & set(answers(app, first, TABLE).values())
    assert first.get("/table").location == f"/parties/{parties[0]}"
    assert second.get("/table").location == f"/parties/{parties[1]}"
    for path in (f"/parties/{parties[1]}", f"/parties/{parties[1]}/historique"):
        assert first.get(path).status == 403
        assert Visit(app.test_client()).get(path).status == 401
        assert second.get(path).status == 200
    desk.settle(playing, 1, TableAt(1, 1), reason="pour la suite", by=BY)


def test_the_organiser_may_do_everything(app: Flask, organiser: Visit) -> None:
    assert not {401, 403} & set(answers(app, organiser, ORGANISER).values())
    assert not {401, 403} & set(answers(app, organiser, TABLE).values())


def test_no_act_without_the_token_of_its_form_nor_from_elsewhere(
    app: Flask, organiser: Visit, playing: Store
) -> None:
    token = organiser.token()
    acts = [(endpoint, path) for endpoint, method, path in routes(app) if method == "POST"]
    before = desk.read(playing, 1).revision
    assert len(acts) > 25
    for endpoint, path in acts:
        assert organiser.post(path, []).status == 400, endpoint
        fields = [("csrf_token", token)]
        assert organiser.post(path, fields, headers={"Origin": "http://evil.example"}).status == 403, endpoint
        if endpoint != "tournament_links.take":
            assert organiser.post(path, fields, headers={"Origin": "null"}).status == 403, endpoint
    assert desk.read(playing, 1).revision == before


def test_leaving_here_or_everywhere(app: Flask, organiser: Visit) -> None:
    other = Visit(app.test_client())
    form = other.get("/organisateur").form("/entrer")
    other.send(form, form.with_fields({"phrase": PHRASE}))
    assert other.get("/tournois/1/tables").status == 200
    form = organiser.get("/organisateur").form("/sortir")
    organiser.send(form, form.with_fields({"partout": "1"}))
    assert organiser.get("/tournois/1/tables").status == 401
    assert other.get("/tournois/1/tables").status == 401


def test_a_wrong_phrase_is_told_and_never_shown_again(app: Flask, playing: Store) -> None:
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
    for told, said in (
        ({"phrase": "court", "encore": "court"}, "de 12 à 128 caractères"),
        ({"phrase": "organisateur1", "encore": "organisateur1"}, "trop facile à deviner"),
        ({"phrase": PHRASE, "encore": PHRASE + "s"}, "pas les mêmes"),
    ):
        page = here.send(form, form.with_fields(told))
        assert page.status == 422
        assert said in " ".join(page.errors)
    assert here.send(form, form.with_fields({"phrase": PHRASE, "encore": PHRASE})).status == 303
    assert Visit(app.test_client()).get("/tournois/nouveau/jass").status == 401


def test_a_link_shows_what_it_is_for_and_changes_nothing(app: Flask, playing: Store) -> None:
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
    wrong = [token[:-1], token + "A", token.swapcase(), "A" * 22, "%00", "..%2f..", "é" * 22]
    # The token of the forms is written in other characters on every page.
    pages = {
        (answer.status_code, re.sub(rb'"csrf_token" value="[0-9a-f]{80}"', b"", answer.get_data()))
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
