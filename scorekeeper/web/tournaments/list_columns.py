"""Questions about an uncertain list, on the page that sent it: sheet, encoding and roles of columns can be corrected there."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import g, request, session

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Fault, Label, Table
from scorekeeper.i18n import gettext
from scorekeeper.lists import reading as lists
from scorekeeper.lists.columns import as_lists, as_pairs, side_by_side
from scorekeeper.lists.reading import MAX_BYTES, Choices, Reading, as_text
from scorekeeper.lists.report import role_word
from scorekeeper.lists.text import ENCODINGS
from scorekeeper.lists.workbook import UnreadableList
from scorekeeper.tournaments.acts.lists import Preview, checked
from scorekeeper.web.core.requests import RefusedForm, whole_number

PAIRS = ("name#2", "last#2", "first#2")
OFFERED = (
    "name",
    "particle",
    "last",
    "first",
    "last-first",
    "names",
    *PAIRS,
    "club",
    "pair",
    "apart",
    "fixed",
    "present",
    "arrived",
    "licence",
    "paid",
)
"""Roles that can be chosen for a column, as `Column.role_key` writes them."""
LISTS = "listes"
KEPT = "colonnes"
"""Key of a browser's session: the roles chosen for the titles of earlier lists."""
MOST_KEPT = 8
MOST_COLUMNS = 100


@dataclass(frozen=True, kw_only=True)
class AskedList:
    """Questions of a page about a list.

    Attributes:
        reading: the list as it was read.
        data: the file in base64, where its sheet or its encoding can be chosen; else empty.
        encodings: the encodings that can be chosen.
        source: the sheet and the encoding with which the text of the page was read.
    """

    reading: Reading
    data: str = ""
    encodings: tuple[str, ...] = ()
    source: Choices = lists.USUAL

    @property
    def sheets(self) -> list[tuple[int, str]]:
        return [*enumerate(self.reading.sheets)]

    @property
    def encoding_words(self) -> list[tuple[str, str]]:
        return [("", gettext("d’après le fichier")), *((key, key) for key in self.encodings)]

    @property
    def heading_words(self) -> list[tuple[int, str]]:
        """The lines that can be the titles, and none."""
        lines = {*filter(None, [self.reading.heading]), *(line for line, _ in self.reading.rows[:3])}
        words = ((line, gettext("ligne %(numero)s", numero=line)) for line in sorted(lines))
        return [(0, gettext("pas de titres")), *words]

    def sentence(self, why: Label) -> str:
        """Return the evidence for a column, or the reason why a line is left out, in words."""
        return message_of(why, lists.WORDS, Table())

    @property
    def roles(self) -> list[tuple[str, str]]:
        """The roles to choose from, each with its word; the last one leaves a column out."""
        keys = dict.fromkeys([*OFFERED, *(each.role_key for each in self.reading.columns if each.role)])
        return [(key, role_word(key)) for key in (*keys, "")]

    @property
    def line_words(self) -> list[tuple[str, str]]:
        """The meanings of a line with several people to choose from; empty for a list with one person a line."""
        columns = self.reading.columns
        if not self.are_lists and all(column.slot == 1 for column in columns):
            return []
        return [("", gettext("une équipe")), (LISTS, gettext("plusieurs listes"))]

    @property
    def are_lists(self) -> bool:
        """Whether the columns are those of lists side by side."""
        return len(side_by_side(self.reading.columns)) > 1


def posted_text() -> tuple[str, list[Fault], AskedList | None]:
    """Return the posted list as text, the faults of its file, and the questions about the file, `None` without any."""
    text, file = request.form.get("liste", ""), request.files.get("fichier")
    sheet, encoding = whole_number(request.form.get("feuille", ""), 3) or 0, request.form.get("codage", "")
    source = Choices(sheet=sheet, encoding=encoding if encoding in ENCODINGS else "")
    data = file.read(MAX_BYTES + 1) if file else _sent_again()
    if not data:
        return text, [], None
    try:
        content, reading = as_text(data, source)
        text = f"{text}\n{content}".strip() if file else _read_again(text, data, source, content)
    except UnreadableList as unreadable:
        return text, [replace(unreadable.fault, field="liste")], None
    # An encoding that was chosen leaves no question.
    doubtful = bool(reading.questions or source.encoding)
    if not doubtful and len(reading.sheets) < 2:
        return text, [], None
    encodings = tuple(ENCODINGS) if doubtful else ()
    asked = AskedList(
        reading=reading, data=base64.b64encode(data).decode(), encodings=encodings, source=source
    )
    return text, [replace(fault, field="liste") for fault in reading.questions], asked


def _sent_again() -> bytes:
    try:
        return base64.b64decode(request.form.get("octets", ""), validate=True)[: MAX_BYTES + 1]
    except ValueError:
        return b""


def _read_again(text: str, data: bytes, source: Choices, content: str) -> str:
    """Return the text of the page with the part from the file replaced by `content`, the file read as `source` says."""
    sheet, _, encoding = request.form.get("lu", "").partition(" ")
    before = Choices(sheet=whole_number(sheet, 3) or 0, encoding=encoding if encoding in ENCODINGS else "")
    if before == source:
        return text
    earlier, later = as_text(data, before)[0].strip(), content.strip()
    plain = "\n".join(text.splitlines())
    return plain.replace(earlier, later, 1) if earlier in plain else f"{plain}\n{later}".strip()


def preview(text: str, asked: AskedList | None, *, pairs: bool = False, fee: int = 0) -> Preview:
    """Read a list by the roles chosen on the page, else by those last chosen for these titles. Questions are stored for the page."""
    if not text.strip():
        return Preview()
    listed = checked(text, (), pairs=pairs, fee=fee)
    columns = listed.reading.columns
    roles, posted = _posted_roles(len(columns)), True
    if roles is None and not listed.reading.sure:
        roles, posted = session.get(KEPT, {}).get(_titles(listed.reading)), False
    if roles is not None:
        heading = whole_number(request.form.get("titres", ""), 4) if posted else None
        listed = checked(text, (), Choices(columns=tuple(roles), heading=heading), pairs=pairs, fee=fee)
        if posted and listed.ok:
            _keep(listed.reading, roles)
    if asked is not None or posted_columns() or not listed.reading.sure:
        shown = asked or AskedList(reading=listed.reading)
        g.asked_list = replace(shown, reading=replace(listed.reading, sheets=shown.reading.sheets))
    return listed


def refused_list(refused: RefusedForm, text: str) -> RefusedForm:
    """Return a refusal with the typed list, and with messages about its lines or people placed at the list's field."""
    messages = []
    for key, message in refused.messages:
        first, _, line = key.split(".")[0].partition("-")
        sentence = f"{gettext('Ligne %(ligne)s :', ligne=line)} {message}" if first == "ligne" else message
        messages.append(("liste" if first in {"ligne", "players"} else key, sentence))
    return replace(refused, messages=tuple(messages), typed={**refused.typed, "liste": text})


def posted_columns() -> int | None:
    """Return the number of columns that the page asked about; `None` if it asked about none."""
    return whole_number(request.form.get("colonnes", ""), 3)


def _posted_roles(width: int) -> Sequence[str] | None:
    if posted_columns() != width or width > MOST_COLUMNS:
        return None
    roles = [request.form.get(f"colonne_{at}", "") for at in range(width)]
    meant = request.form.get("lignes")
    return roles if meant is None else as_lists(roles) if meant == LISTS else as_pairs(roles)


def _titles(reading: Reading) -> str:
    """The titles of a list as one key, cut; empty without titles."""
    return ";".join(column.title.casefold() for column in reading.columns)[:200] if reading.heading else ""


def _keep(reading: Reading, roles: Sequence[str]) -> None:
    if key := _titles(reading):
        kept = {**session.get(KEPT, {}), key: [*roles]}
        session[KEPT] = dict([*kept.items()][-MOST_KEPT:])
