"""The parts of a game: one frozen record, made in the game's own folder."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
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
from scorekeeper.cards.rules.contract import Label, Rules, Seat, Signed, State, Table, expect
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.cards.rules.scores import Figures, PaperFaults
from scorekeeper.i18n import gettext

if TYPE_CHECKING:
    from random import Random

    from werkzeug.datastructures import MultiDict

    from scorekeeper.cards.game_api.form import EntryForm
    from scorekeeper.cards.game_api.form_fields import Known
    from scorekeeper.cards.game_api.sheet import Sheet, SheetRequest


class EntryWord(StrEnum):
    """The players' word for one entry."""

    DONNE = "donne"
    MANCHE = "manche"
    COUP = "coup"
    """A turn of one player, where each plays by himself."""
    TOUR = "tour"

    def text(self, code: str) -> str:
        """A French sentence with the word in it, by its code in the file beside this module: `par` is "par manche"."""
        sentence: str = _SENTENCES[self][code]
        return sentence


_SENTENCES: Mapping[str, Mapping[str, str]] = dict(
    zip(EntryWord, read_sentences(__file__, *EntryWord), strict=True)
)


class Wording(Protocol):
    """The sentences of a game; its module `words` is one."""

    @property
    def WORDS(self) -> Words:  # noqa: N802
        """A sentence for every code, the terms, and the label and help of every setting."""

    def sentence(self, marked: Marked, /) -> Label:
        """The live sentence of an entry: "Garde réussie de 8 — Chloé +318, les autres −106 chacun"."""

    def brief(self, marked: Marked, /) -> Label:
        """The entry in a few words, for its line of the sheet: "Chloé, garde +8"."""

    def tallies(self, marked: Marked, seat: Seat, /) -> Mapping[str, int]:
        """Increments of a player's counters by an entry, by code: `tally-<code>` in the words; `<code>-reussi` is shown as a share of `<code>`."""

    def progress(self, sheet: Replay, /) -> Sequence[Label]:
        """Points left to play for, in words: "Nous : encore 120 points"; asked while the partie is not over."""


PaperCheck = Callable[[Any, Sequence[Figures], Figures], PaperFaults]
"""Checks a whole sheet by the game's `Rules`: its lines (empty where only the totals are known) and its totals."""


@dataclass(frozen=True, kw_only=True)
class TournamentTraits:
    """Which parties a tournament of the game plays, how they count, which totals are possible. Functions take the game's `Rules`."""

    currency: str = "€"
    """Currency where the game is at home."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings that make a partie one of a tournament, unless the organiser chooses otherwise."""
    donnes: str = ""
    """Setting that holds the number of donnes of a partie; empty where the game has none."""
    usual_donnes: int = 12
    """Value of that setting where the organiser chooses none."""
    countdown: bool = False
    """Whether totals count down to 0 from those of the opening sheet; what was taken off is counted, and usually victories."""
    fixed_sum: Callable[[Any], int | None] = lambda rules: None  # noqa: ARG005
    """Sum of the totals of a whole partie by these rules; `None` where that is not fixed."""
    least: int | None = None
    """Lowest total that a column of a whole partie can have; `None` where there is no limit."""
    check: PaperCheck = lambda rules, lines, totals: ()  # noqa: ARG005
    """The game's own check of a paper sheet; `fixed_sum` and `least` are checked where it finds nothing."""
    bye: Callable[[Any], int | None] = lambda rules: None  # noqa: ARG005
    """Value of a bye where totals are counted; an equal share of `fixed_sum` for `None`, or 0 without one."""
    line_points: str = ""
    """Key of an entry that takes the points of all columns as a list; empty where a line needs more than points."""
    line_match: str = ""
    """Key of an entry that takes the camp that made a match."""
    matches: str = ""
    """Counter (a code of `Wording.tallies`) of the matches that break ties; empty where the game has none."""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper of a game with a French title and a name of its own, beside the game's ordinary sheet."""

    title: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """House settings that it is made for."""
    back: bool = False
    """Whether its back is always printed."""
    parties: int = 1
    """Number of parties that stand on it side by side."""

    def suits(self, rules: Rules[Any, Any]) -> bool:
        """Whether a partie by these rules can stand on it."""
        return all(getattr(rules, key) == value for key, value in self.settings.items())


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
    """Settings in words that are no sentence each, by the game's `Rules`."""
    demo: Callable[[Random, Rules[Any, Any], State], dict[str, Any]]
    """A plausible next entry for the demonstration club; where the rules refuse it, another one is asked for."""
    demo_tournament: tuple[str, Callable[[Random], Sequence[int]]] | None = None
    """Name of the tournament of the game that the demonstration club holds, and totals of a whole partie in it, one per column."""
    sheet: Callable[[SheetRequest], Sheet] | None = None
    """The paper sheet; if `None` that of its grid, or a plain one of names and running totals."""
    papers: Mapping[str, Paper] = field(default_factory=dict)
    """Papers that are asked for by a name of their own; the printing page begins with them."""
    make_form: Callable[[], type[EntryForm]] | None = None
    """Makes its entry form; if `None` that is that of its module `form`, called like its rules: `TarotForm`."""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Settings by the French name that players have for them; the page of a new sheet offers them."""
    tournament: TournamentTraits = TournamentTraits()
    account: Account = field(default_factory=Account)
    """Account of its parties once they are over, and of many."""
    line_check: Callable[[Marked], int | None] = lambda marked: None  # noqa: ARG005
    """The check of one line (157 on a Jass sheet), where the paper has such a column."""
    formula: Callable[[Rules[Any, Any], Marked], Label | None] = lambda rules, marked: None  # noqa: ARG005
    """The arithmetic behind an entry in one line, where the rules have one: "(25 + 15) × 2 = 80"."""
    lots: Lots = field(default_factory=Lots)
    """Lots for places, partners and the first dealer; nobody deals first where the opening state has no dealer."""
    counts: bool = False
    """Whether the form has a helper that works out a part of the entry: its `reckoned`."""
    figure: Literal["", "beside", "alone", "chosen"] = ""
    """Place of the folder's `templates/figure.html`, where there is one: over the lines, and between two donnes `beside` the totals or
    `alone` on the screen; or in place of the lines, on the devices that have `chosen` it.
    """
    drawing: Callable[[Replay], Any] | None = None
    """Data that `figure.html` cannot read off the state by itself: the paths of a slate."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """French titles of further pages, by the last part of their address: the name of their template, and of the function of the module
    `pages` that makes its context from the fields of the page's form.
    """
    definition: str = ""
    """Definition by which a house declared it, as canonical JSON; empty for a game of the catalogue."""

    def sentence(self, marked: Marked) -> Label:
        """The live sentence of a line."""
        return adjustment_sentence(marked) if marked.aside else self.wording.sentence(marked)

    def brief(self, marked: Marked) -> Label:
        """A line in a few words."""
        return adjustment_brief(marked) if marked.aside else self.wording.brief(marked)

    def tallies(self, marked: Marked, seat: Seat) -> Mapping[str, int]:
        """Increments of a player's counters by a line."""
        return {} if marked.aside else self.wording.tallies(marked, seat)

    def settings_in_words(self, rules: Rules[Any, Any]) -> Sequence[Label]:
        """The settings that matter, in words: "1000 points", "annonces", "schtöckr"."""
        return [*settings_in_words(self.words, rules), *self.more_settings(rules)]

    @property
    def evening(self) -> str:
        """Name of its evenings, in French: that of its paper of several parties, else its own."""
        return next((paper.title for paper in self.papers.values() if paper.parties > 1), self.name)

    @property
    def folder(self) -> Path:
        """The game's folder, where its `rules/` are, with its `templates/`, `static/`, `translations/` and `examples.toml`."""
        return Path(inspect.getfile(self.rules)).parent.parent

    @cached_property
    def form(self) -> type[EntryForm]:
        """The form of an entry. It needs WTForms, which reading and scoring a sheet does not: so it is loaded where it is used."""
        if self.make_form:
            return self.make_form()
        form: type[EntryForm] = getattr(self._module("form"), f"{self.rules.__name__}Form")
        return form

    def known(self, rules: Rules[Any, Any], table: Table) -> Sequence[Known]:
        """Numbers that a field of the form cannot be, as tables: a tablet says it without the server."""
        return tuple(self.form.known(rules, table))

    def form_for(self, given: Container[str] | None) -> type[EntryForm]:
        """The form that a line was typed in, or is shown in, by its fields or its keys."""
        return self._adjusting if given is not None and KEY in given else self.form

    @cached_property
    def _adjusting(self) -> type[EntryForm]:
        """The form of an adjustment, the same in every game that has none of its own."""
        common = import_module("scorekeeper.cards.game_api.adjustment_form").AdjustmentForm
        counted = self.entry_word is EntryWord.MANCHE and not self.tournament.donnes
        known = {"WORDS": self.words, "BY_LINES": counted or self.form.GRID is not None}
        made: type[EntryForm] = type("Adjusting", (self.form.ADJUSTING or common,), known)
        return made

    def page_context(self, slug: str, fields: MultiDict[str, str]) -> Mapping[str, Any]:
        """The context of one of its further `pages`, from the fields of that page's form."""
        context: Mapping[str, Any] = getattr(self._module("pages"), slug)(fields)
        return context

    def _module(self, name: str) -> Any:
        return import_module(f"{self.rules.__module__.removesuffix('.rules')}.{name}")

    def title(self, rules: Rules[Any, Any]) -> str:
        """Name of these rules: the house's, where it has one of its own for them."""
        own = str(getattr(rules, rules.NAMED_BY)) if rules.NAMED_BY else ""
        return own or gettext(self.name)

    @property
    def home(self) -> str:
        """Name of that folder, by which templates and styles are found: declared games share one."""
        return self.folder.name

    @property
    def grid(self) -> GridSheet | None:
        """The grid whose cells its form fills; `None` where the sheet has a line for each entry."""
        return self.form.GRID

    @property
    def words(self) -> Words:
        """The sentences, terms and texts of the settings of the game."""
        return self.wording.WORDS


def adjustment_sentence(marked: Marked) -> Label:
    """Why, and who has how much by it."""
    who, why = marked.before.table.who, adjustment_brief(marked)
    scores = [(who(column), Signed(score)) for column, score in enumerate(marked.row.scores) if score]
    gains = tuple(Label("ajustement-de", qui=column, points=score) for column, score in scores)
    return Label("ajustement-phrase", ajustement=why, parts=gains) if gains else why


def adjustment_brief(marked: Marked) -> Label:
    """Why, for its line of the sheet, whose columns have the points."""
    return expect(Ajustement, marked.entry).label
