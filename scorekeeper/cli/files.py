"""`scorekeeper score FILE`, `scorekeeper game check FILE`: a sheet scored, and the definition of a declared game proved, from a file."""

import json
from pathlib import Path

import click

from scorekeeper.cards.catalogue import check_text
from scorekeeper.cards.sheet_file import BadSheet, read_sheet, score_document
from scorekeeper.cli.common import (
    Command,
    CommandError,
    WordChoice,
    argument,
    option,
    read_file,
    read_json,
    write_file,
)
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.paper.requests import file_request
from scorekeeper.paper.sheet_table import sheet_rows
from scorekeeper.tournaments.export import csv_text, xlsx_bytes

SPREADSHEETS = {".csv": lambda rows: csv_text(rows, excel=True).encode(), ".xlsx": xlsx_bytes}
"""Files that a sheet is written to, by the ending of their name."""
LARGEST = 2**20
"""Largest file read, in bytes; what is too long for a definition is told as such."""


@click.command(cls=Command)
@argument("action", type=WordChoice(("check",)), metavar="check")
@argument("file", metavar=N_("FICHIER"))
def game(action: str, file: str) -> int:
    """Print what is wrong, a line for each fault; 0 when nothing is, 1 for faults, 2 for a file that cannot be read."""
    del action  # there is one
    verdict = check_text(read_file(file, LARGEST))
    for flaw in verdict.flaws:
        where = f"{flaw.key}: " if flaw.key else ""
        click.echo(f"{file}:{flaw.line}: {where}{flaw.sentence}")
    if verdict.game is None:
        return 1
    proved = ngettext("%(num)s exemple tient", "%(num)s exemples tiennent", verdict.examples)
    click.echo(gettext("%(jeu)s : %(exemples)s.", jeu=verdict.game.name, exemples=proved))
    return 0


@click.command(cls=Command)
@argument("file", metavar=N_("FICHIER"))
@option("-o", "--output", metavar=N_("FICHIER"))
def score(file: str, output: str | None) -> int:
    """Print the score or write it for a spreadsheet, or print the faults; 0, 1 for faults, 2 for a file that cannot be read."""
    write = SPREADSHEETS.get(Path(output).suffix.lower()) if output else None
    if output and write is None:
        raise CommandError(gettext("%(file)s : un tableau a un nom en .csv ou en .xlsx", file=output), 2)
    status = 0
    try:
        sheet = read_sheet(read_json(file))
        document = score_document(sheet.game, sheet.replay())
        if output and write:
            write_file(output, write(sheet_rows(file_request(sheet))))
            return 0
    except BadSheet as bad:
        document, status = bad.document(), 1
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    return status
