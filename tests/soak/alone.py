"""Kernel namespaces in which a test runs a module: with a network of their own, and removed when the processes in them end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NETWORK = ("--map-root-user", "--net")
MACHINES = (*NETWORK, "--mount", "--pid", "--fork", "--mount-proc", "--kill-child")
"""Options of `unshare` that give a test folders and processes of its own too; all of these processes end with the test's."""


def run_alone(kinds: tuple[str, ...], module: str, *words: Path | str, seconds: float) -> str:
    """Run `python -m module *words` in namespaces of `kinds`, in French, `seconds` at most, and return its output. Fails unless
    its exit status is 0. Skips the test where the system refuses namespaces.
    """
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
