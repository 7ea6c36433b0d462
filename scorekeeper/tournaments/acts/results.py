"""Results: from the table's own sheet by two signatures, or typed at the desk from paper; disputes and corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Unpack

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.adjustment import KEY, WHY
from scorekeeper.cards.rules.contract import Fault, Signed, Table
from scorekeeper.cards.rules.fields import Many
from scorekeeper.cards.rules.kinds import Unreadable, Whole, within
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.parties import Partie, acts, words_for
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.acts.common import Sent
from scorekeeper.tournaments.finals import final_table
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.model import TableAt, TableOf, TableResult, Tournament
from scorekeeper.tournaments.options import MAX_TOTAL, paper_faults
from scorekeeper.tournaments.round_progress import counted, forfeit_result, sheet_result

INITIALS_MAX = 8
MAX_LINES = 200
"""Most lines of a sheet typed at the desk."""


def _perform(
    store: Store,
    number: int,
    at: TableAt,
    kind: Act,
    act: Callable[[common.Desk, TableOf], Mapping[str, Any] | None],
    **more: Any,
) -> Tournament:
    """Perform an act on one table of a round, which must be open."""

    def at_table(desk: common.Desk) -> Mapping[str, Any] | None:
        return act(desk, common.open_round(desk.t, at.round).table(at.number))

    return common.perform(store, number, kind, at_table, place=at.place, **more)


def record_result(
    store: Store,
    number: int,
    at: TableAt,
    *,
    totals: Any = None,
    entries: Any = None,
    matches: Any = None,
    adjustments: Any = None,
    motif: str = "",
    reason: str = "",
    **sent: Unpack[Sent],
) -> Tournament:
    """Type the result of a table at the desk, from its paper sheet.

    `totals` has one number per column of the sheet, checked against what a partie gives where that is fixed; `entries` has all
    lines of the sheet, in order, and must agree with the totals if both are given. `matches` has the number of matches of each
    column, where only the totals are known. `adjustments` has what is given or taken of each column besides, for the `motif`: the
    totals are checked without it. The `reason` says why a result that stands already, or a sheet that has begun, is
    changed. Raises `Refused` with what is wrong, each with its line: which donne, and by how much.
    """
    asked = common.plain({"totals": totals, "entries": entries, "matches": matches})
    if adjustments is not None:
        asked |= common.plain({"adjustments": adjustments, "motif": motif})
    if totals is None and entries is None:
        raise common.refusal(Fault("totaux-ou-donnes"))
    why = common.reason_of(reason)

    def act(desk: common.Desk, table: TableOf) -> Mapping[str, Any]:
        if table.result is not None and not why:
            raise common.conflict(_known(table.result, totals, entries))
        partie = desk.partie(table)
        written = None
        if totals is not None:
            written = _numbers(totals, "totals", len(partie.table.columns), "totaux-nombre", -MAX_TOTAL)
        if entries is None:
            result = _from_totals(desk.t, partie, written or (), asked)
            if partie.sheet.marked and not why:
                raise _begun(partie)
        else:
            result = _from_entries(desk, partie, asked, written, why)
        acts.close_sheet(desk.opened, desk.partie(table))
        return {"result": asdict(result)}

    return _perform(store, number, at, Act.RESULTAT, act, asked=asked, reason=why, **sent)


def _known(result: TableResult, totals: Any, entries: Any) -> Fault:
    """That a table has a result, which somebody else may have typed from the same paper."""
    if entries is None and common.plain(totals) == list(result.totals):
        return Fault("resultat-pareil")
    return Fault("resultat-connu", "", {"totaux": " – ".join(map(str, result.totals))})


def _begun(partie: Partie) -> Exception:
    return common.conflict(Fault("feuille-commencee", "", {"lignes": len(partie.sheet.marked)}))


def _numbers(raw: Any, field: str, count: int, code: str, least: int) -> tuple[int, ...]:
    if isinstance(raw, list) and len(raw) != count:
        raise common.refusal(Fault(code, field, {"nombre": count}))
    try:
        return Many(Whole(least, MAX_TOTAL), count, count).read(raw, Table())
    except Unreadable as unreadable:
        raise common.refusal(*within(field, unreadable)) from unreadable


def _refuse(partie: Partie, faults: Sequence[EntryFault]) -> None:
    """Refuse a sheet for these faults, if there are any, in the words of its game."""
    if faults:
        own = words_for(partie.game)
        words = Words({**own.messages, **common.WORDS.messages}, {**own.terms, **common.WORDS.terms})
        raise common.refusal(*faults, words=words, table=partie.table)


def _check(partie: Partie, lines: Sequence[Sequence[int | None]], totals: Sequence[int | None]) -> None:
    """Refuse what the game's check of a paper sheet finds wrong."""
    faults = paper_faults(partie.rules, partie.game, lines, totals)
    _refuse(partie, [EntryFault(line, fault) for line, fault in faults])


def _aside(partie: Partie, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """Points given or taken beside the donnes, as a line of the sheet; `None` where nothing is."""
    if not asked.get("adjustments"):
        return None
    columns = "AB" if partie.table.camps else partie.table.players
    numbers = _numbers(asked["adjustments"], "adjustments", len(columns), "totaux-nombre", -MAX_TOTAL)
    amounts = {name: number for name, number in zip(columns, numbers, strict=True) if number}
    line = {KEY: amounts, WHY: asked["motif"]}
    faults = [item.fault for item in acts.judged(partie, [line])]
    placed = (replace(each, field=WHY if each.field == WHY else "adjustments") for each in faults)
    _refuse(partie, [EntryFault(None, fault) for fault in placed])
    return line


def _from_totals(
    t: Tournament, partie: Partie, totals: tuple[int, ...], asked: Mapping[str, Any]
) -> TableResult:
    _check(partie, (), totals)
    _aside(partie, asked)
    totals, matches = adjusted(totals, asked), asked["matches"]
    if t.game.tournament.countdown and min(totals) < 0:
        raise common.refusal(Fault("totaux-restants", "adjustments"))
    made = (0,) * len(totals)
    if matches is not None:
        made = _numbers(matches, "matches", len(totals), "matchs-nombre", 0)
    points = counted(t, totals, partie.sheet.opening.totals, partie.rules.wins.best(totals))
    return TableResult(points, made, totals, paper=True)


def adjusted(totals: Sequence[int], asked: Mapping[str, Any]) -> tuple[int, ...]:
    """Totals as they were typed, with what was given or taken beside them."""
    aside = asked.get("adjustments") or (0,) * len(totals)
    return tuple(total + (points or 0) for total, points in zip(totals, aside, strict=True))


def _from_entries(
    desk: common.Desk, partie: Partie, asked: Mapping[str, Any], totals: tuple[int, ...] | None, reason: str
) -> TableResult:
    """Write all lines on the table's sheet, which must be empty."""
    entries = asked["entries"]
    if not isinstance(entries, list):
        raise common.refusal(Fault("liste-attendue", "entries"))
    if len(entries) > MAX_LINES:
        raise common.refusal(Fault("trop-d-entrees", "entries", {"limite": MAX_LINES}))
    if partie.sheet.marked:
        raise _begun(partie)
    columns = len(partie.table.columns)
    lines = _bare_lines(entries, partie.game.tournament.line_points, columns)
    if lines is not None:
        _check(partie, lines, totals or (None,) * columns)
    _refuse(partie, acts.judged(partie, entries))
    partie = acts.reopen_sheet(desk.opened, partie, reason)
    aside = _aside(partie, asked)
    partie = acts.enter_all(desk.opened, partie, [*entries, *([aside] if aside else [])])
    result = sheet_result(desk.t, partie)
    if result is None:
        raise common.refusal(Fault("donnes-manquantes", "entries", {"notees": len(partie.sheet.marked)}))
    written = result.totals if totals is None else adjusted(totals, asked)
    pairs = zip(partie.table.columns, written, result.totals, strict=True)
    gaps = [
        Fault(
            "total-different",
            f"totals.{column}",
            {"camp": name, "ecrit": typed, "somme": total, "ecart": Signed(typed - total)},
        )
        for column, (name, typed, total) in enumerate(pairs)
        if typed != total
    ]
    if gaps:
        raise common.refusal(*gaps)
    return replace(result, paper=True)


def _bare_lines(entries: Sequence[Any], key: str, columns: int) -> list[tuple[int | None, ...]] | None:
    """The lines as numbers, if they hold nothing but points: then the game's check of a paper sheet can read them."""
    lines: list[tuple[int | None, ...]] = []
    for item in entries:
        points = item.get(key) if isinstance(item, dict) and set(item) == {key} else None
        if not isinstance(points, list) or len(points) != columns:
            return None
        line = tuple(common.plain(point) for point in points)
        if not all(point is None or type(point) is int for point in line):
            return None
        lines.append(line)
    return lines


def forfeit(
    store: Store, number: int, at: TableAt, *, sides: Any, reason: str, **sent: Unpack[Sent]
) -> Tournament:
    """Note that these sides of a table of the knock-out give up, by the columns of its sheet: the others go on as if they had won.

    What stands on the sheet stays, and counts for nothing. As many must be left as go on; all may give up where the third place is
    played for. Raises `Conflict` before the knock-out.
    """
    asked = {"sides": common.plain(sides)}

    def act(desk: common.Desk, table: TableOf) -> Mapping[str, Any]:
        final = final_table(desk.t, at)
        if final is None:
            raise common.conflict(Fault("forfait-hors-finale"))
        if table.result is not None:
            raise common.conflict(Fault("resultat-connu"))
        partie = desk.partie(table)
        count = len(desk.t.columns_of(table))
        given_up = _sides(asked["sides"], count)
        # A camp of single players is one column of two who go on.
        ahead = final.ahead * count // len(final.teams)
        if count - len(given_up) != ahead and not (final.third and len(given_up) == count):
            raise common.refusal(Fault("forfait-combien", "sides", {"nombre": ahead}))
        acts.close_sheet(desk.opened, partie)
        return {"result": asdict(forfeit_result(partie))}

    return _perform(
        store, number, at, Act.FORFAIT, act, asked=asked, reason=reason, needs_reason=True, **sent
    )


def _sides(raw: Any, count: int) -> list[int]:
    """Read different columns of a sheet with so many."""
    sides = raw if isinstance(raw, list) else []
    whole = {side for side in sides if type(side) is int and 0 <= side < count}
    if not sides or len(whole) != len(sides):
        raise common.refusal(Fault("forfait-de-qui", "sides"))
    return sorted(whole)


def sign(
    store: Store, number: int, at: TableAt, *, side: Any, initials: Any, revision: Any, **sent: Unpack[Sent]
) -> Tournament:
    """Sign a full sheet for one side; the second side's signature confirms it, and then only the organiser changes it.

    The `side` is a column of the sheet, the `revision` that of the sheet which the players read: a signature lapses when the
    sheet changes.
    """
    letters = common.text_of(initials, "initials", INITIALS_MAX, needed="initiales")
    side, revision = common.plain(side), common.plain(revision)

    def act(desk: common.Desk, table: TableOf) -> Mapping[str, Any]:
        partie = desk.partie(table)
        last = len(partie.table.columns) - 1
        if type(side) is not int or not 0 <= side <= last:
            raise common.refusal(Fault("camp-inconnu", "side", {"dernier": last}))
        if table.result is not None:
            raise common.conflict(Fault("deja-confirme"))
        if table.dispute is not None:
            raise common.conflict(Fault("table-en-litige"))
        result = _full(desk.t, partie)
        if revision != partie.revision:
            raise common.conflict(Fault("feuille-changee", "revision"))
        earlier = table.signed_at(partie.revision)
        if side in earlier:
            raise common.conflict(Fault("deja-signe", "side"))
        if not earlier:
            return {"confirmed": False, "revision": partie.revision}
        acts.close_sheet(desk.opened, partie)
        return {"confirmed": True, "revision": partie.revision, "result": asdict(result)}

    asked = {"side": side, "initials": letters, "revision": revision}
    return _perform(store, number, at, Act.SIGNATURE, act, asked=asked, **sent)


def _full(t: Tournament, partie: Partie) -> TableResult:
    """The result of a sheet that is full."""
    result = sheet_result(t, partie)
    if result is None:
        raise common.conflict(Fault("feuille-pas-finie"))
    return result


def accept(store: Store, number: int, at: TableAt, *, reason: str = "", **sent: Unpack[Sent]) -> Tournament:
    """Take a full sheet as it is, without the signatures of the table."""

    def act(desk: common.Desk, table: TableOf) -> Mapping[str, Any]:
        if table.result is not None:
            raise common.conflict(Fault("deja-confirme"))
        partie = desk.partie(table)
        result = _full(desk.t, partie)
        acts.close_sheet(desk.opened, partie)
        return {"result": asdict(result)}

    return _perform(store, number, at, Act.VALIDATION, act, reason=reason, **sent)


def reopen_table(store: Store, number: int, at: TableAt, *, reason: str, **sent: Unpack[Sent]) -> Tournament:
    """Open a confirmed sheet again, so that it can be put right and signed anew."""
    why = common.reason_of(reason, needed=True)

    def act(desk: common.Desk, table: TableOf) -> None:
        if table.result is None:
            raise common.conflict(Fault("pas-confirme"))
        acts.reopen_sheet(desk.opened, desk.partie(table), why)

    return _perform(store, number, at, Act.REPRISE, act, reason=why, **sent)


def dispute(store: Store, number: int, at: TableAt, *, text: str, **sent: Unpack[Sent]) -> Tournament:
    """Call the organiser: the table does not agree, signed or not. The round cannot be closed meanwhile."""
    asked = {"text": common.text_of(text, "text", names.REASON_MAX)}

    def act(_desk: common.Desk, table: TableOf) -> None:
        if table.dispute is not None:
            raise common.conflict(Fault("table-en-litige"))

    return _perform(store, number, at, Act.LITIGE, act, asked=asked, **sent)


def settle(store: Store, number: int, at: TableAt, *, reason: str, **sent: Unpack[Sent]) -> Tournament:
    """End a dispute, with the decision as the reason."""

    def act(_desk: common.Desk, table: TableOf) -> None:
        if table.dispute is None:
            raise common.conflict(Fault("pas-en-litige"))

    return _perform(store, number, at, Act.ACCORD, act, reason=reason, needs_reason=True, **sent)
