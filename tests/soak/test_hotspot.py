"""A laptop as hotspot: a network of its own with an address and no default route, in a namespace of the kernel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.hotspot import FIRST, LATER


def test_without_a_default_route_the_address_is_shown_and_answered(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system gives no network of its own to tests")
    log = tmp_path / "log"
    inside = [sys.executable, "-m", "tests.soak.hotspot", str(tmp_path / "data"), str(log)]
    done = subprocess.run(
        ["unshare", "-rn", *inside],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, "LANG": "fr"},
    )
    said = log.read_text()
    assert done.returncode == 0, done.stderr + said
    assert f"Scorekeeper\u00a0: http://{FIRST}:8000/" in said
    assert re.search(rf"Adresses\u00a0: .*http://{LATER}:8000/", said)
    assert "Traceback" not in said
