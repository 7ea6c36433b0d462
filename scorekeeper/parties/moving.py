"""Moves of a line to another place of a sheet.

See `scorekeeper.parties.verbs` for what every act raises.
"""

from dataclasses import replace
from functools import partial
from typing import Any, Unpack

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.replay import Replay
from scorekeeper.parties import acts, fold
from scorekeeper.parties.acts import Act, Entered
from scorekeeper.parties.insertion import event_of, judged
from scorekeeper.parties.model import ActKind, Line, Partie
from scorekeeper.parties.order import Above, Dealers, LineOrder, reversed_dealers
from scorekeeper.parties.verbs import LineAct
from scorekeeper.records.event_log import Change
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store


def move(
    store: Store,
    number: int,
    *,
    to: int,
    keep_dealers: bool = False,
    before_change: bool = False,
    **details: Unpack[LineAct],
) -> Entered:
    """Move the line `rang`, whose number is then `to`: the lines between move by one, and all follow the rotation of the deal again.

    Lines dealt out of turn keep their dealers; with `keep_dealers`, all do. The line stands below a change of players or settings
    at that place; with `before_change`, above it. Raises `Refused` also when the line is struck, or when it or another one would
    become impossible.
    """
    rang = details["rang"]

    def act(partie: Partie) -> Act:
        place, line = acts.read_number(partie, to, "to", rang), partie.line(rang)
        _check_place(partie, line, place)
        course = LineOrder.of(partie).without(rang)
        above = course.above(place - 1) if before_change else course.above(place)
        if (place, above) == (rang, LineOrder.of(partie).above(rang)):
            raise acts.refusal(partie, rang, Fault("deplacement-sur-place", "to"))
        change, sheet = move_of(partie, line, place, above, details.get("confirm"), keep_dealers=keep_dealers)
        return change, partial(fold.changed_line, sheet=sheet)

    return _perform(store, number, to, act, details)


def move_back(store: Store, number: int, **details: Unpack[LineAct]) -> Entered:
    """Undo a move that was the last act on the sheet: the line's former place and all former dealers are restored."""

    def act(partie: Partie) -> Act:
        line = partie.line(details["rang"])
        version = line.versions[-1]
        dealers = reversed_dealers(version.dealers)
        place = version.moved_from or line.rang
        change, sheet = move_of(
            partie, line, place, version.above, details.get("confirm"), keep_dealers=True, dealers=dealers
        )
        return change, partial(fold.changed_line, sheet=sheet)

    return _perform(store, number, None, act, details)


def _perform(store: Store, number: int, to: int | None, act: Any, details: LineAct) -> Entered:
    def same(partie: Partie, event: EventRow) -> bool:
        version = partie.version(event)
        return version.moved_from == details["rang"] and to in {None, version.rang_then}

    return acts.perform(store, number, ActKind.DEPLACEMENT, details, act, same=same, rang=details["rang"])


def move_of(
    partie: Partie,
    line: Line,
    place: int,
    above: Above,
    confirm: Any,
    *,
    keep_dealers: bool,
    dealers: Dealers | None = None,
) -> tuple[Change, Replay]:
    """Return the event of a move and the replay after it. Raises `Refused` and `LinesAffected`."""
    rest = LineOrder.of(partie).without(line.rang)
    course = rest.opened(place, above)
    there = replace(partie, seating=course.seating, rulings=course.rulings)
    # The names are read again: other players may sit at the new place. The dealer is taken from the entry by its seat.
    undealt = {key: value for key, value in line.payload.items() if key != "donneur"}
    entry = acts.read_entry(there, place, undealt)
    entry = entry.dealt_by(line.entry.donneur if line.entry else None)
    moved = replace(line.placed(place), entry=entry)
    course, first = course.inserted(moved).dealt(dealers or {}), min(line.rang, place)
    followed, sheet = judged(partie, course, moved, first, confirm, keep_dealers=keep_dealers)
    before = rest.lines[place - 1].identity if place <= len(rest.lines) else 0
    kept = acts.written_entry(there, place, entry)
    dealers = dealers or followed
    return event_of(ActKind.DEPLACEMENT, line, kept, before=before, dealers=dealers, above=above), sheet


def _check_place(partie: Partie, line: Line, place: int) -> None:
    """Refuse to move a line of a grid, a struck line, or any line to a place below the last one."""
    lines = len(partie.lines)
    if partie.game.grid is not None:
        raise acts.refusal(partie, line.rang, Fault("insertion-sans-objet"))
    if line.struck:
        raise acts.refusal(partie, line.rang, Fault("ligne-rayee"))
    if place > lines:
        raise acts.refusal(partie, line.rang, Fault("deplacement-hors-limites", "to", lignes=lines))
