"""The sheet: look at it, close it, open it again."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import ClassVar

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import parties
from scorekeeper.errors import PartieClosed, Refused, StaleEntry
from scorekeeper.i18n import gettext
from scorekeeper.kit.words import say
from scorekeeper.parties import Partie
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import partie_of, posted_uuid, store
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties import partie_list
from scorekeeper.web.parties.entry_pages import blank_page
from scorekeeper.web.parties.sheet_view import SheetView, ranking_of, sheet_view
from scorekeeper.web.tournaments import signing

blueprint = Blueprint("parties", __name__)
PAGE_SIZE = 40


@dataclass(frozen=True)
class FinishedPage:
    """Context of the sheet when the partie is over."""

    TEMPLATE: ClassVar[str] = "parties/finished.html"
    view: SheetView
    headline: str
    why: str
    ranking: tuple[tuple[int, str, int], ...]
    undo: int | None
    reason: str = ""
    error: str = ""


@dataclass(frozen=True)
class PartiesPage:
    """Context of the list of parties."""

    TEMPLATE: ClassVar[str] = "parties/index.html"
    items: tuple[partie_list.PartieCard, ...]
    older: int | None


@blueprint.get("/parties")
def index() -> str:
    """All parties, newest first, a page at a time."""
    before = request.args.get("avant", "")
    items = parties.list_parties(
        store(),
        limit=PAGE_SIZE + 1,
        before=int(before) if before.isascii() and before.isdigit() and len(before) < 12 else None,
    )
    older = items[PAGE_SIZE - 1].cursor if len(items) > PAGE_SIZE else None
    return render(PartiesPage(tuple(map(partie_list.card, items[:PAGE_SIZE])), older))


@blueprint.get("/parties/<number:number>")
def show(number: int) -> str:
    """The sheet with the entry form, or with its end when the partie is over."""
    partie = partie_of(number)
    if partie.status != "ouverte" or partie.sheet.outcome is not None:
        return render(signing.full_sheet_page(partie) or finished_page(partie))
    return render(blank_page(partie))


def finished_page(partie: Partie, reason: str = "", error: str = "") -> FinishedPage:
    """The end of a partie in words: who won, why, and in which order."""
    sheet = partie.sheet
    outcome = sheet.outcome
    winners = outcome.winners if outcome else (sheet.rules.leaders(sheet.state) if sheet.marked else ())
    names = [sheet.table.columns[column] for column in winners]
    headline = gettext("Victoire : %(winner)s", winner=names[0]) if len(names) == 1 else _shared(names)
    why = (
        say(outcome.reason, partie.game.words, partie.table)
        if outcome
        else gettext("Partie arrêtée par les joueurs.")
    )
    return FinishedPage(
        sheet_view(partie), headline, why, ranking_of(sheet), last_rang(partie), reason, error
    )


def _shared(names: list[str]) -> str:
    if not names:
        return gettext("Partie terminée")
    return gettext("Victoire partagée : %(winners)s", winners=", ".join(names))


def last_rang(partie: Partie) -> int | None:
    """The line that "undo" would strike."""
    return partie.sheet.marked[-1].rang if partie.sheet.marked else None


@blueprint.post("/parties/<number:number>/terminer")
def close(number: int) -> Response:
    """Close the sheet: its result is frozen. One that was closed meanwhile is what was wanted."""
    with contextlib.suppress(PartieClosed):
        parties.close_partie(store(), number, uuid=posted_uuid(), by=author())
    return redirect(url_for("parties.show", number=number), 303)


@blueprint.post("/parties/<number:number>/rouvrir")
def reopen(number: int) -> Response | tuple[str, int]:
    """Open a closed sheet again, with a reason. One that was opened meanwhile is what was wanted."""
    reason = request.form.get("raison", "").strip()
    why = "" if reason else gettext("Dites pourquoi la feuille est rouverte.")
    if not why:
        try:
            parties.reopen(store(), number, uuid=posted_uuid(), reason=reason, by=author())
        except StaleEntry:
            pass
        except Refused as refused:
            why = " ".join(say(item.fault, refused.words, refused.table) for item in refused.faults)
    if why:
        return render(finished_page(parties.read_partie(store(), number), reason, why)), 422
    return redirect(url_for("parties.show", number=number), 303)
