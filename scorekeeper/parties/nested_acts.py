"""Acts on a partie inside a transaction that is open already, for acts that are about more than one sheet."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from scorekeeper import i18n
from scorekeeper.parties.acts import Said, next_line, written
from scorekeeper.parties.model import (
    Author,
    Kind,
    Partie,
    Status,
    built,
    head_of,
    header,
    touched,
    version_of,
)
from scorekeeper.records.chain import canonical
from scorekeeper.records.rows import EventRow, NewEvent, PartieRow
from scorekeeper.records.session import Session
from scorekeeper.rules import names
from scorekeeper.rules.fields import Unreadable
from scorekeeper.rules.replay import extend
from scorekeeper.sheet_file import SheetFault

Act = tuple[Said, Callable[[EventRow], Partie]]
"""What an act writes, and the partie after it."""


def open_sheet(session: Session, row: PartieRow, texts: Sequence[str], *, uuid: str, by: Author) -> Partie:
    """Open a partie, with entries as the log keeps them; they have been judged."""
    row = replace(row, id=session.add_partie(row))
    session.seat(row.id, [(name, names.key(name)) for name in json.loads(row.players)])
    body = canonical(header(row, len(texts)))
    opened = NewEvent(
        uuid, f"partie:{row.id}", 1, Kind.OUVERTURE, row.id, None, body, "", by.actor, by.device
    )
    events = [session.append(opened)]
    for rang, text in enumerate(texts, 1):
        scope = f"partie:{row.id}/rang:{rang}"
        event = NewEvent(str(uuid4()), scope, 1, Kind.ENTREE, row.id, rang, text, "", by.actor, by.device)
        events.append(session.append(event))
    partie = built(row, events)
    session.put_head(head_of(partie))
    return partie


def enter_all(session: Session, partie: Partie, payloads: Sequence[Any], *, by: Author) -> Partie:
    """Write several lines below those that stand.

    Raises:
        Refused: with the reasons of the first line that is impossible.
    """
    for payload in payloads:
        partie = written(
            session,
            partie,
            uuid=str(uuid4()),
            kind=Kind.ENTREE,
            by=by,
            act=lambda before, said=payload: next_line(before, before.next_rang, said),  # type: ignore[misc]
        )
    return partie


def judged(partie: Partie, payloads: Sequence[Any]) -> list[SheetFault]:
    """Every reason why these lines cannot follow those that stand."""
    sheet = partie.sheet
    for rang, payload in enumerate(payloads, partie.next_rang):
        try:
            sheet = extend(sheet, rang, partie.rules.ENTRY.read(payload, partie.table))
        except Unreadable as unreadable:
            sheet = extend(sheet, rang, unreadable)
    found = sheet.faults[len(partie.sheet.faults) :]
    return [SheetFault(item.rang, item.fault) for item in found]


def close_sheet(session: Session, partie: Partie, *, by: Author) -> Partie:
    """Close a partie; one that is closed stays as it is."""
    if not partie.is_open:
        return partie
    return written(session, partie, uuid=str(uuid4()), kind=Kind.CLOTURE, by=by, act=closing)


def reopen_sheet(session: Session, partie: Partie, reason: str, *, by: Author) -> Partie:
    """Open a closed partie again; an open one stays as it is."""
    if partie.is_open:
        return partie
    return written(
        session,
        partie,
        uuid=str(uuid4()),
        kind=Kind.REOUVERTURE,
        by=by,
        act=lambda before: reopening(before, reason),
    )


def closing(partie: Partie) -> Act:
    """What closing writes: result and settings as they are now."""
    with i18n.speaking(i18n.SOURCE):
        score = partie.score_document()
    settings = partie.rules.SETTINGS.write_all(partie.rules, partie.table)
    body = canonical({"score": score, "settings": settings})

    def closed(event: EventRow) -> Partie:
        acts = (*partie.acts, version_of(event, None))
        kept = json.loads(body)
        return replace(touched(partie, event), acts=acts, status=Status.CLOSE, frozen=kept)

    return Said(Kind.CLOTURE, None, body), closed


def reopening(partie: Partie, reason: str) -> Act:
    """What opening again writes: why."""

    def opened(event: EventRow) -> Partie:
        acts = (*partie.acts, version_of(event, None))
        return replace(touched(partie, event), acts=acts, status=Status.OUVERTE, frozen=None)

    return Said(Kind.REOUVERTURE, None, None, reason), opened
