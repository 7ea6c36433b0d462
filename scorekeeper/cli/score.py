"""`scorekeeper score FILE`: a sheet file in, its score out."""

from __future__ import annotations

import json

import click

from scorekeeper.cards.sheet_file import BadSheet, read_sheet, score_document
from scorekeeper.cli.common import read_json
from scorekeeper.cli.parsing import Command, argument
from scorekeeper.i18n import N_


@click.command(cls=Command)
@argument("file", metavar=N_("FICHIER"))
def score(file: str) -> int:
    """Print the score, or the faults; 0, 1 for faults, 2 for a file that cannot be read."""
    status = 0
    try:
        sheet = read_sheet(read_json(file))
        document = score_document(sheet.game, sheet.replay())
    except BadSheet as bad:
        document, status = bad.document(), 1
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    return status
