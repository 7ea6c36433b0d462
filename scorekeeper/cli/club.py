"""Commands `demo`, which creates the demo club, and `organiser`, which sets the organiser's passphrase."""

import click

from scorekeeper import parties
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cli.common import Command, CommandError, read_passphrase
from scorekeeper.cli.storage import data_option, open_store, storage_failures
from scorekeeper.config import Config, data_folder
from scorekeeper.errors import Refused
from scorekeeper.i18n import gettext
from scorekeeper.tournaments import demo_club
from scorekeeper.tournaments.access.organiser import set_passphrase


@click.command(cls=Command)
@data_option
def demo(data: str | None) -> int:
    """Fill the data folder, by default that of the demo, with the demo club; return 0. Raises `CommandError` if it has parties."""
    folder = data_folder(data) if data else Config(data_folder()).demo_folder
    if Config(folder).database.exists():
        with open_store(Config(folder).database) as store:
            if parties.list_parties(store, limit=1):
                raise CommandError(gettext("il y a déjà des parties dans %(folder)s", folder=folder))
            demo_club.fill(store)
    else:
        with storage_failures():
            demo_club.make(folder)
    click.echo(gettext("Prêt. Pour regarder : scorekeeper serve --data %(folder)s", folder=folder))
    return 0


@click.command(cls=Command)
@data_option
def organiser(data: str | None) -> int:
    """Ask for the passphrase and store its hash; all sessions of the organiser end.

    It is not an option, because other users could see it on the command line.
    """
    passphrase = read_passphrase(gettext("Phrase de passe : "), twice=True)
    with open_store(Config(data_folder(data)).database) as store:
        try:
            set_passphrase(store, passphrase)
        except Refused as error:
            faults = " ".join(message_of(item.fault, error.words, error.table) for item in error.faults)
            raise CommandError(faults) from error
    click.echo(gettext("la phrase de passe est fixée ; il faut se connecter à nouveau"))
    return 0
