"""The list of sheets; one sheet: look at it, close it, open it again; its lines: explain, strike, put back; its history."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.cards.game_api.grid_form import CELL
from scorekeeper.cards.game_api.words import read_sentences, say
from scorekeeper.errors import Affected, LinesAffected, PartieClosed, Refused, StaleEntry
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import Partie, Version, undoing
from scorekeeper.parties.table import happened
from scorekeeper.parties.writers import past_of
from scorekeeper.web.core.refused_form import sentences_of
from scorekeeper.web.core.request_values import partie_of, posted_count, posted_uuid, store, whole
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties.access import device_name, may_write
from scorekeeper.web.parties.devices import watch_page
from scorekeeper.web.parties.ending import ending_page
from scorekeeper.web.parties.entry_pages import CLOSED, later_fault, needs_reason, next_line_page
from scorekeeper.web.parties.reasons import posted_reason, usual_reasons
from scorekeeper.web.parties.sheet_view import line_title, payload_brief, sheet_view
from scorekeeper.web.parties.undo_bar import undo_offer
from scorekeeper.web.tournaments.permissions import sheet_place
from scorekeeper.web.tournaments.round_page import full_sheet_page

blueprint = Blueprint("parties", __name__, url_prefix="/parties")
lines = Blueprint("lines", __name__, url_prefix="/parties/<number:number>")
lines.add_app_template_filter(device_name)
lines.add_app_template_global(undo_offer)
lines.add_app_template_global(usual_reasons)
PAGE_SIZE = 40
KINDS, WAYS = read_sentences(__file__, "kinds", "ways")
MOVED_ON = N_("La feuille a changé entre-temps : voici où elle en est.")
CHANGED = N_("La feuille a changé entre-temps : regardez d’abord la ligne.")


@blueprint.get("")
def index() -> str:
    """All parties, newest first, a page at a time."""
    before = whole(request.args.get("avant", ""), 11)
    items = parties.list_parties(store(), limit=PAGE_SIZE + 1, before=before)
    older = items[PAGE_SIZE - 1].cursor if len(items) > PAGE_SIZE else None
    return render_template("parties/index.html", items=items[:PAGE_SIZE], older=older)


@blueprint.get("/<number:number>")
def show(number: int) -> str:
    """The sheet with the entry form, or with its end when the partie is over."""
    partie = partie_of(number)
    if partie.is_open and partie.sheet.outcome is None:
        if may_write(number):
            return next_line_page(partie, cell=request.args.get(CELL, ""))
        return watch_page(partie)
    full = full_sheet_page(partie)
    if full is None and not partie.is_open and not partie.sheet.marked:
        return render_template("parties/put_away.html", view=sheet_view(partie))
    return full or ending_page(partie)


@blueprint.get("/<number:number>/terminer")
def closing(number: int) -> ResponseReturnValue:
    """Ask once whether the sheet is to be closed."""
    partie = partie_of(number)
    if not (partie.is_open and may_write(number)) or sheet_place(number) is not None:
        return redirect(url_for("parties.show", number=number), 303)
    return closing_page(partie)


def closing_page(partie: Partie, moved: str = "") -> str:
    """Changes that closing a sheet would make final."""
    return render_template("parties/close.html", view=sheet_view(partie), moved=moved)


@blueprint.post("/<number:number>/terminer")
def close(number: int) -> ResponseReturnValue:
    """Close the sheet: its result is frozen. A sheet that was closed meanwhile is what was wanted; one that moved is asked again."""
    try:
        _close(number)
    except StaleEntry as error:
        return closing_page(error.partie, gettext(MOVED_ON)), 409
    return redirect(url_for("parties.show", number=number), 303)


def _close(number: int) -> None:
    """Close a sheet as it was shown; one that is closed already stays so. Raises `StaleEntry` when it has changed since."""
    revision = posted_count("revision")
    with contextlib.suppress(PartieClosed):
        parties.close_partie(store(), number, uuid=posted_uuid(), by=author(), revision=revision)


@blueprint.post("/<number:number>/ranger")
def put_away(number: int) -> ResponseReturnValue:
    """Put an empty sheet away: it is closed as it is, and taken out again as easily. One that is written on stays."""
    if not partie_of(number).sheet.marked:
        with contextlib.suppress(StaleEntry):
            _close(number)
            return redirect(url_for("home.index"), 303)
    return redirect(url_for("parties.show", number=number), 303)


@blueprint.post("/<number:number>/ressortir")
def take_out(number: int) -> ResponseReturnValue:
    """Take an empty sheet out again; one that is out already is what was wanted."""
    sheet = url_for("parties.show", number=number)
    if not partie_of(number).sheet.marked:
        with contextlib.suppress(StaleEntry):
            parties.reopen(store(), number, uuid=posted_uuid(), reason=gettext("ressortie"), by=author())
    return redirect(sheet, 303)


@blueprint.post("/<number:number>/rouvrir")
def reopen(number: int) -> ResponseReturnValue:
    """Open a closed sheet again, with a reason. A sheet that was opened meanwhile is what was wanted."""
    reason = posted_reason()
    error = "" if reason else gettext("Dites pourquoi la feuille est rouverte.")
    if reason:
        try:
            parties.reopen(store(), number, uuid=posted_uuid(), reason=reason, by=author())
        except StaleEntry:
            pass
        except Refused as refused:
            error = " ".join(sentence for _, sentence in sentences_of(refused))
    if error:
        return ending_page(parties.read_partie(store(), number), reason, error), 422
    return redirect(url_for("parties.show", number=number), 303)


def line_page(partie: Partie, rang: int, error: str = "", affected: Sequence[Affected] = ()) -> str:
    """The page of one line: its sentence, its computation and its versions."""
    game, words, table = partie.game, partie.game.words, partie.seating.at(rang)
    line = partie.line(rang)
    marked = line.marked
    sentence = say(game.sentence(marked), words, table) if marked else ""
    formula = game.formula(partie.rules, marked) if marked and not marked.aside else None
    return render_template(
        "parties/line.html",
        view=sheet_view(partie, rang),
        line=line,
        title=line_title(partie, rang),
        sentence=sentence if marked else payload_brief(partie, rang, line.payload),
        formula=say(formula, words, table) if formula else "",
        ask_reason=needs_reason(partie, rang) and not line.versions[-1].reason,
        error=error,
        affected=affected,
    )


@lines.app_template_global()
def version_text(version: Version, partie: Partie) -> tuple[str, str]:
    """Act of a version of a line or sheet, and what it wrote; of a device, which one and how."""
    if version.payload and "signatures" in version.payload:
        signatures: Mapping[str, str] = version.payload["signatures"]
        text = ", ".join(f"{name} {initials}" for name, initials in signatures.items())
    elif version.payload is None:
        text = ""
    elif "device" in version.payload:
        name = device_name(version.payload["device"])
        way = version.payload["way"]
        text = gettext(WAYS[way], appareil=name) if way else name
    elif version.rang is None:
        text = happened(version.payload)
    else:
        text = payload_brief(partie, version.rang, version.payload)
    return gettext(KINDS[version.kind]), text


@lines.get("/lignes/<number:rang>", endpoint="show")
def show_line(number: int, rang: int) -> str:
    """Why a line is worth what it is."""
    return line_page(partie_of(number), rang)


@lines.get("/historique")
def history(number: int) -> str:
    """Every entry, amendment and strike, and which devices came and went, newest first."""
    partie, past = past_of(store(), number)
    return render_template("parties/history.html", view=sheet_view(partie), past=past)


def _perform(act: Callable[..., object], number: int, rang: int, done: str) -> ResponseReturnValue:
    """Do something to a line and go on, or show the line with why it was not done."""
    try:
        act(store(), number, uuid=posted_uuid(), rang=rang, by=author())
    except LinesAffected as asked:
        return line_page(asked.partie, rang, affected=asked.affected), 409
    except Refused as refused:
        why = " ".join(later_fault(refused, item) for item in refused.faults)
        return line_page(parties.read_partie(store(), number), rang, why), 422
    except (StaleEntry, PartieClosed) as error:
        why = gettext(CHANGED if isinstance(error, StaleEntry) else CLOSED)
        return line_page(error.partie, rang, why), 409
    return redirect(done, 303)


def _entry_form(number: int) -> str:
    return url_for("parties.show", number=number) + "#saisie"


@lines.post("/lignes/<number:rang>/rayer")
def strike(number: int, rang: int) -> ResponseReturnValue:
    """Strike a line: it stays on record and no longer counts. Why, an earlier line is asked afterwards."""
    reason = posted_reason()
    act = partial(parties.strike, reason=reason, confirm=posted_count("confirm"))
    asked = needs_reason(partie_of(number), rang) and not reason
    there = url_for("lines.show", number=number, rang=rang) if asked else _entry_form(number)
    return _perform(act, number, rang, there)


@lines.post("/annuler")
def undo(number: int) -> ResponseReturnValue:
    """Take back the last act on a line, if it still is the last one: the form says the line and the revision it was shown on."""
    rang, revision = posted_count("annuler"), posted_count("revision")
    # A step that a tablet sends again to a server that lacks it knows no revision; it may have been taken already.
    if rang is None or (revision is None and rang != partie_of(number).last_rang):
        return redirect(_entry_form(number), 303)
    return _perform(partial(undoing.undo, revision=revision), number, rang, _entry_form(number))


@lines.post("/lignes/<number:rang>/retablir")
def reinstate(number: int, rang: int) -> ResponseReturnValue:
    """Put a struck line back."""
    act = partial(parties.reinstate, confirm=posted_count("confirm"))
    return _perform(act, number, rang, url_for("lines.show", number=number, rang=rang))
