"""The form of a tournament's choices: text in, the document of the desk out, every refusal beside its field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.errors import Conflict, Refused
from scorekeeper.i18n import N_, gettext
from scorekeeper.kit.form import number
from scorekeeper.kit.words import say
from scorekeeper.rules.contract import Table
from scorekeeper.rules.seating import Odd
from scorekeeper.tournaments.model import Format, Method, Options, Scale
from scorekeeper.web.core.form_errors import CONFLICT, NOTHING, UNPROCESSABLE, Refusal
from scorekeeper.web.core.settings_form import SettingsForm
from scorekeeper.web.tournaments.frame import FORMATS

if TYPE_CHECKING:
    from scorekeeper.kit.game import Game
    from scorekeeper.tournaments.model import Tournament

ODD: Mapping[Odd, str] = {
    Odd.BYES: N_("des exempts, à tour de rôle"),
    Odd.THREES: N_("des tables d’un joueur de moins"),
    Odd.FIVES: N_("des tables d’un joueur de plus"),
}
METHODS: Mapping[Method, str] = {
    Method.LOT: N_("par le sort, toute la soirée d’un coup"),
    Method.CLASSEMENT: N_("selon le classement dès le tour 2"),
}
SCALES: Mapping[Scale, str] = {
    Scale.POINTS: N_("les points de la feuille"),
    Scale.VICTOIRES: N_("2 par victoire, 1 par partie nulle"),
}
NUMBERS = ("rounds", "donnes", "size", "bye", "drop")
CHOICES = ("format", "odd", "draw", "scale")
FIXED_BY_DRAW = ("format", "odd", "draw", "scale", "size", "donnes", "settings")
"""What no longer changes once a round was drawn; then it is not asked."""


@dataclass(frozen=True)
class Choice:
    """One of several answers to a question of the form."""

    value: str
    label: str


@dataclass(frozen=True)
class TournamentForm:
    """What stands in the form and what is wrong with it."""

    game: Game
    values: Mapping[str, str]
    settings: SettingsForm
    refused: Refusal
    drawn: bool
    """Whether tables were drawn, so that only part may still change."""

    @property
    def asked(self) -> tuple[str, ...]:
        """The keys that have a field of their own here; what is wrong with another is said on top."""
        found = ["name", "date", "place", "rounds", "drop", "bye", "prizes", "seed"]
        if not self.drawn:
            found += ["draw", "scale"]
            found += ["format"] if len(self.formats) > 1 else []
            found += ["odd"] if len(self.odds) > 1 else []
            found += ["donnes"] if self.counts_donnes else []
            found += ["size"] if self.sizes else []
        return tuple(found)

    def value(self, key: str, default: str = "") -> str:
        """What stands in a field."""
        return self.values.get(key) or default

    @property
    def formats(self) -> tuple[Choice, ...]:
        """Who plays together."""
        possible = tuple(FORMATS) if self.game.rules.CAMPS else (Format.INDIVIDUEL,)
        return _choices({key: FORMATS[key] for key in possible})

    @property
    def odds(self) -> tuple[Choice, ...]:
        """What happens to those left over, as far as the game can be played so."""
        sizes = self.game.rules.SEATS
        others = {Odd.THREES: -1, Odd.FIVES: 1}
        return _choices(
            {
                key: text
                for key, text in ODD.items()
                if key is Odd.BYES or any(size + others[key] in sizes for size in sizes)
            }
        )

    @property
    def methods(self) -> tuple[Choice, ...]:
        """How later rounds are drawn."""
        return _choices(METHODS)

    @property
    def scales(self) -> tuple[Choice, ...]:
        """What a partie gives."""
        return (Choice("", gettext("selon le jeu")), *_choices(SCALES))

    @property
    def sizes(self) -> tuple[int, ...]:
        """Regular sizes of a table, where there is a choice."""
        sizes = self.game.rules.SEATS
        return sizes if len(sizes) > 1 else ()

    @property
    def counts_donnes(self) -> bool:
        """Whether a partie of the game has a number of donnes."""
        return bool(self.game.tournament.donnes)

    @property
    def known_settings(self) -> frozenset[str]:
        """Settings that are not asked: those of every tournament of the game, and the number of donnes, asked above them."""
        return frozenset({*self.game.tournament.settings, self.game.tournament.donnes})

    def document(self) -> dict[str, Any]:
        """What was typed, as the desk takes it; what is left empty is left out."""
        found: dict[str, Any] = {key: self.values[key] for key in ("name", "place") if key in self.values}
        for key in ("date", *(CHOICES if not self.drawn else ())):
            if self.values.get(key):
                found[key] = self.values[key]
        if self.values.get("seed", "").strip() and not self.drawn:
            found["seed"] = self.values["seed"]
        for key in NUMBERS:
            typed = number(self.values.get(key))
            if typed is not None and not (self.drawn and key in FIXED_BY_DRAW):
                found[key] = typed
        lines = self.values.get("prizes", "").splitlines()
        found["prizes"] = [line.strip() for line in lines if line.strip()]
        found["avoid_clubs"] = self.values.get("avoid_clubs") == "1"
        if not self.drawn:
            found["settings"] = self._settings()
        return found

    def _settings(self) -> dict[str, Any]:
        """The house settings that are asked."""
        return {key: value for key, value in self.settings.raw().items() if key not in self.known_settings}

    def with_refusal(self, error: Refused | Conflict) -> TournamentForm:
        """The same form, saying what was refused."""
        if isinstance(error, Conflict):
            said: Sequence[tuple[str, str]] = [
                (fault.field, say(fault, error.words, Table())) for fault in error.faults
            ]
            status = CONFLICT
        else:
            status = UNPROCESSABLE
            said = []
            for item in error.faults:
                text = say(item.fault, error.words, error.table)
                if not (item.fault.field.startswith("settings") and self.settings.place(item.fault, text)):
                    said.append((item.fault.field, text))
        refused = Refusal("tournoi", status, tuple(said), self.values)
        return TournamentForm(self.game, self.values, self.settings, refused, self.drawn)


def _choices(words: Mapping[Any, str]) -> tuple[Choice, ...]:
    return tuple(Choice(str(key), gettext(text)) for key, text in words.items())


def blank(game: Game, date: str) -> TournamentForm:
    """The form of a new tournament."""
    usual = Options()
    values = {
        "format": str(usual.format),
        "rounds": str(usual.rounds),
        "odd": str(usual.odd),
        "draw": str(usual.draw),
        "drop": str(usual.drop),
        "date": date,
    }
    return TournamentForm(game, values, SettingsForm(game, game.rules()), NOTHING, drawn=False)


def posted(game: Game, formdata: Any, *, drawn: bool = False, rules: Any = None) -> TournamentForm:
    """The form as it was sent."""
    shown = rules or game.rules()
    return TournamentForm(game, formdata.to_dict(), SettingsForm(game, shown, formdata), NOTHING, drawn=drawn)


def standing(t: Tournament) -> TournamentForm:
    """The form filled with the choices of a tournament."""
    chosen = t.options
    values = {key: "" if value is None else str(value) for key, value in vars(chosen).items()}
    values |= {
        "name": t.name,
        "prizes": "\n".join(chosen.prizes),
        "avoid_clubs": "1" if chosen.avoid_clubs else "",
    }
    return TournamentForm(t.game, values, SettingsForm(t.game, t.rules), NOTHING, drawn=bool(t.draws))
