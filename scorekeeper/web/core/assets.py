"""Styles and scripts, at addresses that change with their content, so that a tablet keeps them and still never runs old ones.

The app's styles and the games' own are one sheet, so that a page asks for one style file.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache

from flask import Blueprint, Response, abort, url_for

from scorekeeper.catalogue import GAMES
from scorekeeper.config import resources

blueprint = Blueprint("assets", __name__)
STATIC = resources("static")
FOLDER = STATIC / "css"
ORDER = ("tokens", "base", "layout", "forms", "sheet", "pages", "tournament", "print")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(r"\s*([{};\n])\s*")
"""Space around what parts rules; no text in our styles holds these signs."""
FOREVER = "public, max-age=31536000, immutable"


@cache
def style() -> tuple[str, str]:
    """The whole style sheet and its digest."""
    parts = [(FOLDER / f"{name}.css").read_text(encoding="utf-8") for name in ORDER]
    for game in GAMES:
        own = game.folder / "static" / "style.css"
        if own.exists():
            parts.append(own.read_text(encoding="utf-8"))
    # What only readers of the source need is not sent to tablets.
    text = _AROUND.sub(r"\1", _COMMENT.sub("", "\n".join(parts))).strip()
    return text, hashlib.sha256(text.encode()).hexdigest()[:12]


def style_url() -> str:
    """Address of the style sheet, which changes with its content."""
    return url_for("assets.sheet", digest=style()[1])


@blueprint.get("/style-<digest>.css")
def sheet(digest: str) -> Response:
    """The style sheet."""
    text, current = style()
    response = Response(text, mimetype="text/css")
    response.headers["Cache-Control"] = FOREVER if digest == current else "no-cache"
    return response


@cache
def scripts() -> tuple[dict[str, str], str]:
    """The scripts by name, and the digest of all of them: they import each other."""
    found = {path.stem: path.read_text(encoding="utf-8") for path in sorted((STATIC / "js").glob("*.js"))}
    return found, hashlib.sha256(repr(found).encode()).hexdigest()[:12]


def script_url(name: str) -> str:
    """Address of a script, which changes with the content of any."""
    return url_for("assets.script", digest=scripts()[1], name=name)


@blueprint.get("/js-<digest>/<name>.js")
def script(digest: str, name: str) -> Response:
    """A script."""
    found, current = scripts()
    if name not in found:
        abort(404)
    response = Response(found[name], mimetype="text/javascript")
    response.headers["Cache-Control"] = FOREVER if digest == current else "no-cache"
    return response
