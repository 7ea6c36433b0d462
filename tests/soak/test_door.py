"""The door by keyboard alone: people are registered, checked in and pay while the focus stays in one field."""

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
"""Number of people on the list beforehand, and of those registered at the door, without a namesake."""
HERE, TILL = ("400 présents sur 400", "6169,00") if FULL else ("40 présents sur 40", "589,00")
"""Texts of the people present and of the till in the end: 15.50 each, from 398 of 400 people, or from 38 of 40."""
PAID = 616900 if FULL else 58900
PLAIN = str.maketrans(
    {"É": "e", "ë": "e", "é": "e", "è": "e", "ê": "e", "ô": "o", "ü": "u", "î": "i", "Œ": "oe", "’": "'"}
)
"""Translation of letters into what people type who leave out accents and apostrophes."""
MOST_KEYS = 40
"""Largest number of keys pressed for each person between two checks, mistakes included."""

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
    """User at the door without a mouse. `count` people are expected to be present, of `all` on the list."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count, self.all, self._before = 0, EXPECTED, 0
        self.error = page.locator("#err-q")

    def watch(self) -> None:
        """Count each key from now on; note each key, focus or scroll elsewhere than in the field, for `expect_counted`."""
        self.page.evaluate(WATCH)

    def types(self, text: str) -> None:
        """Type a text into what has the focus, then Enter, without waiting for the response."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def expect_answer(self, sentence: str, typed: str = "", *others: str) -> None:
        """Type `typed` and wait for the message `sentence`; then type `others`, without waiting."""
        self.types(typed)
        expect(self.error).to_have_text(sentence)
        for other in others:
            self.types(other)

    def expect_counted(self) -> None:
        """Wait until the page shows `count` of `all`. Fails if a key went elsewhere, or for over `MOST_KEYS` keys a person."""
        expect(self.page.locator("#presents")).to_have_text(self.presence())
        keys, strayed = self.page.evaluate("[window.keys, window.strayed]")
        assert strayed == []
        assert keys <= MOST_KEYS * max(1, self.count - self._before), self.count
        self.page.evaluate("window.keys = 0")
        self._before = self.count

    def presence(self) -> str:
        """Return the page's text for `count` people present of `all`."""
        return f"{self.count} présent{'s' if self.count > 1 else ''} sur {self.all}"


def surname(name: str) -> str:
    """Return what most people type for a name: surname and first three letters of the first name, without accents."""
    first, last = name.split(" ", 1)
    return f"{last} {first[:3]}".translate(PLAIN)


def by_list(page: Page, base: str) -> None:
    """Register the `EXPECTED` people by a list in its field, without a mouse; check that the name's field then has the focus."""
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
    """Make the usual mistakes with the first two of the list, and check each message. Two people are present afterwards."""
    anne, other = PEOPLE[0], PEOPLE[1]
    door.types(anne.upper())
    door.count = 1
    door.expect_counted()
    door.expect_answer(f"{anne} est déjà là et a payé 15,50\xa0CHF : rien n’est noté une seconde fois.", anne)
    # It was a namesake: the name is typed with another word, and is on no list.
    door.expect_answer(
        f"Personne ne s’appelle ainsi. Encore Entrée pour inscrire «\xa0{anne} Vicques\xa0».",
        f"{anne} Vicques",
    )
    door.types("")
    door.count, door.all = 2, EXPECTED + 1
    door.expect_counted()
    # A slip of the finger, and a first name that several have.
    door.expect_answer(
        "Personne ne s’appelle ainsi. Encore Entrée pour inscrire «\xa0Beguelni\xa0».", "Beguelni"
    )
    door.expect_answer("Personne n’a le numéro 999.", "999")
    door.expect_answer(f"{amount(3, 13)} personnes : tapez un numéro ou d’autres lettres.", anne.split()[1])
    door.types(other)
    door.count = 3
    door.expect_counted()
    # The wrong person: undone, then another impossible input.
    door.types("-")
    door.count = 2
    door.expect_counted()
    door.expect_answer("Il n’y a rien à annuler.", "-")
    door.page.keyboard.press("Backspace")
    door.expect_counted()


def without_paying(door: Keyboard, names: list[str]) -> None:
    """Switch payments off by keyboard, check `names` in, and switch them on again; check the counts."""
    for typed in (names, []):
        for key in ("Tab", "Tab", "Space", "Shift+Tab", "Shift+Tab"):
            door.page.keyboard.press(key)
        expect(door.page.locator("#q")).to_be_focused()
        door.page.evaluate("window.strayed = []")
        for name in typed:
            door.types(surname(name))
        door.count += len(typed)
        door.expect_counted()


def all_come(door: Keyboard) -> None:
    """Check in all others, by number, by surname without accents, or as new by full name; check the count every five people."""
    expected = PEOPLE[1 : EXPECTED - 2]
    new = iter(PEOPLE[EXPECTED : EXPECTED + TYPED])
    for at, name in enumerate(expected, 2):
        door.types(str(at) if at % 3 == 0 else surname(name))
        door.count += 1
        if at % 5 == 0:
            door.expect_counted()
        for stranger in itertools.islice(new, 0 if at % 2 else 2):
            door.expect_answer(
                f"Personne ne s’appelle ainsi. Encore Entrée pour inscrire «\xa0{stranger}\xa0».",
                stranger,
                "",
            )
            door.count, door.all = door.count + 1, door.all + 1
            door.expect_counted()
    door.expect_counted()
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
