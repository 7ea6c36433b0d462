"""Pages for entering a line, previewing its result, and amending it."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper import parties
from scorekeeper.cards.game_api.form import EntryForm, turn
from scorekeeper.cards.game_api.grid_form import GridForm
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.judging import outlook
from scorekeeper.cards.rules.adjustment import KEY
from scorekeeper.errors import LinesAffected, Refused, SheetError, StaleEntry
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import Line, Partie
from scorekeeper.parties.insertion import above_change, state_at
from scorekeeper.parties.notes import sealing
from scorekeeper.web import live
from scorekeeper.web.core.jinja import moment
from scorekeeper.web.core.requests import (
    OLD_PAGE,
    REUSED,
    page_uuid,
    partie_of,
    posted_count,
    posted_seen,
    store,
)
from scorekeeper.web.core.safety import author
from scorekeeper.web.installed import keepable
from scorekeeper.web.parties.access import device_name, may_write
from scorekeeper.web.parties.forms import blank_fields, place_refusal, posted_reason, resumed
from scorekeeper.web.parties.sheet_view import entry_title, line_title, payload_brief, sheet_view
from scorekeeper.web.tournaments.permissions import may_adjust_at, sheet_place

blueprint = Blueprint("entries", __name__)
ABOVE = "dessus"
"""Query parameter: the line is inserted above the change of players or settings at its place."""
MOVED = N_("La feuille a changé entre-temps. Vérifiez ce qui y est écrit, puis confirmez encore.")
OTHER_SHEET = N_(
    "Cette saisie vient d’une autre feuille du même numéro, que ce serveur n’a plus. Elle est gardée ci-dessous ; "
    "marquez-la seulement si elle est bien d’ici."
)
"""After a backup was restored, a number may be given to a second sheet."""
OTHER_TABLE = N_(
    "Les joueurs ou les règles ont changé entre-temps. Votre saisie est gardée ci-dessous : vérifiez, puis marquez-la."
)
OTHER_LINE = N_("Cette page montrait une autre ligne %(rang)s : rien n’a changé. Voici celle qui s’y trouve.")
GONE_LINE = N_("Cette page montrait une ligne %(rang)s qui n’est pas sur cette feuille : rien n’a changé.")
CLOSED = N_("La feuille a été terminée entre-temps : il faut d’abord la rouvrir.")


AmendPage = dict[str, Any]
"""Context of the page with the amendment form of a line. `affected` are the other lines whose scores would change."""


def shown(page: AmendPage, **more: Any) -> str:
    """Return the page of an amendment."""
    return render_template("parties/amend.html", **page | more)


def bound_form(
    partie: Partie,
    formdata: Any,
    rang: int | None = None,
    *,
    inserted: bool = False,
    above: bool = False,
) -> EntryForm:
    """Return the form filled with `formdata`.

    Args:
        partie: The sheet.
        formdata: The fields sent, or `None`.
        rang: Line for which it is bound to the state before that line; `None` for the next line.
        inserted: Whether it is for a new line before that one.
        above: Whether that new line stands above the change of players or settings there.
    """
    state, rules = partie.sheet.state, partie.rules
    if rang is not None:
        state = partie.sheet.state_before(rang) if inserted else partie.state_before(rang)
        rules = partie.rulings.at(rang)
        if above:
            course = above_change(partie, rang)
            state, rules = state_at(partie, rang, course), course.rulings.at(rang)
    form = partie.game.form_for(formdata)(formdata, rules=rules, state=state)
    if rang is None and form.SEALED and (known := sealing(store(), partie)):
        form.reveal(known.fields, known.hidden)
    return form


def needs_reason(partie: Partie, rang: int) -> bool:
    """Return whether changing a line needs a reason, because a later line is written."""
    return rang < (partie.last_rang or 0)


def next_line_page(
    partie: Partie,
    formdata: Any = None,
    conflict: str = "",
    since: int | None = None,
    *,
    judge: bool = True,
    cell: str = "",
) -> str:
    """Return the sheet with a form for the next line, empty or as typed, with a new UUID.

    Args:
        partie: The sheet.
        formdata: The typed fields; `None` for an empty form, or for the stored draft.
        conflict: Sentence at the top.
        since: First line whose row is included, for a partial page; `None` for a whole page.
        judge: Whether the typed fields are judged.
        cell: Cell of a grid that is chosen beforehand.
    """
    noted = resumed(partie) if formdata is None and since is None else None
    fields = noted["fields"] if noted else None
    form = bound_form(partie, fields or formdata)
    if formdata is not None and judge:
        form.validate()
    form.uuid.data = str(uuid.uuid4())
    form.rang.data = str(partie.next_rang)
    if cell and isinstance(form, GridForm):
        form.case.data = cell
    if formdata is None and not fields and not form.revealed:
        hints = (*form.hidden.items(), *form.hints().items())
        form.cache_key = (partie.game.key, partie.rules, form.table, *hints)
    return entry_page(partie, form, conflict, since, noted, filled=bool(cell))


def entry_page(
    partie: Partie,
    form: EntryForm,
    conflict: str = "",
    since: int | None = None,
    noted: Mapping[str, Any] | None = None,
    *,
    filled: bool = False,
) -> str:
    """Return the sheet with this form, which may be filled from the draft `noted` or otherwise."""
    dealer = partie.rules.deals_next(partie.sheet.state)
    form.earlier = partie.sheet.marked
    return render_template(
        "parties/enter.html",
        view=sheet_view(partie, since=since),
        form=form,
        title=entry_title(partie),
        dealer="" if dealer is None else partie.table.players[dealer],
        preview=phrase(partie, form),
        conflict=conflict,
        noted=noted,
        blank=blank_fields(partie) if filled or (noted and noted["fields"]) else "",
    )


def phrase(partie: Partie, form: EntryForm) -> str:
    """Return the result of the entry in one sentence; empty while it is incomplete or impossible."""
    return message_of(partie.game.sentence(form.line), partie.game.words, form.table) if form.line else ""


@blueprint.app_template_global()
def may_adjust(partie: Partie) -> bool:
    """Return whether the sender may write an adjustment: points outside the donnes."""
    return partie.is_open and may_write(partie.id) and may_adjust_at(sheet_place(partie.id))


@blueprint.app_template_global()
def adjustment_form(partie: Partie) -> EntryForm:
    """Return an empty form of an adjustment."""
    return bound_form(partie, MultiDict({KEY: "1"}))


@blueprint.get("/parties/<number:number>/ajustement")
def adjust(number: int) -> ResponseReturnValue:
    """Show the sheet with the form of an adjustment, which is entered like any other line."""
    partie = partie_of(number)
    if not may_adjust(partie):
        return redirect(url_for("parties.show", number=number), 303)
    return next_line_page(partie, MultiDict({KEY: "1"}), judge=False)


@blueprint.post("/parties/<number:number>/saisies")
def enter(number: int) -> ResponseReturnValue:
    """Write the next line. The same UUID with the same line again changes nothing.

    Return the part of the sheet that the line changed, if the request asks for it, else a redirect to the whole sheet.
    """
    partie = partie_of(number)
    sent, rang = page_uuid(), posted_count("rang")
    if sent is None or rang is None:
        return asked_again(partie, gettext(OLD_PAGE), 422)
    if why := made_for_others(partie, sent):
        return asked_again(partie, why, 409)
    form = bound_form(partie, request.form)
    is_next = rang == partie.next_rang
    again = False
    if not (is_next and form.validate()):
        # Checked after the sheet was read, as this same act may have written the line between.
        again = parties.was_written(store(), number, sent)
        if not again and is_next:
            return entry_page(partie, form), 422
        if not again:
            return asked_again(partie, taken(partie, rang), 409)
        form = bound_form(partie, request.form, rang)
    try:
        entered = parties.enter(
            store(), number, uuid=sent, rang=rang, payload=form.entry, by=author(), judged=form.line
        )
    except SheetError as error:
        now: Partie = error.partie
        why = taken(now, rang) if isinstance(error, StaleEntry) else gettext(CLOSED)
        return asked_again(now, why, 409)
    except Refused as refused:
        if again or any(item.fault.code == REUSED for item in refused.faults):
            return asked_again(partie, taken(partie, rang), 409)
        place_refusal(form, refused, rang)
        return entry_page(partie, form), 422
    answer = redirect(url_for("parties.show", number=number, _anchor="saisie"), 303)
    since = live.changed_since(partie, entered.partie) if live.PART in request.headers else None
    if since is not None:
        part_of = {live.PART: url_for("parties.show", number=number)}
        answer = keepable(Response(next_line_page(entered.partie, since=since), headers=part_of))
    return answer


def made_for_others(partie: Partie, sent: str) -> str:
    """Return the reason why a form was made for another sheet, or for other players or settings; empty when it was not."""
    if is_other_sheet(partie):
        return gettext(OTHER_SHEET)
    table = str(partie.terms)
    if request.form.get("table", table) != table and not parties.was_written(store(), partie.id, sent):
        return gettext(OTHER_TABLE)
    return ""


def is_other_sheet(partie: Partie) -> bool:
    """Return whether a form is of another sheet with this number, on another server or before a backup was restored."""
    return request.form.get("feuille", partie.opening) != partie.opening


def taken(partie: Partie, rang: int) -> str:
    """Return the reason why a line cannot be written at number `rang`: another line is there, or the number is too high."""
    if rang > partie.next_rang:
        return gettext(
            "La prochaine ligne est la n° %(next)s. Votre saisie est gardée ci-dessous : vérifiez, puis marquez-la.",
            next=partie.next_rang,
        )
    standing = next((line for line in partie.lines if line.rang == rang), None)
    if standing is None:
        return gettext(OLD_PAGE)
    written = standing.versions[-1]
    return gettext(
        "La ligne %(rang)s est déjà marquée : %(there)s (%(who)s, %(at)s). Votre saisie est gardée ci-dessous ; "
        "marquez-la seulement si c’est une autre.",
        rang=rang,
        there=payload_brief(partie, rang, standing.payload),
        who=device_name(written.device, written.actor),
        at=moment(written.at),
    )


def asked_again(partie: Partie, conflict: str, status: int) -> tuple[str, int]:
    """Return the sheet with the reason `conflict` at the top and the form as typed; sent again, it writes the next line."""
    return next_line_page(partie, request.form, conflict), status


@blueprint.post("/parties/<number:number>/apercu")
@blueprint.post("/parties/<number:number>/lignes/<number:rang>/apercu")
def preview(number: int, rang: int | None = None) -> Response:
    """Return the result of the form as JSON: a sentence, hints, doubts. Writes nothing."""
    partie = partie_of(number)
    form = bound_form(
        partie, request.form, rang, inserted="avant" in request.args, above=ABOVE in request.args
    )
    return jsonify(outlook(form, partie.game))


@blueprint.route("/parties/<number:number>/lignes/<number:rang>/modifier", methods=["GET", "POST"])
def amend(number: int, rang: int) -> ResponseReturnValue:
    """Amend a line. The form has the stored values, and needs a reason once a later line is written."""
    partie, seen = partie_of(number), posted_seen()
    if seen and partie.line_of(seen) is None:
        return other_line(partie, rang, moved)
    line = partie.line_of(seen) or partie.line(rang)
    if request.method == "GET":
        if line.struck or not partie.is_open or not may_write(number):
            return redirect(url_for("lines.show", number=number, rang=rang), 303)
        return shown(amend_page(partie, line))
    sent, revision = page_uuid(), posted_count("revision")
    page = amend_page(partie, line, request.form)
    if sent is None or revision is None:
        return moved(partie, line.rang, gettext(OLD_PAGE))
    if page["form"].faults or page["form"].unconfirmed:
        return shown(page), 422
    if page["ask_reason"] and not page["reason"]:
        sentence = gettext("La ligne suivante est notée : pourquoi corriger celle-ci ?")
        return shown(page, reason_error=sentence), 422
    return write_amendment(partie, line, page, sent, revision)


def write_amendment(
    partie: Partie, line: Line, page: AmendPage, sent: str, revision: int
) -> ResponseReturnValue:
    """Write the amendment and redirect to the line, or show the form with its faults."""
    rang, payload = line.rang, page["form"].entry
    try:
        parties.amend(
            store(),
            partie.id,
            uuid=sent,
            rang=rang,
            payload=payload,
            revision=revision,
            seen=posted_seen(),
            reason=page["reason"],
            by=author(),
            confirm=posted_count("confirm"),
        )
    except LinesAffected as error:
        return shown(page, affected=error.affected), 409
    except SheetError as error:
        return moved(error.partie, rang, gettext(MOVED if isinstance(error, StaleEntry) else CLOSED))
    except Refused as refused:
        if any(item.fault.code == REUSED for item in refused.faults):
            return moved(partie, rang, gettext(MOVED))
        place_refusal(page["form"], refused, rang)
        reasons = [item.fault for item in refused.faults if item.fault.field == "reason"]
        why = " ".join(message_of(fault, refused.words, refused.table) for fault in reasons)
        return shown(page, reason_error=why), 422
    return redirect(url_for("lines.show", number=partie.id, rang=rang), 303)


def moved(partie: Partie, rang: int, why: str) -> tuple[str, int]:
    """Return the amendment form again, with all typed values, on the present sheet."""
    page = amend_page(partie, partie.line(rang), request.form)
    page["form"].revision.data = str(partie.revision)
    page["form"].uuid.data = str(uuid.uuid4())
    return shown(page, conflict=why), 409


def other_line(
    partie: Partie, rang: int, page: Callable[[Partie, int, str], ResponseReturnValue]
) -> ResponseReturnValue:
    """Respond to a page that showed a line unknown here, such as one of another server.

    Returns `page` with the line of that number; where there is none, the typed values as the next line.
    """
    if rang < partie.next_rang:
        return page(partie, rang, gettext(OTHER_LINE, rang=rang))
    return asked_again(partie, gettext(GONE_LINE, rang=rang), 409)


def amend_page(partie: Partie, line: Line, typed: MultiDict[str, str] | None = None) -> AmendPage:
    """Return the context of the amendment form of one line, with its stored or the typed values."""
    state = partie.state_before(line.rang)
    fields: Any = typed
    if typed is None:
        stored = partie.game.form_for(line.payload).formdata(line.payload, state)
        act = {"uuid": str(uuid.uuid4()), "revision": str(partie.revision), "tour": turn(state) or ""}
        fields = MultiDict({**stored, **act})
    form = bound_form(partie, fields, line.rang)
    form.rang.data = str(line.rang)
    # A line that the present rules refuse shows its faults at once.
    if typed is not None or line.marked is None:
        form.validate()
    return {
        "view": sheet_view(partie, line.rang),
        "form": form,
        "title": f"{line_title(partie, line.rang)} · {gettext('Modifier')}",
        "vu": line.versions[-1].uuid,
        "was": payload_brief(partie, line.rang, line.payload),
        "ask_reason": needs_reason(partie, line.rang),
        "reason": posted_reason(),
        "reason_error": "",
        "preview": "" if typed is None else phrase(partie, form),
        "conflict": "",
        "affected": (),
    }
