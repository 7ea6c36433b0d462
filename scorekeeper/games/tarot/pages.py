"""Further pages of Tarot: each function gives the context of its template."""

from __future__ import annotations

from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.games.tarot.hand_form import HandForm
from scorekeeper.games.tarot.rules.hand import (
    HAND,
    PACK,
    PLAIN,
    SYMBOLS,
    THRESHOLDS,
    Advice,
    BadHand,
    Suit,
    evaluate,
)
from scorekeeper.games.tarot.words_hand import HAND_WORDS, SUIT_NAMES
from scorekeeper.i18n import gettext
from scorekeeper.kit.words import say
from scorekeeper.rules.contract import Label, Table

_NOBODY = Table()


def hand(args: MultiDict[str, str]) -> dict[str, Any]:
    """The page that tells what a hand is worth, from the boxes ticked in `args` (keys of `HandForm`).

    Returns:
        `form`; `suits`: the 78 boxes by suit; `lines`: reasons and their points; `total`, `advice`, `remark` and `refusal`
        (sentences, empty when there is nothing to say); `cards`, the number of cards.
    """
    form = HandForm(args)
    lines: list[tuple[str, int]] = []
    advice = remark = refusal = ""
    total = cards = 0
    try:
        chosen = form.hand()
    except BadHand as bad:
        chosen = frozenset()
        refusal = _said(Label(bad.code, {"carte": bad.carte}))
    if chosen:
        found = evaluate(chosen, overbid=form.sur_contrat.data, scale=form.scale)
        lines = [(_said(line.label), line.points) for line in found.lines]
        total, cards = found.total, found.cards
        if found.advice is None:
            remark = _said(Label("main-incomplete", {"nombre": cards, "main": HAND}))
        else:
            advice = _advised(found.advice)
    ticked = {card.code for card in chosen} or set(form.cartes.data or ())
    return {
        "form": form,
        "suits": [_boxes(suit, ticked) for suit in (Suit.ATOUT, *PLAIN)],
        "lines": lines,
        "total": total,
        "cards": cards,
        "advice": advice,
        "remark": remark,
        "refusal": refusal,
    }


def _boxes(suit: Suit, ticked: set[str]) -> dict[str, Any]:
    """One suit of the picker; ticked boxes keep what was typed, so that both ways can be mixed."""
    return {
        "key": str(suit),
        "name": gettext(SUIT_NAMES[suit]),
        "symbol": SYMBOLS.get(suit, ""),
        "boxes": [(card.code, card.face, card.code in ticked) for card in PACK if card.suit is suit],
    }


def _advised(advice: Advice) -> str:
    points = THRESHOLDS[advice]
    ends = {
        "min": points.start,
        "max": points.stop - 1,
        "au_dessous": points.start - 1,
        "au_dessus": points.stop,
    }
    return _said(Label(f"conseil-{advice}", ends))


def _said(label: Label) -> str:
    return say(label, HAND_WORDS, _NOBODY)
