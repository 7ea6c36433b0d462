"""Pages of tournaments without a screen: the response of each, also to hostile input."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from scorekeeper.web.tournaments import draws
from tests.patience import until
from tests.tournaments.desk import BY, J23, new_uuid, note, opened, play
from tests.web.browsing import Form, Page, Visit
from tests.web.desk_visits import PHRASE, come_in, play_of_eight, tablet


@pytest.fixture
def store(app: Flask) -> Store:
    store: Store = app.extensions["store"]
    return store


@pytest.fixture
def playing(app: Flask) -> Store:
    return play_of_eight(app)


@pytest.fixture
def organiser(app: Flask, playing: Store, monkeypatch: pytest.MonkeyPatch) -> Visit:
    # The page waits for an ordinary draw to end, also on a busy machine.
    monkeypatch.setattr(draws, "AT_ONCE", 600.0)
    return come_in(app)


HOSTILE = [
    "<script>alert(1)</script>",
    '" autofocus onfocus="alert(1)',
    "{{ 7 * 7 }}{% raw %}",
    "</textarea><img src=x onerror=alert(1)>",
    "=HYPERLINK(1)",
    "O’Brien & Söhne",
]
REFUSED = ["", " ", "\u200b", "a\u202eb", "x" * 41, "\x00", "a\u0301\u0302\u0303\u0304"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_a_name_on_every_page(organiser: Visit, store: Store, name: str) -> None:
    form = organiser.get("/tournois/1/joueurs").form("/joueurs")
    assert organiser.send(form, form.with_fields({"name": name, "club": name})).status == 303
    assert desk.read(store, 1).entrants[-1].name == name
    for page in ("joueurs", "joueurs/9", "joueurs/9/modifier", "classement", "salle", "historique"):
        shown = organiser.get(f"/tournois/1/{page}")
        assert shown.status == 200
        tags = {tag for tag, _ in shown.elements}
        assert not {"img", "script alert"} & tags
        assert all(
            "alert" not in value
            for _, attrs in shown.elements
            for key, value in attrs.items()
            if key.startswith("on")
        )
        assert "<script>alert" not in shown.html


def test_unprintable_name_is_registered_with_a_warning(organiser: Visit, store: Store) -> None:
    warning = "toutes les lettres de สมชาย\u00a0: sur le papier, un numéro ou □ les remplace."
    new = "/tournois/nouveau/jass"
    form = organiser.get(new).form(new)
    typed = form.with_fields({"liste": "Zoé\nสมชาย\nYann\nIgor"})
    assert warning in organiser.follow(organiser.send(form, typed)).html
    form = organiser.get("/tournois/1/joueurs").form("/joueurs")
    assert organiser.send(form, form.with_fields({"name": "สมชาย"})).status == 303
    for page in ("joueurs", "imprimer"):
        assert organiser.get(f"/tournois/1/{page}").html.count(warning) == 1


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_is_none_is_refused_beside_its_field(organiser: Visit, store: Store, name: str) -> None:
    form = organiser.get("/tournois/1/joueurs").form("/joueurs")
    page = organiser.send(form, form.with_fields({"name": name, "club": "Les As"}))
    assert (page.status, len(page.errors)) == (422, 1)
    assert 'id="club" name="club" type="text" value="Les As"' in page.html
    assert len(desk.read(store, 1).entrants) == 8


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rounds", "0"),
        ("rounds", "٣"),
        ("rounds", "1e3"),
        ("rounds", "quatre"),
        ("donnes", "61"),
        ("drop", "4"),
        ("bye", "9999999"),
        ("date", "2026-02-30"),
        ("format", "n’importe"),
        ("odd", "threes"),
        ("place", "x" * 81),
        ("name", "\u202e"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_and_kept(
    organiser: Visit, store: Store, field: str, value: str
) -> None:
    form = organiser.get("/tournois/nouveau/jass").form("/nouveau/jass")
    fields = form.with_fields({"name": "Match", "prizes": "Un cochon", field: value})
    page = organiser.send(form, fields)
    assert page.status == 422
    assert page.errors
    if field not in {"format", "odd"}:
        assert value in dict(page.form("/nouveau/jass").fields).values()
    assert ">Un cochon</textarea>" in page.html
    assert len(desk.list_all(store)) == 1


def test_the_same_form_twice_registers_once(organiser: Visit, store: Store) -> None:
    form = organiser.get("/tournois/1/joueurs").form("/joueurs")
    fields = form.with_fields({"name": "Zoé"})
    assert [organiser.send(form, fields).status for _ in range(2)] == [303, 303]
    assert organiser.send(form, form.with_fields({"name": "Yann"})).status == 422
    assert [entrant.name for entrant in desk.read(store, 1).entrants[8:]] == ["Zoé"]


def test_a_list_is_looked_through_before_anybody_is_written(organiser: Visit, store: Store) -> None:
    form = organiser.get("/tournois/1/joueurs").form("/liste")
    good = "nom;club;à part;table fixe;couleur\nZoé;Les As;famille;oui;\nYann;;famille;3;\n"
    page = organiser.send(form, form.with_fields({"liste": f"{good}ZOÉ;;;;\n;Les As;;;\n"}))
    assert page.errors[0] == "«\xa0Les As\xa0»\xa0: il manque le nom."
    assert [message[:9] for message in page.errors[1:]] == ["Ligne 4\xa0:", "Colonnes "]
    assert "aussi ligne 2" in page.errors[1]
    assert "sous le numéro 1" in organiser.send(form, form.with_fields({"liste": "Joueur 001"})).errors[0]
    assert len(desk.read(store, 1).entrants) == 8
    page = organiser.send(form, form.with_fields({"liste": good}))
    assert page.errors == ["Colonnes non lues\xa0: couleur."]
    form = page.form("/liste")
    assert organiser.send(form, form.with_fields({"liste": good})).status == 303
    new = desk.read(store, 1).entrants[8:]
    assert [(each.number, each.name, each.club, each.apart, each.fixed) for each in new] == [
        (9, "Zoé", "Les As", ("famille",), 0),
        (10, "Yann", "", ("famille",), 3),
    ]
    assert organiser.send(form, form.with_fields({"liste": good, "uuid": new_uuid()})).status == 422


def test_paper_is_entered_on_the_sheet_and_copied_from_there(
    organiser: Visit, app: Flask, playing: Store
) -> None:
    partie = desk.read(playing, 1).rounds[0].tables[0].partie
    play(playing, partie)
    assert not tablet(app, 1).get(f"/parties/{partie}").has_form("/valider")
    page = organiser.get(f"/parties/{partie}")
    assert "/tournois/1/tours/1/tables/1" in [attrs["href"] for tag, attrs in page.elements if tag == "a"]
    note(playing, desk.read(playing, 1), 2, (1000, 884))
    assert "acceptées telles quelles à la clôture (tables : 1)" in organiser.get("/tournois/1/tables").text
    assert organiser.send(page.form("/valider")).location == "/tournois/1/tables?tour=1"
    result = desk.read(playing, 1).rounds[0].tables[0].result
    assert result is not None
    assert result.totals == (1007, 877)


def test_closing_lists_gaps_and_reopening_needs_a_reason(organiser: Visit, playing: Store) -> None:
    token = [("csrf_token", organiser.token())]
    assert "Le tour 1 est tiré. Imprimer le tour 1" in organiser.get("/tournois/1/tables").text
    page = organiser.post("/tournois/1/tours/1/clore", token)
    gaps = ["Table 1\xa0: rien n’est noté.", "Table 2\xa0: rien n’est noté."]
    assert (page.status, page.errors[:2]) == (409, gaps)
    note(playing, t := desk.read(playing, 1), 1, (1007, 877))
    for page in map(organiser.get, (f"/tournois/1/{each}" for each in ("tables", "joueurs", "classement"))):
        assert "Il reste 1 table à rentrer. Noter la table 2 Table 2 : rien n’est noté." in page.text
        assert not page.has_form("/clore")
    note(playing, t, 2, (1007, 877))
    assert organiser.send(organiser.get("/tournois/1/joueurs").form("/clore")).status == 303
    assert organiser.post("/tournois/1/tours/1/clore", token).errors == ["Le tour 1 est déjà clos."]
    assert organiser.post("/tournois/1/tours/1/rouvrir", token).status == 422
    assert (
        organiser.post("/tournois/1/tours/1/rouvrir", [*token, ("raison", "Erreur à la table 2")]).status
        == 303
    )
    assert desk.read(playing, 1).round(1).closed is False
    assert "Erreur à la table 2" in organiser.get("/tournois/1/historique").text


def test_a_sheet_that_changed_is_read_again_before_it_is_signed(app: Flask, playing: Store) -> None:
    table = desk.read(playing, 1).rounds[0].tables[0]
    visit = tablet(app, 1)
    play(playing, table.partie)
    form = visit.get(f"/parties/{table.partie}").form("/signer")
    old = form.with_fields({"initiales": "AB", "revision": "3"})
    page = visit.send(form, old)
    assert page.status == 409
    assert page.errors == ["La feuille a changé depuis\xa0: relisez-la avant de signer."]
    assert visit.send(form, form.with_fields({"initiales": "AB", "camp": "7"})).status == 422
    assert visit.send(form, form.with_fields({"initiales": "AB"})).status == 303
    last = visit.get(f"/parties/{table.partie}").form("/signer")
    assert visit.send(last, last.with_fields({"initiales": "CD"})).location == "/table"
    result = desk.read(playing, 1).rounds[0].tables[0].result
    assert result is not None
    assert result.points == (1007, 877)
    assert visit.get("/table").status == 200
    assert (
        visit.post(
            f"/parties/{table.partie}/annuler",
            [("csrf_token", visit.token()), ("annuler", "12"), ("revision", "13")],
        ).status
        == 409
    )


def test_polling_gets_few_bytes_until_something_changes(app: Flask, playing: Store) -> None:
    client = app.test_client()
    for page in ("classement", "salle", "tirage"):
        first = client.get(f"/tournois/1/{page}")
        mark = {"If-None-Match": first.headers["ETag"]}
        again = client.get(f"/tournois/1/{page}", headers=mark)
        assert (again.status_code, again.get_data()) == (304, b"")
        english = client.get(f"/tournois/1/{page}", headers={**mark, "Accept-Language": "en"})
        assert english.status_code == 200
    mark = {"If-None-Match": client.get("/tournois/1/classement").headers["ETag"]}
    for table in desk.read(playing, 1).rounds[0].tables:
        play(playing, table.partie, J23)
    desk.close_round(playing, 1, 1, by=BY)
    changed = client.get("/tournois/1/classement", headers=mark)
    assert changed.status_code == 200
    assert "1007" in changed.get_data(as_text=True)


@pytest.mark.parametrize(
    "path",
    [
        "/tournois/2",
        "/tournois/2/classement",
        "/tournois/2/salle",
        "/tournois/0",
        "/tournois/٣",
        "/tournois/9999999999",
        "/tournois/1/joueurs/99",
        "/tournois/1/tours/2/tables/1",
        "/tournois/1/tours/1/tables/3",
        "/tournois/nouveau/jeu-inconnu",
        "/tournois/1/tirage?tour=9",
        "/tournois/1/tables?tour=9",
    ],
)
def test_missing_tournament_is_not_found(organiser: Visit, path: str) -> None:
    assert organiser.get(path).status == 404


@pytest.mark.parametrize(
    "back", ["//evil.example", "/\\evil.example", "https://evil.example", "/\nx", "javascript:alert(1)"]
)
def test_log_in_redirects_to_this_app_only(organiser: Visit, back: str) -> None:
    page = organiser.get("/organisateur", query_string={"retour": back})
    assert dict(page.form("/phrase").fields)["retour"] == "/tournois"
    links = [attrs["href"] for tag, attrs in page.elements if tag == "a"]
    assert [link for link in links if "evil" in link or "javascript" in link] == []
    form = page.form("/phrase")
    typed = {"ancienne": PHRASE, "phrase": PHRASE + " vert", "encore": PHRASE + " vert", "retour": back}
    assert organiser.send(form, form.with_fields(typed)).location == "/tournois"


def test_one_entrant_leaves_comes_back_and_is_replaced(organiser: Visit, store: Store) -> None:
    path = "/tournois/1/joueurs/3/modifier"
    form = organiser.get(path).form("/3/modifier")
    changed = {"name": "Chloé", "club": "Les As", "fixed": "oui", "apart": "Yann, famille"}
    assert organiser.send(form, form.with_fields(changed)).location == path
    third = desk.read(store, 1).entrant(3)
    assert (third.name, third.club, third.fixed, third.apart) == ("Chloé", "Les As", 0, ("Yann", "famille"))
    assert 'value="oui"' in organiser.get(path).html
    page = organiser.send(form, form.with_fields({"name": "Joueur 001", "uuid": new_uuid()}))
    assert page.status == 422
    assert "numéro 1" in page.errors[0]
    assert "rencontrer « famille », mais personne" in organiser.get("/tournois/1/joueurs").text
    form = organiser.get(path).form("/remplacer")
    assert organiser.send(form, form.with_fields({"remplacant": "Zoé"})).status == 303
    assert "Zoé" in organiser.get("/tournois/1/tirage").text
    table = next(each for each in desk.read(store, 1).rounds[0].tables if 3 in each.seats)
    assert "Zoé joue pour Chloé." in organiser.get(f"/parties/{table.partie}").text
    assert "remplacé par Zoé" in organiser.get("/tournois/1/joueurs/3").text
    form = organiser.get(path).form("/retirer")
    assert organiser.send(form, form.with_fields({"raison": "un train"})).status == 303
    assert desk.read(store, 1).entrant(3).present is False
    assert "un train" in organiser.get("/tournois/1/historique").text
    assert not organiser.get(path).has_form("/retirer")
    assert organiser.send(organiser.get(path).form("/revenir")).status == 303
    assert desk.read(store, 1).entrant(3).present is True


def test_redraw_needs_a_reason_and_keeps_the_earlier_draw(organiser: Visit, store: Store) -> None:
    def form() -> Form:
        page = organiser.get("/tournois/1/tirage")
        return next(each for each in page.forms if ("encore", "1") in each.fields)

    refused = organiser.send(form())
    assert (refused.status, refused.errors) == (422, ["Il faut dire pourquoi."])
    assert organiser.send(form(), form().with_fields({"raison": "Deux retards"})).status == 303
    page = organiser.get("/tournois/1/tirage")
    assert "Tiré à nouveau : Deux retards" in page.text
    assert "Tirage n° 1 remplacé" in page.text
    assert [len(desk.read(store, 1).draws), len(desk.read(store, 1).voided)] == [2, 1]
    play(store, desk.read(store, 1).rounds[0].tables[1].partie, J23[:1])
    late = organiser.send(form(), form().with_fields({"raison": "Encore un"}))
    assert (late.status, late.errors) == (409, ["On joue déjà (tables\xa0: 2)."])


@pytest.mark.soak
def test_a_long_draw_is_watched_and_ended_with_the_best_so_far(
    organiser: Visit, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draws, "AT_ONCE", 0.0)
    opened(store, 399, game="tarot", odd="fives", rounds=20)
    form = organiser.get("/tournois/2/tirage").form("/tirage")
    page = organiser.send(form)
    assert page.location == "/tournois/2/tirage/en-cours"
    watched = organiser.follow(page)
    assert re.search(r"Essais : \d+ sur \d+", watched.text)
    assert organiser.get("/tournois/2/tirage").location == "/tournois/2/tirage/en-cours"
    assert (
        organiser.send(form, form.with_fields({"uuid": new_uuid()})).location == "/tournois/2/tirage/en-cours"
    )
    assert organiser.send(watched.form("/arreter")).location == "/tournois/2/tirage"
    until(lambda: organiser.get("/tournois/2/tirage").status == 200)
    t = desk.read(store, 2)
    assert [len(round_.tables) for round_ in t.rounds] == [99]
    assert len(t.planned) == 19
    assert t.draws[0].report["stopped"] is True
    assert organiser.get("/tournois/2/tirage/en-cours").location == "/tournois/2/tirage"


def test_impossible_draw_is_refused_in_words(organiser: Visit, store: Store) -> None:
    opened(store, 3)
    page = organiser.send(organiser.get("/tournois/2/tirage").form("/tirage"))
    assert page.status == 409
    assert "il faut au moins 4 joueurs, il y en a 3" in page.errors[0]


def test_draws_are_public_including_planned_rounds(app: Flask, playing: Store) -> None:
    t = desk.read(playing, 1)
    seats = t.planned[0].tables[1]
    mate = t.entrant(seats[2]).name
    visitor = Visit(app.test_client())
    shown = visitor.get(f"/tournois/1/joueurs/{seats[0]}").html
    assert re.search(rf"<td>2 <span[^>]*>prévu</span></td>\s*<td><b>2</b> · 1</td>.*{mate}", shown)
    places = visitor.get("/tournois/1/tirage?tour=2").html
    assert "Ce tour n’est que prévu" in places
    assert all(t.entrant(number).name in places for number in seats)
    assert (
        "".join(f"<li><span>{at}</span><bdi>{name}</bdi></li>" for at, name in enumerate(t.draws[0].order, 1))
        in places
    )
    assert visitor.get("/tournois/1/tirage?tour=3").status == 404
    assert "Ce tour n’est que prévu" not in visitor.get("/tournois/1/tirage").html


def test_a_total_takes_the_minus_sign_that_pages_and_paper_write(organiser: Visit, store: Store) -> None:
    desk.draw_round(store, opened(store, 4, game="tarot", rounds=1).id, by=BY)
    page = organiser.get("/tournois/2/tours/1/tables/1")
    form = page.form("/papier")
    typed = {f"total-{place}": text for place, text in enumerate(("318", "−106", "-106", "−106"))}
    assert organiser.send(form, form.with_fields(typed)).status == 303
    assert desk.read(store, 2).rounds[0].tables[0].result.points == (318, -106, -106, -106)  # type: ignore[union-attr]


def test_pages_in_english_have_english_marks(organiser: Visit, store: Store) -> None:
    desk.draw_round(store, 1, redraw=True, reason="Anne", by=BY)
    pages = (
        "joueurs",
        "tirage",
        "tirage",
        "tables",
        "classement",
        "imprimer",
        "reglages",
        "historique",
        "salle",
    )
    for page in pages:
        answer = organiser.client.get(f"/tournois/1/{page}", headers={"Accept-Language": "en"})
        shown = Page(answer)
        assert '<html lang="en"' in shown.html
        assert re.findall(r"«|n°|organisateur\b,", shown.text) == []


def test_looking_at_the_links_ends_none_where_their_key_was_lost(app: Flask) -> None:
    store = play_of_eight(app)
    kept = table_links.tokens(store, 1, key=b"another machine's key".ljust(32), by=BY)
    organiser = come_in(app)
    page = organiser.get("/tournois/1/imprimer")
    assert "ne peut pas les réimprimer" in page.text
    assert app.test_client().get(f"/t/{kept[1]}").status_code == 200
    assert organiser.get("/tournois/1/cartes.pdf").status == 409
    assert organiser.send(page.form("/refaire")).status == 303
    assert app.test_client().get(f"/t/{kept[1]}").status_code == 404
    assert "/t/" in organiser.get("/tournois/1/imprimer").text
