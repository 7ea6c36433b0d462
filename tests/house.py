"""Figures of the code: its size, duplicate names, and code that is hard to read. `make figures` prints them."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "scorekeeper"
TIMES = ROOT / "test-results" / "times.tsv"
LIMITS = Path(__file__).with_suffix(".toml")
"""The ratchet: the highest value of each of the `sizes`. A change that lowers one lowers it here too."""
LONGEST_TEMPLATE_LINE = 160
POSITIONAL = 8
"""Number of positional arguments from which a call is easily misread: two of them swapped pass every check."""
PRONOUNS = {"one", "found", "said", "told"}
"""Names that do not name what they hold."""


def sources() -> Iterator[tuple[Path, str]]:
    """Yield every module of the package with its text."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module, parsed once for all tests of a worker."""
    return ast.parse(path.read_text(encoding="utf-8"))


def doubled_names() -> Mapping[str, list[str]]:
    """Return public classes that are defined more than once, with their modules."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path, _ in sources():
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(str(path.relative_to(PACKAGE)))
    return {name: places for name, places in homes.items() if len(places) > 1}


def positional_calls() -> list[str]:
    """Return the calls with eight or more positional arguments."""
    return [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {ast.unparse(node.func)}"
        for path, _ in sources()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and len(node.args) >= POSITIONAL
    ]


def pronouns() -> list[str]:
    """Return the bindings of names in `PRONOUNS`."""
    return [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {name}"  # type: ignore[attr-defined]
        for path, _ in sources()
        for node in ast.walk(tree_of(path))
        if (name := _bound(node)) in PRONOUNS
    ]


def _bound(node: ast.AST) -> str | None:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return name
        case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
    return None


def long_template_lines() -> list[str]:
    """Return the lines of templates that are too long for a review."""
    templates = [*(ROOT / "templates").rglob("*.html"), *PACKAGE.rglob("*.html")]
    return [
        f"{path.relative_to(ROOT)}:{number} has {len(line)} characters"
        for path in sorted(templates)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_TEMPLATE_LINE
    ]


def function_lengths(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the number of lines of each function's body, without signature and docstring."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            documented = ast.get_docstring(node) is not None and len(node.body) > 1
            first = node.body[1] if documented else node.body[0]
            yield f"{path.relative_to(ROOT)}:{node.name}", (node.end_lineno or 0) - first.lineno + 1


def documented() -> tuple[int, int]:
    """Return the number of public classes and functions with a docstring, and the number of all."""
    public = [
        node
        for path, _ in sources()
        for scope in ast.walk(tree_of(path))
        if isinstance(scope, ast.Module | ast.ClassDef)
        for node in scope.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
    ]
    return sum(ast.get_docstring(node) is not None for node in public), len(public)


def sizes() -> dict[str, int]:
    """Return the sizes that the ratchet limits."""

    def lines(*paths: Path) -> int:
        return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)

    catalogues = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("translations/en/*.po"))
    messages = re.findall(r'^msgid (".*"(?:\n".*")*)$', catalogues, re.MULTILINE)
    folders = [path for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"]
    return {
        "lines of the package": lines(*(path for path, _ in sources())),
        "folders directly in the package": len(folders),
        "modules directly in the package": len(list(PACKAGE.glob("*.py"))),
        "lines of CSS": lines(*(ROOT / "static").rglob("*.css"), *PACKAGE.rglob("static/*.css")),
        "lines of JavaScript": lines(*(ROOT / "static" / "js").glob("*.js")),
        "words of French sentences": sum(len(text.split()) for text in messages),
        "lines of the README": lines(ROOT / "README.md"),
    }


def limits() -> dict[str, int]:
    """Return the highest allowed value of each of the `sizes`."""
    return dict(tomllib.loads(LIMITS.read_text(encoding="utf-8")))


def main() -> int:
    """Print the figures, one on a line."""
    lines = {path: text.count("\n") for path, text in sources()}
    lengths = sorted((length, name) for path in lines for name, length in function_lengths(path))
    shorter = sum(length <= 40 for length, _ in lengths)
    described, public = documented()
    longest_file, most = max(lines.items(), key=lambda item: item[1])
    figures = {
        **{name: f"{size} of {limits()[name]}" for name, size in sizes().items()},
        "modules": len(lines),
        "longest file": f"{most} ({longest_file.relative_to(PACKAGE)})",
        "longest function": "{} ({})".format(*lengths[-1]),
        "functions of up to 40 lines": f"{shorter} of {len(lengths)}",
        "public names with a docstring": f"{described} of {public}",
        "public class names used twice": ", ".join(doubled_names()) or 0,
        f"calls with {POSITIONAL} or more positional arguments": len(positional_calls()),
        f"template lines over {LONGEST_TEMPLATE_LINE} characters": len(long_template_lines()),
        "lines of tests": sum(len(path.read_text().splitlines()) for path in ROOT.glob("tests/**/*.py")),
        **recorded_times(),
    }
    for name, figure in figures.items():
        sys.stdout.write(f"{name:52} {figure}\n")
    return 0


def recorded_times() -> dict[str, str]:
    """Return the seconds that each part of the tests took in its last full run here."""
    if not TIMES.exists():
        return {"seconds of the tests": "not run yet"}
    rows = [line.split("\t") for line in TIMES.read_text(encoding="utf-8").splitlines()]
    return {f"seconds of pytest -m '{expression}'": seconds for expression, seconds in rows}


def record_time(expression: str, seconds: float) -> None:
    """Store the duration of the tests of a marker expression."""
    TIMES.parent.mkdir(exist_ok=True)
    kept = TIMES.read_text(encoding="utf-8").splitlines() if TIMES.exists() else []
    others = [line for line in kept if line.partition("\t")[0] != expression]
    TIMES.write_text("\n".join([*others, f"{expression}\t{seconds:.0f}"]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
