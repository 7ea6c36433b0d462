"""Registration: one after the other, a whole list, and what happens to somebody during the day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from flask import Blueprint, redirect, request, url_for

from scorekeeper import tournaments as desk
from scorekeeper.i18n import N_, gettext
from scorekeeper.kit.form import number as typed_number
from scorekeeper.kit.words import say
from scorekeeper.rules.contract import Table
from scorekeeper.tournaments.acts.desk import WORDS
from scorekeeper.tournaments.acts.entrants import look_alikes
from scorekeeper.tournaments.acts.lists import decoded
from scorekeeper.tournaments.acts.pairing import lonely_words
from scorekeeper.tournaments.model import Entrant, Stage
from scorekeeper.web.core.form_errors import NOTHING, UNPROCESSABLE, Refusal, answer, attempt
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import posted_uuid
from scorekeeper.web.tournaments.frame import Head, head_of, sentence, store
from scorekeeper.web.tournaments.permissions import Role, by, needs

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.tournaments.model import Tournament

blueprint = Blueprint("tournament_people", __name__)
COLUMNS = {
    "name": N_("nom"),
    "first": N_("prénom"),
    "last": N_("nom de famille"),
    "club": N_("club"),
    "apart": N_("à part de"),
    "pair": N_("équipe"),
    "fixed": N_("table fixe"),
    "": N_("laissée de côté"),
}
"""What a column of a list was taken for."""
OPTIONAL = ("club", "pair", "apart", "fixed")
"""Columns of the lists that nobody need have anything in."""
YES = frozenset({"oui", "yes", "x"})
"""What may be typed for a table that is kept, whichever it is."""


@dataclass(frozen=True)
class EntrantRow:
    """One line of the list of entrants."""

    number: int
    name: str
    club: str
    apart: str
    pair: str
    fixed: str
    present: bool
    late: int
    """The first round they can play, when they came after the first; else 0."""


@dataclass(frozen=True)
class PeoplePage:
    """Context of the registration."""

    TEMPLATE: ClassVar[str] = "tournaments/people.html"
    head: Head
    rows: tuple[EntrantRow, ...]
    used: tuple[str, ...]
    """The columns that anybody has something in, so that a narrow screen shows no empty ones."""
    newest: EntrantRow | None
    present: int
    in_pairs: bool
    alike: tuple[tuple[str, str], ...]
    """Names that look like one another."""
    lonely: tuple[tuple[str, str], ...]
    """Who is to be kept apart from something that is nobody, and what that is."""
    refused: Refusal


@dataclass(frozen=True)
class PreviewRow:
    """One line of a list before it is registered."""

    line: int
    text: str
    entrant: EntrantRow | None
    faults: tuple[str, ...]
    doubts: tuple[str, ...]


@dataclass(frozen=True)
class PreviewPage:
    """Context of a list that was looked through."""

    TEMPLATE: ClassVar[str] = "tournaments/preview.html"
    head: Head
    text: str
    rows: tuple[PreviewRow, ...]
    used: tuple[str, ...]
    columns: tuple[str, ...]
    faults: tuple[str, ...]
    good: int
    bad: int


@dataclass(frozen=True)
class EntrantPage:
    """Context of the page about one entrant, for the organiser."""

    TEMPLATE: ClassVar[str] = "tournaments/entrant.html"
    head: Head
    entrant: EntrantRow
    in_pairs: bool
    finished: bool
    plays: int | None
    """Number of the open round they play in."""
    substitute: str
    refused: Refusal


def row_of(t: Tournament, one: Any) -> EntrantRow:
    """An entrant, or somebody who is to become one, as a line."""
    known = isinstance(one, Entrant)
    partner = t.entrant(one.partner).name if known and one.partner else ""
    fixed = "" if one.fixed is None else gettext("oui") if one.fixed == 0 else str(one.fixed)
    return EntrantRow(
        one.number if known else 0,
        one.name,
        one.club,
        ", ".join(one.apart),
        partner or one.pair,
        fixed,
        one.present if known else True,
        one.since if known and one.since > 1 else 0,
    )


def used_of(rows: Iterable[EntrantRow]) -> tuple[str, ...]:
    """Which of the columns that may be empty hold something."""
    rows = tuple(rows)
    return tuple(column for column in OPTIONAL if any(getattr(row, column) for row in rows))


def people_page(number: int, refused: Refusal = NOTHING) -> PeoplePage:
    """The registration as it stands; those who came last are on top, so that each is seen to be written."""
    t = desk.read(store(), number)
    rows = tuple(row_of(t, one) for one in reversed(t.entrants))
    alike = tuple((one.name, other.name) for one, other in look_alikes(t.present))
    return PeoplePage(
        head_of(t, "tournament_people.index"),
        rows,
        used_of(rows),
        rows[0] if rows else None,
        len(t.present),
        t.in_pairs,
        alike,
        tuple((one.name, text) for one, text in lonely_words(t)),
        refused,
    )


@blueprint.get("/tournois/<number:number>/joueurs")
@needs(Role.ORGANISATEUR)
def index(number: int) -> str:
    """Who registered, and the form for the next one."""
    return render(people_page(number))


def posted_person() -> dict[str, Any]:
    """One person as typed; what was left empty is left out."""
    form = request.form
    found: dict[str, Any] = {"name": form.get("name", "")}
    found |= {key: form[key] for key in ("club", "pair") if form.get(key, "").strip()}
    if apart := [part.strip() for part in form.get("apart", "").split(",") if part.strip()]:
        found["apart"] = apart
    fixed = form.get("fixed", "").strip().casefold()
    if fixed in YES or fixed == gettext("oui"):
        found["fixed"] = True
    elif fixed:
        found["fixed"] = typed_number(fixed)
    return found


@blueprint.post("/tournois/<number:number>/joueurs")
@needs(Role.ORGANISATEUR)
def register(number: int) -> Response | tuple[str, int]:
    """Register one more."""
    refused = attempt(
        "un", lambda: desk.register(store(), number, [posted_person()], by=by(), uuid=posted_uuid())
    )
    return answer(
        refused,
        lambda said: people_page(number, _of_one(said)),
        url_for("tournament_people.index", number=number),
    )


def _of_one(said: Refusal) -> Refusal:
    """Faults of the only person of a list, under the fields' own names."""
    fields = tuple((key.removeprefix("players.0.") or "name", text) for key, text in said.said)
    return Refusal(said.form, said.status, fields, said.typed)


@blueprint.post("/tournois/<number:number>/joueurs/apercu")
@needs(Role.ORGANISATEUR)
def preview(number: int) -> str | tuple[str, int]:
    """Look through a list that was pasted or sent as a file; nothing is written."""
    text: str | None = request.form.get("liste", "")
    sent = request.files.get("fichier")
    unreadable = False
    if sent is not None and sent.filename:
        text, _ = decoded(sent.read())
        unreadable = text is None
    if unreadable:
        said = Refusal(
            "liste", UNPROCESSABLE, (("fichier", gettext("Le fichier n’est pas un texte lisible.")),)
        )
        return render(people_page(number, said)), said.status
    return render(preview_page(number, text or ""))


def preview_page(number: int, text: str) -> PreviewPage:
    """A list as it would be registered, with what is wrong in each line."""
    t = desk.read(store(), number)
    found = desk.preview(store(), number, text)
    rows = tuple(
        PreviewRow(
            row.line,
            row.text,
            row_of(t, row.player) if row.player else None,
            tuple(sentence(fault) for fault in row.faults),
            tuple(say(doubt, WORDS, Table()) for doubt in row.doubts),
        )
        for row in found.rows
    )
    bad = sum(bool(row.faults) for row in rows)
    return PreviewPage(
        head_of(t, "tournament_people.index"),
        text,
        rows,
        used_of(row.entrant for row in rows if row.entrant),
        tuple(gettext(COLUMNS[column]) for column in found.columns),
        tuple(sentence(fault) for fault in found.faults),
        len(rows) - bad,
        bad,
    )


@blueprint.post("/tournois/<number:number>/joueurs/liste")
@needs(Role.ORGANISATEUR)
def register_list(number: int) -> Response | tuple[str, int]:
    """Register a list that was looked through: all of it, or the lines without faults when that is asked for."""
    text = request.form.get("liste", "")

    def write() -> None:
        if request.form.get("justes") == "1":
            good = [one.document() for one in desk.preview(store(), number, text).players]
            desk.register(store(), number, good, by=by(), uuid=posted_uuid())
        else:
            desk.import_list(store(), number, text, by=by(), uuid=posted_uuid())

    refused = attempt("liste", write)
    if refused is None:
        return redirect(url_for("tournament_people.index", number=number), 303)
    if refused.status == UNPROCESSABLE:
        return render(preview_page(number, text)), refused.status
    return render(people_page(number, refused)), refused.status


def entrant_page(number: int, entrant: int, refused: Refusal = NOTHING) -> EntrantPage:
    """What may be done about one entrant now."""
    t = desk.read(store(), number)
    one = t.entrant(entrant)
    current = t.current
    table = next((table for table in current.tables if entrant in table.seats), None) if current else None
    return EntrantPage(
        head_of(t, "tournament_people.index"),
        row_of(t, one),
        t.in_pairs,
        t.stage is Stage.FINI,
        current.number if current and table else None,
        table.substitutes.get(entrant, "") if table else "",
        refused,
    )


@blueprint.get("/tournois/<number:number>/joueurs/<number:entrant>/modifier")
@needs(Role.ORGANISATEUR)
def edit(number: int, entrant: int) -> str:
    """One entrant: what is known, whether they are there, who plays for them."""
    return render(entrant_page(number, entrant))


def _back(number: int, entrant: int, refused: Refusal | None) -> Response | tuple[str, int]:
    return answer(
        refused,
        lambda said: entrant_page(number, entrant, said),
        url_for("tournament_people.edit", number=number, entrant=entrant),
    )


@blueprint.post("/tournois/<number:number>/joueurs/<number:entrant>/modifier")
@needs(Role.ORGANISATEUR)
def amend(number: int, entrant: int) -> Response | tuple[str, int]:
    """Put right what is known of somebody."""
    said = {"club": "", "pair": "", "apart": [], "fixed": None, **posted_person()}
    refused = attempt(
        "fiche", lambda: desk.amend_entrant(store(), number, entrant, said, by=by(), uuid=posted_uuid())
    )
    return _back(number, entrant, refused)


@blueprint.post("/tournois/<number:number>/joueurs/<number:entrant>/retirer")
@needs(Role.ORGANISATEUR)
def withdraw(number: int, entrant: int) -> Response | tuple[str, int]:
    """Let somebody go."""
    reason = request.form.get("raison", "")
    refused = attempt(
        "retirer", lambda: desk.withdraw(store(), number, entrant, by=by(), reason=reason, uuid=posted_uuid())
    )
    return _back(number, entrant, refused)


@blueprint.post("/tournois/<number:number>/joueurs/<number:entrant>/revenir")
@needs(Role.ORGANISATEUR)
def bring_back(number: int, entrant: int) -> Response | tuple[str, int]:
    """Let somebody who had gone play again."""
    refused = attempt(
        "revenir", lambda: desk.bring_back(store(), number, entrant, by=by(), uuid=posted_uuid())
    )
    return _back(number, entrant, refused)


@blueprint.post("/tournois/<number:number>/joueurs/<number:entrant>/remplacer")
@needs(Role.ORGANISATEUR)
def substitute(number: int, entrant: int) -> Response | tuple[str, int]:
    """Note who plays for somebody in the open round; an empty name when they are back."""
    t = desk.read(store(), number)
    refused = attempt(
        "remplacer",
        lambda: desk.substitute(
            store(),
            number,
            round_number=t.current.number if t.current else len(t.rounds),
            entrant=entrant,
            name=request.form.get("remplacant", ""),
            by=by(),
            uuid=posted_uuid(),
        ),
    )
    return _back(number, entrant, refused)
