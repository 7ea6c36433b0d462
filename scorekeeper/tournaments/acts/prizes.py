"""Showing the prizes: begun, one by one from the last to the first, back a step, and over."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Unpack

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.acts.common import Sent
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.prizes import groups
from scorekeeper.tournaments.rankings import ranking


class Show(StrEnum):
    """Acts on the showing of the prizes."""

    COMMENCER = "commencer"
    """No prize has a name before its turn; allowed before the last round is closed, so that nobody sees the end coming."""
    SUIVANT = "suivant"
    RETOUR = "retour"
    FINIR = "finir"
    """Everything is shown."""


def show_prizes(
    store: Store, number: int, *, what: Any, seen: int | None = None, **sent: Unpack[Sent]
) -> Tournament:
    """Begin the showing of the prizes, name the next ones, take that back, or end it.

    `seen` is how many of them the page showed where this was asked: another desk may have gone on meanwhile.
    """
    if what not in set(Show):
        raise common.refusal(Fault("remise-acte", "what"))

    def act(desk: common.Desk) -> Mapping[str, Any]:
        t = desk.t
        if what == Show.COMMENCER:
            if not t.options.prizes:
                raise common.conflict(Fault("sans-prix"))
            return {"shown": 0}
        reveal = _begun(t, seen)
        if what == Show.FINIR:
            return {"shown": None}
        if what == Show.RETOUR:
            return {"shown": max(0, reveal - 1)}
        ranked = ranking(t)
        if ranked.provisional:
            raise common.conflict(Fault("remise-trop-tot"))
        if reveal >= len(groups(ranked)):
            raise common.conflict(Fault("remise-complete"))
        return {"shown": reveal + 1}

    return common.perform(store, number, Act.REMISE, act, asked={"what": str(what)}, **sent)


def _begun(t: Tournament, seen: int | None) -> int:
    """Number of prizes that were shown; it has to be the one on the page that this was asked on."""
    if t.reveal is None:
        raise common.conflict(Fault("remise-pas-commencee"))
    if seen not in {None, t.reveal}:
        raise common.conflict(Fault("remise-autre-bureau"))
    return t.reveal
