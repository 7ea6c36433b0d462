"""Styles, scripts, fonts, icons and the silent film, at addresses that change with their content, so that browsers cache them for ever.

The styles of a page are two or three files, and a script is one with all that it imports. Nothing is written to disk.
"""

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, request, url_for
from flask.helpers import get_debug_flag

from scorekeeper.cards.catalogue import GAMES, HOUSE
from scorekeeper.cards.families.styles import COLUMNS
from scorekeeper.config import resources
from scorekeeper.web.core.safety import wants_gzip

blueprint = Blueprint("assets", __name__)
STATIC = resources("static")
LAYERS = ("reset", "tokens", "base", "layout", "components", "pages")
"""The layers of all styles, the weakest first: a file of `static/css` is one, or is in the folder of one; games write components."""
STYLES = {
    # A sheet, and what other pages have in common with it; behind them come the colours of all games.
    "sheet": ("tokens", "reset", "base", "layout", "forms", "cell", "sheet", "undo", "acts", "parts"),
    # All other pages. Where a game is played or explained, its own style comes behind these.
    "pages": ("reckoning", "list", "pages", "devices", "end", "club", "rest", "tournament", "print"),
    # Tournaments and seasons; one line, and a change at the table; the form of a game; a grid, which few declared games have.
    "tournament": ("season", "worth", "proof", "evening", "clock"),
    "line": ("reckoning", "devices", "changes", "line"),
    "house": ("house",),
    "grid": ("grid", "cases"),
}
"""The files of each style sheet that is no game's own."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(r"\s*([{};,\n])\s*|(?<=:) ")
"""Space around punctuation; no text in our styles has these characters."""
_SCRIPT_COMMENT = re.compile(r"^[ \t]*//.*\n|^[ \t]+|[ \t]+//[^\"'`\n]*$", re.MULTILINE)
"""Comments of a line, and indentation; no text in our scripts goes over a line or has what a comment behind code begins with."""
_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"\./(\w+)\.js";.*\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:async function|function|const) (\w+)", re.MULTILINE)
"""The two ways in which our scripts name each other; what is exported never changes."""
TYPES = {".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png", ".mp4": "video/mp4"}
"""The media types of the files that are sent as they are, by how their names end."""
_FONT = re.compile(r"\.\./fonts/([\w-]+\.woff2)")
"""A font as a style names it, from its place in `static`."""
FOREVER = "public, max-age=31536000, immutable"


class Asset:
    """A file as it is sent, plain and compressed."""

    def __init__(self, text: str, mimetype: str, digest: str = "") -> None:
        """Compress a text; its own digest is part of its address unless another one is given."""
        self.mimetype = mimetype
        self.plain = text.encode()
        self.packed = gzip.compress(self.plain, mtime=0)
        self.digest = digest or digest_of(self.plain)

    def response(self, digest: str) -> Response:
        """The file; it may be cached for ever only under its own digest."""
        packed = wants_gzip()
        response = Response(self.packed if packed else self.plain, mimetype=self.mimetype)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Cache-Control"] = FOREVER if digest == self.digest else "no-cache"
        return response


def digest_of(content: bytes) -> str:
    """Names a content in its address."""
    return hashlib.sha256(content).hexdigest()[:12]


def _layered(path: Path) -> str:
    """A style in its layer."""
    layer = next((name for name in (path.stem, path.parent.name) if name in LAYERS), "components")
    return f"@layer {layer} {{\n{path.read_text(encoding='utf-8')}\n}}"


@cache
def styles() -> dict[str, Asset]:
    """The style sheets by name, without comments and needless space, all with the same digest."""
    ours = {path.stem: path for path in (STATIC / "css").rglob("*.css")}
    paths = {name: [ours[part] for part in parts] for name, parts in STYLES.items()}
    paths[HOUSE.name] = [COLUMNS, HOUSE / "static" / "style.css"]
    for game in GAMES:
        own = [*game.form.STYLES, game.folder / "static" / "style.css"]
        paths[game.key] = [ours["grid"], *own] if game.grid else own
    paths["sheet"] += [
        folder / "static" / "colours.css" for folder in (*(game.folder for game in GAMES), HOUSE)
    ]
    texts = {}
    for name, there in paths.items():
        text = "\n".join(map(_layered, (path for path in there if path.exists())))
        text = _FONT.sub(lambda font: f"../files-{files()[font[1]][1]}/{font[1]}", text)
        texts[name] = _AROUND.sub(r"\1", _COMMENT.sub("", text)).replace(";}", "}").strip()
    texts["sheet"] = f"@layer {','.join(LAYERS)};{texts['sheet']}"
    digest = digest_of(repr(texts).encode())
    return {name: Asset(text, "text/css", digest) for name, text in texts.items()}


@cache
def scripts() -> dict[str, Asset]:
    """The scripts by name, all with the same digest, because some fetch others later; with FLASK_DEBUG as they were written."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((STATIC / "js").glob("*.js"))}
    if not get_debug_flag():
        short = {name: _SCRIPT_COMMENT.sub("", text) for name, text in texts.items()}
        texts = {name: joined(name, short) for name in short}
    digest = digest_of(repr(texts).encode())
    return {name: Asset(text, "text/javascript", digest) for name, text in texts.items()}


def modules(name: str, texts: Mapping[str, str]) -> tuple[str, ...]:
    """A script after all that it imports, in the order in which browsers would run them; each once."""
    needed = (module for _, direct in _IMPORT.findall(texts[name]) for module in modules(direct, texts))
    return tuple(dict.fromkeys([*needed, name]))


def _taken(clause: re.Match[str]) -> str:
    """Names that an import takes, from the answer of the function in which it now stands."""
    return f"const {clause[1].replace(' as ', ': ')} = ${clause[2]};\n" if clause[1] else ""


def joined(name: str, texts: Mapping[str, str]) -> str:
    """A script and all that it imports as one: each in a function of its own, which answers with what it exports."""
    parts, exported = [], ""
    for module in modules(name, texts):
        exported = ", ".join(_EXPORT.findall(texts[module]))
        text = _IMPORT.sub(_taken, texts[module])
        text = _EXPORT.sub(lambda clause: clause[0].removeprefix("export "), text)
        parts.append(f"const ${module} = (() => {{\n{text}return {{ {exported} }};\n}})();\n")
    return "".join([*parts, f"export const {{ {exported} }} = ${name};\n"])


@cache
def files() -> dict[str, tuple[bytes, str]]:
    """The fonts, the icons and the silent film by name, as `.ci/fonts.py`, `.ci/icons.py` and `.ci/film.py` wrote them, with their digests."""
    paths = (path for folder in (STATIC, STATIC / "fonts", STATIC / "icons") for path in folder.iterdir())
    return {path.name: (sent := path.read_bytes(), digest_of(sent)) for path in paths if path.suffix in TYPES}


def file_url(name: str) -> str:
    """Address of a font, an icon or the film; it changes with the content."""
    return url_for("assets.file", digest=files()[name][1], name=name)


def style_urls(*names: str) -> list[str]:
    """Addresses of style sheets; they change with the content of any."""
    return [url_for("assets.sheet", digest=styles()[name].digest, name=name) for name in names]


def script_url(name: str) -> str:
    """Address of a script; it changes with the content of any script."""
    return url_for("assets.script", digest=scripts()[name].digest, name=name)


@blueprint.get("/style-<digest>/<name>.css")
def sheet(digest: str, name: str) -> Response:
    """A style sheet."""
    return (styles().get(name) or abort(404)).response(digest)


@blueprint.get("/js-<digest>/<name>.js")
def script(digest: str, name: str) -> Response:
    """A script."""
    return (scripts().get(name) or abort(404)).response(digest)


@blueprint.get("/files-<digest>/<name>")
def file(digest: str, name: str) -> Response:
    """A font, an icon or the film; in parts where a browser asks for them: Safari plays no film otherwise."""
    content, own = files().get(name) or abort(404)
    response = Response(content, mimetype=TYPES[Path(name).suffix])
    response.headers["Cache-Control"] = FOREVER if digest == own else "no-cache"
    response.make_conditional(request, accept_ranges=True, complete_length=len(content))
    return response
