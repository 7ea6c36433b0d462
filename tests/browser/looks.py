"""Visual faults of pages: violations found by axe, targets too small for a finger, content cut off by the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.table import LAPTOP

SMALL = """() => [...document.querySelectorAll('button, .button span, main a, summary, select, textarea, input:not([type=hidden])')]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.button') || e.matches('.button span'))
    .filter(e => !e.closest('p, li.plain, td, dd') && !(e.labels && e.labels.length && e.matches('[type=radio],[type=checkbox]')))
    .map(e => [e.getBoundingClientRect().height, e.outerHTML.slice(0, 90)])
    .filter(([height]) => height > 0 && height < 43.9).map(String)"""
"""Returns the controls of a page that are too small for a finger."""


WORDS_AND_COLOURS = (
    "aria-command-name",
    "aria-input-field-name",
    "aria-progressbar-name",
    "aria-toggle-field-name",
    "button-name",
    "color-contrast",
    "document-title",
    "empty-heading",
    "empty-table-header",
    "html-has-lang",
    "html-lang-valid",
    "image-alt",
    "input-button-name",
    "label",
    "label-title-only",
    "link-in-text-block",
    "link-name",
    "select-name",
    "summary-name",
    "svg-img-alt",
    "valid-lang",
)
"""Rules of axe that depend on the language or the colours; those about structure do not."""


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """Return the violations that axe-core finds by these rules, or by all, as readable lines."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options |= {"runOnly": {"type": "rule", "values": rules}, "preload": False}
    result = Axe().run(page, options=options)
    return [
        f"{item['id']}: {node['target']} {node['html'][:120]}"
        for item in result.response["violations"]
        for node in item["nodes"]
    ]


def unfit(page: Page, size: ViewportSize) -> list[str]:
    """Return the elements that do not fit a screen of this size, or are too small to be touched."""
    page.set_viewport_size(size)
    assert page.evaluate("innerWidth") == size["width"]
    problems: list[str] = page.evaluate(SMALL)
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wider > 0:
        problems.append(f"{wider} px too wide")
    return [f"at {size['width']}: {problem}" for problem in problems]


def open_page(page: Page, address: str) -> list[str]:
    """Open a page; return its HTTP status as a fault unless it is 200."""
    answer = page.goto(address)
    assert answer is not None
    return [] if answer.status == 200 else [f"status {answer.status}"]


@contextmanager
def silent(browser: Browser, **device: Any) -> Iterator[Page]:
    """Yield a page on a device (options of a context); a dialog opened by a script fails the test."""
    context = browser.new_context(reduced_motion="reduce", **device)
    page = context.new_page()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    yield page
    context.close()
    assert dialogs == []


def look_by_touch(
    browser: Browser, base: str, paths: Iterable[str], sizes: Sequence[ViewportSize]
) -> dict[str, list[str]]:
    """Return the faults by path, of faulty pages: opened once, light and in French, at each size; axe checks the last size.

    Widths are only used by the style sheets, so that resizing gives the same layout as a reload.
    """
    faults = {}
    with silent(browser, has_touch=True, color_scheme="light", locale="fr-FR") as page:
        for path in paths:
            problems = open_page(page, base + path)
            for size in sizes:
                problems += unfit(page, size)
            if problems := problems + violations(page):
                faults[path] = problems
    return faults


def look_in_the_dark(browser: Browser, base: str, paths: Iterable[str]) -> dict[str, list[str]]:
    """Return the faults of words and colours by path, of faulty pages: dark, in English, on a computer with a mouse."""
    faults = {}
    with silent(browser, viewport=LAPTOP, color_scheme="dark", locale="en-GB") as page:
        for path in paths:
            if problems := open_page(page, base + path) + violations(page, WORDS_AND_COLOURS):
                faults[path] = problems
    return faults
