"""WTForms form of a game's settings, generated from the game's record, which also parses and refuses the values."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from wtforms import Form, SelectField, StringField
from wtforms.fields import SelectChoice  # type: ignore[attr-defined] # newer than its stubs

from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.contract import Rules, Table
from scorekeeper.cards.rules.fields import AmountsOf
from scorekeeper.cards.rules.kinds import Choice, Flag, Kind, Maybe, OneOf, Text
from scorekeeper.i18n import N_, gettext

PREFIX = "reglage-"
YES, NO = "oui", "non"
BY_DEFAULT = N_("selon le jeu")


@dataclass(frozen=True)
class SettingGroup:
    """One setting with the names of its fields; a table of amounts has several."""

    key: str
    label: str
    help: str
    names: tuple[str, ...]
    rare: bool
    columns: tuple[str, ...] = ()
    """Headings of a table of amounts."""
    rows: tuple[tuple[str, tuple[str | None, ...]], ...] = ()
    """Its rows: the heading, and the name of the field of each column."""
    usual: str = ""
    """Name of what an empty field stands for."""


class SettingsForm:
    """Form of one game's settings: builds the fields, returns the chosen values, and places error messages at fields."""

    def __init__(self, game: Game, rules: Rules[Any, Any], formdata: Any = None) -> None:
        """Fill the form with the settings of `rules`, or with the posted `formdata`."""
        self.game, self.rules = game, rules
        self.kinds: Mapping[str, Kind[Any]] = rules.SETTINGS.kinds
        shown = rules.SETTINGS.write_all(rules, Table(camps=rules.CAMPS))
        default = rules.SETTINGS.write_all(game.rules(), Table(camps=rules.CAMPS))
        self.usual: dict[str, str] = {}
        """Value of each field for the game's default settings."""
        fields: dict[str, Any] = {}
        values: dict[str, str] = {}
        groups = []
        for key, text in game.words.settings.items():
            label = gettext(text.label)
            made = list(self._fields(key, label, shown[key]))
            fields |= {name: field for name, field, _ in made}
            values |= {name: value for name, _, value in made}
            self.usual |= {name: value for name, _, value in self._fields(key, label, default[key])}
            names = tuple(name for name, _, _ in made)
            group = SettingGroup(key, label, gettext(text.help), names, text.rare)
            groups.append(self._table(group))
        self.groups = tuple(groups)
        self.form: Form = type("Settings", (Form,), fields)(formdata, data=values)

    def _table(self, group: SettingGroup) -> SettingGroup:
        """Return the group with the rows and columns of its table, if its amounts form one; else unchanged."""
        table = self.rules.amount_table(group.key) if len(group.names) > 1 else None
        if table is None:
            return group
        rows = (
            (self._term(row[0] or ""), tuple(cell and f"{PREFIX}{group.key}.{cell}" for cell in row))
            for row in table.rows
        )
        columns = tuple(map(self._term, table.columns))
        return replace(group, columns=columns, rows=tuple(rows), usual=self._term(table.usual))

    def typed_in(self, group: SettingGroup) -> bool:
        """Return whether a field of a group has a value or an error message."""
        return any(self.form[name].data or self.form[name].errors for name in group.names)

    def _fields(self, key: str, label: str, plain: Any) -> Iterator[tuple[str, Any, str]]:
        """Yield name, field and value of a setting; several for the parts of a table of amounts."""
        name, kind = PREFIX + key, self.kinds[key]
        inner = _inner(kind)
        if isinstance(inner, AmountsOf):
            table = self.rules.amount_table(key)
            for part in inner.known():
                hint = {"placeholder": str(table.amounts[part])} if table else None
                shown = StringField(self._term(part), render_kw=hint)
                yield f"{name}.{part}", shown, str(plain.get(part, ""))
            return
        options: list[tuple[str, str]] = []
        if isinstance(inner, Flag):
            options = [(YES, gettext("oui")), (NO, gettext("non"))]
        elif isinstance(inner, Choice):
            options = [(str(option), self._term(str(option))) for option in inner.options]
        elif isinstance(inner, OneOf):
            options = [(str(option), str(option)) for option in inner.options]
        if options and isinstance(kind, Maybe):
            options.insert(0, ("", gettext(BY_DEFAULT)))
        choices = [SelectChoice(*option) for option in options]
        limit = {"maxlength": inner.most} if isinstance(inner, Text) else None
        field = (
            SelectField(label, choices=choices, validate_choice=False)
            if options
            else StringField(label, render_kw=limit)
        )
        value = "" if plain is None else str(plain)
        if isinstance(plain, bool):
            value = YES if plain else NO
        yield name, field, value

    def _term(self, word: str) -> str:
        terms = self.game.words.terms
        return gettext(terms[word]) if word in terms else word

    def raw(self) -> dict[str, Any]:
        """Return the chosen values as a JSON object of settings, not yet validated."""
        plain: dict[str, Any] = {}
        for key in self.game.words.settings:
            kind = self.kinds[key]
            inner = _inner(kind)
            if isinstance(inner, AmountsOf):
                parts = {part: typed_number(self._text(f"{key}.{part}")) for part in inner.known()}
                plain[key] = {part: amount for part, amount in parts.items() if amount is not None}
                continue
            text = self._text(key)
            if not text and isinstance(kind, Maybe):
                plain[key] = None
            elif isinstance(inner, Flag):
                plain[key] = {YES: True, NO: False}.get(text, text)
            elif isinstance(inner, Choice):
                plain[key] = text
            elif text:
                plain[key] = text if isinstance(inner, Text) else typed_number(text)
        return plain

    def _text(self, key: str) -> str:
        return str(self.form._fields[PREFIX + key].data or "").strip()

    def place(self, messages: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Add each message to the field of its dotted key; return the messages without a field here."""
        return [(key, sentence) for key, sentence in messages if not self._placed(key, sentence)]

    def _placed(self, key: str, sentence: str) -> bool:
        first, *parts = key.split(".")
        if first != "settings":
            return False
        names = [PREFIX + ".".join(parts[:length]) for length in range(len(parts), 0, -1)]
        names += [group.names[0] for group in self.groups if parts and group.key == parts[0]]
        field = next((self.form._fields[name] for name in names if name in self.form._fields), None)
        if field is None:
            return False
        # Each message is shown once, as in `EntryForm.place`.
        field.errors = [*field.errors, "" if self.shows(sentence) else sentence]
        return True

    def shows(self, sentence: str) -> bool:
        """Return whether a message is shown at any field."""
        return any(sentence in field.errors for field in self.form)

    def common(self, without: Container[str] = ()) -> list[SettingGroup]:
        """Return the settings shown at once, without these keys."""
        return [group for group in self.groups if not group.rare and group.key not in without]

    @property
    def rares(self) -> list[SettingGroup]:
        """Rare settings, found in no leaflet and at no federation; the page folds them."""
        return [group for group in self.groups if group.rare]

    @property
    def any_rare(self) -> bool:
        """Whether a rare setting differs from the default or was refused."""
        fields = [self.form[name] for group in self.rares for name in group.names]
        return any(field.errors or (field.data or "") != self.usual[field.name] for field in fields)

    @property
    def refused(self) -> bool:
        return any(field.errors for field in self.form)


def _inner(kind: Kind[Any]) -> Kind[Any]:
    return kind.kind if isinstance(kind, Maybe) else kind
