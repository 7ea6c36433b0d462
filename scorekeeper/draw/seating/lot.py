"""The lot: a permutation of the players that anyone can check with a pocket script.

The model is RFC 3797 (publicly verifiable random selection): a published list, a published
algorithm, and a seed that nobody in the room chose. Precisely:

* *names* are trimmed, in Unicode NFC, distinct and sorted by code point;
* *key* is SHA-256 over label, seed and names, each as a 4-byte big-endian length and UTF-8;
* *words* are the eight 32-bit big-endian words of SHA-256(key + i in 8 bytes), i = 0, 1, ...;
* *below n* takes the next word under floor(2^32 / n) n, modulo n, so that nothing is favoured;
* *shuffle* swaps a[i] with a[below(i + 1)] for i from the last place down to 1 (Fisher-Yates).

The order is made by the script itself (`check_script`).
"""

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence
from random import Random

from scorekeeper.draw.check_script import shuffled

LABEL = "draw/1"
"""The label of an evening's first draw; every redraw takes another one."""


def normal_name(name: str) -> str:
    """`name` as the lot sees it: trimmed, in Unicode NFC."""
    return unicodedata.normalize("NFC", name.strip())


def lot_names(players: Iterable[str]) -> tuple[str, ...]:
    """The published list: names as the lot sees them, sorted by code point."""
    return tuple(sorted(map(normal_name, players)))


def list_hash(players: Iterable[str]) -> str:
    """SHA-256, in hex, of the published list as a text file: a name a line, in UTF-8, each line ended by a line feed.

    So `sha256sum` of that file gives the same.
    """
    text = "".join(f"{name}\n" for name in lot_names(players))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def lot_key(names: Sequence[str], seed: str, label: str) -> bytes:
    """The 32 bytes that everything drawn depends on."""
    digest = hashlib.sha256()
    for part in (label, seed, *names):
        raw = part.encode("utf-8")
        digest.update(len(raw).to_bytes(4, "big") + raw)
    return digest.digest()


def draw_lot(players: Sequence[str], seed: str, label: str = LABEL) -> tuple[str, ...]:
    """The players of the published list, whose own order does not matter, in the order of the lot."""
    return tuple(shuffled(list(lot_names(players)), seed, label))


def draw_pairs(players: Sequence[str], seed: str, label: str = LABEL) -> tuple[tuple[str, str], ...]:
    """Draw fixed pairs, once for the whole evening: neighbours in the lot with the label `label/paires`, two by two.

    The last one of an odd number gets no partner.
    """
    order = draw_lot(players, seed, f"{label}/paires")
    return tuple(zip(order[::2], order[1::2], strict=False))


def search_chance(players: Sequence[str], seed: str, label: str) -> Random:
    """The generator that the searches draw from, seeded by the lot's key.

    Only its `random()` may be used: of the other methods Python does not promise the same results in every version.
    """
    names = lot_names(players)
    key = hashlib.sha256(lot_key(names, seed, label) + b"search").digest()
    return Random(int.from_bytes(key, "big"))  # noqa: S311 - a draw, not a secret


def mixed(items: Sequence[int], chance: Random) -> list[int]:
    """The `items` in a random order, using only `chance.random()`."""
    result = list(items)
    for i in range(len(result) - 1, 0, -1):
        j = int(chance.random() * (i + 1))
        result[i], result[j] = result[j], result[i]
    return result
