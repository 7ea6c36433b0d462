"""`scorekeeper game check FILE`: the definition of a declared game, proved by its own examples."""

from __future__ import annotations

import click

from scorekeeper.cards.catalogue import check_text
from scorekeeper.cli.common import read_file
from scorekeeper.cli.parsing import Command, WordChoice, argument
from scorekeeper.i18n import N_, gettext, ngettext

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
