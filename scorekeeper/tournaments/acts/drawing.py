"""Draws and the opening of rounds: seeds, frozen lists, the arguments of a draw, and a sheet for each table."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Rules, Table
from scorekeeper.cards.rules.kinds import Needed, Text
from scorekeeper.cards.sheet_file import SheetFile
from scorekeeper.draw.seating.lot import list_hash
from scorekeeper.draw.seating.plan import from_grid, plan
from scorekeeper.draw.seating.plan import wishes_of as plan_wishes
from scorekeeper.draw.seating.problem import DrawImpossible
from scorekeeper.draw.seating.record import Draw, DrawnRound, label_after
from scorekeeper.parties import Author, acts
from scorekeeper.parties.model import partie_row
from scorekeeper.records.event_log import now
from scorekeeper.records.ledger import transaction
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.tournaments import words
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.acts.common import Desk
from scorekeeper.tournaments.acts.declared import EVENING, act, ways
from scorekeeper.tournaments.acts.finals import final_body
from scorekeeper.tournaments.acts.pairing import Pairs, apart_groups, club_groups, pairs_for
from scorekeeper.tournaments.finals import is_final, total_rounds
from scorekeeper.tournaments.fold import Happening, record, step, with_entrant
from scorekeeper.tournaments.model import DrawnTables, DrawRecord, Round, Stage, TableOf, Tournament
from scorekeeper.tournaments.notes import FrozenList, SaidSeed, SeedOrigin
from scorekeeper.tournaments.options import Method, rules_for
from scorekeeper.tournaments.rankings import ranking
from scorekeeper.tournaments.round_progress import begun

SEED_MAX = names.TITLE_MAX
SEED = Needed(SEED_MAX, "graine-vide")


def _seed_said(t: Tournament, event: Happening) -> Tournament:
    seed = SaidSeed(event.asked["seed"], event.at, len(t.draws), len(t.lists))
    return replace(t, seed=seed.seed, seeds=(*t.seeds, seed))


@act("graine", EVENING, _seed_said, tells="seed")
@ways(api="POST seed", answer="seed", form="graine", then="#preuve")
def announce_seed(desk: Desk, t: Tournament, *, seed: Annotated[str, SEED]) -> None:
    """Announce a seed: that of the draws to come, so that the room knows it before they are made."""


def _frozen(t: Tournament, event: Happening) -> Tournament:
    done, source = event.done, event.asked.get("source", "")
    frozen = FrozenList(tuple(done["players"]), done["hash"], source, event.at, len(t.draws))
    return replace(t, lists=(*t.lists, frozen))


@act("liste", EVENING, _frozen)
@ways(api="POST list", answer="list", form="liste-figee", then="#preuve")
def freeze_list(
    desk: Desk, t: Tournament, *, source: Annotated[str, Text(SEED_MAX)] = ""
) -> Mapping[str, Any]:
    """Freeze the list of the next draw: its hash is stored and shown before the seed is known.

    `source` says where the seed will come from. When people come or leave afterwards, the list is no longer frozen until it is
    frozen again; a draw is possible all the same.
    """
    if not t.present:
        raise common.conflict(Fault("liste-sans-personne"))
    if t.frozen is not None:
        raise common.conflict(Fault("liste-deja-figee"))
    return {"players": t.listed, "hash": list_hash(t.listed)}


@step("tirage")
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


@step("tour")
def _round_opened(t: Tournament, event: Happening) -> Tournament:
    opened = enumerate(event.done["tables"], 1)
    tables = tuple(TableOf(number, tuple(body["seats"]), body["partie"]) for number, body in opened)
    fresh = Round(event.done["round"], event.done["draw"], tables, tuple(event.done["byes"]))
    earlier = fresh.number - 1
    return replace(t, rounds=(*t.rounds[:earlier], fresh), voided=(*t.voided, *t.rounds[earlier:]))


def draw_round(
    store: Store,
    number: int,
    *,
    by: Author,
    uuid: str | None = None,
    seed: str | None = None,
    reason: str = "",
    redraw: bool = False,
    tour: int | None = None,
    **watched: Any,
) -> Tournament:
    """Open the next round, with its planned tables if they are still valid, else after a new draw of the remaining rounds.

    A plan is valid until an entrant arrives or leaves; then the played rounds are kept and the others drawn again.

    Args:
        store: the records.
        number: the tournament.
        by: the author.
        uuid: idempotency key.
        seed: the public seed; by default the announced one, else a random one.
        reason: required with `redraw`.
        redraw: whether to draw the open round, or else the next planned one, again; the earlier draw stays on record.
        tour: the round to open; `Conflict` is raised if another desk has opened it already.
        **watched: the callbacks `progress` and `stop` of `plan`; once `stop` returns true, the best draw found so far is used.

    Raises `Conflict` also when no draw is possible.
    """
    why = common.reason_of(reason, needed=redraw)
    text = None if seed is None else common.read_as(SEED, seed, "seed")
    change = common.TournamentChange("tour", {"seed": text, "redraw": redraw}, reason=why)
    uuid = None if uuid is None else common.TOURNAMENTS.uuid_text(uuid)
    seen = common.read(store, number)
    with store.read() as session:
        if common.TOURNAMENTS.is_repeated(session, seen, uuid, "tour", change.is_in):
            return seen
        if tour is not None and tour <= len(seen.rounds) and not redraw:
            raise common.conflict(Fault("tour-ouvert", "", {"tour": tour}))
        following, is_drawn_now = _next_round(seen, session, redraw=redraw)
    # The search may take seconds, so it runs outside the transaction.
    drawn = _planned(seen, following, text, **watched) if is_drawn_now else None
    with transaction(store, by) as opened:
        t = common.TOURNAMENTS.load(opened, number)
        if common.TOURNAMENTS.is_repeated(opened.session, t, uuid, "tour", change.is_in):
            return t
        if basis(t) != basis(seen):
            raise common.conflict(Fault("presences-changees"))
        desk = Desk(opened, t)
        _next_round(t, desk.session, redraw=redraw)
        if drawn is not None:
            desk.write(common.TournamentChange("tirage", reason=why), drawn)
        desk.write(change, _open(desk, following), uuid)
        return desk.t


def basis(t: Tournament) -> tuple[Any, ...]:
    """Return all that a draw depends on; compared to notice changes made during the search."""
    return t.entrants, t.rounds, len(t.draws), t.options, t.seed, t.stage


def _next_round(t: Tournament, session: Session, *, redraw: bool) -> tuple[int, bool]:
    """Return the round to open, and whether it needs a new draw; else its planned tables are used. Raises `Conflict`."""
    common.not_finished(t)
    following = len(t.rounds) + 1
    if redraw and t.current is not None:
        expect_unplayed(t, session)
        return len(t.rounds), True
    if redraw:
        if not t.foreseen or t.open_rounds:
            raise common.conflict(Fault("rien-a-retirer"))
        return following, True
    if t.open_rounds:
        raise common.conflict(Fault("tour-en-cours", "", {"tour": t.open_rounds[-1].number}))
    if following > (rounds := total_rounds(t)):
        raise common.conflict(Fault("tours-finis", "", {"tours": rounds}))
    return following, not t.planned


def expect_unplayed(t: Tournament, session: Session) -> None:
    """Raise `Conflict` when a table of the latest round has begun, so that the round cannot be drawn again."""
    played = begun(t, session, len(t.rounds))
    if played:
        raise common.conflict(Fault("deja-joue", "", {"tables": tuple(map(str, sorted(played)))}))


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
        raise common.conflict(Fault("tirage-impossible", "", raison=reason)) from error


def drawn(t: Tournament, first: int, seed: str, **how: Any) -> dict[str, Any]:
    """Draw the rounds from `first` on; return the event's `done`. `how` are further arguments of `plan`.

    Raises `Conflict` or `DrawImpossible` when no draw is possible.
    """
    counts, label = _counts(t, first)
    if is_final(t, first):
        return {**counts, **final_body(t, first, counts["attempt"])}
    pairs = pairs_for(t, seed, label)
    asked = wishes_of(t, first, pairs)
    draw = plan(asked.pop("players"), **asked, seed=seed, label=label, **how)
    return {**counts, "partners": pairs, **_draw_body(t, draw)}


def _counts(t: Tournament, first: int) -> tuple[dict[str, int], str]:
    """Return `number`, `first` and `attempt` of the next draw (see `DrawRecord`), and its label."""
    attempt = 1 + sum(draw.first == first for draw in t.draws)
    label = label_after(first - 1) if attempt == 1 else f"{label_after(first - 1)}/{attempt}"
    return {"number": len(t.draws) + 1, "first": first, "attempt": attempt}, label


def put_to_grid(t: Tournament, done: Mapping[str, Any]) -> dict[str, Any]:
    """Compute the event's `done` of a draw by lot from the grid in `done`, without a search, because not all wishes are known.

    Raises `Conflict` or `DrawImpossible` when no draw is possible.
    """
    first, seed = done["first"], done["seed"]
    counts, label = _counts(t, first)
    pairs = pairs_for(t, seed, label)
    asked = wishes_of(t, first, pairs)
    wishes = plan_wishes(asked.pop("players"), **asked, version=done["version"])
    stopped = {key: done["report"][key] for key in ("stopped", "stopped_at")}
    return {
        **counts,
        "partners": pairs,
        **_draw_body(t, from_grid(wishes, seed, label, done["grid"], stopped)),
    }


def wishes_of(
    t: Tournament, first: int, pairs: Pairs, name: Callable[[int], str] | None = None
) -> dict[str, Any]:
    """Return the arguments of `plan`, without seed and label, for a draw from round `first` on.

    `name` returns a person's name for an entrant number; by default the entrant's own.
    """
    by_ranking, played = t.options.draw is Method.CLASSEMENT, t.rounds[: first - 1]
    call = name or (lambda number: t.entrant(number).name)

    def named(numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(call, numbers))

    return {
        "players": named(entrant.number for entrant in t.present),
        "rounds": first if by_ranking else t.options.rounds,
        "tables": t.options.odd,
        "size": t.options.size or 4,
        "partners": t.game.rules.CAMPS,
        "teams": tuple(map(named, pairs)),
        "apart": tuple(map(named, apart_groups(t))),
        "avoid": tuple(map(named, club_groups(t))),
        "history": [
            DrawnRound(tuple(named(table.seats) for table in round_.tables), named(round_.byes))
            for round_ in played
        ],
        "stay": {
            call(entrant.number): entrant.fixed or None
            for entrant in t.present
            if entrant.fixed is not None and not t.in_pairs
        },
        "ranking": named(_by_rank(t)) if by_ranking and played else None,
    }


def _by_rank(t: Tournament) -> list[int]:
    """Return the entrants present by rank, the best first, then those without a rank."""
    ranked = [number for line in ranking(t).lines for number in line.numbers]
    here = {entrant.number for entrant in t.present}
    return [number for number in ranked if number in here] + sorted(here.difference(ranked))


def _draw_body(t: Tournament, draw: Draw) -> dict[str, Any]:
    """Return a draw as its event stores it, with entrant numbers at the tables; see `DrawRecord`."""
    document = draw.to_json()
    numbers = {entrant.name: entrant.number for entrant in t.entrants}
    rounds = [
        {
            "tables": [[numbers[name] for name in table] for table in round_.tables],
            "byes": [numbers[name] for name in round_.sit_out],
        }
        for round_ in draw.rounds[draw.fixed_rounds :]
    ]
    kept = {key: document[key] for key in ("label", "seed", "version", "players", "order", "report")}
    return {**kept, "rounds": rounds, "grid": draw.grid[draw.fixed_rounds :]}


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
