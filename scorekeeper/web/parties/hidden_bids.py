"""Numbers that players note each for themselves before the play: who has is shown, what they noted only once all have.

A tablet goes round the table, or each has a device that writes on the sheet. With the last number all of them stand in the form of
the line. A script sends them from that form too, one by one.
"""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules.contract import Fault, Seat
from scorekeeper.cards.rules.kinds import Json, Unreadable
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import Partie, hidden_bids
from scorekeeper.parties.hidden_bids import Sealing
from scorekeeper.records.rows import SealedRow
from scorekeeper.web.core.request_values import partie_of, store, whole
from scorekeeper.web.parties.access import device, device_name, may_write
from scorekeeper.web.parties.drafts import out_of_place
from scorekeeper.web.parties.sheet_view import entry_title, sheet_view

blueprint = Blueprint("sealed", __name__)
WHO = N_("Touchez votre nom.")


def sealing(partie: Partie) -> Sealing | None:
    """Numbers noted for the next line; `None` where the game has nothing to hide."""
    return hidden_bids.sealing(store(), partie)


blueprint.add_app_template_global(sealing)
blueprint.add_app_template_global(device_name)


@blueprint.get("/parties/<number:number>/annonces")
def show(number: int) -> ResponseReturnValue:
    """A number to type, and the names of the players to send it by."""
    partie = partie_of(number)
    if partie.game.form.SEALED is None:
        abort(404)
    if _closed(partie) or not may_write(number):
        return redirect(url_for("parties.show", number=number), 303)
    return _page(partie)


@blueprint.post("/parties/<number:number>/annonces")
def note(number: int) -> ResponseReturnValue:
    """Keep the number of one player; one that was noted before is replaced only where that is announced."""
    partie = partie_of(number)
    what = partie.game.form.SEALED
    if what is None:
        abort(404)
    if _closed(partie):
        return redirect(url_for("parties.show", number=number), 303)
    if why := out_of_place(partie):
        return _page(partie, conflict=why), 409
    seat = whole(request.form.get("place", ""), 2)
    if seat not in partie.table.around:
        return _page(partie, conflict=gettext(WHO)), 422
    try:
        number_noted = hidden_bids.read_number(partie, what, Seat(seat), _typed())
    except Unreadable as unreadable:
        return _page(partie, refused=say(unreadable.faults[0], partie.game.words, partie.table)), 422
    instead = request.form.get("encore") == str(seat)
    try:
        now = hidden_bids.note(
            store(), partie, what, Seat(seat), number_noted, device=device(), instead=instead
        )
    except hidden_bids.NotedBefore as before:
        return _page(partie, again=before.row), 409
    except hidden_bids.TooLate as late:
        return _page(partie, conflict=say(late.faults[0], late.words, partie.table)), 409
    page = "parties.show" if now.open else "sealed.show"
    return redirect(url_for(page, number=number) + "#saisie", 303)


def _closed(partie: Partie) -> bool:
    return not partie.is_open or partie.sheet.outcome is not None


def _typed() -> Json:
    """The typed values; nothing is a key that is missing."""
    typed = typed_number(request.form.get("nombre"))
    if typed is None:
        raise Unreadable(Fault("cle-manquante"))
    return typed


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
