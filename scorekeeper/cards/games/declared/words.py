"""Wording of declared games: the common sentences, and the names and sentences of the definition."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from scorekeeper.cards.families import elimination
from scorekeeper.cards.game_api.game import EntryWord
from scorekeeper.cards.game_api.grid import GridMark, GridRow, GridSheet
from scorekeeper.cards.game_api.words import SettingText, Words, number
from scorekeeper.cards.games.declared.rules import HouseRules
from scorekeeper.cards.games.declared.rules.declared import Check, Declared
from scorekeeper.cards.games.declared.rules.definition import FieldScope, GameSpec
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI, HouseEntry
from scorekeeper.cards.games.declared.rules.grid import GridRules, GridState
from scorekeeper.cards.rules.contract import Label, Seat, Side, Signed, State, Table, Term, expect
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.i18n import N_

WORDS = Words.read(__file__, elimination)
HOUSE = "maison|"
"""Context of the texts of a definition: no catalogue has it, so that they are shown as typed."""
LINE_SENTENCES = {
    "ligne-sur": "sur",
    "fin-lignes": "finie",
    "reglage-most_lines=*": "reglage",
    "marque-trop-grande": "trop",
    "tally-lignes": "toutes",
    "tally-lignes-reussi": "mieux",
}
"""Codes of sentences with the game's word for a line, each with the code of `EntryWord.text`."""
FEW = 4
"""Most columns with which the short text of a line has the values by column."""


class HouseWording:
    """Wording of one declared game. Texts of a definition cannot contain `%` or braces, so they need no escaping."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared

    @cached_property
    def WORDS(self) -> Words:  # noqa: N802 - name of the constant in modules of other games
        """The common sentences of declared games and those of the definition."""
        spec, line = self.declared.spec, EntryWord(self.declared.spec.ligne)
        own = {code: line.text(key) for code, key in LINE_SENTENCES.items()}
        own |= {f"poste-{place}": f"{HOUSE}{item.nom}" for place, item in enumerate(spec.postes)}
        for place, bonus in enumerate(spec.primes):
            read = " (%(lus)s)" if self.declared.bonuses[place].names else ""
            own[f"prime-{place}"] = f"{HOUSE}{bonus.nom}{read}"
        names = {field.cle: field.nom for field in spec.champs}
        for place, check in enumerate(self.declared.checks):
            kind, name = "refus" if check.spec.demande is None else "doute", names.get(check.field, "")
            text = check.spec.refuse or check.spec.demande or ""
            own[f"{kind}-{place}"] = WORDS.messages[_frame_of(check, text, name)]
            own[f"champ-{place}"] = f"{HOUSE}{name}"
            own[f"texte-{place}"] = f"{HOUSE}{text if check.spec.regle is None else text.rstrip('.')}"
        texts = {**WORDS.settings, "lignes": SettingText(line.text("nombre"), line.text("avec"))}
        settings = {key: text for key, text in texts.items() if key in spec.ends}
        return Words({**WORDS.messages, **own}, WORDS.terms, settings)

    def sentence(self, marked: Marked) -> Label:
        """Return the scores of the columns that were not out, and the names of those that the line eliminated."""
        table, scores = marked.before.table, marked.row.scores
        parts = tuple(
            Label("part", colonne=table.who(column), points=Signed(score))
            for column, score in enumerate(scores)
            if column not in marked.before.out
        )
        out = tuple(table.who(column) for column in sorted(marked.after.out - marked.before.out))
        return Label("phrase-sortie", parts=parts, joueurs=out) if out else Label("phrase", parts=parts)

    def brief(self, marked: Marked) -> Label:
        """Return the values noted; if none can be shown, the columns with the best score of the line."""
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
            value, on_table = values[field.cle], field.sur is FieldScope.TABLE
            if value is not None and (on_table or field in wide):
                values_of = [value] if on_table else value
                texts = (written(each, table) or "–" for each in values_of)
                labels.append(Label("note-champ", nom=field.nom, valeurs=" ".join(texts)))
        return tuple(labels)

    def tallies(self, marked: Marked, seat: Seat) -> Mapping[str, int]:
        column = seat % 2 if marked.before.table.camps else seat
        if column in marked.before.out:
            return {}
        return {"lignes": 1, "lignes-reussi": int(column in self._best(marked))}

    def progress(self, sheet: Replay) -> Sequence[Label]:
        """Return the number of the line, the target, the players still in, and the counters."""
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
        there = [column for column in range(len(marked.row.scores)) if column not in marked.before.out]
        return self.declared.wins.best(marked.row.scores, there)


def _frame_of(check: Check, text: str, name: str) -> str:
    """Return the code of a check's sentence. For a named check it has the numbers, after the `text` or the field's `name`."""
    if check.spec.regle is None:
        return "controle-colonnes" if check.test.wide else "controle"
    return "controle-texte" if text else "controle-champ" if name else "controle-nombres"


def written(noted: Any, table: Table) -> str:
    """Return a value of a field as text: the name of a player or camp, a number, ✓ or a word; empty where nothing was noted."""
    if isinstance(noted, Side):
        return table.columns[noted]
    if isinstance(noted, int) and not isinstance(noted, bool):
        return table.players[noted] if isinstance(noted, Seat) else number(noted)
    return "✓" if noted is True else str(noted or "")


class GridWording(HouseWording):
    """Wording of one declared game whose sheet is a grid."""

    def sentence(self, marked: Marked) -> Label:
        """Return the points of the cell, the further points of the line if any, and the total of the column."""
        cell = expect(HouseEntry, marked.entry).values
        gain = marked.row.scores[cell[QUI]] - cell[POINTS]
        total = marked.after.totals[cell[QUI]]
        if not gain:
            return Label("dit-case", quoi=self.brief(marked), total=total)
        return Label("dit-plus", quoi=self.brief(marked), gain=Signed(gain), total=total)

    def brief(self, marked: Marked) -> Label:
        """Return the cell and its points, or that it is crossed out."""
        cell = expect(HouseEntry, marked.entry).values
        name = next(case.nom for case in self.declared.spec.cases if case.cle == cell[CASE])
        code = "bref-rayee" if _crossed(marked) else "bref-case"
        return Label(code, qui=marked.before.table.who(cell[QUI]), case=name, points=cell[POINTS])

    def tallies(self, marked: Marked, seat: Seat) -> Mapping[str, int]:
        """Return the increments: cells that a player filled, and those of them crossed out."""
        column = seat % 2 if marked.before.table.camps else seat
        own = expect(HouseEntry, marked.entry).values[QUI] == column
        return {"cases": int(own), "rayees": int(own and _crossed(marked))}

    def progress(self, sheet: Replay) -> Sequence[Label]:
        """Return whose turn it is with the number of open rows, before the progress of every declared game."""
        rules, grid = expect(GridRules, sheet.rules), expect(GridState, sheet.state)
        column = rules.next_column(grid)
        if column is None:
            return super().progress(sheet)
        left = len(rules.open_rows(grid, column))
        return [Label("au-tour", qui=grid.table.who(column), cases=left), *super().progress(sheet)]


def _crossed(marked: Marked) -> bool:
    return marked.row.detail[0].label.code == "case-rayee"


def grid_of(spec: GameSpec) -> GridSheet:
    """Return the grid of a definition, for pages and paper."""
    shown = tuple(_rows(spec))

    def mark(_: Any, marked: Marked) -> GridMark:
        cell = expect(HouseEntry, marked.entry).values
        return GridMark(cell[CASE], cell[QUI], None if _crossed(marked) else cell[POINTS], alone=True)

    def computed(rules: Any, state: State) -> Mapping[str, Sequence[int]]:
        grid, house = expect(GridState, state), expect(GridRules, rules)
        sums = {group.cle: house.group_sums(grid.cells, group.cle) for group in spec.groupes}
        bonuses = {f"prime-{place}": figures for place, figures in enumerate(grid.bonuses)}
        return {**sums, **bonuses, **{f"poste-{place}": each for place, each in enumerate(grid.extras)}}

    return GridSheet(rows=lambda _: shown, mark=mark, computed=computed, heading=N_("case"))


def _rows(spec: GameSpec) -> Iterator[GridRow]:
    """Yield the rows of each group with its sum and bonuses, then rows and bonuses without a group, then the items."""
    for group in (*spec.groupes, None):
        key = None if group is None else group.cle
        own = [case for case in spec.cases if case.groupe == key]
        yield from (GridRow(case.cle, Term(case.nom)) for case in own)
        if group is not None:
            yield GridRow(group.cle, Term(group.nom), computed=True, adds=tuple(case.cle for case in own))
        for place, bonus in enumerate(spec.primes):
            if bonus.groupe == key:
                yield GridRow(f"prime-{place}", Term(bonus.nom), computed=True)
    for place, item in enumerate(spec.postes):
        yield GridRow(f"poste-{place}", Term(item.nom), computed=True)
