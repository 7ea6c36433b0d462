"""The other games at the desk: tables of three, four and five, games that count down, wins instead of points."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.errors import Conflict, Refused
from scorekeeper.parties import enter, read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import TableResult, Tournament
from tests.tournaments.desk import BY, codes, draw, house, new_uuid, note, opened


def open_game(store: Store, game: str, players: int = 8, **more: Any) -> Tournament:
    return opened(store, players, game=game, **more)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_is_drawn_and_its_sheets_open(store: Store, game: Any) -> None:
    t = draw(store, open_game(store, game.key))
    assert len(t.rounds[0].tables) == 2
    for table in t.rounds[0].tables:
        assert read_partie(store, table.partie).game.key == game.key


def test_game_decides_options_that_were_not_chosen(store: Store) -> None:
    chosen = {
        game.key: (t.options.size, t.options.donnes, t.options.scale, t.options.bye)
        for game in GAMES
        for t in [open_game(store, game.key)]
    }
    expected = {
        "tarot": (4, 12, "points", 0),
        "jass": (4, 12, "points", 942),
        "couillon": (4, None, "victoires", 1),
        "cochonnet": (4, None, "points", 0),
        "bouees": (4, None, "points", 0),
    }
    assert {key: chosen[key] for key in expected} == expected
    assert open_game(store, "jass", donnes=8).options.bye == 628
    assert open_game(store, "jass", bye=1000).options.bye == 1000
    assert open_game(store, "jass", settings={"nb_donnes": 10}).options.donnes == 10


@pytest.mark.parametrize(
    ("odd", "sizes"),
    [("byes", [4, 4, 4, 4, 4]), ("threes", [4, 4, 4, 4, 3, 3]), ("fives", [4, 4, 4, 5, 5])],
)
def test_tarot_is_drawn_at_tables_of_these_sizes(store: Store, odd: str, sizes: list[int]) -> None:
    t = draw(store, open_game(store, "tarot", 22, odd=odd))
    assert sorted(len(table.seats) for table in t.rounds[0].tables) == sorted(sizes)
    for table in t.rounds[0].tables:
        assert len(read_partie(store, table.partie).table.players) == len(table.seats)


def test_mort_is_played_at_tables_of_five_only(store: Store) -> None:
    t = draw(store, open_game(store, "tarot", 10, size=5, settings={"mort": True}))
    assert all(house(store, table.partie).mort for table in t.rounds[0].tables)
    t = draw(store, open_game(store, "tarot", 14, size=5, odd="threes", settings={"mort": True}))
    with_mort = {len(table.seats): house(store, table.partie).mort for table in t.rounds[0].tables}
    assert with_mort == {5: True, 4: False}


def test_tarot_totals_add_up_to_nothing(store: Store) -> None:
    t = draw(store, open_game(store, "tarot", 4, rounds=1))
    with pytest.raises(Refused) as caught:
        note(store, t, 1, (318, -106, -106, -105))
    assert codes(caught) == ["totaux-impossibles"]
    assert caught.value.faults[0].fault.values["ecart"] == 1
    note(store, t, 1, (318, -106, -106, -106))
    t = desk.close_round(store, t.id, 1, by=BY)
    assert [line.standing.total for line in desk.standings(store, t.id).lines] == [318, -106, -106, -106]


def test_tarot_sheets_end_after_their_donnes(store: Store) -> None:
    t = draw(store, open_game(store, "tarot", 4, rounds=1, donnes=2))
    partie = t.rounds[0].tables[0].partie
    taker = read_partie(store, partie).table.players[0]
    payload = {"preneur": taker, "contrat": "garde", "bouts": 2, "points": 56}
    for rang in (1, 2):
        enter(store, partie, uuid=new_uuid(), rang=rang, payload=payload, by=BY)
    assert desk.progress(store, t.id).closable
    t = desk.close_round(store, t.id, 1, by=BY)
    assert t.rounds[0].tables[0].result == TableResult(
        (480, -160, -160, -160), (0,) * 4, (480, -160, -160, -160)
    )


def test_couillon_totals_are_counted_as_wins(store: Store) -> None:
    t = draw(store, open_game(store, "couillon", 8, rounds=1))
    partie = t.rounds[0].tables[0].partie
    for rang in range(1, 6):
        enter(store, partie, uuid=new_uuid(), rang=rang, payload={"accepte": None, "gagne": "B"}, by=BY)
    for totals in ((-1, 3), (0, 0)):
        with pytest.raises(Refused) as caught:
            note(store, t, 2, totals)
        assert codes(caught) == ["totaux-restants"]
    note(store, t, 2, (0, 3))
    t = desk.close_round(store, t.id, 1, by=BY)
    assert [table.result.points for table in t.rounds[0].tables if table.result] == [(0, 2), (2, 0)]
    assert [line.standing.total for line in desk.standings(store, t.id).lines] == [2, 2, 2, 2, 0, 0, 0, 0]


def test_couillon_may_count_erased_strokes(store: Store) -> None:
    t = draw(store, open_game(store, "couillon", 4, rounds=1, scale="points"))
    note(store, t, 1, (0, 3))
    t = desk.close_round(store, t.id, 1, by=BY)
    result = t.rounds[0].tables[0].result
    assert result is not None
    assert result.points == (5, 2)


def test_a_drawn_partie_gives_each_camp_one(store: Store) -> None:
    t = draw(store, open_game(store, "jass", 4, rounds=1, scale="victoires"))
    note(store, t, 1, (942, 942))
    t = desk.close_round(store, t.id, 1, by=BY)
    result = t.rounds[0].tables[0].result
    assert result is not None
    assert result.points == (1, 1)


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"game": "jeu-inconnu"}, "game", "jeu-inconnu"),
        ({"name": ""}, "name", "texte-vide"),
        ({"name": None}, "name", "cle-manquante"),
        ({"size": 5}, "size", "taille-impossible"),
        ({"odd": "threes"}, "odd", "impairs-impossible"),
        ({"rounds": 0}, "rounds", "hors-limites"),
        ({"rounds": 4, "drop": 4}, "drop", "retirer-trop"),
        ({"ties": ["carte", "carte"]}, "ties", "departage-double"),
        ({"format": "suisse"}, "format", "choix"),
        ({"date": "2026-02-30"}, "date", "date-illisible"),
        ({"settings": {"objectif": 1000}}, "settings.objectif", "objectif-en-tournoi"),
        ({"settings": {"couleur": 1}}, "settings.couleur", "cle-inconnue"),
        ({"settings": []}, "settings", "objet-attendu"),
        ({"players": [""]}, "players.0.name", "texte-vide"),
        ({"seed": "\u202e"}, "seed", "texte-caractere"),
        ({"couleur": 1}, "couleur", "cle-inconnue"),
        ({"game": "tarot", "format": "paires-tirees"}, "format", "paires-a-quatre"),
        ({"game": "couillon", "donnes": 12}, "donnes", "sans-nombre-de-donnes"),
    ],
)
def test_impossible_tournament_is_refused(
    store: Store, changes: dict[str, Any], field: str, code: str
) -> None:
    document = {"name": "Cochon", "game": "jass", **changes}
    with pytest.raises(Refused) as caught:
        desk.create(store, document, by=BY)
    assert (field, code) in {(item.fault.field, item.fault.code) for item in caught.value.faults}
    assert desk.list_all(store) == []


def test_every_fault_is_reported_at_once(store: Store) -> None:
    with pytest.raises(Refused) as caught:
        desk.create(store, {"game": "jass", "rounds": "4", "x": 1, "players": ["Anne", "Anne"]}, by=BY)
    assert set(codes(caught)) == {"cle-manquante", "nombre-entier", "cle-inconnue", "nom-deux-fois"}
    documents: tuple[Any, ...] = ([], None, "jass", 7)
    for document in documents:
        with pytest.raises(Refused):
            desk.create(store, document, by=BY)


def test_choices_change_until_the_first_draw_and_some_later(store: Store) -> None:
    t = desk.amend(store, opened(store, 8).id, {"rounds": 5, "name": "Cochon de Vresse", "donnes": 8}, by=BY)
    assert (t.name, t.options.rounds, t.options.donnes, t.options.bye) == ("Cochon de Vresse", 5, 8, 628)
    t = draw(store, t)
    assert house(store, t.rounds[0].tables[0].partie).nb_donnes == 8
    with pytest.raises(Conflict) as caught:
        desk.amend(store, t.id, {"donnes": 12}, by=BY)
    assert codes(caught) == ["reglages-figes"]
    t = desk.amend(store, t.id, {"prizes": ["un cochon"], "bye": 700, "rounds": 1}, by=BY)
    assert (t.options.prizes, t.options.bye, t.options.donnes) == (("un cochon",), 700, 8)
    with pytest.raises(Refused):
        desk.amend(store, t.id, {"game": "tarot"}, by=BY)


def test_rounds_that_were_opened_cannot_be_taken_away(store: Store) -> None:
    t = draw(store, opened(store, 8))
    note(store, t, 1, (1007, 877))
    note(store, t, 2, (1007, 877))
    desk.close_round(store, t.id, 1, by=BY)
    t = draw(store, t)
    with pytest.raises(Conflict) as caught:
        desk.amend(store, t.id, {"rounds": 1}, by=BY)
    assert codes(caught) == ["tours-joues"]


def test_opening_twice_with_one_uuid_opens_one(store: Store) -> None:
    document = {"name": "Cochon", "game": "jass", "players": ["Anne", "Luc"]}
    uuid = new_uuid()
    first = desk.create(store, dict(document), by=BY, uuid=uuid)
    assert desk.create(store, dict(document), by=BY, uuid=uuid) == first
    with pytest.raises(Refused) as caught:
        desk.create(store, {**document, "name": "Autre"}, by=BY, uuid=uuid)
    assert codes(caught) == ["uuid-autre-contenu"]
    with pytest.raises(Refused) as caught:
        desk.create(store, document, by=BY, uuid="not a uuid")
    assert codes(caught) == ["uuid-illisible"]
    assert [row.name for row in desk.list_all(store)] == ["Cochon"]


def refused(store: Store, t: Tournament, *totals: int) -> str:
    """Return the code of the refusal of these totals; empty when they are possible."""
    try:
        note(store, t, 1, totals)
    except Refused as error:
        (item,) = error.faults
        return item.fault.code
    return ""


@pytest.mark.parametrize(
    ("settings", "totals", "code"),
    [
        ({}, (62, 35), ""),  # sudden death after one manche
        ({}, (45, 52), "papier-impossible-subite"),  # nobody has 60, and four manches give 164 at least
        ({}, (8, 70), "papier-impossible-subite"),  # six cochonnets make 14 at least
        ({}, (150, 150), ""),
        ({}, (781, 300), "papier-impossible-subite"),  # four times 195 at most
        ({}, (-62, 35), "papier-impossible-subite"),
        ({"mort_subite": False}, (62, 35), "papier-impossible"),
        ({"mort_subite": False}, (110, 90), ""),
        ({"manche_supplementaire": True}, (150, 150), "papier-egalite"),
        ({"manche_supplementaire": True}, (781, 600), ""),  # level at 586 after four, then 195 to 14
        ({"derniere_levee": "plus-basse"}, (62, 35), ""),
    ],
)
def test_cochonnet_totals_are_those_of_a_partie_that_is_over(
    store: Store, settings: dict[str, Any], totals: tuple[int, int], code: str
) -> None:
    t = draw(store, open_game(store, "cochonnet", 4, rounds=1, settings=settings))
    assert refused(store, t, *totals) == code


@pytest.mark.parametrize(
    ("settings", "totals", "code"),
    [
        ({}, (9, 12, 12, 3), ""),
        ({}, (9, 12, 12, 36), "papier-somme"),  # 4 × 17 buoys at most
        ({}, (9, 12, 0, -2), "papier-somme"),  # 4 × (15 buoys − 10 tricks) at least
        ({}, (9, 12, 12, -5), "papier-total"),  # out in each of four manches is −4
        ({}, (41, 0, 0, 0), "papier-total"),  # ten buoys a manche at most
        ({"egalite": "tous"}, (9, 12, 0, -2), ""),  # two may lose at each trick
        ({"bonus_plus_bas": 5}, (9, 12, 12, 36), ""),
        ({}, (10, 10, 20, 20, 20), ""),  # five players: 40 to 100
        ({}, (5, 5, 9, 10, 10), "papier-somme"),
    ],
)
def test_bouees_totals_are_buoys_less_losses(
    store: Store, settings: dict[str, Any], totals: tuple[int, ...], code: str
) -> None:
    size = len(totals)
    t = draw(store, open_game(store, "bouees", size, rounds=1, size=size, settings=settings))
    assert refused(store, t, *totals) == code
