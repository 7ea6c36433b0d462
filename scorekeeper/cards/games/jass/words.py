"""Labels of Jass (codes with values): sentences of a donne, settings, counters, and what is left."""

from typing import Any

from scorekeeper.cards.families import cards, matches, modes, points
from scorekeeper.cards.families.modes import with_primes, with_totals
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.jass.rules import Jass, JassState
from scorekeeper.cards.games.jass.rules.entry import JassDonne
from scorekeeper.cards.rules.contract import Label, Seat, Side, Signed, Term, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__, cards, matches, modes, points)


def _points(marked: Marked) -> Label:
    """Return the score of each camp with its bonuses."""
    donne, scores = expect(JassDonne, marked.entry), marked.row.scores
    result = Label("dit-points", a=Side(0), b=Side(1), points_a=Signed(scores[0]), points_b=Signed(scores[1]))
    primes: list[Label] = []
    for item in marked.row.detail[1:]:
        code, times = item.label.code, item.label.values.get("fois")
        if isinstance(times, int):
            primes.append(Label("dit-fois", fois=times))
        elif donne.match is not None and code.startswith("match"):
            primes.append(Label("dit-match", camp=donne.match))
        else:
            kind = "dit-schtockr" if code == "schtockr" else "dit-annonces"
            gains = zip((Side(0), Side(1)), item.scores, strict=True)
            primes += (Label(kind, camp=side, gain=Signed(gain)) for side, gain in gains if gain)
    return with_primes(result, primes)


def sentence(marked: Marked) -> Label:
    """Return the sentence of a donne: its scores, and the standing of the partie."""
    after = expect(JassState, marked.after)
    return with_totals(_points(marked), after.totals, after.fin.camps if after.fin else ())


def brief(marked: Marked) -> Label:
    """Return a donne in a few words: the card points and its main feature."""
    donne = expect(JassDonne, marked.entry)
    codes = [item.label.code for item in marked.row.detail]
    values = {"points_a": donne.plis[0], "points_b": donne.plis[1]}
    if donne.match is not None:
        return Label("bref-match", camp=donne.match)
    if donne.uncounted:
        return Label("bref-sans-plis")
    if donne.interrompue:
        return Label("bref-interrompue", values)
    times = marked.row.detail[-1].label.values.get("fois")
    if isinstance(times, int):
        return Label("bref-multiplie", {**values, "fois": times})
    if any(code.startswith("annonces") for code in codes):
        return Label("bref-primes", values)
    return Label("bref-schtockr" if "schtockr" in codes else "bref-plis", values)


def contracts_in_words(rules: Any) -> list[Label]:
    """Return the multipliers of the house in words."""
    return [Label("mots-contrat", contrat=Term(name), fois=fois) for name, fois in rules.contrats.items]


def tallies(marked: Marked, seat: Seat) -> dict[str, int]:
    """Return the increments of a player's counters: donnes of the camp, trump made, and bonuses of the camp."""
    donne = expect(JassDonne, marked.entry)
    side = seat % 2
    won = int(marked.row.scores[side] > marked.row.scores[1 - side])
    made = int(donne.fait_atout == seat)
    announced = sum(item.scores[side] for item in marked.row.detail if item.label.code.startswith("annonces"))
    return {
        "donnes": 1,
        "donnes-reussi": won,
        "atouts": made,
        "atouts-reussi": made * won,
        "matchs": int(donne.match == side),
        "annonces": announced,
        "schtockrs": int(donne.schtockr == side),
    }


def line_check(marked: Marked) -> int:
    """Return the required sum of a line: 157 with its primes and multiplier."""
    return expect(JassState, marked.after).attendu - expect(JassState, marked.before).attendu


def progress(sheet: Replay) -> list[Label]:
    """Return the points left to the target for each camp, or the donnes left."""
    return expect(Jass, sheet.rules).left(sheet.totals, sheet.state.rang)
