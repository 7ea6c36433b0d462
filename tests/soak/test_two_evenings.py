"""Two evenings of a season page by page as their organiser: 62 people, three late, two gone, a swap, a dispute, a tie."""

from __future__ import annotations

import copy
import io
import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

from flask import Flask
from pypdf import PdfReader

from scorekeeper import tournaments as desk
from scorekeeper.cli import main
from scorekeeper.config import Config
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import TableStage, Tournament
from tests.pages import make_app
from tests.tournaments.desk import note
from tests.web.browsing import Page, Visit
from tests.web.desk_visits import tablet
from tests.web.test_house_games import typed

ONE = "/tournois/1"
PEOPLE = [f"Prénom{number:02d} Nom{number:02d}" for number in range(1, 63)]


class Organiser(Visit):
    """Visitor of the desk as organiser, with the store; acts on tournament 1, except where a method takes a number."""

    store: Store

    @property
    def t(self) -> Tournament:
        return desk.read(self.store, 1)

    def does(self, path: str, action: str, **typed: Any) -> Page:
        """Load page `path`, submit its form whose URL ends in `action`, with `typed`, and return the page after redirects."""
        form = self.get(path).form(action)
        return self.follow(self.send(form, form.with_fields(typed)))

    def comes(self, name: str) -> None:
        """Register one more person by name in tournament 1; the result is not checked."""
        self.does(f"{ONE}/joueurs", "/joueurs", name=name)

    def goes(self, number: int) -> None:
        """Withdraw a person from tournament 1 by number; the result is not checked."""
        self.does(f"{ONE}/joueurs/{number}/modifier", "/retirer", raison="rentré")

    def plays(self, number: int = 1, best: int = 0) -> None:
        """Note 942 to 942 for each table of tournament `number`'s latest round, 1007 to 877 at table `best`; close the round."""
        t = desk.read(self.store, number)
        for table in t.rounds[-1].tables:
            note(self.store, t, table.number, (1007, 877) if table.number == best else (942, 942))
        self.does(f"/tournois/{number}/tables", f"/tours/{len(t.rounds)}/clore")

    def prints(self, tour: int) -> str:
        """Return the text of the PDF with all paper of a round. Fails unless the response is a PDF."""
        answer = self.client.get(f"{ONE}/tour.pdf?tour={tour}")
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        pages = PdfReader(io.BytesIO(answer.data)).pages
        return "\n".join(page.extract_text() for page in pages)


def test_two_evenings_of_a_season(tmp_path: Path) -> None:
    app = make_app(Config(tmp_path / "data"))
    organiser = Organiser(app.test_client())
    organiser.store = app.extensions["store"]
    with closing(organiser.store):
        _two_evenings(organiser, app, tmp_path)


def _two_evenings(organiser: Organiser, app: Flask, folder: Path) -> None:
    the_evening_begins(organiser)
    the_first_round(organiser, app)
    the_second_round(organiser)
    for tour in (3, 4):
        organiser.does(f"{ONE}/tirage", "/tirage")
        assert len(re.findall(rf"Table \d+ — tour {tour}", organiser.prints(tour))) == 15
        # Two people present from the start win together.
        tables = organiser.t.rounds[-1].tables if tour == 4 else ()
        organiser.plays(best=next((table.number for table in tables if max(table.seats[0::2]) <= 62), 0))
    the_tie_for_the_pig(organiser)
    check_export(organiser.client.get(f"/api{ONE}/export.json").data, folder)
    the_next_evening(organiser)


def the_evening_begins(organiser: Organiser) -> None:
    """Create a tournament with prizes, register the `PEOPLE` as a list, freeze it, announce a source of the seed; set it."""
    typed = {"name": "Match au cochon", "prizes": "un cochon\nun jambon\nun saucisson"}
    organiser.does("/tournois/nouveau/jass", "/nouveau/jass", **typed)
    organiser.does(f"{ONE}/joueurs", "/joueurs/liste", liste="\n".join(PEOPLE))
    assert [entrant.name for entrant in organiser.t.entrants] == PEOPLE
    organiser.does(f"{ONE}/tirage", "/liste-figee", source="six dés jetés dans la salle")
    organiser.does(f"{ONE}/tirage", "/graine", seed="4 2 6 1 3 5")


def the_first_round(organiser: Organiser, app: Flask) -> None:
    """Draw, print and play round 1: a late arrival gets a leaver's seat, two people swap seats, and a dispute is decided."""
    organiser.does(f"{ONE}/tirage", "/tirage")
    assert len(organiser.t.rounds[0].byes) == 2
    paper = organiser.prints(1)
    assert all(name.split()[0] in paper for name in PEOPLE)
    leaver = organiser.t.rounds[0].tables[8].seats[3]
    organiser.goes(leaver)
    organiser.comes("Rosa Tard")
    organiser.does(f"{ONE}/tables", "/asseoir")
    assert organiser.t.rounds[0].tables[8].seats[3] == 63
    first, other = organiser.t.rounds[0].tables[0].seats[1], organiser.t.rounds[0].tables[2].seats[0]
    at_table = f"{ONE}/tours/1/tables/1"
    organiser.does(at_table, "/places", place=str(first), qui=str(other), raison="mal assis")
    assert organiser.t.rounds[0].tables[0].seats[1] == other
    table = tablet(app, 5)
    form = table.get(f"{ONE}/tours/1/tables/5/contester").form("/contester")
    table.follow(table.send(form, form.with_fields({"texte": "Qui a la donne ?"})))
    assert "Qui a la donne" in organiser.get(f"{ONE}/tours/1/tables/5").text
    assert desk.progress(organiser.store, 1).tables[4].stage is TableStage.LITIGE
    organiser.does(f"{ONE}/tours/1/tables/5", "/trancher", raison="vu ensemble")
    assert desk.progress(organiser.store, 1).tables[4].stage is TableStage.ATTEND
    organiser.plays()


def the_second_round(organiser: Organiser) -> None:
    """Repair the plan for two late arrivals and a leaver; check how many people keep their slip. Draw, print and play round 2."""
    leaver = organiser.t.rounds[0].tables[3].seats[0]
    organiser.goes(leaver)
    for name in ("Sara Tard", "Théo Tard"):
        organiser.comes(name)
    before = organiser.t.foreseen
    page = organiser.get(f"{ONE}/tirage")
    announced = re.search(r"(\d+) personnes bougent, (\d+) gardent leur fiche", page.text)
    assert announced is not None
    moving, keeping = int(announced[1]), int(announced[2])
    # All of the first list who are still here: the late ones have no slips yet.
    assert (moving + keeping, keeping > 40) == (60, True)
    organiser.does(f"{ONE}/tirage", "/reparer")
    assert before != organiser.t.planned != ()
    organiser.does(f"{ONE}/tirage", "/tirage")
    slips = organiser.prints(2)
    assert ("Sara Tard" in slips, "Tard Théo" in slips or "Théo Tard" in slips) == (True, True)
    assert organiser.t.entrant(leaver).name not in slips
    organiser.plays()


def the_tie_for_the_pig(organiser: Organiser) -> None:
    """Draw cards for the two people tied for the first prize: the higher card wins it. Reveal the prizes, and finish."""
    ranking = desk.standings(organiser.store, 1)
    assert not ranking.provisional
    level = next(group for group in ranking.level if ranking.lines[0].numbers[0] in group)
    assert (len(level), ranking.lines[0].standing.total) == (2, 3833)
    for card, number in enumerate(level, 1):
        organiser.does(f"{ONE}/classement", f"/cartes/{number}", carte=str(card))
    best = desk.standings(organiser.store, 1).lines[0]
    assert (best.numbers, best.standing.prizes) == ((level[-1],), ("un cochon",))
    organiser.does(f"{ONE}/classement", "/remise", quoi="finir")
    organiser.does(f"{ONE}/classement", "/finir")
    assert organiser.t.final is not None


def check_export(export: bytes, folder: Path) -> None:
    """Write the export to `folder`. Fails unless `verify` accepts it (0), and refuses it with two players exchanged (1)."""
    content: dict[str, Any] = json.loads(export)
    file = folder / "tournoi.json"
    file.write_bytes(export)
    assert main(["verify", str(file), "--lang", "fr"]) == 0
    forged = copy.deepcopy(content)
    players = forged["draws"][0]["players"]
    players[3], players[9] = players[9], players[3]
    file.write_text(json.dumps(forged), encoding="utf-8")
    assert main(["verify", str(file), "--lang", "fr"]) == 1


def the_next_evening(organiser: Organiser) -> None:
    """Create a season with evening 1, and evening 2 with its people; check them in, play a round, check the season's page."""
    organiser.does("/saisons/nouvelle", "/saisons/nouvelle", name="Hiver 2026")
    organiser.does("/saisons/1", "/soirees", tournament="1")
    again = "/tournois/nouveau/jass?comme=1"
    organiser.does(again, "/nouveau/jass", door="1", liste=typed(organiser.get(again), 'name="liste"'))
    second = desk.read(organiser.store, 2)
    # Of 65 all but the one who went home before playing.
    assert len(second.entrants) == 64
    # They are expected at the door, where 60 are shown at once.
    for there in (60, 64):
        organiser.does("/tournois/2/joueurs?vue=attendus", "/ensemble", quoi="la")
        assert len(desk.read(organiser.store, 2).present) == there
    organiser.does("/tournois/2/tirage", "/tirage")
    organiser.plays(2)
    page = organiser.get("/saisons/1")
    assert "PROVISOIRE, 1 soirée et 1 en cours" in page.text
    assert desk.read(organiser.store, 2).entrants[0].name in page.text
