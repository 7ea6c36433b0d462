"""Faults of a donne (contradictions with itself, the table, the settings or the cards), and doubts about rare values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.cards.families.unplayed import Statut, unplayed_faults
from scorekeeper.cards.games.tarot.rules import cards
from scorekeeper.cards.games.tarot.rules.cards import ALL, BOUTS, FOUR, ChienUse, matches_rounded, reach
from scorekeeper.cards.games.tarot.rules.entry import ALONE, Contrat, DonneCamp, Misere, Played, TarotDonne
from scorekeeper.cards.rules.contract import Doubt, Fault, Halves, State, Table, Term, Value

if TYPE_CHECKING:
    from scorekeeper.cards.games.tarot.rules import Tarot

_CAPOT = {3: 63, 4: 63, 5: 36}
"""Maximum half points of an attack without a trick, by players.

That is 7 cards of 4½ at three and four (six of the chien, the Excuse), and 4 at five.
"""

_FEW_WITH_BOUTS, _MANY_WITHOUT = Halves(40), Halves(140)
"""Limits in half points: fewer than 20 points with 3 bouts, or more than 70 without one, may be the other camp's."""
_WIDE, _FEW_MISERES = 40, 2
"""Widest écart, and most misères of a donne, that raise no doubt."""


def donne_faults(rules: Tarot, state: State, entry: TarotDonne) -> tuple[Fault, ...]:
    """Return every fault of a donne, in the order of the entry's keys."""
    if entry.statut is not Statut.JOUEE:
        return tuple(unplayed_faults(entry, rules.ENTRY))
    points = tuple(_points(rules, state, entry))
    return (
        *_people(rules, state, entry),
        *points,
        *_petit(entry),
        *_poignees(rules, state, entry),
        *_slams(rules, state, entry, None if points else entry.played),
        *_miseres(rules, entry),
    )


def _people(rules: Tarot, state: State, donne: TarotDonne) -> Iterator[Fault]:
    """Yield the faults of the taker, the called partner and the contract, and of a dealer who sits out but plays a part."""
    if donne.preneur is None:
        yield Fault("cle-manquante", "preneur")
    yield from _called(rules, state, donne)
    if donne.contrat is None:
        yield Fault("cle-manquante", "contrat")
    elif not rules.coef(donne.contrat):
        yield Fault("pousse-sans-reglage", "contrat")
    absent = rules.sits_out(state, donne)
    if absent is None:
        return
    named = [("preneur", donne.preneur)]
    named += [(f"poignees.{place}.joueur", shown.joueur) for place, shown in enumerate(donne.poignees)]
    named += [(f"miseres.{place}.joueur", shown.joueur) for place, shown in enumerate(donne.miseres)]
    # Reported once: a wrong dealer is the cause of all of these.
    if key := next((key for key, seat in named if seat == absent), ""):
        yield Fault("mort-joue", key, joueur=absent)


def _called(rules: Tarot, state: State, donne: TarotDonne) -> Iterator[Fault]:
    if rules.calls(state.table):
        if donne.appele is None:
            yield Fault("appele-manquant", "appele")
        elif donne.appele == donne.preneur:
            yield Fault("appele-preneur", "appele", joueur=donne.appele)
    elif donne.appele is not None and donne.appele != ALONE:
        at_five = state.table.seats > FOUR and not rules.mort
        yield Fault("appele-sans-appel" if at_five else "appele-hors-cinq", "appele")


def _points(rules: Tarot, state: State, donne: TarotDonne) -> Iterator[Fault]:
    """Yield the faults of bouts and card points: missing, not whole where they must be, or impossible."""
    if donne.bouts is None:
        yield Fault("cle-manquante", "bouts")
    points = donne.attack_points
    if points is None:
        yield Fault("cle-manquante", "points")
        return
    fault = _point_fault(rules, state.table, donne, points)
    if fault is not None:
        yield fault
    elif donne.points is not None and donne.points_defense is not None:
        yield Fault("somme-91", "points_defense", somme=Halves(donne.points + donne.points_defense))


def _point_fault(rules: Tarot, table: Table, donne: TarotDonne, points: int) -> Fault | None:
    """Return the fault of the attack's half points, at the key of the camp that counted its own, or `None`."""
    key, contrat, bouts = donne.points_key, donne.contrat, donne.bouts
    halved = rules.whole_points(table) and points % 2
    if bouts is not None and contrat is not None:
        players, chien_use = rules.playing(table), contrat.chien_use
        # At four the possible values are exact. At three and five many tables write rounded points, so half a point beyond
        # either end is accepted, and an impossible value inside the range only raises a doubt.
        limits = cards.span(players, chien_use, bouts)
        exact = players == FOUR and not (halved and limits.least < points < limits.most)
        if not (points in reach(players, chien_use, bouts).all if exact else limits.near(points)):
            return _out_of_range(limits, contrat, bouts, key)
    elif not 0 <= points <= ALL:
        return Fault("hors-limites", key, min=0, max=ALL // 2)
    if halved:
        counted = getattr(donne, key)
        return Fault("points-entiers", key, dessous=counted // 2, dessus=counted // 2 + 1)
    return None


def _out_of_range(limits: cards.Span, contrat: Contrat, bouts: int, key: str) -> Fault:
    """Return a fault with the limits of the attack, or of the defence if its points were counted."""
    camp = DonneCamp.DEFENSE if key == "points_defense" else DonneCamp.ATTAQUE

    def own(points: int) -> Halves:
        return Halves(ALL - points if camp is DonneCamp.DEFENSE else points)

    least, most = sorted((own(limits.least), own(limits.most)))
    aside = "" if limits.hole is None else f"sauf-{own(limits.hole) // 2}"
    if limits.apart is not None:
        aside = f"ou-{own(limits.apart) // 2}"
    chien_term = Term("" if contrat.chien_use is ChienUse.DISCARDED else f"en-{contrat}")
    case = {"bouts": Term(f"bouts-{bouts}"), "contrat": chien_term, "camp": Term(f"fait-{camp}")}
    return Fault("points-hors-limites", key, {**case, "min": least, "max": most, "reste": Term(aside)})


def _petit(donne: TarotDonne) -> Iterator[Fault]:
    """Yield the faults of a petit au bout: its camp needs a bout and a trick."""
    if donne.petit_au_bout is DonneCamp.ATTAQUE and donne.bouts == 0:
        yield Fault("petit-sans-bout", "petit_au_bout")
    if donne.petit_au_bout is DonneCamp.DEFENSE and donne.bouts == BOUTS:
        yield Fault("petit-trois-bouts", "petit_au_bout")
    without_trick = {DonneCamp.ATTAQUE: donne.chelem_defense, DonneCamp.DEFENSE: donne.slam}
    if donne.petit_au_bout is not None and without_trick[donne.petit_au_bout]:
        yield Fault("petit-sans-levee", "petit_au_bout", camp=Term(f"camp-{donne.petit_au_bout}"))


def _poignees(rules: Tarot, state: State, donne: TarotDonne) -> Iterator[Fault]:
    """Yield the faults of poignées: a second one of a player, or more trumps than there are."""
    if not donne.poignees:
        return
    for place, poignee in enumerate(donne.poignees):
        if any(poignee.joueur == earlier.joueur for earlier in donne.poignees[:place]):
            yield Fault("poignee-deux-fois", f"poignees.{place}.joueur", joueur=poignee.joueur)
    sizes = rules.trumps_shown(state.table)
    trumps = sum(sizes[poignee.type] for poignee in donne.poignees)
    if trumps > cards.TRUMPS:
        yield Fault("poignees-atouts", "poignees", atouts=trumps, total=cards.TRUMPS)


def _slams(rules: Tarot, state: State, donne: TarotDonne, facts: Played | None) -> Iterator[Fault]:
    """Yield the faults of slams: contradictory, not played by the house, or impossible with the points.

    `facts` is `None` if the points are missing or have faults.
    """
    small = donne.petit_chelem is not None
    if donne.slam and donne.chelem_defense:
        yield Fault("chelem-deux-camps", "chelem_defense")
    if small and not rules.petit_chelem:
        yield Fault("petit-chelem-sans-reglage", "petit_chelem")
    if small and donne.slam:
        yield Fault("petit-chelem-et-chelem", "petit_chelem")
    players = rules.playing(state.table)
    if facts is not None:
        yield from _slam_of_attack(players, donne, facts)
    if facts is not None and donne.chelem_defense:
        yield from _slam_of_defence(players, facts, donne.points_key)


def _slam_of_attack(players: int, donne: TarotDonne, facts: Played) -> Iterator[Fault]:
    """Yield the faults of a slam or petit chelem of the attack that its points contradict.

    Except under garde contre a slam is 91 points with 3 bouts, or 87 with 2 when the defence kept the Excuse. Under garde
    contre the chien counts for the defence, so a slam has many values; see `reach`.
    """
    values = reach(players, facts.contrat.chien_use, facts.bouts)
    against = facts.contrat.chien_use is ChienUse.DEFENCE
    if donne.slam:
        if not facts.margin.won:
            yield Fault("chelem-contrat-perdu", "chelem")
        elif not against and facts.points not in values.every:
            yield Fault("chelem-impossible", "chelem")
        elif against and not matches_rounded(facts.points, values.every, players):
            yield Fault("chelem-contre-impossible", "chelem", _ends(values.every))
    elif not against and facts.points in values.every:
        yield Fault("chelem-non-dit", "chelem")
    small = donne.petit_chelem is not None and donne.petit_chelem.made
    if small and not matches_rounded(facts.points, values.but_one, players):
        yield Fault("petit-chelem-impossible", "petit_chelem", _ends(values.but_one))


def _ends(values: frozenset[int]) -> dict[str, Value]:
    return {"min": Halves(min(values)), "max": Halves(max(values))}


def _slam_of_defence(players: int, facts: Played, key: str) -> Iterator[Fault]:
    """Yield the faults of a slam of the defence: the attack has only its écart or the chien, and the Excuse if it was dealt it."""
    if facts.margin.won:
        yield Fault("chelem-defense-contrat-gagne", "chelem_defense")
        return
    if facts.bouts > 1 and facts.contrat.chien_use is not ChienUse.ATTACK:
        yield Fault("chelem-defense-bouts", "bouts")
    against = facts.contrat.chien_use is ChienUse.DEFENCE
    most = cards.LONE_EXCUSE * min(facts.bouts, 1) if against else _CAPOT[players]
    if facts.points > most + (against and players != FOUR):
        some = Fault("chelem-defense-points", key, max=Halves(most))
        yield some if most else Fault("chelem-defense-rien", key)


def _miseres(rules: Tarot, donne: TarotDonne) -> Iterator[Fault]:
    """Yield the faults of misères: not played by the house, repeated, or d'atout with a poignée of the same player."""
    if donne.miseres and not rules.miseres:
        yield Fault("misere-sans-reglage", "miseres")
    with_trumps = {poignee.joueur for poignee in donne.poignees}
    for place, misere in enumerate(donne.miseres):
        key = f"miseres.{place}.joueur"
        if rules.miseres and misere.type not in rules.miseres:
            yield Fault(f"misere-{misere.type}-sans-reglage", f"miseres.{place}.type")
            continue
        if misere in donne.miseres[:place]:
            yield Fault("misere-deux-fois", key, joueur=misere.joueur)
        if misere.type is Misere.ATOUT and misere.joueur in with_trumps:
            yield Fault("misere-poignee", key, joueur=misere.joueur)


def donne_doubts(rules: Tarot, state: State, entry: TarotDonne) -> tuple[Doubt, ...]:
    """Return the doubts about possible but rare values of a donne, in the order of the entry's keys."""
    facts = entry.played
    if facts is None:
        return ()
    players = rules.playing(state.table)
    all_doubts = [*_odd_points(players, facts, entry), *_odd_slams(players, facts, entry)]
    if len(entry.miseres) > _FEW_MISERES:
        all_doubts.append(Doubt("miseres-nombreuses", "miseres", nombre=len(entry.miseres)))
    return tuple(all_doubts)


def _odd_points(players: int, facts: Played, donne: TarotDonne) -> Iterator[Doubt]:
    key = donne.points_key
    low = facts.bouts == BOUTS and facts.points < _FEW_WITH_BOUTS
    if low or (facts.bouts == 0 and facts.points > _MANY_WITHOUT):
        yield Doubt("camps-echanges", key, points=facts.points, bouts=Term(f"nombre-bouts-{facts.bouts}"))
    if facts.margin.ecart > _WIDE and not (donne.chelem or donne.petit_chelem or donne.chelem_defense):
        yield Doubt("ecart-grand", key, ecart=facts.margin.ecart)
    possible = reach(players, facts.contrat.chien_use, facts.bouts).all
    if players != FOUR and not matches_rounded(facts.points, possible, players):
        yield Doubt("points-improbables", key, points=facts.points)


def _odd_slams(players: int, facts: Played, donne: TarotDonne) -> Iterator[Doubt]:
    """Yield doubts about points that only an undeclared slam explains, and about too rich an écart in a slam of the defence.

    Kings are never discarded, so six discarded cards make 19 points at most. Some houses allow discarding them.
    """
    chien_use = facts.contrat.chien_use
    values = reach(players, chien_use, facts.bouts)
    if donne.chelem_defense:
        if chien_use is not ChienUse.DEFENCE and not matches_rounded(facts.points, values.none, players):
            yield Doubt("ecart-riche", "chelem_defense", max=Halves(max(values.none)))
    elif facts.points in values.none and not matches_rounded(facts.points, values.some, players):
        yield Doubt("chelem-defense-oublie", "chelem_defense")
    untold = chien_use is ChienUse.DEFENCE and not donne.slam and facts.points in values.every
    if untold and not matches_rounded(facts.points, values.ordinary, players):
        yield Doubt("chelem-oublie", "chelem")
