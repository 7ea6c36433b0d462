"""`scorekeeper demo`: the demo club in an empty folder."""

from __future__ import annotations

import click

from scorekeeper import parties
from scorekeeper.cli.common import CommandError
from scorekeeper.cli.parsing import Command
from scorekeeper.cli.storage import data_option, open_store
from scorekeeper.config import Config, data_folder
from scorekeeper.i18n import gettext
from scorekeeper.tournaments import demo_club


@click.command(cls=Command)
@data_option
def demo(data: str | None) -> int:
    """Fill an empty data folder; one that is in use is left alone."""
    folder = data_folder(data) if data else Config(data_folder()).demo_folder
    with open_store(Config(folder).database) as store:
        if parties.list_parties(store, limit=1):
            raise CommandError(gettext("il y a déjà des parties dans %(folder)s", folder=folder))
        demo_club.fill(store)
    click.echo(gettext("Prêt. Pour regarder : scorekeeper serve --data %(folder)s", folder=folder))
    return 0
