"""The settings decide which fields the form of a line has."""

from __future__ import annotations

import re

import pytest

from tests.web.browsing import Visit

FOUR = ("Anne", "Bruno", "Chloé", "David")


@pytest.mark.parametrize(
    ("game", "settings", "field"),
    [
        ("belote", {"sa_ta": "oui", "belotes_tout_atout": "4"}, "belotes_a"),
        ("differenzler", {"bonus_zero": "avec-pli"}, "zero_avec_pli"),
    ],
)
def test_rare_field_is_shown_only_with_its_setting(
    game: str, settings: dict[str, str], field: str, visit: Visit
) -> None:
    usual = visit.open_sheet(game, FOUR)
    more = visit.open_sheet(game, FOUR, **{f"reglage-{key}": value for key, value in settings.items()})
    asked = [f'name="{field}"' in visit.get(f"/parties/{number}").html for number in (usual, more)]
    assert asked == [False, True]


def test_the_bids_that_are_made_most_often_have_the_first_line(visit: Visit) -> None:
    page = visit.get(f"/parties/{visit.open_sheet('coinche', FOUR)}").html
    bids = page[page.index("segments bids") :].split("<details")[:2]
    first, folded = (re.findall(r'name="contrat" value="(\w+)"', part) for part in bids)
    assert first == ["80", "90", "100", "110", "120", "130", "140", "capot"]
    assert folded == ["150", "160", "generale"]
