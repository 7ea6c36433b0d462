"""Advice on table sizes: how many tables a number of people makes, when another size is fairer than byes, what a draw lacks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Table
from scorekeeper.draw.seating import plan
from scorekeeper.draw.seating.problem import DrawImpossible, Odd, table_sizes
from scorekeeper.errors import Conflict
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.tournaments import words
from scorekeeper.tournaments.finals import is_final, total_rounds
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.options import Format, regular_size, table_sizes_of
from scorekeeper.tournaments.pairing import pairs_for
from scorekeeper.tournaments.planning import wishes_of


@dataclass(frozen=True)
class TableAdvice:
    """Advice to play some tables of another size, where byes cannot be shared evenly over the rounds."""

    present: int
    byes: int
    """Number of people who would sit out each round."""
    odd: Odd
    """The option that is advised."""
    size: int
    """Number of seats of the tables of another size."""
    tables: int
    """Number of tables of that size."""

    @property
    def out(self) -> str:
        return _byes(self.byes)

    @property
    def tables_text(self) -> str:
        return _tables(self.tables, self.size)


def advised(sizes: Sequence[int], odd: Odd, size: int, *, rounds: int, present: int) -> TableAdvice | None:
    """Return the advice to use smaller tables, or else larger ones, instead of byes; `None` when none is needed or possible.

    Args:
        sizes: the table sizes at which the game is played.
        odd: the present option; advice is given only for `Odd.BYES`.
        size: the regular size of a table.
        rounds: number of rounds of the tournament.
        present: number of people present.
    """
    byes = present % size
    if odd is not Odd.BYES or present < size or byes * rounds % present == 0:
        return None
    for other, seats in ((Odd.THREES, size - 1), (Odd.FIVES, size + 1)):
        if seats not in sizes:
            continue
        try:
            tables = table_sizes(present, other, size)
        except DrawImpossible:
            continue
        return TableAdvice(present, byes, other, seats, tables.count(seats))
    return None


def advice_for(t: Tournament) -> TableAdvice | None:
    """Return the advice for the people present; `None` once a draw was made."""
    if t.draws:
        return None
    sizes, chosen = table_sizes_of(t.game), t.options
    size = regular_size(sizes, chosen.size)
    return advised(sizes, chosen.odd, size, rounds=chosen.rounds, present=len(t.present))


NUMBERS = {3: N_("trois"), 4: N_("quatre"), 5: N_("cinq"), 6: N_("six")}


def lacking(t: Tournament) -> tuple[str, ...]:
    """Return why the next round cannot be drawn, a sentence each; empty when it can, or when no draw is left to make."""
    first = len(t.rounds) + 1
    if t.stage is Stage.FINI or first > total_rounds(t) or is_final(t, first):
        return ()
    try:
        asked = wishes_of(t, first, pairs_for(t, "", ""))
        wishes = plan.wishes_of(**asked)
        table_sizes(len(t.present), wishes.tables, wishes.size)
    except Conflict as error:
        if t.options.format is Format.PAIRES_TIREES:
            return (gettext("Il manque une personne : une équipe est de deux."),)
        return tuple(message_of(fault, error.words, Table()) for fault in error.faults)
    except DrawImpossible as error:
        return (_impossible(error),)
    return ()


def _impossible(error: DrawImpossible) -> str:
    if error.code != "too-few-players":
        reason = words.refusal_reason(error)
        return f"{reason[:1].upper()}{reason[1:]}."
    needed, present = (int(str(error.values[key])) for key in ("needed", "present"))
    return ngettext(
        "Il manque une personne : il faut être %(taille)s.",
        "Il manque %(num)s personnes : il faut être %(taille)s.",
        needed - present,
        taille=gettext(NUMBERS[needed]),
    )


def shape(present: int, odd: Odd, size: int) -> str:
    """Return in words the tables that `present` people make and the byes of each round; empty when no seating is possible."""
    try:
        sizes = table_sizes(present, odd, size)
    except DrawImpossible:
        return ""
    parts = [_tables(count, seats) for seats, count in sorted(Counter(sizes).items(), reverse=True)]
    if out := present - sum(sizes):
        parts.append(_byes(out))
    return ", ".join(parts) + "."


def _tables(count: int, size: int) -> str:
    return ngettext("%(num)s table de %(taille)s", "%(num)s tables de %(taille)s", count, taille=size)


def _byes(count: int) -> str:
    return ngettext("%(num)s exempt à chaque tour", "%(num)s exempts à chaque tour", count)
