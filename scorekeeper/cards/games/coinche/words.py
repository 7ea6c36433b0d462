"""Labels of Coinche (codes with values): sentences of a donne, counters, and what is left."""

from scorekeeper.cards.families import cards, modes, points, unplayed
from scorekeeper.cards.families.belote import words as shared
from scorekeeper.cards.families.belote.rules import BeloteState
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.coinche.rules import Coinche, CoincheDonne, Coinchee, bid_value
from scorekeeper.cards.rules.contract import Label, Seat, Term, Value, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__, cards, modes, points, unplayed, shared)


def _bid(donne: CoincheDonne) -> dict[str, Value]:
    doubled = "" if donne.coinche is Coinchee.NON else Term(f"c-{donne.coinche}")
    return {"contrat": bid_value(donne), "coinche": doubled}


def sentence(marked: Marked) -> Label:
    """Return the sentence of a donne: bid, result, mark of each camp, and the standing of the partie."""
    donne = expect(CoincheDonne, marked.entry)
    if not donne.played:
        return shared.not_played(marked)
    issue = Term("reussi" if shared.made(marked) else "chute")
    values = {"qui": shared.taker(donne), "atout": shared.at_trump(donne), "issue": issue, **_bid(donne)}
    return shared.donne_sentence(marked, Label("dit-demande", values))


def brief(marked: Marked) -> Label:
    """Return the label of a donne on its line: bid, card points and result."""
    donne, verdict = expect(CoincheDonne, marked.entry), marked.row.detail[0].label
    if not donne.played:
        return Label(f"bref-{donne.statut}")
    return Label("bref-reussi" if shared.made(marked) else "bref-chute", {**verdict.values, **_bid(donne)})


def tallies(marked: Marked, seat: Seat) -> dict[str, int]:
    """Return the increments of a player's counters, with contracts taken that were doubled."""
    counted = shared.counters(marked, seat)
    doubled = expect(CoincheDonne, marked.entry).coinche is not Coinchee.NON
    return {**counted, "coinches": counted["prises"] * doubled} if counted else counted


def progress(sheet: Replay) -> list[Label]:
    """Return the points left to the target for each camp, or the donnes left."""
    house, state = expect(Coinche, sheet.rules), expect(BeloteState, sheet.state)
    return house.left(state.totals, state.jouees)
