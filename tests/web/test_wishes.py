"""People who must not meet: visible only to the organiser; every URL as every role, in an evening with two who quarrelled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.cli import main
from scorekeeper.parties import writers
from scorekeeper.press.pdf import Printer
from scorekeeper.records.store import Store
from scorekeeper.tournaments import player_file
from scorekeeper.tournaments.access.organiser import set_passphrase
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.verifying import check_export
from tests.tarot_table import PLAYERS, donne
from tests.tournaments.desk import BY, draw, note, opened, people
from tests.web.browsing import Visit
from tests.web.desk_visits import PHRASE, come_in, tokens
from tests.web.test_roles import (
    AWAY,
    HERE,
    JOINED,
    LOOKS,
    ORGANISER,
    OTHER,
    TABLE,
    cases,
    from_the_room,
)

pytestmark = pytest.mark.usefixtures("short_search")
WORD = "Brouille des Merle"
"""A group of five among eight people: some of them meet in every round."""
TOLD = (WORD, "apart-", "apart_broken", "Devaient être séparés", "ne doivent pas se rencontrer")
TOLD_IN_ENGLISH = ("To be kept apart", "Those who must not meet")
PROVES_LESS = "Ce fichier ne dit pas qui ne devait pas rencontrer qui ; celui de l’organisateur prouve aussi ce qui en dépend."
UNPROVED = "6 événements sur {} sont donc sans empreinte à vérifier, à leur place dans la chaîne."
EXPORT = "/api/tournois/1/export.json"


@dataclass
class Room:
    """An evening in which five have the same group, a free sheet, and a browser for every role."""

    free: int
    played: int
    visits: dict[str, Visit]

    def answers(self, role: str) -> Iterator[tuple[str, str]]:
        """Yield the route and the text of each GET response to a role; for an onlooker in French and in English."""
        for case in cases():
            if case.method == "GET":
                path = case.path(self.free, self.played)
                for language in ("fr", "en") if role == LOOKS else ("fr",):
                    with self.visits[role].client.get(path, headers={"Accept-Language": language}) as answer:
                        yield case.rule, answer.get_data().decode("utf-8", "replace")


def evening(store: Store) -> None:
    """Create an evening of eight: its draw seats quarrelling people together, and is repaired after one left."""
    listed: list[Any] = [{"name": name, "apart": [WORD]} for name in people(5)]
    t = draw(store, opened(store, [*listed, *people(8)[5:]], rounds=3))
    for table in t.rounds[0].tables:
        note(store, t, table.number, (1007, 877))
    desk.close_round(store, t.id, 1, by=BY)
    desk.withdraw(store, t.id, 2, by=BY)
    desk.repair(store, t.id, by=BY)
    desk.amend_entrant(store, t.id, 1, {"apart": [WORD, "Joueur 007"]}, by=BY)
    desk.bring_back(store, t.id, 2, by=BY)
    draw(store, desk.read(store, t.id))
    player_file.add_tournament(store, t.id)


@pytest.fixture
def sent_to_print(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The content of every printed document."""
    documents: list[str] = []

    def render(_: Printer, html: str, *__: Any, **___: Any) -> bytes:
        documents.append(html)
        return b"%PDF-1.7"

    monkeypatch.setattr(Printer, "cached_render", render)
    return documents


@pytest.fixture
def room(app: Flask, sent_to_print: list[str]) -> Room:
    store: Store = app.extensions["store"]
    evening(store)
    set_passphrase(store, PHRASE)
    visits = {role: from_the_room(app, 10 + n) for n, role in enumerate((LOOKS, JOINED, AWAY, TABLE, OTHER))}
    visits |= {ORGANISER: come_in(app), HERE: Visit(app.test_client())}
    free = visits[JOINED].open_sheet("tarot", PLAYERS)
    assert visits[JOINED].enter(free, donne()).status == 303
    links = tokens(app)
    for role, table in ((AWAY, 1), (TABLE, 1), (OTHER, 2)):
        path = f"/t/{links[table]}"
        assert visits[role].send(visits[role].get(path).form(path)).status == 303
    with visits[AWAY].client.session_transaction() as session:
        writers.revoke(store, free, session["device"], by=BY)
    played = desk.read(store, 1).rounds[-1].tables[0].partie
    return Room(free, played, visits)


def lists_of(value: Any, key: str) -> Iterator[Any]:
    """Yield the values of a key at any depth."""
    if isinstance(value, dict):
        own = value.get(key)
        # The API description has an empty example.
        yield from [own] if isinstance(own, list) and any(own) else []
        for part in value.values():
            yield from lists_of(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from lists_of(part, key)


def leaks(text: str) -> list[str]:
    """Return the evidence of the quarrel in a text."""
    evidence = [words for words in (*TOLD, *TOLD_IN_ENGLISH) if words in text]
    if text.startswith("{"):
        evidence += [f"apart: {wish}" for wish in lists_of(json.loads(text), "apart")]
    return evidence


def test_a_wish_not_to_meet_is_in_no_answer_or_print(room: Room, sent_to_print: list[str]) -> None:
    """As an onlooker, devices with and without a table, a device of the free sheet, and this machine with a passphrase set."""
    answers = [
        (role, rule, leaks(text))
        for role in (LOOKS, AWAY, JOINED, TABLE, OTHER, HERE)
        for rule, text in room.answers(role)
    ]
    assert len(answers) > 400
    assert [answer for answer in answers if answer[-1]] == []
    assert len(sent_to_print) > 2
    assert [leak for leak in map(leaks, sent_to_print) if leak] == []


def test_the_organiser_reads_wishes_not_to_meet(room: Room) -> None:
    read = {rule: leaks(text) for rule, text in room.answers(ORGANISER)}
    rules = {rule for rule, evidence in read.items() if evidence}
    assert rules >= {
        "/api/fichier",
        "/api/tournois/<number:number>",
        "/api/tournois/<number:number>/export.json",
        "/tournois/<number:number>/tirage",
    }


def verified(document: Any, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Return the status and the output of `verify`."""
    file = folder / "tournoi.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    capsys.readouterr()
    status = main(["verify", str(file), "--lang", "fr"])
    return status, capsys.readouterr().out.replace("\u202f", " ").replace("\xa0", " ")


def test_public_export_states_what_it_proves(
    room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client = room.visits[ORGANISER].client
    full = strict_json.loads(client.get(EXPORT).get_data())
    status, printed = verified(full, tmp_path, capsys)
    assert status == 0
    assert "Tout se suit : liste, graine, ordre, grille, tables, résultats, classement.\n" in printed
    assert "\n2 tirages refaits.\n" in printed
    sent = client.get(f"{EXPORT}?public=1").get_data(as_text=True)
    assert leaks(sent) == []
    public = strict_json.loads(sent)
    assert public["head"] == full["head"]
    assert [event["kind"] for event in public["events"] if event["seq"] in public["withheld"]] == [
        "creation",
        "inscription",
        "tirage",
        "reparation",
        "joueur",
        "tirage",
    ]
    status, printed = verified(public, tmp_path, capsys)
    assert (status, printed.splitlines()[:4]) == (
        0,
        [
            "Tout se suit : liste, graine, ordre, tables, résultats, classement.",
            PROVES_LESS,
            UNPROVED.format(len(full["events"])),
            "3 tirages ou réparations : l’ordre et les tables sont vérifiés, la grille n’est pas refaite.",
        ],
    )


def test_a_change_of_a_published_export_is_found(room: Room) -> None:
    public = room.visits[ORGANISER].client.get(f"{EXPORT}?public=1").get_json()
    for old, new, code in (
        ('"grid":[[[', '"grid":[[[7,', "tirage-impossible"),
        ('"label":"draw/1"', '"label":"draw/2"', "tirage-label"),
        ('"order":["', '"order":["x', "tirage-order"),
        ('"score":', '"score":1', "tirage-report"),
    ):
        other = json.loads(json.dumps(public))
        event = next(event for event in other["events"] if event["kind"] == "tirage")
        assert old in event["body"]
        event["body"] = event["body"].replace(old, new, 1)
        with pytest.raises(Mismatch) as caught:
            check_export(other)
        assert caught.value.code == code
    played = next(event for event in public["events"] if event["kind"] == "resultat")
    played["body"] = played["body"].replace("1007", "1008")
    public["withheld"].append(played["seq"])
    with pytest.raises(Mismatch) as caught:
        check_export(public)
    assert caught.value.code == "evenement-change"


def test_an_evening_without_wishes_is_published_whole(app: Flask) -> None:
    store: Store = app.extensions["store"]
    t = draw(store, opened(store, 8, rounds=2))
    full, public = (desk.export_document(store, t.id, public=public) for public in (False, True))
    assert public == full


def test_a_draw_of_the_command_is_published_without_wishes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed, apart = tmp_path / "liste.txt", tmp_path / "apart.txt"
    listed.write_text("\n".join(people(8)), encoding="utf-8")
    apart.write_text(", ".join(people(5)), encoding="utf-8")
    asked = ["draw", str(listed), "--rounds", "2", "--seed", "x", "--apart", str(apart), "--json"]
    assert main(asked) == 0
    full = json.loads(capsys.readouterr().out)
    assert full["report"]["apart_broken"]
    assert main([*asked, "--public"]) == 0
    sent = capsys.readouterr().out
    assert leaks(sent) == []
    assert verified(full, tmp_path, capsys)[1].startswith(
        "Tout se suit : liste, graine, ordre, grille, tables.\n"
    )
    status, printed = verified(json.loads(sent), tmp_path, capsys)
    assert status == 0
    assert printed.startswith(
        "Tout se suit : liste, graine, ordre, tables. La grille elle-même n’est pas refaite.\n"
    )
    public = json.loads(sent)
    public["rounds"][0][0] = public["rounds"][0][0][::-1]
    assert verified(public, tmp_path, capsys)[0] == 1
