"""The players are named on every sheet, without placeholders."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.cards.catalogue import GAMES, game
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.sheet import PaperSize, SheetRequest
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.names import team_names
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.paper.sheets import html_of, sheet_of
from scorekeeper.parties.sheet_requests import blank_request, file_request, page_request
from tests.paper.sheets.samples import A_POINTS, CAST, body, filled
from tests.play import demonstrated

PLACES = re.compile(r"joueur \d\b|équipe [AB]|camp \d")
TOURNAMENT: dict[str, Any] = {"settings": {"mode": "tournoi"}, "equipes": ["Les Rouges", "Les Bleus"]}


def names_of(known: Game) -> tuple[str, ...]:
    return CAST[: 4 if 4 in known.rules.SEATS else known.rules.SEATS[0]]


def text_of(request: SheetRequest) -> str:
    text = re.sub(r"<[^>]*>", " ", body(html_of(request)))
    return re.sub(r"\s+", " ", text.replace("&amp;", "&"))


def line_of(known: Game, **heading: Any) -> SheetRequest:
    """Return a sheet of one line."""
    names = names_of(known)
    raw = demonstrated(known, Table(names, known.rules.CAMPS), lines=1)
    return file_request(read_sheet(raw | heading), paper=PaperSize.A4)


@pytest.mark.parametrize("known", GAMES, ids=[known.key for known in GAMES])
def test_a_sheet_that_was_played_names_everybody(known: Game) -> None:
    heading = {"equipes": ["Les Rouges", "Les Bleus"]} if known.rules.CAMPS else {}
    text = text_of(line_of(known, **heading))
    assert [name for name in (*names_of(known), *heading.get("equipes", ())) if name not in text] == []
    assert PLACES.findall(text) == []


@pytest.mark.parametrize("known", GAMES, ids=[known.key for known in GAMES])
def test_a_blank_sheet_with_names_has_no_places_for_them(known: Game) -> None:
    text = text_of(blank_request(known, names=names_of(known)))
    assert [name for name in names_of(known) if name not in text] == []
    assert PLACES.findall(text) == []


def test_a_camp_with_a_name_of_its_own_is_its_people_too() -> None:
    alone = filled("jass", [{"points_a": 92}], **TOURNAMENT)
    assert "A Les Rouges (Anne & Chloé) B Les Bleus (Benoît & David)" in text_of(alone)
    page = text_of(page_request([alone]))
    assert "A Les Rouges (Anne & Chloé) B Les Bleus (Benoît & David)" in page
    # The other three parties have no players yet.
    assert PLACES.findall(page) == ["équipe A", "équipe B"] * 6
    assert "Anne & Chloé" in text_of(line_of(game("coiffeur")))
    assert "(Anne" not in text_of(line_of(game("coiffeur")))


def test_names_that_the_app_shortened_are_whole_on_paper() -> None:
    long = ["Marie-Antoinette Grandjean", "Bo", "Chlodwig-Maximilian Müller", "Al"]
    sheet = line_of(game("jass"), players=long, equipes=list(team_names(long)), entries=[])
    assert team_names(long)[0] == "Marie-Antoinette G & Chlodwig-Maximilia"
    assert "A Marie-Antoinette Grandjean & Chlodwig-Maximilian Müller B Bo & Al" in text_of(sheet)


@pytest.mark.parametrize("size", PaperSize)
def test_players_sign_a_finished_sheet_under_its_result(size: PaperSize) -> None:
    donnes = [{"points_a": points} for points in A_POINTS]
    over = sheet_of(filled("jass", donnes, size, settings={"mode": "tournoi"}))
    assert over.signatures == CAST[:4]
    assert [fact.label for line in over.closing for fact in line] == ["Résultat"]
    assert [len(line) for block in over.blocks for line in block.below] == [2]
    begun = sheet_of(filled("jass", donnes[:-1], size, settings={"mode": "tournoi"}))
    assert not begun.signatures
    # The control sum has its own line: three facts in one line break on A5.
    assert [len(line) for block in begun.blocks for line in block.below] == [2, 1]
