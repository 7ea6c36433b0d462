"""The end of a partie: who won, the donne that turned it, who took what; and the same as a picture to be shared."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import render_template, url_for

from scorekeeper.cards.game_api.statistics import Tally, kinds_of, tallies_of
from scorekeeper.cards.game_api.words import money, number, say
from scorekeeper.cards.rules.contract import Label, Seat
from scorekeeper.cards.rules.ending import Turn, Turning, ranks_of, turning, winners_of
from scorekeeper.cards.rules.replay import Replay
from scorekeeper.i18n import N_, all_of, gettext
from scorekeeper.parties import Partie, settling
from scorekeeper.web.core.request_values import store
from scorekeeper.web.parties.sheet_view import WIDTH, chart_of, line_title, sheet_view
from scorekeeper.web.tournaments.table_links import reachable

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
STEPS = 3


@dataclass(frozen=True)
class Place:
    """A place at the end."""

    rank: int
    column: int
    name: str
    words: str
    """Meaning of the total in this game."""


Deed = tuple[str, Sequence[str], bool]
"""A counter of everybody at the table: its label, its count for each column, and whether it is a kind of the counter before it."""


def ending_of(partie: Partie) -> dict[str, Any]:
    """The end of a partie in words and figures: all that is shown of it beside its sheet, by the names of its templates.

    `turned` is the sentence of the line that turned the partie, empty where none did; that line is told in a few words (`turned_by`),
    by its number (`turned_rang`) and by its position in the chart (`turned_at`).
    """
    sheet, game, table = partie.sheet, partie.game, partie.table
    turn, outcome = turning(sheet), sheet.outcome
    why = say(outcome.reason, game.words, table) if outcome else gettext("Partie arrêtée par les joueurs.")
    rang = turn.marked.rang if turn else None
    rangs = [marked.rang for marked in sheet.marked]
    return {
        "headline": headline(sheet),
        "why": why,
        "places": tuple(places_of(partie)),
        "turned": turned_text(partie, turn) if turn else "",
        "turned_by": say(game.brief(turn.marked), game.words, turn.marked.before.table) if turn else "",
        "turned_rang": rang,
        "turned_at": None if rang is None else (rangs.index(rang) + 1) * WIDTH // len(rangs),
        "chart": chart_of(sheet),
        "deeds": tuple(deeds_of(partie)),
    }


def headline(sheet: Replay) -> str:
    """The winners."""
    winners = winners_of(sheet)
    names = all_of(sheet.table.columns[column] for column in winners)
    if len(winners) > 1:
        return gettext("Victoire partagée : %(winners)s", winners=names)
    return gettext("Victoire : %(winner)s", winner=names) if winners else gettext("Partie terminée")


def places_of(partie: Partie) -> Iterator[Place]:
    """The places, the winners first."""
    if not partie.sheet.marked:
        return
    ranks = ranks_of(partie.sheet)
    for column in sorted(range(len(ranks)), key=ranks.__getitem__):
        label = partie.game.account.place(partie.sheet, column)
        yield Place(
            ranks[column], column, partie.table.columns[column], say(label, partie.game.words, partie.table)
        )


def turned_text(partie: Partie, turn: Turning) -> str:
    """The sentence of the line that turned a partie."""
    columns, game = partie.table.columns, partie.game
    ahead = Label(game.account.ahead, ecart=turn.gain)
    passed = turn.kind is Turn.TETE and len(turn.led) == 1
    return gettext(
        PASSED if passed else TURNS[turn.kind],
        ligne=line_title(partie, turn.marked.rang),
        nom=all_of(columns[column] for column in winners_of(partie.sheet)),
        autre=all_of(columns[column] for column in turn.led),
        ecart=say(ahead, game.words, partie.table),
    )


def deeds_of(partie: Partie) -> Iterator[Deed]:
    """Record of each player, in the counters of the game."""
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
        return gettext("%(made)s sur %(taken)s", made=number(tally.count), taken=number(tally.whole or 0))
    return number(tally.count)


def next_dealer(partie: Partie) -> Seat | None:
    """First dealer of the revanche: the player after the last dealer; `None` where the players are not known."""
    state = partie.sheet.state
    if state.donneur is None or not partie.table.players:
        return None
    once = partie.rules.DEALS_ONCE and state.rang
    return partie.table.next_seat(state.donneur) if once else state.donneur


def ending_page(
    partie: Partie, reason: str = "", error: str = "", unsigned: str = "", worthless: str = ""
) -> str:
    """The page of a partie that is over, with its sheet below; what was typed as the worth of a point may be `worthless`."""
    cents = settling.worth(store(), partie.game)
    return render_template(
        "parties/finished.html",
        view=sheet_view(partie),
        end=ending_of(partie),
        address=reachable(url_for("parties.show", number=partie.id)),
        deals=next_dealer(partie),
        point=worthless or (money(cents, "").strip() if cents else ""),
        worthless=worthless,
        owed=settling.owed(partie, cents) if cents and not worthless else (),
        reason=reason,
        error=error,
        unsigned=unsigned,
    )
