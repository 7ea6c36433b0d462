"""Donnes of Jass for Hypothesis: mostly legal, as plain objects of the file format."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.jass.rules import Jass
from scorekeeper.cards.rules.contract import Table

Draw = st.DrawFn
SUITS = ("pique", "coeur", "carreau", "trefle")
RANKS = ("A", "R", "D", "V", "10", "9", "8", "7", "6")
CAMPS = st.sampled_from(["A", "B"])


def payloads(rules: Jass, table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Draw entries for the house and table, most of them legal."""
    return st.composite(_payload)(rules, table)


def settings() -> st.SearchStrategy[dict[str, Any]]:
    """Draw compatible settings."""
    return st.one_of(
        st.just({}),
        st.just({"mode": "tournoi"}),
        st.fixed_dictionaries({}, optional=_OPTIONS),
        st.fixed_dictionaries({"contrats": _BY_SUIT}, optional=_LENGTH),
        st.fixed_dictionaries({"mode": st.just("tournoi")}, optional=_TOURNAMENT),
    )


_TOURNAMENT: dict[str, st.SearchStrategy[Any]] = {
    "nb_donnes": st.integers(1, 16),
    "annonces": st.sampled_from([None, True, False]),
    "schtockr": st.sampled_from([None, True, False]),
    "prime_match": st.sampled_from([None, 0, 50, 100]),
    "pique_double": st.booleans(),
    "double_porte_sur": st.sampled_from(["tout", "plis-match"]),
    "contrats": st.dictionaries(
        st.sampled_from(["tout-atout", "haut-bas", "bas-haut"]), st.integers(1, 4), max_size=3
    ),
    "suites_longues": st.sampled_from(["petites", "grandes"]),
    "carre_678": st.sampled_from([0, 100]),
    "carte_double_emploi": st.booleans(),
    "egalite_annonces": st.sampled_from(["entame", "deux"]),
}
_LENGTH: dict[str, st.SearchStrategy[Any]] = {"objectif": st.sampled_from([None, 300, 1000, 2500])}
_BY_SUIT = st.dictionaries(st.sampled_from([*SUITS, "haut-bas", "bas-haut"]), st.integers(1, 7), min_size=1)
_OPTIONS = {
    **_TOURNAMENT,
    **_LENGTH,
    "sortie": st.sampled_from(["annonce", "plus-haut-total"]),
    "ordre_fin": st.sampled_from(["schtockr-annonces-plis", "schtockr-plis-annonces", "manuel"]),
    "double_perte": st.booleans(),
}


def _payload(draw: Draw, rules: Jass, table: Table) -> dict[str, Any]:
    atout = draw(st.sampled_from([str(atout) for atout in rules.atouts]))
    with_atout = draw(st.integers(0, 9)) > 0 or rules.atout_compte
    entry: dict[str, Any] = {"atout": atout} if with_atout else {}
    entry |= _tricks(draw, 253 if atout == "tout-atout" else 157, stopped=rules.a_points)
    if rules.avec_annonces:
        entry |= _annonces(draw, table)
    suit = atout in SUITS
    if rules.avec_schtockr and suit and draw(st.integers(0, 5)) == 0:
        entry["schtockr"] = draw(CAMPS)
    if rules.a_points and draw(st.integers(0, 3)) == 0:
        entry["premier"] = draw(st.sampled_from(["A", "B", "personne"]))
    if table.players:
        entry |= _people(draw, table)
    if draw(st.integers(0, 20)) == 0:
        entry["note"] = "donne rejouée"
    return entry


def _tricks(draw: Draw, total: int, *, stopped: bool) -> dict[str, Any]:
    """Draw the points, in one of the possible notations."""
    way = draw(st.integers(0, 11))
    if way == 0:
        return {"match": draw(CAMPS)}
    points = draw(st.integers(0, total))
    if way == 1 and stopped and draw(st.integers(0, 3)) == 0:
        return {"interrompue": True}
    if way == 1 and stopped:
        return {"points": [points // 2, points - points // 2], "interrompue": True}
    if way <= 3:
        return {"points": [points, total - points]}
    return {draw(st.sampled_from(["points_a", "points_b"])): points}


def _annonces(draw: Draw, table: Table) -> dict[str, Any]:
    """Draw no annonces, a few of one side by their values, or a few of each by their cards."""
    way = draw(st.integers(0, 5))
    if way <= 2:
        return {}
    if way <= 4:
        values = st.lists(st.sampled_from([20, 20, 50, 100, 150, 200]), min_size=1, max_size=3)
        return {"annonces": {draw(CAMPS): sorted(draw(values))}}
    shown = {camp: draw(st.lists(_cards(), max_size=2)) for camp in "AB"}
    if draw(st.booleans()) and table.players:
        for camp, items in shown.items():
            holders = st.sampled_from(table.players["AB".index(camp) :: 2])
            shown[camp] = [{**item, "joueur": draw(holders)} for item in items]
    some = {camp: items for camp, items in shown.items() if items}
    return {"annonces": some} if some else {}


@st.composite
def _cards(draw: Draw) -> dict[str, Any]:
    """Draw one annonce by its cards, short rather than long."""
    if draw(st.integers(0, 3)) == 0:
        return {"type": "carre", "rang": draw(st.sampled_from(RANKS[:6]))}
    length = draw(st.sampled_from([3, 3, 3, 4, 4, 5, 6]))
    height = draw(st.sampled_from(RANKS[: 10 - length]))
    return {"type": "suite", "longueur": length, "hauteur": height, "couleur": draw(st.sampled_from(SUITS))}


def _people(draw: Draw, table: Table) -> dict[str, Any]:
    """Draw who made trump and who led, sometimes who dealt."""
    names = st.sampled_from(table.players)
    roles: dict[str, Any] = {}
    if draw(st.booleans()):
        roles["fait_atout"] = draw(names)
        if draw(st.booleans()):
            roles["chibre"] = True
    if draw(st.integers(0, 5)) == 0:
        roles["entame"] = draw(names)
    if draw(st.integers(0, 9)) == 0:
        roles["donneur"] = draw(names)
    return roles
