"""A system without `fcntl`, `resource`, fork and Pango: the server stores lines, and serves pages to print instead of PDFs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tarot_table import document, donne, new_uuid
from tests.web.process import Served

LACKING = """\
import multiprocessing, os, sys
sys.modules["fcntl"] = sys.modules["resource"] = None
del os.fork
multiprocessing.set_start_method("spawn")
"""


@pytest.fixture
def poorer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide `fcntl`, `resource`, `os.fork` and Pango from new processes; an empty file takes Pango's place for the loader."""
    (tmp_path / "sitecustomize.py").write_text(LACKING)
    libraries = tmp_path / "libraries"
    libraries.mkdir()
    for name in ("libpango-1.0.so.0", "libpango-1.0.so"):
        (libraries / name).touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("LD_LIBRARY_PATH", str(libraries))


@pytest.mark.usefixtures("poorer")
def test_lines_are_kept_and_the_browser_prints(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for lines in (1, 2):
        server = Served(data)
        server.wait()
        try:
            entry = {"rang": lines, "entry": donne(), "uuid": new_uuid()}
            if lines == 1:
                status, sheet = server.call("POST", "/api/parties", document())
                assert status == 201, sheet
            status, sheet = server.call("POST", "/api/parties/1/entries", entry)
            assert status == 201, sheet
            status, sheet = server.call("GET", "/api/parties/1")
            assert len(sheet["sheet"]["entries"]) == lines, list(sheet)
            paper = server.raw(
                b"GET /parties/1/feuille.pdf HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
            ).decode()
            assert paper.startswith("HTTP/1.1 200"), paper[:400]
            assert "Sans Pango, cet ordinateur ne fait pas de PDF" in paper
            assert paper.count("<body") == 1
            assert "240" in paper
            status, refusal = server.call("GET", "/feuilles/jass.pdf")
            assert status == 503, refusal
        finally:
            assert server.stop() == 0
        assert "Traceback" not in server.log.read_text()
