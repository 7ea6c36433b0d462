"""The history of a tournament: every act in words, with its author and its reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.words import signed
from scorekeeper.i18n import N_, gettext
from scorekeeper.tournaments.acts.declared import ACTS
from scorekeeper.tournaments.fold import Happening
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.words import KINDS
from scorekeeper.web.core.request_values import store
from scorekeeper.web.parties.access import device_name
from scorekeeper.web.tournaments.layout import page
from scorekeeper.web.tournaments.permissions import Role, organiser_only

blueprint = Blueprint("tournament_history", __name__)
blueprint.before_request(organiser_only)
TOLD = {act.kind: act.tells for act in ACTS.values() if act.tells}
"""The key of the text, for acts that have one text."""
_PLACE = re.compile(r"(tour|table|joueur):(\d+)")


def place_text(t: Tournament, place: str) -> str:
    """The part of the tournament that something was about."""
    words = {"tour": N_("tour %(n)s"), "table": N_("table %(n)s")}
    return ", ".join(
        gettext(words[part], n=number) if part in words else f"{number} {t.entrant(int(number)).name}"
        for part, number in _PLACE.findall(place)
    )


def body_text(t: Tournament, kind: str, asked: Mapping[str, Any], done: Mapping[str, Any]) -> str:
    """Content of the act, in a few words."""
    if kind == "inscription":
        return ", ".join(f"{player['number']} {player['name']}" for player in done.get("players", ()))
    if kind == "tirage":
        values = {"n": done["number"], "graine": done["seed"], "label": done["label"]}
        return gettext("n° %(n)s, graine %(graine)s, étiquette %(label)s", **values)
    if kind == "tour":
        return gettext("tour %(n)s", n=done["round"])
    if kind == "remplacant":
        name = t.entrant(asked["number"]).name
        other = asked["name"] or gettext("personne")
        return gettext("pour %(nom)s : %(autre)s", nom=name, autre=other)
    if kind == "horloge":
        minutes = gettext("%(minutes)s min", minutes=asked["minutes"]) if asked["minutes"] else ""
        return " ".join(filter(None, (asked["what"], minutes)))
    if kind == "credit":
        name = t.entrant(asked["number"]).name
        return gettext(
            "%(nom)s : %(points)s", nom=f"{asked['number']} {name}", points=signed(asked["points"])
        )
    if kind in TOLD:
        return str(asked[TOLD[kind]])
    return _result_text(asked, done.get("result"))


def _result_text(asked: Mapping[str, Any], result: Any) -> str:
    """The totals of a table, with what was adjusted in them."""
    if not isinstance(result, Mapping):
        return ""
    totals = " – ".join(map(str, result["totals"]))
    if not asked.get("adjustments"):
        return totals
    aside = ", ".join(map(signed, asked["adjustments"]))
    return gettext(
        "%(totaux)s, ajustement %(points)s : %(motif)s", totaux=totals, points=aside, motif=asked["motif"]
    )


def line_of(t: Tournament, event: Happening) -> tuple[Happening, str, str, str]:
    """An event with its kind, its content and its author in words."""
    parts = (place_text(t, event.place), body_text(t, event.kind, event.asked, event.done))
    kind = gettext(KINDS.get(event.kind, event.kind))
    actor = gettext("organisateur") if event.actor == Role.ORGANISATEUR else event.actor
    author = f"{actor}, {device_name(event.device)}"
    return event, kind, " · ".join(filter(None, parts)), author


@blueprint.get("/tournois/<number:number>/historique")
def index(number: int) -> str:
    """Everything that happened, the latest first."""
    t = desk.read(store(), number)
    lines = [line_of(t, event) for event in reversed(desk.history(store(), number))]
    return page("history", t, "tournament_history.index", lines=lines)
