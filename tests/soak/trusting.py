"""A Chromium with a home folder of its own, which trusts the authority of a house, or does not."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserType

from tests.browser.conftest import ARGUMENTS, find_chromium


@contextlib.contextmanager
def chromium(kind: BrowserType, home: Path, house: Path | None, *more: str) -> Iterator[Browser]:
    """Run Chromium with the home folder `home` during the block; it trusts the authority of the certificate `house`, if given.
    `more` are further arguments.
    """
    kept = home / ".pki" / "nssdb"
    kept.mkdir(parents=True)
    commands = [["-N", "--empty-password"]]
    if house is not None:
        commands.append(["-A", "-t", "C,,", "-n", "house", "-i", str(house)])
    for command in commands:
        subprocess.run(["certutil", "-d", f"sql:{kept}", *command], check=True, capture_output=True)
    browser = kind.launch(
        executable_path=find_chromium(),
        args=[*ARGUMENTS, *more],
        env={"HOME": str(home), "PATH": "/usr/bin:/bin"},
    )
    try:
        yield browser
    finally:
        browser.close()
