"""Layers of the code: rules import nothing above them, games stay in their folders, imports have no effects, files stay small."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import cssbeautifier
import pytest

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.game_api.game import Game
from tests import house
from tests.codes import modules
from tests.messages import PACKAGE, ROOT

pytestmark = pytest.mark.unmeasured

BLOCKED = (
    "flask",
    "wtforms",
    "sqlite_utils",
    "sqlite3",
    "jinja2",
    "weasyprint",
    "babel",
    "werkzeug",
    "segno",
    "granian",
)
"""Modules that the lowest layer must not import, directly or not."""

ALONE = """
import importlib, sys

class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in BLOCKED:
            raise ImportError(f"{name} is on a higher floor")

sys.meta_path.insert(0, Wall())
for name in NAMES:
    importlib.import_module(name)
above = [name for name in sys.modules if name.startswith(("scorekeeper.cards.game_api", "scorekeeper.web", "scorekeeper.records",
    "scorekeeper.parties", "scorekeeper.i18n", "scorekeeper.cards.catalogue"))]
assert not above, above
"""

CLOCKS_AND_CHANCE = {
    "time",
    "datetime",
    "os",
    "pathlib",
    "io",
    "secrets",
    "uuid",
    "socket",
    "subprocess",
    "logging",
    "tempfile",
}
"""Modules that rules must not import: the same entries give the same scores anywhere, at any time."""

MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 60
LINES_OF_NEARLY_ALL_FUNCTIONS = 40


def rules_of(game: Game) -> list[Path]:
    """Return the modules of a game that are rules: its folder `rules/`."""
    return sorted((game.folder / "rules").glob("*.py"))


def rules_of_families() -> list[Path]:
    """Return the rules that games share: modules that import nothing above the rules, and the folders `rules/`."""
    paths = sorted((PACKAGE / "cards" / "families").rglob("*.py"))
    return [path for path in paths if path.parent.name == "rules" or dotted(path) in alone()]


@cache
def alone() -> frozenset[str]:
    """Return the modules that `pyproject.toml` restricts to the standard library."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return frozenset(
        next(each["source_modules"] for each in contracts["contracts"] if each["name"].startswith("Rules"))
    )


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the modules that a file imports at run time."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def lowest_floor() -> list[Path]:
    games = (path for game in GAMES for path in rules_of(game))
    return [
        *sorted((PACKAGE / "cards" / "rules").rglob("*.py")),
        *(path for path in sorted((PACKAGE / "draw").rglob("*.py")) if path.stem != "check_script"),
        *rules_of_families(),
        *games,
    ]


def run(program: str, where: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a separate Python, in an empty folder that is also its home."""
    home = {
        "HOME": str(where),
        "XDG_DATA_HOME": str(where),
        "XDG_CACHE_HOME": str(where),
        "TMPDIR": str(where),
    }
    return subprocess.run(
        [sys.executable, "-B", "-W", "error", "-c", program],
        cwd=where,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **home},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_rules_need_nothing_but_the_standard_library(tmp_path: Path) -> None:
    names = [dotted(path) for path in lowest_floor()]
    assert len(names) > len(GAMES)
    done = run(f"BLOCKED, NAMES = {BLOCKED!r}, {names!r}\n{ALONE}", tmp_path)
    assert done.returncode == 0, done.stderr


BABEL_ALONE = """
import sys

class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in BLOCKED:
            raise ImportError(f"{name} is not needed here")

sys.meta_path.insert(0, Wall())
"""


@pytest.mark.parametrize("wing", ["cards", "draw"])
def test_library_folders_need_babel_at_most(wing: str, tmp_path: Path) -> None:
    text = (PACKAGE / wing / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    blocked = {*BLOCKED, "platformdirs", "click", "markupsafe"} - {"babel"}
    done = run(f"BLOCKED = {blocked!r}\n{BABEL_ALONE}\n{example}", tmp_path)
    assert done.returncode == 0, done.stderr
    comments = re.findall(r"^ *print\(.*\)  # (.+)$", example, re.MULTILINE)
    assert done.stdout.splitlines() == comments
    assert comments


def test_rule_that_imports_a_higher_layer_is_noticed(tmp_path: Path) -> None:
    done = run(f"BLOCKED, NAMES = {BLOCKED!r}, ['scorekeeper.cards.game_api.form']\n{ALONE}", tmp_path)
    assert done.returncode != 0
    assert "is on a higher floor" in done.stderr


@pytest.mark.parametrize("path", lowest_floor(), ids=dotted)
def test_rules_know_no_clock_no_files_and_no_unseeded_chance(path: Path) -> None:
    tree = house.tree_of(path)
    assert {module.split(".")[0] for module in imported(tree)} & CLOCKS_AND_CHANCE == set()
    drawn = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random"
    }
    assert drawn <= {"Random"}
    opened = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in {"open", "input", "print"}
    ]
    assert opened == []


def test_scores_are_worked_out_without_floats() -> None:
    for path in (*(path for game in GAMES for path in rules_of(game)), *rules_of_families()):
        for node in ast.walk(house.tree_of(path)):
            where = f"{dotted(path)}:{getattr(node, 'lineno', 0)}"
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), where
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), where
            assert not (isinstance(node, ast.Name) and node.id in {"float", "round"}), where


def docstrings(tree: ast.AST) -> set[int]:
    """Return the ids of docstring nodes."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def test_sql_is_in_the_records_only() -> None:
    statement = re.compile(r"\b(SELECT .* FROM|INSERT INTO|DELETE FROM|UPDATE .* SET) ")
    hits = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if PACKAGE / "records" not in path.parents
        for line, text in texts_of(path)
        if statement.search(text)
    ]
    assert hits == []


@cache
def texts_of(path: Path) -> Sequence[tuple[int, str]]:
    """Return the texts in a file: the strings of Python source without docstrings, every line of any other file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return [*enumerate(re.sub(r"\{#.*?#\}|/\*.*?\*/", "", text, flags=re.DOTALL).splitlines(), 1)]
    tree = ast.parse(text)
    explained = docstrings(tree)
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained
    ]


def files_that_serve_all_games() -> list[Path]:
    folders = (PACKAGE, ROOT / "templates", ROOT / "static")
    files = [
        path
        for folder in folders
        for kind in ("py", "html", "css", "js")
        for path in folder.rglob(f"*.{kind}")
    ]
    games = {PACKAGE / "cards" / "games", PACKAGE / "cards" / "families"}
    return sorted(
        path for path in files if games.isdisjoint(path.parents) and path != PACKAGE / "catalogue.py"
    )


ORDINARY = frozenset({"libre"})
"""Keys of games that are ordinary words: a text refers to these games only by their full name, or by being the key."""


def named(game: Game) -> re.Pattern[str]:
    """Return the pattern by which a text refers to a game."""
    word = rf"\b{game.name}\b|^/?{game.key}/?$" if game.key in ORDINARY else rf"\b{game.key}\b"
    return re.compile(word, re.IGNORECASE)


def test_game_is_named_only_in_its_own_folder_and_the_catalogue() -> None:
    names = {game.key: named(game) for game in GAMES}
    hits = [
        f"{path.relative_to(ROOT)}:{line}: {key}"
        for path in files_that_serve_all_games()
        for line, text in texts_of(path)
        for key, name in names.items()
        if name.search(text)
    ]
    assert hits == []


def test_no_module_looks_for_the_modules_of_a_game() -> None:
    """A game lists its parts in `Game`."""
    hits = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in files_that_serve_all_games()
        for line, text in texts_of(path)
        if "scorekeeper.cards.games" in text
    ]
    assert hits == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_does_not_know_the_others(game: Game) -> None:
    others = [other.key for other in GAMES if other is not game]
    for module in modules(game.folder):
        known = {
            name.split(".")[2]
            for name in imported(module.tree)
            if name.startswith("scorekeeper.cards.games.")
        }
        assert known & set(others) == set(), module.path.name


def test_packages_of_games_are_empty() -> None:
    for path in [
        PACKAGE / "cards" / "games" / "__init__.py",
        *(game.folder / "__init__.py" for game in GAMES),
    ]:
        assert path.read_text(encoding="utf-8") == "", path


def test_a_class_in_a_style_sheet_is_not_named_after_a_game() -> None:
    for path in sorted([*(ROOT / "static").rglob("*.css"), *PACKAGE.rglob("*.css")]):
        classes = set(re.findall(r"\.([a-z][\w-]*)", path.read_text(encoding="utf-8")))
        assert [name for name in classes if any(game.key in name for game in GAMES)] == [], path.name


IMPORT_APP = """
import logging, os, sys

acts = []

def watch(event, args):
    writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if writes or event in {"os.mkdir", "os.rename", "sqlite3.connect", "socket.bind", "socket.connect", "subprocess.Popen"}:
        acts.append((event, args))

sys.addaudithook(watch)
import scorekeeper.app
assert acts == [], acts
assert not logging.getLogger().handlers
assert not any(type(value).__name__ == "Flask" for value in vars(scorekeeper.app).values())
"""


def test_importing_the_app_does_nothing(tmp_path: Path) -> None:
    done = run(IMPORT_APP, tmp_path)
    assert done.returncode == 0, done.stderr
    assert (done.stdout, done.stderr) == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_the_pages_of_papers_can_be_imported_before_the_app(tmp_path: Path) -> None:
    assert run("import scorekeeper.web.paper.posters", tmp_path).returncode == 0


def source_files() -> list[Path]:
    folders = (PACKAGE, ROOT / "tests", ROOT / "benchmarks")
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]


def test_no_file_is_too_long_to_read() -> None:
    lengths = {
        path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in source_files()
    }
    assert {str(path): length for path, length in lengths.items() if length > MOST_LINES} == {}


def test_no_name_is_a_pronoun() -> None:
    assert house.pronouns() == []


def test_names_of_tests_have_sixty_letters_at_most() -> None:
    texts = (path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py")))
    assert [name for text in texts for name in re.findall(r"def (test_\w{56,})", text)] == []


def test_style_sheets_are_formatted() -> None:
    paths = sorted([*(ROOT / "static").rglob("*.css"), *PACKAGE.rglob("*.css")])
    options = cssbeautifier.default_options()
    options.indent_size = 2
    texts = {str(path): path.read_text(encoding="utf-8") for path in paths}
    badly = [name for name, text in texts.items() if cssbeautifier.beautify(text, options) != text]
    assert badly == [], "run: make fix"


def test_no_function_is_too_long_to_read() -> None:
    lengths = dict(item for path in source_files() for item in house.function_lengths(path))
    assert {name: length for name, length in lengths.items() if length > MOST_LINES_OF_A_FUNCTION} == {}
    ordered = sorted(lengths.values())
    assert ordered[len(ordered) * 95 // 100] <= LINES_OF_NEARLY_ALL_FUNCTIONS


def test_no_public_class_name_is_used_twice() -> None:
    assert house.doubled_names() == {}


def test_no_call_has_eight_positional_arguments() -> None:
    assert house.positional_calls() == []


def test_no_line_of_a_template_is_too_long_to_review() -> None:
    assert house.long_template_lines() == []


def test_the_house_grows_only_where_its_limits_are_raised() -> None:
    limits = house.limits()
    assert {name: size for name, size in house.sizes().items() if size > limits.get(name, -1)} == {}
    assert limits["modules directly in the package"] <= 8
    assert limits["folders directly in the package"] <= 12
    assert limits["lines of the README"] <= 150
