"""`make run` on a minimal system of each Debian, and `make test` on all but forky; only with the full numbers."""

from __future__ import annotations

import subprocess

import pytest

from tests.messages import ROOT
from tests.soak import FULL

SKIPPED = 77


@pytest.mark.skipif(not FULL, reason="takes minutes a system, so only with the full numbers")
@pytest.mark.parametrize(("suite", "last"), [("bookworm", "test"), ("trixie", "test"), ("forky", "run")])
def test_minimal_debian_serves_the_app_and_tests_it(suite: str, last: str) -> None:
    done = subprocess.run(
        ["sh", "tests/soak/fresh_root.sh", suite, last],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == SKIPPED:
        pytest.skip(done.stdout.splitlines()[-1])
    assert done.returncode == 0, done.stdout
    assert "make run serves its page" in done.stdout
