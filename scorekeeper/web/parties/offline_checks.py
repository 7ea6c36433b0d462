"""Tables of what the rules know of numbers, as one file for each game, settings and language, at an address by its content."""

import json
from collections.abc import Callable

from flask import Blueprint, Response, abort, url_for

from scorekeeper.cards.game_api.form_fields import known_document
from scorekeeper.i18n import language
from scorekeeper.parties import Partie
from scorekeeper.records.cache import Cache
from scorekeeper.web.core import assets
from scorekeeper.web.core.request_values import of_app

blueprint = Blueprint("known", __name__)
MOST = 200
"""Files that are kept; a club plays a few games by a few settings."""


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
        text = json.dumps(
            known_document(tables, game.words, table), ensure_ascii=False, separators=(",", ":")
        )
        content = text.encode()
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
