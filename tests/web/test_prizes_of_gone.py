"""A player who left wins no prize unless the organiser decides otherwise: in the ranking, its files, the prizes and the proof."""

from __future__ import annotations

from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.records.store import Store
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.prizes import groups, lines_of_departed
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, draw, note, opened
from tests.web.browsing import Page, Visit


def played(app: Flask) -> tuple[Store, Tournament]:
    """An evening of four whose first two ranks get a pig and a ham, and of which both winning partners have left."""
    store: Store = app.extensions["store"]
    t = draw(
        store, opened(store, ["Anne", "Benoît", "Chloé", "David"], rounds=1, prizes=["Cochon", "Jambon"])
    )
    note(store, t, 1, (1100, 784))
    t = desk.close_round(store, 1, 1, by=BY)
    for person, card in zip(t.rounds[0].tables[0].seats, (4, 3, 2, 1), strict=True):
        desk.draw_card(store, 1, person, card, by=BY)
    return store, desk.withdraw(store, 1, t.rounds[0].tables[0].seats[0], by=BY)


def won(store: Store) -> list[str]:
    """Return the prize of each rank, the first one first."""
    return [" / ".join(line.standing.prizes) for line in desk.standings(store, 1).lines]


def answer(organiser: Visit) -> Page:
    form = organiser.get("/tournois/1/classement").form("/remise/partis")
    return organiser.send(form, [*form.fields, form.buttons[0][:2]])


def test_leaver_wins_no_prize_unless_the_organiser_decides_so(app: Flask) -> None:
    store, t = played(app)
    organiser = Visit(app.test_client())
    leaver = t.entrant(t.rounds[0].tables[0].seats[0]).name
    assert won(store) == ["", "Cochon", "Jambon", ""]
    assert leaver not in {
        name for group in groups(desk.standings(store, 1)) for line in group for name in line.names
    }
    page = organiser.get("/tournois/1/classement").text
    assert f"Plus là, donc sans prix : {leaver}." in page
    assert f"Plus là, donc sans prix : {leaver}." in organiser.get("/tournois/1/classement").text
    assert answer(organiser).status == 303
    assert won(store) == ["Cochon", "Jambon", "", ""]
    assert f"Plus là, mais avec son prix : {leaver}." in organiser.get("/tournois/1/classement").text
    assert answer(organiser).status == 303
    assert won(store) == ["", "Cochon", "Jambon", ""]
    desk.finish(store, 1, by=BY)
    assert "Plus là," not in organiser.get("/tournois/1/classement").text
    assert [
        row.split(",")[-2]
        for row in csv_text(desk.export_rows(store, 1, CsvTable.CLASSEMENT), excel=False).splitlines()
    ][1:] == won(store)
    read = strict_json.loads(organiser.client.get("/api/tournois/1/export.json").get_data())
    assert [line["prizes"] for line in read["ranking"]] == [[], ["Cochon"], ["Jambon"], []]
    check_export(read)


def test_leaver_behind_the_prizes_is_not_asked_about(app: Flask) -> None:
    store, t = played(app)
    first, *_, last = (line.numbers for line in desk.standings(store, 1).lines)
    t = desk.withdraw(store, 1, last[0], by=BY)
    departed = lines_of_departed(t, desk.standings(store, 1))
    assert [(line.numbers, prized) for line, prized in departed] == [(first, False)]
