"""Further pages of Tarot: each function returns the context of its template."""

from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, SelectMultipleField, StringField

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.tarot.rules import hand as hands
from scorekeeper.cards.games.tarot.rules.hand import BadHand, Suit, TarotCard, evaluate
from scorekeeper.cards.games.tarot.words import WORDS
from scorekeeper.cards.rules.contract import Label, Table
from scorekeeper.i18n import N_, gettext

LONGEST_TEXT = 200
"""Maximum length of a typed hand, in characters; the rest is ignored."""


class HandForm(Form):
    """Form of a hand: its cards, ticked or typed, whether a player has bid already, and the scale."""

    cartes = SelectMultipleField(N_("Cartes"), choices=[], validate_choice=False)
    texte = StringField(N_("Ou la main en toutes lettres"))
    sur_contrat = BooleanField(N_("Sur-contrat : quelqu’un a déjà pris"), false_values=("",))
    variante = BooleanField(N_("Variante : valet 2, coupe 7"), false_values=("",))

    @property
    def typed(self) -> str:
        """The typed hand, cut to `LONGEST_TEXT`."""
        return (self.texte.data or "").strip()[:LONGEST_TEXT]

    def hand(self) -> frozenset[TarotCard]:
        """Return the cards that were ticked or typed; codes of unknown cards are ignored.

        Raises:
            BadHand: If the text is unreadable or repeats a ticked card.
        """
        ticked = frozenset(hands.BY_CODE[code] for code in self.cartes.data or () if code in hands.BY_CODE)
        typed = hands.parse(self.typed)
        if ticked & typed:
            raise BadHand("carte-double", min(ticked & typed).face)
        return ticked | typed


def main(args: MultiDict[str, str]) -> dict[str, Any]:
    """Return the context of the page that evaluates a hand, from the fields of `HandForm` in `args`.

    It has the `suits` with their boxes, and in `lines` the features of the hand with their points. The sentences `advice`,
    `other`, `remark` and `refusal` may be empty.
    """
    form = HandForm(args)
    advice = remark = refusal = ""
    chosen: frozenset[TarotCard] = frozenset()
    try:
        chosen = form.hand()
    except BadHand as bad:
        refusal = _text(Label(bad.code, carte=bad.carte))
    evaluation, other = hands.Evaluation((), 0), ""
    if chosen:
        scales = hands.CHAVEY, hands.LEAFLET
        scale, printed = scales[::-1] if form.variante.data else scales
        evaluation = evaluate(chosen, overbid=form.sur_contrat.data, scale=scale)
        points = evaluate(chosen, overbid=form.sur_contrat.data, scale=printed).total
        other = _text(Label("main-autre", valet=printed.valet, coupe=printed.coupe, points=points))
    if evaluation.total == hands.THRESHOLDS["prise"].start and evaluation.advice:
        advice = _text(Label("conseil-limite", points=evaluation.total))
    elif evaluation.advice is not None:
        least, above = hands.THRESHOLDS[evaluation.advice].start, hands.THRESHOLDS[evaluation.advice].stop
        ends = {"min": least, "max": above - 1, "au_dessous": least - 1, "au_dessus": above}
        advice = _text(Label(f"conseil-{evaluation.advice}", ends))
    elif chosen:
        remark = _text(Label("main-incomplete", nombre=evaluation.cards, main=hands.HAND))
    ticked = {card.code for card in chosen} or set(form.cartes.data or ())
    return {
        "form": form,
        "suits": [_boxes(suit, ticked) for suit in (Suit.ATOUT, *hands.PLAIN)],
        "lines": [(_text(label), points) for label, points in evaluation.lines],
        "total": evaluation.total,
        "cards": evaluation.cards,
        "advice": advice,
        "other": other,
        "remark": remark,
        "refusal": refusal,
    }


def _boxes(suit: Suit, ticked: set[str]) -> dict[str, Any]:
    """Return the boxes of a suit; typed cards are ticked too, so that both ways can be mixed."""
    return {
        "key": str(suit),
        "name": gettext(WORDS.terms[f"titre-{suit}"]),
        "symbol": hands.SYMBOLS.get(suit, ""),
        "boxes": [(card.code, card.face, card.code in ticked) for card in hands.PACK if card.suit is suit],
    }


def _text(label: Label) -> str:
    return message_of(label, WORDS, Table())
