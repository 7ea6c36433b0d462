"""A first client of the API, with the standard library alone: `python3 client.py http://localhost:8000`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from urllib.request import Request, urlopen
from uuid import uuid4

SHEET = {"format": "scorekeeper/1", "game": "tarot", "players": ["Anne", "Benoît", "Chloé", "David"]}
LINES = (
    {"preneur": "Chloé", "contrat": "garde", "bouts": 2, "points": 56},
    {"preneur": "Anne", "contrat": "prise", "bouts": 1, "points": 44},
)


def call(address: str, body: object = None, key: str = "") -> bytes:
    """Send a request: with a body it is a POST, with the key of a sheet it may write there."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, headers)) as answer:
        return answer.read()


server = sys.argv[1]
sheet = json.loads(call(f"{server}/api/parties", SHEET))
here = f"{server}/api/parties/{sheet['id']}"
for rang, entry in enumerate(LINES, 1):
    # A line that is sent again with the same uuid, as after a lost answer, is written once.
    call(f"{here}/entries", {"uuid": str(uuid4()), "rang": rang, "entry": entry}, sheet["cle"])
score = json.loads(call(here))["score"]
for name, total in zip(score["columns"], score["totals"], strict=True):
    print(f"{name:8}{total:6}")
paper = call(f"{server}/parties/{sheet['id']}/feuille.pdf")
Path(f"partie-{sheet['id']}.pdf").write_bytes(paper)
