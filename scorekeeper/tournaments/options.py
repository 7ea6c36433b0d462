"""Options of a tournament: how they are read, the game's defaults, and combinations that are refused."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import Annotated, Any

from scorekeeper.cards import sheet_file
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules import contract, names
from scorekeeper.cards.rules.contract import LARGEST_TABLE, SMALLEST_TABLE, Fault, Rules, Table, Value, Wins
from scorekeeper.cards.rules.fields import Many, Record
from scorekeeper.cards.rules.kinds import Choice, Flag, Text, Whole, WholeOr
from scorekeeper.cards.rules.scores import PaperFaults
from scorekeeper.cards.sheet_file import Day
from scorekeeper.draw.knockout import PAIRS, PERSONS, seeded
from scorekeeper.draw.seating.problem import Odd
from scorekeeper.draw.standings import OF_OPPONENTS, USUAL, TieBreak

MAX_ROUNDS = 20
MAX_ENTRANTS = 1200
MAX_TABLES = 400
MAX_FINALISTS = 64
MAX_MEMBERS = 8
MAX_DONNES = 60
MAX_FEE = 100_000
"""Highest fee, in cents."""
MAX_TOTAL = 1_000_000
"""Highest total of a column on a sheet typed at the desk."""
MAX_CREDITED = 100_000
CREDITED = Whole(-MAX_CREDITED, MAX_CREDITED)
"""Points without a partie: for a bye, for a missed round, or given by the organiser."""


class Format(StrEnum):
    """How partners are found."""

    INDIVIDUEL = "individuel"
    """New partners each round; each player is credited with the camp's points."""
    PAIRES_TIREES = "paires-tirees"
    """Pairs that are drawn once and stay together."""
    PAIRES_INSCRITES = "paires-inscrites"
    """Pairs that register together and stay together."""


class Method(StrEnum):
    """How the tables of the second and later rounds are found."""

    LOT = "lot"
    """By lot, all rounds planned together."""
    CLASSEMENT = "classement"
    """By ranking, round by round: neighbours in the ranking meet, and no two meet again where that is possible."""


class Scoring(StrEnum):
    """What a partie is worth."""

    POINTS = "points"
    """The points of the game."""
    VICTOIRES = "victoires"
    """2 for a win, 1 for a draw."""


class Missed(StrEnum):
    """What a closed round is worth for entrants who missed it, where that is not a fixed number."""

    RIEN = "rien"
    """Nothing: the round is not a result."""
    EXEMPT = "exempt"
    """As much as a bye."""
    PIRE = "pire"
    """The worst result at any table of the round."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """Options of a tournament; JSON documents use the same names as keys. `None` means the game's default."""

    format: Format = Format.INDIVIDUEL
    rounds: Annotated[int, Whole(1, MAX_ROUNDS)] = 4
    donnes: Annotated[int, Whole(1, MAX_DONNES)] | None = None
    """Number of deals of a partie, in games that fix one."""
    odd: Odd = Odd.BYES
    """What happens when the players do not fill the tables."""
    size: Annotated[int, Whole(3, 6)] | None = None
    """Regular number of players at a table."""
    draw: Method = Method.LOT
    scale: Scoring | None = None
    bye: Annotated[int, CREDITED] | None = None
    """Points for a bye; by default one for victories, else the game's own value or an equal share of a fixed sum, else 0."""
    missed: Annotated[int | Missed, WholeOr(CREDITED, Choice(Missed))] | None = None
    """What a missed round is worth, also one before a late arrival; by default the worst of the round if the lowest total wins, else
    nothing."""
    team: Annotated[int, Whole(0, MAX_MEMBERS)] = 0
    """Number of members whose totals count for a team, when individuals play in teams; 0 for no teams."""
    finale: Annotated[int, Whole(0, MAX_FINALISTS)] = 0
    """Number of players, or of pairs, in the knock-out after the rounds; 0 for none."""
    third_place: Annotated[bool, Flag()] = False
    """Whether the losers of the semi-finals play for the third place, beside the final."""
    drop: Annotated[int, Whole(0, MAX_ROUNDS - 1)] = 0
    """Number of worst results of each player that do not count."""
    ties: Annotated[tuple[TieBreak, ...], Many(Choice(TieBreak), len(TieBreak))] | None = None
    """Tie-breaks in order; by default those usual at a *match au cochon*, as far as the game supports them."""
    prizes: Annotated[tuple[str, ...], Many(Text(names.NOTE_MAX), MAX_ENTRANTS)] = ()
    """Prizes of the first, the second and so on."""
    prized: Annotated[tuple[int, ...], Many(Whole(1, MAX_ENTRANTS), MAX_ENTRANTS)] = ()
    """Numbers of entrants who left and still get a prize."""
    avoid_clubs: bool = False
    """Whether people of the same club should rather not meet."""
    door: Annotated[bool, Flag()] = False
    """Whether only people who were checked in at the door are drawn."""
    table_adjustments: Annotated[bool, Flag()] = False
    """Whether a table may write adjustments on its own sheet; otherwise only the organiser may."""
    fee: Annotated[int, Whole(0, MAX_FEE)] = 0
    """Fee of each person, in cents of the currency."""
    currency: Annotated[str, Text(names.CURRENCY_MAX)] = "€"
    date: Annotated[str, Day()] | None = None
    place: Annotated[str, Text(names.TITLE_MAX)] = ""


OPTIONS: Record[Options] = Record(Options)
FIXED_BY_DRAW = frozenset({"settings", "format", "odd", "draw", "scale", "size", "donnes", "door"})
"""Keys that can no longer be changed after the first draw."""


def paper_faults(
    rules: Rules[Any, Any], game: Game, lines: Sequence[Sequence[int | None]], totals: Sequence[int | None]
) -> PaperFaults:
    """Return the faults of a sheet kept on paper: those found by the game's own check, else impossible totals."""
    traits = game.tournament
    faults = traits.check(rules, lines, totals)
    if faults:
        return faults
    known = [total for total in totals if total is not None]
    due, written = traits.fixed_sum(rules), sum(known)
    if due is not None and len(known) == len(totals) and written != due:
        values: dict[str, Value] = {"somme": written, "attendu": due, "ecart": contract.Signed(written - due)}
        return ((None, Fault("totaux-impossibles", "totals", values)),)
    # Where totals count down, only one column can reach 0.
    if traits.countdown and (min(known, default=0) < 0 or known.count(0) > 1):
        return ((None, Fault("totaux-restants", "totals")),)
    if traits.least is None:
        return ()
    limits: dict[str, Value] = {"min": traits.least, "max": MAX_TOTAL}
    return tuple(
        (None, Fault("hors-limites", f"totals.{column}", limits))
        for column, total in enumerate(totals)
        if total is not None and total < traits.least
    )


def seats(rules: Rules[Any, Any], size: int) -> Table:
    """Return a table of that size whose players are named by numbers."""
    return Table(tuple(str(seat + 1) for seat in range(size)), rules.CAMPS)


def house_settings(game: Game, chosen: Options, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a partie: the game's tournament settings, overridden by those given and by the option `donnes`."""
    house = {**game.tournament.settings, **settings}
    if game.tournament.donnes and chosen.donnes is not None:
        house[game.tournament.donnes] = chosen.donnes
    return house


def rules_for(game: Game, chosen: Options, settings: Mapping[str, Any], size: int) -> Rules[Any, Any]:
    """Return the rules for a table of that size; settings that are invalid at that size are left out."""
    table = seats(game.rules(), size)
    house = house_settings(game, chosen, settings)
    rules: Rules[Any, Any] = game.rules.SETTINGS.read(house, table)
    wrong = {fault.field.split(".")[0] for fault in rules.setting_faults(table)}
    if wrong:
        suiting = {key: value for key, value in house.items() if key not in wrong}
        rules = game.rules.SETTINGS.read(suiting, table)
    return rules


def table_sizes_of(game: Game) -> tuple[int, ...]:
    """Return the table sizes at which a game can be played in tournaments; empty when all its sizes are out of range."""
    return tuple(size for size in game.rules.SEATS if SMALLEST_TABLE <= size <= LARGEST_TABLE)


def regular_size(sizes: Sequence[int], chosen: int | None) -> int:
    """Return the regular table size: the chosen one, else 4 if the game allows it, else its first size."""
    return chosen if chosen is not None else 4 if 4 in sizes else sizes[0]


def resolved(game: Game, given: Options, settings: Any, faults: list[Fault]) -> Options:
    """Return the options with the game's defaults filled in; combinations that are not allowed are added to `faults`."""
    sizes = table_sizes_of(game)
    if not sizes:
        faults.append(Fault("jeu-sans-tables", "game", {"min": SMALLEST_TABLE, "max": LARGEST_TABLE}))
        return given
    size = regular_size(sizes, given.size)
    if size not in sizes:
        faults.append(Fault("taille-impossible", "size", {"nombres": contract.AnyOf(sizes)}))
        size = sizes[0]
    other = {Odd.BYES: size, Odd.THREES: size - 1, Odd.FIVES: size + 1}[given.odd]
    if other not in sizes:
        faults.append(Fault("impairs-impossible", "odd", {"nombres": contract.AnyOf(sizes)}))
    faults += _format_faults(game, given, size)
    if given.drop >= given.rounds:
        faults.append(Fault("retirer-trop", "drop"))
    scale = given.scale or (Scoring.VICTOIRES if game.tournament.countdown else Scoring.POINTS)
    faults += _tie_faults(game, given, scale)
    # A tier such as "Bouteille × 40" becomes single prizes.
    prizes = expanded(given.prizes, MAX_ENTRANTS)
    if len(prizes) > MAX_ENTRANTS:
        faults.append(Fault("trop-de-prix", "prizes", {"limite": MAX_ENTRANTS}))
    donnes = given.donnes
    traits = game.tournament
    if not traits.donnes:
        if donnes is not None:
            faults.append(Fault("sans-nombre-de-donnes", "donnes"))
    elif donnes is None:
        asked = settings.get(traits.donnes) if isinstance(settings, dict) else None
        donnes = asked if isinstance(asked, int) and 0 < asked <= MAX_DONNES else traits.usual_donnes
    ties = comparable(game, USUAL) if given.ties is None else given.ties
    chosen = replace(given, prizes=prizes, size=size, donnes=donnes, ties=ties)
    rules = sheet_file.read_settings(
        game,
        house_settings(game, chosen, settings) if isinstance(settings, dict) else settings,
        seats(game.rules(), size),
        faults,
    )
    if rules is None:
        return chosen
    bye = given.bye if given.bye is not None else _bye(game, rules, scale, size)
    # Where the lowest total wins, no points would be the best result of all.
    usual = Missed.PIRE if wins_of(game, rules, scale) is Wins.LOW else Missed.RIEN
    missed = usual if given.missed is None else given.missed
    return replace(chosen, scale=scale, bye=bye, missed=missed)


def wins_of(game: Game, rules: Rules[Any, Any], scale: Scoring | None) -> Wins:
    """Return whether the highest or the lowest sum ranks first; victories and points taken off a countdown count upwards."""
    return Wins.HIGH if scale is Scoring.VICTOIRES or game.tournament.countdown else rules.wins


def _format_faults(game: Game, given: Options, size: int) -> list[Fault]:
    """Return the faults of the options on pairs, teams, the knock-out and the match for the third place."""
    in_pairs = given.format is not Format.INDIVIDUEL
    at_table = PAIRS if in_pairs else PERSONS
    faults = []
    if in_pairs and not (game.rules.CAMPS and size == 4 and given.odd is Odd.BYES):
        faults.append(Fault("paires-a-quatre", "format"))
    if given.team == 1 or (given.team and in_pairs):
        faults.append(Fault("equipes-individuel", "team"))
    if given.third_place and given.finale < 2 * at_table:
        faults.append(Fault("petite-finale-de-qui", "third_place", {"nombre": 2 * at_table}))
    if not given.finale:
        return faults
    if size != PERSONS:
        return [*faults, Fault("finale-a-quatre", "finale")]
    if seeded(given.finale, at_table) == given.finale:
        return faults
    return [*faults, Fault("finale-equipes" if in_pairs else "finale-joueurs", "finale")]


def comparable(game: Game, ties: Iterable[TieBreak] = TieBreak) -> tuple[TieBreak, ...]:
    """Return those tie-breaks that the game supports: some need matches, others camps."""
    counted = {TieBreak.MATCHS: game.tournament.matches, TieBreak.DIFFERENCE: game.rules.CAMPS}
    return tuple(tie for tie in ties if counted.get(tie, True))


def _tie_faults(game: Game, given: Options, scale: Scoring) -> list[Fault]:
    """Return the faults of the chosen tie-breaks: repeated ones, and those this tournament cannot use."""
    ties = given.ties or ()
    without = {*ties}.difference(comparable(game))
    faults = [Fault("departage-double", "ties")] if len(set(ties)) != len(ties) else []
    if TieBreak.DIFFERENCE in without:
        faults.append(Fault("departage-en-camps", "ties"))
    if TieBreak.MATCHS in without:
        faults.append(Fault("departage-sans-matchs", "ties"))
    if OF_OPPONENTS.intersection(ties) and given.odd is not Odd.BYES:
        faults.append(Fault("departage-tables-egales", "ties"))
    if TieBreak.SONNEBORN_BERGER in ties and scale is not Scoring.VICTOIRES:
        faults.append(Fault("departage-victoires", "ties"))
    return faults


def _bye(game: Game, rules: Rules[Any, Any], scale: Scoring, size: int) -> int:
    """Return the default points of a bye: 1 if victories count, else the game's own value, else an equal share of a fixed sum."""
    if scale is Scoring.VICTOIRES:
        return 1
    own = game.tournament.bye(rules)
    if own is None:
        own = (game.tournament.fixed_sum(rules) or 0) // (2 if rules.CAMPS else size)
    return min(max(own, -MAX_CREDITED), MAX_CREDITED)


_TIER = re.compile(r"(?:\s*×|\s[x*])\s*(\d{1,4})$")


def expanded(prizes: Iterable[str], most: int) -> tuple[str, ...]:
    """Return single prizes: "Bouteille × 40" becomes forty. Stops after `most` + 1, by which the caller notices too many."""
    every: list[str] = []
    for prize in prizes:
        tier = _TIER.search(prize)
        times = int(tier[1]) if tier and tier.start() else 0
        every += [prize[: tier.start()]] * min(times, most + 1) if tier and times else [prize]
    return tuple(every[: most + 1])


def in_tiers(prizes: Iterable[str]) -> tuple[str, ...]:
    """Return prizes with equal neighbours merged, such as "Bouteille × 40"; the inverse of `expanded`."""
    runs = ((prize, len(tuple(run))) for prize, run in groupby(prizes))
    return tuple(f"{prize} × {times}" if times > 1 else prize for prize, times in runs)
