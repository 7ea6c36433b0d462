"""What everybody may see of a tournament: the ranking, who sits where, each player's evening; and the ends of the ranking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from flask import Blueprint, Response, request, url_for

from scorekeeper import tournaments as desk
from scorekeeper.i18n import gettext
from scorekeeper.kit.form import number as typed_number
from scorekeeper.paper.posters.ranking import TIES, won_by
from scorekeeper.rules.names import alphabetical
from scorekeeper.rules.standings import Result, told_by_card
from scorekeeper.tournaments.model import Stage
from scorekeeper.web.core.form_errors import NOTHING, Refusal, answer, attempt
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import posted_uuid
from scorekeeper.web.tournaments.frame import Head, Place, head_of, live, places, store
from scorekeeper.web.tournaments.permissions import Role, by, needs
from scorekeeper.web.tournaments.round_page import asked_round

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as BaseResponse

    from scorekeeper.tournaments.model import Round, Tournament
    from scorekeeper.tournaments.ranking import Line, Ranking
    from scorekeeper.tournaments.spectators import PlayerRecord

blueprint = Blueprint("tournament_public", __name__)


@dataclass(frozen=True)
class RankLine:
    """One line of the ranking."""

    rank: int
    shared: bool
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    clubs: str
    rounds: tuple[Result | None, ...]
    dropped: tuple[int, ...]
    """Rounds that do not count."""
    total: int
    matches: int
    prizes: str
    tie: str
    """What tells them apart from the line above, with the same total."""
    present: bool


@dataclass(frozen=True)
class Level:
    """People who share a rank and may draw a card."""

    people: tuple[tuple[int, str, int], ...]
    """Number, name and the card drawn so far (0 for none)."""


@dataclass(frozen=True)
class RankingPage:
    """Context of the ranking."""

    TEMPLATE: ClassVar[str] = "tournaments/ranking.html"
    head: Head
    mark: str
    """Changes when the lines do."""
    anybody: bool
    """Whether there are lines."""
    lines: Callable[[], tuple[RankLine, ...]]
    begun: bool
    """Whether anybody has a result."""
    through: int
    provisional: bool
    rounds: tuple[int, ...]
    most: tuple[str, ...]
    """Who made the most matches."""
    most_count: int
    levels: tuple[Level, ...]
    can_finish: bool
    left: int
    """Rounds that are not played."""
    finished: bool
    prized: bool
    refused: Refusal


@dataclass(frozen=True)
class SeatLine:
    """Where somebody sits."""

    name: str
    number: int
    table: int
    seat: int


@dataclass(frozen=True)
class TableView:
    """A table with the people around it."""

    number: int
    places: tuple[Place, ...]


@dataclass(frozen=True)
class DrawPage:
    """Context of the places of a round."""

    TEMPLATE: ClassVar[str] = "tournaments/places.html"
    head: Head
    round: int | None
    rounds: tuple[int, ...]
    decided: int
    """Changes when the places may."""
    tables: Callable[[], tuple[TableView, ...]]
    seats: Callable[[], tuple[SeatLine, ...]]
    byes: tuple[str, ...]
    words: tuple[str, ...]
    seed: str
    label: str
    order: tuple[str, ...]
    """The lot: with the list and the seed, all that a check needs."""
    announced: str
    planned: bool
    """Whether the round is not opened yet."""


@dataclass(frozen=True)
class PlayerPage:
    """Context of one player's evening."""

    TEMPLATE: ClassVar[str] = "tournaments/player.html"
    head: Head
    record: PlayerRecord
    shown: int
    """Rounds that are opened; those after them are planned. What is drawn is public: anyone can work it out from the seed."""


def rank_lines(found: Ranking) -> tuple[RankLine, ...]:
    """The ranking as it is shown."""
    return tuple(_rank_line(line) for line in found.lines)


def _rank_line(line: Line) -> RankLine:
    one = line.standing
    return RankLine(
        one.rank,
        one.shared,
        line.numbers,
        line.names,
        ", ".join(line.clubs),
        line.rounds,
        tuple(result.round for result in one.dropped),
        one.total,
        one.matches,
        won_by(one),
        gettext(TIES[one.behind_by]) if one.behind_by else "",
        line.present,
    )


def ranking_page(number: int, through: int | None = None, refused: Refusal = NOTHING) -> RankingPage:
    """The ranking of all rounds, or up to one."""
    t = desk.read(store(), number)
    through = through if through is not None and through <= len(t.rounds) else None
    found = desk.standings(store(), number, through)
    numbers, count = found.matches
    head = head_of(t, "tournament_public.ranking")
    left = t.options.rounds - len(t.rounds)
    begun = any(line.standing.counted for line in found.lines)
    known = {line.standing.number: " & ".join(line.names) for line in found.lines}
    levels = tuple(
        Level(tuple((each, known[each], t.cards.get(each, 0)) for each in group))
        for group in (
            _by_card(found) if begun and head.organiser and not found.provisional and not left else ()
        )
    )
    return RankingPage(
        head,
        found.mark,
        bool(found.lines),
        lambda: rank_lines(found),
        begun,
        found.through,
        found.provisional,
        tuple(one.number for one in t.rounds),
        tuple(t.entrant(each).name for each in numbers),
        count,
        levels,
        head.organiser and t.stage is Stage.EN_COURS and bool(t.rounds) and not t.open_rounds,
        left,
        t.stage is Stage.FINI,
        any(line.standing.prizes for line in found.lines) and begun and not found.provisional,
        refused,
    )


def _by_card(found: Ranking) -> tuple[tuple[int, ...], ...]:
    """Who draws a card, also once it is drawn: a card that was noted wrong is noted again."""
    return told_by_card([line.standing for line in found.lines])


@blueprint.get("/tournois/<number:number>/classement")
def ranking(number: int) -> BaseResponse:
    """The ranking as it stands now."""
    asked = asked_round()
    state = desk.standings(store(), number, asked).mark
    return live(state, lambda: render(ranking_page(number, asked)), "classement", number, asked)


@blueprint.post("/tournois/<number:number>/cartes/<number:entrant>")
@needs(Role.ORGANISATEUR)
def card(number: int, entrant: int) -> BaseResponse | tuple[str, int]:
    """Note the card that somebody drew."""
    value: Any = typed_number(request.form.get("carte"))
    refused = attempt(
        f"carte-{entrant}",
        lambda: desk.draw_card(store(), number, entrant, value, by=by(), uuid=posted_uuid()),
    )
    done = url_for("tournament_public.ranking", number=number) + "#egalites"
    return answer(refused, lambda said: ranking_page(number, None, said), done)


@blueprint.post("/tournois/<number:number>/finir")
@needs(Role.ORGANISATEUR)
def finish(number: int) -> BaseResponse | tuple[str, int]:
    """End the tournament: the ranking is kept as it is announced."""
    reason = request.form.get("raison", "")
    refused = attempt(
        "finir", lambda: desk.finish(store(), number, by=by(), reason=reason, uuid=posted_uuid())
    )
    done = url_for("tournament_public.ranking", number=number)
    return answer(refused, lambda said: ranking_page(number, None, said), done)


@blueprint.post("/tournois/<number:number>/reprendre")
@needs(Role.ORGANISATEUR)
def resume(number: int) -> BaseResponse | tuple[str, int]:
    """Go on with a finished tournament."""
    reason = request.form.get("raison", "")
    refused = attempt(
        "reprendre", lambda: desk.resume(store(), number, reason=reason, by=by(), uuid=posted_uuid())
    )
    done = url_for("tournament_public.ranking", number=number)
    return answer(refused, lambda said: ranking_page(number, None, said), done)


def seat_lines(t: Tournament, one: Round) -> tuple[SeatLine, ...]:
    """Where everybody sits in a round, by name."""
    found = [
        SeatLine(table.substitutes.get(number) or t.entrant(number).name, number, table.number, seat + 1)
        for table in one.tables
        for seat, number in enumerate(table.seats)
    ]
    return tuple(sorted(found, key=lambda line: alphabetical(line.name)))


def table_views(t: Tournament, one: Round) -> tuple[TableView, ...]:
    """Who sits around each table of a round."""
    return tuple(TableView(table.number, places(t, table.seats, table.substitutes)) for table in one.tables)


def draw_page(number: int, asked: int | None) -> DrawPage:
    """Who sits where in a round, the latest unless told."""
    t = desk.read(store(), number)
    rounds = tuple(one.number for one in t.drawn)
    head = head_of(t, "tournament_public.draw")
    if not t.rounds:
        return DrawPage(
            head, None, rounds, t.decided, tuple, tuple, (), (), "", "", (), t.seed, planned=False
        )
    wanted = asked or len(t.rounds)
    one = t.drawn[wanted - 1] if wanted in rounds else t.round(wanted)
    draw = t.draws[one.draw - 1]
    return DrawPage(
        head,
        one.number,
        rounds,
        t.decided,
        lambda: table_views(t, one),
        lambda: seat_lines(t, one),
        tuple(t.entrant(player).name for player in one.byes),
        desk.draw_sentences(draw),
        draw.seed,
        draw.label,
        draw.order,
        t.seed,
        planned=one.number > len(t.rounds),
    )


@blueprint.get("/tournois/<number:number>/tirage")
def draw(number: int) -> BaseResponse:
    """The draw of a round, by table and by name, and how it can be checked."""
    asked = asked_round()
    state = str(desk.read(store(), number).decided)
    return live(state, lambda: render(draw_page(number, asked)), "tirage", number, asked)


@blueprint.get("/tournois/<number:number>/joueurs/<number:entrant>")
def player(number: int, entrant: int) -> Response | str:
    """One player's evening."""
    t = desk.read(store(), number)
    record = desk.player(store(), number, entrant)
    return render(PlayerPage(head_of(t), record, len(t.rounds)))
