"""The app on a read-only folder: every page is shown with the reason why nothing is accepted; typed values are kept."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.errors import StorageFull
from scorekeeper.records.store import Store
from tests.protected import protected
from tests.tarot_table import PLAYERS, document, donne, new_uuid
from tests.tournaments.desk import BY, draw, opened
from tests.web.browsing import Visit
from tests.web.hands import EVENINGS, GARDE, entry_form, play

WHY = "Lecture seule : le disque est protégé, rien de nouveau n’y entre."
FULL = "Le disque est plein, rien de nouveau n’y entre."
TOLD = "notez sur papier en attendant, et prévenez l’organisateur."


@pytest.fixture
def protected_app(app: Flask, tmp_path: Path) -> Iterator[Flask]:
    """Sheets and a tournament on a disk that was write-protected afterwards."""
    visit = Visit(app.test_client())
    play(visit, EVENINGS["tarot"])
    visit.open_sheet("tarot", PLAYERS)
    store: Store = app.extensions["store"]
    draw(store, opened(store, 8, rounds=2))
    store.close()
    with protected(tmp_path), Store(Config(tmp_path).database, allow_read_only=True) as looking:
        yield create_app(Config(tmp_path), looking)


@pytest.mark.soak
def test_read_only_pages_have_the_reason(protected_app: Flask) -> None:
    visit = Visit(protected_app.test_client())
    seen, waiting = set(), ["/", "/tournois/1/classement", "/tournois/1/salle"]
    while waiting:
        path = waiting.pop()
        page = visit.get(path)
        page = visit.follow(page) if page.status == 303 else page
        assert page.status == 200, (path, page.text)
        assert f"{WHY} Tout se lit et s’imprime. Notez sur papier" in page.text, path
        for link in (address.partition("#")[0] for address in page.links):
            if (
                link not in seen
                and not link.partition("?")[0].startswith("/api/")
                and ".csv" not in link
                and ".xlsx" not in link
            ):
                seen.add(link)
                is_page = link.startswith("/") and not re.search(r"\.(pdf|py|txt)\b", link)
                waiting += [link] if is_page else []
    assert {"/parties/1", "/parties/1/historique", "/joueurs/1", "/tournois/1", "/imprimer/tarot"} <= seen
    paper = visit.client.get("/parties/1/feuille.html").get_data(as_text=True)
    assert WHY not in paper
    assert visit.client.get("/parties/1/feuille.pdf").data.startswith(b"%PDF-")
    english = visit.client.get("/", headers={"Accept-Language": "en"}).get_data(as_text=True)
    assert "the disk is write-protected" in english


def unmasked(token: str) -> bytes:
    """Return a CSRF token without its mask, which differs on each page."""
    mask, masked = (bytes.fromhex(token[half : half + len(token) // 2]) for half in (0, len(token) // 2))
    return bytes(one ^ two for one, two in zip(mask, masked, strict=True))


def test_refused_act_has_a_message_and_keeps_the_typed_values(protected_app: Flask) -> None:
    visit = Visit(protected_app.test_client())
    form = entry_form(visit, 2)
    page = visit.send(form, form.with_fields({**GARDE, "note": "à recompter"}))
    assert page.status == 507
    assert TOLD in page.text
    kept = dict(page.form("/saisies").fields)
    typed = dict(form.with_fields({**GARDE, "note": "à recompter"}))
    assert unmasked(kept.pop("csrf_token")) == unmasked(typed.pop("csrf_token")) == unmasked(visit.token())
    assert kept == typed
    seats = {f"joueur-{place}": name for place, name in enumerate(PLAYERS)}
    acts: tuple[tuple[str, str, dict[str, str]], ...] = (
        ("/nouvelle/tarot", "/nouvelle/tarot", seats),
        ("/parties/2/terminer", "/terminer", {}),
        ("/tournois/1/joueurs", "/tournois/1/joueurs", {"name": "Zoé"}),
    )
    for path, action, typed in acts:
        form = visit.get(path).form(action)
        page = visit.send(form, form.with_fields(typed))
        assert (page.status, TOLD in page.text) == (507, True), path
    answer = visit.client.post("/api/parties", json=document())
    assert (answer.status_code, answer.headers["Retry-After"]) == (507, "30")
    assert [fault["code"] for fault in answer.get_json()["faults"]] == ["lecture-seule"]
    assert visit.client.get("/api/health").status_code == 503
    assert visit.client.post("/api/score", json=document(donne())).status_code == 200


def test_first_line_refused_by_a_full_disk_shows_at_once(
    app: Flask, visit: Visit, sheet: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Banner and health check report it although a test write succeeded just before; both recover with the first written line."""
    monkeypatch.setattr("scorekeeper.records.store.PROBE_EVERY", 3600.0)
    store: Store = app.extensions["store"]
    assert visit.client.get("/api/health").status_code == 200
    with store.read() as session:
        conn = session.connection
    conn.execute("PRAGMA max_page_count = 1")
    rang = 1
    while True:
        act = {"uuid": new_uuid(), "rang": rang, "entry": donne()}
        if visit.client.post(f"/api/parties/{sheet}/entries", json=act).status_code == 507:
            break
        rang += 1
    assert visit.client.get("/api/health").status_code == 503
    assert FULL in visit.get(f"/parties/{sheet}").text
    conn.execute("PRAGMA max_page_count = 1000000")
    assert visit.client.post(f"/api/parties/{sheet}/entries", json=act).status_code == 201
    assert visit.client.get("/api/health").status_code == 200
    assert FULL not in visit.get(f"/parties/{sheet}").text


def test_polled_page_ends_its_banner_when_there_is_room(
    app: Flask, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.records.store.PROBE_EVERY", 0.0)
    store: Store = app.extensions["store"]
    draw(store, opened(store, 8, rounds=2))
    with store.read() as session:
        conn = session.connection
    conn.execute("PRAGMA max_page_count = 1")
    with contextlib.suppress(StorageFull):
        while True:
            desk.register(store, 1, [f"Tardif {len(desk.read(store, 1).entrants)}"], by=BY)
    before = visit.client.get("/tournois/1/salle")
    assert FULL in before.get_data(as_text=True)
    conn.execute("PRAGMA max_page_count = 1000000")
    after = visit.client.get("/tournois/1/salle", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert FULL not in after.get_data(as_text=True)


def test_full_disk_is_shown_on_every_page_until_resolved(
    app: Flask, visit: Visit, sheet: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.records.store.PROBE_EVERY", 0.0)
    store: Store = app.extensions["store"]
    with store.read() as session:
        conn = session.connection
    conn.execute("PRAGMA max_page_count = 1")
    rang = 1
    while True:
        act = {"uuid": new_uuid(), "rang": rang, "entry": donne()}
        if visit.client.post(f"/api/parties/{sheet}/entries", json=act).status_code == 507:
            break
        rang += 1
    for path in ("/", f"/parties/{sheet}", "/tournois", "/nothing"):
        assert FULL in visit.get(path).text
    conn.execute("PRAGMA max_page_count = 1000000")
    for path in ("/", f"/parties/{sheet}", "/tournois"):
        assert FULL not in visit.get(path).text
