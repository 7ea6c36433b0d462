"""Game record of Bouées et cochons."""

from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import EntryWord, Game
from scorekeeper.cards.game_api.lots import Lots
from scorekeeper.cards.games.bouees import paper, sheet, words
from scorekeeper.cards.games.bouees.rules import Bouees
from scorekeeper.cards.games.bouees.rules.entry import Main
from scorekeeper.cards.rules.contract import Rules, State, expect
from scorekeeper.i18n import N_


def plausible_entry(rng: Random, rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return a random entry: a possible deal, and a few buoys lost; players are seldom eliminated."""
    players, house = state.table.players, expect(Bouees, rules)
    pack = house.packs(len(players))[0]
    size, blacks = pack.main, len(players) * pack.main - pack.coeurs - pack.carreaux
    deck = ["h"] * pack.coeurs + ["d"] * pack.carreaux + ["n"] * blacks
    rng.shuffle(deck)
    hands = {name: deck[seat * size : seat * size + size] for seat, name in enumerate(players)}
    mains = {name: {"coeurs": hand.count("h"), "carreaux": hand.count("d")} for name, hand in hands.items()}
    left = {name: house.buoys(Main(**main)) for name, main in mains.items()}
    for _ in range(rng.randint(5, size)):
        loser = rng.choice(players)
        left[loser] -= 1
    out = [name for name in players if left[name] < 0]
    return {
        "mains": mains,
        "restantes": {name: buoys for name, buoys in left.items() if name not in out},
        "elimines": out,
    }


GAME = Game(
    key="bouees",
    name=N_("Bouées et cochons"),
    tagline=N_("De quatre à six"),
    entry_word=EntryWord.MANCHE,
    rules=Bouees,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=paper.TOURNAMENT,
    lots=Lots(tuple(map(str, range(1, 11)))),
)
