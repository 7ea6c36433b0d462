"""Shared fixtures of the tests of paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.config import Config
from scorekeeper.i18n import speaking
from scorekeeper.press import fonts
from scorekeeper.press.pdf import Printer
from tests.pages import lent_app
from tests.paper.sheets.samples import PRINTED, page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from flask import Flask


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Flask]:
    """An app without records."""
    with lent_app(Config(tmp_path)) as lent, speaking("fr"):
        yield lent
        lent.extensions["prints"].printer.close()


@pytest.fixture(scope="session")
def printer() -> Iterator[Printer]:
    with Printer() as shared:
        yield shared


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Lays a document out in this process, with the fonts of the printing child."""
    weasyprint = pytest.importorskip("weasyprint")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FONTCONFIG_FILE", str(fonts.here().configure(tmp_path_factory.mktemp("fonts"))))
        known = weasyprint.text.fonts.FontConfiguration()
    return lambda page, **options: weasyprint.HTML(string=page).render(font_config=known, **options)


@pytest.fixture(scope="session")
def printed(printer: Printer) -> Callable[[str], bytes]:
    """A sample as PDF, printed once."""
    made: dict[str, bytes] = {}

    def pdf(name: str) -> bytes:
        if name not in made:
            made[name] = printer.render(page(name), forms=PRINTED[name][1]().form)
        return made[name]

    return pdf
