"""End of a partie: the winners, the decisive donne, each player's record, the worth of a point, and initials.

Also the end as a picture: an SVG without external references, to share from phones.
"""

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.cards.game_api.form import typed_cents
from scorekeeper.cards.game_api.sheet_parts import victory
from scorekeeper.cards.game_api.statistics import Tally, kinds_of, tallies_of
from scorekeeper.cards.game_api.words import message_of, money, number
from scorekeeper.cards.rules.contract import Label, Seat
from scorekeeper.cards.rules.ending import Turn, Turning, ranks_of, turning, winners_of
from scorekeeper.cards.rules.replay import Replay
from scorekeeper.errors import Refused, StaleEntry
from scorekeeper.i18n import N_, all_of, day, gettext
from scorekeeper.paper.text import cut, ems
from scorekeeper.parties import ActKind, Partie, house
from scorekeeper.web.core.requests import partie_of, posted_seen, posted_uuid, sentences_of, store
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties.sheet_view import HEIGHT, WIDTH, chart_of, line_title, sheet_view
from scorekeeper.web.tournaments.logins import reachable

blueprint = Blueprint("ending", __name__)
MOVED_ON = N_("La feuille a changé entre-temps : voici où elle en est.")
SIDE, EDGE = 1080, 72
"""Width and margin of the picture, in units of its SVG."""
ROOM = SIDE - 2 * EDGE
ROW, CHART = 76, 250
"""Height of a row of the ranking, and of the chart."""
NAMES = 124
"""Offset of the names in a row, after the rank and a sample of the curve."""
LEAST = 18
"""Least font size; a text that is still too long is cut."""
TURNS: Mapping[Turn, str] = {
    Turn.TETE: N_(
        "%(ligne)s a tourné la partie : %(nom)s {nom:passe|passent} en tête et y {nom:reste|restent}."
    ),
    Turn.DERNIERE: N_("%(ligne)s, la dernière, a tout décidé : %(nom)s {nom:passe|passent} en tête."),
    Turn.EGALITE: N_("%(ligne)s a tourné la partie : %(nom)s s’y rejoignent en tête."),
    Turn.ECART: N_("%(nom)s {nom:a|ont} mené du début à la fin. %(ligne)s a creusé l’écart, de %(ecart)s."),
}
PASSED = N_(
    "%(ligne)s a tourné la partie : %(nom)s {nom:passe|passent} devant %(autre)s et y {nom:reste|restent}."
)
Deed = tuple[str, Sequence[str], bool]
"""A counter of the game: its label, its count for each column, and whether it is a kind of the counter before it."""


def ending_of(partie: Partie) -> dict[str, Any]:
    """Return the context of the end of a partie, in words and figures.

    `places` are ordered from the winners down; their `words` are the total in words. `turned` is the sentence of the decisive line,
    empty without one. `turned_by` is that line in a few words, `turned_rang` its number, `turned_at` its position in the chart.
    """
    sheet, game, table = partie.sheet, partie.game, partie.table
    turn, outcome = turning(sheet), sheet.outcome
    why = (
        message_of(outcome.reason, game.words, table)
        if outcome
        else gettext("Partie arrêtée par les joueurs.")
    )
    rang = turn.marked.rang if turn else None
    rangs = [marked.rang for marked in sheet.marked]
    ranks = ranks_of(sheet) if rangs else ()
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    return {
        "headline": headline(sheet),
        "why": why,
        "places": [
            {
                "rank": ranks[column],
                "column": column,
                "name": table.columns[column],
                "words": message_of(game.account.placed(sheet, column), game.words, table),
            }
            for column in order
        ],
        "turned": turned_text(partie, turn) if turn else "",
        "turned_by": message_of(game.brief(turn.marked), game.words, turn.marked.before.table)
        if turn
        else "",
        "turned_rang": rang,
        "turned_at": None if rang is None else (rangs.index(rang) + 1) * WIDTH // len(rangs),
        "chart": chart_of(sheet),
        "deeds": tuple(deeds_of(partie)),
    }


def headline(sheet: Replay) -> str:
    """Return the winners in words."""
    return victory(sheet.table, winners_of(sheet))


def turned_text(partie: Partie, turn: Turning) -> str:
    """Return the sentence about the decisive line of a partie."""
    columns, game = partie.table.columns, partie.game
    ahead = Label(game.account.ahead, ecart=turn.gain)
    passed = turn.kind is Turn.TETE and len(turn.led) == 1
    return gettext(
        PASSED if passed else TURNS[turn.kind],
        ligne=line_title(partie, turn.marked.rang),
        nom=all_of(columns[column] for column in winners_of(partie.sheet)),
        autre=all_of(columns[column] for column in turn.led),
        ecart=message_of(ahead, game.words, partie.table),
    )


def deeds_of(partie: Partie) -> Iterator[Deed]:
    """Yield the counters of the game for each column."""
    game, seats = partie.game, range(len(partie.table.players) or partie.table.seats)
    counted = [Counter[str]() for _ in seats]
    for marked in partie.sheet.marked:
        for seat in marked.before.table.around:
            counted[seat].update(game.tallies(marked, Seat(seat)))
    counters = [{tally.code: tally for tally in tallies_of(game.words, counter)} for counter in counted]
    kinds = [
        {tally.code: tally for tally in kinds_of(game.account, game.words, counter)} for counter in counted
    ]
    order = [sentence.removeprefix("tally-") for sentence in game.words.messages]
    yield from _rows(partie, order, counters)
    yield from _rows(partie, game.account.kinds, kinds, kind=True)


def _rows(
    partie: Partie, codes: Iterable[str], counters: Sequence[Mapping[str, Tally]], *, kind: bool = False
) -> Iterator[Deed]:
    camps, players = partie.table.camps, partie.table.players
    for code in codes:
        tallies = [counted.get(code) for counted in counters]
        label = next((tally.label for tally in tallies if tally), "")
        if not label:
            continue
        texts = [_count(tally, kind=kind) for tally in tallies]
        if camps:
            pairs = [(texts[side], texts[side + 2]) for side in (0, 1)]
            texts = [
                own if own == other or not players else f"{players[side]} {own}, {players[side + 2]} {other}"
                for side, (own, other) in enumerate(pairs)
            ]
        yield label, texts, kind


def _count(tally: Tally | None, *, kind: bool) -> str:
    if tally is None:
        return "0"
    if kind:
        return gettext("%(made)s sur %(taken)s", made=number(tally.count), taken=number(tally.attempts or 0))
    return number(tally.count)


def next_dealer(partie: Partie) -> Seat | None:
    """Return the first dealer of the rematch: the player after the last dealer; `None` when unknown."""
    state = partie.sheet.state
    if state.donneur is None or not partie.table.players:
        return None
    once = partie.rules.DEALS_ONCE and state.rang
    return partie.table.next_seat(state.donneur) if once else state.donneur


def _closing(partie: Partie) -> str:
    return next((act.uuid for act in reversed(partie.acts) if act.kind is ActKind.CLOTURE), "")


def ending_page(
    partie: Partie, reason: str = "", error: str = "", unsigned: str = "", worthless: str = ""
) -> str:
    """Return the page of a finished partie, with its sheet below. `worthless` is an invalid worth of a point, as typed."""
    cents = house.worth(store(), partie.game)
    return render_template(
        "parties/finished.html",
        view=sheet_view(partie),
        end=ending_of(partie),
        address=reachable(url_for("parties.show", number=partie.id)),
        deals=next_dealer(partie),
        point=worthless or (money(cents, "").strip() if cents else ""),
        worthless=worthless,
        owed=house.payment_sentences(partie, cents) if cents and not worthless else (),
        reason=reason,
        error=error,
        unsigned=unsigned,
        closing=_closing(partie),
    )


@blueprint.post("/parties/<number:number>/compte")
def settle(number: int) -> ResponseReturnValue:
    """Store the worth of a point of this game, and show who owes what."""
    partie, typed = partie_of(number), request.form.get("point", "")
    cents = typed_cents(typed)
    if cents is not None and not (isinstance(cents, int) and 0 < cents <= house.MOST_CENTS):
        return ending_page(partie, worthless=typed), 422
    house.keep_worth(store(), partie.game, cents)
    return redirect(url_for("parties.show", number=number) + "#compte", 303)


@blueprint.post("/parties/<number:number>/signer")
def sign(number: int) -> ResponseReturnValue:
    """Put the initials of the form under the closed sheet, or show why not. A sheet reopened meanwhile stays unsigned.

    So does a result that the page did not show, because another laptop closed a sheet of this number.
    """
    partie = partie_of(number)
    if posted_seen() != _closing(partie):
        return ending_page(partie, unsigned=gettext(MOVED_ON)), 409
    typed = {
        name: request.form.get(f"initiales-{place}", "").strip()
        for place, name in enumerate(partie.table.columns)
    }
    # An empty field adds no initials.
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
    """Serve the end of a partie as a picture; 404 before its end."""
    partie = partie_of(number)
    if not partie.is_over:
        abort(404)
    end = ending_of(partie)
    drawn = drawing(partie, end)
    scale = {"across": ROOM / WIDTH, "down": CHART / HEIGHT}
    svg = render_template(
        "parties/picture.svg", partie=partie, end=end, drawn=drawn, edge=EDGE, side=SIDE, **scale
    )
    return Response(svg, mimetype="image/svg+xml")


def drawing(partie: Partie, end: Mapping[str, Any]) -> dict[str, Any]:
    """Return the texts of the picture with their positions, from top to bottom.

    Each of the `rows` has the column of a place, for the style of its curve, and the height of the rule below it.
    """
    heading = " · ".join(filter(None, [partie.title, partie.lieu, day(partie.date)]))
    texts = [fitted(heading, EDGE + 76, 116, 34, ROOM - 76, soft=True)]
    texts += [
        fitted(end["headline"], EDGE, 206, 58, ROOM, bold=True),
        fitted(end["why"], EDGE, 256, 28, ROOM, soft=True),
    ]
    top, rows = 290.0, []
    for place in end["places"]:
        y, first = top + ROW - 24, place["rank"] == 1
        words = fitted(place["words"], SIDE - EDGE, y, 38, ROOM * 0.42, bold=True, end=True)
        left = ROOM - NAMES - ems(words["text"]) * words["size"] - 24
        name = fitted(place["name"], EDGE + NAMES, y, 38, left, bold=first)
        texts += [fitted(str(place["rank"]), EDGE, y, 38, 50, soft=not first, bold=first), name, words]
        top += ROW
        rows.append((place["column"], top))
    chart = top + 36
    top = chart + (CHART + 24 if end["chart"] else 0)
    for line in wrapped(end["turned"], 30):
        top += 46
        texts.append(fitted(line, EDGE, top, 30, ROOM, bold=True))
    if end["turned"]:
        top += 52
        texts.append(fitted(end["turned_by"], EDGE, top, 28, ROOM, soft=True))
    return {"texts": texts, "rows": rows, "chart": chart, "height": top + EDGE}


def fitted(text: str, x: float, y: float, size: float, room: float, **look: bool) -> dict[str, Any]:
    """Return a text with its position and a font size at which it fits `room`, cut with an ellipsis below `LEAST`.

    It may be `bold` or `soft`; with `end`, `x` is its right edge.
    """
    wide = ems(text, bold=True)
    if wide * size > room:
        size = max(LEAST, room / wide)
    plain = {"bold": False, "soft": False, "end": False}
    return {"text": cut(text, room / size), "x": x, "y": y, "size": round(size, 1), **plain, **look}


def wrapped(text: str, size: float) -> Iterator[str]:
    """Yield the lines of a sentence broken to the width of the picture."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}".strip()
        if line and ems(longer, bold=True) * size > ROOM:
            yield line
            longer = word
        line = longer
    if line:
        yield line
