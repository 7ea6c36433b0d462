"""What the app's filled sheets cost, as CPU time beside WeasyPrint alone on the HTML they once were, in one run.

    python -m benchmarks.paper [--rounds 9]

`kept/` has the documents as they were written before this was first measured; WeasyPrint prints these, untagged and with all its
defaults. The app builds the same sheets anew and prints them, tagged, by the code of its printing child. All runs in this process
and with the fonts that the child sees, in turns; times are medians, the ratio is to WeasyPrint.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.sheets import jobs
from scorekeeper.press import fonts

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = Path(__file__).with_name("kept")
JOBS = {"tarot-24": "Tarot, 24 donnes", "classement-400": "ranking of 400", "remplies-25": "25 filled"}
"""The kept documents, and what they are in `benchmarks.sheets`."""


def kept(name: str) -> str:
    """A document as it was."""
    return gzip.decompress((KEPT / f"{name}.html.gz").read_bytes()).decode()


def cpu(hand: Callable[[], bytes]) -> tuple[float, int]:
    """CPU time of one print, in seconds, and the size of what it gives."""
    gc.collect()
    begun = time.process_time()
    size = len(hand())
    return time.process_time() - begun, size


def main() -> None:
    """Measure every document in both hands."""
    parser = argparse.ArgumentParser(
        description="Measure filled sheets beside WeasyPrint on the HTML they were."
    )
    parser.add_argument("--rounds", type=int, default=9, help="prints of each document")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FONTCONFIG_FILE"] = str(fonts.here().configure(Path(folder)))
        import tinycss2  # noqa: PLC0415 - after its fonts are chosen
        from weasyprint import HTML  # noqa: PLC0415

        from scorekeeper.press.worker import _Engine  # noqa: PLC0415

        parse = tinycss2.parse_blocks_contents
        engine, made = _Engine(), jobs()
        ours = tinycss2.parse_blocks_contents

        def alone(document: str) -> bytes:
            """WeasyPrint as it is, not as the child has it read styles."""
            tinycss2.parse_blocks_contents = parse
            try:
                return bytes(HTML(string=document).write_pdf())
            finally:
                tinycss2.parse_blocks_contents = ours

        for name, title in JOBS.items():
            job, old = made[title], kept(name)
            hands: dict[str, Callable[[], bytes]] = {
                "WeasyPrint, kept HTML": lambda old=old: alone(old),  # type: ignore[misc]
                "Scorekeeper": lambda job=job: engine.print(job.html(), forms=False),  # type: ignore[misc]
            }
            times: dict[str, list[float]] = {hand: [] for hand in hands}
            sizes = {}
            for _ in range(rounds if len(job.sheets) == 1 else max(1, rounds // 4)):
                for hand, made_by in hands.items():
                    taken, sizes[hand] = cpu(made_by)
                    times[hand].append(taken)
            print(title)
            reference = statistics.median(times["WeasyPrint, kept HTML"])
            for hand, taken_all in times.items():
                median = statistics.median(taken_all)
                print(
                    f"  {hand:24}{1000 * median:8.0f} ms  × {median / reference:5.2f}{sizes[hand] / 1000:9.1f} kB"
                )


if __name__ == "__main__":
    main()
