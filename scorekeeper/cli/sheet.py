"""`scorekeeper sheet GAME`: a sheet to write on, filled from a file, or to fill in on screen, as PDF."""

from __future__ import annotations

from typing import Any

import click

from scorekeeper import catalogue
from scorekeeper.cli.common import CommandError, not_printed, read_json, write_file
from scorekeeper.cli.parsing import Command, Number, WordChoice, option
from scorekeeper.i18n import N_, gettext
from scorekeeper.kit.game import Game
from scorekeeper.kit.sheet import PaperSize
from scorekeeper.kit.words import say
from scorekeeper.paper.requests import blank_request, file_request
from scorekeeper.paper.sheets import MAX_COPIES, PrintOptions, html_of
from scorekeeper.printing.pdf import Limits, Printer
from scorekeeper.printing.wire import PrintFailed
from scorekeeper.rules import strict_json
from scorekeeper.sheet_file import BadSheet, SheetFile, read_sheet

KEYS = ", ".join(game.key for game in catalogue.GAMES)
PATIENT = Limits(seconds=600, nice=0)
"""A command has nobody else to serve."""


def _game(key: str) -> Game:
    try:
        return catalogue.game(key)
    except LookupError as error:
        raise CommandError(gettext("jeu inconnu ; jeux possibles : %(known)s", known=KEYS), 2) from error


def _setting(text: str) -> tuple[str, Any]:
    """One setting, its value written as in a sheet file; a bare word is a text."""
    key, separator, value = text.partition("=")
    if not separator:
        raise CommandError(gettext("un réglage s’écrit NOM=VALEUR : %(what)s", what=text), 2)
    try:
        return key, strict_json.loads(value)
    except strict_json.BadJson:
        return key, value


@click.command(cls=Command)
@click.argument("game", type=_game, metavar="GAME", help=KEYS)
@option("--blank", is_flag=True, not_with="file", help=N_("feuille vierge (par défaut)"))
@option("--file", metavar="FILE", help=N_("feuille remplie d’après ce fichier scorekeeper/1, ou -"))
@option("--form", is_flag=True, not_with="file", help=N_("à remplir à l’écran"))
@option("--copies", type=Number(), metavar="N", help=N_("copies numérotées"))
@option("--first", type=Number(), metavar="N", help=N_("numéro de la première copie"))
@option("--paper", type=WordChoice(PaperSize), default="A4", metavar="A4|A5", help=N_("papier"))
@option("--rows", type=Number(), not_with="file", metavar="N", help=N_("lignes (sinon la page entière)"))
@option("--players", not_with="file", metavar="NAMES", help=N_("noms, séparés par des virgules"))
@option("--seats", type=Number(), not_with="file", metavar="N", help=N_("nombre de joueurs, sans leurs noms"))
@option(
    "--setting",
    type=_setting,
    multiple=True,
    not_with="file",
    metavar="KEY=VALUE",
    help=N_("réglage de la maison"),
)
@option("--back", is_flag=True, help=N_("avec le verso, où il y en a un"))
@option("-o", "--output", metavar="FILE", required=True, help=N_("fichier PDF, ou -"))
def sheet(
    *,
    game: Game,
    file: str | None,
    form: bool,
    copies: int | None,
    first: int | None,
    paper: str,
    back: bool,
    output: str,
    **wishes: Any,
) -> int:
    """Print one document."""
    size = PaperSize(paper)
    if file:
        request = file_request(_read(file, game), paper=size, back=back)
    else:
        try:
            request = blank_request(
                game,
                names=[name.strip() for name in wishes["players"].split(",")] if wishes["players"] else (),
                seats=wishes["seats"],
                settings=dict(wishes["setting"]),
                paper=size,
                rows=wishes["rows"],
                back=back,
                form=form,
            )
        except BadSheet as bad:
            raise CommandError(_reasons(bad), 2) from bad
    options = PrintOptions(copies=1 if copies is None else copies, first=1 if first is None else first)
    if not 1 <= options.copies <= MAX_COPIES or options.first < 1:
        raise CommandError(gettext("de 1 à %(most)s copies", most=MAX_COPIES), 2)
    if form and not (copies is None and first is None):
        raise CommandError(gettext("une feuille à remplir à l’écran n’a pas de copies"), 2)
    try:
        with Printer(PATIENT) as printer:
            pdf = printer.render(html_of(request, options), forms=form)
    except PrintFailed as failure:
        raise not_printed(failure) from failure
    write_file(output, pdf)
    return 0


def _read(name: str, game: Game) -> SheetFile:
    """The sheet in a file, which must be one of that game."""
    try:
        sheet = read_sheet(read_json(name))
    except BadSheet as bad:
        raise CommandError(f"{name}: {_reasons(bad)}") from bad
    if sheet.game is not game:
        raise CommandError(gettext("%(file)s est une feuille de %(game)s", file=name, game=sheet.game.key), 2)
    return sheet


def _reasons(bad: BadSheet) -> str:
    """Every reason in one line, each with where it is."""
    reasons = []
    for item in bad.faults:
        where = gettext("entrée %(number)s", number=item.rang) if item.rang else ""
        place = " ".join(part for part in (where, item.fault.field) if part)
        sentence = say(item.fault, bad.words, bad.table)
        reasons.append(f"{place}: {sentence}" if place else sentence)
    return " · ".join(reasons)
