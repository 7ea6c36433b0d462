"""Verification of a tournament's export from the file alone: everything in it must follow from list, seed and acts.

An export contains its events with their hashes. They are replayed one by one: draws are drawn again, changes by hand are applied,
results are computed from the lines of the sheets, and the ranking from the results. The export must then be equal, key by key, to
what was computed, so that a change anywhere in it is found, even in a text on which nothing depends.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from scorekeeper.cards.rules import strict_json
from scorekeeper.draw.seating.anneal import stopping_at
from scorekeeper.draw.seating.lot import list_hash
from scorekeeper.draw.seating.problem import DrawImpossible
from scorekeeper.errors import Conflict
from scorekeeper.i18n import LANGUAGES, speaking
from scorekeeper.parties import Partie
from scorekeeper.parties.fold import built
from scorekeeper.parties.model import row_of
from scorekeeper.records.event_log import digest, head_of
from scorekeeper.records.people import named
from scorekeeper.records.rows import EventRow
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts.plan_repair import foreseen_repair
from scorekeeper.tournaments.acts.results import adjusted, typed_result
from scorekeeper.tournaments.comparing import Mismatch, compare
from scorekeeper.tournaments.confidential import HOLDERS, public_report
from scorekeeper.tournaments.export import document_of
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.fold import HANDS, Happening
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.tournaments.model import DrawnTables, Stage, TableOf, TableResult, Tournament
from scorekeeper.tournaments.options import OPTIONS, paper_faults
from scorekeeper.tournaments.planning import drawn, put_to_grid
from scorekeeper.tournaments.rankings import ranking
from scorekeeper.tournaments.round_progress import forfeit_result, sheet_result

COLUMNS = tuple(column.name for column in fields(EventRow))
DRAWN = ("players", "order", "partners", "grid", "rounds", "report")
"""Parts of a draw that are compared, each before those that depend on it."""
UNREADABLE = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""Exceptions that reading a file may raise when it is not an export."""


@dataclass
class Checked:
    """Counts of what was verified."""

    events: int = 0
    players: int = 0
    draws: int = 0
    """Draws that were drawn again with the same result."""
    rounds: int = 0
    results: int = 0
    seats: int = 0
    """Seats of all opened rounds."""
    by_hand: int = 0
    """Seats that were added or given to another person by hand."""
    forgotten: int = 0
    """Draws that cannot be repeated, because a name in them was forgotten since."""
    apart: int = 0
    """Gaps in the sequence numbers of the events, where events of other subjects lie."""
    withheld: int = 0
    """Events without their confidential wishes, whose hashes therefore cannot be verified."""
    by_grid: int = 0
    """Draws and repairs that depend on withheld wishes: of a draw, all but the grid was verified; of a repair, nothing."""
    head: str = ""
    """Hash over all events of the export."""


@dataclass
class _Replay:
    """Replay of a tournament from its events, which verifies each of them."""

    checked: Checked
    forgotten: frozenset[str]
    """Pseudonyms of forgotten people."""
    withheld: frozenset[int]
    """Sequence numbers of the events whose confidential wishes were removed."""
    events: Sequence[EventRow]
    sheets: Mapping[int, Partie]
    hashes: list[str] = field(default_factory=list)
    typed: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Latest typed result of each table, by its place."""

    @cached_property
    def openings(self) -> dict[int | None, Any]:
        """Bodies of the opening events of the sheets, by partie number."""
        opened = (event for event in self.events if event.partie is not None and event.kind == "ouverture")
        return {event.partie: json.loads(event.body or "{}") for event in opened}

    def play(self, number: int) -> Tournament:
        """Replay and verify all events; return the tournament of that number. Raises `Mismatch`."""
        scope, t = f"tournoi:{number}", None
        for event in self.events:
            if event.partie is None:
                if event.scope.partition("/")[0] != scope:
                    raise Mismatch("evenement-etranger", numero=event.seq)
                if t is None and event.kind != fold.CREATION:
                    raise Mismatch("sans-ouverture")
                t = TOURNAMENTS.opened(number, event) if t is None else self.step(t, event)
            self.hashes.append(event.hash)
        if t is None:
            raise Mismatch("sans-ouverture")
        if set(t.parties) != set(self.sheets):
            raise Mismatch("feuilles")
        return t

    def step(self, t: Tournament, event: EventRow) -> Tournament:
        """Verify the results that an event states; return the tournament after it."""
        happening = Happening.of(event)
        if event.kind in _CHECKS:
            _CHECKS[event.kind](self, t, happening)
        if event.kind == "resultat":
            self.typed[happening.place] = happening.asked
        after = TOURNAMENTS.moved(t, event)
        if event.kind in HANDS:
            _check_hand(t, after, happening)
            was = dict(_seats(t))
            self.checked.by_hand += sum(was.get(place) != person for place, person in _seats(after))
        return after

    def draw(self, t: Tournament, event: Happening) -> None:
        withheld = event.seq in self.withheld
        try:
            self._draw(t, event.done, len(t.draws) + 1, withheld=withheld)
        except Mismatch:
            # A draw with a forgotten name cannot be repeated: the lot was drawn with the real name.
            if not self.forgotten.intersection(event.done["players"]):
                raise
            self.checked.forgotten += 1
        else:
            self.checked.by_grid += withheld
            self.checked.draws += not withheld

    def _draw(self, t: Tournament, done: Mapping[str, Any], number: int, *, withheld: bool) -> None:
        """Verify a draw; when its wishes are withheld, everything but the grid, which is taken as given."""
        if done.get("origin") == "annoncee":
            compare(t.seed, done["seed"], "graine", tirage=number)
        by_lot = not is_final(t, done["first"])
        try:
            if withheld:
                again = put_to_grid(t, done)
                again["report"] = public_report(again["report"])
            else:
                how = (
                    {"version": done["version"], **stopping_at(done["report"]["stopped_at"])}
                    if by_lot
                    else {}
                )
                again = drawn(t, done["first"], done["seed"], **how)
        except (Conflict, DrawImpossible) as error:
            raise Mismatch("tirage-impossible", tirage=number) from error
        for key in ("number", "first", "attempt", "label", *DRAWN):
            compare(_plain(again[key]), done[key], f"tirage-{key}", tirage=number)

    def frozen(self, t: Tournament, event: Happening) -> None:
        done = event.done
        if self.forgotten.intersection(done["players"]):
            return
        compare(list(t.listed), done["players"], "liste", moment=len(t.lists) + 1)
        compare(list_hash(done["players"]), done["hash"], "liste-empreinte", moment=len(t.lists) + 1)

    def repaired(self, t: Tournament, event: Happening) -> None:
        if event.seq in self.withheld:
            self.checked.by_grid += 1
            return
        try:
            again = foreseen_repair(t)
        except Conflict as error:
            raise Mismatch("tirage-impossible", tirage=len(t.draws)) from error
        compare(None if again is None else _plain(again.body), event.done, "reparation", tirage=len(t.draws))

    def opened(self, t: Tournament, event: Happening) -> None:
        done = event.done
        tour, planned = done["round"], t.draws[-1].round(done["round"]) or DrawnTables(())
        compare(len(t.draws), done["draw"], "tour-tirage", tour=tour)
        seats = [table["seats"] for table in done["tables"]]
        compare(_plain(planned.tables), seats, "tour-tables", tour=tour)
        compare(list(planned.byes), done["byes"], "tour-exempts", tour=tour)
        for number, table in enumerate(done["tables"], 1):
            people = [t.entrant(seat).name for seat in table["seats"]]
            seated = self.openings[table["partie"]]["players"]
            compare(people, seated, "feuille-noms", tour=tour, table=number)

    def finished(self, t: Tournament, event: Happening) -> None:
        final = ranking(replace(t, stage=Stage.FINI))
        compare(_plain([line.announced() for line in final.lines]), event.done["lines"], "classement-annonce")
        teams = [line.document() for line in final.teams]
        compare(_plain(teams), event.done.get("teams", []), "classement-annonce")
        compare(head_of(self.hashes), event.done["head"], "empreinte-annoncee")
        compare(len(self.hashes), event.done["events"], "empreinte-annoncee")

    def check_results(self, t: Tournament) -> None:
        """Verify each settled result against the lines of its sheet or the typed totals."""
        for round_ in t.rounds:
            for table in round_.tables:
                if table.result is not None:
                    typed = self.typed.get(f"tour:{round_.number}/table:{table.number}")
                    due = _expected_result(t, table, table.result, self.sheets[table.partie], typed)
                    place = {"tour": round_.number, "table": table.number}
                    compare(_plain(asdict(due)), _plain(asdict(table.result)), "resultat", **place)


_CHECKS = {
    "tirage": _Replay.draw,
    "reparation": _Replay.repaired,
    "liste": _Replay.frozen,
    "tour": _Replay.opened,
    "fin": _Replay.finished,
}


def check_export(document: Any) -> Checked:
    """Verify an export; return counts. Raises `Mismatch` with the first difference, or one of `UNREADABLE` for another file."""
    kept = [EventRow(*(event[column] for column in COLUMNS)) for event in document["events"]]
    for given, event in zip(document["events"], kept, strict=True):
        if set(given) != set(COLUMNS):
            raise Mismatch("cle-inconnue", chemin=f"events[{event.seq}]")
    checked = Checked(events=len(kept), head=head_of(event.hash for event in kept))
    withheld = frozenset(document.get("withheld", ()))
    checked.apart, checked.withheld = _check_chain(kept, withheld), len(withheld)
    people = {number: person["name"] for number, person in document["names"].items()}
    forgotten = frozenset(person["name"] for person in document["names"].values() if person["forgotten"])
    events = [named(event, people) for event in kept]
    replayed = _Replay(checked, forgotten, withheld, events, _sheets(events))
    t = replayed.play(document["id"])
    replayed.check_results(t)
    _check_document(document, t, replayed)
    played = [table for round_ in t.rounds for table in round_.tables]
    checked.players, checked.rounds = len(t.entrants), len(t.rounds)
    checked.seats = sum(len(table.seats) for table in played)
    checked.results = sum(table.result is not None for table in played)
    return checked


def _check_chain(events: Sequence[EventRow], withheld: frozenset[int]) -> int:
    """Verify the hashes of events and their chain, and return the number of gaps in their numbers. Raises `Mismatch`.

    The hash of an event in `withheld` is not verified, since part of the event was removed.
    """
    gaps, before = 0, None
    for event in events:
        *values, hash_ = vars(event).values()
        may_lack = event.seq in withheld and event.partie is None and event.kind in HOLDERS
        if digest(tuple(values)) != hash_ and not may_lack:
            raise Mismatch("evenement-change", numero=event.seq)
        if before is not None and event.seq <= before.seq:
            raise Mismatch("evenement-ordre", numero=event.seq)
        if before is not None and event.seq == before.seq + 1 and event.prev != before.hash:
            raise Mismatch("chaine-rompue", numero=event.seq)
        gaps += before is not None and event.seq > before.seq + 1
        before = event
    return gaps


def _sheets(events: Sequence[EventRow]) -> dict[int, Partie]:
    by_sheet: dict[int, list[EventRow]] = {}
    for event in events:
        if event.partie is not None:
            by_sheet.setdefault(event.partie, []).append(event)
    return {number: built(row_of(number, written[0]), written) for number, written in by_sheet.items()}


def _expected_result(
    t: Tournament, table: TableOf, result: TableResult, partie: Partie, typed: Mapping[str, Any] | None
) -> TableResult:
    if table.forfeit:
        return forfeit_result(partie)
    if not result.paper or (typed and typed.get("entries") is not None):
        due = sheet_result(t, partie)
        if due is None:
            raise Mismatch("feuille-pas-finie", table=table.number)
        return replace(due, paper=result.paper)
    if typed is None or typed.get("totals") is None:
        raise Mismatch("resultat-sans-acte", table=table.number)
    totals = tuple(typed["totals"])
    if paper_faults(partie.rules, partie.game, (), totals):
        raise Mismatch("totaux-impossibles", table=table.number)
    return typed_result(t, partie, adjusted(totals, typed), typed.get("matches"))


def _check_document(document: Mapping[str, Any], t: Tournament, replayed: _Replay) -> None:
    """Verify that every key of the export equals what is computed from its events."""
    spoken = document["language"]
    if spoken not in LANGUAGES:
        raise Mismatch("cle-inconnue", chemin="language")
    own = [Happening.of(event) for event in replayed.events if event.partie is None]
    with speaking(spoken):
        due = _plain(document_of(t, replayed.sheets, own))
    due["options"] = {
        key: value
        for key, value in due["options"].items()
        # A later version of the program may have further options, which an older export lacks.
        if key in document["options"] or value != OPTIONS.defaults[key]
    }
    due |= {key: document[key] for key in ("language", "names", "events")} | {"head": replayed.checked.head}
    if replayed.withheld:
        due["withheld"] = sorted(replayed.withheld.intersection(event.seq for event in replayed.events))
    compare(due, dict(document), "export")


def _check_hand(before: Tournament, after: Tournament, event: Happening) -> None:
    """Verify a change by hand: it adds only people whom it names or their partners, removes only these or people who left, and
    seats nobody twice in a round.
    """
    was = {round_.number: round_ for round_ in before.drawn}
    named = {*event.done["who"], event.done.get("instead")}
    named |= {entrant.partner for entrant in before.entrants if entrant.number in named}
    left = {entrant.number for entrant in before.entrants if not entrant.present}
    for round_ in after.drawn:
        people = [*(number for table in round_.tables for number in table.seats), *round_.byes]
        there, here = was[round_.number].people, round_.people
        if len(here) < len(people) or not here - there <= named or not there - here <= named | left:
            raise Mismatch("main", tour=round_.number)


def _seats(t: Tournament) -> Iterator[tuple[tuple[int, int, int], int]]:
    for round_ in t.drawn:
        for table in round_.tables:
            for seat, person in enumerate(table.seats):
                yield (round_.number, table.number, seat), person


def _plain(value: Any) -> Any:
    """Return a value as written to JSON and read back, as values of the file are."""
    return strict_json.loads(json.dumps(value, default=str))
