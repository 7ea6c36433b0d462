"""Write access: for the device that opened a sheet and those that joined it; others can read and join."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.config import Config
from scorekeeper.errors import StorageFull
from scorekeeper.parties import writers
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import token_hash
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.pages import make_app
from tests.tarot_table import PLAYERS, donne, new_uuid
from tests.web.browsing import Visit
from tests.web.desk_visits import PHRASE

ENGLISH = {"Accept-Language": "en"}
LOOKING = "Cet appareil ne fait que regarder cette feuille"
SHEET: dict[str, Any] = {"format": "scorekeeper/1", "game": "tarot", "players": list(PLAYERS)}


class Tablet(Visit):
    """A browser on another machine of the room."""

    def __init__(self, app: Flask, number: int) -> None:
        super().__init__(app.test_client())
        self.client.environ_base["REMOTE_ADDR"] = f"192.168.1.{number}"

    def code_of(self, sheet: int) -> str:
        """Show a code, and return its six digits."""
        page = self.get(f"/parties/{sheet}")
        page = self.follow(self.send(page.form("/appareils/code")))
        digits = page.html.partition('<b class="digits">')[2].partition("<")[0]
        return digits.replace(" ", "")

    def link_of(self, sheet: int) -> str:
        """Return the path in the QR code."""
        page = self.get(f"/parties/{sheet}/appareils")
        return "/f/" + page.html.partition("/f/")[2][:22]

    def join(self, sheet: int, code: str) -> int:
        form = self.get(f"/parties/{sheet}").form("/rejoindre")
        return self.send(form, form.with_fields({"code": code})).status

    def writes(self, sheet: int, other: Tablet) -> int:
        """Send a line from this browser, with the form of `other`, which has write access; return the status."""
        form = other.get(f"/parties/{sheet}").form("/saisies")
        line = {**other.fields_of(sheet, donne()), "csrf_token": self.token()}
        return self.send(form, form.with_fields(line)).status


@pytest.fixture
def owner(app: Flask) -> Tablet:
    return Tablet(app, 7)


@pytest.fixture
def other(app: Flask) -> Tablet:
    return Tablet(app, 8)


@pytest.fixture
def owned(owner: Tablet) -> int:
    """A sheet opened by the owner's tablet."""
    return owner.open_sheet("tarot", PLAYERS)


@pytest.fixture
def nobodys(app: Flask) -> int:
    """A sheet without a writer, as an earlier version made it."""
    store: Store = app.extensions["store"]
    return parties.open_partie(store, read_sheet(SHEET), by=parties.Author("table")).id


def test_onlookers_are_shown_how_to_join(owner: Tablet, other: Tablet, owned: int) -> None:
    assert owner.enter(owned, donne()).status == 303
    page = other.get(f"/parties/{owned}")
    assert page.status == 200
    assert "tapez le code à six chiffres" in page.text
    assert not page.has_form("/saisies")
    assert not page.has_form("/terminer")
    for path in ("historique", "lignes/1", "appareils"):
        shown = other.get(f"/parties/{owned}/{path}")
        assert shown.status == 200
        assert {form.action.rpartition("/")[2] for form in shown.forms} <= {"langue", "rejoindre"}
    assert other.get(f"/parties/{owned}/lignes/1/modifier").location == f"/parties/{owned}/lignes/1"


def test_no_act_of_an_onlooker_is_written(app: Flask, owner: Tablet, other: Tablet, owned: int) -> None:
    assert owner.enter(owned, donne()).status == 303
    token = other.token()
    acts = [
        rule
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/parties/<number:number>/") and "POST" in (rule.methods or ())
    ]
    may = {"devices.join", "entries.preview"}
    assert len(acts) > 12
    for rule in acts:
        path = rule.rule.replace("<number:number>", str(owned)).replace("<number:rang>", "1")
        fields = [("csrf_token", token), ("uuid", new_uuid()), ("raison", "pour voir"), ("annuler", "1")]
        page = other.post(path, fields)
        assert (page.status == 403) is (rule.endpoint not in may), rule.endpoint
        if page.status == 403:
            assert LOOKING in page.text
    assert parties.read_partie(app.extensions["store"], owned).revision == 2


def test_input_of_an_onlooker_is_kept_until_sent(owner: Tablet, other: Tablet, owned: int) -> None:
    form = owner.get(f"/parties/{owned}").form("/saisies")
    line = {**owner.fields_of(owned, donne()), "csrf_token": other.token()}
    page = other.send(form, form.with_fields(line))
    assert page.status == 403
    assert f"/parties/{owned}/appareils" in page.links
    assert other.join(owned, owner.code_of(owned)) == 303
    assert other.send(page.form("/saisies")).status == 303


def test_a_device_joins_by_six_digits_that_serve_once(
    app: Flask, owner: Tablet, other: Tablet, owned: int
) -> None:
    code = owner.code_of(owned)
    assert (len(code), code.isdigit()) == (6, True)
    assert other.join(owned, "12345") == 422
    assert other.join(owned, f"{code[:3]} {code[3:]}") == 303
    assert other.writes(owned, owner) == 303
    assert Tablet(app, 9).join(owned, code) == 422


def test_a_device_joins_by_the_link_until_a_new_one_is_made(app: Flask, owner: Tablet, owned: int) -> None:
    owner.code_of(owned)
    link = owner.link_of(owned)
    for number in (8, 9):
        joined = Tablet(app, number)
        page = joined.get(link)
        assert "Écrire aussi avec cet appareil" in page.text
        assert not joined.get(f"/parties/{owned}").has_form("/saisies")
        assert joined.send(page.form(link)).location.startswith(f"/parties/{owned}")
        assert joined.get(f"/parties/{owned}").has_form("/saisies")
    owner.code_of(owned)
    ended = Tablet(app, 10).get(link)
    assert (ended.status, "demandez-en un nouveau" in ended.text) == (404, True)
    assert Tablet(app, 10).get("/f/" + "A" * 22).status == 404


def test_wrong_codes_slow_down_their_sender(app: Flask, owner: Tablet, owned: int) -> None:
    code = owner.code_of(owned)
    wrong = f"{(int(code) + 1) % 10**6:06}"
    assert [Tablet(app, 66).join(owned, wrong) for _ in range(6)] == [422] * 5 + [429]
    form = Tablet(app, 66).get(f"/parties/{owned}").form("/rejoindre")
    guesser = Tablet(app, 66)
    data = {"csrf_token": guesser.token(), "code": code}
    answer = guesser.client.post(form.action, data=data)
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 20) == (429, True)
    assert f'value="{code}"' in answer.text
    assert Tablet(app, 9).join(owned, code) == 303


def test_addresses_of_one_ipv6_network_are_limited_as_one(app: Flask, owner: Tablet, owned: int) -> None:
    wrong = f"{(int(owner.code_of(owned)) + 1) % 10**6:06}"
    guessers = [Tablet(app, 66) for _ in range(7)]
    for number, guesser in enumerate(guessers):
        guesser.client.environ_base["REMOTE_ADDR"] = f"fd00:0:0:{number // 6}::{number + 1:x}"
    assert [guesser.join(owned, wrong) for guesser in guessers] == [422] * 5 + [429, 422]


def test_a_code_opens_its_own_sheet_only(owner: Tablet, other: Tablet, owned: int) -> None:
    second = owner.open_sheet("tarot", PLAYERS)
    code = owner.code_of(owned)
    assert other.join(second, code) == 422
    assert other.join(owned, code) == 303
    assert not other.get(f"/parties/{second}").has_form("/saisies")


def test_unowned_sheet_belongs_to_the_first_writer(owner: Tablet, other: Tablet, nobodys: int) -> None:
    refused = owner.get(f"/parties/{nobodys}").form("/saisies")
    assert owner.send(refused).status == 422
    assert other.enter(nobodys, donne()).status == 303
    assert other.enter(nobodys, donne()).status == 303
    assert not owner.get(f"/parties/{nobodys}").has_form("/saisies")


def test_local_machine_and_organiser_write_and_hand_over(
    app: Flask, visit: Visit, other: Tablet, owned: int
) -> None:
    store: Store = app.extensions["store"]
    set_passphrase(store, PHRASE)
    assert visit.enter(owned, donne()).status == 303
    form = other.get("/organisateur").form("/entrer")
    other.send(form, form.with_fields({"phrase": PHRASE}))
    assert other.enter(owned, donne()).status == 303
    last = parties.read_partie(store, owned).past[-1]
    assert last.actor == "organisateur"
    page = other.get(f"/parties/{owned}/appareils")
    assert other.send(page.form("/confier")).status == 303
    other.send(other.get("/organisateur").form("/sortir"))
    assert other.enter(owned, donne()).status == 303
    assert len(writers.writers(store, owned)) == 2


def test_removed_device_no_longer_writes_even_as_the_last(
    visit: Visit, owner: Tablet, other: Tablet, owned: int
) -> None:
    code = owner.code_of(owned)
    link = owner.link_of(owned)
    assert visit.get(f"/parties/{owned}/appareils").text.count("Ne plus écrire ici") == 1
    form = visit.get(f"/parties/{owned}/appareils").form("/retirer")
    visit.post(form.action, [*form.only("csrf_token"), ("appareil", owner_id(owner))])
    assert "Plus aucun appareil" in visit.get(f"/parties/{owned}/appareils").text
    for tablet in (owner, other):
        assert not tablet.get(f"/parties/{owned}").has_form("/saisies")
        assert (tablet.join(owned, code), tablet.get(link).status) == (422, 404)
    assert visit.enter(owned, donne()).status == 303


def test_a_device_gets_a_name_that_the_history_shows(
    owner: Tablet, other: Tablet, visit: Visit, owned: int
) -> None:
    owner.enter(owned, donne())
    form = owner.get(f"/parties/{owned}/appareils").form("/nom")
    assert owner.send(form, form.with_fields({"nom": "Tablette  du bar"})).status == 303
    assert "cet appareil (Tablette du bar)" in owner.get(f"/parties/{owned}/historique").text
    assert "· Tablette du bar" in other.get(f"/parties/{owned}/historique").text
    assert "Tablette du bar" in visit.get(f"/parties/{owned}/appareils").text
    other.join(owned, owner.code_of(owned))
    form = other.get(f"/parties/{owned}/appareils").form("/nom")
    for name, message in (
        ("tablette du bar", "porte déjà le nom"),
        ("x" * 41, "Au plus 40"),
        ("a\u202eb", "lisible"),
        ("Organisateur, appareil 12ab", "comme s’il le disait lui-même"),
        ("\u041erganiser", "comme s’il le disait lui-même"),
        ("cet  appareil", "comme s’il le disait lui-même"),
        ("déclaré : Zoé", "comme s’il le disait lui-même"),
        ("Appareil 0f3c", "comme s’il le disait lui-même"),
    ):
        page = other.send(form, form.with_fields({"nom": name}))
        assert (page.status, len(page.errors)) == (422, 1)
        assert message in page.errors[0]
    foreign = other.send(form, form.with_fields({"nom": "à moi", "appareil": owner_id(owner)}))
    assert foreign.status == 403
    assert other.send(form, form.with_fields({"nom": "Appareil 2 (organisation)"})).status == 303


def test_history_has_granted_and_removed_devices(
    app: Flask, visit: Visit, owner: Tablet, other: Tablet, owned: int
) -> None:
    store: Store = app.extensions["store"]
    owner.enter(owned, donne())
    before = parties.read_partie(store, owned)
    form = owner.get(f"/parties/{owned}").form("/saisies")
    assert other.join(owned, owner.code_of(owned)) == 303
    named = other.get(f"/parties/{owned}/appareils").form("/nom")
    other.send(named, named.with_fields({"nom": "Tablette du bar"}))
    third = Tablet(app, 9)
    link = owner.link_of(owned)
    third.send(third.get(link).form(link))
    set_passphrase(store, PHRASE)
    door = third.get("/organisateur").form("/entrer")
    third.send(door, door.with_fields({"phrase": PHRASE}))
    page = third.get(f"/parties/{owned}/appareils").form("/retirer")
    for _ in range(2):
        third.post(page.action, [*page.only("csrf_token"), ("appareil", owner_id(other))])
    chosen = visit.get(f"/parties/{owned}/appareils").form("/confier")
    visit.send(chosen, chosen.with_fields({"appareil": owner_id(other)}))
    assert parties.read_partie(store, owned) == before
    assert owner.send(form, form.with_fields(owner.fields_of(owned, donne()))).status == 303

    shown = visit.get(f"/parties/{owned}/historique").text
    expected = [
        "Feuille confiée — Tablette du bar",
        "Appareil retiré — Tablette du bar",
        f"Appareil ajouté — appareil {owner_id(third)[:4]}, par le code QR",
        "Appareil ajouté — Tablette du bar, par le code ",
        "Écrite — ",
    ]
    places = [shown.rindex(text) for text in expected]
    assert places == sorted(places)
    assert shown.count("Appareil retiré") == 1
    assert f"organisateur, appareil {owner_id(third)[:4]}" in shown
    assert "organiser, device" in visit.get(f"/parties/{owned}/historique", headers=ENGLISH).text

    answer = other.client.get(f"/api/parties/{owned}/history").get_json()
    arrivals = [(event["kind"], event["arrival"]) for event in answer["history"] if event["arrival"]]
    bar, phone = ({"device": owner_id(tablet)} for tablet in (other, third))
    assert arrivals == [
        ("appareil-rejoint", {**bar, "way": "code"}),
        ("appareil-rejoint", {**phone, "way": "lien"}),
        ("appareil-retire", {**bar, "way": None}),
        ("appareil-confie", {**bar, "way": None}),
    ]
    assert answer["revision"] == before.revision + 1
    assert all(event["entry"] is None for event in answer["history"] if event["arrival"])


def test_repeated_opening_restores_no_access(app: Flask, visit: Visit, owner: Tablet) -> None:
    key = {"Idempotency-Key": new_uuid()}
    opened = owner.client.post("/api/parties", json=SHEET, headers=key).get_json()["id"]
    store: Store = app.extensions["store"]
    form = visit.get(f"/parties/{opened}/appareils").form("/retirer")
    for holder in writers.writers(store, opened):
        visit.post(form.action, [*form.only("csrf_token"), ("appareil", holder)])
    assert owner.client.post("/api/parties", json=SHEET, headers=key).get_json()["id"] == opened
    assert writers.writers(store, opened) == {writers.NOBODY}
    assert "Appareil retiré — un programme" in visit.get(f"/parties/{opened}/historique").text


def test_access_is_denied_if_it_cannot_be_stored(
    app: Flask, owner: Tablet, other: Tablet, owned: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = owner.code_of(owned)
    with monkeypatch.context() as broken:
        broken.setattr(Session, "append", failing)
        assert other.join(owned, code) == 507
    assert writers.writers(app.extensions["store"], owned) == {owner_id(owner)}
    assert other.join(owned, owner.code_of(owned)) == 303


def failing(*_: object, **__: object) -> None:
    raise StorageFull


def owner_id(owner: Tablet) -> str:
    with owner.client.session_transaction() as session:
        return str(session["device"])


@pytest.fixture
def household(tmp_path: Path) -> Iterator[Flask]:
    made = make_app(Config(tmp_path / "maison", open=True))
    yield made
    made.extensions["store"].close()


def test_in_an_open_household_any_device_writes(household: Flask) -> None:
    first, second = Tablet(household, 7), Tablet(household, 8)
    sheet = first.open_sheet("tarot", PLAYERS)
    assert second.enter(sheet, donne()).status == 303
    page = second.get(f"/parties/{sheet}/appareils")
    assert "tout appareil écrit" in page.text
    assert "Montrer un code" not in page.text
    opened = second.client.post("/api/parties", json=SHEET).get_json()
    entry = {"uuid": new_uuid(), "rang": 1, "entry": donne()}
    assert household.test_client().post(f"/api/parties/{opened['id']}/entries", json=entry).status_code == 201


def test_program_elsewhere_needs_the_key_and_here_none(app: Flask) -> None:
    program, here = Tablet(app, 9).client, app.test_client()
    key = {"Idempotency-Key": new_uuid()}
    opened = program.post("/api/parties", json=SHEET, headers=key).get_json()
    assert program.post("/api/parties", json=SHEET, headers=key).get_json() == opened
    path, cle = f"/api/parties/{opened['id']}/entries", opened["cle"]

    def sent(client: Any, **headers: str) -> Any:
        line = {
            "uuid": new_uuid(),
            "rang": parties.read_partie(app.extensions["store"], opened["id"]).next_rang,
        }
        return client.post(path, json={**line, "entry": donne(), "by": "organisateur"}, headers=headers)

    with_key = {"Authorization": f"Bearer {cle}"}
    assert sent(program, **with_key).status_code == 201
    assert sent(here).status_code == 201
    for wrong in ({}, {"Authorization": "Bearer " + "A" * 22}, {"Authorization": "Bearer"}):
        answer = sent(program, **wrong)
        assert answer.status_code == 403
        (fault,) = answer.get_json()["faults"]
        assert (fault["code"], "clé" in fault["message"]) == ("on-regarde", True)
    assert program.get(f"/api/parties/{opened['id']}").status_code == 200
    past = here.get(f"/api/parties/{opened['id']}/history").get_json()["history"]
    assert {change["actor"] for change in past[1:]} == {"déclaré : organisateur"}
    writers.revoke(app.extensions["store"], opened["id"], token_hash(cle), by=parties.Author("table"))
    assert sent(program, **with_key).status_code == 403
    assert "· déclaré : organisateur" in Visit(here).get(f"/parties/{opened['id']}/historique").text
