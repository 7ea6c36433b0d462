"""Sentences of a refused act on a line, beside the fields of its form or above them."""

from dataclasses import replace

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.words import COMMON, say
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.errors import Refused
from scorekeeper.i18n import gettext


def place_refusal(form: EntryForm, refused: Refused, rang: int, *, moved: int = 0) -> None:
    """Put the faults of a refused act beside their fields; those of the act itself and of other lines go to the top.

    Lines below are called by the numbers that they have now, before they are `moved`.
    """
    known, here = {**COMMON, **form.WORDS.messages}, {None, rang}
    own = [item.fault for item in refused.faults if item.rang in here]
    form.place([fault for fault in own if fault.code in known and fault.field != "reason"])
    top = [say(fault, refused.words, refused.table) for fault in own if fault.code not in known]
    later = [
        later_fault(refused, replace(item, rang=item.rang and item.rang - moved))
        for item in refused.faults
        if item.rang not in here
    ]
    form.form_errors = [*form.form_errors, *top, *later]


def later_fault(refused: Refused, item: EntryFault) -> str:
    """The sentence of a fault; that of another line, which the change would make wrong, names the line."""
    sentence = say(item.fault, refused.words, refused.table)
    if item.rang is None:
        return sentence
    return gettext("La ligne %(rang)s ne tiendrait plus : %(why)s", rang=item.rang, why=sentence)
