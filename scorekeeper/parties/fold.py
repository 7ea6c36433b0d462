"""Fold of a partie: its state built from all its events, and the state after each further event."""

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
from scorekeeper.parties.order import Dealers, LineOrder, place_of
from scorekeeper.records.event_log import Change
from scorekeeper.records.rows import EventRow, PartieRow


def heading(row: PartieRow) -> tuple[Game, Rules[Any, Any], Table]:
    """Return game, rules and table of a sheet's heading. Raises `Unknown` for a game that this version does not have."""
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
    """Parse a stored JSON text; fractions become `Decimal`."""
    return json.loads(text, parse_float=Decimal)


def built(row: PartieRow, events: Sequence[EventRow]) -> Partie:
    """Build a partie from its heading and all its events, the opening first."""
    game, rules, table = heading(row)
    seating, rulings = seated(table), Rulings((rules,))
    lines: tuple[Line, ...] = ()
    acts: list[Version] = []
    frozen: Any = None
    signatures: dict[str, str] = {}
    for event in events:
        kind = ActKind(event.kind)
        if event.rang is not None:
            course = stepped(LineOrder(lines, seating, rulings), event)
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
    """Build a partie from its heading and events not yet stored, the opening first; needs no database."""
    later = dict.fromkeys(
        ("uuid", "epoch", "scope", "reason", "actor", "device", "at_utc", "prev", "hash"), ""
    )
    events = [
        EventRow(seq=0, version=1, partie=0, kind=each.kind, rang=each.rang, body=each.body, **later)
        for each in changes
    ]
    return built(row, events)


def numbered(partie: Partie, number: int, events: Sequence[EventRow]) -> Partie:
    """Return a drafted partie with its number, and with the uuids and times of its events as written."""
    entries = [event for event in events if event.rang is not None]
    of_sheet = [event for event in events if event.rang is None]
    lines = tuple(
        replace(line, versions=(version_of(event, line.versions[0].payload),))
        for line, event in zip(partie.lines, entries, strict=True)
    )
    acts = tuple(version_of(event, act.payload) for act, event in zip(partie.acts, of_sheet, strict=True))
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
    """Return the version that an event wrote.

    Args:
        event: The event.
        payload: New content of the line, or the document of an act on the whole partie.
        rang: Place of the line; `None` for the number in the event.
        dealers: Dealers of other lines that the event changed.
        moved: `moved_from` and `above` of a line that was moved.
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
    """Return the seating after a change of players, or without the last change if the event undoes it."""
    changes = seating.changes[:-1]
    if event.body is not None:
        changes = (*seating.changes, CHANGE.read(json.loads(event.body), seating.now))
    return seated(seating.opening, changes)


def reruled(rulings: Rulings, table: Table, event: EventRow) -> Rulings:
    """Return the rules after a change of settings, or without the last change if the event undoes it."""
    if event.body is None:
        return rulings.former
    return rulings.with_change(RULE_CHANGE.read(plain(event.body), table), table)


def change_document(seating: Seating, event: EventRow, rulings: Rulings) -> Mapping[str, Any] | None:
    """Return what an act on the whole partie changed, as a document; `None` for kinds without one.

    A change of players has the players `before` it, and those `away`. A change of settings has their values `before` it. A
    signature has the initials by column. The undoing of a change has the document of that change.
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
    """Return a change of settings with the values `before` it. The undoing of a change has the document of that change."""
    if event.body is None:
        rulings, change = rulings.former, rulings.changes[-1]
    else:
        change = RULE_CHANGE.read(plain(event.body), table)
    former = rulings.now.SETTINGS.write_all(rulings.now, table)
    before = {key: former[key] for key in change.settings}
    return {**RULE_CHANGE.write(change, table), "before": before}


def stepped(course: LineOrder, event: EventRow) -> LineOrder:
    """Return the order of lines after an event on one of them. Nothing is replayed."""
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


def _reordered(course: LineOrder, rang: int, event: EventRow) -> LineOrder:
    """Return the lines after an insertion, or after the move of the line at `rang`; 0 is an insertion."""
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
    course: LineOrder,
    rang: int,
    event: EventRow,
    past: tuple[Version, ...] = (),
    dealers: Dealers | None = None,
    **moved: Any,
) -> Line:
    """Return the line at a place with the content of an event, after the `past` versions; `moved` is as for `version_of`."""
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
    """Return the entry in the body of an event that wrote one."""
    body = json.loads(event.body or "{}", **options)
    return body["entry"] if event.kind in ORDER_CHANGES else body


def _shown(line: Line, turn: Seat | None, marked: Marked | None, partie: Partie) -> Mapping[str, Any]:
    """Return the content of a line in the file format, with its dealer only where the deal was out of turn."""
    if line.entry is None:
        return line.payload
    dealt = line.entry.donneur
    table = marked.before.table if marked else partie.seating.at(line.rang)
    named = {} if dealt is None or dealt == turn else {"donneur": table.players[dealt]}
    if marked and marked.rules and not marked.aside:
        named |= marked.rules.filed(marked.before, marked.entry)
    written = next(version.payload for version in reversed(line.versions) if version.payload is not None)
    return {key: value for key, value in written.items() if key != "donneur"} | named


def replayed(partie: Partie, lines: Iterable[Line]) -> Replay:
    """Replay these lines in their order, struck ones left out. Faults of unreadable lines come last."""
    every = [line for line in lines if not line.struck]
    counting = [(line.rang, line.entry) for line in every if line.entry is not None]
    sheet = replay(partie.rulings, partie.seating, counting)
    unread = [EntryFault(line.rang, fault) for line in every if line.entry is None for fault in line.unread]
    return replace(sheet, faults=(*sheet.faults, *unread))


def played(partie: Partie, lines: Iterable[Line], sheet: Replay | None = None) -> Partie:
    """Return the partie with these lines. `sheet` is their replay where it was computed before."""
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
    """Return the partie with a further line, marked before on its sheet. No other line is replayed."""
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
    """Return the partie after an event on one of its lines. `sheet` is the replay with the changed line."""
    course = stepped(LineOrder.of(partie), event)
    after = touched(partie, event, seating=course.seating, rulings=course.rulings)
    return played(after, course.lines, sheet)


def changed_table(partie: Partie, event: EventRow) -> Partie:
    """Return the partie after a change of players. Every line is replayed, as the sheet may have other columns."""
    document = change_document(partie.seating, event, partie.rulings)
    acts = (*partie.acts, version_of(event, document))
    seating = reseated(partie.seating, event)
    return played(touched(partie, event, acts=acts, seating=seating), partie.lines)


def changed_rules(partie: Partie, event: EventRow) -> Partie:
    """Return the partie after a change of settings from the next line on. All lines are replayed, as the end may change."""
    document = change_document(partie.seating, event, partie.rulings)
    acts = (*partie.acts, version_of(event, document))
    rulings = reruled(partie.rulings, partie.seating.opening, event)
    return played(touched(partie, event, acts=acts, rulings=rulings), partie.lines)


def turned(partie: Partie, event: EventRow, **changes: Any) -> Partie:
    """Return the partie with `changes` after an act on the whole partie: closing, signing or reopening."""
    version = version_of(event, change_document(partie.seating, event, partie.rulings))
    return touched(partie, event, acts=(*partie.acts, version), **changes)


def touched(partie: Partie, event: EventRow, **changes: Any) -> Partie:
    """Return the partie with `changes`, one revision more, and the time of the event."""
    revision = partie.revision + 1
    return replace(partie, revision=revision, last_seq=event.seq, active_at=event.at_utc, **changes)
