"""Insertion of a forgotten line before another one.

See `scorekeeper.parties.verbs` for what every act raises.
"""

from dataclasses import replace
from functools import partial
from typing import Any, Unpack

from scorekeeper.cards.rules.contract import Fault, Seat, State
from scorekeeper.cards.rules.replay import EntryFault, Replay
from scorekeeper.cards.sheet_file import MAX_ENTRIES
from scorekeeper.errors import LinesAffected, Refused
from scorekeeper.parties import acts, fold
from scorekeeper.parties.acts import Act, Entered
from scorekeeper.parties.model import ActKind, Line, Partie
from scorekeeper.parties.order import Above, Dealers, LineOrder, dealers_document
from scorekeeper.parties.verbs import LineAct
from scorekeeper.records.event_log import Change, canonical
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store

KEEP = "keep_dealers"
"""Key in a request: the lines below keep their dealers."""


def can_insert(partie: Partie) -> bool:
    """Return whether a line may be inserted: the sheet is open, and not a grid, whose lines have no order."""
    return partie.is_open and partie.game.grid is None


def insert(
    store: Store,
    number: int,
    *,
    payload: Any,
    keep_dealers: bool = False,
    before_change: bool = False,
    opening: str | None = None,
    **details: Unpack[LineAct],
) -> Entered:
    """Insert a line at the place `rang`; that line and those below move down by one.

    The lines below follow the rotation of the deal again. Lines dealt out of turn keep their dealers; with `keep_dealers`,
    all do. The new line stands below a change of players or settings at that place; with `before_change`, above it.

    Raises:
        Refused: also when a later line would become impossible. Line numbers in it, and in `LinesAffected`, are those after
            the insertion.
    """
    rang = details["rang"]

    def act(partie: Partie) -> Act:
        acts.check_opening(partie, opening)
        place = acts.read_number(partie, rang, "rang", None)
        _check_place(partie, place)
        more = {"keep_dealers": keep_dealers, "before_change": before_change}
        change, sheet = insertion_of(partie, place, payload, details.get("confirm"), **more)
        return change, partial(fold.changed_line, sheet=sheet)

    def same(partie: Partie, event: EventRow) -> bool:
        return acts.is_same(partie, event, rang, payload)

    return acts.perform(store, number, ActKind.INSERTION, details, act, same=same)


def insertion_of(
    partie: Partie,
    place: int,
    payload: Any,
    confirm: Any,
    *,
    keep_dealers: bool,
    before_change: bool = False,
) -> tuple[Change, Replay]:
    """Return the event of an insertion and the replay after it. Raises `Refused` and `LinesAffected`."""
    above = LineOrder.of(partie).above(place - 1) if before_change else None
    course = above_change(partie, place) if before_change else LineOrder.of(partie).opened(place)
    there = replace(partie, seating=course.seating, rulings=course.rulings)
    entry = acts.read_entry(there, place, payload).dealt_by(state_at(partie, place, course).donneur)
    identity = len(partie.lines) + 1
    line = Line(rang=place, identity=identity, payload={}, struck=False, versions=(), entry=entry)
    course = course.inserted(line)
    dealers, sheet = judged(partie, course, line, place, confirm, keep_dealers=keep_dealers)
    kept, before = acts.written_entry(there, place, entry), partie.line(place).identity
    return event_of(ActKind.INSERTION, line, kept, before=before, dealers=dealers, above=above), sheet


def state_at(partie: Partie, place: int, course: LineOrder) -> State:
    """Return the state before the line to be inserted at `place`, with the players at that place of `course`."""
    state, table = partie.sheet.state_before(place), course.seating.at(place)
    return state if state.table == table else partie.rules.seated(state, table)


def above_change(partie: Partie, place: int) -> LineOrder:
    """Return the order of lines with an open place at `place`, above the changes of players and settings before that line."""
    course = LineOrder.of(partie)
    return course.opened(place, course.above(place - 1))


def event_of(
    kind: ActKind, line: Line, entry: dict[str, Any], *, before: int, dealers: Dealers, above: Above | None
) -> Change:
    """Return the event of a line that gets a place among others.

    Args:
        kind: An insertion or a move.
        line: The line.
        entry: Its content in the file format.
        before: Identity of the line below it; 0 at the end.
        dealers: Dealers that change with it.
        above: Numbers of changes of players and of settings above it; `None` for all at that place.
    """
    body = {"entry": entry, "before": before, "dealers": dealers_document(dealers)}
    return acts.line_change(kind, line.identity, canonical(body | ({"above": list(above)} if above else {})))


def judged(
    partie: Partie, course: LineOrder, line: Line, first: int, confirm: Any, *, keep_dealers: bool
) -> tuple[Dealers, Replay]:
    """Return the dealers of the lines in their new order, which follow the rotation from a place on, and the replay.

    Raises `Refused` and `LinesAffected`. A refusal says if the lines would be possible with the dealers that they have.
    """
    dealers = {} if keep_dealers else following(partie, course, first)
    try:
        return dealers, acts.check_course(partie, course.dealt(dealers), line, confirm)
    except Refused as refused:
        if dealers and _is_possible(partie, course, line):
            choice = EntryFault(None, Fault("donneurs-a-garder", KEEP))
            raise Refused([choice, *refused.faults], refused.words, refused.table) from refused
        raise


def _check_place(partie: Partie, place: int) -> None:
    """Refuse a place below the last line, and a sheet that takes no insertion."""
    lines = len(partie.lines)
    if partie.game.grid is not None:
        raise acts.refusal(partie, place, Fault("insertion-sans-objet"))
    if place > lines:
        raise acts.refusal(partie, place, Fault("insertion-hors-limites", "rang", lignes=lines))
    if lines >= MAX_ENTRIES:
        raise acts.refusal(partie, place, Fault("trop-d-entrees", "", {"limite": MAX_ENTRIES}))


def _is_possible(partie: Partie, course: LineOrder, line: Line) -> bool:
    """Return whether the rules accept `course`, into which `line` was inserted or moved, if each line keeps its dealer."""
    try:
        acts.check_course(partie, course, line, None)
    except LinesAffected:
        return True
    except Refused:
        return False
    return True


def following(partie: Partie, course: LineOrder, first: int) -> Dealers:
    """Return the dealers that change from a place on: lines dealt in turn follow the rotation in the new order."""
    turns = _turns(partie, partie.lines)
    follow = {
        each.identity: each.entry.donneur
        for each in partie.lines[first - 1 :]
        if each.entry and each.entry.donneur is not None and each.entry.donneur == turns[each.identity]
    }
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
    """Return the player whose turn it was to deal each line, by its identity."""
    marked = {each.rang: each.before.donneur for each in partie.sheet.marked}
    return {
        line.identity: marked[line.rang]
        if line.rang in marked
        else partie.sheet.state_before(line.rang).donneur
        for line in lines
    }
