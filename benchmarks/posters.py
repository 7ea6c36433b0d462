"""Time of the papers of a large tournament: poster, lists, slips, cards and sheets of one round.

    python -m benchmarks.posters [--players 400] [--rounds 1]

Each paper is made as HTML and printed by the app's printer. Ratios are to a plain blank sheet, which is printed before each paper,
so that load on the machine affects both. The last line is the total of a round: poster, list of the round, slips with the QR codes
of the players' pages, cards and sheets. The last figures are CPU seconds of the app and the printing child, which are less sensitive
to load (Linux only).

For 400 people, the total takes 30 times the CPU of a blank sheet: slips 11, sheets 7, poster 5, cards 4, list 3. Most of it is for
texts: WeasyPrint needs half a millisecond to parse, lay out and paint one. Copies cost less: rows of a list are laid out once,
QR codes are drawn without layout, and the texts of a poster's tables are placed from one template.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from benchmarks.sheets import ranking
from scorekeeper import tournaments as desk
from scorekeeper.i18n import speaking
from scorekeeper.paper import tournament_sheets
from scorekeeper.paper.posters.names import names
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.paper.posters.poster import poster
from scorekeeper.paper.posters.slips import slips
from scorekeeper.paper.sheets import html_of, html_of_sheet
from scorekeeper.parties import Author, read_partie
from scorekeeper.parties.sheet_requests import blank_request
from scorekeeper.press.messages import unbundled
from scorekeeper.press.pdf import Limits, Printer
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import Tournament

BY = Author("organisateur", "mesure")
BLANK = "a plain blank sheet"
ROUND = ("poster", "list by name, one", "slips", "table cards", "score sheets")
"""Beginnings of the names of the papers whose times are added up for a round."""
TABLES = 100
"""Largest number of tables whose score sheets are printed."""


def evening(store: Store, players: int) -> Tournament:
    """Create a *match au cochon* of four rounds for `players` people in `store`, draw its first round, and return it."""
    people = [f"Joueuse Numéro {number:03d}" for number in range(1, players + 1)]
    document = {
        "name": "Match au cochon",
        "game": "jass",
        "players": people,
        "rounds": 4,
        "seed": "3 5 1 6 2 2",
    }
    t = desk.create(store, document, by=BY)
    return desk.draw_round(store, t.id, by=BY)


def papers(store: Store, t: Tournament) -> Mapping[str, Callable[[], str]]:
    """Return functions that make the HTML of each paper of a drawn tournament, by name, first that of the reference `BLANK`."""
    tables = t.rounds[0].tables
    parties = {table.number: read_partie(store, table.partie).table for table in tables[:TABLES]}
    links = {table.number: f"https://carnet.example/t/{table.number:022d}" for table in tables}
    people = len(t.entrants)
    return {
        BLANK: lambda: html_of(blank_request(t.game, settings={"mode": "tournoi"})),
        "ranking": lambda: html_of_sheet(ranking(people)),
        "poster by table": lambda: poster(t, 1, PosterSize.A4, ""),
        "list by name, one round": lambda: names(t, PosterSize.A4, 1),
        "list by name, all rounds": lambda: names(t, PosterSize.A4),
        "slips": lambda: slips(t, PosterSize.A4, None, "https://carnet.example/tournois/1/joueurs/{}".format),
        "table cards": lambda: tournament_sheets.cards(t, links),
        f"score sheets, {len(parties)}": lambda: tournament_sheets.score_sheets(t, 1, parties, links),
    }


def computed() -> float:
    """Return the CPU seconds used so far by this process and its children; outside Linux, without children still running."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name of the program, in parentheses, may contain spaces.
            fields = stat.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
            if int(fields[1]) == os.getpid():
                ticks += int(fields[11]) + int(fields[12])
    ended = os.times()
    return time.process_time() + ended[2] + ended[3] + ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Make each paper `--rounds` times, the blank sheet before each. Print median seconds (HTML, PDF, CPU), ratios to it, and kB."""
    parser = argparse.ArgumentParser(description="Measure the paper of a tournament.")
    parser.add_argument("--players", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=1, help="rounds of measuring")
    chosen = parser.parse_args()
    times: dict[str, list[tuple[float, float, float]]] = {}
    sizes = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        speaking("fr"),
        Printer(Limits(nice=0, seconds=600)) as printer,
    ):
        store = Store(Path(folder, "mesure.sqlite"))
        made = papers(store, evening(store, chosen.players))
        printer.render(made[BLANK]())
        for _ in range(chosen.rounds):
            for name in (each for paper in made for each in dict.fromkeys((BLANK, paper))):
                make = made[name]
                before, begun = computed(), time.perf_counter()
                page = make()
                written = time.perf_counter()
                sizes[name] = sum(len(printer.render(document)) for document in unbundled(page)[1])
                taken = written - begun, time.perf_counter() - written, computed() - before
                times.setdefault(name, []).append(taken)
        store.close()
    times["all paper of a round"] = [
        tuple(map(sum, zip(*turn, strict=True)))  # type: ignore[misc]
        for turn in zip(*(runs for name, runs in times.items() if name.startswith(ROUND)), strict=True)
    ]
    reference = statistics.median(sum(taken[:2]) for taken in times[BLANK])
    least = statistics.median(taken[2] for taken in times[BLANK])
    print(f"{chosen.players} players{'HTML':>29}{'PDF':>10}{'CPU':>31}")
    for name, runs in times.items():
        layout, printing, cpu = (statistics.median(run[part] for run in runs) for part in range(3))
        ratio, size = (layout + printing) / reference, sizes.get(name, 0) / 1000
        print(
            f"  {name:28}{layout:7.2f} s {printing:7.2f} s  × {ratio:6.2f}  {size:8.1f} kB {cpu:6.2f} s  × {cpu / least:6.2f}"
        )


if __name__ == "__main__":
    main()
