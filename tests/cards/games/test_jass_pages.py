"""The page that checks a paper sheet: copied values are kept, and the wrong donne is identified."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.games.jass.pages import controle as paper
from scorekeeper.i18n import speaking

A = (92, 57, 157, 61, 110, 48, 83, 77, 120, 35, 66, 101)
"""A partie of 1007 to 877."""


def copied(**changes: str) -> MultiDict[str, str]:
    """Return the right sheet, with some fields changed."""
    cells = {f"a{donne}": str(points) for donne, points in enumerate(A, 1)}
    cells |= {f"b{donne}": str(157 - points) for donne, points in enumerate(A, 1)}
    return MultiDict({**cells, "total_a": "1007", "total_b": "877", **changes})


def remarks(args: MultiDict[str, str]) -> list[str]:
    return [remark["text"] for remark in paper(args)["remarks"]]


def test_right_sheet_has_no_findings() -> None:
    page = paper(copied())
    assert page["good"]
    assert page["verdict"] == "La feuille est juste\xa0: les lignes et les totaux font 1884."
    assert page["remarks"] == []
    assert page["sums"] == (1007, 877)
    assert all(line["sum"] == 157 and not line["wrong"] for line in page["lines"])
    assert page["expected"] == 1884


def test_the_wrong_donne_is_pointed_at() -> None:
    page = paper(copied(b4="99"))
    assert not page["good"]
    assert page["verdict"] == "À revoir\xa0: la donne 4."
    assert [line["label"] for line in page["lines"] if line["wrong"]] == ["4"]
    assert page["lines"][3]["sum"] == 160
    assert page["lines"][3]["marked"] == {0, 1}  # either of the two may be the wrong one
    assert page["remarks"][0]["text"] == "Donne 4\xa0: 160 en tout au lieu de 157, écart +3."
    assert page["remarks"][0]["wrong"]
    # The total is right, so the line can be put right from it.
    assert page["remarks"][-1]["text"] == "Donne 4\xa0: 96 au lieu de 99 à B accorde la ligne et le total."
    assert not page["remarks"][-1]["wrong"]
    assert [remark["target"] for remark in page["remarks"]] == ["a4", "total_b", "b4"]


def test_the_camp_that_cannot_have_its_points_is_marked() -> None:
    page = paper(MultiDict({"b2": "158"}))
    assert page["lines"][1]["marked"] == {1}
    assert page["lines"][0]["marked"] == set()
    assert page["wrong"]


def test_several_wrong_donnes_are_named() -> None:
    assert paper(copied(b4="99", a9="156"))["verdict"] == "À revoir\xa0: les donnes 4, 9."


def test_wrong_total_is_named_with_its_exchanged_digits() -> None:
    page = paper(copied(total_a="1070"))
    assert page["verdict"] == "À revoir\xa0: les totaux."
    assert "Total de A\xa0: deux chiffres inversés\u202f? 1007 au lieu de 1070." in [
        remark["text"] for remark in page["remarks"]
    ]
    assert not any(line["wrong"] for line in page["lines"])
    assert page["total_marked"] == {0, 1}
    # Each leads to the field it is about; the sum of both totals is about neither.
    assert [remark["target"] for remark in page["remarks"]] == ["total_a", "total_a", ""]


def test_missing_totals_leave_right_lines_right() -> None:
    page = paper(copied(total_a="", total_b=""))
    assert page["good"]
    assert (
        page["verdict"] == "Les lignes sont justes\xa0: elles font 1884. Les deux totaux restent à recopier."
    )


def test_empty_page_has_no_findings() -> None:
    page = paper(MultiDict())
    assert (page["verdict"], page["remarks"], page["control"], page["sums"]) == ("", [], None, (None, None))
    assert not page["good"]


def test_a_sheet_that_is_not_complete_yet() -> None:
    page = paper(MultiDict({"a1": "92", "b1": "65", "a2": "57"}))
    assert page["verdict"] == "Rien de faux jusqu’ici, mais la feuille n’est pas complète."
    assert [remark["text"] for remark in page["remarks"]] == [
        "Donne 2\xa0: il manque les points de B\u202f; ce serait 100."
    ]


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ("1007", "877", "Les deux totaux font 1884."),
        ("1070", "877", "À revoir\xa0: les totaux."),
        ("1007", "", "Rien de faux jusqu’ici, mais la feuille n’est pas complète."),
    ],
)
def test_totals_without_lines_have_a_verdict(first: str, second: str, verdict: str) -> None:
    args = MultiDict({"total_a": first, "total_b": second})
    assert paper(args)["verdict"] == verdict


def test_match_of_257_is_right_if_its_prime_is_chosen() -> None:
    # Donne 3 is a match: 257 where the house gives 100 for it, and the sheet makes 1984.
    with_prime = copied(a3="257", total_a="1107")
    assert paper(with_prime)["verdict"] == "À revoir\xa0: la donne 3."
    page = paper(MultiDict({**with_prime.to_dict(), "prime": "1"}))
    assert page["verdict"] == "La feuille est juste\xa0: les lignes et les totaux font 1984."


@pytest.mark.parametrize("text", ["abc", "40,5", "1_5", "\u0665", "9" * 99, "<b>", "\x00"])
def test_invalid_number_is_reported_and_kept(text: str) -> None:
    page = paper(copied(a7=text))
    assert page["form"]["a7"].data == text
    assert page["form"]["a7"].errors == ["Un nombre entier est attendu, en chiffres."]
    assert page["unread"]
    assert page["verdict"] == ""


def test_verdict_is_in_english() -> None:
    with speaking("en"):
        assert paper(copied(b4="99"))["verdict"] == "Look again at deal 4."
