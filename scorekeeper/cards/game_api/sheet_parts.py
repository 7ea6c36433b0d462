"""Common parts of paper sheets: heads, rows of lines, controls, notes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.cards.game_api.cells import Grid, Look, SheetCell, SheetGroup, SheetRow
from scorekeeper.cards.game_api.sheet import Block, Fact, Facts, Sheet, SheetLine, SheetRequest
from scorekeeper.cards.game_api.words import format_value, message_of, number, signed
from scorekeeper.cards.rules.contract import Label, State, Table, Term
from scorekeeper.cards.rules.names import team_names
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import N_, all_of, gettext

MOST_ROWS = 60
"""Number of rows of a blank sheet before it is trimmed to its page."""
TICK, CROSS = "✓", "✗"


def sentence(request: SheetRequest, label: Label) -> str:
    """Return a label of the game as a sentence; camps without a name have those of their players."""
    return message_of(label, request.game.words, named_table(request))


def named_table(request: SheetRequest) -> Table:
    """Return the table of a sheet; camps without a name have those of their players."""
    table = request.table
    return replace(table, equipes=camp_names(request)) if table.camps and table.players else table


def victory(table: Table, winners: Sequence[int]) -> str:
    """Return the winners in words; without winners, only that the partie is over."""
    names = all_of(table.columns[column] for column in winners)
    if len(winners) > 1:
        return gettext("Victoire partagée : %(winners)s", winners=names)
    return gettext("Victoire : %(winner)s", winner=names) if winners else gettext("Partie terminée")


def term(request: SheetRequest, word: str) -> str:
    """Return a term of the game in the current language."""
    return format_value(Term(word), request.game.words, request.table)


def settings_words(request: SheetRequest) -> str:
    """Return the settings in words, in one line."""
    labels = request.game.settings_in_words(request.rules)
    return " · ".join(sentence(request, label) for label in labels)


def date_place(request: SheetRequest, *more: Fact) -> Facts:
    """Return the line with the date, the place, and further facts of the game."""
    return (
        Fact(gettext("Date"), request.date, 1.0, "date"),
        Fact(gettext("Lieu"), request.lieu, 1.5, "lieu"),
        *more,
    )


def name_lines(request: SheetRequest, labels: Sequence[str], across: int) -> tuple[Facts, ...]:
    """Return lines to write names on, `across` of them side by side; empty if the players are known."""
    if request.table.players:
        return ()
    facts = [
        Fact(label, key=f"j{seat}.nom", full_label=gettext("joueur %(number)s", number=label))
        for seat, label in enumerate(labels, 1)
    ]
    return tuple(tuple(facts[place : place + across]) for place in range(0, len(facts), across))


def seat_groups(request: SheetRequest, span: int, unnamed: str = "") -> tuple[SheetGroup, ...]:
    """Return a group of columns for each player, with the name or a place to write it; `unnamed` is its French heading."""
    unnamed = unnamed or N_("joueur %(number)s")
    return tuple(
        SheetGroup(name, span, "" if name else gettext(unnamed, number=seat), f"j{seat}.nom")
        for seat, name in enumerate(request.names, 1)
    )


def signers(request: SheetRequest) -> tuple[str, ...]:
    """Return the names or labels of the players, who sign the sheet."""
    return tuple(group.text or group.label for group in seat_groups(request, 1))


def camp_groups(request: SheetRequest, span: int) -> tuple[SheetGroup, SheetGroup]:
    """Return a group of columns for each camp, with its name or a place to write it."""
    a, b = camps(request)
    return SheetGroup(a.value, span, a.label, a.key), SheetGroup(b.value, span, b.label, b.key)


def keys_of(request: SheetRequest) -> tuple[str, ...]:
    """Return the keys of the players or camps in names of fields: `j1`, or `a` and `b`."""
    seats = (f"j{seat}" for seat in range(1, request.seats + 1))
    return ("a", "b") if request.game.rules.CAMPS else tuple(seats)


def column_groups(request: SheetRequest, span: int, unnamed: str = "") -> tuple[SheetGroup, ...]:
    """Return a group of columns for each camp, or for each player in games without camps."""
    return camp_groups(request, span) if request.game.rules.CAMPS else seat_groups(request, span, unnamed)


def camps(request: SheetRequest) -> tuple[Fact, Fact]:
    """Return the camps with their players, labelled by letter; an unknown camp has an empty text to write in."""
    labels = (gettext("équipe A"), gettext("équipe B"))
    pairs = zip(camp_names(request), _people(request), strict=True)
    texts = [f"{name} ({people})" if people and name != people else name for name, people in pairs]
    a, b = (
        Fact(letter if text else label, text, key=f"{letter.lower()}.nom")
        for letter, label, text in zip("AB", labels, texts, strict=True)
    )
    return a, b


def camp_names(request: SheetRequest) -> tuple[str, str]:
    """Return the names of the camps: their own, else those of their players, else empty texts."""
    own, players = request.table.equipes, request.table.players
    return own if own and not (players and own == team_names(players)) else _people(request)


def _people(request: SheetRequest) -> tuple[str, str]:
    players = request.table.players if len(request.table.players) >= 4 else ()
    return " & ".join(players[0::2]), " & ".join(players[1::2])


def blank_rows(
    count: int, width: int, *, start: int = 1, running: Mapping[int, Sequence[str]] = {}
) -> tuple[SheetRow, ...]:
    """Return rows to write in, from number `start`; `running` maps the index of a running total's cell to the columns it sums."""
    empty = (SheetCell(),) * (width - 1)
    return tuple(
        with_sums(
            SheetRow((SheetCell(str(place)), *empty), f"d{place}"),
            {column: running_sum("d", place, keys) for column, keys in running.items()},
        )
        for place in range(start, start + count)
    )


def with_sums(row: SheetRow, sums: Mapping[int, tuple[str, ...]]) -> SheetRow:
    """Return a row whose cells at the indices in `sums` sum the named fields."""
    cells = [*row.cells]
    for place, names in sums.items():
        cells[place] = replace(cells[place], sums=names)
    return replace(row, cells=tuple(cells))


def running_sum(letter: str, last: int, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the fields that the running total of line `last` sums. It stays empty while those of line `last` do, marked by `!`."""
    places = range(1, last + 1)
    return tuple(f"{'!' * (place == last)}{letter}{place}.{key}" for place in places for key in keys)


def column_sum(request: SheetRequest, rows: Sequence[SheetRow], key: str) -> tuple[str, ...]:
    """Return the names of the fields of a column that its total sums, on a form."""
    return tuple(f"{row.key}.{key}" for row in rows if row.blank) if request.form else ()


def total_row(
    label: str, cells: Iterable[SheetCell], key: str = "", span: int = 1, *, struck: bool = False
) -> SheetRow:
    """Return a row of totals: the label over `span` columns, then the cells; struck through if `struck`."""
    return SheetRow((SheetCell(label, span=span), *cells), key, Look.STRUCK if struck else Look.TOTAL)


def line_row(
    line: SheetLine,
    cells: Callable[[Marked], Sequence[SheetCell]],
    width: int,
    carry: Sequence[SheetCell] = (),
    remark: int = 0,
) -> SheetRow:
    """Return the row of one line: struck through if it does not count, with former texts if it was amended.

    Args:
        line: The line.
        cells: Returns the cells after the number.
        width: Number of cells, including the number.
        carry: Running totals after the line.
        remark: Index, after the number, of the cell with the reason of a correction.
    """
    if line.aside:
        made, remark = [SheetCell(line.aside, span=width - 1, prose=True)], 0
    else:
        made = line_cells(line, cells, width - 1)
    if reason := remark_of(line):
        made[remark] = replace(made[remark], small=(*made[remark].small, reason))
    look = Look.STRUCK if line.struck else Look.PLAIN
    return SheetRow((SheetCell(str(line.rang)), *made), f"d{line.rang}", look, tuple(carry))


def line_cells(
    line: SheetLine, cells: Callable[[Marked], Sequence[SheetCell]], width: int
) -> list[SheetCell]:
    """Return the `width` cells of a line: the current texts with the former ones, or those of a struck line."""
    if line.shown is None:
        return [SheetCell() for _ in range(width)]
    made = list(cells(line.shown))
    if line.struck:
        return [replace(cell, small=()) for cell in made]
    if line.was is None or line.marked is None:
        return made
    pairs = zip(made, cells(line.was), strict=True)
    return [replace(new, was=old.text) if old.text != new.text else new for new, old in pairs]


def lines_to_fill(request: SheetRequest, count: int) -> tuple[SheetLine, ...]:
    """Return the lines played, then blank ones until `count` are not struck; no blank ones if the partie is over."""
    start = len(request.lines) + 1
    left = 0 if request.over else count - sum(not line.struck for line in request.donnes)
    return (*request.donnes, *(SheetLine(rang, None) for rang in range(start, start + left)))


def numbered(lines: Iterable[SheetLine]) -> Iterator[tuple[int, SheetLine]]:
    """Yield lines with their number among those not struck; a struck line has the number of the next line not struck."""
    number = 1
    for line in lines:
        yield number, line
        number += not line.struck


def seat_row(
    seat: int, name: str, line: SheetLine, cells: Callable[[Marked], Sequence[SheetCell]], width: int
) -> SheetRow:
    """Return the row of one player in the block of a line; `cells` returns the `width` cells after the name."""
    look = Look.STRUCK if line.struck else Look.PLAIN
    return SheetRow((SheetCell(name), *line_cells(line, cells, width)), f"j{seat + 1}", look)


def line_heading(heading: str, line: SheetLine) -> str:
    """Return the heading of a line's block, with a remark if it was struck or amended."""
    remark = remark_of(line)
    return f"{heading} — {remark}" if remark else heading


def remark_of(line: SheetLine) -> str:
    """Return the remark that a line was struck or amended, with the reason and the former text; empty if it was neither."""
    if line.struck:
        return gettext("rayée : %(reason)s", reason=line.reason) if line.reason else gettext("rayée")
    if line.was is None and not line.former:
        return ""
    remark = gettext("corrigée : %(reason)s", reason=line.reason) if line.reason else gettext("corrigée")
    return (
        gettext("%(remark)s (avant : %(line)s)", remark=remark, line=line.former) if line.former else remark
    )


def aside_notes(request: SheetRequest) -> Iterator[str]:
    """Yield notes about the adjustments, for a sheet without a row for each line."""
    for line in request.lines:
        if line.aside:
            text = gettext("Ligne %(rang)s : %(quoi)s", rang=line.rang, quoi=line.aside)
            totals = line.marked.after.totals if line.marked else ()
            text += f" → {' – '.join(map(number, totals))}" if totals else ""
            yield line_heading(text, line)


def adjusted_totals(state: State) -> tuple[str, ...]:
    """Return the totals for a sheet without a row for each line, each with its part from adjustments in brackets."""
    parts = state.ajuste or (0,) * len(state.totals)
    return tuple(
        f"{number(total)} ({signed(part)})" if part else number(total)
        for total, part in zip(state.totals, parts, strict=True)
    )


def carries(
    request: SheetRequest, cells: Callable[[State], Sequence[SheetCell]]
) -> Mapping[int, Sequence[SheetCell]]:
    """Return cells of the state after each line, by its rang; a line that does not count has those of the line before it."""
    running: dict[int, Sequence[SheetCell]] = {}
    state = request.played.opening if request.played else None
    for line in request.lines:
        state = line.marked.after if line.marked else state
        running[line.rang] = cells(state) if state else ()
    return running


def control(request: SheetRequest) -> Facts:
    """Return the control (see `Control`) of a played sheet as a line of text; empty if the game has none."""
    check = request.played.control if request.played else None
    if check is None:
        return ()
    values = {"found": number(check.actual), "expected": number(check.expected)}
    text = gettext(
        "trouvé %(found)s, attendu %(expected)s %(mark)s", mark=TICK if check.ok else CROSS, **values
    )
    if request.played and request.played.state.ajuste:
        text += gettext(", ajustement %(sum)s à part", sum=signed(sum(request.played.state.ajuste)))
    return (Fact(gettext("Contrôle"), text, strong=True),)


def zero_sum_check(request: SheetRequest, label: str, total: str) -> Facts:
    """Return a control to fill in by hand, computed on screen: the totals add up to 0.

    `total` is the name of a player's field, with `%d` for the number of the player.
    """
    players = [f"{gettext('Contrôle')}, {name}" for name in signers(request)]
    first, *others = (
        Fact("+", key=f"controle.j{seat}", full_label=player, sums=(total % seat,))
        for seat, player in enumerate(players, 1)
    )
    due = Fact("=", "0", 0.4, strong=True)
    if request.form:
        sums = ("=0", first.key, *(fact.key for fact in others))
        due = Fact("=", key="controle.somme", full_label=f"{gettext('Contrôle')} = 0", sums=sums)
    return (replace(first, label=label, share=1.4), *others, due)


WINNER = frozenset({"camp", "joueur", "gagnants"})
"""Values in the reason of an end that name the winners."""


def result(request: SheetRequest) -> tuple[Facts, ...]:
    """Return the winners and the reason of the end; empty while the partie lasts."""
    outcome = request.played.outcome if request.played else None
    if outcome is None:
        return ()
    text = sentence(request, outcome.reason)
    if WINNER.isdisjoint(outcome.reason.values):
        text = f"{victory(named_table(request), outcome.winners)}. {text}"
    return ((Fact(gettext("Résultat"), text, strong=True, large=True),),)


def control_facts(request: SheetRequest) -> tuple[Facts, ...]:
    """Return the control and the result, without missing ones."""
    return tuple(filter(None, (control(request), *result(request))))


def one_table(
    request: SheetRequest, title: str, grid: Grid, *facts: Fact, trim: bool = False, **more: Any
) -> Sheet:
    """Return a sheet of one table with date, place and `facts` above, the result below, and `more` fields of `Sheet`."""
    more.setdefault("closing", control_facts(request))
    top = (date_place(request, *facts),)
    return Sheet(title, settings_words(request), top, (Block(grid=grid, trim=trim),), **more)


def number_cells(numbers: Iterable[int]) -> tuple[SheetCell, ...]:
    """Return numbers as cells, with a true minus sign."""
    return tuple(SheetCell(number(figure)) for figure in numbers)
