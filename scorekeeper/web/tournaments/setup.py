"""Tournaments: the list, opening one, its options and what is wrong with them, the page that is wanted now."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.form import typed_cents, typed_number
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.kinds import OneOf, Unreadable, Whole
from scorekeeper.draw.criteria import TieBreak
from scorekeeper.draw.knockout import PERSONS
from scorekeeper.draw.seating.shape import Odd
from scorekeeper.errors import Unknown
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.paper.requests import day
from scorekeeper.paper.tournament_sheets import MEANINGS, TIES
from scorekeeper.parties.declared_store import all_games, game_named
from scorekeeper.records.rows import TournamentRow
from scorekeeper.tournaments import advice
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.options import (
    MAX_ENTRANTS,
    MAX_ROUNDS,
    Format,
    Options,
    in_tiers,
    regular_size,
    resolved,
    table_sizes_of,
)
from scorekeeper.tournaments.season import list_all as list_seasons
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.request_values import posted_uuid, store, whole
from scorekeeper.web.core.settings_form import SettingsForm
from scorekeeper.web.tournaments.layout import page, perform
from scorekeeper.web.tournaments.permissions import Role, by, is_organiser, needs

blueprint = Blueprint("tournaments", __name__)
PAGE_SIZE = 30
STAGES, FORMATS, ODD, METHODS, SCALES, MISSED = read_sentences(
    __file__, "stages", "format", "odd", "draw", "scale", "missed"
)
NUMBER = "nombre"
"""The answer that a missed round is worth a number of points, which a field of its own has."""
TournamentCard = tuple[TournamentRow, Path, str, str]
"""A tournament in a list: with the folder of its game, how far it is, and where and when it is."""
MOST_AGAIN = 3
"""Earlier evenings offered as the pattern of a new one."""
NUMBERS = ("rounds", "donnes", "size", "bye", "drop", "finale", "team")
TICKS = ("avoid_clubs", "third_place", "table_adjustments")
TEXTS = ("date", "format", "odd", "draw", "scale", "seed", "currency")
TIE_PLACES = range(1, 6)
"""Tie-breaks that the form asks for."""
FIXED_BY_DRAW = ("format", "odd", "draw", "scale", "size", "donnes", "settings", "door", "seed")
"""Options that no longer change once a round was drawn; then they are not asked."""


@dataclass(frozen=True, kw_only=True)
class TournamentForm:
    """Content of the form and what is wrong with it."""

    game: Game
    values: Mapping[str, str]
    settings: SettingsForm
    refused: RefusedForm = NOT_REFUSED
    drawn: bool = False
    """Whether tables were drawn, so that only part may still change."""
    tie_places = TIE_PLACES

    @property
    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """The questions with several answers that are asked, each with its answers and their words."""
        sizes, beside = table_sizes_of(self.game), {Odd.BYES: 0, Odd.THREES: -1, Odd.FIVES: 1}
        fitting = [odd for odd, more in beside.items() if any(size + more in sizes for size in sizes)]
        questions = {
            "format": FORMATS if self.game.rules.CAMPS else {Format.INDIVIDUEL: FORMATS[Format.INDIVIDUEL]},
            "odd": {odd: ODD[odd] for odd in fitting},
            "draw": METHODS,
            "scale": SCALES,
            "missed": MISSED,
        }
        return {
            key: {answer: gettext(text) for answer, text in answers.items()}
            for key, answers in questions.items()
            if len(answers) > 1 and not (self.drawn and key in FIXED_BY_DRAW)
        }

    @property
    def asked(self) -> tuple[str, ...]:
        """The keys that have a field of their own here; faults of others stand on top."""
        plain = "name date place rounds drop finale third_place team bye prizes seed fee currency ties"
        keys = plain.split()
        keys += self.choices
        keys += ["donnes"] if self.counts_donnes else []
        keys += ["size"] if self.sizes else []
        return tuple(keys)

    def value(self, key: str, default: str = "") -> str:
        """Content of a field."""
        return self.values.get(key) or default

    @property
    def _people(self) -> tuple[int, Odd, int] | None:
        """Number of people expected, the rule for those left over, the regular size; `None` where one is not known."""
        try:
            count = Whole(1, MAX_ENTRANTS).read(typed_number(self.values.get("expected")), Table())
            sizes, size = table_sizes_of(self.game), typed_number(self.values.get("size"))
            chosen = None if size is None else OneOf(sizes).read(size, Table())
            return count, Odd(self.value("odd", Odd.BYES)), regular_size(sizes, chosen)
        except (Unreadable, ValueError):
            return None

    @property
    def shape(self) -> str:
        """The tables that the people expected make; empty where that cannot be told."""
        return advice.shape(*self._people) if self._people else ""

    @property
    def advice(self) -> advice.TableAdvice | None:
        """Tables of another size that are fairer than byes to the people expected."""
        if self._people is None:
            return None
        present, odd, size = self._people
        rounds = typed_number(self.values.get("rounds"))
        rounds = rounds if isinstance(rounds, int) and 0 < rounds <= MAX_ROUNDS else Options.rounds
        return advice.advised(table_sizes_of(self.game), odd, size, rounds=rounds, present=present)

    @property
    def ties(self) -> tuple[tuple[str, str], ...]:
        """Tie-breaks that may separate those who are level: key and words."""
        return tuple((key, gettext(text)) for key, text in TIES.items() if self._has(key))

    @property
    def finals(self) -> bool:
        """Whether the game can have a knock-out."""
        return PERSONS in self.game.rules.SEATS

    @property
    def meanings(self) -> tuple[str, ...]:
        """Explanation of each tie-break."""
        return tuple(gettext(text) for key, text in MEANINGS.items() if self._has(key))

    def _has(self, tie: str) -> bool:
        """Whether a tie-break can be chosen for the game."""
        return tie != TieBreak.DIFFERENCE or self.game.rules.CAMPS

    @property
    def sizes(self) -> tuple[int, ...]:
        """Regular sizes of a table, where there still is a choice."""
        sizes = table_sizes_of(self.game)
        return sizes if len(sizes) > 1 and not self.drawn else ()

    @property
    def counts_donnes(self) -> bool:
        """Whether the number of donnes of a partie can still be chosen."""
        return bool(self.game.tournament.donnes) and not self.drawn

    @property
    def known_settings(self) -> frozenset[str]:
        """Settings that are not asked: those of every tournament of the game, and the number of donnes, asked above them."""
        return frozenset({*self.game.tournament.settings, self.game.tournament.donnes})

    def document(self) -> dict[str, Any]:
        """The typed values, as the desk takes them; what is left empty is left out."""
        document: dict[str, Any] = {key: self.values[key] for key in ("name", "place") if key in self.values}
        document |= {key: self.values[key] for key in TEXTS if self.value(key).strip()}
        numbers = {key: typed_number(self.values.get(key)) for key in NUMBERS}
        document |= {key: number for key, number in numbers.items() if number is not None}
        document |= self._missed()
        lines = self.values.get("prizes", "").splitlines()
        document["prizes"] = [line.strip() for line in lines if line.strip()]
        if "tie1" in self.values:
            document["ties"] = [chosen for place in TIE_PLACES if (chosen := self.values.get(f"tie{place}"))]
        for key in TICKS:
            document[key] = self.values.get(key) == "1"
        document["fee"] = typed_cents(self.values.get("fee")) or 0
        asked = self.settings.raw()
        document["door"] = self.values.get("door") == "1"
        document["settings"] = {key: asked[key] for key in asked if key not in self.known_settings}
        return {key: document[key] for key in document if not (self.drawn and key in FIXED_BY_DRAW)}

    def _missed(self) -> dict[str, Any]:
        """Value of a missed round, where an answer was chosen."""
        word = self.values.get("missed")
        if word == NUMBER:
            # Without a number, the word itself is refused.
            points = typed_number(self.values.get("missed_points"))
            return {"missed": word if points is None else points}
        return {"missed": word} if word else {}

    def advised(self) -> TournamentForm:
        """The same form with the advice that was asked for, or taken."""
        taken = self.values.get("conseil", "")
        return replace(self, values={**self.values, "odd": taken}) if taken in set(Odd) else self

    def refusing(self, refused: RefusedForm) -> TournamentForm:
        """The same form with its faults, those of the house settings beside the settings."""
        own = tuple(self.settings.place(refused.messages))
        return replace(self, refused=replace(refused, messages=own, typed=self.values))


def today() -> str:
    """The date in the hall, which is the machine's own."""
    return dt.date.today().isoformat()  # noqa: DTZ011


def blank(game: Game) -> TournamentForm:
    """The form of a new tournament."""
    usual = Options()
    values = {
        key: str(getattr(usual, key)) for key in ("format", "rounds", "odd", "draw", "drop", "finale", "team")
    }
    values |= tie_values(usual)
    values["missed"] = str(resolved(game, usual, {}, []).missed)
    values["date"] = today()
    return TournamentForm(game=game, values=values, settings=SettingsForm(game, game.rules()))


def posted(game: Game, rules: Any, *, drawn: bool = False) -> TournamentForm:
    """The form as it was sent."""
    settings = SettingsForm(game, rules, request.form)
    return TournamentForm(game=game, values=request.form.to_dict(), settings=settings, drawn=drawn)


def tie_values(options: Options) -> dict[str, str]:
    """The tie-breaks as they stand in the form, one in each field."""
    return {f"tie{place}": str(tie) for place, tie in enumerate(options.ties, 1)} or {"tie1": ""}


def standing(t: Tournament) -> TournamentForm:
    """The form filled with the options of a tournament."""
    values = {key: "" if value is None else str(value) for key, value in vars(t.options).items()}
    if isinstance(t.options.missed, int):
        values |= {"missed": NUMBER, "missed_points": values["missed"]}
    values |= tie_values(t.options) | {
        "name": t.name,
        "expected": str(len(t.present) + len(t.awaited) or ""),
        "prizes": "\n".join(in_tiers(t.options.prizes)),
        **{key: "1" if getattr(t.options, key) else "" for key in (*TICKS, "door")},
        "fee": f"{t.options.fee // 100},{t.options.fee % 100:02d}" if t.options.fee else "",
    }
    return TournamentForm(
        game=t.game, values=values, settings=SettingsForm(t.game, t.rules), drawn=bool(t.draws)
    )


def cards(limit: int, before: int | None = None) -> tuple[list[TournamentCard], int | None]:
    """Tournaments as a list shows them, and the start of its next page."""
    rows = desk.list_all(store(), limit=limit + 1, before=before)
    older = rows[limit - 1].last_seq if len(rows) > limit else None
    return [(row, catalogue.folder_of(row.game), _progress(row), _where(row)) for row in rows[:limit]], older


def _where(row: TournamentRow) -> str:
    return " · ".join(part for part in (row.place, day(row.date)) if part)


def _progress(row: TournamentRow) -> str:
    players = ngettext("%(num)s joueur", "%(num)s joueurs", row.entrants)
    stage = gettext(STAGES[Stage(row.stage)])
    if row.stage == Stage.EN_COURS:
        stage = gettext("tour %(tour)s sur %(tours)s", tour=row.round, tours=row.rounds)
    return f"{players} · {stage}"


@blueprint.get("/tournois")
def index() -> str:
    """All tournaments, the latest first; and the games that a new one can be of."""
    items, older = cards(PAGE_SIZE, whole(request.args.get("avant", ""), 11))
    # One of each name and game: an evening like the last of its kind.
    kinds: dict[tuple[str, str], TournamentCard] = {}
    for item in items:
        if item[0].round:
            kinds.setdefault((item[0].name, item[0].game), item)
    again = [*kinds.values()][:MOST_AGAIN]
    shown = {"items": items, "older": older, "seasons": list_seasons(store()), "again": again}
    games = [*filter(table_sizes_of, all_games(store()))]
    return render_template("tournaments/index.html", organiser=is_organiser(), games=games, **shown)


def _playable(key: str) -> Game:
    """The game of that key. Raises `Unknown` also for one that has no tables of a tournament."""
    game = game_named(store(), key)
    if not table_sizes_of(game):
        raise Unknown(key)
    return game


@blueprint.get("/tournois/nouveau/<key>")
@needs(Role.ORGANISATEUR)
def new(key: str) -> str:
    """An empty form for a tournament of that game."""
    return render_template("tournaments/new.html", form=blank(_playable(key)))


@blueprint.post("/tournois/nouveau/<key>")
@needs(Role.ORGANISATEUR)
def create(key: str) -> ResponseReturnValue:
    """Open the tournament, or show beside each field what is wrong."""
    game = _playable(key)
    form = posted(game, game.rules())
    if "conseil" in form.values:
        return render_template("tournaments/new.html", form=form.advised())
    return perform(
        "tournoi",
        desk.create,
        {**form.document(), "game": game.key},
        page=lambda refused: render_template("tournaments/new.html", form=form.refusing(refused)),
        done=lambda t: url_for("tournament_people.index", number=t.id),
    )


@blueprint.post("/tournois/<number:number>/encore")
@needs(Role.ORGANISATEUR)
def repeat(number: int) -> ResponseReturnValue:
    """Open a tournament of today with the people and choices of an earlier one."""
    made = desk.repeat(store(), number, date=today(), by=by(), uuid=posted_uuid())
    return redirect(url_for("tournament_people.index", number=made.id), 303)


@blueprint.get("/tournois/<number:number>")
def show(number: int) -> ResponseReturnValue:
    """To the page that is wanted now: the desk for the organiser, the ranking for all others."""
    t = desk.read(store(), number)
    wanted = "tournament_public.ranking"
    if is_organiser() and t.stage is Stage.INSCRIPTION:
        wanted = "tournament_people.index"
    elif is_organiser() and t.stage is Stage.EN_COURS:
        wanted = "tournament_tables.overview"
    return redirect(url_for(wanted, number=number), 303)


@blueprint.get("/tournois/<number:number>/reglages")
@needs(Role.ORGANISATEUR)
def settings(number: int) -> str:
    """The chosen options, and what may still be changed."""
    t = desk.read(store(), number)
    return page("settings", t, "tournaments.settings", form=standing(t))


@blueprint.post("/tournois/<number:number>/reglages")
@needs(Role.ORGANISATEUR)
def amend(number: int) -> ResponseReturnValue:
    """Change what may be changed."""
    t = desk.read(store(), number)
    form = posted(t.game, t.rules, drawn=bool(t.draws))
    if "conseil" in form.values:
        return page("settings", t, "tournaments.settings", form=form.advised())
    return perform(
        "tournoi",
        desk.amend,
        number,
        form.document(),
        page=lambda refused: page("settings", t, "tournaments.settings", form=form.refusing(refused)),
        done=url_for("tournaments.settings", number=number),
    )
