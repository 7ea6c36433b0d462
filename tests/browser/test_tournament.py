"""The tournament day in real browsers: an organiser's laptop and two tablets at once, the projector, and no scripts at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from scorekeeper import tournaments as desk
from scorekeeper.config import Config
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.model import TableAt
from tests.browser.looks import look_by_touch, look_in_the_dark
from tests.browser.table import LANDSCAPE, LAPTOP, PHONE, UPRIGHT, hurry, wait
from tests.tournaments.desk import BY, J23, confirm, draw, note, opened, play
from tests.web_server import serving

PHRASE = "cinq vaches sur le pré"
CAST = ("Anne", "Benoît", "Chloé", "David", "Émile", "Fanny", "Gaston", "Hélène")


@contextmanager
def people(browser: Browser, *sizes: ViewportSize) -> Iterator[list[Page]]:
    """French devices, one for each person; any error of a script fails the test."""
    problems: list[str] = []
    pages = []
    for size in sizes:
        context = browser.new_context(viewport=size, has_touch=size != LAPTOP, locale="fr-FR")
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("dialog", lambda dialog: problems.append(dialog.message))
        pages.append(page)
    yield pages
    for page in pages:
        page.context.close()
    assert problems == []


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[str]:
    """The URL of a new app."""
    with serving(tmp_path / "data") as address:
        yield address


def register_eight(organiser: Page, base: str) -> None:
    """First use: the passphrase, a tournament of two rounds, four names typed one by one, four in a list."""
    organiser.goto(f"{base}/organisateur")
    organiser.fill("#phrase", PHRASE)
    organiser.fill("#encore", PHRASE)
    organiser.get_by_role("button", name="Enregistrer la phrase de passe").click()
    expect(organiser).to_have_url(f"{base}/tournois")
    organiser.locator(".games a", has_text="Match au cochon").click()
    organiser.fill("#name", "Match au cochon de Courroux")
    for group in ("Règlement", "Tours et tables", "Prix"):
        organiser.locator("summary", has_text=group).click()
    organiser.fill("#rounds", "2")
    organiser.fill("#prizes", "Un cochon\nUn jambon")
    organiser.get_by_role("button", name="Ouvrir l’inscription").click()
    expect(organiser.locator("#name")).to_be_focused()
    organiser.wait_for_load_state("networkidle")
    # Fast, without waiting for the former name to be registered.
    held: list[Route] = []
    organiser.route(
        "**/joueurs",
        lambda route: held.append(route) if "anne" in (route.request.post_data or "") else route.continue_(),
    )
    for name in (*CAST[:3], "anne"):
        organiser.keyboard.type(name)
        organiser.keyboard.press("Enter")
    organiser.keyboard.type(CAST[3][:2])
    # The response for the fourth arrives while the fifth is typed, without interference.
    expect(organiser.locator(".entrants bdi")).to_have_text([*CAST[:3]])
    # The fourth is sent after the response for the third, which may come after its name is shown.
    wait(organiser, lambda: held)
    held[0].continue_()
    expect(organiser.locator(".aside")).to_contain_text("sous le numéro 1")
    organiser.keyboard.type(CAST[3][2:])
    organiser.keyboard.press("Enter")
    expect(organiser.locator("main [role=status]")).to_contain_text(CAST[3])
    organiser.get_by_role("button", name="anne", exact=True).click()
    organiser.unroute("**/joueurs")
    organiser.keyboard.press("Enter")
    expect(organiser.locator("#err-name")).to_contain_text("sous le numéro 1")
    expect(organiser.locator("#name")).to_have_value("anne")
    organiser.fill("#name", "Anne-Marie")
    organiser.keyboard.press("Enter")
    expect(organiser.locator("main [role=status]")).to_contain_text("Anne-Marie")
    organiser.locator(".entrants a", has_text="Anne-Marie").click()
    organiser.get_by_role("button", name="Retirer du tournoi").click()
    organiser.get_by_role("link", name="Tous les joueurs").click()
    organiser.fill("#liste", "\n".join([*CAST[4:], "Chloé"]))
    organiser.get_by_role("button", name="Inscrire la liste").click()
    expect(organiser.locator("#err-liste")).to_contain_text("sous le numéro 3")
    organiser.fill("#liste", "\n".join(CAST[4:]))
    organiser.get_by_role("button", name="Inscrire la liste").click()
    expect(organiser.locator("h1")).to_contain_text("8 joueurs inscrits")


def draw_and_bind(organiser: Page, tablets: list[Page]) -> None:
    """Announce the seed, draw, and open the link of its table on each tablet."""
    organiser.get_by_role("link", name="Aller au tirage").click()
    organiser.locator("summary", has_text="Devant la salle").click()
    organiser.fill("#seed", "6 1 3 3 2 5")
    organiser.get_by_role("button", name="Annoncer").click()
    organiser.get_by_role("button", name="Tirer les tables").click()
    expect(organiser.locator(".said").first).to_contain_text("Personne n’a deux fois le même partenaire.")
    organiser.get_by_role("link", name="Papier", exact=True).click()
    expect(organiser.locator(".cards-qr code")).to_have_count(2)
    links = organiser.locator(".cards-qr code").all_inner_texts()
    assert len(set(links)) == 2
    for number, (tablet, link) in enumerate(zip(tablets, links, strict=True), 1):
        tablet.goto(link)
        expect(tablet.locator("h1")).to_have_text(f"Prendre la table {number} sur cette tablette ?")
        tablet.get_by_role("button", name=f"Prendre la table {number}").tap()
        expect(tablet.locator("form.entry")).to_be_visible()
        assert link.rpartition("/")[2] not in tablet.url


def write_sheet(tablet: Page) -> None:
    """Enter twelve donnes on a table's tablet: 1007 to 877."""
    for rang, points in enumerate(J23, 1):
        tablet.locator("[name=camp][value=A]").locator("xpath=ancestor::label").tap()
        tablet.fill("[name=points]", str(points))
        expect(tablet.locator("form.entry[aria-busy=false] [data-phrase]:not(.waiting)")).not_to_be_empty()
        for doubt in tablet.locator("[data-doubts] label").all():
            doubt.tap()
        tablet.locator(".confirm .primary").tap()
        expect(tablet.locator(f".sheet-table tbody th a:text-is('{rang}')")).to_be_visible()
    # The control sum holds, so it is not shown.
    expect(tablet.locator(".control")).to_have_count(0)


def sign_both(tablet: Page) -> None:
    """Enter the initials of both sides; the sheet is confirmed."""
    tablet.locator("#initiales-0").fill("AB")
    tablet.locator(".signs form").first.get_by_role("button").tap()
    expect(tablet.locator(".signs .done")).to_have_text(re.compile("AB"))
    tablet.get_by_role("button", name="Signer").tap()
    expect(tablet.locator("#initiales-1 + .errors")).to_have_text("Les initiales manquent.")
    tablet.locator("#initiales-1").fill("CD")
    tablet.get_by_role("button", name="Signer").tap()
    expect(tablet.locator("main [role=status]")).to_contain_text("La feuille est confirmée.")


def type_wrong_paper(organiser: Page) -> None:
    """Enter the paper of table 2 with a wrong total: the wrong donne is named, typed values are kept. Then correct both."""
    organiser.fill("#table", "2")
    organiser.keyboard.press("Enter")
    organiser.fill("#total-0", "1007")
    organiser.fill("#total-1", "876")
    organiser.get_by_role("button", name="Noter le résultat").click()
    expect(organiser.locator("#err-totals")).to_contain_text("1883 au lieu de 1884, écart −1")
    for line, points in enumerate(J23, 1):
        organiser.fill(f"[name=l{line}-0]", str(points))
        organiser.fill(f"[name=l{line}-1]", str(69 if line == 4 else 157 - points))
    organiser.get_by_role("button", name="Noter le résultat").click()
    wrong = organiser.locator("tr:has([name=l4-0]) + tr")
    expect(wrong).to_contain_text("Donne 4 : 130 en tout au lieu de 157, écart −27.")
    expect(wrong).to_contain_text("96 au lieu de 69")
    assert organiser.input_value("#total-1") == "876"
    organiser.fill("[name=l4-1]", "96")
    organiser.fill("#total-1", "877")
    organiser.get_by_role("button", name="Noter le résultat").click()


@pytest.mark.soak
def test_an_evening_with_an_organiser_and_two_tablets(browser: Browser, hall: str) -> None:
    with people(browser, LAPTOP, UPRIGHT, LANDSCAPE) as (organiser, first, second):
        for page in (organiser, first, second):
            hurry(page.context, 8)
        register_eight(organiser, hall)
        draw_and_bind(organiser, [first, second])
        answer = first.goto(second.url)
        assert answer is not None
        assert answer.status == 403
        first.get_by_role("link", name="Table 1", exact=True).tap()
        organiser.get_by_role("link", name="Soirée", exact=True).click()
        close = organiser.get_by_role("button", name="Clore le tour 1")
        expect(organiser.locator(".step .primary")).to_have_text(["Imprimer le tour 1"])
        expect(close).to_have_count(0)

        write_sheet(first)
        expect(organiser.locator(".tiles .finie .no")).to_have_text(re.compile("1$"))
        expect(organiser.locator(".step .primary")).to_have_text("Noter la table 2")
        sign_both(first)
        type_wrong_paper(organiser)
        expect(close).to_be_visible()
        expect(organiser.locator(".tiles .papier .no")).to_have_text(re.compile("2$"))

        first.goto(first.url.replace("/table", "/parties/1"))
        first.get_by_role("link", name="Contester").tap()
        first.fill("#texte", "La donne 3 était un match")
        first.get_by_role("button", name="Contester").tap()
        expect(first.locator("main [role=status]")).to_contain_text("L’organisateur est appelé")
        expect(organiser.locator(".step ul")).to_contain_text("Table 1 : en litige.")
        bell = organiser.locator("#sonnette .call")
        expect(bell).to_contain_text("Table 1 conteste sa feuille.")
        bell.get_by_role("button", name="J’y vais").click()
        expect(bell).to_have_count(0)
        organiser.locator(".tiles .litige").click()
        expect(organiser.locator("[role=alert]")).to_contain_text("La donne 3 était un match")
        organiser.fill("#raison-trancher", "Relu ensemble : la feuille est juste.")
        organiser.get_by_role("button", name="Trancher").click()
        organiser.get_by_role("link", name="Soirée", exact=True).click()
        close.click()

        first.goto(f"{hall}/table")
        expect(first.locator("main [role=status]")).to_contain_text("la feuille apparaîtra ici toute seule")
        organiser.get_by_role("button", name="Ouvrir le tour 2").click()
        expect(first.locator("form.entry")).to_be_visible()
        for table, totals in (("1", ("1000", "884")), ("2", ("900", "984"))):
            organiser.get_by_role("link", name="Soirée", exact=True).click()
            organiser.fill("#table", table)
            organiser.keyboard.press("Enter")
            for place, total in enumerate(totals):
                organiser.fill(f"#total-{place}", total)
            organiser.get_by_role("button", name="Noter le résultat").click()
        announce(organiser, hall)


def announce(organiser: Page, base: str) -> None:
    """Close the last round, reveal all prizes and announce the ranking; its totals add up, and the pig is awarded."""
    organiser.get_by_role("button", name="Clore le tour 2").click()
    phone = organiser.context.browser.new_page(locale="fr-FR")  # type: ignore[union-attr]
    phone.goto(f"{base}/tournois/1/salle")
    expect(phone.locator("body")).to_contain_text("Le classement final se dévoile à la remise des prix.")
    organiser.get_by_role("link", name="Remise des prix").click()
    organiser.get_by_role("button", name="Remise, du dernier au cochon").click()
    expect(phone.locator(".hall-show:visible .prize")).to_have_text("À qui le prochain prix ?")
    while (unveil := organiser.get_by_role("button", name="Dévoiler")).count():
        left = phone.locator("[data-hall]").get_attribute("data-show")
        unveil.click()
        expect(phone.locator("[data-hall]")).not_to_have_attribute("data-show", left or "")
    expect(phone.locator(".hall-show:visible .prize")).to_contain_text("Un cochon")
    phone.close()
    organiser.get_by_role("button", name="Tout montrer").click()
    expect(organiser.locator("#classement tbody tr")).to_have_count(8)
    rows = organiser.locator("#classement tbody tr").all()
    given = {row.locator("bdi").first.inner_text(): row.locator("td.num").all_inner_texts() for row in rows}
    assert set(given) == set(CAST)
    for one, two, total in given.values():
        assert int(one) + int(two) == int(total)
    # Each round gives 1884 to both camps of two tables, and each player the points of their camp.
    assert sum(int(figures[2]) for figures in given.values()) == 2 * 2 * 2 * 1884
    totals = [int(row.locator("td.total").inner_text()) for row in rows]
    assert totals == sorted(totals, reverse=True)
    organiser.get_by_role("button", name="Annoncer le classement final").click()
    expect(organiser.locator(".step")).to_contain_text("Le tournoi est fini.")
    expect(organiser.locator("#classement tbody tr").first).to_contain_text("Un cochon")
    organiser.goto(f"{base}/tournois/1/salle")
    expect(organiser.locator(".hall-page:visible h2")).to_have_text("Les prix")


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[str]]]:
    """Tournaments in all states, with the URLs to check."""
    data: Path = tmp_path_factory.mktemp("fair")
    config = Config(data)
    with Store(config.database) as store:
        newcomers = [
            {"name": "Zoé", "club": "Les As", "apart": ["famille"], "fixed": 2},
            {"name": "zoë"},
            "<b>Léon</b>",
        ]
        opened(store, [*newcomers, *CAST])
        desk.withdraw(store, 1, 3, by=BY)
        t = opened(store, 18, name="Au milieu", prizes=["Un cochon"])
        t = draw(store, t)
        for table in range(1, 5):
            t = note(store, t, table, (1000 + table, 884 - table))
        draw(store, desk.close_round(store, 2, 1, by=BY))
        parties = [table.partie for table in desk.read(store, 2).rounds[1].tables]
        play(store, parties[0], J23[:3])
        play(store, parties[1])
        play(store, parties[2])
        confirm(store, t, 3)
        desk.dispute(store, 2, TableAt(2, 3), text="La donne 5", by=BY)
        t = draw(store, opened(store, 8, name="Fini", rounds=1, prizes=["Un cochon", "Un jambon"]))
        for table in (1, 2):
            note(store, t, table, (1007, 877))
        desk.close_round(store, 3, 1, by=BY)
        desk.finish(store, 3, by=BY)
        t = draw(store, opened(store, 7, name="À trois et à quatre", game="tarot", odd="threes", rounds=2))
        token = table_links.tokens(store, 2, key=config.secret_key(), by=BY)[1]
    desk_pages = [
        "tables",
        "joueurs",
        "tirage",
        "tirage",
        "classement",
        "imprimer",
        "reglages",
        "historique",
    ]
    pages = [f"/tournois/{number}/{page}" for number in (1, 2, 3) for page in [*desk_pages, "salle"]]
    pages += [f"/tournois/2/tours/2/tables/{table}" for table in (1, 2, 3, 4)]
    pages += ["/tournois/2/joueurs/1", "/tournois/2/joueurs/1/modifier", "/tournois/1/joueurs/3/modifier"]
    pages += ["/", "/tournois", "/tournois/nouveau/tarot", "/tournois/nouveau/jass", "/organisateur"]
    pages += [f"/parties/{parties[1]}", f"/parties/{parties[2]}", "/tournois/2/tours/2/tables/1/contester"]
    pages += [f"/parties/{table.partie}" for table in t.rounds[0].tables]
    pages += [f"/tournois/4/{page}" for page in ("tables", "tirage", "classement", "tours/1/tables/1")]
    with serving(data) as address:
        yield address, [*pages, f"/t/{token}"]


@pytest.mark.soak
def test_tournament_pages_fit_every_screen_and_pass_axe(
    browser: Browser, fair: tuple[str, list[str]]
) -> None:
    assert look_by_touch(browser, *fair, (PHONE, UPRIGHT, LANDSCAPE, LAPTOP)) == {}


@pytest.mark.soak
def test_dark_english_tournament_pages_pass_axe(browser: Browser, fair: tuple[str, list[str]]) -> None:
    assert look_in_the_dark(browser, *fair) == {}


def test_projector_turns_slides_also_without_its_server(
    browser: Browser, fair: tuple[str, list[str]]
) -> None:
    base, _ = fair
    with people(browser, LAPTOP) as (projector,):
        projector.clock.install()
        projector.goto(f"{base}/tournois/2/salle")
        title = projector.locator(".hall-page:visible h2")
        expect(title).to_have_text("Places du tour 2")
        expect(projector.locator(".hall-page:visible li")).to_have_count(18)
        projector.clock.run_for(12_500)
        expect(title).to_contain_text("Classement – PROVISOIRE, 1")
        projector.keyboard.press("ArrowLeft")
        expect(title).to_have_text("Places du tour 2")

        def refuse(route: Route) -> None:
            route.abort()

        projector.route("**/tournois/2/**", refuse)
        projector.clock.run_for(6_000)
        expect(projector.locator("[data-lost]")).to_contain_text(
            "Le programme ne répond pas : dernier état de"
        )
        expect(projector.locator(".hall-page:visible li")).to_have_count(18)
        projector.unroute("**/tournois/2/**")
        projector.clock.run_for(11_000)
        expect(projector.locator("[data-lost]")).to_be_empty()


def test_desk_works_without_javascript(browser: Browser, hall: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=LAPTOP, locale="fr-FR")
    page = context.new_page()
    page.goto(f"{hall}/tournois/nouveau/jass")
    page.fill("#name", "Sans script")
    page.fill("#liste", "\n".join([*CAST[:3], CAST[0]]))
    page.get_by_role("button", name="Tirer et imprimer").click()
    expect(page.locator("#err-liste")).to_have_text(
        "Ligne 4 : « Anne » est deux fois dans la liste, aussi ligne 1."
    )
    assert page.input_value("#name") == "Sans script"
    page.fill("#liste", "\n".join(CAST[:4]))
    page.get_by_role("button", name="Tirer et imprimer").click()
    # Without scripts, the page reloads by itself until the draw is made.
    expect(page.get_by_role("link", name="Imprimer le tour 1")).to_be_visible()
    page.goto(f"{hall}/tournois/1/tours/1/tables/1")
    page.fill("#total-0", "1007")
    page.fill("#total-1", "877")
    page.get_by_role("button", name="Noter le résultat").click()
    page.get_by_role("button", name="Clore le tour 1").click()
    expect(page.locator(".step")).to_contain_text("Tours clos : 1 sur 4.")
    page.goto(f"{hall}/tournois/1/classement")
    assert page.locator("td.total").all_inner_texts() == ["1007", "1007", "877", "877"]
    context.close()
