"""Players' statistics, against numbers computed by hand from the evenings."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.cards.game_api.game import Game
from tests.web.browsing import Page, Visit
from tests.web.hands import EVENINGS, close, play


def figures(page: Page, game: Game | str) -> dict[str, str]:
    """Return the statistics of a player in one game."""
    key = game if isinstance(game, str) else game.key
    section = re.search(rf'<section class="figures" data-game="{key}">(.*?)</section>', page.html, re.DOTALL)
    assert section is not None
    pairs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", section[1], re.DOTALL)
    return {
        label: " ".join(re.sub(r"<[^>]+>", " ", value).replace("\xa0", " ").split()) for label, value in pairs
    }


def person(visit: Visit, name: str, **more: Any) -> Page:
    link = re.search(rf'href="(/joueurs/[0-9]+)"><bdi>{name}<', visit.get("/joueurs").html)
    assert link is not None
    return visit.get(link[1], **more)


def test_figures_of_a_tarot_player(visit: Visit) -> None:
    """−614 and 240: Chloé took three times and made it twice, and nobody failed against her in six and no defences."""
    for lines in (None, 1):
        close(visit, play(visit, EVENINGS["tarot"], lines))
    play(visit, EVENINGS["tarot"], 2)  # unfinished: does not count yet
    assert figures(person(visit, "Chloé"), "tarot") == {
        "parties": "2",
        "parties gagnées": "1 50 %",
        "dernières places": "1 50 %",
        "marque": "−374",
        "marque par donne": "−37,4",
        "contrats pris": "3",
        "contrats réussis": "2 67 %",
        "en défense": "6",
        "défenses gagnées": "0 0 %",
    }
    anne = figures(person(visit, "Anne"), "tarot")
    # −538 and −80 in ten donnes; the second partie had three last places.
    assert (anne["parties gagnées"], anne["dernières places"], anne["marque"]) == ("0 0 %", "1 50 %", "−618")
    assert anne["marque par donne"] == "−61,8"
    assert (anne["contrats pris"], anne["contrats réussis"]) == ("2", "2 100 %")
    # Of the first partie's six, Chloé's garde-contre failed; the second one's garde did not.
    assert (anne["en défense"], anne["défenses gagnées"]) == ("7", "1 14 %")
    assert "−61.8" in person(visit, "Anne", headers={"Accept-Language": "en"}).text


def test_figures_of_jass_players_are_those_of_their_camp(visit: Visit) -> None:
    for name in ("jass", "jass_tournoi"):
        play(visit, EVENINGS[name])  # both are finished by their last donne
    assert figures(person(visit, "Heidi"), "jass") == {
        "parties": "2",
        "parties gagnées": "2 100 %",
        "parties perdues": "0 0 %",
        "points par donne": "99,0",
        "Donnes": "21",
        "Donnes gagnées": "12 57 %",
        "Matchs": "1",
        "Points d’annonces du camp": "200",
        "Schtöckrs du camp": "1",
    }
    vreni = figures(person(visit, "Vreni"), "jass")
    # 2079 and 1728 in 21 donnes.
    assert (vreni["parties gagnées"], vreni["points par donne"], vreni["Donnes gagnées"]) == (
        "0 0 %",
        "82,3",
        "9 43 %",
    )
    assert (vreni["Matchs"], vreni["Points d’annonces du camp"]) == ("1", "70")


def test_couillon_counts_slates_and_averages_nothing(visit: Visit) -> None:
    play(visit, EVENINGS["couillon"])
    close(visit, play(visit, EVENINGS["couillon"], 2))  # 3 lines left against 6
    marie = figures(person(visit, "Marie"), "couillon")
    assert (marie["ardoises gagnées"], marie["ardoises perdues"]) == ("0 0 %", "2 100 %")
    jean = figures(person(visit, "Jean"), "couillon")
    assert (jean["ardoises gagnées"], jean["ardoises perdues"]) == ("2 100 %", "0 0 %")
    assert not any("par donne" in label or "moyenne" in label for label in jean)
    # Of eleven donnes, Pont took eight and lost two; it accepted five trumps and lost with one.
    assert (jean["Donnes"], jean["Donnes gagnées"]) == ("11", "8 73 %")


def test_figures_of_the_games_of_manches(visit: Visit) -> None:
    play(visit, EVENINGS["bouees"])
    play(visit, EVENINGS["cochonnet"])
    chloe = figures(person(visit, "Chloé"), "bouees")
    assert (chloe["parties"], chloe["parties gagnées"], chloe["points par manche"]) == ("1", "1 100 %", "3,5")
    assert (chloe["Manches"], chloe["À flot"]) == ("4", "4 100 %")
    assert figures(person(visit, "David"), "bouees")["À flot"] == "3 75 %"
    bea = figures(person(visit, "Bea"), "cochonnet")
    assert (bea["parties gagnées"], bea["points par manche"], bea["Manches"]) == ("1 100 %", "62,0", "2")
