"""The organiser's line of steps, with the next act, and the bell and the clock: parts of every page of the desk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify, url_for

from scorekeeper import tournaments as desk
from scorekeeper.errors import StorageError, Unknown
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.tournaments import prizes
from scorekeeper.tournaments.acts.calls import ringing
from scorekeeper.tournaments.advice import lacking
from scorekeeper.tournaments.finals import is_final, total_rounds, tour_name
from scorekeeper.tournaments.model import Stage, TableStage, Tournament
from scorekeeper.tournaments.round_progress import Progress, SheetPlace
from scorekeeper.web.core.requests import store
from scorekeeper.web.tournaments.permissions import is_organiser

blueprint = Blueprint("tournament_bell", __name__)
MOST_PLAYED = 10
"""Most tournaments examined for bells, the most recently changed first."""


BellLine = dict[str, str]
"""A call for the organiser: a `sentence`, the `text` of the table, the `url` of its page, and the URL to `answer` it."""


@blueprint.app_template_global("round_clock")
def clock_view(t: Tournament) -> dict[str, Any] | None:
    """Return the clock of the open round as template values; `None` without one.

    `left` has the seconds, `text` the time; `short` and `last` are the notices for when the time is up.
    """
    clock = desk.clock_of(t)
    if clock is None:
        return None
    minutes, seconds = divmod(max(0, clock.now), 60)
    hours, minutes = divmod(minutes, 60)
    return {
        "url": url_for("tournament_bell.clock", number=t.id),
        "left": clock.now,
        "running": clock.running,
        "text": f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}",
        "short": gettext(t.game.entry_word.text("derniere")),
        "last": gettext("finissez celle qui est commencée."),
    }


@blueprint.get("/tournois/<number:number>/horloge")
def clock(number: int) -> Response:
    """Return the seconds left as JSON, by the server's clock: a tablet's clock may be wrong or have stopped."""
    clock = desk.clock_of(desk.read(store(), number))
    response = jsonify(left=clock and clock.now, running=bool(clock and clock.running))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.app_template_global("clock_at")
def clock_at(place: SheetPlace | None) -> dict[str, Any] | None:
    """Return the clock of a table's round as template values; `None` without one."""
    if place is None or not place.current:
        return None
    try:
        return clock_view(desk.read(store(), place.tournament))
    except (StorageError, Unknown):
        return None


def bell(t: Tournament) -> tuple[BellLine, ...]:
    """Return the unanswered calls, disputes and late tables of a tournament."""
    lines: list[BellLine] = []
    for at, note, disputed in ringing(t):
        show, answer = (
            url_for(endpoint, number=t.id, tour=at.round, table=at.number)
            for endpoint in ("tournament_tables.show", "tournament_acts.answer")
        )
        sentence = (
            gettext("Table %(table)s conteste sa feuille.", table=at.number)
            if disputed
            else gettext("Table %(table)s appelle.", table=at.number)
        )
        lines.append({"sentence": sentence, "text": note.text, "url": show, "answer": answer})
    clock = desk.clock_of(t)
    if clock and not clock.answered and (late := desk.late(store(), t)):
        show = url_for("tournament_tables.overview", number=t.id)
        answer = url_for("tournament_acts.answer_late", number=t.id, tour=clock.round)
        lines.append({"sentence": late_sentence(late), "text": "", "url": show, "answer": answer})
    return tuple(lines)


@blueprint.app_template_global("ringing_tournaments")
def ringing_tournaments() -> tuple[tuple[Tournament, tuple[BellLine, ...]], ...]:
    """Return the tournaments with an open round and their calls, for pages outside tournaments; empty for all but the organiser."""
    if not is_organiser():
        return ()
    rows = desk.list_all(store(), limit=MOST_PLAYED)
    played = (desk.read(store(), row.id) for row in rows if row.stage == Stage.EN_COURS)
    return tuple((t, bell(t)) for t in played if t.open_rounds)


def late_sentence(tables: Sequence[int]) -> str:
    """Return the sentence about tables that still play although the time is up."""
    return ngettext(
        "Temps écoulé, table %(tables)s joue encore.",
        "Temps écoulé, ces tables jouent encore : %(tables)s.",
        len(tables),
        tables=runs(tables),
    )


def runs(numbers: Iterable[int]) -> str:
    """Return ascending numbers as text with ranges: `1, 3–6, 9`."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in ranges)


URGENT = (TableStage.LITIGE, TableStage.ATTEND, TableStage.JOUE)
"""States of a table that keep a round open, the most urgent first."""


@dataclass(frozen=True)
class Step:
    """The organiser's next step: a sentence, with a link or a button."""

    sentence: str
    label: str = ""
    url: str = ""
    tour: int | None = None
    """For a button, the round that its form sends, 0 for none; `None` for a link."""
    missing: tuple[str, ...] = ()
    """Sentences on the tables that the step waits for."""
    at: str = "remise"
    """Key of the current step in the line of steps."""


def here_of(t: Tournament) -> str:
    """Return the number of people in words; with check-in, those present and those registered."""
    if t.awaited or (t.options.door and t.present):
        return ngettext(
            "%(num)s présent sur %(inscrits)s",
            "%(num)s présents sur %(inscrits)s",
            len(t.present),
            inscrits=len(t.present) + len(t.awaited),
        )
    return ngettext("%(num)s joueur inscrit", "%(num)s joueurs inscrits", len(t.present))


def next_step(t: Tournament) -> Step:
    """Return the organiser's next step."""
    draws = url_for("tournament_draw.index", number=t.id)
    ranking = url_for("tournament_public.ranking", number=t.id)
    if prizes.withheld_now(store(), t.id):
        sentence = gettext("Le classement final se dévoile à la remise des prix.")
        return Step(sentence, gettext("Remise des prix"), f"{ranking}#remise")
    if t.stage is Stage.FINI:
        return Step(gettext("Le tournoi est fini."), gettext("Voir le classement"), ranking)
    if t.stage is Stage.INSCRIPTION:
        if missing := lacking(t):
            view, label = ("attendus", gettext("Porte")) if t.awaited else (None, gettext("Joueurs"))
            people = url_for("tournament_people.index", number=t.id, vue=view)
            at = "porte" if t.awaited else "inscrire"
            return Step(" ".join((f"{here_of(t)}.", *missing)), label, people, at=at)
        return Step(f"{here_of(t)}.", gettext("Aller au tirage"), draws, at="tirer")
    if t.open_rounds:
        return _round_step(desk.progress(store(), t.id, t.open_rounds[0].number))
    played, rounds = len(t.rounds), total_rounds(t)
    if played < rounds:
        closed = gettext("Tours clos : %(joues)s sur %(tours)s.", joues=played, tours=rounds)
        name = tour_name(t, played + 1)
        if t.planned and not is_final(t, played + 1):
            url = url_for("tournament_draw.draw", number=t.id)
            return Step(closed, gettext("Ouvrir le tour %(tour)s", tour=name), url, played + 1, at="tirer")
        return Step(closed, gettext("Préparer le tour %(tour)s", tour=name), draws, at="tirer")
    finish = url_for("tournament_acts.finish", number=t.id)
    return Step(gettext("Tous les tours sont joués."), gettext("Annoncer le classement final"), finish, 0)


def _round_step(progress: Progress) -> Step:
    """Return the next step of an open round: printing until a table begins, then the most urgent table, at last closing."""
    t, number = progress.tournament, progress.round.number
    tour = tour_name(t, number)
    if {table.stage for table in progress.tables} == {TableStage.ATTEND}:
        (url, label), *_ = round_prints(t)
        return Step(gettext("Le tour %(tour)s est tiré.", tour=tour), label, url, at="imprimer")
    if progress.missing:
        waits = [table for table in progress.tables if not table.stage.is_in]
        urgent = min(waits, key=lambda table: URGENT.index(table.stage))
        left = len(progress.missing)
        waiting = ngettext("Il reste %(num)s table à rentrer.", "Il reste %(num)s tables à rentrer.", left)
        url = url_for("tournament_tables.show", number=t.id, tour=number, table=urgent.number)
        disputed = urgent.stage is TableStage.LITIGE
        label = N_("Trancher, table %(table)s") if disputed else N_("Noter la table %(table)s")
        return Step(
            waiting, gettext(label, table=urgent.number), url, missing=missing_of(progress), at="jouer"
        )
    ready = gettext("Toutes les tables sont rentrées.")
    if progress.unsigned:
        unsigned = runs(progress.unsigned)
        ready += " " + gettext(
            "Feuilles sans les deux signatures, acceptées telles quelles à la clôture (tables : %(tables)s).",
            tables=unsigned,
        )
    close = url_for("tournament_acts.close_round", number=t.id, tour=number)
    return Step(ready, gettext("Clore le tour %(tour)s", tour=tour), close, 0, at="clore")


def missing_of(progress: Progress) -> tuple[str, ...]:
    """Return a sentence for each state that keeps the round open, with its tables, the most urgent first."""
    sentences: list[str] = []
    for stage in URGENT:
        tables = [table.number for table in progress.tables if table.stage is stage]
        state = desk.stage_word(stage)
        if len(tables) == 1:
            sentences.append(gettext("Table %(table)s : %(etat)s.", table=tables[0], etat=state))
        elif tables:
            sentences.append(gettext("Tables %(tables)s : %(etat)s.", tables=runs(tables), etat=state))
    return tuple(sentences)


def round_prints(t: Tournament) -> list[tuple[str, str]]:
    """Return URL and label of the whole print of the open round, and of the next one if its tables are planned."""
    links = []
    for round_ in t.drawn[max(0, len(t.rounds) - 1) : len(t.rounds) + 1]:
        if not round_.closed:
            label = gettext("Imprimer le tour %(tour)s", tour=tour_name(t, round_.number))
            links.append((url_for("posters.whole_round", number=t.id, tour=round_.number), label))
    return links
