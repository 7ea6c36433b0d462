"""Lines judged away from the server: what is typed becomes an entry, a line, and its sentences. A browser runs it too."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import message_of, number, signed
from scorekeeper.cards.rules.adjustment import LineOf, read_line
from scorekeeper.cards.rules.changes import CHANGE, Seating, seated
from scorekeeper.cards.rules.contract import Seat, Table
from scorekeeper.cards.rules.names import short_names
from scorekeeper.cards.rules.replay import Marked, Replay, replay, with_line
from scorekeeper.cards.rules.rulings import RULE_CHANGE, Rulings, ruled
from scorekeeper.i18n import gettext

Document = dict[str, Any]


def sheet_base(game: Game, rulings: Rulings, seating: Seating, sheet: Replay, following: int) -> Document:
    """Return a sheet as plain data for `Judge.of`: game, players, settings, changes and lines. Its next line is `following`."""
    rules, table = rulings.first, seating.opening
    lines = [(line.rang, LineOf(rules).write(line.entry, seating.at(line.rang))) for line in sheet.marked]
    return {
        "game": f"{game.rules.__module__.removesuffix('.rules')}.game",
        "definition": game.definition,
        "players": list(table.players),
        "equipes": table.equipes and list(table.equipes),
        "premier_donneur": table.premier_donneur,
        "settings": rules.SETTINGS.write(rules, table),
        "changes": [CHANGE.write(change, table) for change in seating.changes],
        "rules": [RULE_CHANGE.write(change, table) for change in rulings.changes],
        "lines": lines,
        "next": following,
    }


def outlook(form: EntryForm, game: Game) -> Document:
    """Validate the form of a line, and return the sentence of its result, hints and doubts, as the page shows them."""
    ready = form.validate()
    waiting = [fault for fault in form.faults if fault.code != "cle-manquante"]
    faulty = waiting and len(waiting) == len(form.faults)
    words, table = game.words, form.table
    texts = [(each.code, message_of(each, words, table)) for each in form.doubts]
    doubts = [
        {"code": code, "text": text, "sure": "" if text.endswith("?") else gettext("C’est bien cela.")}
        for code, text in texts
    ]
    return {
        "ready": ready,
        "phrase": message_of(game.sentence(form.line), words, table) if form.line else "",
        "faulty": message_of(waiting[0], words, table) if faulty else "",
        "hints": form.hints(),
        "doubts": doubts,
    }


def cells_of(marked: Marked) -> Iterator[str]:
    """Yield the score of each column as text.

    Empty for a column that did not play the line, for a zero in an adjustment, and in a line that gave no column a score.
    """
    state = marked.before
    there = range(2) if state.table.camps else state.playing
    gave = any(marked.row.scores)
    for column, score in enumerate(marked.row.scores):
        yield signed(score) if column in there and gave and (score or not marked.aside) else ""


@dataclass(frozen=True)
class Judge:
    """A sheet with the lines that are queued while the tablet has no network."""

    game: Game
    sheet: Replay
    """All lines, those that wait too."""
    following: int
    """Number of the next line."""

    @classmethod
    def of(cls, game: Game, base: Document) -> "Judge":
        """Return the sheet made by `sheet_base`, without queued lines."""
        equipes, dealer = base["equipes"], base["premier_donneur"]
        table = Table(
            tuple(base["players"]),
            game.rules.CAMPS,
            (equipes[0], equipes[1]) if equipes else None,
            None if dealer is None else Seat(dealer),
        )
        rules = game.rules.SETTINGS.read(base["settings"], table)
        seating = seated(table, [CHANGE.read(each, table) for each in base["changes"]])
        rulings = ruled(rules, table, [RULE_CHANGE.read(each, table) for each in base["rules"]])
        lines = [(rang, read_line(rules, raw, seating.at(rang))) for rang, raw in base["lines"]]
        return cls(game, replay(rulings, seating, lines), base["next"])

    def bound(self, fields: Any) -> EntryForm:
        """Return the form of the next line, filled with the typed `fields`."""
        made = self.game.form_for(fields)
        return made(fields, rules=self.sheet.rules, state=replace(self.sheet.state, line=self.following))

    def judged(self, fields: Any) -> Document:
        """Return what `outlook` returns for the typed `fields` of the next line, and the refusals by field."""
        form = self.bound(fields)
        outcome = outlook(form, self.game)
        errors = [[field.name, [*field.errors]] for field in form if field.errors]
        return {**outcome, "errors": errors, "whole": form.form_errors}

    def counted(self, waiting: Sequence[Any]) -> tuple["Judge", list[Document]]:
        """Return the sheet with further lines, and a row for each of them; a refused line has a row without cells."""
        judge, rows = self, list[Document]()
        for fields in waiting:
            form = judge.bound(fields)
            form.validate()
            words, table = judge.game.words, form.table
            if form.line is None:
                rows.append({"brief": "", "cells": [], "phrase": ""})
            else:
                shown = replace(table, players=short_names(table.players))
                brief = message_of(judge.game.brief(form.line), words, shown)
                phrase = message_of(judge.game.sentence(form.line), words, table)
                rows.append({"brief": brief, "cells": [*cells_of(form.line)], "phrase": phrase})
                judge = replace(judge, sheet=with_line(judge.sheet, form.line))
            judge = replace(judge, following=judge.following + 1)
        return judge, rows

    def standing(self) -> Document:
        """Return the totals as text, the columns that lead, and in sentences what is left to play or the end of the partie."""
        sheet, words, table = self.sheet, self.game.words, self.sheet.table
        left = self.game.wording.progress(sheet) if sheet.outcome is None else (sheet.outcome.reason,)
        leaders = sheet.rules.leaders(sheet.state) if sheet.marked else ()
        dealer = None if sheet.outcome else sheet.rules.deals_next(sheet.state)
        return {
            "totals": [number(total) for total in sheet.totals],
            "leads": [int(column) for column in leaders] if len(leaders) < len(sheet.totals) else [],
            "progress": " · ".join(message_of(label, words, table) for label in left),
            "over": sheet.outcome is not None,
            "provisional": gettext("Score provisoire."),
            "differs": gettext("L’ordinateur compte autrement que ce qui s’affichait ici : son score vaut."),
            "deals": -1 if dealer is None else int(dealer) % len(sheet.totals),
            "dealer": "" if dealer is None else (table.players or table.columns * 2)[dealer],
        }

    def slate(self) -> Document:
        """Return the drawing of the slate, which the game must have: its title, strokes and words."""
        art = cast("Any", self.game.drawing)(self.sheet)
        strokes = [[each.tone, each.width, each.path] for each in art.strokes]
        letters = [[each.text, each.x, each.y, each.size, each.turned] for each in art.letters]
        return {"title": art.title, "strokes": strokes, "letters": letters}
