"""The command line: finds the command and the language, and reports each failure in one line."""

import gc
import importlib
import os
import platform
import re
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise

import click

from scorekeeper import __version__
from scorekeeper.cli.common import COMMANDS, Command, CommandError, explain, printing_option
from scorekeeper.config import House, data_folder
from scorekeeper.i18n import FALLBACK, LANGUAGES, N_, current, gettext, swiss

MODULES = {
    **dict.fromkeys(("backup", "restore", "check"), "storage"),
    **dict.fromkeys(("demo", "organiser"), "club"),
    **dict.fromkeys(("score", "game"), "files"),
    "follow": "serve",
}
"""Modules of commands whose module has another name. A module is imported when its command is used."""
WINDOWS = N_("Scorekeeper n’a pas été essayé sous Windows seul : WSL, comme sur Debian, est plus sûr.")


class Application(Command, click.Group):
    """Group of all commands, each imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        name = f"scorekeeper.cli.{MODULES.get(cmd_name, cmd_name)}"
        if name not in sys.modules:
            # Imported objects are permanent: collecting garbage among them would take a tenth of the start-up time.
            gc.disable()
            importlib.import_module(name)
            gc.freeze()
            gc.enable()
        module = sys.modules[name]
        command: click.Command = getattr(module, cmd_name)
        command.help = COMMANDS[cmd_name]
        return command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, and a line for each command without importing it."""
        super().format_help(ctx, formatter)
        with formatter.section(gettext("commandes :").removesuffix(":")):
            formatter.write_text(gettext("COMMANDE"))
            with formatter.indentation():
                formatter.write_dl([(name, gettext(sentence)) for name, sentence in COMMANDS.items()])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        del ctx
        return [self.options_metavar or "", gettext("COMMANDE"), "..."]


@click.group(
    cls=Application,
    params=[printing_option(["--version"], lambda _context: f"scorekeeper {__version__}")],
    invoke_without_command=True,
    help=N_("La feuille de marque de la table de jeu."),
)
@click.pass_context
def application(context: click.Context) -> None:
    """Show the help when no command is named."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    current.set(language_of(words, os.environ))
    swiss.set(House(data_folder()).settings.swiss)
    if platform.system() == "Windows":
        click.echo(gettext(WINDOWS), err=True)
    program = " ".join(["scorekeeper", *[word for word in words if word in COMMANDS][:1]])
    try:
        with application.make_context("scorekeeper", words) as context:
            status: int | None = application.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        scope = error.ctx.command_path if error.ctx else program
        return _fail(scope, explain(error), error.exit_code)
    except CommandError as error:
        return _fail(program, str(error), error.status)
    except BrokenPipeError:
        # The program that reads our output has exited.
        _silence_output()
        return 1
    except OSError as error:
        # Commands report failures of their own files; what remains are failures to write standard output.
        _silence_output()
        where = error.filename or gettext("la sortie standard")
        return _fail(program, gettext("impossible de lire ou d’écrire %(where)s", where=where), 1)
    except KeyboardInterrupt:
        return 130
    return status or 0


def _fail(program: str, sentence: str, status: int) -> int:
    """Write an error message as one line; return `status`."""
    line = re.sub(r"[ \n\t]+", " ", sentence)
    click.echo(f"{program}: {line}", err=True)
    return status


def _silence_output() -> None:
    """Redirect standard output to the null device, so that Python does not fail to flush it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def language_of(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language asked for by `--lang`, else that of the system, else English."""
    for word, following in pairwise([*words, ""]):
        wanted = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and wanted in LANGUAGES:
            return wanted
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        system = re.split("[^a-z]", environment.get(name, "").lower())[0]
        if system in LANGUAGES:
            return system
        if system:
            break
    return FALLBACK
