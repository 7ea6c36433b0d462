"""The six digits by which devices join a sheet: guessing is hopeless, and delays no other device."""

from __future__ import annotations

import pytest

from scorekeeper.errors import TooMany
from scorekeeper.parties import writers
from scorekeeper.parties.writers import Invitations
from scorekeeper.records.store import Store
from tests.parties.test_verbs import opened


@pytest.fixture
def partie(store: Store) -> int:
    return opened(store).id


def test_guessing_six_digits_for_eight_hours_is_hopeless(store: Store, partie: int) -> None:
    now = [0.0]
    invitations = Invitations(store, clock=lambda: now[0])
    made = invitations.renew(partie)
    wrong = f"{(int(made.code) + 1) % 10**6:06}"
    tries = 0
    while now[0] < 8 * 3600:
        if now[0] % writers.CODE_SECONDS == 0:
            invitations.renew(partie)
        try:
            invitations.is_right(partie, wrong, f"device {now[0]}", "address 192.168.1.66")
            tries += 1
        except TooMany:
            now[0] += 5
    assert 5 < tries < 25


def test_hundred_wrong_tries_end_a_code_but_not_its_link(store: Store, partie: int) -> None:
    invitations = Invitations(store, clock=lambda: 0.0)
    made = invitations.renew(partie)
    wrong = f"{(int(made.code) + 1) % 10**6:06}"
    for number in range(100):
        assert not invitations.is_right(partie, wrong, f"address {number}")
    assert invitations.current(partie) is None
    assert not invitations.is_right(partie, made.code, "address new")
    assert invitations.sheet_of(made.token) == partie
    fresh = invitations.renew(partie)
    assert invitations.current(partie) == fresh
    assert invitations.is_right(partie, fresh.code, "address other")


def test_a_code_ends_by_time(store: Store, partie: int) -> None:
    now = [0.0]
    invitations = Invitations(store, clock=lambda: now[0])
    made = invitations.renew(partie)
    now[0] = writers.CODE_SECONDS + 1
    assert invitations.current(partie) is None
    assert not invitations.is_right(partie, made.code, "device")
