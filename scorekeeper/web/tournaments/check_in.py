"""The door: who is here, who has paid, what is in the box; found by a few letters, without a list to scroll through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.words import money
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.names import NAME_MAX, alphabetical, by_surname, means
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.parties import Author
from scorekeeper.records.store import Store
from scorekeeper.tournaments import player_file
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.web.core.refused_form import NOT_REFUSED, UNPROCESSABLE, RefusedForm
from scorekeeper.web.core.request_values import store, whole
from scorekeeper.web.tournaments import layout
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
UNDO = frozenset("-−–")
"""Sign that is typed instead of a name to take the last person back."""


@dataclass(frozen=True)
class Till:
    """Money in the box, and money still to come of those who are here, in words."""

    paid: str
    people: int
    """Number of people who paid something."""
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
    return same or [entrant for entrant in people if means(typed, entrant.name)]


def _in_view(t: Tournament, view: str) -> list[Entrant]:
    """The people of a list of the page, as they registered; those who left are on none."""
    asked: dict[str, Callable[[Entrant], bool]] = {
        "attendus": lambda each: not each.arrived,
        "presents": lambda each: each.arrived,
        "a-payer": lambda each: each.arrived and each.paid < t.options.fee,
    }
    return [each for each in t.entrants if each.present and asked.get(view, bool)(each)]


@blueprint.get("")
def index(number: int, refused: RefusedForm = NOT_REFUSED, again: str = "") -> str:
    """The field for a name, the counts, and the people of the list or of the letters that the address asks for.

    `again` is what the next Enter does with the same name, in words; empty where it does nothing.
    """
    t = desk.read(store(), number)
    view = request.values.get("vue", "attendus")
    view = view if view in VIEWS else "attendus"
    typed = request.values.get("q", "").strip()[:NAME_MAX]
    letter = request.values.get("lettre", "")[:1].casefold()
    people = sorted(_in_view(t, "tous" if typed else view), key=lambda each: by_surname(each.name))
    letters = sorted({by_surname(each.name)[0][:1].upper() for each in people} - {""})
    if typed:
        people = sorted(matching(people, typed), key=lambda each: each.arrived)
    elif letter:
        people = [each for each in people if by_surname(each.name)[0].startswith(letter)]
    done = whole(request.args.get("fait", ""))
    known = done is not None and 1 <= done <= len(t.entrants)
    return layout.page(
        "door",
        t,
        "tournament_door.index",
        count=layout.here_of(t),
        view=view,
        views={key: (gettext(text), len(_in_view(t, key))) for key, text in VIEWS.items()},
        typed=typed,
        letter=letter,
        letters=letters if letter or (not typed and len(people) > SHOWN) else [],
        people=people[:SHOWN],
        paid=lambda each: money(each.paid, t.options.currency) if each.paid else "",
        more=len(people) - SHOWN,
        done=t.entrant(done) if known and done else None,
        before=request.args.get("avant", "") if known else "",
        again=again,
        fee=money(t.options.fee, t.options.currency) if t.options.fee else "",
        cash=request.values.get("encaisser", "1") == "1",
        till=till_of(t),
        refused=refused,
    )


def _done(number: int, done: int | None = None, before: str = "") -> str:
    """The page again, on the list that was shown, with the person who was noted and what they were before."""
    view = request.form.get("vue") or None
    return url_for(
        "tournament_door.index", number=number, fait=done, avant=before or None, vue=view, encaisser=_cash()
    )


@blueprint.post("")
def enter(number: int) -> ResponseReturnValue:
    """Check in the one person that the letters mean; the same name sent again registers somebody who is on no list."""
    t = desk.read(store(), number)
    typed = _typed("q")
    if not typed:
        return redirect(_done(number), 303)
    if typed in UNDO:
        return _take_back(t)
    again = _typed("encore") == typed
    gone = next(
        (each for each in t.entrants if not each.present and names.key(each.name) == names.key(typed)), None
    )
    if again:
        return _back(t, gone) if gone else _register(t, typed)
    meant = matching(_in_view(t, "tous"), typed)
    if len(meant) == 1:
        return _check_in(t, meant[0], arrived=True, paid=_paid(t, meant[0]))
    return _unclear(t, typed, meant, gone)


def _unclear(
    t: Tournament, typed: str, meant: Sequence[Entrant], gone: Entrant | None
) -> ResponseReturnValue:
    """That the letters mean several people or nobody, and what to do about it."""
    again = ""
    if meant:
        sentence = ngettext(
            "%(num)s personne : tapez son numéro ou d’autres lettres.",
            "%(num)s personnes : tapez un numéro ou d’autres lettres.",
            len(meant),
        )
    elif whole(typed):
        sentence = gettext("Personne n’a le numéro %(numero)s.", numero=typed)
    elif gone:
        sentence = gettext("%(nom)s est noté parti. Encore Entrée : de retour.", nom=gone.name)
        again = gettext("De retour : %(nom)s", nom=gone.name)
    else:
        sentence = gettext("Personne ne s’appelle ainsi. Encore Entrée pour inscrire « %(nom)s ».", nom=typed)
        again = gettext("Inscrire %(nom)s", nom=typed)
    refused = RefusedForm("porte", UNPROCESSABLE, (("name", sentence),))
    return index(t.id, refused, again), refused.status


def _typed(field: str) -> str:
    return " ".join(request.form.get(field, "").split())[:NAME_MAX]


def _cash() -> str:
    return "1" if request.form.get("encaisser") == "1" else "0"


def _paid(t: Tournament, entrant: Entrant) -> int | None:
    """Sum the person has paid when the fee is taken now; `None` where nothing is taken."""
    return max(t.options.fee, entrant.paid) if t.options.fee and _cash() == "1" else None


def _check_in(t: Tournament, person: Entrant, *, fresh: bool = True, **changes: Any) -> ResponseReturnValue:
    """Note what changes about one person; what stands already is said where it has to be new."""
    arrived, paid = changes.get("arrived"), changes.get("paid")
    was = [
        "" if arrived in {None, person.arrived} else str(int(person.arrived)),
        "" if paid in {None, person.paid} else str(person.paid),
    ]
    return layout.perform(
        "porte",
        desk.check_in,
        t.id,
        [person.number],
        page=partial(index, t.id),
        done=_done(t.id, person.number, ":".join(was)),
        fresh=fresh,
        **changes,
    )


def _take_back(t: Tournament) -> ResponseReturnValue:
    """Undo what was noted last on this page: only what it had changed."""
    done = whole(request.form.get("fait", "")) or 0
    arrived, _, paid = request.form.get("avant", "").partition(":")
    back: dict[str, Any] = {"arrived": arrived == "1"} if arrived in {"0", "1"} else {}
    if (cents := whole(paid, 7)) is not None:
        back["paid"] = cents
    if not back or not 1 <= done <= len(t.entrants):
        refused = RefusedForm("porte", UNPROCESSABLE, (("name", gettext("Il n’y a rien à annuler.")),))
        return index(t.id, refused), refused.status
    return layout.perform(
        "porte", desk.check_in, t.id, [done], page=partial(index, t.id), done=_done(t.id, done), **back
    )


def _back(t: Tournament, person: Entrant) -> ResponseReturnValue:
    """Have somebody back who had been noted as gone, and check them in."""

    def act(records: Store, number: int, *, by: Author, uuid: str) -> None:
        desk.bring_back(records, number, person.number, by=by, uuid=uuid)
        desk.check_in(records, number, [person.number], arrived=True, paid=_paid(t, person), by=by)

    done = _done(t.id, person.number)
    return layout.perform("porte", act, t.id, page=partial(index, t.id), done=done)


def _register(t: Tournament, name: str) -> ResponseReturnValue:
    """Register somebody who stands at the door."""
    paid = t.options.fee if _cash() == "1" else 0

    def done(after: Tournament) -> str:
        place = next(
            (each.number for each in after.entrants if names.key(each.name) == names.key(name)), None
        )
        return _done(t.id, place, f"0:{0 if paid else ''}")

    person = {"name": name, "arrived": True, "paid": paid}
    return layout.perform(
        "porte",
        desk.register,
        t.id,
        [player_file.found_in_file(store(), person)],
        page=partial(index, t.id),
        done=done,
    )


@blueprint.post("/<number:entrant>")
def change(number: int, entrant: int) -> ResponseReturnValue:
    """Note that somebody is here or not, or has paid the fee or nothing."""
    t = desk.read(store(), number)
    person, wanted = t.entrant(entrant), request.form.get("quoi", "")
    acts: dict[str, dict[str, Any]] = {
        "la": {"arrived": True, "fresh": True},
        "pas-la": {"arrived": False},
        "paye": {"arrived": True, "paid": max(t.options.fee, person.paid), "fresh": True},
        "pas-paye": {"paid": 0},
    }
    if wanted not in acts:
        return redirect(_done(number), 303)
    return _check_in(t, person, **{"fresh": False, **acts[wanted]})


@blueprint.post("/ensemble")
def together(number: int) -> ResponseReturnValue:
    """Note of all who were shown that they are here, or of those who still owe something that they have paid."""
    t = desk.read(store(), number)
    shown = [*filter(None, (whole(text) for text in request.form.getlist("n")))]
    if request.form.get("quoi") != "paye" or not t.options.fee:
        return _all(number, shown)
    owing = [person for person in shown if t.entrant(person).paid < t.options.fee]
    if shown and not owing:
        return redirect(_done(number), 303)
    return _all(number, owing, paid=t.options.fee)


def _all(number: int, people: Sequence[int], **changes: Any) -> ResponseReturnValue:
    return layout.perform(
        "porte",
        desk.check_in,
        number,
        people,
        page=partial(index, number),
        done=_done(number),
        arrived=True,
        **changes,
    )
