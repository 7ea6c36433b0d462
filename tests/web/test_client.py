"""The client shown on the API's page, against a real server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.web.process import served

DOCS = Path(__file__).parents[2] / "docs"
CLIENT = DOCS / "client.py"


def test_the_page_shows_the_client_of_forty_lines_at_most() -> None:
    text = CLIENT.read_text("utf-8")
    assert len(text.splitlines()) <= 40
    assert f"```python\n{text}```" in (DOCS / "api.md").read_text("utf-8")


def test_the_client_opens_a_sheet_writes_reads_and_prints(tmp_path: Path) -> None:
    with served(tmp_path / "data") as running:
        url = f"http://127.0.0.1:{running.port}"
        done = subprocess.run(
            [sys.executable, CLIENT, url],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        totals = running.call("GET", "/api/parties/1")[1]["score"]["totals"]
    columns = ("Anne", "Benoît", "Chloé", "David")
    assert done.stdout == "".join(f"{name:8}{total:6}\n" for name, total in zip(columns, totals, strict=True))
    assert (tmp_path / "partie-1.pdf").read_bytes().startswith(b"%PDF")
