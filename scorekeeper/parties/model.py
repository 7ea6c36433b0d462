"""State of a partie: its sheet, its lines with all their versions, and the rows stored for lists."""

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
from scorekeeper.records.event_log import canonical
from scorekeeper.records.rows import ColumnsRow, EventRow, HeadRow, PartieRow


class ActKind(StrEnum):
    """Kinds of acts on a partie."""

    OUVERTURE = "ouverture"
    ENTREE = "entree"
    MODIF = "modif"
    RATURE = "rature"
    RETABLIE = "retablie"
    INSERTION = "insertion"
    """A line was inserted before another one."""
    DEPLACEMENT = "deplacement"
    """A line was moved to another place."""
    CLOTURE = "cloture"
    REOUVERTURE = "reouverture"
    SIGNATURE = "signature"
    CHANGEMENT = "changement"
    """Players joined, left, changed seats or were renamed."""
    CHANGEMENT_ANNULE = "changement-annule"
    """The last change of players was undone."""
    REGLES = "regles"
    """Settings changed, from the next line on."""
    REGLES_ANNULEES = "regles-annulees"
    """The last change of settings was undone."""
    APPAREIL_REJOINT = "appareil-rejoint"
    """A device gained write access: by a code or a link, as the first one, or under a new device id."""
    APPAREIL_CONFIE = "appareil-confie"
    """Another device granted write access to this one."""
    APPAREIL_RETIRE = "appareil-retire"
    """A device or a program lost its write access."""


TABLE_CHANGES = frozenset({ActKind.CHANGEMENT, ActKind.CHANGEMENT_ANNULE})
"""Acts that change the players at the table, their seats or their names."""


RULE_CHANGES = frozenset({ActKind.REGLES, ActKind.REGLES_ANNULEES})
"""Acts that change settings."""


ORDER_CHANGES = frozenset({ActKind.INSERTION, ActKind.DEPLACEMENT})
"""Acts that renumber lines."""


class Status(StrEnum):
    """Whether a partie takes entries."""

    OUVERTE = "ouverte"
    CLOSE = "close"


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """One event of a line, or of the partie as a whole."""

    kind: ActKind
    rang: int | None
    """Present number of the line, or `None` for the partie as a whole."""
    rang_then: int | None
    """Number of the line when this happened."""
    payload: Mapping[str, Any] | None
    """New content of the line, or `None` when the act left it unchanged.

    For an act on the whole partie: the change of players or settings, the initials, or the device.
    """
    reason: str
    actor: str
    device: str
    at: str
    """UTC, ISO 8601."""
    seq: int
    """Sequence number among all events of the database; orders versions, and is never displayed."""
    uuid: str
    """UUID of the act, the same on every server."""
    dealers: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Seats of the former and the new dealer of each line whose dealer this act changed, by the line's identity."""
    moved_from: int | None = None
    """Number of the line before it was moved; `None` for every other act."""
    above: tuple[int, int] = (0, 0)
    """Number of changes of the table, and of settings, above the line before it was moved."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One line of the sheet with all its versions."""

    rang: int
    """Place on the sheet, from 1. An insertion above and a move change it."""
    identity: int
    """Number of lines of the sheet when this one was written, itself included. It never changes."""
    payload: Mapping[str, Any]
    """Present content, in the file format. The dealer is named only where the deal was out of turn."""
    struck: bool
    versions: tuple[Version, ...]
    """Oldest first; the first one is the entry itself."""
    entry: Entry | None
    """Present entry, with its dealer; `None` when the present rules cannot read it."""
    unread: tuple[Fault, ...] = ()
    """Faults for which the present rules cannot read the line."""
    marked: Marked | None = None
    """The line as it counts on the sheet; `None` when it is struck or the present rules refuse it."""
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    """Cache of the sentences of its row, by language."""

    @property
    def amended(self) -> bool:
        return any(version.kind is ActKind.MODIF for version in self.versions)

    def placed(self, rang: int) -> "Line":
        """Return the same line at another place, its versions included."""
        versions = tuple(replace(version, rang=rang) for version in self.versions)
        return replace(self, rang=rang, versions=versions)

    def dealt_by(self, seat: int) -> "Line":
        entry = None if self.entry is None else replace(self.entry, donneur=Seat(seat))
        return replace(self, entry=entry)


@dataclass(frozen=True, kw_only=True)
class Partie:
    """One sitting: the players, the game, its settings, and everything noted."""

    id: int
    game: Game
    rulings: Rulings
    """Rules at each line. The places of their changes count struck lines too."""
    seating: Seating
    """Seats at each line. The places of their changes count struck lines too."""
    date: str | None
    lieu: str
    created_at: str
    """UTC, ISO 8601."""
    opening: str
    """UUID of the act that opened it. Two servers may use one number for two sheets; this differs."""
    status: Status
    revision: int
    """Number of acts on the sheet so far; grows by one with every act."""
    revanche_de: int | None
    """Number of the partie that this one is the rematch of; `None` when there is none."""
    lines: tuple[Line, ...]
    sheet: Replay
    """Replay of the lines that are not struck."""
    acts: tuple[Version, ...]
    """Acts on the partie as a whole: opening, closing, reopening, signing, changes of players and settings."""
    frozen: Mapping[str, Any] | None
    """Score and settings stored at the last closing; `None` while it is open."""
    signatures: Mapping[str, str] = field(default_factory=dict)
    """Initials under the stored result, by column."""
    last_seq: int
    active_at: str
    """Time of the last act; UTC, ISO 8601."""

    @property
    def rules(self) -> Rules[Any, Any]:
        return self.rulings.stages[-1]

    @property
    def table(self) -> Table:
        """Present players and columns."""
        return self.seating.stages[-1]

    @property
    def title(self) -> str:
        """Name of the game, by the house's own name where it has one."""
        return self.game.title(self.rules)

    @property
    def last_uuid(self) -> str:
        latest = (each.versions[-1] for each in self.lines)
        return max((*self.acts[-1:], *latest), key=lambda version: version.seq).uuid

    @property
    def weight(self) -> int:
        """Weight in the cache: about its number of lines, with two more for the heading."""
        return len(self.lines) + 2

    @property
    def everybody(self) -> list[tuple[str, str]]:
        """Name and name key of everyone who was ever a player of it."""
        return [(name, names.casefold(name)) for name in self.seating.everybody()]

    @property
    def table_acts(self) -> int:
        """Number of acts that changed the players, undone changes and their undoing included."""
        return sum(act.kind in TABLE_CHANGES for act in self.acts)

    @property
    def terms(self) -> int:
        """Number of acts that changed players or settings. If it has grown since a line was typed, that line must be confirmed."""
        return sum(act.kind in TABLE_CHANGES | RULE_CHANGES for act in self.acts)

    @property
    def is_open(self) -> bool:
        return self.status is Status.OUVERTE

    @property
    def is_over(self) -> bool:
        """Whether no further line can be written: it is closed, or finished by its rules."""
        return not self.is_open or self.sheet.outcome is not None

    @property
    def next_rang(self) -> int:
        """Number of the next line. Struck lines keep their numbers."""
        return self.lines[-1].rang + 1 if self.lines else 1

    @property
    def turn(self) -> int:
        """Number of the next line, inserted lines not counted.

        Notes of the next line refer to it, so that an insertion above leaves them valid.
        """
        return self.next_rang - sum(
            line.versions[0].kind is ActKind.INSERTION for line in self.lines if line.versions
        )

    @property
    def reordered(self) -> int:
        """Number of acts that renumbered lines."""
        return sum(version.kind in ORDER_CHANGES for line in self.lines for version in line.versions)

    @property
    def last_rang(self) -> int | None:
        """Number of the last line that counts, or `None` when no line does."""
        return self.sheet.marked[-1].rang if self.sheet.marked else None

    @property
    def sheet_file(self) -> SheetFile:
        """The partie as a sheet file, without struck lines."""
        counting = [line.rang for line in self.lines if not line.struck]
        entries = tuple(line.entry for line in self.lines if not line.struck and line.entry is not None)
        opening, listed = self.seating.opening, self.seating.changes
        changes = tuple(replace(each, after=sum(rang <= each.after for rang in counting)) for each in listed)
        heading = (self.game, self.rulings.first, opening, entries, self.date, self.lieu)
        turns = self.rulings.moved(counting)
        return SheetFile(*heading, changes=changes, signatures=self.signatures, rule_changes=turns)

    @cached_property
    def past(self) -> tuple[Version, ...]:
        """All versions of the partie and its lines, oldest first."""
        every = [*self.acts, *(version for line in self.lines for version in line.versions)]
        return tuple(sorted(every, key=lambda version: version.seq))

    def line(self, rang: int) -> Line:
        """Return the line of this number. Raises `Unknown` when there is none."""
        # Lines are numbered without gaps.
        if not 1 <= rang <= len(self.lines):
            raise Unknown(f"partie {self.id}, rang {rang}")
        return self.lines[rang - 1]

    def version(self, event: EventRow) -> Version:
        """Return the version of a line that an event wrote."""
        line = next(line for line in self.lines if line.identity == event.rang)
        return next(version for version in line.versions if version.seq == event.seq)

    def line_of(self, uuid: str) -> Line | None:
        """Return the line that an act was about; `None` when no line has an act of this UUID."""
        return next((each for each in self.lines if any(act.uuid == uuid for act in each.versions)), None)

    def state_before(self, rang: int) -> State:
        """Return the state before the line `rang`, also where that line does not exist yet.

        The dealer is the player who dealt that line, where its entry names one.
        """
        state = self.sheet.state_before(rang)
        entry = self.lines[rang - 1].entry if 1 <= rang <= len(self.lines) else None
        return state if entry is None or entry.donneur is None else replace(state, donneur=entry.donneur)

    def sheet_document(self) -> dict[str, Any]:
        payloads = [line.payload for line in self.lines if not line.struck]
        return sheet_file.sheet_document(self.sheet_file, payloads)

    def score_document(self) -> dict[str, Any]:
        """Return the score, in the current language.

        A closed partie keeps the score stored at its closing. Where the present rules compute other figures, that document is
        returned, in the language it was stored in.
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
    """Return a score document without the parts that depend on the language."""
    rows = [
        {
            **{key: value for key, value in row.items() if key not in {"detail", "doubts"}},
            "detail": [item["scores"] for item in row["detail"]],
        }
        for row in score["rows"]
    ]
    return json.loads(canonical({**score, "rows": rows, "settings": None}))


def partie_row(sheet: SheetFile, revanche_de: int | None, created_at: str) -> PartieRow:
    """Return the heading of a new sheet as a row, with the number 0 and every setting written out."""
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
    """Return the body of the opening event: the heading of the sheet and the number of entries opened with it."""
    texts = {"settings", "players", "equipes"}
    heading = {
        key: json.loads(value) if key in texts and value else value
        for key, value in vars(row).items()
        if key not in {"id", "created_at"} and (value or key != "definition")
    }
    return canonical({"entries": entries, **heading})


def row_of(number: int, opening: EventRow) -> PartieRow:
    """Parse the heading of a sheet from its opening event, as `opening_body` wrote it."""
    heading = json.loads(opening.body or "{}")
    del heading["entries"]
    texts = {key: canonical(heading[key]) for key in ("settings", "players")}
    equipes = canonical(heading["equipes"]) if heading["equipes"] else None
    return PartieRow(id=number, created_at=opening.at_utc, **{**heading, **texts, "equipes": equipes})


def columns_of(partie: Partie) -> ColumnsRow | None:
    """Return the columns of a sheet for lists; `None` when its players never changed."""
    if all(act.kind is not ActKind.CHANGEMENT for act in partie.acts):
        return None
    return ColumnsRow(partie.id, canonical(list(partie.table.columns)))


def head_of(partie: Partie) -> HeadRow:
    """Return the state of a sheet for lists."""
    outcome = partie.sheet.outcome
    columns = partie.table.columns
    return HeadRow(
        partie=partie.id,
        game=partie.game.key,
        revision=partie.revision,
        last_seq=partie.last_seq,
        active_at=partie.active_at,
        closed=int(not partie.is_open),
        # A sheet with only an adjustment counts as begun.
        lines=max(partie.sheet.state.rang, bool(partie.sheet.marked)),
        next_rang=partie.next_rang,
        totals=canonical(list(partie.sheet.state.totals)),
        finished=int(outcome is not None),
        winners=canonical([columns[column] for column in outcome.winners] if outcome else []),
    )
