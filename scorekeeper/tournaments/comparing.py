"""Comparison of a file with what is computed again from it; reports the first difference. Includes the check of a draw."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any

from scorekeeper.cards.rules import strict_json
from scorekeeper.draw.seating.anneal import Watch, stopping_at
from scorekeeper.draw.seating.lot import draw_pairs, lot_names
from scorekeeper.draw.seating.plan import drawn as drawn_by
from scorekeeper.draw.seating.plan import from_grid, wishes_of
from scorekeeper.draw.seating.problem import DrawImpossible
from scorekeeper.draw.seating.record import Draw, read_rounds
from scorekeeper.tournaments.confidential import public_draw

LONGEST = 60
"""Most characters of a value that a message quotes."""
_NOTHING = object()


class Mismatch(Exception):
    """A value of a file that differs from the computed one: the code of a message of `verifying.toml`, and its values."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values: Mapping[str, object] = values


def compare(due: Any, given: Any, code: str, **values: object) -> None:
    """Raise `Mismatch` with the path of the first difference between the computed and the given value."""
    spot = difference(due, given)
    if spot is not None:
        path, expected, read = spot
        raise Mismatch(code, **values, chemin=path, attendu=quoted(expected), lu=quoted(read))


def difference(due: Any, given: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """Return path, computed and given value of the first difference of two JSON values, or `None`. 1, 1.0 and true all differ."""
    if type(due) is not type(given):
        return path, due, given
    if isinstance(due, dict):
        within = f"{path}." if path else ""
        parts = [(f"{within}{key}", due.get(key, _NOTHING), given.get(key, _NOTHING)) for key in due | given]
    elif isinstance(due, list):
        pairs = enumerate(zip_longest(due, given, fillvalue=_NOTHING))
        parts = [(f"{path}[{place}]", ours, theirs) for place, (ours, theirs) in pairs]
    else:
        return None if due == given else (path, due, given)
    spots = (difference(ours, theirs, spot) for spot, ours, theirs in parts)
    return next((spot for spot in spots if spot is not None), None)


def quoted(value: Any) -> str:
    """Return a value as a message quotes it: a dash for a missing one, cut at `LONGEST` characters."""
    text = "–" if value is _NOTHING else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


IN_TURN = ("players", "order", "lot", "teams", "grid", "rounds", "sit_out", "absent", "report")
"""Keys of a draw that are compared first, each before those that depend on it; all others follow."""


def check_draw(document: Mapping[str, Any]) -> Draw:
    """Draw again from a draw's file and compare; raise `Mismatch` with the first difference.

    A public file lacks `apart`, so its search cannot be repeated: there the names are computed from the grid that it gives.
    """
    if "asked" not in document or "grid" not in document:
        raise Mismatch("tirage-ancien", version=str(document.get("version", "")))
    players = list(lot_names(document["players"]))
    compare(players, document["players"], "tirage-players", tirage=1)
    try:
        drawn = _again(document, public="apart" not in document)
    except DrawImpossible as error:
        raise Mismatch("tirage-impossible", tirage=1) from error
    due = strict_json.loads(json.dumps(drawn.to_json()))
    if "apart" not in document:
        due = public_draw(due)
    for key in [*IN_TURN, *due]:
        compare(due[key], document.get(key), f"tirage-{key}" if key in IN_TURN else "export", tirage=1)
    extra = sorted(set(document) - set(due))
    if extra:
        raise Mismatch("cle-inconnue", chemin=extra[0])
    return drawn


def _again(document: Mapping[str, Any], *, public: bool) -> Draw:
    asked, fixed = document["asked"], document["fixed_rounds"]
    rounds = read_rounds(dict(document))
    history, coming = rounds[:fixed], rounds[fixed:]
    seed, label = document["seed"], document["label"]
    teams = [(first, second) for first, second in document["teams"]]
    by_lot = {"pairs": "lot"} if asked.get("pairs") == "lot" else {}
    if by_lot:
        teams = list(draw_pairs(sorted(coming[0].room), seed, label))
    wishes = wishes_of(
        sorted({*chain.from_iterable(rnd.room for rnd in coming)}),
        len(rounds),
        **{key: asked[key] for key in ("tables", "size", "avoid", "stay", "ranking")},
        **{key: document[key] for key in ("partners", "version")},
        apart=document.get("apart", ()),
        teams=teams,
        history=history,
        present=[rnd.room for rnd in coming],
    )
    report = document["report"]
    if public:
        stopped = {key: report[key] for key in ("stopped", "stopped_at")}
        drawn = from_grid(wishes, seed, label, document["grid"][fixed:], stopped)
    else:
        drawn = drawn_by(wishes, seed, label, Watch(**stopping_at(report["stopped_at"])))
    return replace(drawn, asked={**drawn.asked, **by_lot})
