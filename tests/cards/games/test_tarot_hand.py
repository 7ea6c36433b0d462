"""The hand evaluation: Chavey's printed examples, the thresholds, and the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.app import create_app
from scorekeeper.cards.games.tarot.pages import main as hand
from scorekeeper.cards.games.tarot.rules.hand import LEAFLET, PACK, BadHand, Suit, TarotCard, evaluate, parse
from scorekeeper.config import Config
from scorekeeper.i18n import speaking

FIRST = "21 19 12 6 1 Exc / ♥R C 10 8 A / ♦V 8 / ♣D C 7 / ♠6 4"
SECOND = "20 18 14 13 9 8 6 / ♥R 10 5 4 / ♦R D / ♣7 8 / ♠8 7 5"
THIRD = "21 20 19 16 14 12 8 Exc / ♥R D 8 5 2 4 / ♦R / ♣8 9 3"


@pytest.mark.parametrize(
    ("text", "overbid", "total", "advice"),
    [
        (FIRST, False, 60, "garde"),
        (SECOND, False, 34, "passe"),
        (THIRD, False, 68, "garde"),
        (THIRD, True, 77, "garde-sans"),
    ],
)
def test_printed_hands_have_the_printed_worth(
    text: str,
    overbid: bool,  # noqa: FBT001 - a column of the table
    total: int,
    advice: str,
) -> None:
    evaluation = evaluate(parse(text), overbid=overbid)
    assert (evaluation.total, evaluation.advice, evaluation.cards) == (total, advice, 18)


@pytest.mark.parametrize(
    ("text", "overbid", "total"),
    [(FIRST, False, 61), (SECOND, False, 34), (THIRD, False, 68), (THIRD, True, 78)],
)
def test_the_leaflet_counts_jacks_and_voids_otherwise(
    text: str,
    overbid: bool,  # noqa: FBT001 - a column of the table
    total: int,
) -> None:
    assert evaluate(parse(text), overbid=overbid, scale=LEAFLET).total == total


def items(text: str, *, overbid: bool = False) -> dict[str, int]:
    lines = evaluate(parse(text), overbid=overbid).lines
    return {f"{label.code} {label.values.get('couleur', '')}".strip(): points for label, points in lines}


def test_every_item_of_the_first_hand() -> None:
    assert items(FIRST) == {
        "main-21": 10,
        "main-excuse": 8,
        "main-petit": 7,
        "main-atouts": 12,
        "main-majeurs": 4,
        "main-roi ♥": 6,
        "main-cavalier ♥": 2,
        "main-longue ♥": 5,
        "main-valet ♦": 1,
        "main-dame ♣": 3,
        "main-cavalier ♣": 2,
    }


def test_evaluation_has_the_number_of_cards_of_each_trump_item() -> None:
    def counts(text: str) -> dict[str, object]:
        lines = [line for line, _ in evaluate(parse(text)).lines]
        return {line.code: line.values["nombre"] for line in lines if "couleur" not in line.values}

    assert counts(FIRST) == {
        "main-21": 1,
        "main-excuse": 1,
        "main-petit": 6,
        "main-atouts": 6,
        "main-majeurs": 2,
    }
    # Majors are 16, 19, 20 and 21; the last three are in a row.
    assert counts(THIRD) == {
        "main-21": 1,
        "main-excuse": 1,
        "main-atouts": 8,
        "main-majeurs": 4,
        "main-suite": 3,
    }


@pytest.mark.parametrize(
    ("trumps", "petit", "number"),
    [
        ("1 2 3", 0, 0),
        ("1 2 3 4", 0, 0),
        ("1 2 3 Exc", 0, 0),
        ("1 2 3 4 5", 5, 10),
        ("1 2 3 4 Exc", 5, 10),
        ("1 2 3 4 5 6", 7, 12),
        ("1 2 3 4 5 6 7", 9, 14),
        ("1 2 3 4 5 6 7 8 9", 9, 18),
    ],
)
def test_the_petit_is_worth_more_in_company(trumps: str, petit: int, number: int) -> None:
    points = items(trumps)
    assert (points.get("main-petit", 0), points.get("main-atouts", 0)) == (petit, number)


@pytest.mark.parametrize(
    ("trumps", "majors", "row"),
    [
        ("15 14", 0, 0),
        ("16", 2, 0),
        ("15 16", 2, 0),
        ("16 17", 4, 2),
        ("16 17 19 20", 8, 4),
        ("16 18 20", 6, 0),
        ("16 17 18 19 20 21", 12, 6),
    ],
)
def test_majors_count_and_more_in_a_row(trumps: str, majors: int, row: int) -> None:
    points = items(trumps)
    assert (points.get("main-majeurs", 0), points.get("main-suite", 0)) == (majors, row)


@pytest.mark.parametrize(
    ("suit", "length"),
    [("5 4 3 2", 0), ("5 4 3 2 A", 5), ("6 5 4 3 2 A", 7), ("7 6 5 4 3 2 A", 9), ("8 7 6 5 4 3 2 A", 9)],
)
def test_long_suit_counts_by_its_length(suit: str, length: int) -> None:
    assert items("♠" + suit).get("main-longue ♠", 0) == length


def test_short_suits_count_only_to_overbid() -> None:
    assert items("♠R ♥5 4") == {"main-roi ♠": 6}
    assert items("♠R ♥5 4", overbid=True) == {
        "main-roi ♠": 6,
        "main-singleton ♠": 3,
        "main-coupe ♦": 6,
        "main-coupe ♣": 6,
    }


def test_advice_has_the_thresholds_of_the_book() -> None:
    low = [card for card in PACK if card.suit is not Suit.ATOUT and card.rank <= 10]
    fillers = [
        [c for c in low if c.suit is suit] for suit in (Suit.PIQUE, Suit.COEUR, Suit.CARREAU, Suit.TREFLE)
    ]

    def advised(worth: str, lengths: tuple[int, int, int, int]) -> tuple[int, str | None]:
        cards = set(parse(worth))
        for filler, length in zip(fillers, lengths, strict=True):
            cards |= set(filler[:length])
        evaluation = evaluate(cards)
        return evaluation.total, evaluation.advice

    # 21, Excuse, 20, 19 and two more trumps: 10 + 8 + 12 + 6 + 3 = 39; then a jack, a knight, a queen.
    base = "21 Exc 20 19 5 4"
    assert advised(base, (3, 3, 3, 3)) == (39, "passe")
    assert advised(base + " ♠V", (2, 3, 3, 3)) == (40, "prise")
    assert advised(base + " ♠R D C V ♥C", (0, 2, 3, 2)) == (54, "prise")
    assert advised(base + " ♠R D C V ♥C V", (0, 1, 3, 2)) == (55, "prise")
    assert advised(base + " ♠R D C V ♥C ♦C", (0, 2, 2, 2)) == (56, "garde")
    assert advised(base + " ♠R D C V ♥R D C V ♦D C", (0, 0, 1, 1)) == (70, "garde")
    assert advised(base + " ♠R D C V ♥R D C V ♦R", (0, 0, 2, 1)) == (71, "garde-sans")
    assert advised(base + " ♠R D C V ♥R D C V ♦R D C V", (0, 0, 0, 0)) == (78, "garde-sans")
    assert advised("21 Exc 20 19 5 4 3 ♠R D C V ♥R D C V ♦R D", (0, 0, 0, 1)) == (77, "garde-sans")
    assert advised("21 Exc 20 19 18 ♠R D C V ♥R D C V ♦R D C V", (0, 0, 0, 1)) == (79, "garde-sans")
    assert advised("21 Exc 20 19 18 17 ♠R D C V ♥R D C V ♦R D C V", (0, 0, 0, 0)) == (84, "garde-contre")
    assert advised("21 Exc 20 19 18 17 ♠R D C V ♥R D C V ♦R D", (0, 0, 0, 2)) == (81, "garde-contre")


def test_a_hand_of_another_size_has_points_and_no_advice() -> None:
    evaluation = evaluate(parse("21 20 Exc ♥R"))
    assert (evaluation.total, evaluation.advice) == (10 + 8 + 4 + 2 + 6, None)


@pytest.mark.parametrize("text", ["22", "0", "♥15", "♥0", "♥X", "R", "♠-1", "²", "♥RD", "1e1", "0001"])
def test_invalid_card_is_refused(text: str) -> None:
    with pytest.raises(BadHand) as bad:
        parse(text)
    assert bad.value.code == "carte-inconnue"


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(BadHand) as bad:
        parse("♥R ♠R ♥R")
    assert (bad.value.code, bad.value.carte) == ("carte-double", "R")


def test_cards_are_read_in_either_case_with_commas_or_slashes() -> None:
    assert parse("Excuse") == parse("EX") == {TarotCard(Suit.ATOUT, 0)}
    read = parse("exc, 21/1 ♦ r,d a")
    assert read == {
        TarotCard(Suit.ATOUT, 0),
        TarotCard(Suit.ATOUT, 21),
        TarotCard(Suit.ATOUT, 1),
        TarotCard(Suit.CARREAU, 14),
        TarotCard(Suit.CARREAU, 13),
        TarotCard(Suit.CARREAU, 1),
    }


def test_the_pack_has_78_cards_with_a_code_each() -> None:
    assert len(PACK) == len({card.code for card in PACK}) == 78


# --- The page ---


def asked(fields: dict[str, Any]) -> dict[str, Any]:
    return hand(MultiDict(fields))


def codes(text: str) -> list[str]:
    return [card.code for card in parse(text)]


def test_empty_page_has_no_result() -> None:
    context = asked({})
    assert (context["total"], context["cards"], context["lines"]) == (0, 0, [])
    assert (context["advice"], context["remark"], context["refusal"]) == ("", "", "")
    assert sum(len(suit["boxes"]) for suit in context["suits"]) == 78
    assert [suit["symbol"] for suit in context["suits"]] == ["", "♠", "♥", "♦", "♣"]


def test_ticked_cards_are_counted_and_stay_ticked() -> None:
    context = asked({"cartes": [*codes(THIRD), "coeur-99"], "sur_contrat": "1"})
    assert (context["total"], context["cards"]) == (77, 18)
    assert context["advice"] == "De 71 à 80\xa0: garde sans le chien."
    assert sum(ticked for suit in context["suits"] for _, _, ticked in suit["boxes"]) == 18
    assert ("♦\u00a0: singleton", 3) in context["lines"]
    assert ("♠\u00a0: coupe", 6) in context["lines"]


def test_the_variant_of_the_leaflet() -> None:
    context = asked({"cartes": codes(THIRD), "sur_contrat": "1", "variante": "1"})
    assert context["total"] == 78


def test_both_printed_counts_and_limit_bids_are_shown() -> None:
    first = hand(MultiDict({"texte": FIRST}))
    assert (first["total"], first["other"]) == (60, "Avec valet 2 et coupe 7\xa0: 61.")
    turned = hand(MultiDict({"texte": FIRST, "variante": "1"}))
    assert (turned["total"], turned["other"]) == (61, "Avec valet 1 et coupe 6\xa0: 60.")
    # 18 for the trumps, 8 for king and knight, 10 for king and queen, 2 for each of two knights.
    limit = hand(MultiDict({"texte": "20 18 14 13 9 8 6 / ♥R C 5 4 / ♦R D / ♣7 C / ♠C 7 5"}))
    assert (limit["total"], limit["advice"]) == (
        40,
        "40 tout juste\xa0: passez ou prenez, les deux se défendent.",
    )


def test_a_typed_hand_is_ticked() -> None:
    context = asked({"texte": FIRST})
    assert (context["total"], context["advice"]) == (60, "De 56 à 70\xa0: garde.")
    assert sum(ticked for suit in context["suits"] for _, _, ticked in suit["boxes"]) == 18


def test_a_hand_ticked_and_typed_is_one_hand() -> None:
    assert asked({"cartes": ["atout-21"], "texte": "20"})["cards"] == 2
    refused = asked({"cartes": ["atout-21", "pique-R"], "texte": "21"})
    assert "«\xa021\xa0» y est deux fois" in refused["refusal"]
    assert sum(ticked for suit in refused["suits"] for _, _, ticked in suit["boxes"]) == 2


def test_a_part_of_a_hand_is_counted_with_a_remark() -> None:
    context = asked({"cartes": ["atout-21"]})
    assert context["remark"] == "Le conseil vaut pour une main de 18 cartes\u202f; ici 1."
    assert context["advice"] == ""


@pytest.mark.parametrize(("text", "advice"), [(SECOND, "Less than 40: pass."), (FIRST, "56 to 70: garde.")])
def test_page_is_in_english(text: str, advice: str) -> None:
    with speaking("en"):
        assert asked({"texte": text})["advice"] == advice


def test_the_page_is_served_with_its_boxes(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path))
    client = app.test_client()
    page = client.get("/jeux/tarot/main", query_string={"cartes": codes(FIRST)}).get_data(as_text=True)
    refused = client.get("/jeux/tarot/main", query_string={"texte": "<i>"}).get_data(as_text=True)
    app.extensions["store"].close()
    assert page.count('type="checkbox"') == 80
    assert page.count(" checked") == 18
    assert "<b>60</b>" in page
    assert "<i>" not in refused
    assert "&lt;i&gt;" in refused
