"""Seasons: a series of tournament evenings with a ranking of its own. Errors are raised as those of `scorekeeper.tournaments`."""

from scorekeeper.tournaments.season.acts import (
    add_evening,
    amend,
    create,
    history,
    identify,
    list_all,
    of_tournament,
    read,
    remove_evening,
)
from scorekeeper.tournaments.season.ranking import export_csv, export_document, standings
