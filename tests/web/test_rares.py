"""Rare settings are folded; the fold is open when one of them differs from its default."""

from __future__ import annotations

import re

import pytest

from tests.web.browsing import Page, Visit

FOLD = re.compile(r'<details class="more rares"( open)?>.*?</details>', re.DOTALL)


def fold(page: Page) -> tuple[bool, set[str]]:
    """Return whether the fold is open, and the settings in it."""
    match = FOLD.search(page.html)
    assert match is not None
    return bool(match[1]), set(re.findall(r'name="reglage-([a-z_]+)', match[0]))


RARE = {
    "bouees": {"bonus_plus_bas", "fin_deux_survivants", "mains_tournantes"},
    "couillon": {"boucles_empilables"},
    "jass": {"carte_double_emploi", "double_perte"},
    "tarot": {
        "chelem_cumul",
        "demi_points",
        "misere_atout",
        "misere_camp",
        "petit_chelem",
        "pousse",
        "primes_petit_chelem",
    },
}


@pytest.mark.parametrize("key", RARE)
def test_rare_settings_are_folded_away_where_settings_are_asked(key: str, visit: Visit) -> None:
    assert fold(visit.get(f"/nouvelle/{key}")) == (False, RARE[key])
    assert fold(visit.get(f"/tournois/nouveau/{key}")) == (False, RARE[key])


@pytest.mark.parametrize(
    ("key", "chosen"),
    [
        ("jass", {"reglage-mode": "tournoi", "reglage-double_perte": "oui"}),
        ("tarot", {"reglage-demi_points": "aucun"}),
        ("bouees", {"reglage-bonus_plus_bas": "zwei"}),
    ],
)
def test_the_fold_is_open_where_one_is_not_as_usual(key: str, chosen: dict[str, str], visit: Visit) -> None:
    path = f"/nouvelle/{key}"
    form = visit.get(path).form(path)
    page = visit.send(form, form.with_fields(chosen))
    assert page.status == 422  # without players, or without a target
    assert fold(page)[0]


def test_a_game_without_rare_settings_has_no_such_fold(visit: Visit) -> None:
    assert FOLD.search(visit.get("/nouvelle/belote").html) is None
