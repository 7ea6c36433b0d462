"""The line of steps of an evening: where it stands, and the one act that is next, on every page of the desk alike."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper import tournaments as desk
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.tournaments import prizes
from scorekeeper.tournaments.advice import lacking
from scorekeeper.tournaments.finals import is_final, total_rounds, tour_name
from scorekeeper.tournaments.model import Stage, TableStage, Tournament
from scorekeeper.tournaments.round_progress import Progress
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments.bell import runs

URGENT = (TableStage.LITIGE, TableStage.ATTEND, TableStage.JOUE)
"""The states of a table that keep a round open, the most urgent first."""


@dataclass(frozen=True)
class Step:
    """Next step: a sentence, and the way there or the button that does it."""

    sentence: str
    label: str = ""
    url: str = ""
    tour: int | None = None
    """Round that the form of a button names; 0 where it names none; `None` for a link."""
    missing: tuple[str, ...] = ()
    """Tables and people that the step waits for."""
    at: str = "remise"
    """Key of the word of the line of steps where the evening stands."""


def here_of(t: Tournament) -> str:
    """Number of people, and how many are still expected where they are checked in."""
    if t.awaited or (t.options.door and t.present):
        return ngettext(
            "%(num)s présent sur %(inscrits)s",
            "%(num)s présents sur %(inscrits)s",
            len(t.present),
            inscrits=len(t.present) + len(t.awaited),
        )
    return ngettext("%(num)s joueur inscrit", "%(num)s joueurs inscrits", len(t.present))


def next_step(t: Tournament) -> Step:
    """Next step of the organiser."""
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
    """The paper of a round until a table writes; then the most urgent of the tables that are missing; closing it at last."""
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
        url = url_for("tournament_table.show", number=t.id, tour=number, table=urgent.number)
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
    """Reasons that keep the round open, the tables that do the same in one sentence, the most urgent first."""
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
    """All the paper of a round as one file: of the one that is played, and of the next one where its tables are known."""
    links = []
    for round_ in t.drawn[max(0, len(t.rounds) - 1) : len(t.rounds) + 1]:
        if not round_.closed:
            label = gettext("Imprimer le tour %(tour)s", tour=tour_name(t, round_.number))
            links.append((url_for("posters.whole_round", number=t.id, tour=round_.number), label))
    return links
