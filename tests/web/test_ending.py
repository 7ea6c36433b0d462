"""The end of a partie: ranks in the game's words, the decisive line, each player's record, the picture, the rematch."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.tarot_table import donne
from tests.web.browsing import Page, Visit
from tests.web.hands import EVENINGS, close, play

FOUR = ["Anne", "Benoît", "Chloé", "David"]
SVG = "{http://www.w3.org/2000/svg}"


def played(visit: Visit, game: str, *entries: dict[str, Any], **typed: Any) -> int:
    """Play a partie with these lines; return its number."""
    number = visit.open_sheet(game, FOUR, **typed)
    for entry in entries:
        assert visit.enter(number, entry).status == 303
    return number


def places(page: Page) -> list[tuple[str, str]]:
    """Return each player with the text below the name, such as the place or the points behind."""
    shown = re.findall(r"<bdi>(\w[^<]*)</bdi><b>([^<]*)</b></li>", page.html)
    return [(name.replace("&amp;", "&"), words) for name, words in shown]


def turned(page: Page) -> str:
    shown = re.search(r'<p class="turned"><strong>(.*?)</strong>', page.html)
    return "" if shown is None else shown[1].replace("\xa0", " ").replace("&amp;", "&")


def deeds(page: Page) -> dict[str, list[str]]:
    """Return each player's record, by counter."""
    rows = re.findall(
        r'<th scope="row">([^<]*)</th>(.*?)</tr>', page.html.partition('class="more deeds"')[2], re.DOTALL
    )
    return {label: re.findall(r'<td class="num">([^<]*)</td>', cells) for label, cells in rows}


def test_debts_are_shown_once_a_stored_worth_of_a_point_is_set(visit: Visit) -> None:
    """Anne 110, Benoît −210, Chloé 310, David −210, as in the test below."""
    takers = [donne("Anne"), donne("Chloé"), donne("Chloé"), {**donne("Chloé", 36), "contrat": "prise"}]
    number = played(visit, "tarot", *takers)
    assert "Qui doit combien" not in visit.get(f"/parties/{number}/feuille").text
    close(visit, number)
    end, paper = f"/parties/{number}", f"/parties/{number}/feuille.html?compte=1"
    debts = (
        "Benoît doit 21,00 à Chloé.",
        "David doit 11,00 à Anne.",
        "David doit 10,00 à Chloé.",
        "Chacun règle son total.",
    )

    def says(visitor: Visit, point: str) -> Page:
        form = visitor.get(end).form("/compte")
        return visitor.send(form, form.with_fields({"point": point}))

    assert "doit" not in visit.get(end).text.partition("Qui doit combien")[2]
    assert "Qui doit combien" not in visit.get(f"/parties/{number}/feuille").text
    assert "doit" not in visit.get(paper).text
    assert says(visit, "0,10").location == f"{end}#compte"
    refused = says(visit, "dix")
    assert (refused.status, refused.errors) == (422, ["Écrivez un prix comme 0,10, de 0,01 à 100."])
    assert refused.value("point") == "dix"
    assert "doit 21,00" not in refused.text
    # Another device of the house shows it; paper has it on request.
    other = Visit(visit.client.application.test_client())
    for page in (visit.get(end), other.get(end), visit.get(paper)):
        assert [text for text in debts if text not in page.text] == []
    assert f"Un point vaut 0,10. {' '.join(debts)}" in visit.get(paper).text
    assert "Qui doit combien" in visit.get(f"/parties/{number}/feuille").text
    assert "doit" not in visit.get(f"/parties/{number}/feuille.html").text
    # Another game has its own worth of a point.
    jass = played(visit, "jass", {"points_a": 92})
    close(visit, jass)
    assert (
        " doit "
        not in visit.get(f"/parties/{jass}").text.partition("Un point vaut")[2].partition("Compter")[0]
    )
    assert says(visit, "").location == f"{end}#compte"
    assert "doit 21,00" not in visit.get(end).text


def test_end_of_a_tarot_shows_takers_and_the_turning_donne(visit: Visit) -> None:
    """Anne 240; level at 160; Chloé 400; then she fails by 5 with her fourth contract: −(25 + 5) × 2 × 3."""
    takers = [donne("Anne"), donne("Chloé"), donne("Chloé"), {**donne("Chloé", 36), "contrat": "prise"}]
    number = played(visit, "tarot", *takers)
    close(visit, number)
    page = visit.get(f"/parties/{number}")
    # 400 − 90; 80 + 30; −240 + 30 twice.
    assert places(page) == [
        ("Chloé", "+310"),
        ("Anne", "+110"),
        ("Benoît", "−210"),
        ("David", "−210"),
    ]
    assert turned(page) == "La donne 3 a tourné la partie : Chloé passe devant Anne et y reste."
    table = deeds(page)
    assert table["contrats pris"] == ["1", "0", "3", "0"]
    assert table["contrats réussis"] == ["1", "0", "2", "0"]
    assert (table["Prise"], table["Garde"]) == (["0", "0", "0 sur 1", "0"], ["1 sur 1", "0", "2 sur 2", "0"])
    assert table["défenses gagnées"] == ["1", "1", "0", "1"]


def test_end_of_a_couillon_mentions_the_slate(visit: Visit) -> None:
    won = [{"accepte": "A", "gagne": camp} for camp in "BAAAA"]
    page = visit.get(f"/parties/{played(visit, 'couillon', *won, **{'reglage-lignes': '3'})}")
    # A: a boucle for accepting and losing, so 4 left; then four wins. B: 2 left, and no boucle where it did not accept.
    assert places(page) == [("Anne & Chloé", "ardoise effacée"), ("Benoît & David", "encore 2 à effacer")]
    assert (
        turned(page)
        == "La donne 4 a tourné la partie : Anne & Chloé passent devant Benoît & David et y restent."
    )
    assert deeds(page)["Boucles reçues"] == ["1", "0"]
    assert deeds(page)["Atouts acceptés et gagnés"] == ["4", "0"]
    page = visit.get(f"/parties/{played(visit, 'couillon', *won[:1], **{'reglage-lignes': '3'})}")
    assert places(page) == []


def test_camp_left_with_a_boucle_is_named(visit: Visit) -> None:
    won = [{"accepte": "B", "gagne": "A"}] * 3
    page = visit.get(f"/parties/{played(visit, 'couillon', *won, **{'reglage-lignes': '3'})}")
    assert places(page)[1] == ("Benoît & David", "encore 6 à effacer, dont 3 boucles")
    assert (
        turned(page) == "Anne & Chloé ont mené du début à la fin. La donne 1 a creusé l’écart, de 2 traits."
    )


def test_where_partners_differ_each_is_named(visit: Visit) -> None:
    made = [
        {"points_a": 100, "atout": "coeur", "fait_atout": "Anne"},
        {"points_a": 60, "fait_atout": "Chloé"},
    ]
    number = played(visit, "jass", *made, {"points_a": 90, "fait_atout": "Anne"})
    close(visit, number)
    table = deeds(visit.get(f"/parties/{number}"))
    assert table["Donnes gagnées"] == ["2", "1"]
    assert table["Atout fait"] == ["Anne 2, Chloé 1", "0"]


def test_the_picture_shows_every_name_as_it_is_written(visit: Visit) -> None:
    number = visit.open_sheet("tarot", ["A<b>&", "Benoît " * 5, "Chloé", "David"])
    assert visit.get(f"/parties/{number}/image.svg").status == 404
    for points in (56, 51):
        visit.enter(number, donne("Chloé", points))
    close(visit, number)
    answer = visit.client.get(f"/parties/{number}/image.svg")
    assert answer.mimetype == "image/svg+xml"
    texts = [text.text for text in ET.fromstring(answer.data).iter(f"{SVG}text")]  # noqa: S314 - our own response
    assert "A<b>&" in texts
    assert "Victoire : Chloé" in [text.replace("\xa0", " ") for text in texts if text]
    # 240 + 210 against −150 each.
    assert (texts.count("+450"), texts.count("−150")) == (1, 3)
    assert b"href" not in answer.data


def test_an_empty_sheet_that_was_put_away_has_no_places(visit: Visit) -> None:
    number = visit.open_sheet("tarot", FOUR)
    close(visit, number)
    page = visit.get(f"/parties/{number}")
    assert (places(page), turned(page), deeds(page)) == ([], "", {})
    assert visit.get(f"/parties/{number}/image.svg").status == 200


@pytest.mark.parametrize(
    ("name", "first", "deals"),
    [
        # Three donnes, dealt by David, Anne and Benoît.
        ("tarot", "3", "Chloé"),
        # One deal is for all manches: the next player deals the rematch.
        ("cochonnet", "3", "Ana"),
    ],
)
def test_the_deal_moves_on_in_the_revanche(visit: Visit, name: str, first: str, deals: str) -> None:
    number = play(visit, EVENINGS[name], 3 if name == "tarot" else None, premier=first)
    close(visit, number)
    page = visit.get(f"/parties/{number}")
    assert f"Revanche, {deals} donne" in page.text
    form = visit.get(f"/nouvelle/{name}?revanche={number}").form(f"/nouvelle/{name}")
    fields = dict(form.fields)
    assert fields[f"joueur-{fields['premier']}"] == deals
    seats = EVENINGS[name].sheet["players"]
    assert [fields[f"joueur-{seat}"] for seat in range(len(seats))] == list(seats)
