"""The command line: which command, in which language, and one line for each thing that goes wrong."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from scorekeeper import __version__
from scorekeeper.cli.common import CommandError
from scorekeeper.i18n import LANGUAGES, N_, SOURCE, gettext, speak

COMMANDS: Mapping[str, str] = {
    "serve": "scorekeeper.cli.serve",
    "score": "scorekeeper.cli.score",
    "sheet": "scorekeeper.cli.sheet",
    "draw": "scorekeeper.cli.draw",
    "backup": "scorekeeper.cli.backup",
    "restore": "scorekeeper.cli.restore",
    "check": "scorekeeper.cli.check",
    "organiser": "scorekeeper.cli.organiser",
    "demo": "scorekeeper.cli.demo",
}
"""The module of each command: `HELP`, `add_arguments(parser)` and `run(args) -> int`. Loaded when it is asked for."""

MISTAKES: Sequence[tuple[str, str]] = (
    (r"unrecognized arguments: (?P<what>.*)", N_("argument inconnu : %(what)s")),
    (r"the following arguments are required: (?P<what>.*)", N_("il manque : %(what)s")),
    (r"argument (?P<where>\S+): expected .*", N_("il manque une valeur après %(where)s")),
    (
        r"argument (?P<where>\S+): invalid choice: (?P<what>.+) \(choose from (?P<known>.*)\)",
        N_("%(what)s n’est pas possible ici ; à choisir parmi %(known)s"),
    ),
    (
        r"argument (?P<where>\S+): not allowed with argument (?P<other>\S+)",
        N_("%(where)s ne va pas avec %(other)s"),
    ),
    (
        r"argument (?P<where>\S+): invalid \w+ value: (?P<what>.*)",
        N_("%(where)s : %(what)s n’est pas un nombre"),
    ),
)
"""What argparse says, in English only, and how we say it."""


class Parser(argparse.ArgumentParser):
    """argparse, speaking the language of the moment."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "add_help": False, "allow_abbrev": False, "formatter_class": Formatter})
        self._optionals.title = gettext("options")
        self._positionals.title = gettext("arguments")
        self.add_argument("-h", "--help", action="help", help=gettext("montre cette aide"))
        self.add_argument(
            "--lang", choices=LANGUAGES, metavar="fr|en", help=gettext("langue (sinon celle du système)")
        )

    def error(self, message: str) -> NoReturn:
        """Say in one line what is wrong with the command."""
        for pattern, sentence in MISTAKES:
            match = re.fullmatch(pattern, message)
            if match:
                message = gettext(sentence, **match.groupdict())
                break
        self.exit(2, f"{self.prog}: {message}\n")


class Formatter(argparse.HelpFormatter):
    """Help whose first word is in the language of the moment."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Begin with the word for "usage"."""
        super().add_usage(usage, actions, groups, prefix if prefix is not None else gettext("usage : "))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and tell its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    speak(language_of(words, os.environ))
    parser = build(words)
    args = parser.parse_args(words)
    if not getattr(args, "command", None):
        parser.print_help()
        return 0
    try:
        status: int = importlib.import_module(COMMANDS[args.command]).run(args)
        sys.stdout.flush()
    except CommandError as error:
        sys.stderr.write(f"scorekeeper {args.command}: {' '.join(str(error).split())}\n")
        return error.status
    except BrokenPipeError:
        # Whoever read along has gone.
        _hush()
        return 1
    except OSError as error:
        # Commands tell of their own files; what is left is a standard output that takes no more.
        _hush()
        where = error.filename or gettext("la sortie standard")
        sentence = gettext("impossible de lire ou d’écrire %(where)s", where=where)
        sys.stderr.write(f"scorekeeper {args.command}: {sentence}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _hush() -> None:
    """Let nothing more be said, also not at exit, when what is left in the buffers is written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser; only the module of the command that is asked for is loaded, or all of them for the list of commands."""
    parser = Parser(
        prog="scorekeeper",
        description=gettext("La feuille de marque de la table de jeu."),
    )
    parser.add_argument(
        "--version", action="version", version=f"scorekeeper {__version__}", help=gettext("la version")
    )
    commands = parser.add_subparsers(
        title=gettext("commandes"), dest="command", metavar=gettext("COMMANDE"), parser_class=Parser
    )
    asked = next((word for word in words if word in COMMANDS), None)
    for name, path in COMMANDS.items():
        if asked not in {None, name}:
            commands.add_parser(name)
            continue
        module = importlib.import_module(path)
        help_text = gettext(module.HELP)
        module.add_arguments(commands.add_parser(name, help=help_text, description=help_text))
    return parser


def language_of(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language asked for by `--lang`, else that of the system, else French."""
    for place, word in enumerate(words):
        asked = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and place + 1 < len(words):
            asked = words[place + 1]
        if asked in LANGUAGES:
            return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        system = environment.get(name, "")[:2].lower()
        if system in LANGUAGES:
            return system
        if system:
            break
    return SOURCE
