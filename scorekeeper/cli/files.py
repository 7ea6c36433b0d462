"""Commands `score FILE`, which scores a sheet file, and `game check FILE`, which checks the definition of a declared game."""

import json
from pathlib import Path

import click

from scorekeeper.cards.catalogue import check_text
from scorekeeper.cards.sheet_file import BadSheet, SheetFile, read_sheet, score_document
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

SPREADSHEETS = frozenset({".csv", ".xlsx"})
"""Extensions of files to which a sheet can be written."""
LARGEST = 2**20
"""Largest file read, in bytes; above the limit of a definition, so that the check itself reports one that is too long."""


@click.command(cls=Command)
@argument("action", type=WordChoice(("check",)), metavar="check")
@argument("file", metavar=N_("FICHIER"))
def game(action: str, file: str) -> int:
    """Print a line for each fault of a game's definition. Returns 0 for none, 1 for faults; exits with 2 for an unreadable file."""
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


def _spreadsheet(sheet: SheetFile, output: str) -> bytes:
    """Return a sheet as CSV or XLSX, by the extension of `output`."""
    # Imported here, as scoring needs no database and no printing modules.
    from scorekeeper.lists.spreadsheet import csv_text, xlsx_bytes  # noqa: PLC0415
    from scorekeeper.parties.sheet_requests import file_request  # noqa: PLC0415
    from scorekeeper.parties.sheet_table import sheet_rows  # noqa: PLC0415

    rows = sheet_rows(file_request(sheet))
    if Path(output).suffix.lower() == ".xlsx":
        return xlsx_bytes(rows)
    return csv_text(rows, excel=True).encode()


@click.command(cls=Command)
@argument("file", metavar=N_("FICHIER"))
@option("-o", "--output", metavar=N_("FICHIER"))
def score(file: str, output: str | None) -> int:
    """Print the score, or write it to a spreadsheet file; print the faults if there are any.

    Returns 0, or 1 for faults. Exits with 2 for an unreadable file.
    """
    if output and Path(output).suffix.lower() not in SPREADSHEETS:
        raise CommandError(gettext("%(file)s : un tableau a un nom en .csv ou en .xlsx", file=output), 2)
    status = 0
    try:
        sheet = read_sheet(read_json(file))
        document = score_document(sheet.game, sheet.replay())
        if output:
            write_file(output, _spreadsheet(sheet, output))
            return 0
    except BadSheet as bad:
        document, status = bad.document(), 1
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    return status
