"""The entry form of a game. It holds no rules: what was typed becomes a plain object of the file format, which the game's
record and rules judge, and every fault is put beside the field it concerns.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from wtforms import Field, FieldList, Form, FormField, HiddenField, StringField

from scorekeeper.cards.game_api.form_fields import Given, Known, OneChoice, SomeChoices, Spared, seats
from scorekeeper.cards.game_api.grid import GridSheet
from scorekeeper.cards.game_api.words import Words, say
from scorekeeper.cards.rules.adjustment import read_line
from scorekeeper.cards.rules.contract import Doubt, Fault, Rules, Seat, State, Table
from scorekeeper.cards.rules.fields import Seats
from scorekeeper.cards.rules.kinds import HalfPoints, Kind, Maybe, OneOf, Whole, WholeOr
from scorekeeper.cards.rules.names import CAMP, short_names, syllables
from scorekeeper.cards.rules.replay import Marked, mark
from scorekeeper.i18n import N_

_AMOUNT = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?", re.ASCII)
_NUMBER = re.compile(r"(-?[0-9]{1,9})(?:[.,]([05]))?(½)?", re.ASCII)

PLAYED = "jouee"
"""The usual status of a donne."""
COMMON_KEYS = frozenset({"donneur", "note"})
NUMBERS = (Whole, HalfPoints, OneOf, WholeOr)
MOST_COLUMNS = 20
WIDE = 12
"""Letters of a name in two lines of a button."""


def typed_cents(text: str | None) -> int | str | None:
    """An amount of money that was typed, in cents: 5, 5,50 or 5.50; `None` for nothing. Any other text is returned as it is."""
    typed = (text or "").strip()
    match = _AMOUNT.fullmatch(typed)
    return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0")) if match else typed or None


def typed_number(text: str | None) -> int | Decimal | str | None:
    """Number that was typed: an int, a `Decimal` with a half (`40,5`, `40.5`, `40½`), or `None` for nothing; only ASCII digits count.

    Text that is no number is returned as it is, so that the record refuses it at its key.
    """
    typed = (text or "").strip().replace("\N{MINUS SIGN}", "-")
    if not typed:
        return None
    match = _NUMBER.fullmatch(typed)
    if match is None or (match[2] and match[3]):
        return typed
    if match[3] or match[2] == "5":
        return Decimal(f"{match[1]}.5")
    return int(match[1])


def present(**values: Any) -> dict[str, Any]:
    """The values that were given: without `None` and empty text."""
    return {key: value for key, value in values.items() if value is not None and value != ""}


def _plain(kind: Kind[Any], data: Any) -> Any:
    """Data of a field as a file has them; `None` for nothing."""
    if isinstance(data, list):
        return list(data) or None
    return typed_number(data) if isinstance(kind, NUMBERS) else data or None


def _text(value: Any) -> list[str]:
    """A value of a file as a form sends it."""
    if isinstance(value, list):
        return value
    return [] if value is None or value is False else ["1" if value is True else str(value)]


def named_columns(table: Table, seats: Iterable[Seat]) -> dict[int, str]:
    """The camps, or the columns of those seats, each with the name that a file calls it by."""
    return {0: "A", 1: "B"} if table.camps else {seat: table.players[seat] for seat in seats}


def turn(state: State) -> str | None:
    """The player whose turn it is to deal; `None` in games without a dealer."""
    return None if state.donneur is None else state.table.players[state.donneur]


@dataclass(frozen=True)
class Sealed:
    """A number that each player notes before the play, and that nobody sees before all have."""

    key: str
    """Key of the entry that has it by the player's name."""
    stem: str
    """Stem of the form's fields for it, one a seat: `annonce_0`."""
    most: int
    """Its highest value; the lowest is 0."""
    title: str
    """Name of the numbers, in French."""

    def field(self, seat: int) -> str:
        """The name of the form's field for the number of a seat."""
        return f"{self.stem}_{seat}"


class EntryForm(Form):
    """The fields that every game has. A game adds its own, named like the keys of its entry, and `WORDS`; it may add `hints`.

    A key that its fields show in another way has its own case in `typed`, and the reverse of it in `fields_for`.
    """

    Meta = Spared

    WORDS: ClassVar[Words]
    PLACES: ClassVar[Mapping[str, str]] = {}
    """Form field for an entry key (or a dotted prefix of one) where their names differ."""
    STEMS: ClassVar[Mapping[str, str]] = {}
    """Stem of the fields of an entry key that has a value for each column: `points_0` for the first one."""
    NOTHING: ClassVar[Mapping[str, str]] = {"statut": PLAYED}
    """Choices that stand for a key that is left out."""
    STYLES: ClassVar[Sequence[Path]] = ()
    """Style sheets that it shares with forms of other games; the game's own `static/style.css` follows them."""
    GRID: ClassVar[GridSheet | None] = None
    """The grid whose cells it fills; `None` where the sheet has a line for each entry."""
    TEMPLATE: ClassVar[str] = ""
    """The template of its fields; the game's own where it is empty."""
    ADJUSTING: ClassVar["type[EntryForm] | None"] = None
    """The form of an adjustment, where that has more than points."""
    SEALED: ClassVar[Sealed | None] = None
    """Number that players may note each for themselves before the play; `None` in most games."""

    uuid = HiddenField()
    rang = HiddenField()
    revision = HiddenField()
    tour = HiddenField()
    """The player whose turn it was to deal when the page was made."""
    donneur = OneChoice(N_("Donneur"), seats)
    note = StringField(N_("Remarque"))
    sure = SomeChoices("")
    """Codes of the doubts that were ticked."""

    def __init__(self, formdata: Any = None, *, rules: Rules[Any, Any], state: State, **kwargs: Any) -> None:
        super().__init__(formdata, **kwargs)
        self.rules = rules
        self.state = state
        self.table = state.table
        self.named = {**self.columns(state), **self._sent_for_others(formdata)}
        """The columns that have fields of their own, each with the name that an entry calls it by."""
        for stem in self.STEMS.values():
            for column in range(MOST_COLUMNS):
                if column not in self.named and f"{stem}_{column}" in self:
                    del self[f"{stem}_{column}"]
        self.earlier: Sequence[Marked] = ()
        """The lines before, where the next one is entered."""
        self.line: Marked | None = None
        """The entry as the next line, unless it has faults."""
        self.revealed: Mapping[str, str] = {}
        """Numbers that players noted each for themselves, by field, once everybody has seen them."""
        self.hidden: Mapping[str, bool] = {}
        """The fields that have no place in the form yet, since what stands in them is sent apart; and whether it was."""
        self.doubts: tuple[Doubt, ...] = ()
        self.faults: tuple[Fault, ...] = ()
        self.reported: set[str] = set()
        self.blank: tuple[object, ...] | None = None
        """While nothing is filled: what the parts of the form depend on that are the same for every line. A template may keep them."""
        self.on_page: set[str] = set()
        """The fields that have a place for sentences on the page as far as it was rendered."""
        for field in self:
            if isinstance(field, Given):
                field.choose_from(self)
        # Dealer field unchanged: use the player whose turn it is now, even if the page is a line or two old.
        if formdata is None or (self.tour.data and self.donneur.data == self.tour.data):
            self.donneur.data = turn(state)
        self.tour.data = turn(state)

    @classmethod
    def columns(cls, state: State) -> dict[int, str]:
        """The columns that have fields of their own: those that are not out."""
        return named_columns(state.table, state.playing)

    def _sent_for_others(self, formdata: Any) -> dict[int, str]:
        """Return the further columns that something other than 0 was sent for, so that it is refused beside its field."""
        return {
            column: name
            for column, name in enumerate(self.table.keys)
            if any(
                (formdata or {}).get(f"{stem}_{column}", "").strip() not in {"", "0"}
                for stem in self.STEMS.values()
            )
        }

    @cached_property
    def short(self) -> Mapping[str, str]:
        """Text of a button for each name."""
        texts: dict[str, str] = {}
        for listed in (self.table.players, self.table.columns):
            shown = short_names(listed, WIDE if len(listed) > 2 else CAMP)
            texts |= zip(listed, map(syllables, shown), strict=True)
        return texts

    def partners(self, side: int) -> str:
        """Players of a camp."""
        return " & ".join(self.short[name] for name in self.table.players[side::2])

    def filled(self, *names: str) -> bool:
        """Whether something stands in one of these fields, or was refused there."""
        return any(self[name].data or self[name].errors for name in names)

    def worded(self, words: Iterable[str]) -> list[tuple[str, str]]:
        """Words of the game as choices."""
        return [(str(word), self.WORDS.terms[word]) for word in words]

    def statuts(self, known: Iterable[str]) -> list[tuple[str, str]]:
        """The choices of `statut`: `annulee` only in a line that says so, as a misdeal is not noted."""
        return self.worded(each for each in known if each != "annulee" or self["statut"].data == each)

    def payload(self) -> dict[str, Any]:
        """Typed values, as the plain object of the file format; what was left empty is left out, and all else of a donne that was not
        played.
        """
        statut = self._fields.get("statut")
        if statut is not None and statut.data not in {None, "", PLAYED}:
            return {"statut": statut.data, **self.common()}
        keys = (key for key in self.rules.ENTRY.kinds if key not in COMMON_KEYS)
        return {key: value for key in keys if (value := self.typed(key)) is not None} | self.common()

    def typed(self, key: str) -> Any:
        """Typed value of an entry key; `None` where it was left empty."""
        kind = self.rules.ENTRY.kinds[key]
        kind = kind.kind if isinstance(kind, Maybe) else kind
        if key in self.STEMS:
            part = getattr(kind, "kind", kind)
            fields = {name: self[f"{self.STEMS[key]}_{column}"] for column, name in self.named.items()}
            values = present(**{name: _plain(part, field.data) for name, field in fields.items()})
            nothing: Any = None if key in self.rules.ENTRY.defaults else {}
            return (list(values) if isinstance(kind, Seats) else values) or nothing
        if f"{key}.1" in self.PLACES:
            pair = [typed_number(self[self.PLACES[part]].data) for part in (key, f"{key}.1")]
            return None if pair == [None, None] else pair
        field = self._fields.get(self.PLACES.get(key, key))
        return None if field is None or field.data == self.NOTHING.get(key) else _plain(kind, field.data)

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        """The game's own fields, filled with a stored entry: the reverse of `payload`."""
        fields = {key: [choice] for key, choice in cls.NOTHING.items() if hasattr(cls, key)}
        for key, value in payload.items():
            if key not in COMMON_KEYS and value is not None:
                fields |= cls.fields_for(key, value, state)
        return fields

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        """The fields of an entry key, filled with a stored value: the reverse of `typed`."""
        if key in cls.STEMS:
            values = value if isinstance(value, Mapping) else dict.fromkeys(value, True)
            names = {name: f"{cls.STEMS[key]}_{column}" for column, name in cls.columns(state).items()}
            return {names[name]: _text(part) for name, part in values.items() if name in names}
        if f"{key}.1" in cls.PLACES:
            return {
                cls.PLACES[part]: _text(each) for part, each in zip((key, f"{key}.1"), value, strict=True)
            }
        return {cls.PLACES.get(key, key): _text(value)}

    @classmethod
    def formdata(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        """All fields, filled with a stored entry; the dealer is filled in even when it was their turn."""
        common = {"donneur": payload.get("donneur") or turn(state), "note": payload.get("note")}
        return cls.fields_of(payload, state) | {key: [text] for key, text in common.items() if text}

    @classmethod
    def known(cls, rules: Any, table: Table) -> Iterable[Known]:
        """Tables of the numbers that a field refuses by the game's `Rules`, whatever stands in the others."""
        return ()

    def hints(self) -> dict[str, str]:
        """Sentences that help while typing, by their `data-hint` slot; they never refuse anything."""
        return {}

    def reckoned(self) -> dict[str, str]:
        """Values that a helper of the form works out, by the fields that it fills; each is sent only as their value."""
        return {}

    def common(self) -> dict[str, Any]:
        """The keys that every entry may have. The dealer is named only when it is not their turn."""
        dealt = self.donneur.data if self.donneur.data != turn(self.state) else None
        return present(donneur=dealt, note=self.note.data)

    def validate(self, extra_validators: Any = None) -> bool:
        """Read and judge the entry: faults go beside their fields; a doubt that was not ticked makes it invalid too."""
        # What needs no validator is not asked for one.
        judged = [field for field in self if field.validators or isinstance(field, FieldList | FormField)]
        syntax = [field.validate(self) for field in judged].count(False) == 0
        entry = read_line(self.rules, self.payload(), self.table)
        line = mark(self.rules, self.state, self.state.line, entry)
        if not isinstance(line, Marked):
            self.faults = tuple(item.fault for item in line)
            self.place(self.faults)
            return False
        self.line = line
        self.doubts = (*line.doubts, *self._unlike_revealed()) if syntax else ()
        return syntax and not self.unsure

    def reveal(self, fields: Mapping[str, str], hidden: Mapping[str, bool]) -> None:
        """Have what players noted each for themselves stand in the form, unless something else was typed there.

        What is still `hidden` has no field, unless the form brought one along.
        """
        self.revealed = fields
        self.hidden = {} if self.filled(*hidden) else hidden
        for name, text in fields.items():
            if not self[name].data:
                self[name].data = text

    def _unlike_revealed(self) -> Iterator[Doubt]:
        """A number that is another one than everybody saw is asked about."""
        if self.SEALED is None:
            return
        here = self.payload().get(self.SEALED.key, {})
        for seat, name in enumerate(self.table.players):
            noted = self.revealed.get(self.SEALED.field(seat))
            if noted is not None and name in here and here[name] != int(noted):
                field = f"{self.SEALED.key}.{name}"
                yield Doubt("annonce-autre", field, joueur=Seat(seat), cachee=int(noted), ici=here[name])

    @property
    def unsure(self) -> tuple[Doubt, ...]:
        """The doubts that were not ticked yet."""
        ticked = set(self.sure.data or ())
        return tuple(doubt for doubt in self.doubts if doubt.code not in ticked)

    @property
    def at_foot(self) -> list[str]:
        """The sentences of no field, and of fields that the page does not show."""
        hidden = [text for field in self if field.name not in self.on_page for text in field.errors]
        return [text for text in (*self.form_errors, *hidden) if text and isinstance(text, str)]

    def place(self, faults: Sequence[Fault]) -> None:
        """Put each fault's sentence beside its field, or at the top when it belongs to none.

        A sentence is shown once: a further field it concerns has an empty one, which only marks the field.
        """
        for fault in faults:
            sentence = say(fault, self.WORDS, self.table)
            text = "" if sentence in self.reported else sentence
            self.reported.add(sentence)
            if (field := self.field_for(fault.field)) is None:
                self.form_errors = [*self.form_errors, text]
            else:
                field.errors = [*field.errors, text]

    def field_for(self, key: str) -> Field | None:
        """The form field that shows an entry key: that of its column, or the longest dotted prefix that is known.

        A name may have dots in it, so it is compared as a whole; the first column stands for all of them.
        """
        head, _, rest = key.partition(".")
        if head in self.STEMS:
            columns = [column for column, name in self.named.items() if name == rest]
            key = f"{self.STEMS[head]}_{columns[0] if columns else min(self.named)}"
        while key:
            name = self.PLACES.get(key, key)
            if name in self._fields:
                field: Field = self._fields[name]
                return field
            key = key.rpartition(".")[0]
        return None
