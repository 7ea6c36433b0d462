"""Values noted of the next line before the line itself: its form comes filled, and says from which device and when."""

import datetime as dt
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, HiddenField, RadioField, SelectMultipleField

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.i18n import gettext
from scorekeeper.parties import Partie, drafts
from scorekeeper.web.core.jinja import moment
from scorekeeper.web.core.request_values import store
from scorekeeper.web.parties.access import device_name


def resumed(partie: Partie) -> dict[str, Any] | None:
    """Values noted for the next line: their fields, none where they were emptied; how many times something was noted on the sheet;
    from which device they come, and when; of today the hour is enough.
    """
    row = drafts.kept(store(), partie)
    if row is None:
        return None
    typed = dt.datetime.fromisoformat(row.at).astimezone()
    today = typed.date() == dt.datetime.now(typed.tzinfo).date()
    at = f"{typed:%H:%M}" if today else moment(row.at)
    sentence = gettext("Saisie reprise : %(who)s, %(at)s", who=device_name(row.device), at=at)
    return {"fields": MultiDict(drafts.fields_of(row)), "version": row.version, "sentence": sentence}


def blank_fields(partie: Partie) -> str:
    """Fields that the form of the next line sends before anything is filled."""
    return urlencode(sent(blank_form(partie)))


def blank_form(partie: Partie) -> EntryForm:
    """The form of the next line before anything is filled."""
    return partie.game.form(None, rules=partie.rules, state=partie.sheet.state)


def kept_names(form: EntryForm) -> frozenset[str]:
    """The fields that can be kept: not what belongs to one page, nor what was asked about a whole line."""
    return frozenset(field.name for field in form if not isinstance(field, HiddenField)) - {"sure"}


def sent(form: EntryForm) -> list[tuple[str, str]]:
    """Fields that can be kept, as a browser would send them."""
    pairs: list[tuple[str, str]] = []
    kept = kept_names(form)
    for field in (field for field in form if field.name in kept):
        if isinstance(field, SelectMultipleField):
            pairs += [(field.name, value) for value in field.data or ()]
        elif isinstance(field, BooleanField):
            pairs += [(field.name, "1")] if field.data else []
        elif field.data is not None or not isinstance(field, RadioField):
            pairs.append((field.name, field.data or ""))
    return pairs
