"""Static assets: styles, scripts, fonts, icons and the silent film. Each URL contains a digest, so that browsers cache it for ever.

A page loads two or three style sheets; each script is bundled with its imports. Nothing is written to disk.
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
"""Cascade layers, the weakest first. A file of `static/css` belongs to the layer of its name or folder, others to `components`."""
STYLES = {
    # Sheets and what other pages share with them; the colours of all games are appended.
    "sheet": ("tokens", "reset", "base", "layout", "forms", "cell", "sheet", "undo", "acts", "parts"),
    # All other pages. Pages of a game load its own style sheet after this one.
    "pages": ("reckoning", "list", "chart", "pages", "devices", "end", "club", "rest", "tournament", "print"),
    # Tournaments and seasons; the form of a line and of a change at the table; the form of a declared game; grids.
    "tournament": ("season", "worth", "proof", "evening", "clock"),
    "line": ("reckoning", "devices", "changes", "line"),
    "house": ("house",),
    "grid": ("grid", "cases"),
}
"""Files of each style sheet, apart from those of games."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(r"\s*([{};,\n])\s*|(?<=:) ")
"""Space around punctuation, to be removed; no string in our styles contains these characters."""
_SCRIPT_COMMENT = re.compile(r"^[ \t]*//.*\n|^[ \t]+|^\n|[ \t]+//[^\"'`\n]*$|/\*[^*]*\*/", re.MULTILINE)
"""Comments, indentation and empty lines, to be removed; no string in our scripts spans lines or contains the start of a comment."""
_SIGN = re.compile(r" (=|===|!==|&&|\|\||\?\??|=>|\+=|[<>]=?|:) ")
"""Operators with the spaces around them, to be removed; no string in our scripts contains one."""
_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"\./(\w+)\.js";.*\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:async function|function|const) (\w+)", re.MULTILINE)
"""The forms of import and export that our scripts use; an exported name is never assigned again."""
TYPES = {".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png", ".mp4": "video/mp4"}
"""Media types of binary assets by file extension."""
_FONT = re.compile(r"\.\./fonts/([\w-]+\.woff2)")
"""Relative URL of a font in a style sheet."""
FOREVER = "public, max-age=31536000, immutable"


class Asset:
    """A text asset, plain and compressed."""

    def __init__(self, text: str, mimetype: str, digest: str = "") -> None:
        """Compress a text; `digest` is the one in its URL, by default that of the text."""
        self.mimetype = mimetype
        self.plain = text.encode()
        self.packed = gzip.compress(self.plain, mtime=0)
        self.digest = digest or digest_of(self.plain)

    def response(self, digest: str) -> Response:
        """Return the response for a URL with that digest; only the present digest may be cached for ever."""
        packed = wants_gzip()
        response = Response(self.packed if packed else self.plain, mimetype=self.mimetype)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Cache-Control"] = FOREVER if digest == self.digest else "no-cache"
        return response


def digest_of(content: bytes) -> str:
    """Return the first 12 hexadecimal digits of a content's SHA-256."""
    return hashlib.sha256(content).hexdigest()[:12]


def _layered(path: Path) -> str:
    layer = next((name for name in (path.stem, path.parent.name) if name in LAYERS), "components")
    return f"@layer {layer} {{\n{path.read_text(encoding='utf-8')}\n}}"


@cache
def styles() -> dict[str, Asset]:
    """Return the minified style sheets by name, all with the same digest."""
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
    """Return the bundled scripts by name, all with the same digest, as some load others later; with FLASK_DEBUG the source files."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((STATIC / "js").glob("*.js"))}
    if not get_debug_flag():
        short = {name: _SCRIPT_COMMENT.sub("", text) for name, text in texts.items()}
        texts = {name: _SIGN.sub(r"\1", joined(name, short)) for name in short}
    digest = digest_of(repr(texts).encode())
    return {name: Asset(text, "text/javascript", digest) for name, text in texts.items()}


def modules(name: str, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Return a script's imports, direct and indirect, and the script itself, in order of execution, each once."""
    needed = (module for _, direct in _IMPORT.findall(texts[name]) for module in modules(direct, texts))
    return tuple(dict.fromkeys([*needed, name]))


def _taken(clause: re.Match[str]) -> str:
    """Return an import clause rewritten as an assignment from the imported module's function result."""
    return f"const {clause[1].replace(' as ', ': ')} = ${clause[2]};\n" if clause[1] else ""


def joined(name: str, texts: Mapping[str, str]) -> str:
    """Return a script bundled with its imports: each module becomes a function that returns its exports."""
    parts, exported = [], ""
    for module in modules(name, texts):
        exported = ", ".join(_EXPORT.findall(texts[module]))
        text = _IMPORT.sub(_taken, texts[module])
        text = _EXPORT.sub(lambda clause: clause[0].removeprefix("export "), text)
        parts.append(f"const ${module} = (() => {{\n{text}return {{ {exported} }};\n}})();\n")
    return "".join([*parts, f"export const {{ {exported} }} = ${name};\n"])


@cache
def files() -> dict[str, tuple[bytes, str]]:
    """Return fonts, icons and the film by name, with their digests; written by `.ci/fonts.py`, `.ci/icons.py` and `.ci/film.py`."""
    paths = (path for folder in (STATIC, STATIC / "fonts", STATIC / "icons") for path in folder.iterdir())
    return {path.name: (sent := path.read_bytes(), digest_of(sent)) for path in paths if path.suffix in TYPES}


def file_url(name: str) -> str:
    """Return the URL of a font, an icon or the film; it changes with the content."""
    return url_for("assets.file", digest=files()[name][1], name=name)


def style_urls(*names: str) -> list[str]:
    """Return the URLs of style sheets; they change with the content of any style sheet."""
    return [url_for("assets.sheet", digest=styles()[name].digest, name=name) for name in names]


def script_url(name: str) -> str:
    """Return the URL of a script; it changes with the content of any script."""
    return url_for("assets.script", digest=scripts()[name].digest, name=name)


@blueprint.get("/style-<digest>/<name>.css")
def sheet(digest: str, name: str) -> Response:
    """Serve a style sheet."""
    return (styles().get(name) or abort(404)).response(digest)


@blueprint.get("/js-<digest>/<name>.js")
def script(digest: str, name: str) -> Response:
    """Serve a script."""
    return (scripts().get(name) or abort(404)).response(digest)


@blueprint.get("/files-<digest>/<name>")
def file(digest: str, name: str) -> Response:
    """Serve a font, an icon or the film. Range requests are supported, because Safari plays no film without them."""
    content, own = files().get(name) or abort(404)
    response = Response(content, mimetype=TYPES[Path(name).suffix])
    response.headers["Cache-Control"] = FOREVER if digest == own else "no-cache"
    response.make_conditional(request, accept_ranges=True, complete_length=len(content))
    return response
