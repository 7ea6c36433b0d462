"""Parts of the forms of a sheet: what each of them sends, the draft stored before, the usual reasons, the faults of an act."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, HiddenField, RadioField, SelectMultipleField

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import COMMON, message_of
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.errors import Refused
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import Partie, notes
from scorekeeper.parties.acts import SheetAct
from scorekeeper.web.core.jinja import moment
from scorekeeper.web.core.requests import posted_seen, posted_uuid, store
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties.access import device_name

REASONS: Mapping[str, str] = {
    "recompte": N_("recompté"),
    "preneur": N_("mauvais preneur"),
    "camp": N_("mauvais camp"),
    "joueur": N_("mauvais joueur"),
    "frappe": N_("faute de frappe"),
}


def usual_reasons(game: Game) -> dict[str, str]:
    """Return the usual reasons for a late change in this game, by code."""
    person = "camp" if game.rules.CAMPS else "joueur"
    if "preneur" in game.rules.ENTRY.kinds:
        person = "preneur"
    return {code: gettext(REASONS[code]) for code in ("recompte", person, "frappe")}


def posted_reason() -> str:
    """Return the reason in a form: the one tapped, or the one typed."""
    tapped = request.form.get("motif", "")
    return gettext(REASONS[tapped]) if tapped in REASONS else request.form.get("raison", "").strip()


def posted_act(reason: str = "") -> SheetAct:
    """Return what the form of an act on a sheet sends: its UUID, its author, and the last act that the page showed."""
    return {"uuid": posted_uuid(), "by": author(), "seen": posted_seen(), "reason": reason}


def resumed(partie: Partie) -> dict[str, Any] | None:
    """Return the draft of the next line, or `None` when there is none.

    It has the fields (none when they were cleared), its version, and a sentence with its device and time.
    """
    row = notes.kept(store(), partie)
    if row is None:
        return None
    typed = dt.datetime.fromisoformat(row.at).astimezone()
    today = typed.date() == dt.datetime.now(typed.tzinfo).date()
    at = f"{typed:%H:%M}" if today else moment(row.at)
    sentence = gettext("Saisie reprise : %(who)s, %(at)s", who=device_name(row.device), at=at)
    return {"fields": MultiDict(notes.fields_of(row)), "version": row.version, "sentence": sentence}


def blank_form(partie: Partie) -> EntryForm:
    """Return the form of the next line, unfilled."""
    return partie.game.form(None, rules=partie.rules, state=partie.sheet.state)


def kept_names(form: EntryForm) -> frozenset[str]:
    """Return the names of the fields that a draft stores: no hidden fields, and no confirmation of a doubt."""
    return frozenset(field.name for field in form if not isinstance(field, HiddenField)) - {"sure"}


def blank_fields(partie: Partie) -> str:
    """Return the fields that an unfilled form of the next line would send, URL-encoded, without those that drafts leave out."""
    form, pairs = blank_form(partie), list[tuple[str, str]]()
    kept = kept_names(form)
    for field in (field for field in form if field.name in kept):
        if isinstance(field, SelectMultipleField):
            pairs += [(field.name, value) for value in field.data or ()]
        elif isinstance(field, BooleanField):
            pairs += [(field.name, "1")] if field.data else []
        elif field.data is not None or not isinstance(field, RadioField):
            pairs.append((field.name, field.data or ""))
    return urlencode(pairs)


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
