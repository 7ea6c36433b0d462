"""Draws and the opening of rounds: seeds, frozen lists, the arguments of a draw, and a sheet for each table."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Rules, Table
from scorekeeper.cards.rules.kinds import Flag, Maybe, Needed, Text, Whole
from scorekeeper.cards.sheet_file import SheetFile
from scorekeeper.draw.seating.lot import list_hash
from scorekeeper.draw.seating.problem import DrawImpossible
from scorekeeper.i18n import gettext
from scorekeeper.parties import acts
from scorekeeper.parties.model import partie_row
from scorekeeper.records.event_log import now
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.tournaments import words
from scorekeeper.tournaments.declaration import (
    ALWAYS,
    EVENING,
    MAX_NUMBER,
    Aside,
    Desk,
    act,
    not_finished,
    reached_by,
)
from scorekeeper.tournaments.finals import is_final, total_rounds
from scorekeeper.tournaments.fold import Happening, record, step, with_entrant
from scorekeeper.tournaments.ledger import TournamentChange
from scorekeeper.tournaments.model import DrawnTables, DrawRecord, Round, Stage, TableOf, Tournament
from scorekeeper.tournaments.notes import FrozenList, SaidSeed, SeedOrigin
from scorekeeper.tournaments.options import rules_for
from scorekeeper.tournaments.planning import drawn, expect_unchanged
from scorekeeper.tournaments.refusals import conflict, refusal
from scorekeeper.tournaments.round_progress import begun

SEED_MAX = names.TITLE_MAX
SEED = Needed(SEED_MAX, "graine-vide")


def _seed_given(t: Tournament, event: Happening) -> Tournament:
    seed = SaidSeed(event.asked["seed"], event.at, len(t.draws), len(t.lists))
    return replace(t, seed=seed.seed, seeds=(*t.seeds, seed))


@act("graine", EVENING, _seed_given, shown_as="seed")
@reached_by(api="POST seed", answer="seed", form="graine", then="#preuve")
def announce_seed(desk: Desk, t: Tournament, *, seed: Annotated[str, SEED]) -> None:
    """Announce a seed: that of the draws to come, so that the room knows it before they are made."""


def _frozen(t: Tournament, event: Happening) -> Tournament:
    done, source = event.done, event.asked.get("source", "")
    frozen = FrozenList(tuple(done["players"]), done["hash"], source, event.at, len(t.draws))
    return replace(t, lists=(*t.lists, frozen))


@act("liste", EVENING, _frozen)
@reached_by(api="POST list", answer="list", form="liste-figee", then="#preuve")
def freeze_list(
    desk: Desk, t: Tournament, *, source: Annotated[str, Text(SEED_MAX)] = ""
) -> Mapping[str, Any]:
    """Freeze the list of the next draw: its hash is stored and shown before the seed is known.

    `source` says where the seed will come from. When people come or leave afterwards, the list is no longer frozen until it is
    frozen again; a draw is possible all the same.
    """
    if not t.present:
        raise conflict(Fault("liste-sans-personne"))
    if t.frozen is not None:
        raise conflict(Fault("liste-deja-figee"))
    return {"players": t.listed, "hash": list_hash(t.listed)}


def _lot_text(_: Tournament, event: Happening) -> str:
    values = {"n": event.done["number"], "graine": event.done["seed"], "label": event.done["label"]}
    return gettext("n° %(n)s, graine %(graine)s, étiquette %(label)s", **values)


@step("tirage", _lot_text)
def _drawn(t: Tournament, event: Happening) -> Tournament:
    body = {key: value for key, value in event.done.items() if key not in {"rounds", "partners"}}
    rounds = tuple(record(DrawnTables, tables) for tables in event.done["rounds"])
    if "origin" in body:
        body["origin"] = SeedOrigin(body["origin"])
    body |= {"rounds": rounds, "as_drawn": rounds}
    body |= {"reason": event.reason, "at": event.at, "actor": event.actor}
    t = replace(t, draws=(*t.draws, record(DrawRecord, body)), stage=Stage.EN_COURS)
    for first, second in event.done["partners"]:
        t = with_entrant(t, replace(t.entrant(first), partner=second))
        t = with_entrant(t, replace(t.entrant(second), partner=first))
    return t


def _round_opened(t: Tournament, event: Happening) -> Tournament:
    opened = enumerate(event.done["tables"], 1)
    tables = tuple(TableOf(number, tuple(body["seats"]), body["partie"]) for number, body in opened)
    fresh = Round(event.done["round"], event.done["draw"], tables, tuple(event.done["byes"]))
    earlier = fresh.number - 1
    return replace(t, rounds=(*t.rounds[:earlier], fresh), voided=(*t.voided, *t.rounds[earlier:]))


def _foreseen_round(
    store: Store,
    t: Tournament,
    reason: str,
    *,
    seed: str | None,
    redraw: bool,
    tour: int | None,
    **watched: Any,
) -> tuple[int, dict[str, Any] | None]:
    """Return the round to open, and the draw that it needs, as the `done` of its event, or `None`. Raises `Conflict`."""
    if redraw and not reason:
        raise refusal(Fault("raison-attendue", "reason"))
    if tour is not None and tour <= len(t.rounds) and not redraw:
        raise conflict(Fault("tour-ouvert", "", {"tour": tour}))
    with store.read() as session:
        following, is_drawn_now = _next_round(t, session, redraw=redraw)
    return following, _planned(t, following, seed, **watched) if is_drawn_now else None


@act(
    "tour",
    ALWAYS,
    _round_opened,
    shown_as=lambda _, event: gettext("tour %(n)s", n=event.done["round"]),
    reason=False,
    foresee=_foreseen_round,
)
def draw_round(
    desk: Desk,
    t: Tournament,
    *,
    seed: Annotated[str | None, Maybe(SEED)] = None,
    redraw: Annotated[bool, Flag()] = False,
    tour: Annotated[int | None, Aside(Whole(1, MAX_NUMBER))] = None,
    progress: Annotated[Callable[[int, int, int], None] | None, Aside(Flag())] = None,
    stop: Annotated[Callable[[], bool] | None, Aside(Flag())] = None,
) -> Mapping[str, Any]:
    """Open the next round, with its planned tables if they are still valid, else after a new draw of the remaining rounds.

    A plan is valid until an entrant arrives or leaves; then the played rounds are kept and the others drawn again.

    Args:
        desk: the tournament.
        t: the tournament.
        seed: the public seed; by default the announced one, else a random one.
        redraw: whether to draw the open round, or else the next planned one, again, for a reason; the earlier draw stays on record.
        tour: the round to open; `Conflict` is raised if another desk has opened it already.
        progress: the callback `progress` of `plan`.
        stop: the callback `stop` of `plan`; once it returns true, the best draw found so far is used.

    Raises `Conflict` also when no draw is possible.
    """
    expect_unchanged(desk)
    following, done = desk.foreseen
    _next_round(t, desk.session, redraw=redraw)
    if done is not None:
        desk.write(TournamentChange("tirage", reason=desk.reason), done)
    return _open(desk, following)


def _next_round(t: Tournament, session: Session, *, redraw: bool) -> tuple[int, bool]:
    """Return the round to open, and whether it needs a new draw; else its planned tables are used. Raises `Conflict`."""
    not_finished(t)
    following = len(t.rounds) + 1
    if redraw and t.current is not None:
        expect_unplayed(t, session)
        return len(t.rounds), True
    if redraw:
        if not t.foreseen or t.open_rounds:
            raise conflict(Fault("rien-a-retirer"))
        return following, True
    if t.open_rounds:
        raise conflict(Fault("tour-en-cours", "", {"tour": t.open_rounds[-1].number}))
    if following > (rounds := total_rounds(t)):
        raise conflict(Fault("tours-finis", "", {"tours": rounds}))
    return following, not t.planned


def expect_unplayed(t: Tournament, session: Session) -> None:
    """Raise `Conflict` when a table of the latest round has begun, so that the round cannot be drawn again."""
    played = begun(t, session, len(t.rounds))
    if played:
        raise conflict(Fault("deja-joue", "", {"tables": tuple(map(str, sorted(played)))}))


def _planned(t: Tournament, first: int, seed: str | None, **watched: Any) -> dict[str, Any]:
    """Draw the remaining rounds, or only the next one when tables go by ranking; return the event's `done`."""
    if is_final(t, first):
        return drawn(t, first, "")
    origin = SeedOrigin.DEMANDE if seed else SeedOrigin.ANNONCEE if t.seed else SeedOrigin.PROGRAMME
    seed = seed or t.seed or secrets.token_hex(8)
    try:
        return {"origin": origin, **drawn(t, first, seed, **watched)}
    except DrawImpossible as error:
        reason = words.refusal_reason(error)
        raise conflict(Fault("tirage-impossible", "", raison=reason)) from error


def _open(desk: Desk, number: int) -> Mapping[str, Any]:
    """Open a sheet for each table of the round and close the sheets of a replaced round; return the event's `done`."""
    t = desk.t
    if len(t.rounds) >= number:
        for voided in t.round(number).tables:
            acts.close_sheet(desk.opened, desk.partie(voided))
    draw = t.draws[-1]
    drawn = draw.round(number) or DrawnTables(())
    by_size = {size: rules_at(t, size) for size in {len(seats) for seats in drawn.tables}}
    tables = [
        {"seats": seats, "partie": open_table(desk, seats, by_size[len(seats)])} for seats in drawn.tables
    ]
    return {"round": number, "draw": draw.number, "tables": tables, "byes": drawn.byes}


def rules_at(t: Tournament, size: int) -> Rules[Any, Any]:
    """Return the rules at a table of that size."""
    return rules_for(t.game, t.options, t.settings, size)


def open_table(desk: Desk, seats: Sequence[int], rules: Rules[Any, Any]) -> int:
    """Open the sheet of a table with these rules; return the number of the partie."""
    t = desk.t
    sheet = SheetFile(t.game, rules, table_of(t, seats), (), t.options.date, t.name)
    row = partie_row(sheet, None, now())
    return acts.open_sheet(desk.opened, row, acts.opening(row)).id


def table_of(t: Tournament, seats: Sequence[int]) -> Table:
    """Return the table of a sheet: the people, and the names of their camps."""
    people = tuple(t.entrant(seat).name for seat in seats)
    first, second = " & ".join(people[0::2]), " & ".join(people[1::2])
    # Camps are named after their players if the names are short enough.
    short = t.game.rules.CAMPS and max(len(first), len(second)) <= names.NAME_MAX
    return Table(people, t.game.rules.CAMPS, (first, second) if short else None)
