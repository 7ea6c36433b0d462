"""Common parts of commands: translated click classes, errors of one line, reading and writing files.

The help texts of commands and parameters are in `common.toml`, in French, and are translated when shown.
"""

import getpass
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import click

from scorekeeper.cards.game_api.words import bad_json_message, read_sentences
from scorekeeper.cards.rules import strict_json
from scorekeeper.i18n import LANGUAGES, N_, gettext
from scorekeeper.press.messages import PrintFailed

COMMANDS, PARAMETERS, NOT_PRINTED = read_sentences(__file__, "commands", "parameters", "printing")
"""Help texts, and messages for printing failures that the user can resolve."""


class Option(click.Option):
    """An option; `not_with` names a parameter with which it cannot be combined."""

    def __init__(self, *args: Any, not_with: str = "", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.not_with = not_with

    def make_metavar(self, ctx: click.Context) -> str:
        return gettext(super().make_metavar(ctx))

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [f"{self.opts[0]} {self.make_metavar(ctx)}"] if self.required else []

    def handle_parse_result(self, ctx: click.Context, opts: Any, args: list[str]) -> Any:
        if self.name in opts and self.not_with in opts:
            other = next(param for param in ctx.command.params if param.name == self.not_with)
            sentence = N_("%(where)s ne va pas avec %(other)s")
            raise click.UsageError(gettext(sentence, where=label(self), other=label(other)), ctx)
        return super().handle_parse_result(ctx, opts, args)


class Argument(click.Argument):
    """An argument with a translated name."""

    def make_metavar(self, ctx: click.Context) -> str:
        return gettext(super().make_metavar(ctx))


argument, option = partial(click.argument, cls=Argument), partial(click.option, cls=Option)


class WordChoice(click.Choice[str]):
    """One of several words, matched exactly."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            self.fail(not_possible(value, self.choices), param, ctx)
        return str(value)


class Number(click.ParamType[int]):
    """A whole number in ASCII digits; `int` would also accept spaces, underscores and digits of other scripts."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if not re.fullmatch("-?[0-9]{1,9}", str(value)):
            sentence = N_("%(where)s : « %(what)s » n’est pas un nombre")
            where = label(param) if param else ""
            self.fail(gettext(sentence, where=where, what=repr(value)[1:-1]), param, ctx)
        return int(value)


def printing_option(names: Sequence[str], text: Callable[[click.Context], str]) -> Option:
    """Return an option that prints a text and exits."""

    def show(context: click.Context, _param: click.Parameter, wanted: Any) -> None:
        if wanted:
            click.echo(text(context))
            context.exit()

    return Option(names, is_flag=True, is_eager=True, expose_value=False, callback=show)


def _note_language(context: click.Context, _param: click.Parameter, wanted: str | None) -> None:
    if wanted:
        context.meta["language"] = wanted


COMMON_OPTIONS = (
    printing_option(["-h", "--help"], click.Context.get_help),
    # Only validated here, and stored for the server: `main` reads the language before the command line is parsed.
    Option(
        ["--lang"],
        type=WordChoice([*LANGUAGES]),
        expose_value=False,
        callback=_note_language,
        metavar=f"{{{','.join(LANGUAGES)}}}",
    ),
)


class Command(click.Command):
    """A command with the common options and translated help."""

    allow_extra_args = True

    def __init__(self, name: str | None, *, params: Sequence[click.Parameter] = (), **more: Any) -> None:
        super().__init__(name, params=[*COMMON_OPTIONS, *params], add_help_option=False, **more)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line. Raises `UsageError` for a missing value and for a superfluous word."""
        with_value = (param for param in self.params if not getattr(param, "is_flag", True))
        takes_value = {name for param in with_value for name in param.opts}
        for word, following in pairwise(takewhile(lambda word: word != "--", args)):
            if word in takes_value and re.fullmatch(r"-\D\S*", following):
                raise click.BadOptionUsage(word, "", ctx)
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            # An unknown option is reported in the name of the program, not of the command.
            error.ctx = ctx.find_root() if isinstance(error, click.NoSuchOption) else ctx
            raise
        if rest and not isinstance(self, click.Group):
            raise click.NoSuchOption(" ".join(rest), ctx=ctx.find_root())
        return rest

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help; `%(name)s` in a parameter's text is replaced by its default."""
        # click writes OPTIONS in English.
        options = gettext("options :").removesuffix(":").strip().upper()
        pieces = [f"[{options}]", *self.collect_usage_pieces(ctx)[1:]]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=gettext("usage : "))
        formatter.write_paragraph()
        formatter.write_text(gettext(self.help or ""))
        known = {**PARAMETERS["common"], **PARAMETERS.get(self.name or "", {})}
        for title, kind in ((gettext("arguments :"), click.Argument), (gettext("options :"), click.Option)):
            params = [param for param in self.params if isinstance(param, kind)]
            helps = [(param.help or known[param.name], {param.name: param.default}) for param in params]
            sentences = [gettext(text, **default) for text, default in helps]
            names = [(param.get_help_record(ctx) or ("",))[0] for param in params]
            if params:
                with formatter.section(title.removesuffix(":")):
                    formatter.write_dl(list(zip(names, sentences, strict=True)))


def label(param: click.Parameter) -> str:
    """Return a parameter's name for messages: `-o/--output`, or the name of an argument."""
    return gettext(param.human_readable_name) if isinstance(param, click.Argument) else "/".join(param.opts)


def not_possible(what: str, known: Iterable[str]) -> str:
    """Return the message for a word that is not one of the known ones."""
    sentence = N_("« %(what)s » n’est pas possible ici ; à choisir parmi : %(known)s")
    return gettext(sentence, what=repr(what)[1:-1], known=", ".join(map(str, known)))


def explain(error: click.UsageError) -> str:
    """Return an error in the use of the command line as one sentence in the current language."""
    params = error.ctx.command.params if error.ctx else []
    match error:
        case click.NoSuchOption():
            return gettext("argument inconnu : %(what)s", what=error.option_name)
        case click.NoSuchCommand(ctx=click.Context(command=click.Group() as group) as ctx):
            return not_possible(error.command_name, group.list_commands(ctx))
        case click.MissingParameter(ctx=click.Context() as ctx):
            missing = [param for param in params if param.required and ctx.params.get(param.name) is None]
            return gettext("il manque : %(what)s", what=", ".join(map(label, missing)))
        case click.BadOptionUsage():
            used = next(param for param in params if error.option_name in param.opts)
            takes_none = N_("%(where)s ne prend pas de valeur")
            needs_one = N_("il manque une valeur après %(where)s")
            return gettext(takes_none if getattr(used, "is_flag", False) else needs_one, where=label(used))
    return error.message


MAX_FILE = 8 * 2**20
"""Largest file read, in bytes."""


class CommandError(Exception):
    """A failure of a command; its text is the line to show, `status` the exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def read_file(name: str, most: int = MAX_FILE) -> bytes:
    """Return the content of a file, or of standard input for `-`. Raises `CommandError` when it is unreadable or too large."""
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
    """Ask for a passphrase or code without echo, or read a line of standard input if it is no terminal.

    Raises `CommandError` when it is asked for `twice` and the two differ.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    passphrase = getpass.getpass(asked)
    if twice and getpass.getpass(gettext("Encore une fois : ")) != passphrase:
        raise CommandError(gettext("les deux phrases de passe ne sont pas les mêmes"))
    return passphrase


def read_json(name: str, most: int = MAX_FILE) -> Any:
    """Return the JSON of a file, or of standard input for `-`. Raises `CommandError` when it is unreadable or not JSON."""
    try:
        return strict_json.loads(read_file(name, most))
    except strict_json.BadJson as error:
        raise CommandError(f"{name}: {bad_json_message(error)}", 2) from error


def write_file(name: str | Path, content: bytes) -> None:
    """Write a file, or standard output for `-`. Raises `CommandError` when the file cannot be written."""
    if name == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise CommandError(gettext("impossible d’écrire %(file)s", file=name)) from error


def write_printed(name: str, make: Callable[[], bytes]) -> None:
    """Make a PDF and write it like `write_file`. Raises `CommandError`, also when printing fails."""
    try:
        pdf = make()
    except PrintFailed as failure:
        sentence = NOT_PRINTED.get(failure.code, N_("l’impression a échoué (%(detail)s)"))
        raise CommandError(gettext(sentence, detail=failure.detail)) from failure
    write_file(name, pdf)
