"""Showing the prizes: begun, one by one from the last to the first, back a step, and over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import Choice, Whole
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.acts.common import Desk
from scorekeeper.tournaments.acts.declared import ALWAYS, Aside, Coded, act, ways
from scorekeeper.tournaments.fold import Happening
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.notes import Veil
from scorekeeper.tournaments.options import MAX_ENTRANTS
from scorekeeper.tournaments.prizes import groups
from scorekeeper.tournaments.rankings import ranking


class Show(StrEnum):
    """Acts on the showing of the prizes."""

    COMMENCER = "commencer"
    """No prize has a name before its turn; allowed before the last round is closed, so that nobody sees the end coming."""
    SUIVANT = "suivant"
    RETOUR = "retour"
    FINIR = "finir"
    """Everything is shown, also where no prize was."""


def _shown(t: Tournament, event: Happening) -> Tournament:
    since = {Show.COMMENCER: event.at, Show.FINIR: ""}.get(event.asked["what"])
    veil = t.veil if since is None else Veil(len(t.rounds), since)
    return replace(t, reveal=event.done["shown"], veil=veil)


@act("remise", ALWAYS, _shown, tells="what")
@ways(api="POST prizes", answer="prizes", form="remise", page="ranking", then="ranking#remise")
def show_prizes(
    desk: Desk,
    t: Tournament,
    *,
    what: Annotated[Show, Coded(Choice(Show), "remise-acte")],
    seen: Annotated[Any, Aside(Whole(0, MAX_ENTRANTS))] = None,
) -> Mapping[str, Any]:
    """Show the prizes one by one: begin, name the next ones, take that back, or end it.

    `seen` is how many of them the page showed where this was asked: another desk may have gone on meanwhile.
    """
    if what == Show.COMMENCER:
        if not t.options.prizes:
            raise common.conflict(Fault("sans-prix"))
        return {"shown": 0}
    if what == Show.FINIR and t.reveal is None and t.veil and t.veil.since:
        return {"shown": None}
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


def _begun(t: Tournament, seen: int | None) -> int:
    """Number of prizes that were shown; it has to be the one on the page that this was asked on."""
    if t.reveal is None:
        raise common.conflict(Fault("remise-pas-commencee"))
    if seen not in {None, t.reveal}:
        raise common.conflict(Fault("remise-autre-bureau"))
    return t.reveal
