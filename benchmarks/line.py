"""Cost of a confirmed line of a long sheet when the response has only the changed part, beside that of the whole page.

    python -m benchmarks.line [OTHER_CHECKOUT] [--lines 100]

Tarot at five with sixty donnes; each measured line is the next one of a new sheet. In turn, one tablet requests the part, and one
follows the redirect to the page, as browsers do without the script. With another checkout, a tablet of that one follows the redirect
too. All servers are real. The CPU time is that of the server; the time until the last byte includes the disk and other load.
Ratios are to the whole page, of the other checkout if there is one.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.entries import free_port

HERE = Path(__file__).resolve().parent.parent
PLAYERS = ["Anne", "Benoît", "Chloé", "David", "Émile"]
LINES = 60
DONNE = {"preneur": "Anne", "appele": "Chloé", "contrat": "garde", "bouts": "2", "points": "50"}


def entry(place: int) -> dict[str, object]:
    """Return the entry of Tarot for donne `place`, from 0 on: taker, called player, contract, bouts and points vary."""
    taker, called = PLAYERS[place % 5], PLAYERS[(place + 1 + place % 3) % 5]
    contract = ("prise", "garde")[place % 2]
    counts = {"bouts": place % 4, "points": 40 + place % 15}
    return {"preneur": taker, "appele": called, "contrat": contract, **counts}


def busy(process: int) -> float:
    """Return the CPU seconds that a process and its running descendants have used so far."""
    threads = list(Path(f"/proc/{process}/task").iterdir())
    own = sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9
    children = " ".join((thread / "children").read_text() for thread in threads).split()
    return own + sum(busy(int(child)) for child in children)


class Server:
    """A server process of a checkout, and a client with one persistent connection to it."""

    def __init__(self, checkout: Path, data: Path) -> None:
        """Start the server and wait 30 s at most for its first response, whose cookie later requests send."""
        port = free_port()
        command = [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port), "--data", str(data)]
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        self.process = subprocess.Popen(command, cwd=checkout, env=environment, stdout=subprocess.DEVNULL)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Accept-Encoding": "gzip", "Accept-Language": "fr"}
        for _ in range(600):
            with contextlib.suppress(OSError):
                self.headers["Cookie"] = self.ask("GET", "/")[0]["set-cookie"].partition(";")[0]
                break
            self.connection.close()
            time.sleep(0.05)

    def ask(self, method: str, path: str, body: str = "", **more: str) -> tuple[dict[str, str], bytes]:
        """Send one request with `more` headers. Return the response's headers (lower case, its code as `status`) and its body."""
        self.connection.request(method, path, body or None, {**self.headers, **more})
        answer = self.connection.getresponse()
        head = {name.lower(): value for name, value in answer.getheaders()}
        return {**head, "status": str(answer.status)}, answer.read()


class Tablet:
    """A client of one server that asks for the whole page after a line, or with `part` for the changed part; with its times."""

    def __init__(self, server: Server, name: str, *, part: bool) -> None:
        self.server, self.name, self.part = server, name, part
        self.work: list[float] = []
        self.wall: list[float] = []
        self.size = 0

    def mark(self) -> None:
        """Open a new sheet of `LINES` lines and send one more with its form; note CPU seconds, wall seconds and bytes of the
        response. Raises `RuntimeError` unless it has status 200, and the changed part exactly with `part`.
        """
        sheet = {"format": "scorekeeper/1", "game": "tarot", "players": PLAYERS}
        document = json.dumps({**sheet, "entries": [entry(place) for place in range(LINES)]})
        plain = {"Accept-Encoding": "identity"}
        self.server.connection.close()  # the server may have closed it during the turn of another tablet
        opened = self.server.ask(
            "POST", "/api/parties", document, **plain, **{"Content-Type": "application/json"}
        )
        path = f"/parties/{json.loads(opened[1])['id']}"
        page = self.server.ask("GET", path, **plain)[1].decode()
        hidden = {
            name: re.search(rf'name="{name}"\s+value="([^"]*)"', page) for name in ("csrf_token", "feuille")
        }
        known = {name: match[1] for name, match in hidden.items() if match}
        body = urlencode({**known, **DONNE, "uuid": str(uuid.uuid4()), "rang": str(LINES + 1)})
        mark = re.search(r'data-part="([^"]*)"', page) if self.part else None
        kind = {"Content-Type": "application/x-www-form-urlencoded", **({"X-Part": mark[1]} if mark else {})}
        used, began = busy(self.server.process.pid), time.perf_counter()
        head, content = self.server.ask("POST", f"{path}/saisies", body, **kind)
        if head["status"] == "303":
            head, content = self.server.ask("GET", head["location"].partition("#")[0])
        self.wall.append(time.perf_counter() - began)
        self.work.append(busy(self.server.process.pid) - used)
        if head["status"] != "200" or ("x-part" in head) is not self.part:
            raise RuntimeError(head)
        self.size = len(content)

    def report(self, reference: Tablet) -> str:
        """Return a line of the report: median CPU and wall ms, their ratios to `reference`, and the last response's size in kB."""
        work, wall = statistics.median(self.work), statistics.median(self.wall)
        share = work / statistics.median(reference.work), wall / statistics.median(reference.wall)
        return (
            f"{self.name:<28}{work * 1000:>9.2f} ms ×{share[0]:>5.2f}"
            f"{wall * 1000:>12.2f} ms ×{share[1]:>5.2f}{self.size / 1000:>10.1f} kB"
        )


def main() -> None:
    """Send `--lines` lines from each tablet, in turn; print for each its median CPU and wall ms, and its last response's kB."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("other", type=Path, nargs="?", help="the checkout to compare with")
    parser.add_argument("--lines", type=int, default=100, help="how many lines each tablet marks")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        here = Server(HERE, Path(name, "here"))
        servers = [here]
        tablets = [Tablet(here, "whole page", part=False), Tablet(here, "part", part=True)]
        if args.other:
            servers.append(Server(args.other.resolve(), Path(name, "there")))
            tablets.insert(0, Tablet(servers[1], "whole page, other", part=False))
        try:
            for _ in range(args.lines):
                for tablet in tablets:
                    tablet.mark()
        finally:
            for server in servers:
                server.process.terminate()
                server.process.wait(30)
    print(f"{'a line after sixty':<28}{'processor':>12}{'to the last byte':>26}{'travels':>16}")
    for tablet in tablets:
        print(tablet.report(tablets[0]))


if __name__ == "__main__":
    main()
