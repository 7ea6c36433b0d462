"""Pages of the list of sheets, of one sheet with its lines and history, and of the tablet lying between two donnes.

Sheets are closed and reopened, lines explained, struck and reinstated. The last act can be undone from a bar on the device that
wrote it, and from an item of the menu.
"""

import contextlib
import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from scorekeeper import parties
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.grid_form import CELL
from scorekeeper.cards.game_api.words import message_of, read_sentences
from scorekeeper.errors import Affected, LinesAffected, PartieClosed, Refused, SheetError, StaleEntry
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import ActKind, Partie, Version, undoing
from scorekeeper.parties.rule_changes import can_change_rules, can_go_on, settings_change_sentence
from scorekeeper.parties.undoing import last_act
from scorekeeper.parties.verbs import change_sentences
from scorekeeper.parties.writers import past_of
from scorekeeper.records.ledger import uuid_of
from scorekeeper.web.core.requests import (
    partie_of,
    posted_count,
    posted_seen,
    posted_uuid,
    sentences_of,
    store,
    to_next_line,
    whole_number,
)
from scorekeeper.web.core.safety import author
from scorekeeper.web.installed import kept
from scorekeeper.web.parties.access import device, device_name, may_write
from scorekeeper.web.parties.devices import watch_page
from scorekeeper.web.parties.ending import MOVED_ON, ending_page, headline
from scorekeeper.web.parties.entry_pages import (
    CLOSED,
    is_other_sheet,
    needs_reason,
    next_line_page,
    other_line,
)
from scorekeeper.web.parties.forms import later_fault, posted_act, posted_reason, usual_reasons
from scorekeeper.web.parties.sheet_view import chart_of, entry_title, line_title, payload_brief, sheet_view
from scorekeeper.web.tournaments.permissions import sheet_place
from scorekeeper.web.tournaments.round_page import full_sheet_page

blueprint = Blueprint("parties", __name__, url_prefix="/parties")
lines = Blueprint("lines", __name__, url_prefix="/parties/<number:number>")
lines.add_app_template_filter(device_name)
lines.add_app_template_global(usual_reasons)
PAGE_SIZE = 40
REFRESH_SECONDS = 10
"""Interval between reloads of the page in browsers without scripts."""
KINDS, WAYS, WRITTEN, TAKEN_BACK = read_sentences(__file__, "kinds", "ways", "written", "taken-back")
OTHER_PAGE = N_("Cette page vient d’une autre feuille du même numéro : rien n’a changé ici.")
CHANGED = N_("La feuille a changé entre-temps : regardez d’abord la ligne.")
SHOWN_SECONDS = 8
"""Time after which a script hides the bar."""
Offer = dict[str, Any]
"""Context of the bar that undoes the last act.

It has the line, the revision on which it would be undone, its sentence, the button's word and label, whether this device did
it (`here`), and for how many milliseconds the bar stays (`left`). `entered` is set for an entry: a tablet that sends the line
again keeps its undoing with it. `again` is set when undoing makes a line count again.
"""


@blueprint.get("")
def index() -> str:
    """Show all parties, the one with the latest event first, one page at a time."""
    before = whole_number(request.args.get("avant", ""), 11)
    items = parties.list_parties(store(), limit=PAGE_SIZE + 1, before=before)
    older = items[PAGE_SIZE - 1].cursor if len(items) > PAGE_SIZE else None
    return render_template("parties/index.html", items=items[:PAGE_SIZE], older=older)


@blueprint.get("/<number:number>")
@kept
def show(number: int) -> str:
    """Show the sheet with the entry form, or with the end of the partie."""
    partie = partie_of(number)
    if not partie.is_over:
        if may_write(number):
            return next_line_page(partie, cell=request.args.get(CELL, ""))
        return watch_page(partie)
    full = full_sheet_page(partie)
    if full is None and not partie.is_open and not partie.sheet.marked:
        return render_template("parties/put_away.html", view=sheet_view(partie))
    return full or ending_page(partie)


@blueprint.app_template_global()
def figure_of(game: Game) -> str:
    """Return the place of a game's figure on this device, as in `Game.figure`."""
    return "" if game.figure == "chosen" and not session.get("figure") else game.figure


@blueprint.post("/<number:number>/figure")
def choose_figure(number: int) -> ResponseReturnValue:
    """Toggle between the figure and the lines for this browser."""
    session["figure"] = not session.get("figure")
    return redirect(url_for("parties.show", number=number), 303)


@blueprint.get("/<number:number>/table")
@kept
def resting(number: int) -> str:
    """Show the sheet with the dealer, the last donne and the chart in place of its panel."""
    partie = partie_of(number)
    game, last = partie.game, ("", "")
    if partie.sheet.marked:
        marked = partie.sheet.marked[-1]
        sentence = message_of(game.sentence(marked), game.words, marked.before.table)
        last = line_title(partie, marked.rang), sentence
    back = gettext(game.entry_word.text("noter")) if may_write(number) else gettext("Voir la feuille")
    return render_template(
        "parties/resting.html",
        view=sheet_view(partie),
        chart=chart_of(partie.sheet),
        deals=deals_text(partie),
        last=last,
        back=gettext("Voir la fin de la partie") if partie.is_over else back,
        turned="tourne" in request.args,
        refresh=REFRESH_SECONDS,
    )


def deals_text(partie: Partie) -> str:
    """Return the next dealer in words, or the winners."""
    if partie.is_over:
        return headline(partie.sheet)
    title = entry_title(partie)
    dealer = partie.rules.deals_next(partie.sheet.state)
    if dealer is None or not partie.table.players:
        return title
    return gettext("%(entree)s : %(nom)s donne", entree=title, nom=partie.table.players[dealer])


@blueprint.get("/<number:number>/terminer")
def closing(number: int) -> ResponseReturnValue:
    """Ask whether to close the sheet."""
    partie = partie_of(number)
    if not (partie.is_open and may_write(number)) or sheet_place(number) is not None:
        return redirect(url_for("parties.show", number=number), 303)
    return closing_page(partie)


def closing_page(partie: Partie, moved: str = "") -> str:
    """Return the question whether to close a sheet. `moved` says that it has changed meanwhile."""
    return render_template("parties/close.html", view=sheet_view(partie), moved=moved)


@blueprint.post("/<number:number>/terminer")
def close(number: int) -> ResponseReturnValue:
    """Close the sheet, which stores its result. Does nothing when it is closed already; asks again when it has changed."""
    try:
        _close(number, seen=posted_seen())
    except StaleEntry as error:
        return closing_page(error.partie, gettext(MOVED_ON)), 409
    return redirect(url_for("parties.show", number=number), 303)


def _close(number: int, **shown: Any) -> None:
    with contextlib.suppress(PartieClosed):
        parties.close_partie(store(), number, uuid=posted_uuid(), by=author(), **shown)


@blueprint.post("/<number:number>/ranger")
def put_away(number: int) -> ResponseReturnValue:
    """Put an empty sheet away, which closes it. A sheet with lines stays open."""
    if not partie_of(number).sheet.marked:
        with contextlib.suppress(StaleEntry):
            _close(number, revision=posted_count("revision"))
            return redirect(url_for("home.index"), 303)
    return redirect(url_for("parties.show", number=number), 303)


@blueprint.post("/<number:number>/ressortir")
def take_out(number: int) -> ResponseReturnValue:
    """Reopen an empty sheet. Does nothing when it is open already."""
    if not partie_of(number).sheet.marked:
        with contextlib.suppress(StaleEntry):
            parties.reopen(store(), number, **posted_act(gettext("ressortie")))
    return redirect(url_for("parties.show", number=number), 303)


@blueprint.post("/<number:number>/rouvrir")
def reopen(number: int) -> ResponseReturnValue:
    """Reopen a closed sheet, with a reason. Does nothing when it is open already."""
    reason = posted_reason()
    error = "" if reason else gettext("Dites pourquoi la feuille est rouverte.")
    if reason:
        try:
            parties.reopen(store(), number, **posted_act(reason))
        except StaleEntry as stale:
            error = "" if stale.partie.is_open else gettext(MOVED_ON)
        except Refused as refused:
            error = " ".join(sentence for _, sentence in sentences_of(refused))
    if error:
        return ending_page(parties.read_partie(store(), number), reason, error), 422
    return redirect(url_for("parties.show", number=number), 303)


def line_page(partie: Partie, rang: int, error: str = "", affected: Sequence[Affected] = ()) -> str:
    """Return the page of one line: its sentence, its computation and its versions."""
    game, words, table = partie.game, partie.game.words, partie.seating.at(rang)
    line = partie.line(rang)
    marked = line.marked
    sentence = message_of(game.sentence(marked), words, table) if marked else ""
    formula = game.formula(partie.rulings.at(rang), marked) if marked and not marked.aside else None
    return render_template(
        "parties/line.html",
        view=sheet_view(partie, rang),
        line=line,
        title=line_title(partie, rang),
        sentence=sentence if marked else payload_brief(partie, rang, line.payload),
        formula=message_of(formula, words, table) if formula else "",
        ask_reason=needs_reason(partie, rang) and not line.versions[-1].reason,
        error=error,
        affected=affected,
    )


lines.add_app_template_global(can_change_rules)
lines.add_app_template_global(can_go_on)


@lines.app_template_global()
def version_text(version: Version, partie: Partie) -> tuple[str, str]:
    """Return the act of a version and its content, in words. For an act about a device, the content is the device and its way in."""
    if version.payload and "signatures" in version.payload:
        signatures: Mapping[str, str] = version.payload["signatures"]
        text = ", ".join(f"{name} {initials}" for name, initials in signatures.items())
    elif version.payload is None:
        text = ""
    elif "device" in version.payload:
        name = device_name(version.payload["device"])
        way = version.payload["way"]
        text = gettext(WAYS[way], appareil=name) if way else name
    elif "settings" in version.payload:
        text = settings_change_sentence(partie, version.payload)
    elif version.rang is None:
        text = change_sentences(version.payload)
    else:
        text = payload_brief(partie, version.rang, version.payload)
    if version.moved_from:
        way = gettext("de la ligne %(de)s à la ligne %(a)s", de=version.moved_from, a=version.rang_then)
        text = f"{way}{gettext(' : ')}{text}" if text else way
    return gettext(KINDS[version.kind]), text


@lines.get("/lignes/<number:rang>", endpoint="show")
def show_line(number: int, rang: int) -> str:
    """Show how the score of a line was computed."""
    return line_page(partie_of(number), rang)


@lines.get("/historique")
def history(number: int) -> str:
    """Show all versions of a sheet, with the devices that gained and lost access, newest first."""
    partie, past = past_of(store(), number)
    return render_template("parties/history.html", view=sheet_view(partie), past=past)


def _perform(
    act: Callable[..., object], number: int, rang: int, done: Response, seen: str | None
) -> ResponseReturnValue:
    """Perform an act on the line that the page showed and return `done`, or show the line with the reason of the refusal."""
    partie = partie_of(number)
    line = partie.line_of(seen) if seen else partie.line(rang)
    if line is None:
        return other_line(partie, rang, lambda now, place, why: (line_page(now, place, why), 409))
    rang = line.rang
    try:
        act(store(), number, uuid=posted_uuid(), rang=rang, by=author(), seen=seen)
    except LinesAffected as asked:
        return line_page(asked.partie, rang, affected=asked.affected), 409
    except Refused as refused:
        why = " ".join(later_fault(refused, item) for item in refused.faults)
        return line_page(parties.read_partie(store(), number), rang, why), 422
    except SheetError as error:
        why = gettext(CHANGED if isinstance(error, StaleEntry) else CLOSED)
        return line_page(error.partie, rang, why), 409
    return done


@lines.post("/lignes/<number:rang>/rayer")
def strike(number: int, rang: int) -> ResponseReturnValue:
    """Strike a line. For an earlier line sent without a reason, the reason is asked for afterwards."""
    reason = posted_reason()
    act = partial(parties.strike, reason=reason, confirm=posted_count("confirm"))
    asked = needs_reason(partie_of(number), rang) and not reason
    line = redirect(url_for("lines.show", number=number, rang=rang), 303)
    return _perform(act, number, rang, line if asked else to_next_line(number), posted_seen())


@lines.post("/annuler")
def undo(number: int) -> ResponseReturnValue:
    """Undo the last act on a line, if it is still the last one: the form has the line and the revision it was shown on.

    An undoing that a tablet sends later has no revision; it names the entry by its UUID.
    """
    partie, rang, revision = partie_of(number), posted_count("annuler"), posted_count("revision")
    seen = None if revision is None else posted_seen()
    if revision is None:
        rang = _entry_sent_again(partie)
    elif is_other_sheet(partie):
        return next_line_page(partie, conflict=gettext(OTHER_PAGE)), 409
    if rang is None:
        return to_next_line(number)
    return _perform(partial(undoing.undo, revision=revision), number, rang, to_next_line(number), seen)


def _entry_sent_again(partie: Partie) -> int | None:
    """Return the number of the newest line if it is the entry of this UUID without a later act; else `None`."""
    entry = uuid_of(request.form.get("ligne"))
    newest = partie.sheet.marked and partie.line(partie.sheet.marked[-1].rang)
    return newest.rang if newest and newest.versions[-1].uuid == entry else None


@lines.post("/lignes/<number:rang>/retablir")
def reinstate(number: int, rang: int) -> ResponseReturnValue:
    """Make a struck line count again."""
    act = partial(parties.reinstate, confirm=posted_count("confirm"))
    done = redirect(url_for("lines.show", number=number, rang=rang), 303)
    return _perform(act, number, rang, done, posted_seen())


@lines.app_template_global()
def undo_offer(partie: Partie) -> Offer | None:
    """Return the offer to undo the last act on a line, else to strike the newest line; `None` on a closed or empty sheet."""
    known: dict[tuple[int, int], Offer | None] = g.setdefault("undo_offers", {})
    sheet = (partie.id, partie.revision)
    if sheet not in known:
        known[sheet] = _look(partie)
    return known[sheet]


def _look(partie: Partie) -> Offer | None:
    act, rang, kind = last_act(partie), partie.last_rang, ActKind.ENTREE
    words, brief, here, age = WRITTEN[kind], "", False, 0
    if act is not None:
        line, version = act.line, act.line.versions[-1]
        rang, kind = line.rang, version.kind
        words = (TAKEN_BACK if act.restores else WRITTEN)[kind]
        if line.marked:
            brief = message_of(partie.game.brief(line.marked), partie.game.words, line.marked.before.table)
        else:
            brief = payload_brief(partie, rang, line.payload)
        here = version.device == device() != ""
        passed = dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(version.at)
        age = max(0, passed // dt.timedelta(milliseconds=1))
    if rang is None or not partie.is_open:
        return None
    sentence, word, label = (words[key] for key in ("sentence", "word", "label"))
    return {
        "rang": rang,
        "revision": partie.revision,
        "seen": partie.line(rang).versions[-1].uuid,
        "entered": kind is ActKind.ENTREE,
        "again": kind is ActKind.RATURE,
        "sentence": gettext(sentence, rang=rang, brief=brief),
        "word": gettext(word),
        "label": gettext(label, rang=rang),
        "here": here,
        "left": max(0, SHOWN_SECONDS * 1000 - age),
    }
