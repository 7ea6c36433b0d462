"""Visibility of a sheet: counts the controls, figures and names that a tablet shows, and checks each of them.

`python -m tests.browser.in_view [GAME…]` prints the figures of all games.
"""

from __future__ import annotations

import json
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.config import Config
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.table import LANDSCAPE, UPRIGHT, Hands, painted
from tests.cards.games.test_maison import text
from tests.evenings import evenings
from tests.pages import make_app
from tests.web.desk_visits import PHRASE
from tests.web_server import served

DECLARED = ("skyjo", "yams")
"""Declared games among the examples: one with a line for all players, one with a grid."""
PLAYED = (*(game.key for game in GAMES), *(f"maison-{name}" for name in DECLARED))
SIZES: tuple[ViewportSize, ...] = (
    UPRIGHT,
    LANDSCAPE,
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 512, "height": 384},
    {"width": 384, "height": 512},
)
"""Tablet, phones, and a tablet at 200 %, in portrait and landscape."""
FOUR = ("Anne", "Bruno", "Chloé", "David")
LONG = tuple(f"Marie-Antoinette de La Rochefoucauld {first}" for first in ("Ann", "Bea", "Cle", "Dan"))
"""Names of forty letters."""
FIVE = (*FOUR, "Éva")
OF_FIVE = ("tarot", "libre", "bouees", "wiezen", "maison-skyjo", "maison-yams")
"""Games for five players."""
SEEN = """() => {
    const words = (text) => (text.match(/[\\p{L}\\p{N}½±⌫↵×+−]+/gu) ?? []).length;
    const names = new Set(NAMES);
    const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest(".sr, [hidden], noscript");
    const box = (each) => each.getBoundingClientRect();
    const middle = (rect) => [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
    const inside = ([x, y], rect) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    // What a part that scrolls has scrolled away is out of view, and in reach.
    const scrolled = (each) => {
        const apart = getComputedStyle(each).position === "absolute" || each.closest(".rest:not([open])");
        for (let up = apart ? each.offsetParent.offsetParent : each.parentElement; up && up !== document.body; up = up.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(up);
            const { left, right, bottom } = box(up), top = up.querySelector("thead th:last-child")?.getBoundingClientRect().bottom ?? box(up).top;
            if (/auto|scroll/.test(overflowX + overflowY) && !inside(middle(box(each)), { left, right, bottom: bottom - 2, top: each.closest("thead") ? 0 : top })) return up;
        }
        return null;
    };
    const named = (each) => `${each.localName}.${each.className} “${(each.ariaLabel || each.innerText || each.name || "").trim().slice(0, 40)}”`;
    const controls = [...document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden], [type=radio], [type=checkbox]), label:has([type=radio], [type=checkbox])")]
        .filter((each) => shown(each) && !each.disabled && !each.matches(".skip") && each.tabIndex > -2 && box(each).width > 1);
    const away = controls.filter((each) => scrolled(each));
    const there = controls.filter((each) => !away.includes(each));
    const covered = there.filter((each) => {
        const found = document.elementFromPoint(...middle(box(each)));
        return !inside(middle(box(each)), screen) || !found || !(each.contains(found) || found.contains(each) || each.href && each.href === found.closest("a")?.href);
    });
    // A text that is wider or higher than what it stands in.
    const range = document.createRange();
    const cut = [...document.querySelectorAll(".totals b, .totals bdi:not(.sr), tbody .num b, .button span, .chip, .keypad button, .field label, legend, .panel button, summary, .phrase, .errors p, .hint")]
        .filter((each) => shown(each) && each.textContent.trim() && !scrolled(each) && box(each).width > 1 && inside(middle(box(each)), screen)).filter((each) => {
            if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth && getComputedStyle(each).overflowX !== "visible") return true;
            if (each.scrollHeight > each.clientHeight + 2 && each.clientHeight && getComputedStyle(each).overflowY === "hidden") return true;
            const outer = box(each.closest("th, td, label, button, .panel, .bar, summary") ?? each);
            const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
                range.selectNodeContents(texts.currentNode);
                const inner = range.getBoundingClientRect();
                if (getComputedStyle(texts.currentNode.parentElement).clipPath === "none" && inner.width && (inner.left < outer.left - 1.5 || inner.right > outer.right + 1.5)) return true;
            }
            return false;
        });
    const newest = ["selected", "last", "newest"].map((name) => document.querySelector(`.sheet-table .${name}`)).find(Boolean), head = document.querySelector(".sheet-table thead th:last-child");
    const line = newest && box(newest), panel = box(document.querySelector(".panel")), lines = box(document.querySelector(".lines"));
    const beside = panel.left > 1;
    const whole = !newest || (line.top >= box(head).bottom - 1 && line.bottom <= Math.min(innerHeight, lines.bottom, beside ? innerHeight : panel.top) + 1);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let count = 0;
    while (walker.nextNode()) {
        const node = walker.currentNode, text = node.textContent.trim();
        if (!text || !shown(node.parentElement) || node.parentElement.closest("bdi") || names.has(text)) continue;
        range.selectNodeContents(node);
        const rect = range.getBoundingClientRect();
        if (inside(middle(rect), screen) && !scrolled(node.parentElement)) count += words(text);
    }
    const total = document.querySelector(".totals b");
    const counted = there.filter((each) => inside(middle(box(each)), screen) && !each.matches(".names *"));
    return {
        controls: counted.length, words: count, total: Math.round(parseFloat(getComputedStyle(total).fontSize)),
        covered: covered.map(named), cut: cut.map(named), newest: whole,
        away: away.filter((each) => each.closest(".panel")).map(named),
    };
}"""
"""Returns the figures of a sheet: visible controls and words, size of totals, covered or cut elements, and whether the newest line is whole."""
WRITE = """async (fields) => {
    const form = document.querySelector("form.entry"), told = new URLSearchParams();
    for (const { name, value } of form.querySelectorAll("input[type=hidden]")) told.set(name, value);
    for (const [name, values] of Object.entries(fields)) for (const value of values) told.append(name, value);
    const send = () => fetch(form.action, { method: "POST", body: told });
    const page = new DOMParser().parseFromString(await (await send()).text(), "text/html");
    for (const { value } of page.querySelectorAll("[name=sure]")) told.append("sure", value);
    return page.querySelector("[name=sure]") ? (await send()).ok : true;
}"""
"""Sends a line as the form would, with its doubts confirmed."""
SLOWER = """() => {
    const wait = window.setTimeout;
    window.setTimeout = (act, time, ...more) => wait(act, time > 4000 ? time * 100 : time, ...more);
}"""
"""Keeps temporary elements of a page visible long enough for the checks."""


@contextmanager
def house(folder: Path, browser: Browser) -> Iterator[tuple[str, BrowserContext]]:
    """Serve a new house whose organiser has added the declared games; yield its URL and the browser context of a tablet."""
    app = make_app(Config(folder))
    set_passphrase(app.extensions["store"], PHRASE)
    context = browser.new_context(
        viewport=UPRIGHT, has_touch=True, locale="fr-FR", service_workers="block", reduced_motion="reduce"
    )
    context.add_init_script(f"({SLOWER})()")
    with served(app) as base:
        page = context.new_page()
        page.goto(f"{base}/organisateur?retour=/jeux-maison")
        page.fill("#phrase", PHRASE)
        page.get_by_role("button", name="Se connecter").tap()
        expect(page.locator("form.asking")).to_be_visible()
        for name in DECLARED:
            page.goto(f"{base}/jeux-maison")
            page.locator("details.text").evaluate("fold => { fold.open = true; }")
            page.fill("#definition", text(name))
            page.get_by_role("button", name="Ajouter", exact=True).tap()
            expect(page.locator(f"#maison-{name}")).to_be_visible()
        page.close()
        yield base, context
    context.close()
    app.extensions["store"].close()


def declared_line(game: str, players: Sequence[str]) -> dict[str, list[str]]:
    """Return a first line of a declared game, as fields of its form."""
    if game == "maison-yams":
        return {"case": ["0.six"], "points": ["24"]}
    points = {f"f_cartes_{place}": [f"{12 + place}"] for place in range(len(players))}
    return {**points, "f_ferme": [players[0]]}


def lines_of(game: str, players: Sequence[str]) -> tuple[Mapping[str, Any], list[Any]]:
    """Return the settings and first lines of an evening of a game, with these players; one line for a declared game."""
    if game.startswith("maison-"):
        return {}, [{}]
    sheet = next(each.sheet for each in evenings() if each.sheet["game"] == game)
    few = 1 if len(sheet["entries"]) < 4 else 3  # so that the partie does not end
    before = sheet["players"]
    names = dict(zip(before, players, strict=False))

    def renamed(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {
                names.get(key, key): renamed(each) for key, each in value.items() if key not in before[4:]
            }
        if isinstance(value, list):
            return [renamed(each) for each in value]
        return names.get(value, value) if isinstance(value, str) else value

    return sheet.get("settings", {}), [renamed(line) for line in sheet["entries"][:few]]


class Looking:
    """A page that opens sheets in their states, and measures how much of each a screen shows."""

    def __init__(self, base: str, context: BrowserContext) -> None:
        self.base, self.page = base, context.new_page()
        self.page.route("**/suivre*", lambda route: route.abort())

    def sheet(
        self, game: str, players: Sequence[str], lines: Sequence[Any] = (), settings: Any = None
    ) -> str:
        """Open a sheet with these lines, the last of them just written on this tablet; return its URL."""
        sheet = {"format": "scorekeeper/1", "game": game, "players": [*players], "settings": settings or {}}
        if game.startswith("maison-"):
            sheet["definition"] = tomllib.loads(text(game.removeprefix("maison-")))
        wanted = {**sheet, "entries": [*lines[:-1]]}
        answer = self.page.request.post(f"{self.base}/api/parties", data=wanted)
        assert answer.status == 201, answer.text()
        address = f"{self.base}/parties/{answer.json()['id']}"
        self.page.goto(address)
        for line in lines[-1:]:
            if "ajustement" in line:
                points = {f"points_{place}": ["-9999"] for place in range(len(players))}
                fields = {"ajustement": ["1"], "cause": ["litige"], **points}
            else:
                fields = (
                    declared_line(game, players)
                    if game.startswith("maison-")
                    else Hands.fields({**sheet, "entries": [*lines]}, len(lines) - 1)
                )
            self.page.evaluate(WRITE, fields)
            self.page.goto(address)
            expect(self.page.locator(".undo[data-revision]")).to_be_attached()
        ready(self.page)
        return address

    def look(self, sizes: Sequence[ViewportSize] = SIZES) -> Iterator[tuple[ViewportSize, dict[str, Any]]]:
        """Yield each size with what the present page shows at it: numbers of controls, figures and names, and faults."""
        names = [*FOUR, *LONG]
        for size in sizes:
            self.page.set_viewport_size(size)
            painted(self.page)
            yield size, self.page.evaluate(SEEN.replace("NAMES", json.dumps(names)))

    def states(self, game: str) -> Iterator[str]:
        """Bring the page to one state of a sheet after the other; yield the name of each."""
        page = self.page
        page.set_viewport_size(UPRIGHT)
        self.sheet(game, FOUR)
        yield "empty"
        page.set_viewport_size(UPRIGHT)
        page.locator(".confirm .primary").click(force=True)
        page.locator("main .errors p:visible").first.wait_for()
        yield "refused"
        page.set_viewport_size(UPRIGHT)
        settings, lines = lines_of(game, FOUR)
        written = self.sheet(game, FOUR, lines, settings)
        yield "undo"
        if len(lines) > 1:
            page.set_viewport_size(UPRIGHT)
            page.goto(f"{written}/lignes/1/modifier")
            ready(page)
            yield "reasons"
        page.set_viewport_size(UPRIGHT)
        settings, lines = lines_of(game, LONG)
        self.sheet(game, LONG, lines, settings)
        yield "long names"
        if game in OF_FIVE:
            page.set_viewport_size(UPRIGHT)
            self.sheet(game, FIVE, [{"ajustement": {}}])
            yield "−9999"


def ready(page: Page) -> None:
    """Wait until the form has been initialised."""
    expect(page.locator("form.entry.ready")).to_be_visible()


def figures_line(seen: Mapping[str, Any]) -> str:
    """Return one line about a sheet: the numbers of controls and words, the size of its totals, and its faults."""
    faults = [f"{word} {len(seen[word])}" for word in ("covered", "cut", "away") if seen[word]]
    faults += [] if seen["newest"] else ["newest line not whole"]
    counted = f"{seen['controls']:3} controls {seen['words']:4} words, totals {seen['total']} px"
    return "  ".join([counted, *faults])


def main(arguments: Sequence[str]) -> None:
    """Print the figures of the sheets of these games, or of all; with `-v` also the faults."""
    games = [name for name in arguments if name != "-v"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*ARGUMENTS])
        with house(Path(folder), browser) as (base, context):
            tablet = Looking(base, context)
            for game in games or PLAYED:
                for state in tablet.states(game):
                    for size, seen in tablet.look():
                        where = f"{game:13}{state:11}{size['width']:5}×{size['height']:<5}"
                        faults = [
                            f"{word}: {what}" for word in ("covered", "cut", "away") for what in seen[word]
                        ]
                        sys.stdout.write(
                            "\n    ".join(
                                [where + figures_line(seen), *(faults if "-v" in arguments else ())]
                            )
                            + "\n"
                        )
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
