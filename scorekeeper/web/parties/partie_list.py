"""A partie in a list: its game, its columns and totals, when and where."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.i18n import ngettext
from scorekeeper.kit.game import Game
from scorekeeper.paper.requests import day
from scorekeeper.parties import Summary
from scorekeeper.web.core.jinja import moment


@dataclass(frozen=True)
class PartieCard:
    """One partie as a list shows it."""

    number: int
    game: Game
    scores: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]
    count_text: str
    where: str


def card(summary: Summary) -> PartieCard:
    """The card of a summary."""
    count = summary.lines
    text = (
        ngettext("%(num)s donne", "%(num)s donnes", count)
        if summary.game.entry_word == "donne"
        else ngettext("%(num)s manche", "%(num)s manches", count)
    )
    when = (
        moment(summary.active_at) if summary.status == "ouverte" else day(summary.date or summary.active_at)
    )
    return PartieCard(
        summary.id,
        summary.game,
        tuple(zip(summary.columns, summary.totals, strict=True)),
        summary.winners,
        text,
        " · ".join(part for part in (summary.lieu, when) if part),
    )
