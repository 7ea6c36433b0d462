"""Acts on a partie: what each writes and refuses, and that sending one twice writes it once."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.errors import PartieClosed, Refused, StaleEntry, Unknown
from scorekeeper.parties import Author, Entered, Partie, acts
from scorekeeper.records.cache import Cache
from scorekeeper.records.ledger import transaction
from scorekeeper.records.store import Store
from tests.tarot_table import BY, PASSEE, SCORES_56, document, donne, new_uuid, sheet


def opened(store: Store, *entries: dict[str, Any]) -> Partie:
    return parties.open_partie(store, sheet(*entries), by=BY)


def enter(store: Store, rang: int, payload: Any, uuid: str | None = None, number: int = 1) -> Entered:
    return parties.enter(store, number, uuid=uuid or new_uuid(), rang=rang, payload=payload, by=BY)


def codes(refused: Refused) -> list[tuple[int | None, str, str]]:
    return [(item.rang, item.fault.code, item.fault.field) for item in refused.faults]


def reread(store: Store, number: int = 1) -> Partie:
    """Return the partie read from its rows alone."""
    store.cache = Cache(8)
    return parties.read_partie(store, number)


def test_a_sheet_is_opened_with_its_entries_and_read_back(store: Store) -> None:
    partie = opened(store, donne(), PASSEE)
    assert (partie.id, partie.revision, partie.next_rang, partie.status) == (1, 3, 3, "ouverte")
    assert list(partie.sheet.totals) == SCORES_56
    again = reread(store)
    assert again == partie
    assert again.sheet_document() == {**document(donne(), PASSEE), "settings": {}}
    score = again.score_document()
    assert score["totals"] == SCORES_56
    assert [row["rang"] for row in score["rows"]] == [1, 2]
    assert score["control"] == {"expected": 0, "found": 0, "ok": True}


def test_heading_is_stored_as_given(store: Store) -> None:
    read = sheet(date="2026-11-20", lieu="Café du Pont", premier_donneur="David", settings={"base": 30})
    first = parties.open_partie(store, read, by=BY)
    second = parties.open_partie(store, read, by=BY, revanche_de=first.id)
    again = reread(store, second.id)
    assert (again.date, again.lieu, again.table.premier_donneur) == ("2026-11-20", "Café du Pont", 3)
    assert (again.revanche_de, again.sheet_document()["settings"]) == (1, {"base": 30})
    with pytest.raises(Unknown):
        parties.open_partie(store, read, by=BY, revanche_de=77)


def test_entries_add_up_line_by_line(store: Store) -> None:
    opened(store)
    first = enter(store, 1, donne())
    second = enter(store, 2, donne("Anne", 51))
    assert not first.repeated
    assert not second.repeated
    assert second.partie.sheet.totals == (130, -150, 170, -150)
    assert reread(store) == second.partie


def test_the_same_entry_sent_again_is_written_once(store: Store) -> None:
    opened(store)
    uuid = new_uuid()
    enter(store, 1, donne(), uuid)
    enter(store, 2, donne())
    again = enter(store, 1, {**donne(), "statut": "jouee", "poignees": []}, uuid.upper())
    assert again.repeated
    assert again.partie.revision == 3
    assert parties.was_written(store, 1, uuid)
    assert not parties.was_written(store, 1, new_uuid())
    assert not parties.was_written(store, 2, uuid)


@pytest.mark.parametrize(
    ("rang", "payload"), [(1, donne(points=51)), (2, donne()), (1, PASSEE), (1, {}), (1, None)]
)
def test_the_same_uuid_with_anything_else_is_refused(store: Store, rang: int, payload: Any) -> None:
    opened(store)
    uuid = new_uuid()
    enter(store, 1, donne(), uuid)
    with pytest.raises(Refused) as refused:
        enter(store, rang, payload, uuid)
    assert codes(refused.value) == [(None, "uuid-autre-contenu", "uuid")]
    assert reread(store).revision == 2


def test_a_uuid_belongs_to_one_partie_and_one_kind_of_act(store: Store) -> None:
    opened(store)
    opened(store)
    uuid = new_uuid()
    enter(store, 1, donne(), uuid)
    with pytest.raises(Refused):
        enter(store, 1, donne(), uuid, number=2)
    with pytest.raises(Refused):
        parties.strike(store, 1, uuid=uuid, rang=1, by=BY)
    with pytest.raises(Refused):
        parties.close_partie(store, 1, uuid=uuid, by=BY)


def test_opening_with_a_uuid_twice_opens_once(store: Store) -> None:
    uuid = new_uuid()
    first = parties.open_partie(store, sheet(donne()), by=BY, uuid=uuid)
    again = parties.open_partie(store, sheet(donne()), by=BY, uuid=uuid)
    assert again == first
    with pytest.raises(Refused) as refused:
        parties.open_partie(store, sheet(lieu="ailleurs"), by=BY, uuid=uuid)
    assert codes(refused.value) == [(None, "uuid-autre-contenu", "uuid")]
    assert len(parties.list_parties(store)) == 1


def test_taken_line_is_a_conflict_with_the_stored_line(store: Store) -> None:
    opened(store)
    enter(store, 1, donne())
    with pytest.raises(StaleEntry) as stale:
        enter(store, 1, donne(points=51))
    assert stale.value.line.payload == donne()
    assert stale.value.line.versions[-1].actor == "la table"
    assert stale.value.partie.revision == 2


@pytest.mark.parametrize(
    ("rang", "payload", "expected"),
    [
        (3, donne(), [(3, "rang-attendu", "rang")]),
        (0, donne(), [(None, "hors-limites", "rang")]),
        (-1, donne(), [(None, "hors-limites", "rang")]),
        (True, donne(), [(None, "nombre-entier", "rang")]),
        ("2", donne(), [(None, "nombre-entier", "rang")]),
        (None, donne(), [(None, "nombre-entier", "rang")]),
        (2, [], [(2, "objet-attendu", "")]),
        (2, None, [(2, "objet-attendu", "")]),
        (2, {**donne(), "points": "56"}, [(2, "nombre", "points")]),
        (2, {**donne(), "preneur": "Zoé", "x": 1}, [(2, "cle-inconnue", "x"), (2, "nom-inconnu", "preneur")]),
        (2, {**donne(), "bouts": 9}, [(2, "hors-limites", "bouts")]),
    ],
)
def test_an_impossible_entry_is_refused_with_every_reason(
    store: Store, rang: Any, payload: Any, expected: list[tuple[int | None, str, str]]
) -> None:
    opened(store)
    enter(store, 1, donne())
    with pytest.raises(Refused) as refused:
        enter(store, rang, payload)
    assert codes(refused.value) == expected
    assert reread(store).revision == 2


@pytest.mark.parametrize(
    "uuid", ["", "x", "g" * 36, None, 7, "{2b1f6f0e-3c7d-4b62-9a51-0c9e1f7d2a3}", "2b1f6f0e" * 5]
)
def test_invalid_uuid_is_refused(store: Store, uuid: Any) -> None:
    opened(store)
    with pytest.raises(Refused) as refused:
        parties.enter(store, 1, uuid=uuid, rang=1, payload=donne(), by=BY)
    assert codes(refused.value) == [(None, "uuid-illisible", "uuid")]


def test_amendment_keeps_the_earlier_version(store: Store) -> None:
    opened(store, donne(), donne("Anne", 51))
    done = parties.amend(
        store,
        1,
        uuid=new_uuid(),
        rang=1,
        payload=donne(points=51),
        revision=3,
        reason="mal  compté",
        by=Author("Anne"),
    )
    assert done.partie.sheet.totals == (140, -140, 140, -140)
    line = done.partie.line(1)
    assert line.amended
    assert [(version.kind, version.reason, version.actor) for version in line.versions] == [
        ("entree", "", "la table"),
        ("modif", "mal compté", "Anne"),
    ]
    by_anne = [{**payload, "donneur": "Anne"} for payload in (donne(), donne(points=51))]
    assert [version.payload for version in line.versions] == by_anne
    assert reread(store) == done.partie


def test_an_amendment_of_another_revision_is_a_conflict(store: Store) -> None:
    opened(store, donne())
    enter(store, 2, donne())
    for revision in (1, 2, 4, 99):
        with pytest.raises(StaleEntry) as stale:
            parties.amend(store, 1, uuid=new_uuid(), rang=1, payload=PASSEE, revision=revision, by=BY)
        assert stale.value.line.payload == donne()
    with pytest.raises(Refused) as refused:
        parties.amend(store, 1, uuid=new_uuid(), rang=1, payload=PASSEE, revision="3", by=BY)  # type: ignore[arg-type]
    assert codes(refused.value) == [(1, "nombre-entier", "revision")]


def test_an_amendment_sent_again_is_written_once(store: Store) -> None:
    opened(store, donne())
    uuid = new_uuid()

    def amend(reason: str = "", points: int = 51) -> Entered:
        return parties.amend(
            store, 1, uuid=uuid, rang=1, payload=donne(points=points), revision=2, reason=reason, by=BY
        )

    assert not amend().repeated
    assert amend().repeated
    with pytest.raises(Refused):
        amend(reason="autre")
    with pytest.raises(Refused):
        amend(points=52)
    assert reread(store).revision == 3


def test_a_struck_line_stays_and_no_longer_counts(store: Store) -> None:
    opened(store, donne(), donne("Anne", 51))
    done = parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY, reason="donne annulée")
    partie = done.partie
    assert partie.sheet.totals == (210, -70, -70, -70)
    assert [(line.rang, line.struck, line.marked is None) for line in partie.lines] == [
        (1, True, True),
        (2, False, False),
    ]
    assert partie.next_rang == 3
    assert partie.sheet_document()["entries"] == [{**donne("Anne", 51), "donneur": "Benoît"}]
    assert [row["rang"] for row in partie.score_document()["rows"]] == [2]
    with pytest.raises(StaleEntry):
        parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY)
    with pytest.raises(Refused) as refused:
        parties.amend(store, 1, uuid=new_uuid(), rang=1, payload=donne(), revision=4, by=BY)
    assert codes(refused.value) == [(1, "ligne-rayee", "")]
    back = parties.reinstate(store, 1, uuid=new_uuid(), rang=1, by=BY)
    assert back.partie.sheet.totals == (130, -150, 170, -150)
    with pytest.raises(StaleEntry):
        parties.reinstate(store, 1, uuid=new_uuid(), rang=1, by=BY)
    assert reread(store) == back.partie


def test_lines_and_parties_that_are_not_there_are_unknown(store: Store) -> None:
    opened(store)
    calls: list[Any] = [
        lambda: enter(store, 1, donne(), number=2),
        lambda: parties.read_partie(store, 2),
        lambda: parties.read_partie(store, 0),
        lambda: parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY),
        lambda: parties.strike(store, 1, uuid=new_uuid(), rang=0, by=BY),
        lambda: parties.amend(store, 1, uuid=new_uuid(), rang=-1, payload=donne(), revision=1, by=BY),
        lambda: parties.close_partie(store, 9, uuid=new_uuid(), by=BY),
    ]
    for call in calls:
        with pytest.raises(Unknown):
            call()


def test_closed_partie_refuses_acts_until_reopened_with_a_reason(store: Store) -> None:
    opened(store, donne())
    closed = parties.close_partie(store, 1, uuid=new_uuid(), by=BY).partie
    assert closed.status == "close"
    assert closed.frozen is not None
    assert closed.frozen["score"]["totals"] == SCORES_56
    assert closed.frozen["settings"]["base"] == 25
    acts: list[Any] = [
        lambda: enter(store, 2, donne()),
        lambda: parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY),
        lambda: parties.amend(store, 1, uuid=new_uuid(), rang=1, payload=PASSEE, revision=3, by=BY),
        lambda: parties.close_partie(store, 1, uuid=new_uuid(), by=BY),
    ]
    for act in acts:
        with pytest.raises(PartieClosed) as refused:
            act()
        assert refused.value.partie == closed
    for reason in ("", "   "):
        with pytest.raises(Refused) as unsaid:
            parties.reopen(store, 1, uuid=new_uuid(), reason=reason, by=BY)
        assert codes(unsaid.value) == [(None, "raison-attendue", "reason")]
    assert reread(store) == closed
    open_again = parties.reopen(store, 1, uuid=new_uuid(), reason="une donne oubliée", by=BY).partie
    assert open_again.status == "ouverte"
    assert open_again.frozen is None
    with pytest.raises(StaleEntry):
        parties.reopen(store, 1, uuid=new_uuid(), reason="encore", by=BY)
    assert enter(store, 2, donne()).partie.revision == 5
    assert [version.kind for version in parties.read_partie(store, 1).past] == [
        "ouverture",
        "entree",
        "cloture",
        "reouverture",
        "entree",
    ]


def test_entry_acknowledged_before_the_close_is_accepted_again(store: Store) -> None:
    opened(store)
    uuid, close = new_uuid(), new_uuid()
    enter(store, 1, donne(), uuid)
    parties.close_partie(store, 1, uuid=close, by=BY)
    assert enter(store, 1, donne(), uuid).repeated
    assert parties.close_partie(store, 1, uuid=close, by=BY).repeated


def test_a_closed_sheet_shows_the_result_it_was_closed_with(store: Store) -> None:
    opened(store, donne())
    closed = parties.close_partie(store, 1, uuid=new_uuid(), by=BY).partie
    live = closed.score_document()
    assert live["totals"] == SCORES_56
    other = {**closed.frozen["score"], "totals": [1, 1, -3, 1]} if closed.frozen else {}
    changed = Partie(**{**_fields(closed), "frozen": {"score": other, "settings": {}}})
    assert changed.score_document()["totals"] == [1, 1, -3, 1]


def _fields(partie: Partie) -> dict[str, Any]:
    return {name: getattr(partie, name) for name in Partie.__dataclass_fields__}


def test_change_that_makes_a_later_line_impossible_names_it(store: Store) -> None:
    """Three donnes were agreed: reinstating the first of four would leave the fourth after the end."""
    finishing = parties.open_partie(store, sheet(donne(), donne(), settings={"nb_donnes": 3}), by=BY)
    enter(store, 3, PASSEE, number=finishing.id)
    with pytest.raises(Refused) as over:
        enter(store, 4, donne(), number=finishing.id)
    assert [code for _, code, _ in codes(over.value)] == ["partie-terminee"]
    parties.strike(store, finishing.id, uuid=new_uuid(), rang=1, by=BY)
    enter(store, 4, donne(), number=finishing.id)
    before = reread(store, finishing.id)
    with pytest.raises(Refused) as refused:
        parties.reinstate(store, finishing.id, uuid=new_uuid(), rang=1, by=BY)
    assert codes(refused.value) == [(1, "ligne-apres-la-fin", "")]
    assert refused.value.faults[0].fault.values == {"fin": 3, "ligne": 4}
    assert reread(store, finishing.id) == before


def test_author_is_sanitised(store: Store) -> None:
    opened(store)
    by = Author("x" * 500 + "\x00", "\x1b[31m\u202e" * 40)
    done = parties.enter(store, 1, uuid=new_uuid(), rang=1, payload=donne(), by=by)
    version = done.partie.line(1).versions[0]
    assert version.actor == "x" * 60 + "…"
    assert version.device.isprintable()
    assert Author("").actor == "?"


@pytest.mark.parametrize("reason", ["x" * 201, "\u202eabc", 7, None])
def test_a_reason_is_short_readable_text(store: Store, reason: Any) -> None:
    opened(store, donne())
    with pytest.raises(Refused) as refused:
        parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY, reason=reason)
    assert [field for _, _, field in codes(refused.value)] == ["reason"]


def test_sheet_accepts_a_limited_number_of_changes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.parties.acts.MAX_CHANGES", 3)
    opened(store, donne(), donne())
    with pytest.raises(Refused) as refused:
        enter(store, 3, donne())
    assert codes(refused.value) == [(None, "trop-de-changements", "")]


def test_several_lines_are_all_refused_for_the_first_impossible(store: Store) -> None:
    partie = opened(store)
    with pytest.raises(Refused) as refused, transaction(store, BY) as opened_:
        acts.enter_all(opened_, partie, [donne(), donne(points=92), donne()])
    assert codes(refused.value)[0][0] == 2
    assert reread(store).revision == partie.revision
