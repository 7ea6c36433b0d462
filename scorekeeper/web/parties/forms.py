"""Parts of a line's form: the draft stored before, the usual reasons for a late change, and the tables that scripts compute with.

The tables are one file for each game, settings and language. Its address has the digest of its content.
"""

import datetime as dt
import json
from collections.abc import Mapping
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
from scorekeeper.web.core.requests import store
from scorekeeper.web.parties.access import device_name

blueprint = Blueprint("known", __name__)
MOST = 200
"""Most files kept in memory; a club plays a few games by a few settings."""
REASONS: Mapping[str, str] = {
    "recompte": N_("recompté"),
    "preneur": N_("mauvais preneur"),
    "camp": N_("mauvais camp"),
    "joueur": N_("mauvais joueur"),
    "frappe": N_("faute de frappe"),
}


class Files:
    """The files by digest, and the digests by game, settings, players and language. Thread-safe."""

    def __init__(self) -> None:
        self._digests: Cache[str] = Cache(MOST)
        self._texts: Cache[bytes] = Cache(MOST)

    def digest(self, partie: Partie) -> str:
        """Return the digest of the tables for a sheet; empty when its game has none."""
        game, rules, table = partie.game, partie.rules, partie.table
        # The sentences of a game with sides may contain their names.
        key = game.key, rules, table.seats, table.columns if table.camps else (), language()
        known = self._digests.get(key, 0)
        # A page must not refer to a file that has left the cache.
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
        """Return the file of a digest; `None` when it is not in memory."""
        return self._texts.get(digest, 0)


FILES = Files()
"""The files of this process; they depend on no records."""


@blueprint.app_template_global("known_url")
def known_url(partie: Partie) -> str:
    """Return the address of the tables for a sheet; empty when its game has none."""
    digest = FILES.digest(partie)
    return url_for("known.tables", digest=digest) if digest else ""


@blueprint.get("/tables-<digest>.json")
def tables(digest: str) -> Response:
    """Serve a file of tables; 404 for a page older than this process, whose file has not been made since."""
    text = FILES.text(digest) or abort(404)
    return Response(text, mimetype="application/json", headers={"Cache-Control": assets.FOREVER})


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
