"""The ranking and the prizes of a tournament, as sheets that hang on the wall."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import Align, Block, Cell, Column, Fact, Grid, Row, Sheet
from scorekeeper.kit.words import number as figure
from scorekeeper.sheet_requests import day

if TYPE_CHECKING:
    from scorekeeper.tournaments import Ranking, Tournament


def _where(t: Tournament) -> tuple[tuple[Fact, ...], ...]:
    facts = []
    if t.options.date:
        facts.append(Fact(gettext("date"), day(t.options.date)))
    if t.options.place:
        facts.append(Fact(gettext("lieu"), t.options.place))
    return (tuple(facts),) if facts else ()


def row(head: str, texts: Iterable[str], columns: int) -> Row:
    """A row of texts; the columns that have none are closed."""
    cells = [Cell(head), *map(Cell, texts)]
    return Row((*cells, *[Cell(closed=True)] * (columns - len(cells))))


def ranking(t: Tournament, found: Ranking) -> Sheet:
    """The ranking: what each round gave, the total, the prizes."""
    columns = (
        Column(gettext("rang"), 0.5, Align.CENTRE),
        Column(gettext("n°"), 0.6, Align.CENTRE),
        Column(gettext("nom"), 3.0, Align.LEFT),
        *(Column(gettext("tour %(tour)s", tour=tour), 0.8) for tour in range(1, found.through + 1)),
        Column(gettext("total"), 1.0, edge=True),
        Column(gettext("prix"), 1.8, Align.LEFT),
    )
    rows = []
    for line in found.lines:
        gave = (
            "" if one is None else f"({figure(one.points)})" if one.bye else figure(one.points)
            for one in line.rounds
        )
        numbers = " + ".join(map(str, line.numbers))
        rest = (figure(line.standing.total), " / ".join(line.standing.prizes))
        rows.append(
            row(str(line.standing.rank), (numbers, " & ".join(line.names), *gave, *rest), len(columns))
        )
    title = gettext("%(name)s – classement", name=t.name)
    notes = [gettext("Entre parenthèses : ce que vaut un tour sans jouer.")] if t.options.bye else []
    if found.provisional:
        notes.append(gettext("Classement provisoire : un tour n’est pas clos."))
    return Sheet(
        title,
        gettext("tours joués : %(tours)s sur %(tout)s", tours=found.through, tout=t.options.rounds),
        _where(t),
        (Block(grid=Grid(title, columns, tuple(rows), carries=False)),),
        notes=tuple(notes),
    )


def prizes(t: Tournament, found: Ranking) -> Sheet:
    """The prizes: who gets which once a round is played, before that a line to write a name on."""
    title = gettext("%(name)s – liste des prix", name=t.name)
    columns = (
        Column(gettext("rang"), 0.5, Align.CENTRE),
        Column(gettext("prix"), 2.5, Align.LEFT),
        Column(gettext("nom"), 3.0, Align.LEFT),
        Column(gettext("signature"), 2.0, Align.LEFT),
    )
    won = [line for line in found.lines if line.standing.prizes] if found.through else []
    if won:
        rows = [
            Row(
                (
                    Cell(str(line.standing.rank)),
                    Cell(" / ".join(line.standing.prizes)),
                    Cell(" & ".join(line.names)),
                    Cell(),
                )
            )
            for line in won
        ]
    else:
        rows = [
            Row((Cell(str(rank)), Cell(prize), Cell(), Cell()))
            for rank, prize in enumerate(t.options.prizes, 1)
        ]
    block = Block(grid=Grid(title, columns, tuple(rows), carries=False))
    if not rows:
        return Sheet(title, facts=_where(t), notes=(gettext("Ce tournoi n’a pas de prix."),))
    return Sheet(title, facts=_where(t), blocks=(block,))
