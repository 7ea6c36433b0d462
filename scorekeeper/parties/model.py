"""A partie as it stands: the sheet, its lines with all their versions, and how it is built from its events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any

from scorekeeper import catalogue, i18n, sheet_file
from scorekeeper.errors import Unknown
from scorekeeper.kit.game import Game
from scorekeeper.records.chain import canonical
from scorekeeper.records.rows import EventRow, HeadRow, PartieRow
from scorekeeper.rules.contract import Entry, Fault, Rules, Seat, Table
from scorekeeper.rules.kinds import Unreadable
from scorekeeper.rules.replay import EntryFault, Marked, Replay, replay, with_line
from scorekeeper.sheet_file import SheetFile


class ActKind(StrEnum):
    """The kinds of acts on a partie."""

    OUVERTURE = "ouverture"
    ENTREE = "entree"
    MODIF = "modif"
    RATURE = "rature"
    RETABLIE = "retablie"
    CLOTURE = "cloture"
    REOUVERTURE = "reouverture"


class Status(StrEnum):
    """Whether a partie takes entries."""

    OUVERTE = "ouverte"
    CLOSE = "close"


@dataclass(frozen=True, kw_only=True)
class Version:
    """One thing that happened to a line or to the partie."""

    kind: ActKind
    rang: int | None
    """The line, or `None` for the partie as a whole."""
    payload: Mapping[str, Any] | None
    """The new content of the line; `None` when it did not change."""
    reason: str
    actor: str
    device: str
    at: str
    """UTC, ISO 8601."""
    seq: int
    """Counts all events of the database; for order, not for show."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of the sheet with its whole past."""

    rang: int
    payload: Mapping[str, Any]
    """The present content, as the file format writes it."""
    struck: bool
    versions: tuple[Version, ...]
    """Oldest first; the first one is the entry itself."""
    entry: Entry | None
    """The entry as it is now; `None` only when today's rules can no longer read it."""
    unread: tuple[Fault, ...] = ()
    """Why they cannot."""
    marked: Marked | None = None
    """What it gave; `None` when it is struck or today's rules refuse it."""
    documents: dict[str, dict[str, Any]] = field(default_factory=dict, compare=False, repr=False)
    """Its row of the score document by language, kept once it was made."""

    @property
    def amended(self) -> bool:
        """Whether it was ever amended."""
        return any(version.kind is ActKind.MODIF for version in self.versions)


@dataclass(frozen=True, kw_only=True)
class Partie:
    """One sitting: the players, the game, its settings, and everything that was noted."""

    id: int
    game: Game
    rules: Rules[Any, Any]
    table: Table
    date: str | None
    lieu: str
    created_at: str
    """UTC, ISO 8601."""
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
    last_seq: int
    active_at: str
    """When something last happened to it; UTC, ISO 8601."""

    @property
    def is_open(self) -> bool:
        """Whether it takes entries."""
        return self.status is Status.OUVERTE

    @property
    def next_rang(self) -> int:
        """Number of the next line; struck lines keep theirs."""
        return self.lines[-1].rang + 1 if self.lines else 1

    @property
    def last_rang(self) -> int | None:
        """The newest line that counts, which "undo" would strike."""
        return self.sheet.marked[-1].rang if self.sheet.marked else None

    @property
    def sheet_file(self) -> SheetFile:
        """The partie as a sheet file: what counts, without what was struck."""
        entries = tuple(line.entry for line in self.lines if not line.struck and line.entry is not None)
        return SheetFile(self.game, self.rules, self.table, entries, self.date, self.lieu)

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

    def sheet_document(self) -> dict[str, Any]:
        """The sheet in the file format: what counts, without what was struck."""
        payloads = [line.payload for line in self.lines if not line.struck]
        return sheet_file.sheet_document(self.sheet_file, payloads)

    def score_document(self) -> dict[str, Any]:
        """The score, in the language of the moment.

        A closed partie keeps the result it was closed with: should today's rules count it otherwise, that result is given
        as it was written then.
        """
        live = self._live_score()
        if self.frozen is not None and _figures(live) != _figures(self.frozen["score"]):
            return dict(self.frozen["score"])
        return live

    def _live_score(self) -> dict[str, Any]:
        empty = replace(self.sheet, marked=())
        document = sheet_file.score_document(self.game, empty)
        document["rows"] = [self._row(line) for line in self.lines if line.marked is not None]
        document["totals"] = list(self.sheet.totals)
        return document

    def _row(self, line: Line) -> dict[str, Any]:
        language = i18n.language()
        row = line.documents.get(language)
        if row is None and line.marked is not None:
            row = line.documents[language] = sheet_file.row_document(self.game, line.marked, self.table)
        return row or {}


def _figures(score: Mapping[str, Any]) -> Any:
    """The part of a score document that is the same in every language."""
    rows = [
        {
            **{key: value for key, value in row.items() if key not in {"detail", "doubts"}},
            "detail": [item["scores"] for item in row["detail"]],
        }
        for row in score["rows"]
    ]
    return json.loads(canonical({**score, "rows": rows}))


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
    )


def opening_body(row: PartieRow, entries: int) -> str:
    """The heading of a sheet as the event that opened it has it, with the number of entries that came with it."""
    texts = {"settings", "players", "equipes"}
    heading = {
        key: json.loads(value) if key in texts and value else value
        for key, value in vars(row).items()
        if key not in {"id", "created_at"}
    }
    return canonical({"entries": entries, **heading})


def head_of(partie: Partie) -> HeadRow:
    """Where a sheet stands, for lists."""
    outcome = partie.sheet.outcome
    columns = partie.table.columns
    return HeadRow(
        partie=partie.id,
        game=partie.game.key,
        revision=partie.revision,
        last_seq=partie.last_seq,
        active_at=partie.active_at,
        closed=int(not partie.is_open),
        lines=len(partie.sheet.marked),
        next_rang=partie.next_rang,
        totals=canonical(list(partie.sheet.totals)),
        finished=int(outcome is not None),
        winners=canonical([columns[column] for column in outcome.winners] if outcome else []),
    )


def heading(row: PartieRow) -> tuple[Game, Rules[Any, Any], Table]:
    """Game, rules and table of a sheet's heading. Raises `Unknown` for a game that this program does not have."""
    try:
        game = catalogue.game(row.game)
    except LookupError as error:
        raise Unknown(row.game) from error
    equipes = json.loads(row.equipes) if row.equipes else None
    table = Table(
        players=tuple(json.loads(row.players)),
        camps=game.rules.CAMPS,
        equipes=(equipes[0], equipes[1]) if equipes else None,
        premier_donneur=None if row.premier_donneur is None else Seat(row.premier_donneur),
    )
    rules: Rules[Any, Any] = game.rules.SETTINGS.read(plain(row.settings), table)
    return game, rules, table


def plain(text: str) -> Any:
    """A kept JSON text, its fractions as `Decimal`."""
    return json.loads(text, parse_float=Decimal)


def built(row: PartieRow, events: Sequence[EventRow]) -> Partie:
    """A partie from its heading and all its events."""
    game, rules, table = heading(row)
    lines: dict[int, Line] = {}
    acts: list[Version] = []
    frozen: Any = None
    for event in events:
        kind = ActKind(event.kind)
        if event.rang is None:
            acts.append(version_of(event))
            if kind is not ActKind.OUVERTURE:
                frozen = json.loads(event.body) if event.body else None
        else:
            lines[event.rang] = moved(rules, table, lines.get(event.rang), event)
    opening = rules.opening(table)
    empty = Replay(rules, table, opening, (), (), rules.outcome(opening), rules.control(opening))
    partie = Partie(
        id=row.id,
        game=game,
        rules=rules,
        table=table,
        date=row.date,
        lieu=row.lieu,
        created_at=row.created_at,
        status=Status.OUVERTE if frozen is None else Status.CLOSE,
        revision=len(events),
        revanche_de=row.revanche_de,
        lines=(),
        sheet=empty,
        acts=tuple(acts),
        frozen=frozen,
        last_seq=events[-1].seq,
        active_at=events[-1].at_utc,
    )
    return played(partie, lines.values())


def version_of(event: EventRow, payload: Mapping[str, Any] | None = None) -> Version:
    """An event as part of a line's or partie's past."""
    return Version(
        kind=ActKind(event.kind),
        rang=event.rang,
        payload=payload,
        reason=event.reason,
        actor=event.actor,
        device=event.device,
        at=event.at_utc,
        seq=event.seq,
    )


def moved(rules: Rules[Any, Any], table: Table, line: Line | None, event: EventRow) -> Line:
    """A line after an event; not played yet."""
    struck = ActKind(event.kind) is ActKind.RATURE
    if event.body is None:
        assert line is not None  # noqa: S101 - a line begins with its entry
        return replace(line, struck=struck, versions=(*line.versions, version_of(event)))
    entry: Entry | None = None
    unread: tuple[Fault, ...] = ()
    try:
        entry = rules.ENTRY.read(plain(event.body), table)
        payload = rules.ENTRY.write(entry, table)
    except Unreadable as unreadable:
        payload, unread = json.loads(event.body), unreadable.faults
    return Line(
        rang=event.rang or 0,
        payload=payload,
        struck=struck,
        versions=(*(line.versions if line else ()), version_of(event, payload)),
        entry=entry,
        unread=unread,
    )


def played(partie: Partie, lines: Iterable[Line]) -> Partie:
    """The partie with these lines, played through from the first."""
    every = tuple(sorted(lines, key=lambda line: line.rang))
    counting = [(line.rang, line.entry) for line in every if not line.struck and line.entry is not None]
    sheet = replay(partie.rules, partie.table, counting)
    unread = [
        EntryFault(line.rang, fault)
        for line in every
        if not line.struck and line.entry is None
        for fault in line.unread
    ]
    marked = {item.rang: item for item in sheet.marked}
    return replace(
        partie,
        lines=tuple(replace(line, marked=marked.get(line.rang), documents={}) for line in every),
        sheet=replace(sheet, faults=(*sheet.faults, *unread)),
    )


def entered(partie: Partie, event: EventRow, *, line: Marked, payload: Mapping[str, Any]) -> Partie:
    """The partie with one more line, which was marked on its sheet; nothing is played again."""
    new = Line(
        rang=line.rang,
        payload=payload,
        struck=False,
        versions=(version_of(event, payload),),
        entry=line.entry,
        marked=line,
    )
    return touched(partie, event, lines=(*partie.lines, new), sheet=with_line(partie.sheet, line))


def turned(partie: Partie, event: EventRow, status: Status, frozen: Mapping[str, Any] | None) -> Partie:
    """The partie after it was closed or opened again."""
    return touched(partie, event, acts=(*partie.acts, version_of(event)), status=status, frozen=frozen)


def touched(partie: Partie, event: EventRow, **changes: Any) -> Partie:
    """The partie, one event older, with these changes."""
    revision = partie.revision + 1
    return replace(partie, revision=revision, last_seq=event.seq, active_at=event.at_utc, **changes)
