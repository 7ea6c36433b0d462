"""Repair of the rounds to come after people came or left: its preview, and the act itself."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import Text, Whole
from scorekeeper.draw.seating.anneal import Watch
from scorekeeper.draw.seating.plan import wishes_of
from scorekeeper.draw.seating.plan_repair import RepairedPlan, repair_plan
from scorekeeper.draw.seating.problem import DrawImpossible, table_meetings
from scorekeeper.draw.seating.record import DrawnRound
from scorekeeper.i18n import SOURCE, ngettext, speaking
from scorekeeper.records.store import Store
from scorekeeper.tournaments import words
from scorekeeper.tournaments.declaration import MAX_NUMBER, WHERE_FORESEEN, Aside, Desk, act, not_finished
from scorekeeper.tournaments.fold import by_hand
from scorekeeper.tournaments.model import DrawnTables, Tournament
from scorekeeper.tournaments.notes import Hand
from scorekeeper.tournaments.pairing import Pairs, pairs_for
from scorekeeper.tournaments.planning import expect_unchanged
from scorekeeper.tournaments.planning import wishes_of as planned_wishes
from scorekeeper.tournaments.refusals import conflict


class Repair(NamedTuple):
    """Result of a repair of the rounds to come."""

    body: Mapping[str, Any]
    """`done` of its event; see `HandAct`."""
    rounds: tuple[DrawnTables, ...]
    """The rounds to come after the repair."""
    repeats: int
    """Number of pairs of people who meet more than once in the whole evening after the repair."""
    again: int
    """The same number without the repair."""


def foreseen_repair(t: Tournament) -> Repair | None:
    """Compute the repair of the rounds to come; `None` when none is due, as the people present are those planned.

    Deterministic for the same tournament. Raises `Conflict` when no draw is possible.
    """
    not_finished(t)
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
        repaired = repair_plan(wishes, planned, seed=draw.seed, label=label, watch=Watch())
    except DrawImpossible as error:
        reason = words.refusal_reason(error)
        raise conflict(Fault("tirage-impossible", "", raison=reason)) from error
    return _repair(t, repaired, asked, label)


def asked_of(t: Tournament, first: int, pairs: Pairs) -> dict[str, Any]:
    """Return the draw engine's arguments for the rounds from `first` on.

    People are named by their numbers, so that forgetting or renaming a person does not change a repair that is computed again.
    """
    asked = planned_wishes(t, first, pairs, str)
    return {**asked, "rounds": len(t.rounds) + len(t.foreseen), "ranking": None}


def drawn_round(round_: Any) -> DrawnRound:
    """Return a round, opened or planned, for the draw engine, with people named by their numbers."""
    tables = (getattr(table, "seats", table) for table in round_.tables)
    return DrawnRound(tuple(tuple(map(str, seats)) for seats in tables), tuple(map(str, round_.byes)))


def _repair(t: Tournament, repaired: RepairedPlan, asked: Mapping[str, Any], label: str) -> Repair:
    first, draw = len(t.rounds) + 1, t.draws[-1]
    after = tuple(
        DrawnTables(tuple(tuple(map(int, table)) for table in round_.tables), tuple(map(int, round_.sit_out)))
        for round_ in repaired.rounds
    )
    before, people = t.foreseen[0].people, after[0].people
    body = {
        "kind": Hand.REPAIR,
        "draw": draw.number,
        "round": first,
        "who": sorted(map(int, repaired.moved)),
        "arrived": sorted(people - before),
        "gone": sorted(before - people),
        "label": label,
        **{key: [list(map(int, group)) for group in asked[key]] for key in ("teams", "apart", "avoid")},
        "stay": [[int(number), table or 0] for number, table in asked["stay"].items()],
        "kept": repaired.kept,
        "redrawn": repaired.redrawn,
        "rounds": [
            round_change(number, old, new)
            for number, (old, new) in enumerate(zip(t.foreseen, after, strict=True), first)
            if old != new
        ],
        "report": repaired.report.document(),
    }
    played = [drawn_round(round_) for round_ in (*t.rounds, *t.foreseen)]
    again = sum(times > 1 for times in table_meetings(played).values())
    return Repair(body, after, len(repaired.report.forced_pairs), again)


def round_change(number: int, old: DrawnTables, new: DrawnTables) -> dict[str, Any]:
    """Return the differences of a round as an event stores them; see `RoundChange`."""
    tables = [
        {"table": place, "seats": list(seats)}
        for place, seats in enumerate(new.tables, 1)
        if place > len(old.tables) or old.tables[place - 1] != seats
    ]
    return {"round": number, "count": len(new.tables), "tables": tables, "byes": list(new.byes)}


def _foreseen(_store: Store, t: Tournament, _why: str, **_asked: Any) -> Mapping[str, Any]:
    foreseen = foreseen_repair(t)
    if foreseen is None:
        raise conflict(Fault("rien-a-reparer"))
    return foreseen.body


@act("reparation", WHERE_FORESEEN, by_hand, foresee=_foreseen)
def repair(
    desk: Desk,
    _t: Tournament,
    *,
    reason: Annotated[str, Text(names.REASON_MAX)] = "",
    seen: Annotated[Any, Aside(Whole(1, MAX_NUMBER))] = None,
) -> Mapping[str, Any]:
    """Repair the rounds to come with the least change, as previewed by `foreseen_repair`.

    The default reason states how many people came and left. `seen` is the `decided` revision of the preview, `None` for any. Raises
    `Conflict` when there is nothing to repair, or when people came or left since the preview.
    """
    expect_unchanged(desk)
    if desk.seen is None or seen not in {None, desk.seen.decided}:
        raise conflict(Fault("presences-changees"))
    body: Mapping[str, Any] = desk.foreseen
    desk.place, desk.reason = f"tour:{body['round']}", reason or _because(body)
    return body


def _because(body: Mapping[str, Any]) -> str:
    """Return the default reason of a repair, in French: how many people came and left."""
    came, left = len(body["arrived"]), len(body["gone"])
    with speaking(SOURCE):
        parts = [
            ngettext("%(num)s arrivée", "%(num)s arrivées", came) if came else "",
            ngettext("%(num)s départ", "%(num)s départs", left) if left else "",
        ]
    return ", ".join(filter(None, parts))
