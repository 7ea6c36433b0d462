"""CPU time of the app's filled sheets, relative to WeasyPrint alone on their former HTML, in one run.

    python -m benchmarks.paper [--rounds 9]

`kept/` has the HTML as it was before the first measurement. WeasyPrint prints it untagged, with all defaults. The app builds the same
sheets anew and prints them, tagged, with the code of its printing child. Both run in turn in this process, with the fonts that the
child sees. Times are medians, ratios are to WeasyPrint.
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
"""Name of a document in `kept/` -> name of the same job in `benchmarks.sheets`."""


def kept(name: str) -> str:
    """Return the HTML of the document `name` in the folder `kept`, decompressed."""
    return gzip.decompress((KEPT / f"{name}.html.gz").read_bytes()).decode()


def cpu(hand: Callable[[], bytes]) -> tuple[float, int]:
    """Call `hand` once, after a garbage collection. Return its CPU seconds, and the size of its result in bytes."""
    gc.collect()
    begun = time.process_time()
    size = len(hand())
    return time.process_time() - begun, size


def main() -> None:
    """Make the PDFs of `JOBS` by the app and by WeasyPrint, in turn; print median CPU ms, ratios to WeasyPrint, and sizes in kB."""
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
            """Return the PDF by unmodified WeasyPrint, without the app's cache of parsed styles."""
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
