"""A Jass sheet kept on paper: the wrong donne, its error, and the probable right value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.families.modes import Mode
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.jass.game import GAME
from scorekeeper.cards.games.jass.paper import Cells, Nature, PaperCheck, check, check_partie, swapped
from scorekeeper.cards.games.jass.rules import Jass
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.scores import Control
from scorekeeper.i18n import LANGUAGES, speaking

TABLE = Table(camps=True, equipes=("Nous", "Eux"))
A = (92, 57, 157, 61, 110, 48, 83, 77, 120, 35, 66, 101)
SHEET: list[Cells] = [(points, 157 - points) for points in A]
TOTALS = (1007, 877)


def findings(checked: PaperCheck) -> list[tuple[str, int | None, int | None]]:
    return [(item.label.code, item.donne, item.camp) for item in checked.findings]


def sentences(checked: PaperCheck) -> list[str]:
    return [message_of(item.label, GAME.words, TABLE) for item in checked.findings]


def changed(donne: int, pair: Cells) -> list[Cells]:
    """Return the right sheet with one line changed."""
    return [*SHEET[: donne - 1], pair, *SHEET[donne:]]


def test_a_right_sheet_is_right() -> None:
    for totals in (TOTALS, (None, None), (1007, None), (None, 877)):
        checked = check(SHEET, totals)
        assert checked.ok
        assert (checked.findings, checked.wrong) == ((), ())
        assert checked.sums == TOTALS
        assert checked.control == Control(1884, 1884)
    assert check([], TOTALS).ok


def test_line_other_than_157_is_wrong_by_its_difference() -> None:
    checked = check(changed(4, (61, 99)))
    assert findings(checked) == [("papier-somme", 4, None)]
    assert checked.findings[0].label.values["ecart"] == 3
    assert checked.wrong == (4,)
    assert not checked.ok
    assert checked.control == Control(1884, 1887)
    assert sentences(checked) == ["Donne 4\xa0: 160 en tout au lieu de 157, écart +3."]


def test_exchanged_digits_are_suggested() -> None:
    checked = check(changed(2, (75, 100)), TOTALS)
    assert findings(checked) == [
        ("papier-somme", 2, None),
        ("papier-inverses", 2, 0),
        ("papier-total", None, 0),
        ("papier-case", 2, 0),
    ]
    assert [item.nature for item in checked.findings] == [
        Nature.FAUX,
        Nature.PISTE,
        Nature.FAUX,
        Nature.PISTE,
    ]
    assert checked.findings[0].label.values["ecart"] == 18
    assert checked.findings[3].label.values["juste"] == 57
    assert checked.wrong == (2,)
    assert (
        sentences(checked)[1]
        == "Donne 2\xa0: deux chiffres inversés\u202f? 57 au lieu de 75 à Nous donne le bon compte."
    )


def test_wrong_camp_is_found_by_its_total() -> None:
    checked = check(changed(1, (92, 56)), TOTALS)
    assert findings(checked) == [
        ("papier-somme", 1, None),
        ("papier-inverses", 1, 1),
        ("papier-total", None, 1),
        ("papier-case", 1, 1),
    ]


@pytest.mark.parametrize("pair", [(1, 156), (156, 1)])
def test_impossible_points(pair: Cells) -> None:
    checked = check(changed(10, pair))
    assert findings(checked) == [("papier-valeur", 10, 0), ("papier-valeur", 10, 1)]
    assert checked.wrong == (10,)
    assert "jamais 1 ni 156" in sentences(checked)[0]


@pytest.mark.parametrize("pair", [(-5, 162), (257, -100), (158, -1)])
def test_points_beyond_a_donne_are_wrong_for_each_camp(pair: Cells) -> None:
    assert findings(check(changed(3, pair))) == [("papier-valeur", 3, 0), ("papier-valeur", 3, 1)]


def test_empty_line_and_its_former_value() -> None:
    checked = check(changed(8, (None, None)), TOTALS)
    assert findings(checked) == [("papier-vide", 8, None), ("papier-retrouvee", 8, None)]
    values = checked.findings[1].label.values
    assert (values["points_a"], values["points_b"]) == (77, 80)
    assert checked.wrong == ()
    assert not checked.ok
    assert checked.sums == (None, None)
    assert findings(check(changed(8, (None, None)))) == [("papier-vide", 8, None)]
    off = check(changed(8, (None, None)), (1007, 878))
    assert findings(off) == [("papier-vide", 8, None), ("papier-controle", None, None)]


def test_a_short_sheet_lacks_its_last_lines() -> None:
    checked = check(SHEET[:10])
    assert findings(checked) == [("papier-vide", 11, None), ("papier-vide", 12, None)]
    assert checked.control is None
    assert not check([], (None, None)).ok


def test_lines_beyond_the_last_are_not_looked_at() -> None:
    assert check([*SHEET, (3, 3)], TOTALS).ok


def test_line_of_one_camp_gets_the_rest_suggested() -> None:
    checked = check(changed(5, (None, 47)))
    assert findings(checked) == [("papier-moitie", 5, 0)]
    assert checked.findings[0].label.values["juste"] == 110
    assert checked.sums == (None, 877)
    assert findings(check(changed(5, (110, None)))) == [("papier-moitie", 5, 1)]
    assert findings(check(changed(5, (156, None)))) == [("papier-valeur", 5, 0), ("papier-manque", 5, 1)]


def test_a_total_that_is_not_the_sum() -> None:
    checked = check(SHEET, (1007, 887))
    assert findings(checked) == [("papier-total", None, 1), ("papier-controle", None, None)]
    assert checked.findings[0].label.values["ecart"] == 10
    assert checked.wrong == ()
    assert sentences(checked)[0] == "Total d’Eux\xa0: 887 est écrit, les lignes font 877, écart +10."
    assert sentences(checked)[1] == "Contrôle\xa0: les deux totaux font 1894 au lieu de 1884, écart +10."


def test_a_total_with_its_digits_the_wrong_way_round() -> None:
    checked = check(SHEET, (1070, 877))
    assert findings(checked) == [
        ("papier-total", None, 0),
        ("papier-total-inverse", None, 0),
        ("papier-controle", None, None),
    ]
    assert checked.findings[1].label.values["juste"] == 1007


def test_totals_alone_are_checked_against_their_sum() -> None:
    assert findings(check([], (1000, 883))) == [("papier-controle", None, None)]
    checked = check([], (1070, 877))
    assert findings(checked) == [("papier-controle", None, None), ("papier-total-inverse", None, 0)]
    assert checked.findings[0].label.values["ecart"] == 63
    assert findings(check([], (1007, 778))) == [("papier-controle", None, None)]
    assert findings(check([], (1007, 787))) == [
        ("papier-controle", None, None),
        ("papier-total-inverse", None, 1),
    ]
    assert findings(check([], (1007, 868))) == [("papier-controle", None, None)]
    assert "voyez Règlement" in sentences(check([], (1007, 977)))[0]
    assert "un réglage" not in sentences(check([], (1007, 978)))[0]
    assert check([], (1007, None)).control is None


@pytest.mark.parametrize("total", [1, 1883])
def test_totals_that_no_partie_gives(total: int) -> None:
    checked = check([], (total, 1884 - total))
    assert findings(checked) == [("papier-total-impossible", None, 0), ("papier-total-impossible", None, 1)]
    assert checked.control == Control(1884, 1884)
    assert not checked.ok


@pytest.mark.parametrize("total", [-1, 1885, 5000])
def test_totals_beyond_the_sheet(total: int) -> None:
    assert ("papier-total-impossible", None, 0) in findings(check([], (total, 0)))


def test_totals_under_the_wrong_camp_are_noticed() -> None:
    checked = check(SHEET, (877, 1007))
    assert findings(checked) == [("papier-totaux-croises", None, None)]
    assert checked.control == Control(1884, 1884)
    assert not checked.ok


def test_a_line_with_the_camps_exchanged() -> None:
    checked = check(changed(9, (37, 120)), TOTALS)
    assert findings(checked) == [
        ("papier-total", None, 0),
        ("papier-total", None, 1),
        ("papier-camps", 9, None),
    ]
    assert checked.wrong == ()


def test_a_sheet_with_match_primes() -> None:
    lines = changed(3, (257, 0))
    checked = check(lines, (1107, 877), prime_match=100)
    assert checked.ok
    assert checked.control == Control(1984, 1984)
    assert check([], (1107, 877), prime_match=100).ok
    assert check(SHEET, TOTALS, prime_match=100).ok
    assert findings(check(changed(3, (257, 5)), prime_match=100)) == [("papier-somme", 3, None)]
    assert findings(check(changed(3, (257, None)), prime_match=100)) == [("papier-moitie", 3, 1)]
    assert findings(check([], (1100, 877), prime_match=100)) == [("papier-controle", None, None)]
    assert findings(check([], (2990, 94), prime_match=100)) == [("papier-total-impossible", None, 0)]
    assert check([], (257 * 12, 0), prime_match=100).ok
    assert findings(check(lines, (1107, 877))) == [
        ("papier-valeur", 3, 0),
        ("papier-somme", 3, None),
        ("papier-controle", None, None),
    ]


def test_partie_of_four_donnes_has_a_control_of_628() -> None:
    assert check(SHEET[:4], donnes=4).control == Control(628, 628)


def test_neighbouring_digits_are_exchanged_once_each() -> None:
    assert swapped(75) == (57,)
    assert swapped(112) == (121,)
    assert swapped(101) == (11, 110)
    assert swapped(7) == ()
    assert swapped(99) == ()
    assert swapped(-12) == ()
    assert swapped(12 * 10**6) == ()


def reachable(donnes: int, prime: int) -> set[int]:
    """Return the possible totals of a side, line by line: sums of possible donnes."""
    donne = {points for points in range(158) if points not in {1, 156}} | ({157 + prime} if prime else set())
    totals = {0}
    for _ in range(donnes):
        totals = {total + points for total in totals for points in donne}
    return totals


@pytest.mark.parametrize(("donnes", "prime"), [(1, 0), (2, 0), (3, 0), (12, 0), (1, 100), (2, 100), (3, 50)])
def test_refused_totals_are_those_that_no_lines_give(donnes: int, prime: int) -> None:
    most = (157 + prime) * donnes
    refused = {
        total
        for total in range(most + 2)
        if any(
            item.label.code == "papier-total-impossible"
            for item in check([], (total, None), donnes=donnes, prime_match=prime).findings
        )
    }
    assert refused == set(range(most + 2)) - reachable(donnes, prime)


POSSIBLE = st.sampled_from([points for points in range(158) if points not in {1, 156}])


@given(
    st.lists(POSSIBLE, min_size=12, max_size=12),
    st.integers(0, 11),
    st.integers(0, 1),
    st.integers(-200, 400),
)
def test_one_wrong_figure_is_found_where_it_is(points: list[int], line: int, camp: int, wrong: int) -> None:
    lines: list[Cells] = [(first, 157 - first) for first in points]
    totals = (sum(points), 1884 - sum(points))
    assert check(lines, totals).ok
    right = lines[line]
    lines[line] = (wrong, right[1]) if camp == 0 else (right[0], wrong)
    checked = check(lines, totals)
    if lines[line] == right:
        assert checked.ok
        return
    assert checked.wrong == (line + 1,)
    clues = [item for item in checked.findings if item.label.code == "papier-case"]
    assert [(item.donne, item.camp, item.label.values["juste"]) for item in clues] == [
        (line + 1, camp, right[camp])
    ]


CELL = st.one_of(st.none(), st.integers(-5, 300), st.integers())


@given(
    st.lists(st.tuples(CELL, CELL), max_size=14),
    st.tuples(CELL, CELL),
    st.integers(1, 13),
    st.sampled_from([0, 50, 100]),
)
def test_any_sheet_is_answered_in_words(lines: list[Cells], totals: Cells, donnes: int, prime: int) -> None:
    checked = check(lines, totals, donnes=donnes, prime_match=prime)
    for language in LANGUAGES:
        with speaking(language):
            assert all(sentence and "%(" not in sentence for sentence in sentences(checked))
    assert checked.ok == (not checked.findings and checked.control is not None and checked.control.ok)


def test_house_rules_with_higher_donnes_have_no_such_check() -> None:
    lines = [(100, 57)] * 11 + [(100, 58)]
    faults = check_partie(Jass(mode=Mode.TOURNOI), lines, (None, None))
    assert [donne for donne, fault in faults if fault.code == "papier-somme"] == [12]
    assert check_partie(Jass(), lines, (None, None)) == ()


@pytest.mark.parametrize(
    ("prime", "points", "end"),
    [
        (0, 257, "mais jamais 1 ni 156\u202f; ici le match est sans prime, voyez Règlement."),
        (50, 257, "mais jamais 1 ni 156."),
        (0, 156, "mais jamais 1 ni 156."),
    ],
)
def test_257_without_a_prime_for_the_match_is_explained(prime: int, points: int, end: str) -> None:
    assert sentences(check(changed(3, (points, 0)), prime_match=prime))[0].endswith(end)
