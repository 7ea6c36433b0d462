"""Finds the Chromium of the system, and fails when there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web_server import serving

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The headless shell is preferred: without a window around the page, a page takes a third of the time."""

UNUSED = (
    # No processes in reserve for a next page, and no suggestions of an address bar.
    *("SpareRendererForSitePerProcess", "PreloadTopChromeWebUI", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # Chromium uses only the last switch of this name, so Playwright's features are repeated.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "OptimizationHints"),
    *("ThirdPartyStoragePartitioning", "AimEnabled", "PreconnectToSearch"),
)

ARGUMENTS = (
    # Chromium does not run its sandbox as root, and tests may run as root.
    "--no-sandbox",
    # In containers, /dev/shm has a few megabytes, less than a page needs.
    "--disable-dev-shm-usage",
    "--disable-gpu",
    # No request may leave this machine.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(UNUSED)}",
)


# Long timeouts, as a busy machine is slow.
expect.set_options(timeout=60_000)


def find_chromium() -> str:
    """Find a Chromium that starts.

    The variable ``CHROMIUM`` precedes the names on ``PATH``. Each is tried, because the chromium package of Ubuntu installs a
    program that only prints where to get the real one.

    Returns:
        The path of the program.

    Raises:
        FileNotFoundError: none starts.
    """
    for name in filter(None, (os.environ.get("CHROMIUM"), *NAMES)):
        path = shutil.which(name)
        if path and not subprocess.run([path, "--version"], capture_output=True, check=False).returncode:
            return path
    message = "no Chromium starts from PATH: install the chromium package or set CHROMIUM"
    raise FileNotFoundError(message)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that ``-m 'not browser'`` excludes them."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the Chromium found, instead of Playwright's own."""
    return {**browser_type_launch_args, "executable_path": find_chromium(), "args": list(ARGUMENTS)}


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a real app with an empty database."""
    with serving(tmp_path_factory.mktemp("browser")) as address:
        yield address


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    """A page on a French tablet in portrait with a touch screen; any error of a script fails the test."""
    # A service worker would hide the tests' changes of the network.
    context = browser.new_context(
        viewport={"width": 768, "height": 1024}, has_touch=True, locale="fr-FR", service_workers="block"
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert problems == []
