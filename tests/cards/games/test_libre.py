"""Marque libre: dealers and winners when players are eliminated, join and leave; and its use in a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.libre.form import LibreForm
from scorekeeper.cards.games.libre.game import GAME
from scorekeeper.cards.games.libre.rules import Libre, LibreManche
from scorekeeper.cards.games.libre.words import progress
from scorekeeper.cards.rules.contract import Seat, Table, expect
from scorekeeper.cards.rules.replay import Replay, extend
from scorekeeper.cards.sheet_file import read_sheet, sheet_document
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import sheet_of
from scorekeeper.parties.sheet_requests import blank_request, file_request
from tests.examples import plain
from tests.play import filled

FOUR = ["Anne", "Benoît", "Chloé", "David"]


def sheet(entries: Sequence[Sequence[int | None]], players: list[str] = FOUR, **more: Any) -> Replay:
    """Return a sheet with these points, line by line; `None` for a player without points."""
    settings = {key: value for key, value in more.items() if key != "changes"}
    lines = [
        {"points": {name: points for name, points in zip(players, line, strict=False) if points is not None}}
        for line in entries
    ]
    raw = {"format": "scorekeeper/1", "game": "libre", "players": players, "settings": settings}
    return read_sheet({**raw, "entries": lines, "changes": more.get("changes", [])}).replay()


def dealers(replay: Replay) -> list[str]:
    """Return the dealer of each line, and the next one."""
    states = [*(line.before for line in replay.marked), replay.state]
    return [state.table.players[state.donneur] for state in states if state.donneur is not None]


def winners(replay: Replay) -> list[str]:
    return [replay.table.columns[column] for column in replay.outcome.winners] if replay.outcome else []


def texts_of(replay: Replay) -> list[str]:
    with speaking("fr"):
        return [plain(message_of(label, GAME.words, replay.table)) for label in progress(replay)]


def test_eliminated_player_does_not_deal() -> None:
    replay = sheet(
        [[0, 50, 0, 0], [5, None, 50, 5], [5, None, None, 5], [5, None, None, 5]], gagne="bas", elimination=50
    )
    assert dealers(replay) == ["Anne", "Chloé", "David", "Anne", "David"]
    assert texts_of(replay) == ["Hors jeu à 50 ; encore en jeu : Anne et David"]


def test_player_eliminated_by_an_adjustment_does_not_deal() -> None:
    one_each = dict.fromkeys(FOUR, 1)
    raw = {"format": "scorekeeper/1", "game": "libre", "players": FOUR}
    settings = {"gagne": "bas", "elimination": 50}

    def dealt(*out: str) -> list[str]:
        penalty = {"ajustement": dict.fromkeys(out, 50), "motif": "renonce"}
        entries = [{"points": one_each}, penalty, {"points": dict.fromkeys(set(FOUR) - {*out}, 1)}]
        return dealers(read_sheet({**raw, "settings": settings, "entries": entries}).replay())

    assert dealt("Benoît", "Chloé") == ["Anne", "Benoît", "David", "Anne"]
    assert dealt("Chloé") == ["Anne", "Benoît", "Benoît", "David"]


def test_later_player_has_no_points_in_an_earlier_line() -> None:
    line = LibreManche(points=(4, None, 6))
    assert [line.noted(Seat(seat)) for seat in range(5)] == [4, None, 6, None, None]


def test_camps_have_no_dealer() -> None:
    replay = sheet([[3, 0, 1, 2]], ["Nord", "Sud", "Est", "Ouest"], colonnes="camps", objectif=13)
    assert dealers(replay) == []
    assert texts_of(replay) == ["Fin à 13 : il manque 10 à Nord"]


def test_leaver_does_not_win_and_newcomer_begins_at_the_start() -> None:
    changes = [
        {"after": 1, "players": ["Benoît", "Chloé", "David"]},
        {"after": 2, "players": ["Benoît", "Chloé", "David", "Émile"]},
    ]
    entries = [
        {"points": dict.fromkeys(FOUR, 1)},
        {"points": {"Benoît": 9, "Chloé": 8, "David": 7}},
        {"points": {"Benoît": 1, "Chloé": 1, "David": 1, "Émile": 30}},
    ]
    raw = {
        "format": "scorekeeper/1",
        "game": "libre",
        "players": FOUR,
        "changes": changes,
        "entries": entries,
    }
    read = read_sheet({**raw, "settings": {"gagne": "bas", "nb_manches": 3, "depart": 10}})
    replay = read.replay()
    assert replay.totals == (11, 21, 20, 19, 40)
    assert winners(replay) == ["David"]
    assert sheet_document(read)["entries"] == entries


def test_a_partie_is_over_when_all_but_one_have_left_or_are_out() -> None:
    lines = [[50, 10, 10, 10]]
    changes = [{"after": 1, "players": ["Anne", "David"]}]
    replay = sheet(lines, gagne="bas", elimination=50, changes=changes)
    assert winners(replay) == ["David"]


def test_number_replaces_names_of_many_players_left() -> None:
    assert texts_of(sheet([[1, 2, 3, 4]], gagne="bas", elimination=50)) == [
        "Hors jeu à 50 ; encore en jeu : 4"
    ]


def test_tie_at_the_end_adds_a_manche() -> None:
    replay = sheet([[10, 10, 0, 0]], nb_manches=1, egalite="manche-supplementaire")
    assert winners(replay) == []
    assert texts_of(replay) == ["Égalité en tête : une manche de plus"]
    assert texts_of(sheet([[1, 1, 0, 0]], nb_manches=2)) == ["Manche 2 sur 2"]


@pytest.mark.parametrize(
    ("settings", "sentences"),
    [
        ({}, ["sans fin fixée"]),
        (
            {"gagne": "bas", "objectif": 100, "somme": 26, "minimum": 0, "maximum": 26},
            ["fin à 100", "le plus bas total gagne", "26 par manche", "de 0 à 26 points"],
        ),
        ({"nb_manches": 1, "colonnes": "camps", "maximum": 1}, ["1 manche", "des camps", "au plus 1 point"]),
        (
            {"elimination": 0, "depart": 20, "minimum": -5, "pas": 5, "egalite": "manche-supplementaire"},
            ["hors jeu à 0", "de 5 en 5", "départ à 20", "manche de plus à égalité", "au moins −5 points"],
        ),
    ],
)
def test_settings_are_stated(settings: dict[str, Any], sentences: list[str]) -> None:
    rules = Libre.SETTINGS.read(settings, Table())
    with speaking("fr"):
        assert [
            plain(message_of(label, GAME.words, Table())) for label in GAME.settings_in_words(rules)
        ] == sentences


@pytest.mark.parametrize(
    ("settings", "fixed", "worth"),
    [
        ({"somme": 26, "nb_manches": 10}, 260, None),
        ({"somme": 26, "nb_manches": 10, "depart": 5}, None, 5),
        ({"somme": 26, "nb_manches": 10, "objectif": 100}, None, 50),
        ({"gagne": "bas", "elimination": 60, "depart": 20}, None, 40),
        ({"nb_manches": 10}, None, 0),
    ],
)
def test_bye_is_worth_this_by_the_settings(
    settings: dict[str, Any], fixed: int | None, worth: int | None
) -> None:
    rules = Libre.SETTINGS.read(settings, Table())
    assert GAME.tournament.fixed_sum(rules) == fixed
    assert GAME.tournament.bye(rules) == worth


def test_form_has_the_difference_from_the_sum() -> None:
    replay = sheet([], somme=26, maximum=26, minimum=0)

    def hint(*points: int) -> str:
        payload = {"points": dict(zip(FOUR, points, strict=False))}
        with speaking("fr"):
            return filled(GAME, replay.rules, replay.state, payload).hints().get("somme", "")

    assert [hint(), hint(13), hint(13, 6, 7), hint(13, 13, 7), hint(13, 6, 7, 0)] == [
        "",
        "il reste 13",
        "il reste 0",
        "7 de trop",
        "somme 26 ✓",
    ]


def test_filled_sheet_shades_eliminated_and_notes_annulled_lines() -> None:
    lines: list[dict[str, Any]] = [{"points": {"Nord": 50, "Sud": 1, "Est": 2}}, {"statut": "annulee"}]
    raw = {"format": "scorekeeper/1", "game": "libre", "players": ["Nord", "Sud", "Est"], "entries": lines}
    settings = {"colonnes": "camps", "gagne": "bas", "elimination": 50, "nom": "Rami"}
    with speaking("fr"):
        made = sheet_of(file_request(read_sheet({**raw, "settings": settings})))
    grid = made.blocks[0].grid
    assert made.title == "Rami"
    assert grid is not None
    assert [(group.label, group.text) for group in grid.groups[1:4]] == [
        ("", "Nord"),
        ("", "Sud"),
        ("", "Est"),
    ]
    with speaking("fr"):
        (blank,) = sheet_of(blank_request(GAME, seats=3, settings=settings)).blocks
    assert blank.grid is not None
    assert [group.label for group in blank.grid.groups] == ["", "camp 1", "camp 2", "camp 3"]
    rows = [[(cell.text, cell.closed) for cell in row.cells] for row in grid.rows]
    assert rows[0][1:5] == [("+50", False), ("50", False), ("+1", False), ("1", False)]
    assert rows[1] == [
        *[("2", False), ("", True), ("", True), ("0", False), ("1", False), ("0", False), ("2", False)],
        ("manche annulée", False),
    ]
    assert [cell.text for cell in grid.feet[0].cells] == ["total", "50", "1", "2", ""]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"somme": 26, "minimum": 0, "maximum": 13},
        {"minimum": -9, "maximum": -5},
        {"somme": -20, "pas": 5},
        {"gagne": "bas", "elimination": 120},
    ],
)
def test_the_demonstration_plays_by_any_settings(settings: dict[str, Any]) -> None:
    replay, rng = sheet([], **settings), Random(3)  # noqa: S311 - no secret
    for rang in range(1, 9):
        if replay.outcome is None:
            payload = GAME.demo(rng, replay.rules, replay.state)
            replay = extend(replay, rang, replay.rules.ENTRY.read(payload, replay.table))
    assert replay.faults == ()
    assert replay.marked


def test_keypad_moves_on_after_the_most_possible_digits() -> None:
    for replay, digits, sums in (
        (sheet([]), 4, None),
        (sheet([], somme=26, minimum=0, maximum=26), 2, [26]),
    ):
        form = expect(LibreForm, filled(GAME, replay.rules, replay.state, {}))
        assert (form.digits, form.sums) == (digits, sums)
