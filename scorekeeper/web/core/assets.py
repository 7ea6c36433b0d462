"""Styles, scripts and the icon, at addresses that change with their content, so that a tablet keeps them for ever.

The app's styles and the games' own are one sheet, so that a page needs one style file. Nothing is written to disk and the
server in front of the app serves no files of its own, so that these headers are the only ones.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, Response, abort, url_for

from scorekeeper.catalogue import GAMES
from scorekeeper.config import resources
from scorekeeper.web.core.compression import wants_gzip

blueprint = Blueprint("assets", __name__)
STATIC = resources("static")
ORDER = ("tokens", "base", "layout", "forms", "sheet", "pages", "tournament", "print")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(r"\s*([{};\n])\s*")
"""Space around what parts rules; no text in our styles holds these characters."""
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """A file as it is sent, plain and compressed."""

    digest: str
    mimetype: str
    plain: bytes
    packed: bytes

    def response(self, digest: str) -> Response:
        """The file; only under its own digest it is kept for ever."""
        packed = wants_gzip()
        response = Response(self.packed if packed else self.plain, mimetype=self.mimetype)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
        response.headers["Cache-Control"] = FOREVER if digest == self.digest else "no-cache"
        return response


def _asset(text: str, mimetype: str, digest: str = "") -> Asset:
    plain = text.encode()
    return Asset(digest or _digest(plain), mimetype, plain, gzip.compress(plain, mtime=0))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


@cache
def style() -> Asset:
    """The whole style sheet, without what only readers of the source need."""
    paths = [STATIC / "css" / f"{name}.css" for name in ORDER]
    paths += [path for game in GAMES if (path := game.folder / "static" / "style.css").exists()]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return _asset(_AROUND.sub(r"\1", _COMMENT.sub("", text)).strip(), "text/css")


@cache
def scripts() -> dict[str, Asset]:
    """The scripts by name, all with the same digest, because they import each other."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((STATIC / "js").glob("*.js"))}
    digest = _digest(repr(texts).encode())
    return {name: _asset(text, "text/javascript", digest) for name, text in texts.items()}


@cache
def icon() -> Asset:
    """The icon of the app."""
    return _asset((STATIC / "icon.svg").read_text(encoding="utf-8"), "image/svg+xml")


def script_url(name: str) -> str:
    """Address of a script, which changes with the content of any."""
    return url_for("assets.script", digest=scripts()[name].digest, name=name)


@blueprint.get("/style-<digest>.css")
def sheet(digest: str) -> Response:
    """The style sheet."""
    return style().response(digest)


@blueprint.get("/js-<digest>/<name>.js")
def script(digest: str, name: str) -> Response:
    """A script."""
    asset = scripts().get(name)
    if asset is None:
        abort(404)
    return asset.response(digest)


@blueprint.get("/icon-<digest>.svg")
def picture(digest: str) -> Response:
    """The icon."""
    return icon().response(digest)
