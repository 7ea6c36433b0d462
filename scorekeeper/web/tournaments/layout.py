"""Common parts of the pages of a tournament: heading, next step, names at a table, acts of forms, answers to polling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import i18n
from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict, Refused, StorageError
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.paper.requests import day
from scorekeeper.tournaments import prizes
from scorekeeper.tournaments.advice import lacking
from scorekeeper.tournaments.finals import FinalRound, final_rounds, total_rounds, tour_name
from scorekeeper.tournaments.model import Round, Stage, TableStage, Tournament
from scorekeeper.tournaments.rankings import PlayerRecord, Ranking
from scorekeeper.tournaments.round_progress import Progress, SheetPlace, TableLive, table_now
from scorekeeper.tournaments.words import grouped
from scorekeeper.web.core import assets
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm, refused_form
from scorekeeper.web.core.request_values import posted_uuid, store
from scorekeeper.web.tournaments.bell import BellLine, bell
from scorekeeper.web.tournaments.permissions import by, is_organiser, sheet_place, visitor

blueprint = Blueprint("tournament_view", __name__)
blueprint.add_app_template_global(uuid4, "fresh_uuid")
blueprint.add_app_template_global(sheet_place, "tournament_table")
blueprint.add_app_template_global(is_organiser, "at_desk")
blueprint.add_app_template_global(tour_name)
blueprint.add_app_template_filter(grouped)


@blueprint.app_template_global()
def little_room() -> str:
    """Notice for the desk, on every page, while the disk is short of room."""
    if not store().short_of_room or not is_organiser():
        return ""
    return gettext("Disque presque plein : moins de deux heures d’écriture. Faites de la place.")


DOOR = "tournament_door.index"
ORGANISER_TABS = (
    ("tournament_tables.overview", N_("Tables")),
    ("tournament_people.index", N_("Joueurs")),
    (DOOR, N_("Porte")),
    ("tournament_draw.index", N_("Tirages")),
    ("tournament_public.draw", N_("Places")),
    ("tournament_public.ranking", N_("Classement")),
    ("tournament_proof.index", N_("Preuve")),
    ("tournament_links.index", N_("Imprimer")),
    ("tournaments.settings", N_("Réglages")),
    ("tournament_history.index", N_("Historique")),
)
PUBLIC_TABS = (
    ("tournament_public.own", N_("Mon soir")),
    ("tournament_public.ranking", N_("Classement")),
    ("tournament_public.draw", N_("Places")),
    ("tournament_proof.index", N_("Preuve")),
)
STAGES: Mapping[TableStage, tuple[str, str]] = {
    TableStage.LITIGE: ("!", N_("En litige")),
    TableStage.ATTEND: ("–", N_("Rien n’est noté")),
    TableStage.JOUE: ("▸", N_("Joue")),
    TableStage.FINIE: ("✎", N_("Finie, à signer")),
    TableStage.SIGNEE: ("½", N_("Une seule signature")),
    TableStage.CONFIRMEE: ("✓", N_("Confirmée")),
    TableStage.PAPIER: ("✓", N_("Notée au bureau")),
}
"""State of a table, as a mark and in words, the most urgent first."""


@dataclass(frozen=True)
class Step:
    """Next step: a sentence, and the way there or the button that does it."""

    sentence: str
    label: str = ""
    url: str = ""
    post: bool = False
    missing: tuple[str, ...] = ()
    """Why it cannot be done yet; then the button is disabled."""
    at: str = "remise"
    """Key of the word of the line of steps where the evening stands."""


@dataclass(frozen=True, kw_only=True)
class Head:
    """Heading of every page of a tournament."""

    t: Tournament
    where: str
    organiser: bool
    tabs: Sequence[tuple[str, str, bool]]
    """The pages of the tournament: their addresses, labels, and which one this is."""
    step: Step | None
    bell: Sequence[BellLine] = ()


@dataclass(frozen=True)
class PersonAtTable:
    """A player at a table, with their substitute."""

    number: int
    name: str
    substitute: str


@blueprint.app_template_global("my_table")
def my_table() -> int | None:
    """The table that this device took, so that every page leads back to it."""
    try:
        return visitor().table
    except StorageError:
        return None


@blueprint.app_template_global("stand_ins")
def stand_ins(place: SheetPlace) -> tuple[tuple[str, str], ...]:
    """The substitutes at a table, each with the name of the person they play for."""
    others = table_now(store(), place.tournament, place.round, place.table).table.substitutes
    t = desk.read(store(), place.tournament)
    return tuple((name, t.entrant(number).name) for number, name in others.items())


def head_of(t: Tournament, here: str = "", step: Step | None = None) -> Head:
    """The heading of a page; the organiser sees every page and what comes next, others what is public."""
    organiser = is_organiser()
    tabs = [
        (url_for(endpoint, number=t.id), gettext(label), endpoint == here)
        for endpoint, label in (ORGANISER_TABS if organiser else PUBLIC_TABS)
        if endpoint != DOOR or t.options.door or t.options.fee
    ]
    where = " · ".join(part for part in (t.options.place, day(t.options.date)) if part)
    step = (step or next_step(t)) if organiser else None
    if step and not step.post and any(is_here and url == step.url for url, _, is_here in tabs):
        # The page does not link to itself.
        step = Step(step.sentence, at=step.at)
    ringing = bell(t) if organiser else ()
    return Head(t=t, where=where, organiser=organiser, tabs=tabs, step=step, bell=ringing)


def page(
    template: str,
    t: Tournament,
    here: str = "",
    *,
    step: Step | None = None,
    refused: RefusedForm = NOT_REFUSED,
    **values: object,
) -> str:
    """Render a page of a tournament: its heading, the form that was refused, and the values of its own."""
    head = head_of(t, here, step)
    return render_template(f"tournaments/{template}.html", head=head, refused=refused, **values)


def here_of(t: Tournament) -> str:
    """Number of people, and how many are still expected where they are checked in."""
    if t.awaited or (t.options.door and t.present):
        all_ = len(t.present) + len(t.awaited)
        return ngettext(
            "%(num)s présent sur %(inscrits)s",
            "%(num)s présents sur %(inscrits)s",
            len(t.present),
            inscrits=all_,
        )
    return ngettext("%(num)s joueur inscrit", "%(num)s joueurs inscrits", len(t.present))


def begun(progress: Progress) -> str:
    """Key of the step of a round that is not complete: its paper, until a table writes."""
    return "imprimer" if {table.stage for table in progress.tables} == {TableStage.ATTEND} else "jouer"


def next_step(t: Tournament) -> Step:
    """Next step of the organiser."""
    draws = url_for("tournament_draw.index", number=t.id)
    ranking = url_for("tournament_public.ranking", number=t.id)
    if prizes.withheld_now(store(), t.id):
        sentence = gettext("Le classement final se dévoile à la remise des prix.")
        return Step(sentence, gettext("Remise des prix"), url_for("tournament_prizes.show_page", number=t.id))
    if t.stage is Stage.FINI:
        return Step(gettext("Le tournoi est fini."), gettext("Voir le classement"), ranking)
    if t.stage is Stage.INSCRIPTION:
        if missing := lacking(t):
            endpoint, label = (DOOR, N_("Porte")) if t.awaited else ("tournament_people.index", N_("Joueurs"))
            sentence, at = " ".join((f"{here_of(t)}.", *missing)), "porte" if t.awaited else "inscrire"
            return Step(sentence, gettext(label), url_for(endpoint, number=t.id), at=at)
        return Step(f"{here_of(t)}.", gettext("Aller au tirage"), draws, at="tirer")
    if t.open_rounds:
        going = gettext("Le tour %(tour)s se joue.", tour=tour_name(t, t.open_rounds[0].number))
        tables = url_for("tournament_tables.overview", number=t.id)
        at = begun(desk.progress(store(), t.id, t.open_rounds[0].number))
        return Step(going, gettext("Voir les tables"), tables, at=at)
    played, rounds = len(t.rounds), total_rounds(t)
    if played < rounds:
        closed = gettext("Tours clos : %(joues)s sur %(tours)s.", joues=played, tours=rounds)
        label = gettext("Préparer le tour %(tour)s", tour=tour_name(t, played + 1))
        return Step(closed, label, draws, at="tirer")
    return Step(
        gettext("Tous les tours sont joués."), gettext("Annoncer le classement final"), f"{ranking}#annonce"
    )


@blueprint.app_template_global("round_prints")
def round_prints(t: Tournament) -> list[tuple[str, str]]:
    """All the paper of a round as one file: of the one that is played, and of the next one where its tables are known."""
    links = []
    for round_ in t.drawn[max(0, len(t.rounds) - 1) : len(t.rounds) + 1]:
        if not round_.closed:
            label = gettext("Imprimer le tour %(tour)s", tour=tour_name(t, round_.number))
            links.append((url_for("posters.whole_round", number=t.id, tour=round_.number), label))
    return links


def places(
    t: Tournament, seats: Iterable[int], substitutes: Mapping[int, str] | None = None
) -> tuple[PersonAtTable, ...]:
    """The people at a table, in order of play."""
    others = substitutes or {}
    return tuple(PersonAtTable(number, t.entrant(number).name, others.get(number, "")) for number in seats)


def shown_ranking(t: Tournament, through: int | None = None, *, room: bool = False) -> Ranking:
    """The ranking for this reader, or for the whole room: before everything is shown, only the organiser sees it all."""
    whole = is_organiser() and not room
    return (desk.standings if whole else prizes.public_standings)(store(), t.id, through)


def may_see(t: Tournament, tour: int, table: int | None = None) -> bool:
    """Whether this reader may know what a table of a round gave: of what is withheld, only its own device does."""
    own = (visitor().tournament, visitor().table) == (t.id, table)
    return tour < len(t.rounds) or is_organiser() or own or not prizes.withheld_now(store(), t.id)


def shown_tables(now: Progress) -> list[TableLive]:
    """The tables of a round for this reader."""
    return [
        table
        if may_see(now.tournament, now.round.number, table.number)
        else replace(table, totals=(), table=replace(table.table, result=None, forfeit=(), reason=""))
        for table in now.tables
    ]


def shown_player(number: int, record: PlayerRecord) -> PlayerRecord:
    """A player's evening for this reader."""
    t, entrant = desk.read(store(), number), record.entrant.number
    rounds = tuple(
        played if may_see(t, played.round, played.table) else replace(played, result=None, forfeit=False)
        for played in record.rounds
    )
    line = next((line for line in shown_ranking(t).lines if entrant in line.numbers), None)
    return replace(record, line=line, rounds=rounds)


def shown_finals(t: Tournament, *, room: bool = False) -> tuple[FinalRound, ...]:
    """The knock-out for this reader, or for the whole room: without its last round while that is withheld."""
    rounds, whole = final_rounds(t), is_organiser() and not room
    if whole or not prizes.withheld_now(store(), t.id):
        return rounds
    return tuple(now for now in rounds if now.round.number < len(t.rounds))


def seated_tables(t: Tournament, shown: Round) -> list[tuple[int, tuple[PersonAtTable, ...]]]:
    """The number of each table of a round, and the people around it."""
    return [(table.number, places(t, table.seats, table.substitutes)) for table in shown.tables]


def perform(
    form: str,
    act: Callable[..., object],
    /,
    *place: object,
    page: Callable[[RefusedForm], str],
    done: str | Callable[[Any], str],
    **asked: object,
) -> ResponseReturnValue:
    """Perform an act of the desk and go on, or show the page again with its faults and all that was typed.

    The act gets the store, its place (a tournament, one of its entrants), what the form asks for, the author and the uuid.
    `form` names the form of the page; `done` is the address to go on to, or finds it in what the act returned.
    """
    try:
        made = act(store(), *place, **asked, by=by(), uuid=posted_uuid())
    except (Refused, Conflict) as error:
        refused = refused_form(form, error)
        return page(refused), refused.status
    return redirect(done if isinstance(done, str) else done(made), 303)


def posted_reason() -> str:
    """The reason that was typed for an act."""
    return request.form.get("raison", "")


def live(state: str, make: Callable[[], str], *parts: object) -> Response:
    """A page that is requested every few seconds: a browser that has the latest state gets an empty answer.

    The state changes whenever the page may, and rarely otherwise. `parts` distinguish the page from others.
    """
    records = store()
    reader = "o" if is_organiser() else "p"
    reader += "!" if records.refusing else ""
    style = assets.styles()["pages"].digest
    mark = "-".join(map(str, (records.epoch, state, i18n.language(), reader, style, *parts)))
    known = request.if_none_match.contains_weak(mark)
    response = Response(status=304) if known else make_response(make())
    response.set_etag(mark, weak=True)
    return response
