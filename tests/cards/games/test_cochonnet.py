"""Cochonnet: possible totals of thirteen cards, computed in another way, and random games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.cochonnet import words
from scorekeeper.cards.games.cochonnet.form import CochonnetForm
from scorekeeper.cards.games.cochonnet.game import check_partie
from scorekeeper.cards.games.cochonnet.rules import Cochonnet, CochonnetState, DerniereLevee
from scorekeeper.cards.games.cochonnet.rules.entry import Saisie
from scorekeeper.cards.rules.contract import Entry, Seat, State, Table
from scorekeeper.cards.rules.fields import Amounts
from scorekeeper.cards.rules.replay import Marked, Replay, replay
from scorekeeper.cards.rules.scores import Row
from scorekeeper.i18n import speaking
from tests.cards.games.strategies_cochonnet import ORDER, PACK, by_cards, by_totals, rank

PLAYERS = ("Zoé", "Rita", "Basile", "Omer")
TABLE = Table(PLAYERS, camps=True, equipes=("Nous", "Eux"))
PARLETT = (2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30)
PENGUIN = Amounts((("V", 15), ("D", 15), ("R", 15), ("A", 20)))
LOWEST = Cochonnet(derniere_levee=DerniereLevee.PLUS_BASSE)


def pairs(copies: Sequence[int], first: int, second: int) -> set[tuple[int, int]]:
    """Return the possible pairs of totals when the camps have `first` and `second` cards; `copies` has the number of each rank."""
    reached = {
        (0, 0): (1, *[0] * second)
    }  # cards and total of the first; the second's totals by its number of cards
    for left, worth in zip(copies, PARLETT, strict=True):
        dealt: dict[tuple[int, int], tuple[int, ...]] = {}
        for (cards, total), others in reached.items():
            for taken in range(min(left, first - cards) + 1):
                place = (cards + taken, total + taken * worth)
                more = [
                    reduce(
                        or_,
                        (
                            others[number - given] << given * worth
                            for given in range(min(number, left - taken) + 1)
                        ),
                    )
                    for number in range(second + 1)
                ]
                known = dealt.get(place, (0,) * (second + 1))
                dealt[place] = tuple(map(or_, known, more))
        reached = dealt
    return {
        (total, b)
        for (cards, total), others in reached.items()
        if cards == first
        for b in range(others[second].bit_length())
        if others[second] >> b & 1
    }


def refused(rules: Cochonnet, plain: Mapping[str, Any]) -> list[str]:
    state = rules.opening(TABLE)
    return [fault.code for fault in rules.faults(state, rules.ENTRY.read(plain, TABLE))]


def test_exactly_totals_of_thirteen_cards_are_accepted() -> None:
    expected = pairs((4,) * 13, 7, 6)
    seven, six = {a for a, _ in expected}, {b for _, b in expected}
    assert seven == set(range(17, 181)) | {185, 190, 195}
    assert six == set(range(14, 156)) | {160, 165, 170}
    assert {a + b for a, b in expected} == set(range(41, 311)) | {315}
    assert len(expected) == 23_369
    assert len(seven) * len(six) - len(expected) == 846
    possible = Cochonnet().totals((7, 6))
    mirrored = Cochonnet().totals((6, 7))
    for a in range(200):
        for b in range(200):
            assert possible.together(a, b) == mirrored.together(b, a) == ((a, b) in expected), (a, b)


def test_two_equal_high_totals_ask_about_the_first() -> None:
    rules = Cochonnet()
    entry = rules.ENTRY.read({"sept": "A", "totaux": [120, 120]}, TABLE)
    assert [doubt.values["camp"] for doubt in rules.doubts(rules.opening(TABLE), entry)] == [0]


def test_110_points_of_one_manche_raise_no_doubt() -> None:
    rules = Cochonnet()
    read = [rules.ENTRY.read({"sept": "B", "totaux": [20, total]}, TABLE) for total in (110, 111)]
    asked = [[doubt.code for doubt in rules.doubts(rules.opening(TABLE), entry)] for entry in read]
    assert asked == [[], ["total-eleve"]]


def test_three_cards_make_6_to_90_with_four_gaps() -> None:
    """Three cards: 6 to 90 with four gaps; the same bits that the totals are made of."""
    three = {a for a, _ in pairs((4,) * 13, 3, 0)}
    gaps = {*range(71, 75), *range(76, 80), *range(81, 85), *range(86, 90)}
    assert three == set(range(6, 91)) - gaps
    assert {a for a, _ in pairs((4,) * 13, 4, 0)} >= {8, 120}


def test_each_kind_of_impossible_total_has_its_code() -> None:
    rules = Cochonnet()
    assert refused(rules, {"sept": "A", "totaux": [16, 40]}) == ["total-impossible"]
    assert refused(rules, {"sept": "B", "totaux": [156, 196]}) == ["total-impossible", "total-impossible"]
    assert refused(rules, {"sept": "A", "totaux": [17, 14]}) == ["somme-impossible"]
    assert refused(rules, {"sept": "A", "totaux": [195, 170]}) == ["somme-impossible"]
    assert refused(rules, {"sept": "A", "totaux": [146, 151]}) == ["totaux-incompatibles"]
    assert refused(rules, {"sept": "A", "totaux": [195, 120]}) == []
    assert refused(rules, {"sept": "A", "totaux": [600, 500]}) == ["total-impossible", "total-impossible"]


def test_four_equally_low_last_cards_count_two_for_each_camp() -> None:
    """Two more cochonnets each; all four have one rank, so the other players have none of it."""
    expected: set[tuple[int, int]] = set()
    for place, worth in enumerate(PARLETT):
        copies = tuple(0 if other == place else 4 for other in range(13))
        expected |= {(a + 2 * worth, b + 2 * worth) for a, b in pairs(copies, 6, 6)}
    possible = LOWEST.totals((8, 8))
    assert {(a, b) for a in range(230) for b in range(230) if possible.together(a, b)} == expected


def test_a_high_lowest_card_needs_higher_ones_beside_it() -> None:
    """Four aces, a roi and two dames make 185, three rois being left for the last trick. Four aces and three rois
    make 195 by exchange only: nothing would be higher than the last of them."""
    assert refused(LOWEST, {"sept": "A", "totaux": [185, 90]}) == []
    assert refused(LOWEST, {"sept": "A", "totaux": [195, 90]}) == ["total-impossible"]
    assert refused(LOWEST, {"sept": "A", "totaux": [186, 90]}) == ["total-impossible"]
    hands = {
        "Zoé": ["A", "A", "R"],
        "Rita": ["2", "3", "4"],
        "Basile": ["A", "A", "D"],
        "Omer": ["2", "3", "4"],
    }
    last = {"joueur": "Zoé", "carte": "D"}
    assert refused(LOWEST, {"cochonnets": hands, "dernier": last}) == []
    hands["Omer"] = ["2", "3", "R"]
    assert refused(LOWEST, {"cochonnets": hands, "dernier": last}) == ["dernier-trop-haut"]
    hands["Omer"] = ["2", "3", "4"]
    last = {"joueur": "Zoé", "carte": "A"}
    assert refused(LOWEST, {"cochonnets": hands, "dernier": last}) == ["rang-en-trop", "dernier-trop-haut"]


def play(
    chance: random.Random, hands: list[list[str]], leader: int
) -> tuple[dict[str, list[str]], list[tuple[int, str]], list[list[str]]]:
    """Play a manche with random legal cards; return twelve cochonnets, the last trick, and the hands of the next manche."""
    kept: list[list[str]] = [[] for _ in range(4)]
    won: list[list[str]] = [[] for _ in range(4)]
    last: list[tuple[int, str]] = []
    for number in range(13):
        trick: list[tuple[int, str]] = []
        for turn in range(4):
            seat = (leader + turn) % 4
            follow = [card for card in hands[seat] if trick and card[-1] == trick[0][1][-1]]
            card = chance.choice(follow or hands[seat])
            hands[seat].remove(card)
            trick.append((seat, card))
        if number == 12:
            last = trick
            break
        led = [card for _, card in trick if card[-1] == trick[0][1][-1]]
        receiver = chance.choice([seat for seat in range(4) if len(kept[seat]) < 3])
        kept[receiver].append(min(led, key=lambda card: ORDER.index(rank(card))))
        won[receiver] += [card for _, card in trick]
        leader = receiver
    for seat, card in last:
        won[seat].append(card)
    return dict(zip(PLAYERS, kept, strict=True)), last, won


def test_every_manche_that_is_played_is_accepted() -> None:
    chance = random.Random(1977)  # noqa: S311 - a repeatable deal, not a secret
    exchange, penguin = Cochonnet(), Cochonnet(valeurs=PENGUIN, derniere_levee=DerniereLevee.PLUS_BASSE)
    for _ in range(60):
        pack = PACK[:]
        chance.shuffle(pack)
        hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
        for manche in range(4):
            kept, last, hands = play(chance, hands, manche)
            led = [item for item in last if item[1][-1] == last[0][1][-1]]
            high = max(led, key=lambda item: ORDER.index(rank(item[1])))
            low = min(led, key=lambda item: ORDER.index(rank(item[1])))
            plain = {"cochonnets": kept, "dernier": {"joueur": PLAYERS[high[0]], "carte": low[1]}}
            assert refused(exchange, plain) == []
            assert refused(exchange, by_totals(exchange, TABLE, plain)) == []
            flat = [card for name in PLAYERS for card in kept[name]]
            lowest = by_cards(penguin, TABLE, flat + [card for _, card in sorted(last)], 0)
            assert refused(penguin, lowest) == []
            assert refused(penguin, by_totals(penguin, TABLE, lowest)) == []


def played(rules: Cochonnet, plain: list[dict[str, Any]], table: Table = TABLE) -> Replay:
    return replay(rules, table, ((rang, rules.ENTRY.read(raw, table)) for rang, raw in enumerate(plain, 1)))


LEVEL = {"sept": "A", "totaux": [40, 40]}


def test_the_lead_passes_on_and_the_deal_stays() -> None:
    leaders = []
    for manches in range(5):
        state = played(Cochonnet(manche_supplementaire=True), [LEVEL] * manches).state
        assert isinstance(state, CochonnetState)
        assert state.donneur == 0
        leaders.append(state.meneur)
    assert leaders == [1, 2, 3, 0, 1]
    late = played(Cochonnet(), [{**LEVEL, "donneur": "Basile"}]).state
    assert isinstance(late, CochonnetState)
    assert (late.donneur, late.meneur) == (2, 0)
    assert Cochonnet().deals_next(played(Cochonnet(), []).state) == 0
    assert Cochonnet().deals_next(late) is None
    again = played(Cochonnet(), [{**LEVEL, "donneur": "Basile"}, {**LEVEL, "donneur": "Omer"}]).state
    assert isinstance(again, CochonnetState)
    assert (again.donneur, again.meneur) == (2, 1)
    assert CochonnetState(Table(camps=True), (0, 0)).meneur is None


def test_remaining_points_in_cochonnet() -> None:
    rules = Cochonnet()
    sheet = played(rules, [{"sept": "A", "totaux": [59, 45]}])
    texts = [message_of(label, words.WORDS, TABLE) for label in words.progress(sheet)]
    assert texts == ["Manche 2 · Basile entame", "120 à atteindre"]
    assert [label.code for label in words.progress(played(rules, [LEVEL] * 3))] == ["entame"]
    nobody = played(Cochonnet(mort_subite=False), [LEVEL], Table(camps=True))
    assert list(words.progress(nobody)) == []


def test_counters_of_a_player() -> None:
    hands = {
        "Zoé": ["2", "10", "V"],
        "Rita": ["3", "4", "5"],
        "Basile": ["7", "9", "A"],
        "Omer": ["2", "6", "8"],
    }
    plain = {"cochonnets": hands, "dernier": {"joueur": "Rita", "carte": "D"}}
    marked = played(Cochonnet(), [plain]).marked[0]
    assert words.tallies(marked, Seat(1)) == {
        "manches": 1,
        "manches-reussi": 0,
        "septs": 1,
        "detaillees": 1,
        "points": 32,
    }
    quick = played(Cochonnet(), [{"sept": "A", "totaux": [30, 20]}]).marked[0]
    assert words.tallies(quick, Seat(2)) == {"manches": 1, "manches-reussi": 1, "septs": 1}


def test_the_sentence_and_a_card_in_english() -> None:
    hands = {
        "Zoé": ["2", "10", "V♥"],
        "Rita": ["3", "4", "5"],
        "Basile": ["7", "9", "A"],
        "Omer": ["2", "6", "8"],
    }
    marked = played(Cochonnet(), [{"cochonnets": hands, "dernier": {"joueur": "Rita", "carte": "D"}}]).marked[
        0
    ]
    with speaking("en"):
        assert message_of(words.sentence(marked), words.WORDS, TABLE) == "Nous 73, Eux 48. Totals: 73 – 48."
        assert message_of(marked.row.detail[0].label, words.WORDS, TABLE) == "Zoé: 2, 10, J♥"
        assert message_of(marked.row.detail[4].label, words.WORDS, TABLE) == "thirteenth trick, Rita: Q"


def bound(rules: Cochonnet, fields: Mapping[str, Any] | None, before: int = 0) -> CochonnetForm:
    data = None if fields is None else MultiDict(fields)
    return CochonnetForm(data, rules=rules, state=played(rules, [LEVEL] * before).state)


def test_form_opens_as_the_house_wants_and_follows_the_fields() -> None:
    assert bound(Cochonnet(), None).saisie.data == "totaux"
    detailed = Cochonnet.SETTINGS.read({"saisie": "detaillee"}, TABLE)
    assert bound(detailed, None).by_cards
    assert bound(Cochonnet(), {"saisie": "totaux", "carte_1_0": "R"}).by_cards
    assert not bound(Cochonnet(), {"saisie": "detaillee", "total_b": "30"}).by_cards
    both = {"total_a": "30", "carte_1_0": "R"}
    assert bound(Cochonnet(), {"saisie": "detaillee", **both}).by_cards
    assert not bound(Cochonnet(), {"saisie": "quoi", **both}).by_cards


def test_manche_is_entered_by_both_totals() -> None:
    form = bound(
        Cochonnet(), {"sept": "A", "total_a": "35", "total_b": "54", "carte_0_0": "", "saisie": "totaux"}
    )
    assert form.payload() == {"sept": "A", "totaux": [35, 54]}
    assert form.validate()
    assert not bound(Cochonnet(), {"saisie": "totaux"}).validate()
    half = bound(Cochonnet(), {"sept": "A", "total_a": "35"})
    assert not half.validate()
    assert half.errors == {"total_b": ["Points\u202f?"]}


def test_missing_cards_are_beside_their_players() -> None:
    table = Table(("A.1", "Rita", "Basile", "Omer"), camps=True)
    rules = Cochonnet()
    fields = MultiDict(
        [("saisie", "detaillee"), ("carte_0_0", "2"), ("carte_1_0", "Z"), ("dernier_carte", "3")]
    )
    form = CochonnetForm(fields, rules=rules, state=rules.opening(table))
    assert not form.validate()
    assert form["carte_1_0"].errors[0].startswith("Une carte s’écrit par son rang (2, 3, 4")
    assert form.dernier_joueur.errors == ["Qui l’a\u202f?"]
    fields.setlist("carte_1_0", ["4"])
    fields.add("dernier_joueur", "Omer")
    form = CochonnetForm(fields, rules=rules, state=rules.opening(table))
    assert not form.validate()
    message = "Trois cochonnets par joueur\xa0: A.1 en a 1."
    assert form["carte_0_0"].errors == [message]
    assert form.field_for("cochonnets.A.1.2") is form["carte_0_2"]
    assert form.field_for("cochonnets.A.1.0") is form["carte_0_0"]
    assert form.field_for("totaux.1") is form.total_b


def test_hints_give_the_sums_so_far() -> None:
    fields = {
        "saisie": "detaillee",
        "carte_0_0": "2",
        "carte_0_1": "V♠",
        "carte_1_0": "quoi",
        "dernier_carte": "D",
        "dernier_joueur": "Omer",
    }
    hints = bound(Cochonnet(), fields, before=1).hints()
    assert hints["sommes"] == "Nous\xa0: 2 cochonnets, 17 points · Eux\xa0: 1 cochonnet, 20 points"
    assert hints["seuil"] == "Avec cette manche\u00a0: Nous 57, Eux 60\u202f; seuil 120."
    assert hints["main_0"] == "17 points"
    assert "main_1" not in hints
    assert "totaux" not in hints
    with speaking("en"):
        assert bound(Cochonnet(), fields).hints()["main_0"] == "17 points"
    quick = bound(Cochonnet(), {"sept": "B", "total_a": "3x", "total_b": "195"}).hints()
    assert quick["totaux"].startswith("Nous, 6 cochonnets\xa0: 14–155")
    assert quick["seuil"] == "Avec cette manche\u00a0: Nous 0, Eux 195\u202f; seuil 60."
    negative = bound(Cochonnet(), {"sept": "A", "total_b": "-5"}).hints()
    assert negative["totaux"].startswith("Nous, 7 cochonnets\xa0: 17–180")
    assert "seuil" not in bound(Cochonnet(), None).hints()
    assert "seuil" not in bound(Cochonnet(mort_subite=False), {"total_a": "30"}).hints()


def test_possible_totals_in_cochonnet() -> None:
    hint = "Nous, 7 cochonnets\xa0: 17–180, 185, 190, 195. Eux, 6 cochonnets\xa0: 14–155, 160, 165, 170."
    assert bound(Cochonnet(), {"sept": "A"}).hints()["totaux"] == hint
    assert bound(Cochonnet(), {"sept": "A", "total_a": "16"}).hints()["totaux"] == hint
    assert (
        bound(Cochonnet(), {"sept": "A", "total_a": "195"}).hints()["totaux"]
        == "Eux, 6 cochonnets\xa0: 14–115, 120."
    )
    assert (
        bound(Cochonnet(), {"sept": "A", "total_b": "170"}).hints()["totaux"]
        == "Nous, 7 cochonnets\xa0: 17–140, 145."
    )


def test_a_stored_suit_stays_while_its_rank_is_chosen() -> None:
    form = bound(Cochonnet(), {"carte_0_0": "V♥"})
    choices = dict(form.ranks("carte_0_0"))
    assert choices["V♥"] == "V♥"
    assert "V" not in choices
    assert dict(form.ranks("carte_0_1"))["V"] == "V"
    with speaking("en"):
        assert dict(form.ranks("carte_0_0"))["V♥"] == "J♥"


def test_a_sheet_of_another_game_is_no_manche() -> None:
    other = State(TABLE, (0, 0))
    with pytest.raises(TypeError):
        words.brief(Marked(1, Entry(), other, Row((0, 0)), other, ()))
    with pytest.raises(AttributeError):
        CochonnetForm(rules=Cochonnet(), state=other)


def test_a_paper_total_that_is_missing_is_not_judged() -> None:
    assert check_partie(Cochonnet(), (), (None, 1000)) == ()


def test_the_form_opens_with_the_way_the_last_manche_was_entered() -> None:
    house, state = Cochonnet(saisie=Saisie.TOTAUX), Cochonnet().opening(TABLE)
    assert not CochonnetForm(rules=house, state=state).by_cards
    by_cards = CochonnetForm(rules=house, state=replace(state, saisie=Saisie.DETAILLEE))
    assert by_cards.by_cards
    assert CochonnetForm(rules=Cochonnet(saisie=Saisie.DETAILLEE), state=state).by_cards
