"""Acts on a partie within an open transaction, for acts that are about more than one sheet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper import i18n
from scorekeeper.parties.acts import PARTIES, Act, add_line, line_change, write
from scorekeeper.parties.model import ActKind, Partie, Status, built, header, touched, version_of
from scorekeeper.records.chain import canonical
from scorekeeper.records.ledger import Change, Transaction
from scorekeeper.records.rows import EventRow, PartieRow
from scorekeeper.rules import names
from scorekeeper.rules.kinds import Unreadable
from scorekeeper.rules.replay import EntryFault, extend


def open_sheet(opened: Transaction, row: PartieRow, texts: Sequence[str], uuid: str | None = None) -> Partie:
    """Open a partie, with entries as the log keeps them; they were judged before."""
    row = replace(row, id=opened.session.add_partie(row))
    opened.session.seat(row.id, [(name, names.key(name)) for name in json.loads(row.players)])
    heading = Change(kind=ActKind.OUVERTURE, body=canonical(header(row, len(texts))))
    lines = [line_change(ActKind.ENTREE, rang, text) for rang, text in enumerate(texts, 1)]
    events = [PARTIES.append(opened, row.id, heading, uuid)]
    events += [PARTIES.append(opened, row.id, line) for line in lines]
    return PARTIES.put(opened, built(row, events), None)


def enter_all(opened: Transaction, partie: Partie, payloads: Sequence[Any]) -> Partie:
    """Write several lines below those that stand.

    Raises:
        Refused: with the reasons of the first line that is impossible.
    """
    for payload in payloads:
        act = partial(add_line, rang=partie.next_rang, payload=payload)
        partie = write(opened, partie, ActKind.ENTREE, act)
    return partie


def judged(partie: Partie, payloads: Sequence[Any]) -> list[EntryFault]:
    """Every reason why these lines cannot follow those that stand."""
    sheet = partie.sheet
    for rang, payload in enumerate(payloads, partie.next_rang):
        try:
            sheet = extend(sheet, rang, partie.rules.ENTRY.read(payload, partie.table))
        except Unreadable as unreadable:
            sheet = extend(sheet, rang, unreadable)
    return list(sheet.faults[len(partie.sheet.faults) :])


def close_sheet(opened: Transaction, partie: Partie) -> Partie:
    """Close a partie; one that is closed stays as it is."""
    return write(opened, partie, ActKind.CLOTURE, closing) if partie.is_open else partie


def reopen_sheet(opened: Transaction, partie: Partie, reason: str) -> Partie:
    """Open a closed partie again; an open one stays as it is."""
    if partie.is_open:
        return partie
    return write(opened, partie, ActKind.REOUVERTURE, partial(reopening, reason=reason))


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

    return Change(kind=ActKind.CLOTURE, body=body), closed


def reopening(partie: Partie, reason: str) -> Act:
    """What opening again writes: why."""

    def opened(event: EventRow) -> Partie:
        acts = (*partie.acts, version_of(event, None))
        return replace(touched(partie, event), acts=acts, status=Status.OUVERTE, frozen=None)

    return Change(kind=ActKind.REOUVERTURE, reason=reason), opened
