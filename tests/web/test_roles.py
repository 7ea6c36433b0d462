"""Permissions: one line for each route and method in `roles.txt`, and the response to every role.

A new route needs a line there: its kind, the method and the URL.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.config import Config
from scorekeeper.parties import writers
from scorekeeper.press.pdf import Printer
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from tests.pages import make_app
from tests.tarot_table import PLAYERS, donne
from tests.tournaments.desk import BY, draw, new_uuid, opened
from tests.web.browsing import Visit
from tests.web.desk_visits import come_in, play_of_eight, tokens

LINES = [line.split() for line in Path(__file__).with_name("roles.txt").read_text("utf-8").splitlines()]
LOOKS, AWAY, JOINED, TABLE, OTHER, ORGANISER, HERE, FIRST = "LAJTXOHN"
"""An onlooker of the room; a device that was sent away from both sheets and kept its cookies; a device that joined the free sheet;
the tablet of table 1, of table 2; the organiser; this machine, once a passphrase is set, and before."""
OK = 200
FREE: Mapping[str, dict[str, int]] = {
    "marque": {LOOKS: 403, TABLE: 403, OTHER: 403},
    "confie": {LOOKS: 403, JOINED: 403, TABLE: 403, OTHER: 403},
    "feuille": {},
    "joint": {},
}
"""Statuses for a sheet outside tournaments, by kind; roles not listed are allowed."""
STRANGERS = {LOOKS: 401, JOINED: 401, HERE: 401}
PLAYED: Mapping[str, dict[str, int]] = {kind: {**STRANGERS, OTHER: 403} for kind in FREE}
"""Statuses for the sheet of table 1, which only its link opens."""
KINDS: Mapping[str, dict[str, int]] = {
    "tous": {},
    "bureau": {**STRANGERS, TABLE: 403, OTHER: 403},
    "table": {**STRANGERS, OTHER: 403},
    "maison": dict.fromkeys((LOOKS, JOINED, TABLE, OTHER), 403),
    "session": {**STRANGERS, TABLE: 403, OTHER: 403, FIRST: 403},
    "suiveur": dict.fromkeys((LOOKS, JOINED, TABLE, OTHER, ORGANISER, HERE, FIRST), 401),
    "reprise": {LOOKS: 401, JOINED: 401, **dict.fromkeys((TABLE, OTHER, ORGANISER, HERE, FIRST), 403)},
}
"""Statuses for other URLs, by kind. `session`: without a passphrase there is no session to end. `suiveur`: only for the token of a
second server. `reprise`: a server that writes has nothing to take over.
"""
DESK_ONLY = {
    "/parties/<number:number>/ranger",
    "/parties/<number:number>/signer",
    "/api/parties/<number:number>/sign",
    "/parties/<number:number>/ressortir",
    "/parties/<number:number>/terminer",
    "/parties/<number:number>/rouvrir",
    "/api/parties/<number:number>/close",
    "/api/parties/<number:number>/reopen",
    "/parties/<number:number>/joueurs",
    "/parties/<number:number>/joueurs/annuler",
    "/api/parties/<number:number>/changes",
    "/api/parties/<number:number>/changes/<number:place>",
}
"""Acts on the sheet of a table that only the desk may do: 409 for everyone."""
PROGRAMS = {"/secours/admettre", "/secours/passation"}
"""Sent by a second server, which has a code or token of its own instead of a form token."""
LAST = [
    ("POST", "/tournois/<number:number>/liens/<number:table>/changer"),
    ("POST", "/tournois/<number:number>/liens/refaire"),
    ("POST", "/api/tournois/<number:number>/links/<number:table>"),
    ("DELETE", "/api/tournois/<number:number>/links/<number:table>"),
    ("DELETE", "/api/acces/organisateur"),
    ("POST", "/organisateur/sortir"),
    ("POST", "/table/rendre"),
]
"""Requests that end a link or session are sent after all others."""


@dataclass(frozen=True)
class Case:
    """One request: its kind, and its sheet."""

    kind: str
    method: str
    rule: str
    played: bool = False
    """Whether it is about the sheet of a table of the tournament."""

    def path(self, free: int, played: int) -> str:
        """The URL for tournament, table, line and player 1."""
        number = played if self.played else free if self.kind in FREE else 1
        numbers = {
            "number": number,
            "rang": 1,
            "place": 1,
            "tour": 1,
            "table": 1,
            "entrant": 1,
            "player": 1,
            "tournament": 1,
            "session": 99,
        }
        path = self.rule
        for name, value in numbers.items():
            path = path.replace(f"<number:{name}>", str(value))
        for name, text in {
            "key": "jass",
            "token": "A" * 22,
            "digest": "0",
            "slug": "controle",
            "name": "table",
        }.items():
            path = path.replace(f"<{name}>", text)
        return path.replace("<path:filename>", "icon.svg")

    def status(self, role: str) -> int:
        """Return the status for a role: a refusal, or `OK` for any other."""
        if self.played and self.rule in DESK_ONLY and self.method != "GET":
            return 409
        refusals = {**KINDS, **(PLAYED if self.played else FREE)}[self.kind]
        return refusals.get(LOOKS if role == AWAY else role, OK)


def cases() -> list[Case]:
    every = [Case(kind, method, rule) for kind, method, rule in LINES]
    every += [replace(case, played=True) for case in every if case.kind in PLAYED]
    places = {line: place for place, line in enumerate(LAST, 1)}
    return sorted(every, key=lambda case: places.get((case.method, case.rule), 0))


def cast_off(room: Room, links: Mapping[int, str]) -> None:
    """Grant a device write access to both sheets, and remove it from both."""
    visit = from_the_room(room.app, 30)
    path = f"/t/{links[1]}"
    assert visit.send(visit.get(path).form(path)).status == 303
    with visit.client.session_transaction() as session:
        device = session["device"]
    writers.grant(room.store, room.free, device, by=BY)
    assert visit.get(f"/parties/{room.free}").has_form("/saisies")
    assert visit.get(f"/parties/{room.played}").status == 200
    writers.revoke(room.store, room.free, device, by=BY)
    table_links.rotate(room.store, 1, 1, key=room.app.config["SECRET_KEY"], by=BY)
    room.visits[AWAY] = visit


def asked(visit: Visit, case: Case, path: str, token: str) -> int:
    """Return the status of a request without content, apart from the form token."""
    body: dict[str, Any] = {}
    if case.method != "GET":
        body = {"json": {}} if path.startswith("/api/") else {"data": {"csrf_token": token}}
    with visit.client.open(path, method=case.method, **body) as answer:
        return answer.status_code


@pytest.fixture(autouse=True)
def printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces printing, which is slow and tested elsewhere."""
    monkeypatch.setattr(Printer, "cached_render", lambda *_, **__: b"%PDF-1.7")


def from_the_room(app: Flask, number: int) -> Visit:
    visit = Visit(app.test_client())
    visit.client.environ_base["REMOTE_ADDR"] = f"192.168.1.{number}"
    return visit


@dataclass
class Room:
    """A running tournament of two tables, a free sheet with a line, and a browser for every role."""

    app: Flask
    store: Store
    free: int
    played: int
    visits: dict[str, Visit]

    def wrong(self, role: str) -> Iterator[tuple[str, str, str, int]]:
        """Return every response to a role that differs from the table."""
        visit = self.visits[role]
        token = visit.token()
        for case in cases():
            if case.kind == "tous" and role != LOOKS and (case.method, case.rule) not in LAST:
                continue  # allowed for any role that may read
            status = asked(visit, case, case.path(self.free, self.played), token)
            wanted = case.status(role)
            good = status not in {401, 403} and status < 500 if wanted == OK else status == wanted
            if not good:
                yield case.method, case.rule, "played" if case.played else case.kind, status


@pytest.fixture
def room(app: Flask) -> Room:
    store = play_of_eight(app)
    visits = {
        role: from_the_room(app, 10 + place) for place, role in enumerate((LOOKS, JOINED, TABLE, OTHER))
    }
    visits |= {ORGANISER: come_in(app), HERE: Visit(app.test_client())}
    visits[ORGANISER].client.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    free = visits[JOINED].open_sheet("tarot", PLAYERS)
    assert visits[JOINED].enter(free, donne()).status == 303
    made = Room(app, store, free, desk.read(store, 1).rounds[0].tables[0].partie, visits)
    cast_off(made, tokens(app))
    links = tokens(app)
    for role, table in ((TABLE, 1), (OTHER, 2)):
        path = f"/t/{links[table]}"
        assert visits[role].send(visits[role].get(path).form(path)).status == 303
    return made


def test_every_route_and_method_has_its_line(app: Flask) -> None:
    routed = sorted(
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    )
    assert sorted((method, rule) for _, method, rule in LINES) == routed


@pytest.mark.parametrize("role", [LOOKS, AWAY, OTHER, HERE])
def test_onlooker_is_refused_all_else_and_changes_nothing(room: Room, role: str) -> None:
    before = room.store.tail()
    assert list(room.wrong(role)) == []
    # This machine writes on free sheets: it closes and opens that one, or strikes its line.
    assert role == HERE or room.store.tail() == before


@pytest.mark.parametrize("role", [JOINED, TABLE])
def test_table_device_does_its_own_acts(room: Room, role: str) -> None:
    assert list(room.wrong(role)) == []


def test_the_organiser_may_do_everything(room: Room) -> None:
    assert list(room.wrong(ORGANISER)) == []


def test_before_a_passphrase_this_machine_may_do_everything(tmp_path: Path) -> None:
    app = make_app(Config(tmp_path / "first"))
    store: Store = app.extensions["store"]
    draw(store, opened(store, 8, rounds=2))
    visit = Visit(app.test_client())
    free = visit.open_sheet("tarot", PLAYERS)
    assert visit.enter(free, donne()).status == 303
    room = Room(app, store, free, desk.read(store, 1).rounds[0].tables[0].partie, {FIRST: visit})
    assert list(room.wrong(FIRST)) == []
    store.close()


def test_no_act_without_the_token_of_its_form_nor_from_elsewhere(room: Room) -> None:
    visit, before = room.visits[ORGANISER], room.store.tail()
    token = visit.token()
    acts = [case for case in cases() if case.method != "GET" and not case.played]
    assert len(acts) > 80
    for case in acts:
        path, is_api = case.path(room.free, room.played), case.rule.startswith("/api/")
        fields = {"csrf_token": token, "uuid": new_uuid()}
        body = {"json": {}} if is_api else {"data": fields}
        strange = [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]
        if not case.rule.endswith("/<token>"):
            strange.append({"Origin": "null"})
        for headers in strange:
            answer = visit.client.open(path, method=case.method, headers=headers, **body)  # type: ignore[arg-type]
            assert answer.status_code == 403, (case.rule, headers)
        if not is_api and case.rule not in PROGRAMS:
            assert visit.post(path, []).status == 400, case.rule
    assert room.store.tail() == before
