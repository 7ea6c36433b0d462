"""The report of a draw: figures with their bounds, and the sentences that explain them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from scorekeeper.rules.seating.bounds import half, reach, score_bound
from scorekeeper.rules.seating.problem import pairs_of, partnerships, table_meetings
from scorekeeper.rules.seating.record import DrawnRound, Meeting, Report, Word
from scorekeeper.rules.seating.shape import usual_size
from scorekeeper.rules.seating.wishes import Wishes

Names = tuple[str, str]


def report_on(wishes: Wishes, rounds: Sequence[DrawnRound], *, stopped: bool) -> Report:
    """Count everything again from the rounds as they will be printed."""
    team = {frozenset(pair) for pair in wishes.teams}
    met = _meetings(rounds, team)
    mated = partnerships(rounds) if wishes.partners and not wishes.teams else Counter()
    bound, mate_bound = _bounds(wishes, rounds, team)
    score = sum(half(c) for c in met.values())
    byes = Counter(p for rnd in rounds for p in rnd.sit_out)
    forced = tuple(Meeting(a, b, c) for (a, b), c in sorted(met.items()) if c > 1)
    apart = _broken(met, wishes.apart)
    seats, places = _seat_spread(rounds), _table_spread(rounds)
    # Keeping a table is reported by its own words: this one is about the players who move.
    moved = _table_spread(rounds, wishes.stay) if wishes.stay else places
    words = [
        *_about_meetings(score, bound, forced, len(rounds)),
        *_about_partners(wishes, mated, mate_bound),
        *_about_byes(wishes, rounds, byes),
        *_about_wishes(wishes, rounds, met, apart),
        *_about_comings(wishes, rounds),
        Word("seats", {"spread": seats}),
        Word("table-once") if moved < 2 else Word("table-at-most", {"times": moved}),
        *([Word("stopped")] if stopped else []),
    ]
    return Report(
        score=score,
        bound=bound,
        partner_repeats=sum(c - 1 for c in mated.values()),
        partner_repeats_bound=mate_bound,
        forced=forced,
        seat_spread=seats,
        table_spread=places,
        byes=dict(sorted(byes.items())),
        apart_broken=apart,
        stopped=stopped,
        words=tuple(words),
    )


def _bounds(wishes: Wishes, rounds: Sequence[DrawnRound], team: set[frozenset[str]]) -> tuple[int, int]:
    """The lower bounds of the repeat score and of the repeated partners."""
    rooms, sizes = [rnd.room for rnd in rounds], [rnd.sizes for rnd in rounds]
    played = len(wishes.history)
    low = score_bound(rooms, sizes, _meetings(rounds[:played], team), played, team)
    mates = 0 if team or not wishes.partners else sum(2 * s.count(4) for s in sizes) - reach(set(rooms))
    return low, max(0, mates)


def _meetings(rounds: Sequence[DrawnRound], team: set[frozenset[str]]) -> Counter[Names]:
    """Count how often each pair that is no team shares a table."""
    met = table_meetings(rounds)
    return Counter({pair: count for pair, count in met.items() if frozenset(pair) not in team})


def _broken(met: Counter[Names], groups: Sequence[Sequence[str]]) -> tuple[Names, ...]:
    return tuple(sorted({pair for group in groups for pair in pairs_of(group) if met[pair]}))


def _seat_spread(rounds: Sequence[DrawnRound]) -> int:
    used = Counter((p, seat) for r in rounds for t in r.tables if len(t) == 4 for seat, p in enumerate(t))
    shares = [[used[player, seat] for seat in range(4)] for player, _ in used]
    return max((max(share) - min(share) for share in shares), default=0)


def _table_spread(rounds: Sequence[DrawnRound], but: Collection[str] = ()) -> int:
    at = Counter((p, n) for r in rounds for n, t in enumerate(r.tables) for p in t if p not in but)
    return max(at.values(), default=0)


def _about_meetings(score: int, bound: int, forced: Sequence[Meeting], rounds: int) -> list[Word]:
    if not forced:
        return [Word("no-meeting-twice", {"rounds": rounds})]
    names = [[m.first, m.second, m.times] for m in forced]
    code = "meetings-forced" if score == bound else "meetings-few"
    return [
        Word(code, {"count": len(forced), "score": score, "bound": bound}),
        Word("meet-again", {"pairs": names}),
    ]


def _about_partners(wishes: Wishes, mated: Counter[Names], bound: int) -> list[Word]:
    if wishes.teams:
        return [Word("pairs-fixed", {"count": len(wishes.teams)})]
    if not mated:
        return []
    repeated = [[a, b, times] for (a, b), times in sorted(mated.items()) if times > 1]
    if not repeated:
        return [Word("no-partner-twice")]
    forced = sum(c - 1 for c in mated.values()) <= bound
    return [Word("partners-forced" if forced else "partners-again", {"pairs": repeated})]


def _about_byes(wishes: Wishes, rounds: Sequence[DrawnRound], byes: Counter[str]) -> list[Word]:
    words = [
        Word("sits-out", {"round": number, "names": list(rnd.sit_out)})
        for number, rnd in enumerate(rounds, 1)
        if rnd.sit_out
    ]
    if byes:
        always = [p for p in wishes.players if not any(p in rnd.absent for rnd in rounds)]
        counts = [byes[p] for p in always] or [0]
        words.append(Word("byes-shared", {"least": min(counts), "most": max(counts)}))
    usual = usual_size(wishes.tables, wishes.size)
    odd = Counter(p for r in rounds for t in r.tables if len(t) != usual for p in t)
    if odd and not wishes.teams:
        least = min(odd[p] for p in wishes.players)
        words.append(Word("odd-tables", {"size": usual, "least": least, "most": max(odd.values())}))
    return words


def _about_wishes(
    wishes: Wishes, rounds: Sequence[DrawnRound], met: Counter[Names], apart: Sequence[Names]
) -> list[Word]:
    words = []
    if apart:
        words.append(Word("apart-broken", {"pairs": [[a, b, met[a, b]] for a, b in apart]}))
    elif wishes.apart:
        words.append(Word("apart-kept", {"groups": len(wishes.apart)}))
    weak = _broken(met, wishes.avoid)
    if weak:
        words.append(Word("avoid-broken", {"pairs": [[a, b, met[a, b]] for a, b in weak]}))
    coming = rounds[len(wishes.history) :]
    moved = []
    for player in sorted(wishes.stay):
        at = {n for r in coming for n, t in enumerate(r.tables, 1) if player in t}
        if len(at) > 1 or (wishes.stay[player] is not None and at - {wishes.stay[player]}):
            moved.append(player)
    if moved:
        words.append(Word("stay-broken", {"names": moved}))
    elif wishes.stay:
        words.append(Word("stay-kept", {"names": sorted(wishes.stay)}))
    if wishes.ranking is not None:
        words.append(Word("by-ranking"))
    return words


def _about_comings(wishes: Wishes, rounds: Sequence[DrawnRound]) -> list[Word]:
    played = len(wishes.history)
    if not played:
        return []
    words = [Word("rounds-kept", {"count": played})]
    before, now = set(rounds[played - 1].absent), set(rounds[played].absent)
    changes = (("arrived", before - now), ("gone", now - before))
    return words + [Word(code, {"names": sorted(names)}) for code, names in changes if names]
