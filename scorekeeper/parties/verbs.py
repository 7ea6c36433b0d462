"""The verbs of a partie: each act is one function and one transaction.

Each act carries a uuid made where it was typed: the same uuid with the same content changes nothing and says so, with other
content it is refused. Besides what its docstring names, every act raises `Refused` for its uuid, `PartieClosed` when the partie is
closed, `StaleEntry` when the line or the sheet is no longer as the act expects it, `Unknown` when there is no such partie or line,
and `StorageError` when it could not be written, or whether it was is not known. The acts that change a line raise `LinesAffected`
when the scores of other lines would change with it, unless that was confirmed.
"""

import json
from dataclasses import replace
from functools import partial
from typing import Any, Required, Unpack

from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.initials import Initials, in_order
from scorekeeper.cards.rules.kinds import Unreadable, within
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.cards.sheet_file import MAX_ENTRIES, SheetFile
from scorekeeper.errors import Refused, StaleEntry
from scorekeeper.parties import acts, fold
from scorekeeper.parties.acts import Act, Entered, SheetAct
from scorekeeper.parties.model import ActKind, Partie, opening_body, partie_row
from scorekeeper.records.chain import canonical
from scorekeeper.records.event_log import now
from scorekeeper.records.ledger import Author, Change, transaction
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store


def open_partie(
    store: Store, sheet: SheetFile, *, by: Author, revanche_de: int | None = None, uuid: str | None = None
) -> Partie:
    """Open a partie, with the entries that the sheet brings. Raises `Refused` when one is impossible.

    `revanche_de` is the partie that it answers; raises `Unknown` when there is none.
    """
    played = sheet.replay()
    if played.faults:
        raise Refused(played.faults, acts.words_for(sheet.game), sheet.table)
    uuid = None if uuid is None else acts.PARTIES.uuid_text(uuid)
    row = partie_row(sheet, revanche_de, now())
    body = opening_body(row, len(sheet.entries))
    entries = [(marked, marked.entry.dealt_by(marked.before.donneur)) for marked in played.marked]
    texts = [canonical(LineOf(sheet.rules).write(entry, marked.before.table)) for marked, entry in entries]
    written = acts.written(texts, sheet.changes)
    drafted = fold.drafted(row, [Change(kind=ActKind.OUVERTURE, body=body), *written])
    with transaction(store, by) as opened:
        session = opened.session

        def same(event: EventRow) -> bool:
            bodies = [item.body for item in session.events(event.partie or 0)[: len(written) + 1]]
            return (event.body, bodies) == (body, [body, *(change.body for change in written)])

        known = acts.PARTIES.opened_before(opened, uuid, same)
        if known is not None:
            return known
        if revanche_de is not None:
            session.head(revanche_de)
        return acts.open_sheet(opened, row, texts, uuid, sheet.changes, drafted=drafted)


def read_partie(store: Store, number: int) -> Partie:
    """A partie as it is now. Raises `Unknown` when there is none of that number, `StorageError` when it cannot be read."""
    return acts.PARTIES.read(store, number)


def was_written(store: Store, number: int, uuid: str) -> bool:
    """Whether an act with that uuid has already been written on that partie."""
    with store.read() as session:
        known = session.event(uuid.lower())
    return known is not None and known.partie == number


def enter(
    store: Store, number: int, *, uuid: str, rang: int, payload: Any, by: Author, judged: Marked | None = None
) -> Entered:
    """Write the next line of a sheet. Raises `Refused` with every reason, `StaleEntry` when line `rang` is written already.

    An entry that was `judged` already is not judged again on the same sheet.
    """

    def act(partie: Partie) -> Act:
        place = acts.whole(partie, rang, "rang", None)
        if place < partie.next_rang:
            raise StaleEntry(partie, partie.line(place))
        if place > partie.next_rang:
            raise acts.refusal(partie, place, Fault("rang-attendu", "rang", {"attendu": partie.next_rang}))
        if place > MAX_ENTRIES:
            raise acts.refusal(partie, place, Fault("trop-d-entrees", "", {"limite": MAX_ENTRIES}))
        return acts.add_line(partie, place, payload, judged)

    def same(partie: Partie, event: EventRow) -> bool:
        return acts.is_same(partie, event, acts.whole(partie, rang, "rang", None), payload)

    return acts.perform(store, number, ActKind.ENTREE, {"uuid": uuid, "by": by}, act, same=same)


class LineAct(SheetAct, total=False):
    """The particulars of an act that amends, strikes or reinstates a line."""

    rang: Required[int]
    confirm: int | None
    """The present revision of the sheet, where the scores of other lines may change with this one."""


def amend(store: Store, number: int, *, payload: Any, **details: Unpack[LineAct]) -> Entered:
    """Amend a line; its former content stays on record, and so does its dealer where the entry names none.

    Raises `Refused`, also when a later line would become impossible.
    """
    rang = details["rang"]

    def act(partie: Partie) -> Act:
        line = partie.line(rang)
        if line.struck:
            raise acts.refusal(partie, rang, Fault("ligne-rayee"))
        entry = acts.read_entry(partie, rang, payload).dealt_by(partie.before(rang).donneur)
        sheet = acts.check_possible(partie, replace(line, entry=entry), details.get("confirm"))
        why = acts.reason_text(partie, rang, details.get("reason", ""))
        change = acts.line_change(ActKind.MODIF, rang, acts.text_of(partie, rang, entry), why)
        return change, partial(acts.changed, line=line, sheet=sheet)

    def same(partie: Partie, event: EventRow) -> bool:
        return acts.is_same(partie, event, rang, payload)

    return acts.perform(store, number, ActKind.MODIF, details, act, same=same, rang=rang)


def strike(store: Store, number: int, **details: Unpack[LineAct]) -> Entered:
    """Strike a line: it stays on the sheet, struck, and no longer counts; again, to say why where no reason was given.

    Raises `Refused` when a later line needs it.
    """
    return _strike(store, number, ActKind.RATURE, details)


def reinstate(store: Store, number: int, **details: Unpack[LineAct]) -> Entered:
    """Let a struck line count again. Raises `Refused` when it or a later line would be impossible."""
    return _strike(store, number, ActKind.RETABLIE, details)


def _strike(store: Store, number: int, kind: ActKind, details: LineAct) -> Entered:
    rang, reason = details["rang"], details.get("reason", "")

    def act(partie: Partie) -> Act:
        line, struck = partie.line(rang), kind is ActKind.RATURE
        if line.struck is struck and not (struck and reason and not line.versions[-1].reason):
            raise StaleEntry(partie, line)
        sheet = acts.check_possible(partie, replace(line, struck=struck), details.get("confirm"))
        change = acts.line_change(kind, rang, None, acts.reason_text(partie, rang, reason))
        return change, partial(acts.changed, line=line, sheet=sheet)

    def same(_partie: Partie, event: EventRow) -> bool:
        return event.rang == rang

    return acts.perform(store, number, kind, details, act, same=same, rang=rang)


def close_partie(store: Store, number: int, **details: Unpack[SheetAct]) -> Entered:
    """Close a partie: result and settings are kept as they are, and no later change of the rules touches them."""
    return acts.perform(store, number, ActKind.CLOTURE, details, acts.closing)


def reopen(store: Store, number: int, **details: Unpack[SheetAct]) -> Entered:
    """Open a closed partie again. Raises `Refused` without a reason, `StaleEntry` when it is open."""

    def act(partie: Partie) -> Act:
        if partie.is_open:
            raise StaleEntry(partie)
        why = acts.reason_text(partie, None, details.get("reason", ""))
        if not why:
            raise acts.refusal(partie, None, Fault("raison-attendue", "reason"))
        return acts.reopening(partie, why)

    return acts.perform(store, number, ActKind.REOUVERTURE, details, act)


def sign(store: Store, number: int, *, signatures: Any, **details: Unpack[SheetAct]) -> Entered:
    """Put initials under a closed sheet; those that stand there stay, and all lapse when it is opened again.

    Raises `StaleEntry` while it is open.
    """

    def act(partie: Partie) -> Act:
        if partie.is_open:
            raise StaleEntry(partie)
        body = canonical(_initials(partie, signatures))
        signed = in_order({**partie.signatures, **json.loads(body)}, partie.table)
        return Change(kind=ActKind.SIGNATURE, body=body), partial(fold.turned, signatures=signed)

    def same(partie: Partie, event: EventRow) -> bool:
        return event.body == canonical(_initials(partie, signatures))

    return acts.perform(store, number, ActKind.SIGNATURE, details, act, same=same)


def _initials(partie: Partie, raw: Any) -> dict[str, str]:
    try:
        signatures = Initials().read(raw, partie.table)
    except Unreadable as unreadable:
        raise acts.refusal(partie, None, *within("signatures", unreadable)) from unreadable
    if not signatures:
        raise acts.refusal(partie, None, Fault("initiales-attendues", "signatures"))
    return dict(signatures)
