"""What a donne is worth, item by item."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.games.tarot.rules.entry import ALONE, TARGETS, Chelem, DonneCamp, Played, TarotDonne
from scorekeeper.rules.contract import Item, Label, Seat, State, Term, Value

if TYPE_CHECKING:
    from scorekeeper.games.tarot.rules import Tarot


def items(rules: Tarot, state: State, donne: TarotDonne) -> tuple[Item, ...]:
    """The items of the row; each adds up to nothing over the players, and together they are the scores.

    All but the misères is worth the same to each defender, and so much more to the attack (see `_shares`).
    """
    facts = donne.played
    if facts is None:
        return (Item(Label(donne.statut), (0,) * state.table.seats),)
    worth = _shares(rules, state, donne, facts.preneur)
    shared = tuple(
        Item(label, tuple(share * amount for share in worth))
        for label, amount in _amounts(rules, donne, facts)
    )
    return shared + tuple(_miseres(rules, state, donne))


def _shares(rules: Tarot, state: State, donne: TarotDonne, preneur: Seat) -> tuple[int, ...]:
    """How often each seat gets what a defender loses: −1 for a defender, 0 for a mort, and the rest for the attack.

    The taker has 2 shares at three, 3 at four, 2 and the partner 1 at five, and 4 when alone against four.
    """
    worth = [-1] * state.table.seats
    absent = rules.sits_out(state, donne)
    if absent is not None:
        worth[absent] = 0
    worth[preneur] = 0
    if donne.appele is not None and donne.appele != ALONE:
        worth[donne.appele] = 1
    worth[preneur] = -sum(worth)
    return tuple(worth)


def _amounts(rules: Tarot, donne: TarotDonne, facts: Played) -> Iterator[tuple[Label, int]]:
    """What each defender gives the attack for each thing; negative when the attack pays."""
    coef = rules.coefs[facts.contrat]
    sign = facts.margin.sign
    named: dict[str, Value] = {
        "contrat": Term(facts.contrat),
        "points": facts.points,
        "seuil": TARGETS[facts.bouts],
    }
    yield Label("contrat", named), sign * (rules.base + rules.counted(facts.margin.ecart)) * coef
    if donne.petit_au_bout is not None:
        prime = rules.prime_petit if donne.petit_au_bout is DonneCamp.ATTAQUE else -rules.prime_petit
        yield Label(f"petit-{donne.petit_au_bout}"), prime * coef
    for poignee in donne.poignees:
        label = Label(f"poignee-{poignee.type}", joueur=poignee.joueur)
        yield label, sign * rules.primes_poignee[poignee.type]
    if donne.chelem is not None:
        yield Label(f"chelem-{donne.chelem}"), rules.primes_chelem[donne.chelem]
    if donne.petit_chelem is not None:
        yield Label(f"petit-chelem-{donne.petit_chelem}"), rules.primes_petit_chelem[donne.petit_chelem]
    if donne.chelem_defense and (rules.chelem_cumul or donne.chelem is not Chelem.ANNONCE_MANQUE):
        yield Label("chelem-defense"), -rules.prime_chelem_defense


def _miseres(rules: Tarot, state: State, donne: TarotDonne) -> Iterator[Item]:
    """Misères are personal: every other player gives the holder the same, whatever the contract."""
    absent = rules.sits_out(state, donne)
    for misere in donne.miseres:
        scores = [0 if seat == absent else -rules.misere for seat in range(state.table.seats)]
        scores[misere.joueur] = 0
        scores[misere.joueur] = -sum(scores)
        yield Item(Label(f"misere-{misere.type}", joueur=misere.joueur), tuple(scores))
