"""Names that look like markup, words or numbers: shown on every page as written, never interpreted or translated."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.contract import Table
from tests.play import plausible
from tests.web.browsing import Page, Visit
from tests.web.hands import close

MARKUP = (
    '<x-mark a="1">Él',
    "' onclick='x",
    "&lt;x-mark&gt;",
    "{{83*89}} {% x %}",
    "100 %s %(num)s",
    '"><x-mark>6',
)
WORDS = ("Donneur", "garde", "attaque", "Preneur", "personne", "oui")
"""French words of the app, each with an English translation."""
NOTE = '<x-mark>"note"&'
PLACE = "Chez <x-mark> & 'fils'"


PEOPLE = {"preneur", "appele", "donneur", "fait_atout", "entame", "dernier_joueur"}
"""Fields whose choices are players."""
HANDS = ((3, 2), (2, 3), (4, 1), (1, 4), (2, 2), (1, 1))
"""Hearts and diamonds of up to six players: 13 of each at six, 10 of each for the first four."""
STARTS = (4, 4, 5, 3, 3, 2)
"""Their buoys: the hearts and half the diamonds, rounded up."""
PIGLETS = (["2", "3", "4"], ["10", "9", "V"], ["5", "6", "7"], ["V", "2", "3"])


def entry_of(game: Game, players: list[str]) -> dict[str, Any]:
    """Return a line with as many players as the game allows."""
    a, b, *_ = players
    key = game.key
    if key == "tarot":
        shown = [{"joueur": b, "type": "simple"}]
        calls = {"appele": b} if len(players) == 5 else {}
        return {"preneur": a, "contrat": "garde", "bouts": 2, "points": 51, "poignees": shown, **calls}
    if key == "jass":
        return {"points_a": 100, "fait_atout": a, "atout": "coeur"}
    if key == "couillon":
        return {"accepte": "A", "points": [18, 10]}
    if key == "cochonnet":
        piglets = dict(zip(players, PIGLETS, strict=True))
        return {"cochonnets": piglets, "dernier": {"joueur": a, "carte": "8"}}
    if key == "bouees":
        hands = zip(players, HANDS, strict=False)
        return {
            "mains": {name: {"coeurs": hearts, "carreaux": diamonds} for name, (hearts, diamonds) in hands},
            "restantes": dict(zip(players[1:], STARTS[1:], strict=False)),
            "elimines": [a],
        }
    return plausible(game, game.rules(), Table(tuple(players), game.rules.CAMPS))


def play_one(visit: Visit, game: Game, players: list[str]) -> int:
    """Play a sheet with one line and a remark."""
    teams = {"equipe-a": f"{players[0][:17]} 1", "equipe-b": f"{players[1][:17]} 2"}
    number = visit.open_sheet(game.key, players, lieu=PLACE, **(teams if game.rules.CAMPS else {}))
    page = visit.enter(number, {**entry_of(game, players), "note": NOTE})
    assert page.status == 303, page.errors
    return number


def pages_of(visit: Visit, number: int, key: str) -> list[str]:
    """Return the URLs that show the names of a partie."""
    path = f"/parties/{number}"
    mine = [path, f"{path}/lignes/1", f"{path}/lignes/1/modifier", f"{path}/historique"]
    people = visit.get("/joueurs").links_of("/joueurs/")
    return [
        "/",
        "/parties",
        "/joueurs",
        *people,
        *mine,
        f"/nouvelle/{key}?revanche={number}",
        f"/nouvelle/{key}",
    ]


def harmless(page: Page) -> None:
    """Assert that no name was interpreted as markup."""
    assert "x-mark" not in {tag for tag, _ in page.elements}
    assert all(not name.startswith("on") for _, attrs in page.elements for name in attrs)
    # Four digits that are neither a time nor a year.
    assert "7387" not in re.findall(r"\d+", page.text)
    assert "style" not in {name for _, attrs in page.elements for name in attrs}


@pytest.mark.quick("tarot", "jass", "bouees")
@pytest.mark.parametrize("cast", [MARKUP, WORDS], ids=["markup", "words"])
def test_names_are_unchanged_on_every_page(visit: Visit, game: Game, cast: tuple[str, ...]) -> None:
    visit.client.set_cookie("langue", "en")
    players = list(cast[: max(game.rules.SEATS)])
    number = play_one(visit, game, players)
    shown = set()
    for path in pages_of(visit, number, game.key):
        page = visit.get(path)
        assert page.status == 200, path
        harmless(page)
        shown |= {name for name in players if name in page.text or name in page.values}
    assert shown == set(players)
    sheet = visit.get(f"/parties/{number}")
    assert NOTE in sheet.text
    assert PLACE in sheet.text
    # Every option for a player shows the player's exact name.
    assert all(value == text for name, value, text in sheet.labels if name in PEOPLE and value in players)
    form = sheet.form("/saisies")
    page = visit.send(form, form.with_fields({"note": "\u202e" + NOTE}))
    assert page.status == 422
    harmless(page)
    close(visit, number)
    harmless(visit.get(f"/parties/{number}"))


@pytest.mark.parametrize(
    "name",
    [
        "\u200b",
        "\u3164",
        "\x00",
        "\u202eAnne",
        "A\u0301\u0302\u0303\u0304",
        "\ufe0f",
        "A\x07",
        "\u2800",
        "\ufeff",
        " ",
    ],
)
def test_unreadable_name_is_refused_at_its_seat(visit: Visit, name: str) -> None:
    form = visit.get("/nouvelle/tarot").form("/nouvelle/tarot")
    seats = {f"joueur-{place}": who for place, who in enumerate(("Anne", "Benoît", name, "David"))}
    page = visit.send(form, form.with_fields(seats))
    if name == " ":
        assert page.status == 303  # an empty seat: three players
        return
    assert page.status == 422
    assert len(page.errors) == 1
    assert page.input("joueur-2")["aria-invalid"] == "true"
    assert page.value("joueur-2") == name


def test_two_names_that_look_the_same_are_one(visit: Visit) -> None:
    form = visit.get("/nouvelle/tarot").form("/nouvelle/tarot")
    for first, second in (("Émile", "E\u0301mile"), ("anne", "ANNE"), ("Jean  Luc", "Jean Luc"), ("ß", "SS")):
        seats = {f"joueur-{place}": who for place, who in enumerate((first, second, "Chloé", "David"))}
        page = visit.send(form, form.with_fields(seats))
        assert page.status == 422
        assert "est déjà à la table" in page.errors[0]
        assert page.input("joueur-1")["aria-invalid"] == "true"


def test_names_of_every_script_are_names(visit: Visit) -> None:
    players = ["علي بن أبي", "דָּוִד", "李小龍", "Zoé 😀 W" * 5]
    number = visit.open_sheet("tarot", players, premier="3")
    page = visit.get(f"/parties/{number}")
    assert all(name in page.text for name in players)
    assert page.html.count("<bdi>") >= len(players)


def test_unprintable_letters_are_reported_early_and_at_print(visit: Visit) -> None:
    warning = "toutes les lettres de สมชาย\u00a0: sur le papier, un numéro ou □ les remplace."
    players = ["Anne", "李小龍", "สมชาย", "David"]
    number = visit.open_sheet("tarot", players)
    shown = [f"/parties/{number}", f"/parties/{number}/feuille", f"/nouvelle/tarot?revanche={number}"]
    for path in (*shown, "/imprimer/tarot?joueur-0=สมชาย"):
        assert visit.get(path).html.count(warning) == 1
    visit.enter(number, entry_of(game_of("tarot"), players))
    assert warning not in visit.get(f"/parties/{number}").html


def test_letters_of_another_alphabet_are_noted_and_accepted(visit: Visit) -> None:
    players = ["Marc", "\u041c\u0430rc", "Anne", "Zo\u00e9"]
    number = visit.open_sheet("tarot", players)
    text = visit.get(f"/parties/{number}").text
    text = text.replace("\u00a0", " ").replace("\u202f", " ")
    assert "« \u041c\u0430rc » mêle des lettres de deux alphabets" in text
    assert "« Marc » et « \u041c\u0430rc » se ressemblent" in text
    assert visit.enter(number, entry_of(game_of("tarot"), players)).status == 303
    assert "se ressemblent" not in visit.get(f"/parties/{number}").text


def test_spaces_in_a_name_do_not_hide_the_dealer(visit: Visit) -> None:
    number = visit.open_sheet("tarot", ["Anne", "Benoît", "  Jean \u00a0 Luc ", "David"], premier="2")
    assert "donneur : Jean Luc" in visit.get(f"/parties/{number}").text


def test_empty_seat_of_the_first_dealer_is_refused(visit: Visit) -> None:
    form = visit.get("/nouvelle/tarot").form("/nouvelle/tarot")
    seats = {f"joueur-{place}": who for place, who in enumerate(("Anne", "Benoît", "Chloé", "David"))}
    page = visit.send(form, form.with_fields({**seats, "premier": "4"}))
    assert (page.status, page.errors) == (
        422,
        ["Personne n’est assis à la place 5, qui doit donner en premier."],
    )
    assert page.value("premier") == "4"
    for premier in ("9", "-1", "x", "\u0662", "0" * 99, ""):
        form = visit.get("/nouvelle/tarot").form("/nouvelle/tarot")
        page = visit.follow(visit.send(form, form.with_fields({**seats, "premier": premier})))
        assert "donneur : Anne" in page.text


@pytest.mark.parametrize("stem", ["\u0627\u200c\u0628" * 13, "!" * 30 + "a", "e\u0301" * 40])
def test_camps_are_named_after_players_of_any_name(visit: Visit, stem: str) -> None:
    """Names of sides are made from parts of the players' names, which must not be cut wrongly."""
    players = [f"{stem[:39]}{place}" for place in range(4)]
    number = visit.open_sheet("jass", players)
    assert visit.get(f"/parties/{number}").status == 200


def test_row_has_names_as_short_as_its_columns(visit: Visit) -> None:
    players = [f"Marie-Bénédicte de la Tour d’Auvergne {place:02d}" for place in range(4)]
    number = visit.open_sheet("tarot", players)
    visit.enter(number, {"preneur": players[1], "contrat": "garde", "bouts": 2, "points": 51})
    html = visit.get(f"/parties/{number}").html
    assert html.partition('<td class="what">')[2].partition("</a>")[0].endswith(">Mar…01, garde +10")
    assert f"Ligne 1\u00a0: {players[1]}, garde +10" in html
