"""Acts on a partie, each in one function and one transaction, and changes of players in words.

Each act has a UUID, made where it was typed. The same UUID with the same content changes nothing and returns `repeated`; with
other content it is refused. Besides what its docstring lists, every act raises:

- `Refused` for an invalid UUID,
- `PartieClosed` when the partie is closed,
- `StaleEntry` when the line or the sheet has changed since the act was made,
- `Unknown` when there is no such partie or line,
- `StorageError` when it could not be written, or may not have been,
- `LinesAffected`, for acts that change a line, when the scores of other lines would change and that was not confirmed.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Required, TypedDict, Unpack

from scorekeeper.cards.game_api.words import Words, message_of, read_sentences
from scorekeeper.cards.rules import changes
from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.changes import CHANGE, Move, Seating, TableChange, move_of
from scorekeeper.cards.rules.contract import Fault, Label, Seat, Table
from scorekeeper.cards.rules.initials import Initials, in_order
from scorekeeper.cards.rules.kinds import Unreadable, within
from scorekeeper.cards.rules.replay import FINISHED, Marked
from scorekeeper.cards.sheet_file import MAX_ENTRIES, SheetFile
from scorekeeper.errors import Refused, StaleEntry
from scorekeeper.i18n import all_of
from scorekeeper.parties import acts, fold
from scorekeeper.parties.acts import Act, Entered, SheetAct
from scorekeeper.parties.model import ActKind, Partie, partie_row
from scorekeeper.parties.order import LineOrder, dealers_document, reversed_dealers
from scorekeeper.records.event_log import Change, canonical, now
from scorekeeper.records.ledger import Author, transaction
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store

(MOVES,) = read_sentences(__file__, "moves")
WORDS = Words(MOVES)


def open_partie(
    store: Store, sheet: SheetFile, *, by: Author, revanche_de: int | None = None, uuid: str | None = None
) -> Partie:
    """Open a partie with the entries of the sheet file, perhaps as the rematch of the partie with the number `revanche_de`.

    Raises `Refused` when an entry is impossible, and `Unknown` when there is no partie `revanche_de`.
    """
    played = sheet.replay()
    if played.faults:
        raise Refused(played.faults, acts.words_for(sheet.game), sheet.table)
    uuid = None if uuid is None else acts.PARTIES.uuid_text(uuid)
    row = partie_row(sheet, revanche_de, now())
    entries = [(marked, marked.entry.dealt_by(marked.before.donneur)) for marked in played.marked]
    texts = [canonical(LineOf(sheet.rules).write(entry, marked.before.table)) for marked, entry in entries]
    events = acts.opening(row, texts, (*sheet.changes, *sheet.rule_changes))
    drafted = fold.drafted(row, events)
    with transaction(store, by) as opened:
        session = opened.session

        def same(event: EventRow) -> bool:
            bodies = [item.body for item in session.events(event.partie or 0)[: len(events)]]
            return event.kind == ActKind.OUVERTURE and bodies == [item.body for item in events]

        known = acts.PARTIES.opened_before(opened, uuid, same)
        if known is not None:
            return known
        if revanche_de is not None:
            session.head(revanche_de)
        return acts.open_sheet(opened, row, events, uuid, drafted)


read_partie = acts.PARTIES.read


def was_written(store: Store, number: int, uuid: str) -> bool:
    """Return whether an act with this UUID is written on this partie."""
    with store.read() as session:
        known = session.event(uuid.lower())
    return known is not None and known.partie == number


def enter(
    store: Store,
    number: int,
    *,
    uuid: str,
    rang: int,
    payload: Any,
    by: Author,
    judged: Marked | None = None,
    opening: str | None = None,
) -> Entered:
    """Write the next line of a sheet.

    `judged` is the entry as marked before, which is not judged again while the sheet is in the same state. `opening` is the UUID of
    the sheet's opening; it is not checked when `None`.

    Raises:
        Refused: the entry is impossible, with every reason, or `opening` is that of another sheet.
        StaleEntry: line `rang` is written already.
    """

    def act(partie: Partie) -> Act:
        acts.check_opening(partie, opening)
        place = acts.read_number(partie, rang, "rang", None)
        if place < partie.next_rang:
            raise StaleEntry(partie, partie.line(place))
        if place > partie.next_rang:
            raise acts.refusal(partie, place, Fault("rang-attendu", "rang", {"attendu": partie.next_rang}))
        if place > MAX_ENTRIES:
            raise acts.refusal(partie, place, Fault("trop-d-entrees", "", {"limite": MAX_ENTRIES}))
        return acts.add_line(partie, place, payload, judged)

    def same(partie: Partie, event: EventRow) -> bool:
        return acts.is_same(partie, event, acts.read_number(partie, rang, "rang", None), payload)

    return acts.perform(store, number, ActKind.ENTREE, {"uuid": uuid, "by": by}, act, same=same)


class LineAct(SheetAct, total=False):
    """Arguments of an act on one line."""

    rang: Required[int]
    confirm: int | None
    """Present revision of the sheet, to confirm that the scores of other lines may change."""


def amend(store: Store, number: int, *, payload: Any, **details: Unpack[LineAct]) -> Entered:
    """Amend a line. Its former content stays on record. Its dealer stays where the entry names none.

    Raises `Refused`, also when a later line would become impossible.
    """
    rang = details["rang"]

    def act(partie: Partie) -> Act:
        line = partie.line(rang)
        if line.struck:
            raise acts.refusal(partie, rang, Fault("ligne-rayee"))
        entry = acts.read_entry(partie, rang, payload).dealt_by(partie.state_before(rang).donneur)
        sheet = acts.check_possible(partie, replace(line, entry=entry), details.get("confirm"))
        change = acts.line_change(ActKind.MODIF, line.identity, acts.text_of(partie, rang, entry))
        return change, partial(fold.changed_line, sheet=sheet)

    def same(partie: Partie, event: EventRow) -> bool:
        return acts.is_same(partie, event, rang, payload)

    return acts.perform(store, number, ActKind.MODIF, details, act, same=same, rang=rang)


def strike(store: Store, number: int, **details: Unpack[LineAct]) -> Entered:
    """Strike a line: it stays on the sheet and no longer counts. A line struck without a reason may be struck again with one.

    Raises `Refused` when a later line depends on it.
    """
    return _strike(store, number, ActKind.RATURE, details)


def reinstate(store: Store, number: int, **details: Unpack[LineAct]) -> Entered:
    """Make a struck line count again. Raises `Refused` when it or a later line would be impossible."""
    return _strike(store, number, ActKind.RETABLIE, details)


def _strike(store: Store, number: int, kind: ActKind, details: LineAct) -> Entered:
    rang, reason = details["rang"], details.get("reason", "")

    def act(partie: Partie) -> Act:
        line, struck = partie.line(rang), kind is ActKind.RATURE
        if line.struck is struck and not (struck and reason and not line.versions[-1].reason):
            raise StaleEntry(partie, line)
        last = line.versions[-1]
        undone = last.seq == partie.last_seq and last.kind is not ActKind.DEPLACEMENT
        dealers = reversed_dealers(last.dealers) if undone else {}
        line = replace(line, struck=struck)
        course = LineOrder.of(partie).with_line(line).dealt(dealers)
        sheet = acts.check_course(partie, course, line, details.get("confirm"))
        body = canonical({"dealers": dealers_document(dealers)}) if dealers else None
        return acts.line_change(kind, line.identity, body), partial(fold.changed_line, sheet=sheet)

    def same(partie: Partie, event: EventRow) -> bool:
        return partie.version(event).rang_then == rang

    return acts.perform(store, number, kind, details, act, same=same, rang=rang)


def close_partie(store: Store, number: int, **details: Unpack[SheetAct]) -> Entered:
    """Close a partie: score and settings are stored, and later changes of the rules leave them unchanged."""
    return acts.perform(store, number, ActKind.CLOTURE, details, acts.closing)


def reopen(store: Store, number: int, **details: Unpack[SheetAct]) -> Entered:
    """Reopen a closed partie. Raises `Refused` without a reason, `StaleEntry` when it is open."""

    def act(partie: Partie) -> Act:
        if partie.is_open:
            raise StaleEntry(partie)
        if not acts.reason_text(partie, None, details):
            raise acts.refusal(partie, None, Fault("raison-attendue", "reason"))
        return acts.reopening(partie)

    return acts.perform(store, number, ActKind.REOUVERTURE, details, act)


def sign(store: Store, number: int, *, signatures: Any, **details: Unpack[SheetAct]) -> Entered:
    """Put initials under a closed sheet. Existing ones stay unless replaced; reopening the sheet removes all.

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
        raise acts.refusal(partie, None, *within("signatures", unreadable.faults)) from unreadable
    if not signatures:
        raise acts.refusal(partie, None, Fault("initiales-attendues", "signatures"))
    return dict(signatures)


class People(TypedDict, total=False):
    """A change of players from the next line on, as in the file format: all players, and who replaces or renames whom."""

    players: Required[Any]
    replaces: Any
    renames: Any


def judged_change(partie: Partie, people: People) -> TableChange:
    """Return the change of players after the last line. Raises `Refused` with every reason, also when the partie is finished."""
    change = _read(partie, people)
    faults = changes.faults(partie.game.rules, partie.table, change)
    if partie.sheet.outcome is not None:
        faults = [Fault(FINISHED)]
    elif len(partie.seating.changes) >= changes.MOST_CHANGES:
        faults = [Fault("trop-de-changements")]
    if faults:
        raise acts.refusal(partie, None, *faults)
    return change


def _read(partie: Partie, people: People) -> TableChange:
    given = {key: value for key, value in people.items() if value is not None}
    try:
        return CHANGE.read({"after": len(partie.lines), **given}, partie.table)
    except Unreadable as unreadable:
        raise acts.refusal(partie, None, *unreadable.faults) from unreadable


def change_table(store: Store, number: int, *, people: People, **details: Unpack[SheetAct]) -> Entered:
    """Change the players from the next line on. Raises `Refused` with every reason."""

    def act(partie: Partie) -> Act:
        change = judged_change(partie, people)
        return acts.table_change(change, partie.table), fold.changed_table

    def same(partie: Partie, event: EventRow) -> bool:
        kept = CHANGE.read(fold.plain(event.body or ""), partie.table)
        return kept == replace(_read(partie, people), after=kept.after)

    return acts.perform(store, number, ActKind.CHANGEMENT, details, act, same=same)


def undo_change(store: Store, number: int, *, place: int, **details: Unpack[SheetAct]) -> Entered:
    """Undo the last change of players; `place` is its number, from 1. Raises `Refused` once a line follows it."""

    def act(partie: Partie) -> Act:
        listed = partie.seating.changes
        acts.check_last(partie, listed, place, not_last="changement-pas-dernier", followed="changement-suivi")
        return Change(kind=ActKind.CHANGEMENT_ANNULE), fold.changed_table

    return acts.perform(store, number, ActKind.CHANGEMENT_ANNULE, details, act)


def is_undoable(partie: Partie) -> bool:
    """Return whether the last change of players can be undone: no line was written since."""
    return acts.is_last(partie, partie.seating.changes)


def sentences(table: Table, change: TableChange) -> tuple[str, ...]:
    """Return what a change of players does to a table, in sentences of the current language."""
    return tuple(message_of(label, WORDS, table) for label in _labels(move_of(table, change)))


def _labels(move: Move) -> Iterator[Label]:
    for new, former in move.replaced:
        yield Label("remplace", nouveau=new, ancien=former)
    for new, former in move.renamed:
        yield Label("renomme", nouveau=new, ancien=former)
    if move.joined:
        yield Label("arrivent" if move.joined[1:] else "arrive", noms=all_of(move.joined))
    if move.back:
        yield Label("reviennent" if move.back[1:] else "revient", noms=all_of(move.back))
    if move.left:
        yield Label("partent" if move.left[1:] else "part", noms=all_of(move.left))
    if move.seats:
        yield Label("places", noms=", ".join(move.seats))


def change_sentences(document: Mapping[str, Any]) -> str:
    """Return a change of players in sentences of the current language; `document` is the change as in the sheet's history."""
    there, away = tuple(document["before"]), tuple(document.get("away", ()))
    before = Table((*there, *away), order=tuple(map(Seat, range(len(there)))))
    change = CHANGE.read({key: document[key] for key in document.keys() - {"before", "away"}}, before)
    return " ".join(sentences(before, change))


def chronicle(seating: Seating) -> Iterator[tuple[int, str]]:
    """Yield every change of players in words, with the number of lines before it."""
    return ((change.after, " ".join(sentences(table, change))) for table, change in seating.moments)
