"""An evening in German and one in Dutch, in a browser of that language: complete sheets, their paper, and a tournament."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pypdf
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.table import LANDSCAPE, Keys
from tests.browser.test_evenings import send
from tests.web_server import serving


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[str]:
    """Base URL of a running server without records."""
    with serving(tmp_path / "data") as address:
        yield address


@contextmanager
def speaking(browser: Browser, locale: str) -> Iterator[Page]:
    """Yield a page of a touch screen whose browser prefers `locale`; an error of a script fails the test after the block."""
    problems: list[str] = []
    context = browser.new_context(viewport=LANDSCAPE, has_touch=True, locale=locale, service_workers="block")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert problems == []


def print_out(page: Page, base: str, number: int) -> str:
    """Return the text of the PDF of partie `number` in the browser's language, with single spaces."""
    spoken = {"Accept-Language": page.evaluate("navigator.language")}
    answer = page.request.get(f"{base}/parties/{number}/feuille.pdf", headers=spoken)
    leaves = pypdf.PdfReader(io.BytesIO(answer.body())).pages
    return " ".join(" ".join(leaf.extract_text() for leaf in leaves).split())


def text(where: Locator) -> str:
    """Return the visible text of an element with single spaces, and no line breaks."""
    return " ".join(where.inner_text().split())


def play(page: Page, base: str, sheet: dict[str, Any]) -> str:
    """Open a sheet, write all lines but the last by requests, type and send the last one; return the sentence of its form."""
    keys, last = Keys(page, base), len(sheet["entries"]) - 1
    keys.open_sheet(sheet, flat(sheet["settings"]))
    for place, entry in enumerate(sheet["entries"][:last]):
        send(page, entry, place + 1)
    page.reload()
    keys.fill(sheet, last)
    phrase = text(page.locator("form.entry [data-phrase]"))
    keys.confirm(last)
    return phrase


SCHIEBER = {
    "format": "scorekeeper/1",
    "game": "jass",
    "players": ["Anna", "Beat", "Claudia", "Daniel"],
    "settings": {"contrats": {"pique": 2, "trefle": 2, "haut-bas": 3, "bas-haut": 3}},
    "entries": [
        {"atout": "pique", "points_a": 97},
        {"atout": "coeur", "points_a": 60, "annonces": {"B": [50]}},
        {"atout": "haut-bas", "points_a": 112, "annonces": {"A": [20]}},
        {"atout": "trefle", "match": "B"},
        {"atout": "bas-haut", "points_a": 150},
    ],
}
COIFFEUR = {
    "format": "scorekeeper/1",
    "game": "coiffeur",
    "players": ["Anna", "Beat", "Claudia", "Daniel"],
    "settings": {"grille": 8},
    "entries": [
        {"preneur": camp, "contrat": row, f"points_{camp.lower()}": points, **more}
        for row, pair, more in (
            ("pique", (97, 60), {}),
            ("trefle", (80, 100), {}),
            ("carreau", (57, 120), {}),
            ("coeur", (111, 90), {}),
            ("haut-bas", (76, 103), {}),
            ("bas-haut", (88, 99), {}),
            ("souhait-1", (94, 64), {"jeu": "coeur"}),
            ("souhait-2", (130, 85), {"jeu": "haut-bas"}),
        )
        for camp, points in zip("AB", pair, strict=True)
    ],
}
WIEZEN = {
    "format": "scorekeeper/1",
    "game": "wiezen",
    "players": ["Jan", "Els", "Piet", "An"],
    "settings": {"bareme": "cafe", "nb_donnes": 4},
    "entries": [
        {"contrat": "emballage", "hauteur": 8, "joueurs": ["Jan", "Piet"], "plis": 9},
        {"contrat": "solo", "hauteur": 6, "joueurs": ["Els"], "plis": 4},
        {"contrat": "abondance", "hauteur": 9, "joueurs": ["An"], "plis": 9},
        {"contrat": "petite-misere", "joueurs": ["Piet"], "rates": []},
    ],
}
KWAJONGEN = {
    "format": "scorekeeper/1",
    "game": "couillon",
    "players": ["Jan", "Els", "Piet", "An"],
    "settings": {"lignes": 3},
    "entries": [
        {"accepte": "A", "points": [18, 10]},
        {"accepte": "B", "points": [20, 12]},
        {"points": [14, 14]},
        {"accepte": "A", "points": [22, 8]},
    ],
}


def flat(settings: dict[str, Any]) -> dict[str, str]:
    """Return settings as texts for the form of a new sheet; a nested one has the key `key.part`."""
    fields: dict[str, str] = {}
    for key, value in settings.items():
        parts = value.items() if isinstance(value, dict) else [("", value)]
        fields |= {f"{key}.{part}" if part else key: str(each) for part, each in parts}
    return fields


def evening(page: Page, base: str, names: Sequence[str], words: dict[str, str]) -> str:
    """Run an evening of one round in the browser, from the passphrase to the prizes, by its labels in `words`; return the text of
    the ranking's first row.
    """

    def press(key: str, role: Any = "button") -> None:
        page.get_by_role(role, name=words[key], exact=True).first.click()

    page.goto(f"{base}/organisateur")
    page.fill("#phrase", "fünf Kühe auf der Wiese")
    page.fill("#encore", "fünf Kühe auf der Wiese")
    press("passphrase")
    page.locator(".games a", has_text=words["game"]).click()
    page.fill("#name", words["name"])
    for fold in ("rules", "rounds", "prizes"):
        page.locator("summary", has_text=words[fold]).first.click()
    page.fill("#rounds", "1")
    page.fill("#prizes", words["prize"])
    press("open")
    page.fill("#liste", "\n".join(names))
    press("list")
    expect(page.locator("h1")).to_contain_text(words["listed"])
    press("to the draw", "link")
    press("draw")
    expect(page.locator("main")).to_contain_text(words["drawn"])
    for table in range(1, len(names) // 4 + 1):
        press("desk", "link")
        page.fill("#table", str(table))
        page.keyboard.press("Enter")
        for place, total in enumerate(("1007", "877")):
            page.fill(f"#total-{place}", total)
        press("note")
    press("close")
    press("prize giving", "link")
    press("show all")
    press("announce")
    expect(page.locator(".step")).to_contain_text(words["over"])
    return text(page.locator("#classement tbody tr").first)


GERMAN = {
    "passphrase": "Passphrase speichern",
    "game": "Säulijass",
    "name": "Säulijass in Lauerz",
    "rules": "Reglement",
    "rounds": "Runden und Tische",
    "prizes": "Preise",
    "prize": "Ein Säuli",
    "open": "Anmeldung eröffnen",
    "list": "Liste anmelden",
    "listed": "16 Spieler angemeldet",
    "to the draw": "Zur Auslosung",
    "draw": "Tische auslosen und Runde 1 eröffnen",
    "drawn": "Niemand hat zweimal den gleichen Partner.",
    "desk": "Abend",
    "note": "Resultat notieren",
    "close": "Runde 1 beenden",
    "prize giving": "Preisverteilung",
    "show all": "Alles zeigen",
    "announce": "Schlussrangliste verkünden",
    "over": "Das Turnier ist fertig.",
}
DUTCH = {
    "passphrase": "Wachtzin bewaren",
    "game": "Match au cochon",
    "name": "Kaartavond in Lommel",
    "rules": "Reglement",
    "rounds": "Rondes en tafels",
    "prizes": "Prijzen",
    "prize": "Een varken",
    "open": "Inschrijving openen",
    "list": "Lijst inschrijven",
    "listed": "12 ingeschreven spelers",
    "to the draw": "Naar de loting",
    "draw": "Tafels loten en ronde 1 openen",
    "drawn": "Niemand heeft twee keer dezelfde partner.",
    "desk": "Avond",
    "note": "Resultaat noteren",
    "close": "Ronde 1 afsluiten",
    "prize giving": "Prijsuitreiking",
    "show all": "Alles tonen",
    "announce": "Eindrangschikking meedelen",
    "over": "Het tornooi is gedaan.",
}


def test_an_evening_in_german_from_schieber_to_the_prizes(browser: Browser, hall: str) -> None:
    with speaking(browser, "de-CH") as page:
        ends = "Anna & Claudia +450, Beat & Daniel +21 · × 3 – 1100 zu 937: Partie für Anna & Claudia"
        assert play(page, hall, SCHIEBER) == ends
        shown, printed = text(page.locator("main")), print_out(page, hall, 1)
        assert "Anna & Claudia gewinnen mit den Stichen: 1000 Punkte erreicht." in shown
        assert "Spiel 5, ganz zuletzt, hat alles entschieden: Anna & Claudia gehen in Führung." in shown
        assert "Obenabe × 3 · Undenufe × 3" in printed
        assert "Kontrolle gezählt 2037, erwartet 2037 ✓" in printed
        ends = "Beat & Daniel, Joker 2 (Obenabe): 85 × 8, +680 – 3478 zu 3217"
        assert play(page, hall, COIFFEUR) == ends
        assert "Beide Tabellen sind voll: Anna & Claudia gewinnen." in text(page.locator("main"))
        assert "7 Joker 1 94 658 64 448" in print_out(page, hall, 2)
        Keys(page, hall).open_sheet({**SCHIEBER, "entries": []}, {})
        page.locator("[name=camp][value=A]").locator("xpath=ancestor::label").tap()
        page.fill("[name=points]", "156")
        expect(page.locator("form.entry")).to_contain_text("1 und 156 sind unmöglich.")
        first = evening(page, hall, [f"Person {place}" for place in range(1, 17)], GERMAN)
        assert first.endswith("1007 1007 Ein Säuli (zu teilen)")


def test_an_evening_in_dutch_from_wiezen_to_the_prizes(browser: Browser, hall: str) -> None:
    with speaking(browser, "nl-BE") as page:
        ends = "kleine miserie, gewonnen · Piet – Jan −3, Els −3, Piet +9, An −3"
        assert play(page, hall, WIEZEN) == ends
        shown, printed = text(page.locator("main")), print_out(page, hall, 1)
        assert "De 4 spellen zijn gespeeld: het hoogste totaal wint. 1 An +14 2 Piet +12" in shown
        assert "Spel 3 deed de partij kantelen: An kwam op kop en bleef daar." in shown
        assert "1 Jan samen 8 Jan & Piet 9 +3 3 −3 −3 +3 3 −3 −3" in printed
        assert play(page, hall, KWAJONGEN) == "Partij voor Jan & Piet: 22–8, één tak weg."
        shown, printed = text(page.locator("main")), print_out(page, hall, 2)
        assert "Jan & Piet hebben alle takken weggeveegd." in shown
        assert "nog 4 weg te vegen, waarvan één lus" in shown
        assert "3 Piet — 14 14 gelijk 1 4 ●" in printed
        first = evening(page, hall, [f"Speler {place}" for place in range(1, 13)], DUTCH)
        assert first.endswith("1007 1007 Een varken (te verdelen)")
