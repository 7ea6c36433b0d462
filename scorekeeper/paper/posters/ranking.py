"""The ranking and the prizes of a tournament, as posters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.kit.sheet import Align, Block, Fact, Facts, Grid, Sheet, SheetCell, SheetColumn, SheetRow
from scorekeeper.kit.words import number as figure
from scorekeeper.paper.requests import day
from scorekeeper.rules.standings import TieBreak

if TYPE_CHECKING:
    from scorekeeper.rules.standings import Result, Standing
    from scorekeeper.tournaments.model import Tournament
    from scorekeeper.tournaments.rankings import Ranking, RankingLine

TIES: Mapping[TieBreak, str] = {
    TieBreak.PARTIES: N_("à la meilleure partie"),
    TieBreak.MATCHS: N_("au nombre de matchs"),
    TieBreak.CARTE: N_("à la carte tirée"),
}
"""What separated those with the same total."""


def won_by(standing: Standing) -> str:
    """The prizes of a line, and that those of its rank share them."""
    prizes = " / ".join(standing.prizes)
    return gettext("%(prix)s (à partager)", prix=prizes) if prizes and standing.shared else prizes


def _where(t: Tournament) -> tuple[Facts, ...]:
    values = ((gettext("date"), day(t.options.date)), (gettext("lieu"), t.options.place))
    facts = tuple(Fact(label, value) for label, value in values if value)
    return (facts,) if facts else ()


def _row(*texts: str) -> SheetRow:
    return SheetRow(tuple(map(SheetCell, texts)))


def ranking(t: Tournament, standings: Ranking) -> Sheet:
    """The ranking: what each round gave, the total, the prizes."""
    columns = (
        SheetColumn(gettext("rang"), 0.5, Align.CENTRE),
        SheetColumn(gettext("n°"), 0.6, Align.CENTRE),
        SheetColumn(gettext("nom"), 3.0, Align.LEFT),
        *(SheetColumn(gettext("tour %(tour)s", tour=tour), 0.8) for tour in range(1, standings.through + 1)),
        SheetColumn(gettext("total"), 1.0, edge=True),
        SheetColumn(gettext("prix"), 1.8, Align.LEFT),
    )
    rows = tuple(
        _row(
            _rank(line),
            " + ".join(map(str, line.numbers)),
            " & ".join(line.names),
            *(_round_result(line, result) for result in line.rounds),
            figure(line.standing.total),
            won_by(line.standing),
        )
        for line in standings.lines
    )
    title = gettext("%(name)s – classement", name=t.name)
    return Sheet(
        title,
        gettext("tours joués : %(tours)s sur %(tout)s", tours=standings.through, tout=t.options.rounds),
        _where(t),
        (Block(grid=Grid(title, columns, rows, carries=False)),),
        notes=tuple(_notes(standings)),
    )


def _rank(line: RankingLine) -> str:
    return f"{line.standing.rank} =" if line.standing.shared else str(line.standing.rank)


def _round_result(line: RankingLine, result: Result | None) -> str:
    """What a round gave: in brackets where it is left out of the total, in parentheses for a bye."""
    if result is None:
        return ""
    text = f"({figure(result.points)})" if result.bye else figure(result.points)
    return f"[{text}]" if result in line.standing.dropped else text


def _notes(ranked: Ranking) -> Iterator[str]:
    """What brackets and parentheses mean, as far as there are any, and what separated equal totals."""
    standings = [line.standing for line in ranked.lines]
    if any(line.byes for line in standings):
        yield gettext("Entre parenthèses : ce que vaut un tour sans jouer.")
    if any(line.dropped for line in standings):
        yield gettext("Entre crochets : ce qui ne compte pas dans le total.")
    for tie, text in TIES.items():
        ranks = sorted({line.rank for line in standings if line.behind_by is tie})
        if ranks:
            yield ngettext(
                "À total égal, départagé %(comment)s : rang %(rangs)s.",
                "À total égal, départagés %(comment)s : rangs %(rangs)s.",
                len(ranks),
                comment=gettext(text),
                rangs=", ".join(map(str, ranks)),
            )
    if ranked.provisional:
        yield gettext("Classement provisoire : un tour n’est pas clos.")


def prizes(t: Tournament, standings: Ranking) -> Sheet:
    """The prizes with their winners once a round is played, before that with a line to write a name on."""
    title = gettext("%(name)s – liste des prix", name=t.name)
    columns = (
        SheetColumn(gettext("rang"), 0.5, Align.CENTRE),
        SheetColumn(gettext("prix"), 2.5, Align.LEFT),
        SheetColumn(gettext("nom"), 3.0, Align.LEFT),
        SheetColumn(gettext("signature"), 2.0, Align.LEFT),
    )
    won = [line for line in standings.lines if line.standing.prizes] if standings.through else []
    rows = [_row(_rank(line), won_by(line.standing), " & ".join(line.names), "") for line in won]
    rows = rows or [_row(str(rank), prize, "", "") for rank, prize in enumerate(t.options.prizes, 1)]
    if not rows:
        return Sheet(title, facts=_where(t), notes=(gettext("Ce tournoi n’a pas de prix."),))
    block = Block(grid=Grid(title, columns, tuple(rows), carries=False))
    return Sheet(title, facts=_where(t), blocks=(block,))
