"""The examples of a definition: lines in a short form, which must give what stands beside them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.cards.game_api.examples import Example
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import ExampleSpec, Genre, StandsOn
from scorekeeper.cards.games.declared.rules.entry import CASE
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.adjustment import read_line
from scorekeeper.cards.rules.contract import Fault, Label, Rules, Table
from scorekeeper.cards.rules.kinds import Unreadable, within
from scorekeeper.cards.rules.replay import Marked, Replay, mark, replay, with_line

ENDINGS: Mapping[str, str] = {"fin-lignes": "lignes", "fin-objectif": "total", "fin-quand": "quand"}
"""The key of `[fin]` that ends a partie for a reason."""


def entry_for(
    declared: Declared, example: ExampleSpec, raw: Mapping[str, Any], players: Sequence[str]
) -> dict[str, Any]:
    """An entry of an example in the file's own form, for these players; in an example, values of columns may be a list."""
    seats = dict(zip(example.joueurs, players, strict=False))
    columns = Table(tuple(players), declared.camps).keys
    fields = {spec.cle: spec for spec in declared.spec.champs}
    entry: dict[str, Any] = {}
    for key, value in raw.items():
        spec = fields.get(key)
        wide = spec is not None and spec.sur is StandsOn.COLONNE
        somebody = key != CASE if spec is None else spec.genre is Genre.JOUEUR
        if wide and isinstance(value, list) and len(value) == len(columns):
            entry[key] = dict(zip(columns, value, strict=True))
        elif wide and isinstance(value, dict):
            entry[key] = {seats.get(name, name): item for name, item in value.items()}
        else:
            entry[key] = seats.get(value, value) if somebody and isinstance(value, str) else value
    return entry


def shown_examples(declared: Declared) -> tuple[Example, ...]:
    """The examples as help pages show those of other games."""
    return tuple(
        Example(
            example.nom,
            "",
            {
                "help": True,
                "players": list(example.joueurs),
                "settings": dict(example.reglages or {}),
                "before": [entry_for(declared, example, raw, example.joueurs) for raw in example.avant],
                "entry": entry_for(declared, example, example.saisie, example.joueurs),
                **({} if example.marque is None else {"scores": list(example.marque)}),
            },
        )
        for example in declared.spec.exemples
    )


def unproven(game: Game, declared: Declared) -> Iterator[Fault]:
    """Differences between the examples and the formulas, each at its key of the definition."""
    at_once: dict[str, Fault] = {}
    for place, example in enumerate(declared.spec.exemples):
        proof = _Proof(game, declared, example)
        yield from within(f"exemples.{place}", Unreadable(*proof.faults()))
        if key := proof.ends_at_once:
            at_once.setdefault(key, Fault("exemple-finit-tout-de-suite", f"fin.{key}", exemple=example.nom))
    yield from at_once.values()


class _Proof:
    """One example, played."""

    def __init__(self, game: Game, declared: Declared, example: ExampleSpec) -> None:
        self.game = game
        self.declared = declared
        self.example = example
        self.table = Table(example.joueurs, declared.camps)
        self.ends_at_once = ""
        """The key of `[fin]` by which the first line ends the partie, where the example does not say so."""

    def faults(self) -> Iterator[Fault]:
        """Every key of the example that does not hold."""
        example, seats = self.example, self.declared.seats
        keys = {names.key(name) for name in example.joueurs}
        if len(example.joueurs) not in seats or len(keys) < len(example.joueurs):
            yield Fault("exemple-joueurs", "joueurs", min=seats[0], max=seats[-1])
            return
        try:
            rules = self.game.rules.SETTINGS.read(dict(example.reglages or {}), self.table)
        except Unreadable as unreadable:
            yield Fault("exemple-reglages", "reglages", raison=self._said(unreadable.faults))
            return
        sheet = replay(rules, self.table, [])
        for rang, raw in enumerate(example.avant, 1):
            line = self._marked(sheet, rang, raw)
            if not isinstance(line, Marked):
                yield Fault("exemple-avant-refuse", "avant", numero=rang, raison=self._said(line))
                return
            sheet = with_line(sheet, line)
            if over := rules.outcome(line.after):
                if rang == 1:
                    self.ends_at_once = ENDINGS.get(over.reason.code, "")
                else:
                    yield Fault("exemple-avant-finit", "avant", numero=rang)
                return
        line = self._marked(sheet, len(example.avant) + 1, example.saisie)
        if isinstance(line, Marked):
            yield from self._wrong(rules, line)
        elif not example.refuse:
            yield Fault("exemple-ligne-refusee", "saisie", raison=self._said(line))

    def _marked(self, sheet: Replay, rang: int, raw: Mapping[str, Any]) -> Marked | Sequence[Fault]:
        if uneven := self._uneven(raw):
            return uneven
        entry = entry_for(self.declared, self.example, raw, self.example.joueurs)
        line = mark(sheet.rules, sheet.state, rang, read_line(sheet.rules, entry, self.table))
        return line if isinstance(line, Marked) else [item.fault for item in line]

    def _uneven(self, raw: Mapping[str, Any]) -> Sequence[Fault]:
        """A fault for each list that has not one value for each column."""
        wide = {spec.cle for spec in self.declared.spec.champs if spec.sur is StandsOn.COLONNE}
        count = len(self.table.columns)
        return [
            Fault("liste-longueur-juste", key, nombre=count)
            for key, value in raw.items()
            if key in wide and isinstance(value, list) and len(value) != count
        ]

    def _wrong(self, rules: Rules[Any, Any], line: Marked) -> Iterator[Fault]:
        """Scores of a line that was taken, where the example says otherwise."""
        example, scores, totals = self.example, line.row.scores, line.after.totals
        if example.refuse:
            yield Fault("exemple-pris", "refuse")
            return
        if line.doubts and not example.demande:
            reasons = " ".join(say(doubt, self.game.words, self.table) for doubt in line.doubts)
            yield Fault("exemple-demande", "demande", raison=reasons)
        elif example.demande and not line.doubts:
            yield Fault("exemple-sans-demande", "demande")
        if example.marque is not None and example.marque != scores:
            yield Fault("exemple-marque", "marque", vrai=scores, ecrit=example.marque)
        if example.totaux is not None and example.totaux != totals:
            yield Fault("exemple-totaux", "totaux", vrai=totals, ecrit=example.totaux)
        outcome = rules.outcome(line.after)
        if outcome and not example.ends:
            if example.avant:
                yield Fault("exemple-finit", "saisie")
            else:
                self.ends_at_once = ENDINGS.get(outcome.reason.code, "")
        elif example.fin and not outcome:
            yield Fault("exemple-continue", "fin")
        winners = tuple(self.table.columns[column] for column in outcome.winners) if outcome else ()
        if example.gagne is not None and {*example.gagne} != {*winners}:
            nobody = Label("exemple-personne")
            yield Fault("exemple-gagne", "gagne", vrai=winners or nobody, ecrit=example.gagne or nobody)

    def _said(self, faults: Sequence[Fault]) -> str:
        return " ".join(
            self._placed(fault.field, say(fault, self.game.words, self.table)) for fault in faults
        )

    @staticmethod
    def _placed(field: str, sentence: str) -> str:
        """A sentence after where it is; a column is named once, before the key."""
        if not field:
            return sentence
        key, _, column = field.partition(".")
        sentence = re.sub(rf"{re.escape(column)}\s: ", "", sentence, count=1) if column else sentence
        return f"{column}, {key} : {sentence}" if column else f"{key} : {sentence}"
