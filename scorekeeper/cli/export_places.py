"""The spot of an export where something differs, in words: "tour 3, table 1 : le total de A" for `rounds[2].tables[0].totals[0]`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.i18n import gettext

PLACES, VALUES = read_sentences(__file__, "places", "values")
_PART = re.compile(r"(\w+)\[(\d+)\](?:\.|$)")
_VALUE = re.compile(r"(?:result\.)?(\w+)(?:\[(\d+)\])?$")


def place_in_words(path: str, document: Mapping[str, Any]) -> str:
    """The spot that a path leads to, in the language of the moment; a part that has no word stays as it is."""
    places: list[str] = []
    rest = path
    around: Any = document
    while (part := _PART.match(rest)) and part[1] in PLACES and (not places or part[1] == "tables"):
        around = around[part[1]][int(part[2])]
        places.append(gettext(PLACES[part[1]], numero=int(part[2]) + 1))
        rest = rest[part.end() :]
    value = value_in_words(rest, around, document) if rest else ""
    words = ", ".join(places) or value
    if places and value:
        words = gettext("%(lieu)s : %(valeur)s", lieu=words, valeur=value)
    return words if words == path else f"{words[:1].upper()}{words[1:]}"


def value_in_words(path: str, table: Any, document: Mapping[str, Any]) -> str:
    """The value at a path within a table, or within another part of an export, in words."""
    value = _VALUE.match(path)
    sentence = VALUES.get(value[1]) if value else None
    if value is None or sentence is None:
        return path
    place = int(value[2] or 0)
    who = _column(place, table, document) if "(qui)" in sentence else ""
    return gettext(sentence, qui=who, numero=place + 1)


def _column(place: int, table: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """A column of a sheet: the letter of the camp, or the name of the player."""
    seats = table["seats"]
    if len(table["totals"]) < len(seats):
        return "AB"[place]
    return str(next(player["name"] for player in document["players"] if player["number"] == seats[place]))
