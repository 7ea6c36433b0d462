"""Possible donnes of Tarot for Hypothesis: dealt at random, with tricks shared at random."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.rules.contract import Rules, Table

TRICKS = {3: 24, 4: 18, 5: 15}
CHIEN = {3: 6, 4: 6, 5: 3}
TRUMPS = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
PACK = [9] * 3 + [9, 7, 5, 3] * 4 + [1] * 59
"""Half points of the cards; the first three are the Excuse, the 21 and the Petit."""


def share(luck: Random, players: int, contrat: str) -> tuple[int, int, int]:
    """Draw bouts and half points of an attack that took some of the tricks, and the number of tricks.

    No card is in two places; under prise, pousse and garde the écart has neither kings nor bouts.
    """
    cards = list(range(78))
    luck.shuffle(cards)
    tricks = min(TRICKS[players], max(0, round(luck.gauss(TRICKS[players] * 0.45, TRICKS[players] * 0.25))))
    lone = luck.random() < 0.5  # an Excuse that a side without a trick cannot exchange
    if contrat in {"prise", "pousse", "garde"}:
        aside = [card for card in cards if card > 2 and PACK[card] < 9][: CHIEN[players]]
    else:
        aside = cards[: CHIEN[players]]
    rest = [card for card in cards if card not in aside]
    won = rest[: tricks * players]
    if tricks in {0, TRICKS[players]} and 0 in rest:
        won = [card for card in rest if card != 0] if tricks else []
        if (tricks == 0) == lone:
            attack = [*won, *(aside if contrat != "garde-contre" else [])]
            bouts = sum(card <= 2 for card in attack)
            points = sum(PACK[card] for card in attack)
            return bouts + (tricks == 0), points + (8 if tricks == 0 else 1), tricks
        won = rest if tricks else []
    attack = [*won, *(aside if contrat != "garde-contre" else [])]
    return sum(card <= 2 for card in attack), sum(PACK[card] for card in attack), tricks


@st.composite
def payloads(draw: st.DrawFn, rules: Rules[Any, Any], table: Table) -> dict[str, Any]:
    """Draw one donne, mostly a possible one, in one of the possible notations."""
    assert isinstance(rules, Tarot)
    luck = Random(draw(st.integers(0, 2**32 - 1)))  # noqa: S311 - cards, not secrets
    names = list(table.players)
    entry: dict[str, Any] = {}
    if luck.random() < 0.1:
        entry["donneur"] = luck.choice(names)
    if luck.random() < 0.1:
        return entry | {"statut": luck.choice(["passee", "annulee"])}
    players = 4 if rules.mort else len(names)
    contrat = luck.choice(
        ["prise", *(["pousse"] if rules.pousse else []), "garde", "garde-sans", "garde-contre"]
    )
    bouts, points, tricks = share(luck, players, contrat)
    if rules.demi_points == "aucun":
        points += points % 2
    preneur = luck.choice(names)
    entry |= {"preneur": preneur, "contrat": contrat, "bouts": bouts}
    halves, key = (182 - points, "points_defense") if luck.random() < 0.3 else (points, "points")
    entry[key] = halves // 2 if halves % 2 == 0 else halves / 2
    if len(names) == 5 and not rules.mort and (rules.appel_5 or luck.random() < 0.5):
        others = [name for name in names if name != preneur]
        entry["appele"] = luck.choice([None, *others]) if rules.appel_5 else None
    entry |= slams(luck, rules, tricks, TRICKS[players])
    if luck.random() < 0.3 and 0 < tricks < TRICKS[players]:
        entry["petit_au_bout"] = "attaque" if bouts == 3 or (bouts and luck.random() < 0.5) else "defense"
    entry |= shown(luck, rules, names, players)
    if luck.random() < 0.1:
        entry["note"] = luck.choice(["belle donne", "recomptée"])
    return entry


def slams(luck: Random, rules: Tarot, tricks: int, most: int) -> dict[str, Any]:
    """Draw the fields about a slam, consistent with the tricks."""
    fields: dict[str, Any] = {}
    if tricks == most:
        fields["chelem"] = luck.choice(["reussi", "annonce-reussi"])
    elif luck.random() < 0.1:
        fields["chelem"] = "annonce-manque"
    if tricks == 0:
        fields["chelem_defense"] = True
    if rules.petit_chelem and tricks == most - 1:
        fields["petit_chelem"] = luck.choice(["reussi", "annonce-reussi"])
    return fields


def shown(luck: Random, rules: Tarot, names: list[str], players: int) -> dict[str, Any]:
    """Draw poignées out of 22 trumps, and misères where the house plays them."""
    fields: dict[str, Any] = {}
    left, poignees = 22, []
    for name in luck.sample(names, len(names)):
        place = luck.randrange(3)
        if luck.random() < 0.2 and TRUMPS[players][place] <= left:
            left -= TRUMPS[players][place]
            poignees.append({"joueur": name, "type": ("simple", "double", "triple")[place]})
    if poignees:
        fields["poignees"] = poignees
    worth = {
        "tete": rules.misere,
        "atout": rules.misere if rules.misere_atout is None else rules.misere_atout,
    }
    counted = [kind for kind, prime in worth.items() if prime]
    if counted and luck.random() < 0.5:
        fields["miseres"] = [{"joueur": luck.choice(names), "type": luck.choice(counted)}]
    return fields
