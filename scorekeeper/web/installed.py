"""Parts of the installable app: manifest, icons, service worker, and its offline page.

The worker runs on secure pages: over HTTPS and on this machine. It caches pages with the header `X-Offline`, and no others.
"""

import functools
import json
from collections.abc import Callable
from typing import ParamSpec

from flask import Blueprint, Response, jsonify, make_response, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.config import resources
from scorekeeper.i18n import N_, gettext
from scorekeeper.web.core import assets
from scorekeeper.web.tournaments.permissions import organiser_token

blueprint = Blueprint("installed", __name__)
P = ParamSpec("P")
FONTS = ("sans.woff2", "serif.woff2")
"""Fonts for French and English, cached by every device. Letters of other languages are fetched when a name needs them."""
PAPER = "#f7f1e3"
"""Background colour of the pages (`--paper` in the styles), shown while the app starts."""
KEEP = "X-Offline"
LAST_RESORT = N_(
    "Cette page n’a pas encore été ouverte sur cet appareil. Vos feuilles restent là, les lignes "
    "notées attendent : revenez à l’accueil, ou réessayez dans un instant."
)
SCRIPTS = (
    "bar",
    "badge",
    "table",
    "send",
    "seats",
    "aid",
    "aside",
    "cards",
    "companion",
    "counting",
    "hidden",
    "secret",
)


def kept(view: Callable[P, ResponseReturnValue]) -> Callable[P, Response]:
    """Decorate a view whose page a device may cache, unless the organiser is logged in."""

    @functools.wraps(view)
    def marked(*args: P.args, **named: P.kwargs) -> Response:
        return keepable(make_response(view(*args, **named)))

    return marked


def keepable(response: Response) -> Response:
    """Mark a page that a device may cache."""
    if response.status_code == 200 and not organiser_token():
        response.headers[KEEP] = "keep"
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Serve the manifest: name, colours and icons of the installed app."""
    icons = [{"src": assets.file_url("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    for name, side, purpose in (
        ("icon-192", 192, "any"),
        ("icon-512", 512, "any"),
        ("maskable-512", 512, "maskable"),
    ):
        drawn = {"src": assets.file_url(f"{name}.png"), "sizes": f"{side}x{side}", "type": "image/png"}
        icons.append({**drawn, "purpose": purpose})
    response = jsonify(
        name=gettext("Scorekeeper, feuille de marque"),
        short_name="Scorekeeper",
        id="/",
        start_url="/",
        scope="/",
        display="standalone",
        background_color=PAPER,
        theme_color=PAPER,
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/sw.js")
def worker() -> Response:
    """Serve the service worker, with the URLs of the files of this version."""
    scripts = [assets.script_url(name) for name in SCRIPTS]
    styles = assets.style_urls(*assets.styles())
    drawn = [assets.file_url(name) for name in ("icon.svg", *FONTS)]
    text = (resources("static") / "worker.js").read_text(encoding="utf-8")
    # The offline page is part of the version, which so changes with the language.
    version = assets.digest_of("\n".join([*styles, *drawn, *scripts, text, last_resort()]).encode())
    head = f'const VERSION = "{version}", ASSETS = {json.dumps([*styles, *drawn, *scripts, url_for("installed.offline")])};\n'
    return Response(head + text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


def last_resort() -> str:
    """Return the offline page, for URLs that this device has not cached, in its language."""
    return render_template("offline.html", text=gettext(LAST_RESORT))


@blueprint.get("/hors-ligne")
def offline() -> Response:
    """Serve the offline page."""
    return Response(last_resort(), mimetype="text/html", headers={"Cache-Control": "no-cache"})
