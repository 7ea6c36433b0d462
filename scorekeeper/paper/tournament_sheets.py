"""Printed sheets of a tournament: ranking, prizes, cards with the tables' QR codes, score sheets, all papers of a round."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from scorekeeper.cards.game_api.cells import Align, Grid, SheetCell, SheetColumn, SheetRow
from scorekeeper.cards.game_api.sheet import Block, Fact, Facts, PaperSize, Sheet, SheetRequest
from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.cards.game_api.words import read_sentences, signed
from scorekeeper.cards.rules.contract import Table
from scorekeeper.draw.standings import Result, Standing
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.paper import line_art
from scorekeeper.paper.letters import respelled
from scorekeeper.paper.posters import names, poster, slips
from scorekeeper.paper.posters.pages import PosterSize, html_of_pages, legible, numbers_of, spellings
from scorekeeper.paper.posters.standings import FIRST, MEMBERS, PRIZE, RankedLine, ranking_pages
from scorekeeper.paper.requests import day, page_request, partie_request, usual_seats
from scorekeeper.paper.sheets import PrintOptions, body_of, html_of, html_of_sheet, rendered, sheet_of
from scorekeeper.paper.text import fit
from scorekeeper.parties import Partie
from scorekeeper.press.messages import bundled, unbundled
from scorekeeper.tournaments import finals
from scorekeeper.tournaments.acts.pairing import TeamLine
from scorekeeper.tournaments.fold import changed_slips
from scorekeeper.tournaments.model import TableOf, TableResult, Tournament
from scorekeeper.tournaments.options import in_tiers
from scorekeeper.tournaments.rankings import Ranking, RankingLine
from scorekeeper.tournaments.words import CRITERIA, grouped

TIES, MEANINGS = read_sentences(__file__, "ties", "meanings")
"""Words of the tie-breaks, and sentences that explain them."""
TABLES = 40
"""Number of tables whose sheets are printed in one step."""
CARD_SIZES, CARD_PAD, CARD_HEAD_MM = (10.0, 8.5, 7.0), 8.5, 9.0
"""Font sizes in points of a card's heading, space at its sides, and its least height in mm."""


def won_by(standing: Standing) -> str:
    """Return the prizes of a line in words, with a remark if they are shared; if there is the same one for each, they are not."""
    equal = len(set(standing.prizes)) == 1 < len(standing.prizes)
    if equal and len(standing.prizes) == standing.winners:
        return standing.prizes[0]
    prizes = in_tiers(standing.prizes)[0] if equal else " / ".join(standing.prizes)
    return gettext("%(prix)s (à partager)", prix=prizes) if prizes and standing.winners > 1 else prizes


def _where(t: Tournament) -> tuple[Facts, ...]:
    values = ((gettext("date"), day(t.options.date)), (gettext("lieu"), t.options.place))
    facts = tuple(Fact(label, value) for label, value in values if value)
    return (facts,) if facts else ()


def _row(*texts: str, heads: int = 1) -> SheetRow:
    return SheetRow(tuple(map(SheetCell, texts)), heads=heads)


def ranking(t: Tournament, standings: Ranking) -> Sheet:
    """Return the ranking: points of each round, total, prizes. The title, on every page, has the state of the tournament."""
    t, standings = legible(t), respelled(standings, spellings(t))
    credited = any(line.standing.credit for line in standings.lines)
    columns = (
        SheetColumn(gettext("rang"), 0.5, Align.CENTRE),
        SheetColumn(gettext("n°"), 0.9 if t.in_pairs else 0.6, Align.CENTRE),
        SheetColumn(gettext("nom"), 3.0, Align.LEFT),
        *(SheetColumn(gettext("tour %(tour)s", tour=tour), 0.8) for tour in range(1, standings.through + 1)),
        *([SheetColumn(gettext("crédit"), 0.8)] if credited else []),
        SheetColumn(gettext("total"), 1.0, edge=True),
        *(SheetColumn(gettext(CRITERIA[tie]), 0.8) for tie in standings.criteria),
        *([SheetColumn(gettext("phase finale"), 1.4, Align.LEFT)] if standings.finals else []),
        *([] if standings.provisional else [SheetColumn(gettext("prix"), 1.8, Align.LEFT)]),
    )
    rows = tuple(_row(*_cells(standings, line, credited=credited)) for line in standings.lines)
    title = gettext("%(name)s – classement, %(etat)s", name=t.name, etat=standings.state)
    return Sheet(
        title,
        "",
        _where(t),
        (Block(grid=Grid(title, columns, rows, carries=False)), *_blocks(t, standings)),
        notes=(*_notes(standings), *_credits(t), *_proof(t, standings)),
    )


def wall(t: Tournament, standings: Ranking, paper: PosterSize) -> str:
    """Return the HTML of the ranking as a poster: rank, name, total, prize, and the rounds if there is room.

    Teams and knock-out follow on pages of their own.
    """
    t, standings = legible(t), respelled(standings, spellings(t))
    prized = not standings.provisional and any(line.standing.prizes for line in standings.lines)
    reached = [finals.reached_word(line.reached) for line in standings.lines] if standings.finals else []
    lines = [
        RankedLine(
            rank=_rank(line) if standings.closed else "–",
            name=" & ".join(line.names),
            rounds=(
                *(_round_result(line, tour, result) for tour, result in enumerate(line.rounds, 1)),
                *reached[place : place + 1],
            ),
            total=figure(line.standing.total),
            prize=won_by(line.standing) if prized else "",
        )
        for place, line in enumerate(standings.lines)
    ]
    rounds = [gettext("tour %(tour)s", tour=tour) for tour in range(1, standings.through + 1)]
    rounds += [gettext("phase finale")] if standings.finals else []
    heads = (gettext("rang"), gettext("nom"), *rounds, gettext("total"), gettext("prix"))
    title = gettext("%(name)s – classement, %(etat)s", name=t.name, etat=standings.state)
    where = " · ".join(filter(None, (day(t.options.date), t.options.place)))
    notes = tuple(filter(None, (where, *_notes(standings), *_credits(t), *_proof(t, standings))))
    kept = bool(standings.finals)
    pages = ranking_pages(title, heads, lines, notes=notes, paper=paper, kept=kept)
    for heading, columns, lines, _ in _beside(t, standings):
        name, heads = f"{t.name} – {heading}", tuple(column.heading for column in columns)
        # The first teams are large, and in the knock-out the sides of the latest round.
        first, end = FIRST, MEMBERS
        if lines[0].rounds:
            first, end = sum(line.rank == lines[0].rank for line in lines), PRIZE
        foot = notes[: bool(where)]
        pages += ranking_pages(name, heads, lines, notes=foot, paper=paper, first=first, end=end)
    return html_of_pages(title, pages, paper)


def _beside(
    t: Tournament, standings: Ranking
) -> Iterator[tuple[str, tuple[SheetColumn, ...], list[RankedLine], tuple[int, ...]]]:
    """Yield the teams and the knock-out, if any: title, columns, lines, and the order of the columns on a sheet."""
    if teams := list(_team_lines(standings)):
        columns = (
            SheetColumn(gettext("rang"), 0.5, Align.CENTRE),
            SheetColumn(gettext("équipe"), 1.6, Align.LEFT),
            SheetColumn(gettext("total"), 0.8),
            SheetColumn(gettext("membres"), 4.6, Align.LEFT),
        )
        yield gettext("Équipes"), columns, teams, (0, 1, 3, 2)
    if sides := list(_final_lines(t, standings)):
        stage = SheetColumn(gettext("tour"), 1.6, Align.LEFT)
        table = SheetColumn(gettext("table"), 0.5, Align.CENTRE)
        name, total = SheetColumn(gettext("nom"), 3.4, Align.LEFT), SheetColumn(gettext("total"), 0.8)
        ahead = SheetColumn(gettext("passe"), 0.5, Align.CENTRE)
        yield gettext("Phase finale"), (stage, name, table, total, ahead), sides, (0, 2, 1, 3, 4)


def _blocks(t: Tournament, standings: Ranking) -> Iterator[Block]:
    """Yield the teams and the knock-out as blocks of a sheet."""
    for heading, columns, lines, order in _beside(t, standings):
        rows = tuple(_row(*(line.cells[place] for place in order)) for line in lines)
        ordered = tuple(columns[place] for place in order)
        yield Block(heading, grid=Grid(heading, ordered, rows, carries=False))


def _team_lines(standings: Ranking) -> Iterator[RankedLine]:
    """Yield the lines of the teams, with the members and their totals in the last column."""
    for line in standings.teams:
        total = figure(line.standing.total)
        yield RankedLine(rank=_rank(line), name=line.name, rounds=(), total=total, prize=members_text(line))


def members_text(line: TeamLine) -> str:
    """Return the members of a team with their totals; totals that do not count are in brackets."""
    texts = [f"{name} {figure(made)}" for _, name, made in line.members]
    counting = len(line.standing.counted)
    return ", ".join([*texts[:counting], *(f"[{text}]" for text in texts[counting:])])


def _final_lines(t: Tournament, standings: Ranking) -> Iterator[RankedLine]:
    """Yield the sides of the knock-out from the final back, winners first, with stage, table, total and a mark for winners."""
    for now in reversed(finals.final_rounds(t)) if standings.finals else ():
        for final in now.tables:
            stage, table = finals.stage_name(t, now.round.number, final.table.number), str(final.table.number)
            for side in sorted(finals.sides_of(t, final), key=lambda side: not side.ahead):
                name, total, ahead = " & ".join(side.names), finals.side_text(side), "✓" if side.ahead else ""
                yield RankedLine(rank=stage, name=name, rounds=(table,), total=total, prize=ahead)


def _cells(standings: Ranking, line: RankingLine, *, credited: bool) -> Iterator[str]:
    """Yield the cells of a line of the ranking."""
    yield _rank(line) if standings.closed else "–"
    yield " + ".join(map(str, line.numbers))
    yield " & ".join(line.names)
    yield from (_round_result(line, tour, result) for tour, result in enumerate(line.rounds, 1))
    if credited:
        yield signed(line.standing.credit) if line.standing.credit else ""
    yield figure(line.standing.total)
    yield from map(figure, line.standing.figures.values())
    if standings.finals:
        yield finals.reached_word(line.reached)
    if not standings.provisional:
        yield won_by(line.standing)


def _proof(t: Tournament, standings: Ranking) -> Iterator[str]:
    """Yield the fingerprint of the evening, if the ranking is final."""
    head = (t.final or {}).get("head")
    if head and not standings.provisional:
        yield gettext("Empreinte de la soirée : %(empreinte)s", empreinte=grouped(head))


def _credits(t: Tournament) -> Iterator[str]:
    """Yield the credits that the organiser gave or took, each with its reason."""
    for credit in t.credits:
        given = {"nom": t.entrant(credit.number).name, "points": signed(credit.points)}
        yield gettext("%(nom)s, crédit %(points)s : %(raison)s", **given, raison=credit.reason)


def _rank(line: RankingLine | TeamLine) -> str:
    return f"{line.standing.rank} =" if line.standing.shared else str(line.standing.rank)


def _round_result(line: RankingLine, tour: int, result: Result | None) -> str:
    """Return the points of a round: in brackets if dropped, in parentheses for a bye, marked if the round was missed."""
    missed = gettext("m.") if tour in line.missed else ""
    if result is None:
        return missed
    text = f"({figure(result.points)})" if result.bye else f"{missed} {figure(result.points)}".strip()
    return f"[{text}]" if result in line.standing.dropped else text


def _notes(ranked: Ranking) -> Iterator[str]:
    """Yield the meaning of the marks used, and of the tie-breaks that separated equal totals."""
    standings = [line.standing for line in ranked.lines]
    if any(line.byes for line in standings):
        yield gettext("Entre parenthèses : les points d’un exempt.")
    if any(line.missed for line in ranked.lines):
        yield gettext("« m. » : tour manqué.")
    if any(line.dropped for line in standings):
        yield gettext("Entre crochets : ce qui ne compte pas dans le total.")
    yield from (gettext(MEANINGS[tie]) for tie in ranked.criteria)
    for tie, text in TIES.items():
        ranks = sorted({line.rank for line in standings if line.behind_by == tie})
        if ranks:
            yield ngettext(
                "À total égal, départagé %(comment)s : rang %(rangs)s.",
                "À total égal, départagés %(comment)s : rangs %(rangs)s.",
                len(ranks),
                comment=gettext(text),
                rangs=", ".join(map(str, ranks)),
            )


def prizes(t: Tournament, standings: Ranking) -> Sheet:
    """Return the list of prizes, to be signed, with the winners once the last round is closed, and blank names before."""
    standings = respelled(standings, spellings(t))
    title = gettext("%(name)s – liste des prix", name=t.name)
    columns = (
        SheetColumn(gettext("rang"), 0.5, Align.CENTRE),
        SheetColumn(gettext("prix"), 2.5, Align.LEFT),
        SheetColumn(gettext("nom"), 3.0, Align.LEFT),
        SheetColumn(gettext("signature"), 2.0, Align.LEFT),
    )
    won = [line for line in standings.lines if line.standing.prizes]
    rows = [_row(_rank(line), won_by(line.standing), " & ".join(line.names), "", heads=3) for line in won]
    rows = rows or [_row(str(rank), prize, "", "", heads=2) for rank, prize in enumerate(t.options.prizes, 1)]
    block = Block(grid=Grid(title, columns, tuple(rows), carries=False))
    note = gettext("Les noms sont ajoutés quand le dernier tour est clos.")
    return Sheet(title, facts=_where(t), blocks=(block,), notes=() if won else (note,))


def cards(t: Tournament, addresses: Mapping[int, str], paper: PaperSize = PaperSize.A4) -> str:
    """Return the HTML of a card for each table, with the QR code of the link that grants write access for that table."""
    codes = [(number, url, *line_art.code_path(url)) for number, url in sorted(addresses.items())]
    across = 2 if paper is PaperSize.A4 else 1
    wide, high = (side - 2 * paper.margin for side in paper.size(landscape=False))
    where = " · ".join(filter(None, (t.name, day(t.options.date), t.options.place)))
    size = fit(where, wide / across - CARD_PAD, CARD_SIZES, 2)
    return rendered(
        "cards",
        paper,
        title=gettext("%(name)s – cartes des tables", name=t.name),
        where=where,
        points=size.points,
        head=max(CARD_HEAD_MM, size.height),
        pages=[codes[first : first + across**2] for first in range(0, len(codes), across**2)],
        width=wide / across,
        height=(high - 1) / across,
    )


def score_sheets(
    t: Tournament,
    tour: int,
    tables: Mapping[int, Table],
    addresses: Mapping[int, str],
    paper: PaperSize = PaperSize.A4,
) -> str:
    """Return the HTML of a round's score sheets, blank except for the names, in order of tables.

    Two fit on an A4 page. A sheet too wide for half a page has a page of its own, after the others.
    """
    halves: list[Markup] = []
    alone: list[Markup] = []
    for table, people in tables.items():
        request = replace(spare_request(t, PaperSize.A5), table=people, seats=people.seats, tour=tour)
        made = sheet_of(request)
        pages = alone if made.landscape else halves
        if made.landscape:
            request = replace(request, paper=paper)
            made = sheet_of(request)
        # The QR code leaves no room in the title for the name of a knock-out round.
        title = gettext("Table %(table)s — tour %(tour)s", table=table, tour=tour)
        subtitle = " · ".join(filter(None, (finals.stage_name(t, tour, table), t.name)))
        sheet = replace(made, title=title, subtitle=subtitle)
        options = PrintOptions(address=addresses.get(table, ""))
        page = html_of_sheet(sheet, request.paper, options, folder=t.game.folder)
        pages += [Markup(f"<section{part}") for part in body_of(page)[1].split("<section")[1:]]  # noqa: S704 - from the template itself
    whole = paper is PaperSize.A4
    pairs = [halves[first : first + 1 + whole] for first in range(0, len(halves), 1 + whole)]
    title = gettext("%(name)s – feuilles du tour %(tour)s", name=t.name, tour=finals.tour_name(t, tour))
    return rendered("halves", paper, landscape=whole, title=title, pages=pairs, alone=alone)


def round_papers(
    t: Tournament,
    tour: int,
    tables: Mapping[int, Table],
    addresses: Mapping[int, str],
    paper: PaperSize,
    *,
    proof: str,
    own: Callable[[int], str],
) -> str:
    """Return the bundle of a round's papers: poster, list by surname, score sheets, and changed slips.

    `proof` is the URL where the draw can be checked; `own` returns the URL of a player's page.
    """
    title = gettext("%(name)s – tour %(tour)s", name=t.name, tour=finals.tour_name(t, tour))
    wall, every = PosterSize(paper), list(tables.items())
    steps = (dict(every[first : first + TABLES]) for first in range(0, len(every), TABLES))
    sheets = (score_sheets(t, tour, some, addresses, paper) for some in steps)
    changed = changed_slips(t, tour)
    handed_out = unbundled(slips.slips(t, wall, changed, own))[1] if changed is None or changed else ()
    on_the_wall = (poster.poster(t, tour, wall, proof), names.names(t, wall, tour))
    return bundled(title, (*on_the_wall, *sheets, *handed_out))


def evening_paper(t: Tournament) -> bool:
    """Return whether the game has a paper with several parties of an evening on a page."""
    return any(paper.parties > 1 and paper.suits(t.rules) for paper in t.game.papers.values())


def evening(
    t: Tournament,
    tables: Sequence[TableOf | str],
    parties: Mapping[int, Partie],
    results: Mapping[int, TableResult],
    *,
    heading: str,
    paper: PaperSize = PaperSize.A4,
) -> str:
    """Return the HTML of what a player or a table played, round by round; a text in `tables` is the reason for a missing table."""
    requests, numbers = [], numbers_of(t)
    for table in tables:
        if isinstance(table, str):
            request, where = spare_request(t, paper), table
        else:
            request = partie_request(parties[table.partie], paper=paper)
            where = gettext("table %(table)s", table=table.number)
            result = results.get(table.partie)
            # A result typed at the desk has totals, and lines only if they were typed too.
            request = replace(request, totals=result.totals if result else ())
        requests.append(
            replace(request, heading=where, numbers=numbers, date=day(t.options.date), lieu=t.options.place)
        )
    return html_of(page_request(requests or [spare_request(t, paper)], heading))


def spare_request(t: Tournament, paper: PaperSize = PaperSize.A4) -> SheetRequest:
    """Return the request for a score sheet without names, for a table of regular size."""
    return SheetRequest(
        game=t.game,
        rules=t.rules,
        table=Table(camps=t.game.rules.CAMPS),
        seats=t.options.size or usual_seats(t.game),
        paper=paper,
        rows=t.options.donnes,
        date=day(t.options.date),
        lieu=t.options.place,
        numbers=numbers_of(t),
    )
