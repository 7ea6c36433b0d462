"""`scorekeeper restore`: put a backup in the place of the database."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scorekeeper.cli.common import CommandError, add_data, config_of, told
from scorekeeper.i18n import N_, gettext
from scorekeeper.records.backup import copies

HELP = N_("remet une copie à la place de la base (serveur arrêté)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which copy, and which data."""
    add_data(parser)
    parser.add_argument(
        "copy", metavar="FILE", nargs="?", help=gettext("la copie ; sans elle, les copies sont listées")
    )
    parser.add_argument("--last", action="store_true", help=gettext("la copie la plus récente"))


def run(args: argparse.Namespace) -> int:
    """Verify the copy, set the present database aside, put the copy in its place."""
    database = config_of(args).database
    known = copies.copies(database.parent / copies.FOLDER)
    if args.last and known:
        args.copy = str(known[-1].path)
    if args.copy is None:
        return _list(known)
    path = Path(args.copy)
    if not path.is_file():
        raise CommandError(gettext("il n’y a pas de copie %(file)s", file=path))
    with told():
        aside = copies.restore(database, path)
    sys.stdout.write(gettext("remis en place : %(file)s", file=path) + "\n")
    if aside is not None:
        sys.stdout.write(gettext("l’ancienne base est gardée : %(file)s", file=aside) + "\n")
    return 0


def _list(known: list[copies.Copy]) -> int:
    if not known:
        raise CommandError(gettext("il n’y a aucune copie"))
    for copy in known:
        when = copy.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
        sys.stdout.write(f"{when}  {copy.seq:>7}  {copy.why:<16}  {copy.path}\n")
    return 0
