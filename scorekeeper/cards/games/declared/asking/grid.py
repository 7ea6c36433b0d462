"""Parser of the rows of a grid as typed in the form, one a line: `Full : 25`, `Chance : 5 à 30`, `Deux : 2 à 10 par 2`."""

import re
from collections.abc import Mapping
from typing import Any

from scorekeeper.cards.games.declared.rules.declared import GRID_RESERVED, RESERVED
from scorekeeper.cards.games.declared.rules.definition import slug
from scorekeeper.i18n import gettext

TOP = "haut"
"""Key of the group of the first rows, whose sum can score a bonus."""
_RANGE = re.compile(r"(-?\d+)\s*(?:à|a|to|bis|tot|–|…)\s*(-?\d+)(?:\s*(?:par|by|in|per)\s*(\d+))?")
_NUMBER = re.compile(r"-?\d+")
_BETWEEN = re.compile(r"\s*[,;]\s*|\s+")


def grid_parts(values: Mapping[str, str], before: Mapping[str, str]) -> dict[str, list[dict[str, Any]]]:
    """Return the lists `cases`, `groupes` and `primes` of a definition whose sheet is a grid.

    Args:
        values: The answers: the rows, the number of first rows in the top group, its sum that scores a bonus, and the bonus.
        before: The keys of the rows that the definition already has, by name. A single renamed row keeps its key;
            where several names are missing, the new rows are others.
    """
    rows = [
        [part.strip() for part in line.partition(":")[::2]]
        for line in values["cases"].split("\n")
        if line.strip()
    ]
    names = {name for name, _ in rows}
    removed = [key for name, key in before.items() if name not in names]
    renamed = iter(removed if len(removed) == 1 else [])
    taken, cases = {TOP, *RESERVED, *GRID_RESERVED}, []
    top = int(values["haut"]) if values["haut"].isdecimal() else 0
    for place, (name, worth) in enumerate(rows):
        key = before.get(name) or next(renamed, None)
        if key is None or key in taken:
            key = _key(name, taken)
        taken.add(key)
        cases.append({"cle": key, "nom": name, **_worth(worth)})
        if place < top:
            cases[-1]["groupe"] = TOP
    if not any("groupe" in case for case in cases):
        return {"cases": cases, "groupes": [], "primes": []}
    least, bonus = values["seuil"], values["prime"]
    points, name = f"si({TOP} >= {least}, {bonus}, 0)", gettext("Prime dès %(seuil)s", seuil=least)
    primes = [{"nom": name, "groupe": TOP, "points": points}] if bonus != "0" else []
    return {"cases": cases, "groupes": [{"cle": TOP, "nom": gettext("Total du haut")}], "primes": primes}


def _worth(text: str) -> dict[str, Any]:
    """Return the keys for the values of a row; none for a text without numbers, which the definition then refuses."""
    if bounds := _RANGE.fullmatch(text):
        least, most, step = bounds.groups()
        return {"de": int(least), "a": int(most), **({"pas": int(step)} if step else {})}
    numbers = _BETWEEN.split(text)
    return {"valeurs": [*map(int, numbers)]} if all(map(_NUMBER.fullmatch, numbers)) else {}


def _key(name: str, taken: set[str]) -> str:
    """Return a key for formulas, derived from the name, that is not in `taken`."""
    plain = re.sub(r"^[^a-z]+", "", slug(name).replace("-", "_"))[:16].strip("_") or "rang"
    number = next(number for number in range(1, len(taken) + 2) if _numbered(plain, number) not in taken)
    return _numbered(plain, number)


def _numbered(plain: str, number: int) -> str:
    return plain if number == 1 else f"{plain}_{number}"
