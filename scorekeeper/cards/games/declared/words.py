"""Which sentences a declared game shows: those of every such game, and the names and sentences of its definition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from scorekeeper.cards.game_api.game import EntryWord
from scorekeeper.cards.game_api.words import SettingText, Words, number
from scorekeeper.cards.games.declared.rules import HouseRules
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import StandsOn
from scorekeeper.cards.games.declared.rules.entry import HouseEntry
from scorekeeper.cards.rules.contract import Label, Seat, Side, Signed, Table, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__)
LINE_SENTENCES = {
    "ligne-sur": "sur",
    "fin-lignes": "finie",
    "reglage-most_lines=*": "reglage",
    "marque-trop-grande": "trop",
    "tally-lignes": "toutes",
    "tally-lignes-reussi": "mieux",
}
"""Codes whose sentence has the game's word for a line, as it is called in `EntryWord.text`."""
FEW = 4
"""Most columns whose values stand in the few words of a line."""


class HouseWording:
    """The sentences of one declared game. Its texts have no signs of gaps, and are shown as they are written."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared

    @cached_property
    def WORDS(self) -> Words:  # noqa: N802 - as the module of another game has it
        """The sentences of the definition beside those of all declared games."""
        spec, line = self.declared.spec, EntryWord(self.declared.spec.ligne)
        own = {code: line.text(key) for code, key in LINE_SENTENCES.items()}
        own |= {f"poste-{place}": item.nom for place, item in enumerate(spec.postes)}
        for place, bonus in enumerate(spec.primes):
            own[f"prime-{place}"] = (
                f"{bonus.nom} (%(lus)s)" if self.declared.bonuses[place].names else bonus.nom
            )
        for place, check in enumerate(self.declared.checks):
            kind = "refus" if check.spec.refuse is not None else "doute"
            text = check.spec.refuse or check.spec.demande or ""
            own[f"{kind}-{place}"] = f"%(colonnes)s : {text}" if check.test.wide else text
        texts = {**WORDS.settings, "lignes": SettingText(line.text("nombre"), line.text("avec"))}
        settings = {key: text for key, text in texts.items() if key in spec.ends}
        return Words({**WORDS.messages, **own}, WORDS.terms, settings)

    def sentence(self, marked: Marked) -> Label:
        """Scores of each column."""
        parts = (
            Label("part", colonne=_column(marked, column), points=Signed(score))
            for column, score in enumerate(marked.row.scores)
        )
        return Label("phrase", parts=tuple(parts))

    def brief(self, marked: Marked) -> Label:
        """The values that were noted, where there is room for them; else, and where they are the points themselves, whose line was best."""
        noted = self._noted(marked)
        if noted:
            return Label("phrase", parts=noted)
        best = self._best(marked)
        if len(best) == len(marked.row.scores):
            return Label("resume-egal")
        return Label("resume-seul", colonnes=tuple(_column(marked, column) for column in best))

    def _noted(self, marked: Marked) -> tuple[Label, ...]:
        values, table = expect(HouseEntry, marked.entry).values, marked.before.table
        wide = self.declared.noted if len(table.columns) <= FEW else []
        labels = []
        for field in self.declared.spec.champs:
            value, on_table = values[field.cle], field.sur is StandsOn.TABLE
            if value is not None and (on_table or field in wide):
                values_of = [value] if on_table else value
                texts = (written(each, table) or "–" for each in values_of)
                labels.append(Label("note-champ", nom=field.nom, valeurs=" ".join(texts)))
        return tuple(labels)

    def tallies(self, marked: Marked, seat: Seat) -> Mapping[str, int]:
        """Lines played, and those that were the best."""
        column = seat % 2 if marked.before.table.camps else seat
        return {"lignes": 1, "lignes-reussi": int(column in self._best(marked))}

    def progress(self, sheet: Replay) -> Sequence[Label]:
        """Points left to play for, and the counters."""
        house, state = expect(HouseRules, sheet.rules), sheet.state
        labels = []
        lines = house.lines_of(house.seats_at(sheet.table))
        if lines is not None:
            labels.append(Label("ligne-sur", numero=state.rang + 1, nombre=lines))
        if house.target is not None:
            labels.append(Label("jusqu-a", objectif=house.target))
        there = house.there(sheet.table)
        for counter, values in zip(self.declared.spec.compteurs, state.counters, strict=True):  # type: ignore[attr-defined]
            counts = (
                Label("compte", colonne=(Side if sheet.table.camps else Seat)(column), nombre=values[column])
                for column in there
            )
            labels.append(Label("compteur", nom=counter.nom, valeurs=tuple(counts)))
        return labels

    def _best(self, marked: Marked) -> tuple[int, ...]:
        """The columns with the best score of the line."""
        return self.declared.wins.best(marked.row.scores)


def written(noted: Any, table: Table) -> str:
    """A value of a field as it is written by hand, a person by name; empty where nothing was noted."""
    if isinstance(noted, int) and not isinstance(noted, bool):
        return table.players[noted] if isinstance(noted, Seat) else number(noted)
    return "✓" if noted is True else str(noted or "")


def _column(marked: Marked, column: int) -> Seat | Side:
    return Side(column) if marked.before.table.camps else Seat(column)
