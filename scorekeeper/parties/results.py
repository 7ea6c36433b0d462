"""Results of each partie that is over for its players: the one source of all statistics, computed by the rules.

A result is made from the sheet once for each revision of the partie and kept, in the file and in memory: any act on the partie
changes its revision, so that it is made anew the next time somebody looks.
"""

import contextlib
import datetime as dt
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Seat
from scorekeeper.cards.rules.ending import ranks_of, winners_of
from scorekeeper.errors import StorageError, Unknown
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import Partie
from scorekeeper.records.chain import canonical
from scorekeeper.records.store import Store

FORM = 1
"""Counts the forms in which results were kept; those of another form are made anew."""
AT_ONCE = 200
"""Results that are fetched, or kept, at once."""
KEPT = "results"
"""Key of the results in memory."""


@dataclass(frozen=True, kw_only=True)
class Share:
    """Result of a partie for one player: the lines that this player sat at, and the end for those who sat there last."""

    key: str
    """Common form of all writings of the name."""
    name: str
    column: int
    lines: int
    score: int
    """Sum of the marks of those lines."""
    stayed: bool
    """Whether the player sat there at the end."""
    rank: int
    last: bool
    """Whether nobody's place is lower, and somebody's is higher."""
    tallies: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class PartieResult:
    """A partie that is over."""

    partie: int
    game: str
    date: str
    """The day it was played on, ISO."""
    shares: tuple[Share, ...]
    winners: int
    pairs: tuple[tuple[str, str, int, int], ...] = ()
    """Partners against the others in single donnes, by key: the taker, the one called, donnes, donnes made."""

    def share(self, key: str) -> Share | None:
        """Result of a player; `None` for somebody who was not there."""
        return next((share for share in self.shares if share.key == key), None)


def result_of(partie: Partie) -> PartieResult:
    """Results of a partie for its players, by its own rules. Each line belongs to those who played it."""
    sheet, game = partie.sheet, partie.game
    ranks, seated, there = ranks_of(sheet), dict[str, Seat](), dict[str, Seat]()
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    lines: Counter[str] = Counter()
    scores: Counter[str] = Counter()
    pairs: dict[tuple[str, str], Counter[bool]] = defaultdict(Counter)

    def column_of(seat: Seat) -> int:
        return seat % 2 if game.rules.CAMPS else int(seat)

    for marked in sheet.marked:
        there = sheet.seating.people_at(marked.rang)
        seated |= there
        for name, seat in there.items():
            lines[name] += not marked.aside
            scores[name] += marked.row.scores[column_of(seat)]
            counted[name].update(game.tallies(marked, seat))
        if not marked.aside and (pair := game.account.pair(marked)) is not None:
            names_of = {seat: names.key(name) for name, seat in there.items()}
            pairs[names_of[pair[0]], names_of[pair[1]]][pair[2]] += 1
    shares = [
        Share(
            key=names.key(name),
            name=name,
            column=column_of(seat),
            lines=lines[name],
            score=scores[name],
            stayed=name in there,
            rank=ranks[column_of(seat)],
            last=ranks[column_of(seat)] == max(ranks) > 1,
            tallies={code: count for code, count in counted[name].items() if count},
        )
        for name, seat in seated.items()
    ]
    return PartieResult(
        partie=partie.id,
        game=game.key,
        date=partie.date or day_of(partie.created_at),
        shares=tuple(shares),
        winners=len(winners_of(sheet)),
        pairs=tuple((*pair, made.total(), made[True]) for pair, made in pairs.items()),
    )


def day_of(moment: str) -> str:
    """The day of a moment (ISO, UTC) where this machine is."""
    return dt.datetime.fromisoformat(moment).astimezone().date().isoformat()


@dataclass(frozen=True)
class _Kept:
    """Results so far, as of an event."""

    head: int = -1
    known: Mapping[int, tuple[int, PartieResult]] = field(default_factory=dict)
    every: Sequence[PartieResult] = ()


def results(store: Store) -> Sequence[PartieResult]:
    """Every partie that is over, by its day. Raises `StorageError` when the file cannot be read."""
    head, era = store.news.head, store.results.era
    kept: _Kept = store.results.get(KEPT, 0) or _Kept()
    if kept.head == head:
        return kept.every
    with store.read() as session:
        over = session.over()
    known = {number: kept.known[number] for number in over if kept.known.get(number, (0,))[0] == over[number]}
    lacking = [number for number in over if number not in known]
    for first in range(0, len(lacking), AT_ONCE):
        known |= _fetched(store, {number: over[number] for number in lacking[first : first + AT_ONCE]})
    every = sorted((result for _, result in known.values()), key=lambda result: (result.date, result.partie))
    store.results.put(KEPT, 0, _Kept(head, known, every), era=era)
    return every


def _fetched(store: Store, over: Mapping[int, int]) -> dict[int, tuple[int, PartieResult]]:
    """The results of these parties by their revisions: as they are kept in the file, else made now and kept there."""
    with store.read() as session:
        era, rows = store.results.era, session.results(list(over))
    known = {
        number: (revision, result)
        for number, revision, body in rows
        if revision == over[number] and (result := _read(body)) is not None
    }
    fresh = {
        number: (revision, result)
        for number, revision in over.items()
        if number not in known and (result := _made(store, number)) is not None
    }
    # What cannot be kept is made again the next time.
    if fresh:
        with contextlib.suppress(StorageError), store.write() as session:
            # They may hold a name that was forgotten meanwhile.
            if store.results.era == era:
                made = ((number, revision, _written(result)) for number, (revision, result) in fresh.items())
                session.keep_results(made)
    return {**known, **fresh}


def _made(store: Store, number: int) -> PartieResult | None:
    """The result of a partie as it is now; `None` where it was damaged in the file. The parties being played stay in memory."""
    with contextlib.suppress(Unknown, ValueError, TypeError, KeyError):
        with store.read() as session:
            known = PARTIES.cached(store, session, number)
            build = None if known else PARTIES.builder(session, number)
        return result_of(known or build())  # type: ignore[misc]
    return None


def _written(result: PartieResult) -> str:
    return canonical({"form": FORM, **asdict(result)})


def _read(body: str) -> PartieResult | None:
    # One of another form, or that was damaged, is made anew.
    with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError):
        raw = json.loads(body)
        if raw.pop("form") == FORM:
            raw["shares"] = tuple(Share(**share) for share in raw["shares"])
            raw["pairs"] = tuple(tuple(pair) for pair in raw["pairs"])
            return PartieResult(**raw)
    return None
