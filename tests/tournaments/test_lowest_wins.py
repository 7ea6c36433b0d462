"""A made-up game in which the lowest total wins, on the sheet and in a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game, TournamentTraits
from scorekeeper.cards.rules.ending import ranks_of
from scorekeeper.cards.sheet_file import read_sheet, score_document
from scorekeeper.errors import Conflict, Refused
from scorekeeper.paper.tournament_sheets import ranking_lists
from scorekeeper.parties import enter, open_partie, read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments import seasons
from scorekeeper.tournaments.model import TableAt, Tournament
from tests.made_up import KEY, made_up_game
from tests.tournaments.desk import BY, codes, draw, new_uuid, note, opened, people

CAST = ("Anne", "Bruno", "Chloé", "David")


@pytest.fixture(scope="module")
def lowest(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return made_up_game(tmp_path_factory.mktemp("games"))


@pytest.fixture(autouse=True)
def catalogued(lowest: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, lowest))


def points(players: Sequence[str], *given: int) -> dict[str, Any]:
    return {"points": dict(zip(players, given, strict=True))}


def two_donnes(store: Store, players: int = 4, **more: Any) -> Tournament:
    """Draw one round of parties of two donnes, whose totals add up to 52."""
    return draw(store, opened(store, players, game=KEY, donnes=2, rounds=1, **more))


def refused(store: Store, t: Tournament, totals: Sequence[Any] | None = None, **more: Any) -> list[str]:
    with pytest.raises(Refused) as caught:
        desk.record_result(store, t.id, TableAt(1, 1), totals=totals, by=BY, uuid=new_uuid(), **more)
    return codes(caught)


def test_the_lowest_total_wins_and_leads_the_sheet(store: Store) -> None:
    document = {"format": "scorekeeper/1", "game": KEY, "players": list(CAST), "settings": {"nb_donnes": 2}}
    partie = open_partie(store, read_sheet(document), by=BY)
    for rang, given in enumerate(((3, 0, 10, 13), (6, 7, 6, 7)), 1):
        assert partie.sheet.outcome is None
        entry = points(CAST, *given)
        partie = enter(store, partie.id, uuid=new_uuid(), rang=rang, payload=entry, by=BY).partie
    assert score_document(partie.game, partie.sheet)["winners"] == ["Bruno"]
    assert (partie.sheet.totals, ranks_of(partie.sheet)) == ((9, 7, 16, 20), (2, 1, 3, 4))


def test_a_tournament_is_ranked_from_the_lowest_total(store: Store) -> None:
    t = opened(store, 5, game=KEY, donnes=2, rounds=3, drop=1, prizes=["un jambon"])
    assert (t.options.scale, t.options.bye) == ("points", 13)
    for totals in ((20, 7, 16, 9), (20, 7, 16, 9), (20, 7, 16, 9)):
        t = draw(store, t)
        note(store, t, 1, totals)
        t = desk.close_round(store, t.id, len(t.rounds), by=BY)
    ranking = desk.standings(store, t.id)
    lines = [
        (line.standing.rank, line.standing.total, [gave.points for gave in line.rounds if gave is not None])
        for line in ranking.lines
    ]
    # The highest of three results is dropped; the third and the fourth have 9 and 13 both, then 16 is ahead of 20.
    assert lines == [
        (1, 16, [16, 9, 7]),
        (2, 20, [13, 7, 20]),
        (3, 22, [9, 16, 13]),
        (4, 22, [20, 13, 9]),
        (5, 23, [7, 20, 16]),
    ]
    assert ranking.lines[0].standing.prizes == ("un jambon",)
    (made,) = ranking_lists(t, ranking)
    texts = {column.heading: column.texts for column in made.columns}
    assert texts["total"] == ("16", "20", "22", "22", "23")


def test_missed_round_is_worst_of_the_round_by_default(store: Store) -> None:
    t = opened(store, 4, game=KEY, donnes=2, rounds=2)
    assert t.options.missed == "pire"
    t = draw(store, t)
    note(store, t, 1, (20, 7, 16, 9))
    t = desk.close_round(store, t.id, 1, by=BY)
    desk.register(store, t.id, ["Tardive"], by=BY)
    t = draw(store, desk.withdraw(store, t.id, t.rounds[0].tables[0].seats[1], by=BY))
    note(store, t, 1, (10, 11, 13, 18))
    t = desk.close_round(store, t.id, 2, by=BY)
    lines = {line.names[0]: line for line in desk.standings(store, t.id).lines}
    # A score of 0 for the missed round would have put the latecomer first.
    assert lines["Tardive"].rounds[0] is not None
    assert (lines["Tardive"].rounds[0].points, lines["Tardive"].missed) == (20, (1,))
    left = lines[t.entrant(t.rounds[0].tables[0].seats[1]).name]
    assert (left.standing.total, left.missed) == (7 + 18, (2,))


def test_victories_are_counted_upwards_all_the_same(store: Store) -> None:
    t = two_donnes(store, scale="victoires")
    note(store, t, 1, (20, 7, 16, 9))
    t = desk.close_round(store, t.id, 1, by=BY)
    assert [line.standing.total for line in desk.standings(store, t.id).lines] == [2, 0, 0, 0]
    result = t.rounds[0].tables[0].result
    assert result is not None
    assert result.points == (0, 2, 0, 0)


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ((20, 7, 16, 8), ["totaux-impossibles"]),
        ((-1, 21, 16, 16), ["hors-limites"]),
        ((20, 32), ["totaux-nombre"]),
        ((20, 7, 16, "9"), ["nombre-entier"]),
        ((20, 7, 16, None), ["cle-manquante"]),
        ((20, 7, 16, 10**9), ["hors-limites"]),
    ],
)
def test_totals_that_no_partie_gives_are_refused(
    store: Store, totals: Sequence[Any], code: list[str]
) -> None:
    assert refused(store, two_donnes(store), list(totals)) == code


def test_lines_typed_at_the_desk_are_judged_by_the_rules(store: Store) -> None:
    t = two_donnes(store)
    names = read_partie(store, t.rounds[0].tables[0].partie).table.players
    good, bad = points(names, 3, 0, 10, 13), points(names, 3, 1, 10, 13)
    assert refused(store, t, entries=[good, bad]) == ["points-somme"]
    assert refused(store, t, entries=[good]) == ["donnes-manquantes"]
    assert refused(store, t, [6, 0, 20, 27], entries=[good, good]) == ["total-different"]
    assert refused(store, t, entries=[good, {"points": "3"}]) == ["objet-attendu"]
    t = note(store, t, 1, (6, 0, 20, 26), entries=[good, good])
    result = t.rounds[0].tables[0].result
    assert result is not None
    assert result.points == (6, 0, 20, 26)


def test_game_without_traits_refuses_invalid_totals(
    store: Store, lowest: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(lowest, tournament=TournamentTraits())
    monkeypatch.setattr(catalogue, "GAMES", (bare,))
    t = draw(store, opened(store, people(4), game=KEY, rounds=1))
    assert (t.options.donnes, t.options.bye) == (None, 0)
    assert refused(store, t, [1, 2, 3]) == ["totaux-nombre"]
    assert refused(store, t, [1, 2, 3, "4"]) == ["nombre-entier"]
    note(store, t, 1, (1, 2, 3, 4))


def test_low_totals_are_not_added_up_over_a_season(store: Store) -> None:
    t = two_donnes(store)
    season = seasons.create(store, {"name": "Saison", "worth": "points"}, by=BY)
    with pytest.raises(Conflict) as caught:
        seasons.add_evening(store, season.id, t.id, by=BY)
    assert codes(caught) == ["points-plus-bas"]
