"""What a tablet needs to go on counting without a network: the rules as a script for a worker, and the sheet as data."""

import logging
from functools import cache
from urllib.parse import unquote

from flask import Blueprint, Response, abort, jsonify, request, url_for

from scorekeeper.cards.judging import sheet_base
from scorekeeper.i18n import LANGUAGES, language, swiss
from scorekeeper.web.core import packer
from scorekeeper.web.core.assets import Asset
from scorekeeper.web.core.requests import partie_of
from scorekeeper.web.installed import kept
from scorekeeper.web.live import page_state
from scorekeeper.web.parties.access import may_write

blueprint = Blueprint("away", __name__)
POLICY = "default-src 'none'; script-src 'unsafe-eval'"
"""Policy of the worker alone: Brython turns Python into JavaScript as it runs. Pages keep theirs."""
COUNTED = "X-Counted"
"""Header with the totals that a tablet showed without a network, and those of the server, where they differ."""
log = logging.getLogger("scorekeeper")


@cache
def script(language: str) -> Asset | None:
    """Return the worker's script in a language; `None` where Brython is not installed."""
    folder = packer.brython()
    return Asset(packer.script(language, folder), "text/javascript", packer.digest()) if folder else None


def rules_url() -> str:
    """Return the address of the worker's script; empty where Brython is not installed."""
    digest = packer.digest()
    return url_for("away.rules", digest=digest, language=language()) if digest else ""


@blueprint.get("/rules-<digest>/<language>.js")
def rules(digest: str, language: str) -> Response:
    """Serve the script of the worker that judges lines."""
    asset = script(language) if language in LANGUAGES else None
    response = (asset or abort(404)).response(digest)
    response.headers["Content-Security-Policy"] = POLICY
    return response


@blueprint.get("/parties/<number:number>/base.json")
@kept
def base(number: int) -> Response:
    """Return the sheet as the worker reads it, with the mark of the page that shows the same."""
    partie = partie_of(number)
    if (shown := request.headers.get(COUNTED)) and may_write(number):
        log.warning("sheet %d: the tablet counted %.200r", number, unquote(shown))
    document = sheet_base(partie.game, partie.rulings, partie.seating, partie.sheet, partie.next_rang)
    return jsonify(document | {"mark": page_state(partie), "swiss": swiss.get(), "script": rules_url()})
