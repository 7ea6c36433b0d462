"""Why a line changes late: the usual reasons at one tap, any other typed."""

from collections.abc import Mapping

from flask import request

from scorekeeper.cards.game_api.game import Game
from scorekeeper.i18n import N_, gettext

OTHER = "autre"
"""The code of the field for any other reason."""
REASONS: Mapping[str, str] = {
    "recompte": N_("recompté"),
    "preneur": N_("mauvais preneur"),
    "camp": N_("mauvais camp"),
    "joueur": N_("mauvais joueur"),
    "frappe": N_("faute de frappe"),
}


def usual_reasons(game: Game) -> dict[str, str]:
    """Usual mistakes at a table of that game, by code."""
    person = "camp" if game.rules.CAMPS else "joueur"
    if "preneur" in game.rules.ENTRY.kinds:
        person = "preneur"
    return {code: gettext(REASONS[code]) for code in ("recompte", person, "frappe")}


def posted_reason() -> str:
    """The reason of a form: the one that was tapped, or the one that was typed."""
    tapped = request.form.get("motif", "")
    return gettext(REASONS[tapped]) if tapped in REASONS else request.form.get("raison", "").strip()
