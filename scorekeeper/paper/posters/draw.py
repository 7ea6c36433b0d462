"""Poster of a draw made on the command line: every round by table, the list by name, and how to check the draw."""

import shlex
from collections.abc import Mapping
from typing import Any

from scorekeeper.draw.seating.record import Word
from scorekeeper.i18n import gettext
from scorekeeper.paper.letters import respelled, spellings
from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.posters.names import name_pages
from scorekeeper.paper.posters.poster import Foot, round_pages
from scorekeeper.press.pdf import Limits, Printer
from scorekeeper.tournaments.confidential import public_report
from scorekeeper.tournaments.words import report_sentence

LIMITS = Limits(seconds=900.0, memory=4 << 30)
"""Limits high enough for a thousand players in ten rounds, some two thousand diagrams of tables."""
TITLE, TEXT = 6.5, 3.2
NAMES = 12
"""Number of names of the lot in one paragraph."""


def draw_poster(document: Mapping[str, Any], paper: str) -> bytes:
    """Return the poster of a `scorekeeper-draw/1` document as PDF. `paper` is a `PosterSize`. Raises `PrintFailed`."""
    size = placed.PosterSize(paper)
    page = placed.html_of_pages(gettext("Tirage au sort des tables"), draw_pages(document, size), size)
    with Printer(LIMITS) as printer:
        return printer.render(page)


def draw_pages(document: Mapping[str, Any], paper: placed.PosterSize) -> list[placed.PosterPage]:
    """Return the pages of a `scorekeeper-draw/1` document: by table, by name, and in words."""
    numbers = {name: number for number, name in enumerate(document["players"], 1)}
    document = respelled(document, spellings(numbers))
    rounds = [
        placed.SeatedRound(number, tuple(map(tuple, tables)), tuple(byes))
        for number, (tables, byes) in enumerate(zip(document["rounds"], document["sit_out"], strict=True), 1)
    ]
    lot = {key: document[key] for key in ("seed", "label")}
    short = gettext("Graine « %(seed)s » · étiquette %(label)s", **lot)
    pages = []
    for played in rounds:
        title = gettext("Tirage au sort – tour %(tour)s", tour=played.number)
        pages += round_pages(title, played, Foot(short), paper)
    pages += name_pages(gettext("Tirage au sort, par nom"), rounds, (), paper)
    return [*pages, *_proof([short, *_proof_texts(document)], paper)]


def _options(document: Mapping[str, Any]) -> list[str]:
    """Return the options of the command `draw` that the document shows: `--pairs`, or `--odd` with `threes` or `fives`."""
    if document.get("teams"):
        return ["--pairs"]
    sizes = {len(table) for tables in document["rounds"] for table in tables}
    return [word for size, odd in ((3, "threes"), (5, "fives")) if size in sizes for word in ("--odd", odd)]


def _proof_texts(document: Mapping[str, Any]) -> list[str]:
    """Return the report of the draw in sentences, and how to reproduce it."""
    command = shlex.join(
        [
            *("scorekeeper", "draw", gettext("joueurs.txt"), "--rounds", str(len(document["rounds"]))),
            *("--seed", document["seed"], "--label", document["label"]),
            *_options(document),
        ]
    )
    order = document["order"]
    return [
        *(
            report_sentence(Word(word["code"], word["values"]))
            for word in public_report(document["report"])["words"]
        ),
        gettext(
            "Pour vérifier ce tirage, refaites-le avec la même liste et les mêmes options : %(command)s",
            command=command,
        ),
        gettext("Ordre tiré au sort :"),
        *(
            f"{start + 1}. " + ", ".join(order[start : start + NAMES])
            for start in range(0, len(order), NAMES)
        ),
    ]


def _proof(texts: list[str], paper: placed.PosterSize) -> list[placed.PosterPage]:
    title, room = gettext("Tirage au sort : comment le vérifier"), placed.Room.of(paper, landscape=False)
    free = room.height - placed.HEAD * TITLE
    pages: list[list[str]] = [[]]
    for text in texts:
        if pages[-1] and placed.prose_height((*pages[-1], text), TEXT, room.width) > free:
            pages.append([])
        pages[-1].append(text)
    proses = (placed.Prose(0, placed.HEAD * TITLE, room.width, tuple(page), TEXT) for page in pages)
    return placed.headed(title, room, TITLE, [("", [prose], ()) for prose in proses])
