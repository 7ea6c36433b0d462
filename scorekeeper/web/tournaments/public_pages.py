"""What everybody may see of a tournament: the ranking, the places, each player's evening; and the ends of the ranking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.i18n import gettext
from scorekeeper.kit.form import typed_number
from scorekeeper.paper.posters.ranking import TIES, won_by
from scorekeeper.rules.names import alphabetical
from scorekeeper.rules.standings import Standing, separated_by_card
from scorekeeper.tournaments.model import DrawRecord, Round, Stage, Tournament
from scorekeeper.tournaments.ranking import Ranking
from scorekeeper.tournaments.spectators import PlayerRecord
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments import frame
from scorekeeper.web.tournaments.frame import DeskPage, SeatedTable, head_of, live
from scorekeeper.web.tournaments.permissions import Role, needs
from scorekeeper.web.tournaments.round_page import asked_round

blueprint = Blueprint("tournament_public", __name__, url_prefix="/tournois/<number:number>")
CardGroups = tuple[tuple[tuple[int, str, int], ...], ...]
"""People who share a rank and may draw a card: their numbers, names and the cards drawn so far (0 for none)."""
blueprint.add_app_template_filter(won_by, "prizes")


@dataclass(frozen=True, kw_only=True)
class RankingPage(DeskPage):
    """Context of the ranking."""

    TEMPLATE: ClassVar[str] = "tournaments/ranking.html"
    ranking: Ranking
    begun: bool
    """Whether anybody has a result."""
    prized: bool
    """Whether there are prizes, and the ranking says who gets them."""
    most: tuple[str, ...]
    """The players with the most matches."""
    levels: CardGroups
    left: int
    """Rounds that are not played."""
    can_finish: bool


@dataclass(frozen=True)
class SeatLine:
    """The seat of one person in a round."""

    name: str
    table: int
    seat: int


@dataclass(frozen=True, kw_only=True)
class PlacesPage(DeskPage):
    """Context of the places of a round."""

    TEMPLATE: ClassVar[str] = "tournaments/places.html"
    round: Round | None = None
    """The round that is shown; `None` before the first one, when nothing below is either."""
    tables: Callable[[], tuple[SeatedTable, ...]] = tuple
    seats: Callable[[], tuple[SeatLine, ...]] = tuple
    byes: tuple[str, ...] = ()
    draw: DrawRecord | None = None
    words: tuple[str, ...] = ()
    """The draw in sentences."""


@dataclass(frozen=True, kw_only=True)
class EveningPage(DeskPage):
    """Context of one player's evening."""

    TEMPLATE: ClassVar[str] = "tournaments/player.html"
    record: PlayerRecord
    shown: int
    """Rounds that are opened; those after them are planned. The draw is public: its seed lets anybody repeat it."""


@blueprint.app_template_filter("tie_break")
def tie_break(standing: Standing) -> str:
    """What puts a line of the ranking behind the one above it with the same total; empty where nothing does."""
    return gettext(TIES[standing.behind_by]) if standing.behind_by else ""


def ranking_page(number: int, through: int | None = None, refused: RefusedForm = NOT_REFUSED) -> RankingPage:
    """The ranking of all rounds, or up to one."""
    t = desk.read(store(), number)
    through = through if through is not None and through <= len(t.rounds) else None
    ranking = desk.standings(store(), number, through)
    head = head_of(t, "tournament_public.ranking")
    left = t.options.rounds - len(t.rounds)
    begun = any(line.standing.counted for line in ranking.lines)
    final = begun and not ranking.provisional
    return RankingPage(
        head=head,
        ranking=ranking,
        begun=begun,
        prized=final and any(line.standing.prizes for line in ranking.lines),
        most=tuple(t.entrant(entrant).name for entrant in ranking.matches[0]),
        levels=card_groups(t, ranking) if final and head.organiser and not left else (),
        can_finish=head.organiser and t.stage is Stage.EN_COURS and bool(t.rounds) and not t.open_rounds,
        left=left,
        refused=refused,
    )


def card_groups(t: Tournament, ranking: Ranking) -> CardGroups:
    """Those who draw a card, also once it is drawn: a card that was noted wrong is noted again."""
    names = {line.standing.number: " & ".join(line.names) for line in ranking.lines}
    return tuple(
        tuple((number, names[number], t.cards.get(number, 0)) for number in group)
        for group in separated_by_card([line.standing for line in ranking.lines])
    )


@blueprint.get("/classement")
def ranking(number: int) -> Response:
    """The ranking as it stands now."""
    asked = asked_round()
    state = desk.standings(store(), number, asked).mark
    return live(state, lambda: render(ranking_page(number, asked)), "classement", number, asked)


@blueprint.post("/cartes/<number:entrant>")
@needs(Role.ORGANISATEUR)
def card(number: int, entrant: int) -> ResponseReturnValue:
    """Note the card that somebody drew."""
    return frame.perform(
        f"carte-{entrant}",
        desk.draw_card,
        number,
        entrant,
        typed_number(request.form.get("carte")),
        page=partial(ranking_page, number, None),
        done=url_for("tournament_public.ranking", number=number) + "#egalites",
    )


def _perform(form: str, act: Callable[..., object], number: int) -> ResponseReturnValue:
    """An act about the whole tournament, with a reason, on the page of the ranking."""
    return frame.perform(
        form,
        act,
        number,
        page=partial(ranking_page, number, None),
        done=url_for("tournament_public.ranking", number=number),
        reason=frame.posted_reason(),
    )


@blueprint.post("/finir")
@needs(Role.ORGANISATEUR)
def finish(number: int) -> ResponseReturnValue:
    """End the tournament: the ranking is kept as it is announced."""
    return _perform("finir", desk.finish, number)


@blueprint.post("/reprendre")
@needs(Role.ORGANISATEUR)
def resume(number: int) -> ResponseReturnValue:
    """Go on with a finished tournament."""
    return _perform("reprendre", desk.resume, number)


def seat_lines(t: Tournament, shown: Round) -> tuple[SeatLine, ...]:
    """Where everybody sits in a round, by name."""
    lines = [
        SeatLine(table.substitutes.get(number) or t.entrant(number).name, table.number, seat)
        for table in shown.tables
        for seat, number in enumerate(table.seats, 1)
    ]
    return tuple(sorted(lines, key=lambda line: alphabetical(line.name)))


def places_page(number: int, asked: int | None) -> PlacesPage:
    """The seats of a round, the latest unless another is asked for."""
    t = desk.read(store(), number)
    head = head_of(t, "tournament_public.draw")
    if not t.rounds:
        return PlacesPage(head=head)
    wanted = asked or len(t.rounds)
    shown = t.drawn[wanted - 1] if wanted <= len(t.drawn) else t.round(wanted)
    draw = t.draws[shown.draw - 1]
    return PlacesPage(
        head=head,
        round=shown,
        tables=lambda: frame.seated_tables(t, shown),
        seats=lambda: seat_lines(t, shown),
        byes=tuple(t.entrant(player).name for player in shown.byes),
        draw=draw,
        words=desk.draw_sentences(draw),
    )


@blueprint.get("/tirage")
def draw(number: int) -> Response:
    """The draw of a round, by table and by name, and how it can be checked."""
    asked = asked_round()
    state = str(desk.read(store(), number).decided)
    return live(state, lambda: render(places_page(number, asked)), "tirage", number, asked)


@blueprint.get("/joueurs/<number:entrant>")
def player(number: int, entrant: int) -> str:
    """One player's evening."""
    t = desk.read(store(), number)
    record = desk.player(store(), number, entrant)
    return render(EveningPage(head=head_of(t), record=record, shown=len(t.rounds)))
