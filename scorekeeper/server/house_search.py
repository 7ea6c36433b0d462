"""Other machines of the house, recognised by its key: somebody else may have an address by now, and gets no token."""

import contextlib
import hmac
import http.client
import json
import secrets
import ssl
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from scorekeeper.config import HOUSE_CERTIFICATE, House
from scorekeeper.records import epochs
from scorekeeper.records.backup import belongings

SHORT, MOST, MOST_BYTES = 2.0, 16, 4096
"""Seconds that an address may take to answer, addresses that are asked, bytes that are read."""


@dataclass(frozen=True)
class Kin:
    """A machine of the house."""

    url: str
    epoch: str
    role: str
    https_port: int


class _NoDetour(urllib.request.HTTPRedirectHandler):
    """Goes nowhere else: what is asked is for that one machine."""

    def redirect_request(self, *_: object) -> None:
        """Take a redirect for a failure."""


def opener(url: str, folder: Path) -> urllib.request.OpenerDirector:
    """Opens addresses of one machine. Over https the authorities of the system are trusted, and the house's once it is here."""
    context = None
    if url.startswith("https:"):
        context = ssl.create_default_context()
        with contextlib.suppress(OSError):
            context.load_verify_locations(House(folder).folder / HOUSE_CERTIFICATE)
    return urllib.request.build_opener(_NoDetour, urllib.request.HTTPSHandler(context=context))


def find(urls: Iterable[str], folder: Path, epoch: str = "") -> list[Kin]:
    """The machines of the house among addresses, in their order; whoever is there hears of the `epoch`."""
    asked = list(dict.fromkeys(urls))[:MOST]
    key = belongings.key(folder)
    if not asked or not key:
        return []
    with ThreadPoolExecutor(len(asked)) as pool:
        answers = pool.map(partial(_ask, key=key, folder=folder, epoch=epoch), asked)
    return [kin for kin in answers if kin is not None]


def _ask(url: str, *, key: bytes, folder: Path, epoch: str) -> Kin | None:
    challenge = secrets.token_hex(16)
    try:
        asked = urllib.request.Request(urljoin(url, f"secours/maison?defi={challenge}"))  # noqa: S310
        if epoch:
            asked.add_header("X-Epoch", epoch)
        with opener(url, folder).open(asked, timeout=SHORT) as answer:
            document: dict[str, Any] = json.loads(answer.read(MOST_BYTES))
        kin = Kin(url, str(document["epoch"]), str(document["role"]), int(document["https"]))
        proof = epochs.proof_of_house(challenge, key, kin.epoch, kin.role, kin.https_port)
        return kin if hmac.compare_digest(str(document["proof"]).encode(), proof.encode()) else None
    except (OSError, http.client.HTTPException, ValueError, TypeError, KeyError):
        return None
