"""Record of a game: its rules, words, form, sheet and tournament traits, made in the game's folder."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from scorekeeper.cards.game_api.grid import GridSheet
from scorekeeper.cards.game_api.lots import Lots
from scorekeeper.cards.game_api.statistics import Account
from scorekeeper.cards.game_api.words import Words, read_sentences, settings_in_words
from scorekeeper.cards.rules.adjustment import KEY, Ajustement
from scorekeeper.cards.rules.contract import Label, Rules, Seat, Signed, State, expect
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.cards.rules.scores import Figures, PaperFaults
from scorekeeper.i18n import gettext

if TYPE_CHECKING:
    from random import Random

    from werkzeug.datastructures import MultiDict

    from scorekeeper.cards.game_api.form import EntryForm
    from scorekeeper.cards.game_api.sheet import Sheet, SheetRequest


class EntryWord(StrEnum):
    """The game's word for one entry, used in headings and messages."""

    DONNE = "donne"
    MANCHE = "manche"
    COUP = "coup"
    """A turn of a single player."""
    TOUR = "tour"

    def text(self, code: str) -> str:
        """Return the French phrase with this word by its code in `game.toml`: `par` is "par manche"."""
        sentence: str = _SENTENCES[self][code]
        return sentence


_SENTENCES: Mapping[str, Mapping[str, str]] = dict(
    zip(EntryWord, read_sentences(__file__, *EntryWord), strict=True)
)


class Wording(Protocol):
    """Interface of the `words` module of a game."""

    @property
    def WORDS(self) -> Words:  # noqa: N802
        """Messages, terms, and label and help of every setting."""

    def sentence(self, marked: Marked, /) -> Label:
        """Return the full sentence of an entry: "Garde réussie de 8 — Chloé +318, les autres −106 chacun"."""

    def brief(self, marked: Marked, /) -> Label:
        """Return the entry in a few words, for its line of the sheet: "Chloé, garde +8"."""

    def tallies(self, marked: Marked, seat: Seat, /) -> Mapping[str, int]:
        """Return the increments of a player's counters by code.

        `tally-<code>` is the label; `<code>-reussi` is shown as a share of `<code>`.
        """

    def progress(self, sheet: Replay, /) -> Sequence[Label]:
        """Return what is left to play, "Nous : encore 120 points". Called only before the end of the partie."""


PaperCheck = Callable[[Any, Sequence[Figures], Figures], PaperFaults]
"""Returns the faults of a paper sheet from `Rules`, lines (empty if only totals are known) and totals."""


@dataclass(frozen=True, kw_only=True)
class TournamentTraits:
    """Traits of a tournament of the game: its settings, scoring and possible totals. Functions take the game's `Rules`."""

    currency: str = "€"
    """Currency of the region where the game is played."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Default settings of a partie in a tournament."""
    donnes: str = ""
    """Key of the setting of the number of donnes; empty if the game has none."""
    usual_donnes: int = 12
    """Default number of donnes in a tournament."""
    countdown: bool = False
    """Whether totals count down to 0 from those of the opening; the tournament counts the points taken off."""
    fixed_sum: Callable[[Any], int | None] = lambda rules: None  # noqa: ARG005
    """Returns the sum of the totals of a whole partie; `None` if it is not fixed."""
    least: int | None = None
    """Lowest possible total of a column after a whole partie; `None` if there is no limit."""
    check: PaperCheck = lambda rules, lines, totals: ()  # noqa: ARG005
    """Check of a paper sheet; if it finds no fault, `fixed_sum` and `least` are checked."""
    bye: Callable[[Any], int | None] = lambda rules: None  # noqa: ARG005
    """Returns the points of a bye; `None` for an equal share of `fixed_sum`, or 0 without one."""
    line_points: str = ""
    """Entry key of the list of points of all columns; empty if a line needs more than points."""
    line_match: str = ""
    """Entry key of the camp that made a match."""
    matches: str = ""
    """Counter (a code of `Wording.tallies`) of the matches that break ties; empty if the game has none."""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A further printed sheet of a game, with its own French title."""

    title: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings for which it is made."""
    sheet: Callable[[SheetRequest], Sheet] | None = None
    """Makes it; `None` for the game's own sheet."""
    parties: int = 1
    """Number of parties printed side by side."""

    def suits(self, rules: Rules[Any, Any]) -> bool:
        """Return whether it can be used for a partie by these rules."""
        return all(getattr(rules, key) == value for key, value in self.settings.items())

    def of(self, request: SheetRequest) -> SheetRequest:
        """Return the request for this paper of its game."""
        return replace(request, game=replace(request.game, sheet=self.sheet)) if self.sheet else request


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game of the catalogue. Words are French and marked for translation."""

    key: str
    name: str
    tagline: str
    """One short line about what is counted: "157 par donne, annonces, schtöckr"."""
    entry_word: EntryWord = EntryWord.DONNE
    rules: type[Rules[Any, Any]]
    wording: Wording
    more_settings: Callable[[Any], Sequence[Label]] = lambda rules: ()  # noqa: ARG005
    """Returns further labels of settings that do not belong to a single setting, from the game's `Rules`."""
    demo: Callable[[Random, Rules[Any, Any], State], dict[str, Any]]
    """Returns a random next entry for the demonstration club; called again if the rules refuse it."""
    demo_tournament: tuple[str, Callable[[Random], Sequence[int]]] | None = None
    """Name of the tournament in the demonstration club, and a function that returns random totals of a partie."""
    sheet: Callable[[SheetRequest], Sheet] | None = None
    """Makes the paper sheet; `None` for that of its grid, or a plain one of names and running totals."""
    papers: Mapping[str, Paper] = field(default_factory=dict)
    """Further printed sheets by name, listed first on the printing page."""
    make_form: Callable[[], type[EntryForm]] | None = None
    """Returns the entry form; `None` for the class in the module `form` named like its rules, as `TarotForm`."""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named sets of settings, offered on the page of a new sheet, by their French name."""
    tournament: TournamentTraits = TournamentTraits()
    account: Account = field(default_factory=Account)
    """Results and statistics of its parties."""
    line_check: Callable[[Marked], int | None] = lambda marked: None  # noqa: ARG005
    """Returns the check sum of one line (157 in Jass), if the sheet has such a column."""
    formula: Callable[[Rules[Any, Any], Marked], Label | None] = lambda rules, marked: None  # noqa: ARG005
    """Returns the computation of the score of an entry, if the rules have one: "(25 + 15) × 2 = 80"."""
    lots: Lots = field(default_factory=Lots)
    """Lots for places, partners and the first dealer; no dealer is drawn if the opening state has none."""
    counts: bool = False
    """Whether the form computes a part of the entry with its method `computed`."""
    figure: Literal["", "beside", "alone", "chosen"] = ""
    """Place of the folder's `templates/figure.html`; empty without one.

    `beside` and `alone` show it above the lines, and between two donnes beside the totals or alone on the screen; `chosen` shows
    it instead of the lines, on devices with this choice.
    """
    drawing: Callable[[Replay], Any] | None = None
    """Returns data for `figure.html` that is not in the state, such as the paths of a slate."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """French titles of further pages, by the last part of their URL.

    That part is also the name of the template, and of the function in the module `pages` that returns its context from the
    fields of the page's form.
    """
    definition: str = ""
    """Definition of a declared game as canonical JSON; empty for a game of the catalogue."""

    def sentence(self, marked: Marked) -> Label:
        return adjustment_sentence(marked) if marked.aside else self.wording.sentence(marked)

    def brief(self, marked: Marked) -> Label:
        return adjustment_brief(marked) if marked.aside else self.wording.brief(marked)

    def tallies(self, marked: Marked, seat: Seat) -> Mapping[str, int]:
        """Return the increments of a player's counters by a line; none for an adjustment."""
        return {} if marked.aside else self.wording.tallies(marked, seat)

    def settings_in_words(self, rules: Rules[Any, Any]) -> Sequence[Label]:
        """Return the settings to mention: "1000 points", "annonces", "schtöckr"."""
        return [*settings_in_words(self.words, rules), *self.more_settings(rules)]

    @property
    def evening(self) -> str:
        """French name of its evenings: the title of its paper for several parties, else its own name."""
        return next((paper.title for paper in self.papers.values() if paper.parties > 1), self.name)

    @property
    def folder(self) -> Path:
        """The folder of the game, with `rules/`, `templates/`, `static/`, `translations/` and `examples.toml`."""
        return Path(inspect.getfile(self.rules)).parent.parent

    @cached_property
    def form(self) -> type[EntryForm]:
        """The entry form class. Imported on first use, because it needs WTForms and scoring does not."""
        if self.make_form:
            return self.make_form()
        form: type[EntryForm] = getattr(self._module("form"), f"{self.rules.__name__}Form")
        return form

    def form_for(self, given: Container[str] | None) -> type[EntryForm]:
        """Return the form class of a line, an adjustment or a donne, from its form fields or its entry keys."""
        return self._adjusting if given is not None and KEY in given else self.form

    @cached_property
    def _adjusting(self) -> type[EntryForm]:
        """The form class of an adjustment: the game's own, or else the common one."""
        common = import_module("scorekeeper.cards.game_api.adjustment_form").AdjustmentForm
        counted = self.entry_word is EntryWord.MANCHE and not self.tournament.donnes
        known = {"WORDS": self.words, "BY_LINES": counted or self.form.GRID is not None}
        made: type[EntryForm] = type("Adjusting", (self.form.ADJUSTING or common,), known)
        return made

    def page_context(self, slug: str, fields: MultiDict[str, str]) -> Mapping[str, Any]:
        """Return the template context of one of its `pages`, from the fields of the page's form."""
        context: Mapping[str, Any] = getattr(self._module("pages"), slug)(fields)
        return context

    def _module(self, name: str) -> Any:
        return import_module(f"{self.rules.__module__.removesuffix('.rules')}.{name}")

    def title(self, rules: Rules[Any, Any]) -> str:
        """Return the name of a game: that in the setting `NAMED_BY`, if any, else the translated name."""
        own = str(getattr(rules, rules.NAMED_BY)) if rules.NAMED_BY else ""
        return own or gettext(self.name)

    @property
    def home(self) -> str:
        """Name of `folder`, by which templates and styles are found. Declared games share one."""
        return self.folder.name

    @property
    def grid(self) -> GridSheet | None:
        """The grid whose cells its form fills; `None` if the sheet has a line for each entry."""
        return self.form.GRID

    @property
    def words(self) -> Words:
        """Messages, terms, and texts of the settings of the game."""
        return self.wording.WORDS


def adjustment_sentence(marked: Marked) -> Label:
    """Return the sentence of an adjustment: its reason and the points of each column."""
    who, why = marked.before.table.who, adjustment_brief(marked)
    scores = [(who(column), Signed(score)) for column, score in enumerate(marked.row.scores) if score]
    gains = tuple(Label("ajustement-de", qui=column, points=score) for column, score in scores)
    return Label("ajustement-phrase", ajustement=why, parts=gains) if gains else why


def adjustment_brief(marked: Marked) -> Label:
    """Return the reason of an adjustment, for its line of the sheet."""
    return expect(Ajustement, marked.entry).label
