"""Cost of writing one donne: reads and transactions, calls of the rules, and the files and functions that the request runs through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import CodeType
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.records.store import Store
from tests import house
from tests.profiled import calls_of
from tests.tarot_table import PLAYERS, donne, new_uuid
from tests.web.browsing import Visit


def counted(calls: Counter[str], name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method so that its calls are counted under a name."""

    def call(*args: Any, **kwargs: Any) -> Any:
        calls[name] += 1
        return method(*args, **kwargs)

    return call


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Calls of the records and of the rules of Tarot."""
    calls: Counter[str] = Counter()
    for owner, name in (
        (Store, "read"),
        (Store, "write"),
        (Tarot, "faults"),
        (Tarot, "doubts"),
        (Tarot, "mark"),
    ):
        monkeypatch.setattr(owner, name, counted(calls, name, getattr(owner, name)))
    return calls


ONCE = {"read": 1, "write": 1, "faults": 1, "doubts": 1, "mark": 1}


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.7"])
def test_a_donne_by_form_is_read_written_and_judged_once(
    visit: Visit, calls: Counter[str], address: str
) -> None:
    visit.client.environ_base["REMOTE_ADDR"] = address
    sheet = visit.open_sheet("tarot", PLAYERS)
    for _ in range(2):
        form = visit.get(f"/parties/{sheet}").form("/saisies")
        fields = form.with_fields(visit.fields_of(sheet, donne()))
        calls.clear()
        assert visit.post(form.action, fields).status == 303
        assert calls == ONCE


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.7"])
def test_donne_by_the_api_is_judged_once_and_not_rendered(
    client: FlaskClient, calls: Counter[str], address: str
) -> None:
    client.environ_base["REMOTE_ADDR"] = address
    document = {"format": "scorekeeper/1", "game": "tarot", "players": list(PLAYERS)}
    opened = client.post("/api/parties", json=document).get_json()
    sheet, key = opened["id"], {"Authorization": f"Bearer {opened['cle']}"}
    assert client.get(f"/api/parties/{sheet}").status_code == 200
    calls.clear()
    answer = client.post(
        f"/api/parties/{sheet}/entries", json={"uuid": new_uuid(), "rang": 1, "entry": donne()}, headers=key
    )
    assert answer.status_code == 201
    assert calls == {name: 1 for name in ONCE if name != "read"}


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("belote", {"preneur": "A", "points": "100", "camp": "A"}),
        ("tarot", {"preneur": "Anne", "contrat": "garde", "bouts": "2", "points": "56"}),
        ("jass", {"points": "100", "camp": "A"}),
    ],
)
def test_a_donne_runs_through_few_files_and_functions(visit: Visit, game: str, typed: dict[str, str]) -> None:
    sheet = visit.open_sheet(game, ["Anne", "Bruno", "Chloé", "David"])

    def mark() -> None:
        form = visit.get(f"/parties/{sheet}").form("/saisies")
        ran.append(calls_of(lambda: visit.send(form, form.filled(**typed))))

    ran: list[Counter[CodeType]] = []
    mark()  # The first donne fills the caches.
    mark()
    run, limits = ran[1], house.limits()
    assert len({code.co_filename for code in run}) <= limits["files that a donne runs through"]
    assert len(run) <= limits["functions that a donne runs through"]
    assert len(run) > 150
