"""Check a draw from its list and its grid: python3 tirage.py tirage.txt.

The file: the label, the seed, then a name a line; an empty line; then each
round, a table a line in the numbers of the grid, an empty line between rounds.
"""

import hashlib
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path


def words(key: bytes) -> Iterator[int]:
    """Yield 32-bit numbers without end, from SHA-256 of the key and a counter."""
    i = 0
    while True:
        block = hashlib.sha256(key + i.to_bytes(8, "big")).digest()
        for k in range(0, 32, 4):
            yield int.from_bytes(block[k : k + 4], "big")
        i += 1


def shuffled(names: list[str], seed: str, label: str) -> list[str]:
    """Return the names, given sorted, in the order drawn by the seed and the label."""
    digest = hashlib.sha256()
    for part in (label, seed, *names):
        raw = part.encode()
        digest.update(len(raw).to_bytes(4, "big") + raw)
    order, stream = list(names), words(digest.digest())
    for i in range(len(order) - 1, 0, -1):
        top = 2**32 // (i + 1) * (i + 1)
        j = next(w for w in stream if w < top) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def checked(text: str) -> Iterator[str]:
    """Yield lines of text: the hash of the list, the order, the tables of each round."""
    people, *rounds = text.strip().split("\n\n")
    label, seed, *names = people.split("\n")
    names = sorted(unicodedata.normalize("NFC", name.strip()) for name in names)
    listed = "".join(name + "\n" for name in names)
    yield "list  " + hashlib.sha256(listed.encode()).hexdigest()
    order = shuffled(names, seed, label)
    for number, name in enumerate(order, 1):
        yield f"no. {number}  {name}"
    for number, tables in enumerate(rounds, 1):
        for table, lots in enumerate(tables.strip().split("\n"), 1):
            seats = " | ".join(order[int(lot) - 1] for lot in lots.split())
            yield f"round {number}, table {table}:  {seats}"


if __name__ == "__main__":
    for line in checked(Path(sys.argv[1]).read_text("utf-8")):
        sys.stdout.write(line + "\n")
