"""The form of an evening: its name, who plays, and the rules behind the fold, which the page of its settings has too."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from flask import request

from scorekeeper.cards.game_api.form import typed_cents, typed_number
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import money, read_sentences
from scorekeeper.draw.seating.problem import Odd
from scorekeeper.draw.standings import OF_OPPONENTS, USUAL
from scorekeeper.i18n import gettext
from scorekeeper.paper.requests import day
from scorekeeper.paper.tournament_sheets import MEANINGS, TIES
from scorekeeper.tournaments import advice, options
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import FIXED_BY_DRAW, Format, Options, comparable, table_sizes_of
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.settings_form import SettingsForm

FORMATS, ODD, METHODS, SCALES, MISSED, PRESETS = read_sentences(
    __file__, "format", "odd", "draw", "scale", "missed", "egalites"
)
NUMBER, LISTED = "nombre", "liste"
"""The answers that a missed round is worth the points, and that the tie-breaks are those, of fields of their own."""
USUAL_WITHOUT_MATCHES = "parties carte"
"""The usual tie-breaks of games that count no matches."""
NUMBERS = ("rounds", "donnes", "size", "bye", "drop", "finale", "team")
TICKS = ("avoid_clubs", "third_place", "table_adjustments")
TEXTS = ("date", "format", "odd", "draw", "scale", "seed")
KEPT = ("name", "date", "liste", "like", "regles")
"""Fields that the rules of another evening leave as they are."""
FEE = re.compile(r"([A-Za-z€$£]{0,5})\s*([\d.,]*)\s*([A-Za-z€$£]{0,5})")
"""An amount, perhaps with its currency before or behind it."""


@dataclass(frozen=True, kw_only=True)
class TournamentForm:
    """Content of the form and what is wrong with it."""

    game: Game
    values: Mapping[str, str]
    settings: SettingsForm
    refused: RefusedForm = NOT_REFUSED
    t: Tournament | None = None
    """The tournament, where it is open."""
    currency: str

    @property
    def drawn(self) -> bool:
        """Whether tables were drawn, so that only part may still change."""
        return self.t is not None and bool(self.t.draws)

    @property
    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """The questions with several answers that are asked, each with its answers and their words."""
        sizes, beside = table_sizes_of(self.game), {Odd.BYES: 0, Odd.THREES: -1, Odd.FIVES: 1}
        fitting = [odd for odd, more in beside.items() if any(size + more in sizes for size in sizes)]
        # Before anybody is on a list, nobody can say which tables are the fairest.
        by_number = {"": ODD[""]} if self.t is None and len(fitting) > 1 else {}
        questions = {
            "format": FORMATS if self.game.rules.CAMPS else {Format.INDIVIDUEL: FORMATS[Format.INDIVIDUEL]},
            "odd": by_number | {odd: ODD[odd] for odd in fitting},
            "draw": METHODS,
            "scale": SCALES,
            "missed": MISSED,
            "egalites": _presets(self.game),
        }
        return {
            key: {answer: gettext(text) for answer, text in answers.items()}
            for key, answers in questions.items()
            if len(answers) > 1 and not (self.drawn and key in FIXED_BY_DRAW)
        }

    @property
    def asked(self) -> tuple[str, ...]:
        """The keys that have a field of their own here; faults of others stand on top."""
        plain = "name date place rounds drop finale third_place team bye prizes seed fee currency ties liste"
        keys = plain.split()
        keys += self.choices
        keys += ["donnes"] if self.counts_donnes else []
        keys += ["size"] if self.sizes else []
        return tuple(keys)

    def value(self, key: str, default: str = "") -> str:
        """Content of a field."""
        return self.values.get(key) or default

    @property
    def _size(self) -> int:
        """The regular size of a table, where what was typed is one."""
        sizes, size = table_sizes_of(self.game), typed_number(self.values.get("size"))
        return options.regular_size(sizes, int(size) if size in sizes else None)

    def shape(self, present: int) -> str:
        """The tables that so many people make; empty where they make none."""
        odd = self.value("odd")
        return advice.shape(present, Odd(odd) if odd in set(Odd) else self._fairest(present), self._size)

    def _fairest(self, present: int) -> Odd:
        """The fairest tables for so many people, where nothing else that was chosen asks for tables of one size."""
        rounds = typed_number(self.values.get("rounds"))
        rounds = rounds if isinstance(rounds, int) and 0 < rounds <= options.MAX_ROUNDS else Options.rounds
        in_pairs = self.value("format", Format.INDIVIDUEL) != Format.INDIVIDUEL
        sizes = table_sizes_of(self.game)
        other = advice.advised(sizes, Odd.BYES, self._size, rounds=rounds, present=present)
        return Odd.BYES if not other or in_pairs or OF_OPPONENTS.intersection(self._ties()) else other.odd

    @property
    def ties(self) -> list[tuple[str, str, str]]:
        """Tie-breaks that may separate those who are level: key, words and explanation."""
        return [(tie, gettext(TIES[tie]), gettext(MEANINGS[tie])) for tie in comparable(self.game)]

    def _ties(self) -> list[str]:
        """The tie-breaks of the preset that was chosen, or of the fields of their own."""
        chosen = self.values.get("egalites", LISTED)
        if chosen != LISTED:
            return chosen.split()
        return [tie for place in range(1, 6) if (tie := self.values.get(f"tie{place}"))]

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

    def document(self, present: int | None = None) -> dict[str, Any]:
        """The typed values, as the desk takes them, for so many people; what is left empty is left out."""
        document: dict[str, Any] = {key: self.values[key] for key in ("name", "place") if key in self.values}
        document |= {key: self.values[key] for key in TEXTS if self.value(key).strip()}
        numbers = {key: typed_number(self.values.get(key)) for key in NUMBERS}
        document |= {key: number for key, number in numbers.items() if number is not None}
        document |= self._missed()
        lines = self.values.get("prizes", "").splitlines()
        document["prizes"] = [line.strip() for line in lines if line.strip()]
        if {"egalites", "tie1"} & self.values.keys():
            document["ties"] = self._ties()
        for key in (*TICKS, "door"):
            document[key] = self.values.get(key) == "1"
        document |= self._fee()
        if present is not None and "odd" not in document:
            document["odd"] = self._fairest(present)
        asked = self.settings.raw()
        document["settings"] = {key: asked[key] for key in asked if key not in self.known_settings}
        return {
            key: document[key] for key in document if not (self.drawn and key in {"seed", *FIXED_BY_DRAW})
        }

    def _fee(self) -> dict[str, Any]:
        """The fee, and its currency: the one that is typed behind it, else that of the form."""
        typed = FEE.fullmatch(self.value("fee").strip())
        before, amount, behind = typed.groups() if typed and typed[2] else ("", self.value("fee"), "")
        return {"fee": typed_cents(amount) or 0, "currency": before or behind or self.currency}

    def _missed(self) -> dict[str, Any]:
        """Value of a missed round, where an answer was chosen."""
        word = self.values.get("missed")
        if word == NUMBER:
            # Without a number, the word itself is refused.
            points = typed_number(self.values.get("missed_points"))
            return {"missed": word if points is None else points}
        return {"missed": word} if word else {}

    def refusing(self, refused: RefusedForm) -> Self:
        """The same form with its faults, those of the house settings beside the settings."""
        own = tuple(self.settings.place(refused.messages))
        return replace(self, refused=replace(refused, messages=own, typed=self.values))


def today() -> str:
    """The date in the hall, which is the machine's own."""
    return dt.date.today().isoformat()  # noqa: DTZ011


def blank(game: Game, currency: str) -> TournamentForm:
    """The form of a new evening of a game, as it usually is."""
    usual = Options()
    values = {key: str(getattr(usual, key)) for key in ("format", "rounds", "draw", "drop", "finale", "team")}
    usual = options.resolved(game, usual, {}, [])
    values |= tie_values(game, usual) | {"missed": str(usual.missed)}
    values |= {"date": today(), "name": f"{gettext(game.evening)}, {day(today(), 'd MMMM')}"}
    settings = SettingsForm(game, game.rules())
    return TournamentForm(game=game, values=values, settings=settings, currency=currency)


def posted(game: Game, rules: Any, currency: str, t: Tournament | None = None) -> TournamentForm:
    """The form as it was sent."""
    settings = SettingsForm(game, rules, request.form)
    return TournamentForm(game=game, values=request.form.to_dict(), settings=settings, t=t, currency=currency)


def _presets(game: Game) -> dict[str, str]:
    """The lists of tie-breaks by name that compare only what the game has."""
    known = {LISTED, *comparable(game)}
    presets = {key: text for key, text in PRESETS.items() if known.issuperset(key.split())}
    if " ".join(USUAL) in presets:
        del presets[USUAL_WITHOUT_MATCHES]
    return presets


def tie_values(game: Game, options: Options) -> dict[str, str]:
    """The tie-breaks as they stand in the form: as a preset, and one in each field."""
    ties = comparable(game, options.ties or ())
    values = {f"tie{place}": str(tie) for place, tie in enumerate(ties, 1)} or {"tie1": ""}
    return {**values, "egalites": " ".join(ties) if " ".join(ties) in _presets(game) else LISTED}


def standing(t: Tournament) -> TournamentForm:
    """The form filled with the options of a tournament."""
    values = {key: "" if value is None else str(value) for key, value in vars(t.options).items()}
    if isinstance(t.options.missed, int):
        values |= {"missed": NUMBER, "missed_points": values["missed"]}
    values |= tie_values(t.game, t.options) | {
        "name": t.name,
        "prizes": "\n".join(options.in_tiers(t.options.prizes)),
        **{key: "1" if getattr(t.options, key) else "" for key in (*TICKS, "door")},
        "fee": money(t.options.fee, t.options.currency) if t.options.fee else "",
    }
    settings, currency = SettingsForm(t.game, t.rules), t.options.currency
    return TournamentForm(game=t.game, values=values, settings=settings, t=t, currency=currency)


def like_earlier(game: Game, earlier: Tournament, people: str) -> TournamentForm:
    """The form of a new evening with the options of an earlier one, and those who had come."""
    then = day(earlier.options.date, "d MMMM")
    name = earlier.name.replace(then, day(today(), "d MMMM")) if then else earlier.name
    own = {"date": today(), "name": name, "liste": people, "like": str(earlier.id)}
    return by_rules_of(earlier, replace(blank(game, ""), values=own))


def by_rules_of(earlier: Tournament, form: TournamentForm) -> TournamentForm:
    """The form with the rules of an earlier evening, and with the name, day and people that it has."""
    then = standing(earlier)
    own = {key: form.values[key] for key in KEPT if key in form.values}
    settings = then.settings if form.game == earlier.game else form.settings
    return replace(form, values={**then.values, **own}, settings=settings, currency=then.currency)
