"""`scorekeeper check`: is everything in the database as it should be?"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
from pathlib import Path

from scorekeeper.cli.backup import note_protected
from scorekeeper.cli.common import CommandError, add_data, database_of, told
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.parties import checking
from scorekeeper.records import connection
from scorekeeper.records.backup import copies, requests
from scorekeeper.tournaments import checking as desk_checking

HELP = N_("vérifie la base, même pendant que le serveur tourne")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which data."""
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Look through a copy of the database at leisure: pages, schema, hash chain, and every sheet played again."""
    database = database_of(args)
    note_protected(database)
    with told(), tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        try:
            copy = requests.copy_of(database, Path(folder), "check")
            with copies.open_copy(copy) as looked:
                wrong = connection.damage(looked, thorough=True)
                found = checking.differences(looked) if not wrong else []
                at_desk = desk_checking.differences(looked) if not wrong else []
                events = looked.execute("SELECT count(*) FROM event").fetchone()[0] if not wrong else 0
        except sqlite3.Error as error:
            raise connection.translated(error) from error
    if wrong:
        raise CommandError(gettext("la base est abîmée : %(detail)s", detail=wrong))
    for line in [*found, *at_desk]:
        sys.stdout.write(f"{line}\n")
    if found:
        raise CommandError(
            ngettext("%(num)s partie ne se recompte pas", "%(num)s parties ne se recomptent pas", len(found))
        )
    if at_desk:
        raise CommandError(
            ngettext(
                "%(num)s tournoi ne se recompte pas", "%(num)s tournois ne se recomptent pas", len(at_desk)
            )
        )
    sys.stdout.write(
        ngettext("tout est juste (%(num)s événement)", "tout est juste (%(num)s événements)", events) + "\n"
    )
    return 0
