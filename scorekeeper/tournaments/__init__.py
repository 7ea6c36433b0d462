"""Tournaments: registering, drawing, results, ranking. One function is one act is one transaction.

Whatever takes the records and the number of a tournament raises `Unknown` when there is no such tournament, round, table or
entrant, and `StorageError` when it could not be read or written. An act raises `Refused` for what it was given, with every reason
(a reason that is needed and missing, a uuid of another act), and `Conflict` for what the present state does not allow (a
tournament that is finished, a round that is closed). Docstrings name only what else is raised, or what is special.
"""

from scorekeeper.tournaments.acts.again import create, repeat
from scorekeeper.tournaments.acts.calls import clock_of, late
from scorekeeper.tournaments.acts.common import history, read
from scorekeeper.tournaments.acts.declared import ACTS, Act
from scorekeeper.tournaments.acts.drawing import draw_round
from scorekeeper.tournaments.acts.entrants import amend_entrant, look_alikes, register, substitute
from scorekeeper.tournaments.acts.lifecycle import amend, list_all
from scorekeeper.tournaments.acts.lists import import_list
from scorekeeper.tournaments.acts.mending import foreseen_repair, repair
from scorekeeper.tournaments.acts.results import adjusted
from scorekeeper.tournaments.acts.seating import offers
from scorekeeper.tournaments.export import draw_sentences, export_csv, export_document
from scorekeeper.tournaments.prizes import Show
from scorekeeper.tournaments.rankings import evening, player, ranking, standings
from scorekeeper.tournaments.round_progress import progress, stage_word


def __getattr__(name: str) -> Act:
    """A declared act by the name of its verb."""
    if name not in ACTS:
        raise AttributeError(name)
    return ACTS[name]
