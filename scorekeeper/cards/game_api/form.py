"""Base class of the entry forms of games.

A form has no rules: it converts the typed values to a plain object of the file format. The game's record and rules
validate it, and each fault is shown beside its field.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from wtforms import Field, FieldList, Form, FormField, HiddenField, StringField

from scorekeeper.cards.game_api.form_fields import CopyingMeta, OneChoice, SomeChoices, seats
from scorekeeper.cards.game_api.grid import GridSheet
from scorekeeper.cards.game_api.words import Words, message_of
from scorekeeper.cards.rules.adjustment import read_line
from scorekeeper.cards.rules.contract import Doubt, Fault, Rules, Seat, State, Table
from scorekeeper.cards.rules.fields import Seats
from scorekeeper.cards.rules.kinds import HalfPoints, Kind, Maybe, OneOf, Whole, WholeOr
from scorekeeper.cards.rules.names import CAMP, short_names, syllables
from scorekeeper.cards.rules.replay import Marked, mark
from scorekeeper.i18n import N_, gettext

_AMOUNT = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?", re.ASCII)
_NUMBER = re.compile(r"(-?[0-9]{1,9})(?:[.,]([05]))?(½)?", re.ASCII)

PLAYED = "jouee"
"""The usual status of a donne."""
COMMON_KEYS = frozenset({"donneur", "note"})
NUMBERS = (Whole, HalfPoints, OneOf, WholeOr)
MOST_COLUMNS = 20
WIDE = 12
"""Most letters of a name on a button, in two lines."""


def typed_cents(text: str | None) -> int | str | None:
    """Return a typed amount of money (5, 5,50 or 5.50) in cents; `None` for an empty text, any other text unchanged."""
    typed = (text or "").strip()
    match = _AMOUNT.fullmatch(typed)
    return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0")) if match else typed or None


def typed_number(text: str | None) -> int | Decimal | str | None:
    """Return a typed number: an int, a `Decimal` with a half (`40,5`, `40.5`, `40½`), or `None` for an empty text.

    Only ASCII digits are accepted. Any other text is returned unchanged, so that the record refuses it at its key.
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
    """Return the values without `None` and empty texts."""
    return {key: value for key, value in values.items() if value is not None and value != ""}


def _plain(kind: Kind[Any], data: Any) -> Any:
    """Return the data of a field as a value of the file format; `None` for an empty field."""
    if isinstance(data, list):
        return list(data) or None
    return typed_number(data) if isinstance(kind, NUMBERS) else data or None


def _text(value: Any) -> list[str]:
    if isinstance(value, list):
        return value
    return [] if value is None or value is False else ["1" if value is True else str(value)]


def named_columns(table: Table, seats: Iterable[Seat]) -> dict[int, str]:
    """Return the camps, or the columns of `seats`, each with its name in the file format."""
    return {0: "A", 1: "B"} if table.camps else {seat: table.players[seat] for seat in seats}


def turn(state: State) -> str | None:
    """Return the name of the next dealer; `None` in games without a dealer."""
    return None if state.donneur is None else state.table.players[state.donneur]


@dataclass(frozen=True)
class Sealed:
    """A number that each player enters before the play, hidden until all players have entered theirs."""

    key: str
    """Entry key with the numbers by player's name."""
    stem: str
    """Stem of its form fields, one for each seat: `annonce_0`."""
    most: int
    """Greatest value; the least is 0."""
    title: str
    """French name of the numbers."""

    def field(self, seat: int) -> str:
        """Return the name of the form field of a seat."""
        return f"{self.stem}_{seat}"


class EntryForm(Form):
    """Base form with the fields of every game. A subclass adds fields named like the keys of its entry, `WORDS`, and maybe `hints`.

    A key whose fields have another form needs a case of its own in `typed`, and the reverse in `fields_for`.
    """

    Meta = CopyingMeta

    WORDS: ClassVar[Words]
    PLACES: ClassVar[Mapping[str, str]] = {}
    """Form field by entry key (or a dotted prefix of one), if their names differ."""
    STEMS: ClassVar[Mapping[str, str]] = {}
    """Stem of the fields by entry key, for keys with a value for each column: `points` for `points_0`, `points_1`."""
    NOTHING: ClassVar[Mapping[str, str]] = {"statut": PLAYED}
    """Choices by field that mean a missing key."""
    STYLES: ClassVar[Sequence[Path]] = ()
    """Style sheets shared with forms of other games; the game's own `static/style.css` is added after them."""
    GRID: ClassVar[GridSheet | None] = None
    """Grid whose cells the entries fill; `None` for a sheet with a line for each entry."""
    TEMPLATE: ClassVar[str] = ""
    """Template of its fields; if empty, the game's own."""
    ADJUSTING: ClassVar["type[EntryForm] | None"] = None
    """Form class of an adjustment, if it has more than points."""
    SEALED: ClassVar[Sealed | None] = None
    """Hidden number that players can enter on their own devices before the play; `None` in most games."""

    uuid = HiddenField()
    rang = HiddenField()
    revision = HiddenField()
    tour = HiddenField()
    """Next dealer at the time of the page."""
    donneur = OneChoice(N_("Donneur"), seats)
    note = StringField(N_("Remarque"))
    sure = SomeChoices("")
    """Codes of the confirmed doubts."""

    def __init__(self, formdata: Any = None, *, rules: Rules[Any, Any], state: State, **kwargs: Any) -> None:
        super().__init__(formdata, **kwargs)
        self.rules = rules
        self.state = state
        self.table = state.table
        self._others = self._sent_for_others(formdata) if self.STEMS else {}
        for stem in self.STEMS.values():
            for column in range(MOST_COLUMNS):
                if column not in self.entry_names and f"{stem}_{column}" in self:
                    del self[f"{stem}_{column}"]
        self.earlier: Sequence[Marked] = ()
        """Earlier lines, if the form is for the next one."""
        self.line: Marked | None = None
        """The entry as the next line; `None` if it has faults or is not validated yet."""
        self.revealed: Mapping[str, str] = {}
        """Hidden numbers of the players by form field, once they are revealed."""
        self.hidden: Mapping[str, bool] = {}
        """Form fields not shown yet, because their hidden numbers are sent separately; the value is whether the number was sent."""
        self.doubts: tuple[Doubt, ...] = ()
        self.faults: tuple[Fault, ...] = ()
        self.reported: set[str] = set()
        self.cache_key: tuple[object, ...] | None = None
        """In an empty form: cache key for template parts that are the same for every line; `None` in other forms."""
        self.rendered_fields: set[str] = set()
        """Fields with a place for messages in the part of the page rendered so far."""
        # Dealer field unchanged: use the next dealer of now, even if the page is a line or two old.
        if formdata is None or (self.tour.data and self.donneur.data == self.tour.data):
            self.donneur.data = turn(state)
        self.tour.data = turn(state)

    @classmethod
    def columns(cls, state: State) -> dict[int, str]:
        """Return the columns with form fields, those not eliminated, with their names."""
        return named_columns(state.table, state.playing)

    def _sent_for_others(self, formdata: Any) -> dict[int, str]:
        """Return further columns for which a value other than 0 was sent; they need fields to show its refusal."""
        return {
            column: name
            for column, name in enumerate(self.table.keys)
            if any(
                (formdata or {}).get(f"{stem}_{column}", "").strip() not in {"", "0"}
                for stem in self.STEMS.values()
            )
        }

    @cached_property
    def entry_names(self) -> dict[int, str]:
        """Columns with form fields, each with its name in an entry."""
        return {**self.columns(self.state), **self._others}

    @cached_property
    def entry(self) -> dict[str, Any]:
        """The typed values as `payload` returns them, read once the form is complete."""
        return self.payload()

    @cached_property
    def short(self) -> Mapping[str, str]:
        """Map each name of a player or camp to its text on a button: shortened, with soft hyphens."""
        texts: dict[str, str] = {}
        for listed in (self.table.players, self.table.columns):
            shown = short_names(listed, WIDE if len(listed) > 2 else CAMP)
            texts |= zip(listed, map(syllables, shown), strict=True)
        return texts

    def partners(self, side: int) -> str:
        """Return the short names of a camp's players, joined by " & "."""
        return " & ".join(self.short[name] for name in self.table.players[side::2])

    def filled(self, *names: str) -> bool:
        """Return whether a field of these names has a value or an error."""
        return any(self[name].data or self[name].errors for name in names)

    def worded(self, words: Iterable[str]) -> list[tuple[str, str]]:
        """Return choices from terms of the game: each key in `words`, with its French text."""
        return [(str(word), self.WORDS.terms[word]) for word in words]

    def statuts(self, known: Iterable[str]) -> list[tuple[str, str]]:
        """Return the choices of `statut`. `annulee` is offered only if it is chosen already, because a misdeal is not entered."""
        return self.worded(each for each in known if each != "annulee" or self["statut"].data == each)

    def payload(self) -> dict[str, Any]:
        """Return the typed values as an object of the file format, without empty ones.

        A donne that was not played has only its status and the common keys.
        """
        statut = self._fields.get("statut")
        if statut is not None and statut.data not in {None, "", PLAYED}:
            return {"statut": statut.data, **self.common()}
        keys = (key for key in self.rules.ENTRY.kinds if key not in COMMON_KEYS)
        return {key: value for key in keys if (value := self.typed(key)) is not None} | self.common()

    def typed(self, key: str) -> Any:
        """Return the typed value of an entry key; if it is empty `None`, or `{}` for a required one with a field per column."""
        kind = self.rules.ENTRY.kinds[key]
        kind = kind.kind if isinstance(kind, Maybe) else kind
        if key in self.STEMS:
            part = getattr(kind, "kind", kind)
            fields = {name: self[f"{self.STEMS[key]}_{column}"] for column, name in self.entry_names.items()}
            values = present(**{name: _plain(part, field.data) for name, field in fields.items()})
            value = list(values) if isinstance(kind, Seats) else values
            return value or (None if key in self.rules.ENTRY.defaults else {})
        if f"{key}.1" in self.PLACES:
            pair = [typed_number(self[self.PLACES[part]].data) for part in (key, f"{key}.1")]
            return None if pair == [None, None] else pair
        field = self._fields.get(self.PLACES.get(key, key))
        return None if field is None or field.data == self.NOTHING.get(key) else _plain(kind, field.data)

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        """Return the form data of the game's own fields for a stored entry: the reverse of `payload`."""
        fields = {key: [choice] for key, choice in cls.NOTHING.items() if hasattr(cls, key)}
        for key, value in payload.items():
            if key not in COMMON_KEYS and value is not None:
                fields |= cls.fields_for(key, value, state)
        return fields

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        """Return the form data of an entry key for a stored value: the reverse of `typed`."""
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
        """Return the form data of all fields for a stored entry, including the dealer if the entry names none."""
        common = {"donneur": payload.get("donneur") or turn(state), "note": payload.get("note")}
        return cls.fields_of(payload, state) | {key: [text] for key, text in common.items() if text}

    def hints(self) -> dict[str, str]:
        """Return sentences that help while typing, by `data-hint` slot; they do not refuse anything."""
        return {}

    def computed(self) -> dict[str, str]:
        """Return values that the form computes from helper fields, by name of the field that is sent."""
        return {}

    def common(self) -> dict[str, Any]:
        """Return the keys that every entry can have; `donneur` only if it is not the next dealer."""
        dealt = self.donneur.data if self.donneur.data != turn(self.state) else None
        common = {"donneur": dealt, "note": self.note.data}
        return {key: text for key, text in common.items() if text}

    def validate(self, extra_validators: Any = None) -> bool:
        """Validate the entry; faults are added to their fields. A doubt that is not confirmed makes the form invalid too."""
        # Fields without validators are skipped.
        judged = [field for field in self if field.validators or isinstance(field, FieldList | FormField)]
        syntax = [field.validate(self) for field in judged].count(False) == 0
        entry = read_line(self.rules, self.entry, self.table)
        line = mark(self.rules, self.state, self.state.line, entry)
        if not isinstance(line, Marked):
            self.faults = tuple(item.fault for item in line)
            self.place(self.faults)
            return False
        self.line = line
        unlike = self._unlike_revealed() if self.revealed else ()
        self.doubts = (*line.doubts, *unlike) if syntax else ()
        return syntax and not self.unconfirmed

    def reveal(self, fields: Mapping[str, str], hidden: Mapping[str, bool]) -> None:
        """Fill the players' revealed numbers into empty fields. Hide the fields `hidden`, unless one has a value or an error."""
        self.revealed = fields
        self.hidden = {} if self.filled(*hidden) else hidden
        for name, text in fields.items():
            if not self[name].data:
                self[name].data = text

    def _unlike_revealed(self) -> Iterator[Doubt]:
        """Yield a doubt for each player whose typed number differs from the sealed number (see `Sealed`) that was revealed."""
        if self.SEALED is None:
            return
        here = self.entry.get(self.SEALED.key, {})
        for seat, name in enumerate(self.table.players):
            noted = self.revealed.get(self.SEALED.field(seat))
            if noted is not None and name in here and here[name] != int(noted):
                field = f"{self.SEALED.key}.{name}"
                yield Doubt("annonce-autre", field, joueur=Seat(seat), cachee=int(noted), ici=here[name])

    @property
    def unconfirmed(self) -> tuple[Doubt, ...]:
        return tuple(doubt for doubt in self.doubts if doubt.code not in (self.sure.data or ()))

    @property
    def at_foot(self) -> list[str]:
        """Messages to show at the foot of the form: those of no field, and those of fields that the page does not show."""
        hidden = [text for field in self if field.name not in self.rendered_fields for text in field.errors]
        return [text for text in (*self.form_errors, *hidden) if text and isinstance(text, str)]

    def place(self, faults: Sequence[Fault]) -> None:
        """Add each fault's sentence to the errors of its field, or to those of the form if it has no field.

        The sentence of a missing value is its question. A repeated sentence is shown once; further fields are only marked.
        """
        for fault in faults:
            field, sentence = self.field_for(fault.field), message_of(fault, self.WORDS, self.table)
            if field is not None and fault.code == "cle-manquante":
                sentence = gettext("%(quoi)s ?", quoi=gettext(str(field.label.text)).rstrip("?\u202f "))
            text = "" if sentence in self.reported else sentence
            self.reported.add(sentence)
            if field is None:
                self.form_errors = [*self.form_errors, text]
            else:
                field.errors = [*field.errors, text]

    def field_for(self, key: str) -> Field | None:
        """Return the form field of an entry key: that of its column, or of its longest known dotted prefix; `None` without one.

        Names may contain dots, so each is compared as a whole. A key of all columns has the field of the first one.
        """
        head, _, rest = key.partition(".")
        if head in self.STEMS:
            columns = [column for column, name in self.entry_names.items() if name == rest]
            key = f"{self.STEMS[head]}_{columns[0] if columns else min(self.entry_names)}"
        while key:
            name = self.PLACES.get(key, key)
            if name in self._fields:
                field: Field = self._fields[name]
                return field
            key = key.rpartition(".")[0]
        return None
