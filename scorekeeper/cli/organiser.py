"""`scorekeeper organiser`: the passphrase that makes a browser the organiser of tournaments."""

from __future__ import annotations

import argparse
import getpass
import sys

from scorekeeper.cli.common import CommandError, add_data, config_of, told
from scorekeeper.errors import Refused
from scorekeeper.i18n import N_, gettext
from scorekeeper.kit.words import say
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access.organiser import set_passphrase

HELP = N_("fixe la phrase de passe de l’organisateur (serveur arrêté)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which data. The passphrase is asked for, or read from standard input: on the command line others would see it."""
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Ask for the passphrase and keep its hash; every organiser's session ends."""
    passphrase = _asked()
    with told(), Store(config_of(args).database) as store:
        try:
            set_passphrase(store, passphrase)
        except Refused as error:
            said = " ".join(say(item.fault, error.words, error.table) for item in error.faults)
            raise CommandError(said) from error
    sys.stdout.write(gettext("la phrase de passe est fixée ; il faut s’identifier à nouveau") + "\n")
    return 0


def _asked() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass.getpass(gettext("Phrase de passe : "))
    if getpass.getpass(gettext("Encore une fois : ")) != first:
        raise CommandError(gettext("les deux ne sont pas les mêmes"))
    return first
