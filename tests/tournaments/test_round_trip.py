"""Exports imported again unchanged, without a question: players, rankings, the player file, as CSV and as workbooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.i18n import LANGUAGES, speaking
from scorekeeper.lists.reading import Reading, read
from scorekeeper.lists.spreadsheet import CsvRows, csv_text, xlsx_bytes
from scorekeeper.records.store import Store
from scorekeeper.tournaments import player_file, season_ranking, seasons
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.player_file import Member
from scorekeeper.web.tournaments.setup import written_list
from tests.tournaments.desk import BY, draw, opened, play_round

PEOPLE: list[dict[str, Any]] = [
    {"name": "=1+1 Ávila", "club": "@home", "apart": ["Zoé O’Neill"], "arrived": True, "paid": 1550},
    {"name": "Zoé O’Neill", "club": "+40", "fixed": 3},
    {"name": "Nguyễn Thị Lan", "club": "FC Sion; B", "fixed": True},
    {"name": "-Łukasz Wiśniewski", "present": False},
    {"name": "Καλλιόπη Παπά", "club": "'s-Hertogenbosch"},
    {"name": "Фёдор Ильин", "club": "00345"},
    {"name": "Luigi D'Angelo"},
    {"name": "3 Mousquetaires"},
    {"name": "محمد علي", "club": '"Les As"'},
    {"name": "山田 太郎"},
]
AS_WRITTEN = [
    "Tom & Jerry",
    "Jean et Marie",
    "DUPONT Jean",
    "ROY Anne",
    "Favre, Luc",
    "M. et Mme Bo",
    "1. Ana",
    "A / B",
]
"""Names that a list would read differently, or ask about."""
PAIRED = ["Jean Dupont", "Lucie Martin", "Zoë Keller", "Ömer Çelik", "Ana Sá", "Rui Sá", "Åse Lie", "Bo Ek"]
TEAMS = ["100 % Atout", "=Deux", "Les Bons à Rien", "+/- Dix"]
IN_PAIRS = [{"name": name, "pair": TEAMS[at // 2]} for at, name in enumerate(PAIRED)]

TITLES = {"fr": "nom;club;équipe;à part;table fixe", "en": "name;club;team;keep apart;fixed table"}

WRITERS: list[Callable[[CsvRows], bytes]] = [
    lambda rows: csv_text(rows, excel=True).encode(),
    lambda rows: csv_text(rows, excel=False).encode(),
    xlsx_bytes,
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_come_in_again_as_they_were(store: Store, language: str) -> None:
    for people, more in ((PEOPLE, {}), (IN_PAIRS, {"format": "paires-inscrites"})):
        t = opened(store, people, **more)
        for write in WRITERS:
            with speaking(language):
                data = write(desk.export_rows(store, t.id, CsvTable.JOUEURS))
                again = desk.import_list(store, opened(store, [], **more).id, data, by=BY)
            assert again.entrants == t.entrants
            assert [each.name for each in again.entrants] == [each["name"] for each in people]
            assert [each.pair for each in again.entrants] == [each.get("pair", "") for each in people]
            assert [each.club for each in again.entrants] == [each.get("club", "") for each in people]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rankings_come_in_as_their_people(store: Store, language: str) -> None:
    names = ["=Ávila", "Zoé O’Neill", "-Łukasz Wiśniewski", "Фёдор Ильин"]
    t = play_round(store, opened(store, names))
    season = seasons.create(store, {"name": "Hiver"}, by=BY)
    seasons.add_evening(store, season.id, t.id, by=BY)
    paired = draw(store, opened(store, IN_PAIRS, format="paires-inscrites"))
    for write in WRITERS:
        with speaking(language):
            single = read(write(desk.export_rows(store, t.id, CsvTable.CLASSEMENT)))
            ranked = read(write(season_ranking.export_rows(season_ranking.standings(store, season.id))))
            pairs = read(write(desk.export_rows(store, paired.id, CsvTable.CLASSEMENT)), pairs=True)
        assert [each.questions for each in (single, ranked, pairs)] == [()] * 3
        assert sorted(each.name for each in single.people) == sorted(names)
        assert sorted(each.name for each in ranked.people) == sorted(names)
        assert sorted((each.name, each.pair) for each in pairs.people) == sorted(
            (name, PAIRED[at ^ 1]) for at, name in enumerate(PAIRED)
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_look_like_two_come_in_as_written(store: Store, language: str) -> None:
    people = [{"name": name, "club": f"Club {at}"} for at, name in enumerate(AS_WRITTEN)]
    expected = sorted((each["name"], "", each["club"]) for each in people)
    pairs = [{**each, "pair": TEAMS[at // 2]} for at, each in enumerate(people)]
    mates = sorted((name, AS_WRITTEN[at ^ 1], f"Club {at}") for at, name in enumerate(AS_WRITTEN))
    t = play_round(store, opened(store, people))
    paired = draw(store, opened(store, pairs, format="paires-inscrites"))
    season = seasons.create(store, {"name": "Hiver"}, by=BY)
    seasons.add_evening(store, season.id, t.id, by=BY)
    player_file.add_tournament(store, t.id)
    for write in WRITERS:
        with speaking(language):
            singles = [
                desk.export_rows(store, t.id, CsvTable.CLASSEMENT),
                desk.export_rows(store, t.id, CsvTable.JOUEURS),
                season_ranking.export_rows(season_ranking.standings(store, season.id)),
            ]
            readings = [read(write(rows)) for rows in singles]
            in_pairs = read(write(desk.export_rows(store, paired.id, CsvTable.CLASSEMENT)), pairs=True)
            saved = player_file.import_list(store, write(player_file.export_rows(store)))
        for reading in readings:
            assert (reading.questions, people_of(reading)) == ((), expected)
        assert (in_pairs.questions, people_of(in_pairs), saved) == ((), mates, (0, 0))


def people_of(reading: Reading) -> list[tuple[str, str, str]]:
    return sorted((each.name, each.pair, each.cells.get("club", "")) for each in reading.people)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranking_of_teams_comes_in_as_their_people(store: Store, language: str) -> None:
    people = [{"name": name, "pair": TEAMS[at // 2]} for at, name in enumerate(AS_WRITTEN)]
    t = play_round(store, opened(store, people, team=2))
    for write in WRITERS:
        with speaking(language):
            reading = read(write(desk.export_rows(store, t.id, CsvTable.EQUIPES)))
        assert (reading.questions, people_of(reading)) == (
            (),
            sorted((each["name"], each["pair"], "") for each in people),
        )


def test_people_of_an_earlier_evening_are_written_as_they_were(store: Store) -> None:
    for people in (AS_WRITTEN, PAIRED, ["Josiane", "Luc Favre", "Anne Roy"]):
        t = opened(store, people)
        again = read(written_list(t, t.entrants))
        assert (again.questions, [each.name for each in again.people]) == ((), [*people])
    plain = opened(store, PAIRED)
    assert written_list(plain, plain.entrants).splitlines() == PAIRED


@pytest.mark.parametrize("language", LANGUAGES)
def test_earlier_list_has_its_titles_in_the_language(store: Store, language: str) -> None:
    people = [{"name": "Luc Favre", "club": "Sion"}, {"name": "Anne Roy", "fixed": 2}]
    t = opened(store, people)
    with speaking(language):
        written = written_list(t, t.entrants)
    assert written.partition("\r\n")[0] == TITLES.get(language, written.partition("\r\n")[0])
    again = read(written)
    assert (again.questions, people_of(again)) == ((), [("Anne Roy", "", ""), ("Luc Favre", "", "Sion")])


@pytest.mark.parametrize("language", LANGUAGES)
def test_player_file_comes_in_again_as_it_was(store: Store, language: str) -> None:
    player_file.merge(
        store,
        [
            Member(last="=Ávila", first="Zoé", licence="-7", club="@home", apart=("D’Angelo", "=x")),
            Member(last="van der Meer", first="Åse", licence="00345"),
            Member(last="محمد علي"),
            Member(last="3 Mousquetaires", club="'s-Hertogenbosch"),
        ],
    )
    before = player_file.members(store)
    assert len(before) == 4
    for write in WRITERS:
        with speaking(language):
            data = write(player_file.export_rows(store))
            assert player_file.import_list(store, data) == (0, 0)
            for member in player_file.members(store):
                player_file.remove(store, member.number)
            assert player_file.import_list(store, data) == (4, 0)
        after = player_file.members(store)
        assert [vars(each) | {"number": 0} for each in after] == [
            vars(each) | {"number": 0} for each in before
        ]


@pytest.mark.parametrize(
    "title", ["nom affiché", "displayed name", "Anzeigename", "weergavenaam", "nome visualizzato"]
)
def test_displayed_names_are_kept_in_every_language(title: str) -> None:
    again = read(f"{title};club\nDUPONT Jean;Sion\nJean et Marie;Sion\n1. Ana;Brig\n")
    assert (again.questions, [each.name for each in again.people]) == (
        (),
        ["DUPONT Jean", "Jean et Marie", "1. Ana"],
    )
