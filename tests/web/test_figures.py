"""The figures of players, against numbers that were reckoned by hand from the evenings."""

from __future__ import annotations

import re

from scorekeeper.kit.game import Game
from tests.web.browsing import Page, Visit
from tests.web.hands import EVENINGS, close, play


def figures(page: Page, game: Game | str) -> dict[str, str]:
    """The figures of a player in one game."""
    key = game if isinstance(game, str) else game.key
    found = re.search(rf'<section class="figures" data-game="{key}">(.*?)</section>', page.html, re.DOTALL)
    assert found is not None
    told = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", found[1], re.DOTALL)
    return {
        label: " ".join(re.sub(r"<[^>]+>", " ", value).replace("\xa0", " ").split()) for label, value in told
    }


def person(visit: Visit, name: str) -> Page:
    link = re.search(rf'href="(/joueurs/[0-9]+)"><bdi>{name}<', visit.get("/joueurs").html)
    assert link is not None
    return visit.get(link[1])


def test_figures_of_a_tarot_player(visit: Visit) -> None:
    """−614 and 240: Chloé took three times and made it twice, and nobody failed against her in six and no defences."""
    for lines in (None, 1):
        close(visit, play(visit, EVENINGS["tarot"], lines))
    play(visit, EVENINGS["tarot"], 2)  # goes on: does not count yet
    assert figures(person(visit, "Chloé"), "tarot") == {
        "parties": "2",
        "victoires": "1",
        "moyenne": "−187,0",
        "meilleure": "240",
        "moins bonne": "−614",
        "contrats pris": "3",
        "contrats réussis": "2 67 %",
        "en défense": "6",
        "défenses gagnées": "0 0 %",
    }
    anne = figures(person(visit, "Anne"), "tarot")
    assert (anne["victoires"], anne["moyenne"], anne["meilleure"]) == ("0", "−309,0", "−80")
    assert (anne["contrats pris"], anne["contrats réussis"]) == ("2", "2 100 %")
    # Of the first partie's six, Chloé's garde-contre failed; the second one's garde did not.
    assert (anne["en défense"], anne["défenses gagnées"]) == ("7", "1 14 %")
    english = visit.client.get(
        visit.get("/joueurs").links_of("/joueurs/")[0], headers={"Accept-Language": "en"}
    ).get_data(as_text=True)
    assert "−309.0" in english


def test_figures_of_jass_players_are_those_of_their_camp(visit: Visit) -> None:
    for name in ("jass", "jass_tournoi"):
        play(visit, EVENINGS[name])  # both are finished by their last donne
    assert figures(person(visit, "Heidi"), "jass") == {
        "parties": "2",
        "victoires": "2",
        "moyenne": "1039,5",
        "meilleure": "1072",
        "moins bonne": "1007",
        "Donnes": "21",
        "Donnes gagnées": "12 57 %",
        "Matchs": "1",
        "Points d’annonces du camp": "200",
        "Schtöckrs du camp": "1",
    }
    vreni = figures(person(visit, "Vreni"), "jass")
    assert (vreni["victoires"], vreni["moyenne"], vreni["Donnes gagnées"]) == ("0", "864,0", "9 43 %")
    assert (vreni["Matchs"], vreni["Points d’annonces du camp"]) == ("1", "70")


def test_at_couillon_the_fewer_lines_are_left_the_better(visit: Visit) -> None:
    play(visit, EVENINGS["couillon"])
    close(visit, play(visit, EVENINGS["couillon"], 2))  # 3 lines left against 6
    marie = figures(person(visit, "Marie"), "couillon")
    assert (marie["victoires"], marie["moyenne"]) == ("0", "5,0")
    assert (marie["meilleure"], marie["moins bonne"]) == ("4", "6")
    jean = figures(person(visit, "Jean"), "couillon")
    assert (jean["victoires"], jean["moyenne"]) == ("2", "1,5")
    assert (jean["meilleure"], jean["moins bonne"]) == ("0", "3")
    # Of eleven donnes, Pont took eight and lost two; it accepted five trumps and lost with one.
    assert (jean["Donnes"], jean["Donnes gagnées"]) == ("11", "8 73 %")


def test_figures_of_the_games_of_manches(visit: Visit) -> None:
    play(visit, EVENINGS["bouees"])
    play(visit, EVENINGS["cochonnet"])
    chloe = figures(person(visit, "Chloé"), "bouees")
    assert (chloe["parties"], chloe["victoires"], chloe["moyenne"]) == ("1", "1", "14,0")
    assert (chloe["Manches"], chloe["À flot"]) == ("4", "4 100 %")
    assert figures(person(visit, "David"), "bouees")["À flot"] == "3 75 %"
    bea = figures(person(visit, "Bea"), "cochonnet")
    assert (bea["victoires"], bea["meilleure"], bea["Manches"]) == ("1", "124", "2")
