"""Game record of Bouées et cochons."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.game_api.lots import Lots
from scorekeeper.cards.games.bouees import sheet, words
from scorekeeper.cards.games.bouees.rules import Bouees
from scorekeeper.cards.games.bouees.rules.entry import Main
from scorekeeper.cards.rules.contract import Fault, Rules, State, expect
from scorekeeper.cards.rules.scores import Figures, PaperFaults, impossible_totals
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


def check_partie(rules: Bouees, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """Return the faults of the totals of a whole partie on paper: impossible totals, or an impossible sum; none if one is missing.

    The points of a manche are the starting buoys less the losses, and a trick costs one buoy at most (two if tied players both
    lose). So the sum of the totals has two bounds, and no total is below −1 for each manche.
    """
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return ()
    manches = players = len(known)
    bonus = manches * rules.bonus_plus_bas
    most = manches * rules.tricks(players) + bonus
    if alone := impossible_totals(Fault("papier-total"), known, -manches, most):
        return alone
    dealt = rules.buoy_sums(players)
    low = manches * (dealt[0] - rules.most_losses(players))
    high = manches * dealt[-1] + players * bonus
    if low <= sum(known) <= high:
        return ()
    return ((None, Fault("papier-somme", "totals", somme=sum(known), min=low, max=high, manches=manches)),)


GAME = Game(
    key="bouees",
    name=N_("Bouées et cochons"),
    tagline=N_("De quatre à six"),
    entry_word=EntryWord.MANCHE,
    rules=Bouees,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=TournamentTraits(check=check_partie),
    lots=Lots(tuple(map(str, range(1, 11)))),
)
