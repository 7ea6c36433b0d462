"""The way back from what was just written on a sheet: the bar of the device that wrote it, and an item of the menu."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from flask import g

from scorekeeper.cards.game_api.words import read_sentences, say
from scorekeeper.i18n import gettext
from scorekeeper.parties import ActKind, Partie
from scorekeeper.parties.undoing import last_act
from scorekeeper.web.parties.access import device
from scorekeeper.web.parties.sheet_view import payload_brief

SHOWN_SECONDS = 8
"""Time that the bar stays where a script can take it away."""
WRITTEN, TAKEN_BACK = read_sentences(__file__, "written", "taken-back")
Offer = dict[str, Any]
"""An act that can be taken back: its line, the revision it is taken back on, its sentence, the word on the button and the same with
what it is about; whether this device did it, and for how many milliseconds the bar stays. `entered` says that a line would be taken
back that was entered: a tablet keeps that step, to send it again with the line; `again` says that a line would count again.
"""
STEPS: Mapping[bool, Mapping[str, Mapping[str, str]]] = {False: WRITTEN, True: TAKEN_BACK}


def undo_offer(partie: Partie) -> Offer | None:
    """The last act on a line, or the newest line where something else happened last; nothing on a closed or an empty sheet."""
    known: dict[tuple[int, int], Offer | None] = g.setdefault("undo_offers", {})
    sheet = (partie.id, partie.revision)
    if sheet not in known:
        known[sheet] = _look(partie)
    return known[sheet]


def _look(partie: Partie) -> Offer | None:
    act = last_act(partie)
    if act is None:
        rang = partie.last_rang if partie.is_open else None
        return None if rang is None else _offer(partie, rang, WRITTEN[ActKind.ENTREE])
    line, version, game = act.line, act.version, partie.game
    now = dt.datetime.now(dt.UTC)
    age = int((now - dt.datetime.fromisoformat(version.at)) / dt.timedelta(milliseconds=1))
    return _offer(
        partie,
        line.rang,
        STEPS[act.restores][version.kind],
        brief=say(game.brief(line.marked), game.words, line.marked.before.table)
        if line.marked
        else payload_brief(partie, line.rang, line.payload),
        kind=version.kind,
        here=version.device == device() != "",
        age=max(0, age),
    )


def _offer(
    partie: Partie,
    rang: int,
    words: Mapping[str, str],
    *,
    brief: str = "",
    kind: ActKind = ActKind.ENTREE,
    here: bool = False,
    age: int = 0,
) -> Offer:
    sentence, word, label = (words[key] for key in ("sentence", "word", "label"))
    return {
        "rang": rang,
        "revision": partie.revision,
        "entered": kind is ActKind.ENTREE,
        "again": kind is ActKind.RATURE,
        "sentence": gettext(sentence, rang=rang, brief=brief),
        "word": gettext(word),
        "label": gettext(label, rang=rang),
        "here": here,
        "left": max(0, SHOWN_SECONDS * 1000 - age),
    }
