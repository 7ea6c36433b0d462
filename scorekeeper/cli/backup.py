"""`scorekeeper backup`: a verified copy, while the server goes on serving."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from pathlib import Path

from scorekeeper.cli.common import add_data, database_of, told
from scorekeeper.i18n import N_, gettext
from scorekeeper.records import connection
from scorekeeper.records.backup import copies, read_only, requests

HELP = N_("copie vérifiée de la base, même pendant que le serveur tourne")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which data, and where the copy goes."""
    add_data(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        help=gettext("dossier de la copie (sinon « backups » dans les données)"),
    )


def run(args: argparse.Namespace) -> int:
    """Make the copy and print where it is."""
    database = database_of(args)
    note_protected(database)
    folder = Path(args.output) if args.output else database.parent / copies.FOLDER
    with told():
        try:
            path = requests.copy_of(database, folder, "manual")
        except sqlite3.Error as error:
            raise connection.translated(error) from error
    sys.stdout.write(f"{path}\n")
    return 0


def note_protected(database: Path) -> None:
    """Say that a database which takes no writing is read from a copy; what a dead process left unfinished is taken back there."""
    if database.exists() and not read_only.takes_writing(database):
        sys.stderr.write(
            gettext("le dossier est protégé : la base est lue dans une copie, sans y toucher") + "\n"
        )
