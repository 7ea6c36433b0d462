"""What players note each for themselves before the play: who has is shown, what they noted only once all have.

A tablet goes round the table, or each has a device that writes on the sheet. With the last number all of them stand in the form of
the line, noted like anything that is half typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n import N_, gettext
from scorekeeper.kit.form import Sealed, typed_number
from scorekeeper.kit.words import say
from scorekeeper.parties import Partie, drafts
from scorekeeper.parties.drafts import SealedNote
from scorekeeper.rules.contract import Fault, Seat
from scorekeeper.rules.kinds import Unreadable
from scorekeeper.web.core.request_values import partie_of, store, whole
from scorekeeper.web.parties.access import device, may_write
from scorekeeper.web.parties.drafts import out_of_place
from scorekeeper.web.parties.resumed import blank_form, sent
from scorekeeper.web.parties.sheet_view import entry_title, sheet_view

blueprint = Blueprint("sealed", __name__)
LATE = N_("Tous ont déjà annoncé, et chacun l’a vu : une annonce se corrige maintenant dans la saisie.")
WHO = N_("Touchez votre nom.")


@dataclass(frozen=True)
class Sealing:
    """How far the players have come."""

    what: Sealed
    numbers: Mapping[Seat, int]
    around: tuple[Seat, ...]

    @property
    def open(self) -> bool:
        """Whether all have noted theirs, and may see those of the others."""
        return len(self.numbers) == len(self.around)

    def shown(self, seat: Seat) -> str:
        """What stands beside a name: that it is noted, and how much once everybody may see it."""
        if seat not in self.numbers:
            return ""
        return str(self.numbers[seat]) if self.open else "✓"


def sealing(partie: Partie) -> Sealing | None:
    """What is noted for the next line; `None` where the game has nothing to hide."""
    what = partie.game.form.SEALED
    if what is None:
        return None
    return Sealing(what, drafts.sealed(store(), partie), partie.table.around)


blueprint.add_app_template_global(sealing)


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
    """Keep the number of one player; one that was noted before is replaced only where that is said."""
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
    count = _read(partie, what, Seat(seat))
    if isinstance(count, Fault):
        return _page(partie, refused=say(count, partie.game.words, partie.table)), 422
    noted, blank = SealedNote(what.stem, Seat(seat), count), tuple(sent(blank_form(partie)))
    try:
        drafts.seal(store(), partie, noted, blank, device(), instead=request.form.get("encore") == str(seat))
    except drafts.NotedBefore:
        return _page(partie, again=Seat(seat)), 409
    except drafts.TooLate:
        return _page(partie, conflict=gettext(LATE)), 409
    over = drafts.open_to_all(partie, drafts.sealed(store(), partie))
    if over:
        return redirect(url_for("parties.show", number=number) + "#saisie", 303)
    return redirect(url_for("sealed.show", number=number) + "#saisie", 303)


def _closed(partie: Partie) -> bool:
    return not partie.is_open or partie.sheet.outcome is not None


def _read(partie: Partie, what: Sealed, seat: Seat) -> int | Fault:
    """The number that was typed, or why it is none."""
    typed = typed_number(request.form.get("nombre"))
    if typed is None:
        return Fault("cle-manquante")
    raw: dict[str, Any] = {what.key: {partie.table.players[seat]: typed}}
    try:
        entry = partie.rules.ENTRY.read(raw, partie.table)
    except Unreadable as unreadable:
        return unreadable.faults[0]
    read: int = getattr(entry, what.key)[seat]
    return read


def _page(partie: Partie, *, conflict: str = "", refused: str = "", again: Seat | None = None) -> str:
    return render_template(
        "parties/sealed.html",
        view=sheet_view(partie),
        sealing=sealing(partie),
        title=entry_title(partie),
        conflict=conflict,
        refused=refused,
        again=again,
        typed=request.form.get("nombre", "")[:7],
    )
