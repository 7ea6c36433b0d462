"""Hands at the tablet: open a sheet and enter lines as a person does, by touch or by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.rules.contract import State
from scorekeeper.cards.sheet_file import read_sheet
from tests.patience import until

UPRIGHT: ViewportSize = {"width": 768, "height": 1024}
LANDSCAPE: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 360, "height": 740}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}

SOONER = """(times) => {
    const wait = window.setTimeout;
    window.setTimeout = (act, time, ...more) => wait(act, time > 1500 ? time / times : time, ...more);
}"""

LATE = """const ask = window.fetch;
window.fetch = async (url, how) => {
    if (url === "/securise/oui") await new Promise((on) => setTimeout(on, 1000));
    return ask(url, how);
};"""


def wait(page: Page, true: Callable[[], object], what: str = "it did not happen") -> None:
    """Poll until `true()` holds, while routes and events of the page are handled."""
    until(true, what=what, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))


def painted(page: Page) -> None:
    """Wait until the page has been laid out and painted."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def hurry(context: BrowserContext, times: int) -> None:
    """Shorten the polling and retry intervals of a context's pages by this factor."""
    context.add_init_script(f"({SOONER})({times})")


def undo(page: Page, rang: int, word: str = "Annuler") -> None:
    """Undo the last act, on line `rang`, from the menu, where the item is always available; `word` begins its French label."""
    button = page.locator("nav").get_by_role("button", name=f"{word} la ligne {rang}")
    if not button.is_visible():
        page.locator("nav details.menu > summary").tap()
    button.tap()


def set_rule(field: Locator, value: str) -> None:
    """Open the folds around the field of a setting, and fill it in."""
    field.wait_for(state="attached")
    folded = field.locator("xpath=ancestor::details[not(@open)]/summary")
    while folded.count():
        folded.first.click()
    if field.evaluate("(field) => field.localName") == "select":
        field.select_option(value)
    else:
        field.fill(value)


class Hands:
    """Fills in forms. The form itself maps entries to fields; expected results are in the tests."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.taps = self.digits = 0

    def open_sheet(self, sheet: Mapping[str, Any], settings: Mapping[str, str] | None = None) -> None:
        """Fill in the form of a new sheet and open it."""
        page = self.page
        page.goto(f"{self.base}/nouvelle/{sheet['game']}")
        for place, name in enumerate(sheet["players"]):
            page.fill(f"#joueur-{place}", name)
        if sheet.get("equipes"):
            page.click("summary:has-text('Réglages')")
        for letter, name in zip("ab", sheet.get("equipes", ()), strict=False):
            page.fill(f"#equipe-{letter}", name)
        for key, value in (settings or {}).items():
            set_rule(page.locator(f"[name='reglage-{key}']"), value)
        self.press(page.locator(".go .primary"))
        expect(page.locator(".sheet-page")).to_be_visible()

    def enter(self, sheet: Mapping[str, Any], place: int) -> None:
        """Enter line `place` + 1 of the sheet, and wait until it is written."""
        self.fill(sheet, place)
        self.confirm(place)

    def confirm(self, place: int) -> None:
        """Tick the doubts and send the form, then wait until line `place` + 1 is on the sheet."""
        for doubt in self.page.locator("[data-doubts] input").all():
            self.press(doubt)
        self.press(self.page.locator(".confirm .primary"))
        line = self.page.locator(f".sheet-table tbody a[href$='/lignes/{place + 1}']")
        expect(line.first, f"line {place + 1}").to_be_visible()

    @staticmethod
    def fields(sheet: Mapping[str, Any], place: int) -> dict[str, list[str]]:
        """Return the form fields of line `place` + 1 with their values."""
        read = read_sheet({**sheet, "entries": list(sheet["entries"][:place])})
        state: State = read.replay().state
        data = game_of(sheet["game"]).form.formdata(sheet["entries"][place], state)
        filled = {name: [str(value) for value in values if value != ""] for name, values in data.items()}
        return {name: values for name, values in filled.items() if values}

    def fill(self, sheet: Mapping[str, Any], place: int) -> None:
        """Fill in the form for line `place` + 1, and wait for the sentence of its result."""
        self.say(self.fields(sheet, place))

    def say(self, fields: Mapping[str, Sequence[str]]) -> None:
        """Fill in these fields of a line, and wait for the sentence of its result."""
        shown = self.page.locator(":is(.entry, .cell) :is([name], [data-hidden])").evaluate_all(
            "all => all.map((field) => field.name || field.id)"
        )
        for name in sorted(fields, key=lambda name: shown.index(name) if name in shown else -1):
            self._field(name, fields[name])
        expect(self.page.locator("form.entry[aria-busy=false] [data-phrase]:not(.waiting)")).not_to_be_empty()

    def _field(self, name: str, values: Sequence[str]) -> None:
        # Fields of hidden numbers exist only once all are noted.
        inputs = self.page.locator(f":is(.entry, .cell) :is([name={name!r}], #{name}[data-hidden])")
        if inputs.count() == 0 or inputs.first.get_attribute("type") == "hidden":
            return
        if inputs.first.get_attribute("type") in {"radio", "checkbox"}:
            for value in values:
                # A default value has a button only without scripts.
                wanted = self.page.locator(
                    f":is(.entry, .cell) [name={name!r}][value={value!r}]:not(noscript *)"
                )
                if wanted.count() and not wanted.is_checked():
                    self.reach(wanted)
                    self.press(wanted)
        elif inputs.first.get_attribute("data-turn") is not None:
            self.reach(inputs.first)
            self.choose(inputs.first, values[0])
        elif inputs.first.input_value() != values[0]:
            self.reach(inputs.first)
            chip = self.page.locator(f".counter:has([name={name!r}]) button")
            for _ in range(int(values[0]) if chip.count() else 0):
                self.press(chip)
            if not chip.count():
                self.type(inputs.first, values[0])

    def reach(self, field: Locator) -> None:
        """Make a field visible: open its step of the form (an entry is asked for step by step), and the folds around it."""
        step = field.locator("xpath=ancestor-or-self::*[@data-place]")
        if step.count() and not step.first.is_visible():
            for covering in self.page.locator(".entry .more[open]").all():
                self.press(covering.locator("xpath=./summary"))
            place = step.first.get_attribute("data-place")
            self.press(self.page.locator(f".steps [data-place='{place}']"))
        self._unfold(field)

    def _unfold(self, field: Locator) -> None:
        for covering in self.page.locator(".entry .more[open]").all():
            if not covering.locator(f"[name={field.get_attribute('name')!r}]").count():
                self.press(covering.locator("xpath=./summary"))
        for folded in field.locator("xpath=ancestor::details[not(@open)]").all():
            self.press(folded.locator("xpath=./summary"))

    def press(self, target: Locator) -> None:
        """Tap a control, or the label of a radio button or box, and count the tap."""
        self.taps += 1
        if target.get_attribute("type") in {"radio", "checkbox"}:
            target = target.locator("xpath=ancestor::label")
        target.tap()

    def choose(self, cell: Locator, value: str) -> None:
        """Choose a playing card for a field: tap the field unless it is active, then the key of the rank `value`."""
        around = cell.locator("xpath=..")
        if "active" not in (around.get_attribute("class") or ""):
            self.press(around)
        self.press(self.page.locator(f".rank-keys button:text-is({value!r})"))

    def type(self, field: Locator, text: str) -> None:
        """Tap the field unless it is active, then the digits on the keypad of the page."""
        if field.get_attribute("data-keypad") is None:
            field.fill(text)
            return
        if not field.is_visible():
            self.reach(field)
        if "active" not in (
            field.locator("xpath=ancestor::*[contains(@class,'field')][1]").get_attribute("class") or ""
        ):
            self.taps += 1
            field.tap()
        for sign in [text] if text == field.get_attribute("data-whole") else text.replace(".5", "½"):
            self.taps += 1
            self.digits += 1
            self.page.locator(f".keypad button:text-is({sign!r})").tap()


class Keys(Hands):
    """Hands that use the keyboard alone, without touch."""

    def press(self, target: Locator) -> None:
        """Focus a control, and press space or enter."""
        target.focus()
        kind = target.get_attribute("type")
        self.page.keyboard.press("Space" if kind in {"radio", "checkbox"} else "Enter")

    def choose(self, cell: Locator, value: str) -> None:
        """Select the value in the list of the cell."""
        cell.select_option(value)

    def type(self, field: Locator, text: str) -> None:
        """Replace the text of the field."""
        field.focus()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
