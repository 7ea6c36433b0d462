from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from scorekeeper.press.messages import Failure, PrintFailed
from scorekeeper.press.pdf import PdfCache, Printer
from tests.press.pages import SHEET, page

if TYPE_CHECKING:
    from pathlib import Path

PDF = b"%PDF-1.7 sheet %%EOF\n"


def test_second_time_comes_from_the_folder(printer: Printer, tmp_path: Path) -> None:
    first = printer.cached_render(SHEET, tmp_path / "prints")
    (kept,) = (tmp_path / "prints").iterdir()
    assert kept.name == f"{Printer.etag(SHEET)}.pdf"
    assert kept.read_bytes() == first == printer.render(SHEET)
    kept.write_bytes(PDF)
    assert printer.cached_render(SHEET, tmp_path / "prints") == PDF


def test_etag_names_the_content_and_the_options(printer: Printer) -> None:
    tags = {Printer.etag(SHEET), Printer.etag(SHEET + " "), Printer.etag(SHEET, forms=True)}
    assert len(tags) == 3
    assert all(len(tag) == 64 and set(tag) <= set("0123456789abcdef") for tag in tags)
    assert Printer.etag(SHEET) == Printer.etag(SHEET)


def test_failure_is_not_kept(printer: Printer, tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(PrintFailed) as failed:
            printer.cached_render(page('<img src="x.png">'), tmp_path)
        assert failed.value.code is Failure.REFUSED_RESOURCE
    assert list(tmp_path.iterdir()) == []


def test_a_failure_may_be_tried_again(tmp_path: Path) -> None:
    cache = PdfCache(tmp_path)

    def fail() -> bytes:
        raise PrintFailed(Failure.BUSY)

    for _ in range(2):
        with pytest.raises(PrintFailed, match="busy"):
            cache.get("key", fail)
    assert cache.get("key", lambda: PDF) == PDF


@pytest.mark.parametrize("damaged", [b"", PDF[:9], b"\0" * 30, PDF[5:]])
def test_file_hurt_by_a_power_cut_is_made_again(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "key.pdf").write_bytes(damaged)
    assert PdfCache(tmp_path).get("key", lambda: PDF) == PDF
    assert (tmp_path / "key.pdf").read_bytes() == PDF


def test_least_recently_used_file_is_deleted_first(tmp_path: Path) -> None:
    cache = PdfCache(tmp_path, max_files=3)
    for age, key in enumerate("abc"):
        cache.get(key, lambda: PDF)
        os.utime(tmp_path / f"{key}.pdf", (1000 + age, 1000 + age))
    cache.get("a", lambda: b"never made")
    cache.get("d", lambda: PDF)
    assert {path.stem for path in tmp_path.iterdir()} == {"a", "c", "d"}


def test_bytes_are_bounded_but_the_newest_stays(tmp_path: Path) -> None:
    cache = PdfCache(tmp_path, max_bytes=3 * len(PDF))
    for age, key in enumerate("abcd"):
        cache.get(key, lambda: PDF)
        os.utime(tmp_path / f"{key}.pdf", (1000 + age, 1000 + age))
    assert {path.stem for path in tmp_path.iterdir()} == {"b", "c", "d"}
    large = PDF[:9] + b" " * 500 + PDF[9:]
    assert cache.get("large", lambda: large) == large
    assert {path.stem for path in tmp_path.iterdir()} == {"large"}


def test_folder_that_cannot_be_written_costs_no_document(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert PdfCache(tmp_path / "file" / "prints").get("key", lambda: PDF) == PDF
