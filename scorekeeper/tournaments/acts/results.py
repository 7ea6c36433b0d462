"""Acts on results: signatures, results typed at the desk from paper, forfeits, disputes and corrections."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Annotated, Any

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.adjustment import KEY, WHY
from scorekeeper.cards.rules.contract import Fault, Signed, Table, Value
from scorekeeper.cards.rules.fields import Many
from scorekeeper.cards.rules.kinds import Json, Kind, Maybe, Needed, Text, Whole
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.parties import Partie, acts, words_for
from scorekeeper.tournaments.declaration import MAX_COLUMNS, MAX_NUMBER, TABLE, Desk, Unread, act, reached_by
from scorekeeper.tournaments.finals import final_table
from scorekeeper.tournaments.fold import Happening, record, table_at, with_table
from scorekeeper.tournaments.model import Dispute, Signature, TableOf, TableResult, Tournament
from scorekeeper.tournaments.options import MAX_TOTAL, paper_faults
from scorekeeper.tournaments.refusals import WORDS, conflict, plain, read_as, refusal
from scorekeeper.tournaments.round_progress import counted, forfeit_result, sheet_result

INITIALS_MAX = 8
MAX_LINES = 200
"""Most lines of a sheet typed at the desk."""
TOTALS = Maybe(Unread(Many(Whole(-MAX_TOTAL, MAX_TOTAL), MAX_COLUMNS)))


class RawLine(Kind[Any]):
    """A line of a sheet as raw JSON; the game parses it later."""

    def read(self, raw: Json, table: Table) -> Any:
        return raw

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "object"}


LINES = Many(RawLine(), MAX_LINES)


def _settled(t: Tournament, event: Happening) -> Tournament:
    result, sides = record(TableResult, event.done["result"]), tuple(event.asked.get("sides", ()))
    return with_table(
        t, event, reason=event.reason, confirmed=True, dispute=None, result=result, forfeit=sides
    )


def _typed(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the content of a result from paper, without unused adjustments. Raises `Refused` if it has neither totals nor donnes."""
    if asked["totals"] is None and asked["entries"] is None:
        raise refusal(Fault("totaux-ou-donnes"))
    if asked["adjustments"] is None:
        return {key: asked[key] for key in ("totals", "entries", "matches")}
    return asked


@act("resultat", TABLE, _settled, reason=False, content=_typed)
@reached_by(api="POST result", noted="noted", bare="entries")
def record_result(
    desk: Desk,
    table: TableOf,
    *,
    totals: Annotated[Any, TOTALS] = None,
    entries: Annotated[Any, Maybe(Unread(LINES))] = None,
    matches: Annotated[Any, Maybe(Unread(Many(Whole(0, MAX_TOTAL), MAX_COLUMNS)))] = None,
    adjustments: Annotated[Any, TOTALS] = None,
    motif: Annotated[str, Unread(Text(names.MOTIF_MAX))] = "",
) -> Mapping[str, Any]:
    """Note a result from paper: that of a table, typed at the desk.

    `totals` has a number for each column of the sheet, checked against the sum of a partie where that is fixed. `entries` has all
    lines of the sheet in order, and must agree with the totals if both are given. `matches` has the number of matches of each
    column, when only the totals are known. `adjustments` has the points given to or taken from each column besides, for the reason
    `motif`; the totals are checked without them. The act's own reason is required to change a settled result or a sheet that has
    begun. Raises `Refused` with every fault, each with its line: which deal, and the difference.
    """
    asked = {"matches": matches, "adjustments": adjustments, "motif": motif}
    if table.result is not None and not desk.reason:
        raise conflict(_known(table.result, totals, entries))
    partie = desk.partie(table)
    written = None
    if totals is not None:
        written = _numbers(totals, "totals", len(partie.table.columns), "totaux-nombre", -MAX_TOTAL)
    if entries is None:
        result = _from_totals(desk.t, partie, written or (), asked)
        if partie.sheet.marked and not desk.reason:
            raise _begun(partie)
    else:
        result = _from_entries(desk, partie, {**asked, "entries": entries}, written)
    acts.close_sheet(desk.opened, desk.partie(table))
    return {"result": asdict(result)}


def _known(result: TableResult, totals: Any, entries: Any) -> Fault:
    """Return the fault of a table that has a result; another code when it is the same, perhaps typed twice from one paper."""
    if entries is None and totals == list(result.totals):
        return Fault("resultat-pareil")
    return Fault("resultat-connu", "", {"totaux": " – ".join(map(str, result.totals))})


def _begun(partie: Partie) -> Exception:
    return conflict(Fault("feuille-commencee", "", {"lignes": len(partie.sheet.marked)}))


def _numbers(raw: Any, field: str, count: int, code: str, least: int) -> tuple[int, ...]:
    if isinstance(raw, list) and len(raw) != count:
        raise refusal(Fault(code, field, {"nombre": count}))
    return read_as(Many(Whole(least, MAX_TOTAL), count, count), raw, field)


def _refuse(partie: Partie, faults: Sequence[EntryFault]) -> None:
    if faults:
        own = words_for(partie.game)
        words = Words({**own.messages, **WORDS.messages}, {**own.terms, **WORDS.terms})
        raise refusal(*faults, words=words, table=partie.table)


def _check(partie: Partie, lines: Sequence[Sequence[int | None]], totals: Sequence[int | None]) -> None:
    faults = paper_faults(partie.rules, partie.game, lines, totals)
    _refuse(partie, [EntryFault(line, fault) for line, fault in faults])


def _aside(partie: Partie, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the adjustments as a line of the sheet; `None` without any. Raises `Refused`."""
    if not asked.get("adjustments"):
        return None
    columns = partie.table.keys
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
        raise refusal(Fault("totaux-restants", "adjustments"))
    if matches is not None:
        matches = _numbers(matches, "matches", len(totals), "matchs-nombre", 0)
    return typed_result(t, partie, totals, matches)


def typed_result(
    t: Tournament, partie: Partie, totals: tuple[int, ...], matches: Sequence[int] | None
) -> TableResult:
    """Return the result of adjusted totals and typed matches, 0 for each side without them, as entered from paper."""
    points = counted(t, totals, partie.sheet.opening.totals, partie.rules.wins.best(totals))
    return TableResult(points, tuple(matches or (0,) * len(totals)), totals, paper=True)


def adjusted(totals: Sequence[int], asked: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the typed totals plus the adjustments."""
    aside = asked.get("adjustments") or (0,) * len(totals)
    return tuple(total + (points or 0) for total, points in zip(totals, aside, strict=True))


def _from_entries(
    desk: Desk, partie: Partie, asked: Mapping[str, Any], totals: tuple[int, ...] | None
) -> TableResult:
    """Write all lines on the table's sheet, which must be empty, and return its result. Raises `Refused` or `Conflict`."""
    entries = asked["entries"]
    if not isinstance(entries, list):
        raise refusal(Fault("liste-attendue", "entries"))
    if len(entries) > MAX_LINES:
        raise refusal(Fault("trop-d-entrees", "entries", {"limite": MAX_LINES}))
    if partie.sheet.marked:
        raise _begun(partie)
    columns = len(partie.table.columns)
    lines = _bare_lines(entries, partie.game.tournament.line_points, columns)
    if lines is not None:
        _check(partie, lines, totals or (None,) * columns)
    _refuse(partie, acts.judged(partie, entries))
    partie = acts.reopen_sheet(desk.opened, partie, desk.reason)
    aside = _aside(partie, asked)
    partie = acts.enter_all(desk.opened, partie, [*entries, *([aside] if aside else [])])
    result = sheet_result(desk.t, partie)
    if result is None:
        raise refusal(Fault("donnes-manquantes", "entries", {"notees": len(partie.sheet.marked)}))
    written = result.totals if totals is None else adjusted(totals, asked)
    pairs = zip(partie.table.columns, written, result.totals, strict=True)
    gaps = []
    for column, (name, typed, total) in enumerate(pairs):
        values: dict[str, Value] = {"camp": name, "ecrit": typed, "somme": total}
        values["ecart"] = Signed(typed - total)
        gaps += [Fault("total-different", f"totals.{column}", values)] if typed != total else []
    if gaps:
        raise refusal(*gaps)
    return replace(result, paper=True)


def _bare_lines(entries: Sequence[Any], key: str, columns: int) -> list[tuple[int | None, ...]] | None:
    """Return the lines as points for the game's check of a paper sheet; `None` if any has something other than points."""
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


@act("forfait", TABLE, _settled, reason=True)
@reached_by(api="POST forfeit", form="forfait", then="round_number")
def forfeit(
    desk: Desk, table: TableOf, *, sides: Annotated[Any, Unread(Many(Whole(0, MAX_COLUMNS - 1), MAX_COLUMNS))]
) -> Mapping[str, Any]:
    """Note that sides give up: sides of a knock-out table, as columns of its sheet; the others go on as if they had won.

    The totals on the sheet stay and give no points. As many sides must be left as go on; in the match for the third place all may
    give up. Raises `Conflict` before the knock-out.
    """
    final = final_table(desk.t, desk.at)
    if final is None:
        raise conflict(Fault("forfait-hors-finale"))
    if table.result is not None:
        raise conflict(_known(table.result, None, None))
    partie = desk.partie(table)
    count = len(desk.t.columns_of(table))
    given_up = _sides(sides, count)
    # With camps and single players, one column is two competitors.
    ahead = final.ahead * count // len(final.teams)
    if count - len(given_up) != ahead and not (final.third and len(given_up) == count):
        raise refusal(Fault("forfait-combien", "sides", {"nombre": ahead}))
    acts.close_sheet(desk.opened, partie)
    return {"result": asdict(forfeit_result(partie))}


def _sides(raw: Any, count: int) -> list[int]:
    """Read distinct columns of a sheet with `count` columns, sorted. Raises `Refused`."""
    sides = raw if isinstance(raw, list) else []
    valid = {side for side in sides if type(side) is int and 0 <= side < count}
    if not sides or len(valid) != len(sides):
        raise refusal(Fault("forfait-de-qui", "sides"))
    return sorted(valid)


def _signed(t: Tournament, event: Happening) -> Tournament:
    asked, done = event.asked, event.done
    signature = Signature(asked["side"], asked["initials"], done["revision"], event.at)
    result = record(TableResult, done["result"]) if done.get("result") else None
    earlier = table_at(t, event).signatures
    current = tuple(mark for mark in earlier if mark.revision == signature.revision)
    signatures = (*current, signature)
    return with_table(t, event, signatures=signatures, confirmed=done["confirmed"], result=result)


@act("signature", TABLE, _signed, shown_as="initials", by_table=True)
@reached_by(api="POST sign", noted="signed")
def sign(
    desk: Desk,
    table: TableOf,
    *,
    side: Annotated[Any, Unread(Whole(0, MAX_COLUMNS - 1))],
    initials: Annotated[str, Needed(INITIALS_MAX, "initiales")],
    revision: Annotated[Any, Unread(Whole(1, MAX_NUMBER))],
) -> Mapping[str, Any]:
    """Sign a sheet: a full one, for one side; a second side's signature confirms it, after which only the organiser can change it.

    `side` is a column of the sheet, `revision` the one that the players read: a signature lapses when the sheet changes.
    """
    partie = desk.partie(table)
    last = len(partie.table.columns) - 1
    if type(side) is not int or not 0 <= side <= last:
        raise refusal(Fault("camp-inconnu", "side", {"dernier": last}))
    if table.result is not None:
        raise conflict(Fault("deja-confirme"))
    if table.dispute is not None:
        raise conflict(Fault("table-en-litige"))
    result = _full(desk.t, partie)
    if revision != partie.revision:
        raise conflict(Fault("feuille-changee", "revision"))
    earlier = table.signed_at(partie.revision)
    if side in earlier:
        raise conflict(Fault("deja-signe", "side"))
    if not earlier:
        return {"confirmed": False, "revision": partie.revision}
    acts.close_sheet(desk.opened, partie)
    return {"confirmed": True, "revision": partie.revision, "result": asdict(result)}


def _full(t: Tournament, partie: Partie) -> TableResult:
    result = sheet_result(t, partie)
    if result is None:
        raise conflict(Fault("feuille-pas-finie"))
    return result


@act("validation", TABLE, _settled, reason=False)
@reached_by(api="POST accept", form="valider", then="round_number")
def accept(desk: Desk, table: TableOf) -> Mapping[str, Any]:
    """Take a sheet unsigned: a full one is confirmed as it is, without the signatures of the table."""
    if table.result is not None:
        raise conflict(Fault("deja-confirme"))
    partie = desk.partie(table)
    result = _full(desk.t, partie)
    acts.close_sheet(desk.opened, partie)
    return {"result": asdict(result)}


CLEARED: dict[str, Any] = {"confirmed": False, "result": None, "signatures": (), "forfeit": ()}


@act("reprise", TABLE, lambda t, event: with_table(t, event, reason=event.reason, **CLEARED), reason=True)
@reached_by(api="POST reopen", form="rouvrir")
def reopen_table(desk: Desk, table: TableOf) -> None:
    """Reopen a sheet: a confirmed one, so that it can be corrected and signed again."""
    if table.result is None:
        raise conflict(Fault("pas-confirme"))
    acts.reopen_sheet(desk.opened, desk.partie(table), desk.reason)


def _disputed(t: Tournament, event: Happening) -> Tournament:
    return with_table(t, event, dispute=Dispute(event.asked["text"], event.actor, event.at))


@act("litige", TABLE, _disputed, shown_as="text", by_table=True)
@reached_by(api="POST dispute", form="contester", page="dispute")
def dispute(desk: Desk, table: TableOf, *, text: Annotated[str, Text(names.REASON_MAX)] = "") -> None:
    """Call the organiser: the table does not agree on its sheet, signed or not. The round cannot be closed meanwhile."""
    if table.dispute is not None:
        raise conflict(Fault("table-en-litige"))


@act("accord", TABLE, lambda t, event: with_table(t, event, reason=event.reason, dispute=None), reason=True)
@reached_by(api="POST settle", form="trancher")
def settle(desk: Desk, table: TableOf) -> None:
    """Settle a dispute: the decision is the reason."""
    if table.dispute is None:
        raise conflict(Fault("pas-en-litige"))
