"""The page of a tournament's people: the list with registration, and the door, where people are found by a few letters, check in and pay."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.words import money
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.names import NAME_MAX, alphabetical, by_surname, matches
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.parties import Author
from scorekeeper.records.store import Store
from scorekeeper.tournaments import player_file
from scorekeeper.tournaments.acts.entrants import look_alikes
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.pairing import lonely_words, odd_teams
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, store, whole_number
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.permissions import Pages, Role
from scorekeeper.web.tournaments.steps import here_of

blueprint = Pages(
    "tournament_door", __name__, Role.ORGANISATEUR, url_prefix="/tournois/<number:number>/porte"
)
UNDO = frozenset("-−–")
"""Characters typed instead of a name to undo the last check-in."""
SHOWN = 60
"""Most people on the page at once."""
VIEWS = {"attendus": N_("Pas encore là"), "presents": N_("Présents"), "a-payer": N_("À payer")}
"""Views of the page, by the value of the URL parameter `vue`."""
MOST_OFFERED = 500


def texts_of(t: Tournament, person: Any) -> dict[str, str]:
    """Return the texts of an entrant, or of a person to be registered, by column; empty for unknown values."""
    partner = t.entrant(person.partner).name if getattr(person, "partner", None) else ""
    return {
        "club": person.club,
        "pair": partner or person.pair,
        "apart": ", ".join(person.apart),
        "fixed": "" if person.fixed is None else gettext("oui") if person.fixed == 0 else str(person.fixed),
        "arrived": gettext("oui") if person.arrived else "",
        "paid": money(person.paid, t.options.currency) if person.paid else "",
    }


def matching(people: Sequence[Entrant], typed: str) -> list[Entrant]:
    """Return the people who match a number or a few letters: an exact number or name, else names whose words begin so."""
    wanted = alphabetical(" ".join(typed.split()))[0]
    if number := whole_number(typed.strip()):
        return [entrant for entrant in people if entrant.number == number]
    same = [entrant for entrant in people if alphabetical(entrant.name)[0] == wanted]
    return same or [entrant for entrant in people if matches(typed, entrant.name)]


def in_view(t: Tournament, view: str) -> list[Entrant]:
    """Return the people of a view in order of registration, without those who left; for an unknown view all of them."""
    asked: dict[str, Callable[[Entrant], bool]] = {
        "attendus": lambda each: not each.arrived,
        "presents": lambda each: each.arrived,
        "a-payer": lambda each: each.arrived and each.paid < t.options.fee,
    }
    return [each for each in t.entrants if each.present and asked.get(view, bool)(each)]


@layout.form_page("people", "tournament_people.index", "number")
def people_page(number: int, refused: RefusedForm = NOT_REFUSED, again: str = "") -> str:
    """Render the people by surname, with the forms to register, or, in a view of the door, with the check-in field.

    `again` says what sending the same name once more does; empty if it does nothing.
    """
    t = desk.read(store(), number)
    view = request.values.get("vue", "attendus" if request.blueprint == "tournament_door" else "")
    door = view in VIEWS and (t.options.door or bool(t.options.fee))
    shown = _at_door(t, view) if door else _registered(t)
    letters = sorted({_letter(each) for each in shown["people"]} - {""})
    return layout.page(
        "people",
        t,
        "tournament_people.index",
        count=here_of(t),
        view=view if door else "",
        views=[(key, gettext(text), len(in_view(t, key))) for key, text in VIEWS.items()],
        letters=letters if len(shown["people"]) > SHOWN or shown.get("letter") else [],
        fee=money(t.options.fee, t.options.currency) if t.options.fee else "",
        again=again,
        refused=refused,
        **shown,
    )


def _by_surname(people: Iterable[Entrant]) -> list[Entrant]:
    return sorted(people, key=lambda each: by_surname(each.name))


def _letter(person: Entrant) -> str:
    return by_surname(person.name)[0][:1].upper()


def _registered(t: Tournament) -> dict[str, Any]:
    """Return the template values of the full list, with warnings about names, teams and groups."""
    listed = {names.casefold(entrant.name) for entrant in t.entrants}
    members = [person for person in player_file.members(store()) if names.casefold(person.name) not in listed]
    people = _by_surname(t.entrants)
    return {
        "people": people,
        "typed": "",
        "told": lambda person: " · ".join(filter(None, texts_of(t, person).values())),
        "first_of": {_letter(person): person.number for person in reversed(people)},
        "members": members if len(members) <= MOST_OFFERED else [],
        "alike": [(entrant.name, other.name) for entrant, other in look_alikes(t.present)],
        "odd_teams": [_team_note(t, name, count) for name, count in odd_teams(t)],
        "lonely": [(entrant.name, text) for entrant, text in lonely_words(t)],
    }


def _at_door(t: Tournament, view: str) -> dict[str, Any]:
    """Return the template values of a view of the door, filtered by the URL's search text or initial letter."""
    typed = request.values.get("q", "").strip()[:NAME_MAX]
    letter = request.values.get("lettre", "")[:1].casefold()
    everybody = _by_surname(in_view(t, "" if typed else view))
    people = everybody
    if typed:
        people = sorted(matching(people, typed), key=lambda each: each.arrived)
    elif letter:
        people = [each for each in people if by_surname(each.name)[0].startswith(letter)]
    coin, paid = t.options.currency, [each.paid for each in t.entrants if each.paid]
    owed = sum(max(0, t.options.fee - each.paid) for each in t.present)
    done = whole_number(request.args.get("fait", ""))
    known = done is not None and 1 <= done <= len(t.entrants)
    return {
        "people": everybody if not typed else people,
        "rows": people[:SHOWN],
        "more": len(people) - SHOWN,
        "typed": typed,
        "letter": letter,
        "paid": lambda each: money(each.paid, coin) if each.paid else "",
        "done": t.entrant(done) if done and known else None,
        "before": request.args.get("avant", "") if known else "",
        "cash": request.values.get("encaisser", "1") == "1",
        # Money received, the number of people who paid, and what those present still owe.
        "till": {"paid": money(sum(paid), coin), "people": len(paid), "owed": money(owed, coin)},
    }


def _team_note(t: Tournament, name: str, count: int) -> str:
    """Return the warning that a team has more or fewer people than count."""
    return ngettext(
        "Équipe %(nom)s : %(num)s personne (il en faut %(membres)s).",
        "Équipe %(nom)s : %(num)s personnes (il en faut %(membres)s).",
        count,
        nom=name,
        membres=t.options.team,
    )


def _done(number: int, done: int | None = None, before: str = "") -> str:
    """Return the URL of the page in the same view, with the person just changed and their former state, to undo it."""
    view = request.form.get("vue") or "attendus"
    return url_for(
        "tournament_people.index", number=number, fait=done, avant=before or None, vue=view, encaisser=_cash()
    )


@blueprint.post("")
def enter(number: int) -> ResponseReturnValue:
    """Check in the only person who matches the letters; the same name sent again registers a new person."""
    t = desk.read(store(), number)
    typed = _typed("q")
    if not typed:
        return redirect(_done(number), 303)
    if typed in UNDO:
        return _take_back(t)
    again = _typed("encore") == typed
    gone = (each for each in t.entrants if not each.present)
    leaver = next((each for each in gone if names.casefold(each.name) == names.casefold(typed)), None)
    if again:
        return _back(t, leaver) if leaver else _register(t, typed)
    meant = matching(in_view(t, ""), typed)
    if len(meant) == 1:
        return _check_in(t, meant[0], arrived=True, paid=_paid(t, meant[0]))
    return _unclear(t, typed, meant, leaver)


def _unclear(
    t: Tournament, typed: str, meant: Sequence[Entrant], leaver: Entrant | None
) -> ResponseReturnValue:
    """Render the page with what to do when `typed` matches several people, `meant`, or nobody present.

    `leaver` is the person of that name who has left; sent again, the same name brings that person back.
    """
    again = ""
    if meant:
        sentence = ngettext(
            "%(num)s personne : tapez son numéro ou d’autres lettres.",
            "%(num)s personnes : tapez un numéro ou d’autres lettres.",
            len(meant),
        )
    elif whole_number(typed):
        sentence = gettext("Personne n’a le numéro %(numero)s.", numero=typed)
    elif leaver:
        sentence = gettext("%(nom)s est noté parti. Encore Entrée : de retour.", nom=leaver.name)
        again = gettext("De retour : %(nom)s", nom=leaver.name)
    else:
        sentence = gettext("Personne ne s’appelle ainsi. Encore Entrée pour inscrire « %(nom)s ».", nom=typed)
        again = gettext("Inscrire %(nom)s", nom=typed)
    refused = RefusedForm("porte", 422, (("name", sentence),))
    return people_page(t.id, refused, again), refused.status


def _typed(field: str) -> str:
    return " ".join(request.form.get(field, "").split())[:NAME_MAX]


def _cash() -> str:
    return "1" if request.form.get("encaisser") == "1" else "0"


def _paid(t: Tournament, entrant: Entrant) -> int | None:
    return max(t.options.fee, entrant.paid) if t.options.fee and _cash() == "1" else None


def _check_in(t: Tournament, person: Entrant, *, fresh: bool = True, **changes: Any) -> ResponseReturnValue:
    """Store changes of one person. The response can undo them; with `fresh`, a change that is stored already is refused."""
    arrived, paid = changes.get("arrived"), changes.get("paid")
    was = [
        "" if arrived in {None, person.arrived} else str(int(person.arrived)),
        "" if paid in {None, person.paid} else str(person.paid),
    ]
    then = _done(t.id, person.number, ":".join(was))
    return _perform(desk.check_in, t.id, [person.number], then=then, fresh=fresh, **changes)


_perform = partial(layout.perform, "porte", page="people")


def _take_back(t: Tournament) -> ResponseReturnValue:
    """Undo the last check-in or payment of this page, and nothing else."""
    done = whole_number(request.form.get("fait", "")) or 0
    arrived, _, paid = request.form.get("avant", "").partition(":")
    back: dict[str, Any] = {"arrived": arrived == "1"} if arrived in {"0", "1"} else {}
    if (cents := whole_number(paid, 7)) is not None:
        back["paid"] = cents
    if not back or not 1 <= done <= len(t.entrants):
        refused = RefusedForm("porte", 422, (("name", gettext("Il n’y a rien à annuler.")),))
        return people_page(t.id, refused), refused.status
    return _perform(desk.check_in, t.id, [done], then=_done(t.id, done), **back)


def _back(t: Tournament, person: Entrant) -> ResponseReturnValue:
    """Bring back a person who had left, and check them in."""

    def act(records: Store, number: int, *, by: Author, uuid: str) -> None:
        desk.bring_back(records, number, person.number, by=by, uuid=uuid)
        desk.check_in(records, number, [person.number], arrived=True, paid=_paid(t, person), by=by)

    return _perform(act, t.id, then=_done(t.id, person.number))


def _register(t: Tournament, name: str) -> ResponseReturnValue:
    """Register a new person at the door, checked in, and paid if the page takes money."""
    paid = t.options.fee if _cash() == "1" else 0

    def done(after: Tournament) -> str:
        place = next(
            (each.number for each in after.entrants if names.casefold(each.name) == names.casefold(name)),
            None,
        )
        return _done(t.id, place, f"0:{0 if paid else ''}")

    person = {"name": name, "arrived": True, "paid": paid}
    return _perform(desk.register, t.id, [player_file.found_in_file(store(), person)], then=done)


@blueprint.post("/<number:entrant>")
def change(number: int, entrant: int) -> ResponseReturnValue:
    """Note that a person has arrived or not, or has paid the fee or nothing."""
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
    """Check in all people shown, or note the fee as paid by those who still owe something."""
    t = desk.read(store(), number)
    shown = [*filter(None, (whole_number(text) for text in request.form.getlist("n")))]
    people, paid = shown, None
    if request.form.get("quoi") == "paye" and t.options.fee:
        people = [person for person in shown if t.entrant(person).paid < t.options.fee]
        paid = t.options.fee
    if shown and not people:
        return redirect(_done(number), 303)
    return _perform(desk.check_in, number, people, then=_done(number), arrived=True, paid=paid)
