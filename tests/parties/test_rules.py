"""Settings that change from the next line on: earlier lines keep theirs; a moved target ends the partie or extends it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import parties
from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.cards.rules.rulings import RuleChange, faults, ruled
from scorekeeper.cards.sheet_file import BadSheet, read_sheet, score_document, sheet_document
from scorekeeper.errors import PartieClosed, Refused, StaleEntry, Unknown
from scorekeeper.parties import ActKind, Entered
from scorekeeper.parties.rule_changes import rule_chronicle, settings_change_sentence
from scorekeeper.parties.sheet_requests import file_request
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from tests.chance import SHEETS
from tests.examples import every_game, plain
from tests.play import sheets
from tests.tarot_table import BY, new_uuid

FOUR = ["Anne", "Benoît", "Chloé", "David"]
COINCHE = {"format": "scorekeeper/1", "game": "coinche", "players": FOUR, "settings": {"objectif": 500}}
FIRST = {"preneur": "A", "contrat": 100, "points": [120, 42]}
HIGH = {"preneur": "B", "contrat": 180, "points": [0, 162], "capot": "B"}
JASS = {"format": "scorekeeper/1", "game": "jass", "players": FOUR, "settings": {"objectif": 300}}


def opened(store: Store, document: dict[str, Any]) -> int:
    return parties.open_partie(store, read_sheet(document), by=BY).id


def change(store: Store, settings: dict[str, Any], **details: Any) -> Entered:
    given = {"uuid": new_uuid(), "by": BY, **details}
    return parties.change_rules(store, 1, settings=settings, **given)


def enter(store: Store, rang: int, payload: Any) -> Entered:
    return parties.enter(store, 1, uuid=new_uuid(), rang=rang, payload=payload, by=BY)


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(item.fault.field, item.fault.code) for item in refused.value.faults]


def check(store: Store) -> list[str]:
    with store.read() as session:
        return checking.differences(session.connection)[0]


def test_contract_above_the_limit_is_taken_after_the_change(store: Store) -> None:
    opened(store, {**COINCHE, "entries": [FIRST]})
    with pytest.raises(Refused):
        enter(store, 2, HIGH)
    done = change(store, {"contrat_max": 180}, reason="on monte plus haut")
    assert done.partie.rulings.first.contrat_max == 160  # type: ignore[attr-defined]
    done = enter(store, 2, HIGH)
    assert done.partie.sheet.totals == (220, 470)
    assert done.partie.score_document()["settings"] == {"objectif": 500, "contrat_max": 180}
    document = done.partie.sheet_document()
    assert document["settings"] == {"objectif": 500}
    assert document["changes"] == [{"after": 1, "settings": {"contrat_max": 180}}]
    assert score_document(game_of("coinche"), read_sheet(document).replay())["totals"] == [220, 470]
    act = done.partie.acts[-1]
    assert (act.kind, act.reason) == (ActKind.REGLES, "on monte plus haut")
    assert act.payload == {"after": 1, "settings": {"contrat_max": 180}, "before": {"contrat_max": 160}}
    assert plain(settings_change_sentence(done.partie, act.payload)).endswith(" : 180 au lieu de 160")
    assert [after for after, _ in rule_chronicle(done.partie)] == [1]
    with store.read() as session:
        assert parties.acts.PARTIES.builder(session, 1)() == done.partie
    assert check(store) == []


def test_moved_target_lets_a_partie_go_on_and_end_later(store: Store) -> None:
    opened(store, {**JASS, "entries": [{"points": [157, 0]}, {"points": [150, 7]}]})
    assert parties.read_partie(store, 1).sheet.outcome is not None
    done = change(store, {"objectif": 500})
    assert (done.partie.sheet.outcome, done.partie.sheet.totals) == (None, (307, 7))
    done = enter(store, 3, {"points": [100, 57]})
    assert done.partie.sheet.outcome is None
    done = enter(store, 4, {"points": [100, 57]})
    outcome = done.partie.sheet.outcome
    assert outcome is not None
    assert (outcome.winners, done.partie.sheet.totals) == ((0,), (507, 121))
    with pytest.raises(Refused) as refused:
        change(store, {"objectif": 400})
    assert codes(refused) == [("", "partie-terminee")]
    change(store, {"objectif": 600})
    done = change(store, {"objectif": 500})
    assert done.partie.sheet.outcome == outcome


def test_lowered_target_ends_the_partie(store: Store) -> None:
    opened(store, {**COINCHE, "entries": [FIRST]})
    done = change(store, {"objectif": 200})
    assert done.partie.sheet.outcome is not None
    assert done.partie.sheet.outcome.winners == (0,)


def test_change_is_taken_back_until_a_line_follows(store: Store) -> None:
    opened(store, {**COINCHE, "entries": [FIRST]})
    uuid = new_uuid()
    assert not change(store, {"objectif": 700}, uuid=uuid).repeated
    assert change(store, {"objectif": 700}, uuid=uuid).repeated
    with pytest.raises(Refused) as refused:
        change(store, {"objectif": 800}, uuid=uuid)
    assert codes(refused) == [("uuid", "uuid-autre-contenu")]
    done = parties.undo_rules(store, 1, place=1, uuid=new_uuid(), by=BY)
    assert done.partie.rules.objectif == 500  # type: ignore[attr-defined]
    assert done.partie.acts[-1].payload == {
        "after": 1,
        "settings": {"objectif": 700},
        "before": {"objectif": 500},
    }
    with pytest.raises(Unknown):
        parties.undo_rules(store, 1, place=1, uuid=new_uuid(), by=BY)
    change(store, {"objectif": 700})
    with pytest.raises(StaleEntry):
        change(store, {"objectif": 900}, revision=1)
    enter(store, 2, FIRST)
    with pytest.raises(Refused) as refused:
        parties.undo_rules(store, 1, place=1, uuid=new_uuid(), by=BY)
    assert codes(refused) == [("", "reglage-suivi")]
    change(store, {"objectif": 800})
    with pytest.raises(Refused) as refused:
        parties.undo_rules(store, 1, place=1, uuid=new_uuid(), by=BY)
    assert codes(refused) == [("", "reglage-pas-dernier")]
    parties.close_partie(store, 1, uuid=new_uuid(), by=BY)
    with pytest.raises(PartieClosed):
        change(store, {"objectif": 900})
    assert check(store) == []


def test_amendment_above_a_change_keeps_the_old_rule(store: Store) -> None:
    opened(store, {**COINCHE, "entries": [FIRST]})
    change(store, {"contrat_max": 180})
    enter(store, 2, HIGH)
    with pytest.raises(Refused) as refused:
        parties.amend(store, 1, uuid=new_uuid(), rang=1, payload=HIGH, by=BY)
    assert ("contrat", "contrat-hors-limites") in codes(refused)


def test_struck_line_is_not_counted_before_a_change_in_the_file(store: Store) -> None:
    opened(store, {**COINCHE, "entries": [FIRST, FIRST]})
    change(store, {"contrat_max": 180})
    parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY)
    document = enter(store, 3, HIGH).partie.sheet_document()
    assert document["changes"] == [{"after": 1, "settings": {"contrat_max": 180}}]


@pytest.mark.parametrize(
    ("item", "fault"),
    [
        ({"settings": {"mode": "tournoi"}}, ("changes.0.settings.mode", "reglage-fixe")),
        ({"settings": {"objectif": 500}}, ("changes.0.settings.objectif", "reglage-deja")),
        ({"settings": {}}, ("changes.0.settings", "reglage-deja")),
        ({"settings": {"objectif": 10}}, ("changes.0.settings.objectif", "hors-limites")),
        ({"settings": {"contrat_max": 165}}, ("changes.0.settings.contrat_max", "contrat-dizaine")),
        ({"settings": {"cible": 10}}, ("changes.0.settings.cible", "cle-inconnue")),
        ({"settings": []}, ("changes.0.settings", "objet-attendu")),
        ({"settings": {"objectif": 600}, "after": 2}, ("changes.0.after", "changement-hors-limites")),
        ({"settings": {"objectif": 600}, "players": FOUR}, ("changes.0.players", "cle-inconnue")),
    ],
)
def test_impossible_change_is_refused_at_its_key(item: dict[str, Any], fault: tuple[str, str]) -> None:
    with pytest.raises(BadSheet) as refused:
        read_sheet({**COINCHE, "entries": [FIRST], "changes": [{"after": 1, **item}]})
    assert [(each.fault.field, each.fault.code) for each in refused.value.faults] == [fault]


def changeable(sheet: Replay) -> list[dict[str, Any]]:
    """Return changes of one setting each that this sheet allows, derived from its own values."""
    rules, table = sheet.rules, sheet.table
    changes = []
    for key in sorted(rules.CHANGEABLE):
        now = rules.SETTINGS.write_all(rules, table)[key]
        kind = rules.SETTINGS.kinds[key].schema(table)
        numbers = [now + 10, now - 10] if isinstance(now, int) and not isinstance(now, bool) else [100, 20]
        tried = [not now] if isinstance(now, bool) else [*numbers, *kind.get("enum", [])]
        changes += [{key: value} for value in tried if not faults(rules, table, RuleChange(0, {key: value}))]
    return changes


@pytest.mark.quick("tarot", "jass", "coinche", "maison-skyjo")
@pytest.mark.unmeasured
@every_game
@given(data=st.data())
@settings(max_examples=SHEETS)
def test_rule_changed_and_changed_back_is_no_change(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game, most=5))
    possible = changeable(sheet)
    if not possible:
        return
    wanted = data.draw(st.sampled_from(possible))
    table = sheet.table
    before = sheet.rules.SETTINGS.write_all(sheet.rules, table)
    back = {key: before[key] for key in wanted}
    after = data.draw(st.integers(0, len(sheet.marked)))
    turns = [RuleChange(after, wanted), RuleChange(after, back)]
    entries = [(marked.rang, marked.entry) for marked in sheet.marked]
    again = replay(ruled(sheet.rules, table, turns), table, entries)
    assert (again.marked, again.faults) == (sheet.marked, sheet.faults)
    assert (again.state, again.outcome, again.control) == (sheet.state, sheet.outcome, sheet.control)


@every_game
@given(data=st.data())
def test_lines_above_a_change_are_worth_the_same(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game, most=5))
    possible = changeable(sheet)
    if not possible:
        return
    turn = RuleChange(len(sheet.marked), data.draw(st.sampled_from(possible)))
    entries = [(marked.rang, marked.entry) for marked in sheet.marked]
    again = replay(ruled(sheet.rules, sheet.table, [turn]), sheet.table, entries)
    assert (again.marked, again.totals, again.control) == (sheet.marked, sheet.totals, sheet.control)


@pytest.mark.parametrize("key", ["tarot", "wiezen", "differenzler", "belote", "coinche", "jass", "libre"])
def test_target_and_number_of_donnes_may_change(key: str) -> None:
    ends = {"objectif", "nb_donnes", "nb_manches"} & game_of(key).rules.SETTINGS.kinds.keys()
    assert ends <= game_of(key).rules.CHANGEABLE


def test_every_changeable_setting_is_one_of_its_game() -> None:
    for key in ("tarot", "wiezen", "bouees", "couillon", "cochonnet", "coiffeur", "belote", "coinche"):
        rules = game_of(key).rules
        assert rules.CHANGEABLE
        assert rules.SETTINGS.kinds.keys() >= rules.CHANGEABLE
        assert not rules.CHANGEABLE & {"lignes", "grille", "contrats", "mode", "rois_6j", "arrondi_bouees"}


def test_paper_of_a_file_has_the_changed_rule() -> None:
    turn = {"after": 1, "settings": {"objectif": 900}}
    request = file_request(read_sheet({**COINCHE, "entries": [FIRST, FIRST], "changes": [turn]}))
    ((after, text),) = request.turns
    assert (after, plain(text)) == (1, "dès la ligne 2 : Objectif : 900 au lieu de 500")
    assert request.rules.objectif == 900  # type: ignore[attr-defined]


def test_file_with_changes_of_both_sorts_comes_back() -> None:
    emile = {"after": 1, "players": ["Anne", "Benoît", "Chloé", "Émile"], "replaces": {"Émile": "David"}}
    turn = {"after": 1, "settings": {"objectif": 900}}
    document = {**COINCHE, "entries": [FIRST], "changes": [emile, turn]}
    assert sheet_document(read_sheet(document))["changes"] == [emile, turn]
