"""The life of a table: people are replaced, renamed, come, go and change chairs between two lines."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Required, TypedDict, Unpack

from scorekeeper.cards.game_api.words import Words, read_sentences, say
from scorekeeper.cards.rules import changes
from scorekeeper.cards.rules.changes import CHANGE, Move, Seating, TableChange, move_of
from scorekeeper.cards.rules.contract import Fault, Label, Seat, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import FINISHED
from scorekeeper.errors import Unknown
from scorekeeper.i18n import all_of
from scorekeeper.parties import acts, fold
from scorekeeper.parties.acts import Act, Entered, SheetAct
from scorekeeper.parties.model import ActKind, Partie
from scorekeeper.records.ledger import Change
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store

(MOVES,) = read_sentences(__file__, "moves")
WORDS = Words(MOVES)


class People(TypedDict, total=False):
    """The people at the table from the next line on, as a file says it."""

    players: Required[Any]
    replaces: Any
    renames: Any


def judged(partie: Partie, people: People) -> TableChange:
    """The change at the table after the last line. Raises `Refused` with every reason, also when the partie is over."""
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
    """Have others at the table from the next line on. Raises `Refused` with every reason."""

    def act(partie: Partie) -> Act:
        change = judged(partie, people)
        return acts.table_change(change, partie.table), fold.changed_table

    def same(partie: Partie, event: EventRow) -> bool:
        kept = CHANGE.read(fold.plain(event.body or ""), partie.table)
        return kept == replace(_read(partie, people), after=kept.after)

    return acts.perform(store, number, ActKind.CHANGEMENT, details, act, same=same)


def undo_change(store: Store, number: int, *, place: int, **details: Unpack[SheetAct]) -> Entered:
    """Take back the last change at the table, which is that of a `place` from 1. Raises `Refused` once a line follows it."""

    def act(partie: Partie) -> Act:
        listed = partie.seating.changes
        if not 1 <= place <= len(listed):
            raise Unknown(f"partie {partie.id}, change {place}")
        if place < len(listed):
            raise acts.refusal(partie, None, Fault("changement-pas-dernier"))
        if listed[-1].after < len(partie.lines):
            raise acts.refusal(partie, None, Fault("changement-suivi", ligne=listed[-1].after + 1))
        return Change(kind=ActKind.CHANGEMENT_ANNULE), fold.changed_table

    return acts.perform(store, number, ActKind.CHANGEMENT_ANNULE, details, act)


def is_undoable(partie: Partie) -> bool:
    """Whether the last change at the table can be taken back: no line was written since."""
    listed = partie.seating.changes
    return partie.is_open and bool(listed) and listed[-1].after == len(partie.lines)


def sentences(table: Table, change: TableChange) -> tuple[str, ...]:
    """Effect of a change on a table, in the language of the moment."""
    return tuple(say(label, WORDS, table) for label in _labels(move_of(table, change)))


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


def happened(document: Mapping[str, Any]) -> str:
    """Effect of a change, as the history of a sheet keeps it."""
    there, away = tuple(document["before"]), tuple(document.get("away", ()))
    before = Table((*there, *away), order=tuple(map(Seat, range(len(there)))))
    change = CHANGE.read({key: document[key] for key in document.keys() - {"before", "away"}}, before)
    return " ".join(sentences(before, change))


def chronicle(seating: Seating) -> Iterator[tuple[int, str]]:
    """Every change at a table in words, with the number of lines before it."""
    return ((change.after, " ".join(sentences(table, change))) for table, change in seating.moments)
