"""`scorekeeper sheet GAME`: a sheet to write on, filled from a file, or to fill in on screen, as PDF."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from scorekeeper.catalogue import GAMES, game
from scorekeeper.cli.common import CommandError, count, not_printed, read_file
from scorekeeper.i18n import N_, gettext
from scorekeeper.kit import reading
from scorekeeper.kit.sheet import PaperSize, SheetRequest
from scorekeeper.kit.words import say
from scorekeeper.paper.requests import blank_request, file_request
from scorekeeper.paper.sheets import MAX_COPIES, PrintOptions, html_of
from scorekeeper.printing.pdf import Limits, Printer, PrintFailed
from scorekeeper.rules import strict_json
from scorekeeper.sheet_file import BadSheet, read_sheet

HELP = N_("imprime une feuille de marque en PDF, vierge ou remplie")
PATIENT = Limits(seconds=600, nice=0)
"""A command has nobody else to serve."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to print, and where to."""
    known = ", ".join(unit.key for unit in GAMES)
    parser.add_argument("game", metavar="GAME", help=known)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--blank", action="store_true", help=gettext("feuille vierge (par défaut)"))
    what.add_argument(
        "--file", metavar="FILE", help=gettext("feuille remplie d’après ce fichier scorekeeper/1, ou -")
    )
    parser.add_argument("--form", action="store_true", help=gettext("à remplir à l’écran"))
    parser.add_argument("--copies", type=count, metavar="N", help=gettext("copies numérotées"))
    parser.add_argument("--first", type=count, metavar="N", help=gettext("numéro de la première copie"))
    parser.add_argument(
        "--paper",
        choices=[str(paper) for paper in PaperSize],
        default="A4",
        metavar="A4|A5",
        help=gettext("papier"),
    )
    parser.add_argument("--rows", type=count, metavar="N", help=gettext("lignes (sinon la page entière)"))
    parser.add_argument("--players", metavar="NAMES", help=gettext("noms, séparés par des virgules"))
    parser.add_argument(
        "--seats", type=count, metavar="N", help=gettext("nombre de joueurs, sans leurs noms")
    )
    parser.add_argument(
        "--setting", action="append", default=[], metavar="KEY=VALUE", help=gettext("réglage de la maison")
    )
    parser.add_argument("--back", action="store_true", help=gettext("avec le verso, où il y en a un"))
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=gettext("fichier PDF, ou -"))


def run(args: argparse.Namespace) -> int:
    """Print one document."""
    request = _filled(args) if args.file else _blank(args)
    copies = 1 if args.copies is None else args.copies
    first = 1 if args.first is None else args.first
    if not 1 <= copies <= MAX_COPIES or first < 1:
        raise CommandError(gettext("de 1 à %(most)s copies", most=MAX_COPIES), 2)
    if args.form and not (args.copies is None and args.first is None):
        raise CommandError(gettext("une feuille à remplir à l’écran n’a pas de copies"), 2)
    try:
        with Printer(PATIENT) as printer:
            pdf = printer.render(html_of(request, PrintOptions(copies, first)), forms=args.form)
    except PrintFailed as failure:
        raise not_printed(failure) from failure
    _write(args.output, pdf)
    return 0


def _blank(args: argparse.Namespace) -> SheetRequest:
    try:
        unit = game(args.game)
    except LookupError as error:
        known = ", ".join(known.key for known in GAMES)
        raise CommandError(gettext("jeu inconnu ; jeux possibles : %(known)s", known=known), 2) from error
    try:
        return blank_request(
            unit,
            names=[name.strip() for name in args.players.split(",")] if args.players else (),
            seats=args.seats,
            settings=dict(map(_setting, args.setting)),
            paper=PaperSize(args.paper),
            rows=args.rows,
            back=args.back,
            form=args.form,
        )
    except BadSheet as bad:
        raise CommandError(_told(bad), 2) from bad


def _setting(text: str) -> tuple[str, Any]:
    """One setting, its value written as in a sheet file; a bare word is a text."""
    key, sign, value = text.partition("=")
    if not sign:
        raise CommandError(gettext("un réglage s’écrit NOM=VALEUR : %(what)s", what=text), 2)
    try:
        return key, strict_json.loads(value)
    except strict_json.BadJson:
        return key, value


def _filled(args: argparse.Namespace) -> SheetRequest:
    for name in ("form", "players", "seats", "rows", "setting"):
        if getattr(args, name):
            raise CommandError(gettext("--%(name)s ne va pas avec --file", name=name), 2)
    try:
        sheet = read_sheet(strict_json.loads(read_file(args.file)))
    except strict_json.BadJson as error:
        raise CommandError(f"{args.file}: {reading.said(error)}", 2) from error
    except BadSheet as bad:
        raise CommandError(f"{args.file}: {_told(bad)}") from bad
    if sheet.game.key != args.game:
        raise CommandError(
            gettext("%(file)s est une feuille de %(game)s", file=args.file, game=sheet.game.key), 2
        )
    return file_request(sheet, paper=PaperSize(args.paper), back=args.back)


def _told(bad: BadSheet) -> str:
    """Every reason in one line, each with where it is."""
    reasons = []
    for item in bad.faults:
        where = gettext("entrée %(number)s", number=item.entry) if item.entry else ""
        place = " ".join(part for part in (where, item.fault.field) if part)
        sentence = say(item.fault, bad.words, bad.table)
        reasons.append(f"{place}: {sentence}" if place else sentence)
    return " · ".join(reasons)


def _write(name: str, pdf: bytes) -> None:
    if name == "-":
        sys.stdout.buffer.write(pdf)
        sys.stdout.buffer.flush()
        return
    try:
        Path(name).write_bytes(pdf)
    except OSError as error:
        raise CommandError(gettext("impossible d’écrire %(file)s", file=name)) from error
