"""Lots on the page of a new sheet: cards decide seats, partners and the first dealer, by the game's rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from scorekeeper.cards.catalogue import GAMES, game
from scorekeeper.cards.game_api.game import Game
from tests.web.browsing import Page, Visit

FOUR = ("Anne", "Benoît", "Chloé", "David")
FIVE = (*FOUR, "Élise")


class Stacked(Random):
    """Random source that returns these cards, and the dealer at this place."""

    def __init__(self, cards: Sequence[str], ranks: Sequence[str], dealer: int) -> None:
        super().__init__(0)
        self.ranks = [list(ranks).index(card[:-1]) for card in cards]
        self.suits: Iterator[str] = iter([card[-1] for card in cards])
        self.dealer = dealer

    def sample(self, *_: Any, **__: Any) -> list[int]:  # type: ignore[override]
        return self.ranks

    def choice(self, _: Any) -> Any:
        return next(self.suits)

    def randrange(self, *_: Any) -> int:
        return self.dealer


@pytest.mark.parametrize(
    ("key", "cards", "order", "dealer"),
    [
        # The two highest against the two lowest; the highest deals.
        ("couillon", "A♥ 9♠ R♥ 10♣", "Anne A♥, David 10♣, Chloé R♥, Benoît 9♠", "Anne"),
        # The same partners; the lowest deals.
        ("cochonnet", "2♠ A♦ 7♣ D♥", "Anne 2♠, David D♥, Chloé 7♣, Benoît A♦", "Anne"),
        # A random dealer: here the third place.
        ("jass", "6♠ V♥ A♣ 10♦", "Chloé A♣, David 10♦, Benoît V♥, Anne 6♠", "Benoît"),
        # An ace of tarot is a 1; the knight is over the jack.
        ("tarot", "C♠ V♥ 1♣ 10♦ R♠", "Chloé 1♣, David 10♦, Benoît V♥, Anne C♠, Élise R♠", "Chloé"),
        ("bouees", "4♠ 10♥ 2♣ 7♦ 1♦", "Élise 1♦, Chloé 2♣, Anne 4♠, David 7♦, Benoît 10♥", "Élise"),
    ],
)
def test_cards_decide_by_the_rules_of_the_game(key: str, cards: str, order: str, dealer: str) -> None:
    rule, drawn = game(key).lots, cards.split()
    chance = Stacked(drawn, rule.ranks, 2)
    lots, first = rule.draw(FIVE[: len(drawn)], chance, camps=game(key).rules.CAMPS)
    assert ", ".join(f"{lot.name} {lot.card}" for lot in lots) == order
    assert lots[first].name == dealer


def test_every_place_is_as_likely_and_no_two_cards_are_level() -> None:
    rule, chance = game("couillon").lots, Random(7)  # noqa: S311
    seats = [0] * 4
    for _ in range(2000):
        lots, _first = rule.draw(FOUR, chance, camps=True)
        seats[[lot.name for lot in lots].index("Anne")] += 1
        assert len({lot.card[:-1] for lot in lots}) == 4
        assert {lot.card for lot in lots} <= rule.pack
    # Each quarter of 2,000 within five standard deviations.
    assert all(403 <= count <= 597 for count in seats)


def drawn(visit: Visit, page: Page, key: str, names: Sequence[str] = ()) -> Page:
    form = page.form(f"/nouvelle/{key}")
    seats = {f"joueur-{place}": name for place, name in enumerate(names)}
    return visit.send(form, [*form.with_fields(seats), ("tirer", "1")])


def seated(page: Page, count: int) -> list[str]:
    return [page.value(f"joueur-{place}") or "" for place in range(count)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_lots_are_shown_and_may_change_before_the_sheet_opens(visit: Visit, game: Game) -> None:
    address, names = f"/nouvelle/{game.key}", FIVE[: game.rules.SEATS[0]]
    page = visit.get(address)
    assert ("tirer", "1", f"{address}#tirage") in page.form(address).buttons
    # Enter in a field opens the sheet.
    assert page.form(address).buttons[0] == ("", "", "")
    assert "Tirer à nouveau" not in page.text
    page = drawn(visit, page, game.key, names)
    assert (page.status, page.errors) == (200, [])
    order = seated(page, len(names))
    assert sorted(order) == sorted(names)
    cards = [attrs["value"] for tag, attrs in page.elements if attrs.get("name") == "carte"]
    assert len(cards) == len(names)
    assert all(card in page.text for card in cards)
    assert ("donne en premier" in page.text or "tiré à part" in page.text) is (game.key != "bouees")
    assert "Tirage n°" not in page.text
    page = drawn(visit, page, game.key)
    assert "Tirage n° 2, les précédents ne comptent plus" in page.text
    form = page.form(address)
    swapped = {"joueur-0": seated(page, 2)[1], "joueur-1": seated(page, 2)[0]}
    # A refused sheet still shows the cards.
    refused = visit.send(form, form.with_fields({**swapped, "date": "hier"}))
    assert refused.status == 422
    assert "Tirage n° 2" in refused.text
    opened = visit.send(refused.form(address), refused.form(address).with_fields({"date": ""}))
    assert opened.status == 303
    text = visit.follow(opened).text
    assert text.index(swapped["joueur-0"]) < text.index(swapped["joueur-1"])


def test_all_names_come_first(visit: Visit) -> None:
    page = drawn(visit, visit.get("/nouvelle/jass"), "jass", ["Anne", "", "Chloé"])
    assert (page.status, page.errors) == (
        422,
        ["Avant de tirer au sort, écrivez les noms de tous les joueurs."],
    )
    assert seated(page, 3) == ["Anne", "", "Chloé"]


def test_undrawn_lots_are_not_shown(visit: Visit) -> None:
    form = visit.get("/nouvelle/jass").form("/nouvelle/jass")
    refused = form.with_fields({"date": "hier"})
    odd = [("carte", "2♥"), ("carte", ""), ("carte", "A♥"), ("tire", "X"), ("tirage", "x")]
    page = visit.send(form, [*refused, *odd])
    assert (page.status, "2♥" in page.text, "A♥" in page.text) == (422, False, False)
    page = visit.send(form, [*refused, ("carte", "V♥"), ("tire", "Anne")], headers={"Accept-Language": "en"})
    assert "J♥ Anne" in page.text


def test_first_dealer_is_named_below_the_card(visit: Visit) -> None:
    names = [(f"joueur-{place}", name) for place, name in enumerate(FOUR)]
    form = visit.get("/nouvelle/cochonnet").form("/nouvelle/cochonnet")
    sent = [*form.with_fields(dict(names)), ("tirer", "1")]
    for language, label in (("fr", "équipe A · donne en premier"), ("en", "team A · deals first")):
        page = visit.send(form, sent, headers={"Accept-Language": language})
        assert page.text.count(label) == 1
