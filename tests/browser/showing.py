"""The pages of the gallery in a browser, on screens of three sizes, light and dark.

`python -m tests.browser.showing FOLDER PORT` takes screenshots; with another version of the package first on the path, of that
version.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Browser, Page, Route, ViewportSize, sync_playwright

from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.gallery import Gallery, gallery
from tests.browser.table import painted
from tests.web_server import served

TABLETS: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 768},
)
SCHEMES = ("light", "dark")
BROKEN = """() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const cut = [...document.querySelectorAll('button, .totals *, h1, h2, th, td.num, label > span, .phrase')].filter(e =>
        e.checkVisibility({visibilityProperty: true}) && !e.closest('.sr, [hidden]') && e.clientWidth > 1 &&
        !['auto', 'scroll', 'visible'].includes(getComputedStyle(e).overflowX) &&
        getComputedStyle(e).textOverflow !== 'ellipsis' && e.scrollWidth > e.clientWidth + 1);
    const scrolls = (e) => e && (['auto', 'scroll'].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
    const shortened = (e) => e && (getComputedStyle(e).textOverflow === 'ellipsis' || shortened(e.parentElement));
    const past = [...document.querySelectorAll('h1, h2, p, button, label, td, th, bdi')].filter(e =>
        e.checkVisibility({visibilityProperty: true}) && !e.closest('.sr, [hidden]') && !scrolls(e) && !shortened(e) &&
        e.getBoundingClientRect().right > innerWidth + 1);
    cut.push(...past);
    return [...(wide > 0 ? [`${wide} px too wide`] : []), ...cut.map(e => `cut off: ${e.outerHTML.slice(0, 90)}`),
        ...(document.body.innerText.trim() ? [] : ['empty'])];
}"""
"""Returns faults that are faults in any design."""


@contextmanager
def on_screen(browser: Browser, scheme: Any) -> Iterator[Page]:
    """Yield a page that loads `page.hang.html`, a page of the gallery, as its document; the app serves all other files."""
    context = browser.new_context(
        color_scheme=scheme, locale="fr-FR", reduced_motion="reduce", has_touch=True, service_workers="block"
    )
    page = context.new_page()
    current = SimpleNamespace(html="")

    def answer(route: Route) -> None:
        if route.request.resource_type == "document" and route.request.frame == page.main_frame:
            route.fulfill(body=current.html, content_type="text/html; charset=utf-8")
        elif route.request.resource_type == "eventsource":
            route.fulfill(body="retry: 600000\n\n", content_type="text/event-stream")
        else:
            route.continue_()

    page.route("**/*", answer)
    page.hang = current  # type: ignore[attr-defined]
    yield page
    context.close()


def show(page: Page, made: Gallery, name: str, base: str, size: ViewportSize) -> None:
    """Open a page of the gallery on a screen of this size."""
    path, page.hang.html = made.pages[name]  # type: ignore[attr-defined]
    page.set_viewport_size(size)
    page.goto(base + path)
    painted(page)


def file_of(name: str, size: ViewportSize, scheme: str) -> str:
    """Return the file name of a screenshot."""
    plain = "".join(letter if letter.isalnum() else "_" for letter in name).strip("_") or "home"
    return f"{plain}-{size['width']}-{scheme}.png"


def main(folder: Path, port: int) -> None:
    """Take all screenshots, and write a list of the broken pages."""
    folder.mkdir(parents=True, exist_ok=True)
    faults: dict[str, list[str]] = {}
    with gallery(folder / "data") as made, served(made.app, port) as base, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        for scheme in SCHEMES:
            with on_screen(browser, scheme) as page:
                for name in made.pages:
                    for size in TABLETS:
                        show(page, made, name, base, size)
                        picture = file_of(name, size, scheme)
                        page.screenshot(path=folder / picture, full_page=True)
                        if broken := page.evaluate(BROKEN):
                            faults[picture] = broken
        browser.close()
    (folder / "faults.json").write_text(json.dumps(faults, ensure_ascii=False, indent=1), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
