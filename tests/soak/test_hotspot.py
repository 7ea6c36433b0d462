"""Laptop as a hotspot: a network with an address and no default route, in a kernel namespace."""

from __future__ import annotations

import re
from pathlib import Path

from tests.soak.alone import NETWORK, run_alone
from tests.soak.hotspot import FIRST, LATER


def test_address_without_default_route_is_shown_and_answered(tmp_path: Path) -> None:
    log = tmp_path / "log"
    run_alone(NETWORK, "tests.soak.hotspot", tmp_path / "data", log, seconds=600)
    text = log.read_text()
    assert f"Scorekeeper\u00a0: http://{FIRST}:8000/" in text
    assert re.search(rf"Adresses\u00a0: .*http://{LATER}:8000/", text)
    assert "Traceback" not in text
