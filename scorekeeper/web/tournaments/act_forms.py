"""The forms of the declared acts: each address, the values that were typed, and the page before and after follow from the declaration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.rules.kinds import Kind
from scorekeeper.tournaments.acts.declared import ACTS, Act
from scorekeeper.tournaments.model import TableAt
from scorekeeper.web.core.refused_form import RefusedForm
from scorekeeper.web.core.request_values import is_page
from scorekeeper.web.tournaments.draws import draw_page
from scorekeeper.web.tournaments.layout import perform, posted_reason
from scorekeeper.web.tournaments.permissions import Role, needs
from scorekeeper.web.tournaments.public_pages import ranking_page
from scorekeeper.web.tournaments.registration import edit
from scorekeeper.web.tournaments.round_page import round_page
from scorekeeper.web.tournaments.table_page import dispute_page, show

blueprint = Blueprint("tournament_acts", __name__, url_prefix="/tournois/<number:number>")
ADDRESSES = {
    "": "",
    "entrant": "/joueurs/<number:entrant>",
    "round_number": "/tours/<number:tour>",
    "at": "/tours/<number:tour>/tables/<number:table>",
}
"""The address of each place, by the name of its argument."""
FIELDS = {"text": "texte", "what": "quoi", "seen": "vu", "sides": "camp"}
"""Names of fields in a form, where they are not the keys of the record."""


class Page(NamedTuple):
    """A page that has forms of acts."""

    show: Callable[..., str]
    endpoint: str
    numbers: tuple[str, ...] = ("number",)
    """The numbers in its address, as it takes them."""


PAGES: dict[str, Page] = {
    "": Page(draw_page, "tournament_draw.index"),
    "entrant": Page(edit, "tournament_people.edit", ("number", "entrant")),
    "round": Page(round_page, "tournament_tables.overview", ("number", "tour")),
    "tables": Page(round_page, "tournament_tables.overview"),
    "at": Page(show, "tournament_table.show", ("number", "tour", "table")),
    "dispute": Page(dispute_page, "tournament_table.dispute_form", ("number", "tour", "table")),
    "ranking": Page(ranking_page, "tournament_public.ranking"),
    "list": Page(draw_page, "tournaments.index", ()),
    "show": Page(draw_page, "tournaments.show"),
}
"""The page of each place, and the others that an act names."""
PAGES |= {"round_number": PAGES["round"]}


def typed(kind: Kind[Any], name: str) -> Any:
    """The value of a field as a record of that kind reads it."""
    schema = kind.schema()
    sort = schema.get("type") or schema["anyOf"][0]["type"]
    if sort == "array":
        return [typed_number(text) for text in request.form.getlist(name)]
    return typed_number(request.form.get(name)) if sort == "integer" else request.form.get(name, "")


def _declare(act: Act) -> None:
    page = PAGES[act.page or act.place.argument]
    then, hash_, anchor = act.then.partition("#")
    after = PAGES[then or act.page or act.place.argument]

    def view(**given: int) -> ResponseReturnValue:
        asked = {key: typed(kind, FIELDS.get(key, key)) for key, kind in act.record.kinds.items()}
        if act.reason is not None:
            asked["reason"] = posted_reason()
        at = TableAt(given["tour"], given["table"]) if "table" in given else [*given.values()][-1]

        def shown(refused: RefusedForm) -> str:
            return page.show(*(given[name] for name in page.numbers), refused=refused)

        back = request.form.get("retour", "")
        address: dict[str, Any] = {name: given[name] for name in after.numbers}
        done = url_for(after.endpoint, **address) + hash_ + anchor
        place = [at] if act.place.argument else []
        done = back if is_page(back) else done
        return perform(act.form, act, given["number"], *place, page=shown, done=done, **asked)

    role = Role.TABLE if act.by_table else Role.ORGANISATEUR
    rule = f"{ADDRESSES[act.place.argument]}/{act.form}"
    blueprint.add_url_rule(rule, act.name, needs(role)(view), methods=["POST"])


for declared in ACTS.values():
    if declared.form:
        _declare(declared)
