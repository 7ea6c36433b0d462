"""Acts after the end of a partie: what a point is worth, initials, and the end as a picture.

The picture is an SVG of its own, with nothing that is looked up elsewhere, for phones that share pictures.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.cards.game_api.form import typed_cents
from scorekeeper.errors import Refused, StaleEntry
from scorekeeper.paper.requests import day
from scorekeeper.paper.text import cut, ems
from scorekeeper.parties import Partie, settling
from scorekeeper.web.core.refused_form import sentences_of
from scorekeeper.web.core.request_values import partie_of, posted_uuid, store
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties.ending import ending_of, ending_page
from scorekeeper.web.parties.sheet_view import HEIGHT, WIDTH

blueprint = Blueprint("ending", __name__)
SIDE, EDGE = 1080, 72
"""Width of the picture and of its margins."""
ROOM = SIDE - 2 * EDGE
ROW, CHART = 76, 250
"""Heights of a place and of the chart."""
NAMES = 124
"""Start of names in a row, after the place and a piece of the curve."""
LEAST = 18
"""Size under which no letter is shrunk; what is still too long is cut."""


@dataclass(frozen=True)
class PictureLine:
    """A line of text in the picture, in a size in which it fits."""

    text: str
    x: float
    y: float
    size: float
    bold: bool = False
    soft: bool = False
    end: bool = False
    """Whether `x` is its right edge."""


@blueprint.post("/parties/<number:number>/compte")
def settle(number: int) -> ResponseReturnValue:
    """Keep what a point of the game is worth in this house, and show who owes what."""
    partie, typed = partie_of(number), request.form.get("point", "")
    cents = typed_cents(typed)
    if cents is not None and not (isinstance(cents, int) and 0 < cents <= settling.MOST_CENTS):
        return ending_page(partie, worthless=typed), 422
    settling.keep_worth(store(), partie.game, cents)
    return redirect(url_for("parties.show", number=number) + "#compte", 303)


@blueprint.post("/parties/<number:number>/signer")
def sign(number: int) -> ResponseReturnValue:
    """Put the initials of the form under the closed sheet, or say why not. A sheet that is open again stays unsigned."""
    partie = partie_of(number)
    typed = {
        name: request.form.get(f"initiales-{place}", "").strip()
        for place, name in enumerate(partie.table.columns)
    }
    # A field that was left empty signs nothing.
    signatures = {name: text for name, text in typed.items() if text}
    try:
        with contextlib.suppress(StaleEntry):
            parties.sign(store(), number, uuid=posted_uuid(), signatures=signatures, by=author())
    except Refused as refused:
        why = " ".join(sentence for _, sentence in sentences_of(refused))
        return ending_page(partie, unsigned=why), 422
    return redirect(url_for("parties.show", number=number), 303)


@blueprint.get("/parties/<number:number>/image.svg")
def picture(number: int) -> Response:
    """The end of a partie; 404 before there is one."""
    partie = partie_of(number)
    if partie.is_open and partie.sheet.outcome is None:
        abort(404)
    end = ending_of(partie)
    drawn = drawing(partie, end)
    scale = {"across": ROOM / WIDTH, "down": CHART / HEIGHT}
    svg = render_template(
        "parties/picture.svg", partie=partie, end=end, drawn=drawn, edge=EDGE, side=SIDE, **scale
    )
    return Response(svg, mimetype="image/svg+xml")


def drawing(partie: Partie, end: Mapping[str, Any]) -> dict[str, Any]:
    """Every line of the picture in its place, from top to bottom.

    Each of the `rows` has the column of a place, which says how its curve is drawn, and the height of the line below it.
    """
    heading = " · ".join(filter(None, [partie.title, partie.lieu, day(partie.date)]))
    texts = [fitted(heading, EDGE + 76, 116, 34, ROOM - 76, soft=True)]
    texts += [
        fitted(end["headline"], EDGE, 206, 58, ROOM, bold=True),
        fitted(end["why"], EDGE, 256, 28, ROOM, soft=True),
    ]
    top, rows = 290.0, []
    for place in end["places"]:
        y, first = top + ROW - 24, place.rank == 1
        words = fitted(place.words, SIDE - EDGE, y, 38, ROOM * 0.42, bold=True, end=True)
        left = ROOM - NAMES - ems(words.text) * words.size - 24
        name = fitted(place.name, EDGE + NAMES, y, 38, left, bold=first)
        texts += [fitted(str(place.rank), EDGE, y, 38, 50, soft=not first, bold=first), name, words]
        top += ROW
        rows.append((place.column, top))
    chart = top + 36
    top = chart + (CHART + 24 if end["chart"] else 0)
    for line in wrapped(end["turned"], 30):
        top += 46
        texts.append(fitted(line, EDGE, top, 30, ROOM, bold=True))
    if end["turned"]:
        top += 52
        texts.append(fitted(end["turned_by"], EDGE, top, 28, ROOM, soft=True))
    return {"texts": texts, "rows": rows, "chart": chart, "height": top + EDGE}


def fitted(text: str, x: float, y: float, size: float, room: float, **look: bool) -> PictureLine:
    """A text in a size in which it fits, cut with an ellipsis where it is too long for the least one."""
    wide = ems(text, bold=True)
    if wide * size > room:
        size = max(LEAST, room / wide)
    return PictureLine(cut(text, room / size), x, y, round(size, 1), **look)


def wrapped(text: str, size: float) -> Iterator[str]:
    """The lines of a sentence across the picture."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}".strip()
        if line and ems(longer, bold=True) * size > ROOM:
            yield line
            longer = word
        line = longer
    if line:
        yield line
