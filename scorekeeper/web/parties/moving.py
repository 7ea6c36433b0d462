"""Page for moving a line: the possible places, and the scores that would change."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.errors import LinesAffected, Refused, SheetError, StaleEntry
from scorekeeper.i18n import gettext
from scorekeeper.parties import Partie
from scorekeeper.parties.insertion import KEEP, can_insert
from scorekeeper.parties.order import LineOrder
from scorekeeper.web.core.requests import (
    OLD_PAGE,
    REUSED,
    page_uuid,
    partie_of,
    posted_count,
    posted_seen,
    store,
)
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties.access import may_write
from scorekeeper.web.parties.entry_pages import CLOSED, MOVED
from scorekeeper.web.parties.forms import later_fault
from scorekeeper.web.parties.insertion import KEPT
from scorekeeper.web.parties.sheet_view import changes_after, payload_brief, sheet_view

blueprint = Blueprint("moving", __name__)
ONE = "/parties/<number:number>/lignes/<number:rang>/deplacer"
ABOVE = "-"
"""Suffix of a place above the change of players or settings there."""


@blueprint.app_template_global()
def places(partie: Partie, rang: int) -> list[tuple[str, str]]:
    """Return the places to which a line can be moved, from the top; none for a struck line.

    Each is the number of the line after the move, with the suffix `ABOVE` for a place above a change, and its text.
    """
    if not can_insert(partie) or partie.line(rang).struck:
        return []
    course, here = LineOrder.of(partie).without(rang), LineOrder.of(partie).above(rang)
    rest = [line for line in partie.lines if line.rang != rang]
    offered = []
    for to in range(1, len(partie.lines) + 1):
        last = rest[to - 2].rang if to > 1 else 0
        following = rest[to - 1] if to <= len(rest) else None
        text = gettext("à la fin")
        if following:
            brief = payload_brief(partie, following.rang, following.payload)
            text = gettext("avant la ligne %(rang)s : %(brief)s", rang=following.rang, brief=brief)
        if course.above(to) != course.above(to - 1) and (to, course.above(to - 1)) != (rang, here):
            until = following.rang if following else len(partie.lines) + 1
            changes = " ".join(
                change for after in range(last, until) for change in changes_after(partie, after)
            )
            above = gettext("%(place)s — et avant : %(changement)s", place=text, changement=changes)
            offered.append((f"{to}{ABOVE}", above))
        if (to, course.above(to)) != (rang, here):
            offered.append((str(to), text))
    return offered


@blueprint.get(ONE)
def show(number: int, rang: int) -> ResponseReturnValue:
    """Show the places to which a line can be moved."""
    partie = partie_of(number)
    partie.line(rang)
    if not places(partie, rang) or not may_write(number):
        return redirect(url_for("lines.show", number=number, rang=rang), 303)
    return page(partie, rang)


@blueprint.post(ONE)
def move(number: int, rang: int) -> ResponseReturnValue:
    """Move the line, or show the page with the faults, or with the scores that would change, to be confirmed."""
    partie = partie_of(number)
    partie.line(rang)
    sent, revision, chosen = page_uuid(), posted_count("revision"), request.form.get("vers", "")
    to = chosen.removesuffix(ABOVE)
    if sent is None or revision is None or not (to.isdecimal() and len(to) < 6):
        return page(partie, rang, [gettext(OLD_PAGE)]), 409
    if posted_seen() != partie.last_uuid and not parties.was_written(store(), number, sent):
        return page(partie, rang, [gettext(MOVED)]), 409
    try:
        parties.move(
            store(),
            number,
            uuid=sent,
            rang=rang,
            to=int(to),
            keep_dealers=KEPT in request.form,
            before_change=chosen.endswith(ABOVE),
            revision=revision,
            confirm=posted_count("confirm"),
            by=author(),
        )
    except LinesAffected as error:
        shown = _moved_numbers(partie, rang, int(to))
        affected = [replace(each, rang=shown[each.rang - 1]) for each in error.affected]
        return page(partie, rang, affected=affected), 409
    except SheetError as error:
        return page(error.partie, rang, [gettext(MOVED if isinstance(error, StaleEntry) else CLOSED)]), 409
    except Refused as refused:
        if any(item.fault.code == REUSED for item in refused.faults):
            return page(partie, rang, [gettext(MOVED)]), 409
        return page(partie, rang, _sentences(partie, rang, int(to), refused), refused=refused), 422
    return redirect(url_for("lines.show", number=number, rang=int(to)), 303)


def _moved_numbers(partie: Partie, rang: int, to: int) -> list[int]:
    numbers = [line.rang for line in partie.lines if line.rang != rang]
    return [*numbers[: to - 1], rang, *numbers[to - 1 :]]


def _sentences(partie: Partie, rang: int, to: int, refused: Refused) -> list[str]:
    """Return the sentences of a refusal, in which other lines have their present numbers."""
    shown = _moved_numbers(partie, rang, to)
    return [
        message_of(item.fault, refused.words, refused.table)
        if item.rang in {None, to}
        else later_fault(refused, replace(item, rang=shown[(item.rang or 1) - 1]))
        for item in refused.faults
    ]


def page(
    partie: Partie, rang: int, errors: Sequence[str] = (), *, refused: Refused | None = None, **more: Any
) -> str:
    """Return the page with the possible places of a line, on the present sheet."""
    line, offered = partie.line(rang), places(partie, rang)
    kept = refused is not None and any(item.fault.field == KEEP for item in refused.faults)
    up = str(rang - 1 or 2)
    return render_template(
        "parties/move.html",
        view=sheet_view(partie, rang),
        rang=rang,
        title=gettext("Déplacer la ligne %(rang)s", rang=rang),
        brief=payload_brief(partie, rang, line.payload),
        offered=offered,
        chosen=request.form.get("vers", up),
        deals=bool(partie.table.players) and partie.rules.deals_next(partie.sheet.state) is not None,
        kept=kept or KEPT in request.form,
        errors=errors,
        **{"affected": (), **more},
    )
