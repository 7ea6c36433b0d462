"""Common parts of a tournament's pages: heading, values that a reader may see, acts of forms, responses to polling."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar
from uuid import uuid4

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import i18n
from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict, Refused, StorageError
from scorekeeper.i18n import N_, day, gettext
from scorekeeper.tournaments import prizes
from scorekeeper.tournaments.access.table_links import Bound
from scorekeeper.tournaments.finals import FinalRound, final_rounds, tour_name
from scorekeeper.tournaments.fold import Happening
from scorekeeper.tournaments.model import TableStage, Tournament
from scorekeeper.tournaments.rankings import PlayerRecord, Ranking
from scorekeeper.tournaments.round_progress import Progress, SheetPlace, TableLive, table_now
from scorekeeper.tournaments.words import grouped
from scorekeeper.web.core import assets
from scorekeeper.web.core.failures import copy_late, unwritable
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, posted_uuid, refused_form, store
from scorekeeper.web.parties.access import device_name
from scorekeeper.web.tournaments.permissions import Role, by, is_organiser, sheet_place, visitor
from scorekeeper.web.tournaments.steps import Step, bell, next_step, round_prints
from scorekeeper.web.tournaments.takeover import standby_late

Show = TypeVar("Show", bound=Callable[..., Any])
blueprint = Blueprint("tournament_view", __name__)
blueprint.add_app_template_global(uuid4, "fresh_uuid")
blueprint.add_app_template_global(sheet_place, "tournament_table")
blueprint.add_app_template_global(is_organiser, "at_desk")
blueprint.add_app_template_global(tour_name)
blueprint.add_app_template_global(round_prints)
blueprint.add_app_template_filter(grouped)


@blueprint.app_template_global()
def little_room() -> str:
    """Return the warning that the disk is almost full; empty when it is not, and for all but the organiser."""
    if not store().short_of_room or not is_organiser():
        return ""
    return gettext("Disque presque plein : moins de deux heures d’écriture. Faites de la place.")


ORGANISER_TABS = (
    ("tournament_tables.overview", N_("Soirée")),
    ("tournament_people.index", N_("Joueurs")),
    ("tournament_draw.index", N_("Tirage")),
    ("tournament_public.ranking", N_("Classement")),
    ("tournament_links.index", N_("Papier")),
)
PUBLIC_TABS = (
    ("tournament_public.own", N_("Mon soir")),
    ("tournament_public.ranking", N_("Classement")),
    ("tournament_draw.index", N_("Tirage")),
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
"""Mark and label of each state of a table, the most urgent first."""


@blueprint.app_template_global("my_table")
def my_table() -> int | None:
    """Return the number of this device's table, for the link to it on every page; `None` without one."""
    try:
        return visitor().table
    except StorageError:
        return None


@blueprint.app_template_global("stand_ins")
def stand_ins(place: SheetPlace) -> tuple[tuple[str, str], ...]:
    """Return the substitutes at a table, each with the name of the entrant they play for."""
    others = table_now(store(), place.tournament, place.round, place.table).table.substitutes
    t = desk.read(store(), place.tournament)
    return tuple((name, t.entrant(number).name) for number, name in others.items())


def head_of(t: Tournament, here: str = "", step: Step | None = None) -> dict[str, Any]:
    """Return the template values of a page's heading: for the organiser all tabs and the next step, for others the public tabs.

    `tabs` has for each page its URL, its label, and whether it is `here`, the page shown.
    """
    organiser = is_organiser()
    step = (step or next_step(t)) if organiser else None
    if step and step.tour is None and step.url.partition("#")[0] in {request.path, request.full_path}:
        # The page does not link to itself.
        step = Step(step.sentence, at=step.at)
    return {
        "t": t,
        # The organiser does not need to be shown the date.
        "where": " · ".join(filter(None, (t.options.place, "" if organiser else day(t.options.date)))),
        "organiser": organiser,
        "tabs": [
            (url_for(endpoint, number=t.id), gettext(label), endpoint == here)
            for endpoint, label in (ORGANISER_TABS if organiser else PUBLIC_TABS)
        ],
        "step": step,
        "bell": bell(t) if organiser else (),
    }


def page(
    template: str,
    t: Tournament,
    here: str = "",
    *,
    step: Step | None = None,
    refused: RefusedForm = NOT_REFUSED,
    **values: object,
) -> str:
    """Render a page of a tournament with its heading, the refused form, and further template values."""
    head = head_of(t, here, step)
    return render_template(f"tournaments/{template}.html", head=head, refused=refused, **values)


def shown_ranking(t: Tournament, through: int | None = None, *, room: bool = False) -> Ranking:
    """Return the ranking that this reader may see; with `room`, the public one, also for the organiser."""
    unrestricted = is_organiser() and not room
    return (desk.standings if unrestricted else prizes.public_standings)(store(), t.id, through)


def may_see(t: Tournament, tour: int, table: int | None = None) -> bool:
    """Return whether this reader may see the result of a table; a withheld one only the organiser and the table's own device may."""
    own = table is not None and visitor().bound == Bound(t.id, table)
    return tour < len(t.rounds) or is_organiser() or own or not prizes.withheld_now(store(), t.id)


def shown_tables(now: Progress) -> list[TableLive]:
    """Return the tables of a round, with results removed that this reader may not see."""
    return [
        table
        if may_see(now.tournament, now.round.number, table.number)
        else replace(table, totals=(), table=replace(table.table, result=None, forfeit=(), reason=""))
        for table in now.tables
    ]


def shown_player(number: int, record: PlayerRecord) -> PlayerRecord:
    """Return a player's record, with results and ranking removed that this reader may not see."""
    t, entrant = desk.read(store(), number), record.entrant.number
    rounds = tuple(
        played if may_see(t, played.round, played.table) else replace(played, result=None, forfeit=False)
        for played in record.rounds
    )
    line = next((line for line in shown_ranking(t).lines if entrant in line.numbers), None)
    return replace(record, line=line, rounds=rounds)


def shown_finals(t: Tournament, *, room: bool = False) -> tuple[FinalRound, ...]:
    """Return the knock-out rounds, without the last one while it is withheld from this reader, or with `room` from the public."""
    rounds, unrestricted = final_rounds(t), is_organiser() and not room
    if unrestricted or not prizes.withheld_now(store(), t.id):
        return rounds
    return tuple(now for now in rounds if now.round.number < len(t.rounds))


FORM_PAGES: dict[str, tuple[Callable[..., str], str, tuple[str, ...]]] = {}
"""Pages with forms by name: the function that renders the page, its endpoint, and the numbers in its URL."""


def form_page(name: str, endpoint: str, *numbers: str) -> Callable[[Show], Show]:
    """Return a decorator that registers the renderer of a page with forms; it must take the argument `refused`."""

    def declare(show: Show) -> Show:
        FORM_PAGES[name] = show, endpoint, numbers
        return show

    return declare


def perform(
    form: str,
    act: Callable[..., object],
    /,
    *place: object,
    page: str | Callable[[RefusedForm], str],
    then: str | Callable[[Any], str] = "",
    **asked: object,
) -> ResponseReturnValue:
    """Perform an act and redirect, or render the page again with its faults and all that was typed.

    Args:
        form: name of the form on the page.
        act: the act; called with the store, `place`, `asked`, the author and the form's uuid.
        *place: the tournament, and perhaps one of its parts.
        page: name of the page in `FORM_PAGES`, or a function that renders it.
        then: where to redirect to: a URL, the name of a page, an anchor, or a function that returns one of these for the act's
            result; by default the same page.
        **asked: arguments of the act.
    """
    given = request.view_args or {}
    try:
        made = act(store(), *place, **asked, by=by(), uuid=posted_uuid())
    except (Refused, Conflict) as error:
        refused = refused_form(form, error)
        if not isinstance(page, str):
            return page(refused), refused.status
        show, _, numbers = FORM_PAGES[page]
        return show(*(given[number] for number in numbers), refused=refused), refused.status
    then = then if isinstance(then, str) else then(made)
    if then.startswith("/"):
        return redirect(then, 303)
    name, hash_, anchor = then.partition("#")
    _, endpoint, numbers = FORM_PAGES[name or str(page)]
    address: dict[str, Any] = {number: given[number] for number in numbers}
    return redirect(url_for(endpoint, **address) + hash_ + anchor, 303)


def posted_reason() -> str:
    """Return the reason typed in the form."""
    return request.form.get("raison", "")


def author_of(event: Happening) -> str:
    """Return the author and the device of an event, in words."""
    actor = gettext("organisateur") if event.actor == Role.ORGANISATEUR else event.actor
    return f"{actor}, {device_name(event.device)}"


def polled(state: str, make: Callable[[], str], *parts: object) -> Response:
    """Return the response of a polled page, with an ETag: 304 when the browser has the current version.

    `state` must change whenever the public page may change; `parts` distinguish this page from others.
    """
    records = store()
    reader = f"o{records.tail()[0]}" if is_organiser() else "p"
    # Tries a write again, so that a page that is only polled notices when the disk has room again.
    reader += "!" if unwritable() else ""
    reader += f"{copy_late()}{standby_late()}"
    style = assets.styles()["pages"].digest
    mark = "-".join(map(str, (records.epoch, state, i18n.language(), reader, style, *parts)))
    known = request.if_none_match.contains_weak(mark)
    response = Response(status=304) if known else make_response(make())
    response.set_etag(mark, weak=True)
    return response
