"""Sentences of Bouées et cochons as codes with values: manches, counters, progress and the trick-by-trick helper."""

from collections.abc import Mapping, Sequence

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.bouees.rules import Bouees, BoueesState, beginners, passed_on
from scorekeeper.cards.games.bouees.rules.entry import BoueesManche
from scorekeeper.cards.games.bouees.rules.play import PAIR, Play
from scorekeeper.cards.rules.contract import AnyOf, Label, Seat, Signed, Table, Value, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__)


def _sums(marked: Marked) -> tuple[int, int]:
    before, after = expect(BoueesState, marked.before), expect(BoueesState, marked.after)
    return after.bouees - before.bouees, after.pertes - before.pertes


def sentence(marked: Marked) -> Label:
    """Return the score of each player, and the sums of starting buoys and losses."""
    bouees, pertes = _sums(marked)
    values: dict[str, Value] = {"bouees": bouees, "pertes": pertes}
    for seat, score in enumerate(marked.row.scores):
        values |= {f"j{seat}": Seat(seat), f"s{seat}": Signed(score)}
    return Label(f"phrase-{len(marked.row.scores)}", values)


def brief(marked: Marked) -> Label:
    """Return the sums of starting buoys and losses, and the eliminated players, for the line of the sheet."""
    bouees, pertes = _sums(marked)
    out = expect(BoueesManche, marked.entry).elimines
    return Label("bref-elimines" if out else "bref", bouees=bouees, pertes=pertes, elimines=out)


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Return the increments: manches played and survived, buoys dealt and kept, lowest levels."""
    entry, after = expect(BoueesManche, marked.entry), expect(BoueesState, marked.after)
    return {
        "manches": 1,
        "manches-reussi": int(seat not in entry.elimines),
        "bouees": after.departs[seat].bouees,
        "bouees-reussi": entry.left(seat) or 0,
        "plus-bas": int(seat in entry.plus_bas),
    }


def begins(table: Table, starts: Sequence[int]) -> Label:
    """Return the leader of the first trick of a manche, or the players tied for it."""
    seats = beginners(table, starts)
    return Label("commence" if len(seats) == 1 else "commence-egalite", joueurs=AnyOf(seats))


def progress(sheet: Replay) -> Sequence[Label]:
    """Return the number of the next manche, and its first leader if hands are passed on and the direction is known."""
    state, house = expect(BoueesState, sheet.state), expect(Bouees, sheet.rules)
    number = Label("manche-sur", numero=state.rang + 1, manches=sheet.table.seats)
    if not house.mains_tournantes or not state.departs or len(state.sens) > 1:
        return (number,)
    return number, begins(sheet.table, [depart.bouees for depart in passed_on(state, state.sens[0])])


def after_trick(play: Play) -> Sequence[Label]:
    """Return the losers of the last trick and the leader of the next one."""
    lost = [
        Label("suivi-coule" if seat in play.elimines else "suivi-perd", joueur=seat) for seat in play.perdants
    ]
    cost = (lost or [Label("suivi-egalite")]) if play.plis else []
    return [*cost, Label("suivi-commence", joueurs=AnyOf(play.begins))] if play.begins else cost


def next_question(play: Play) -> Label:
    """Return the question for the next gesture."""
    if play.over:
        return Label("suivi-fini")
    if len(play.turned) < PAIR:
        return Label("suivi-second", niveau=play.turned[0]) if play.turned else Label("suivi-atouts")
    if play.preneur is None:
        return Label("suivi-haute", niveau=play.turned[0])
    return Label("suivi-suivante", niveau=play.turned[1])
