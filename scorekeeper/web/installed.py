"""Parts that make the app one that is installed and opens without a network: manifest, icons, service worker, its page of last resort.

The worker runs where a page is secure: over https and on this machine itself. It keeps pages that say so in a header, and no other.
"""

import json

from flask import Blueprint, Response, jsonify, render_template, request, url_for

from scorekeeper.config import resources
from scorekeeper.i18n import LANGUAGES, N_, gettext, speaking
from scorekeeper.web.core import assets
from scorekeeper.web.tournaments.permissions import organiser_token

blueprint = Blueprint("installed", __name__)
FONTS = ("sans.woff2", "serif.woff2")
"""The fonts of French and English, kept by every device; letters of other languages are fetched where a name needs them."""
PAPER = "#f7f1e3"
"""The colour of the pages' paper (`--paper` in the styles), while the app opens."""
KEPT = frozenset(
    {"entries.enter", "home.index", "parties.show", "parties.resting", "tournament_links.mine"}
) | {f"games.{page}" for page in ("help_index", "help_page", "extra")}
"""Endpoints of pages that a device may show without a network; where the organiser has logged in, nothing is kept."""
KEEP = "X-Offline"
LAST_RESORT = (
    N_("Pas de réseau"),
    N_(
        "Cette page n’a pas encore été ouverte sur cet appareil. Vos feuilles restent là, les lignes "
        "notées attendent : revenez à l’accueil, ou réessayez dans un instant."
    ),
    N_("Accueil"),
    N_("Réessayer"),
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
    "hidden",
    "known",
    "secret",
)


@blueprint.after_app_request
def mark(response: Response) -> Response:
    """Mark the pages that may be kept."""
    if request.endpoint in KEPT and response.status_code == 200 and not organiser_token():
        response.headers[KEEP] = "keep"
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name and look of the app among the others of a tablet."""
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
    """The service worker, with the addresses of the files that this version of the app needs."""
    scripts = [assets.script_url(name) for name in SCRIPTS]
    styles = assets.style_urls(*assets.styles())
    drawn = [assets.file_url(name) for name in ("icon.svg", *FONTS)]
    text = (resources("static") / "worker.js").read_text(encoding="utf-8")
    # The last resort is a part of the version too.
    version = assets.digest_of("\n".join([*styles, *drawn, *scripts, text, last_resort()]).encode())
    head = f'const VERSION = "{version}", ASSETS = {json.dumps([*styles, *drawn, *scripts, url_for("installed.offline")])};\n'
    return Response(head + text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


def last_resort() -> str:
    """The page for an address that this device has never shown, in every language."""
    versions = []
    for language in LANGUAGES:
        with speaking(language):
            versions.append((language, *map(gettext, LAST_RESORT)))
    return render_template("offline.html", versions=versions)


@blueprint.get("/hors-ligne")
def offline() -> Response:
    """The page of last resort."""
    return Response(last_resort(), mimetype="text/html", headers={"Cache-Control": "no-cache"})
