"""What a draw came to: figures with their bounds, and the sentences that explain them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Sequence

from scorekeeper.rules.seating.bounds import after_history, half, reach, score_bound, spread
from scorekeeper.rules.seating.record import DrawnRound, Meeting, Report, Word
from scorekeeper.rules.seating.wishes import Wishes

Names = tuple[str, str]


def report_on(wishes: Wishes, rounds: Sequence[DrawnRound], *, stopped: bool) -> Report:
    """Count everything again from the rounds as they will be printed."""
    team = {frozenset(pair) for pair in wishes.teams}
    met = _meetings(rounds, team)
    mated = _partners(rounds) if wishes.partners and not wishes.teams else Counter()
    bound, mate_bound = _bounds(wishes, rounds, team)
    score = sum(half(c) for c in met.values())
    byes = Counter(p for rnd in rounds for p in rnd.sit_out)
    forced = tuple(Meeting(a, b, c) for (a, b), c in sorted(met.items()) if c > 1)
    repeated = sorted(pair for pair, c in mated.items() if c > 1)
    apart = _broken(met, wishes.apart)
    seats, places = _seat_spread(rounds), _table_spread(rounds)
    # Who asked to keep a table is told apart: here it is about those who move.
    moved = _table_spread(rounds, wishes.stay) if wishes.stay else places
    words = [
        *_about_meetings(score, bound, forced, rounds),
        *_about_partners(wishes, mated, mate_bound, repeated),
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


def _pairs(people: Sequence[str]) -> list[Names]:
    return list(itertools.combinations(sorted(people), 2))


def _meetings(rounds: Sequence[DrawnRound], team: set[frozenset[str]]) -> Counter[Names]:
    return Counter(
        pair
        for rnd in rounds
        for table in rnd.tables
        for pair in _pairs(table)
        if frozenset(pair) not in team
    )


def _partners(rounds: Sequence[DrawnRound]) -> Counter[Names]:
    return Counter(
        pair
        for rnd in rounds
        for table in rnd.tables
        if len(table) == 4
        for pair in (*_pairs(table[::2]), *_pairs(table[1::2]))
    )


def _bounds(wishes: Wishes, rounds: Sequence[DrawnRound], team: set[frozenset[str]]) -> tuple[int, int]:
    """Return the lower bounds of the repeat score and of the repeated partners."""
    rooms = [frozenset((*(p for t in r.tables for p in t), *r.sit_out)) for r in rounds]
    sizes = [tuple(len(t) for t in r.tables) for r in rounds]
    pairs = _reach(set(rooms), team)
    same = len(set(rooms)) == 1 and not team and not any(r.sit_out for r in rounds)
    if team:
        low = spread(sum(4 * len(s) for s in sizes), pairs)
    else:
        low = score_bound(sizes, pairs=pairs, same_people=same, people=len(rooms[0]))
    played = len(wishes.history)
    if played:
        old = _meetings(rounds[:played], team)
        later = set(rooms[played:])
        again = sum(any(a in room and b in room for room in later) for a, b in old)
        coming = sum(_meetings(rounds[played:], team).values())
        low = max(low, after_history(list(old.values()), coming, _reach(later, team) - again))
    if team or not wishes.partners:
        return low, 0
    return low, max(0, sum(2 * s.count(4) for s in sizes) - pairs)


def _reach(rooms: Collection[frozenset[str]], team: set[frozenset[str]]) -> int:
    """Return how many pairs are in the room together at least once, fixed pairs left out."""
    return reach(rooms) - sum(any(pair <= room for room in rooms) for pair in team)


def _broken(met: Counter[Names], groups: Sequence[Sequence[str]]) -> tuple[Names, ...]:
    return tuple(sorted({pair for group in groups for pair in _pairs(group) if met[pair]}))


def _seat_spread(rounds: Sequence[DrawnRound]) -> int:
    seats: dict[str, list[int]] = {}
    for rnd in rounds:
        for table in rnd.tables:
            if len(table) == 4:
                for seat, player in enumerate(table):
                    seats.setdefault(player, [0] * 4)[seat] += 1
    return max((max(n) - min(n) for n in seats.values()), default=0)


def _table_spread(rounds: Sequence[DrawnRound], but: Collection[str] = ()) -> int:
    at = Counter((p, n) for r in rounds for n, t in enumerate(r.tables) for p in t if p not in but)
    return max(at.values(), default=0)


def _about_meetings(
    score: int, bound: int, forced: Sequence[Meeting], rounds: Sequence[DrawnRound]
) -> list[Word]:
    if not forced:
        return [Word("no-meeting-twice", {"rounds": len(rounds)})]
    names = [[m.first, m.second, m.times] for m in forced]
    code = "meetings-forced" if score == bound else "meetings-few"
    return [
        Word(code, {"count": len(forced), "score": score, "bound": bound}),
        Word("meet-again", {"pairs": names}),
    ]


def _about_partners(
    wishes: Wishes, mated: Counter[Names], bound: int, repeated: Sequence[Names]
) -> list[Word]:
    if wishes.teams:
        return [Word("pairs-fixed", {"count": len(wishes.teams)})]
    if not mated:
        return []
    if not repeated:
        return [Word("no-partner-twice")]
    count = sum(c - 1 for c in mated.values())
    code = "partners-forced" if count <= bound else "partners-again"
    return [Word(code, {"pairs": [[a, b, mated[a, b]] for a, b in repeated]})]


def _about_byes(wishes: Wishes, rounds: Sequence[DrawnRound], byes: Counter[str]) -> list[Word]:
    words = []
    for number, rnd in enumerate(rounds, 1):
        if rnd.sit_out:
            words.append(Word("sits-out", {"round": number, "names": list(rnd.sit_out)}))
    if byes:
        always = [p for p in wishes.players if not any(p in rnd.absent for rnd in rounds)]
        counts = [byes[p] for p in always] or [0]
        words.append(Word("byes-shared", {"least": min(counts), "most": max(counts)}))
    usual = wishes.size if isinstance(wishes.tables, str) else Counter(wishes.tables).most_common(1)[0][0]
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
    before = set(rounds[played - 1].absent)
    now = set(rounds[played].absent)
    if before - now:
        words.append(Word("arrived", {"names": sorted(before - now)}))
    if now - before:
        words.append(Word("gone", {"names": sorted(now - before)}))
    return words
