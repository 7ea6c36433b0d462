"""Proof for a sceptic: the frozen list, the announced seeds, the draws, and their verification."""

from __future__ import annotations

import contextlib
import copy
import functools
import hashlib
import html
import json
import operator
import random
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.cli import main
from scorekeeper.draw.seating.plan import plan
from scorekeeper.draw.seating.problem import Odd
from scorekeeper.errors import Conflict
from scorekeeper.i18n import speaking
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.paper.line_art import code_path
from scorekeeper.records.event_log import digest
from scorekeeper.records.store import Store
from scorekeeper.tournaments import verifying
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.notes import SeedOrigin
from scorekeeper.tournaments.planning import drawn
from scorekeeper.tournaments.verifying import check_export
from tests.soak import FULL
from tests.tournaments.desk import BY, codes, confirm, draw, note, opened, people, play, play_round


def by_hand(names: list[str]) -> str:
    """Return the hash of a list as `sha256sum` does for a file with one name on a line."""
    lines = sorted(unicodedata.normalize("NFC", name) for name in names)
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def test_list_is_frozen_until_people_come_leave_or_are_renamed(store: Store) -> None:
    t = opened(store, people(16), seed=None)
    t = desk.freeze_list(store, t.id, source="six dés", by=BY)
    assert t.frozen is not None
    assert (t.frozen.hash, t.frozen.source) == (by_hand(people(16)), "six dés")
    with pytest.raises(Conflict) as caught:
        desk.freeze_list(store, t.id, by=BY)
    assert codes(caught) == ["liste-deja-figee"]
    t = desk.announce_seed(store, t.id, "3 5 1 6 2 2", by=BY)
    assert [(seed.seed, seed.draws, seed.lists) for seed in t.seeds] == [("3 5 1 6 2 2", 0, 1)]
    assert desk.withdraw(store, t.id, 4, by=BY).frozen is None
    assert desk.bring_back(store, t.id, 4, by=BY).frozen is not None
    t = desk.amend_entrant(store, t.id, 4, {"name": "Zoé"}, by=BY)
    assert t.frozen is None
    t = desk.freeze_list(store, t.id, by=BY)
    t = draw(store, t)
    assert t.frozen is not None
    assert t.frozen.players == t.draws[0].players
    assert t.draws[0].origin is SeedOrigin.ANNONCEE
    order, grid = t.draws[0].order, t.draws[0].grid
    named = [
        [tuple(t.entrant(number).name for number in table) for table in round_.tables]
        for round_ in t.draws[0].rounds
    ]
    assert [[tuple(order[lot - 1] for lot in table) for table in tables] for tables in grid] == named


def test_empty_list_is_no_list(store: Store) -> None:
    t = opened(store, ["Anne"])
    desk.withdraw(store, t.id, 1, by=BY)
    with pytest.raises(Conflict) as caught:
        desk.freeze_list(store, t.id, by=BY)
    assert codes(caught) == ["liste-sans-personne"]


@pytest.fixture
def export(store: Store, client: FlaskClient) -> dict[str, Any]:
    """Return an evening with a frozen list, a late arrival that redraws the rest, a sheet with its donnes, and its ranking."""
    t = opened(store, people(24), rounds=2, seed=None)
    desk.freeze_list(store, t.id, by=BY)
    desk.announce_seed(store, t.id, "3 5 1 6 2 2", by=BY)
    t = play_round(store, t)
    desk.register(store, t.id, ["Tardive"], by=BY)
    t = draw(store, t)
    play(store, t.rounds[-1].tables[0].partie)
    confirm(store, t, 1)
    for table in t.rounds[-1].tables[1:]:
        note(store, t, table.number, (1007, 877))
    desk.close_round(store, t.id, 2, by=BY)
    desk.finish(store, t.id, by=BY)
    read: dict[str, Any] = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    return read


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return the paths of all values that contain no others."""
    items = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    )
    if items is None:
        yield path
    for key, part in items or ():
        yield from spots(part, (*path, key))


def at(document: Any, path: tuple[Any, ...]) -> Any:
    return functools.reduce(operator.getitem, path, document)


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return the document with one value changed."""
    other = copy.deepcopy(document)
    at(other, path[:-1])[path[-1]] = value
    return other


def another(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}x" if isinstance(value, str) else 1


def refused(document: Any) -> str:
    with pytest.raises(Mismatch) as caught:
        check_export(document)
    return caught.value.code


def test_an_evening_is_checked_from_its_export(export: dict[str, Any]) -> None:
    checked = check_export(export)
    assert (checked.players, checked.draws, checked.rounds, checked.results) == (25, 2, 2, 12)
    assert (checked.seats, checked.by_hand, checked.apart) == (48, 0, 0)
    head = "0" * 64
    for event in export["events"][: export["final"]["events"]]:
        head = hashlib.sha256((head + event["hash"]).encode()).hexdigest()
    assert export["final"]["head"] == head


def test_changed_event_is_found(export: dict[str, Any]) -> None:
    first, second = export["players"][0]["name"], export["players"][1]["name"]
    swapped = changed(changed(export, ("players", 0, "name"), second), ("players", 1, "name"), first)
    assert refused(swapped) == "export"
    seats = export["rounds"][0]["tables"][0]["seats"]
    assert refused(changed(export, ("rounds", 0, "tables", 0, "seats"), seats[::-1])) == "export"
    assert refused(changed(export, ("rounds", 0, "tables", 0, "result", "points", 0), 1008)) == "export"
    assert refused(changed(export, ("draws", 0, "seed"), "six")) == "export"
    assert refused(changed(export, ("language",), "pl")) == "cle-inconnue"


def test_names_exchanged_everywhere_do_not_follow_from_the_lot(export: dict[str, Any]) -> None:
    text = json.dumps(export, ensure_ascii=False)
    text = text.replace("Joueur 001", "\0").replace("Joueur 002", "Joueur 001").replace("\0", "Joueur 002")
    assert refused(json.loads(text)) in {"liste", "liste-empreinte"}


def forged(export: dict[str, Any], kind: str, old: str, new: str) -> str:
    """Return the difference reported after an event of a kind was changed and all hashes were recomputed."""
    other = copy.deepcopy(export)
    for event in other["events"]:
        if event["kind"] == kind and old in event["body"]:
            event["body"] = event["body"].replace(old, new, 1)
            break
    else:
        pytest.fail("nothing was forged")
    before = ""
    for event in other["events"]:
        event["prev"] = before or event["prev"]
        event["hash"] = before = digest(tuple(event[column] for column in verifying.COLUMNS[:-1]))
    return refused(other)


def test_events_rewritten_with_their_hashes_do_not_verify(export: dict[str, Any]) -> None:
    """Also with recomputed hashes, a changed seed, seat or result is detected."""
    assert forged(export, "graine", "3 5 1 6 2 2", "1 1 1 1 1 1") == "graine"
    assert forged(export, "tirage", '"seed":"3 5 1 6 2 2"', '"seed":"1 1 1 1 1 1"') == "graine"
    assert forged(export, "tirage", '"tables":[[', '"tables":[[99,') == "tirage-rounds"
    assert forged(export, "resultat", '"points":[1007', '"points":[1008') == "classement-annonce"
    assert forged(export, "signature", '"points":[1007', '"points":[1008') == "classement-annonce"
    assert forged(export, "fin", '"total":', '"total":1') == "classement-annonce"


def test_any_change_of_an_export_is_found(export: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """One value is changed at any place. Each draw is repeated once: a change before it changes its input."""

    @functools.cache
    def again(asked: str) -> Any:
        t, first, seed, how = made[asked]
        return drawn(t, first, seed, **how)

    made: dict[str, Any] = {}

    def once(t: Any, first: int, seed: str, **how: Any) -> Any:
        made[key := repr((t.entrants, t.options, t.rounds, t.draws, seed, first))] = (t, first, seed, how)
        return again(key)

    monkeypatch.setattr(verifying, "drawn", once)
    chance = random.Random(7)  # noqa: S311 - a sample
    for path in chance.sample(sorted(spots(export), key=repr), 600 if FULL else 40):
        # The field only excuses a draw that fails; these do not fail.
        if path[-1] == "forgotten":
            continue
        with contextlib.suppress(*verifying.UNREADABLE):
            assert refused(changed(export, path, another(at(export, path)))), path


def test_command_lists_what_follows_and_what_does_not(
    export: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tournoi.json"
    file.write_text(json.dumps(export), encoding="utf-8")
    assert main(["verify", str(file), "--lang", "fr"]) == 0
    assert "0 place sur 48 choisie à la main." in capsys.readouterr().out
    for path, value, expected in (
        (
            ("draws", 0, "seed"),
            "six",
            "Tirage n° 1 : la graine. Le fichier dit « six », il suit de ses événements « 3 5 1 6 2 2 ».",
        ),
        (
            ("rounds", 1, "tables", 1, "result", "totals", 0),
            1000,
            "Tour 2, table 2 : le total de A. Le fichier dit « 1000 », il suit de ses événements « 1007 ».",
        ),
        (
            ("rounds", 1, "tables", 1, "result", "points", 1),
            0,
            "Tour 2, table 2 : les points de B. Le fichier dit « 0 », il suit de ses événements « 877 ».",
        ),
        (
            ("rounds", 1, "tables", 1, "partie"),
            0,
            "Tour 2, table 2 : partie. Le fichier dit « 0 », il suit de ses événements « 8 ».",
        ),
        (
            ("ranking", 0, "total"),
            5,
            "Ligne 1 du classement : le total. Le fichier dit « 5 », il suit de ses événements « 2014 ».",
        ),
        (
            ("name",),
            "Soirée",
            "Le nom. Le fichier dit « Soirée », il suit de ses événements « Match au cochon ».",
        ),
    ):
        file.write_text(json.dumps(changed(export, path, value)), encoding="utf-8")
        assert main(["verify", str(file), "--lang", "fr"]) == 1, path
        printed = capsys.readouterr().out.replace("\xa0", " ").replace("\u202f", " ")
        assert printed == f"{expected}\n"
    for text in (
        "{}",
        "[",
        '{"format": "scorekeeper-tournament/1"}',
        '{"format": "scorekeeper-draw/1", "asked": 1, "grid": 2}',
    ):
        file.write_text(text, encoding="utf-8")
        assert main(["verify", str(file)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("more", [[], ["--odd", "threes"], ["--pairs"]])
def test_a_draw_of_the_command_is_drawn_again(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed, file = tmp_path / "liste.txt", tmp_path / "tirage.json"
    listed.write_text("\n".join(people(18 if "--pairs" in more else 17)), encoding="utf-8")
    assert main(["draw", str(listed), "--rounds", "3", "--seed", "x", "--json", *more]) == 0
    document = json.loads(capsys.readouterr().out)
    file.write_text(json.dumps(document), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    capsys.readouterr()
    for key in ("seed", "label", "order", "players", "grid", "rounds"):
        value = document[key]
        wrong = f"{value}x" if isinstance(value, str) else [value[1], value[0], *value[2:]]
        file.write_text(json.dumps({**document, key: wrong}), encoding="utf-8")
        assert main(["verify", str(file)]) == 1, key
        assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("version", ["draw/1", "draw/2"])
def test_draw_of_an_earlier_version_verifies_or_is_history(
    version: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A draw verifies with the input needed to repeat it; any other one is history only."""
    eleven = ["Anne", "Bruno", "Chloé", "David", "Emma", "Fanny", "Gaël", "Hugo", "Inès", "Jo", "Kim"]
    listed, file = tmp_path / "liste.txt", tmp_path / "tirage.json"
    listed.write_text("\n".join(eleven), encoding="utf-8")
    document = plan(eleven, 3, seed="graine", tables=Odd.THREES, version=version).to_json()
    # As `draw/2` printed it.
    assert document["rounds"][1][2] == ["Bruno", "David", "Anne"]  # type: ignore[index]
    short = {key: document[key] for key in ("format", "version", "label", "seed", "players", "rounds")}
    for written, status in ((document, 0), ({**document, "version": "draw/3"}, 1), (short, 1)):
        file.write_text(json.dumps(written), encoding="utf-8")
        assert main(["verify", str(file), "--lang", "fr"]) == status
    why = f"Ce tirage est d’une version ({version}) qui ne gardait pas tout ce qu’il faut pour le refaire.\n"
    assert capsys.readouterr().out.endswith(why)
    more = ["--rounds", "4", "--seed", "x", "--odd", "threes", "--history", str(file), "--json"]
    assert main(["draw", str(listed), *more]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"][:3] == document["rounds"]


def test_the_pocket_script_of_the_page_gives_the_tables(
    store: Store, client: FlaskClient, tmp_path: Path
) -> None:
    t = opened(store, people(18), seed=None)
    desk.freeze_list(store, t.id, source="six dés", by=BY)
    desk.announce_seed(store, t.id, "3 5 1 6 2 2", by=BY)
    desk.announce_seed(store, t.id, "1 1 1 1 1 1", by=BY)
    t = draw(store, t)
    page = client.get(f"/tournois/{t.id}/tirage").get_data(as_text=True)
    printed = re.search(r'<code translate="no">(.*?)</code>', page, re.DOTALL)
    assert printed is not None
    script = html.unescape(printed[1])
    assert script.count("\n") <= 60
    (tmp_path / "tirage.py").write_text(script, encoding="utf-8")
    (tmp_path / "1.txt").write_bytes(client.get(f"/tournois/{t.id}/preuve/1.txt").data)
    command = [sys.executable, "-I", "tirage.py", "1.txt"]
    output = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert output.splitlines()[0] == f"list  {by_hand(people(18))}"
    seats = [line.split(":  ")[1].split(" | ") for line in output.splitlines() if line.startswith("round 1,")]
    assert seats == [[t.entrant(number).name for number in table.seats] for table in t.rounds[0].tables]
    # The announced seeds, and the repeated announcement of one.
    spelt = re.sub(r"\s+", " ", html.unescape(page))
    assert "dite après la clôture de la liste" in spelt
    assert "dite à nouveau pour le même tirage" in spelt
    assert client.get(f"/tournois/{t.id}/preuve/2.txt").status_code == 404
    hall = client.get(f"/tournois/{t.id}/salle").get_data(as_text=True)
    assert code_path(f"http://localhost/tournois/{t.id}/preuve")[0] in hall


def test_a_list_that_is_exported_and_read_again_is_the_same(store: Store) -> None:
    t = opened(
        store,
        [
            {"name": "Anne", "club": "Vresse", "fixed": True, "arrived": True, "paid": 1250},
            {"name": "Bé", "apart": ["x"], "fixed": 2, "arrived": True},
            "Col",
            "Dé",
        ],
    )
    t = desk.withdraw(store, t.id, 3, by=BY)
    for language, excel in (("fr", True), ("fr", False), ("en", True)):
        with speaking(language):
            written = csv_text(desk.export_rows(store, t.id, CsvTable.JOUEURS), excel=excel)
            again = desk.import_list(store, opened(store, []).id, written.encode(), by=BY)
            assert [entrant.paid for entrant in again.entrants] == [1250, 0, 0, 0]
            assert again.entrants == t.entrants
            assert csv_text(desk.export_rows(store, again.id, CsvTable.JOUEURS), excel=excel) == written


def test_repairs_are_redrawn_and_seats_by_hand_are_counted(store: Store, client: FlaskClient) -> None:
    t = play_round(store, opened(store, people(24), rounds=3))
    desk.register(store, t.id, ["Tardive"], by=BY)
    t = desk.withdraw(store, t.id, 5, by=BY)
    t = desk.repair(store, t.id, by=BY)
    t = draw(store, t)
    first, other = t.rounds[1].tables[0].seats[0], t.rounds[1].tables[1].seats[0]
    desk.swap(store, t.id, round_number=2, who=[first, other], reason="assis de travers", by=BY)
    read = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    checked = check_export(read)
    assert (checked.draws, checked.by_hand) == (1, 2)
    # A person arriving during the round takes the seat of one who left; a person with a bye who left is gone.
    left, bye = t.rounds[1].tables[2].seats[1], t.rounds[1].tables[3].seats[2]
    t = desk.register(store, t.id, ["Vincent"], by=BY)
    t = desk.withdraw(store, t.id, left, by=BY)
    where: dict[str, Any] = {"round_number": 2, "reason": "arrivée en cours de tour", "by": BY}
    t = desk.place(store, t.id, who=26, table=3, instead=left, **where)
    t = desk.register(store, t.id, ["Wanda"], by=BY)
    desk.place(store, t.id, who=27, table=4, instead=bye, **where)
    desk.withdraw(store, t.id, bye, by=BY)
    t = desk.swap(store, t.id, who=[26, 27], **where)
    assert (left in t.rounds[1].people, t.rounds[1].byes) == (False, (bye,))
    read = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    assert check_export(read).by_hand == 6
    assert forged(read, "placement", "[26]}}", "[25]}}") == "main"
