"""Codes used by the source, found in its syntax trees: `Fault("…")`, `Doubt("…")`, `Label(f"phrase-{…}")`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scorekeeper.cards.game_api.game import Game

Function = ast.FunctionDef | ast.AsyncFunctionDef
FAMILIES = Path(__file__).parent.parent / "scorekeeper" / "cards" / "families"
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Module:
    """A source file with its syntax tree."""

    path: Path
    tree: ast.Module


@dataclass(frozen=True)
class Code:
    """A code in use: a literal, or the pattern of an f-string. `sure` is set when it can be nothing but a code."""

    maker: str
    pattern: str
    literal: bool
    sure: bool
    place: str


@cache
def modules(folder: Path) -> tuple[Module, ...]:
    """Return every Python file of a folder."""
    return tuple(
        Module(path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(folder.rglob("*.py"))
    )


def modules_of(game: Game) -> tuple[Module, ...]:
    """Return the modules of a game: those of its folder, and those of families that they import, directly or not."""
    reached, waiting = dict.fromkeys(modules(game.folder)), list(modules(game.folder))
    while waiting:
        for module in shared(waiting.pop()):
            if module not in reached:
                reached[module] = None
                waiting.append(module)
    return tuple(reached)


def shared(module: Module) -> Iterator[Module]:
    """Yield the modules of families that a module imports."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("scorekeeper.cards.families"):
            parts = str(node.module).split(".")[3:]
            for path in (FAMILIES.joinpath(*parts, *name) for name in ((), *((a.name,) for a in node.names))):
                yield from (
                    known
                    for known in modules(FAMILIES)
                    if known.path in {path.with_suffix(".py"), path / "__init__.py"}
                )


def codes(all_modules: Sequence[Module], makers: frozenset[str]) -> Iterator[Code]:
    """Yield the codes passed to one of `makers`, where the first argument can be resolved."""
    for module in all_modules:
        for function, call in _calls(module.tree):
            maker = _name(call.func)
            if maker not in makers:
                continue
            first = (
                call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "code"), None)
            )
            place = f"{module.path.name}:{call.lineno}"
            if isinstance(first, ast.JoinedStr):
                yield Code(maker, _pattern(first), literal=False, sure=True, place=place)
            elif first is not None:
                for text, sure in _texts(first, function, module, all_modules):
                    yield Code(maker, text, literal=True, sure=sure, place=place)


def _calls(tree: ast.AST, function: Function | None = None) -> Iterator[tuple[Function | None, ast.Call]]:
    for child in ast.iter_child_nodes(tree):
        inside = child if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) else function
        if isinstance(child, ast.Call):
            yield inside, child
        yield from _calls(child, inside)


def _name(func: ast.expr) -> str:
    if isinstance(func, ast.Attribute):
        return func.attr
    return func.id if isinstance(func, ast.Name) else ""


def _pattern(text: ast.JoinedStr) -> str:
    return "".join(
        re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else ".+"
        for part in text.values
    )


def _texts(
    node: ast.expr, function: Function | None, module: Module, all_modules: Sequence[Module]
) -> Iterator[tuple[str, bool]]:
    """Yield the possible texts of an expression, each with whether it can be nothing but a code."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, True
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, function, module, all_modules)
        yield from _texts(node.orelse, function, module, all_modules)
    elif isinstance(node, ast.Call):
        yield from ((text, False) for text in _returned(_name(node.func), all_modules))
    elif isinstance(node, ast.Name) and function is not None:
        parameters = [argument.arg for argument in [*function.args.posonlyargs, *function.args.args]]
        if node.id in parameters:
            yield from _passed(function, node.id, parameters.index(node.id), all_modules)
        for bound in _bound(node.id, function):
            if isinstance(bound, (ast.Constant, ast.IfExp, ast.Call)):
                yield from _texts(bound, function, module, all_modules)
            else:
                yield from ((text, False) for text in _strings(bound))
    elif isinstance(node, ast.Subscript):
        yield from ((text, False) for text, _ in _texts(node.value, function, module, all_modules))
    else:
        yield from ((text, False) for text in _strings(node))


def _returned(name: str, all_modules: Sequence[Module]) -> Iterator[str]:
    """Yield the texts that helpers of this name return."""
    for module in all_modules:
        for node in ast.walk(module.tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
                for part in ast.walk(node):
                    if isinstance(part, ast.Return) and part.value is not None:
                        yield from _strings(part.value)


def _passed(
    function: Function, name: str, place: int, all_modules: Sequence[Module]
) -> Iterator[tuple[str, bool]]:
    """Yield the texts that callers of a helper pass as its code."""
    for module in all_modules:
        for caller, call in _calls(module.tree):
            if _name(call.func) != function.name:
                continue
            shift = isinstance(call.func, ast.Attribute) and function.args.args[:1] != []
            first = place - int(shift and function.args.args[0].arg in {"self", "cls"})
            given = [keyword.value for keyword in call.keywords if keyword.arg == name]
            given += call.args[first : first + 1]
            for value in given:
                if caller is not function:
                    yield from _texts(value, caller, module, all_modules)


def _bound(name: str, function: Function) -> Iterator[ast.expr]:
    """Yield the expressions bound to a name in a function, by assignment or by a loop."""
    for node in ast.walk(function):
        targets: list[ast.expr] = []
        value: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
            targets, value = [node.target], node.value
        elif isinstance(node, (ast.For, ast.comprehension)):
            targets, value = [node.target], node.iter
        if value is not None and any(_holds(target, name) for target in targets):
            yield value


def _holds(target: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(target))


def _strings(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.fullmatch(part.value):
            yield part.value


def mentioned(all_modules: Sequence[Module]) -> tuple[set[str], set[str]]:
    """Return the texts used other than as a catalogue key, and the patterns of f-strings."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for module in all_modules:
        keys = {
            id(key)
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Dict)
            for key in _sentence_keys(node)
        }
        for node in ast.walk(module.tree):
            if isinstance(node, ast.JoinedStr):
                patterns.add(_pattern(node))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys:
                texts.add(node.value)
    return texts, {pattern for pattern in patterns if re.search("[a-z]", pattern)}


def _sentence_keys(node: ast.Dict) -> Iterator[ast.expr]:
    for key, value in zip(node.keys, node.values, strict=True):
        if key is not None and isinstance(value, ast.Call) and _name(value.func) == "N_":
            yield key
