"""The desk's hand: mending the rounds to come, the seats of tables that have not begun, points given or taken with a reason."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.kinds import Unreadable, Whole, within
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.model import TableAt
from scorekeeper.tournaments.options import CREDITED
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.check_in import matching
from scorekeeper.web.tournaments.draws import draw_page
from scorekeeper.web.tournaments.layout import perform
from scorekeeper.web.tournaments.permissions import organiser_only
from scorekeeper.web.tournaments.public_pages import ranking_page
from scorekeeper.web.tournaments.registration import edit
from scorekeeper.web.tournaments.round_page import round_page
from scorekeeper.web.tournaments.table_page import show

blueprint = Blueprint("tournament_hands", __name__, url_prefix="/tournois/<number:number>")
blueprint.before_request(organiser_only)


@blueprint.post("/reparer")
def repair(number: int) -> ResponseReturnValue:
    """Mend the rounds to come, as it was announced."""
    return perform(
        "reparer",
        desk.repair,
        number,
        page=lambda refused: draw_page(number, refused=refused),
        done=url_for("tournament_draw.index", number=number),
        reason=layout.posted_reason(),
        seen=typed_number(request.form.get("vu")),
    )


def _numbers(name: str) -> list[object]:
    return [typed_number(value) for value in request.form.getlist(name)]


@blueprint.post("/tours/<number:tour>/asseoir")
def seat(number: int, tour: int) -> ResponseReturnValue:
    """Do what the round offered: a seat of somebody who has left, or a table more."""
    who = _numbers("qui")
    act = partial(desk.open_table, who=who)
    if request.form.get("place"):
        act = partial(
            desk.place, who=who, table=typed_number(request.form.get("table")), instead=_typed("place")
        )
    return perform(
        "asseoir",
        act,
        number,
        page=partial(round_page, number, tour),
        done=url_for("tournament_tables.overview", number=number, tour=tour),
        round_number=tour,
        reason=layout.posted_reason(),
    )


def _typed(name: str) -> object:
    return typed_number(request.form.get(name)) or None


@blueprint.post("/tours/<number:tour>/tables/<number:table>/places")
def exchange(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Put another person on a seat of a table: in exchange, or because that person came late."""
    t = desk.read(store(), number)
    other, instead = _typed("qui"), _typed("place")
    act = partial(desk.place, who=[other], table=table, instead=instead)
    if other in t.round(tour).people:
        act = partial(desk.swap, who=[instead, other])
    return perform(
        "places",
        act,
        number,
        page=partial(show, number, tour, table),
        done=url_for("tournament_table.show", number=number, tour=tour, table=table),
        round_number=tour,
        reason=layout.posted_reason(),
    )


@blueprint.post("/joueurs/<number:entrant>/placer")
def place(number: int, entrant: int) -> ResponseReturnValue:
    """Put a person at a table of a round that is open or planned."""
    return perform(
        "placer",
        desk.place,
        number,
        page=partial(edit, number, entrant),
        done=url_for("tournament_people.edit", number=number, entrant=entrant),
        round_number=typed_number(request.form.get("tour")) or 0,
        who=entrant,
        table=_typed("table"),
        instead=_typed("instead"),
        reason=layout.posted_reason(),
    )


AMOUNT = Whole(1, CREDITED.most)
SIGNS = {"plus": 1, "moins": -1}
"""Whether what was typed is given or taken."""
PARTIE = "partie"
"""The partie whose points they are, where they are no credit of the evening."""


def _asked(records: Store, number: int, who: int | str) -> tuple[int, int]:
    """The entrant and the points."""
    try:
        amount: Any = AMOUNT.read(typed_number(request.form.get("points")), Table())
    except Unreadable as unreadable:
        raise common.refusal(*within("points", unreadable)) from unreadable
    sign = SIGNS.get(request.form.get("sens", ""))
    if sign is None:
        raise common.refusal(Fault("sens-attendu", "sens"))
    entrant = _meant(records, number, who) if isinstance(who, str) else who
    return entrant, sign * amount


def _give(records: Store, number: int, *, who: int | str, **sent: Any) -> None:
    entrant, points = _asked(records, number, who)
    if request.form.get("pour") == PARTIE:
        _last_table(records, number, entrant)
    else:
        desk.credit(records, number, number=entrant, points=points, reason=layout.posted_reason(), **sent)


def _last_table(records: Store, number: int, entrant: int) -> tuple[TableAt, int]:
    """The table at which somebody played last, and the column there."""
    t = desk.read(records, number)
    for round_ in reversed(t.rounds):
        for table in round_.tables:
            for column, people in enumerate(t.columns_of(table)):
                if entrant in people:
                    return TableAt(round_.number, table.number), column
    raise common.refusal(Fault("jamais-assis", "qui", {"nom": t.entrant(entrant).name}))


def _done(number: int, who: int | str, usual: str, _: None) -> str:
    """Target of a form: points of a partie are noted beside the totals of its table."""
    if request.form.get("pour") != PARTIE:
        return usual
    entrant, points = _asked(store(), number, who)
    at, column = _last_table(store(), number, entrant)
    aside: dict[str, Any] = {f"aj-{column}": str(points), "motif": layout.posted_reason()}
    return url_for("tournament_table.show", number=number, tour=at.round, table=at.number, **aside)


def _meant(records: Store, number: int, typed: str) -> int:
    """The number of the one person whom a name or a number means."""
    meant = matching(desk.read(records, number).entrants, typed) if typed.strip() else []
    if not meant:
        raise common.refusal(Fault("qui-personne", "qui"))
    if len(meant) > 1:
        listed = ", ".join(f"{entrant.number} {entrant.name}" for entrant in meant[:5])
        raise common.refusal(Fault("qui-plusieurs", "qui", {"noms": listed}))
    return meant[0].number


@blueprint.post("/credits")
@blueprint.post("/joueurs/<number:entrant>/credits")
def credit(number: int, entrant: int | None = None) -> ResponseReturnValue:
    """Give or take points: from the page of an entrant, or from that of the ranking, by name or number."""
    who, page = entrant or request.form.get("qui", ""), partial(ranking_page, number, None)
    usual = url_for("tournament_public.ranking", number=number)
    if entrant:
        page, usual = (
            partial(edit, number, entrant),
            url_for("tournament_people.edit", number=number, entrant=entrant),
        )
    return perform(
        "credit", _give, number, page=page, done=partial(_done, number, who, f"{usual}#credits"), who=who
    )
