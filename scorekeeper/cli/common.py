"""What several commands share: the data folder, and failing with one line."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.config import Config, data_folder
from scorekeeper.errors import StorageBroken, StorageBusy, StorageError, StorageFull, StorageInUse
from scorekeeper.i18n import N_, gettext
from scorekeeper.printing.wire import Failure, PrintFailed

MAX_FILE = 8 * 2**20
"""Largest file read, in bytes."""


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
        "la base ne peut pas être ouverte, elle reste en place (%(detail)s) ; voir : scorekeeper restore --help"
    ),
}

UNPRINTED: dict[Failure, str] = {
    Failure.FONTS_MISSING: N_("les polices manquent (%(detail)s)"),
    Failure.UNAVAILABLE: N_("WeasyPrint ne démarre pas (%(detail)s)"),
    Failure.TOO_SLOW: N_("l’impression prend trop de temps ; demandez moins de copies"),
    Failure.OUT_OF_MEMORY: N_("l’impression prend trop de mémoire ; demandez moins de copies"),
}
"""What printing fails of, where the user can do something about it."""


def not_printed(failure: PrintFailed) -> CommandError:
    """A printing that failed, as a command's one line."""
    sentence = UNPRINTED.get(failure.code, N_("l’impression a échoué (%(detail)s)"))
    return CommandError(gettext(sentence, detail=failure.detail))


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


def database_of(args: argparse.Namespace) -> Path:
    """The database in the data folder that was named.

    Raises:
        CommandError: when there is none.
    """
    database = config_of(args).database
    if not database.exists():
        raise CommandError(gettext("il n’y a pas de base dans %(folder)s", folder=database.parent))
    return database


def read_file(name: str) -> bytes:
    """What is in a file, or in the standard input for `-`.

    Raises:
        CommandError: when it cannot be read, or is too large.
    """
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MAX_FILE + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MAX_FILE + 1)
    except FileNotFoundError as error:
        raise CommandError(gettext("il n’y a pas de fichier %(file)s", file=name), 2) from error
    except (OSError, ValueError) as error:
        # ValueError: a NUL in the name.
        raise CommandError(gettext("le fichier %(file)s ne se laisse pas lire", file=name), 2) from error
    if len(raw) > MAX_FILE:
        raise CommandError(gettext("le fichier %(file)s est trop grand", file=name), 2)
    return raw


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
