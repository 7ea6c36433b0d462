"""Mutate the code and see whether the fast tests notice: `make mutants`; with `ONLY=regex` in the modules that it matches.

All mutants of the ledger, the standings and the carried totals are tried, and of the rules of all games a sample that is the
same each time. The share killed is printed, and every survivor with the line that `tests/survivors.toml` has on it; one without is an error.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXPLAINED = Path(__file__).parent / "survivors.toml"
WHOLE = ("scorekeeper.records.ledger.", "scorekeeper.draw.standings.", "scorekeeper.cards.game_api.sheet.")
"""Beginnings of the names of mutants that are all tried; `game_api.sheet` carries totals over from page to page."""
FIRST = "scorekeeper.draw.standings.x_rank__mutmut_1"
CARRIED = re.compile(r"scorekeeper\.cards\.games\.\w+\.sheet\.x_\w*_rows__")
"""The functions of a game's sheet that add the totals up line by line; all their mutants are tried as well."""
RULES = re.compile(
    r"scorekeeper\.(draw|cards\.(rules|games\.\w+\.rules|families\.(cards|matches|modes|points|unplayed|\w+\.rules)))\."
)
"""The modules that the sample is taken from: what a sheet looks like is compared as pictures, not by mutations."""
SAMPLE = int(os.environ.get("MUTANTS", "1000"))
ONLY = re.compile(os.environ.get("ONLY", ""))
"""Where this is found in the name of a mutant, it may be tried; `families|formula` for a part of the rules."""
SEED = 20261122
LEAST = 0.95
"""Share of the mutants that must be killed."""
SURVIVED = {0, 33, 255}
"""What mutmut notes of a mutant that every test let pass, that no test reaches, and whose tests could not be run."""
COPIED = (
    "scorekeeper",
    "examples",
    "templates",
    "static",
    "tests",
    "benchmarks",
    "pyproject.toml",
    "Makefile",
    "README.md",
    "CHANGELOG.md",
    "docs",
)


def mutmut(folder: Path, *names: str) -> None:
    """Try the mutants of these names."""
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(os.cpu_count() or 1), *names]
    few = {**os.environ, "HYPOTHESIS_PROFILE": "few"}
    done = subprocess.run(command, cwd=folder, env=few, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"mutmut failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def results(folder: Path) -> Iterator[tuple[str, int | None]]:
    """Every mutant that was made with its exit code, `None` where it was not tried."""
    for path in sorted(folder.glob("mutants/**/*.meta")):
        yield from json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].items()


def sampled(names: list[str]) -> list[str]:
    """The mutants to try: all of some modules, and of the others those whose names come first once they are hashed.

    A change of one function thus leaves the sample of all others as it was.
    """
    names = [name for name in names if ONLY.search(name)]
    whole = [name for name in names if name.startswith(WHOLE) or CARRIED.match(name)]
    others = [name for name in set(names) - set(whole) if RULES.match(name)]
    return whole + sorted(others, key=lambda name: sha256(f"{SEED} {name}".encode()).digest())[:SAMPLE]


def report(tried: Mapping[str, int | None], population: int, explained: Mapping[str, str]) -> int:
    """Print the share killed and every survivor; the exit status."""
    survivors = [name for name, code in tried.items() if code in SURVIVED]
    share = 1 - len(survivors) / len(tried)
    sys.stdout.write(f"{population} mutants, {len(tried)} tried, {share:.1%} killed\n")
    for name in survivors:
        sys.stdout.write(f"  survived: {name}: {explained.get(name, 'NOT EXPLAINED')}\n")
    # A mutant that was not tried this time may survive all the same.
    for name in sorted(
        (explained.keys() & tried.keys() if ONLY.pattern else explained.keys()) - set(survivors)
    ):
        sys.stdout.write(f"  explained for nothing: {name}\n")
    return int(share < LEAST or any(name not in explained for name in survivors))


def main() -> int:
    """Make the mutants in a copy of the checkout, try them, and report."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, folder)
        # All are made before the first is tried; of a part, only that part is tried.
        mutmut(folder, *([FIRST] if ONLY.pattern else (f"{name}*" for name in WHOLE)))
        names = [name for name, _ in results(folder)]
        chosen = sampled(names)
        mutmut(folder, *chosen)
        found = dict(results(folder))
        return report(
            {name: found[name] for name in chosen}, len(names), tomllib.loads(EXPLAINED.read_text())
        )


if __name__ == "__main__":
    sys.exit(main())
