"""An evening of faults in a room without internet: `python -m tests.soak.room FOLDER hotspot|router`, in namespaces of its own.

Three tablets are real browsers: two trust the house and came over https, by its name and by its address; one does not. Programs
play the other tables of a round. The Wi-Fi goes, the server is killed, eight people print, the laptop is changed, the first one
wakes up again. In the end every line that anybody typed stands on its sheet once, on the machine that holds the evening; what only
the first one acknowledged after the split is on the list there, and changed nothing.
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
"""The tables of the round that are played on browsers."""
WRITTEN = ".sheet-table tbody th a"
FIRST, SECOND = "10.42.0.1", "10.42.0.2"
PRISE = {"preneur": "Anne", "contrat": "prise", "bouts": 2}
"""A line of Tarot, without its points: 41 are needed."""
ELSEWHERE = (
    "Écrite — Anne, prise +39",
    "Modifiée — Anne, prise +29",
    "Rayée — Anne, prise +39",
    "Rétablie — Anne, prise +39",
    "Feuille terminée — Anne 354, ",
)
"""Acts of the first laptop after the split, in the words of the list: 3 × (25 + 29) and 3 × (25 + 39)."""


class Tablet:
    """A browser at a table."""

    def __init__(self, page: Page, *, tarot: bool) -> None:
        self.page = page
        self.typed: list[int] = []
        self._tarot = tarot
        # Points that leave no doubt: with two bouts at Tarot, of a camp at Jass.
        self._points = iter(range(51, 80) if tarot else (92, 57, 61, 110, 48, 83, 77, 120, 35, 66, 101, 95))

    def type(self) -> None:
        """A line, by touch."""
        points = next(self._points)
        if self._tarot:
            prise(self.page, Hands(self.page, ""), "Anne", str(points))
        else:
            self.page.locator("[name=camp][value=A]").locator("xpath=ancestor::label").tap()
            self.page.fill("[name=points]", str(points))
            self.page.locator(".confirm .primary").tap()
        self.typed.append(points)

    def enter(self) -> None:
        """A line, and the server has it."""
        self.type()
        self.all_there()

    def waits(self, lines: int) -> None:
        """So many lines wait on it."""
        expect(self.page.locator(".pending")).to_have_count(lines)

    def all_there(self) -> None:
        """Every line stands on the sheet, once."""
        expect(self.page.locator(WRITTEN)).to_have_count(len(self.typed), timeout=120_000)
        self.waits(0)

    @property
    def sheet(self) -> int:
        """The number of its sheet."""
        return int(self.page.locator("[data-partie]").get_attribute("data-partie") or 0)


class Room:
    """The evening: two laptops, three browsers, the other tables."""

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
        """A sheet that was opened at the first laptop itself, and what stands on it."""

    @property
    def sheets(self) -> dict[int, list[int]]:
        """What stands on each sheet in the end, by all that was typed."""
        browsers = {tablet.sheet: tablet.typed for tablet in self.tablets}
        return browsers | {self.own_sheet: self.own} | {table.sheet: table.typed for table in self.tables}

    def open_up(self) -> None:
        """The first laptop serves; the codes of the tables are printed and lead to its name; the second one stands by."""
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
        self.two.start("follow", f"{self.one.url}/", told=f"{code[1]}\n")
        self.two.wait(503)
        until(lambda: self.names.heard == [FIRST], what="nobody hears the name of the house")

    def sit_down(self, trusting: Browser, other: Browser) -> None:
        """Everybody comes in by the code on the table, or opens a sheet."""
        by_name, by_address, stranger = (tablet_of(browser) for browser in (trusting, trusting, other))
        self.take(by_name, BY_NAME)
        self.secure(by_name, "/table")
        assert by_name.url.startswith(f"https://{self.name}:{HTTPS_PORT}/parties/")
        by_address.goto(f"{self.one.url}/")
        self.secure(by_address, "/")
        Hands(by_address, f"https://{FIRST}:{HTTPS_PORT}").open_sheet(TAROT)
        self.take(stranger, NOT_TRUSTING)
        stranger.goto(f"http://{self.name}:{PORT}/securise")
        told = stranger.locator("[data-probe]:not(.trusts) [role=status]")
        expect(told).to_have_text(told.get_attribute("data-no") or "")
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
        """Take a table by the code on its card."""
        page.goto(self.links[table])
        page.get_by_role("button", name=f"Prendre la table {table}").tap()
        expect(page.locator("form.entry")).to_be_visible()

    def secure(self, page: Page, back: str) -> None:
        """Go over to https, as the guided page says."""
        page.goto(f"{page.url.partition('/parties')[0].rstrip('/')}/securise?retour={back}")
        page.locator("[data-probe].trusts").wait_for()
        page.get_by_role("button", name="Passer en sécurisé").tap()
        page.wait_for_url(re.compile("^https://"))
        assert page.evaluate("isSecureContext")

    def at_the_laptop(self, laptop: Laptop) -> None:
        """Somebody writes at a laptop itself, on a sheet that was opened there."""
        points = 60 + len(self.own)
        told = {"uuid": str(uuid.uuid4()), "rang": len(self.own) + 1, "entry": {**PRISE, "points": points}}
        Desk(laptop).send(f"/api/parties/{self.own_sheet}/entries", told)
        self.own.append(points)

    def split(self) -> None:
        """Both laptops take the second line of that sheet; the first one also amends, strikes, restores and closes."""
        self.at_the_laptop(self.two)
        desk, sheet = Desk(self.one), f"/api/parties/{self.own_sheet}"

        def send(path: str, method: str = "POST", **told: object) -> None:
            desk.send(f"{sheet}/{path}", {"uuid": str(uuid.uuid4()), **told}, method)

        send("entries", rang=2, entry={**PRISE, "points": 80})
        send("entries/1", "PUT", entry={**PRISE, "points": 70}, revision=3, reason="relu")
        send("entries/2", "DELETE", revision=4, reason="deux fois")
        send("entries/2/reinstate", reason="une seule")
        send("close")

    def tell(self) -> None:
        """How it stands, for whoever reads why a test failed."""
        for tablet in self.tablets:
            shown = tablet.page.locator("body").inner_text()
            sys.stdout.write(f"{tablet.page.url} {tablet.typed}\n{shown}\n")
        sys.stdout.write(f"{self.name}: {self.names.heard}\n")
        for laptop in (self.one, self.two):
            sys.stdout.write(laptop.log.read_text())

    def all_enter(self) -> None:
        """A line from each tablet, which the server has."""
        for tablet in self.tablets:
            tablet.enter()

    def all_type(self) -> None:
        """A line from each, while nobody answers."""
        waiting = [tablet.page.locator(".pending").count() for tablet in self.tablets]
        for tablet, before in zip(self.tablets, waiting, strict=True):
            tablet.type()
            tablet.waits(before + 1)


def printed(document: bytes) -> dict[int, str]:
    """The address of each table, as it stands beside the code on its card."""
    text = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(document)).pages)
    cards = re.findall(r"^Table\n(\d+)\n.*\n(http://\S+/t/\S+)$", text, re.MULTILINE)
    return {int(table): address for table, address in cards}


def organiser(laptop: Laptop) -> Desk:
    """The organiser, logged in at a laptop."""
    desk = Desk(laptop)
    desk.press("/organisateur", "/organisateur/entrer", phrase=PHRASE)
    return desk


def tablet_of(browser: Browser) -> Page:
    """A tablet that looks again soon."""
    context = browser.new_context(viewport={"width": 768, "height": 1024}, has_touch=True, locale="fr-FR")
    context.set_default_timeout(30_000)
    hurry(context, 5)
    return context.new_page()


def opened_page(link: str) -> str:
    """A page as a phone of the hall gets it."""
    with urllib.request.urlopen(link, timeout=20) as answer:  # noqa: S310
        text: str = answer.read().decode()
    return text


def eight_print(room: Room) -> None:
    """Eight people print while every table writes."""
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
    """Lines are typed without it; a page that came over https is even opened anew."""
    with room.hall.without_wifi():
        room.all_type()
        for tablet in room.tablets[:2]:
            tablet.page.reload()
            expect(tablet.page.locator(".stale")).to_contain_text("Pas de réseau")
            tablet.waits(1)
        room.all_type()
    for tablet in room.tablets:
        tablet.all_there()
        expect(tablet.page.locator(".stale")).to_be_hidden()


def kill_the_server(room: Room) -> None:
    """It is started again in the same folder."""
    room.all_enter()
    room.one.kill()
    room.all_type()
    room.one.start("serve")
    for tablet in room.tablets:
        tablet.all_there()


def change_the_laptop(room: Room) -> Page:
    """The first one dies with lines that the second lacks, and others wait; the page that stays behind at the old address."""
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
        tablet.all_there()
    behind = by_address.page
    offer = behind.locator(".alone")
    expect(behind.locator(".bar .waiting > summary")).to_contain_text("1 ligne")
    # The name of the house leads there too, which the page asks by itself.
    found = offer.locator("[data-found]")
    expect(found).to_be_visible(timeout=60_000)
    with behind.context.expect_page() as window:
        if SECOND in found.inner_text():
            found.tap()
        else:
            offer.locator(".carry > summary").tap()
            offer.get_by_role("button", name=f"{SECOND}:{HTTPS_PORT}").last.tap()
    expect(offer.get_by_role("status")).to_contain_text("gardez celle-ci")
    there = window.value
    there.locator("[data-brought] button").tap()
    expect(there.locator("main [role=status]")).to_contain_text("Tout est parti")
    there.locator(".actions a").tap()
    by_address.page = there
    by_address.all_there()
    assert there.url.startswith(f"https://{SECOND}:{HTTPS_PORT}/parties/")
    return behind


def wake_the_first(room: Room, behind: Page) -> None:
    """While nobody reaches the second one; it is written on before it hears that the evening went on elsewhere."""
    room.two.leave()
    room.one.come_back()
    room.one.start("serve")
    room.one.wait()
    room.split()
    room.two.come_back()
    room.one.wait(503)
    # Whether its line was still taken there or not, whoever looks at the page that stayed behind is told where to go.
    behind.reload()
    expect(behind.locator(".notice")).to_contain_text("Une autre machine a repris la soirée")
    desk = organiser(room.two)
    until(
        lambda: all(text in desk.get("/secours/notees") for text in ELSEWHERE),
        what="what the first one still wrote is not listed",
    )
    until(lambda: room.names.heard == [SECOND], what="the name leads to both laptops")
    room.all_enter()


def compare(room: Room) -> None:
    """Every line is there, once; the codes on the cards still open their tables; both laptops are sound."""
    for table in room.tables:
        table.ended.set()
        table.join(300)
        table.say_again()
    desk = organiser(room.two)
    assert all(text in desk.get("/secours/notees") for text in ELSEWHERE)
    desk.press("/secours/notees", "/secours/notees/fin")
    assert "La liste est vide" in desk.get("/secours/notees")
    for sheet, typed in room.sheets.items():
        entries = json.loads(desk.get(f"/api/parties/{sheet}"))["sheet"]["entries"]
        # A form of Jass tells what one camp took, a program both camps, and Tarot knows only one number.
        points = [entry.get("points_a", entry.get("points")) for entry in entries]
        assert [told[0] if isinstance(told, list) else told for told in points] == typed, sheet
    for number, link in room.links.items():
        assert f"Prendre la table {number} " in opened_page(link)
    for laptop in (room.two, room.one):
        assert laptop.stop() == 0
        laptop.check()
        assert "Traceback" not in laptop.log.read_text()


def play(folder: Path, kind: BrowserType, *, hotspot: bool) -> None:
    """One evening."""
    room = Room(folder, hotspot=hotspot)
    with contextlib.ExitStack() as stack:
        for laptop in (room.one, room.two):
            stack.callback(laptop.kill)
        room.open_up()
        house = room.one.data / "authority" / "house.crt"
        trusting = stack.enter_context(chromium(kind, folder / "trusting", house))
        other = stack.enter_context(chromium(kind, folder / "other", None))
        stack.callback(room.tell)
        room.sit_down(trusting, other)
        sys.stdout.write(f"{time.strftime('%X')} sat\n")
        for act in (eight_print, lose_the_wifi, kill_the_server):
            act(room)
            sys.stdout.write(f"{time.strftime('%X')} {act.__name__}\n")
        wake_the_first(room, change_the_laptop(room))
        compare(room)


def main(folder: Path, *, hotspot: bool) -> None:
    """Play in this folder."""
    with sync_playwright() as playwright:
        play(folder, playwright.chromium, hotspot=hotspot)


if __name__ == "__main__":
    main(Path(sys.argv[1]), hotspot=sys.argv[2] == "hotspot")
