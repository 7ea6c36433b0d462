"""What a table does about its own sheet besides writing it: sign it, and call the organiser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from flask import Blueprint, request, url_for

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.kit.form import number as typed_number
from scorekeeper.web.core.form_errors import NOTHING, Refusal, answer, attempt
from scorekeeper.web.core.jinja import Page, render
from scorekeeper.web.core.request_values import posted_uuid
from scorekeeper.web.tournaments.frame import Head, head_of, store
from scorekeeper.web.tournaments.permissions import Role, by, is_organiser, needs
from scorekeeper.web.tournaments.sheet import end_page

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

blueprint = Blueprint("tournament_sign", __name__)


@dataclass(frozen=True)
class DisputePage:
    """Context of the page that calls the organiser."""

    TEMPLATE: ClassVar[str] = "tournaments/dispute.html"
    head: Head
    round: int
    table: int
    partie: int
    called: bool
    refused: Refusal


def dispute_page(number: int, tour: int, table: int, refused: Refusal = NOTHING) -> DisputePage:
    """Whether the organiser has been called, and the form that does."""
    t = desk.read(store(), number)
    one = t.round(tour).table(table)
    return DisputePage(head_of(t), tour, table, one.partie, one.dispute is not None, refused)


@blueprint.post("/tournois/<number:number>/tours/<number:tour>/tables/<number:table>/signer")
@needs(Role.TABLE)
def sign(number: int, tour: int, table: int) -> Response | tuple[str, int]:
    """Sign the sheet for one side, as it was read."""
    one = desk.read(store(), number).round(tour).table(table)
    # What is no side and no revision is refused by the desk, with a sentence.
    side: Any = typed_number(request.form.get("camp"))
    revision: Any = typed_number(request.form.get("revision"))

    def write() -> None:
        desk.sign(
            store(),
            number,
            round_number=tour,
            table=table,
            side=side,
            initials=request.form.get("initiales", ""),
            revision=revision,
            by=by(),
            uuid=posted_uuid(),
        )

    def again(said: Refusal) -> Page:
        page = end_page(parties.read_partie(store(), one.partie), said)
        return page or dispute_page(number, tour, table, said)

    refused = attempt(f"signer-{side}", write)
    settled = desk.read(store(), number).round(tour).table(table).result is not None
    done = url_for("parties.show", number=one.partie)
    if settled and not is_organiser():
        done = url_for("tournament_links.mine")
    return answer(refused, again, done)


@blueprint.get("/tournois/<number:number>/tours/<number:tour>/tables/<number:table>/contester")
@needs(Role.TABLE)
def dispute_form(number: int, tour: int, table: int) -> str:
    """Say what the table does not agree about."""
    return render(dispute_page(number, tour, table))


@blueprint.post("/tournois/<number:number>/tours/<number:tour>/tables/<number:table>/contester")
@needs(Role.TABLE)
def dispute(number: int, tour: int, table: int) -> Response | tuple[str, int]:
    """Call the organiser."""
    refused = attempt(
        "contester",
        lambda: desk.dispute(
            store(),
            number,
            round_number=tour,
            table=table,
            text=request.form.get("texte", ""),
            by=by(),
            uuid=posted_uuid(),
        ),
    )
    done = url_for("tournament_sign.dispute_form", number=number, tour=tour, table=table)
    return answer(refused, lambda said: dispute_page(number, tour, table, said), done)
