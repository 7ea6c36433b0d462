"""Which sentences a declared game shows: those of every such game, and the names and sentences of its definition."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from scorekeeper.cards.families import elimination
from scorekeeper.cards.game_api.game import EntryWord
from scorekeeper.cards.game_api.grid import GridMark, GridRow, GridSheet
from scorekeeper.cards.game_api.words import SettingText, Words, number
from scorekeeper.cards.games.declared.rules import HouseRules
from scorekeeper.cards.games.declared.rules.declared import Check, Declared
from scorekeeper.cards.games.declared.rules.definition import GameSpec, StandsOn
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI, HouseEntry
from scorekeeper.cards.games.declared.rules.grid import GridRules, GridState
from scorekeeper.cards.rules.contract import Label, Seat, Signed, State, Table, Term, expect
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.i18n import N_

WORDS = Words.read(__file__, elimination.__file__)
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
            kind = "refus" if check.spec.demande is None else "doute"
            own[f"{kind}-{place}"] = self._sentence_of(check)
        texts = {**WORDS.settings, "lignes": SettingText(line.text("nombre"), line.text("avec"))}
        settings = {key: text for key, text in texts.items() if key in spec.ends}
        return Words({**WORDS.messages, **own}, WORDS.terms, settings)

    def _sentence_of(self, check: Check) -> str:
        """Return the sentence of a check; one by name says the numbers after the house's own sentence, or after the field."""
        text = check.spec.refuse or check.spec.demande or ""
        if check.spec.regle is None:
            return f"%(colonnes)s : {text}" if check.test.wide else text
        own = next((field.nom for field in self.declared.spec.champs if field.cle == check.field), "")
        if text:
            return f"{text.rstrip('.')} (%(constat)s)."
        return f"« {own} » : %(constat)s." if own else "%(constat)s."

    def sentence(self, marked: Marked) -> Label:
        """Scores of each column that was in, and the columns that went out."""
        table, scores = marked.before.table, marked.row.scores
        parts = tuple(
            Label("part", colonne=table.who(column), points=Signed(score))
            for column, score in enumerate(scores)
            if column not in marked.before.out
        )
        gone = tuple(table.who(column) for column in sorted(marked.after.out - marked.before.out))
        return Label("phrase-sortie", parts=parts, joueurs=gone) if gone else Label("phrase", parts=parts)

    def brief(self, marked: Marked) -> Label:
        """The values that were noted, where there is room for them; else, and where they are the points themselves, whose line was best."""
        noted = self._noted(marked)
        if noted:
            return Label("phrase", parts=noted)
        best = self._best(marked)
        if len(best) == len(marked.row.scores) - len(marked.before.out):
            return Label("resume-egal")
        return Label("resume-seul", colonnes=tuple(marked.before.table.who(column) for column in best))

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
        if column in marked.before.out:
            return {}
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
        left = state.left  # type: ignore[attr-defined]
        if state.out:
            labels.append(Label("encore-en-jeu", joueurs=tuple(map(sheet.table.who, left))))
        for counter, values in zip(self.declared.spec.compteurs, state.counters, strict=True):  # type: ignore[attr-defined]
            counts = (
                Label("compte", colonne=sheet.table.who(column), nombre=values[column]) for column in left
            )
            labels.append(Label("compteur", nom=counter.nom, valeurs=tuple(counts)))
        return labels

    def _best(self, marked: Marked) -> tuple[int, ...]:
        """The columns with the best score of the line."""
        there = [column for column in range(len(marked.row.scores)) if column not in marked.before.out]
        return self.declared.wins.best(marked.row.scores, there)


def written(noted: Any, table: Table) -> str:
    """A value of a field as it is written by hand, a person by name; empty where nothing was noted."""
    if isinstance(noted, int) and not isinstance(noted, bool):
        return table.players[noted] if isinstance(noted, Seat) else number(noted)
    return "✓" if noted is True else str(noted or "")


class GridWording(HouseWording):
    """The sentences of one declared grid."""

    def sentence(self, marked: Marked) -> Label:
        """Figure in the cell, what came with it, and the total of its column."""
        cell = expect(HouseEntry, marked.entry).values
        gain = marked.row.scores[cell[QUI]] - cell[POINTS]
        total = marked.after.totals[cell[QUI]]
        if not gain:
            return Label("dit-case", quoi=self.brief(marked), total=total)
        return Label("dit-plus", quoi=self.brief(marked), gain=Signed(gain), total=total)

    def brief(self, marked: Marked) -> Label:
        """The cell and what stands in it."""
        cell = expect(HouseEntry, marked.entry).values
        name = next(case.nom for case in self.declared.spec.cases if case.cle == cell[CASE])
        code = "bref-rayee" if _crossed(marked) else "bref-case"
        return Label(code, qui=marked.before.table.who(cell[QUI]), case=name, points=cell[POINTS])

    def tallies(self, marked: Marked, seat: Seat) -> Mapping[str, int]:
        """The cells that a player filled, and those given up."""
        column = seat % 2 if marked.before.table.camps else seat
        own = expect(HouseEntry, marked.entry).values[QUI] == column
        return {"cases": int(own), "rayees": int(own and _crossed(marked))}

    def progress(self, sheet: Replay) -> Sequence[Label]:
        """Whose turn it is, with the rows that are open, beside what every declared game says."""
        rules, grid = expect(GridRules, sheet.rules), expect(GridState, sheet.state)
        column = rules.next_column(grid)
        if column is None:
            return super().progress(sheet)
        left = len(rules.open_rows(grid, column))
        return [Label("au-tour", qui=grid.table.who(column), cases=left), *super().progress(sheet)]


def _crossed(marked: Marked) -> bool:
    return marked.row.detail[0].label.code == "case-rayee"


def grid_of(spec: GameSpec) -> GridSheet:
    """The grid of a definition, as pages and paper draw it."""
    shown = tuple(_rows(spec))

    def mark(_: Any, marked: Marked) -> GridMark:
        cell = expect(HouseEntry, marked.entry).values
        return GridMark(cell[CASE], cell[QUI], None if _crossed(marked) else cell[POINTS], alone=True)

    def reckoned(rules: Any, state: State) -> Mapping[str, Sequence[int]]:
        grid, house = expect(GridState, state), expect(GridRules, rules)
        sums = {group.cle: house.group_sums(grid.cells, group.cle) for group in spec.groupes}
        bonuses = {f"prime-{place}": figures for place, figures in enumerate(grid.bonuses)}
        return {**sums, **bonuses, **{f"poste-{place}": each for place, each in enumerate(grid.extras)}}

    return GridSheet(rows=lambda _: shown, mark=mark, reckoned=reckoned, heading=N_("case"))


def _rows(spec: GameSpec) -> Iterator[GridRow]:
    """The rows of each group with their sum and their bonuses, then those of none, then what the lines gave besides."""
    for group in (*spec.groupes, None):
        key = None if group is None else group.cle
        own = [case for case in spec.cases if case.groupe == key]
        yield from (GridRow(case.cle, Term(case.nom)) for case in own)
        if group is not None:
            yield GridRow(group.cle, Term(group.nom), reckoned=True, adds=tuple(case.cle for case in own))
        for place, bonus in enumerate(spec.primes):
            if bonus.groupe == key:
                yield GridRow(f"prime-{place}", Term(bonus.nom), reckoned=True)
    for place, item in enumerate(spec.postes):
        yield GridRow(f"poste-{place}", Term(item.nom), reckoned=True)
