"""The door by keyboard alone: people are found, registered, checked in and pay, and whoever sits there never leaves the field."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from scorekeeper import tournaments as desk
from scorekeeper.config import Config
from scorekeeper.records.store import Store
from tests.browser.table import UPRIGHT
from tests.soak import FULL, amount
from tests.tournaments.desk import opened
from tests.web_server import serving

FIRST = (
    *("Anne", "Benoît", "Chloé", "David", "Émile", "Fanny", "Gaël", "Hélène", "Inès", "Jules"),
    *("Karim", "Léa", "Maëlle", "Noé", "Océane", "Pélagie", "Quentin", "Rosa", "Sylvie", "Théo"),
)
LAST = (
    *("Ackermann", "Béguelin", "Chèvre", "de Weck", "Eschmann", "Frésard", "Girardin", "Hêche", "Imhof"),
    *("Jobé", "Klötzli", "L’Hôte", "Müller", "Nusbaumer", "Œuvray", "Prêtre", "Quiquerez", "Rérat"),
    *("Schaffter", "Theurillat"),
)
PEOPLE = [f"{FIRST[(turn + place) % 20]} {LAST[place]}" for turn in range(20) for place in range(20)]
EXPECTED, TYPED = amount(22, 240), amount(17, 159)
"""How many are on the list beforehand, and how many come who are on none, but for a namesake."""
HERE, TILL = ("400 présents sur 400", "6169,00") if FULL else ("40 présents sur 40", "589,00")
"""At 15.50 each: 398 of 400 pay, or 38 of 40."""
PAID = 616900 if FULL else 58900
PLAIN = str.maketrans(
    {"É": "e", "ë": "e", "é": "e", "è": "e", "ê": "e", "ô": "o", "ü": "u", "î": "i", "Œ": "oe", "’": "'"}
)
"""How somebody types names who leaves the accents to others."""
MOST_KEYS = 40
"""Most keys for one person, mistakes with those of others included."""

WATCH = """() => {
    window.strayed = [];
    window.keys = 0;
    const stray = (what) => window.strayed.push(what);
    addEventListener("focusin", ({ target }) => { if (target.id !== "q") stray(`focus on ${target.outerHTML.slice(0, 80)}`); }, true);
    addEventListener("scroll", () => stray(`scrolled to ${scrollY}`), true);
    addEventListener("keydown", (event) => {
        window.keys += 1;
        const here = document.activeElement, box = here.getBoundingClientRect();
        if (here.id !== "q") stray(`${event.key} was typed on ${here.outerHTML.slice(0, 80)}`);
        if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) stray("the field is out of sight");
    }, true);
}"""


class Keyboard:
    """Somebody at the door who has no mouse, and does not look where the focus is."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count, self.all, self._before = 0, EXPECTED, 0
        self.said = page.locator("#err-q")

    def watch(self) -> None:
        """From now on any key that is not typed into the field is held against the page."""
        self.page.evaluate(WATCH)

    def types(self, text: str) -> None:
        """A name, a number or a sign, and Enter; nobody waits for the answer."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def is_told(self, sentence: str, typed: str = "", *others: str) -> None:
        """What is typed is answered by a sentence; further Enters or names follow."""
        self.types(typed)
        expect(self.said).to_have_text(sentence)
        for other in others:
            self.types(other)

    def counts(self) -> None:
        """One more is here, by the page; nothing strayed, and it took few keys."""
        expect(self.page.locator("#presents")).to_have_text(self.here())
        keys, strayed = self.page.evaluate("[window.keys, window.strayed]")
        assert strayed == []
        assert keys <= MOST_KEYS * max(1, self.count - self._before), self.count
        self.page.evaluate("window.keys = 0")
        self._before = self.count

    def here(self) -> str:
        """What the page says of how many are here."""
        return f"{self.count} présent{'s' if self.count > 1 else ''} sur {self.all}"


def surname(name: str) -> str:
    """What most people type: the surname and the first letters."""
    first, last = name.split(" ", 1)
    return f"{last} {first[:3]}".translate(PLAIN)


def by_list(page: Page, base: str) -> None:
    """Register those who are expected, by a list that is put into its field without a mouse."""
    page.goto(f"{base}/tournois/1/joueurs")
    for _ in range(12):
        if page.evaluate("document.activeElement.id") == "liste":
            break
        page.keyboard.press("Tab")
    page.keyboard.insert_text("\n".join(PEOPLE[:EXPECTED]))
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.localName") == "button":
            break
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("0 présent")
    expect(page.locator(".entrants bdi")).to_have_count(EXPECTED)
    expect(page.locator("#name")).to_be_focused()
    assert page.evaluate("scrollY") == 0


def mistakes(door: Keyboard) -> None:
    """What goes wrong at a door, with the first of the list."""
    anne, other = PEOPLE[0], PEOPLE[1]
    door.types(anne.upper())
    door.count = 1
    door.counts()
    door.is_told(f"{anne} est déjà là et a payé 15,50\xa0CHF : rien n’est noté une seconde fois.", anne)
    # It was a namesake: the name is typed with another word, and is on no list.
    door.is_told(
        f"Personne ne s’appelle ainsi. Encore Entrée pour inscrire «\xa0{anne} Vicques\xa0».",
        f"{anne} Vicques",
    )
    door.types("")
    door.count, door.all = 2, EXPECTED + 1
    door.counts()
    # A slip of the finger, and a first name that several have.
    door.is_told("Personne ne s’appelle ainsi. Encore Entrée pour inscrire «\xa0Beguelni\xa0».", "Beguelni")
    door.is_told("Personne n’a le numéro 999.", "999")
    door.is_told(f"{amount(3, 13)} personnes : tapez un numéro ou d’autres lettres.", anne.split()[1])
    door.types(other)
    door.count = 3
    door.counts()
    # It was somebody else: taken back, and once more what cannot be.
    door.types("-")
    door.count = 2
    door.counts()
    door.is_told("Il n’y a rien à annuler.", "-")
    door.page.keyboard.press("Backspace")
    door.counts()


def without_paying(door: Keyboard, names: list[str]) -> None:
    """The box is told by keyboard that nothing is taken just now; it stays so until it is told otherwise."""
    for typed in (names, []):
        for key in ("Tab", "Tab", "Space", "Shift+Tab", "Shift+Tab"):
            door.page.keyboard.press(key)
        expect(door.page.locator("#q")).to_be_focused()
        door.page.evaluate("window.strayed = []")
        for name in typed:
            door.types(surname(name))
        door.count += len(typed)
        door.counts()


def all_come(door: Keyboard) -> None:
    """The others, by number, by surname without accents, or by a whole name that is on no list; five at a time without looking."""
    expected = PEOPLE[1 : EXPECTED - 2]
    new = iter(PEOPLE[EXPECTED : EXPECTED + TYPED])
    for at, name in enumerate(expected, 2):
        door.types(str(at) if at % 3 == 0 else surname(name))
        door.count += 1
        if at % 5 == 0:
            door.counts()
        for stranger in itertools.islice(new, 0 if at % 2 else 2):
            door.is_told(
                f"Personne ne s’appelle ainsi. Encore Entrée pour inscrire «\xa0{stranger}\xa0».",
                stranger,
                "",
            )
            door.count, door.all = door.count + 1, door.all + 1
            door.counts()
    door.counts()
    without_paying(door, PEOPLE[EXPECTED - 2 : EXPECTED])
    assert next(new, None) is None


def test_everybody_passes_the_door_by_keyboard(
    browser: Browser, tmp_path: Path, counted: Callable[[str, int], None]
) -> None:
    database = Config(tmp_path / "data").database
    with Store(database) as store:
        opened(store, [], door=True, fee=1550, currency="CHF")
    with serving(tmp_path / "data") as base:
        context = browser.new_context(viewport=UPRIGHT, locale="fr-FR")
        page, other = context.new_page(), browser.new_context(locale="fr-FR").new_page()
        problems: list[str] = []
        for each in (page, other):
            each.on("pageerror", lambda error: problems.append(str(error)))
        by_list(page, base)
        for each in (page, other):
            each.goto(f"{base}/tournois/1/joueurs?vue=attendus")
        expect(page.locator("#q")).to_be_focused()
        door = Keyboard(page)
        door.watch()
        mistakes(door)
        all_come(door)
        # Another desk at the door has followed without anybody touching it.
        expect(other.locator("#presents")).to_have_text(HERE)
        for each in (page, other):
            expect(each.locator("#caisse dd").first).to_have_text(f"{TILL}\xa0CHF")
            expect(each.locator("#caisse dd").last).to_have_text("31,00\xa0CHF")
        page.context.close()
        other.context.close()
        assert problems == []
    with Store(database) as store:
        t = desk.read(store, 1)
        assert len(t.present) == len(t.entrants) == EXPECTED + TYPED + 1 == amount(40, 400)
        assert sum(entrant.paid for entrant in t.entrants) == PAID
        assert [entrant.number for entrant in t.entrants if not entrant.paid] == [EXPECTED - 1, EXPECTED]
        assert {entrant.name for entrant in t.entrants} == {
            *PEOPLE[: EXPECTED + TYPED],
            f"{PEOPLE[0]} Vicques",
        }
    counted("people through the door", door.count)
