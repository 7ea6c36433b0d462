"""`scorekeeper demo`: a small club with its parties, to look around in."""

from __future__ import annotations

import argparse
import datetime as dt
import sys

from scorekeeper import parties
from scorekeeper.cli import demo_club
from scorekeeper.cli.common import CommandError, add_data, told
from scorekeeper.config import Config, data_folder
from scorekeeper.i18n import N_, gettext
from scorekeeper.records.store import Store

HELP = N_("écrit un petit club d’exemple, pour faire le tour de l’application")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which data folder the club goes into."""
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Fill an empty data folder; one that is in use is left alone."""
    folder = data_folder(args.data) if args.data else data_folder() / "demo"
    with told(), Store(Config(folder).database) as store:
        if parties.list_parties(store, limit=1):
            raise CommandError(gettext("il y a déjà des parties dans %(folder)s", folder=folder))
        today = dt.datetime.now(dt.UTC).astimezone().date()
        demo_club.fill(store, today)
        demo_club.fill_tournament(store)
    sys.stdout.write(
        gettext("Prêt. Pour regarder : scorekeeper serve --data %(folder)s", folder=folder) + "\n"
    )
    return 0
