"""What hangs on the wall of a tournament: the poster of a round, the list by name, the ranking, the prizes.

Each is an ordinary sheet of `scorekeeper.kit.sheet`, printed the way a game's sheet is. What is read from afar is drawn large;
what one looks a name up in is a grid.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from scorekeeper.draw_words import said
from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import (
    Align,
    Block,
    Cell,
    Column,
    Drawing,
    Fact,
    Grid,
    Letter,
    Paper,
    Row,
    Sheet,
    Stroke,
)
from scorekeeper.kit.sheet_measure import GAP_MM
from scorekeeper.kit.sheet_text import POINT
from scorekeeper.kit.sheet_text import width as text_width
from scorekeeper.kit.words import number as figure
from scorekeeper.pdf import print_once
from scorekeeper.rules.draw import Word
from scorekeeper.sheet_requests import day
from scorekeeper.sheets import html_of_sheet

if TYPE_CHECKING:
    from scorekeeper.tournaments import Ranking, Tournament

SQUARE = 4
"""Players of a table that has a player on each side."""
RING_MM = 56.0
"""Height of a table on the poster."""
WALL_MM, LEAST_MM = 5.0, 1.2
"""Size of a name on the poster, and the least it shrinks to."""
SMALL_MM = 2.0
"""Size of a name below which a word of it is rather broken."""


@dataclass(frozen=True)
class Seated:
    """One round as it hangs on the wall: names in order of play at each table, and who sits out."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


def together(pages: Sequence[str]) -> str:
    """Several print documents of the same paper as one, in that order."""
    begin, _, end = _parts(pages[0])
    return begin + "".join(_parts(page)[1] for page in pages) + end


def _parts(page: str) -> tuple[str, str, str]:
    head, rest = page.split("<body", 1)
    opening, rest = rest.split(">", 1)
    body, end = rest.rsplit("</body>", 1)
    return f"{head}<body{opening}>", body, f"</body>{end}"


def alphabetical(name: str) -> tuple[str, str]:
    """Sorts names as a person looks for them: neither accents nor capitals count."""
    bare = "".join(sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign))
    return bare.casefold(), name


def draw_poster(document: Mapping[str, Any], paper: Paper = Paper.A4) -> bytes:
    """The poster of a draw as PDF: each round by table, the list by name, and how it can be checked.

    Args:
        document: a `scorekeeper-draw/1` document.
        paper: what is in the printer.

    Raises:
        PrintFailed: see `scorekeeper.pdf.Failure`.
    """
    return print_once(together([html_of_sheet(one, paper) for one in draw_sheets(document)]))


def draw_sheets(document: Mapping[str, Any]) -> tuple[Sheet, Sheet]:
    """A draw by table and by name, from its `scorekeeper-draw/1` document."""
    rounds = tuple(
        Seated(number, tuple(map(tuple, tables)), tuple(byes))
        for number, (tables, byes) in enumerate(zip(document["rounds"], document["sit_out"], strict=True), 1)
    )
    partners = bool(document["partners"])
    words = [Word(word["code"], word["values"]) for word in document["report"]["words"]]
    by_table = Sheet(
        gettext("Tirage au sort des tables"),
        facts=(
            (
                Fact(gettext("graine"), document["seed"], 2),
                Fact(gettext("étiquette"), document["label"]),
                Fact(gettext("joueurs"), str(len(document["players"])), 0.6),
            ),
        ),
        blocks=tuple(_round_block(one, partners=partners) for one in rounds),
        notes=(
            *(said(word) for word in words if word.code != "sits-out"),
            gettext("Ordre du lot : %(names)s.", names=", ".join(document["order"])),
        ),
    )
    return by_table, name_list(gettext("Tirage au sort, par nom"), "", rounds)


def _round_block(one: Seated, *, partners: bool) -> Block:
    """A round as a grid: a row for each table, partners side by side where all tables have two pairs."""
    paired = partners and all(len(table) == SQUARE for table in one.tables)
    columns = [Column(gettext("table"), 0.5, Align.CENTRE)]
    if paired:
        columns += [
            Column(gettext("première équipe"), 3.0, Align.LEFT),
            Column(gettext("seconde équipe"), 3.0, Align.LEFT, edge=True),
        ]
    else:
        most = max(map(len, one.tables), default=SQUARE)
        columns += [
            Column(gettext("place %(place)s", place=place), 1.5, Align.LEFT) for place in range(1, most + 1)
        ]
    rows = []
    for number, table in enumerate(one.tables, 1):
        texts: Sequence[str] = table
        if paired:
            texts = (f"{table[0]} / {table[2]}", f"{table[1]} / {table[3]}")
        rows.append(row(str(number), texts, len(columns)))
    title = gettext("Tour %(tour)s", tour=one.number)
    return Block(
        title,
        grid=Grid(title, tuple(columns), tuple(rows), carries=False),
        below=((_byes_fact(one),),) if one.byes else (),
    )


def _byes_fact(one: Seated) -> Fact:
    return Fact(gettext("exempts"), ", ".join(one.byes), line=False)


def row(head: str, texts: Iterable[str], columns: int) -> Row:
    """A row of texts; the columns that have none are closed."""
    cells = [Cell(head), *map(Cell, texts)]
    return Row((*cells, *[Cell(closed=True)] * (columns - len(cells))))


def seated(t: Tournament) -> tuple[Seated, ...]:
    """Every round that is drawn, opened or not, in names; whoever stands in for somebody has their seat."""
    found = [
        Seated(
            one.number,
            tuple(
                tuple(table.substitutes.get(seat) or t.entrant(seat).name for seat in table.seats)
                for table in one.tables
            ),
            tuple(t.entrant(bye).name for bye in one.byes),
        )
        for one in t.rounds
    ]
    for number, drawn in enumerate(t.planned, len(t.rounds) + 1):
        tables = tuple(tuple(t.entrant(seat).name for seat in table) for table in drawn.tables)
        found.append(Seated(number, tables, tuple(t.entrant(bye).name for bye in drawn.byes)))
    return tuple(found)


def poster(t: Tournament, round_number: int | None = None, paper: Paper = Paper.A4) -> Sheet:
    """A round by table, to hang on the wall: each table drawn with who sits on which side.

    Args:
        t: the tournament.
        round_number: the round; the latest that was opened unless told, or the first that is drawn.
        paper: what is in the printer.
    """
    rounds = seated(t)
    wanted = round_number or max(1, len(t.rounds))
    one = next((one for one in rounds if one.number == wanted), None)
    if one is None:
        return Sheet(t.name, notes=(gettext("Ce tour n’est pas encore tiré."),))
    width = (paper.size(landscape=False)[0] - 2 * paper.margin - GAP_MM) / 2
    notes = [gettext("Les places sont numérotées dans l’ordre du jeu.")]
    if t.game.rules.CAMPS:
        notes.append(gettext("Les partenaires se font face : 1 et 3, 2 et 4."))
    return Sheet(
        gettext("%(name)s – tour %(tour)s", name=t.name, tour=one.number),
        facts=(*_where(t), *(((_byes_fact(one),),) if one.byes else ())),
        blocks=tuple(Block(drawing=ring(number, table, width)) for number, table in enumerate(one.tables, 1)),
        across=2,
        whole=True,
        notes=tuple(notes),
    )


def _where(t: Tournament) -> tuple[tuple[Fact, ...], ...]:
    facts = []
    if t.options.date:
        facts.append(Fact(gettext("date"), day(t.options.date)))
    if t.options.place:
        facts.append(Fact(gettext("lieu"), t.options.place))
    return (tuple(facts),) if facts else ()


def ring(number: int, names: Sequence[str], width: float) -> Drawing:
    """A table seen from above, its number large; with four players one on each side, else a list beside it."""
    title = gettext("Table %(table)s", table=number)
    told = ", ".join(f"{place} {name}" for place, name in enumerate(names, 1))
    frame = Stroke(f"M.2 .2h{width - 0.4:.2f}v{RING_MM - 2:.2f}h-{width - 0.4:.2f}z", 0.2, "pale")
    middle = width / 2
    if len(names) == SQUARE:
        half, top, bottom = 13.0, 17.0, 37.0
        board = Stroke(
            f"M{middle - half:.2f} {top}h{2 * half}v{bottom - top}h-{2 * half}z",
            0.5,
        )
        side = middle - half - 3
        centre = (top + bottom) / 2
        letters = (
            *_name(names[0], middle, top - 6, width - 8),
            *_name(names[1], width - side / 2 - 1.5, centre, side),
            *_name(names[2], middle, bottom + 8.5, width - 8),
            *_name(names[3], side / 2 + 1.5, centre, side),
            Letter(middle, top + 3.6, "1", 2.8),
            Letter(middle + half - 2.2, centre + 1, "2", 2.8),
            Letter(middle, bottom - 1.6, "3", 2.8),
            Letter(middle - half + 2.2, centre + 1, "4", 2.8),
            Letter(middle, centre + 3.2, str(number), 9.0),
        )
        return Drawing(f"{title} : {told}", width, RING_MM, (frame, board), letters)
    step = (RING_MM - 8) / max(1, len(names))
    listed = [
        Letter(30.0, 4 + step * (place - 0.35), text, _size(text, width - 33), "start")
        for place, text in enumerate((f"{place}. {name}" for place, name in enumerate(names, 1)), 1)
    ]
    board = Stroke("M4 17h20v20h-20z", 0.5)
    return Drawing(
        f"{title} : {told}", width, RING_MM, (frame, board), (Letter(14, 30.2, str(number), 9.0), *listed)
    )


def _name(name: str, x: float, y: float, room: float) -> tuple[Letter, ...]:
    """A name centred in its room, on two or three lines where that lets it stand larger."""
    parts: tuple[str, ...] = (name,)
    size = _size(name, room)
    if size < WALL_MM:
        spots = [place for place, sign in enumerate(name, 1) if sign in " -" and place < len(name)]
        # A word is broken only where it would be too small to read.
        if not spots and size < SMALL_MM:
            spots = [len(name) // 2]
        for cuts in (*combinations(spots, 1), *combinations(spots, 2)):
            bounds = (0, *cuts, len(name))
            tried = tuple(name[start:end].strip() for start, end in pairwise(bounds))
            larger = min(_size(part, room) for part in tried)
            if larger > size:
                parts, size = tried, larger
    top = y + size * (0.35 - 0.6 * (len(parts) - 1))
    return tuple(Letter(x, top + 1.2 * size * line, part, size) for line, part in enumerate(parts))


def _size(text: str, room: float) -> float:
    """The size in mm, at most that of the wall, at which a text stands in its room."""
    needed = text_width(text, 1 / POINT)
    return round(max(LEAST_MM, min(WALL_MM, room / needed if needed else WALL_MM)), 2)


def name_list(title: str, subtitle: str, rounds: Sequence[Seated], everybody: Iterable[str] = ()) -> Sheet:
    """Who sits where, by name: table and place of each round.

    Args:
        title: of the list.
        subtitle: under it.
        rounds: what is drawn.
        everybody: names that stand on it even if no round has them.
    """
    places = [_places(one) for one in rounds]
    names = sorted({*everybody, *(name for found in places for name in found)}, key=alphabetical)
    columns = [Column(gettext("nom"), 3.0, Align.LEFT)]
    columns += [Column(gettext("tour %(tour)s", tour=one.number), 1.0, Align.CENTRE) for one in rounds]
    rows = tuple(row(name, (found.get(name, "–") for found in places), len(columns)) for name in names)
    grid = Grid(title, tuple(columns), rows, carries=False)
    note = gettext("« 3 · 2 » : table 3, place 2, comptée dans l’ordre du jeu.")
    return Sheet(title, subtitle, blocks=(Block(grid=grid),), notes=(note,))


def _places(one: Seated) -> dict[str, str]:
    found = {
        name: f"{number} · {place}"
        for number, table in enumerate(one.tables, 1)
        for place, name in enumerate(table, 1)
    }
    return {**found, **{name: gettext("exempt") for name in one.byes}}


def names(t: Tournament) -> Sheet:
    """The list by name of a tournament, all drawn rounds."""
    title = gettext("%(name)s – par nom", name=t.name)
    return name_list(title, "", seated(t), (one.name for one in t.present))


def ranking(t: Tournament, found: Ranking) -> Sheet:
    """The ranking: what each round gave, the total, the prizes."""
    columns = (
        Column(gettext("rang"), 0.5, Align.CENTRE),
        Column(gettext("n°"), 0.6, Align.CENTRE),
        Column(gettext("nom"), 3.0, Align.LEFT),
        *(Column(gettext("tour %(tour)s", tour=tour), 0.8) for tour in range(1, found.through + 1)),
        Column(gettext("total"), 1.0, edge=True),
        Column(gettext("prix"), 1.8, Align.LEFT),
    )
    rows = []
    for line in found.lines:
        gave = (
            "" if one is None else f"({figure(one.points)})" if one.bye else figure(one.points)
            for one in line.rounds
        )
        numbers = " + ".join(map(str, line.numbers))
        rest = (figure(line.standing.total), " / ".join(line.standing.prizes))
        rows.append(
            row(str(line.standing.rank), (numbers, " & ".join(line.names), *gave, *rest), len(columns))
        )
    title = gettext("%(name)s – classement", name=t.name)
    notes = [gettext("Entre parenthèses : ce que vaut un tour sans jouer.")] if t.options.bye else []
    if found.provisional:
        notes.append(gettext("Classement provisoire : un tour n’est pas clos."))
    return Sheet(
        title,
        gettext("tours joués : %(tours)s sur %(tout)s", tours=found.through, tout=t.options.rounds),
        _where(t),
        (Block(grid=Grid(title, columns, tuple(rows), carries=False)),),
        notes=tuple(notes),
    )


def prizes(t: Tournament, found: Ranking) -> Sheet:
    """The prizes: who gets which once a round is played, before that a line to write a name on."""
    title = gettext("%(name)s – liste des prix", name=t.name)
    columns = (
        Column(gettext("rang"), 0.5, Align.CENTRE),
        Column(gettext("prix"), 2.5, Align.LEFT),
        Column(gettext("nom"), 3.0, Align.LEFT),
        Column(gettext("signature"), 2.0, Align.LEFT),
    )
    won = [line for line in found.lines if line.standing.prizes] if found.through else []
    if won:
        rows = [
            Row(
                (
                    Cell(str(line.standing.rank)),
                    Cell(" / ".join(line.standing.prizes)),
                    Cell(" & ".join(line.names)),
                    Cell(),
                )
            )
            for line in won
        ]
    else:
        rows = [
            Row((Cell(str(rank)), Cell(prize), Cell(), Cell()))
            for rank, prize in enumerate(t.options.prizes, 1)
        ]
    block = Block(grid=Grid(title, columns, tuple(rows), carries=False))
    if not rows:
        return Sheet(title, facts=_where(t), notes=(gettext("Ce tournoi n’a pas de prix."),))
    return Sheet(title, facts=_where(t), blocks=(block,))
