"""`scorekeeper demo`: a small club with its parties, to look around in."""

from __future__ import annotations

import datetime as dt
import sys

import click

from scorekeeper import parties
from scorekeeper.cli import demo_club
from scorekeeper.cli.common import CommandError
from scorekeeper.cli.parsing import Command
from scorekeeper.cli.storage import data_option, open_store
from scorekeeper.config import Config, data_folder
from scorekeeper.i18n import gettext


@click.command(cls=Command)
@data_option
def demo(data: str | None) -> int:
    """Fill an empty data folder; one that is in use is left alone."""
    folder = data_folder(data) if data else data_folder() / "demo"
    with open_store(Config(folder).database) as store:
        if parties.list_parties(store, limit=1):
            raise CommandError(gettext("il y a déjà des parties dans %(folder)s", folder=folder))
        today = dt.datetime.now(dt.UTC).astimezone().date()
        demo_club.fill(store, today)
        demo_club.fill_tournament(store)
    sys.stdout.write(
        gettext("Prêt. Pour regarder : scorekeeper serve --data %(folder)s", folder=folder) + "\n"
    )
    return 0
