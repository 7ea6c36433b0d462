"""How long the pages of a club of 2,000 parties take: its ranking and a player's page.

    python -m benchmarks.club [--parties 2000]

`first` reckons every result from the sheets, as after an update from a version that kept none; `opened` reads those that are kept, as
the first look after a start; `written` is the first look after another line was written; `again` has nothing new. Medians in ms of
the processor; the page of a sheet that is being played stands beside them.
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
    """Parties that are over, of every game in turn."""
    sheets = [read_sheet(json.loads(path.read_text())["sheet"]) for path in sorted(EVENINGS.glob("*.json"))]
    for number in range(count):
        partie = parties.open_partie(store, sheets[number % len(sheets)], by=BY)
        parties.close_partie(store, partie.id, uuid=str(uuid.uuid4()), by=BY)


def main() -> None:
    """Fill a club and look at its pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parties", type=int, default=2000)
    count = parser.parse_args().parties
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        config = Config(Path(folder))
        with Store(config.database) as store:
            fill(store, count)
        # Nothing of what was played stays in memory.
        with Store(config.database) as store:
            print(f"{count} parties: first {looked(config, store, PAGES[0]):.0f} ms")
            sheet = read_sheet(json.loads((EVENINGS / "tarot.json").read_text())["sheet"])
            open_sheet = f"/parties/{parties.open_partie(store, sheet, by=BY).id}"
            looks = [looked(config, store, open_sheet) for _ in range(ROUNDS)]
            print(f"a sheet: {statistics.median(looks):.0f} ms")
        for page in PAGES:
            with Store(config.database) as store:
                opened = looked(config, store, page)
                written = []
                for _ in range(ROUNDS):
                    fill(store, 1)
                    written.append(looked(config, store, page))
                again = statistics.median(looked(config, store, page) for _ in range(ROUNDS))
            print(
                f"{page}: opened {opened:.0f}, written {statistics.median(written):.0f}, again {again:.0f} ms"
            )


def looked(config: Config, store: Store, page: str) -> float:
    """How long a page takes, in ms; the app around it is warm."""
    client = create_app(config, store).test_client()
    client.get("/aide")
    begun = time.process_time()
    assert client.get(page).status_code == 200  # noqa: S101 - else nothing is measured
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
