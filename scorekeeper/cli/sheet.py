"""Command `sheet GAME`: prints a score sheet as PDF: blank, filled from files, or as a form to fill in on screen."""

from collections.abc import Sequence
from typing import Any

import click

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game, Paper
from scorekeeper.cards.game_api.sheet import PaperSize, SheetRequest
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules import strict_json
from scorekeeper.cards.sheet_file import BadSheet, SheetFile, read_sheet
from scorekeeper.cli import common
from scorekeeper.cli.common import Command, CommandError, Number, WordChoice, argument, option
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.paper.letters import unprinted
from scorekeeper.paper.papers import LEAST, LOOSE, MOST, Wish, html_of_paper
from scorekeeper.paper.sheets import MAX_COPIES, PrintOptions
from scorekeeper.parties.sheet_requests import file_request
from scorekeeper.press.pdf import Limits, Printer

PAPERS = catalogue.papers()
KEYS = ", ".join(dict.fromkeys((*(game.key for game in catalogue.GAMES), *PAPERS, *LOOSE)))
TOML = ".toml"
"""Extension of a definition's file."""
PATIENT = Limits(seconds=600, nice=0)
"""Limits of the printer: generous, as a command serves no other requests."""


def _paper(key: str) -> str:
    declared = key.startswith(catalogue.PREFIX) or key.endswith(TOML)
    if not declared and key not in PAPERS and key not in LOOSE:
        raise CommandError(gettext("feuille inconnue ; feuilles possibles : %(known)s", known=KEYS), 2)
    return key


def _setting(text: str) -> tuple[str, Any]:
    """Parse a setting `NAME=VALUE`, with JSON as value, else a text. Raises `CommandError` without `=`."""
    key, separator, value = text.partition("=")
    if not separator:
        raise CommandError(gettext("un réglage s’écrit NOM=VALEUR : %(what)s", what=text), 2)
    try:
        return key, strict_json.loads(value)
    except strict_json.BadJson:
        return key, value


@click.command(cls=Command)
@argument("game", type=_paper, metavar=N_("JEU"), help=KEYS)
@option("--blank", is_flag=True, not_with="file")
@option("--file", multiple=True, metavar=N_("FICHIER"))
@option("--form", is_flag=True, not_with="file")
@option("--copies", type=Number(), metavar="N")
@option("--first", type=Number(), metavar="N")
@option("--paper", type=WordChoice(PaperSize), default="A4", metavar="A4|A5")
@option("--rows", type=Number(), not_with="file", metavar="N")
@option("--players", not_with="file", metavar=N_("NOMS"))
@option("--seats", type=Number(), not_with="file", metavar="N")
@option("--setting", type=_setting, multiple=True, not_with="file", metavar=N_("NOM=VALEUR"))
@option("--back", is_flag=True)
@option("-o", "--output", metavar=N_("FICHIER"), required=True)
def sheet(
    *,
    game: str,
    file: tuple[str, ...],
    copies: int | None,
    first: int | None,
    paper: str,
    players: str | None,
    setting: tuple[tuple[str, Any], ...],
    output: str,
    blank: bool,  # noqa: ARG001 - what is done without any option
    **wishes: Any,
) -> int:
    """Print one document to `output`, and return 0. Raises `CommandError` for options that contradict each other."""
    options = PrintOptions(copies=1 if copies is None else copies, first=1 if first is None else first)
    if not 1 <= options.copies <= MAX_COPIES or options.first < 1:
        raise CommandError(gettext("de 1 à %(most)s copies", most=MAX_COPIES), 2)
    if wishes["form"] and not (copies is None and first is None):
        raise CommandError(gettext("une feuille à remplir à l’écran n’a pas de copies"), 2)
    names = [name.strip() for name in players.split(",")] if players else []
    count, size = len(names) or wishes["seats"], PaperSize(paper)
    if game in LOOSE and count is not None and not LEAST <= count <= MOST:
        raise CommandError(gettext("de %(min)s à %(max)s joueurs", min=LEAST, max=MOST), 2)
    declared = _declared(game, file)
    parties = _filled(game, file, size, declared, back=wishes["back"]) if file else ()
    wish = Wish(names=names, settings=dict(setting), paper=size, parties=parties, options=options, **wishes)
    try:
        page = html_of_paper(game, wish, declared)
    except BadSheet as bad:
        raise CommandError(_reasons(bad), 2) from bad
    people = (
        name for request in parties for name in (*request.table.players, *(request.table.equipes or ()))
    )
    for text in unprinted((*names, *people)):
        click.echo(text, err=True)
    with Printer(PATIENT) as printer:
        common.write_printed(output, lambda: printer.render(page, forms=wish.form))
    return 0


def _declared(key: str, names: Sequence[str]) -> Game | None:
    """Return the declared game of a definition's file, or of the first sheet; `None` for other games. Raises `CommandError`."""
    if key.endswith(TOML):
        verdict = catalogue.check_text(common.read_file(key))
        if verdict.game is None:
            flaw = verdict.flaws[0]
            raise CommandError(f"{key}:{flaw.line}: {flaw.sentence}", 2)
        return verdict.game
    if not key.startswith(catalogue.PREFIX):
        return None
    game = _read(names[0]).game if names else None
    if game is None or game.key != key:
        raise CommandError(gettext("feuille inconnue ; feuilles possibles : %(known)s", known=KEYS), 2)
    return game


def _filled(
    key: str, names: Sequence[str], size: PaperSize, declared: Game | None, *, back: bool
) -> list[SheetRequest]:
    """Return the print requests of the sheet files `names`; `back`: with their backs. Raises `CommandError` for a paper that
    cannot.
    """
    if key not in PAPERS and declared is None:
        raise CommandError(gettext("cette feuille ne se remplit pas d’un fichier"), 2)
    game, paper = (declared, Paper(title=declared.name)) if declared else PAPERS[key]
    if len(names) > paper.parties:
        few = ngettext(
            "au plus %(num)s partie sur cette feuille",
            "au plus %(num)s parties sur cette feuille",
            paper.parties,
        )
        raise CommandError(few, 2)
    sheets = [_of_game(name, game) for name in names]
    for name, sheet in zip(names, sheets, strict=True):
        if not paper.suits(sheet.rules):
            raise CommandError(gettext("%(file)s n’a pas les réglages de cette feuille", file=name), 2)
    return [file_request(sheet, paper=size, back=back) for sheet in sheets]


def _read(name: str) -> SheetFile:
    try:
        return read_sheet(common.read_json(name))
    except BadSheet as bad:
        raise CommandError(f"{name}: {_reasons(bad)}") from bad


def _of_game(name: str, game: Game) -> SheetFile:
    """Return the sheet of a file. Raises `CommandError` for another game; for declared games only the key is compared."""
    sheet = _read(name)
    if sheet.game.key != game.key:
        raise CommandError(gettext("%(file)s est une feuille de %(game)s", file=name, game=sheet.game.key), 2)
    return sheet


def _reasons(bad: BadSheet) -> str:
    """Return all faults in one line, each with its entry and field."""
    reasons = []
    for item in bad.faults:
        where = gettext("entrée %(number)s", number=item.rang) if item.rang else ""
        place = " ".join(part for part in (where, item.fault.field) if part)
        sentence = message_of(item.fault, bad.words, bad.table)
        reasons.append(f"{place}: {sentence}" if place else sentence)
    return " · ".join(reasons)
