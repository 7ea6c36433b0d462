"""Pages of registration and of an entrant, the list of tournaments, the page that creates a tournament, and its settings."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.errors import Unknown
from scorekeeper.i18n import gettext
from scorekeeper.lists.headings import title_of
from scorekeeper.lists.reading import read
from scorekeeper.lists.report import ROLE_WORDS
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.parties.house import all_games, game_named
from scorekeeper.records.rows import TournamentRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments import player_file
from scorekeeper.tournaments.acts.creation import attendees
from scorekeeper.tournaments.acts.lists import expects_pairs, fixed_table
from scorekeeper.tournaments.export import name_title
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.ledger import Sent
from scorekeeper.tournaments.model import Entrant, Stage, Tournament
from scorekeeper.tournaments.options import Format, table_sizes_of
from scorekeeper.tournaments.rankings import credits_of
from scorekeeper.tournaments.refusals import refusal
from scorekeeper.tournaments.seasons import list_all as list_seasons
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, store, whole_number
from scorekeeper.web.tournaments import evening_form, list_columns
from scorekeeper.web.tournaments.check_in import people_page, texts_of
from scorekeeper.web.tournaments.draws import first_draw
from scorekeeper.web.tournaments.layout import form_page, page, perform
from scorekeeper.web.tournaments.permissions import Pages, Role, is_organiser

blueprint = Pages("tournaments", __name__)
PEOPLE = "/tournois/<number:number>/joueurs"
people_pages = Pages("tournament_people", __name__, Role.ORGANISATEUR, url_prefix=PEOPLE)


@people_pages.get("", endpoint="index")
def people_list(number: int) -> str:
    """Show the people of a tournament, with the registration forms."""
    return people_page(number)


def written_list(t: Tournament, people: Iterable[Entrant]) -> str:
    """Return people as a list that can be imported again: only names where they are read as written, else CSV."""
    keys = ("club", "pair", "apart", "fixed")
    rows = [(each.name, *(texts_of(t, each)[key] for key in keys)) for each in people]
    own = [row[0] for row in rows]
    plain = read("\n".join(own), pairs=expects_pairs(t))
    if not any(any(row[1:]) for row in rows) and plain.sure and [each.name for each in plain.people] == own:
        return "\n".join(own)
    titles = [gettext(ROLE_WORDS[key]) for key in keys]
    return csv_text([(name_title(own), *titles), *rows], excel=True).lstrip("\ufeff")


def posted_person() -> dict[str, Any]:
    """Return the posted person as a document, without empty values."""
    form = request.form
    person: dict[str, Any] = {"name": form.get("name", "")}
    person |= {key: form[key] for key in ("club", "pair") if form.get(key, "").strip()}
    if apart := [part.strip() for part in form.get("apart", "").split(",") if part.strip()]:
        person["apart"] = apart
    if fixed := fixed_table(form.get("fixed", "").strip()):
        person["fixed"] = fixed
    return person


@people_pages.post("")
def register(number: int) -> ResponseReturnValue:
    """Register one person."""
    people = [player_file.found_in_file(store(), posted_person())]

    def page(refused: RefusedForm) -> str:
        # Faults of the only person are shown at the form's own fields.
        fields = tuple((key.removeprefix("players.0.") or "name", text) for key, text in refused.messages)
        return people_page(number, replace(refused, messages=fields))

    return perform("un", desk.register, number, people, page=page, then="people")


class PostedList(NamedTuple):
    """A posted list: its people, and those ticked in the file of players, without duplicates."""

    text: str
    people: list[dict[str, Any]]
    faults: list[Fault | EntryFault]
    """Faults of every line, and doubts too, unless the same list was sent before."""


def posted_list(*, pairs: bool = False, by_lot: bool = False, fee: int = 0) -> PostedList:
    """Parse the posted list.

    Args:
        pairs: whether people are registered in pairs.
        by_lot: whether partners are drawn by lot, which is asked about for a list of pairs.
        fee: the fee of each, in cents.
    """
    text, unreadable, asked = list_columns.posted_text()
    faults: list[Fault | EntryFault] = [*unreadable]
    listed = list_columns.preview(text, asked, pairs=pairs, fee=fee)
    people = [person.document() for person in listed.players]
    ticked, known = set(request.form.getlist("n")), {names.casefold(person["name"]) for person in people}
    members = [member for member in player_file.members(store()) if str(member.number) in ticked]
    people += [member.document() for member in members if names.casefold(member.name) not in known]
    complaints = (
        item if isinstance(item, EntryFault) else replace(item, field="liste") for item in listed.complaints
    )
    faults += complaints
    if request.form.get("vu", "").split() != text.split():
        odd = ((row.line, doubt) for row in listed.rows for doubt in row.doubts)
        faults += [EntryFault(line, Fault(doubt.code, doubt.field, doubt.values)) for line, doubt in odd]
        if unknown := tuple(title for title in listed.reading.unread if title_of(title) is None):
            faults.append(Fault("colonnes-non-lues", "liste", {"colonnes": unknown}))
        listed_people = listed.reading.people
        if by_lot and listed_people and len(listed_people) == 2 * len({each.line for each in listed_people}):
            faults.append(Fault("liste-de-paires", "format"))
    return PostedList(text, people, faults)


@people_pages.post("/liste")
def register_list(number: int) -> ResponseReturnValue:
    """Register a list, completely or not at all."""
    t = desk.read(store(), number)
    posted = posted_list(pairs=expects_pairs(t), fee=t.options.fee)

    def register(records: Store, number: int, **sent: Unpack[Sent]) -> Tournament:
        if posted.faults:
            raise refusal(*posted.faults)
        return desk.register(records, number, posted.people, **sent)

    def page(refused: RefusedForm) -> str:
        return people_page(number, list_columns.refused_list(refused, posted.text))

    return perform("liste", register, number, page=page, then="people")


@people_pages.get("/<number:entrant>/modifier")
@form_page("entrant", "tournament_people.edit", "number", "entrant")
def edit(number: int, entrant: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """Show an entrant: data, presence, substitute and credits."""
    t = desk.read(store(), number)
    person, current = t.entrant(entrant), t.current
    table = next((table for table in current.tables if entrant in table.seats), None) if current else None
    pair = (entrant, person.partner) if t.in_pairs and person.partner else (entrant,)
    given, back = credits_of(t, pair), whole_number(request.args.get("credit", "")) or 0
    return page(
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
    """Return the round in which an entrant can be placed by hand, or `None`; in the knock-out only people outside the round can."""
    if t.current:
        return None if is_final(t, t.current.number) and entrant in t.current.people else t.current.number
    return len(t.rounds) + 1 if t.planned else None


@people_pages.post("/<number:entrant>/modifier", endpoint="amend")
def amend_entrant(number: int, entrant: int) -> ResponseReturnValue:
    """Correct the data of an entrant."""
    person = {"club": "", "pair": "", "apart": [], "fixed": None, **posted_person()}
    return perform("fiche", desk.amend_entrant, number, entrant, person, page="entrant")


@people_pages.post("/<number:entrant>/remplacer")
def substitute(number: int, entrant: int) -> ResponseReturnValue:
    """Set the substitute of an entrant in the open round; an empty name ends the substitution."""
    t = desk.read(store(), number)
    asked: dict[str, Any] = {"entrant": entrant, "name": request.form.get("remplacant", "")}
    tour = t.current.number if t.current else len(t.rounds)
    return perform("remplacer", desk.substitute, number, page="entrant", round_number=tour, **asked)


PAGE_SIZE = 30
MOST_RULES = 4
"""Most earlier tournaments whose options are offered."""
(STAGES,) = read_sentences(__file__, "stages")


def cards(limit: int, before: int | None = None) -> tuple[list[tuple[TournamentRow, Path, str]], int | None]:
    """Return tournaments, each with its game's folder and its stage in words, and the cursor of the next page, or `None`."""
    rows = desk.list_all(store(), limit=limit + 1, before=before)
    older = rows[limit - 1].last_seq if len(rows) > limit else None
    return [(row, catalogue.folder_of(row.game), gettext(STAGES[row.stage])) for row in rows[:limit]], older


@blueprint.get("/tournois")
@form_page("list", "tournaments.index")
def index() -> str:
    """Show a page of tournaments, the most recently changed first, with the seasons and the games for a new one."""
    items, older = cards(PAGE_SIZE, whole_number(request.args.get("avant", ""), 11))
    away = desk.list_all(store(), limit=PAGE_SIZE, away=True) if is_organiser() else []
    more = {"seasons": list_seasons(store()), "games": evening_games(), "organiser": is_organiser()}
    return render_template("tournaments/index.html", items=items, older=older, away=away, **more)


def evening_games() -> list[Game]:
    """Return the games that can be played in tournaments; those with a name of their own for such an evening come first."""
    playable = filter(table_sizes_of, all_games(store()))
    return sorted(playable, key=lambda game: game.evening == game.name)


def _playable(key: str) -> Game:
    game = game_named(store(), key)
    if not table_sizes_of(game):
        raise Unknown(key)
    return game


def _currency(game: Game) -> str:
    """Return the currency of the most recently changed tournament, else the game's."""
    rows = desk.list_all(store(), limit=1)
    return desk.read(store(), rows[0].id).options.currency if rows else game.tournament.currency


def begin_page(form: evening_form.TournamentForm, people: PostedList | None = None) -> str:
    """Render the page that creates a tournament, with the posted people."""
    rows = desk.list_all(store(), limit=PAGE_SIZE)
    earlier = [row for row in rows if row.round and row.game == form.game.key]
    count = len(people.people) if people else 0
    values = {"earlier": earlier[:MOST_RULES], "count": count, "shape": form.shape(count)}
    return render_template("tournaments/new.html", form=form, members=player_file.members(store()), **values)


@blueprint.get("/tournois/nouveau/<key>", role=Role.ORGANISATEUR)
def new(key: str) -> str:
    """Show the page that creates a tournament of that game; `?comme=5` takes over options and people of tournament 5."""
    game, like = _playable(key), whole_number(request.args.get("comme", ""), 9)
    if not like:
        return begin_page(evening_form.blank(game, _currency(game)))
    earlier = desk.read(store(), like)
    with store().read() as session:
        people = attendees(earlier, session.forgotten())
    return begin_page(evening_form.like_earlier(game, earlier, written_list(earlier, people)))


@blueprint.post("/tournois/nouveau/<key>", role=Role.ORGANISATEUR)
def create(key: str) -> ResponseReturnValue:
    """Create the tournament and draw its first round; without a list, or with check-in at the door, only open registration."""
    game = _playable(key)
    form = evening_form.posted(game, game.rules(), _currency(game))
    fee = form.fee()["fee"]
    pairs = form.value("format") == Format.PAIRES_INSCRITES
    by_lot = bool(game.rules.CAMPS) and not pairs
    people = posted_list(pairs=pairs, by_lot=by_lot, fee=fee if isinstance(fee, int) else 0)
    form = replace(form, values={**form.values, "liste": people.text})
    if earlier := whole_number(form.value("regles"), 9):
        return begin_page(evening_form.by_rules_of(desk.read(store(), earlier), form), people)
    if "compter" in form.values or (request.files.get("fichier") and not people.faults):
        # The content of a file is shown before anybody is drawn.
        return begin_page(form, people)
    waits = not people.people or "1" in {form.value("door"), form.value("later")}

    def begin(records: Store, **sent: Unpack[Sent]) -> Tournament:
        if people.faults:
            raise refusal(*people.faults)
        document = {**form.document(len(people.people)), "game": game.key, "players": people.people}
        return desk.create(
            records, document, like=whole_number(form.value("like"), 9) or 0, freeze=not waits, **sent
        )

    return perform(
        "tournoi",
        begin,
        page=lambda refused: begin_page(
            form.refusing(list_columns.refused_list(refused, people.text)), people
        ),
        then=lambda t: url_for("tournaments.show", number=t.id) if waits else first_draw(t),
    )


@blueprint.get("/tournois/<number:number>")
@form_page("show", "tournaments.show", "number")
def show(number: int) -> ResponseReturnValue:
    """Redirect to the useful page: for the organiser the people or the tables, for all others the ranking."""
    t = desk.read(store(), number)
    if is_organiser() and t.stage is Stage.INSCRIPTION:
        view = "attendus" if t.awaited else None
        return redirect(url_for("tournament_people.index", number=number, vue=view), 303)
    playing = is_organiser() and t.stage is Stage.EN_COURS
    wanted = "tournament_tables.overview" if playing else "tournament_public.ranking"
    return redirect(url_for(wanted, number=number), 303)


@blueprint.get("/tournois/<number:number>/reglages", role=Role.ORGANISATEUR)
def settings(number: int) -> str:
    """Show the options of a tournament, with those that can still be changed as fields."""
    t = desk.read(store(), number)
    return page("settings", t, "tournaments.settings", form=evening_form.form_of(t))


@blueprint.post("/tournois/<number:number>/reglages", role=Role.ORGANISATEUR)
def amend(number: int) -> ResponseReturnValue:
    """Change the options of a tournament."""
    t = desk.read(store(), number)
    form = evening_form.posted(t.game, t.rules, t.options.currency, t)
    return perform(
        "tournoi",
        desk.amend,
        number,
        form.document(),
        page=lambda refused: page("settings", t, "tournaments.settings", form=form.refusing(refused)),
        then=url_for("tournaments.settings", number=number),
    )
