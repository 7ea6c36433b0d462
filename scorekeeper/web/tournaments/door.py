"""The door: who is here, who has paid, what is in the box; found by a few letters, without a list to scroll through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.i18n import N_, gettext
from scorekeeper.kit.words import money
from scorekeeper.rules.names import NAME_MAX, alphabetical, by_surname
from scorekeeper.tournaments import player_file
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.request_values import store, whole
from scorekeeper.web.tournaments import frame
from scorekeeper.web.tournaments.permissions import organiser_only

blueprint = Blueprint("tournament_door", __name__, url_prefix="/tournois/<number:number>/porte")
blueprint.before_request(organiser_only)
SHOWN = 60
"""Most people on the page at once."""
VIEWS = {
    "attendus": N_("Pas encore là"),
    "presents": N_("Présents"),
    "a-payer": N_("À payer"),
    "tous": N_("Tous"),
}
"""The lists of the page, by the word in its address."""


@dataclass(frozen=True)
class DoorLine:
    """One person at the door."""

    entrant: Entrant
    paid: str
    """What they paid in words; empty for nothing."""
    owes: bool


@dataclass(frozen=True)
class Till:
    """What is in the box, and what is still to come of those who are here, in words."""

    paid: str
    people: int
    """How many paid something."""
    owed: str


def till_of(t: Tournament) -> Till:
    """The box of a tournament."""
    fee, coin = t.options.fee, t.options.currency
    paid = [entrant.paid for entrant in t.entrants if entrant.paid]
    owed = sum(max(0, fee - entrant.paid) for entrant in t.present)
    return Till(money(sum(paid), coin), len(paid), money(owed, coin))


def matching(people: Sequence[Entrant], typed: str) -> list[Entrant]:
    """Those whom a few letters or a number mean: the one whose number or whole name it is, else all whose words begin so."""
    wanted = alphabetical(" ".join(typed.split()))[0]
    if number := whole(typed.strip()):
        return [entrant for entrant in people if entrant.number == number]
    same = [entrant for entrant in people if alphabetical(entrant.name)[0] == wanted]
    parts = wanted.split()
    return same or [
        entrant
        for entrant in people
        if parts
        and all(
            any(word.startswith(part) for word in alphabetical(entrant.name)[0].split()) for part in parts
        )
    ]


def _in_view(t: Tournament, view: str) -> list[Entrant]:
    """The people of a list of the page, as they registered; those who left are on none."""
    asked: dict[str, Callable[[Entrant], bool]] = {
        "attendus": lambda each: not each.arrived,
        "presents": lambda each: each.arrived,
        "a-payer": lambda each: each.arrived and each.paid < t.options.fee,
    }
    return [each for each in t.entrants if each.present and asked.get(view, bool)(each)]


@blueprint.get("")
def index(number: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """The field for a name, the counts, and the people of the list or of the letters that the address asks for."""
    t = desk.read(store(), number)
    view = request.values.get("vue", "attendus")
    view = view if view in VIEWS else "attendus"
    typed = request.values.get("q", "").strip()[:NAME_MAX]
    letter = request.values.get("lettre", "")[:1].casefold()
    people = sorted(_in_view(t, "tous" if typed else view), key=lambda each: by_surname(each.name))
    letters = sorted({by_surname(each.name)[0][:1].upper() for each in people} - {""})
    if typed:
        people = matching(people, typed)
    elif letter:
        people = [each for each in people if by_surname(each.name)[0].startswith(letter)]
    done = whole(request.args.get("fait", ""))
    known = done is not None and 1 <= done <= len(t.entrants)
    return frame.page(
        "door",
        t,
        "tournament_door.index",
        count=frame.here_of(t),
        view=view,
        views={key: (gettext(text), len(_in_view(t, key))) for key, text in VIEWS.items()},
        typed=typed,
        letter=letter,
        letters=letters if letter or (not typed and len(people) > SHOWN) else [],
        lines=[_line(t, each) for each in people[:SHOWN]],
        more=len(people) - SHOWN,
        done=_line(t, t.entrant(done)) if known and done else None,
        fee=money(t.options.fee, t.options.currency) if t.options.fee else "",
        cash=request.values.get("encaisser", "1") == "1",
        till=till_of(t),
        refused=refused,
    )


def _line(t: Tournament, entrant: Entrant) -> DoorLine:
    paid = money(entrant.paid, t.options.currency) if entrant.paid else ""
    return DoorLine(entrant, paid, owes=entrant.paid < t.options.fee)


def _done(number: int, done: int | None = None) -> str:
    """The page again, on the list that was shown."""
    view = request.form.get("vue") or None
    return url_for("tournament_door.index", number=number, fait=done, vue=view, encaisser=_cash())


@blueprint.post("")
def enter(number: int) -> ResponseReturnValue:
    """Check in the one person that the letters mean; several or none are shown instead."""
    t = desk.read(store(), number)
    typed = request.form.get("q", "")
    meant = matching(_in_view(t, "tous"), typed) if typed.strip() else []
    if len(meant) != 1:
        q, view = typed.strip()[:NAME_MAX], request.form.get("vue")
        shown = url_for("tournament_door.index", number=number, q=q, encaisser=_cash(), vue=view)
        return redirect(shown, 303)
    person = meant[0]
    return _check_in(number, [person.number], arrived=True, paid=_paid(t, person), done=person.number)


def _cash() -> str:
    return "1" if request.form.get("encaisser") == "1" else "0"


def _paid(t: Tournament, entrant: Entrant) -> int | None:
    """What the person has paid when the fee is taken now; `None` where nothing is taken."""
    return max(t.options.fee, entrant.paid) if t.options.fee and _cash() == "1" else None


def _check_in(
    number: int, people: Sequence[int], *, done: int | None = None, **changes: Any
) -> ResponseReturnValue:
    return frame.perform(
        "porte",
        desk.check_in,
        number,
        people,
        page=lambda refused: index(number, refused),
        done=_done(number, done),
        **changes,
    )


@blueprint.post("/inscrire")
def register(number: int) -> ResponseReturnValue:
    """Register somebody who stands at the door."""
    t = desk.read(store(), number)
    paid = t.options.fee if _cash() == "1" else 0
    person = {"name": request.form.get("q", ""), "arrived": True, "paid": paid}
    return frame.perform(
        "porte",
        desk.register,
        number,
        [player_file.found_in_file(store(), person)],
        page=lambda refused: index(number, refused),
        done=lambda: _done(number, len(desk.read(store(), number).entrants)),
    )


@blueprint.post("/<number:entrant>")
def change(number: int, entrant: int) -> ResponseReturnValue:
    """Note that somebody is here or not, or has paid the fee or nothing."""
    t = desk.read(store(), number)
    person, wanted = t.entrant(entrant), request.form.get("quoi", "")
    acts: dict[str, dict[str, Any]] = {
        "la": {"arrived": True},
        "pas-la": {"arrived": False},
        "paye": {"arrived": True, "paid": max(t.options.fee, person.paid)},
        "pas-paye": {"paid": 0},
    }
    if wanted not in acts:
        return redirect(_done(number), 303)
    return _check_in(number, [entrant], done=entrant, **acts[wanted])


@blueprint.post("/ensemble")
def together(number: int) -> ResponseReturnValue:
    """Note of all who were shown that they are here, or of those who still owe something that they have paid."""
    t = desk.read(store(), number)
    shown = [*filter(None, (whole(text) for text in request.form.getlist("n")))]
    if request.form.get("quoi") != "paye" or not t.options.fee:
        return _check_in(number, shown, arrived=True)
    owing = [person for person in shown if t.entrant(person).paid < t.options.fee]
    if shown and not owing:
        return redirect(_done(number), 303)
    return _check_in(number, owing, arrived=True, paid=t.options.fee)
