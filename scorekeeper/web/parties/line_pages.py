"""One line of the sheet: why it is worth what it is, striking it, putting it back; and the history of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

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
    SheetView,
    device_name,
    payload_brief,
    sheet_view,
)

blueprint = Blueprint("lines", __name__, url_prefix="/parties/<number:number>")
blueprint.add_app_template_filter(device_name)
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


@dataclass(frozen=True, kw_only=True)
class LinePage:
    """Context of one line's explanation."""

    TEMPLATE: ClassVar[str] = "parties/line.html"
    view: SheetView
    line: Line
    title: str
    sentence: str
    formula: str
    ask_reason: bool
    """Whether the next line is written already, so that striking this one needs a reason."""
    reason: str
    error: str


@dataclass(frozen=True)
class SheetHistoryPage:
    """Context of the history of a sheet."""

    TEMPLATE: ClassVar[str] = "parties/history.html"
    view: SheetView
    versions: tuple[Version, ...]
    """Newest first."""


def line_page(partie: Partie, rang: int, reason: str = "", error: str = "") -> LinePage:
    """A line explained: its sentence, its computation and what was changed."""
    game, words, table = partie.game, partie.game.words, partie.table
    line = partie.line(rang)
    marked = line.marked
    formula = game.formula(partie.rules, marked) if marked else None
    sentence = (
        say(game.wording.sentence(marked), words, table) if marked else payload_brief(partie, line.payload)
    )
    return LinePage(
        view=sheet_view(partie, rang),
        line=line,
        title=gettext(TITLES[game.entry_word], rang=rang),
        sentence=sentence,
        formula="" if formula is None else say(formula, words, table),
        ask_reason=rang < (partie.last_rang or 0),
        reason=reason,
        error=error,
    )


@blueprint.app_template_global()
def version_text(version: Version, partie: Partie) -> tuple[str, str]:
    """What a version of a line or sheet did, and what it wrote."""
    text = "" if version.payload is None else payload_brief(partie, version.payload)
    return gettext(KINDS[version.kind]), text


@blueprint.get("/lignes/<number:rang>")
def show(number: int, rang: int) -> str:
    """Why a line is worth what it is."""
    return render(line_page(partie_of(number), rang))


@blueprint.get("/historique")
def history(number: int) -> str:
    """Every entry, amendment and strike, newest first."""
    partie = partie_of(number)
    return render(SheetHistoryPage(sheet_view(partie), partie.past[::-1]))


def _perform(
    act: Callable[..., object], number: int, rang: int, done: str, reason: str = ""
) -> ResponseReturnValue:
    """Do something to a line and go on, or show the line with why it was not done."""
    try:
        act(store(), number, uuid=posted_uuid(), rang=rang, reason=reason, by=author())
    except Refused as refused:
        why = " ".join(later_fault(refused, item) for item in refused.faults)
        return render(line_page(parties.read_partie(store(), number), rang, reason, why)), 422
    except (StaleEntry, PartieClosed) as error:
        why = gettext(CHANGED if isinstance(error, StaleEntry) else CLOSED)
        return render(line_page(error.partie, rang, reason, why)), 409
    return redirect(done, 303)


def _entry_form(number: int) -> str:
    return url_for("parties.show", number=number) + "#saisie"


@blueprint.post("/lignes/<number:rang>/rayer")
def strike(number: int, rang: int) -> ResponseReturnValue:
    """Strike a line: it stays on record and no longer counts."""
    reason = request.form.get("raison", "").strip()
    without = gettext("La ligne suivante est déjà écrite : dites pourquoi celle-ci est rayée.")
    page = line_page(partie_of(number), rang, reason, without)
    if page.ask_reason and not reason:
        return render(page), 422
    return _perform(parties.strike, number, rang, _entry_form(number), reason)


@blueprint.post("/annuler")
def undo(number: int) -> ResponseReturnValue:
    """Undo the last line, if it still is the last one."""
    last = partie_of(number).last_rang
    if last is not None and request.form.get("annuler", "") == str(last):
        return _perform(parties.strike, number, last, _entry_form(number))
    return redirect(_entry_form(number), 303)


@blueprint.post("/lignes/<number:rang>/retablir")
def reinstate(number: int, rang: int) -> ResponseReturnValue:
    """Put a struck line back."""
    return _perform(parties.reinstate, number, rang, url_for("lines.show", number=number, rang=rang))
