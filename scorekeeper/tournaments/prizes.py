"""Prize giving: results of the last round are withheld from the public until the organiser shows them, prize by prize if wanted."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import Choice, Whole
from scorekeeper.draw.standings import Standing
from scorekeeper.i18n import gettext
from scorekeeper.records.store import Store
from scorekeeper.tournaments.declaration import ALWAYS, Aside, Coded, Desk, act, reached_by
from scorekeeper.tournaments.finals import total_rounds, unprized
from scorekeeper.tournaments.fold import Happening
from scorekeeper.tournaments.ledger import read
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.notes import Veil
from scorekeeper.tournaments.options import MAX_ENTRANTS, in_tiers
from scorekeeper.tournaments.rankings import Ranking, RankingLine, ranking, standings
from scorekeeper.tournaments.refusals import conflict

WITHHELD_FOR = dt.timedelta(hours=12)
"""Longest time that results are withheld, even if the organiser never shows them."""
PrizeGroup = tuple[RankingLine, ...]
"""Lines shown in one step: those of equal rank, and neighbours who win the same prizes."""


def groups(ranking: Ranking) -> tuple[PrizeGroup, ...]:
    """Return the lines that win prizes, in groups, the best first; empty while the ranking is provisional."""
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
    """Return the groups not shown yet, while prizes are shown one by one; else none. The last group is shown first."""
    every = groups(ranking)
    return every[: max(0, len(every) - t.reveal)] if t.reveal is not None else ()


def withheld(t: Tournament, ranking: Ranking, at: dt.datetime) -> bool:
    """Return whether results of the last round are withheld from the public at a moment; `ranking` is the complete one.

    They are from the close of the last round until the organiser shows everything or the last prize, for `WITHHELD_FOR` at most.
    """
    over = t.stage is Stage.FINI or len(t.rounds) >= total_rounds(t)
    since = t.veil.since if t.veil and over else ""
    if not since or at - dt.datetime.fromisoformat(since) >= WITHHELD_FOR:
        return False
    return t.reveal is None or ranking.provisional or bool(hidden(t, ranking))


def withheld_now(store: Store, number: int) -> bool:
    """Return whether results are withheld from the public now."""
    ranking = standings(store, number)
    return withheld(read(store, number), ranking, dt.datetime.now(dt.UTC))


def public_standings(store: Store, number: int, through: int | None = None) -> Ranking:
    """Return the public ranking, after round `through` or as it stands now.

    While results are withheld, it is the ranking before the last round. Once the prizes have begun, it leaves out the entrants whose
    prizes are not shown yet, and the teams, which would reveal them. Entrants who sat at a table with one of them in the last round
    are in `named` only.
    """
    # The ranking is read before the tournament, which is then at least as recent.
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
    # Totals of a table add up to a known sum: those of the others would reveal a hidden one.
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


def lines_of_departed(t: Tournament, ranking: Ranking) -> tuple[tuple[RankingLine, bool], ...]:
    """Return the lines of people who left and rank among the prizes, and whether they still get one (option `prized`).

    Empty while the ranking is provisional, and after the tournament is finished.
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
    """Steps of showing the prizes."""

    COMMENCER = "commencer"
    """Hide all winners until their turn; allowed before the last round is closed, so that its results are never shown early."""
    SUIVANT = "suivant"
    """Show the next group."""
    RETOUR = "retour"
    """Hide the last shown group again."""
    FINIR = "finir"
    """Show everything, also when no prize was shown."""


def _shown(t: Tournament, event: Happening) -> Tournament:
    since = {Show.COMMENCER: event.at, Show.FINIR: ""}.get(event.asked["what"])
    veil = t.veil if since is None else Veil(len(t.rounds), since)
    return replace(t, reveal=event.done["shown"], veil=veil)


@act("remise", ALWAYS, _shown)
@reached_by(api="POST prizes", answer="prizes", form="remise", page="ranking", then="#remise")
def show_prizes(
    _desk: Desk,
    t: Tournament,
    *,
    what: Annotated[Show, Coded(Choice(Show), "remise-acte")],
    seen: Annotated[Any, Aside(Whole(0, MAX_ENTRANTS))] = None,
) -> Mapping[str, Any]:
    """Show the prizes one by one: begin, name the next ones, take that back, or end it.

    `seen` is the number of prizes that the page showed. Raises `Conflict` when another desk has shown or hidden some meanwhile.
    """
    if what == Show.COMMENCER:
        if not t.options.prizes:
            raise conflict(Fault("sans-prix"))
        return {"shown": 0}
    if what == Show.FINIR and t.reveal is None and t.veil and t.veil.since:
        return {"shown": None}
    if t.reveal is None:
        raise conflict(Fault("remise-pas-commencee"))
    if seen not in {None, t.reveal}:
        raise conflict(Fault("remise-autre-bureau"))
    if what == Show.FINIR:
        return {"shown": None}
    if what == Show.RETOUR:
        return {"shown": max(0, t.reveal - 1)}
    ranked = ranking(t)
    if ranked.provisional:
        raise conflict(Fault("remise-trop-tot"))
    if t.reveal >= len(groups(ranked)):
        raise conflict(Fault("remise-complete"))
    return {"shown": t.reveal + 1}


def won_by(standing: Standing) -> str:
    """Return the prizes of a line in words, with a remark if they are shared, but none if each winner gets the same prize."""
    equal = len(set(standing.prizes)) == 1 < len(standing.prizes)
    if equal and len(standing.prizes) == standing.winners:
        return standing.prizes[0]
    prizes = in_tiers(standing.prizes)[0] if equal else " / ".join(standing.prizes)
    return gettext("%(prix)s (à partager)", prix=prizes) if prizes and standing.winners > 1 else prizes
