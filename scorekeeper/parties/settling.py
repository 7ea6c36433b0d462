"""Small stakes: the worth of a point of each game in this house, and the debts after a partie."""

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import money
from scorekeeper.cards.rules.stakes import balances, payments
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties.model import Partie
from scorekeeper.records.store import Store

OWES = N_("%(debiteur)s {debiteur:doit|doivent} %(somme)s à %(creancier)s.")
MOST_CENTS = 10_000
"""The highest worth of a point."""


def worth(store: Store, game: Game) -> int | None:
    """Cents that a point of a game is worth in this house; `None` where it is not played for stakes."""
    with store.read() as session:
        return session.worth(game.key)


def keep_worth(store: Store, game: Game, cents: int | None) -> None:
    """Keep what a point is worth, from 1 to `MOST_CENTS`, from one partie to the next; `None` for nothing."""
    with store.write() as session:
        session.put_worth(game.key, cents)


def owed(partie: Partie, cents: int) -> tuple[str, ...]:
    """The payments that settle a partie, in sentences; the last says how they were counted."""
    names, sheet = partie.table.columns, partie.sheet
    debts = (
        gettext(
            OWES,
            debiteur=names[each.debtor],
            somme=money(each.points * cents, "").strip(),
            creancier=names[each.creditor],
        )
        for each in payments(balances(sheet.totals, sheet.rules.wins))
    )
    if sum(sheet.totals) == 0:
        return (*debts, gettext("Chacun règle son total."))
    return (*debts, gettext("Chacun règle avec chacun la différence des totaux."))
