"""Pages for noting a part of the next line before the rest is known, and for numbers hidden until all players have noted one.

For hidden numbers a tablet is passed round the table, or each player has a device with write access. With the last number, all
are filled into the form of the line. A script sends them from that form too, one by one.
"""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Seat
from scorekeeper.cards.rules.kinds import Json, Unreadable
from scorekeeper.errors import Conflict
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import Partie, notes
from scorekeeper.parties.notes import Sealing
from scorekeeper.records.rows import SealedRow
from scorekeeper.web.core.requests import OLD_PAGE, partie_of, posted_count, store, to_next_line, whole_number
from scorekeeper.web.parties.access import device, device_name, may_write
from scorekeeper.web.parties.entry_pages import bound_form, made_for_others, next_line_page, taken
from scorekeeper.web.parties.forms import blank_form, kept_names
from scorekeeper.web.parties.sheet_view import entry_title, sheet_view

blueprint = Blueprint("notes", __name__)
HEADER = "X-Draft"
"""Response header for scripts: the stored version, and the versions of the sheet's news before and after it."""
TOO_LONG = N_("C’est trop long pour être noté.")
WHO = N_("Touchez votre nom.")


def sealing(partie: Partie) -> Sealing | None:
    """Return the hidden numbers of the next line; `None` for a game without them."""
    return notes.sealing(store(), partie)


blueprint.add_app_template_global(sealing)
blueprint.add_app_template_global(device_name)


@blueprint.post("/parties/<number:number>/brouillon")
def note_draft(number: int) -> ResponseReturnValue:
    """Store the fields filled in so far for the next line, unjudged. A script sends the seconds since typing as `age`."""
    partie = partie_of(number)
    by_script = "age" in request.form
    if partie.is_over:
        return ("", 409) if by_script else redirect(url_for("parties.show", number=number), 303)
    if why := out_of_place(partie):
        return _not_noted(partie, why, 409)
    known = sealing(partie)
    names = kept_names(blank_form(partie)) - (known.hidden if known else {}).keys()
    fields = [pair for pair in request.form.items(multi=True) if pair[0] in names]
    age = whole_number(request.form.get("age", ""), 8) or 0
    try:
        noted = notes.note_draft(store(), partie, () if "vider" in request.form else fields, device(), age)
    except notes.TooLong:
        return _not_noted(partie, gettext(TOO_LONG), 422)
    if not by_script:
        return to_next_line(number)
    answer = f"{noted.row.version if noted.row else 0} {noted.before} {noted.now}"
    return Response("", 200 if noted.taken else 409, {HEADER: answer})


@blueprint.post("/parties/<number:number>/compter")
def count(number: int) -> ResponseReturnValue:
    """Show the form with the values that its helper computes; scripts do so on the page. Writes nothing."""
    partie = partie_of(number)
    if partie.is_over:
        return redirect(url_for("parties.show", number=number), 303)
    if why := out_of_place(partie):
        return _not_noted(partie, why, 409)
    fields = request.form.copy()
    for name, value in bound_form(partie, request.form).computed().items():
        fields.setlist(name, [value])
    return next_line_page(partie, fields, judge=False)


def _not_noted(partie: Partie, why: str, status: int) -> tuple[str, int]:
    """Return the page with all typed values and the reason why they were not stored; an empty body for a script."""
    return "" if "age" in request.form else next_line_page(partie, request.form, why, judge=False), status


def out_of_place(partie: Partie) -> str:
    """Return the reason why the posted values are not for the next line of this sheet; empty when they are."""
    rang = posted_count("rang")
    if rang is None:
        return gettext(OLD_PAGE)
    return made_for_others(partie, "") or ("" if rang == partie.next_rang else taken(partie, rang))


@blueprint.get("/parties/<number:number>/annonces")
def hidden_numbers(number: int) -> ResponseReturnValue:
    """Show the field for a number, with a button for each player."""
    partie = partie_of(number)
    if partie.game.form.SEALED is None:
        abort(404)
    if partie.is_over or not may_write(number):
        return redirect(url_for("parties.show", number=number), 303)
    return _page(partie)


@blueprint.post("/parties/<number:number>/annonces")
def note_number(number: int) -> ResponseReturnValue:
    """Store the number of one player. An earlier number is replaced only once that is confirmed."""
    partie = partie_of(number)
    what = partie.game.form.SEALED
    if what is None:
        abort(404)
    if partie.is_over:
        return redirect(url_for("parties.show", number=number), 303)
    if why := out_of_place(partie):
        return _page(partie, conflict=why), 409
    place = whole_number(request.form.get("place", ""), 2)
    if place not in partie.table.around:
        return _page(partie, conflict=gettext(WHO)), 422
    seat, instead = Seat(place), request.form.get("encore") == str(place)
    try:
        typed = notes.read_number(partie, what, seat, _typed())
        now = notes.note_number(store(), partie, what, seat, typed, device=device(), instead=instead)
    except Unreadable as unreadable:
        return _page(partie, refused=message_of(unreadable.faults[0], partie.game.words, partie.table)), 422
    except notes.NotedBefore as before:
        return _page(partie, again=before.row), 409
    except Conflict as late:
        return _page(partie, conflict=message_of(late.faults[0], late.words, partie.table)), 409
    page = "parties.show" if now.open else "notes.hidden_numbers"
    return redirect(url_for(page, number=number) + "#saisie", 303)


def _typed() -> Json:
    typed = typed_number(request.form.get("nombre"))
    return "" if typed is None else typed


def _page(partie: Partie, *, conflict: str = "", refused: str = "", again: SealedRow | None = None) -> str:
    return render_template(
        "parties/sealed.html",
        view=sheet_view(partie),
        hidden=sealing(partie),
        title=entry_title(partie),
        conflict=conflict,
        refused=refused,
        again=again,
        typed=request.form.get("nombre", "")[:7],
    )
