"""`scorekeeper check`: is everything in the database as it should be?"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from scorekeeper.cli.common import CommandError
from scorekeeper.cli.parsing import Command
from scorekeeper.cli.storage import data_option, database_in, storage_failures
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.records import connection
from scorekeeper.records.backup import copies, requests
from scorekeeper.tournaments import checking


@click.command(cls=Command)
@data_option
def check(data: str | None) -> int:
    """Verify a copy of the database: its pages, schema and hash chain; every sheet and tournament is computed again."""
    database = database_in(data)
    with storage_failures(), tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        copy = requests.request_copy(database, Path(folder), "check")
        with copies.open_copy(copy) as opened:
            damage = connection.damage(opened, thorough=True)
            if damage:
                raise CommandError(gettext("la base est abîmée : %(detail)s", detail=damage))
            parties = checking.partie_differences(opened)
            tournaments = checking.tournament_differences(opened)
            events = opened.execute("SELECT count(*) FROM event").fetchone()[0]
    for line in [*parties, *tournaments]:
        sys.stdout.write(f"{line}\n")
    if parties:
        raise CommandError(
            ngettext(
                "%(num)s partie ne se recompte pas", "%(num)s parties ne se recomptent pas", len(parties)
            )
        )
    if tournaments:
        raise CommandError(
            ngettext(
                "%(num)s tournoi ne se recompte pas",
                "%(num)s tournois ne se recomptent pas",
                len(tournaments),
            )
        )
    sys.stdout.write(
        ngettext("tout est juste (%(num)s événement)", "tout est juste (%(num)s événements)", events) + "\n"
    )
    return 0
