"""Results: signed at the table, entered at the desk, disputed, corrected; closing rounds and the evening."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Table
from scorekeeper.errors import Conflict, PartieClosed, Refused, Unknown
from scorekeeper.parties import amend, read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import TableAt, TableResult, TableStage, Tournament
from scorekeeper.tournaments.refusals import WORDS
from tests.tournaments.desk import (
    BY,
    J23,
    codes,
    confirm,
    draw,
    new_uuid,
    note,
    opened,
    people,
    play,
    play_round,
)


def stages(store: Store, t: Tournament) -> list[TableStage]:
    return [table.stage for table in desk.progress(store, t.id).tables]


def test_table_passes_through_its_stages(store: Store) -> None:
    t = draw(store, opened(store, 8))
    table = t.rounds[0].tables[0]
    assert stages(store, t) == ["attend", "attend"]
    play(store, table.partie, J23[:11])
    assert stages(store, t) == ["joue", "attend"]
    live = desk.progress(store, t.id).tables[0]
    assert (live.lines, live.of) == (11, 12)
    play(store, table.partie, J23[11:])
    assert stages(store, t) == ["finie", "attend"]
    live = desk.progress(store, t.id).tables[0]
    assert live.totals == (1007, 877)
    where: dict[str, Any] = {"at": TableAt(1, 1), "by": BY}
    desk.sign(store, t.id, side=1, initials="cd", revision=live.revision, uuid=new_uuid(), **where)
    assert stages(store, t) == ["signee", "attend"]
    assert desk.progress(store, t.id).tables[0].signed == (1,)
    desk.sign(store, t.id, side=0, initials="ab", revision=live.revision, uuid=new_uuid(), **where)
    assert stages(store, t) == ["confirmee", "attend"]
    assert not read_partie(store, table.partie).is_open
    note(store, t, 2, (884, 1000))
    assert stages(store, t) == ["confirmee", "papier"]


def test_a_signature_lapses_when_the_sheet_changes(store: Store) -> None:
    t = draw(store, opened(store, 8))
    table = t.rounds[0].tables[0]
    play(store, table.partie)
    revision = read_partie(store, table.partie).revision
    where: dict[str, Any] = {"at": TableAt(1, 1), "by": BY}
    desk.sign(store, t.id, side=0, initials="AB", revision=revision, uuid=new_uuid(), **where)
    amend(store, table.partie, uuid=new_uuid(), rang=1, payload={"points": [93, 64]}, revision=None, by=BY)
    assert stages(store, t)[0] == "finie"
    with pytest.raises(Conflict) as caught:
        desk.sign(store, t.id, side=1, initials="CD", revision=revision, uuid=new_uuid(), **where)
    assert codes(caught) == ["feuille-changee"]
    desk.sign(store, t.id, side=1, initials="CD", revision=revision + 1, uuid=new_uuid(), **where)
    assert stages(store, t)[0] == "signee"


def test_impossible_signature_is_refused(store: Store) -> None:
    t = draw(store, opened(store, 8))
    table = t.rounds[0].tables[0]
    where: dict[str, Any] = {"at": TableAt(1, 1), "by": BY}
    with pytest.raises(Conflict) as caught:
        desk.sign(store, t.id, side=0, initials="AB", revision=1, uuid=new_uuid(), **where)
    assert codes(caught) == ["feuille-pas-finie"]
    play(store, table.partie)
    revision = read_partie(store, table.partie).revision
    for side, initials, code in (
        (2, "AB", "camp-inconnu"),
        (0, " ", "initiales"),
        (True, "AB", "camp-inconnu"),
    ):
        with pytest.raises(Refused) as refused:
            desk.sign(store, t.id, side=side, initials=initials, revision=revision, uuid=new_uuid(), **where)
        assert codes(refused) == [code]
    uuid = new_uuid()
    desk.sign(store, t.id, side=0, initials="AB", revision=revision, uuid=uuid, **where)
    desk.sign(store, t.id, side=0, initials="AB", revision=revision, uuid=uuid, **where)
    with pytest.raises(Conflict) as caught:
        desk.sign(store, t.id, side=0, initials="AB", revision=revision, uuid=new_uuid(), **where)
    assert codes(caught) == ["deja-signe"]
    desk.sign(store, t.id, side=1, initials="CD", revision=revision, uuid=new_uuid(), **where)
    with pytest.raises(Conflict) as caught:
        desk.sign(store, t.id, side=1, initials="CD", revision=revision, uuid=new_uuid(), **where)
    assert codes(caught) == ["deja-confirme"]


def test_confirmed_sheet_is_locked_until_reopened_with_a_reason(store: Store) -> None:
    t = draw(store, opened(store, 8))
    table = t.rounds[0].tables[0]
    play(store, table.partie)
    confirm(store, t, 1)
    with pytest.raises(PartieClosed):
        amend(
            store, table.partie, uuid=new_uuid(), rang=1, payload={"points": [93, 64]}, revision=None, by=BY
        )
    with pytest.raises(Refused) as refused:
        desk.reopen_table(store, t.id, TableAt(1, 1), reason="", by=BY)
    assert codes(refused) == ["raison-attendue"]
    desk.reopen_table(store, t.id, TableAt(1, 1), reason="donne 1 mal lue", by=BY)
    assert stages(store, t)[0] == "finie"
    amend(store, table.partie, uuid=new_uuid(), rang=1, payload={"points": [93, 64]}, revision=None, by=BY)
    confirm(store, t, 1)
    assert desk.progress(store, t.id).tables[0].totals == (1008, 876)
    assert desk.read(store, t.id).rounds[0].tables[0].reason == "donne 1 mal lue"
    assert "donne 1 mal lue" in [version.reason for version in read_partie(store, table.partie).past]


@pytest.mark.parametrize(
    ("totals", "faults"),
    [
        ([1000, 883], {"papier-controle"}),
        ([1884, 0], set()),
        ([1883, 1], {"papier-total-impossible"}),
        ([1007, 878], {"papier-controle"}),
        ([1007, 977], {"papier-controle"}),
        ([2000, -116], {"papier-total-impossible"}),
    ],
)
def test_totals_from_paper_are_checked_against_the_control(
    store: Store, totals: list[int], faults: set[str]
) -> None:
    t = draw(store, opened(store, 8))
    if not faults:
        note(store, t, 1, totals)
        assert desk.progress(store, t.id).tables[0].totals == tuple(totals)
        return
    with pytest.raises(Refused) as caught:
        note(store, t, 1, totals)
    assert faults <= set(codes(caught))
    assert stages(store, t)[0] == "attend"


def test_a_match_prime_raises_the_control(store: Store) -> None:
    t = draw(store, opened(store, 8, settings={"prime_match": 100}))
    note(store, t, 1, (1107, 877), matches=[1, 0])
    note(store, t, 2, (1007, 877))
    t = desk.close_round(store, t.id, 1, by=BY)
    lines = {line.numbers[0]: line.standing for line in desk.standings(store, t.id).lines}
    assert lines[t.rounds[0].tables[0].seats[0]].matches == 1
    assert desk.standings(store, t.id).matches[1] == 1


def test_invalid_totals_are_refused(store: Store) -> None:
    t = draw(store, opened(store, 8))
    where: dict[str, Any] = {"at": TableAt(1, 1), "by": BY, "uuid": None}
    for totals, code in (
        ([1007], "totaux-nombre"),
        ([1007, 800, 77], "totaux-nombre"),
        ("1007-877", "liste-attendue"),
        ([1007, "877"], "nombre-entier"),
        ([1007, True], "nombre-entier"),
    ):
        with pytest.raises(Refused) as caught:
            desk.record_result(store, t.id, totals=totals, **where)
        assert codes(caught) == [code]
    with pytest.raises(Refused) as caught:
        desk.record_result(store, t.id, **where)
    assert codes(caught) == ["totaux-ou-donnes"]
    with pytest.raises(Unknown):
        desk.record_result(store, t.id, TableAt(1, 3), totals=[1007, 877], by=BY, uuid=None)
    with pytest.raises(Unknown):
        desk.record_result(store, t.id, TableAt(2, 1), totals=[1007, 877], by=BY, uuid=None)


def test_accepted_result_is_changed_only_with_a_reason(store: Store) -> None:
    t = draw(store, opened(store, 8))
    note(store, t, 1, (1007, 877))
    with pytest.raises(Conflict) as caught:
        note(store, t, 1, (1000, 884))
    assert codes(caught) == ["resultat-connu"]
    assert caught.value.faults[0].values == {"totaux": "1007 – 877"}
    with pytest.raises(Conflict) as caught:
        note(store, t, 1, (1007, 877))
    assert codes(caught) == ["resultat-pareil"]
    note(store, t, 1, (1000, 884), reason="camps mal additionnés")
    assert desk.progress(store, t.id).tables[0].totals == (1000, 884)
    kinds = [(event.kind, event.reason) for event in desk.history(store, t.id)]
    assert kinds[-2:] == [("resultat", ""), ("resultat", "camps mal additionnés")]


def test_totals_over_a_started_sheet_need_a_reason(store: Store) -> None:
    t = draw(store, opened(store, 8))
    table = t.rounds[0].tables[0]
    play(store, table.partie, J23[:3])
    with pytest.raises(Conflict) as caught:
        note(store, t, 1, (1007, 877))
    assert codes(caught) == ["feuille-commencee"]
    note(store, t, 1, (1007, 877), reason="tablette déchargée")
    with pytest.raises(PartieClosed):
        play(store, table.partie, J23[3:4])


def test_lines_from_paper_must_be_complete_and_match_the_totals(store: Store) -> None:
    t = draw(store, opened(store, 8))
    lines = [{"points": [points, 157 - points]} for points in J23]
    where: dict[str, Any] = {"at": TableAt(1, 1), "by": BY, "uuid": None}
    with pytest.raises(Refused) as caught:
        desk.record_result(store, t.id, entries=lines[:11], **where)
    assert codes(caught) == ["papier-vide"]
    noted = [{**line, "note": "à vérifier"} for line in lines]
    with pytest.raises(Refused) as caught:
        desk.record_result(store, t.id, entries=noted[:11], **where)
    assert codes(caught) == ["donnes-manquantes"]
    with pytest.raises(Refused) as caught:
        desk.record_result(store, t.id, entries=noted, totals=[1007, 887], **where)
    assert codes(caught) == ["total-different"]
    assert caught.value.faults[0].fault.values["ecart"] == 10
    with pytest.raises(Refused) as caught:
        desk.record_result(store, t.id, entries=[*lines, lines[0]], totals=None, **where)
    assert "partie-terminee" in codes(caught)
    assert read_partie(store, t.rounds[0].tables[0].partie).revision == 1
    desk.record_result(store, t.id, entries=noted, totals=[1007, 877], **where)
    assert [line.payload["note"] for line in read_partie(store, t.rounds[0].tables[0].partie).lines] == [
        "à vérifier"
    ] * 12


def test_round_lists_gaps_and_closes_when_complete(store: Store) -> None:
    t = draw(store, opened(store, 12))
    play(store, t.rounds[0].tables[0].partie)
    play(store, t.rounds[0].tables[1].partie, J23[:2])
    progress = desk.progress(store, t.id)
    assert not progress.closable
    sentences = [message_of(fault, WORDS, Table()) for fault in progress.missing]
    assert sentences == ["Table 2\xa0: partie en cours.", "Table 3\xa0: rien n’est noté."]
    with pytest.raises(Conflict) as caught:
        desk.close_round(store, t.id, 1, by=BY)
    assert codes(caught) == ["manque-table", "manque-table"]
    play(store, t.rounds[0].tables[1].partie, J23[2:])
    note(store, t, 3, (942, 942))
    progress = desk.progress(store, t.id)
    assert progress.closable
    assert progress.unsigned == (1, 2)
    assert desk.standings(store, t.id).provisional
    uuid = new_uuid()
    t = desk.close_round(store, t.id, 1, by=BY, uuid=uuid)
    assert desk.close_round(store, t.id, 1, by=BY, uuid=uuid) == t
    assert stages(store, t) == ["confirmee", "confirmee", "papier"]
    assert not read_partie(store, t.rounds[0].tables[0].partie).is_open
    assert [desk.standings(store, t.id).closed, desk.standings(store, t.id).planned] == [1, 4]


def test_a_closed_round_is_reopened_with_a_reason_and_put_right(store: Store) -> None:
    t = play_round(store, opened(store, 8))
    with pytest.raises(Conflict) as caught:
        note(store, t, 1, (1000, 884), reason="erreur")
    assert codes(caught) == ["tour-clos"]
    with pytest.raises(Refused):
        desk.reopen_round(store, t.id, 1, reason=" ", by=BY)
    t = desk.reopen_round(store, t.id, 1, reason="camps inversés", by=BY)
    with pytest.raises(Conflict) as caught:
        desk.reopen_round(store, t.id, 1, reason="encore", by=BY)
    assert codes(caught) == ["tour-ouvert"]
    note(store, t, 1, (877, 1007), reason="camps inversés")
    t = desk.close_round(store, t.id, 1, by=BY)
    assert t.rounds[0].tables[0].result == TableResult((877, 1007), (0, 0), (877, 1007), paper=True)


def test_the_organiser_takes_an_unsigned_sheet(store: Store) -> None:
    t = draw(store, opened(store, 8))
    with pytest.raises(Conflict) as caught:
        desk.accept(store, t.id, TableAt(1, 1), by=BY)
    assert codes(caught) == ["feuille-pas-finie"]
    play(store, t.rounds[0].tables[0].partie)
    desk.accept(store, t.id, TableAt(1, 1), by=BY, reason="joueurs partis")
    assert stages(store, t)[0] == "confirmee"


def test_a_dispute_holds_the_round_and_may_follow_a_signature(store: Store) -> None:
    t = draw(store, opened(store, 4))
    play(store, t.rounds[0].tables[0].partie)
    confirm(store, t, 1)
    desk.dispute(store, t.id, TableAt(1, 1), text="", by=BY)
    with pytest.raises(Conflict) as caught:
        desk.dispute(store, t.id, TableAt(1, 1), text="encore", by=BY)
    assert codes(caught) == ["table-en-litige"]
    with pytest.raises(Conflict) as caught:
        desk.close_round(store, t.id, 1, by=BY)
    assert codes(caught) == ["manque-table"]
    desk.settle(store, t.id, TableAt(1, 1), reason="vu ensemble", by=BY)
    assert stages(store, t) == ["confirmee"]
    with pytest.raises(Conflict) as caught:
        desk.settle(store, t.id, TableAt(1, 1), reason="vu ensemble", by=BY)
    assert codes(caught) == ["pas-en-litige"]


def test_the_pig_is_announced_once_all_is_played(store: Store) -> None:
    t = play_round(store, opened(store, 8, rounds=2))
    with pytest.raises(Conflict) as caught:
        desk.finish(store, t.id, by=BY)
    assert codes(caught) == ["manque-tours"]
    t = play_round(store, t)
    t = desk.finish(store, t.id, by=BY)
    assert t.stage == "fini"
    acts: list[Callable[[], object]] = [
        lambda: desk.register(store, t.id, ["Tardive"], by=BY),
        lambda: desk.withdraw(store, t.id, 1, by=BY),
        lambda: desk.amend(store, t.id, {"name": "Autre"}, by=BY),
        lambda: desk.announce_seed(store, t.id, "6", by=BY),
        lambda: desk.reopen_round(store, t.id, 1, reason="erreur", by=BY),
        lambda: draw(store, t),
    ]
    for act in acts:
        with pytest.raises(Conflict) as caught:
            act()
        assert codes(caught) == ["tournoi-fini"]
    t = desk.resume(store, t.id, reason="une table oubliée", by=BY)
    assert t.stage == "en-cours"
    assert t.final is None


def test_evening_that_ends_early_has_a_reason(store: Store) -> None:
    t = play_round(store, opened(store, 8))
    t = desk.finish(store, t.id, by=BY, reason="panne de courant")
    assert t.stage == "fini"
    assert desk.history(store, t.id)[-1].reason == "panne de courant"


def test_card_separates_tied_players(store: Store) -> None:
    t = play_round(store, opened(store, 4, rounds=1))
    ranking = desk.standings(store, t.id)
    pair = ranking.level[0]
    assert [line.standing.rank for line in ranking.lines] == [1, 1, 3, 3]
    desk.draw_card(store, t.id, pair[1], 14, by=BY)
    desk.draw_card(store, t.id, pair[0], 9, by=BY)
    ranking = desk.standings(store, t.id)
    assert [line.numbers[0] for line in ranking.lines[:2]] == [pair[1], pair[0]]
    assert [line.standing.rank for line in ranking.lines] == [1, 2, 3, 3]
    with pytest.raises(Refused):
        desk.draw_card(store, t.id, 1, 0, by=BY)


def test_the_worst_partie_is_dropped_where_that_was_chosen(store: Store) -> None:
    t = opened(store, 4, drop=1, rounds=2)
    t = play_round(store, t)
    assert [line.standing.total for line in desk.standings(store, t.id).lines] == [1007, 1007, 877, 877]
    t = draw(store, t)
    note(store, t, 1, (1000, 884))
    t = desk.close_round(store, t.id, 2, by=BY)
    totals = sorted(line.standing.total for line in desk.standings(store, t.id).lines)
    assert all(total in {1007, 1000, 884} for total in totals)
    assert max(totals) == 1007


def test_corrected_names_keep_their_number_and_history(store: Store) -> None:
    t = play_round(store, opened(store, people(8)))
    t = desk.amend_entrant(store, t.id, 3, {"name": "Jeanne", "club": "Vresse"}, by=BY)
    assert (t.entrant(3).name, t.entrant(3).club) == ("Jeanne", "Vresse")
    with pytest.raises(Refused) as caught:
        desk.amend_entrant(store, t.id, 3, {"name": "JOUEUR 001"}, by=BY)
    assert codes(caught) == ["nom-pris"]
    t = play_round(store, t)
    assert len(t.rounds) == 2
