"""Shared steps of the acts on a partie, and acts that run within an open transaction, next to acts on other sheets."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Required, TypedDict, TypeVar

from scorekeeper import i18n
from scorekeeper.cards import sheet_file
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import Words, read_sentences
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.adjustment import LineOf, read_line
from scorekeeper.cards.rules.changes import CHANGE, TableChange
from scorekeeper.cards.rules.contract import Entry, Fault, Table
from scorekeeper.cards.rules.kinds import Kind, Text, Unreadable, Whole
from scorekeeper.cards.rules.replay import FINISHED, EntryFault, Marked, Replay, extend, judge, mark
from scorekeeper.cards.rules.rulings import RULE_CHANGE, RuleChange
from scorekeeper.errors import Affected, LinesAffected, PartieClosed, Refused, StaleEntry, Unknown
from scorekeeper.parties import fold, model
from scorekeeper.parties.model import ActKind, Line, Partie, Status
from scorekeeper.parties.order import LineOrder
from scorekeeper.records.event_log import Change, canonical
from scorekeeper.records.ledger import Author, Ledger, Transaction
from scorekeeper.records.rows import DerivedRow, EventRow, PartieRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store

T = TypeVar("T")

MAX_CHANGES = 6000
"""Most events of one partie."""
(MESSAGES,) = read_sentences(__file__, "messages")
"""Sentences for the faults of the acts themselves."""


@dataclass(frozen=True)
class Entered:
    """The result of an act: the partie after it."""

    partie: Partie
    repeated: bool
    """Whether the act had been written before, so that nothing was written now."""


def words_for(game: Game) -> Words:
    """Return a game's words together with those of the acts."""
    words = sheet_file.words_of(game)
    return Words({**MESSAGES, **words.messages}, words.terms)


Act = tuple[Change, Callable[[Partie, EventRow], Partie]]
"""The event of an act, and the function that gives the partie after it."""


class PartieLedger(Ledger[Partie]):
    """Ledger of parties: builds a partie from its events, and writes the tables derived from it."""

    SCOPE = "partie"
    TABLE = ("partie_head", "partie")

    def builder(self, session: Session, number: int) -> Callable[[], Partie]:
        return partial(fold.built, session.partie(number), session.events(number))

    def rows(self, after: Partie, before: Partie | None) -> Iterable[DerivedRow]:
        columns = model.columns_of(after) if before is None or after.seating is not before.seating else None
        return [model.head_of(after), *([columns] if columns else [])]

    def people(self, _opened: Transaction, subject: Partie) -> tuple[str, ...]:
        return subject.seating.names

    def refusal(self, fault: Fault) -> Refused:
        return Refused([EntryFault(None, fault)], Words(MESSAGES, {}), Table())


PARTIES = PartieLedger()


class SheetAct(TypedDict, total=False):
    """Arguments shared by all acts on a sheet."""

    uuid: Required[str]
    by: Required[Author]
    reason: str
    revision: int | None
    """Revision of the sheet on which the act was made; not checked when `None`."""
    seen: str | None
    """UUID of the last act on the line, or on the sheet for an act on the whole sheet; not checked when `None`."""


def perform(
    store: Store,
    number: int,
    kind: ActKind,
    sent: SheetAct,
    act: Callable[[Partie], Act],
    *,
    same: Callable[[Partie, EventRow], bool] = lambda _partie, _event: True,
    rang: int | None = None,
) -> Entered:
    """Perform one act on a partie, or on its line `rang`, in one transaction.

    `act` returns the event, and the function that computes the partie after it. An earlier event with this UUID has the same
    content when its reason is the same and `same` agrees. Raises `StaleEntry` for another revision or last act than in `sent`.
    """

    def judge(partie: Partie) -> Act:
        line, revision = None if rang is None else partie.line(rang), sent.get("revision")
        moved = revision is not None and read_number(partie, revision, "revision", rang) != partie.revision
        seen = sent.get("seen")
        if moved or (seen is not None and seen != (line.versions[-1].uuid if line else partie.last_uuid)):
            raise StaleEntry(partie, line)
        change, after = act(partie)
        return replace(change, reason=reason_text(partie, rang, sent)) if "reason" in sent else change, after

    def is_repeated(partie: Partie, event: EventRow) -> bool:
        return same(partie, event) and event.reason == reason_text(partie, rang, sent)

    partie, repeated = PARTIES.perform(
        store,
        number,
        kind=kind,
        by=sent["by"],
        uuid=sent["uuid"] or "",  # never `None`: an empty one is refused
        same=is_repeated,
        act=lambda opened, before, known: write(opened, before, kind, judge, known),
    )
    return Entered(partie, repeated=repeated)


def write(
    opened: Transaction, partie: Partie, kind: ActKind, act: Callable[[Partie], Act], uuid: str | None = None
) -> Partie:
    """Judge an act, write it, and return the partie after it. Raises `PartieClosed` (not for reopening or signing), and `Refused`."""
    if not partie.is_open and kind not in {ActKind.REOUVERTURE, ActKind.SIGNATURE}:
        raise PartieClosed(partie)
    if partie.revision >= MAX_CHANGES:
        raise refusal(partie, None, Fault("trop-de-changements"))
    change, after = act(partie)
    done = PARTIES.write(opened, partie, change, partial(after, partie), uuid)
    if done.seating is not partie.seating:
        opened.session.set_players(partie.id, done.everybody)
    return done


def line_change(kind: ActKind, identity: int, body: str | None) -> Change:
    """Return the event of an act on one line."""
    return Change(kind=kind, place=f"rang:{identity}", rang=identity, body=body)


def check_possible(partie: Partie, line: Line, confirm: Any) -> Replay:
    """Return the replay with a changed line. Raises `Refused` when the line, or one that was possible before, becomes impossible.

    Raises `LinesAffected` when the scores of other lines change and `confirm` is not the revision of the sheet.
    """
    return check_course(partie, LineOrder.of(partie).with_line(line), line, confirm)


def check_opening(partie: Partie, opening: str | None) -> None:
    """Raise `Refused` for a line that was typed for a sheet with another opening."""
    if opening and opening.lower() != partie.opening:
        raise refusal(partie, None, Fault("autre-feuille", "opening"))


def check_course(partie: Partie, course: LineOrder, line: Line, confirm: Any) -> Replay:
    """Return the replay of an order of lines in which `line` changed; raises as `check_possible`, with numbers of that order."""
    former = {each.rang: each.identity for each in partie.lines}
    places = {each.identity: each.rang for each in course.lines}
    known = {
        (places.get(former.get(item.rang or 0, 0)), item.fault.code, item.fault.field)
        for item in partie.sheet.faults
    }
    changed = replace(partie, seating=course.seating, rulings=course.rulings)
    sheet = fold.replayed(changed, course.lines)
    faults = [
        item
        for item in sheet.faults
        if item.rang == line.rang or (item.rang, item.fault.code, item.fault.field) not in known
    ]
    late = [item.rang or 0 for item in faults if item.fault.code == FINISHED and item.rang != line.rang]
    if late:
        faults = [item for item in faults if item.rang not in late]
        end = sheet.marked[-1].rang
        stays = former.get(line.rang) == line.identity
        early = _too_early(end, late) if stays else Fault("insertion-apres-la-fin", "", fin=end)
        faults.append(EntryFault(line.rang, early))
    if faults:
        raise Refused(faults, words_for(partie.game), partie.table)
    confirmed = confirm is not None and read_number(partie, confirm, "confirm", line.rang) == partie.revision
    before = {places[former[each.rang]]: each.row.scores for each in partie.sheet.marked}
    moved = line.versions and former.get(line.rang) != line.identity
    affected = [item for item in _affected(before, sheet) if moved or item.rang != line.rang]
    if affected and not confirmed:
        raise LinesAffected(partie, affected)
    return sheet


def _too_early(end: int, late: Sequence[int]) -> Fault:
    """Return the fault of a line that would end the partie while others are written below it."""
    if len(late) == 1:
        return Fault("ligne-apres-la-fin", "", fin=end, ligne=late[0])
    return Fault("lignes-apres-la-fin", "", fin=end, lignes=tuple(late[:-1]), derniere=late[-1])


def _affected(was: Mapping[int, tuple[int, ...]], after: Replay) -> Iterator[Affected]:
    """Yield the lines whose scores change; a line that does not count scores 0."""
    nothing = (0,) * len(after.table.columns)
    now = {line.rang: line.row.scores for line in after.marked}
    for rang in sorted({*was, *now}):
        if was.get(rang, nothing) != now.get(rang, nothing):
            yield Affected(rang, was.get(rang, nothing), now.get(rang, nothing))


def read_entry(partie: Partie, rang: int, payload: Any) -> Entry:
    """Parse an entry. Raises `Refused` with every reason."""
    entry = read_line(partie.rules, payload, partie.seating.at(rang))
    if isinstance(entry, Unreadable):
        raise refusal(partie, rang, *judge(partie.rulings.at(rang), partie.state_before(rang), entry))
    return entry


def is_same(partie: Partie, event: EventRow, rang: int, payload: Any) -> bool:
    """Return whether an event wrote this entry on this line. The dealer is compared only where the entry names one."""
    version, kept = partie.version(event), fold.entry_of(event)
    place = version.rang or 0
    entry = read_entry(partie, place, payload)
    if entry.donneur is None:
        kept.pop("donneur", None)
    return version.rang_then == rang and canonical(kept) == text_of(partie, place, entry)


def add_line(partie: Partie, rang: int, payload: Any, judged: Marked | None = None) -> Act:
    """Return the act that writes the line `rang`, which must be the next one. Raises `Refused` with every reason to refuse the
    entry.

    `judged` is the entry as marked before; it is used when the sheet is still in the same state.
    """
    line: Marked | list[EntryFault]
    if judged is not None and judged.before is partie.sheet.state:
        line = replace(judged, rang=rang)
    else:
        line = mark(partie.rules, partie.sheet.state, rang, read_entry(partie, rang, payload))
    if not isinstance(line, Marked):
        raise refusal(partie, rang, *(item.fault for item in line))
    line = replace(line, entry=line.entry.dealt_by(line.before.donneur))
    payload = LineOf(partie.rules).write(line.entry, line.before.table)
    change = line_change(ActKind.ENTREE, rang, canonical(payload))
    return change, partial(fold.entered, line=line, payload=payload)


def text_of(partie: Partie, rang: int, entry: Entry) -> str:
    """Return an entry as the event log stores it."""
    return canonical(written_entry(partie, rang, entry))


def written_entry(partie: Partie, rang: int, entry: Entry) -> dict[str, Any]:
    """Return an entry in the file format."""
    return LineOf(partie.rules).write(entry, partie.seating.at(rang))


def read_number(partie: Partie, raw: Any, key: str, rang: int | None) -> int:
    """Parse an integer from 1. Raises `Refused`, with the fault at field `key`."""
    return _value(partie, Whole(1, 10**9), raw, key, rang)


def reason_text(partie: Partie, rang: int | None, sent: SheetAct) -> str:
    """Parse the reason of an act, tidied; it may be empty. Raises `Refused` for one that is too long."""
    return _value(partie, Text(names.REASON_MAX), sent.get("reason", ""), "reason", rang)


def _value(partie: Partie, kind: Kind[T], raw: Any, key: str, rang: int | None) -> T:
    try:
        return kind.read(raw, partie.table)
    except Unreadable as unreadable:
        raise refusal(partie, rang, replace(unreadable.faults[0], field=key)) from unreadable


def refusal(partie: Partie, rang: int | None, *faults: Fault) -> Refused:
    """Return a refusal with these faults of one line, or of the act as a whole."""
    table = partie.table if rang is None else partie.seating.at(rang)
    return Refused([EntryFault(rang, fault) for fault in faults], words_for(partie.game), table)


def opening(
    row: PartieRow, texts: Sequence[str] = (), changes: Sequence[TableChange | RuleChange] = ()
) -> tuple[Change, ...]:
    """Return the events of a sheet that is opened with entries and with changes of players and settings, in their order."""
    heading = Change(kind=ActKind.OUVERTURE, body=model.opening_body(row, len(texts)))
    lines = [(rang, 1, line_change(ActKind.ENTREE, rang, text)) for rang, text in enumerate(texts, 1)]
    moves = [
        (each.after, 2, rule_change(each) if isinstance(each, RuleChange) else table_change(each, Table()))
        for each in changes
    ]
    return heading, *(change for _, _, change in sorted([*lines, *moves], key=lambda item: item[:2]))


def open_sheet(
    opened: Transaction,
    row: PartieRow,
    events: Sequence[Change],
    uuid: str | None = None,
    drafted: Partie | None = None,
) -> Partie:
    """Open a partie with the events of its opening, which were judged before. `drafted` is the partie built from them."""
    people = tuple(json.loads(row.players)) + tuple(name for change in events for name in change.people)
    row = replace(row, id=opened.session.add_partie(row, people))
    heading, *others = (replace(change, people=people) for change in events)
    written = [PARTIES.append(opened, row.id, heading, uuid)]
    written += [PARTIES.append(opened, row.id, change) for change in others]
    partie = fold.numbered(drafted, row.id, written) if drafted else fold.built(row, written)
    opened.session.set_players(row.id, partie.everybody)
    return PARTIES.put(opened, partie, None)


def is_last(partie: Partie, changes: Sequence[TableChange | RuleChange]) -> bool:
    """Return whether the last of these changes can be undone: the sheet is open, and no line was written since."""
    return partie.is_open and bool(changes) and changes[-1].after == len(partie.lines)


def check_last(
    partie: Partie, changes: Sequence[TableChange | RuleChange], place: int, *, not_last: str, followed: str
) -> None:
    """Check that a change can be undone.

    Args:
        partie: The sheet.
        changes: Its changes of one sort, in order.
        place: Number of the change, from 1.
        not_last: Code of the fault when another change came after it.
        followed: Code of the fault when a line came after it.

    Raises:
        Unknown: there is no change of this number.
        Refused: it is not the last one, or a line follows it.
    """
    if not 1 <= place <= len(changes):
        raise Unknown(f"partie {partie.id}, change {place}")
    after = changes[-1].after
    if place < len(changes):
        raise refusal(partie, None, Fault(not_last))
    if after < len(partie.lines):
        raise refusal(partie, None, Fault(followed, ligne=after + 1))


def table_change(change: TableChange, table: Table) -> Change:
    """Return the event of a change of players."""
    return Change(kind=ActKind.CHANGEMENT, body=canonical(CHANGE.write(change, table)), people=change.names)


def rule_change(change: RuleChange) -> Change:
    """Return the event of a change of settings."""
    return Change(kind=ActKind.REGLES, body=canonical(RULE_CHANGE.write(change, Table())))


def enter_all(opened: Transaction, partie: Partie, payloads: Sequence[Any]) -> Partie:
    """Write several lines below the existing ones. Raises `Refused` with the faults of the first impossible line."""
    for payload in payloads:
        act = partial(add_line, rang=partie.next_rang, payload=payload)
        partie = write(opened, partie, ActKind.ENTREE, act)
    return partie


def judged(partie: Partie, payloads: Sequence[Any]) -> list[EntryFault]:
    """Return the faults of these lines if they were written below the existing ones."""
    sheet = partie.sheet
    for rang, payload in enumerate(payloads, partie.next_rang):
        sheet = extend(sheet, rang, read_line(partie.rules, payload, partie.table))
    return list(sheet.faults[len(partie.sheet.faults) :])


def close_sheet(opened: Transaction, partie: Partie) -> Partie:
    """Close a partie; a closed one stays unchanged."""
    return write(opened, partie, ActKind.CLOTURE, closing) if partie.is_open else partie


def reopen_sheet(opened: Transaction, partie: Partie, reason: str) -> Partie:
    """Reopen a closed partie; an open one stays unchanged."""
    if partie.is_open:
        return partie
    return write(opened, partie, ActKind.REOUVERTURE, partial(reopening, reason=reason))


def closing(partie: Partie) -> Act:
    """Return the act of closing; it stores score and settings as they are now."""
    with i18n.speaking(i18n.SOURCE):
        score = partie.score_document()
    settings = partie.rules.SETTINGS.write_all(partie.rules, partie.table)
    body = canonical({"score": score, "settings": settings})
    closed = partial(fold.turned, status=Status.CLOSE, frozen=json.loads(body), signatures={})
    return Change(kind=ActKind.CLOTURE, body=body), closed


def reopening(_partie: Partie, reason: str = "") -> Act:
    """Return the act of reopening."""
    opened = partial(fold.turned, status=Status.OUVERTE, frozen=None, signatures={})
    return Change(kind=ActKind.REOUVERTURE, reason=reason), opened
