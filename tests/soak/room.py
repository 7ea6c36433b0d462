"""Evening with faults in a room without internet: `python -m tests.soak.room FOLDER hotspot|router`, in namespaces of its own.

Three tablets are real browsers: two trust the house and use HTTPS, by its name and by its address; one does not. Programs play
the other tables of a round. The Wi-Fi fails, the server is killed, eight people print, another laptop takes over, the first one
restarts. In the end each line that was entered is once on its sheet, on the server that holds the evening. Lines that only the
first one acknowledged after the split are listed there, and changed nothing.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import time
import urllib.request
import uuid
from pathlib import Path

import pypdf
from playwright.sync_api import Browser, BrowserType, Page, expect, sync_playwright

from scorekeeper.config import Config, House
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.browser.table import Hands, hurry
from tests.browser.test_outbox import TAROT, prise
from tests.patience import until
from tests.soak.hall import HTTPS_PORT, PORT, Desk, Hall, Laptop, Names
from tests.soak.room_tables import Printer, Table
from tests.soak.trusting import chromium
from tests.tournaments.desk import draw, opened
from tests.web.desk_visits import PHRASE

TABLES = 5
BY_NAME, NOT_TRUSTING = 1, 2
"""Numbers of the tables of the round that are played on browsers: one that trusts the house, and one that does not."""
WRITTEN = ".sheet-table tbody th a"
FIRST, SECOND = "10.42.0.1", "10.42.0.2"
PRISE = {"preneur": "Anne", "contrat": "prise", "bouts": 2}
"""An entry of Tarot without its points; 41 are needed to win it."""
ELSEWHERE = (
    "Écrite — Anne, prise +39",
    "Modifiée — Anne, prise +29",
    "Rayée — Anne, prise +39",
    "Rétablie — Anne, prise +39",
    "Feuille terminée — Anne 354, ",
)
"""Acts of the first laptop after the split, as the second one lists them; 354 is 3 × (25 + 29) and 3 × (25 + 39)."""


class Tablet:
    """A browser at a sheet of Tarot or Jass; `typed` are the points of the lines typed there, in order."""

    def __init__(self, page: Page, *, tarot: bool) -> None:
        self.page = page
        self.typed: list[int] = []
        self._tarot = tarot
        # Points that leave no doubt: with two bouts at Tarot, of a camp at Jass.
        self._points = iter(range(51, 80) if tarot else (92, 57, 61, 110, 48, 83, 77, 120, 35, 66, 101, 95))

    def type(self) -> None:
        """Fill in a line by touch and send it, without waiting until it is stored."""
        points = next(self._points)
        if self._tarot:
            prise(self.page, Hands(self.page, ""), "Anne", str(points))
        else:
            self.page.locator("[name=camp][value=A]").locator("xpath=ancestor::label").tap()
            self.page.fill("[name=points]", str(points))
            self.page.locator(".confirm .primary").tap()
        self.typed.append(points)

    def enter(self) -> None:
        """Type a line, and wait until the sheet has stored all lines typed there."""
        self.type()
        self.expect_all_stored()

    def expect_pending(self, lines: int) -> None:
        """Wait until the page shows this number of lines that the server has not stored yet."""
        expect(self.page.locator(".pending")).to_have_count(lines)

    def expect_all_stored(self) -> None:
        """Wait, 120 s at most, until the page shows as many stored lines as were typed there, and none that is pending."""
        expect(self.page.locator(WRITTEN)).to_have_count(len(self.typed), timeout=120_000)
        self.expect_pending(0)

    @property
    def sheet(self) -> int:
        """Number of the partie on its page."""
        return int(self.page.locator("[data-partie]").get_attribute("data-partie") or 0)


class Room:
    """The evening: two laptops, a drawn round, browsers, and tables played by programs. `__init__` starts only name resolution."""

    def __init__(self, folder: Path, *, hotspot: bool) -> None:
        self.hall, self.hotspot = Hall(folder), hotspot
        self.one, self.two = Laptop(self.hall, "one", FIRST), Laptop(self.hall, "two", SECOND)
        with Store(Config(self.one.data).database) as store:
            self.tournament = draw(store, opened(store, 4 * TABLES))
            set_passphrase(store, PHRASE)
        self.name = f"{House(self.one.data).name()}.local"
        self.names = Names(self.hall, self.name)
        self.names.start()
        self.links: dict[int, str] = {}
        self.tables: list[Table] = []
        self.tablets: list[Tablet] = []
        self.own_sheet, self.own = 0, list[int]()
        """Number of a sheet opened at the first laptop itself (0 before that), and the points of its lines."""

    @property
    def sheets(self) -> dict[int, list[int]]:
        """Points of the lines expected in the end, by the number of the sheet, from all that was typed."""
        browsers = {tablet.sheet: tablet.typed for tablet in self.tablets}
        return browsers | {self.own_sheet: self.own} | {table.sheet: table.typed for table in self.tables}

    def open_up(self) -> None:
        """Start the first laptop, print the table cards with its name, open a sheet there, and start the standby; wait for both."""
        self.one.start("serve")
        self.one.wait()
        until(lambda: "data-probe" in opened_page(f"{self.one.url}/securise"), what="nobody serves https")
        desk = organiser(self.one)
        desk.press("/connecter/salle", wifi="", password="", paper="name")
        self.links = printed(desk.fetch("/tournois/1/cartes.pdf"))
        assert set(self.links) == set(range(1, TABLES + 1))
        sheet = {"format": "scorekeeper/1", "game": "tarot", "players": TAROT["players"]}
        self.own_sheet = int(desk.send("/api/parties", sheet)["id"])
        self.at_the_laptop(self.one)
        code = re.search('pairing-code">(.*?)<', desk.press("/secours", "/secours/code"))
        assert code
        self.two.start("follow", f"{self.one.url}/", stdin=f"{code[1]}\n")
        self.two.wait(503)
        until(lambda: self.names.addresses == [FIRST], what="nobody hears the name of the house")

    def sit_down(self, trusting: Browser, other: Browser) -> None:
        """Open a sheet on two tablets of `trusting` (HTTPS, service worker) and one of `other` (HTTP); start the other tables."""
        by_name, by_address, stranger = (tablet_of(browser) for browser in (trusting, trusting, other))
        self.take(by_name, BY_NAME)
        self.secure(by_name, "/table")
        assert by_name.url.startswith(f"https://{self.name}:{HTTPS_PORT}/parties/")
        by_address.goto(f"{self.one.url}/")
        self.secure(by_address, "/")
        Hands(by_address, f"https://{FIRST}:{HTTPS_PORT}").open_sheet(TAROT)
        self.take(stranger, NOT_TRUSTING)
        stranger.goto(f"http://{self.name}:{PORT}/securise")
        answer = stranger.locator("[data-probe]:not(.trusts) [role=status]")
        expect(answer).to_have_text(answer.get_attribute("data-no") or "")
        stranger.goto(f"http://{self.name}:{PORT}/table")
        pages = (by_name, by_address, stranger)
        self.tablets = [Tablet(page, tarot=page is by_address) for page in pages]
        for page in pages[:2]:
            page.evaluate("navigator.serviceWorker.ready.then(() => {})")
            page.reload()
            assert page.evaluate("navigator.serviceWorker.controller !== null")
        for number in range(1, TABLES + 1):
            if number not in {BY_NAME, NOT_TRUSTING}:
                partie = self.tournament.rounds[-1].tables[number - 1].partie
                self.tables.append(Table(self.links[number], partie))
        for table in self.tables:
            table.start()

    def take(self, page: Page, table: int) -> None:
        """Take a table by the URL on its card, and wait for the form of its sheet."""
        page.goto(self.links[table])
        page.get_by_role("button", name=f"Prendre la table {table}").tap()
        expect(page.locator("form.entry")).to_be_visible()

    def secure(self, page: Page, back: str) -> None:
        """Switch to HTTPS on the page that explains it, which then leads to `back`. Fails unless the page's context is secure."""
        page.goto(f"{page.url.partition('/parties')[0].rstrip('/')}/securise?retour={back}")
        page.locator("[data-probe].trusts").wait_for()
        page.get_by_role("button", name="Passer en sécurisé").tap()
        page.wait_for_url(re.compile("^https://"))
        assert page.evaluate("isSecureContext")

    def at_the_laptop(self, laptop: Laptop) -> None:
        """Send the next line of the sheet `own_sheet` to the API of a laptop, and add it to the expected ones."""
        points = 60 + len(self.own)
        line = {"uuid": str(uuid.uuid4()), "rang": len(self.own) + 1, "entry": {**PRISE, "points": points}}
        Desk(laptop).send(f"/api/parties/{self.own_sheet}/entries", line)
        self.own.append(points)

    def split(self) -> None:
        """Write different second lines of `own_sheet` on both laptops; the first one also amends, strikes, reinstates and closes."""
        self.at_the_laptop(self.two)
        desk, sheet = Desk(self.one), f"/api/parties/{self.own_sheet}"

        def send(path: str, method: str = "POST", **fields: object) -> None:
            desk.send(f"{sheet}/{path}", {"uuid": str(uuid.uuid4()), **fields}, method)

        send("entries", rang=2, entry={**PRISE, "points": 80})
        send("entries/1", "PUT", entry={**PRISE, "points": 70}, revision=3, reason="relu")
        send("entries/2", "DELETE", revision=4, reason="deux fois")
        send("entries/2/reinstate", reason="une seule")
        send("close")

    def print_state(self) -> None:
        """Print the page of each tablet, the addresses of the name, and both logs, to explain a failure."""
        for tablet in self.tablets:
            shown = tablet.page.locator("body").inner_text()
            sys.stdout.write(f"{tablet.page.url} {tablet.typed}\n{shown}\n")
        sys.stdout.write(f"{self.name}: {self.names.addresses}\n")
        for laptop in (self.one, self.two):
            sys.stdout.write(laptop.log.read_text())

    def all_enter(self) -> None:
        """Enter a line on each tablet, and wait until it is stored."""
        for tablet in self.tablets:
            tablet.enter()

    def all_type(self) -> None:
        """Send a line on each tablet while no server answers, and wait until the page shows it as pending."""
        waiting = [tablet.page.locator(".pending").count() for tablet in self.tablets]
        for tablet, before in zip(self.tablets, waiting, strict=True):
            tablet.type()
            tablet.expect_pending(before + 1)


def printed(document: bytes) -> dict[int, str]:
    """Return the URL printed on each card by the number of its table, from the PDF of all cards."""
    text = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(document)).pages)
    cards = re.findall(r"^Table\n(\d+)\n.*\n(http://\S+/t/\S+)$", text, re.MULTILINE)
    return {int(table): address for table, address in cards}


def organiser(laptop: Laptop) -> Desk:
    """Return a new client in the network of a laptop, logged in there as organiser."""
    desk = Desk(laptop)
    desk.press("/organisateur", "/organisateur/entrer", phrase=PHRASE)
    return desk


def tablet_of(browser: Browser) -> Page:
    """Return a page of a new touch screen of 768 × 1024, which polls and retries five times sooner than usual."""
    context = browser.new_context(viewport={"width": 768, "height": 1024}, has_touch=True, locale="fr-FR")
    context.set_default_timeout(30_000)
    hurry(context, 5)
    return context.new_page()


def opened_page(link: str) -> str:
    """Return the HTML of a URL, fetched once from the tablets' network. Raises `OSError` from status 400 on, or after 20 s."""
    with urllib.request.urlopen(link, timeout=20) as answer:  # noqa: S310
        text: str = answer.read().decode()
    return text


def eight_print(room: Room) -> None:
    """Print PDFs from eight clients while a line is entered on each tablet. Fails if a client got none, or something else."""
    printers = [Printer(f"http://{room.name}:{PORT}", f"P{number}") for number in range(8)]
    for printer in printers:
        printer.start()
    room.all_enter()
    for printer in printers:
        printer.ended.set()
    for printer in printers:
        printer.join(300)
        assert printer.documents, printer.name
        assert {document[:5] for document in printer.documents} == {b"%PDF-"}


def lose_the_wifi(room: Room) -> None:
    """Type lines without Wi-Fi, reload the pages of HTTPS meanwhile; wait until each line is stored once the Wi-Fi is back."""
    with room.hall.without_wifi():
        room.all_type()
        for tablet in room.tablets[:2]:
            tablet.page.reload()
            expect(tablet.page.locator(".stale")).to_contain_text("Pas de réseau")
            tablet.expect_pending(1)
        room.all_type()
    for tablet in room.tablets:
        tablet.expect_all_stored()
        expect(tablet.page.locator(".stale")).to_be_hidden()


def kill_the_server(room: Room) -> None:
    """Kill the server, type lines meanwhile, restart it in the same folder, and wait until each line is stored once."""
    room.all_enter()
    room.one.kill()
    room.all_type()
    room.one.start("serve")
    for tablet in room.tablets:
        tablet.expect_all_stored()


def change_the_laptop(room: Room) -> Page:
    """Kill the first laptop while the second lacks lines and tablets have pending ones; the second takes over. A tablet at the
    old address carries its line there by hand. Return its old page.
    """
    by_name, by_address, stranger = room.tablets
    room.two.leave()
    room.all_enter()
    room.one.kill()
    room.one.leave()
    # It may have been the hotspot. Where the Wi-Fi stays, browsers remember for a minute where the name led.
    with room.hall.without_wifi() if room.hotspot else contextlib.nullcontext():
        room.all_type()
        room.two.come_back()
        Desk(room.two).press("/reprendre")
        room.two.wait()
    for tablet in (by_name, stranger):
        tablet.expect_all_stored()
    behind = by_address.page
    offer = behind.locator(".alone")
    expect(behind.locator(".pending")).to_have_count(1)
    # The name of the house leads there too, which the page asks by itself.
    link = offer.locator("[data-found]")
    expect(link).to_be_visible(timeout=60_000)
    with behind.context.expect_page() as window:
        if SECOND in link.inner_text():
            link.tap()
        else:
            offer.locator(".carry > summary").tap()
            offer.get_by_role("button", name=f"{SECOND}:{HTTPS_PORT}").last.tap()
    expect(offer.get_by_role("status")).to_contain_text("gardez celle-ci")
    there = window.value
    there.locator("[data-brought] button").tap()
    expect(there.locator("main [role=status]")).to_contain_text("Tout est parti")
    there.locator(".actions a").tap()
    by_address.page = there
    by_address.expect_all_stored()
    assert there.url.startswith(f"https://{SECOND}:{HTTPS_PORT}/parties/")
    return behind


def wake_the_first(room: Room, behind: Page) -> None:
    """Restart the first laptop, cut off from the second; write on both until the first learns of the takeover. `behind`, a page
    of the first, then names the second.
    """
    room.two.leave()
    room.one.come_back()
    room.one.start("serve")
    room.one.wait()
    room.split()
    room.two.come_back()
    room.one.wait(503)
    # Whether or not its line was accepted there, the old page names the new address.
    behind.reload()
    expect(behind.locator(".notice")).to_contain_text("Une autre machine a repris la soirée")
    desk = organiser(room.two)
    until(
        lambda: all(text in desk.get("/secours/notees") for text in ELSEWHERE),
        what="what the first one still wrote is not listed",
    )
    until(lambda: room.names.addresses == [SECOND], what="the name leads to both laptops")
    room.all_enter()


def compare(room: Room) -> None:
    """Stop the programs; check that each line is stored once, printed cards open their tables, and both databases are sound."""
    for table in room.tables:
        table.ended.set()
        table.join(300)
        table.resend()
    desk = organiser(room.two)
    assert all(text in desk.get("/secours/notees") for text in ELSEWHERE)
    desk.press("/secours/notees", "/secours/notees/fin")
    assert "La liste est vide" in desk.get("/secours/notees")
    for sheet, typed in room.sheets.items():
        entries = json.loads(desk.get(f"/api/parties/{sheet}"))["sheet"]["entries"]
        # A form of Jass has the points of one camp, a program those of both; Tarot has one number.
        points = [entry.get("points_a", entry.get("points")) for entry in entries]
        assert [score[0] if isinstance(score, list) else score for score in points] == typed, sheet
    for number, link in room.links.items():
        assert f"Prendre la table {number} " in opened_page(link)
    for laptop in (room.two, room.one):
        assert laptop.stop() == 0
        laptop.check()
        assert "Traceback" not in laptop.log.read_text()


def play(folder: Path, kind: BrowserType, *, hotspot: bool) -> None:
    """Run one evening with browsers of this kind, and print its steps; with `hotspot`, the Wi-Fi is down during the takeover."""
    room = Room(folder, hotspot=hotspot)
    with contextlib.ExitStack() as stack:
        for laptop in (room.one, room.two):
            stack.callback(laptop.kill)
        room.open_up()
        house = room.one.data / "authority" / "house.crt"
        trusting = stack.enter_context(chromium(kind, folder / "trusting", house))
        other = stack.enter_context(chromium(kind, folder / "other", None))
        stack.callback(room.print_state)
        room.sit_down(trusting, other)
        sys.stdout.write(f"{time.strftime('%X')} sat\n")
        for act in (eight_print, lose_the_wifi, kill_the_server):
            act(room)
            sys.stdout.write(f"{time.strftime('%X')} {act.__name__}\n")
        wake_the_first(room, change_the_laptop(room))
        compare(room)


def main(folder: Path, *, hotspot: bool) -> None:
    """Run one evening in `folder` with Playwright's Chromium; its files stay there."""
    with sync_playwright() as playwright:
        play(folder, playwright.chromium, hotspot=hotspot)


if __name__ == "__main__":
    main(Path(sys.argv[1]), hotspot=sys.argv[2] == "hotspot")
