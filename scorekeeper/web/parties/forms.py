"""Parts of the form of a line: values that were noted before, from which device and when; the usual reasons why a line changes late,
at one tap; and what the rules know of numbers, as one file for each game, settings and language, at an address by its content.
"""

import datetime as dt
import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, HiddenField, RadioField, SelectMultipleField

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.form_fields import known_document
from scorekeeper.cards.game_api.game import Game
from scorekeeper.i18n import N_, gettext, language
from scorekeeper.parties import Partie, notes
from scorekeeper.records.cache import Cache
from scorekeeper.web.core import assets
from scorekeeper.web.core.jinja import moment
from scorekeeper.web.core.requests import of_app, store
from scorekeeper.web.parties.access import device_name

blueprint = Blueprint("known", __name__)
MOST = 200
"""Files that are kept; a club plays a few games by a few settings."""
REASONS: Mapping[str, str] = {
    "recompte": N_("recompté"),
    "preneur": N_("mauvais preneur"),
    "camp": N_("mauvais camp"),
    "joueur": N_("mauvais joueur"),
    "frappe": N_("faute de frappe"),
}


class Files:
    """The files by their digests, and the digests by what they were made for. Methods may be called from any thread."""

    def __init__(self) -> None:
        self._digests: Cache[str] = Cache(MOST)
        self._texts: Cache[bytes] = Cache(MOST)

    def digest(self, partie: Partie) -> str:
        """The digest of what is known on a sheet; empty where that is nothing."""
        game, rules, table = partie.game, partie.rules, partie.table
        # The sentences of a game of camps may name them.
        key = game.key, rules, table.seats, table.columns if table.camps else (), language()
        known = self._digests.get(key, 0)
        # A page must not name a file that was dropped meanwhile.
        if known is not None and self._texts.get(known, 0) is not None:
            return known
        tables = game.known(rules, table)
        written = known_document(tables, game.words, table)
        content = json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode()
        digest = assets.digest_of(content) if tables else ""
        self._digests.put(key, 0, digest)
        self._texts.put(digest, 0, content)
        return digest

    def text(self, digest: str) -> bytes | None:
        """The file of a digest."""
        return self._texts.get(digest, 0)


files: Callable[[], Files] = of_app("known")
"""The files of this app."""


@blueprint.app_template_global("known_url")
def known_url(partie: Partie) -> str:
    """Address of what is known on a sheet without the server; empty where that is nothing."""
    digest = files().digest(partie)
    return url_for("known.tables", digest=digest) if digest else ""


@blueprint.get("/tables-<digest>.json")
def tables(digest: str) -> Response:
    """The known tables. A page that is older than this process may ask for a file that nobody made since: 404."""
    text = files().text(digest) or abort(404)
    return Response(text, mimetype="application/json", headers={"Cache-Control": assets.FOREVER})


def usual_reasons(game: Game) -> dict[str, str]:
    """Usual mistakes at a table of that game, by code."""
    person = "camp" if game.rules.CAMPS else "joueur"
    if "preneur" in game.rules.ENTRY.kinds:
        person = "preneur"
    return {code: gettext(REASONS[code]) for code in ("recompte", person, "frappe")}


def posted_reason() -> str:
    """The reason of a form: the one that was tapped, or the one that was typed."""
    tapped = request.form.get("motif", "")
    return gettext(REASONS[tapped]) if tapped in REASONS else request.form.get("raison", "").strip()


def resumed(partie: Partie) -> dict[str, Any] | None:
    """Values noted for the next line: their fields, none where they were emptied; how many times something was noted on the sheet;
    from which device they come, and when; of today the hour is enough.
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
    """The form of the next line before anything is filled."""
    return partie.game.form(None, rules=partie.rules, state=partie.sheet.state)


def kept_names(form: EntryForm) -> frozenset[str]:
    """The fields that can be kept: not what belongs to one page, nor what was asked about a whole line."""
    return frozenset(field.name for field in form if not isinstance(field, HiddenField)) - {"sure"}


def blank_fields(partie: Partie) -> str:
    """Fields that the form of the next line sends before anything is filled: those that can be kept, as a browser would send them."""
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
