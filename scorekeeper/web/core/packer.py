"""The rules as one script for a browser: Brython, our modules as plain Python, and what a language needs of its catalogue.

Modules that the browser lacks have stand-ins in `static/python`; those that print or draw are replaced by an empty one.
"""

import ast
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from babel.plural import to_javascript

from scorekeeper import i18n
from scorekeeper.cards.catalogue import GAMES, game_of_definition
from scorekeeper.config import resources
from scorekeeper.web.core.assets import digest_of

STANDINS = resources("static") / "python"
OURS = Path(i18n.__file__).parent
LEFT_OUT = re.compile(
    r"scorekeeper\.cards\.(games\.\w+\.(sheet|paper|pages)|families\.\w+\.(sheet|traits)|game_api\.(lots|statistics|suits))"
)
"""Modules of paper and statistics, which no line needs."""
BUILT_IN, OF_BRYTHON = ("browser", "javascript", "_sys", "babel"), ("_json", "math")


class PlainSyntax(ast.NodeTransformer):
    """Transformer of a module for Brython: removes docstrings, hints other than those of fields, and syntax that Brython lacks."""

    def __init__(self) -> None:
        self.hints: dict[str, str] | None = None

    def visit_If(self, node: ast.If) -> Any:
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        return None if node.module == "__future__" else node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        # Brython has no `frozenset[...]`, and finds no letter of a text by a subclass of `int`.
        if isinstance(node.value, ast.Constant) and not isinstance(node.slice, ast.Slice):
            node.slice = ast.Call(ast.Name("int"), [node.slice], [])
        return node.value if isinstance(node.value, ast.Name) and node.value.id == "frozenset" else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        outer, self.hints, node.returns = self.hints, None, None
        given = node.args
        for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
            if each:
                each.annotation = None
        self.generic_visit(node)
        self.hints, node.body = outer, _without_docstrings(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        outer, self.hints = self.hints, {}
        self.generic_visit(node)
        node.body = _without_docstrings(node.body)
        if self.hints:
            node.body[:0] = ast.parse(f"__annotations__ = {self.hints}").body
        self.hints = outer
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        self.generic_visit(node)
        hint = ast.unparse(node.annotation)
        if self.hints is not None and "ClassVar" not in hint:
            quoted = isinstance(node.annotation, ast.Constant)
            self.hints[ast.unparse(node.target)] = ast.literal_eval(hint) if quoted else hint
        return node.value and ast.Assign([node.target], node.value)


def _without_docstrings(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    texts = [each for each in body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)]
    return [each for each in body if each not in texts] or [ast.Pass()]


class ModulePack:
    """The modules that one module needs, and their files of sentences."""

    def __init__(self, *names: str) -> None:
        """Gather these modules and all that they import."""
        self.modules: dict[str, list[Any]] = {}
        self.files: dict[str, Any] = {}
        self.texts: set[str] = set()
        """Texts in them, some of which a catalogue translates."""
        self._empty: dict[str, set[str]] = {}
        for name in names:
            self.add(name)
        for name, wanted in self._empty.items():
            lines = ["from absent import ABSENT", *(f"{each} = ABSENT" for each in sorted(wanted))]
            lines.append("def __getattr__(name):\n    return ABSENT\n")
            self.modules[name] = [".py", "\n".join(lines), []]

    def add(self, name: str) -> None:
        """Add a module, the packages around it, and its imports."""
        if name in self.modules or name.partition(".")[0] in (*BUILT_IN, *OF_BRYTHON):
            return
        if LEFT_OUT.fullmatch(name):
            self._empty.setdefault(name, set())
            return
        if "." in name:
            self.add(name.rpartition(".")[0])
        if (path := _source(name)) is None:
            return
        tree = ast.fix_missing_locations(PlainSyntax().visit(ast.parse(path.read_text(encoding="utf-8"))))
        package = [1] if path.name == "__init__.py" else []
        self.modules[name] = [".py", ast.unparse(tree), [], *package]
        if (words := path.with_suffix(".toml")).exists():
            read = tomllib.loads(words.read_text(encoding="utf-8"))
            self.files[str(words.relative_to(OURS.parent).as_posix())] = read
            self.texts |= set(_texts(read))
        for node in ast.walk(tree):
            self._note(node)

    def _note(self, node: ast.AST) -> None:
        """Note the text of a node, or add what it imports."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.texts.add(node.value)
        elif isinstance(node, ast.Import):
            for each in node.names:
                self.add(each.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [each.name for each in node.names]
            if LEFT_OUT.fullmatch(node.module):
                self._empty.setdefault(node.module, set()).update(names)
            self.add(node.module)
            for name in names:
                if _source(f"{node.module}.{name}"):
                    self.add(f"{node.module}.{name}")


def _source(name: str) -> Path | None:
    """Return the file of a module of ours or of a stand-in."""
    folder = OURS.parent if name.partition(".")[0] == OURS.name else STANDINS
    path = folder.joinpath(*name.split("."))
    return next((each for each in (path / "__init__.py", path.with_suffix(".py")) if each.is_file()), None)


def _texts(read: Any) -> list[str]:
    if isinstance(read, Mapping):
        return [text for part in read.values() for text in _texts(part)]
    return [read] if isinstance(read, str) else []


@cache
def brython() -> Path | None:
    """Return the folder of the installed Brython; `None` without one."""
    spec = find_spec("brython")
    return Path(spec.origin).parent / "data" if spec and spec.origin else None


@cache
def digest() -> str:
    """Return a digest of all that a pack is made of; empty without Brython."""
    folder = brython()
    if folder is None:
        return ""
    ours = [path for ending in ("py", "toml", "po") for path in OURS.rglob(f"*.{ending}")]
    others = [*STANDINS.rglob("*.py"), STANDINS.parent / "rules-worker.js"]
    parts = [path.read_bytes() for path in sorted([*ours, *others])]
    return digest_of(b"\0".join([str((folder / "brython.js").stat().st_size).encode(), *parts]))


@cache
def gathered() -> ModulePack:
    """Return all modules of the games and of the worker."""
    folders = [game.rules.__module__.removesuffix(".rules") for game in GAMES]
    folders.append(game_of_definition.__module__.removesuffix(".game"))
    modules = (f"{folder}.{part}" for folder in folders for part in ("game", "form"))
    return ModulePack("counting", "absent", "scorekeeper.cards.game_api.adjustment_form", *modules)


@cache
def script(language: str, folder: Path) -> str:
    """Return the worker's script in a language."""
    stdlib = (folder / "brython_stdlib.js").read_text(encoding="utf-8")
    known = json.JSONDecoder().raw_decode(stdlib, stdlib.index("{"))[0]
    pack = gathered()
    modules = {**pack.modules, **{name: known[name] for name in OF_BRYTHON}}
    parts = [
        (folder / "brython.js").read_text(encoding="utf-8"),
        f"const MODULES = {json.dumps(modules, ensure_ascii=False)};",
        f"const PACKED = {json.dumps(_packed(language, pack), ensure_ascii=False)};",
        f"const plural = {to_javascript(_locale(language).plural_form)};",
        (STANDINS.parent / "rules-worker.js").read_text(encoding="utf-8"),
    ]
    return "\n".join(parts)


def _locale(language: str) -> Any:
    with i18n.speaking(language):
        return i18n.locale()


def _messages(language: str, *kind: str) -> dict[Any, str]:
    return dict(vars(i18n.catalogue(language, *kind)).get("_catalog", {}))


def _packed(language: str, pack: ModulePack) -> dict[str, Any]:
    """Return the files and the sentences of a language, as the worker reads them."""
    symbols, catalogue = _locale(language).number_symbols["latn"], i18n.catalogue(language)
    own = {path: path.read_text(encoding="utf-8") for path in OURS.glob("translations/*/language.po")}
    files = pack.files | {path.relative_to(OURS.parent).as_posix(): text for path, text in own.items()}
    suits = {key: text for key, text in _messages(language, "suits").items() if key in pack.texts}
    wanted = pack.texts | set(suits.values())
    messages: dict[str, Any] = {key: text for key, text in _messages(language).items() if key in wanted}
    for key, text in _messages(language).items():
        if isinstance(key, tuple) and key[0] in wanted:
            messages.setdefault(key[0], []).append(text)
    return {
        "language": language,
        "group": symbols["group"],
        "decimal": symbols["decimal"],
        "files": {path: json.dumps(read, ensure_ascii=False) for path, read in files.items()},
        "translations": messages,
        "suits": suits,
        "forms": [vars(catalogue)["plural"](count) for count in range(200)] if messages else [],
    }
