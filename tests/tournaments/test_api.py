"""The desk over HTTP for other programs; and its exports: CSV, JSON, the record."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.i18n import speaking
from scorekeeper.lists.spreadsheet import csv_cell, csv_text
from scorekeeper.lists.text import unescaped_cell
from scorekeeper.parties import amend
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from scorekeeper.tournaments.acts.lists import checked
from tests.tournaments.desk import BY, J23, draw, new_uuid, note, opened, play, play_round

ROOT = "/api/tournois"


def call(client: FlaskClient, method: str, path: str, expected: int, body: Any = None, **more: Any) -> Any:
    answer = client.open(f"{ROOT}{path}", method=method, json=body, **more)
    assert answer.status_code == expected, answer.text
    return answer.get_json()


def test_an_evening_by_the_letter_of_the_api(client: FlaskClient) -> None:
    document = {
        "name": "Match au cochon",
        "game": "jass",
        "settings": {},
        "format": "individuel",
        "rounds": 2,
        "players": [{"name": f"Joueur {number}", "club": "Vresse"} for number in range(1, 17)],
        "seed": "2026-11-20",
    }
    made = call(client, "POST", "", 201, document)
    t = made["id"]
    assert made["bye"] == 942
    assert client.post(ROOT, json=document).headers["Location"] == f"{ROOT}/{t + 1}"
    drawn = call(client, "POST", f"/{t}/rounds", 201, {"uuid": new_uuid()})
    assert (drawn["round"], drawn["seed"], drawn["attempt"], drawn["byes"]) == (1, "2026-11-20", 1, [])
    assert [len(table["seats"]) for table in drawn["tables"]] == [4, 4, 4, 4]
    assert drawn["cost"]["score"] == 0
    assert drawn["cost"]["words"][0] == "Aucune rencontre répétée."
    partie = client.get(f"/api/parties/{drawn['tables'][0]['partie']}").get_json()
    assert partie["sheet"]["players"] == drawn["tables"][0]["seats"]
    once = new_uuid()
    for expected in (201, 200):
        late = call(client, "POST", f"/{t}/players", expected, {"name": "Tardive", "uuid": once})
        assert [(player["number"], player["name"]) for player in late["players"]] == [(17, "Tardive")]
    uuid = new_uuid()
    for expected in (201, 200):
        result = {"uuid": uuid, "totals": [1007, 877]}
        noted = call(client, "POST", f"/{t}/rounds/1/tables/1/result", expected, result)
        assert noted["stage"] == "papier"
    lines = [{"points": [points, 157 - points]} for points in J23]
    call(client, "POST", f"/{t}/rounds/1/tables/2/result", 201, lines)
    call(client, "POST", f"/{t}/rounds/1/tables/3/result", 201, {"uuid": new_uuid(), "entries": lines})
    missing = call(client, "POST", f"/{t}/rounds/1/close", 409)
    assert [fault["message"] for fault in missing["faults"]] == ["Table 4\xa0: rien n’est noté."]
    call(client, "POST", f"/{t}/rounds/1/tables/4/result", 201, {"uuid": new_uuid(), "totals": [942, 942]})
    assert call(client, "POST", f"/{t}/rounds/1/close", 200)["closed"] is True
    withdrawn = call(client, "DELETE", f"/{t}/players/3", 200, {"reason": "rentré"})
    assert withdrawn["present"] is False
    ranking = call(client, "GET", f"/{t}/standings", 200)
    assert [line["total"] for line in ranking["lines"]] == [1007] * 6 + [942] * 4 + [877] * 6 + [0]
    assert [line["rank"] for line in ranking["lines"]] == [1] * 6 + [7] * 4 + [11] * 6 + [17]
    second = call(client, "POST", f"/{t}/rounds", 201, {})
    assert second["label"] == "draw/1/after-1"
    assert "Joueur 3" not in [name for table in second["tables"] for name in table["seats"]]


def test_faults_have_the_form_of_those_of_sheets(client: FlaskClient, store: Store) -> None:
    t = draw(store, opened(store, 8))
    lines = [{"points": [points, 157 - points]} for points in J23]
    lines[4] = {"points": [110, 48]}
    answer = call(
        client, "POST", f"/{t.id}/rounds/1/tables/1/result", 422, {"uuid": new_uuid(), "entries": lines}
    )
    assert answer == {
        "format": "scorekeeper-faults/1",
        "faults": [
            {
                "entry": 5,
                "field": "points",
                "code": "papier-somme",
                "message": "Donne 5\xa0: 158 en tout au lieu de 157, écart +1.",
            }
        ],
    }
    english = call(client, "POST", f"/{t.id}/rounds", 409, {}, headers={"Accept-Language": "en"})
    assert english["faults"][0]["code"] == "tour-en-cours"
    assert english["faults"][0]["message"] == "Round 1 is not closed."


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/99", None, 404),
        ("GET", "/1/rounds/9", None, 404),
        ("GET", "/1/rounds/1/tables/9", None, 404),
        ("GET", "/1/players/99", None, 404),
        ("GET", "/0", None, 404),
        ("GET", "/1/standings?rounds=x", None, 422),
        ("GET", "/1/export.csv?table=secrets", None, 422),
        ("GET", "?before=-1", None, 422),
        ("POST", "/1/rounds", {"seed": 7}, 422),
        ("POST", "/1/rounds", {"redraw": "yes"}, 422),
        ("POST", "/1/rounds", [], 422),
        ("POST", "/1/rounds/1/tables/1/result", {"totals": [1007, 877]}, 422),
        ("POST", "/1/rounds/1/tables/1/result", {"uuid": "x", "totals": [1007, 877]}, 422),
        ("POST", "/1/rounds/1/tables/1/result", {"uuid": "00000000-0000-4000-8000-000000000000"}, 422),
        ("POST", "/1/rounds/1/substitutes", {"number": "1", "name": "Rose"}, 422),
        ("POST", "/1/rounds/1/substitutes", {"number": 99, "name": "Rose"}, 422),
        ("POST", "/1/players/1/card", {"value": True}, 422),
        ("POST", "/1/players", {"players": [], "x": 1}, 422),
        ("POST", "/1/players/preview?heading=5001", {"text": "Anne"}, 422),
        ("POST", "/1/players/preview", {"text": "Anne", "separator": ";;"}, 422),
        ("POST", "/1/players/preview", {"text": "Anne", "separator": 7}, 422),
        ("PATCH", "/1/players/1", {"number": 5}, 422),
        ("PATCH", "/1", {"donnes": 8}, 409),
        ("PUT", "/1", {}, 405),
    ],
)
def test_invalid_value_is_refused_without_a_write(
    client: FlaskClient, store: Store, *, method: str, path: str, body: Any, status: int
) -> None:
    draw(store, opened(store, 8))
    before = desk.read(store, 1).revision
    answer = client.open(f"{ROOT}{path}", method=method, json=body)
    assert answer.status_code == status
    assert answer.get_json()["format"] == "scorekeeper-faults/1"
    assert desk.read(store, 1).revision == before


def test_unchanged_page_answers_polling_with_not_modified(client: FlaskClient, store: Store) -> None:
    t = draw(store, opened(store, 8))
    tournament, ranking = f"{ROOT}/{t.id}", f"{ROOT}/{t.id}/standings"
    partie = t.rounds[0].tables[0].partie

    def changed() -> tuple[bool, bool]:
        """Return whether the tournament and whether the ranking differ from those of the previous call."""
        changes = []
        for path in (tournament, ranking):
            answer = client.get(path, headers={"If-None-Match": tags.get(path, "")})
            assert answer.status_code in {200, 304}
            assert (answer.data == b"") is (answer.status_code == 304)
            tags[path] = answer.headers["ETag"]
            changes.append(answer.status_code == 200)
        return changes[0], changes[1]

    tags: dict[str, str] = {}
    assert changed() == (True, True)
    assert changed() == (False, False)
    play(store, partie, J23[:11])
    assert changed() == (True, False)
    play(store, partie, J23[11:])
    assert changed() == (True, False)
    amend(store, partie, uuid=new_uuid(), rang=1, payload={"points": [93, 64]}, revision=None, by=BY)
    assert changed() == (True, False)
    note(store, t, 2, (1007, 877))
    assert changed() == (True, True)
    assert changed() == (False, False)


def test_lists_from_spreadsheets_are_previewed_and_registered(client: FlaskClient, store: Store) -> None:
    t = opened(store, 4)
    data = "Nom;Club\nAnne;Vresse\nAnne;Alle\n".encode("cp1252")
    kind = {"content_type": "text/csv", "data": data}
    looked = client.post(f"{ROOT}/{t.id}/players/preview", **kind).get_json()
    assert (looked["ok"], looked["separator"], looked["encoding"]) == (False, ";", "utf-8-sig")
    assert [[fault["code"] for fault in row["faults"]] for row in looked["rows"]] == [[], ["nom-deux-fois"]]
    refused = client.post(f"{ROOT}/{t.id}/players", **kind)
    assert refused.status_code == 422
    assert refused.get_json()["faults"][0]["entry"] == 3
    taken = client.post(
        f"{ROOT}/{t.id}/players", content_type="text/csv", data="Nom;Club\nJérôme;Alle".encode("cp1252")
    )
    assert taken.status_code == 201
    assert taken.get_json()["players"][0]["name"] == "Jérôme"
    pasted = call(client, "POST", f"/{t.id}/players/preview", 200, {"text": "Dupont, Luc", "separator": ""})
    assert pasted["rows"][0]["player"]["name"] == "Luc Dupont"


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("=1+1", "'=1+1"),
        ("+41 79", "'+41 79"),
        ("-Jean", "'-Jean"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("\n=1", "'\n=1"),
        ("\0=1", "'\0=1"),
        (" =1", "' =1"),
        ("\u00a0=1", "'\u00a0=1"),
        ("＝1", "'＝1"),  # noqa: RUF001 - full-width on purpose
        ("＋1", "'＋1"),  # noqa: RUF001
        ("'=1", "''=1"),
        ("Anne =1", "Anne =1"),
        ("O'Neil", "O'Neil"),
        ("", ""),
    ],
)
def test_no_cell_is_taken_for_a_formula(text: str, safe: str) -> None:
    assert csv_cell(text) == safe
    assert unescaped_cell(safe) == text
    assert csv_cell(-318) == -318


def test_hostile_names_leave_as_text(client: FlaskClient, store: Store) -> None:
    players = [
        {"name": '=HYPERLINK("http://x")', "club": "@club"},
        {"name": "+Anne", "club": 'a;b,c"d'},
        {"name": "-Luc"},
        {"name": "＝1+1"},  # noqa: RUF001
    ]
    t = play_round(store, opened(store, players, rounds=1, prizes=["=cochon"]))
    for table in ("classement", "resultats", "joueurs"):
        for excel in (0, 1):
            answer = client.get(f"{ROOT}/{t.id}/export.csv?table={table}&excel={excel}")
            text = answer.text.removeprefix("\ufeff")
            assert answer.text.startswith("\ufeff") is bool(excel)
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=";" if excel else ","))
            assert len({len(row) for row in rows}) == 1
            for cell in (cell for row in rows[1:] for cell in row):
                assert cell.lstrip("-").isdigit() or cell[:1] not in set("=+-@＝＋－＠")  # noqa: RUF001
            assert any("'=HYPERLINK" in cell for row in rows for cell in row)
            if table == "joueurs":
                back = checked(answer.text, ()).players
                assert [(player.name, player.club) for player in back] == [
                    (player["name"], player.get("club", "")) for player in players
                ]
    assert (
        'attachment; filename="tournoi-1-classement.csv"'
        in client.get(f"{ROOT}/{t.id}/export.csv").headers["Content-Disposition"]
    )


def test_the_ranking_as_csv_has_a_column_for_each_round(client: FlaskClient, store: Store) -> None:
    t = play_round(store, opened(store, 5, rounds=2, prizes=["un cochon"]))
    rows = list(csv.DictReader(io.StringIO(client.get(f"{ROOT}/{t.id}/export.csv").text)))
    assert [(row["rang"], row["tour 1"], row["exempts"]) for row in rows] == [
        ("1", "1007", "0"),
        ("1", "1007", "0"),
        ("3", "942", "1"),
        ("4", "877", "0"),
        ("4", "877", "0"),
    ]
    with speaking("en"):
        assert csv_text(desk.export_rows(store, t.id), excel=False).startswith(
            "rank,number,name,club,total,round 1,byes,matches,prize"
        )


def test_export_has_sheets_draws_and_all_events(client: FlaskClient, store: Store) -> None:
    t = draw(store, opened(store, 4, rounds=1))
    t = draw(store, t, redraw=True, reason="faute de frappe")
    play(store, t.rounds[0].tables[0].partie)
    t = desk.close_round(store, t.id, 1, by=BY)
    t = desk.finish(store, t.id, by=BY)
    export = client.get(f"{ROOT}/{t.id}/export.json").get_json()
    assert export["format"] == "scorekeeper-tournament/1"
    assert [event["kind"] for event in export["history"]] == [
        "creation", "inscription", "graine", "tirage", "tour", "tirage", "tour", "tour-clos", "fin",
    ]  # fmt: skip
    assert [each["reason"] for each in export["draws"]] == ["", "faute de frappe"]
    (table,) = export["rounds"][0]["tables"]
    assert table["totals"] == [1007, 877]
    assert len(table["sheet"]["entries"]) == 12
    assert [event["kind"] for event in table["history"]] == ["ouverture", *["entree"] * 12, "cloture"]
    assert [line["total"] for line in export["ranking"]] == [1007, 1007, 877, 877]
    history = client.get(f"{ROOT}/{t.id}/history").get_json()["history"]
    assert len(history) == 9
    assert all(event["actor"] and event["at"] for event in history)


def test_responses_match_their_description(client: FlaskClient, store: Store) -> None:
    description = client.get("/api/openapi.json").get_json()
    t = draw(store, opened(store, 9))
    record = f"{ROOT}/{{number}}/players/{{player}}"
    answers: Mapping[tuple[str, str], Any] = {
        (ROOT, "get"): client.get(ROOT),
        (f"{ROOT}/{{number}}", "get"): client.get(f"{ROOT}/1"),
        (record, "get"): client.get(f"{ROOT}/1/players/1"),
        (f"{ROOT}/{{number}}/standings", "get"): client.get(f"{ROOT}/1/standings"),
        (f"{ROOT}/{{number}}/history", "get"): client.get(f"{ROOT}/1/history"),
        (f"{ROOT}/{{number}}/rounds/{{tour}}", "get"): client.get(f"{ROOT}/1/rounds/1"),
        (f"{ROOT}/{{number}}/rounds/{{tour}}/tables/{{table}}", "get"): client.get(f"{ROOT}/1/rounds/1/tables/1"),
        (f"{ROOT}/{{number}}/rounds/{{tour}}/close", "post"): client.post(f"{ROOT}/1/rounds/1/close"),
        (f"{ROOT}/{{number}}/links", "post"): client.post(f"{ROOT}/1/links"),
        (f"{ROOT}/{{number}}/players/preview", "post"): client.post(
            f"{ROOT}/1/players/preview", json={"text": "Anne"}
        ),
        (f"{ROOT}/{{number}}/players", "post"): client.post(f"{ROOT}/1/players", json=["Anne"]),
        ("/api/acces", "get"): client.get("/api/acces"),
    }  # fmt: skip
    for (path, method), answer in answers.items():
        response = description["paths"][path][method]["responses"][str(answer.status_code)]
        schema = response["content"]["application/json"]["schema"]
        jsonschema.validate(answer.get_json(), {**schema, "components": description["components"]})
    assert t.id == 1


def test_tampering_with_derived_rows_is_noticed(store: Store) -> None:
    t = play_round(store, opened(store, 8))
    with store.read() as session:
        assert checking.differences(session.connection) == ([], [])
        conn: sqlite3.Connection = session.connection
        for statement, table in (
            ("UPDATE tournament_table SET result = NULL WHERE number = 1", "tournament_table"),
            ("UPDATE entrant SET name = 'Mallory' WHERE number = 1", "entrant"),
            ("UPDATE tournament SET stage = 'fini'", "tournament"),
            ("DELETE FROM tournament_seat WHERE seat = 0", "tournament_seat"),
        ):
            conn.execute("BEGIN")
            conn.execute(statement)
            assert checking.differences(conn)[1] == [
                f"tournament {t.id}: {table} is not what its events give"
            ]
            conn.execute("ROLLBACK")
        for statement in ("UPDATE event SET body = '{}'", "DELETE FROM event"):
            with pytest.raises(sqlite3.IntegrityError):
                conn.execute(statement)


def test_a_tournament_reads_the_same_after_a_restart(store: Store) -> None:
    t = play_round(store, opened(store, 10))
    t = desk.withdraw(store, t.id, 4, by=BY)
    t = draw(store, t)
    ranking = desk.standings(store, t.id)
    store.close()
    with Store(store.path) as again:
        assert desk.read(again, t.id) == t
        assert desk.standings(again, t.id) == ranking
