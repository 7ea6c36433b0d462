"""Page for inserting a forgotten line before another one, over the sheet as it was before that line."""

import uuid
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper import parties
from scorekeeper.cards.game_api.form import turn
from scorekeeper.errors import LinesAffected, Refused, SheetError, StaleEntry
from scorekeeper.i18n import gettext
from scorekeeper.parties import Partie
from scorekeeper.parties.insertion import KEEP, can_insert
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
from scorekeeper.web.parties.access import may_write
from scorekeeper.web.parties.entry_pages import ABOVE, CLOSED, MOVED, bound_form, phrase
from scorekeeper.web.parties.forms import place_refusal
from scorekeeper.web.parties.sheet_view import changes_after, sheet_view

blueprint = Blueprint("insertion", __name__)
blueprint.add_app_template_global(can_insert)
ONE = "/parties/<number:number>/lignes/<number:rang>/inserer"
KEPT = "garder"
"""Form field: the lines below keep their dealers."""


@blueprint.get(ONE)
def show(number: int, rang: int) -> ResponseReturnValue:
    """Show the form of a line to be inserted before another one."""
    partie = partie_of(number)
    partie.line(rang)
    if not can_insert(partie) or not may_write(number):
        return redirect(url_for("lines.show", number=number, rang=rang), 303)
    return page(partie, rang)


@blueprint.post(ONE)
def insert(number: int, rang: int) -> ResponseReturnValue:
    """Insert the line, or show the form with its faults, or with the scores that would change, to be confirmed."""
    partie = partie_of(number)
    partie.line(rang)
    sent, revision = page_uuid(), posted_count("revision")
    form = bound_form(partie, request.form, rang, inserted=True, above=ABOVE in request.args)
    if sent is None or revision is None:
        return page(partie, rang, request.form, conflict=gettext(OLD_PAGE), fresh=True), 409
    if not form.validate() and not parties.was_written(store(), number, sent):
        return page(partie, rang, request.form), 422
    try:
        parties.insert(
            store(),
            number,
            uuid=sent,
            rang=rang,
            payload=form.payload(),
            keep_dealers=KEPT in request.form,
            before_change=ABOVE in request.args,
            revision=revision,
            confirm=posted_count("confirm"),
            seen=posted_seen(),
            by=author(),
        )
    except LinesAffected as error:
        # Line numbers as on the sheet shown, which does not have the new line.
        affected = [replace(each, rang=each.rang - (each.rang > rang)) for each in error.affected]
        return page(partie, rang, request.form, affected=affected), 409
    except SheetError as error:
        why = gettext(MOVED if isinstance(error, StaleEntry) else CLOSED)
        return page(error.partie, rang, request.form, conflict=why, fresh=True), 409
    except Refused as refused:
        if any(item.fault.code == REUSED for item in refused.faults):
            return page(partie, rang, request.form, conflict=gettext(MOVED), fresh=True), 409
        return page(partie, rang, request.form, refused=refused), 422
    return redirect(url_for("lines.show", number=number, rang=rang), 303)


def page(
    partie: Partie,
    rang: int,
    typed: MultiDict[str, str] | None = None,
    *,
    refused: Refused | None = None,
    fresh: bool = False,
    conflict: str = "",
    **more: Any,
) -> str:
    """Return the sheet with the form of the new line, empty or as typed. `fresh` binds it to the present revision and a new UUID."""
    above = ABOVE in request.args
    state = bound_form(partie, None, rang, inserted=True, above=above).state
    act = {"uuid": str(uuid.uuid4()), "revision": str(partie.revision), "tour": turn(state) or ""}
    fields = MultiDict({**(typed or {}), **act}) if typed is None or fresh else typed
    form = bound_form(partie, None if typed is None else fields, rang, inserted=True, above=above)
    if typed is not None:
        form.validate()
    for key in act:
        form[key].data = fields.get(key, "")
    form.rang.data = str(rang)
    kept = KEPT in request.form
    if refused is not None:
        place_refusal(form, refused, rang, moved=1)
        kept = kept or any(item.fault.field == KEEP for item in refused.faults)
    return render_template(
        "parties/insert.html",
        view=sheet_view(partie, rang),
        form=form,
        title=gettext("Insérer avant la ligne %(rang)s", rang=rang),
        kept=kept,
        above=above,
        changes=changes_after(partie, rang - 1),
        preview="" if typed is None else phrase(partie, form),
        conflict=conflict,
        vu=partie.last_uuid if typed is None or fresh else posted_seen(),
        **{"affected": (), "was": "", **more},
    )
