"""Draws as they are asked for and stored: the arguments of the draw engine, and the content of the event of a draw."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.draw.seating.plan import from_grid, plan
from scorekeeper.draw.seating.plan import wishes_of as plan_wishes
from scorekeeper.draw.seating.record import Draw, DrawnRound, label_after
from scorekeeper.tournaments.declaration import Desk
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.knockout_seats import final_body
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import Method
from scorekeeper.tournaments.pairing import Pairs, apart_groups, club_groups, pairs_for
from scorekeeper.tournaments.rankings import ranking
from scorekeeper.tournaments.refusals import conflict


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


def basis(t: Tournament) -> tuple[Any, ...]:
    """Return all values that a draw depends on. They are compared to notice changes made during the search."""
    return t.entrants, t.rounds, len(t.draws), t.options, t.seed, t.stage


def expect_unchanged(desk: Desk) -> None:
    """Raise `Conflict` when a draw was foreseen for other people, rounds or options than those of now."""
    if desk.seen is None or basis(desk.t) != basis(desk.seen):
        raise conflict(Fault("presences-changees"))
