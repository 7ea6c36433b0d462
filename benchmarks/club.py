"""CPU time of the pages of a club with 2,000 parties: its ranking and a player's page.

    python -m benchmarks.club [--parties 2000]

`first` computes every result from the sheets, as after an update from a version that stored none. `opened` reads the stored results,
as at the first request after a start. `written` is the first request after another partie was written, `again` a repeated
one. Medians in CPU ms; the page of an open sheet is printed for comparison.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
import uuid
from pathlib import Path

from scorekeeper import parties
from scorekeeper.app import create_app
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.config import Config
from scorekeeper.records.store import Store

BY = parties.Author("bench", "bench")
EVENINGS = Path(__file__).parents[1] / "tests" / "evenings"
PAGES = ("/joueurs", "/joueurs?jeu=couillon", "/joueurs/1")
ROUNDS = 7


def fill(store: Store, count: int) -> None:
    """Write `count` closed parties into `store`: the sheets of `tests/evenings` in turn, from the first again after the last."""
    sheets = [read_sheet(json.loads(path.read_text())["sheet"]) for path in sorted(EVENINGS.glob("*.json"))]
    for number in range(count):
        partie = parties.open_partie(store, sheets[number % len(sheets)], by=BY)
        parties.close_partie(store, partie.id, uuid=str(uuid.uuid4()), by=BY)


def main() -> None:
    """Fill a new club in shared memory, measure its pages and that of a sheet, and print their CPU times in ms."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parties", type=int, default=2000)
    count = parser.parse_args().parties
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        config = Config(Path(folder))
        with Store(config.database) as store:
            fill(store, count)
        # A new store, so that no caches are filled.
        with Store(config.database) as store:
            print(f"{count} parties: first {cpu_time_of(config, store, PAGES[0]):.0f} ms")
            sheet = read_sheet(json.loads((EVENINGS / "tarot.json").read_text())["sheet"])
            open_sheet = f"/parties/{parties.open_partie(store, sheet, by=BY).id}"
            looks = [cpu_time_of(config, store, open_sheet) for _ in range(ROUNDS)]
            print(f"a sheet: {statistics.median(looks):.0f} ms")
        for page in PAGES:
            with Store(config.database) as store:
                opened = cpu_time_of(config, store, page)
                written = []
                for _ in range(ROUNDS):
                    fill(store, 1)
                    written.append(cpu_time_of(config, store, page))
                again = statistics.median(cpu_time_of(config, store, page) for _ in range(ROUNDS))
            print(
                f"{page}: opened {opened:.0f}, written {statistics.median(written):.0f}, again {again:.0f} ms"
            )


def cpu_time_of(config: Config, store: Store, page: str) -> float:
    """Return the CPU ms of one GET of `page`, in a new app that has served another page before. Fails unless the status is 200."""
    client = create_app(config, store).test_client()
    client.get("/aide")
    begun = time.process_time()
    assert client.get(page).status_code == 200  # noqa: S101 - else nothing is measured
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
