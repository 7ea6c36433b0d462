"""Labels of Belote (codes with values): sentences of a donne, counters, and what is left."""

from scorekeeper.cards.families import cards, modes, points, unplayed
from scorekeeper.cards.families.belote import words as shared
from scorekeeper.cards.families.belote.rules import BeloteState
from scorekeeper.cards.families.belote.rules.entry import DonneBelote
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.belote.rules import Belote
from scorekeeper.cards.rules.contract import Label, Seat, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__, cards, modes, points, unplayed, shared)


def sentence(marked: Marked) -> Label:
    """Return the sentence of a donne: taker, result, mark of each camp, and the standing of the partie."""
    donne = expect(DonneBelote, marked.entry)
    if not donne.played:
        return shared.not_played(marked)
    values = {"qui": shared.taker(donne), "atout": shared.at_trump(donne)}
    detail = marked.row.detail
    taken = Label(f"dit-{_ended(marked)}", values)
    reserve = next((item for item in detail if item.label.code == "reserve"), None)
    if reserve is not None:
        taken = Label("dit-reserve", pris=taken, points=sum(reserve.scores))
    if detail[0].label.code == "litige":
        taken = Label("dit-en-reserve", pris=taken, points=detail[-1].label.values["points"])
    return shared.donne_sentence(marked, taken)


def _ended(marked: Marked) -> str:
    """Return the code of the result, with one code for all made contracts."""
    return "reussi" if shared.made(marked) else marked.row.detail[0].label.code


def brief(marked: Marked) -> Label:
    """Return the label of a donne on its line: taker, card points and result."""
    donne, verdict = expect(DonneBelote, marked.entry), marked.row.detail[0].label
    if not donne.played:
        return Label(f"bref-{donne.statut}")
    if donne.capot is not None:
        return Label("bref-capot", camp=donne.capot)
    return Label(f"bref-{_ended(marked)}", verdict.values)


def tallies(marked: Marked, seat: Seat) -> dict[str, int]:
    """Return the increments of a player's counters, among them `litiges` for level donnes."""
    level = int(marked.row.detail[0].label.code == "litige")
    return {**shared.counters(marked, seat), "litiges": level}


def progress(sheet: Replay) -> list[Label]:
    """Return the points or donnes left, and the points held."""
    house, state = expect(Belote, sheet.rules), expect(BeloteState, sheet.state)
    held = [Label("encore-litige", points=state.reserve)] if state.reserve else []
    return [*house.left(state.totals, state.jouees), *held]
