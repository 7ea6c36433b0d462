"""The form of a tournament: name, players and options; used to create a tournament and to change its settings."""

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
from scorekeeper.i18n import DAY, day, gettext
from scorekeeper.tournaments import advice, options
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import FIXED_BY_DRAW, Format, Options, comparable, table_sizes_of
from scorekeeper.tournaments.words import MEANINGS, TIES
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.settings_form import SettingsForm

FORMATS, ODD, METHODS, SCALES, MISSED, PRESETS = read_sentences(
    __file__, "format", "odd", "draw", "scale", "missed", "egalites"
)
NUMBER, LISTED = "nombre", "liste"
"""Choices that refer to further fields: the points of a missed round, and a list of tie-breaks."""
USUAL_WITHOUT_MATCHES = "parties carte"
"""Key of the preset of tie-breaks for games without matches."""
NUMBERS = ("rounds", "donnes", "size", "bye", "drop", "finale", "team")
TICKS = ("avoid_clubs", "third_place", "table_adjustments")
TEXTS = ("date", "format", "odd", "draw", "scale", "seed")
KEPT = ("name", "date", "liste", "like", "regles")
"""Fields that stay when the options of an earlier tournament are taken over."""
FEE = re.compile(r"([A-Za-z€$£]{0,5})\s*([\d.,]*)\s*([A-Za-z€$£]{0,5})")
"""An amount with an optional currency before or after it."""


@dataclass(frozen=True, kw_only=True)
class TournamentForm:
    """Values of the form, with its faults."""

    game: Game
    values: Mapping[str, str]
    settings: SettingsForm
    refused: RefusedForm = NOT_REFUSED
    t: Tournament | None = None
    """The tournament whose settings are changed; `None` for a new one."""
    currency: str

    @property
    def drawn(self) -> bool:
        """Whether tables were drawn, so that some options can no longer change."""
        return self.t is not None and bool(self.t.draws)

    @property
    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """Options with two or more possible values that can still be changed, each with its values and their labels."""
        sizes, beside = table_sizes_of(self.game), {Odd.BYES: 0, Odd.THREES: -1, Odd.FIVES: 1}
        fitting = [odd for odd, more in beside.items() if any(size + more in sizes for size in sizes)]
        # Without a list of people, the fairest table sizes are not known yet.
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
        """Keys with a field in this form; faults of other keys are shown at the top."""
        plain = "name date place rounds drop finale third_place team bye prizes seed fee currency ties liste"
        keys = plain.split()
        keys += self.choices
        keys += ["donnes"] if self.counts_donnes else []
        keys += ["size"] if self.sizes else []
        return tuple(keys)

    def value(self, key: str, default: str = "") -> str:
        """Return the value of a field, `default` when it is empty or missing."""
        return self.values.get(key) or default

    @property
    def _size(self) -> int:
        sizes, size = table_sizes_of(self.game), typed_number(self.values.get("size"))
        return options.regular_size(sizes, int(size) if size in sizes else None)

    def shape(self, present: int) -> str:
        """Return in words the tables that `present` people make; empty when no seating is possible."""
        odd = self.value("odd")
        return advice.shape(present, Odd(odd) if odd in set(Odd) else self._fairest(present), self._size)

    def _fairest(self, present: int) -> Odd:
        """Return the fairest option for `present` people; byes when other options require tables of equal size."""
        rounds = typed_number(self.values.get("rounds"))
        rounds = rounds if isinstance(rounds, int) and 0 < rounds <= options.MAX_ROUNDS else Options.rounds
        in_pairs = self.value("format", Format.INDIVIDUEL) != Format.INDIVIDUEL
        sizes = table_sizes_of(self.game)
        other = advice.advised(sizes, Odd.BYES, self._size, rounds=rounds, present=present)
        return Odd.BYES if not other or in_pairs or OF_OPPONENTS.intersection(self._ties()) else other.odd

    @property
    def ties(self) -> list[tuple[str, str, str]]:
        """Tie-breaks that the game supports: key, label and explanation."""
        return [(tie, gettext(TIES[tie]), gettext(MEANINGS[tie])) for tie in comparable(self.game)]

    def _ties(self) -> list[str]:
        """Return the keys of the chosen preset's tie-breaks, or those of the single fields."""
        chosen = self.values.get("egalites", LISTED)
        if chosen != LISTED:
            return chosen.split()
        return [tie for place in range(1, 6) if (tie := self.values.get(f"tie{place}"))]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Possible regular table sizes; empty when there is no choice or tables were drawn."""
        sizes = table_sizes_of(self.game)
        return sizes if len(sizes) > 1 and not self.drawn else ()

    @property
    def counts_donnes(self) -> bool:
        """Whether the number of deals of a partie can still be chosen."""
        return bool(self.game.tournament.donnes) and not self.drawn

    @property
    def known_settings(self) -> frozenset[str]:
        """Game settings without a field: those fixed for tournaments, and the number of deals, which has a field of its own."""
        return frozenset({*self.game.tournament.settings, self.game.tournament.donnes})

    def document(self, present: int | None = None) -> dict[str, Any]:
        """Return the typed values as a document for `create` or `amend`, without empty ones.

        `present` is the number of people, by which the fairest table sizes are chosen if none were.
        """
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
        document |= self.fee()
        if present is not None and "odd" not in document:
            document["odd"] = self._fairest(present)
        asked = self.settings.raw()
        document["settings"] = {key: asked[key] for key in asked if key not in self.known_settings}
        return {
            key: document[key] for key in document if not (self.drawn and key in {"seed", *FIXED_BY_DRAW})
        }

    def fee(self) -> dict[str, Any]:
        """Return the fee in cents, and the currency typed with it, else the form's."""
        typed = FEE.fullmatch(self.value("fee").strip())
        before, amount, behind = typed.groups() if typed and typed[2] else ("", self.value("fee"), "")
        return {"fee": typed_cents(amount) or 0, "currency": before or behind or self.currency}

    def _missed(self) -> dict[str, Any]:
        """Return the option `missed`; empty when none was chosen."""
        word = self.values.get("missed")
        if word == NUMBER:
            # Without a number, the word itself is refused.
            points = typed_number(self.values.get("missed_points"))
            return {"missed": word if points is None else points}
        return {"missed": word} if word else {}

    def refusing(self, refused: RefusedForm) -> Self:
        """Return the form with its faults, those of game settings placed at their fields."""
        own = tuple(self.settings.place(refused.messages))
        return replace(self, refused=replace(refused, messages=own, typed=self.values))


def today() -> str:
    """Return today's local date, ISO 8601."""
    return dt.date.today().isoformat()  # noqa: DTZ011


def blank(game: Game, currency: str) -> TournamentForm:
    """Return the form of a new tournament with the game's defaults."""
    usual = Options()
    values = {key: str(getattr(usual, key)) for key in ("format", "rounds", "draw", "drop", "finale", "team")}
    usual = options.resolved(game, usual, {}, [])
    values |= tie_values(game, usual) | {"missed": str(usual.missed)}
    values |= {"date": today(), "name": f"{gettext(game.evening)}, {day(today(), DAY)}"}
    settings = SettingsForm(game, game.rules())
    return TournamentForm(game=game, values=values, settings=settings, currency=currency)


def posted(game: Game, rules: Any, currency: str, t: Tournament | None = None) -> TournamentForm:
    """Return the form as posted."""
    settings = SettingsForm(game, rules, request.form)
    return TournamentForm(game=game, values=request.form.to_dict(), settings=settings, t=t, currency=currency)


def _presets(game: Game) -> dict[str, str]:
    """Return the presets of tie-breaks that the game supports, with their labels."""
    known = {LISTED, *comparable(game)}
    presets = {key: text for key, text in PRESETS.items() if known.issuperset(key.split())}
    if " ".join(USUAL) in presets:
        del presets[USUAL_WITHOUT_MATCHES]
    return presets


def tie_values(game: Game, options: Options) -> dict[str, str]:
    """Return the form values of the tie-breaks: the preset, and one for each single field."""
    ties = comparable(game, options.ties or ())
    values = {f"tie{place}": str(tie) for place, tie in enumerate(ties, 1)} or {"tie1": ""}
    return {**values, "egalites": " ".join(ties) if " ".join(ties) in _presets(game) else LISTED}


def form_of(t: Tournament) -> TournamentForm:
    """Return the form filled with the options of a tournament."""
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
    """Return the form of a new tournament with the options of an earlier one, and `people` as its list."""
    then = day(earlier.options.date, DAY)
    name = earlier.name.replace(then, day(today(), DAY)) if then else earlier.name
    own = {"date": today(), "name": name, "liste": people, "like": str(earlier.id)}
    return by_rules_of(earlier, replace(blank(game, ""), values=own))


def by_rules_of(earlier: Tournament, form: TournamentForm) -> TournamentForm:
    """Return the form with the options of an earlier tournament, but its own name, date and people."""
    then = form_of(earlier)
    own = {key: form.values[key] for key in KEPT if key in form.values}
    settings = then.settings if form.game == earlier.game else form.settings
    return replace(form, values={**then.values, **own}, settings=settings, currency=then.currency)
