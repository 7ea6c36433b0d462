"""Tournaments: registration, draws, results, rankings. Each act is one function and one transaction.

Functions that take a store and a tournament number raise `Unknown` when there is no such tournament, round, table or entrant, and
`StorageError` when the database cannot be read or written. An act raises `Refused`, with every fault, for invalid arguments (a
missing reason, a uuid of another act), and `Conflict` when the present state does not allow it (a finished tournament, a closed
round). Other docstrings name only further exceptions, or special cases of these.
"""

from scorekeeper.tournaments.access.table_links import revoke
from scorekeeper.tournaments.acts.calls import clock_of, late
from scorekeeper.tournaments.acts.creation import create, repeat
from scorekeeper.tournaments.acts.drawing import draw_round
from scorekeeper.tournaments.acts.entrants import amend_entrant, look_alikes, register, substitute
from scorekeeper.tournaments.acts.lifecycle import amend, list_all
from scorekeeper.tournaments.acts.lists import import_list
from scorekeeper.tournaments.acts.plan_repair import foreseen_repair, repair
from scorekeeper.tournaments.acts.results import adjusted
from scorekeeper.tournaments.acts.seating import offers
from scorekeeper.tournaments.declaration import ACTS, Act
from scorekeeper.tournaments.export import draw_sentences, export_document, export_rows
from scorekeeper.tournaments.ledger import history, read
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.prizes import Show
from scorekeeper.tournaments.rankings import evening, player, ranking, standings
from scorekeeper.tournaments.round_progress import progress, stage_word


def __getattr__(name: str) -> Act[Tournament]:
    """Return the declared act of that name."""
    if name not in ACTS:
        raise AttributeError(name)
    return ACTS[name]
