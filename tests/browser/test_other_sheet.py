"""A second laptop has another sheet of the same number: the tablet's acknowledged line stays in the tablet, and reaches no sheet."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page, expect

from scorekeeper import parties
from scorekeeper.config import Config
from scorekeeper.parties import Author
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from tests.browser.table import Hands, hurry, undo
from tests.browser.test_outbox import LINES, TAROT, Club, lines, prise
from tests.tarot_table import donne, new_uuid, sheet

SAID = "Cette saisie vient d’une autre feuille du même numéro"


def test_acknowledged_line_reaches_no_other_sheet(tablet: Page, tmp_path: Path) -> None:
    theirs, ours = Club(tmp_path / "theirs"), Club(tmp_path / "ours")
    theirs.start()
    hurry(tablet.context, 20)
    hands = Hands(tablet, theirs.address)
    hands.open_sheet(TAROT)
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    theirs.stop()
    ours.data.mkdir()
    shutil.copy(theirs.data / "cookies.key", ours.data)
    with Store(Config(ours.data).database) as store:
        assert parties.open_partie(store, sheet(donne("Chloé")), by=Author("Chloé")).id == 1
    ours.port = theirs.port
    ours.start()
    tablet.reload()
    expect(tablet.locator("body")).to_contain_text(SAID, timeout=30_000)
    expect(tablet.locator(".pending")).to_have_count(1)
    assert lines(tablet) == ["1"]
    # The tablet keeps it until the user decides.
    tablet.reload()
    expect(tablet.locator(".pending")).to_have_count(1)
    ours.stop()
    with Store(Config(ours.data).database) as store:
        assert [line.payload["preneur"] for line in parties.read_partie(store, 1).lines] == ["Chloé"]


def split(tablet: Page, tmp_path: Path) -> Club:
    """Return our laptop, not started, with a sheet of one line. On the other laptop the tablet entered a second and undid it."""
    theirs, ours = Club(tmp_path / "theirs"), Club(tmp_path / "ours")
    theirs.start()
    hurry(tablet.context, 20)
    hands = Hands(tablet, theirs.address)
    hands.open_sheet(TAROT)
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    theirs.stop()
    ours.data.mkdir()
    shutil.copy(theirs.data / "cookies.key", ours.data)
    with Store(Config(theirs.data).database) as store:
        copies.restore(Config(ours.data).database, store.backup())
    theirs.start()
    tablet.reload()
    prise(tablet, hands, *LINES[1])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(2)
    undo(tablet, 2)
    expect(tablet.locator(".sheet-table tr.struck")).to_have_count(1)
    theirs.stop()
    ours.port = theirs.port
    return ours


def test_step_sent_again_strikes_the_line_of_the_tablet(tablet: Page, tmp_path: Path) -> None:
    ours = split(tablet, tmp_path)
    ours.start()
    tablet.reload()
    expect(tablet.locator(".sheet-table tr.struck")).to_have_count(1, timeout=30_000)
    expect(tablet.locator(".pending")).to_have_count(0)
    ours.stop()
    with Store(Config(ours.data).database) as store:
        written = [(line.payload["preneur"], line.struck) for line in parties.read_partie(store, 1).lines]
    assert written == [("Anne", False), ("Benoît", True)]


def test_step_sent_again_never_strikes_our_line(tablet: Page, tmp_path: Path) -> None:
    ours = split(tablet, tmp_path)
    with Store(Config(ours.data).database) as store:
        parties.enter(store, 1, rang=2, payload=donne("Chloé"), uuid=new_uuid(), by=Author("Chloé"))
    ours.start()
    tablet.reload()
    expect(tablet.locator("body")).to_contain_text("La ligne 2 est déjà marquée", timeout=30_000)
    tablet.locator(".outbox [data-drop]").tap()
    expect(tablet.locator(".pending")).to_have_count(0)
    ours.stop()
    with Store(Config(ours.data).database) as store:
        written = [(line.payload["preneur"], line.struck) for line in parties.read_partie(store, 1).lines]
    assert written == [("Anne", False), ("Chloé", False)]
