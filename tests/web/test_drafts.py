"""Drafts of an entry: shared by every device of the sheet, kept through a restart, until the line is written."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.config import Config
from scorekeeper.parties import notes
from scorekeeper.parties.acts import PARTIES
from scorekeeper.records.store import Store
from tests.pages import make_app
from tests.tarot_table import PLAYERS, donne
from tests.web.browsing import Fields, Page, Visit
from tests.web.hands import act, close
from tests.web.test_hot_path import counted

STARTED = {"preneur": "Chloé", "contrat": "garde"}
NOTED = {"bouees_0": "4", "bouees_1": "4", "bouees_2": "5", "bouees_3": "3"}
HEADER = "X-Draft"


def note(visit: Visit, sheet: int, typed: dict[str, str], **more: str) -> Page:
    """Send the draft as a browser without scripts does, or with `age`, as a script does."""
    form = visit.get(f"/parties/{sheet}").form("/saisies")
    fields: Fields = [*form.with_fields(dict(typed)), *more.items()]
    return visit.post(f"/parties/{sheet}/brouillon", fields)


def other(app: Flask) -> Visit:
    """Another browser of this machine, which may write on every sheet."""
    return Visit(app.test_client())


def resumed(page: Page) -> str:
    standing = re.search(r'<p class="resumed" data-resumed>(.*?) <button', page.html)
    return standing[1].replace("\N{NO-BREAK SPACE}", " ") if standing else ""


def filled(page: Page, names: dict[str, str]) -> dict[str, str | None]:
    return {name: page.value(name) for name in names}


def test_draft_is_on_every_device_until_its_line_is_written(app: Flask, visit: Visit) -> None:
    sheet = visit.open_sheet("tarot", PLAYERS)
    second = other(app)
    page = note(visit, sheet, STARTED)
    assert (page.status, page.location) == (303, f"/parties/{sheet}#saisie")
    assert re.fullmatch(r"Saisie reprise : cet appareil, \d\d:\d\d", resumed(visit.get(f"/parties/{sheet}")))
    page = second.get(f"/parties/{sheet}")
    assert filled(page, STARTED) == STARTED
    assert re.fullmatch(r"Saisie reprise : appareil [0-9a-f]{4}, \d\d:\d\d", resumed(page))
    assert not page.errors, "nothing of it is judged"
    # A draft is not a line, and the other device continues it.
    assert parties.read_partie(app.extensions["store"], sheet).lines == ()
    form = page.form("/saisies")
    assert second.send(form, form.with_fields({"bouts": "2", "points": "56"})).status == 303
    for device in (visit, second):
        page = device.get(f"/parties/{sheet}")
        assert (resumed(page), page.value("preneur")) == ("", None)
    # It does not return when that line is struck, as the next line has another number.
    assert act(visit, f"/parties/{sheet}", "/annuler").status == 303
    assert resumed(visit.get(f"/parties/{sheet}")) == ""


def test_draft_survives_a_restart_and_is_emptied_by_a_button(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("drafts")
    config = Config(folder, trusted_hosts=("localhost",))
    app = make_app(config)
    visit = Visit(app.test_client())
    sheet = visit.open_sheet("bouees", PLAYERS)
    assert note(visit, sheet, NOTED).status == 303
    app.extensions["store"].close()
    again = make_app(config)
    visit = Visit(again.test_client())
    page = visit.get(f"/parties/{sheet}")
    assert filled(page, NOTED) == NOTED
    assert "appareil" in resumed(page)
    form = page.form("/brouillon")
    assert visit.send(form).status == 303
    page = visit.get(f"/parties/{sheet}")
    assert (resumed(page), page.value("bouees_0")) == ("", "")
    again.extensions["store"].close()


def test_of_two_the_one_typed_later_is_kept(app: Flask, visit: Visit) -> None:
    sheet = visit.open_sheet("tarot", PLAYERS)
    second = other(app)
    assert note(visit, sheet, STARTED, age="0").status == 200
    # Typed ten minutes ago without a network.
    assert note(second, sheet, {"preneur": "David"}, age="600").status == 409
    assert visit.get(f"/parties/{sheet}").value("preneur") == "Chloé"
    assert note(second, sheet, {"preneur": "David"}, age="0").status == 200
    assert visit.get(f"/parties/{sheet}").value("preneur") == "David"
    # The same draft again changes nothing, from any device.
    kept = notes.kept(app.extensions["store"], parties.read_partie(app.extensions["store"], sheet))
    assert kept is not None
    assert kept.version == 2
    assert note(visit, sheet, {"preneur": "David"}, age="0").status == 200
    assert resumed(second.get(f"/parties/{sheet}")).startswith("Saisie reprise : cet appareil")


def test_script_gets_the_stored_draft_and_others_a_message(app: Flask, visit: Visit) -> None:
    sheet = visit.open_sheet("tarot", PLAYERS)
    store: Store = app.extensions["store"]
    topics = [PARTIES.scope(sheet)]
    head = store.news.head
    form = visit.get(f"/parties/{sheet}").form("/saisies")
    fields = [*form.with_fields(dict(STARTED)), ("age", "3")]
    with visit.client.post(f"/parties/{sheet}/brouillon", data=dict(fields)) as answer:
        version, before, now = answer.headers[HEADER].split()
    assert (version, float(before), answer.get_data()) == ("1", head, b"")
    # News without an event: after the last one, before the next one.
    assert head < float(now) == store.news.version(topics) < head + 1
    assert store.news.head == head
    page = visit.get(f"/parties/{sheet}")
    assert f'data-seen="{now}"' in page.html
    assert 'data-noted="1"' in page.html
    # Clearing a draft is published too; clearing none is not.
    assert note(visit, sheet, {}, age="0", vider="1").status == 200
    assert 'data-noted="2"' in visit.get(f"/parties/{sheet}").html
    assert float(now) < store.news.version(topics) < head + 1
    assert visit.enter(sheet, donne()).status == 303
    last = store.news.version(topics)
    assert note(visit, sheet, {}, age="0", vider="1").status == 200
    assert store.news.version(topics) == last == store.news.head


def test_only_the_form_is_kept_and_only_for_the_next_line(app: Flask, visit: Visit) -> None:
    sheet = visit.open_sheet("tarot", PLAYERS)
    strange = {"uuid": "x", "sure": "y", "revision": "7", "tour": "Zoé", "autre": "z"}
    assert note(visit, sheet, STARTED, **strange).status == 303
    kept = notes.kept(app.extensions["store"], parties.read_partie(app.extensions["store"], sheet))
    assert kept is not None
    assert (
        not {"uuid", "sure", "revision", "tour", "autre", "csrf_token", "rang"}
        & dict(notes.fields_of(kept)).keys()
    )
    for script in ({}, {"age": "0"}):
        late = note(visit, sheet, {"preneur": "Anne", "rang": "2"}, **script)
        assert (late.status, late.html == "") == (409, bool(script))
    assert note(visit, sheet, {"note": "x" * 9000}, age="0").status == 422
    assert visit.get(f"/parties/{sheet}").value("preneur") == "Chloé"
    # Fields are named by seats, so a draft of the former players is not for the present ones.
    change = visit.get(f"/parties/{sheet}/joueurs").form("/joueurs")
    page = visit.send(change, change.with_fields({"quoi": "remplace", "qui": "Chloé", "nom": "Gaël"}))
    assert page.status in {200, 303}, page.errors
    if page.status == 200:
        assert visit.send(page.form("/joueurs")).status == 303
    assert resumed(visit.get(f"/parties/{sheet}")) == ""


def test_closed_sheet_accepts_no_draft(visit: Visit) -> None:
    sheet = visit.open_sheet("tarot", PLAYERS)
    assert visit.enter(sheet, donne()).status == 303
    page = visit.get(f"/parties/{sheet}")
    fields = page.form("/saisies").with_fields(dict(STARTED))
    close(visit, sheet)
    answer = visit.post(f"/parties/{sheet}/brouillon", fields)
    assert (answer.status, answer.location) == (303, f"/parties/{sheet}")
    assert visit.post(f"/parties/{sheet}/brouillon", [*fields, ("age", "0")]).status == 409


def test_a_look_at_the_sheet_asks_the_file_once(
    app: Flask, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = visit.open_sheet("tarot", PLAYERS)
    visit.get(f"/parties/{sheet}")
    calls: Counter[str] = Counter()
    for name in ("read", "write"):
        monkeypatch.setattr(Store, name, counted(calls, name, getattr(Store, name)))
    visit.get(f"/parties/{sheet}")
    looked = Counter(calls)
    note(visit, sheet, STARTED)
    page = visit.get(f"/parties/{sheet}")
    for _ in range(2):
        calls.clear()
        page = visit.get(f"/parties/{sheet}")
        assert filled(page, STARTED) == STARTED
    assert calls == looked
    calls.clear()
    form = page.form("/saisies")
    assert visit.send(form, form.with_fields({"bouts": "2", "points": "56"})).status == 303
    assert calls == {"read": 1, "write": 1}


def test_pile_is_counted_without_scripts_and_input_is_kept(visit: Visit) -> None:
    sheet = visit.open_sheet("tarot", PLAYERS)
    form = visit.get(f"/parties/{sheet}").form("/saisies")
    (address,) = [to for _, _, to in form.buttons if to.endswith("/compter")]
    counts = {"compte_bouts": "2", "compte_rois": "3", "compte_dames": "1", "compte_basses": "30"}
    page = visit.post(address, form.with_fields({**STARTED, **counts, "note": "au café"}))
    # 9 + 13½ + 3½ + 15
    assert (page.status, page.value("points"), page.value("bouts")) == (200, "41", "2")
    assert (page.value("note"), filled(page, {**STARTED, **counts})) == ("au café", {**STARTED, **counts})
    assert "36 cartes, 41 points" in page.text
    assert not page.errors
    assert visit.send(page.form("/saisies")).status == 303
    assert parties.read_partie(visit.client.application.extensions["store"], sheet).sheet.totals == (
        -50,
        -50,
        150,
        -50,
    )
    assert visit.post(address, form.fields).status == 409
    close(visit, sheet)
    assert visit.post(address, form.fields).location == f"/parties/{sheet}"


def test_manche_without_scripts_is_followed_and_completed(visit: Visit) -> None:
    sheet = visit.open_sheet("bouees", PLAYERS)
    form = visit.get(f"/parties/{sheet}").form("/saisies")
    addresses = {value: to for name, value, to in form.buttons if name == "geste"}
    assert set(addresses.values()) == {f"/parties/{sheet}/compter"}
    assert list(addresses) == [*"abcd", *map(str, range(1, 11)), "-"]
    buoys = {f"bouees_{seat}": count for seat, count in enumerate("4453")}
    # The worked example with 3, 1, 4 left and one out, without its last field.
    taps = "1 9 d c 2 3 b a 2 4 c a 5 6 c b 7 9 b a 1 3 c a 4 8 c a 5 7 a b 6 8 a c 10 10 a"
    page = visit.post(
        addresses["a"], form.with_fields({**buoys, "plis": taps, "geste": "a", "note": "au café"})
    )
    assert (page.value("plis"), page.value("note"), page.value("restantes_0")) == (taps, "au café", "")
    page = visit.post(addresses["b"], page.form("/saisies").with_fields({"geste": "b"}))
    assert [page.value(f"restantes_{seat}") for seat in range(4)] == ["3", "1", "4", ""]
    assert "vérifiez, puis marquez." in page.text
    back = visit.post(addresses["-"], page.form("/saisies").with_fields({"geste": "-"}))
    assert [back.value(f"restantes_{seat}") for seat in range(4)] == [""] * 4
    assert visit.send(page.form("/saisies")).status == 303
    written = parties.read_partie(visit.client.application.extensions["store"], sheet)
    assert written.sheet.totals == (3, 1, 4, -1)
    assert "plis" not in written.lines[0].payload
    # No draft for an amended line, which has been played.
    assert "geste" not in visit.get(f"/parties/{sheet}/lignes/1/modifier").text
