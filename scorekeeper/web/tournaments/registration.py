"""Registration: one by one, as a whole list, and the changes to an entrant during the day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.words import money, read_sentences, say
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Doubt, Fault, Table
from scorekeeper.cards.rules.names import by_surname
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.tournaments import player_file
from scorekeeper.tournaments.acts.common import WORDS
from scorekeeper.tournaments.acts.entrants import look_alikes
from scorekeeper.tournaments.acts.lists import decoded
from scorekeeper.tournaments.acts.pairing import lonely_words
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.rankings import credits_of
from scorekeeper.tournaments.teams import odd_teams
from scorekeeper.web.core.refused_form import CONFLICT, NOT_REFUSED, UNPROCESSABLE, RefusedForm
from scorekeeper.web.core.request_values import store, whole
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.layout import perform
from scorekeeper.web.tournaments.permissions import organiser_only

blueprint = Blueprint("tournament_people", __name__, url_prefix="/tournois/<number:number>/joueurs")
blueprint.before_request(organiser_only)
(COLUMNS,) = read_sentences(__file__, "columns")
"""Meaning that was taken for a column of a list."""
OPTIONAL = ("club", "pair", "apart", "fixed", "arrived", "paid")
"""Columns of the lists that may be empty in every line."""
MOST_OFFERED = 500
YES = frozenset({"oui", "yes", "x"})
"""Texts that may be typed for a table that is kept, whichever it is."""


def texts_of(t: Tournament, person: Any) -> dict[str, str]:
    """The cells of an entrant, or of a person to be registered, by column; empty where nothing is known."""
    partner = t.entrant(person.partner).name if getattr(person, "partner", None) else ""
    return {
        "club": person.club,
        "pair": partner or person.pair,
        "apart": ", ".join(person.apart),
        "fixed": "" if person.fixed is None else gettext("oui") if person.fixed == 0 else str(person.fixed),
        "arrived": gettext("oui") if person.arrived else "",
        "paid": money(person.paid, t.options.currency) if person.paid else "",
    }


def used_columns(lines: Iterable[Mapping[str, str]]) -> tuple[str, ...]:
    """Which of the columns that may be empty hold something, so that a narrow screen shows no empty ones."""
    texts = [*lines]
    return tuple(column for column in OPTIONAL if any(line[column] for line in texts))


@blueprint.get("")
def index(number: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """The people who registered, the latest on top so that each is seen to be written, or by surname; and the form for the next one."""
    t = desk.read(store(), number)
    sorted_by = request.args.get("tri", "")
    people = (
        sorted(t.entrants, key=lambda each: by_surname(each.name)) if sorted_by == "nom" else t.entrants[::-1]
    )
    texts = partial(texts_of, t)
    return layout.page(
        "people",
        t,
        "tournament_people.index",
        rows=people,
        texts=texts,
        latest=t.entrants[-1] if t.entrants else None,
        sorted_by=sorted_by,
        offered=_offered(t),
        used=used_columns(map(texts, people)),
        alike=[(entrant.name, other.name) for entrant, other in look_alikes(t.present)],
        odd_teams=[_team_note(t, name, count) for name, count in odd_teams(t)],
        lonely=[(entrant.name, text) for entrant, text in lonely_words(t)],
        refused=refused,
    )


def _team_note(t: Tournament, name: str, count: int) -> str:
    """That a team has more or fewer people than count."""
    return ngettext(
        "Équipe %(nom)s : %(num)s personne (il en faut %(membres)s).",
        "Équipe %(nom)s : %(num)s personnes (il en faut %(membres)s).",
        count,
        nom=name,
        membres=t.options.team,
    )


def _offered(t: Tournament) -> list[str]:
    """Names of the file that the field for a name completes: of those who are not on the list yet, as far as a page bears them."""
    listed = {names.key(entrant.name) for entrant in t.entrants}
    known = [person.name for person in player_file.members(store()) if names.key(person.name) not in listed]
    return known if len(known) <= MOST_OFFERED else []


def posted_person() -> dict[str, Any]:
    """One person as typed; what was left empty is left out."""
    form = request.form
    person: dict[str, Any] = {"name": form.get("name", "")}
    person |= {key: form[key] for key in ("club", "pair") if form.get(key, "").strip()}
    if apart := [part.strip() for part in form.get("apart", "").split(",") if part.strip()]:
        person["apart"] = apart
    fixed = form.get("fixed", "").strip().casefold()
    if fixed in YES or fixed == gettext("oui"):
        person["fixed"] = True
    elif fixed:
        person["fixed"] = typed_number(fixed)
    return person


@blueprint.post("")
def register(number: int) -> ResponseReturnValue:
    """Register one more."""
    return perform(
        "un",
        desk.register,
        number,
        [player_file.found_in_file(store(), posted_person())],
        page=lambda refused: index(number, _of_one(refused)),
        done=url_for("tournament_people.index", number=number),
    )


def _of_one(refused: RefusedForm) -> RefusedForm:
    """Faults of the only person of a list, under the fields' own names."""
    fields = tuple((key.removeprefix("players.0.") or "name", text) for key, text in refused.messages)
    return replace(refused, messages=fields)


@blueprint.post("/apercu")
def preview(number: int) -> ResponseReturnValue:
    """Check a list that was pasted or sent as a file; nothing is written."""
    text: str | None = request.form.get("liste", "")
    file = request.files.get("fichier")
    if file is not None and file.filename:
        text, _ = decoded(file.read())
    if text is None:
        unreadable = gettext("Ce fichier n’est pas un texte : enregistrez-le en CSV.")
        refused = RefusedForm("liste", UNPROCESSABLE, (("fichier", unreadable),))
        return index(number, refused), refused.status
    return list_page(number, text)


def sentences(labels: Iterable[Fault | Doubt]) -> tuple[str, ...]:
    """Faults or doubts of the tournament desk in words."""
    return tuple(say(label, WORDS, Table()) for label in labels)


def list_page(number: int, text: str) -> str:
    """A list as it would be registered, with what is wrong in each line."""
    t = desk.read(store(), number)
    checked = desk.preview(store(), number, text)
    texts = partial(texts_of, t)
    bad = sum(bool(row.faults) for row in checked.rows)
    return layout.page(
        "preview",
        t,
        "tournament_people.index",
        text=text,
        rows=checked.rows,
        texts=texts,
        sentences=sentences,
        used=used_columns(map(texts, checked.players)),
        columns=[gettext(COLUMNS[column]) for column in checked.columns],
        unknown=checked.unknown,
        faults=sentences(checked.faults),
        good=len(checked.rows) - bad,
        bad=bad,
    )


@blueprint.post("/liste")
def register_list(number: int) -> ResponseReturnValue:
    """Register a list that was checked: all of it, or the lines without faults when that is asked for."""
    text = request.form.get("liste", "")
    act: Callable[..., object] = desk.import_list
    people: Any = text
    if request.form.get("justes") == "1":
        act = desk.register
        people = [person.document() for person in desk.preview(store(), number, text).players]

    def page(refused: RefusedForm) -> str:
        return index(number, refused) if refused.status == CONFLICT else list_page(number, text)

    return perform(
        "liste", act, number, people, page=page, done=url_for("tournament_people.index", number=number)
    )


@blueprint.get("/<number:entrant>/modifier")
def edit(number: int, entrant: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """One entrant: what is known, whether they are present, their substitute."""
    t = desk.read(store(), number)
    person, current = t.entrant(entrant), t.current
    table = next((table for table in current.tables if entrant in table.seats), None) if current else None
    pair = (entrant, person.partner) if t.in_pairs and person.partner else (entrant,)
    given, back = credits_of(t, pair), whole(request.args.get("credit", "")) or 0
    return layout.page(
        "entrant",
        t,
        "tournament_people.index",
        entrant=person,
        texts=texts_of(t, person),
        plays=current.number if current and table else None,
        placing=_placing(t, entrant),
        substitute=table.substitutes.get(entrant, "") if table else "",
        credits=given,
        back=back if back <= len(given) else 0,
        refused=refused,
    )


def _placing(t: Tournament, entrant: int) -> int | None:
    """The round in which somebody can be put at a table; in the knock-out only who is out of it."""
    if t.current:
        return None if is_final(t, t.current.number) and entrant in t.current.people else t.current.number
    return len(t.rounds) + 1 if t.planned else None


def _perform(
    form: str, act: Callable[..., object], number: int, entrant: int, /, *place: object, **asked: object
) -> ResponseReturnValue:
    """An act about one entrant, on the page about them."""
    return perform(
        form,
        act,
        number,
        *place,
        page=partial(edit, number, entrant),
        done=url_for("tournament_people.edit", number=number, entrant=entrant),
        **asked,
    )


@blueprint.post("/<number:entrant>/modifier")
def amend(number: int, entrant: int) -> ResponseReturnValue:
    """Correct the data of an entrant."""
    person = {"club": "", "pair": "", "apart": [], "fixed": None, **posted_person()}
    return _perform("fiche", desk.amend_entrant, number, entrant, entrant, person)


@blueprint.post("/<number:entrant>/remplacer")
def substitute(number: int, entrant: int) -> ResponseReturnValue:
    """Note the substitute of an entrant in the open round; an empty name when the entrant is back."""
    t = desk.read(store(), number)
    return _perform(
        "remplacer",
        desk.substitute,
        number,
        entrant,
        round_number=t.current.number if t.current else len(t.rounds),
        entrant=entrant,
        name=request.form.get("remplacant", ""),
    )
