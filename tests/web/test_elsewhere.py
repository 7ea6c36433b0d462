"""Two laptops wrote after one copy: our records stay unchanged, and a list shows what only the other one acknowledged."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.parties import Author, Partie
from scorekeeper.records import meta, replica_store
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from scorekeeper.tournaments import forgetting, seasons
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.tarot_table import BY, PLAYERS, donne, new_uuid, sheet
from tests.tournaments.desk import BY as DESK
from tests.tournaments.desk import draw, note, opened
from tests.web.browsing import Page, Visit
from tests.web.desk_visits import PHRASE, come_in

ANNE = Author("Anne", "abcd1234")


class Laptops:
    """Two laptops with the same sheet of two lines; `theirs` is the superseded one."""

    def __init__(self, theirs: Store, ours: Store) -> None:
        self.theirs, self.ours = theirs, ours
        app = create_app(Config(ours.folder), ours)
        self.desk, self.stranger = come_in(app), Visit(app.test_client())
        self.stranger.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"

    def supersede(self) -> Page:
        """Supersede the other laptop; return the list."""
        replica_store.keep_missing(self.ours, self.theirs.backup())
        return self.listed()

    def listed(self) -> Page:
        return self.desk.get("/secours/notees")

    @property
    def sheet(self) -> Partie:
        return parties.read_partie(self.ours, 1)

    @property
    def points(self) -> list[int]:
        return [line.payload["points"] for line in self.sheet.lines if not line.struck]


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[Laptops]:
    first, second = (tmp_path / name / "scorekeeper.sqlite3" for name in ("one", "two"))
    first.parent.mkdir()
    with Store(first) as store:
        set_passphrase(store, PHRASE)
        parties.open_partie(store, sheet(donne("Anne"), donne("Benoît", 51)), by=BY)
        copies.restore(second, store.backup())
    with Store(first) as one, Store(second) as two:
        yield Laptops(one, two)


def by_anne(**more: Any) -> dict[str, Any]:
    return {"uuid": new_uuid(), "by": ANNE, **more}


def enter(store: Store, rang: int, taker: str, points: int) -> None:
    parties.enter(store, 1, rang=rang, payload=donne(taker, points), **by_anne())


def rows(page: Page) -> list[tuple[str, str]]:
    """Return the rows of the list without devices and times: on the other laptop, here."""
    cells = re.findall(r"<td>(.*?)</td>", page.html.partition("<tbody>")[2], re.DOTALL)
    bare = [re.sub(r"<small>.*?</small>", "", cell, flags=re.DOTALL) for cell in cells]
    texts = [" ".join(html.unescape(re.sub(r"<[^>]*>", "", cell)).split()) for cell in bare]
    return [*zip(texts[::2], texts[1::2], strict=True)]


def test_line_of_the_other_laptop_never_replaces_ours(laptops: Laptops) -> None:
    enter(laptops.theirs, 3, "David", 70)
    parties.amend(laptops.theirs, 1, rang=3, payload=donne("David", 41), **by_anne(reason="mal lu"))
    enter(laptops.ours, 3, "Chloé", 60)
    page = laptops.supersede()
    assert rows(page) == [
        ("ligne 3 · Écrite — David, garde +29", "Écrite — Chloé, garde +19"),
        ("ligne 3 · Modifiée — David, garde juste faite mal lu", "Écrite — Chloé, garde +19"),
    ]
    assert page.html.count("appareil abcd") == 4
    assert "Feuille 1 · Tarot · Anne, Benoît, Chloé, David" in page.text
    assert [line.payload for line in laptops.sheet.lines] == [
        {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 56},
        {"preneur": "Benoît", "contrat": "garde", "bouts": 2, "points": 51},
        {"preneur": "Chloé", "contrat": "garde", "bouts": 2, "points": 60},
    ]


def test_strike_of_the_other_laptop_strikes_nothing(laptops: Laptops) -> None:
    parties.strike(laptops.theirs, 1, rang=2, **by_anne(reason="deux fois"))
    assert rows(laptops.supersede()) == [
        ("ligne 2 · Rayée — Benoît, garde +10 deux fois", "Écrite — Benoît, garde +10")
    ]
    assert laptops.points == [56, 51]


def test_restored_line_of_the_other_laptop_is_listed(laptops: Laptops) -> None:
    parties.strike(laptops.theirs, 1, rang=2, **by_anne())
    parties.reinstate(laptops.theirs, 1, rang=2, **by_anne(reason="si"))
    parties.strike(laptops.ours, 1, rang=2, **by_anne())
    assert rows(laptops.supersede()) == [
        ("ligne 2 · Rayée — Benoît, garde +10", "Rayée — Benoît, garde +10"),
        ("ligne 2 · Rétablie — Benoît, garde +10 si", "Rayée — Benoît, garde +10"),
    ]
    assert laptops.points == [56]


def test_closing_of_the_other_laptop_closes_nothing(laptops: Laptops) -> None:
    parties.close_partie(laptops.theirs, 1, **by_anne())
    enter(laptops.ours, 3, "Chloé", 60)
    assert rows(laptops.supersede()) == [
        (
            "Feuille terminée — Anne 170, Benoît 130, Chloé −150, David −150",
            "Feuille ouverte — Anne 82, Benoît 42, Chloé 114, David −238",
        )
    ]
    assert laptops.sheet.is_open


def test_amended_common_line_keeps_our_content(laptops: Laptops) -> None:
    parties.amend(laptops.theirs, 1, rang=1, payload=donne("Anne", 51), **by_anne(reason="relu", confirm=3))
    parties.amend(laptops.ours, 1, rang=1, payload=donne("Anne", 60), **by_anne(reason="recompté", confirm=3))
    assert rows(laptops.supersede()) == [
        ("ligne 1 · Modifiée — Anne, garde +10 relu", "Modifiée — Anne, garde +19 recompté")
    ]
    assert laptops.points == [60, 51]


def test_changed_players_of_the_other_laptop_are_listed(laptops: Laptops) -> None:
    people: Any = {"players": [*PLAYERS[:3], "Émile"], "replaces": {"Émile": "David"}}
    parties.change_table(laptops.theirs, 1, people=people, **by_anne(reason="David part"))
    enter(laptops.theirs, 3, "Émile", 60)
    listed = rows(laptops.supersede())
    assert listed[0][0] == "Joueurs changés — Émile joue à la place de David. David part"
    assert listed[0][1] == "À la table : Anne, Benoît, Chloé, David"
    assert listed[1] == ("ligne 3 · Écrite — Émile, garde +19", "–")
    assert laptops.sheet.table.players == ("Anne", "Benoît", "Chloé", "David")


def test_sheet_of_the_other_laptop_is_not_ours_of_that_number(laptops: Laptops) -> None:
    for store, taker in ((laptops.theirs, "Anne"), (laptops.ours, "Chloé")):
        opened = parties.open_partie(store, sheet(), by=ANNE)
        parties.enter(store, opened.id, rang=1, payload=donne(taker), **by_anne())
        assert opened.id == 2
    page = laptops.supersede()
    assert rows(page) == [
        ("Feuille ouverte — Anne, Benoît, Chloé, David", "–"),
        ("ligne 1 · Écrite — Anne, garde +15", "–"),
    ]
    assert "N’existe que sur l’autre machine." in page.text
    assert 'href="/parties/2"' not in page.html
    ours = parties.read_partie(laptops.ours, 2)
    assert [line.payload["preneur"] for line in ours.lines] == ["Chloé"]


def test_line_that_a_tablet_sends_again_leaves_the_list(laptops: Laptops) -> None:
    line: Any = {"rang": 3, "uuid": new_uuid(), "by": ANNE}
    parties.enter(laptops.theirs, 1, payload=donne("David", 70), **line)
    assert len(rows(laptops.supersede())) == 1
    parties.enter(laptops.ours, 1, payload=donne("David", 70), **line)
    assert rows(laptops.listed()) == []


def test_line_corrected_before_it_was_sent_again_is_listed(laptops: Laptops) -> None:
    line: Any = {"rang": 3, "uuid": new_uuid(), "by": ANNE}
    parties.enter(laptops.theirs, 1, payload=donne("David", 70), **line)
    parties.enter(laptops.ours, 1, payload=donne("David", 41), **line)
    assert rows(laptops.supersede()) == [
        ("ligne 3 · Écrite — David, garde +29", "Écrite — David, garde juste faite")
    ]


def test_list_stays_until_the_organiser_dismisses_it(laptops: Laptops) -> None:
    enter(laptops.theirs, 3, "David", 70)
    page = laptops.supersede()
    assert "L’autre machine a noté ce qui manque ici : 1" in laptops.desk.get("/secours").text
    # Its one button deletes the list and applies nothing.
    actions = [form.action for form in page.forms if form.action.startswith("/secours")]
    assert actions == ["/secours/notees/fin"]
    form = page.form("/secours/notees/fin")
    assert laptops.stranger.get("/secours/notees").status == 401
    assert (
        laptops.stranger.post("/secours/notees/fin", [("csrf_token", laptops.stranger.token())]).status == 401
    )
    assert len(rows(laptops.listed())) == 1
    laptops.desk.send(form)
    assert "La liste est vide." in laptops.listed().text
    assert "manque ici" not in laptops.desk.get("/secours").text
    assert laptops.points == [56, 51]


def test_list_moves_with_the_records_to_the_next_laptop(laptops: Laptops, tmp_path: Path) -> None:
    enter(laptops.theirs, 3, "David", 70)
    laptops.supersede()
    third = tmp_path / "three" / "scorekeeper.sqlite3"
    copies.restore(third, laptops.ours.backup())
    with Store(third) as store:
        (kept,) = replica_store.missing_acts(store)
        assert [(event.kind, event.rang) for event in kept.missing] == [("entree", 3)]


def test_forgotten_name_is_removed_from_the_list(laptops: Laptops) -> None:
    enter(laptops.theirs, 3, "David", 70)
    laptops.supersede()
    forgetting.forget(laptops.ours, "David", by=BY)
    (row,) = rows(laptops.listed())
    assert re.fullmatch(r"ligne 3 · Écrite — Personne \d+, garde \+29", row[0])
    assert "David" not in laptops.listed().text
    with laptops.ours.read() as session:
        assert "David" not in "".join(meta.starting(session.connection, replica_store.ELSEWHERE).values())


def test_acts_of_a_tournament_and_a_season_are_listed(laptops: Laptops, tmp_path: Path) -> None:
    draw(laptops.ours, opened(laptops.ours, 8, rounds=2))
    seasons.create(laptops.ours, {"name": "Hiver"}, by=DESK)
    first = tmp_path / "three" / "scorekeeper.sqlite3"
    copies.restore(first, laptops.ours.backup())
    with Store(first) as theirs:
        for store, totals in ((theirs, (1000, 884)), (laptops.ours, (900, 984))):
            note(store, desk.read(store, 1), 1, totals)
        desk.register(theirs, 1, ["Zoé Tard"], by=DESK)
        seasons.add_evening(theirs, 1, 1, by=DESK)
        replica_store.keep_missing(laptops.ours, theirs.backup())
    listed = rows(laptops.listed())
    assert (
        "Résultat noté au bureau — tour 1, table 1 · 1000 – 884",
        "Résultat noté au bureau — tour 1, table 1 · 900 – 984",
    ) in listed
    assert [text for text, _ in listed if "Zoé" in text] == ["Inscription — 9 Zoé Tard"]
    assert ("Soirée ajoutée — Tournoi n° 1", "–") in listed
    result = desk.read(laptops.ours, 1).rounds[0].tables[0].result
    assert result is not None
    assert result.totals == (900, 984)


def test_act_without_words_is_listed_as_it_was_stored(laptops: Laptops) -> None:
    forgetting.forget(laptops.theirs, "David", by=BY)
    ((text, ours),) = rows(laptops.supersede())
    assert re.fullmatch(r'oubli \{"nom":"Personne \d+"\}', text)
    assert ours == "–"
