"""The schemas of what the tournament desk says over HTTP."""

from __future__ import annotations

from scorekeeper.rules import names
from scorekeeper.rules.standings import TieBreak
from scorekeeper.tournaments.model import Stage, TableStage
from scorekeeper.tournaments.options import MAX_TABLES, OPTIONS
from scorekeeper.web.api.schemas import COUNT, NUMBER, Schema, many, nullable, obj, ref

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
WHOLE: Schema = {"type": "integer"}
NATURAL: Schema = {"type": "integer", "minimum": 0}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": names.NAME_MAX}
SHORT: Schema = {"type": "string", "maxLength": names.NAME_MAX}
STAGE: Schema = {"type": "string", "enum": list(Stage)}
FAULT: Schema = obj({"code": TEXT, "field": TEXT, "message": TEXT})


def schemas() -> dict[str, Schema]:
    """Every schema of the desk."""
    newcomer = {
        "name": NAME,
        "club": nullable(SHORT),
        "apart": nullable({"anyOf": [SHORT, many(SHORT, 20)]}),
        "pair": nullable({"anyOf": [SHORT, WHOLE]}),
        "fixed": nullable({"anyOf": [FLAG, {"type": "integer", "minimum": 1, "maximum": MAX_TABLES}]}),
    }
    return {
        "Newcomer": obj(newcomer, tuple(key for key in newcomer if key != "name")),
        "Entrant": _entrant(),
        "Listed": _listed(),
        "Tournament": _tournament(),
        "Draw": _draw(),
        "Opened": _opened(),
        "Round": _round(),
        "Table": _table(),
        "Standings": _standings(),
        "Line": _line(),
        "PlayerRecord": _player(),
        "Preview": _preview(),
        "Link": obj({"table": NUMBER, "made": COUNT, "devices": NATURAL}),
        "Happening": obj(
            {
                "kind": TEXT,
                "place": TEXT,
                "body": {"type": "object"},
                **dict.fromkeys(("reason", "actor", "device", "at"), TEXT),
            }
        ),
    }


def _entrant() -> Schema:
    return obj(
        {
            "number": NUMBER,
            "name": TEXT,
            "club": TEXT,
            "present": FLAG,
            "partner": nullable(NUMBER),
            "apart": many(TEXT),
            "pair": TEXT,
            "fixed": nullable(NATURAL),
        },
        ("apart", "pair", "fixed"),
    )


def _listed() -> Schema:
    return obj(
        {
            "id": NUMBER,
            "name": TEXT,
            "game": TEXT,
            "date": nullable(TEXT),
            "place": TEXT,
            "stage": STAGE,
            "players": NATURAL,
            "round": NATURAL,
            "rounds": COUNT,
            "active_at": TEXT,
        }
    )


def _tournament() -> Schema:
    planned = obj({"round": COUNT, "tables": many(many(TEXT)), "byes": many(TEXT)})
    return obj(
        {
            "id": NUMBER,
            "name": TEXT,
            "game": TEXT,
            "settings": {"type": "object"},
            **OPTIONS.schema()["properties"],
            "stage": STAGE,
            "revision": COUNT,
            "seed": TEXT,
            "players": many(ref("Entrant")),
            "draws": many(ref("Draw")),
            "played": many(ref("Round")),
            "planned": many(planned),
            "final": nullable({"type": "object"}),
        }
    )


def _draw() -> Schema:
    return obj(
        {
            "number": COUNT,
            "first": COUNT,
            "attempt": COUNT,
            "label": TEXT,
            "seed": TEXT,
            "version": TEXT,
            "players": many(TEXT),
            "order": many(TEXT),
            "rounds": many(obj({"tables": many(many(NUMBER)), "byes": many(NUMBER)})),
            "cost": _cost(),
            "stands": FLAG,
            "reason": TEXT,
            "at": TEXT,
            "actor": TEXT,
        }
    )


def _cost() -> Schema:
    return obj({"score": NATURAL, "bound": NATURAL, "words": many(TEXT)}, open_=True)


def _opened() -> Schema:
    table = obj({"table": COUNT, "seats": many(TEXT), "numbers": many(NUMBER), "partie": NUMBER})
    return obj(
        {
            "round": COUNT,
            "seed": TEXT,
            "label": TEXT,
            "attempt": COUNT,
            "tables": many(table),
            "byes": many(TEXT),
            "cost": _cost(),
            "revision": COUNT,
        }
    )


def _round() -> Schema:
    return obj(
        {
            "round": COUNT,
            "closed": FLAG,
            "closable": FLAG,
            "missing": many(FAULT),
            "unsigned": many(COUNT),
            "tables": many(ref("Table")),
            "byes": many(TEXT),
            "revision": COUNT,
        }
    )


def _table() -> Schema:
    return obj(
        {
            "table": COUNT,
            "round": COUNT,
            "seats": many(TEXT),
            "numbers": many(NUMBER),
            "substitutes": {"type": "object", "additionalProperties": TEXT},
            "partie": NUMBER,
            "stage": {"type": "string", "enum": list(TableStage)},
            "lines": NATURAL,
            "of": nullable(COUNT),
            "totals": many(WHOLE),
            "result": nullable(many(WHOLE)),
            "signed": many(NATURAL),
            "dispute": nullable(TEXT),
            "reason": TEXT,
            "revision": COUNT,
        },
        ("round",),
    )


def _standings() -> Schema:
    return obj(
        {
            "through": NATURAL,
            "provisional": FLAG,
            "lines": many(ref("Line")),
            "level": many(many(NUMBER)),
            "matches": obj({"numbers": many(NUMBER), "count": NATURAL}),
        }
    )


def _line() -> Schema:
    return obj(
        {
            "rank": COUNT,
            "numbers": many(NUMBER),
            "names": many(TEXT),
            "clubs": many(TEXT),
            "total": WHOLE,
            "rounds": many(nullable(WHOLE)),
            "dropped": many(COUNT),
            "byes": NATURAL,
            "matches": NATURAL,
            "shared": FLAG,
            "behind_by": nullable({"type": "string", "enum": list(TieBreak)}),
            "prizes": many(TEXT),
            "present": FLAG,
        }
    )


def _player() -> Schema:
    one = obj(
        {
            "round": COUNT,
            "table": nullable(COUNT),
            "seat": nullable(NATURAL),
            "partners": many(TEXT),
            "opponents": many(TEXT),
            "result": nullable(obj({"points": WHOLE, "matches": NATURAL, "bye": FLAG})),
            "substitute": TEXT,
            "partie": nullable(NUMBER),
        }
    )
    return obj(
        {"number": NUMBER, "name": TEXT, "club": TEXT, "standing": nullable(ref("Line")), "rounds": many(one)}
    )


def _preview() -> Schema:
    row = obj(
        {
            "line": COUNT,
            "text": TEXT,
            "player": nullable(ref("Newcomer")),
            "faults": many(FAULT),
            "doubts": many(FAULT),
        }
    )
    return obj(
        {
            "ok": FLAG,
            "separator": TEXT,
            "encoding": TEXT,
            "heading": FLAG,
            "columns": many(TEXT),
            "faults": many(FAULT),
            "rows": many(row),
        }
    )
