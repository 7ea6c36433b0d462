"""Which sentences Coinche shows: a donne, the settings, the counters and what is left, as codes with values."""

from scorekeeper.cards.families import cards, modes, points, unplayed
from scorekeeper.cards.families.belote import words as shared
from scorekeeper.cards.families.belote.rules import BeloteState
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.coinche.rules import Coinche, CoincheDonne, Coinchee, told_bid
from scorekeeper.cards.rules.contract import Label, Seat, Term, Value, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(
    __file__, cards.__file__, modes.__file__, points.__file__, unplayed.__file__, shared.__file__
)


def _bid(donne: CoincheDonne) -> dict[str, Value]:
    """Bid, and whether it was doubled."""
    doubled = "" if donne.coinche is Coinchee.NON else Term(f"c-{donne.coinche}")
    return {"contrat": told_bid(donne), "coinche": doubled}


def sentence(marked: Marked) -> Label:
    """Live sentence: the bid, whether it was made, what each camp marks, and where the partie stands."""
    donne = expect(CoincheDonne, marked.entry)
    if not donne.played:
        return shared.not_played(marked)
    issue = Term("reussi" if shared.made(marked) else "chute")
    values = {"qui": shared.taker(donne), "atout": shared.at_trump(donne), "issue": issue, **_bid(donne)}
    return shared.live(marked, Label("dit-demande", values))


def brief(marked: Marked) -> Label:
    """Line of the sheet: the bid, the tricks, and whether it was made."""
    donne, verdict = expect(CoincheDonne, marked.entry), marked.row.detail[0].label
    if not donne.played:
        return Label(f"bref-{donne.statut}")
    return Label("bref-reussi" if shared.made(marked) else "bref-chute", {**verdict.values, **_bid(donne)})


def tallies(marked: Marked, seat: Seat) -> dict[str, int]:
    """A player's counters, with the contracts that the others doubled."""
    counted = shared.counters(marked, seat)
    doubled = expect(CoincheDonne, marked.entry).coinche is not Coinchee.NON
    return {**counted, "coinches": counted["prises"] * doubled} if counted else counted


def progress(sheet: Replay) -> list[Label]:
    """Points left to the target for each camp, or donnes left."""
    house, state = expect(Coinche, sheet.rules), expect(BeloteState, sheet.state)
    return house.left(state.totals, state.jouees)
