"""One line of the sheet: why it is worth what it is, striking it, putting it back; and the history of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import parties
from scorekeeper.errors import PartieClosed, Refused, StaleEntry
from scorekeeper.i18n import N_, gettext
from scorekeeper.kit.words import say
from scorekeeper.parties import Line, Partie, Version
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import partie_of, posted_uuid, store
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties.entry_pages import CLOSED, later_fault
from scorekeeper.web.parties.sheet_view import (
    DetailLine,
    SheetView,
    detail_of,
    device_name,
    payload_brief,
    sheet_view,
)

blueprint = Blueprint("lines", __name__)

KINDS = {
    "ouverture": N_("Feuille ouverte"),
    "entree": N_("Écrite"),
    "modif": N_("Modifiée"),
    "rature": N_("Rayée"),
    "retablie": N_("Rétablie"),
    "cloture": N_("Feuille terminée"),
    "reouverture": N_("Feuille rouverte"),
}
CHANGED = N_("La feuille a changé entre-temps : regardez d’abord la ligne.")
TITLES = {"donne": N_("La donne %(rang)s"), "manche": N_("La manche %(rang)s")}


@dataclass(frozen=True)
class VersionView:
    """One change of the sheet, in words."""

    rang: int | None
    kind: str
    text: str
    at: str
    who: str
    reason: str


@dataclass(frozen=True)
class LinePage:
    """Context of one line's explanation."""

    TEMPLATE: ClassVar[str] = "parties/line.html"
    view: SheetView
    rang: int
    title: str
    sentence: str
    formula: str
    detail: tuple[DetailLine, ...]
    scores: tuple[int, ...]
    doubts: tuple[str, ...]
    note: str
    versions: tuple[VersionView, ...]
    struck: bool
    ask_reason: bool
    reason: str = ""
    error: str = ""


@dataclass(frozen=True)
class HistoryPage:
    """Context of the history of a sheet."""

    TEMPLATE: ClassVar[str] = "parties/history.html"
    view: SheetView
    versions: tuple[VersionView, ...]


def line_page(partie: Partie, line: Line, reason: str = "", error: str = "") -> LinePage:
    """A line explained: its sentence, its reckoning and what was changed."""
    marked = line.marked
    words, table = partie.game.words, partie.table
    last = partie.sheet.marked[-1].rang if partie.sheet.marked else 0
    formula = partie.game.formula(partie.rules, marked) if marked else None
    return LinePage(
        view=sheet_view(partie, line.rang),
        rang=line.rang,
        title=gettext(TITLES[partie.game.entry_word], rang=line.rang),
        sentence=say(partie.game.sentence(marked), words, table)
        if marked
        else payload_brief(partie, line.payload),
        formula="" if formula is None else say(formula, words, table),
        detail=detail_of(partie, marked.row.detail) if marked else (),
        scores=marked.row.scores if marked else (),
        doubts=tuple(say(doubt, words, table) for doubt in marked.doubts) if marked else (),
        note=str(line.payload.get("note", "")),
        versions=tuple(version_view(partie, line.rang, version) for version in line.versions),
        struck=line.struck,
        ask_reason=line.rang < last,
        reason=reason,
        error=error,
    )


def version_view(partie: Partie, rang: int | None, version: Version) -> VersionView:
    """One version in words: what, when, on which device, why."""
    text = payload_brief(partie, version.payload) if version.payload is not None else ""
    return VersionView(
        rang, gettext(KINDS[version.kind]), text, version.at, device_name(version.device), version.reason
    )


@blueprint.get("/parties/<number:number>/lignes/<number:rang>")
def show(number: int, rang: int) -> str:
    """Why a line is worth what it is."""
    partie = partie_of(number)
    return render(line_page(partie, partie.line(rang)))


@blueprint.get("/parties/<number:number>/historique")
def history(number: int) -> str:
    """Every entry, amendment and strike, newest first."""
    partie = partie_of(number)
    changes = tuple(version_view(partie, change.rang, change) for change in reversed(partie.past))
    return render(HistoryPage(sheet_view(partie), changes))


@blueprint.post("/parties/<number:number>/lignes/<number:rang>/rayer")
def strike(number: int, rang: int) -> Response | tuple[str, int]:
    """Strike a line: it stays on record and no longer counts."""
    partie = partie_of(number)
    line = partie.line(rang)
    reason = request.form.get("raison", "").strip()
    page = line_page(partie, line, reason)
    if page.ask_reason and not reason:
        sentence = gettext("La ligne suivante est déjà écrite : dites pourquoi celle-ci est rayée.")
        return render(line_page(partie, line, reason, sentence)), 422
    failed = _failed(parties.strike, number, rang, reason)
    return failed or redirect(url_for("parties.show", number=number) + "#saisie", 303)


def _failed(
    act: Callable[..., parties.Entered], number: int, rang: int, reason: str = ""
) -> tuple[str, int] | None:
    """Do something to a line; the page that says why it was not done, or `None` when it was."""
    try:
        act(store(), number, uuid=posted_uuid(), rang=rang, reason=reason, by=author())
    except Refused as refused:
        partie = parties.read_partie(store(), number)
        why = " ".join(later_fault(refused, item) for item in refused.faults)
        return render(line_page(partie, partie.line(rang), reason, why)), 422
    except (StaleEntry, PartieClosed) as error:
        why = gettext(CHANGED if isinstance(error, StaleEntry) else CLOSED)
        return render(line_page(error.partie, error.partie.line(rang), reason, why)), 409
    return None


@blueprint.post("/parties/<number:number>/annuler")
def undo(number: int) -> Response | tuple[str, int]:
    """Undo the last line, if it still is the last one."""
    partie = partie_of(number)
    wanted = request.form.get("annuler", "")
    last = partie.sheet.marked[-1].rang if partie.sheet.marked else None
    if last is not None and wanted == str(last):
        failed = _failed(parties.strike, number, last)
        if failed:
            return failed
    return redirect(url_for("parties.show", number=number) + "#saisie", 303)


@blueprint.post("/parties/<number:number>/lignes/<number:rang>/retablir")
def reinstate(number: int, rang: int) -> Response | tuple[str, int]:
    """Put a struck line back."""
    failed = _failed(parties.reinstate, number, rang)
    return failed or redirect(url_for("lines.show", number=number, rang=rang), 303)
