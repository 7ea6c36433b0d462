"""The choices of a tournament: how they are read, what the game says where nothing was chosen, what cannot be."""

from __future__ import annotations

import datetime as dt
import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from scorekeeper import sheet_file
from scorekeeper.kit.game import Game
from scorekeeper.rules import names
from scorekeeper.rules.contract import Fault, Rules, Signed, Table, Value
from scorekeeper.rules.fields import Choice, Flag, Json, Kind, Many, Maybe, Record, Text, Whole, refused
from scorekeeper.rules.seating import Odd
from scorekeeper.rules.standings import TieBreak
from scorekeeper.tournaments.model import Format, Method, Options, Scale

MAX_ROUNDS = 20
MAX_ENTRANTS = 1200
MAX_TABLES = 400
USUAL_DONNES = 12
"""Donnes of a partie, in games that have a number of them."""
MODE = "tournoi"
"""What a game calls its mode of playing a number of donnes, where it has one."""


class Date(Kind[str]):
    """A day, as 2026-11-20."""

    def read(self, raw: Json, table: Table) -> str:
        del table
        try:
            if not isinstance(raw, str) or len(raw) != 10:
                raise refused("date-illisible")
            return dt.date.fromisoformat(raw).isoformat()
        except ValueError as error:
            raise refused("date-illisible") from error

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        del table
        return {"type": "string", "format": "date"}


OPTIONS: Record[Options] = Record(
    Options,
    {
        "format": Choice(Format),
        "rounds": Whole(1, MAX_ROUNDS),
        "donnes": Maybe(Whole(1, 60)),
        "odd": Choice(Odd),
        "size": Maybe(Whole(3, 6)),
        "draw": Choice(Method),
        "scale": Maybe(Choice(Scale)),
        "bye": Maybe(Whole(-100_000, 100_000)),
        "drop": Whole(0, MAX_ROUNDS - 1),
        "ties": Many(Choice(TieBreak), len(TieBreak)),
        "prizes": Many(Text(names.NOTE_MAX), MAX_ENTRANTS),
        "avoid_clubs": Flag(),
        "date": Maybe(Date()),
        "place": Text(names.TITLE_MAX),
    },
)
"""How the choices are read and written."""


class Paper(Protocol):
    """What a game's `paper` module brings to the desk of a tournament."""

    def partie_total(self, rules: Rules[Any, Any]) -> int | None:
        """What all columns get together in a whole partie, where that is fixed."""


def paper_of(unit: Game) -> Paper | None:
    """What the game knows of its paper sheet, if anything."""
    name = f"{unit.rules.__module__.rpartition('.')[0]}.paper"
    if importlib.util.find_spec(name) is None:
        return None
    module: Any = importlib.import_module(name)
    return module if hasattr(module, "partie_total") else None


def paper_faults(
    rules: Rules[Any, Any], unit: Game, lines: Sequence[Sequence[int | None]], totals: Sequence[int | None]
) -> Sequence[tuple[int | None, Fault]]:
    """What is wrong with a sheet that was kept on paper, as far as its game can tell; each with its line."""
    paper: Any = paper_of(unit)
    if paper is None:
        return ()
    if hasattr(paper, "check_partie"):
        found: Sequence[tuple[int | None, Fault]] = paper.check_partie(rules, lines, totals)
        return found
    due, told = paper.partie_total(rules), [total for total in totals if total is not None]
    if due is None or len(told) < len(totals) or sum(told) == due:
        return ()
    values: dict[str, Value] = {"somme": sum(told), "attendu": due, "ecart": Signed(sum(told) - due)}
    return ((None, Fault("totaux-impossibles", "totals", values)),)


def counts_down(rules: Rules[Any, Any], size: int) -> bool:
    """Whether the totals of a sheet count down to nothing."""
    return any(rules.opening(seats(rules, size)).totals)


def seats(rules: Rules[Any, Any], size: int) -> Table:
    """A table of that size with nobody in particular at it."""
    return Table(tuple(str(seat + 1) for seat in range(size)), rules.CAMPS)


def house_settings(unit: Game, chosen: Options, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a partie of the tournament: those given, played for a number of donnes where the game can be."""
    kinds = unit.rules.SETTINGS.kinds
    found = dict(settings)
    if "mode" in kinds and MODE in kinds["mode"].schema().get("enum", ()):
        found.setdefault("mode", MODE)
    if "nb_donnes" in kinds and chosen.donnes is not None:
        found["nb_donnes"] = chosen.donnes
    return found


def rules_for(unit: Game, chosen: Options, settings: Mapping[str, Any], size: int) -> Rules[Any, Any]:
    """The rules at a table of that size; a setting that is only for tables of another size is left out there.

    Settings that have been judged once for the regular size can always be read.
    """
    table = seats(unit.rules(), size)
    found = house_settings(unit, chosen, settings)
    rules: Rules[Any, Any] = unit.rules.SETTINGS.read(found, table)
    wrong = {fault.field.split(".")[0] for fault in rules.setting_faults(table)}
    if wrong:
        rules = unit.rules.SETTINGS.read({key: found[key] for key in found if key not in wrong}, table)
    return rules


def resolved(unit: Game, given: Options, settings: Any, faults: list[Fault]) -> Options:
    """The choices with what the game says where none was made; what cannot be is added to `faults`."""
    sizes = unit.rules.SEATS
    size = given.size if given.size is not None else (4 if 4 in sizes else sizes[0])
    if size not in sizes:
        faults.append(Fault("taille-impossible", "size", {"nombres": sizes}))
        size = sizes[0]
    other = {Odd.BYES: size, Odd.THREES: size - 1, Odd.FIVES: size + 1}[given.odd]
    if other not in sizes:
        faults.append(Fault("impairs-impossible", "odd", {"nombres": sizes}))
    if given.format is not Format.INDIVIDUEL and not (
        unit.rules.CAMPS and size == 4 and given.odd is Odd.BYES
    ):
        faults.append(Fault("paires-a-quatre", "format"))
    if given.drop >= given.rounds:
        faults.append(Fault("retirer-trop", "drop"))
    if len(set(given.ties)) != len(given.ties):
        faults.append(Fault("departage-double", "ties"))
    donnes = given.donnes
    if "nb_donnes" not in unit.rules.SETTINGS.kinds:
        if donnes is not None:
            faults.append(Fault("sans-nombre-de-donnes", "donnes"))
    elif donnes is None:
        told = settings.get("nb_donnes") if isinstance(settings, dict) else None
        donnes = told if isinstance(told, int) and 0 < told <= 60 else USUAL_DONNES
    chosen = replace(given, size=size, donnes=donnes)
    rules = sheet_file.read_settings(
        unit,
        house_settings(unit, chosen, settings) if isinstance(settings, dict) else settings,
        seats(unit.rules(), size),
        faults,
    )
    if rules is None:
        return chosen
    scale = given.scale or (Scale.VICTOIRES if counts_down(rules, size) else Scale.POINTS)
    bye = given.bye if given.bye is not None else _half(unit, rules, scale)
    return replace(chosen, scale=scale, bye=bye)


def _half(unit: Game, rules: Rules[Any, Any], scale: Scale) -> int:
    """Half of what a partie gives: one point of two for a win, or half the control of the paper sheet."""
    if scale is Scale.VICTOIRES:
        return 1
    paper = paper_of(unit)
    total = paper.partie_total(rules) if paper else None
    return (total or 0) // 2
