from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.press.pdf import Printer
from tests.paper.sheets.samples import PRINTED, page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(scope="session")
def printer() -> Iterator[Printer]:
    with Printer() as one:
        yield one


@pytest.fixture(scope="session")
def printed(printer: Printer) -> Callable[[str], bytes]:
    """A sample as PDF, printed once."""
    made: dict[str, bytes] = {}

    def pdf(name: str) -> bytes:
        if name not in made:
            made[name] = printer.render(page(name), forms=PRINTED[name][1]().form)
        return made[name]

    return pdf
