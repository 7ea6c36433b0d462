"""Printed sheets of a tournament: ranking, prizes, cards with the tables' QR codes, score sheets, all papers of a round."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase

from markupsafe import Markup

from scorekeeper.cards.game_api.sheet import PaperSize, SheetRequest
from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.cards.game_api.words import signed
from scorekeeper.cards.rules.contract import Table
from scorekeeper.draw.standings import Result
from scorekeeper.i18n import day, gettext
from scorekeeper.paper import line_art
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.letters import respelled
from scorekeeper.paper.posters import names, poster, slips
from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.posters.standings import WallColumn, WallList, columns_of, list_pages
from scorekeeper.paper.sheets import (
    CODE_MM,
    PrintOptions,
    body_of,
    html_of,
    html_of_sheet,
    rendered,
    sheet_of,
)
from scorekeeper.paper.text import fit
from scorekeeper.parties import Partie
from scorekeeper.parties.sheet_requests import page_request, partie_request, usual_seats
from scorekeeper.press.messages import bundled, unbundled
from scorekeeper.tournaments import finals
from scorekeeper.tournaments.fold import changed_slips
from scorekeeper.tournaments.model import TableOf, TableResult, Tournament
from scorekeeper.tournaments.pairing import TeamLine
from scorekeeper.tournaments.prizes import won_by
from scorekeeper.tournaments.rankings import Ranking, RankingLine
from scorekeeper.tournaments.words import CRITERIA, MEANINGS, TIES, grouped

SIGNED_MM = 13.0
"""Least height of a row to sign in."""
TABLES = 40
"""Number of tables whose sheets are printed in one step."""
CARD_SIZES, CARD_PAD, CARD_HEAD_MM = (10.0, 8.5, 7.0), 8.5, 9.0
"""Font sizes in points of a card's heading, space at its sides, and its least height in mm."""


def ranking_lists(t: Tournament, standings: Ranking) -> Iterator[WallList]:
    """Yield the ranking, the teams and the knock-out as lists; a title has the state of the tournament."""
    t, standings = placed.legible(t), respelled(standings, placed.spellings(t))
    where = placed.occasion(t)
    marks = _tie_marks(standings)
    yield WallList(
        title=gettext("%(name)s – classement, %(etat)s", name=t.name, etat=standings.state),
        columns=tuple(_columns(standings, marks)),
        notes=tuple(filter(None, (where, *_notes(t, standings, marks)))),
    )
    under = (where,) if where else ()
    if teams := list(_team_lines(standings)):
        team = WallColumn(gettext("équipe"), prose=True)
        heads = WallColumn(gettext("rang")), team, WallColumn(gettext("total"))
        strong = frozenset(place for place, line in enumerate(teams) if line[0])
        title = f"{t.name} – {gettext('Équipes')}"
        yield WallList(
            title=title, columns=columns_of(heads, teams), notes=under, strong=strong, grouped=True
        )
    if sides := list(_final_lines(t, standings)):
        words = gettext("tournoi|tour"), gettext("table"), gettext("nom"), gettext("total"), gettext("passe")
        stages = [WallColumn(word, prose=word == words[2]) for word in words]
        title = f"{t.name} – {gettext('Phase finale')}"
        yield WallList(title=title, columns=columns_of(stages, sides), notes=under)


def _columns(standings: Ranking, marks: Mapping[str, str]) -> Iterator[WallColumn]:
    """Yield the columns of the ranking: of the tie-breaks, those that decided. Those of rounds and figures may be dropped."""
    lines = standings.lines
    yield WallColumn(
        gettext("rang"), tuple(_rank(line, marks.get(line.standing.behind_by or "", "")) for line in lines)
    )
    yield WallColumn(gettext("nom"), tuple(" & ".join(line.names) for line in lines), prose=True)
    for tour, results in enumerate(zip(*(line.rounds for line in lines), strict=True), 1):
        texts = tuple(_round_result(line, tour, each) for line, each in zip(lines, results, strict=True))
        yield WallColumn(gettext("tour %(tour)s", tour=tour), texts, spare=True)
    credits_ = (line.standing.credit for line in lines)
    yield WallColumn(gettext("crédit"), tuple(signed(each) if each else "" for each in credits_), spare=True)
    yield WallColumn(gettext("total"), tuple(figure(line.standing.total) for line in lines))
    for tie in standings.criteria:
        if tie in marks:
            texts = tuple(figure(line.standing.figures[tie]) for line in lines)
            yield WallColumn(gettext(CRITERIA[tie]), texts, spare=True)
    if standings.finals:
        yield WallColumn(
            gettext("phase finale"), tuple(finals.reached_word(line.reached) for line in lines), prose=True
        )
    if not standings.provisional:
        yield WallColumn(gettext("prix"), tuple(won_by(line.standing) for line in lines), prose=True)


def _tie_marks(standings: Ranking) -> dict[str, str]:
    """Map each tie-break that separated equal totals to a letter, which is printed at the ranks behind."""
    used = {line.standing.behind_by for line in standings.lines}
    return dict(zip((tie for tie in TIES if tie in used), ascii_lowercase, strict=False))


def wall(lists: Iterable[WallList], paper: placed.PosterSize) -> str:
    """Return the HTML of lists for the wall, each on pages of its own, with the title of the first."""
    made = tuple(lists)
    pages = [page for each in made for page in list_pages(each, paper)]
    return placed.html_of_pages(made[0].title, pages, paper)


def _team_lines(standings: Ranking) -> Iterator[tuple[str, str, str]]:
    """Yield a line for each team, then one for each member; totals that do not count are in square brackets."""
    for line in standings.teams:
        yield _rank(line), line.name, figure(line.standing.total)
        for place, (_, name, made) in enumerate(line.members):
            counts = place < len(line.standing.counted)
            yield "", name, figure(made) if counts else f"[{figure(made)}]"


def _final_lines(t: Tournament, standings: Ranking) -> Iterator[tuple[str, ...]]:
    """Yield the sides of the knock-out from the final back, winners first, with stage, table, total and a mark for winners."""
    for now in reversed(finals.final_rounds(t)) if standings.finals else ():
        for final in now.tables:
            stage, table = finals.stage_name(t, now.round.number, final.table.number), str(final.table.number)
            for side in sorted(finals.sides_of(t, final), key=lambda side: not side.ahead):
                name, total, ahead = " & ".join(side.names), finals.side_text(side), "✓" if side.ahead else ""
                yield stage, table, name, total, ahead


def _rank(line: RankingLine | TeamLine, mark: str = "") -> str:
    """Return the rank of a line, with `=` if shared, and the letter of the tie-break that put it behind (see `_tie_marks`)."""
    return " ".join(filter(None, (str(line.standing.rank), "=" if line.standing.shared else "", mark)))


def _round_result(line: RankingLine, tour: int, result: Result | None) -> str:
    """Return the points of a round: in square brackets if dropped, in parentheses for a bye, marked if the round was missed."""
    missed = gettext("m.") if tour in line.missed else ""
    if result is None:
        return missed
    text = f"({figure(result.points)})" if result.bye else f"{missed} {figure(result.points)}".strip()
    return f"[{text}]" if result in line.standing.dropped else text


def _notes(t: Tournament, ranked: Ranking, marks: Mapping[str, str]) -> Iterator[str]:
    """Yield the meaning of the marks used, and of the tie-breaks; the credits; the fingerprint of the evening, if this is final."""
    standings = [line.standing for line in ranked.lines]
    if any(line.byes for line in standings):
        yield gettext("Entre parenthèses : les points d’un exempt.")
    if any(line.missed for line in ranked.lines):
        yield gettext("« m. » : tour manqué.")
    if any(line.dropped for line in standings):
        yield gettext("Entre crochets : ce qui ne compte pas dans le total.")
    yield from (gettext(MEANINGS[tie]) for tie in ranked.criteria if tie in marks)
    for tie, mark in marks.items():
        how = gettext(TIES[tie])
        yield gettext("%(marque)s : à total égal, départagé %(comment)s.", marque=mark, comment=how)
    for credit in t.credits:
        given = {"nom": t.entrant(credit.number).name, "points": signed(credit.points)}
        yield gettext("%(nom)s, crédit %(points)s : %(raison)s", **given, raison=credit.reason)
    head = (t.final or {}).get("head")
    if head and not ranked.provisional:
        yield gettext("Empreinte de la soirée : %(empreinte)s", empreinte=grouped(head))


def prizes(t: Tournament, standings: Ranking) -> WallList:
    """Return the list of prizes, to be signed, with the winners once the last round is closed, and blank names before."""
    standings = respelled(standings, placed.spellings(t))
    won = [line for line in standings.lines if line.standing.prizes]
    lines = [(_rank(line), " & ".join(line.names), won_by(line.standing), "") for line in won]
    lines = lines or [(str(rank), "", prize, "") for rank, prize in enumerate(t.options.prizes, 1)]
    name = WallColumn(gettext("nom"), prose=True, written=0.35)
    signature = WallColumn(gettext("signature"), prose=True, written=0.3)
    heads = WallColumn(gettext("rang")), name, WallColumn(gettext("prix"), prose=True), signature
    return WallList(
        title=gettext("%(name)s – liste des prix", name=t.name),
        columns=columns_of(heads, lines),
        notes=() if won else (gettext("Les noms sont ajoutés quand le dernier tour est clos."),),
        least_row=SIGNED_MM,
    )


def cards(t: Tournament, addresses: Mapping[int, str], paper: PaperSize = PaperSize.A4) -> str:
    """Return the HTML of a card for each table, with the QR code of the link that grants write access for that table."""
    codes = [(number, url, *line_art.code_path(url)) for number, url in sorted(addresses.items())]
    across = 2 if paper is PaperSize.A4 else 1
    wide, high = (side - 2 * paper.margin for side in paper.size(landscape=False))
    where = " · ".join(filter(None, (t.name, placed.occasion(t)))).replace(" · ", "\u00a0· ")
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
    *,
    large: bool = False,
) -> str:
    """Return the HTML of a round's score sheets, blank except for the names, in order of tables.

    Two fit on an A4 page, where a half left over has a sheet without names. A sheet too wide for half a page, or `large`, has a
    page of its own, after the others.
    """
    halves: list[Markup] = []
    alone: list[Markup] = []
    for table, people in tables.items():
        spare = spare_request(t, paper if large else PaperSize.A5)
        request = replace(spare, table=people, seats=people.seats, tour=tour)
        # The QR code leaves no room in the title for the name of a knock-out round.
        title = gettext("Table %(table)s — tour %(tour)s", table=table, tour=tour)
        subtitle = " · ".join(filter(None, (finals.stage_name(t, tour, table), t.name)))
        options = PrintOptions(address=addresses.get(table, ""))
        wide, made = _sections(request, paper, options, title=title, subtitle=subtitle)
        (alone if wide or large else halves).extend(made)
    two_up = paper is PaperSize.A4
    if two_up and len(halves) % 2:
        halves += _sections(replace(spare_request(t, PaperSize.A5), tour=tour), paper, PrintOptions())[1][:1]
    pairs = [halves[first : first + 1 + two_up] for first in range(0, len(halves), 1 + two_up)]
    title = gettext("%(name)s – feuilles du tour %(tour)s", name=t.name, tour=finals.tour_name(t, tour))
    return rendered("halves", paper, landscape=two_up, title=title, pages=pairs, alone=alone)


def _sections(
    request: SheetRequest, paper: PaperSize, options: PrintOptions, **head: str
) -> tuple[bool, list[Markup]]:
    """Return whether a sheet needs more than half a page, and its pages, laid out for half a page or else for `paper`.

    `head` has the title and subtitle, if they are not those of the game.
    """
    code = CODE_MM if options.address else 0.0
    sheet = replace(sheet_of(request), **head)  # type: ignore[arg-type]
    pages = pages_of(sheet, request.paper, code)
    if wide := pages[0].landscape:
        request = replace(request, paper=paper)
        sheet = replace(sheet_of(request), **head)  # type: ignore[arg-type]
        pages = pages_of(sheet, paper, code)
    page = html_of_sheet(sheet, request.paper, options, folder=request.game.folder, pages=pages)
    return wide, [Markup(f"<section{part}") for part in body_of(page)[1].split("<section")[1:]]  # noqa: S704 - from the template itself


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
    wall, every = placed.PosterSize(paper), list(tables.items())
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
    """Return the HTML of a player's or a table's sheets, round by round; a text in `tables` is the reason why a round has none."""
    requests, numbers = [], placed.numbers_of(t)
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
        numbers=placed.numbers_of(t),
    )
