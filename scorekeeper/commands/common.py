"""What several commands share: the data folder, and failing with one line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.config import Config, data_folder
from scorekeeper.errors import StorageBroken, StorageBusy, StorageError, StorageFull, StorageInUse
from scorekeeper.i18n import N_, gettext


class CommandError(Exception):
    """A command that cannot be done; its text is the one line to be shown."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


FAILURES: dict[type[StorageError], str] = {
    StorageInUse: N_("un autre serveur travaille déjà sur ce dossier (%(detail)s)"),
    StorageFull: N_("le dossier ne se laisse pas écrire (%(detail)s)"),
    StorageBusy: N_("la base est occupée par un autre programme (%(detail)s)"),
    StorageBroken: N_(
        "la base ne peut pas être ouverte, elle n’a pas été touchée (%(detail)s) ; voir : scorekeeper restore --help"
    ),
}


def count(text: str) -> int:
    """Read a number of an argument, written in plain digits.

    Raises:
        ValueError: For what `int` would also take: spaces, underscores, the digits of other scripts.
    """
    if not re.fullmatch("-?[0-9]{1,9}", text):
        raise ValueError(text)
    return int(text)


def add_data(parser: argparse.ArgumentParser) -> None:
    """The option that names the data folder."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        help=gettext("dossier des données (sinon SCOREKEEPER_DATA, sinon le dossier de l’utilisateur)"),
    )


def config_of(args: argparse.Namespace) -> Config:
    """The configuration for the data folder that was named."""
    return Config(data_folder(args.data))


@contextmanager
def told() -> Iterator[None]:
    """Turn a failure of the records into a command's one line."""
    try:
        yield
    except StorageError as error:
        sentence = next(text for kind, text in FAILURES.items() if isinstance(error, kind))
        raise CommandError(gettext(sentence, detail=error)) from error
    except OSError as error:
        where = error.filename or ""
        raise CommandError(gettext("impossible de lire ou d’écrire %(where)s", where=where)) from error
