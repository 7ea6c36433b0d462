"""Acts that another server acknowledged and that these records lack: a list of them beside the present state here."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import redirect, render_template, url_for

from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.errors import Unknown
from scorekeeper.i18n import gettext
from scorekeeper.parties import ActKind, Partie, Version, fold, read_partie
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import TABLE_CHANGES
from scorekeeper.parties.order import place_of
from scorekeeper.records import replica_store
from scorekeeper.records.event_log import canonical
from scorekeeper.records.replica_store import Elsewhere, subject_of
from scorekeeper.records.rows import EventRow
from scorekeeper.tournaments.fold import Happening
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.tournaments.seasons import SEASONS
from scorekeeper.web.core.requests import store
from scorekeeper.web.parties.access import device_name
from scorekeeper.web.parties.sheet_page import version_text
from scorekeeper.web.parties.sheet_view import payload_brief
from scorekeeper.web.tournaments.permissions import Pages, Role
from scorekeeper.web.tournaments.public_pages import line_of
from scorekeeper.web.tournaments.season_pages import KINDS as SEASON_KINDS

blueprint = Pages("elsewhere", __name__)


@dataclass(frozen=True, kw_only=True)
class ActRow:
    """An act in words, with its author and its time (UTC, ISO 8601)."""

    text: str
    by: str = ""
    at: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Missing:
    """An act that is missing here, beside the present state at its place; `ours` is `None` if there is nothing."""

    place: str
    theirs: ActRow
    ours: ActRow | None


@dataclass(frozen=True)
class MissingSubject:
    """A sheet, tournament or season with its missing acts; `url` is its page here, empty if it exists only on the other server."""

    title: str
    url: str
    acts: Sequence[Missing]


@blueprint.get("/secours/notees", role=Role.ORGANISATEUR)
def show() -> str:
    """Show the list of missing acts."""
    subjects = [subject for kept in replica_store.missing_acts(store()) for subject in _subjects(kept)]
    return render_template("takeover/elsewhere.html", subjects=subjects)


@blueprint.post("/secours/notees/fin", role=Role.ORGANISATEUR)
def dismiss() -> Any:
    """Delete the list of missing acts."""
    replica_store.dismiss_missing(store())
    return redirect(url_for("elsewhere.show"), 303)


def _subjects(kept: Elsewhere) -> Iterator[MissingSubject]:
    for subject, events in groupby(sorted(kept.missing, key=subject_of), subject_of):
        missing = list(events)
        try:
            yield _subject(kept, subject, missing)
        except (Unknown, LookupError, ValueError):
            # Written by a newer version, or with a game unknown here: listed as raw data.
            acts = [Missing("", _row(event, f"{event.kind} {event.body or ''}"), None) for event in missing]
            yield MissingSubject(subject, "", acts)


def _subject(kept: Elsewhere, subject: str, missing: Sequence[EventRow]) -> MissingSubject:
    """Return one subject's missing acts in words. Raises `Unknown`, `LookupError` or `ValueError` for unreadable ones."""
    scope, _, number = subject.partition(":")
    past = kept.of(subject)
    if scope == PARTIES.SCOPE:
        return _sheet(kept, int(number), past, missing)
    if scope == TOURNAMENTS.SCOPE:
        return _tournament(int(number), past, missing)
    if scope == SEASONS.SCOPE:
        return _season(int(number), past, missing)
    raise Unknown(subject)


def _row(event: EventRow | Version | Happening, text: str, by: str = "") -> ActRow:
    at = event.at_utc if isinstance(event, EventRow) else event.at
    return ActRow(text=text, by=by or device_name(event.device, event.actor), at=at, reason=event.reason)


def _sheet(
    kept: Elsewhere, number: int, past: Sequence[EventRow], missing: Iterable[EventRow]
) -> MissingSubject:
    theirs = fold.built(kept.sheets[number], [event for event in past if event.partie is not None])
    ours = _our_sheet(past[0])
    acts = [
        Missing(
            gettext("ligne %(rang)s", rang=_place(theirs, event)) if event.rang else "",
            _row(event, _sheet_act(theirs, event)),
            _our_state(ours, event),
        )
        for event in missing
    ]
    title = gettext("Feuille %(number)s", number=number)
    names = ", ".join(theirs.seating.opening.columns)
    url = url_for("parties.show", number=ours.id) if ours else ""
    return MissingSubject(f"{title} · {theirs.title} · {names}", url, acts)


def _our_sheet(opening: EventRow) -> Partie | None:
    """Return the same sheet here, even under another number; `None` if it exists only on the other server."""
    with store().read() as session:
        known = session.event(opening.uuid)
    return read_partie(store(), known.partie) if known and known.partie else None


def _sheet_act(theirs: Partie, event: EventRow) -> str:
    """Return an act on a sheet in words, with the content of its line."""
    known = next((version for version in theirs.past if version.seq == event.seq), None)
    kind, text = version_text(known or fold.version_of(event, json.loads(event.body or "{}")), theirs)
    if event.kind == ActKind.OUVERTURE:
        text = ", ".join(theirs.seating.opening.columns)
    elif event.kind == ActKind.CLOTURE:
        score = json.loads(event.body or "{}")["score"]
        text = _totals(score["columns"], score["totals"])
    elif event.rang is not None:
        place = _place(theirs, event)
        versions = theirs.line(place).versions
        payload = [each.payload for each in versions if each.payload and each.seq <= event.seq][-1]
        text = _line_text(theirs, place, payload)
    return " — ".join(filter(None, (kind, text)))


def _place(partie: Partie, event: EventRow) -> int:
    return place_of(partie.lines, event.rang or 0)


def _line_text(partie: Partie, rang: int, payload: Mapping[str, Any]) -> str:
    """Return a line in words, or its raw content if the present rules refuse it."""
    return payload_brief(partie, rang, payload) or canonical(payload)


def _totals(columns: Iterable[str], totals: Iterable[int]) -> str:
    return ", ".join(f"{column} {figure(total)}" for column, total in zip(columns, totals, strict=True))


def _our_state(ours: Partie | None, event: EventRow) -> ActRow | None:
    """Return the present state here at the place of an act on a sheet; `None` if there is nothing."""
    if ours is None:
        return None
    if event.rang is not None:
        place = _place(ours, event)
        if not place:
            return None
        line = ours.line(place)
        text, version = _line_text(ours, line.rang, line.payload), line.versions[-1]
        return _row(version, f"{version_text(version, ours)[0]} — {text}")
    if event.kind in TABLE_CHANGES:
        return ActRow(text=gettext("À la table : %(noms)s", noms=", ".join(ours.table.present)))
    if event.kind in {ActKind.CLOTURE, ActKind.REOUVERTURE, ActKind.SIGNATURE}:
        state = gettext("Feuille ouverte") if ours.is_open else gettext("Feuille terminée")
        return ActRow(text=f"{state} — {_totals(ours.table.columns, ours.sheet.totals)}")
    return None


def _tournament(number: int, past: Sequence[EventRow], missing: Iterable[EventRow]) -> MissingSubject:
    theirs = TOURNAMENTS.built(number, past)
    here = _our_number(past[0])
    ours = TOURNAMENTS.read(store(), here) if here else None
    history = TOURNAMENTS.history(store(), here) if here else ()

    def words(event: Happening, *, there: bool) -> ActRow:
        _, kind, text, by = line_of(theirs if there or ours is None else ours, event)
        return _row(event, " — ".join(filter(None, (kind, text))), by)

    acts = []
    for event in map(Happening.of, missing):
        same = [each for each in history if (each.kind, each.place) == (event.kind, event.place)]
        acts.append(Missing("", words(event, there=True), words(same[-1], there=False) if same else None))
    url = url_for("tournament_public.history", number=here) if here else ""
    return MissingSubject(theirs.name, url, acts)


def _season(number: int, past: Sequence[EventRow], missing: Iterable[EventRow]) -> MissingSubject:
    theirs = SEASONS.built(number, past)
    acts = [Missing("", _row(event, _season_act(event)), None) for event in map(Happening.of, missing)]
    here = _our_number(past[0])
    url = url_for("seasons.history", number=here) if here else ""
    return MissingSubject(gettext("Saison %(saison)s", saison=theirs.name), url, acts)


def _season_act(event: Happening) -> str:
    """Return an act on a season in words; an evening has its number on the other server."""
    asked = {**event.asked, **event.done}
    texts = [str(asked[key]) for key in ("name", "other") if asked.get(key)]
    if "tournament" in asked:
        texts.append(gettext("Tournoi n° %(number)s", number=asked["tournament"]))
    return " — ".join(filter(None, (gettext(SEASON_KINDS[event.kind]), " = ".join(texts))))


def _our_number(creation: EventRow) -> int:
    """Return the number here of the tournament or season that an event created; 0 if it exists only on the other server."""
    with store().read() as session:
        known = session.event(creation.uuid)
    return int(subject_of(known).partition(":")[2]) if known else 0
