"""Noting a part of the next line before the rest of it is known, and working a part of it out."""

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import Partie, drafts
from scorekeeper.parties.hidden_bids import sealing
from scorekeeper.web.core.request_values import OLD_PAGE, partie_of, posted_count, store, whole
from scorekeeper.web.parties.access import device
from scorekeeper.web.parties.entry_pages import bound_form, made_for_others, next_line_page, taken
from scorekeeper.web.parties.resumed import blank_form, kept_names

blueprint = Blueprint("drafts", __name__)
HEADER = "X-Draft"
"""Tells a script the version that is kept, and between which two versions of the sheet's news it lies."""
TOO_LONG = N_("C’est trop long pour être noté.")


@blueprint.post("/parties/<number:number>/brouillon")
def note(number: int) -> ResponseReturnValue:
    """Keep what is filled in so far for the next line; nothing of it is judged. A script says how long ago it was typed (`age`)."""
    partie = partie_of(number)
    by_script = "age" in request.form
    if not partie.is_open or partie.sheet.outcome is not None:
        return ("", 409) if by_script else redirect(url_for("parties.show", number=number), 303)
    if why := out_of_place(partie):
        return _not_noted(partie, why, 409)
    known = sealing(store(), partie)
    names = kept_names(blank_form(partie)) - (known.hidden if known else {}).keys()
    fields = [pair for pair in request.form.items(multi=True) if pair[0] in names]
    age = whole(request.form.get("age", ""), 8) or 0
    try:
        noted = drafts.note(store(), partie, () if "vider" in request.form else fields, device(), age)
    except drafts.TooLong:
        return _not_noted(partie, gettext(TOO_LONG), 422)
    if not by_script:
        return redirect(url_for("parties.show", number=number) + "#saisie", 303)
    answer = f"{noted.row.version if noted.row else 0} {noted.before} {noted.now}"
    return Response("", 200 if noted.taken else 409, {HEADER: answer})


@blueprint.post("/parties/<number:number>/compter")
def count(number: int) -> ResponseReturnValue:
    """The form with what its helper works out; scripts do it on the page. Writes nothing."""
    partie = partie_of(number)
    if not partie.is_open or partie.sheet.outcome is not None:
        return redirect(url_for("parties.show", number=number), 303)
    if why := out_of_place(partie):
        return _not_noted(partie, why, 409)
    fields = request.form.copy()
    for name, value in bound_form(partie, request.form).reckoned().items():
        fields.setlist(name, [value])
    return next_line_page(partie, fields, judge=False)


def _not_noted(partie: Partie, why: str, status: int) -> tuple[str, int]:
    """The form with all that was typed, and why it is not kept; a script has it still."""
    return "" if "age" in request.form else next_line_page(partie, request.form, why, judge=False), status


def out_of_place(partie: Partie) -> str:
    """Why this is no note for the next line of this sheet; empty where it is one."""
    rang = posted_count("rang")
    if rang is None:
        return gettext(OLD_PAGE)
    return made_for_others(partie, "") or ("" if rang == partie.next_rang else taken(partie, rang))
