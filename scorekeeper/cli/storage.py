"""What the commands that work on the database share: the data folder, and its failures in one line."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.cli.common import CommandError
from scorekeeper.cli.parsing import option
from scorekeeper.config import Config, data_folder
from scorekeeper.errors import StorageBroken, StorageBusy, StorageError, StorageFull, StorageInUse
from scorekeeper.i18n import N_, gettext
from scorekeeper.records import connection
from scorekeeper.records.store import Store

FAILURES: dict[type[StorageError], str] = {
    StorageInUse: N_("un autre serveur travaille déjà sur ce dossier (%(detail)s)"),
    StorageFull: N_("le dossier ne se laisse pas écrire (%(detail)s)"),
    StorageBusy: N_("la base est occupée par un autre programme (%(detail)s)"),
    StorageBroken: N_(
        "la base ne peut pas être ouverte, elle reste en place (%(detail)s) ; voir : scorekeeper restore --help"
    ),
}

data_option = option(
    "--data",
    metavar="DIR",
    help=N_("dossier des données (sinon SCOREKEEPER_DATA, sinon le dossier de l’utilisateur)"),
)


def config_for(data: str | None) -> Config:
    """The configuration for the data folder that was named."""
    return Config(data_folder(data))


def database_in(data: str | None) -> Path:
    """The database in the data folder that was named; says so when it is protected. Raises `CommandError` when there is none."""
    database = config_for(data).database
    if not database.exists():
        raise CommandError(gettext("il n’y a pas de base dans %(folder)s", folder=database.parent))
    if not connection.is_writable(database):
        sys.stderr.write(
            gettext("le dossier est protégé : la base est lue dans une copie, sans y toucher") + "\n"
        )
    return database


@contextmanager
def storage_failures() -> Iterator[None]:
    """Turn a failure of the records into a command's one line."""
    try:
        yield
    except StorageError as error:
        raise _failed(error) from error
    except sqlite3.Error as error:
        raise _failed(connection.storage_error(error)) from error
    except OSError as error:
        where = error.filename or ""
        raise CommandError(gettext("impossible de lire ou d’écrire %(where)s", where=where)) from error


@contextmanager
def open_store(database: Path, *, look: bool = False) -> Iterator[Store]:
    """Open the records; with `look`, only to be read where they cannot be written. Reports the copy made before a migration."""
    with storage_failures(), Store(database, allow_read_only=look) as store:
        if store.copy_before_update:
            sentence = N_(
                "la base a été mise à jour ; celle d’avant est gardée : %(file)s "
                "(pour revenir : réinstaller l’ancienne version, puis scorekeeper restore avec ce fichier)"
            )
            sys.stderr.write(gettext(sentence, file=store.copy_before_update) + "\n")
        yield store


def _failed(error: StorageError) -> CommandError:
    sentence = next(text for kind, text in FAILURES.items() if isinstance(error, kind))
    return CommandError(gettext(sentence, detail=error))
