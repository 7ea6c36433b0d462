"""Equal annonces of Jass: which count, what is asked, and what a file contains."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.cards.games.jass.rules import Jass, JassState
from scorekeeper.cards.rules.contract import Seat
from tests.cards.games.test_jass import TABLE, house, refusals, sheet
from tests.cards.games.test_jass_annonces import CLUBS, HEARTS, SPADES, donne, held, scored


@pytest.mark.parametrize("leader", TABLE.players)
@pytest.mark.parametrize("mine", ["", "Anne", "Chloé"])
@pytest.mark.parametrize("theirs", ["", "Bruno", "David"])
def test_a_holder_is_asked_for_only_when_the_tie_depends_on_it(leader: str, mine: str, theirs: str) -> None:
    """A holder is asked for if different unstated holders would give different ends."""
    order = [TABLE.players[(TABLE.players.index(leader) + turn) % 4] for turn in range(4)]
    ends = {
        order.index(ours) < order.index(other)
        for ours in ([mine] if mine else ["Anne", "Chloé"])
        for other in ([theirs] if theirs else ["Bruno", "David"])
    }
    raw = donne(
        [held(SPADES, mine) if mine else SPADES],
        [held(CLUBS, theirs) if theirs else CLUBS],
        atout="carreau",
        entame=leader,
    )
    if len(ends) > 1:
        assert refusals(house(), raw) == ("annonces-joueur",)
    else:
        assert scored(house(), raw) == ("annonces-premier", [20, 0] if ends == {True} else [0, 20])


def test_a_camp_may_hold_two_of_the_best() -> None:
    def tie(**names: str) -> dict[str, Any]:
        annonces = [held(SPADES, names["spades"]), held(HEARTS, names["hearts"])]
        return donne(annonces, [held(CLUBS, names["clubs"])], atout="carreau", entame="Bruno")

    assert scored(house(), tie(spades="Anne", hearts="Chloé", clubs="David"))[1] == [40, 0]
    assert scored(house(), tie(spades="Anne", hearts="Chloé", clubs="Bruno"))[1] == [0, 20]
    first = donne([held(SPADES, "Anne"), HEARTS], [held(CLUBS, "David")], atout="carreau", entame="Bruno")
    fault = sheet(house(), first).faults[0].fault
    assert (fault.code, fault.field) == ("annonces-joueur", "annonces.A.1.joueur")


def test_leader_is_known_unstated_only_after_the_first_donne() -> None:
    tie = donne([held(SPADES, "Anne")], [held(CLUBS, "Bruno")], atout="carreau")
    assert refusals(house(), tie) == ("annonces-entame",)
    assert refusals(house(), tie | {"donneur": "David"}) == ("annonces-entame",)
    assert scored(house(), tie | {"fait_atout": "Bruno"})[1] == [0, 20]
    assert scored(house(), tie | {"entame": "Anne", "fait_atout": "Bruno"})[1] == [20, 0]
    later = sheet(house(), {"points_a": 100}, tie | {"donneur": "Anne"})
    assert later.marked[1].row.scores == (80, 97)


def test_file_states_the_leader_only_if_a_first_tie_needs_it() -> None:
    """The first line, dealt by Anne, was struck; Bruno dealt the second, so that Chloé led."""
    rules = house()
    opening = rules.opening(TABLE)
    second = replace(opening, line=2, donneur=Seat(1))

    def filed(state: JassState, **more: Any) -> dict[str, str]:
        raw = donne([held(SPADES, "Anne")], [held(CLUBS, "Bruno")]) | {"atout": "carreau"} | more
        return rules.filed(state, Jass.ENTRY.read(raw, TABLE))

    assert filed(second) == {"entame": "Chloé"}
    assert filed(second, entame="Chloé") == filed(second, fait_atout="Chloé") == {}
    assert (
        filed(second, annonces={"A": [20]})
        == filed(second, atout="pique")
        == filed(second, annonces={})
        == {}
    )
    # With a counting line above, the file shows whose turn it was; for the opening donne it is unknown.
    assert filed(replace(second, rang=1)) == filed(opening) == {}
