"""A line that the present rules refuse: it is kept, the others count, and the sheet asks for the missing part."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.cards import catalogue
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.cards.sheet_file import SheetFile
from scorekeeper.parties import Author, acts, fold
from scorekeeper.parties.model import partie_row
from scorekeeper.records.event_log import canonical, now
from scorekeeper.records.ledger import transaction
from tests.tarot_table import PLAYERS
from tests.web.browsing import Visit
from tests.web.hands import act

RUN = {"type": "suite", "longueur": 3, "hauteur": "R"}
TIED = {
    "atout": "coeur",
    "points_a": 100,
    "annonces": {"A": [{**RUN, "couleur": "pique"}], "B": [{**RUN, "couleur": "trefle"}]},
}
"""Equal runs without their holders: the side that led had them counted once."""
ASKED = "qui a les 3 cartes à pique, roi en tête ?"


@pytest.fixture
def kept(app: Flask) -> None:
    """A sheet of Jass with 80 to 77, the tied line, and 57 to 100, as an earlier version wrote them."""
    game = catalogue.game("jass")
    file = SheetFile(game, game.rules(), Table(tuple(PLAYERS), camps=True))
    lines: list[dict[str, Any]] = [{"points_a": 80}, TIED, {"points_a": 57}]
    dealt = [canonical({**line, "donneur": name}) for line, name in zip(lines, PLAYERS, strict=False)]
    with transaction(app.extensions["store"], Author("Anne")) as opened:
        row = partie_row(file, None, now())
        acts.open_sheet(opened, row, acts.opening(row, dealt))


def test_kept_line_asks_for_its_missing_part(app: Flask, visit: Visit, kept: None) -> None:
    page = visit.get("/parties/1")
    notice = "La ligne 2 n’est pas comptée. Annonces égales :"
    assert f"{notice} {ASKED} Compléter la ligne 2" in page.text
    assert "ligne rayée" not in page.text
    assert parties.read_partie(app.extensions["store"], 1).sheet.totals == (137, 177)
    assert page.links.count("/parties/1/lignes/2/modifier") == 1
    page = visit.get("/parties/1/lignes/2/modifier")
    assert (page.status, page.text.count(ASKED)) == (200, 1)
    assert page.errors_at("cartes_a-0-joueur")
    form = page.form("/modifier")
    page = visit.send(form, form.with_fields({"cartes_a-0-joueur": "Chloé", "raison": "oubliée"}))
    assert page.status == 303, page.errors
    partie = parties.read_partie(app.extensions["store"], 1)
    # Benoît dealt, so Chloé led: her run counts, and line 2 gives 120 to 57.
    assert (partie.sheet.faults, partie.sheet.totals) == ((), (257, 234))
    assert len(partie.line(2).versions) == 2
    assert "n’est pas comptée" not in visit.get("/parties/1").text


def test_an_amendment_plays_the_sheet_once(app: Flask, kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Replay] = []

    def counted(*args: object) -> Replay:
        played.append(replay(*args))  # type: ignore[arg-type]
        return played[-1]

    store = app.extensions["store"]
    parties.read_partie(store, 1)
    monkeypatch.setattr(fold, "replay", counted)
    arguments: dict[str, Any] = {"uuid": str(uuid4()), "rang": 3, "revision": None, "by": Author("Anne")}
    after = parties.amend(store, 1, payload={"points_a": 60}, **arguments).partie
    assert played == [after.sheet]
    assert after.sheet.totals == (140, 174)


def test_history_has_the_dependency_of_a_line_in_words(visit: Visit) -> None:
    number = visit.open_sheet("jass", PLAYERS)
    # Equal runs: the holder who comes first in playing order scores, which is known from the second donne on.
    annonces = {
        "A": [{**RUN, "couleur": "pique", "joueur": "Anne"}],
        "B": [{**RUN, "couleur": "coeur", "joueur": "David"}],
    }
    assert visit.enter(number, {"points_a": 100}).status == 303
    assert visit.enter(number, {"points_a": 60, "atout": "trefle", "annonces": annonces}).status == 303
    page = visit.get(f"/parties/{number}")
    assert "Donneur : Chloé, Anne & Chloé" in page.text
    assert "Écrite — 60 à 97, annonces" in visit.get(f"/parties/{number}/historique").text
    act(visit, f"/parties/{number}", "/annuler", annuler="2")
    assert "60 à 97, annonces" in visit.get(f"/parties/{number}").text
