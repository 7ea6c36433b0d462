"""The ranking and the prizes of a tournament, as sheets that hang on the wall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.kit.sheet import Align, Block, Fact, Grid, Sheet, SheetCell, SheetColumn, SheetRow
from scorekeeper.kit.words import number as figure
from scorekeeper.paper.requests import day
from scorekeeper.rules.standings import TieBreak

if TYPE_CHECKING:
    from scorekeeper.rules.standings import Result, Standing
    from scorekeeper.tournaments.model import Tournament
    from scorekeeper.tournaments.ranking import Line, Ranking


def _where(t: Tournament) -> tuple[tuple[Fact, ...], ...]:
    facts = []
    if t.options.date:
        facts.append(Fact(gettext("date"), day(t.options.date)))
    if t.options.place:
        facts.append(Fact(gettext("lieu"), t.options.place))
    return (tuple(facts),) if facts else ()


def row(head: str, texts: Iterable[str], columns: int) -> SheetRow:
    """A row of texts; the columns that have none are closed."""
    cells = [SheetCell(head), *map(SheetCell, texts)]
    return SheetRow((*cells, *[SheetCell(closed=True)] * (columns - len(cells))))


TIES: Mapping[TieBreak, str] = {
    TieBreak.PARTIES: N_("à la meilleure partie"),
    TieBreak.MATCHS: N_("au nombre de matchs"),
    TieBreak.CARTE: N_("à la carte tirée"),
}
"""By what those with the same total were told apart."""


def won_by(standing: Standing) -> str:
    """The prizes of a line, and that those of its rank share them."""
    found = " / ".join(standing.prizes)
    return gettext("%(prix)s (à partager)", prix=found) if found and standing.shared else found


def ranking(t: Tournament, found: Ranking) -> Sheet:
    """The ranking: what each round gave, the total, the prizes."""
    columns = (
        SheetColumn(gettext("rang"), 0.5, Align.CENTRE),
        SheetColumn(gettext("n°"), 0.6, Align.CENTRE),
        SheetColumn(gettext("nom"), 3.0, Align.LEFT),
        *(SheetColumn(gettext("tour %(tour)s", tour=tour), 0.8) for tour in range(1, found.through + 1)),
        SheetColumn(gettext("total"), 1.0, edge=True),
        SheetColumn(gettext("prix"), 1.8, Align.LEFT),
    )
    rows = []
    for line in found.lines:
        gave = (_gave(line, one) for one in line.rounds)
        numbers = " + ".join(map(str, line.numbers))
        rest = (figure(line.standing.total), won_by(line.standing))
        rows.append(row(_rank(line), (numbers, " & ".join(line.names), *gave, *rest), len(columns)))
    title = gettext("%(name)s – classement", name=t.name)
    return Sheet(
        title,
        gettext("tours joués : %(tours)s sur %(tout)s", tours=found.through, tout=t.options.rounds),
        _where(t),
        (Block(grid=Grid(title, columns, tuple(rows), carries=False)),),
        notes=tuple(_notes(found)),
    )


def _rank(line: Line) -> str:
    return f"{line.standing.rank} =" if line.standing.shared else str(line.standing.rank)


def _gave(line: Line, one: Result | None) -> str:
    """What a round gave: in brackets where it is left out of the total, in parentheses where they sat out."""
    if one is None:
        return ""
    told = f"({figure(one.points)})" if one.bye else figure(one.points)
    return f"[{told}]" if one in line.standing.dropped else told


def _notes(found: Ranking) -> Iterator[str]:
    """What the signs of the ranking mean, as far as there are any, and by what equal totals were told apart."""
    standings = [line.standing for line in found.lines]
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
    if found.provisional:
        yield gettext("Classement provisoire : un tour n’est pas clos.")


def prizes(t: Tournament, found: Ranking) -> Sheet:
    """The prizes: who gets which once a round is played, before that a line to write a name on."""
    title = gettext("%(name)s – liste des prix", name=t.name)
    columns = (
        SheetColumn(gettext("rang"), 0.5, Align.CENTRE),
        SheetColumn(gettext("prix"), 2.5, Align.LEFT),
        SheetColumn(gettext("nom"), 3.0, Align.LEFT),
        SheetColumn(gettext("signature"), 2.0, Align.LEFT),
    )
    won = [line for line in found.lines if line.standing.prizes] if found.through else []
    if won:
        rows = [
            SheetRow(
                (
                    SheetCell(_rank(line)),
                    SheetCell(won_by(line.standing)),
                    SheetCell(" & ".join(line.names)),
                    SheetCell(),
                )
            )
            for line in won
        ]
    else:
        rows = [
            SheetRow((SheetCell(str(rank)), SheetCell(prize), SheetCell(), SheetCell()))
            for rank, prize in enumerate(t.options.prizes, 1)
        ]
    block = Block(grid=Grid(title, columns, tuple(rows), carries=False))
    if not rows:
        return Sheet(title, facts=_where(t), notes=(gettext("Ce tournoi n’a pas de prix."),))
    return Sheet(title, facts=_where(t), blocks=(block,))
