"""Results: from the table's own sheet by two signatures, or typed at the desk from paper; disputes and corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.kit.words import Words
from scorekeeper.parties import Author, Partie, nested_acts, words_for
from scorekeeper.records.store import Store
from scorekeeper.rules import names
from scorekeeper.rules.contract import Fault, Signed, Table
from scorekeeper.rules.fields import Many
from scorekeeper.rules.kinds import Unreadable, Whole
from scorekeeper.rules.kinds import within as inside
from scorekeeper.sheet_file import SheetFault
from scorekeeper.tournaments.acts.desk import (
    WORDS,
    Desk,
    TournamentChange,
    conflict,
    open_round,
    perform,
    place_of,
    plain,
    refusal,
    refusals,
    text_of,
)
from scorekeeper.tournaments.fold import Act, result_body
from scorekeeper.tournaments.model import TableOf, TableResult, Tournament
from scorekeeper.tournaments.options import MAX_TOTAL, paper_faults
from scorekeeper.tournaments.round_progress import counted, sheet_result

INITIALS_MAX = 8
MAX_LINES = 200
"""Most lines of a sheet typed at the desk."""


def record_result(
    store: Store,
    number: int,
    *,
    round_number: int,
    table: int,
    by: Author,
    uuid: str | None,
    totals: Any = None,
    entries: Any = None,
    matches: Any = None,
    reason: str = "",
) -> Tournament:
    """Type the result of a table at the desk, from its paper sheet.

    Args:
        store: the records.
        number: the tournament.
        round_number: the round, which must be open.
        table: the table.
        by: who types it.
        uuid: makes a second sending harmless.
        totals: one per column of the sheet; checked against what a partie gives where that is fixed.
        entries: all lines of the sheet, in order; with `totals` they must agree.
        matches: the number of matches of each column, where only the totals are known.
        reason: why a result that stands already is changed.

    Raises:
        Refused: with what is wrong, each with its line: which donne, and by how much.
        Conflict: when the round is closed, a result stands and no reason is given, or the table's own sheet has begun.
        Unknown: when there is no such tournament, round or table.
        StorageError: when it could not be written.
    """
    asked = {"totals": plain(totals), "entries": plain(entries), "matches": plain(matches)}
    if totals is None and entries is None:
        raise refusal(Fault("totaux-ou-donnes"))
    change = TournamentChange(Act.RESULTAT, asked, place_of(round_number, table), text_of(reason, "reason"))

    def act(desk: Desk) -> Mapping[str, Any]:
        one = open_round(desk.t, round_number).table(table)
        if one.result is not None and not change.reason:
            raise conflict(Fault("resultat-connu"))
        partie = desk.partie(one)
        written = None if totals is None else read_totals(partie, totals)
        if entries is None:
            result = _from_totals(desk.t, partie, written or (), matches)
            if partie.sheet.marked and not change.reason:
                raise conflict(Fault("feuille-commencee", "", {"lignes": len(partie.sheet.marked)}))
        else:
            result = _from_entries(desk, partie, entries, written, change.reason)
        nested_acts.close_sheet(desk.opened, desk.partie(one))
        return {"result": result_body(result)}

    return perform(store, number, change, by=by, uuid=uuid, act=act)


def read_totals(partie: Partie, raw: Any) -> tuple[int, ...]:
    """The totals of a paper sheet, one per column.

    Raises:
        Refused: when they are not that many whole numbers.
    """
    return _numbers(raw, "totals", len(partie.table.columns), "totaux-nombre", -MAX_TOTAL)


def _numbers(raw: Any, field: str, count: int, code: str, least: int) -> tuple[int, ...]:
    if isinstance(raw, list) and len(raw) != count:
        raise refusal(Fault(code, field, {"nombre": count}))
    try:
        return Many(Whole(least, MAX_TOTAL), count, count).read(raw, Table())
    except Unreadable as unreadable:
        raise refusal(*inside(field, unreadable)) from unreadable


def _words(partie: Partie) -> Words:
    own = words_for(partie.game)
    return Words({**own.messages, **WORDS.messages}, {**own.terms, **WORDS.terms})


def _checked(partie: Partie, lines: Sequence[Sequence[int | None]], totals: Sequence[int | None]) -> None:
    """Refuse what the game's check of a paper sheet finds wrong."""
    found = paper_faults(partie.rules, partie.game, lines, totals)
    if found:
        faults = [SheetFault(line, fault) for line, fault in found]
        raise refusals(faults, _words(partie), partie.table)


def _from_totals(t: Tournament, partie: Partie, totals: tuple[int, ...], matches: Any) -> TableResult:
    _checked(partie, (), totals)
    made = (0,) * len(totals)
    if matches is not None:
        made = _numbers(matches, "matches", len(totals), "matchs-nombre", 0)
    points = counted(t, totals, partie.sheet.opening.totals, partie.rules.WINS.best(totals))
    return TableResult(points, made, totals, paper=True)


def _from_entries(
    desk: Desk, partie: Partie, entries: Any, totals: tuple[int, ...] | None, reason: str
) -> TableResult:
    """Write all lines on the table's sheet, which must be empty."""
    if not isinstance(entries, list):
        raise refusal(Fault("liste-attendue", "entries"))
    if len(entries) > MAX_LINES:
        raise refusal(Fault("trop-d-entrees", "entries", {"limite": MAX_LINES}))
    if partie.sheet.marked:
        raise conflict(Fault("feuille-commencee", "", {"lignes": len(partie.sheet.marked)}))
    columns = len(partie.table.columns)
    lines = _bare(entries, partie.game.tournament.line_points, columns)
    if lines is not None:
        _checked(partie, lines, totals or (None,) * columns)
    faults = nested_acts.judged(partie, entries)
    if faults:
        raise refusals(faults, _words(partie), partie.table)
    partie = nested_acts.reopen_sheet(desk.opened, partie, reason)
    partie = nested_acts.enter_all(desk.opened, partie, entries)
    result = sheet_result(desk.t, partie)
    if result is None:
        raise refusal(Fault("donnes-manquantes", "entries", {"notees": len(partie.sheet.marked)}))
    if totals is not None and totals != result.totals:
        gaps = [
            Fault(
                "total-different",
                f"totals.{column}",
                {"camp": name, "ecrit": told, "somme": found, "ecart": Signed(told - found)},
            )
            for column, (name, told, found) in enumerate(
                zip(partie.table.columns, totals, result.totals, strict=True)
            )
            if told != found
        ]
        raise refusal(*gaps)
    return TableResult(result.points, result.matches, result.totals, paper=True)


def _bare(entries: Sequence[Any], key: str, columns: int) -> list[tuple[int | None, ...]] | None:
    """The lines as numbers, if they hold nothing but points: then the game's check of a paper sheet can read them."""
    lines: list[tuple[int | None, ...]] = []
    for item in entries:
        points = item.get(key) if isinstance(item, dict) and set(item) == {key} else None
        if not isinstance(points, list) or len(points) != columns:
            return None
        line = tuple(plain(point) for point in points)
        if not all(point is None or type(point) is int for point in line):
            return None
        lines.append(line)
    return lines


def sign(
    store: Store,
    number: int,
    *,
    round_number: int,
    table: int,
    side: Any,
    initials: Any,
    revision: Any,
    by: Author,
    uuid: str | None,
) -> Tournament:
    """Sign a full sheet for one side; the second side's signature confirms it, and then only the organiser changes it.

    Args:
        store: the records.
        number: the tournament.
        round_number: the round.
        table: the table.
        side: column of the sheet that signs.
        initials: of who signs.
        revision: that of the sheet they read; a signature lapses when the sheet changes.
        by: who signs, from where.
        uuid: makes a second sending harmless.

    Raises:
        Refused: for a side that is not there, or without initials.
        Conflict: when the sheet is not full, has changed, is confirmed or disputed, or that side has signed.
        Unknown: when there is no such tournament, round or table.
        StorageError: when it could not be written.
    """
    letters = text_of(initials, "initials", INITIALS_MAX, needed="initiales")
    side, revision = plain(side), plain(revision)
    asked = {"side": side, "initials": letters, "revision": revision}

    def act(desk: Desk) -> Mapping[str, Any]:
        one = open_round(desk.t, round_number).table(table)
        partie = desk.partie(one)
        last = len(partie.table.columns) - 1
        if type(side) is not int or not 0 <= side <= last:
            raise refusal(Fault("camp-inconnu", "side", {"dernier": last}))
        _signable(one)
        result = sheet_result(desk.t, partie)
        if result is None:
            raise conflict(Fault("feuille-pas-finie"))
        if revision != partie.revision:
            raise conflict(Fault("feuille-changee", "revision"))
        earlier = {mark.side for mark in one.signatures if mark.revision == partie.revision}
        if side in earlier:
            raise conflict(Fault("deja-signe", "side"))
        if not earlier:
            return {"confirmed": False, "revision": partie.revision}
        nested_acts.close_sheet(desk.opened, partie)
        return {"confirmed": True, "revision": partie.revision, "result": result_body(result)}

    change = TournamentChange(Act.SIGNATURE, asked, place_of(round_number, table))
    return perform(store, number, change, by=by, uuid=uuid, act=act)


def _signable(table: TableOf) -> None:
    if table.result is not None:
        raise conflict(Fault("deja-confirme"))
    if table.dispute is not None:
        raise conflict(Fault("table-en-litige"))


def accept(
    store: Store,
    number: int,
    *,
    round_number: int,
    table: int,
    by: Author,
    uuid: str | None = None,
    reason: str = "",
) -> Tournament:
    """Take a full sheet as it is, without the signatures of the table.

    Raises:
        Conflict: when it is not full, or its result stands already.
        Unknown: when there is no such tournament, round or table.
        StorageError: when it could not be written.
    """

    def act(desk: Desk) -> Mapping[str, Any]:
        one = open_round(desk.t, round_number).table(table)
        if one.result is not None:
            raise conflict(Fault("deja-confirme"))
        partie = desk.partie(one)
        result = sheet_result(desk.t, partie)
        if result is None:
            raise conflict(Fault("feuille-pas-finie"))
        nested_acts.close_sheet(desk.opened, partie)
        return {"result": result_body(result)}

    change = TournamentChange(Act.VALIDATION, {}, place_of(round_number, table), text_of(reason, "reason"))
    return perform(store, number, change, by=by, uuid=uuid, act=act)


def reopen_table(
    store: Store,
    number: int,
    *,
    round_number: int,
    table: int,
    reason: str,
    by: Author,
    uuid: str | None = None,
) -> Tournament:
    """Open a confirmed sheet again, so that it can be put right and signed anew.

    Raises:
        Refused: without a reason.
        Conflict: when there is nothing to open, or the round is closed.
        Unknown: when there is no such tournament, round or table.
        StorageError: when it could not be written.
    """
    why = text_of(reason, "reason", needed="raison-attendue")

    def act(desk: Desk) -> None:
        one = open_round(desk.t, round_number).table(table)
        if one.result is None:
            raise conflict(Fault("pas-confirme"))
        nested_acts.reopen_sheet(desk.opened, desk.partie(one), why)

    change = TournamentChange(Act.REPRISE, {}, place_of(round_number, table), why)
    return perform(store, number, change, by=by, uuid=uuid, act=act)


def dispute(
    store: Store,
    number: int,
    *,
    round_number: int,
    table: int,
    text: str,
    by: Author,
    uuid: str | None = None,
) -> Tournament:
    """Call the organiser: the table does not agree, signed or not. The round cannot be closed meanwhile.

    Raises:
        Conflict: when the round is closed, or the table is in dispute already.
        Unknown: when there is no such tournament, round or table.
        StorageError: when it could not be written.
    """
    asked = {"text": text_of(text, "text", names.REASON_MAX)}

    def act(desk: Desk) -> None:
        if open_round(desk.t, round_number).table(table).dispute is not None:
            raise conflict(Fault("table-en-litige"))

    change = TournamentChange(Act.LITIGE, asked, place_of(round_number, table))
    return perform(store, number, change, by=by, uuid=uuid, act=act)


def settle(
    store: Store,
    number: int,
    *,
    round_number: int,
    table: int,
    reason: str,
    by: Author,
    uuid: str | None = None,
) -> Tournament:
    """End a dispute, and say how.

    Raises:
        Refused: without a reason.
        Conflict: when there is none, or the round is closed.
        Unknown: when there is no such tournament, round or table.
        StorageError: when it could not be written.
    """
    why = text_of(reason, "reason", needed="raison-attendue")

    def act(desk: Desk) -> None:
        if open_round(desk.t, round_number).table(table).dispute is None:
            raise conflict(Fault("pas-en-litige"))

    change = TournamentChange(Act.ACCORD, {}, place_of(round_number, table), why)
    return perform(store, number, change, by=by, uuid=uuid, act=act)
