"""Flags of a page: exchanging two or dropping one changes an assertion here."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from tests.tarot_table import PLAYERS
from tests.tournaments.desk import BY, J23, confirm, draw, new_uuid, note, opened, play
from tests.web.browsing import MADE_ANEW, Page, Visit

TABLE = "/tournois/1/tours/1/tables/1"


@pytest.fixture
def store(app: Flask) -> Store:
    records: Store = app.extensions["store"]
    draw(records, opened(records, 8, rounds=2, prizes=["Un cochon"]))
    return records


def table_flags(visit: Visit) -> tuple[str, ...]:
    """Return the flags of the page of table 1."""
    page = visit.get(TABLE)
    offers = {
        "accept": page.has_form(f"{TABLE}/valider"),
        "reopen": page.has_form(f"{TABLE}/rouvrir"),
        "paper": page.has_form(f"{TABLE}/papier"),
        "lines": 'name="l1-0"' in page.html,
        "reason": 'id="raison-papier"' in page.html,
        "sheet": "Ouvrir la feuille" in page.text,
        "by line": "Écrire ligne par ligne sur la feuille" in page.text,
    }
    assert 'class="control' not in page.html  # shown only when it fails
    return tuple(name for name, there in offers.items() if there)


def test_table_page_offers_the_possible_acts(visit: Visit, store: Store) -> None:
    partie = desk.read(store, 1).rounds[0].table(1).partie
    assert table_flags(visit) == ("paper", "lines", "sheet")
    play(store, partie, J23[:5])
    assert table_flags(visit) == ("paper", "reason", "by line")
    play(store, partie, J23[5:])
    assert table_flags(visit) == ("accept", "paper", "reason", "by line")
    confirm(store, desk.read(store, 1), 1)
    assert table_flags(visit) == ("reopen", "paper", "reason", "sheet")
    note(store, desk.read(store, 1), 2, (1007, 877))
    desk.close_round(store, 1, 1, by=BY)
    assert table_flags(visit) == ("sheet",)


@pytest.mark.parametrize(("game", "keyboard"), [("jass", "numeric"), ("tarot", None)])
def test_totals_below_zero_can_be_typed_where_there_are_any(
    app: Flask, visit: Visit, game: str, keyboard: str | None
) -> None:
    records: Store = app.extensions["store"]
    draw(records, opened(records, 8, rounds=2, game=game))
    assert visit.get(TABLE).input("total-0").get("inputmode") == keyboard


def ranking_flags(visit: Visit) -> tuple[str, ...]:
    """Return the flags of the ranking."""
    page = visit.get("/tournois/1/classement")
    shown = {
        "ranks": bool(re.search(r'<td class="rank">1', page.html)),
        "provisional": "PROVISOIRE" in page.text,
        "prizes": "Un cochon" in page.text,
        "finish": page.has_form("/tournois/1/finir"),
        "why now": 'id="raison-finir"' in page.html,
        "cards": 'id="egalites"' in page.html,
        "resume": page.has_form("/tournois/1/reprendre"),
    }
    return tuple(name for name, there in shown.items() if there)


def test_the_ranking_shows_prizes_and_its_ends_at_their_time(visit: Visit, store: Store) -> None:
    assert ranking_flags(visit) == ("provisional",)
    note(store, desk.read(store, 1), 1, (1007, 877))
    assert ranking_flags(visit) == ("provisional",)
    note(store, desk.read(store, 1), 2, (1007, 877))
    desk.close_round(store, 1, 1, by=BY)
    assert ranking_flags(visit) == ("ranks", "provisional", "finish", "why now")
    t = draw(store, desk.read(store, 1))
    for table in t.rounds[-1].tables:
        note(store, t, table.number, (942, 942))
    assert ranking_flags(visit) == ("ranks", "provisional")
    desk.close_round(store, 1, 2, by=BY)
    assert ranking_flags(visit) == ("ranks", "prizes", "cards")
    desk.finish(store, 1, by=BY, reason="", uuid=new_uuid())
    assert ranking_flags(visit) == ("ranks", "prizes", "resume")


ENTRIES = [
    {"preneur": "Chloé", "contrat": "garde", "bouts": 2, "points": 56},
    {"preneur": "Anne", "contrat": "prise", "bouts": 1, "points": 51, "petit_au_bout": "attaque"},
]
ROW = re.compile(r'<tr class="([a-z ]*)">(.*?)</tr>', re.DOTALL)


def rows(page: Page) -> list[tuple[str, str]]:
    """Return the rows of the sheet, each with its class and its text."""
    body = (
        page.html.partition('<table class="sheet-table')[2].partition("</table>")[0].partition("<tbody>")[2]
    )
    return [
        (name.strip(), " ".join(re.sub(r"<[^>]+>", " ", text).replace("\u202f", "").split()))
        for name, text in ROW.findall(body)
    ]


def test_line_shows_its_score_and_the_newest_is_marked(visit: Visit) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    for entry in ENTRIES:
        visit.enter(number, entry)
    assert rows(visit.get(f"/parties/{number}")) == [
        ("", "1 Chloé, garde +15 −80 −80 +240 −80"),
        ("newest", "2 Anne, prise juste faite +105 −35 −35 −35"),
    ]


def test_rows_that_are_kept_follow_every_change(visit: Visit) -> None:
    """Rows of a long sheet are cached; a change of an earlier line renders them again."""
    garde = {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 56}
    raw = {"format": "scorekeeper/1", "game": "tarot", "players": list(PLAYERS), "entries": [garde] * 120}
    number = visit.client.post("/api/parties", json=raw).get_json()["id"]
    address = f"/parties/{number}"
    first = visit.get(address)
    assert [text for _, text in rows(first)] == [
        f"{rang} Anne, garde +15 +240 −80 −80 −80" for rang in range(1, 121)
    ]
    assert "28 800" in first.text.replace("\u202f", " ")
    assert MADE_ANEW.sub("", visit.get(address).html) == MADE_ANEW.sub("", first.html)
    form = visit.get(f"{address}/lignes/60").form(f"{address}/lignes/60/rayer")
    assert visit.send(form, form.with_fields({"raison": "essai"})).status == 303
    shown = rows(visit.get(address))
    assert shown[59][0] == "struck"
    assert [shown[place][1].split()[-4:] for place in (58, 60)] == [["+240", "−80", "−80", "−80"]] * 2
    assert "240" not in shown[59][1]
    assert "28 560" in visit.get(address).text.replace("\u202f", " ")
    english = visit.client.get(address, headers={"Accept-Language": "en"}).get_data(as_text=True)
    assert "game 1: guard" not in english
    assert "Ligne 1 :" not in english
