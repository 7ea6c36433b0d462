"""Mutation tests: `make mutants` reports the mutants that the fast tests do not detect; `ONLY=regex` limits the modules.

All mutants of the ledger, the standings and the carried totals are tried. Of the rules of all games, and of the club (pages,
parties, tournaments, records), a fixed sample is tried. The share killed is printed, and every survivor with its explanation in
`tests/survivors.toml`; a survivor without one is an error.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import unified_diff
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
EXPLAINED = Path(__file__).parent / "survivors.toml"
WHOLE = re.compile(
    r"scorekeeper\.(records\.ledger|draw\.standings|cards\.game_api\.sheet|cards\.games\.\w+\.sheet\.x_\w*_rows__)"
)
"""Mutants that are all tried: the ledger, the standings, and the functions that sum and carry over the totals of a sheet."""
NONE = re.compile(r"(?!)")
ANY = re.compile("")
RULES = re.compile(
    r"scorekeeper\.(draw|cards\.(rules|games\.\w+\.rules|families\.(cards|matches|modes|points|unplayed|\w+\.rules)))\."
)
"""Modules that the sample is taken from. The look of a sheet is tested by comparing pictures, not by mutants."""
ONLY = re.compile(os.environ.get("ONLY", ""))
"""Pattern that the names of tried mutants must contain; `families|formula` for a part of the rules."""
GUARD = re.compile(r"[\s,]*(strict=\w+)?[\s,]*(?=\)|$)")
"""The argument `strict` of `zip`, with the commas around it."""
SEED = 20261122
ENVIRONMENT = {**os.environ, "HYPOTHESIS_PROFILE": "few", "PYTHONDONTWRITEBYTECODE": ""}
"""Environment of all tests. Compiled modules are cached, since some tests start servers."""
SURVIVED = {0, 33, 255}
"""Exit codes of mutmut for a mutant that all tests passed, that no test reaches, or whose tests could not run."""
COPIED = (
    ".ci",
    "scorekeeper",
    "examples",
    "templates",
    "static",
    "tests",
    "benchmarks",
    "pyproject.toml",
    "Makefile",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs",
)


def mutmut(folder: Path, *names: str) -> None:
    """Run mutmut in `folder` on the mutants of these names, or on all without names. Exits when mutmut fails."""
    # One more than there are cores: many tests wait for files, other processes and timers.
    children = str((os.cpu_count() or 1) + 1)
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", children, *names]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"mutmut failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def results(folder: Path) -> Iterator[tuple[str, int | None]]:
    """Yield every mutant with its exit code, `None` when it was not tried."""
    for path in sorted(folder.glob("mutants/**/*.meta")):
        yield from json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].items()


def _function(name: str) -> str:
    """Return the name of the mutated function."""
    return name.rpartition("__mutmut_")[0]


def keys_of(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the key of each mutant in `survivors.toml`: its function and its changed lines, or `strict`.

    Mutants have no lasting number: those of a function change with every edit of it.
    """
    keys: dict[str, str] = {}
    for module, mutants in groupby(sorted(names), key=lambda name: name.rpartition(".")[0]):
        path = folder / "mutants" / module.replace(".", "/")
        source = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")
        lines = [re.sub(r"__mutmut_\w+\(", "(", line.strip()) for line in source.splitlines()]
        functions = {
            node.name: lines[node.lineno - 1 : node.end_lineno]
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.FunctionDef)
        }
        for name in mutants:
            function, _, number = name.rpartition("__mutmut_")
            before, after = (
                functions[f"{function.rpartition('.')[2]}__mutmut_{which}"] for which in ("orig", number)
            )
            diff = [*unified_diff(before, after, n=0)][2:]
            former, changed = (" ".join(line[1:] for line in diff if line[0] == sign) for sign in "-+")
            lenient = GUARD.sub("", former) == GUARD.sub("", changed)
            keys[name] = "strict" if lenient else f"{function}: {changed}"
    return keys


class Part(NamedTuple):
    """Code that is mutated together."""

    section: str
    """Section of `pyproject.toml` with its files and its tests."""
    first: str
    """Mutant tried first: mutmut generates all of them before it tries one."""
    always: re.Pattern[str]
    """Names of the mutants that are all tried."""
    others: re.Pattern[str]
    """Names of the mutants that the sample is taken from."""
    sample: int
    least: float
    """Share of the mutants that must be killed."""
    declared: tuple[str, ...] = ()
    """Tests of declarations executed while modules are imported."""

    def sampled(self, names: list[str]) -> list[str]:
        """Return the mutants to try: all of some modules, and of the others those with the lowest hashes.

        A change of one function leaves the sample of all others unchanged.
        """
        names = [name for name in names if ONLY.search(name)]
        always = [name for name in names if self.always.match(name)]
        others = [name for name in set(names) - set(always) if self.others.match(name)]
        return (
            always
            + sorted(others, key=lambda name: sha256(f"{SEED} {name}".encode()).digest())[: self.sample]
        )


PARTS = (
    Part(
        "mutmut-rules",
        "scorekeeper.draw.standings.x_rank__mutmut_1",
        WHOLE,
        RULES,
        int(os.environ.get("MUTANTS", "1000")),
        0.95,
    ),
    Part(
        "mutmut-club",
        "scorekeeper.parties.acts.x__too_early__mutmut_1",
        NONE,
        ANY,
        int(os.environ.get("CLUB", "300")),
        0.92,
        (
            "tests/web/test_openapi.py",
            "tests/web/test_api.py",
            "tests/tournaments/test_api.py",
            "tests/web/test_tournament_pages.py",
        ),
    ),
)


def survivors_of(names: Iterable[str], statuses: Mapping[str, int | None]) -> list[str]:
    """Return those of the `names` that no test killed."""
    return [name for name in names if statuses[name] in SURVIVED]


def code_at_load(folder: Path, part: Part, name: str) -> int | None:
    """Run the tests of a part with a survivor that is active while modules are imported; return pytest's exit code.

    mutmut itself activates mutants only after the import.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-m", "not soak", *part.declared]
    environment = {**ENVIRONMENT, "MUTANT_UNDER_TEST": name, "PYTHONPATH": str(folder / "mutants")}
    done = subprocess.run(command, cwd=folder / "mutants", env=environment, capture_output=True, check=False)
    return done.returncode


def report(part: Part, folder: Path, statuses: Mapping[str, int | None], explained: Mapping[str, str]) -> int:
    """Print the share killed and every survivor. Returns the exit status."""
    tried = part.sampled([*statuses])
    survivors = survivors_of(tried, statuses)
    share = 1 - len(survivors) / max(len(tried), 1)
    sys.stdout.write(f"{part.section}: {len(statuses)} mutants, {len(tried)} tried, {share:.1%} killed\n")
    functions = {key.partition(": ")[0] for key in explained}
    keys = keys_of(folder, {*survivors, *(name for name in statuses if _function(name) in functions)})
    for name in survivors:
        sys.stdout.write(f"  survived: {keys[name]}: {explained.get(keys[name], 'NOT EXPLAINED')}\n")
    modules = {name.rpartition(".")[0] for name in statuses}
    lasting = {keys[name] for name in keys.keys() - (set(tried) - set(survivors))}
    for key in sorted(explained.keys() - lasting):
        if key.partition(": ")[0].rpartition(".")[0] in modules:
            sys.stdout.write(f"  explained for nothing: {key}\n")
    # Of a sample of a dozen, one is more than a share may be.
    few = share < part.least and len(survivors) > 1
    return int(few or any(keys[name] not in explained for name in survivors))


def copied(part: Part, folder: Path) -> None:
    """Copy the checkout, with the part's section of `pyproject.toml` as that of mutmut."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, folder)
    settings = folder / "pyproject.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace(f"[tool.{part.section}]", "[tool.mutmut]"), encoding="utf-8")


def tried(part: Part) -> int:
    """Generate the mutants of a part in a copy of the checkout, try them, and report. Returns the exit status."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        copied(part, folder)
        mutmut(folder, part.first)
        names = [name for name, _ in results(folder)]
        # Without names, mutmut would try all.
        if sample := part.sampled(names):
            mutmut(folder, *sample)
        statuses = dict(results(folder))
        for name in survivors_of(sample, statuses) if part.declared else ():
            statuses[name] = code_at_load(folder, part, name)
        return report(part, folder, statuses, tomllib.loads(EXPLAINED.read_text("utf-8")))


if __name__ == "__main__":
    sys.exit(max([tried(part) for part in PARTS if part.sample]))
