"""Putting a forgotten line in before another one.

See `scorekeeper.parties.verbs` for what every act raises.
"""

from dataclasses import replace
from functools import partial
from typing import Any, Unpack

from scorekeeper.cards.rules.contract import Entry, Fault, Seat
from scorekeeper.cards.rules.replay import EntryFault, Replay
from scorekeeper.cards.sheet_file import MAX_ENTRIES
from scorekeeper.errors import LinesAffected, Refused
from scorekeeper.parties import acts, fold
from scorekeeper.parties.acts import Act, Entered
from scorekeeper.parties.model import ActKind, Line, Partie
from scorekeeper.parties.order import Course, Dealers, dealers_document
from scorekeeper.parties.verbs import LineAct
from scorekeeper.records.chain import canonical
from scorekeeper.records.event_log import Change
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store

KEEP = "keep_dealers"
"""The key by which the lines below keep their dealers."""


def can_insert(partie: Partie) -> bool:
    """Whether a line may be put in: the sheet is open, and is no grid, whose lines have no order."""
    return partie.is_open and partie.game.grid is None


def insert(
    store: Store,
    number: int,
    *,
    payload: Any,
    keep_dealers: bool = False,
    opening: str | None = None,
    **details: Unpack[LineAct],
) -> Entered:
    """Put a line in at a place; that line and those below move down by one, and follow the rotation of the deal again.

    Lines that were dealt out of turn keep their dealers; with `keep_dealers` all do. Places in a refusal, and of affected lines,
    are those after the insertion. Raises `Refused`, also when a later line would become impossible.
    """
    rang = details["rang"]

    def act(partie: Partie) -> Act:
        acts.check_opening(partie, opening)
        place = acts.whole(partie, rang, "rang", None)
        _check_place(partie, place)
        change, sheet = planned(partie, place, payload, details.get("confirm"), keep_dealers=keep_dealers)
        return change, partial(fold.changed_line, sheet=sheet)

    def same(partie: Partie, event: EventRow) -> bool:
        return acts.is_same(partie, event, rang, payload)

    return acts.perform(store, number, ActKind.INSERTION, details, act, same=same)


def planned(
    partie: Partie, place: int, payload: Any, confirm: Any, *, keep_dealers: bool
) -> tuple[Change, Replay]:
    """The event of an insertion, and the sheet after it. Raises `Refused` and `LinesAffected`."""
    entry = acts.read_entry(partie, place, payload).dealt_by(partie.sheet.before(place).donneur)
    line = new_line(partie, place, entry)
    dealers = {} if keep_dealers else following(partie, line)
    try:
        sheet = acts.check_course(partie, course_with(partie, line, dealers), line, confirm)
    except Refused as refused:
        if dealers and _is_possible(partie, line):
            choice = EntryFault(None, Fault("donneurs-a-garder", KEEP))
            raise Refused([choice, *refused.faults], refused.words, refused.table) from refused
        raise
    kept, before = acts.written_entry(partie, place, entry), partie.line(place).identity
    body = {"entry": kept, "before": before, "dealers": dealers_document(dealers)}
    return acts.line_change(ActKind.INSERTION, line.identity, canonical(body)), sheet


def _check_place(partie: Partie, place: int) -> None:
    """Refuse a place before no line, and a sheet that takes no insertion."""
    lines = len(partie.lines)
    if partie.game.grid is not None:
        raise acts.refusal(partie, place, Fault("insertion-sans-objet"))
    if place > lines:
        raise acts.refusal(partie, place, Fault("insertion-hors-limites", "rang", lignes=lines))
    if lines >= MAX_ENTRIES:
        raise acts.refusal(partie, place, Fault("trop-d-entrees", "", {"limite": MAX_ENTRIES}))


def new_line(partie: Partie, place: int, entry: Entry) -> Line:
    """The new line, not written yet."""
    identity = len(partie.lines) + 1
    return Line(rang=place, identity=identity, payload={}, struck=False, versions=(), entry=entry)


def course_with(partie: Partie, line: Line, dealers: Dealers) -> Course:
    """The lines with the new one at its place, and with these dealers."""
    return Course.of(partie).opened(line.rang).inserted(line).dealt(dealers)


def _is_possible(partie: Partie, line: Line) -> bool:
    """Return whether the line can be put in when all others keep their dealers."""
    try:
        acts.check_course(partie, course_with(partie, line, {}), line, None)
    except LinesAffected:
        return True
    except Refused:
        return False
    return True


def following(partie: Partie, line: Line) -> Dealers:
    """Other dealers of the lines below a new one: those that followed the rotation of the deal follow it again."""
    below = partie.lines[line.rang - 1 :]
    turns = _turns(partie, partie.lines)
    follow = {
        each.identity: each.entry.donneur
        for each in below
        if each.entry and each.entry.donneur is not None and each.entry.donneur == turns[each.identity]
    }
    course = course_with(partie, line, {})
    free = tuple(
        replace(each, entry=replace(each.entry, donneur=None))
        if each.identity in follow and each.entry
        else each
        for each in course.lines
    )
    changed = replace(partie, seating=course.seating, rulings=course.rulings)
    after = _turns(replace(changed, sheet=fold.replayed(changed, free)), free)
    return {
        identity: (former, now)
        for identity, former in follow.items()
        if (now := after[identity]) is not None and now != former
    }


def _turns(partie: Partie, lines: tuple[Line, ...]) -> dict[int, Seat | None]:
    """The player whose turn it was to deal each line, by its identity."""
    marked = {each.rang: each.before.donneur for each in partie.sheet.marked}
    return {
        line.identity: marked[line.rang] if line.rang in marked else partie.sheet.before(line.rang).donneur
        for line in lines
    }
