"""Read-only pages of a tournament: ranking with prizes and finish, each player's page, and the history in words."""

import re
import time
from collections.abc import Mapping
from functools import partial

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.cards.game_api.words import signed
from scorekeeper.cards.rules.names import NAME_MAX, by_surname
from scorekeeper.draw.standings import Standing, separated_by_card
from scorekeeper.i18n import N_, gettext
from scorekeeper.tournaments import prizes, seasons
from scorekeeper.tournaments.finals import reached_word, side_text, sides_of, total_rounds
from scorekeeper.tournaments.fold import SHOWN_AS, Happening
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.pairing import TeamLine
from scorekeeper.tournaments.rankings import Ranking
from scorekeeper.tournaments.words import CRITERIA, KINDS, MEANINGS, TIES
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, store, whole_number
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.check_in import matching
from scorekeeper.web.tournaments.layout import polled
from scorekeeper.web.tournaments.permissions import Pages, Role, is_organiser
from scorekeeper.web.tournaments.round_page import asked_round

blueprint = Pages("tournament_public", __name__, url_prefix="/tournois/<number:number>")
MOST_NAMES = 20
blueprint.add_app_template_filter(prizes.won_by, "prizes")
blueprint.add_app_template_filter(reached_word)
blueprint.add_app_template_filter(side_text)


@blueprint.app_template_filter()
def members_text(line: TeamLine) -> str:
    """Return the members of a team with their totals; totals that do not count are in square brackets."""
    texts = [f"{name} {figure(made)}" for _, name, made in line.members]
    counting = len(line.standing.counted)
    return ", ".join([*texts[:counting], *(f"[{text}]" for text in texts[counting:])])


@blueprint.app_template_filter("tie_break")
def tie_break(standing: Standing) -> str:
    """Return the tie-break by which a line ranks behind the one above it with the same total; empty for none."""
    return gettext(TIES[standing.behind_by]) if standing.behind_by else ""


@layout.form_page("ranking", "tournament_public.ranking", "number")
def ranking_page(number: int, through: int | None = None, refused: RefusedForm = NOT_REFUSED) -> str:
    """Render the ranking as it stands now, or after round `through`."""
    t = desk.read(store(), number)
    ranking, all_ = layout.shown_ranking(t, through), desk.standings(store(), number)
    waiting, every = prizes.hidden(t, all_), prizes.groups(all_)
    left = total_rounds(t) - len(t.rounds)
    final = ranking.closed and not ranking.provisional
    most = len(t.rounds) - (ranking.withheld and ranking.provisional)
    last = min(through or most, most)
    # Cards may also decide who qualifies for the knock-out.
    before = len(t.rounds) == t.options.rounds and not t.open_rounds and bool(left)
    return layout.page(
        "ranking",
        t,
        "tournament_public.ranking",
        ranking=ranking,
        criteria=[(gettext(CRITERIA[tie]), gettext(MEANINGS[tie])) for tie in ranking.criteria],
        credited=any(line.standing.credit for line in ranking.lines),
        prized=any(line.standing.prizes for line in ranking.lines),
        most=[t.entrant(entrant).name for entrant in ranking.matches[0]],
        levels=card_groups(t, ranking) if (before or (final and not left)) and is_organiser() else (),
        knockout=[
            now for now in reversed(layout.shown_finals(t)) if now.round.number <= (through or len(t.rounds))
        ],
        sides_of=partial(sides_of, t),
        names_of=lambda team: " & ".join(t.entrant(number).name for number in team),
        shown=last,
        tours=[round_.number for round_ in t.rounds[:most] if round_.closed],
        can_finish=is_organiser() and t.stage is Stage.EN_COURS and t.rounds and not t.open_rounds,
        left=left,
        leavers=prizes.lines_of_departed(t, all_) if is_organiser() else (),
        hidden=0 if ranking.provisional else len(all_.lines) - len(ranking.lines + ranking.named),
        withheld=prizes.withheld_now(store(), number),
        following=waiting[-1] if waiting else (),
        to_come=len(waiting),
        too_early=all_.provisional,
        unveiled=every[len(waiting) :] if t.reveal is not None else (),
        refused=refused,
    )


def card_groups(t: Tournament, ranking: Ranking) -> tuple[tuple[tuple[int, str, int], ...], ...]:
    """Return the groups that share a rank and draw cards: number, name and card of each, 0 for none.

    Cards already noted are included, so that a wrong one can be corrected.
    """
    names = {line.standing.number: " & ".join(line.names) for line in ranking.lines}
    return tuple(
        tuple((number, names[number], t.cards.get(number, 0)) for number in group)
        for group in separated_by_card([line.standing for line in ranking.lines])
    )


@blueprint.get("/classement")
def ranking(number: int) -> Response:
    """Show the ranking as it stands now, or after the round in the URL."""
    asked = asked_round()
    in_seasons = (f"{season.id}.{season.revision}" for season in seasons.of_tournament(store(), number))
    state = "-".join([layout.shown_ranking(desk.read(store(), number), asked).mark, *in_seasons])
    return polled(state, lambda: ranking_page(number, asked), "classement", number, asked)


@blueprint.post("/cartes/<number:entrant>", role=Role.ORGANISATEUR)
def card(number: int, entrant: int) -> ResponseReturnValue:
    """Note the card that an entrant drew."""
    value = typed_number(request.form.get("carte"))
    form = f"carte-{entrant}"
    return layout.perform(form, desk.draw_card, number, entrant, value, page="ranking", then="#egalites")


@blueprint.post("/remise/partis", role=Role.ORGANISATEUR)
def leaver_prize(number: int) -> ResponseReturnValue:
    """Decide that somebody who left gets a prize all the same, or undo that."""
    t, who = desk.read(store(), number), whole_number(request.form.get("qui", "")) or 0
    others = {*t.options.prized} - {who}
    prized = sorted(others | {who} if request.form.get("donner") else others)
    return layout.perform("remise", desk.amend, number, {"prized": prized}, page="ranking")


@blueprint.get("/mon-soir")
def own(number: int) -> ResponseReturnValue:
    """Find a player's page by a few letters of the name or by number; redirects when only one matches."""
    t, typed = desk.read(store(), number), request.args.get("nom", "").strip()[:NAME_MAX]
    people = sorted(matching(t.entrants, typed), key=lambda entrant: by_surname(entrant.name))
    if len(people) == 1:
        return redirect(url_for("tournament_public.player", number=number, entrant=people[0].number), 303)
    here, more = "tournament_public.own", len(people) > MOST_NAMES
    return layout.page("own", t, here, typed=typed, people=people[:MOST_NAMES], more=more)


def player_page(number: int, entrant: int) -> str:
    """Render a player's page: present seat, results of the rounds, and rank after the closed rounds."""
    t = desk.read(store(), number)
    record = layout.shown_player(number, desk.player(store(), number, entrant))
    ranking, shown = layout.shown_ranking(t), len(t.rounds)
    # The open round, else the next one if its tables are planned.
    tour = shown if t.current else shown + 1
    now = next((line for line in record.rounds if line.round == tour and t.stage is not Stage.FINI), None)
    return layout.page("player", t, record=record, ranking=ranking, shown=shown, now=now)


@blueprint.get("/joueurs/<number:entrant>")
def player(number: int, entrant: int) -> Response:
    """Show a player's page, which is polled."""
    now = desk.evening(store(), number)
    state = f"{now.fingerprint}-{layout.shown_ranking(now.tournament).mark}-{layout.my_table()}"
    ticks = int(time.time()) if desk.clock_of(now.tournament) else 0
    return polled(state, lambda: player_page(number, entrant), "joueur", number, entrant, ticks)


_PLACE = re.compile(r"(tour|table|joueur):(\d+)")


def place_text(t: Tournament, place: str) -> str:
    """Return an event's place in words: round, table or entrant."""
    words = {"tour": N_("tour %(n)s"), "table": N_("table %(n)s")}
    return ", ".join(
        gettext(words[part], n=number) if part in words else f"{number} {t.entrant(int(number)).name}"
        for part, number in _PLACE.findall(place)
    )


def _result_text(_: Tournament, event: Happening) -> str:
    """Return the totals of a result, with the adjustments and their reason; empty without a result."""
    asked, result = event.asked, event.done.get("result")
    if not isinstance(result, Mapping):
        return ""
    totals = " – ".join(map(str, result["totals"]))
    if not asked.get("adjustments"):
        return totals
    aside = ", ".join(map(signed, asked["adjustments"]))
    return gettext(
        "%(totaux)s, ajustement %(points)s : %(motif)s", totaux=totals, points=aside, motif=asked["motif"]
    )


def line_of(t: Tournament, event: Happening) -> tuple[Happening, str, str, str]:
    """Return an event with its kind, its content and its author in words."""
    content = SHOWN_AS.get(event.kind, _result_text)(t, event)
    step = gettext(KINDS.get(f"{event.kind}-{event.asked.get('what')}", ""))
    parts = (place_text(t, event.place), f"{step} {content}".strip())
    kind = gettext(KINDS.get(event.kind, event.kind))
    return event, kind, " · ".join(filter(None, parts)), layout.author_of(event)


@blueprint.get("/historique", role=Role.ORGANISATEUR)
def history(number: int) -> str:
    """Show all events, the latest first."""
    t = desk.read(store(), number)
    lines = [line_of(t, event) for event in reversed(desk.history(store(), number))]
    return layout.page("history", t, "tournament_public.history", lines=lines)
