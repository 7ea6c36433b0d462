"""`scorekeeper draw PLAYERS --rounds R`: the seating draw, as text, as JSON or as a poster."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from scorekeeper.cli.common import CommandError, count, not_printed, read_file
from scorekeeper.cli.draw_files import BadRoster, Roster, read_groups, read_roster
from scorekeeper.i18n import N_, gettext
from scorekeeper.printing.wire import PrintFailed
from scorekeeper.rules import strict_json
from scorekeeper.rules.seating import Draw, DrawImpossible, DrawnRound, Odd, draw_pairs, plan, read_rounds
from scorekeeper.tournaments.words import refusal_reason, report_sentence

HELP = N_("tire au sort les tables de toutes les parties d’un tournoi")
PAPERS = ("A3", "A4", "A5")

_UNREADABLE = {
    "json": N_("ce n’est pas du JSON lisible (%(detail)s)"),
    "name": N_("ligne %(line)s, ce nom ne va pas : « %(detail)s »"),
    "table": N_("ligne %(line)s, ce n’est pas un numéro de table : « %(detail)s »"),
    "partner": N_("l’équipe « %(detail)s » n’a pas deux joueurs"),
    "pair-line": N_("ligne %(line)s, plus de deux noms : « %(detail)s »"),
    "no-name-column": N_("il n’y a pas de colonne « nom » : « %(detail)s »"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The players, the rounds, the wishes and the form of the answer."""
    add = parser.add_argument
    add(
        "players",
        metavar="PLAYERS",
        help=gettext("un nom par ligne, CSV ou JSON ; - pour l’entrée standard"),
    )
    add(
        "--rounds",
        metavar="R",
        type=count,
        required=True,
        help=gettext("parties de toute la soirée, celles déjà jouées comprises"),
    )
    add("--seed", metavar="TEXT", help=gettext("graine publique ; sans elle, il en est tiré une"))
    add("--label", metavar="TEXT", help=gettext("étiquette du tirage (sinon draw/1, puis draw/1/after-k)"))
    add(
        "--odd",
        choices=[str(odd) for odd in Odd],
        metavar="byes|threes|fives",
        default=str(Odd.BYES),
        help=gettext("joueurs en trop : exempts, tables de trois ou tables de cinq"),
    )
    add(
        "--pairs",
        action="store_true",
        help=gettext("équipes fixes : deux noms par ligne, sinon tirées au sort"),
    )
    add("--apart", metavar="FILE", help=gettext("un groupe de noms à séparer par ligne"))
    add("--history", metavar="FILE", help=gettext("tirage (JSON) dont les parties sont déjà jouées"))
    answer = parser.add_mutually_exclusive_group()
    answer.add_argument("--json", action="store_true", help=gettext("le tirage au format scorekeeper-draw/1"))
    answer.add_argument("-o", "--output", metavar="out.pdf", help=gettext("l’affiche du tirage, en PDF"))
    add("--paper", choices=PAPERS, default="A4", metavar="A3|A4|A5", help=gettext("papier de l’affiche"))


def run(args: argparse.Namespace) -> int:
    """Draw and print; 0, or an error in one line."""
    roster = _roster(args)
    apart = (*roster.apart, *(_groups(args.apart) if args.apart else ()))
    history, teams = _history(args.history) if args.history else ((), ())
    progress = _progress() if sys.stderr.isatty() else None
    seed = secrets.token_hex(8) if args.seed is None else args.seed
    try:
        draw = plan(
            roster.players,
            args.rounds,
            seed=seed,
            label=args.label,
            tables=args.odd,
            teams=_teams(args, roster, teams, seed) if args.pairs else (),
            apart=apart,
            history=history,
            stay=roster.stay,
            progress=progress,
        )
    except DrawImpossible as error:
        raise CommandError(refusal_reason(error)) from error
    finally:
        if progress is not None:
            sys.stderr.write("\r" + " " * 60 + "\r")
    if args.seed is None:
        sys.stderr.write(gettext("graine : %(seed)s", seed=seed) + "\n")
    if args.json:
        sys.stdout.write(json.dumps(draw.to_json(), ensure_ascii=False, indent=1) + "\n")
    elif args.output:
        _write_poster(draw, Path(args.output), args.paper)
    else:
        sys.stdout.write(as_text(draw))
    return 0


def as_text(draw: Draw) -> str:
    """Return the draw as plain text: a table of every round, then the report in words.

    Args:
        draw: What was drawn.
    """
    lines = [
        gettext("Tirage « %(label)s », graine « %(seed)s »", label=draw.label, seed=draw.seed),
        gettext("Joueurs : %(count)s", count=len(draw.players)),
    ]
    for number, rnd in enumerate(draw.rounds, 1):
        played = number <= draw.fixed_rounds
        title = N_("Tour %(number)s (déjà joué)") if played else N_("Tour %(number)s")
        lines += ["", gettext(title, number=number), *_tables(rnd, partners=draw.partners)]
        if rnd.sit_out:
            lines.append("  " + gettext("exempts : %(names)s", names=", ".join(rnd.sit_out)))
    lines += ["", *(report_sentence(word) for word in draw.report.words if word.code != "sits-out"), ""]
    return "\n".join(lines)


def _tables(rnd: DrawnRound, *, partners: bool) -> list[str]:
    """Return a line for each table, partners side by side."""
    rows = []
    for number, table in enumerate(rnd.tables, 1):
        if partners and len(table) == 4:
            camps = (f"{table[0]} / {table[2]}", f"{table[1]} / {table[3]}")
        else:
            camps = (", ".join(table), "")
        rows.append((gettext("table %(number)s", number=number), *camps))
    first = max(len(row[0]) for row in rows)
    second = max([len(row[1]) for row in rows if row[2]], default=0)
    return [
        f"  {row[0]:<{first}}  {row[1]:<{second}}  –  {row[2]}"
        if row[2]
        else f"  {row[0]:<{first}}  {row[1]}"
        for row in rows
    ]


def _roster(args: argparse.Namespace) -> Roster:
    text = _read(args.players)
    try:
        return read_roster(text, pairs=args.pairs)
    except BadRoster as bad:
        raise _bad(args.players, bad) from bad


def _groups(name: str) -> tuple[tuple[str, ...], ...]:
    try:
        return read_groups(_read(name))
    except BadRoster as bad:
        raise _bad(name, bad) from bad


def _bad(name: str, bad: BadRoster) -> CommandError:
    return CommandError(f"{name}: {gettext(_UNREADABLE[bad.code], line=bad.line, detail=bad.detail)}", 2)


def _history(name: str) -> tuple[tuple[DrawnRound, ...], tuple[tuple[str, str], ...]]:
    """Return the rounds of a draw's file, and its fixed pairs."""
    try:
        data = strict_json.loads(_read(name))
        rounds = read_rounds(data)
    except strict_json.BadJson as bad:
        raise _bad(name, BadRoster("json", 0, str(bad)[:80])) from bad
    except DrawImpossible as error:
        raise CommandError(f"{name}: {refusal_reason(error)}", 2) from error
    teams = data.get("teams") or []
    if not isinstance(teams, list) or not all(_is_pair(pair) for pair in teams):
        raise _bad(name, BadRoster("json", 0, "teams"))
    return rounds, tuple((pair[0], pair[1]) for pair in teams)


def _is_pair(pair: object) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(isinstance(name, str) for name in pair)


def _teams(
    args: argparse.Namespace, roster: Roster, before: tuple[tuple[str, str], ...], seed: str
) -> tuple[tuple[str, str], ...]:
    """Return the fixed pairs: those named, else those of the rounds played, else drawn by lot."""
    if roster.pairs or before:
        return roster.pairs or before
    return draw_pairs(roster.players, seed, *([args.label] if args.label else []))


def _read(name: str) -> str:
    try:
        return read_file(name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(gettext("le fichier %(file)s n’est pas en UTF-8", file=name), 2) from error


def _progress() -> Callable[[int, int, int], None]:
    """Return what shows a search's progress on the terminal, one line that is overwritten."""
    last = -1

    def show(done: int, planned: int, cost: int) -> None:
        nonlocal last
        share = 100 * done // max(1, planned)
        if share != last:
            last = share
            sys.stderr.write(
                "\r" + gettext("recherche : %(share)s %% (%(cost)s)", share=share, cost=cost) + "   "
            )
            sys.stderr.flush()

    return show


def _write_poster(draw: Draw, path: Path, paper: str) -> None:
    """Write the poster of the draw to ``path``, for a paper of `PAPERS`."""
    # Loaded only here: a draw as text needs nothing that prints.
    from scorekeeper.paper.posters.draw import draw_poster  # noqa: PLC0415

    try:
        pdf = draw_poster(draw.to_json(), paper)
    except PrintFailed as failure:
        raise not_printed(failure) from failure
    try:
        path.write_bytes(pdf)
    except OSError as error:
        raise CommandError(gettext("impossible d’écrire %(file)s", file=path)) from error
