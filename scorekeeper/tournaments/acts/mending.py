"""Mending the rounds to come when people came or went: what it would change, said before, and doing it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.draw.seating.anneal import Watch
from scorekeeper.draw.seating.mending import Mended, mend
from scorekeeper.draw.seating.plan import wishes_of
from scorekeeper.draw.seating.problem import DrawImpossible, table_meetings
from scorekeeper.draw.seating.record import DrawnRound
from scorekeeper.i18n import SOURCE, ngettext, speaking
from scorekeeper.parties import Author
from scorekeeper.records.ledger import transaction
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments import words
from scorekeeper.tournaments.acts import common, drawing
from scorekeeper.tournaments.acts.pairing import Pairs, pairs_for
from scorekeeper.tournaments.fold import Happening
from scorekeeper.tournaments.model import DrawnTables, Tournament
from scorekeeper.tournaments.notes import Hand


class Repair(NamedTuple):
    """Effect of mending the rounds to come."""

    body: Mapping[str, Any]
    """As its event notes it; see `HandAct`."""
    rounds: tuple[DrawnTables, ...]
    """The rounds to come, mended."""
    repeats: int
    """Pairs who meet again, all evening."""
    again: int
    """Number of them that did so already in the plan."""


def foreseen_repair(t: Tournament) -> Repair | None:
    """Effect of mending; `None` when those present are those who are planned. The same for the same tournament.

    Raises `Conflict` when no draw is possible.
    """
    common.not_finished(t)
    here = {entrant.number for entrant in t.present}
    if not t.foreseen or t.foreseen[0].people == here:
        return None
    draw, first = t.draws[-1], len(t.rounds) + 1
    label = f"{draw.label}/repair-{1 + sum(act.kind is Hand.REPAIR for act in draw.acts)}"
    pairs = pairs_for(t, draw.seed, label)
    asked = asked_of(t, first, pairs)
    planned = [drawn_round(round_) for round_ in t.foreseen]
    try:
        wishes = wishes_of(**asked, version=draw.version)
        mended = mend(wishes, planned, seed=draw.seed, label=label, watch=Watch())
    except DrawImpossible as error:
        reason = words.refusal_reason(error)
        raise common.conflict(Fault("tirage-impossible", "", raison=reason)) from error
    return _repair(t, mended, asked, label)


def asked_of(t: Tournament, first: int, pairs: Pairs) -> dict[str, Any]:
    """Wishes for the rounds from `first` on: the arguments of the engine, with numbers for names, so that who is forgotten or
    renamed changes nothing.
    """
    asked = drawing.wishes_of(t, first, pairs, str)
    return {**asked, "rounds": len(t.rounds) + len(t.foreseen), "ranking": None}


def drawn_round(round_: Any) -> DrawnRound:
    """A round, opened or planned, with the numbers of its people as names."""
    tables = (getattr(table, "seats", table) for table in round_.tables)
    return DrawnRound(tuple(tuple(map(str, seats)) for seats in tables), tuple(map(str, round_.byes)))


def _repair(t: Tournament, mended: Mended, asked: Mapping[str, Any], label: str) -> Repair:
    first, draw = len(t.rounds) + 1, t.draws[-1]
    after = tuple(
        DrawnTables(tuple(tuple(map(int, table)) for table in round_.tables), tuple(map(int, round_.sit_out)))
        for round_ in mended.rounds
    )
    before, people = t.foreseen[0].people, after[0].people
    body = {
        "kind": Hand.REPAIR,
        "draw": draw.number,
        "round": first,
        "who": sorted(map(int, mended.moved)),
        "arrived": sorted(people - before),
        "gone": sorted(before - people),
        "label": label,
        **{key: [list(map(int, group)) for group in asked[key]] for key in ("teams", "apart", "avoid")},
        "stay": [[int(number), table or 0] for number, table in asked["stay"].items()],
        "kept": mended.kept,
        "redrawn": mended.redrawn,
        "rounds": [
            round_change(number, old, new)
            for number, (old, new) in enumerate(zip(t.foreseen, after, strict=True), first)
            if old != new
        ],
        "report": mended.report.document(),
    }
    played = [drawn_round(round_) for round_ in (*t.rounds, *t.foreseen)]
    again = sum(times > 1 for times in table_meetings(played).values())
    return Repair(body, after, len(mended.report.forced_pairs), again)


def round_change(number: int, old: DrawnTables, new: DrawnTables) -> dict[str, Any]:
    """One round that differs, as an event notes it; see `RoundChange`."""
    tables = [
        {"table": place, "seats": list(seats)}
        for place, seats in enumerate(new.tables, 1)
        if place > len(old.tables) or old.tables[place - 1] != seats
    ]
    return {"round": number, "count": len(new.tables), "tables": tables, "byes": list(new.byes)}


def repair(
    store: Store, number: int, *, by: Author, uuid: str | None = None, reason: Any = "", seen: Any = None
) -> Tournament:
    """Mend the rounds to come with the least change, as `foreseen_repair` told it; the reason says who came and went, unless it is given.

    `seen` is the revision that the announcement was made of, `None` for any. Raises `Conflict` when there is nothing to mend, or
    when people came or went since.
    """
    why = common.reason_of(reason)
    asked = {"reason": why}

    def same(_t: Tournament, event: EventRow) -> bool:
        return Happening.of(event).asked == asked

    uuid = None if uuid is None else common.TOURNAMENTS.uuid_text(uuid)
    t = common.read(store, number)
    with store.read() as session:
        if common.TOURNAMENTS.is_repeated(session, t, uuid, "reparation", same):
            return t
    # The search takes a moment: no transaction is open meanwhile.
    mending = foreseen_repair(t)
    if mending is None:
        raise common.conflict(Fault("rien-a-reparer"))
    reason = why or _because(mending.body)
    change = common.TournamentChange("reparation", asked, f"tour:{mending.body['round']}", reason)
    with transaction(store, by) as opened:
        now = common.TOURNAMENTS.load(opened, number)
        if drawing.basis(now) != drawing.basis(t) or (seen is not None and common.plain(seen) != t.decided):
            raise common.conflict(Fault("presences-changees"))
        desk = common.Desk(opened, now)
        desk.write(change, mending.body, uuid)
        return desk.t


def _because(body: Mapping[str, Any]) -> str:
    """The reason of a repair, where none is given: how many came and went."""
    came, left = len(body["arrived"]), len(body["gone"])
    with speaking(SOURCE):
        parts = [
            ngettext("%(num)s arrivée", "%(num)s arrivées", came) if came else "",
            ngettext("%(num)s départ", "%(num)s départs", left) if left else "",
        ]
    return ", ".join(filter(None, parts))
