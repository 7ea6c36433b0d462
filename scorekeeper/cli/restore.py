"""`scorekeeper restore`: put a backup in the place of the database."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scorekeeper.cli.common import CommandError
from scorekeeper.cli.parsing import Command, option
from scorekeeper.cli.storage import config_for, data_option, storage_failures
from scorekeeper.i18n import N_, gettext
from scorekeeper.records.backup import copies


@click.command(cls=Command)
@data_option
@option("--last", is_flag=True, help=N_("la copie la plus récente"))
@click.argument(
    "copy", metavar="FILE", required=False, help=N_("la copie ; sans elle, les copies sont listées")
)
def restore(data: str | None, *, last: bool, copy: str | None) -> int:
    """Verify the copy, set the present database aside, put the copy in its place."""
    database = config_for(data).database
    known = copies.copies(database.parent / copies.FOLDER)
    if last and known:
        copy = str(known[-1].path)
    if copy is None:
        return _list(known)
    path = Path(copy)
    if not path.is_file():
        raise CommandError(gettext("il n’y a pas de copie %(file)s", file=path))
    with storage_failures():
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
