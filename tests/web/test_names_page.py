"""The page about people's names: searched, erased, and kept for the number of years set by the house."""

from __future__ import annotations

import datetime as dt
import functools
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from scorekeeper import config as houses
from scorekeeper.config import House
from scorekeeper.parties import Author
from scorekeeper.records.store import Store
from scorekeeper.server import old_names
from scorekeeper.tournaments import forgetting
from tests.web.browsing import Visit
from tests.web.hands import EVENINGS, play


def test_a_person_is_looked_for_shown_and_forgotten(visit: Visit, app: Flask) -> None:
    number = play(visit, EVENINGS["tarot"], 3)
    name = EVENINGS["tarot"].sheet["players"][0]
    before = visit.get(f"/parties/{number}")
    assert name in before.text
    printed: Path = app.extensions["config"].data / "impressions" / "a.pdf"
    printed.parent.mkdir()
    printed.write_bytes(b"%PDF-")
    shown = visit.get(f"/noms?nom={name.upper()}")
    assert f"{name} : 1 feuille, 0 tournoi" in shown.text
    done = visit.follow(visit.send(shown.form("/noms/oublier")))
    assert "le nom est devenu « Personne 1 » partout" in done.text
    assert not printed.exists()
    after = visit.get(f"/parties/{number}")
    assert name not in after.html
    assert "Personne 1" in after.text
    assert visit.get("/joueurs").text.count("Personne 1") > 0
    assert name not in visit.get("/").html


def test_unknown_name_is_refused_at_the_field(visit: Visit) -> None:
    page = visit.get("/noms?nom=Zorro")
    assert page.status == 404
    assert "Personne ne s’appelle ainsi sur les feuilles et les listes." in page.text
    assert page.value("nom") == "Zorro"
    form = visit.get("/noms").form("/noms/duree")
    refused = visit.post("/noms/oublier", [*form.only("csrf_token"), ("nom", "Zorro")])
    assert (refused.status, refused.value("nom")) == (404, "Zorro")


def test_a_word_of_the_sheets_is_refused_and_stays(visit: Visit) -> None:
    sheet = visit.open_sheet("tarot", ["Anne", "garde", "Chloé", "David"])
    payload = {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 56}
    assert visit.enter(sheet, payload).status == 303
    page = visit.send(visit.get("/noms?nom=garde").form("/noms/oublier"))
    assert page.status == 422
    assert "« garde » est aussi un mot des feuilles de marque" in page.text
    assert "garde" in visit.get(f"/parties/{sheet}").text


def test_the_time_that_names_are_kept_is_chosen(
    visit: Visit, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    data: Path = app.extensions["config"].data
    form = visit.get("/noms").form("/noms/duree")
    assert form.only("annees") == [("annees", "0")]
    assert visit.send(form, form.with_fields({"annees": "3"})).status == 303
    assert visit.get("/noms").form("/noms/duree").only("annees") == [("annees", "3")]
    assert House(data).years() == 3
    assert visit.send(form, form.with_fields({"annees": "4"})).status == 422
    (data / houses.FOLDER / houses.YEARS).write_text('"?"')
    assert House(data).years() == 0
    (data / houses.FOLDER / houses.YEARS).write_text("{")
    assert House(data).years() == 0

    def full(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(House, "keep_years", full)
    page = visit.send(form, form.with_fields({"annees": "1"}))
    assert (page.status, "disque est plein" in page.html) == (507, True)


def test_people_are_forgotten_when_their_time_is_over(
    app: Flask, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    store: Store = app.extensions["store"]
    number = play(visit, EVENINGS["tarot"], 2)
    sheet = visit.open_sheet("tarot", ["Anne", "Jo", "Chloé", "A"])
    house = House(app.extensions["config"].data)
    look = functools.partial(old_names.forget_due, store, house)
    now = dt.datetime.now(dt.UTC)
    later = now + dt.timedelta(days=400)
    assert look(later) == 0
    house.keep_years(1)
    assert look(now) == 0
    names = {*EVENINGS["tarot"].sheet["players"], "Anne", "Jo", "Chloé"}
    printed: Path = app.extensions["config"].data / "impressions"
    printed.mkdir()
    assert look(later) == len(names)
    assert not printed.exists()
    assert not [name for name in names if name in visit.get(f"/parties/{number}").text]
    assert visit.get(f"/parties/{sheet}").text.count("Personne") > 0
    assert look(later) == 0

    def full(*_: object, **__: object) -> int:
        raise OSError

    monkeypatch.setattr("scorekeeper.server.old_names.forget_since", full)
    assert look(later) == 0
    monkeypatch.setattr(store, "read_only", True)
    assert look(later) == 0


def test_a_name_that_cannot_be_forgotten_keeps_no_other(visit: Visit, app: Flask) -> None:
    sheet = visit.open_sheet("tarot", ["Anne", "garde", "Chloé", "David"])
    payload = {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 56}
    assert visit.enter(sheet, payload).status == 303
    assert forgetting.forget_since(app.extensions["store"], "9999", by=Author("moi")) == 3
    text = visit.get(f"/parties/{sheet}").text
    assert ("garde" in text, "Anne" in text, "Chloé" in text) == (True, False, False)


def test_old_names_are_looked_for_after_a_minute_then_daily(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(Exception):
        pass

    done: list[float | str] = []

    def look(*_: object) -> int:
        done.append("look")
        if done.count("look") == 2:
            raise Stopped
        return 0

    monkeypatch.setattr("scorekeeper.server.old_names.forget_due", look)
    monkeypatch.setattr("scorekeeper.server.old_names.time", SimpleNamespace(sleep=done.append))
    with pytest.raises(Stopped):
        old_names.forget_daily(app.extensions["store"], House(app.extensions["config"].data))
    assert done == [60, "look", 86400, "look"]
