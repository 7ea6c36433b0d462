"""Requests for printed sheets, made from options, a sheet file, or a partie with its struck and amended lines."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.sheet import PaperSize, SheetLine, SheetRequest
from scorekeeper.cards.game_api.sheet_parts import sentence
from scorekeeper.cards.rules.adjustment import read_line
from scorekeeper.cards.rules.contract import AnyOf, Fault, State, Table
from scorekeeper.cards.rules.replay import EntryFault, Marked, mark
from scorekeeper.cards.sheet_file import BadSheet, SheetFile, read_settings, read_table, words_of
from scorekeeper.i18n import day
from scorekeeper.parties import Partie
from scorekeeper.parties.rule_changes import rule_chronicle
from scorekeeper.parties.verbs import chronicle

MAX_ROWS = 200
"""Largest number of rows of a blank sheet."""
USUAL = 4


def blank_request(
    game: Game,
    *,
    names: Sequence[str] = (),
    seats: int | None = None,
    settings: Any = None,
    paper: PaperSize = PaperSize.A4,
    rows: int | None = None,
    back: bool = False,
    form: bool = False,
) -> SheetRequest:
    """Return the request for a blank sheet, with `settings` in the form of a sheet file.

    Without `names`, there is space for the names of `seats` players, or of the usual number. `rows` is 1 to `MAX_ROWS`, or as many
    as fit if `None`. See `SheetRequest` for the rest. Raises `BadSheet` with all faults, at `players`, `settings.…`, `seats`, `rows`.
    """
    faults: list[Fault] = []
    count = len(names) or seats or usual_seats(game)
    if not names and count not in game.rules.SEATS:
        faults.append(Fault("joueurs-nombre", "seats", nombres=AnyOf(game.rules.SEATS), ailleurs=""))
    if rows is not None and not 1 <= rows <= MAX_ROWS:
        faults.append(Fault("hors-limites", "rows", {"min": 1, "max": MAX_ROWS}))
    table = Table(camps=game.rules.CAMPS)
    if names:
        table = read_table(game, {"players": list(names)}, faults)
    # Settings are validated with the number of players, named or not.
    numbered = table if names else Table(tuple(map(str, range(1, count + 1))), game.rules.CAMPS)
    rules = read_settings(game, settings or {}, numbered, faults)
    if faults or rules is None:
        raise BadSheet([EntryFault(None, fault) for fault in faults], words_of(game), table)
    wishes: dict[str, Any] = {"paper": paper, "rows": rows, "back": back, "form": form}
    return SheetRequest(game=game, rules=rules, table=table, seats=count, **wishes)


def usual_seats(game: Game) -> int:
    """Return the usual number of players of a game: four if allowed, else the first number allowed."""
    return USUAL if USUAL in game.rules.SEATS else game.rules.SEATS[0]


def file_request(sheet: SheetFile, *, paper: PaperSize = PaperSize.A4, back: bool = False) -> SheetRequest:
    """Return the request for a sheet file: filled in, or blank with its names when the file has no entries."""
    request = _request(sheet, paper, back=back)
    if not sheet.entries:
        return request
    played = sheet.replay()
    lines = (SheetLine(marked.rang, marked) for marked in played.marked)
    return _with_notes(replace(request, played=played, lines=tuple(lines)))


def _with_notes(request: SheetRequest) -> SheetRequest:
    """Return the request with a sentence for each adjustment, which has no column, also where an amendment removed it."""

    def words(marked: Marked) -> str:
        return sentence(request.at(marked), request.game.sentence(marked))

    def worded(line: SheetLine) -> SheetLine:
        if line.marked and line.was and line.marked.aside is not line.was.aside:
            line = replace(line, was=None, former=words(line.was))
        return replace(line, aside=words(line.shown)) if line.shown and line.shown.aside else line

    return replace(request, lines=tuple(map(worded, request.lines)))


def partie_request(partie: Partie, *, paper: PaperSize = PaperSize.A4, back: bool = False) -> SheetRequest:
    """Return the request for a partie in its current state, with struck lines and former values of amended ones."""
    played = partie.sheet if partie.lines else None
    request = replace(_request(partie, paper, back=back), played=played, lines=_lines(partie))
    return replace(_with_notes(request), closed=not partie.is_open)


def page_request(parties: Sequence[SheetRequest], heading: str = "") -> SheetRequest:
    """Return the request for a page of several parties, at least one, with game, settings, date and place of the first.

    `played` and `lines` are not taken from the first, since the page also has rows for parties still to be played.
    """
    first = parties[0]
    return SheetRequest(
        game=first.game,
        rules=first.rules,
        table=Table(camps=first.table.camps),
        seats=first.seats,
        paper=first.paper,
        rows=first.rows,
        date=first.date,
        lieu=first.lieu,
        back=first.back,
        parties=tuple(parties),
        heading=heading,
        numbers=first.numbers,
    )


def _request(source: SheetFile | Partie, paper: PaperSize, *, back: bool) -> SheetRequest:
    """Return the request for a blank sheet with names, date and place of a file or a partie."""
    return SheetRequest(
        game=source.game,
        rules=source.rulings.now,
        table=source.seating.now,
        seats=len(source.seating.now.players) or source.table.seats,
        paper=paper,
        date=day(source.date),
        lieu=source.lieu,
        back=back,
        signatures=tuple(source.signatures.items()),
        moves=tuple(chronicle(source.seating)),
        turns=tuple(rule_chronicle(source)),
    )


def _lines(partie: Partie) -> tuple[SheetLine, ...]:
    """Return the lines of a partie for printing, with former and struck entries."""
    state = partie.sheet.opening
    lines = []
    for line in partie.lines:
        *earlier, last = (version.payload for version in line.versions if version.payload is not None)
        before = last if line.struck else earlier[-1] if earlier else last
        state = partie.rules.seated(state, partie.seating.at(line.rang))
        was = _counted(partie, line.rang, before, state) if line.struck or before != last else None
        reason = line.versions[-1].reason if line.struck or was else ""
        lines.append(SheetLine(line.rang, None if line.struck else line.marked, was, line.struck, reason))
        if line.marked is not None:
            state = line.marked.after
    return tuple(lines)


def _counted(partie: Partie, rang: int, payload: Mapping[str, Any], state: State) -> Marked | None:
    """Return an entry that no longer counts, scored at its place; `None` when the current rules cannot read or allow it."""
    line = mark(partie.rulings.at(rang), state, rang, read_line(partie.rules, payload, state.table))
    return line if isinstance(line, Marked) else None
