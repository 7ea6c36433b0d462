"""Chart of a finished partie, drawn below its table."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from scorekeeper.cards.game_api.sheet import LineArt, PaperSize, SheetRequest
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.i18n import speaking
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.sheets import html_of, sheet_of
from scorekeeper.parties.sheet_requests import file_request
from tests.evenings import evenings
from tests.paper.sheets.samples import CAST, filled, garde

pytestmark = pytest.mark.unmeasured


def drawing(request: SheetRequest) -> LineArt | None:
    """Return the drawing on the last page."""
    last = pages_of(sheet_of(request), request.paper)[-1].bands[-1][0].block
    return last.art if last.grid is None else None


def ends(art: LineArt) -> dict[str, float]:
    """Return the height of each name."""
    return {letter.text: letter.y for letter in art.letters if letter.anchor == "start"}


def test_each_line_is_a_point_and_the_leader_ends_on_top() -> None:
    (jass,) = (each.sheet for each in evenings() if each.name == "jass")
    with speaking("fr"):
        art = drawing(file_request(read_sheet(jass)))
    assert art is not None
    assert art.title == "Évolution des totaux"
    # Nine donnes, and the start.
    curves = [stroke.path for stroke in art.strokes[1:]]
    assert [len(re.findall(r"[ML]", path)) for path in curves] == [10, 10]
    # Nous ends with 1072, at the top of the scale; Eux with 851.
    assert {letter.text for letter in art.letters if letter.anchor == "end"} == {"0", "1072"}
    assert ends(art)["Nous"] < ends(art)["Eux"]
    assert curves[0].endswith(" 3.00")
    assert len({stroke.dash for stroke in art.strokes}) == 2


@pytest.mark.parametrize(("paper", "tall"), [(PaperSize.A4, 90), (PaperSize.A5, 32)])
def test_the_course_and_the_winner_take_the_room_that_is_left(paper: PaperSize, tall: float) -> None:
    (jass,) = (each.sheet for each in evenings() if each.name == "jass")
    with speaking("fr"):
        request = file_request(read_sheet(jass), paper=paper)
        art, page = drawing(request), html_of(request)
    assert art is not None
    assert tall <= art.height < tall + 12
    # On A5 the sentence is too long to be as large.
    match = re.search(r"font-size:([\d.]+)pt\">\s*Partie à Nous", page)
    assert match is not None
    assert float(match[1]) == (15.0 if paper is PaperSize.A4 else 10.0)


def test_names_ending_alike_are_stacked() -> None:
    entries = [{"points": dict.fromkeys(CAST[:4], points)} for points in (10, 20, 30)]
    art = drawing(replace(filled("libre", entries), closed=True))
    assert art is not None
    heights = sorted(ends(art).values())
    assert len(heights) == 4
    assert min(low - high for high, low in pairwise(heights)) >= 3.5


def test_running_partie_or_lack_of_room_draws_no_chart() -> None:
    going = filled("tarot", [garde("Anne")] * 5)
    assert sheet_of(going).course is None
    assert drawing(replace(going, closed=True)) is not None
    full = filled("tarot", [garde(CAST[place % 4]) for place in range(24)], settings={"nb_donnes": 24})
    assert len(pages_of(sheet_of(full), PaperSize.A4)) == 1
    assert drawing(full) is None
    assert "<figure" not in html_of(full)


def test_a_name_written_to_the_left_is_no_word_of_the_drawing() -> None:
    names = ["אברהם מרים", "Zoé", "محمد علي الحاج", "Ἀθηνᾶ"]
    entries = [{"points": dict(zip(names, (10, 20, 30, turn), strict=True))} for turn in (5, 15, 0)]
    page = html_of(replace(filled("libre", entries, players=names), closed=True))
    # WeasyPrint would set it letter by letter, from left to right.
    assert re.findall(r"<text[^>]*>([^\W\d][^<]*)", page) == ["Zoé", "Ἀθηνᾶ"]
    over = re.findall(r'class="lettered".*?<bdi>(.*?)</bdi>', page, re.DOTALL)
    assert sorted(over) == sorted([names[0], names[2]])
