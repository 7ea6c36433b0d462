"""Building of a partie from its events, and the effect of each further event."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from sys import intern
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.changes import CHANGE, Seating, seated
from scorekeeper.cards.rules.contract import Entry, Fault, Rules, Seat, Table
from scorekeeper.cards.rules.initials import in_order
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import EntryFault, Marked, Replay, replay, with_line
from scorekeeper.cards.rules.rulings import RULE_CHANGE, Rulings
from scorekeeper.parties import order
from scorekeeper.parties.model import (
    ORDER_CHANGES,
    RULE_CHANGES,
    TABLE_CHANGES,
    ActKind,
    Line,
    Partie,
    Status,
    Version,
)
from scorekeeper.parties.order import Course, Dealers, place_of
from scorekeeper.records.event_log import Change
from scorekeeper.records.rows import EventRow, PartieRow


def heading(row: PartieRow) -> tuple[Game, Rules[Any, Any], Table]:
    """Game, rules and table of a sheet's heading. Raises `Unknown` for a game that this program does not have."""
    game = catalogue.game(row.game, row.definition)
    equipes = json.loads(row.equipes) if row.equipes else None
    table = Table(
        players=tuple(json.loads(row.players)),
        camps=game.rules.CAMPS,
        equipes=(equipes[0], equipes[1]) if equipes else None,
        premier_donneur=None if row.premier_donneur is None else Seat(row.premier_donneur),
    )
    rules: Rules[Any, Any] = game.rules.SETTINGS.read(plain(row.settings), table)
    return game, rules, table


def plain(text: str) -> Any:
    """A kept JSON text, its fractions as `Decimal`."""
    return json.loads(text, parse_float=Decimal)


def built(row: PartieRow, events: Sequence[EventRow]) -> Partie:
    """A partie from its heading and all its events."""
    game, rules, table = heading(row)
    seating, rulings = seated(table), Rulings((rules,))
    lines: tuple[Line, ...] = ()
    acts: list[Version] = []
    frozen: Any = None
    signatures: dict[str, str] = {}
    for event in events:
        kind = ActKind(event.kind)
        if event.rang is not None:
            course = stepped(Course(lines, seating, rulings), event)
            lines, seating, rulings = course.lines, course.seating, course.rulings
            continue
        acts.append(version_of(event, change_document(seating, event, rulings)))
        if kind in TABLE_CHANGES:
            seating = reseated(seating, event)
        elif kind in RULE_CHANGES:
            rulings = reruled(rulings, seating.opening, event)
        elif kind is ActKind.SIGNATURE:
            signatures = in_order({**signatures, **json.loads(event.body or "{}")}, seating.now)
        elif kind is not ActKind.OUVERTURE:
            signatures = {}
            frozen = json.loads(event.body) if event.body else None
    partie = Partie(
        **{key: getattr(row, key) for key in ("id", "date", "lieu", "created_at", "revanche_de")},
        opening=events[0].uuid,
        game=game,
        rulings=rulings,
        seating=seating,
        status=Status.OUVERTE if frozen is None else Status.CLOSE,
        revision=len(events),
        lines=(),
        sheet=replay(rulings, seating, ()),
        acts=tuple(acts),
        frozen=frozen,
        signatures=signatures,
        last_seq=events[-1].seq,
        active_at=events[-1].at_utc,
    )
    return played(partie, lines)


def drafted(row: PartieRow, changes: Iterable[Change]) -> Partie:
    """A partie from its heading and what is going to be written of it, the opening first: built while nobody waits for it."""
    later = dict.fromkeys(
        ("uuid", "epoch", "scope", "reason", "actor", "device", "at_utc", "prev", "hash"), ""
    )
    events = [
        EventRow(seq=0, version=1, partie=0, kind=each.kind, rang=each.rang, body=each.body, **later)
        for each in changes
    ]
    return built(row, events)


def numbered(partie: Partie, number: int, events: Sequence[EventRow]) -> Partie:
    """A drafted partie with its number and its events as they were written."""
    entries = [event for event in events if event.rang is not None]
    whole = [event for event in events if event.rang is None]
    lines = tuple(
        replace(line, versions=(version_of(event, line.versions[0].payload),))
        for line, event in zip(partie.lines, entries, strict=True)
    )
    acts = tuple(version_of(event, act.payload) for act, event in zip(partie.acts, whole, strict=True))
    last = events[-1]
    partie = replace(partie, id=number, opening=events[0].uuid)
    return replace(partie, lines=lines, acts=acts, last_seq=last.seq, active_at=last.at_utc)


def version_of(
    event: EventRow,
    payload: Mapping[str, Any] | None = None,
    rang: int | None = None,
    dealers: Dealers | None = None,
    **moved: Any,
) -> Version:
    """An event as part of a line's or partie's past; `rang` is the place of the line, where it is not that of its entry.

    `moved` has the place from which a line was moved, and the changes above it there.
    """
    kind, actor, device = ActKind(event.kind), intern(event.actor), intern(event.device)
    place = event.rang if rang is None else rang
    return Version(
        kind=kind,
        rang=place,
        rang_then=place,
        payload=payload,
        reason=event.reason,
        actor=actor,
        device=device,
        at=event.at_utc,
        seq=event.seq,
        uuid=event.uuid,
        dealers=dealers or {},
        **moved,
    )


def reseated(seating: Seating, event: EventRow) -> Seating:
    """Seats after an event about the table."""
    changes = seating.changes[:-1]
    if event.body is not None:
        changes = (*seating.changes, CHANGE.read(json.loads(event.body), seating.now))
    return seated(seating.opening, changes)


def reruled(rulings: Rulings, table: Table, event: EventRow) -> Rulings:
    """Rules after an event about the settings."""
    if event.body is None:
        return rulings.former
    return rulings.with_change(RULE_CHANGE.read(plain(event.body), table), table)


def change_document(seating: Seating, event: EventRow, rulings: Rulings) -> Mapping[str, Any] | None:
    """A change at the table as its event has it, with those who sat there `before` and those who had gone `away`.

    So it is of the one that is taken back.

    Of a signature, the initials by column; of settings, those that changed with what they were `before`.
    """
    if event.kind in RULE_CHANGES:
        return rule_document(rulings, seating.opening, event)
    if event.kind == ActKind.SIGNATURE:
        return {"signatures": in_order(json.loads(event.body or "{}"), seating.now)}
    if event.kind not in TABLE_CHANGES:
        return None
    if event.body is None:
        seating, change = seated(seating.opening, seating.changes[:-1]), seating.changes[-1]
    else:
        change = CHANGE.read(json.loads(event.body), seating.now)
    now = seating.now
    away = [name for seat, name in enumerate(now.players) if seat not in now.around]
    return {**CHANGE.write(change, now), "before": list(now.present), **({"away": away} if away else {})}


def rule_document(rulings: Rulings, table: Table, event: EventRow) -> Mapping[str, Any]:
    """A change of settings as its event has it, with what they were `before`; so it is of the one that is taken back."""
    if event.body is None:
        rulings, change = rulings.former, rulings.changes[-1]
    else:
        change = RULE_CHANGE.read(plain(event.body), table)
    former = rulings.now.SETTINGS.write_all(rulings.now, table)
    before = {key: former[key] for key in change.settings}
    return {**RULE_CHANGE.write(change, table), "before": before}


def stepped(course: Course, event: EventRow) -> Course:
    """The lines after an event on one of them; not played yet."""
    kind, rang = ActKind(event.kind), place_of(course.lines, event.rang or 0)
    if kind in ORDER_CHANGES:
        return _reordered(course, rang, event)
    if not rang:
        return course.inserted(_line(course, len(course.lines) + 1, event))
    line = course.lines[rang - 1]
    if kind not in {ActKind.RATURE, ActKind.RETABLIE}:
        return course.with_line(_line(course, rang, event, line.versions))
    dealers = order.read_dealers(json.loads(event.body)["dealers"] if event.body else {})
    versions = (*line.versions, version_of(event, None, rang, dealers))
    line = replace(line, struck=kind is ActKind.RATURE, versions=versions)
    return course.with_line(line).dealt(dealers)


def _reordered(course: Course, rang: int, event: EventRow) -> Course:
    """The lines after one was put in, or moved from its place `rang`."""
    body = json.loads(event.body or "")
    dealers, above = order.read_dealers(body["dealers"]), body.get("above")
    line = course.lines[rang - 1] if rang else None
    moved = {"moved_from": rang, "above": course.above(rang)} if line else {}
    course = course.without(rang) if line else course
    to = place_of(course.lines, body["before"]) or len(course.lines) + 1
    past = line.placed(to).versions if line else ()
    course = course.opened(to, (above[0], above[1]) if above else None)
    return course.inserted(_line(course, to, event, past, dealers, **moved)).dealt(dealers)


def _line(
    course: Course,
    rang: int,
    event: EventRow,
    past: tuple[Version, ...] = (),
    dealers: Dealers | None = None,
    **moved: Any,
) -> Line:
    """A line at a place with the content of an event."""
    entry: Entry | None = None
    unread: tuple[Fault, ...] = ()
    rules, table = course.rulings.first, course.seating.at(rang)
    try:
        entry = LineOf(rules).read(entry_of(event, parse_float=Decimal), table)
        payload = LineOf(rules).write(entry, table)
    except Unreadable as unreadable:
        payload, unread = entry_of(event), unreadable.faults
    return Line(
        rang=rang,
        identity=event.rang or 0,
        payload=payload,
        struck=False,
        versions=(*past, version_of(event, payload, rang, dealers, **moved)),
        entry=entry,
        unread=unread,
    )


def entry_of(event: EventRow, **options: Any) -> Any:
    """The entry in an event that wrote one."""
    body = json.loads(event.body or "{}", **options)
    return body["entry"] if event.kind in ORDER_CHANGES else body


def _shown(line: Line, turn: Seat | None, marked: Marked | None, partie: Partie) -> Mapping[str, Any]:
    """The content of a line as a file says it."""
    if line.entry is None:
        return line.payload
    dealt = line.entry.donneur
    table = partie.seating.at(line.rang)
    named = {} if dealt is None or dealt == turn else {"donneur": table.players[dealt]}
    named |= (
        partie.rulings.at(line.rang).filed(marked.before, marked.entry) if marked and not marked.aside else {}
    )
    written = next(version.payload for version in reversed(line.versions) if version.payload is not None)
    return {key: value for key, value in written.items() if key != "donneur"} | named


def replayed(partie: Partie, lines: Iterable[Line]) -> Replay:
    """The sheet of these lines, in their order, played from the first; the faults of unreadable ones come last."""
    every = [line for line in lines if not line.struck]
    counting = [(line.rang, line.entry) for line in every if line.entry is not None]
    sheet = replay(partie.rulings, partie.seating, counting)
    unread = [EntryFault(line.rang, fault) for line in every if line.entry is None for fault in line.unread]
    return replace(sheet, faults=(*sheet.faults, *unread))


def played(partie: Partie, lines: Iterable[Line], sheet: Replay | None = None) -> Partie:
    """The partie with these lines; `sheet` are the lines where they were played already."""
    every = tuple(sorted(lines, key=lambda line: line.rang))
    sheet = sheet or replayed(partie, every)
    marked = {item.rang: item for item in sheet.marked}
    before, shown = sheet.opening, []
    for line in every:
        counted, table = marked.get(line.rang), partie.seating.at(line.rang)
        if before.table != table:
            before = partie.rules.seated(before, table)
        payload = _shown(line, before.donneur, counted, partie)
        shown.append(replace(line, payload=payload, marked=counted, texts={}))
        before = counted.after if counted else before
    return replace(partie, lines=tuple(shown), sheet=sheet)


def entered(partie: Partie, event: EventRow, *, line: Marked, payload: Mapping[str, Any]) -> Partie:
    """The partie with one more line, which was marked on its sheet; nothing is played again."""
    past = (version_of(event, payload),)
    new = Line(
        rang=line.rang,
        identity=line.rang,
        payload=payload,
        struck=False,
        versions=past,
        entry=line.entry,
        marked=line,
    )
    new = replace(new, payload=_shown(new, line.before.donneur, line, partie))
    return touched(partie, event, lines=(*partie.lines, new), sheet=with_line(partie.sheet, line))


def changed_line(partie: Partie, event: EventRow, *, sheet: Replay) -> Partie:
    """The partie after an event on one of its lines, with the sheet as it was played to judge the change."""
    course = stepped(Course.of(partie), event)
    after = touched(partie, event, seating=course.seating, rulings=course.rulings)
    return played(after, course.lines, sheet)


def changed_table(partie: Partie, event: EventRow) -> Partie:
    """The partie with others at its table; every line is played again, as the sheet may have other columns."""
    document = change_document(partie.seating, event, partie.rulings)
    acts = (*partie.acts, version_of(event, document))
    seating = reseated(partie.seating, event)
    return played(touched(partie, event, acts=acts, seating=seating), partie.lines)


def changed_rules(partie: Partie, event: EventRow) -> Partie:
    """The partie with other settings from the next line on; what the end hangs on is played again."""
    document = change_document(partie.seating, event, partie.rulings)
    acts = (*partie.acts, version_of(event, document))
    rulings = reruled(partie.rulings, partie.seating.opening, event)
    return played(touched(partie, event, acts=acts, rulings=rulings), partie.lines)


def turned(partie: Partie, event: EventRow, **changes: Any) -> Partie:
    """The partie with these changes, after an act on it as a whole: it was closed, signed or opened again, its dealers were noted."""
    version = version_of(event, change_document(partie.seating, event, partie.rulings))
    return touched(partie, event, acts=(*partie.acts, version), **changes)


def touched(partie: Partie, event: EventRow, **changes: Any) -> Partie:
    """The partie, one event older, with these changes."""
    revision = partie.revision + 1
    return replace(partie, revision=revision, last_seq=event.seq, active_at=event.at_utc, **changes)
