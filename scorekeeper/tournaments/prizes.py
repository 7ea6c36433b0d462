"""The end of an evening as the room sees it: nothing of the last round before the organiser wishes, then prize after prize."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import Choice, Whole
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.acts.common import Desk, read
from scorekeeper.tournaments.acts.declared import ALWAYS, Aside, Coded, act, ways
from scorekeeper.tournaments.finals import total_rounds, unprized
from scorekeeper.tournaments.fold import Happening
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.notes import Veil
from scorekeeper.tournaments.options import MAX_ENTRANTS
from scorekeeper.tournaments.rankings import Ranking, RankingLine, ranking, standings

WITHHELD_FOR = dt.timedelta(hours=12)
"""Longest time that anything is withheld, whatever the organiser does."""
PrizeGroup = tuple[RankingLine, ...]
"""Those who are named at one tap: the people of a rank, and neighbours who get the same."""


def groups(ranking: Ranking) -> tuple[PrizeGroup, ...]:
    """Those who get prizes, the first ones first; nobody as long as the ranking is provisional."""
    won: list[list[RankingLine]] = []
    for line in ranking.lines if not ranking.provisional else ():
        own, above = line.standing, won[-1][-1].standing if won else None
        if not own.prizes:
            continue
        if above and (above.rank == own.rank or set(above.prizes) == set(own.prizes)):
            won[-1].append(line)
        else:
            won.append([line])
    return tuple(map(tuple, won))


def hidden(t: Tournament, ranking: Ranking) -> tuple[PrizeGroup, ...]:
    """The groups whose turn has not come yet, where prizes are shown one by one."""
    every = groups(ranking)
    return every[: max(0, len(every) - t.reveal)] if t.reveal is not None else ()


def withheld(t: Tournament, ranking: Ranking, at: dt.datetime) -> bool:
    """The rule of what the room and strangers do not see yet of the end of an evening; `ranking` is the whole one.

    What the last round gave, from its close until the organiser shows everything, or the last of the prizes; for `WITHHELD_FOR` at most.
    """
    over = t.stage is Stage.FINI or len(t.rounds) >= total_rounds(t)
    since = t.veil.since if t.veil and over else ""
    if not since or at - dt.datetime.fromisoformat(since) >= WITHHELD_FOR:
        return False
    return t.reveal is None or ranking.provisional or bool(hidden(t, ranking))


def withheld_now(store: Store, number: int) -> bool:
    """Whether the room does not see everything at this moment."""
    ranking = standings(store, number)
    return withheld(read(store, number), ranking, dt.datetime.now(dt.UTC))


def public_standings(store: Store, number: int, through: int | None = None) -> Ranking:
    """The ranking for the room and for strangers: while anything is withheld, that of the round before; once the prizes have begun,
    without those whose turn has not come and without teams, which would tell of them. Who sat with one of them last is only named.
    """
    # The ranking is asked for first: the tournament then is not older.
    ranking, hides = standings(store, number, through), withheld_now(store, number)
    t = read(store, number)
    if not hides or (through is not None and through < len(t.rounds)):
        return ranking
    if t.reveal is None or ranking.provisional:
        before = standings(store, number, len(t.rounds) - 1)
        lines = before.lines if before.closed else ()
        return replace(before, lines=lines, mark=f"{before.mark}-", withheld=True)
    waiting = {number for group in hidden(t, ranking) for line in group for number in line.numbers}
    last = [set(table.seats) for round_ in t.rounds[-1:] for table in round_.tables]
    # The sums of a table add up: one of them tells the others.
    telling = waiting.union(*(seats for seats in last if seats & waiting))
    shown = [line for line in ranking.lines if waiting.isdisjoint(line.numbers)]
    return replace(
        ranking,
        lines=tuple(line for line in shown if telling.isdisjoint(line.numbers)),
        named=tuple(line for line in shown if not telling.isdisjoint(line.numbers)),
        level=(),
        teams=(),
        matches=((), 0),
        mark=f"{ranking.mark}-{len(waiting)}",
        withheld=True,
    )


def of_those_gone(t: Tournament, ranking: Ranking) -> tuple[tuple[RankingLine, bool], ...]:
    """Those who left and would have won a prize, and whether they get it all the same; nobody before the last round is closed,
    or once it is announced.
    """
    if ranking.provisional or t.stage is Stage.FINI:
        return ()
    without, lines, above = unprized(t), [], 0
    for line in ranking.lines:
        prized = line.standing.number not in without
        if not line.present and above < len(t.options.prizes):
            lines.append((line, prized))
        above += prized
    return tuple(lines)


class Show(StrEnum):
    """Acts on the showing of the prizes."""

    COMMENCER = "commencer"
    """No prize has a name before its turn; allowed before the last round is closed, so that nobody sees the end coming."""
    SUIVANT = "suivant"
    RETOUR = "retour"
    FINIR = "finir"
    """Everything is shown, also where no prize was."""


def _shown(t: Tournament, event: Happening) -> Tournament:
    since = {Show.COMMENCER: event.at, Show.FINIR: ""}.get(event.asked["what"])
    veil = t.veil if since is None else Veil(len(t.rounds), since)
    return replace(t, reveal=event.done["shown"], veil=veil)


@act("remise", ALWAYS, _shown, tells="what")
@ways(api="POST prizes", answer="prizes", form="remise", page="ranking", then="#remise")
def show_prizes(
    _desk: Desk,
    t: Tournament,
    *,
    what: Annotated[Show, Coded(Choice(Show), "remise-acte")],
    seen: Annotated[Any, Aside(Whole(0, MAX_ENTRANTS))] = None,
) -> Mapping[str, Any]:
    """Show the prizes one by one: begin, name the next ones, take that back, or end it.

    `seen` is how many of them the page showed where this was asked: another desk may have gone on meanwhile.
    """
    if what == Show.COMMENCER:
        if not t.options.prizes:
            raise common.conflict(Fault("sans-prix"))
        return {"shown": 0}
    if what == Show.FINIR and t.reveal is None and t.veil and t.veil.since:
        return {"shown": None}
    if t.reveal is None:
        raise common.conflict(Fault("remise-pas-commencee"))
    if seen not in {None, t.reveal}:
        raise common.conflict(Fault("remise-autre-bureau"))
    if what == Show.FINIR:
        return {"shown": None}
    if what == Show.RETOUR:
        return {"shown": max(0, t.reveal - 1)}
    ranked = ranking(t)
    if ranked.provisional:
        raise common.conflict(Fault("remise-trop-tot"))
    if t.reveal >= len(groups(ranked)):
        raise common.conflict(Fault("remise-complete"))
    return {"shown": t.reveal + 1}
