"""`scorekeeper score FILE`: a sheet file in, its score out."""

from __future__ import annotations

import json
from typing import Any

import click

from scorekeeper.cli.common import read_json
from scorekeeper.cli.parsing import Command
from scorekeeper.sheet_file import BadSheet, read_sheet, score_document


@click.command(cls=Command)
@click.argument("file", metavar="FILE")
def score(file: str) -> int:
    """Print the score, or the faults; 0, 1 for faults, 2 for a file that cannot be read."""
    try:
        sheet = read_sheet(read_json(file))
    except BadSheet as bad:
        _print(bad.document())
        return 1
    _print(score_document(sheet.game, sheet.replay()))
    return 0


def _print(document: dict[str, Any]) -> None:
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
