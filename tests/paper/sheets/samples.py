"""Sheets that the tests print. `python -m tests.paper.sheets.samples` writes the pictures and snapshots again, for review.

Every number on the filled ones was computed by hand or is from the games' regulations.
"""

from __future__ import annotations

import io
import re
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.sheet import PaperSize, SheetRequest
from scorekeeper.cards.sheet_file import FORMAT, read_sheet
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.sheet_requests import blank_request, file_request
from scorekeeper.press.pdf import Printer

FOLDER = Path(__file__).parent
PICTURES, SNAPSHOTS = FOLDER / "pictures", FOLDER / "snapshots"
RESOLUTION = 45

CAST = ("Anne", "Benoît", "Chloé", "David", "Élodie", "Fanny")
HOSTILE = (
    "W" * 40,
    "<b>Anne</b><script>alert(1)</script>",
    "file:///etc/passwd אב מרים",
    "محمد علي الحاج",
    "Ἀθηνᾶ Щукина-Ñuñez ẞß 😀",
    "@import url(http://x.example/y)",
)
A_POINTS = (92, 57, 157, 61, 110, 48, 83, 77, 120, 35, 66, 101)
"""Side A's points in the worked partie of twelve donnes: 1007, and 877 for side B."""


def filled(
    key: str, entries: Sequence[Mapping[str, Any]], paper: PaperSize = PaperSize.A4, **keys: Any
) -> SheetRequest:
    """Return a sheet played by the cast, with changes by `keys`."""
    back = keys.pop("back", False)
    sheet = {"format": FORMAT, "game": key, "players": list(CAST[:4]), "entries": list(entries)}
    sheet |= {"date": "2026-11-20", "lieu": "Café du Pont", **keys}
    return file_request(read_sheet(sheet), paper=paper, back=back)


def garde(taker: str) -> dict[str, Any]:
    """A garde of two bouts with 56 points: (25 + 15) × 2 = 80 from each defender, 240 for the taker."""
    return {"preneur": taker, "contrat": "garde", "bouts": 2, "points": 56}


def jass_evening(paper: PaperSize = PaperSize.A4) -> SheetRequest:
    return blank_request(game("jass"), settings={"mode": "tournoi"}, paper=paper)


def bouees_entries() -> list[dict[str, Any]]:
    """Buoys 4, 4, 5, 3 of which 3, 1, 4 are left and David is out; then 1, 6, 5, 4 of which 0, 5, 3, 2 are left."""

    def hands(hearts: Sequence[int], diamonds: Sequence[int]) -> dict[str, Any]:
        pairs = zip(CAST, hearts, diamonds, strict=False)
        return {name: {"coeurs": h, "carreaux": d} for name, h, d in pairs}

    first = {"mains": hands((3, 2, 4, 1), (2, 3, 1, 4)), "elimines": ["David"]}
    second = {"mains": hands((0, 5, 3, 2), (1, 2, 4, 3))}
    return [
        {**first, "restantes": {"Anne": 3, "Benoît": 1, "Chloé": 4}},
        {**second, "restantes": {"Anne": 0, "Benoît": 5, "Chloé": 3, "David": 2}},
    ]


COUILLON = (
    {"accepte": "A", "points": [18, 10]},
    {"accepte": "B", "points": [20, 12]},
    {"points": [14, 14]},
)
COCHONNET = (
    {
        "cochonnets": {
            "Anne": ["2", "5", "V"],
            "Benoît": ["3", "4", "5"],
            "Chloé": ["2", "6", "3"],
            "David": ["2", "6", "8"],
        },
        "dernier": {"joueur": "David", "carte": "D"},
    },
    {"sept": "A", "totaux": [35, 54]},
)
TAROT = (
    garde("Chloé"),
    {"preneur": "Anne", "contrat": "garde-contre", "bouts": 2, "points": 61},
    {"statut": "passee"},
    {**garde("David"), "petit_au_bout": "attaque", "poignees": [{"joueur": "Anne", "type": "simple"}]},
)

PRINTED: Mapping[str, tuple[str, Callable[[], SheetRequest]]] = {
    "tarot-vierge": ("fr", lambda: blank_request(game("tarot"), back=True)),
    "tarot-cinq-a5": ("en", lambda: blank_request(game("tarot"), seats=5, paper=PaperSize.A5)),
    "tarot-remplie": ("fr", lambda: filled("tarot", TAROT)),
    "jass-tournoi": ("fr", jass_evening),
    "jass-tournoi-a5": ("en", lambda: jass_evening(PaperSize.A5)),
    "jass-points": ("fr", lambda: blank_request(game("jass"))),
    "jass-ecran": ("en", lambda: blank_request(game("jass"), settings={"mode": "tournoi"}, form=True)),
    "couillon-vierge": ("fr", lambda: blank_request(game("couillon"))),
    "couillon-remplie": ("en", lambda: filled("couillon", COUILLON, PaperSize.A5)),
    "cochonnet-vierge": ("en", lambda: blank_request(game("cochonnet"))),
    "cochonnet-remplie": ("fr", lambda: filled("cochonnet", COCHONNET, PaperSize.A5)),
    "bouees-vierge": ("fr", lambda: blank_request(game("bouees"), seats=6, paper=PaperSize.A5)),
    "bouees-remplie": ("fr", lambda: filled("bouees", bouees_entries())),
}
"""Sheets with a stored picture: language and request by name."""

SNAPPED: Mapping[str, tuple[str, Callable[[], SheetRequest]]] = {
    "tarot": ("fr", lambda: filled("tarot", TAROT[:2], PaperSize.A5)),
    "couillon": ("en", lambda: filled("couillon", COUILLON)),
    "jass": ("fr", lambda: blank_request(game("jass"), rows=3, paper=PaperSize.A5)),
}
"""Sheets with stored HTML."""


def page(name: str, known: Mapping[str, tuple[str, Callable[[], SheetRequest]]] = PRINTED) -> str:
    """Return the HTML of a sample."""
    language, request = known[name]
    with speaking(language):
        return html_of(request())


def body(html: str) -> str:
    """Return the body of a document, without style sheet and emblem."""
    inner = html[html.index("<body") :]
    return re.sub(r'<div class="emblem">.*?</div>', "", inner, flags=re.DOTALL)


def picture(pdf: bytes, number: int = 1) -> Image.Image:
    """Return one page as a small greyscale picture."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "in.pdf")
        path.write_bytes(pdf)
        only = ["-f", str(number), "-l", str(number), "-singlefile"]
        command = [
            "pdftoppm",
            "-r",
            str(RESOLUTION),
            "-gray",
            *only,
            "-png",
            str(path),
            str(Path(folder, "out")),
        ]
        subprocess.run(command, check=True)
        return Image.open(io.BytesIO(Path(folder, "out.png").read_bytes())).convert("L")


def main() -> None:
    """Write every picture and snapshot again."""
    PICTURES.mkdir(exist_ok=True)
    SNAPSHOTS.mkdir(exist_ok=True)
    with Printer() as printer:
        for name, (_, request) in PRINTED.items():
            made = picture(printer.render(page(name), forms=request().form))
            made.save(PICTURES / f"{name}.png", optimize=True)
    for name in SNAPPED:
        (SNAPSHOTS / f"{name}.html").write_text(body(page(name, SNAPPED)), encoding="utf-8")


if __name__ == "__main__":
    main()
