"""A partie as it stands: the sheet, its lines with all their versions, and the rows that are kept of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from scorekeeper import i18n
from scorekeeper.cards import catalogue, sheet_file
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.changes import Seating
from scorekeeper.cards.rules.contract import Entry, Fault, Rules, Seat, State, Table
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.cards.rules.rulings import Rulings
from scorekeeper.cards.sheet_file import SheetFile
from scorekeeper.errors import Unknown
from scorekeeper.records.chain import canonical
from scorekeeper.records.rows import ColumnsRow, EventRow, HeadRow, PartieRow


class ActKind(StrEnum):
    """The kinds of acts on a partie."""

    OUVERTURE = "ouverture"
    ENTREE = "entree"
    MODIF = "modif"
    RATURE = "rature"
    RETABLIE = "retablie"
    INSERTION = "insertion"
    """A line was put in before another one."""
    DEPLACEMENT = "deplacement"
    """A line was moved to another place."""
    CLOTURE = "cloture"
    REOUVERTURE = "reouverture"
    SIGNATURE = "signature"
    CHANGEMENT = "changement"
    """People came, went, changed chairs or names."""
    CHANGEMENT_ANNULE = "changement-annule"
    """The last such change is taken back."""
    REGLES = "regles"
    """Settings changed, from the next line on."""
    REGLES_ANNULEES = "regles-annulees"
    """The last such change is taken back."""
    APPAREIL_REJOINT = "appareil-rejoint"
    """A device writes on the sheet from now on: it had a code or a link, was the first, or is one that did, under another number."""
    APPAREIL_CONFIE = "appareil-confie"
    """The sheet was handed to a device."""
    APPAREIL_RETIRE = "appareil-retire"
    """A device, or a program, was sent away."""


TABLE_CHANGES = frozenset({ActKind.CHANGEMENT, ActKind.CHANGEMENT_ANNULE})
"""The acts that change who is at the table, or what they are called."""


RULE_CHANGES = frozenset({ActKind.REGLES, ActKind.REGLES_ANNULEES})
"""The acts that change settings."""


ORDER_CHANGES = frozenset({ActKind.INSERTION, ActKind.DEPLACEMENT})
"""The acts after which lines have other numbers."""


class Status(StrEnum):
    """Whether a partie takes entries."""

    OUVERTE = "ouverte"
    CLOSE = "close"


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """One thing that happened to a line or to the partie."""

    kind: ActKind
    rang: int | None
    """Present number of the line, or `None` for the partie as a whole."""
    rang_then: int | None
    """Number of the line when this happened."""
    payload: Mapping[str, Any] | None
    """The new content of the line, `None` when it did not change; for a change at the table, that change; of a device, which one."""
    reason: str
    actor: str
    device: str
    at: str
    """UTC, ISO 8601."""
    seq: int
    """Counts all events of the database; for order, not for show."""
    uuid: str
    """UUID of the act, the same on every server."""
    dealers: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Seats of the former and the new dealer of lines that this act moved, by the identity of the line."""
    moved_from: int | None = None
    """Number of the line before it was moved; `None` for every other act."""
    above: tuple[int, int] = (0, 0)
    """Number of changes of the table, and of settings, above the line before it was moved."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One line of the sheet with its whole past."""

    rang: int
    """Place on the sheet, from 1; a line that is put in above moves it down, and it may be moved itself."""
    identity: int
    """Number of lines of the sheet when it was written, itself included; it never changes."""
    payload: Mapping[str, Any]
    """The present content, as the file format writes it: with its dealer where that was not the player whose turn it was."""
    struck: bool
    versions: tuple[Version, ...]
    """Oldest first; the first one is the entry itself."""
    entry: Entry | None
    """The entry as it is now, with its dealer; `None` only when today's rules can no longer read it."""
    unread: tuple[Fault, ...] = ()
    """Why they cannot."""
    marked: Marked | None = None
    """Row that it gave; `None` when it is struck or today's rules refuse it."""
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    """The sentences of its row by language, kept once they were made."""

    @property
    def amended(self) -> bool:
        """Whether it was ever amended."""
        return any(version.kind is ActKind.MODIF for version in self.versions)

    def placed(self, rang: int) -> "Line":
        """The same line at that place."""
        versions = tuple(replace(version, rang=rang) for version in self.versions)
        return replace(self, rang=rang, versions=versions)

    def dealt_by(self, seat: int) -> "Line":
        """The same line with that dealer."""
        entry = None if self.entry is None else replace(self.entry, donneur=Seat(seat))
        return replace(self, entry=entry)


@dataclass(frozen=True, kw_only=True)
class Partie:
    """One sitting: the players, the game, its settings, and everything that was noted."""

    id: int
    game: Game
    rulings: Rulings
    """The rules at each line; their changes count struck lines too."""
    seating: Seating
    """Seats at each line; its changes count struck lines too."""
    date: str | None
    lieu: str
    created_at: str
    """UTC, ISO 8601."""
    opening: str
    """UUID of the act that opened it: two servers may give one number to two sheets."""
    status: Status
    revision: int
    """Number of things that have happened to it; changes with every act."""
    revanche_de: int | None
    """The partie that this one answers."""
    lines: tuple[Line, ...]
    sheet: Replay
    """The lines that are not struck, played through."""
    acts: tuple[Version, ...]
    """The acts on the partie as a whole: opened, closed, reopened."""
    frozen: Mapping[str, Any] | None
    """The result and settings as they were kept when it was last closed; `None` while it is open."""
    signatures: Mapping[str, str] = field(default_factory=dict)
    """Initials by column, under the result that is kept."""
    last_seq: int
    active_at: str
    """When something last happened to it; UTC, ISO 8601."""

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules for the next line."""
        return self.rulings.now

    @property
    def table(self) -> Table:
        """Those who are at the table now, and the columns of the sheet."""
        return self.seating.now

    @property
    def title(self) -> str:
        """Name of the game played, as the house calls it."""
        return self.game.title(self.rules)

    @property
    def last_uuid(self) -> str:
        """UUID of the act that last happened to it."""
        latest = (each.versions[-1] for each in self.lines)
        return max((*self.acts[-1:], *latest), key=lambda version: version.seq).uuid

    @property
    def weight(self) -> int:
        """About as many lines take as much memory: its own, and a heading."""
        return len(self.lines) + 2

    @property
    def everybody(self) -> list[tuple[str, str]]:
        """All who played on it, with the keys of their names."""
        return [(name, names.key(name)) for name in self.seating.everybody()]

    @property
    def table_acts(self) -> int:
        """Number of times those at the table changed, or were as before again."""
        return sum(act.kind in TABLE_CHANGES for act in self.acts)

    @property
    def terms(self) -> int:
        """Number of acts that changed the table or the settings: a line that was typed before another of them is asked about."""
        return self.table_acts + sum(act.kind in RULE_CHANGES for act in self.acts)

    @property
    def is_open(self) -> bool:
        """Whether it takes entries."""
        return self.status is Status.OUVERTE

    @property
    def is_over(self) -> bool:
        """Whether no line follows: it is closed, or its rules say that it is finished."""
        return not self.is_open or self.sheet.outcome is not None

    @property
    def next_rang(self) -> int:
        """Number of the next line; struck lines keep theirs."""
        return self.lines[-1].rang + 1 if self.lines else 1

    @property
    def turn(self) -> int:
        """Number of the next line among those that were written at the end: notes of it stay where a line is put in above."""
        return self.next_rang - sum(
            line.versions[0].kind is ActKind.INSERTION for line in self.lines if line.versions
        )

    @property
    def reordered(self) -> int:
        """Number of acts that gave lines other numbers."""
        return sum(version.kind in ORDER_CHANGES for line in self.lines for version in line.versions)

    @property
    def last_rang(self) -> int | None:
        """The newest line that counts, which "undo" would strike."""
        return self.sheet.marked[-1].rang if self.sheet.marked else None

    @property
    def sheet_file(self) -> SheetFile:
        """The partie as a sheet file: what counts, without what was struck."""
        counting = [line.rang for line in self.lines if not line.struck]
        entries = tuple(line.entry for line in self.lines if not line.struck and line.entry is not None)
        opening, listed = self.seating.opening, self.seating.changes
        changes = tuple(replace(each, after=sum(rang <= each.after for rang in counting)) for each in listed)
        heading = (self.game, self.rulings.first, opening, entries, self.date, self.lieu)
        turns = self.rulings.moved(counting)
        return SheetFile(*heading, changes=changes, signatures=self.signatures, rule_changes=turns)

    @cached_property
    def past(self) -> tuple[Version, ...]:
        """Everything that happened, oldest first."""
        every = [*self.acts, *(version for line in self.lines for version in line.versions)]
        return tuple(sorted(every, key=lambda version: version.seq))

    def line(self, rang: int) -> Line:
        """The line of that number. Raises `Unknown` when there is none."""
        # Lines are numbered without gaps.
        if not 1 <= rang <= len(self.lines):
            raise Unknown(f"partie {self.id}, rang {rang}")
        return self.lines[rang - 1]

    def version(self, event: EventRow) -> Version:
        """The version that an event on a line made."""
        line = next(line for line in self.lines if line.identity == event.rang)
        return next(version for version in line.versions if version.seq == event.seq)

    def line_of(self, uuid: str) -> Line | None:
        """The line that an act was about; `None` when no such act is on this sheet."""
        return next((each for each in self.lines if any(act.uuid == uuid for act in each.versions)), None)

    def before(self, rang: int) -> State:
        """The sheet before the entry of that rang, whether or not it has one; it is the turn of the player who dealt that line."""
        state = self.sheet.before(rang)
        entry = self.lines[rang - 1].entry if 1 <= rang <= len(self.lines) else None
        return state if entry is None or entry.donneur is None else replace(state, donneur=entry.donneur)

    def sheet_document(self) -> dict[str, Any]:
        """The sheet in the file format: what counts, without what was struck."""
        payloads = [line.payload for line in self.lines if not line.struck]
        return sheet_file.sheet_document(self.sheet_file, payloads)

    def score_document(self) -> dict[str, Any]:
        """The score, in the language of the moment.

        A closed partie keeps the result it was closed with: should today's rules count it otherwise, that result is given
        as it was written then.
        """
        rows = [self._row(line.marked, line.texts) for line in self.lines if line.marked is not None]
        live = sheet_file.score_document(self.game, self.sheet, rows)
        if self.frozen is not None and _figures(live) != _figures(self.frozen["score"]):
            return dict(self.frozen["score"])
        return live

    def _row(self, marked: Marked, known: dict[str, tuple[str, ...]]) -> dict[str, Any]:
        language = i18n.language()
        if language not in known:
            known[language] = sheet_file.row_texts(self.game, marked)
        return sheet_file.row_document(marked, known[language])


def _figures(score: Mapping[str, Any]) -> Any:
    """The part of a score document that is the same in every language."""
    rows = [
        {
            **{key: value for key, value in row.items() if key not in {"detail", "doubts"}},
            "detail": [item["scores"] for item in row["detail"]],
        }
        for row in score["rows"]
    ]
    return json.loads(canonical({**score, "rows": rows, "settings": None}))


def partie_row(sheet: SheetFile, revanche_de: int | None, created_at: str) -> PartieRow:
    """The heading of a new sheet as a row without a number; every setting is written out."""
    table = sheet.table
    return PartieRow(
        id=0,
        game=sheet.game.key,
        settings=canonical(sheet.rules.SETTINGS.write_all(sheet.rules, table)),
        players=canonical(list(table.players)),
        equipes=canonical(list(table.equipes)) if table.equipes else None,
        date=sheet.date,
        lieu=sheet.lieu,
        premier_donneur=table.premier_donneur,
        revanche_de=revanche_de,
        created_at=created_at,
        definition=catalogue.pack(sheet.game),
    )


def opening_body(row: PartieRow, entries: int) -> str:
    """The heading of a sheet as the event that opened it has it, with the number of entries that came with it."""
    texts = {"settings", "players", "equipes"}
    heading = {
        key: json.loads(value) if key in texts and value else value
        for key, value in vars(row).items()
        if key not in {"id", "created_at"} and (value or key != "definition")
    }
    return canonical({"entries": entries, **heading})


def row_of(number: int, opening: EventRow) -> PartieRow:
    """The heading of a sheet from the event that opened it, as `opening_body` wrote it."""
    heading = json.loads(opening.body or "{}")
    del heading["entries"]
    texts = {key: canonical(heading[key]) for key in ("settings", "players")}
    equipes = canonical(heading["equipes"]) if heading["equipes"] else None
    return PartieRow(id=number, created_at=opening.at_utc, **{**heading, **texts, "equipes": equipes})


def columns_of(partie: Partie) -> ColumnsRow | None:
    """The headings of a sheet, for lists; `None` where its players never changed."""
    if all(act.kind is not ActKind.CHANGEMENT for act in partie.acts):
        return None
    return ColumnsRow(partie.id, canonical(list(partie.table.columns)))


def head_of(partie: Partie) -> HeadRow:
    """State of a sheet, for lists."""
    outcome = partie.sheet.outcome
    columns = partie.table.columns
    return HeadRow(
        partie=partie.id,
        game=partie.game.key,
        revision=partie.revision,
        last_seq=partie.last_seq,
        active_at=partie.active_at,
        closed=int(not partie.is_open),
        # A sheet with nothing but an adjustment has begun too.
        lines=max(partie.sheet.state.rang, bool(partie.sheet.marked)),
        next_rang=partie.next_rang,
        totals=canonical(list(partie.sheet.totals)),
        finished=int(outcome is not None),
        winners=canonical([columns[column] for column in outcome.winners] if outcome else []),
    )
