"""Laws of every declared act, and that an act sent twice is done once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.errors import Refused
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.declaration import ACTS
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.tournaments.words import KINDS
from tests.tournaments.desk import BY, draw, new_uuid, opened


def test_every_kind_of_event_has_a_step_and_a_name() -> None:
    parts = {kind for kind in KINDS if kind.startswith(("horloge-", "remise-"))}
    assert {"creation", *fold.STEPS} == set(KINDS) - parts
    assert {act.kind for act in ACTS.values()} <= set(fold.STEPS)


def test_undeclared_kind_of_event_is_refused(store: Store) -> None:
    t = opened(store, 4)
    with store.read() as session:
        event = session.events_of("tournoi:1")[0]
    with pytest.raises(ValueError, match="kind danse"):
        TOURNAMENTS.moved(t, replace(event, kind="danse"))


@pytest.mark.parametrize(
    ("verb", "asked", "otherwise"),
    [
        ("withdraw", {"entrant": 3, "reason": "rentré"}, {"reason": "malade"}),
        ("announce_seed", {"seed": "3 5 1 6 2 2"}, {"seed": "3 5 1 6 2 3"}),
        ("freeze_list", {"source": "six dés"}, {"source": "le journal"}),
        ("draw_card", {"entrant": 2, "value": 12}, {"value": 13}),
        ("credit", {"number": 2, "points": -5, "reason": "retard"}, {"points": 5}),
        ("set_clock", {"round_number": 1, "what": "lancer", "minutes": 45}, {"minutes": 40}),
        ("check_in", {"numbers": [4, 2], "arrived": True}, {"arrived": False}),
    ],
)
def test_an_act_that_is_sent_twice_is_done_once(
    store: Store, verb: str, asked: dict[str, Any], otherwise: dict[str, Any]
) -> None:
    t, act, uuid = draw(store, opened(store, 8)), getattr(desk, verb), new_uuid()
    done = act(store, t.id, **asked, by=BY, uuid=uuid)
    assert done.revision == t.revision + 1
    assert act(store, t.id, **asked, by=BY, uuid=uuid) == done
    with pytest.raises(Refused) as caught:
        act(store, t.id, **{**asked, **otherwise}, by=BY, uuid=uuid)
    assert [item.fault.code for item in caught.value.faults] == ["uuid-autre-contenu"]
    assert desk.read(store, t.id) == done


def test_undeclared_act_is_no_attribute() -> None:
    assert not hasattr(desk, "dance")
