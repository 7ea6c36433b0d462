"""Evening during which the laptop changes: `python -m tests.soak.moving FOLDER TABLES`, in namespaces of its own.

In the middle of a round the first laptop gets another address and dies, and the second takes over. The first restarts at a third
address without a connection to the second, and both write until they are connected. Meanwhile one client prints, and a guest
opens one large sheet after the other. Half of the tables only read until the end. Every acknowledged line is stored once, every
table can write again, and the one file of the second laptop, copied onto a stick, has the whole evening.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from functools import partial
from pathlib import Path

from scorekeeper.config import DATABASE, Config, House
from scorekeeper.records import replica_store
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.patience import until
from tests.soak.hall import PORT, Desk, Hall, Laptop, Names, status_of
from tests.soak.room import opened_page, organiser, printed
from tests.soak.room_tables import Printer, Table
from tests.tarot_table import PLAYERS
from tests.tournaments.desk import draw, opened
from tests.web.desk_visits import PHRASE

FIRST, MOVED, THIRD, SECOND = "10.42.0.1", "10.42.0.11", "10.42.0.12", "10.42.0.2"
LARGE = 1200


class Guest(threading.Thread):
    """Client that creates one sheet of `LARGE` lines after the other, and counts the statuses of the responses, 0 for none."""

    def __init__(self, base: str) -> None:
        super().__init__(name="guest", daemon=True)
        self._asked = f"{base}/api/parties"
        self.ended = threading.Event()
        self.answers: Counter[int] = Counter()

    def run(self) -> None:
        """Create the next sheet 0.2 s after each response, until `ended` is set."""
        line = {"preneur": PLAYERS[0], "contrat": "garde", "bouts": 2, "points": 56}
        sheet = {
            "format": "scorekeeper/1",
            "game": "tarot",
            "players": list(PLAYERS),
            "entries": [line] * LARGE,
        }
        body, head = json.dumps(sheet).encode(), {"Content-Type": "application/json"}
        while not self.ended.is_set():
            asked = urllib.request.Request(self._asked, body, head)  # noqa: S310
            try:
                with urllib.request.urlopen(asked, timeout=20) as answer:  # noqa: S310
                    self.answers[answer.status] += 1
            except urllib.error.HTTPError as error:
                self.answers[error.code] += 1
            except OSError:
                self.answers[0] += 1
            self.ended.wait(0.2)


class Evening:
    """Two laptops and a drawn round of `tables` tables. Only the name resolution of the tablets runs yet."""

    def __init__(self, folder: Path, tables: int) -> None:
        self.hall = Hall(folder)
        self.one, self.two = Laptop(self.hall, "one", FIRST), Laptop(self.hall, "two", SECOND)
        with Store(Config(self.one.data).database) as store:
            t = draw(store, opened(store, 4 * tables))
            set_passphrase(store, PHRASE)
        self.sheets = {number: table.partie for number, table in enumerate(t.rounds[-1].tables, start=1)}
        self.name = f"{House(self.one.data).name()}.local"
        self.names = Names(self.hall, self.name)
        self.names.start()
        self.tables: list[Table] = []
        self.alone: list[int] = []

    def open_up(self) -> None:
        """Start the first laptop, its standby, and every second table by its printed card; wait for the name and the standby."""
        self.one.start("serve")
        self.one.wait()
        desk = organiser(self.one)
        desk.press("/connecter/salle", wifi="", password="", paper="name")
        links = printed(desk.fetch("/tournois/1/cartes.pdf"))
        code = desk.press("/secours", "/secours/code").partition('pairing-code">')[2].partition("<")[0]
        self.two.start("follow", f"{self.one.url}/", stdin=f"{code}\n")
        self.two.wait(503)
        until(lambda: self.names.addresses == [FIRST], what="nobody hears the name of the house")
        self.tables = [Table(links[number], sheet) for number, sheet in self.sheets.items()]
        for table in self.tables[::2]:
            table.start()

    def move_and_die(self) -> None:
        """Give the first laptop another address, wait until its standby and its announced name follow, and kill it in mid-round."""
        self.one.move(MOVED)
        sys.stdout.write("moved\n")
        there = f"http://{MOVED}:{PORT}/"

        def follows() -> bool:
            source = replica_store.source(self.two.data)
            return source is not None and there in source.others

        until(follows, 30, "the standby does not find its machine")
        until(lambda: self.names.addresses == [MOVED], 30, "the name does not move")
        written = sum(len(table.typed) for table in self.tables)
        until(lambda: sum(len(table.typed) for table in self.tables) > written + len(self.tables) // 2)
        self.one.kill()
        self.one.leave()

    def take_over(self) -> None:
        """Let the second laptop take over. Restart the first, cut off from it and at another address; open a sheet on the first.
        Connect them again, and wait until the first refuses lines and the second lists that sheet.
        """
        Desk(self.two).press("/reprendre")
        self.two.wait()
        self.two.leave()
        self.one.move(THIRD)
        self.one.come_back()
        self.one.start("serve")
        self.one.wait()
        sheet = {"format": "scorekeeper/1", "game": "tarot", "players": list(PLAYERS)}
        self.alone.append(int(Desk(self.one).send("/api/parties", sheet)["id"]))
        self.two.come_back()
        connected = time.monotonic()
        until(lambda: not self.writes(self.one), 30, "the first still writes")
        sys.stdout.write(f"two writers for {time.monotonic() - connected:.0f} s\n")
        assert self.writes(self.two)
        until(lambda: self.names.addresses == [SECOND], 30, "the name leads to both laptops")
        assert "Une autre machine a repris la soirée" in Desk(self.one).get("/")
        desk = organiser(self.two)
        until(lambda: "ouverte" in desk.get("/secours/notees"), what="what the first wrote is not listed")

    def writes(self, laptop: Laptop) -> bool:
        """Return whether a laptop accepts lines: its health page has the status 200."""
        with laptop.inside():
            return status_of(f"http://127.0.0.1:{PORT}/api/health") == 200

    def compare(self) -> None:
        """Start the tables that have not started yet, wait until each has written, stop them all. Check that each line is stored
        once, in order, and also in a copy of the file on a stick.
        """
        for table in self.tables[1::2]:
            table.start()
        for table in self.tables:
            until(partial(any, table.typed), 120, "a table does not come back")
            table.ended.set()
        for table in self.tables:
            table.join(300)
            table.resend()
        wanted = {table.sheet: table.typed for table in self.tables}
        desk = organiser(self.two)
        assert {sheet: self.points(desk, sheet) for sheet in wanted} == wanted
        assert self.two.stop() == 0
        stick = self.hall.folder / "stick"
        stick.mkdir()
        shutil.copy(self.two.data / DATABASE, stick)
        command = [sys.executable, "-m", "scorekeeper", "check", "--data", str(stick)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout
        with Store(stick / DATABASE) as store, store.read() as session:
            kept = {sheet: sum(event.kind == "entree" for event in session.events(sheet)) for sheet in wanted}
        assert kept == {sheet: len(typed) for sheet, typed in wanted.items()}
        for laptop in (self.one, self.two):
            assert "Traceback" not in laptop.log.read_text()

    def points(self, desk: Desk, sheet: int) -> list[int]:
        """Return the points of the first camp in each line of a sheet, as the laptop of `desk` has it."""
        entries = json.loads(desk.get(f"/api/parties/{sheet}"))["sheet"]["entries"]
        return [entry["points"][0] for entry in entries]


def main(folder: Path, tables: int) -> None:
    """Run the evening with a guest and a printing client, and print its steps, its counts, and `done` at the end."""
    evening = Evening(folder, tables)
    with contextlib.ExitStack() as stack:
        for laptop in (evening.one, evening.two):
            stack.callback(laptop.kill)
        evening.open_up()
        base = f"http://{evening.name}:{PORT}"
        assert opened_page(base)
        guest, printer = Guest(base), Printer(base, "P")
        for thread in (guest, printer):
            thread.start()
        evening.move_and_die()
        evening.take_over()
        for ended in (guest.ended, printer.ended):
            ended.set()
        evening.compare()
        sys.stdout.write(f"guest: {dict(guest.answers)}, prints: {len(printer.documents)}\n")
    sys.stdout.write("done\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
