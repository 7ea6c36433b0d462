"""Parts of several commands: failing with one line, reading and writing files."""

import getpass
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorekeeper.cards.game_api.words import read_sentences, why_bad_json
from scorekeeper.cards.rules import strict_json
from scorekeeper.i18n import N_, gettext
from scorekeeper.press.messages import PrintFailed

MAX_FILE = 8 * 2**20
"""Largest file read, in bytes."""

(NOT_PRINTED,) = read_sentences(__file__, "printing")
"""The failures of printing that the user can do something about."""


class CommandError(Exception):
    """A command that cannot be done; its text is the one line to be shown."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def read_file(name: str, most: int = MAX_FILE) -> bytes:
    """The content of a file, or of the standard input for `-`. Raises `CommandError` when it cannot be read, or is too large."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(most + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(most + 1)
    except FileNotFoundError as error:
        raise CommandError(gettext("il n’y a pas de fichier %(file)s", file=name), 2) from error
    except (OSError, ValueError) as error:
        # ValueError: a NUL in the name.
        raise CommandError(gettext("le fichier %(file)s ne peut pas être lu", file=name), 2) from error
    if len(raw) > most:
        raise CommandError(gettext("le fichier %(file)s est trop grand", file=name), 2)
    return raw


def read_passphrase(asked: str, *, twice: bool = False) -> str:
    """A passphrase or code, typed without being shown, or a line of the standard input. Raises `CommandError` when two tries differ."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    passphrase = getpass.getpass(asked)
    if twice and getpass.getpass(gettext("Encore une fois : ")) != passphrase:
        raise CommandError(gettext("les deux phrases de passe ne sont pas les mêmes"))
    return passphrase


def read_json(name: str, most: int = MAX_FILE) -> Any:
    """The JSON in a file, or in the standard input for `-`. Raises `CommandError` when it cannot be read, or is not JSON."""
    try:
        return strict_json.loads(read_file(name, most))
    except strict_json.BadJson as error:
        raise CommandError(f"{name}: {why_bad_json(error)}", 2) from error


def write_file(name: str | Path, content: bytes) -> None:
    """Write a file, or the standard output for `-`. Raises `CommandError` when the file cannot be written."""
    if name == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise CommandError(gettext("impossible d’écrire %(file)s", file=name)) from error


def write_printed(name: str, make: Callable[[], bytes]) -> None:
    """Print a document and write it, like `write_file`. Raises `CommandError` also when it cannot be printed."""
    try:
        pdf = make()
    except PrintFailed as failure:
        sentence = NOT_PRINTED.get(failure.code, N_("l’impression a échoué (%(detail)s)"))
        raise CommandError(gettext(sentence, detail=failure.detail)) from failure
    write_file(name, pdf)
