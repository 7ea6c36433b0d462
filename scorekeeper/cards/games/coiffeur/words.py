"""Labels of Coiffeur (codes with values): sentences of a donne, its formula, counters, and what is left; its grid."""

from typing import Any

from scorekeeper.cards.families import cards, matches, points, unplayed
from scorekeeper.cards.game_api.grid import GridMark, GridRow, GridSheet
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.coiffeur.rules import Coiffeur, CoiffeurDonne, EnDizaines, GrilleState, Issue
from scorekeeper.cards.rules.contract import Label, Rules, Seat, Side, Signed, Term, Value, expect
from scorekeeper.cards.rules.replay import Marked, Replay

AFTER = frozenset({"multiplie", "bonus", "contre-match"})
"""Codes of the items after the points of a donne and their prime."""
WORDS = Words.read(__file__, cards, matches, points, unplayed)


def rows(rules: Any) -> list[GridRow]:
    """Return the rows of a house's grid."""
    return [GridRow(str(row), Term(row), times) for row, times in expect(Coiffeur, rules).fois.items()]


def cell(rules: Any, marked: Marked) -> GridMark | None:
    """Return the cell of a donne with its points before the multiplier, `None` if crossed out; `None` for a donne without a cell."""
    donne = expect(CoiffeurDonne, marked.entry)
    if donne.preneur is None or donne.contrat is None:
        return None
    crossed = donne.statut is Issue.RAYEE
    figure = None if crossed else expect(Coiffeur, rules).written_points(donne)
    return GridMark(donne.contrat, donne.preneur, figure)


GRID = GridSheet(rows=rows, mark=cell)


def _row(donne: CoiffeurDonne) -> Label | Term:
    """Return the row; for a wish, with its game if known."""
    row = Term(donne.contrat or "")
    return row if donne.jeu is None else Label("souhait", contrat=row, jeu=Term(donne.jeu))


def _donne_text(marked: Marked) -> Label:
    """Return a donne: camp, row, points, multiplier, gain, and any match; or that it was annulled, or its row given up."""
    donne = expect(CoiffeurDonne, marked.entry)
    if donne.preneur is None:
        return Label("donne-annulee")
    values: dict[str, Value] = {"camp": donne.preneur, "contrat": _row(donne)}
    if donne.statut is Issue.RAYEE:
        return Label("dit-rayee", values)
    base = [item for item in marked.row.detail if item.label.code not in AFTER]
    times = (item.label.values["fois"] for item in marked.row.detail if "fois" in item.label.values)
    values |= {"points": sum(item.scores[donne.preneur] for item in base), "fois": next(times, 1)}
    result = Label("dit-jouee", {**values, "gain": Signed(marked.row.scores[donne.preneur])})
    if donne.match is None:
        return result
    return Label("dit-match" if donne.match == donne.counting else "dit-contre-match", donne=result)


def sentence(marked: Marked) -> Label:
    """Return the sentence of a donne: its scores, and the standing of the partie."""
    after = expect(GrilleState, marked.after)
    return Label("dit-total", donne=_donne_text(marked), total_a=after.totals[0], total_b=after.totals[1])


def brief(marked: Marked) -> Label:
    """Return the cell of a donne and its result."""
    donne = expect(CoiffeurDonne, marked.entry)
    if donne.preneur is None:
        return Label("donne-annulee")
    values: dict[str, Value] = {"camp": donne.preneur, "contrat": _row(donne)}
    if donne.statut is Issue.RAYEE:
        return Label("dit-rayee", values)
    if donne.match is not None:
        return Label("bref-match" if donne.match == donne.counting else "bref-contre-match", values)
    return Label("bref", {**values, "points": donne.plis[donne.counting]})


def formula(rules: Rules[Any, Any], marked: Marked) -> Label | None:
    """Return the computation of a score: points times multiplier, with prime, bonus or loss; `None` if not played."""
    donne, house = expect(CoiffeurDonne, marked.entry), expect(Coiffeur, rules)
    if donne.statut is not Issue.JOUEE or donne.preneur is None or donne.contrat is None:
        return None
    prime, times = house.prime(donne), house.fois[donne.contrat]
    base: Value = house.written_points(donne)
    if prime and house.arrondi is EnDizaines.AUCUN:
        base = Label("calcul-prime", points=donne.plis[donne.counting], prime=prime)
    values: dict[str, Value] = {"base": base, "fois": times, "marque": marked.row.scores[donne.preneur]}
    if donne.match == donne.counting and house.bonus_match:
        return Label("calcul-bonus", {**values, "bonus": house.compte(house.bonus_match)})
    if donne.match == donne.counting.other and house.contre_match:
        return Label("calcul-peine", {**values, "peine": house.peine(times)})
    return Label("calcul", values)


def tallies(marked: Marked, seat: Seat) -> dict[str, int]:
    """Return the increments of a player's counters.

    They count the camp's rows, rows given up, matches for and against it, and the rows that the player announced.
    """
    donne, side = expect(CoiffeurDonne, marked.entry), seat % 2
    own = donne.preneur == side
    played = donne.statut is Issue.JOUEE
    return {
        "lignes": int(own and played),
        "annoncees": int(own and donne.joueur == seat),
        "rayees": int(own and not played),
        "matchs": int(own and donne.match == donne.counting),
        "contre-matchs": int(not own and donne.match == side != donne.counting),
    }


def progress(sheet: Replay) -> list[Label]:
    """Return for each camp the number of open rows, and the most that they can score."""
    house, state = expect(Coiffeur, sheet.rules), expect(GrilleState, sheet.state)
    labels = []
    for camp in (Side(0), Side(1)):
        left = house.ouvertes(state, camp)
        values = {"camp": camp, "lignes": len(left), "points": house.au_plus(left)}
        labels.append(Label("encore", values) if left else Label("pleine", camp=camp))
    return labels
