"""Report of a reading: as a text table for the terminal, and as JSON."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.cards.game_api.words import message_of, read_sentences
from scorekeeper.cards.rules.contract import Label, Table
from scorekeeper.i18n import all_of, gettext
from scorekeeper.lists.reading import WORDS, Reading

(ROLE_WORDS, LINES) = read_sentences(__file__, "roles", "lines")
"""Word for each role, and lines of the table."""


def document(reading: Reading) -> dict[str, Any]:
    """Return a reading as a JSON document, its sentences in the current language."""
    return {
        "sure": reading.sure,
        "columns": [
            {
                "title": column.title,
                "taken": column.role_key,
                "sure": column.sure,
                "why": _sentence(column.why),
                "samples": [*column.samples],
            }
            for column in reading.columns
        ],
        "people": [
            {"line": each.line, "name": each.name, "pair": each.pair, **each.cells} for each in reading.people
        ],
        "left_out": [
            {"line": each.line, "text": each.text, "why": _sentence(each.why)} for each in reading.left_out
        ],
        "heading": reading.heading,
        "sheet": reading.sheet,
        "sheets": [*reading.sheets],
        "encoding": reading.encoding,
        "separator": reading.separator,
        "questions": [
            {"code": fault.code, "settled_by": fault.field, "message": _sentence(fault)}
            for fault in (*reading.faults, *reading.questions)
        ],
    }


def line(key: str, **values: object) -> str:
    """Return a line of the table, its gaps filled with `values`."""
    return gettext(LINES[key], **values)


def as_table(reading: Reading) -> str:
    """Return a reading as text: a line for each column and each left-out line, the number of people, and the questions."""
    return "\n".join(_lines(reading))


def role_word(key: str) -> str:
    """Return a role as `Column.role_key` writes it in words: `prénom 2`; for an empty one, that the column is left out."""
    role, _, slot = key.partition("#")
    return f"{gettext(ROLE_WORDS[role or 'leave'])} {slot}".strip()


def _lines(reading: Reading) -> Iterator[str]:
    where: Mapping[str, object] = {
        "feuille": reading.sheet,
        "codage": reading.encoding,
        "titres": reading.heading,
    }
    if reading.sheet:
        yield line("sheet", **where)
        if others := [name for name in reading.sheets if name != reading.sheet]:
            yield line("other-sheets", feuilles=all_of(others))
    elif reading.encoding:
        yield line("encoding", **where)
    yield line("heading" if reading.heading else "no-heading", **where)
    rows = [
        (
            str(at),
            column.title or "–",
            ("" if column.sure else "? ") + role_word(column.role_key),
            _sentence(column.why),
            ", ".join(column.samples[:3]),
        )
        for at, column in enumerate(reading.columns, 1)
    ]
    widths = [max(len(row[at]) for row in rows) for at in range(4)] if rows else []
    for row in rows:
        yield (
            "  "
            + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
            + f"  {row[4]}"
        )
    for each in reading.left_out:
        yield line("left-out", ligne=each.line, raison=_sentence(each.why), texte=each.text)
    yield line("people", nombre=len(reading.people))
    yield from (f"? {_sentence(fault)}" for fault in (*reading.faults, *reading.questions))


def _sentence(label: Label) -> str:
    return message_of(label, WORDS, Table())
