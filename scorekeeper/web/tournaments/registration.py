"""Registration: one by one, as a whole list, and the changes to an entrant during the day."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple, Unpack

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.i18n import gettext
from scorekeeper.records.store import Store
from scorekeeper.tournaments import player_file
from scorekeeper.tournaments.acts.common import Sent, refusal
from scorekeeper.tournaments.acts.lists import MAX_LIST, Preview, checked, decoded, fixed_table
from scorekeeper.tournaments.export import csv_text
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.rankings import credits_of
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.request_values import store, whole
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.check_in import people_page, texts_of
from scorekeeper.web.tournaments.layout import perform
from scorekeeper.web.tournaments.permissions import organiser_only

blueprint = Blueprint("tournament_people", __name__, url_prefix="/tournois/<number:number>/joueurs")
blueprint.before_request(organiser_only)


@blueprint.get("")
def index(number: int) -> str:
    """The people of a tournament, and the form for the next one."""
    return people_page(number)


def written_list(t: Tournament, people: Iterable[Entrant]) -> str:
    """People of a tournament as a list that reads back: only names where nothing else is known."""
    keys = ("club", "pair", "apart", "fixed")
    rows = [(each.name, *(texts_of(t, each)[key] for key in keys)) for each in people]
    if not any(any(row[1:]) for row in rows):
        return "\n".join(row[0] for row in rows)
    return csv_text([("nom", "club", "équipe", "à part", "table fixe"), *rows], excel=True).lstrip("\ufeff")


def posted_person() -> dict[str, Any]:
    """One person as typed; what was left empty is left out."""
    form = request.form
    person: dict[str, Any] = {"name": form.get("name", "")}
    person |= {key: form[key] for key in ("club", "pair") if form.get(key, "").strip()}
    if apart := [part.strip() for part in form.get("apart", "").split(",") if part.strip()]:
        person["apart"] = apart
    if fixed := fixed_table(form.get("fixed", "").strip()):
        person["fixed"] = fixed
    return person


@blueprint.post("")
def register(number: int) -> ResponseReturnValue:
    """Register one more."""
    people = [player_file.found_in_file(store(), posted_person())]

    def page(refused: RefusedForm) -> str:
        # Of the only person of a list, faults stand under the fields' own names.
        fields = tuple((key.removeprefix("players.0.") or "name", text) for key, text in refused.messages)
        return people_page(number, replace(refused, messages=fields))

    return perform("un", desk.register, number, people, page=page, then="people")


class PostedList(NamedTuple):
    """The people of a list that was sent, and of the file of players those that were ticked, each once."""

    text: str
    people: list[dict[str, Any]]
    faults: list[Fault | EntryFault]
    """Of every line; with what is merely odd unless this list was refused before."""

    def beside(self, refused: RefusedForm) -> RefusedForm:
        """A refusal with what was typed, each sentence about one of the lines or people beside the list."""
        messages = []
        for key, text in refused.messages:
            first, _, line = key.split(".")[0].partition("-")
            sentence = f"{gettext('Ligne %(ligne)s :', ligne=line)} {text}" if first == "ligne" else text
            messages.append(("liste" if first in {"ligne", "players"} else key, sentence))
        return replace(refused, messages=tuple(messages), typed={**refused.typed, "liste": self.text})


def posted_list() -> PostedList:
    """The list as it was sent."""
    text, file = request.form.get("liste", ""), request.files.get("fichier")
    faults: list[Fault | EntryFault] = []
    if file:
        content, _ = decoded(file.read(MAX_LIST + 1))
        faults += [] if content is not None else [Fault("liste-illisible", "liste")]
        text = f"{text}\n{content or ''}".strip()
    listed = checked(text, ()) if text.strip() else Preview(encoding="")
    people = [person.document() for person in listed.players]
    ticked, known = set(request.form.getlist("n")), {names.key(person["name"]) for person in people}
    members = [member for member in player_file.members(store()) if str(member.number) in ticked]
    people += [member.document() for member in members if names.key(member.name) not in known]
    faults += [replace(fault, field="liste") for fault in listed.faults]
    faults += [EntryFault(row.line, fault) for row in listed.rows for fault in row.faults]
    if request.form.get("vu", "").split() != text.split():
        odd = ((row.line, doubt) for row in listed.rows for doubt in row.doubts)
        faults += [EntryFault(line, Fault(doubt.code, doubt.field, doubt.values)) for line, doubt in odd]
        if listed.unknown:
            faults.append(Fault("colonnes-non-lues", "liste", {"colonnes": listed.unknown}))
    return PostedList(text, people, faults)


@blueprint.post("/liste")
def register_list(number: int) -> ResponseReturnValue:
    """Register a list, all of it or nothing."""
    posted = posted_list()

    def register(records: Store, number: int, **sent: Unpack[Sent]) -> Tournament:
        if posted.faults:
            raise refusal(*posted.faults)
        return desk.register(records, number, posted.people, **sent)

    def page(refused: RefusedForm) -> str:
        return people_page(number, posted.beside(refused))

    return perform("liste", register, number, page=page, then="people")


@blueprint.get("/<number:entrant>/modifier")
@layout.form_page("entrant", "tournament_people.edit", "number", "entrant")
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


@blueprint.post("/<number:entrant>/modifier")
def amend(number: int, entrant: int) -> ResponseReturnValue:
    """Correct the data of an entrant."""
    person = {"club": "", "pair": "", "apart": [], "fixed": None, **posted_person()}
    return perform("fiche", desk.amend_entrant, number, entrant, person, page="entrant")


@blueprint.post("/<number:entrant>/remplacer")
def substitute(number: int, entrant: int) -> ResponseReturnValue:
    """Note the substitute of an entrant in the open round; an empty name when the entrant is back."""
    t = desk.read(store(), number)
    asked: dict[str, Any] = {"entrant": entrant, "name": request.form.get("remplacant", "")}
    tour = t.current.number if t.current else len(t.rounds)
    return perform("remplacer", desk.substitute, number, page="entrant", round_number=tour, **asked)
