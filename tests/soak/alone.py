"""Namespaces of the kernel for a test: a network of its own, which is gone with whatever runs in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NETWORK = ("--map-root-user", "--net")
MACHINES = (*NETWORK, "--mount", "--pid", "--fork", "--mount-proc", "--kill-child")
"""With folders and processes of its own too: several machines can be put into it, and none outlives it."""


def run_alone(kinds: tuple[str, ...], module: str, *words: Path | str, seconds: float) -> str:
    """Run a module in namespaces of its own, in French; what it wrote. Skips the test where the system gives none."""
    tried = subprocess.run(["unshare", *kinds, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"this system gives no network of its own to tests: {tried.stderr.strip()}")
    done = subprocess.run(
        ["unshare", *kinds, sys.executable, "-m", module, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
        env={**os.environ, "LANG": "fr"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
