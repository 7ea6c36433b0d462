"""Results of finished or closed parties by player: the source of all statistics, computed by the rules.

A result is computed once for each revision of the partie, and stored in the file and in memory. An act on the partie changes
its revision, so that the result is computed again when it is next read.
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
from scorekeeper.records.event_log import canonical
from scorekeeper.records.store import Store

FORM = 1
"""Version of the format of stored results; those of another version are computed again."""
AT_ONCE = 200
"""Most results fetched or stored in one transaction."""
KEPT = "results"
"""Cache key of the results."""


@dataclass(frozen=True, kw_only=True)
class Share:
    """Result of a partie for one player: the player's lines, and the final rank of a player who stayed to the end."""

    key: str
    """Normalized name, the same for all its spellings."""
    name: str
    column: int
    lines: int
    score: int
    """Sum of the player's scores in those lines."""
    stayed: bool
    """Whether the player was at the table at the end."""
    rank: int
    last: bool
    """Whether the player's rank is the lowest, and not everybody has the same."""
    tallies: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class PartieResult:
    """Result of a partie."""

    partie: int
    game: str
    date: str
    """Day of play, ISO 8601."""
    shares: tuple[Share, ...]
    winners: int
    pairs: tuple[tuple[str, str, int, int], ...] = ()
    """Pairs against the others in single donnes: key of the taker, key of the partner, donnes, donnes made."""

    def share(self, key: str) -> Share | None:
        """Return the result of a player, by the key of the name; `None` for one who did not play."""
        return next((share for share in self.shares if share.key == key), None)


def result_of(partie: Partie) -> PartieResult:
    """Compute the result of a partie for its players. Each line counts for the players of that line."""
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
            names_of = {seat: names.casefold(name) for name, seat in there.items()}
            pairs[names_of[pair[0]], names_of[pair[1]]][pair[2]] += 1
    shares = [
        Share(
            key=names.casefold(name),
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
    """Return the local day of a UTC time, both ISO 8601."""
    return dt.datetime.fromisoformat(moment).astimezone().date().isoformat()


@dataclass(frozen=True)
class _Kept:
    """Results in memory, valid while event `head` is the last one."""

    head: int = -1
    known: Mapping[int, tuple[int, PartieResult]] = field(default_factory=dict)
    every: Sequence[PartieResult] = ()


def results(store: Store) -> Sequence[PartieResult]:
    """Return the results of all parties that are over, by date. Raises `StorageError` when the file cannot be read."""
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
    """Map parties to their revision and result; `over` has the present revision of each.

    Results stored for these revisions are read, the others computed and stored. A partie that cannot be read is left out.
    """
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
    # A result that cannot be stored is computed again the next time.
    if fresh:
        with contextlib.suppress(StorageError), store.write() as session:
            # A name may have been erased meanwhile; such results are not stored.
            if store.results.era == era:
                made = ((number, revision, _written(result)) for number, (revision, result) in fresh.items())
                session.keep_results(made)
    return {**known, **fresh}


def _made(store: Store, number: int) -> PartieResult | None:
    """Compute the result of a partie; `None` for a damaged one. The partie is not put into the cache."""
    with contextlib.suppress(Unknown, ValueError, TypeError, KeyError):
        with store.read() as session:
            known = PARTIES.cached(store.cache, session, number)
            build = None if known else PARTIES.builder(session, number)
        return result_of(known or build())  # type: ignore[misc]
    return None


def _written(result: PartieResult) -> str:
    return canonical({"form": FORM, **asdict(result)})


def _read(body: str) -> PartieResult | None:
    # `None` for a damaged result or one of another format, which is then computed again.
    with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError):
        raw = json.loads(body)
        if raw.pop("form") == FORM:
            raw["shares"] = tuple(Share(**share) for share in raw["shares"])
            raw["pairs"] = tuple(tuple(pair) for pair in raw["pairs"])
            return PartieResult(**raw)
    return None
