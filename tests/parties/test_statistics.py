"""Results of parties and their sums, in numbers computed by hand."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.statistics import Counts
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.parties import results as making
from scorekeeper.parties.results import PartieResult, results
from scorekeeper.parties.statistics import Career, Period, career_of, period_of, periods_of, ranking_of
from scorekeeper.records.store import Store
from tests.tarot_table import BY, document, donne, new_uuid

TAROT, COUILLON = catalogue.game("tarot"), catalogue.game("couillon")
FIVE = ["Anne", "Benoît", "Chloé", "David", "Émile"]


def played(store: Store, *entries: dict[str, Any], close: bool = True, **more: Any) -> int:
    number = parties.open_partie(store, read_sheet(document(*entries, **more)), by=BY).id
    if close:
        parties.close_partie(store, number, uuid=new_uuid(), by=BY)
    return number


def slate(store: Store, winner: str, players: str, date: str) -> int:
    """Play a Couillon of three lines, all won by side `winner`; `players` are initials. Return the number of the partie."""
    names = dict(zip("ABCDE", FIVE, strict=True))
    return played(
        store,
        *[{"accepte": winner, "gagne": winner}] * 3,
        game="couillon",
        players=[names[letter] for letter in players],
        settings={"lignes": 3},
        date=date,
    )


def career(store: Store, key: str, game: str = "tarot") -> Career:
    return career_of(key, results(store), catalogue.game(game))


def met(people: list[Any]) -> dict[str, tuple[int, int, int]]:
    return {other.name: (other.times, other.good, other.bad) for other in people}


def test_finished_parties_alone_count_and_an_act_changes_them(store: Store) -> None:
    played(store, donne("Chloé"), close=False)
    assert list(results(store)) == []
    played(store)  # closed without a line
    number = played(store, donne("Chloé"), donne("Anne", 51))
    (result,) = results(store)
    # 240 − 70 and −80 + 210.
    assert [(share.name, share.score, share.rank, share.last) for share in result.shares] == [
        ("Anne", 130, 2, False),
        ("Benoît", -150, 3, True),
        ("Chloé", 170, 1, False),
        ("David", -150, 3, True),
    ]
    parties.reopen(store, number, uuid=new_uuid(), reason="recompté", by=BY)
    assert list(results(store)) == []
    parties.strike(store, number, uuid=new_uuid(), rang=2, by=BY)
    parties.close_partie(store, number, uuid=new_uuid(), by=BY)
    assert [share.score for share in results(store)[0].shares] == [-80, -80, 240, -80]


def test_a_result_is_made_once_and_kept_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    real = making.result_of

    def noted(partie: Any) -> PartieResult:
        made.append(partie.id)
        return real(partie)

    monkeypatch.setattr(making, "result_of", noted)
    path = tmp_path / "club.sqlite3"
    with Store(path) as store:
        for _ in range(3):
            played(store, donne("Chloé"))
        first = results(store)
        assert results(store) is first
        played(store, donne("Anne"))
        assert [result.partie for result in results(store)] == [1, 2, 3, 4]
    assert made == [1, 2, 3, 4]
    with Store(path) as store:
        assert results(store)[:3] == first[:3]
        assert made == [1, 2, 3, 4]
        with store.write() as session:
            session.connection.execute("UPDATE partie_result SET body = '[]' WHERE partie = 2")
            session.connection.execute("UPDATE partie_result SET body = '{\"form\":0}' WHERE partie = 3")
    with Store(path) as store:
        assert results(store)[:3] == first[:3]
    assert made == [1, 2, 3, 4, 2, 3]


def test_where_nothing_can_be_written_results_are_made_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite3"
    with Store(path) as store:
        played(store, donne("Chloé"))
        store.read_only = True
        assert [result.partie for result in results(store)] == [1]
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("SELECT count(*) FROM partie_result").fetchone() == (0,)


def test_a_damaged_partie_takes_no_other_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    played(store, donne("Chloé"))
    played(store, donne("Anne"))
    store.cache.clear()
    real = making.result_of

    def damaged(partie: Any) -> PartieResult:
        if partie.id == 1:
            raise ValueError(partie.id)
        return real(partie)

    monkeypatch.setattr(making, "result_of", damaged)
    assert [result.partie for result in results(store)] == [2]


def test_a_career_at_tarot_adds_marks_up(store: Store) -> None:
    """Chloé: 240, then −80 twice on another day, then 210 at a table without David."""
    played(store, donne("Chloé"), date="2026-03-03")
    played(store, donne("Anne"), date="2026-03-10")
    played(store, donne("David"), date="2026-03-10")
    played(store, donne("Chloé", 51), date="2026-09-01", players=["Anne", "Benoît", "Chloé", "Eva"])
    chloe = career(store, "chloé")
    assert (chloe.parties, chloe.won, chloe.shared, chloe.last, chloe.lines) == (4, 2, 0, 2, 4)
    assert chloe.score == 240 - 80 - 80 + 210
    extremes = chloe.extremes(Counts.MARQUE)
    assert extremes is not None
    best, worst = extremes
    assert (best.date, best.score, worst.date, worst.score) == ("2026-03-03", 240, "2026-03-10", -160)
    assert met(chloe.opponents()) == {
        # Ahead in the first and the last, behind in the one that Anne took.
        "Anne": (4, 2, 1),
        "Benoît": (4, 2, 0),
        "David": (3, 1, 1),
        "Eva": (1, 1, 0),
    }
    assert chloe.partners() == []
    assert {code: count for code, count in chloe.tallies.items() if code.startswith("genre")} == {
        "genre-garde": 2,
        "genre-garde-reussi": 2,
    }
    ranked = ranking_of(results(store), TAROT)
    # Anne −80 + 240 − 80 − 70, David −80 − 80 + 240, Eva −70, Benoît −80 three times and −70.
    assert [(line.rank, line.career.name, line.career.score) for line in ranked] == [
        (1, "Chloé", 290),
        (2, "David", 80),
        (3, "Anne", 10),
        (4, "Eva", -70),
        (5, "Benoît", -310),
    ]


def test_partners_of_contracts_at_five_are_listed(store: Store) -> None:
    entries = [
        {**donne("Anne"), "appele": "Benoît"},
        {**donne("Benoît", 20), "appele": "Anne"},
        {**donne("Anne"), "appele": "Chloé"},
        {**donne("Anne"), "appele": None},
    ]
    played(store, *entries, players=FIVE)
    assert met(career(store, "anne").pairs()) == {"Benoît": (2, 1, 1), "Chloé": (1, 1, 0)}
    assert met(career(store, "chloé").pairs()) == {"Anne": (1, 1, 0)}
    assert career(store, "david").pairs() == []


def test_couillon_record_has_slates_partners_and_opponents(store: Store) -> None:
    slate(store, "A", "ABCD", "2026-03-03")  # Anne and Chloé
    slate(store, "B", "ABCD", "2026-03-03")  # Benoît and David
    slate(store, "A", "ABDE", "2026-03-10")  # Anne and David against Benoît and Émile
    anne = career(store, "anne", "couillon")
    assert (anne.parties, anne.won, anne.last) == (3, 2, 1)
    assert met(anne.partners()) == {"Chloé": (2, 1, 1), "David": (1, 1, 0)}
    assert met(anne.opponents()) == {"Benoît": (3, 2, 1), "David": (2, 1, 1), "Émile": (1, 1, 0)}
    extremes = anne.extremes(Counts.PARTIES)
    assert extremes is not None
    assert [(day.date, day.points, day.parties) for day in extremes] == [
        ("2026-03-10", 2, 1),
        ("2026-03-03", 2, 2),
    ]
    assert career(store, "émile", "couillon").extremes(Counts.PARTIES) is None
    ranked = ranking_of(results(store), COUILLON)
    # Two of three for Anne and David, one of two for Chloé, one of three for Benoît.
    assert [(line.rank, line.career.name, line.career.won) for line in ranked] == [
        (1, "Anne", 2),
        (1, "David", 2),
        (3, "Chloé", 1),
        (4, "Benoît", 1),
        (5, "Émile", 0),
    ]


def test_a_shared_win_counts_for_half(store: Store) -> None:
    played(store, donne("Anne"), donne("Chloé"))
    anne = career(store, "anne")
    assert (anne.won, anne.shared, anne.points) == (0, 1, 1)
    assert met(anne.opponents())["Chloé"] == (1, 0, 0)


def test_a_season_runs_from_september_to_august(store: Store) -> None:
    for date in ("2025-08-31", "2025-09-01", "2026-01-15", "2026-08-31", "2026-09-01"):
        played(store, donne("Chloé"), date=date)
    every = results(store)
    assert periods_of(every) == (["2026", "2025"], ["2026-2027", "2025-2026", "2024-2025"])
    assert [result.date for result in period_of("2025-2026").of(every)] == [
        "2025-09-01",
        "2026-01-15",
        "2026-08-31",
    ]
    assert [result.date for result in period_of("2025").of(every)] == ["2025-08-31", "2025-09-01"]
    assert len(Period().of(every)) == 5
    assert [result.date for result in Period("2026-08-31").of(every)] == ["2026-08-31", "2026-09-01"]
    assert [result.date for result in Period("", "2025-08-31").of(every)] == ["2025-08-31"]


@pytest.mark.parametrize(
    "text",
    ["", "26", "2026-", "2026-2026", "2026-2028", "20262027", "x", "\uff12\uff10\uff12\uff16", "2026-27"],
)
def test_a_season_that_there_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        period_of(text)


def test_a_partie_without_a_date_is_of_the_day_it_was_opened(store: Store) -> None:
    played(store, donne("Chloé"))
    assert len(results(store)[0].date) == 10
    assert making.day_of("2026-11-22T12:00:00.000+00:00") == "2026-11-22"


def test_player_without_partie_has_an_empty_record(store: Store) -> None:
    nobody = career(store, "zoé")
    assert (nobody.parties, nobody.name, nobody.opponents(), nobody.extremes(Counts.MARQUE)) == (
        0,
        "",
        [],
        None,
    )


def test_each_line_belongs_to_its_player(store: Store) -> None:
    """David plays the first donne, −80; Émile the second, 210, in the same column, which ends at −80 + 210 = 130."""
    change = {"after": 1, "players": ["Anne", "Benoît", "Chloé", "Émile"], "replaces": {"Émile": "David"}}
    played(store, donne("Chloé"), donne("Émile", 51), changes=[change])
    (result,) = results(store)
    assert [(share.name, share.column, share.lines, share.score, share.rank) for share in result.shares] == [
        ("Anne", 0, 2, -150, 3),
        ("Benoît", 1, 2, -150, 3),
        ("Chloé", 2, 2, 170, 1),
        ("David", 3, 1, -80, 2),
        ("Émile", 3, 1, 210, 2),
    ]
    david, emile = result.share("david"), result.share("émile")
    assert david is not None
    assert emile is not None
    assert (david.stayed, emile.stayed) == (False, True)
    assert david.tallies == {"defense": 1}
    assert emile.tallies == {"prise": 1, "prise-reussi": 1, "genre-garde": 1, "genre-garde-reussi": 1}
    # A replaced player has played, and neither won nor lost.
    replaced = career(store, "david")
    assert (replaced.parties, replaced.won, replaced.last, replaced.opponents()) == (1, 0, 0, [])
    assert met(career(store, "émile").opponents()) == {
        "Anne": (1, 1, 0),
        "Benoît": (1, 1, 0),
        "Chloé": (1, 0, 1),
    }


def test_renamed_player_is_one_person(store: Store) -> None:
    change = {"after": 1, "players": ["Anne", "Benoît", "Chloé", "Dave"], "renames": {"Dave": "David"}}
    played(store, donne("Chloé"), donne("Dave", 51), changes=[change])
    assert [(share.name, share.lines, share.score) for share in results(store)[0].shares][3] == (
        "Dave",
        2,
        130,
    )
