"""Sentences of a refused act on a line, placed beside the fields of its form or above them."""

from dataclasses import replace

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.words import COMMON, message_of
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.errors import Refused
from scorekeeper.i18n import gettext


def place_refusal(form: EntryForm, refused: Refused, rang: int, *, moved: int = 0) -> None:
    """Add the faults of a refused act to a form: beside their fields, or at the top for those of the act or of other lines.

    Lines below an insertion are named by their present numbers, which are lower by `moved`.
    """
    known, here = {**COMMON, **form.WORDS.messages}, {None, rang}
    own = [item.fault for item in refused.faults if item.rang in here]
    form.place([fault for fault in own if fault.code in known and fault.field != "reason"])
    top = [message_of(fault, refused.words, refused.table) for fault in own if fault.code not in known]
    later = [
        later_fault(refused, replace(item, rang=item.rang and item.rang - moved))
        for item in refused.faults
        if item.rang not in here
    ]
    form.form_errors = [*form.form_errors, *top, *later]


def later_fault(refused: Refused, item: EntryFault) -> str:
    """Return the sentence of a fault; that of another line, which would become impossible, names the line."""
    sentence = message_of(item.fault, refused.words, refused.table)
    if item.rang is None:
        return sentence
    return gettext("La ligne %(rang)s ne tiendrait plus : %(why)s", rang=item.rang, why=sentence)
