"""A line amended to another kind: every paper and page of its sheet still shows it."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from html import unescape
from io import BytesIO
from itertools import combinations, permutations
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from scorekeeper import parties
from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.cards.rules.adjustment import read_line
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.replay import judge
from scorekeeper.cards.sheet_game import definition_of
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.sheet_requests import page_request, partie_request
from tests.conftest import CAST
from tests.examples import every_game
from tests.play import plain, plausible, seats_of
from tests.tarot_table import new_uuid
from tests.web.browsing import Visit

STATUSES = ("passee", "annulee", "rayee")
RENONCE = "renonce"


def seated(game: Game) -> list[str]:
    return list(CAST[: seats_of(game)])


def adjustments(game: Game) -> Iterator[dict[str, Any]]:
    name = "A" if game.rules.CAMPS else CAST[0]
    yield {"ajustement": {name: 5}, "motif": RENONCE}
    if game.key == "couillon":
        yield {"ajustement": {"lignes": [3, 4], "boucles": [1, 0], "trou": True}, "motif": RENONCE}


def kinds_of(game: Game) -> list[Mapping[str, Any]]:
    """Return one line of each kind: a donne, unplayed donnes, adjustments."""
    rules, table = game.rules(), Table(tuple(seated(game)), game.rules.CAMPS)
    donne = plain(plausible(game, rules, table))
    others = [{"statut": status} for status in STATUSES]
    if game.key == "coiffeur":
        others.append({"statut": "rayee", "preneur": "A", "contrat": "pique"})
    fit = [
        other for other in others if not judge(rules, rules.opening(table), read_line(rules, other, table))
    ]
    return [donne, *fit, *adjustments(game)]


class Sheet:
    """A sheet of one line, written and amended over the API."""

    def __init__(self, visit: Visit, game: Game, *entries: Mapping[str, Any]) -> None:
        head: dict[str, Any] = {"format": "scorekeeper/1", "game": game.key, "players": seated(game)}
        if game.definition:
            head["definition"] = definition_of(game)
        answer = visit.client.post("/api/parties", json=head | {"entries": list(entries)})
        assert answer.status_code == 201, answer.get_json()
        self.visit, self.number = visit, int(answer.get_json()["id"])

    def act(self, method: str, path: str, **sent: Any) -> None:
        revision = self.partie.revision
        confirmed = {"confirm": revision} if path.startswith("/entries") else {}
        body = {"uuid": new_uuid(), "revision": revision, **confirmed, **sent}
        answer = self.visit.client.open(f"/api/parties/{self.number}{path}", method=method, json=body)
        assert answer.status_code == 200, answer.get_json()

    def amend(self, entry: Mapping[str, Any]) -> None:
        self.act("PUT", "/entries/1", entry=entry, reason="mal tapée")

    @property
    def partie(self) -> parties.Partie:
        return parties.read_partie(self.visit.client.application.extensions["store"], self.number)

    def paper(self, size: PaperSize = PaperSize.A4, *, back: bool = False) -> str:
        page = html_of(partie_request(self.partie, paper=size, back=back))
        return " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())

    def rows(self) -> Iterator[list[str]]:
        """Yield the row of the line in the CSV file, then in the workbook."""
        path = f"/parties/{self.number}/feuille"
        text = self.visit.client.get(f"{path}.csv").get_data(as_text=True).removeprefix("\ufeff")
        yield [*csv.reader(text.splitlines())][1]
        book = self.visit.client.get(f"{path}.xlsx").data
        yield [
            str(cell)
            for cell in CalamineWorkbook.from_filelike(BytesIO(book)).get_sheet_by_index(0).to_python()[1]
        ]

    def pages(self, *paths: str) -> Iterator[str]:
        for page in paths:
            answer = self.visit.client.get(f"/parties/{self.number}{page}")
            assert answer.status_code == 200, page
            yield answer.get_data(as_text=True)


def test_amended_adjustment_has_its_former_value_on_paper(visit: Visit) -> None:
    sheet = Sheet(visit, game_of("belote"), {"ajustement": {"A": -20}, "motif": RENONCE})
    sheet.amend({"preneur": "A", "points": [100, 62]})
    assert "corrigée : mal tapée (avant : ajustement : renonce — " in sheet.paper()
    sheet.amend({"ajustement": {"B": 7}, "motif": "litige"})
    assert "corrigée : mal tapée (avant : " in sheet.paper()


@pytest.mark.parametrize("key", ["bouees", "cochonnet"])
def test_closed_sheet_of_one_adjustment_is_printed(key: str, visit: Visit) -> None:
    sheet = Sheet(visit, game_of(key), *adjustments(game_of(key)))
    sheet.act("POST", "/close")
    assert "ajustement : renonce" in sheet.paper()


@pytest.mark.quick("tarot", "couillon", "coiffeur", "bouees")
@every_game
def test_every_change_of_kind_is_shown_and_printed(game: Game, visit: Visit) -> None:
    kinds = kinds_of(game)
    assert len(kinds) >= 2
    for first, then in combinations(kinds, 2):
        sheet = Sheet(visit, game, first)
        sheet.amend(then)
        assert "corrigée : mal tapée" in sheet.paper()
        assert len([*sheet.pages("/lignes/1", "/historique")]) == 2
        assert all(row[-1].startswith("corrigée\xa0: mal tapée") for row in sheet.rows())
        sheet.act("DELETE", "/entries/1", reason="deux fois")
        assert "deux fois" in sheet.paper()
        assert all(row[-1].startswith("rayée\xa0: deux fois") for row in sheet.rows())
        sheet.act("POST", "/entries/1/reinstate")
        sheet.amend(first)
        assert "corrigée : mal tapée" in sheet.paper()


@pytest.mark.soak
@pytest.mark.sampled(10)
@every_game
def test_every_paper_shows_a_change_of_kind(game: Game, visit: Visit) -> None:
    kinds = kinds_of(game)
    for first, then in permutations(kinds, 2):
        sheet = Sheet(visit, game, first)
        sheet.amend(then)
        for struck in (False, True):
            for size in PaperSize:
                assert ("rayée" if struck else "corrigée") in sheet.paper(size, back=True)
            if game.key == "jass":
                html_of(page_request([partie_request(sheet.partie)] * 2))
            assert len([*sheet.pages("", "/lignes/1", "/historique", "/feuille")]) == 4
            pdf = visit.client.get(f"/parties/{sheet.number}/feuille.pdf")
            assert pdf.status_code == 200
            if not struck:
                sheet.act("DELETE", "/entries/1")
        sheet.act("POST", "/entries/1/reinstate")
        sheet.act("POST", "/close")
        assert sheet.paper()
