"""`scorekeeper score FILE`: a sheet file in, its score out."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from scorekeeper.cli.common import CommandError, read_file
from scorekeeper.i18n import N_, gettext
from scorekeeper.kit import reading
from scorekeeper.rules import strict_json
from scorekeeper.sheet_file import BadSheet, read_sheet, score_document

HELP = N_("calcule la marque d’une feuille (JSON)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file to read."""
    parser.add_argument(
        "file", metavar="FILE", help=gettext("feuille scorekeeper/1, ou - pour l’entrée standard")
    )


def run(args: argparse.Namespace) -> int:
    """Print the score, or the faults; 0, 1 for faults, 2 for a file that cannot be read."""
    try:
        raw = strict_json.loads(read_file(args.file))
    except strict_json.BadJson as error:
        raise CommandError(f"{args.file}: {reading.said(error)}", 2) from error
    try:
        sheet = read_sheet(raw)
    except BadSheet as bad:
        _print(bad.document())
        return 1
    _print(score_document(sheet.game, sheet.replay()))
    return 0


def _print(document: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
