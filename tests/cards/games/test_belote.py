"""Belote: the possible donnes, computed from the cards; its sentences, and its paper."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.families.belote.rules import BeloteState
from scorekeeper.cards.families.belote.traits import bye
from scorekeeper.cards.game_api.cells import Grid
from scorekeeper.cards.game_api.sheet import SheetLine, SheetRequest
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.belote.form import BeloteForm
from scorekeeper.cards.games.belote.game import GAME
from scorekeeper.cards.games.belote.rules import Belote
from scorekeeper.cards.rules.contract import Label, Seat, Table
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.cards.rules.scores import Control
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import sheet_of
from scorekeeper.parties.sheet_requests import blank_request
from tests.examples import codes, plain
from tests.paper.sheets.samples import filled

NAMES = ("Anne", "Benoît", "Chloé", "David")
TABLE = Table(NAMES, camps=True, equipes=("Nous", "Eux"))
SUITS = {"V": 2, "9": 0, "A": 11, "10": 10, "R": 4, "D": 3, "8": 0, "7": 0}
TRUMPS = {**SUITS, "V": 20, "9": 14}
WITHOUT = {**SUITS, "A": 19}
SCALES = {
    "coeur": (162, [TRUMPS, SUITS, SUITS, SUITS]),
    "sans-atout": (162, [WITHOUT] * 4),
    "tout-atout": (258, [TRUMPS] * 4),
}


def house(**plain_settings: Any) -> Belote:
    rules = Belote.SETTINGS.read(plain_settings, TABLE)
    assert isinstance(rules, Belote)
    assert rules.setting_faults(TABLE) == []
    return rules


def sheet(rules: Belote, *entries: dict[str, Any], table: Table = TABLE) -> Replay:
    return replay(rules, table, enumerate((Belote.ENTRY.read(raw, table) for raw in entries), 1))


def text_of(label: Label, language: str = "fr") -> str:
    with speaking(language):
        return plain(message_of(label, GAME.words, TABLE))


@cache
def attainable(atout: str) -> frozenset[int]:
    """Return the possible card points of any set of whole tricks, by dynamic programming over the 32 cards."""
    total, suits = SCALES[atout]
    worth = [points for suit in suits for points in suit.values()]
    assert sum(worth) + 10 == total
    sums: list[set[int]] = [{0}, *(set() for _ in worth)]
    for points in worth:
        for count in range(len(worth) - 1, -1, -1):
            sums[count + 1] |= {known + points for known in sums[count]}
    without = {known for tricks in range(8) for known in sums[4 * tricks]}
    return frozenset(without | {known + 10 for tricks in range(1, 9) for known in sums[4 * tricks]})


@pytest.mark.parametrize(
    ("atout", "never"),
    [("coeur", {1, 161}), ("sans-atout", {1, 161}), ("tout-atout", {1, 2, 5, 253, 256, 257})],
)
def test_points_are_accepted_if_cards_can_make_them(atout: str, never: set[int]) -> None:
    total, rules = SCALES[atout][0], house(sa_ta=True)
    possible = {
        points
        for points in range(total + 1)
        if not sheet(rules, {"preneur": "A", "atout": atout, "points_a": points}).faults
    }
    assert possible == {points for points in attainable(atout) if total - points in attainable(atout)}
    assert set(range(total + 1)) - possible == never


def test_points_at_tout_atout_are_brought_back_to_162() -> None:
    rules = house(sa_ta=True)
    for points in sorted(attainable("tout-atout")):
        if 258 - points not in attainable("tout-atout"):
            continue
        donne = Belote.ENTRY.read({"preneur": "A", "atout": "tout-atout", "points_a": points}, TABLE)
        first, second = rules.tricks(donne).counted
        assert first + second == 162
        assert abs(first * 258 - points * 162) * 2 < 258


def test_300_points_of_annonces_raise_no_doubt() -> None:
    def asked(*annonces: int) -> list[str]:
        entry = {"preneur": "A", "points_a": 100, "annonces": {"A": list(annonces)}}
        return [doubt.code for doubt in sheet(house(annonces=True), entry).marked[0].doubts]

    assert asked(100, 200) == []
    assert asked(100, 200, 20) == ["annonces-beaucoup"]


A92: dict[str, Any] = {"preneur": "A", "points_a": 92}
LEVEL: dict[str, Any] = {"preneur": "A", "points": [81, 81]}
SAID: list[tuple[dict[str, Any], list[dict[str, Any]], str]] = [
    ({}, [A92], "Nous, réussi : Nous +92, Eux +70 — 92 à 70"),
    (
        {},
        [{**A92, "joueur": "Chloé", "atout": "pique"}],
        "Chloé à pique, réussi : Nous +92, Eux +70 — 92 à 70",
    ),
    (
        {},
        [{"preneur": "B", "atout": "coeur", "points_b": 70, "belote": "B"}],
        "Eux dedans à cœur : Nous +162, Eux +20 · belote d’Eux +20 — 162 à 20",
    ),
    ({}, [LEVEL], "Nous, litige, 81 en réserve : Nous 0, Eux +81 — 0 à 81"),
    ({}, [LEVEL, A92], "Nous, réussi avec la réserve de 81 : Nous +173, Eux +70 — 173 à 151"),
    (
        {"objectif": 150},
        [{"preneur": "A", "capot": "A"}],
        "Nous, réussi : Nous +252, Eux 0 · capot de Nous — 252 à 0 : partie à Nous",
    ),
    ({}, [LEVEL, {"statut": "passee"}], "Passe générale, Chloé donne — 0 à 81"),
    ({"donneur_apres_passe": "meme"}, [A92, {"statut": "passee"}], "Passe générale, Benoît donne — 92 à 70"),
    ({"donneur_apres_passe": "meme"}, [{"statut": "annulee"}], "Donne annulée, Benoît donne — 0 à 0"),
]


@pytest.mark.parametrize(("settings", "entries", "sentence"), SAID)
def test_donne_has_its_sentence(
    settings: dict[str, Any], entries: list[dict[str, Any]], sentence: str
) -> None:
    assert text_of(GAME.wording.sentence(sheet(house(**settings), *entries).marked[-1])) == sentence


def test_ten_points_short_may_be_the_last_trick() -> None:
    short = [fault.fault for fault in sheet(house(), {**A92, "points_a": None, "points": [82, 70]}).faults]
    assert [plain(message_of(fault, GAME.words, TABLE)) for fault in short] == [
        "Les deux camps se partagent 162 points : à 152, il en manque 10. Et le dix de der ?"
    ]


def test_drawn_tournament_partie_is_reported() -> None:
    played = sheet(house(mode="tournoi", nb_donnes=2), A92, {"preneur": "B", "points_b": 92})
    assert (
        text_of(GAME.wording.sentence(played.marked[-1]), "en")
        == "Eux, made: Nous +70, Eux +92 — 162 to 162: a tie"
    )
    assert played.rules.leaders(played.state) == (0, 1)


def test_donne_has_its_short_sentence() -> None:
    donnes: list[dict[str, Any]] = [
        A92,
        LEVEL,
        {"preneur": "A", "points_b": 92},
        {"preneur": "A", "capot": "B"},
        {"statut": "annulee"},
    ]
    played = sheet(house(), *donnes)
    briefs = [text_of(GAME.wording.brief(marked)) for marked in played.marked]
    assert briefs == ["Nous : 92 à 70", "litige : 81 à 81", "Nous dedans : 70 à 92", "capot : Eux", "annulée"]


def test_annonces_and_belotes_have_their_points() -> None:
    rules = house(annonces=True, sa_ta=True)
    donne = {
        "preneur": "A",
        "atout": "tout-atout",
        "points_a": 129,
        "belotes": [2, 0],
        "annonces": {"B": [20]},
    }
    sentence = text_of(GAME.wording.sentence(sheet(rules, donne).marked[-1]))
    assert sentence == (
        "Nous à tout atout, réussi : Nous +121, Eux +101"
        " · belote de Nous +40 · annonces d’Eux +20 — 121 à 101"
    )


def test_changed_settings_of_a_house_are_in_words() -> None:
    changed: dict[str, Any] = {
        "annonces": True,
        "sa_ta": True,
        "tout_atout_sur": 162,
        "belotes_tout_atout": 1,
        "litige": "dedans",
        "total_capot": 250,
        "arrondi": "dizaine",
        "belote_sortie": False,
    }
    assert [text_of(label) for label in GAME.settings_in_words(house(**changed))] == [
        "1000 points",
        "points arrondis : à la dizaine (85 fait 90)",
        "annonces",
        "sans atout et tout atout",
        "tout atout sur 162",
        "à tout atout, 1 belote au plus",
        "litige : dedans",
        "capot 250",
        "pas de sortie par la belote seule",
    ]
    assert [text_of(label) for label in GAME.settings_in_words(house(mode="tournoi", sa_ta=True))] == [
        "12 donnes",
        "sans atout et tout atout",
    ]


def test_contract_counts_for_its_taker() -> None:
    known, camp, passed = sheet(
        house(), {**A92, "joueur": "Chloé", "belote": "A"}, LEVEL, {"statut": "passee"}
    ).marked
    tallies = [GAME.wording.tallies(known, Seat(seat)) for seat in range(4)]
    assert [tally["prises"] for tally in tallies] == [0, 0, 1, 0]
    assert [tally["prises-reussi"] for tally in tallies] == [0, 0, 1, 0]
    assert [tally["belotes"] for tally in tallies] == [1, 0, 1, 0]
    assert [GAME.wording.tallies(camp, Seat(seat))["prises"] for seat in range(4)] == [1, 0, 1, 0]
    assert GAME.wording.tallies(camp, Seat(0))["litiges"] == 1
    assert "donnes" not in GAME.wording.tallies(passed, Seat(0))


def test_remaining_and_held_points_are_stated() -> None:
    texts = [text_of(label) for label in GAME.wording.progress(sheet(house(), LEVEL))]
    assert texts == ["1000 à atteindre", "En réserve : 81"]
    # Level above the target: another donne is played, and no camp needs points.
    level = sheet(house(objectif=150), A92, {"preneur": "B", "points_a": 70})
    assert (level.totals, level.outcome) == ((162, 162), None)
    assert list(GAME.wording.progress(level)) == []
    played = sheet(house(mode="tournoi", nb_donnes=2), A92, {"statut": "passee"})
    assert [text_of(label) for label in GAME.wording.progress(played)] == ["Dernière donne"]


def test_points_held_at_the_end_are_lost() -> None:
    played = sheet(house(mode="tournoi", nb_donnes=2), A92, LEVEL)
    assert played.control == Control(243, 243)
    assert played.totals == (92, 151)
    state = played.state
    assert isinstance(state, BeloteState)
    assert state.reserve == 81


def test_the_bye_of_a_tournament_is_twelve_times_81() -> None:
    assert (bye(house(mode="tournoi")), bye(house(mode="tournoi", nb_donnes=10)), bye(house())) == (
        972,
        810,
        0,
    )


def form_of(fields: dict[str, str] | None, **settings: Any) -> BeloteForm:
    rules = house(**settings)
    return BeloteForm(None if fields is None else MultiDict(fields), rules=rules, state=rules.opening(TABLE))


def test_typed_values_become_a_donne() -> None:
    typed = {
        "preneur": "A",
        "camp": "B",
        "points": "70",
        "atout": "coeur",
        "belote": "A",
        "a20": "1",
        "a50": "1",
    }
    assert form_of(typed).payload() == {
        "preneur": "A",
        "atout": "coeur",
        "belote": "A",
        "points_b": 70,
        "annonces": {"A": [20, 50]},
    }
    both = {"preneur": "A", "camp": "A", "points": "92", "autre": "70", "belotes_b": "2"}
    assert form_of(both).payload() == {"preneur": "A", "points": [92, 70], "belotes": [0, 2]}
    assert form_of({**both, "statut": "passee"}).payload() == {"statut": "passee"}
    assert form_of({"preneur": "A", "capot": "A", "a20": "30", "a50": "", "b20": "x"}).payload() == {
        "preneur": "A",
        "capot": "A",
        "annonces": {"A": [30], "B": ["x"]},
    }


def test_hints_follow_the_typed_points() -> None:
    hints = [
        form_of(None).hints(),
        form_of({"camp": "A", "points": "92"}).hints(),
        form_of({"points": "92", "atout": "tout-atout"}, sa_ta=True, mode="tournoi").hints(),
        form_of({"points": "300", "atout": "x"}, mode="tournoi").hints(),
        form_of({"camp": "A", "points": "92", "autre": "60"}, mode="tournoi").hints(),
    ]
    assert [plain(hint["points"]) for hint in hints] == [
        "162 points à partager",
        "Eux : 70",
        "92 à un camp, 166 à l’autre",
        "162 points en tout dans les plis",
        "Comptés : 152 sur 162",
    ]
    assert plain(hints[0]["objectif"]) == "Nous : encore 1000 · Eux : encore 1000"
    assert "objectif" not in hints[2]


def test_form_offers_the_settings_of_the_house() -> None:
    usual, more = form_of(None), form_of({"b200": "1"}, sa_ta=True, annonces=True)
    assert [text for _, text in usual.trumps] == ["♠ pique", "♥ cœur", "♦ carreau", "♣ trèfle"]
    assert [text for _, text in more.trumps][4:] == ["sans atout", "tout atout"]
    assert (usual.rare_annonces, more.rare_annonces) == (False, True)


def grid(request: SheetRequest) -> Grid:
    made = sheet_of(request).blocks[0].grid
    assert made is not None
    return made


DONNES: list[dict[str, Any]] = [
    {**A92, "atout": "pique", "belote": "A"},
    LEVEL,
    {"statut": "passee"},
    {"preneur": "B", "joueur": "David", "points_b": 62},
    {"preneur": "A", "capot": "A", "annonces": {"A": [50]}},
    LEVEL,
]


def test_belote_sheet_has_marks_and_held_points() -> None:
    made = grid(filled("belote", DONNES, settings={"annonces": True}))
    assert [[cell.text for cell in row.cells] for row in made.rows] == [
        ["1", "Anne", "Anne & Chloé", "♠", "92", "B", "112", "112", "70", "", "70", "70"],
        ["2", "Benoît", "Anne & Chloé", "", "81", "", "0", "112", "81", "", "81", "151"],
        ["3", "Chloé", "passe générale", "", *[""] * 8],
        ["4", "David", "David", "", "100", "", "243", "355", "62", "", "0", "151"],
        ["5", "Anne", "Anne & Chloé", "", "162", "C 50", "302", "657", "0", "", "0", "151"],
        ["6", "Benoît", "Anne & Chloé", "", "81", "", "L 81", "657", "81", "", "81", "232"],
    ]
    assert [cell.text for cell in made.feet[0].cells] == ["total", "", "", "", "657", "", "", "", "232"]


def test_long_camp_names_are_letters_on_paper_without_repeats() -> None:
    longer = "Marie-Antoinette de La Rochefoucauld"
    players = [longer, "Benoît", "Chloé", "David"]
    request = filled("belote", [A92, {"preneur": "B", "points_b": 92}], players=players)
    assert [row.cells[2].text for row in grid(request).rows] == ["A", "Benoît & David"]
    assert sheet_of(request).reminder == "20 novembre 2026 · Café du Pont · 1000 points"


def test_struck_litige_holds_nothing_and_four_belotes_count() -> None:
    donne = {"preneur": "B", "atout": "tout-atout", "points_a": 129, "belotes": [0, 3]}
    request = filled("belote", [donne], settings={"sa_ta": True})
    cells = grid(request).rows[0].cells
    assert (cells[3].text, cells[9].text) == ("tout atout", "B3")
    nameless = filled("belote", [LEVEL])
    struck = SheetLine(1, None, nameless.lines[0].marked, struck=True)
    rows = grid(SheetRequest(**{**vars(nameless), "lines": (struck,)})).rows
    assert rows[0].cells[6].text == "0"


def test_a_sheet_to_fill_in_on_screen_adds_up_its_marks() -> None:
    made = grid(blank_request(game("belote"), form=True, rows=2, settings={"mode": "tournoi"}))
    running = {place: cell.sums for place, cell in enumerate(made.rows[1].cells) if cell.sums}
    assert running == {7: ("d1.a.marque", "!d2.a.marque"), 11: ("d1.b.marque", "!d2.b.marque")}
    assert [cell.sums for cell in made.feet[0].cells if cell.sums] == [
        ("d1.a.marque", "d2.a.marque"),
        ("d1.b.marque", "d2.b.marque"),
    ]


@pytest.mark.parametrize("key", ["belote", "coinche"])
def test_the_demonstration_plays_donnes_that_can_be(key: str) -> None:
    luck, of = Random(1), game(key)  # noqa: S311 - the same donnes each time
    rules, entries = of.rules(), []
    for _ in range(200):
        raw = of.demo(luck, rules, rules.opening(TABLE))
        entry = rules.ENTRY.read(raw, TABLE)
        if not rules.faults(rules.opening(TABLE), entry):
            entries.append(raw)
    assert len(entries) > 150
    assert {key for raw in entries for key in raw} >= {"statut", "capot", "belote", "points_a", "points_b"}


def test_all_faults_of_a_donne_are_reported_at_once() -> None:
    donne = {
        "preneur": "A",
        "points": [161, 1],
        "belotes": [1, 0],
        "annonces": {"A": [20]},
        "joueur": "David",
    }
    faults = [item.fault for item in sheet(house(), donne).faults]
    assert codes(faults) == (
        "joueur-autre-camp",
        "points-impossibles",
        "belotes-atout",
        "annonces-pas-jouees",
    )
