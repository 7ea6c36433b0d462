"""Annonces of Jass: possible holdings of two hands, and which count, compared with dealt hands."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from random import Random
from typing import Any

import jsonschema
import pytest

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.jass.game import GAME
from scorekeeper.cards.games.jass.rules import Jass
from scorekeeper.cards.games.jass.rules.cards import AnnonceKind
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Replay
from tests.cards.games.jass_cards import PACK, RANKS, SUITS, Card, fours, runs
from tests.cards.games.test_jass import TABLE, house, refusals, sheet
from tests.cards.games.test_jass_form import form_of
from tests.examples import codes

FOURS = {"A": 100, "R": 100, "D": 100, "V": 200, "10": 100, "9": 150}
SHORT = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100, 9: 100}
LONG = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}


def run(length: int, rank: str, suit: str) -> dict[str, Any]:
    return {"type": "suite", "longueur": length, "hauteur": rank, "couleur": suit}


def four(rank: str) -> dict[str, Any]:
    return {"type": "carre", "rang": rank}


def donne(a: list[Any], b: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"points_a": 80, "annonces": {"A": a, "B": b or []}, **more}


def scored(rules: Jass, raw: dict[str, Any]) -> tuple[str, list[int]]:
    """Return the code of the row's second item, and its scores."""
    played = sheet(rules, raw)
    assert played.faults == ()
    item = played.marked[0].row.detail[1]
    return item.label.code, list(item.scores)


def asked(played: Replay) -> list[str]:
    """Return the doubts of the first donne."""
    return [doubt.code for doubt in played.marked[0].doubts]


@cache
def suit_best(free: frozenset[str], *, long: bool) -> dict[tuple[int, int], int]:
    """Return the greatest points that runs in one suit give two partners, by the cards of each that they use, from the `free`
    ranks.
    """
    table = LONG if long else SHORT
    best: list[dict[tuple[int, int], int]] = [{} for _ in range(10)]
    best[9] = {(0, 0): 0}
    for place in range(8, -1, -1):
        best[place] = dict(best[place + 1])
        for length in range(3, 10 - place):
            if not set(RANKS[place : place + length]) <= free:
                break
            for (first, second), worth in best[place + length].items():
                for spent in ((first + length, second), (first, second + length)):
                    best[place][spent] = max(best[place].get(spent, 0), worth + table[length])
    return best[0]


def most(*, long: bool) -> int:
    """Return the greatest points of a camp's annonces: for every choice of carrés, the best runs in the cards left."""
    some = [set_ for count in range(3) for set_ in combinations(FOURS, count)]
    best = 0
    for first in some:
        for second in some:
            if set(first) & set(second):
                continue
            free = frozenset(RANKS) - set(first) - set(second)
            hands = {(9 - 4 * len(first), 9 - 4 * len(second)): 0}
            for _ in SUITS:
                left: dict[tuple[int, int], int] = {}
                for (mine, yours), worth in hands.items():
                    for (one, two), more in suit_best(free, long=long).items():
                        if one <= mine and two <= yours:
                            spent = (mine - one, yours - two)
                            left[spent] = max(left.get(spent, 0), worth + more)
                hands = left
            best = max(best, max(hands.values()) + sum(FOURS[rank] for rank in chain(first, second)))
    return best


def test_the_most_that_a_camp_can_announce_raises_no_doubt() -> None:
    assert (most(long=False), most(long=True)) == (550, 600)
    richest = donne([100, 100, 150, 200])
    assert asked(sheet(house(), richest)) == []
    long = house(suites_longues="grandes")
    assert asked(sheet(long, donne([300, 300]))) == []
    assert asked(sheet(long, donne([150, 200, 300]))) == ["annonces-beaucoup"]
    shared = house(carte_double_emploi=True)
    assert asked(sheet(shared, donne([100, 100, 150, 200, 20, 20]))) == []
    assert asked(sheet(shared, donne([100, 100, 150, 200, 100]))) == ["annonces-beaucoup"]


def announced(
    hands: list[list[Card]], camp: int, *, shared: bool
) -> list[tuple[tuple[int, int, int, int], dict[str, Any]]]:
    """Return the possible annonces of a side, each with value, cards, height and holder; a card serves once unless shared."""
    annonces = []
    for place, hand in enumerate(hands[camp::2]):
        holder = {"joueur": TABLE.players[camp + 2 * place]}
        left = list(hand)
        for rank in fours(hand):
            annonces.append(((FOURS[rank], 4, 8 - RANKS.index(rank), 0), four(rank) | holder))
            left = left if shared else [card for card in left if card[0] != rank]
        for length, rank, suit in runs(left):
            trump = int(suit == "coeur")
            annonces.append(
                ((SHORT[length], length, 8 - RANKS.index(rank), trump), run(length, rank, suit) | holder)
            )
    return annonces


@pytest.mark.parametrize("shared", [False, True])
def test_dealt_hands_are_taken_and_the_better_camp_scores(*, shared: bool) -> None:
    luck = Random(1884)  # noqa: S311 - the same deals each time
    rules = house(carte_double_emploi=shared, objectif=10_000)
    why: dict[str, int] = {}
    for _ in range(3000):
        pack = list(PACK)
        luck.shuffle(pack)
        if luck.random() < 0.3:
            # Hands of a sorted pack have more annonces.
            pack.sort(key=lambda card: (SUITS.index(card[1]), luck.randrange(3), RANKS.index(card[0])))
        hands = [pack[seat * 9 : seat * 9 + 9] for seat in range(4)]
        camps = [announced(hands, camp, shared=shared) for camp in (0, 1)]
        if not any(camps):
            continue
        royal = [seat for seat in range(4) if {("R", "coeur"), ("D", "coeur")} <= set(hands[seat])]
        leader = luck.choice(TABLE.players)
        raw = donne(
            [item for _, item in camps[0]], [item for _, item in camps[1]], atout="coeur", entame=leader
        )
        raw |= {"schtockr": "AB"[royal[0] % 2]} if royal else {}
        tops = [max((key for key, _ in camp), default=(0, 0, 0, 0)) for camp in camps]
        winner = int(tops[1] > tops[0])
        if tops[0] == tops[1]:
            best = [item["joueur"] for camp in camps for key, item in camp if key == tops[0]]
            led = TABLE.players.index(leader)
            winner = min(((TABLE.players.index(name) - led) % 4, name) for name in best)[0] + led
            winner %= 2
        code, gained = scored(rules, raw)
        assert gained[winner] == sum(key[0] for key, _ in camps[winner])
        assert gained[1 - winner] == 0
        why[code] = why.get(code, 0) + 1
    assert set(why) == {
        "annonces",
        "annonces-valeur",
        "annonces-cartes",
        "annonces-hauteur",
        "annonces-couleur",
        "annonces-premier",
    }


REFUSED = [
    (donne([four("R"), four("R")]), "carre-double"),
    (donne([run(3, "A", "coeur"), run(3, "A", "coeur")]), "carte-double"),
    (donne([run(3, "A", "coeur")], [run(3, "R", "coeur")]), "carte-deux-camps"),
    (donne([four("V"), 200]), "annonce-unique"),
    (donne([150, four("9")]), "annonce-unique"),
    (donne([run(5, "A", "coeur"), run(5, "A", "pique"), run(5, "A", "carreau")]), "annonces-mains"),
    (
        donne([run(8, "A", "coeur"), run(4, "A", "pique"), run(4, "A", "trefle"), run(3, "A", "carreau")]),
        "annonces-mains",
    ),
    (
        donne([four("A"), four("10"), run(3, "R", "pique"), run(3, "R", "coeur"), run(4, "9", "pique")]),
        "annonces-mains",
    ),
    (donne([four("A"), four("10"), four("9"), four("V"), 20]), "annonces-mains"),
    (donne([run(7, "A", "coeur"), 50, 50, 20]), "annonces-mains"),
]


@pytest.mark.parametrize(("raw", "code"), REFUSED)
def test_annonces_that_cannot_be_together(raw: dict[str, Any], code: str) -> None:
    assert refusals(house(), raw) == (code,)


TAKEN = [
    donne([four("A"), four("10"), four("9"), four("V")]),
    donne([20, 20, 20, 20, 20, 20]),
    donne([run(9, "A", "coeur"), run(9, "A", "pique")]),
    donne([run(3, "A", "coeur"), run(3, "V", "coeur"), run(3, "8", "coeur")]),
    donne([run(7, "A", "coeur"), 50, 50]),
]


@pytest.mark.parametrize("raw", TAKEN)
def test_annonces_that_two_hands_can_hold(raw: dict[str, Any]) -> None:
    assert refusals(house(), raw) == ()


def test_four_carres_by_value_may_include_the_schtockr() -> None:
    assert refusals(house(), donne([100, 100, 100, 100], atout="coeur", schtockr="A")) == ()


def test_the_schtockr_needs_room_too() -> None:
    packed = [run(8, "A", "coeur"), run(8, "A", "trefle")]
    assert refusals(house(), donne(packed, atout="coeur", schtockr="A")) == ()
    assert refusals(house(), donne(packed, atout="pique", schtockr="A")) == ("annonces-mains",)
    two_fours = donne([four("R"), four("D"), four("A")], atout="coeur", schtockr="A")
    assert refusals(house(), two_fours) == ()
    assert (
        refusals(
            house(),
            donne(
                [four("R"), four("D"), run(5, "10", "pique"), run(4, "10", "coeur")],
                atout="coeur",
                schtockr="A",
            ),
        )
        == ()
    )
    crowded = [four("R"), four("D"), four("A"), four("10"), run(3, "9", "coeur")]
    assert refusals(house(), donne(crowded[:4], atout="coeur", schtockr="A")) == ()
    assert refusals(house(), donne(crowded, atout="coeur")) == ("annonces-mains",)


def test_a_shared_card_joins_a_run_and_a_carre_in_one_hand() -> None:
    shared = house(carte_double_emploi=True)
    assert refusals(shared, donne([four("V"), run(5, "A", "coeur")])) == ()
    assert refusals(shared, donne([four("V"), run(5, "A", "coeur"), run(4, "R", "pique")])) == (
        "annonces-mains",
    )
    assert refusals(shared, donne([four("V"), 50, 50, 100, 100])) == ()


def test_long_runs_have_the_values_of_the_house() -> None:
    long = house(suites_longues="grandes")
    assert refusals(long, donne([150, 150])) == ()
    assert refusals(long, donne([250, 300])) == ()
    assert refusals(long, donne([250, 300, 20])) == ("annonces-mains",)
    assert refusals(house(), donne([250])) == ("annonce-impossible",)
    assert [scored(long, donne([run(length, "A", "coeur")]))[1][0] for length in range(3, 10)] == list(
        LONG.values()
    )
    assert [scored(house(), donne([run(length, "A", "coeur")]))[1][0] for length in range(3, 10)] == list(
        SHORT.values()
    )


@pytest.mark.parametrize("trump", [None, "coeur", "haut-bas"])
def test_equal_runs_where_both_camps_score_ask_for_nothing(trump: str | None) -> None:
    rules = house(egalite_annonces="deux", contrats={"haut-bas": 1})
    raw = donne([run(4, "R", "pique"), run(3, "9", "pique")], [run(4, "R", "coeur")])
    assert scored(rules, raw | ({"atout": trump} if trump else {})) == ("annonces-partagees", [70, 50])


def test_annonce_by_value_ties_with_cards_of_that_value() -> None:
    raw = donne([50], [run(4, "R", "coeur")])
    assert refusals(house(), raw) == ("annonces-egales-a-dire",)
    assert scored(house(egalite_annonces="deux"), raw) == ("annonces-dites", [50, 50])
    lower = donne([50, 20], [run(3, "R", "coeur"), 20])
    assert scored(house(), lower) == scored(house(egalite_annonces="deux"), lower)
    assert scored(house(), lower) == ("annonces-valeur", [70, 0])


SPADES, HEARTS, CLUBS = (run(3, "R", suit) for suit in ("pique", "coeur", "trefle"))


def held(annonce: dict[str, Any], name: str) -> dict[str, Any]:
    return {**annonce, "joueur": name}


def test_named_holders_must_have_room_in_their_hands() -> None:
    long, other = held(run(7, "A", "coeur"), "Anne"), run(3, "A", "pique")
    assert refusals(house(), donne([long, other])) == ()
    assert refusals(house(), donne([long, held(other, "Chloé")])) == ()
    assert refusals(house(), donne([long, held(other, "Anne")])) == ("annonces-mains",)
    shared = house(carte_double_emploi=True)
    jacks, hearts = held(four("V"), "Anne"), run(3, "V", "coeur")
    assert refusals(shared, donne([jacks, held(hearts, "Anne")])) == ()
    assert refusals(shared, donne([jacks, held(hearts, "Chloé")])) == ("annonces-mains",)


def test_same_carre_is_announced_once_for_any_stated_holder() -> None:
    twice = donne([held(four("R"), "Anne"), held(four("R"), "Chloé")])
    assert refusals(house(), twice) == ("carre-double",)


@pytest.mark.parametrize(
    ("value", "help_"),
    [
        (70, "\u202f; 70 = 20 + 50\xa0: touchez les deux"),
        (40, "\u202f; 40 = 20 + 20\xa0: touchez les deux"),
        (250, "\u202f; 250 = 50 + 200\xa0: touchez les deux"),
        (90, "\u202f; 90 = 20 + 20 + 50\xa0: touchez les trois"),
        (30, ""),
    ],
)
def test_a_sum_of_annonces_is_taken_apart(value: int, help_: str) -> None:
    fault = sheet(house(), donne([value])).faults[0].fault
    message = message_of(fault, GAME.words, TABLE)
    assert message == f"Une annonce vaut 20, 50, 100, 150 ou 200, jamais {value}{help_}."


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (
            donne([200, four("V")]),
            "Une seule annonce par donne vaut 200\xa0: le carré de valets (quatre bourgs).",
        ),
        (
            donne([run(3, "7", "coeur")]),
            "Seulement 2 cartes à partir du 7\xa0: une suite plus courte ou plus haute.",
        ),
        (
            donne([run(3, "A", "coeur"), run(3, "D", "coeur")]),
            "Une carte ne compte que dans une suite\u202f; ici dans deux\xa0: la dame de cœur.",
        ),
        (
            donne([run(4, "A", "coeur"), run(3, "R", "coeur")]),
            "Une carte ne compte que dans une suite\u202f; ici dans deux\xa0: le roi de cœur.",
        ),
        (
            {"points_a": 80, "annonces": {"A": [held(CLUBS, "David")]}},
            "David ne joue pas dans le camp A.",
        ),
    ],
)
def test_cards_are_named_as_players_name_them(raw: dict[str, Any], sentence: str) -> None:
    assert message_of(sheet(house(), raw).faults[0].fault, GAME.words, TABLE) == sentence


@pytest.mark.parametrize(
    ("item", "code", "field"),
    [
        ({"type": "flush"}, "choix", "annonces.A.0.type"),
        ({"longueur": 3}, "choix", "annonces.A.0.type"),
        ({"type": ["suite"]}, "choix", "annonces.A.0.type"),
        ({"type": "carre"}, "cle-manquante", "annonces.A.0.rang"),
        (
            {"type": "suite", "longueur": 2, "hauteur": "A", "couleur": "pique"},
            "hors-limites",
            "annonces.A.0.longueur",
        ),
        (True, "annonce-illisible", "annonces.A.0"),
        ("50", "annonce-illisible", "annonces.A.0"),
        (-20, "hors-limites", "annonces.A.0"),
    ],
)
def test_an_annonce_that_cannot_be_read(item: Any, code: str, field: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Jass.ENTRY.read(donne([item]), TABLE)
    assert code in codes(caught.value.faults)
    assert field in {fault.field for fault in caught.value.faults}


def test_published_schema_accepts_the_readable_annonces_only() -> None:
    schema = AnnonceKind().schema(TABLE)
    jsonschema.Draft202012Validator.check_schema(schema)
    seen = jsonschema.Draft202012Validator(schema)
    for item in (20, 999, run(3, "A", "coeur"), held(run(9, "A", "pique"), "Anne"), four("V")):
        assert seen.is_valid(item), item
        assert AnnonceKind().read(item, TABLE) is not None
    wrong: list[Any] = [-20, 1000, "50", None, [], {}, {"type": "flush"}, {"type": "carre"}]
    wrong += [
        run(2, "A", "coeur"),
        run(3, "1", "coeur"),
        four("V") | {"hauteur": "A"},
        held(four("V"), "Zoé"),
    ]
    for item in wrong:
        assert not seen.is_valid(item), item
        with pytest.raises(Unreadable):
            AnnonceKind().read(item, TABLE)


def test_a_rarer_annonce_marks_its_chip() -> None:
    assert not form_of(house(), {"a20": "1", "a150": "0"}).rare_annonces
    assert form_of(house(), {"b200": "1"}).rare_annonces
