"""Form endpoints of acts: generated from the declarations, and written by hand for repairs, seats and credits."""

from functools import partial
from typing import Any

from flask import request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import Kind, Whole
from scorekeeper.records.store import Store
from scorekeeper.tournaments.declaration import ACTS, Act
from scorekeeper.tournaments.model import TableAt, Tournament
from scorekeeper.tournaments.options import CREDITED
from scorekeeper.tournaments.refusals import read_as, refusal
from scorekeeper.web.core.requests import page_asked, store
from scorekeeper.web.tournaments.check_in import matching
from scorekeeper.web.tournaments.layout import perform, posted_reason
from scorekeeper.web.tournaments.permissions import Pages, Role

blueprint = Pages("tournament_acts", __name__, url_prefix="/tournois/<number:number>")
ADDRESSES = {
    "": "",
    "entrant": "/joueurs/<number:entrant>",
    "round_number": "/tours/<number:tour>",
    "at": "/tours/<number:tour>/tables/<number:table>",
}
"""URL rule of each part of a tournament, by the name of its argument in `ActPlace`."""
FIELDS = {"text": "texte", "what": "quoi", "seen": "vu", "sides": "camp"}
"""Names of form fields that differ from the act's argument."""


def typed(kind: Kind[Any], name: str) -> Any:
    """Return the posted value of a field as JSON for that kind: a list of numbers, a number or a text."""
    schema = kind.schema()
    sort = schema.get("type") or schema["anyOf"][0]["type"]
    if sort == "array":
        return _numbers(name)
    return typed_number(request.form.get(name)) if sort == "integer" else request.form.get(name, "")


def _numbers(name: str) -> list[object]:
    return [typed_number(value) for value in request.form.getlist(name)]


def _number(name: str) -> object:
    return typed_number(request.form.get(name)) or None


def _declare(act: Act[Tournament]) -> None:
    def view(**given: int) -> ResponseReturnValue:
        asked = {key: typed(kind, FIELDS.get(key, key)) for key, kind in act.record.kinds.items()}
        if act.reason is not None:
            asked["reason"] = posted_reason()
        at = TableAt(given["tour"], given["table"]) if "table" in given else [*given.values()][-1]
        place, page = [at] if act.place.argument else [], act.page or act.place.argument or "draw"
        then = page_asked(act.then)
        return perform(act.form, act, given["number"], *place, page=page, then=then, **asked)

    role = Role.TABLE if act.by_table else Role.ORGANISATEUR
    rule = f"{ADDRESSES[act.place.argument]}/{act.form}"
    blueprint.add_url_rule(rule, act.name, view, role=role, methods=["POST"])


for declared in ACTS.values():
    if declared.form:
        _declare(declared)


@blueprint.post("/reparer", role=Role.ORGANISATEUR)
def repair(number: int) -> ResponseReturnValue:
    """Repair the rounds to come, as previewed on the page."""
    seen = typed_number(request.form.get("vu"))
    return perform("reparer", desk.repair, number, page="draw", reason=posted_reason(), seen=seen)


@blueprint.post(f"{ADDRESSES['round_number']}/asseoir", role=Role.ORGANISATEUR)
def seat(number: int, tour: int) -> ResponseReturnValue:
    """Accept an offer of the round's page: the seat of somebody who has left, or a new table."""
    who = _numbers("qui")
    act = partial(desk.open_table, who=who)
    if request.form.get("place"):
        table = typed_number(request.form.get("table"))
        act = partial(desk.place, who=who, table=table, instead=_number("place"))
    return perform("asseoir", act, number, page="round_number", round_number=tour, reason=posted_reason())


@blueprint.post(f"{ADDRESSES['at']}/places", role=Role.ORGANISATEUR)
def exchange(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Put another person on a seat of a table: swapped if that person is in the round, else placed."""
    t = desk.read(store(), number)
    other, instead = _number("qui"), _number("place")
    act = partial(desk.place, who=[other], table=table, instead=instead)
    if other in t.round(tour).people:
        act = partial(desk.swap, who=[instead, other])
    return perform("places", act, number, page="at", round_number=tour, reason=posted_reason())


@blueprint.post(f"{ADDRESSES['entrant']}/placer", role=Role.ORGANISATEUR)
def place(number: int, entrant: int) -> ResponseReturnValue:
    """Place a person at a table of an open or planned round."""
    asked: dict[str, Any] = {"who": entrant, "table": _number("table"), "instead": _number("instead")}
    tour = typed_number(request.form.get("tour")) or 0
    return perform(
        "placer", desk.place, number, page="entrant", round_number=tour, reason=posted_reason(), **asked
    )


AMOUNT = Whole(1, CREDITED.most)
SIGNS = {"plus": 1, "moins": -1}
"""Sign of the typed points, by the value of the field `sens`."""
PARTIE = "partie"
"""Value of the field `pour` when the points belong to a partie and are not a credit."""


def _give(records: Store, number: int, *, who: int | str, **sent: Any) -> str:
    """Store a credit, and return the URL to redirect to.

    Points that belong to a partie are not stored here: the URL is that of the form of its table, filled with them.
    """
    amount = read_as(AMOUNT, typed_number(request.form.get("points")), "points")
    sign = SIGNS.get(request.form.get("sens", ""))
    if sign is None:
        raise refusal(Fault("sens-attendu", "sens"))
    entrant, points = _meant(records, number, who) if isinstance(who, str) else who, sign * amount
    if request.form.get("pour") != PARTIE:
        desk.credit(records, number, number=entrant, points=points, reason=posted_reason(), **sent)
        return "#credits"
    at, column = _last_table(records, number, entrant)
    aside: dict[str, Any] = {f"aj-{column}": str(points), "motif": posted_reason()}
    return url_for("tournament_tables.show", number=number, tour=at.round, table=at.number, **aside)


def _last_table(records: Store, number: int, entrant: int) -> tuple[TableAt, int]:
    """Return the latest table of an entrant and the column there. Raises `Refused` for one who never had a seat."""
    t = desk.read(records, number)
    for round_ in reversed(t.rounds):
        for table in round_.tables:
            for column, people in enumerate(t.columns_of(table)):
                if entrant in people:
                    return TableAt(round_.number, table.number), column
    raise refusal(Fault("jamais-assis", "qui", {"nom": t.entrant(entrant).name}))


def _meant(records: Store, number: int, typed: str) -> int:
    """Return the number of the only entrant who matches a name or number. Raises `Refused` for none or several."""
    meant = matching(desk.read(records, number).entrants, typed) if typed.strip() else []
    if not meant:
        raise refusal(Fault("qui-personne", "qui"))
    if len(meant) > 1:
        listed = ", ".join(f"{entrant.number} {entrant.name}" for entrant in meant[:5])
        raise refusal(Fault("qui-plusieurs", "qui", {"noms": listed}))
    return meant[0].number


@blueprint.post("/credits", role=Role.ORGANISATEUR)
@blueprint.post(f"{ADDRESSES['entrant']}/credits", role=Role.ORGANISATEUR)
def credit(number: int, entrant: int | None = None) -> ResponseReturnValue:
    """Give or take points, from the page of an entrant, or from the ranking by name or number."""
    page, who = ("entrant", entrant) if entrant else ("ranking", request.form.get("qui", ""))
    return perform("credit", _give, number, page=page, then=str, who=who)
