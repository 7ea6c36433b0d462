"""Command `draw PLAYERS --rounds R`: draws seats and writes them as text, as JSON or as a poster."""

import json
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

import click

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cli import common
from scorekeeper.cli.common import Command, CommandError, Number, WordChoice, argument, option
from scorekeeper.cli.draw_files import BadList, UnsureList, is_json, read_groups, read_history, read_roster
from scorekeeper.draw.seating.lot import draw_pairs
from scorekeeper.draw.seating.plan import DrawAsked, plan
from scorekeeper.draw.seating.problem import DrawImpossible, Odd
from scorekeeper.draw.seating.record import Draw, DrawnRound, label_after
from scorekeeper.i18n import N_, all_of, gettext
from scorekeeper.lists import reading as lists
from scorekeeper.lists import report
from scorekeeper.lists.columns import as_lists, roles_of
from scorekeeper.lists.reading import Choices
from scorekeeper.lists.workbook import UnreadableList
from scorekeeper.tournaments.confidential import public_draw
from scorekeeper.tournaments.words import refusal_reason, report_sentence

PAPERS = ("A3", "A4", "A5")
SETTLES = {"columns": ' "nom,prénom,club"', "heading": " 1", "encoding": " cp1252"}
"""By field of a question about the list, an example value for the option of that name that answers it."""

Loaded = TypeVar("Loaded")


@click.command(cls=Command)
@argument("players", metavar=N_("JOUEURS"))
@option("--rounds", type=Number(), metavar="R")
@option("--check", is_flag=True)
@option("--columns", metavar=N_("COLONNES"))
@option("--sheet", metavar=N_("FEUILLE"))
@option("--encoding", metavar=N_("CODAGE"))
@option("--heading", type=Number(), metavar=N_("LIGNE"))
@option("--seed", metavar=N_("TEXTE"))
@option("--label", metavar=N_("TEXTE"))
@option("--odd", type=WordChoice(Odd), default=str(Odd.BYES), metavar="byes|threes|fives")
@option("--pairs", is_flag=True)
@option("--apart", metavar=N_("FICHIER"))
@option("--history", metavar=N_("FICHIER"))
@option("--json", "as_json", is_flag=True)
@option("--public", is_flag=True)
@option("-o", "--output", not_with="as_json", metavar=N_("FICHIER"))
@option("--paper", type=WordChoice(PAPERS), default="A4", metavar="A3|A4|A5")
def draw(
    *,
    players: str,
    rounds: int | None,
    check: bool,
    columns: str | None,
    sheet: str | None,
    encoding: str | None,
    heading: int | None,
    seed: str | None,
    label: str | None,
    odd: str,
    pairs: bool,
    apart: str | None,
    history: str | None,
    as_json: bool,
    public: bool,
    output: str | None,
    paper: str,
) -> int:
    """Draw and write the result; with `--check` only show how the list is read."""
    data = common.read_file(players)
    choices = _choices(data, columns, sheet, encoding, heading)
    if check:
        return _show(players, data, choices, pairs=pairs, as_json=as_json)
    if rounds is None:
        raise CommandError(gettext("il manque : %(what)s", what="--rounds"), 2)
    roster = _loaded(players, lambda: read_roster(data, choices, pairs=pairs))
    if roster.unknown:
        click.echo(gettext("Colonnes non lues : %(colonnes)s", colonnes=all_of(roster.unknown)), err=True)
    groups = (*roster.apart, *(_load(apart, read_groups) if apart else ()))
    played, former_pairs = _load(history, read_history) if history else ((), ())
    public_seed = secrets.token_hex(8) if seed is None else seed
    teams = roster.pairs or former_pairs
    drawn_in_pairs = pairs and not teams
    with _drawing() as progress:
        if drawn_in_pairs:
            teams = draw_pairs(roster.players, public_seed, label or label_after(len(played)))
        asked = DrawAsked(
            tables=odd, teams=teams if pairs else (), apart=groups, history=played, stay=roster.stay
        )
        drawn = plan(roster.players, rounds, seed=public_seed, label=label, progress=progress, **asked)
    if drawn_in_pairs:
        drawn = replace(drawn, asked={**drawn.asked, "pairs": "lot"})
    if seed is None:
        click.echo(gettext("graine : %(seed)s", seed=public_seed), err=True)
    if as_json:
        document = public_draw(drawn.to_json()) if public else drawn.to_json()
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    elif output:
        # Imported here, as only posters need the printing modules.
        from scorekeeper.paper.letters import unprinted  # noqa: PLC0415
        from scorekeeper.paper.posters.draw import draw_poster  # noqa: PLC0415

        for text in unprinted(drawn.players):
            click.echo(text, err=True)
        common.write_printed(output, lambda: draw_poster(drawn.to_json(), paper))
    else:
        sys.stdout.write(as_text(drawn))
    return 0


@contextmanager
def _drawing() -> Iterator[Callable[[int, int, int], None] | None]:
    """Yield the function that shows progress, `None` without a terminal. Raises `CommandError` when no draw is possible."""
    progress = _progress() if sys.stderr.isatty() else None
    try:
        yield progress
    except DrawImpossible as error:
        raise CommandError(refusal_reason(error)) from error
    finally:
        if progress is not None:
            sys.stderr.write("\r" + " " * 60 + "\r")


def _show(name: str, data: bytes, choices: Choices, *, pairs: bool, as_json: bool) -> int:
    """Print how a list is read, or only the number of players of JSON; return 0 when there are no questions about it, else 1."""
    if is_json(data):
        roster = _loaded(name, lambda: read_roster(data, choices, pairs=pairs))
        click.echo(report.line("people", nombre=len(roster.players)))
        return 0
    reading = lists.read(data, choices, pairs=pairs)
    document = json.dumps(report.document(reading), ensure_ascii=False, indent=1) if as_json else ""
    click.echo(document or report.as_table(reading))
    return 0 if reading.sure else 1


def as_text(draw: Draw) -> str:
    """Return the draw as plain text: the tables of each round, then the report in words."""
    lines = [
        gettext("Tirage « %(label)s », graine « %(seed)s »", label=draw.label, seed=draw.seed),
        gettext("Joueurs : %(count)s", count=len(draw.players)),
    ]
    for number, rnd in enumerate(draw.rounds, 1):
        played = number <= draw.fixed_rounds
        title = N_("Tour %(number)s (déjà joué)") if played else N_("Tour %(number)s")
        lines += ["", gettext(title, number=number), *_tables(rnd, partners=draw.partners)]
        if rnd.sit_out:
            lines.append("  " + gettext("{names:exempt|exempts} : %(names)s", names=all_of(rnd.sit_out)))
    lines += ["", *(report_sentence(word) for word in draw.report.words if word.code != "sits-out"), ""]
    return "\n".join(lines)


def _tables(rnd: DrawnRound, *, partners: bool) -> list[str]:
    """Return a line for each table, with partners side by side."""
    rows = []
    for number, table in enumerate(rnd.tables, 1):
        if partners and len(table) == 4:
            camps = (f"{table[0]} / {table[2]}", f"{table[1]} / {table[3]}")
        else:
            camps = (", ".join(table), "")
        rows.append((gettext("table %(number)s", number=number), *camps))
    first = max(len(row[0]) for row in rows)
    second = max([len(row[1]) for row in rows if row[2]], default=0)
    facing = ((title, f"{left:<{second}}  –  {right}" if right else left) for title, left, right in rows)
    return [f"  {title:<{first}}  {camps}" for title, camps in facing]


def _choices(
    data: bytes, columns: str | None, sheet: str | None, encoding: str | None, heading: int | None
) -> Choices:
    """Return the options about the list. Raises `CommandError` for an unknown column or sheet."""
    try:
        roles = None if columns is None else roles_of(columns)
    except ValueError as unknown:
        raise CommandError(fault_sentence(Fault("role-inconnu", "", {"mot": str(unknown)})), 2) from None
    place = 0
    if sheet is not None:
        sheets = lists.read(data).sheets
        if sheet not in sheets:
            raise CommandError(common.not_possible(sheet, sheets), 2)
        place = sheets.index(sheet)
    return Choices(columns=roles, sheet=place, encoding=encoding or "", heading=heading)


def fault_sentence(fault: Fault) -> str:
    """Return a fault or a question about a list as a sentence."""
    return message_of(fault, lists.WORDS, Table())


def _load(name: str, read: Callable[[str], Loaded]) -> Loaded:
    """Return the result of `read` for a file of the draw other than the list of players. Raises `CommandError`."""

    def loaded() -> Loaded:
        try:
            return read(lists.as_text(common.read_file(name))[0])
        except UnreadableList as unreadable:
            raise CommandError(f"{name}: {fault_sentence(unreadable.fault)}", 2) from None

    return _loaded(name, loaded)


def _loaded(name: str, read: Callable[[], Loaded]) -> Loaded:
    """Return the result of `read`. Raises `CommandError` with the reason; for a list with questions, shows how it was read."""
    try:
        return read()
    except BadList as error:
        raise CommandError(f"{name}: {error}", 2) from error
    except DrawImpossible as error:
        raise CommandError(f"{name}: {refusal_reason(error)}", 2) from error
    except UnsureList as unsure:
        reading = unsure.reading
        if reading.columns:
            click.echo(report.as_table(reading), err=True)
        fault = (*reading.faults, *reading.questions)[0]
        settles = f" (--{fault.field}{SETTLES[fault.field]})" if fault.field in SETTLES else ""
        if fault.code == "deux-listes":
            roles = [column.role_key for column in reading.columns]
            pairs, beside = (",".join(role or "-" for role in each) for each in (roles, as_lists(roles)))
            settles = " " + gettext(
                "Une paire : --columns %(pairs)s. Des listes : --columns %(lists)s.",
                pairs=pairs,
                lists=beside,
            )
        raise CommandError(f"{name}: {fault_sentence(fault)}{settles}", 2) from None


def _progress() -> Callable[[int, int, int], None]:
    """Return a function that shows the search's progress on the terminal, in one line that it overwrites."""
    shown = -1

    def show(done: int, planned: int, cost: int) -> None:
        nonlocal shown
        share = 100 * done // max(1, planned)
        if share != shown:
            shown = share
            sentence = gettext("recherche : %(share)s %% (%(cost)s)", share=share, cost=cost)
            sys.stderr.write(f"\r{sentence}   ")
            sys.stderr.flush()

    return show
