"""Every page of the app in every relevant state, stored as HTML, to be opened in a browser later."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import Flask
from jinja2 import BaseLoader, Environment

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.config import Config
from scorekeeper.errors import Superseded
from scorekeeper.records.store import Store
from scorekeeper.tournaments import demo_club, player_file, seasons
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.model import TableAt
from scorekeeper.web.tournaments.draws import DrawJobs
from tests.cards.games.test_maison import text
from tests.pages import make_app
from tests.tournaments.desk import BY, J23, confirm, draw, note, opened, play
from tests.web.browsing import Page, Visit
from tests.web.desk_visits import PHRASE
from tests.web.test_house_games import declare

CAST = ("Anne", "Benoît", "Chloé", "David", "Émile", "Fanny", "Gaston", "Hélène")
GARDE = {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 56}
LONG = (*(f"Marie-Antoinette de La Rochefoucauld {number}" for number in (1, 2)), "Chloé", "David", "Émile")
DESK = [
    "tables",
    "joueurs",
    "tirage",
    "classement",
    "imprimer",
    "reglages",
    "historique",
    "salle",
    "joueurs?vue=attendus",
    "mon-soir",
]
STRANGER = {"REMOTE_ADDR": "10.0.0.9"}


@dataclass
class Gallery:
    """Pages by name, as the server returned them."""

    app: Flask
    pages: dict[str, tuple[str, str]] = field(default_factory=dict)
    """URL path and HTML of each page, by name."""
    opened: set[str] = field(default_factory=set)
    """Templates that were used."""

    def hang(self, path: str, page: Page, name: str = "") -> Page:
        """Store a page under its path or name, unless it redirects, and return it. Fails for a server error."""
        assert page.status < 500, (path, page.status)
        assert page.html, (path, page.status)
        if not 300 <= page.status < 400:
            self.pages[name or path] = (path, page.html)
        return page

    def get(self, visit: Visit, *paths: str, **more: Any) -> None:
        for path in paths:
            self.hang(path, visit.get(path, **more))


class Noting(BaseLoader):
    """A template loader that records the requested templates."""

    def __init__(self, inner: BaseLoader, names: set[str]) -> None:
        self.inner, self.names = inner, names

    def load(self, environment: Environment, name: str, globals: Any = None) -> Any:  # noqa: A002 - Jinja’s name
        self.names.add(name)
        return self.inner.load(environment, name, globals)

    def list_templates(self) -> list[str]:
        return self.inner.list_templates()


def templates_of(app: Flask) -> set[str]:
    """Return the templates of screens. Paper has its own tests, and partial templates are blocks of full pages."""
    every = app.jinja_env.list_templates(extensions=["html"])
    return {name for name in every if not name.startswith("print/") and name != "parties/_part.html"}


@contextmanager
def gallery(folder: Path) -> Iterator[Gallery]:
    """Visit all pages."""
    config = Config(folder, addresses=("192.168.1.20",))
    app = make_app(config)
    made = Gallery(app)
    env = app.jinja_env
    assert env.loader is not None
    env.cache, env.loader = None, Noting(env.loader, made.opened)
    store: Store = app.extensions["store"]
    try:
        visit = Visit(app.test_client())
        made.hang("/demo", visit.send(made.hang("/", visit.get("/"), "/ empty").form("/demo")))
        app.extensions["config"] = replace(config, demo=True)
        made.hang("/", visit.get("/"), "/ demo")
        app.extensions["config"] = config
        demo_club.fill_evenings(store, date(2026, 11, 20))
        _fixed(made, visit)
        for game in GAMES:
            _sheets(made, visit, game.key, [f"/jeux/{game.key}/{slug}" for slug in game.pages])
        _acts(made, visit)
        _carried_over(made, visit)
        _devices(made, visit)
        _tournaments(made, store)
        _queue(made, visit)
        _begun(made, visit)
        _machines(made, visit, store)
        yield made
    finally:
        store.close()


def _fixed(made: Gallery, visit: Visit) -> None:
    made.get(
        visit,
        "/",
        "/parties",
        "/joueurs",
        "/joueurs?jeu=tarot",
        "/joueurs/1",
        "/joueurs/2",
        "/aide",
        "/hors-ligne",
    )
    made.get(
        visit, "/parties/999999", "/connecter", "/connecter/salle", "/securise", "/porter", "/organisateur"
    )
    made.get(
        visit,
        "/imprimer",
        "/imprimer/tarot",
        "/imprimer/match-au-cochon",
        "/imprimer/libre",
        "/imprimer/tirage",
    )
    made.get(visit, "/tournois", "/tournois/nouveau/jass")


def _sheets(made: Gallery, visit: Visit, key: str, extras: Sequence[str]) -> None:
    """Visit a new sheet, an open one and a finished one of a game; and the paths `extras`."""
    store = made.app.extensions["store"]
    made.get(visit, f"/nouvelle/{key}", f"/aide/{key}", *extras)
    form = visit.get(f"/nouvelle/{key}").form(f"/nouvelle/{key}")
    made.hang(
        form.action, visit.send(form, form.with_fields({"joueur-0": "X" * 41})), f"/nouvelle/{key} refused"
    )
    for status in ("ouverte", "close"):
        sheet = f"/parties/{parties.list_parties(store, status=status, game=key, limit=1)[0].id}"
        made.get(
            visit, sheet, f"{sheet}/lignes/2", f"{sheet}/historique", f"{sheet}/feuille", f"{sheet}/joueurs"
        )
        if status == "ouverte":
            acts = (
                "lignes/2/modifier",
                "lignes/2/inserer",
                "lignes/2/deplacer",
                "table",
                "regles",
                "terminer",
            )
            made.get(visit, *(f"{sheet}/{act}" for act in acts))
            page = visit.get(sheet)
            if page.has_form("/saisies"):
                made.hang(sheet, visit.send(page.form("/saisies")), f"{sheet} refused")
            if page.has_form("/figure"):
                visit.send(page.form("/figure"))
                made.hang(sheet, visit.get(sheet), f"{sheet} drawn")
                visit.send(page.form("/figure"))


def _begun(made: Gallery, visit: Visit) -> None:
    """Visit new sheets of three games, and their refusal of an empty first line."""
    begun = (("bouees", (*LONG, "Gaspard")), ("cochonnet", CAST[:4]), ("differenzler", LONG))
    for key, people in begun:
        sheet = f"/parties/{visit.open_sheet(key, people)}"
        made.get(visit, sheet, *([f"{sheet}/annonces"] if key == "differenzler" else []))
        made.hang(sheet, visit.send(visit.get(sheet).form("/saisies")), f"{sheet} refused")


def _acts(made: Gallery, visit: Visit) -> None:
    """Visit a sheet put away, and one of twelve lines with long names: struck lines, a change of players, and the end."""
    number = visit.open_sheet("tarot", LONG)
    sheet = f"/parties/{number}"
    made.get(visit, sheet)
    visit.send(visit.get(sheet).form("/ranger"))
    made.hang(sheet, visit.get(sheet), f"{sheet} put away")
    number = visit.open_sheet("tarot", LONG)
    sheet = f"/parties/{number}"
    line = {"preneur": LONG[0], "appele": LONG[1], "contrat": "garde-contre", "bouts": 3, "points": 62}
    for _ in range(12):
        assert visit.enter(number, line).status == 303
    made.get(visit, sheet, f"{sheet}/table", f"{sheet}/joueurs")
    strike = visit.get(f"{sheet}/lignes/2").form("/rayer")
    made.hang(f"{sheet}/lignes/2", visit.follow(visit.send(strike)), f"{sheet} struck, and asked why")
    way = next(form for form in visit.get(f"{sheet}/joueurs").forms if ("quoi", "remplace") in form.fields)
    asked = visit.send(way, way.with_fields({"qui": "David", "nom": "Fanny"}))
    made.hang(f"{sheet}/joueurs", asked, f"{sheet}/joueurs asked")
    visit.send(asked.form("/joueurs"))
    made.hang(sheet, visit.get(sheet), f"{sheet} after a change")
    visit.send(visit.get(f"{sheet}/terminer").form("/terminer"))
    made.hang(sheet, visit.get(sheet), f"{sheet} finished")


def _carried_over(made: Gallery, visit: Visit) -> None:
    """Visit a line whose change would change others, and a struck one."""
    slate = visit.open_sheet("couillon", CAST[:4])
    for winner in ("A", "A", "B"):
        visit.enter(slate, {"accepte": winner, "gagne": winner})
    amend = visit.get(f"/parties/{slate}/lignes/1/modifier").form("/modifier")
    more = {**visit.fields_of(slate, {"accepte": "B", "gagne": "B"}), "raison": "recompté"}
    asked = visit.send(amend, amend.with_fields(more))
    made.hang(amend.action, asked, f"/parties/{slate} lines that would change")
    visit.send(visit.get(f"/parties/{slate}/lignes/3").form("/rayer"))
    made.get(visit, f"/parties/{slate}/lignes/3")


def _devices(made: Gallery, visit: Visit) -> None:
    """Visit the pages for adding a second device to a sheet."""
    number = visit.open_sheet("jass", CAST[:4])
    visit.enter(number, {"points": [92, 65]})
    sheet = f"/parties/{number}"
    made.get(visit, f"{sheet}/appareils")
    visit.send(visit.get(f"{sheet}/appareils").form("/appareils/code"))
    shown = made.hang(f"{sheet}/appareils", visit.get(f"{sheet}/appareils"), f"{sheet}/appareils with a code")
    link = "/f/" + shown.html.partition("/f/")[2].split("<")[0].split('"')[0]
    other = Visit(made.app.test_client())
    made.hang("/f/x", other.get(link, environ_base=STRANGER), "/f/…")
    made.hang(sheet, other.get(sheet, environ_base=STRANGER), f"{sheet} looked at")


def _evenings(store: Store) -> tuple[int, list[int], int, int]:
    """Create four tournaments: before the draw, in the second round, finished, between two rounds. Return the number of the second,
    the sheets of its round, and the numbers of the others.
    """
    opened(
        store, [{"name": "Zoé", "club": "Les As", "apart": ["famille"], "fixed": 2}, {"name": "zoë"}, *CAST]
    )
    middle = draw(store, opened(store, 18, name="Au milieu", prizes=["Un cochon"]))
    for table in range(1, 5):
        middle = note(store, middle, table, (1000 + table, 884 - table))
    draw(store, desk.close_round(store, middle.id, 1, by=BY))
    sheets = [table.partie for table in desk.read(store, middle.id).rounds[1].tables]
    play(store, sheets[0], J23[:3])
    play(store, sheets[1])
    play(store, sheets[2])
    confirm(store, middle, 3)
    desk.dispute(store, middle.id, TableAt(2, 3), text="La donne 5", by=BY)
    desk.call(store, middle.id, TableAt(2, 2), text="Il manque le 8 de pique", by=BY)
    desk.set_clock(store, middle.id, 2, what="lancer", minutes=45, by=BY)
    over = draw(store, opened(store, 8, name="Fini", rounds=1, prizes=["Un cochon", "Un jambon"]))
    between = draw(store, opened(store, 8, name="Entre deux tours", rounds=2))
    for table in (1, 2):
        note(store, over, table, (1007, 877))
        note(store, between, table, (1007, 877))
    desk.close_round(store, over.id, 1, by=BY)
    desk.show_prizes(store, over.id, what="commencer", by=BY)
    desk.show_prizes(store, over.id, what="suivant", by=BY)
    desk.finish(store, over.id, by=BY)
    desk.close_round(store, between.id, 1, by=BY)
    return middle.id, sheets, over.id, between.id


def _tournaments(made: Gallery, store: Store) -> None:
    """Visit the desk, the public pages, and the tablets of tables."""
    organiser = Visit(made.app.test_client())
    form = made.hang("/organisateur", organiser.get("/organisateur"), "/organisateur first").form("/phrase")
    organiser.send(form, form.with_fields({"phrase": PHRASE, "encore": PHRASE}))
    middle, sheets, over, between = _evenings(store)
    for number in (middle - 1, middle, over):
        made.get(organiser, *(f"/tournois/{number}/{page}" for page in DESK))
    here = f"/tournois/{middle}"
    made.get(organiser, here, *(f"{here}/tours/2/tables/{table}" for table in (1, 2, 3, 4)))
    made.get(organiser, *(f"{here}/{page}" for page in ("joueurs/1", "joueurs/1/modifier")))
    made.get(organiser, f"{here}/tours/2/tables/1/contester", *(f"/parties/{number}" for number in sheets))
    made.get(organiser, "/organisateur", "/secours", "/secours/notees", "/noms")
    _house_games(made, organiser)
    people = f"/tournois/{middle - 1}/joueurs"
    form = organiser.get(people).form("/joueurs/liste")
    checked = organiser.send(form, form.with_fields({"liste": "Igor\nZoé\nIgor"}))
    made.hang(people, checked, f"{people} checked")
    _season(made, organiser, store, (over, middle), f"/tournois/{middle - 1}")
    _draw_at_work(made, organiser, middle - 1)
    for number in (middle, between):
        _table_tablet(made, store, number)


def _house_games(made: Gallery, organiser: Visit) -> None:
    """Visit declared games: one with mistakes, one played by eight people and redefined, and a grid of three players."""
    for name, definition in (("refused", text("skyjo").replace("[fin]", "[fini]")), ("added", text("skyjo"))):
        made.hang("/jeux-maison", declare(organiser, definition), f"/jeux-maison {name}")
    number = organiser.open_sheet("maison-skyjo", CAST)
    points = dict(zip(CAST, [12, -3, 14, 33, 5, 4, 8, 29], strict=True))
    organiser.enter(number, {"cartes": points, "ferme": "Anne"})
    made.get(
        organiser, "/jeux-maison", "/jeux-maison/skyjo", f"/parties/{number}", f"/parties/{number}/lignes/1"
    )
    made.get(organiser, "/aide/jeux-maison", "/aide/maison-skyjo", "/nouvelle/maison-skyjo")
    declare(organiser, text("skyjo").replace("a = 142", "a = 150"), remplacer="1")
    made.get(organiser, f"/parties/{number}/regle")
    declare(organiser, text("yams"))
    number = organiser.open_sheet("maison-yams", CAST[:3])
    organiser.enter(number, {"qui": CAST[0], "case": "six", "points": 24})
    made.get(organiser, f"/parties/{number}", f"/parties/{number}/lignes/1")


def _season(made: Gallery, organiser: Visit, store: Store, evenings: Sequence[int], coming: str) -> None:
    """Visit a season with an evening in progress, and the file of players."""
    number = seasons.create(store, {"name": "Hiver", "planned": 4, "best": 2}, by=BY).id
    for evening in evenings:
        seasons.add_evening(store, number, evening, by=BY)
        player_file.add_tournament(store, evening)
    player_file.import_list(store, "nom;prénom;club;licence\nDe La Rochefoucauld;Marie;Les As;CH-12")
    here = f"/saisons/{number}"
    made.get(organiser, here, f"{here}/reglages", f"{here}/historique", "/saisons/nouvelle", "/tournois")
    made.get(organiser, "/fichier", "/fichier/1")
    form = organiser.get(f"{here}/reglages").form(f"{here}/reglages")
    refused = organiser.send(form, form.with_fields({"best": "9", "table": "1 2"}))
    made.hang(f"{here}/reglages", refused, f"{here}/reglages refused")


def _draw_at_work(made: Gallery, organiser: Visit, number: int) -> None:
    """Visit the page of a draw in progress."""
    jobs, ends = DrawJobs(), threading.Event()
    made.app.extensions["draw_jobs"] = jobs
    job = jobs.start(number, lambda _: ends.wait(60))
    job.progress(1200, 4000, 17)
    made.get(organiser, f"/tournois/{number}/tirage/en-cours")
    ends.set()


def _table_tablet(made: Gallery, store: Store, number: int) -> None:
    """Visit a table's tablet: the question whether to take the table, then its sheet or the wait for the next round."""
    token = table_links.tokens(store, number, key=made.app.config["SECRET_KEY"], by=BY)[1]
    tablet = Visit(made.app.test_client())
    asked = made.hang("/t/x", tablet.get(f"/t/{token}", environ_base=STRANGER), f"/t/… {number}")
    tablet.send(asked.form(f"/t/{token}"), environ_base=STRANGER)
    page = tablet.get("/table", environ_base=STRANGER)
    if page.status == 303:
        page = tablet.get(page.location, environ_base=STRANGER)
    made.hang("/table", page, f"/table {number}")


def _queue(made: Gallery, visit: Visit) -> None:
    """Visit the page of a queued print."""
    ends = threading.Event()
    prints = made.app.extensions["prints"]
    waits = lambda *_, **__: ends.wait(60) and b""  # noqa: E731 - a printer that waits for its release
    prints.printer = SimpleNamespace(etag=lambda *_, **__: "", cached_render=waits)
    job = prints.ask("<p>", "somebody", forms=False, desk=True)
    made.get(visit, f"/impressions/{job.token}")
    ends.set()


def _machines(made: Gallery, visit: Visit, store: Store) -> None:
    """Visit the pages of a laptop after a takeover by another one, and after its return."""
    store._stop_writing(Superseded("f" * 32))
    made.hang("/", visit.get("/"), "/ taken over")
    asked = made.hang("/reprendre", visit.get("/reprendre"))
    made.hang("/reprendre", visit.send(asked.form("/reprendre")), "/reprendre sent")
