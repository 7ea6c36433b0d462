"""Lot of a draw: a random order of the players that anyone can check with a short script.

The model is RFC 3797 (publicly verifiable random selection): a published list, a published
algorithm, and a seed that nobody in the room chose. Precisely:

* *names* are trimmed, in Unicode NFC, distinct and sorted by code point;
* *key* is SHA-256 over label, seed and names, each as a 4-byte big-endian length and UTF-8;
* *words* are the eight 32-bit big-endian words of SHA-256(key + i in 8 bytes), i = 0, 1, ...;
* *below n* takes the next word under floor(2^32 / n) n, modulo n, so that all results are equally likely;
* *shuffle* swaps a[i] with a[below(i + 1)] for i from the last place down to 1 (Fisher-Yates).

The order is computed by the script itself (`check_script`).
"""

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence
from random import Random

from scorekeeper.draw.check_script import shuffled

LABEL = "draw/1"
"""Label of an evening's first draw; every redraw has another one."""


def normal_name(name: str) -> str:
    """Return `name` trimmed and in Unicode NFC, as the lot hashes it."""
    return unicodedata.normalize("NFC", name.strip())


def lot_names(players: Iterable[str]) -> tuple[str, ...]:
    """Return the published list: normalised names, sorted by code point."""
    return tuple(sorted(map(normal_name, players)))


def list_hash(players: Iterable[str]) -> str:
    """Return the SHA-256, in hex, of the published list as a UTF-8 text file, one name a line, each line ended by a line feed.

    It equals the output of `sha256sum` for that file.
    """
    text = "".join(f"{name}\n" for name in lot_names(players))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def lot_key(names: Sequence[str], seed: str, label: str) -> bytes:
    """Return the 32-byte key of a draw: SHA-256 over label, seed and names."""
    digest = hashlib.sha256()
    for part in (label, seed, *names):
        raw = part.encode("utf-8")
        digest.update(len(raw).to_bytes(4, "big") + raw)
    return digest.digest()


def draw_lot(players: Sequence[str], seed: str, label: str = LABEL) -> tuple[str, ...]:
    """Return the normalised names in the order of the lot; their order in `players` does not matter."""
    return tuple(shuffled(list(lot_names(players)), seed, label))


def draw_pairs(players: Sequence[str], seed: str, label: str = LABEL) -> tuple[tuple[str, str], ...]:
    """Draw fixed pairs for the whole evening: neighbours in the lot with the label `label/paires`.

    The last of an odd number of players gets no partner.
    """
    order = draw_lot(players, seed, f"{label}/paires")
    return tuple(zip(order[::2], order[1::2], strict=False))


def search_chance(players: Sequence[str], seed: str, label: str) -> Random:
    """Return the random generator of the searches, seeded with the lot's key.

    Use only its `random()`: Python does not promise the same results of the other methods in every version.
    """
    names = lot_names(players)
    key = hashlib.sha256(lot_key(names, seed, label) + b"search").digest()
    return Random(int.from_bytes(key, "big"))  # noqa: S311 - a draw, not a secret


def mixed(items: Sequence[int], chance: Random) -> list[int]:
    """Return `items` in a random order, using only `chance.random()`."""
    result = list(items)
    for i in range(len(result) - 1, 0, -1):
        j = int(chance.random() * (i + 1))
        result[i], result[j] = result[j], result[i]
    return result
