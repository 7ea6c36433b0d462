"""Report of a draw: figures with their lower bounds, and sentences that explain them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from scorekeeper.draw.seating.bounds import half, reach, score_bound
from scorekeeper.draw.seating.problem import pairs_of, partnerships, table_meetings, usual_size
from scorekeeper.draw.seating.record import DrawnRound, Report, Word
from scorekeeper.draw.seating.wishes import Wishes

Names = tuple[str, str]


def report_on(wishes: Wishes, rounds: Sequence[DrawnRound], *, stopped: bool, stopped_at: int = 0) -> Report:
    """Return the report of a draw, with every figure counted from the rounds as they will be printed."""
    team = {frozenset(pair) for pair in wishes.teams}
    met = meetings_of(rounds, team)
    mated = partnerships(rounds) if wishes.partners and not wishes.teams else Counter()
    bound, mate_bound = _bounds(wishes, rounds, team)
    score = sum(half(c) for c in met.values())
    byes = Counter(p for rnd in rounds for p in rnd.sit_out)
    forced = {pair: times for pair, times in sorted(met.items()) if times > 1}
    apart = broken(met, wishes.apart)
    seats, places = _seat_spread(rounds), _table_spread(rounds)
    words = [
        *_about_meetings(score, bound, forced, len(rounds)),
        *_about_partners(wishes, mated, mate_bound),
        *_about_byes(wishes, rounds, byes),
        *_about_wishes(wishes, rounds, met, apart),
        *_about_comings(rounds, len(wishes.history)),
        *([Word("seats", {"spread": seats})] if any(4 in rnd.sizes for rnd in rounds) else []),
        _about_tables(rounds, wishes.stay),
        *([Word("stopped")] if stopped else []),
    ]
    return Report(
        score=score,
        bound=bound,
        partner_repeats=sum(c - 1 for c in mated.values()),
        partner_repeats_bound=mate_bound,
        forced_pairs=tuple(forced),
        forced_times=tuple(forced.values()),
        seat_spread=seats,
        table_spread=places,
        byes=dict(sorted(byes.items())),
        apart_broken=apart,
        stopped=stopped,
        stopped_at=stopped_at,
        words=tuple(words),
    )


def _bounds(wishes: Wishes, rounds: Sequence[DrawnRound], team: set[frozenset[str]]) -> tuple[int, int]:
    rooms, sizes = [rnd.room for rnd in rounds], [rnd.sizes for rnd in rounds]
    played = len(wishes.history)
    low = score_bound(rooms, sizes, meetings_of(rounds[:played], team), played, team)
    mates = 0 if team or not wishes.partners else sum(2 * s.count(4) for s in sizes) - reach(set(rooms))
    return low, max(0, mates)


def meetings_of(rounds: Sequence[DrawnRound], team: set[frozenset[str]]) -> Counter[Names]:
    """Count how often each pair shares a table, fixed pairs left out."""
    met = table_meetings(rounds)
    return Counter({pair: count for pair, count in met.items() if frozenset(pair) not in team})


def broken(met: Counter[Names], groups: Sequence[Sequence[str]]) -> tuple[Names, ...]:
    """Return the pairs within `groups` that share a table."""
    return tuple(sorted({pair for group in groups for pair in pairs_of(group) if met[pair]}))


def _seat_spread(rounds: Sequence[DrawnRound]) -> int:
    used = Counter((p, seat) for r in rounds for t in r.tables if len(t) == 4 for seat, p in enumerate(t))
    shares = [[used[player, seat] for seat in range(4)] for player, _ in used]
    return max((max(share) - min(share) for share in shares), default=0)


def _table_spread(rounds: Sequence[DrawnRound], but: Collection[str] = ()) -> int:
    at = Counter((p, n) for r in rounds for n, t in enumerate(r.tables) for p in t if p not in but)
    return max(at.values(), default=0)


def _about_tables(rounds: Sequence[DrawnRound], stay: Collection[str]) -> Word:
    """Return the sentence on how often a player sits at the same table; those in `stay` are left out, as others report them."""
    times = _table_spread(rounds, stay)
    who = "-of-others" if stay else ""
    return Word(f"table-once{who}") if times < 2 else Word(f"table-at-most{who}", {"times": times})


def _times(pairs: Iterable[Names], met: Mapping[Names, int]) -> list[list[str | int]]:
    return [[*pair, met[pair]] for pair in pairs]


def _about_meetings(score: int, bound: int, forced: Mapping[Names, int], rounds: int) -> Iterator[Word]:
    if not forced:
        yield Word("no-meeting-twice", {"rounds": rounds})
        return
    code = "meetings-forced" if score == bound else "meetings-few"
    yield Word(code, {"count": len(forced), "score": score, "bound": bound})
    yield Word("meet-again", {"pairs": _times(forced, forced)})


def _about_partners(wishes: Wishes, mated: Counter[Names], bound: int) -> Iterator[Word]:
    repeated = sorted(pair for pair, times in mated.items() if times > 1)
    if wishes.teams:
        yield Word("pairs-fixed", {"count": len(wishes.teams)})
    elif repeated:
        forced = sum(times - 1 for times in mated.values()) <= bound
        yield Word("partners-forced" if forced else "partners-again", {"pairs": _times(repeated, mated)})
    elif mated:
        yield Word("no-partner-twice")


def _about_byes(wishes: Wishes, rounds: Sequence[DrawnRound], byes: Counter[str]) -> Iterator[Word]:
    for number, rnd in enumerate(rounds, 1):
        if rnd.sit_out:
            yield Word("sits-out", {"round": number, "names": list(rnd.sit_out)})
    if byes:
        always = [p for p in wishes.players if not any(p in rnd.absent for rnd in rounds)]
        counts = [byes[p] for p in always] or [0]
        yield Word("byes-shared", {"least": min(counts), "most": max(counts)})
    usual = usual_size(wishes.tables, wishes.size)
    odd = Counter(p for r in rounds for t in r.tables if len(t) != usual for p in t)
    if odd and not wishes.teams:
        least = min(odd[p] for p in wishes.players)
        yield Word("odd-tables", {"size": usual, "least": least, "most": max(odd.values())})


def _about_wishes(
    wishes: Wishes, rounds: Sequence[DrawnRound], met: Counter[Names], apart: Sequence[Names]
) -> Iterator[Word]:
    if apart:
        yield Word("apart-broken", {"pairs": _times(apart, met)})
    elif wishes.apart:
        yield Word("apart-kept", {"groups": len(wishes.apart)})
    weak = broken(met, wishes.avoid)
    if weak:
        yield Word("avoid-broken", {"pairs": _times(weak, met)})
    coming = rounds[len(wishes.history) :]
    moved = []
    for player, wanted in sorted(wishes.stay.items()):
        at = {n for r in coming for n, t in enumerate(r.tables, 1) if player in t}
        if len(at) > 1 or (wanted is not None and at - {wanted}):
            moved.append(player)
    if wishes.stay:
        yield Word("stay-broken" if moved else "stay-kept", {"names": moved or sorted(wishes.stay)})
    if wishes.ranking is not None:
        yield Word("by-ranking")


def _about_comings(rounds: Sequence[DrawnRound], played: int) -> Iterator[Word]:
    if played:
        yield Word("rounds-kept", {"count": played})
        before, now = set(rounds[played - 1].absent), set(rounds[played].absent)
        for code, names in (("arrived", before - now), ("gone", now - before)):
            if names:
                yield Word(code, {"names": sorted(names)})
