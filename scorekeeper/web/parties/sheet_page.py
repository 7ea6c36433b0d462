"""The list of sheets, and one sheet: look at it, close it, open it again."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import ClassVar

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.errors import PartieClosed, Refused, StaleEntry
from scorekeeper.i18n import gettext
from scorekeeper.kit.words import say
from scorekeeper.parties import Partie
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import partie_of, posted_uuid, store, whole
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties.entry_pages import next_line_page
from scorekeeper.web.parties.sheet_view import SheetView, ranking_of, sheet_view
from scorekeeper.web.tournaments.signing import full_sheet_page

blueprint = Blueprint("parties", __name__, url_prefix="/parties")
PAGE_SIZE = 40


@dataclass(frozen=True, kw_only=True)
class FinishedPage:
    """Context of the sheet when the partie is over."""

    TEMPLATE: ClassVar[str] = "parties/finished.html"
    view: SheetView
    headline: str
    why: str
    ranking: tuple[tuple[int, str, int], ...]
    reason: str
    error: str


@dataclass(frozen=True)
class PartiesPage:
    """Context of the list of parties."""

    TEMPLATE: ClassVar[str] = "parties/index.html"
    items: tuple[parties.Summary, ...]
    older: int | None


@blueprint.get("")
def index() -> str:
    """All parties, newest first, a page at a time."""
    before = whole(request.args.get("avant", ""), 11)
    items = parties.list_parties(store(), limit=PAGE_SIZE + 1, before=before)
    older = items[PAGE_SIZE - 1].cursor if len(items) > PAGE_SIZE else None
    return render(PartiesPage(tuple(items[:PAGE_SIZE]), older))


@blueprint.get("/<number:number>")
def show(number: int) -> str:
    """The sheet with the entry form, or with its end when the partie is over."""
    partie = partie_of(number)
    if partie.is_open and partie.sheet.outcome is None:
        return render(next_line_page(partie))
    return render(full_sheet_page(partie) or finished_page(partie))


def finished_page(partie: Partie, reason: str = "", error: str = "") -> FinishedPage:
    """The end of a partie in words: who won, why, and in which order."""
    sheet, outcome = partie.sheet, partie.sheet.outcome
    winners = outcome.winners if outcome else (sheet.rules.leaders(sheet.state) if sheet.marked else ())
    why = gettext("Partie arrêtée par les joueurs.")
    return FinishedPage(
        view=sheet_view(partie),
        headline=_headline([sheet.table.columns[column] for column in winners]),
        why=say(outcome.reason, partie.game.words, partie.table) if outcome else why,
        ranking=ranking_of(sheet),
        reason=reason,
        error=error,
    )


def _headline(winners: list[str]) -> str:
    if not winners:
        return gettext("Partie terminée")
    if len(winners) == 1:
        return gettext("Victoire : %(winner)s", winner=winners[0])
    return gettext("Victoire partagée : %(winners)s", winners=", ".join(winners))


@blueprint.post("/<number:number>/terminer")
def close(number: int) -> ResponseReturnValue:
    """Close the sheet: its result is frozen. A sheet that was closed meanwhile is what was wanted."""
    with contextlib.suppress(PartieClosed):
        parties.close_partie(store(), number, uuid=posted_uuid(), by=author())
    return redirect(url_for("parties.show", number=number), 303)


@blueprint.post("/<number:number>/rouvrir")
def reopen(number: int) -> ResponseReturnValue:
    """Open a closed sheet again, with a reason. A sheet that was opened meanwhile is what was wanted."""
    reason = request.form.get("raison", "").strip()
    error = "" if reason else gettext("Dites pourquoi la feuille est rouverte.")
    if reason:
        try:
            parties.reopen(store(), number, uuid=posted_uuid(), reason=reason, by=author())
        except StaleEntry:
            pass
        except Refused as refused:
            error = " ".join(say(item.fault, refused.words, refused.table) for item in refused.faults)
    if error:
        return render(finished_page(parties.read_partie(store(), number), reason, error)), 422
    return redirect(url_for("parties.show", number=number), 303)
