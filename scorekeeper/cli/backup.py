"""`scorekeeper backup`: a verified copy, while the server goes on serving."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scorekeeper.cli.parsing import Command, option
from scorekeeper.cli.storage import data_option, database_in, storage_failures
from scorekeeper.i18n import N_
from scorekeeper.records.backup import copies, requests


@click.command(cls=Command)
@data_option
@option("-o", "--output", metavar="DIR", help=N_("dossier de la copie (sinon « backups » dans les données)"))
def backup(data: str | None, output: str | None) -> int:
    """Make the copy and print where it is."""
    database = database_in(data)
    folder = Path(output) if output else database.parent / copies.FOLDER
    with storage_failures():
        path = requests.request_copy(database, folder, "manual")
    sys.stdout.write(f"{path}\n")
    return 0
