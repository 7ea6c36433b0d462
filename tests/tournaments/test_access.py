"""Access: tokens that cannot be guessed, a passphrase that is hard to guess, limits that do not lock others out."""

from __future__ import annotations

import base64
import random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.errors import Refused, TooMany, Unknown
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.access.organiser import (
    JOIN,
    LOGIN,
    Limit,
    Limiter,
    Organisers,
    has_passphrase,
    is_common,
    set_passphrase,
)
from scorekeeper.tournaments.access.table_links import Bound
from tests.tournaments.desk import BY, codes, draw, entered, opened, play_round
from tests.web import desk_visits

KEY = b"k" * 32
PHRASE = "trois cochons roses dansent"


class Clock:
    """A clock that advances only on command."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_table_link_is_128_bits_and_the_same_on_reprint(store: Store) -> None:
    t = draw(store, opened(store, 16))
    first = table_links.tokens(store, t.id, key=KEY, by=BY)
    assert sorted(first) == [1, 2, 3, 4]
    assert len(set(first.values())) == 4
    for token in first.values():
        assert len(base64.urlsafe_b64decode(token + "==")) == 16
    assert table_links.tokens(store, t.id, key=KEY, by=BY) == first
    assert table_links.table_of_token(store, first[3]) == Bound(t.id, 3)


def test_file_contains_no_token_and_no_passphrase(store: Store) -> None:
    t = draw(store, opened(store, 8))
    token = table_links.tokens(store, t.id, key=KEY, by=BY)[1]
    cookie, _ = table_links.bind(store, token, "tablette")
    set_passphrase(store, PHRASE)
    session = entered(Organisers(store, Limiter()), PHRASE, "portable")
    kept = store.path.read_bytes()
    for secret in (token, cookie, session, PHRASE):
        assert secret.encode() not in kept


def test_new_link_ends_the_earlier_one_and_its_devices(store: Store) -> None:
    t = draw(store, opened(store, 8))
    old = table_links.tokens(store, t.id, key=KEY, by=BY)
    cookie, bound = table_links.bind(store, old[1], "tablette")
    other, _ = table_links.bind(store, old[2], "tablette 2")
    assert table_links.table_of_device(store, cookie) == bound == Bound(t.id, 1)
    assert table_links.overview(store, t.id) == [
        {"table": 1, "made": 1, "devices": 1},
        {"table": 2, "made": 1, "devices": 1},
    ]
    new = table_links.rotate(store, t.id, 1, key=KEY, by=BY)
    assert new != old[1]
    assert table_links.table_of_token(store, old[1]) is None
    assert table_links.table_of_device(store, cookie) is None
    assert table_links.table_of_token(store, new) == Bound(t.id, 1)
    assert table_links.table_of_device(store, other) == Bound(t.id, 2)
    table_links.revoke(store, t.id, 2, by=BY)
    assert table_links.table_of_device(store, other) is None
    with pytest.raises(Unknown):
        table_links.revoke(store, t.id, 2, by=BY)
    assert table_links.tokens(store, t.id, key=KEY, by=BY)[2] != old[2]
    with pytest.raises(Unknown):
        table_links.rotate(store, t.id, 401, key=KEY, by=BY)


def test_guessed_tokens_open_nothing(store: Store) -> None:
    t = draw(store, opened(store, 16))
    tokens = table_links.tokens(store, t.id, key=KEY, by=BY)
    cookie, _ = table_links.bind(store, tokens[1], "")
    chance = random.Random(1)  # noqa: S311 - guesses, not secrets
    guesses = [base64.urlsafe_b64encode(chance.randbytes(16)).decode().rstrip("=") for _ in range(5000)]
    for token in [*tokens.values(), cookie]:
        guesses += [
            token[:-1],
            token + "A",
            token.swapcase(),
            token[::-1],
            f" {token}",
            token + "=",
            token[:-2] + "\0\0",
        ]
    guesses += ["", "a" * 22, "é" * 22, "' OR 1=1 --", "\ud800" * 22, "A" * 10_000]
    for guess in guesses:
        assert table_links.table_of_token(store, guess) is None
        assert table_links.table_of_device(store, guess) is None
    # A link's token is not valid as a device's, or the reverse.
    assert table_links.table_of_device(store, tokens[1]) is None
    assert table_links.table_of_token(store, cookie) is None


def test_every_wrong_link_is_answered_alike(app: Flask) -> None:
    visitor = app.test_client()
    answers = set()
    for token in ("a" * 22, "", "x", "A" * 500, "é", "a" * 21 + "\n"):
        answer = visitor.post("/api/acces/table", json={"token": token})
        headers = tuple(sorted((name, value) for name, value in answer.headers if name != "Date"))
        answers.add((answer.status_code, answer.data, headers))
    assert len(answers) == 1
    assert next(iter(answers))[0] == 404


def test_links_are_tried_no_more_than_thirty_times_a_minute(app: Flask) -> None:
    visitor = app.test_client()
    statuses = [visitor.post("/api/acces/table", json={"token": "a" * 22}).status_code for _ in range(31)]
    assert statuses == [404] * 30 + [429]


def test_tries_without_cookies_are_limited_and_right_links_open(app: Flask) -> None:
    desk_visits.play_of_eight(app)
    link = desk_visits.tokens(app)[1]
    wrong = [f"/{kind}/{'a' * 22}" for kind in ("t", "f") for _ in range(18)]
    statuses = [app.test_client().get(path).status_code for path in wrong]
    assert statuses == [404] * 30 + [429] * 6
    assert app.test_client().get(f"/t/{link}").status_code == 200
    assert app.test_client().post("/api/acces/table", json={"token": link}).status_code == 201


@pytest.mark.parametrize(
    "text",
    [
        "short",
        "elevenchars",
        "x" * 129,
        "password1234",
        "motdepasse2026",
        "Scorekeeper2026!",
        "aaaaaaaaaaaaaaaa",
        "123456789012",
        "abcdefghijklm",
        "azertyuiop12",
        "tournoitournoi",
        "organisateur1",
        "MatchAuCochon!",
        "Correct horse battery staple",
        "Liberté, égalité, fraternité",
        "Il était une fois 2026",
        "bernard1234567",
        "Superman1234!",
        "doudou123456",
        "1qaz2wsx3edc",
        "unbelievable",
        "Portez ce vieux whisky au juge blond qui fume",
    ],
)
def test_a_passphrase_that_is_tried_first_is_refused(store: Store, text: str) -> None:
    with pytest.raises(Refused):
        set_passphrase(store, text)
    assert not has_passphrase(store)


WEAK = {
    "français": (
        *(
            "trois cochons",
            "trois cochons 12",
            "le chat noir",
            "bonjour tout le monde",
            "Vive les vacances !",
        ),
        *("belote coinchée", "tarot du vendredi", "Jean-Pierre Marie", "café du pont", "il était une fois"),
    ),
    "deutsch": (
        *("schwarze Katze", "Guten Morgen", "drei kleine Schweinchen", "eins zwei drei vier", "rote Äpfel 7"),
        *("Hund und Katze", "Michael Thomas", "Differenzler Jass", "sommerferien2", "Glücksschweinchen"),
    ),
    "nederlands": (
        *("drie kleine biggetjes", "goedemorgen", "zwarte katten", "ik hou van jou", "rode fietsen 1"),
        *("hond en kat", "Willem Hendrik", "kaarten spelen", "wachtwoord123", "lang zal ze leven"),
    ),
}
STRONG = {
    "français": ("sept valets mouillés trichent", "cinq dés et une carte", "ma tante rame vers Ostende"),
    "deutsch": ("fünf rote Äpfel am Baum", "Kaffee und Kuchen um vier", "elf Schafe jassen im Tunnel"),
    "nederlands": ("vijf rode fietsen in de regen", "negen boeren kaarten op zolder", "oma rijdt te hard"),
}


@pytest.mark.parametrize("language", WEAK)
def test_common_words_of_three_languages_are_refused(language: str) -> None:
    assert [text for text in WEAK[language] if not is_common(text)] == []


@pytest.mark.parametrize("language", STRONG)
def test_four_words_of_three_languages_are_taken(language: str) -> None:
    assert [text for text in STRONG[language] if is_common(text)] == []


@pytest.mark.parametrize(
    "text", [PHRASE, "quatre vaches sous la pluie", "Zj4!kd9-pQz7m", "été brûlant à Vresse"]
)
def test_uncommon_passphrase_is_accepted(text: str) -> None:
    assert not is_common(text)


def test_a_passphrase_with_an_unpaired_surrogate_is_one_too(store: Store) -> None:
    doors = Organisers(store, Limiter())
    set_passphrase(store, f"{PHRASE} \ud83d")
    assert doors.knows(entered(doors, f"{PHRASE} \ud83d", "portable"))
    with pytest.raises(Refused):
        entered(doors, f"{PHRASE} \ud83e", "portable")


@pytest.mark.usefixtures("costly_hashes")
def test_a_passphrase_is_hashed_at_full_cost(store: Store) -> None:
    set_passphrase(store, PHRASE)
    with store.read() as session:
        assert session.passphrase().startswith("scrypt:32768:8:1$")


def test_the_passphrase_opens_a_session_and_nothing_else_does(store: Store) -> None:
    doors = Organisers(store, Limiter())
    with pytest.raises(Refused):
        entered(doors, PHRASE, "portable")
    set_passphrase(store, PHRASE)
    token = entered(doors, PHRASE, "portable")
    assert doors.knows(token)
    for wrong in (PHRASE + " ", PHRASE.upper(), "", "\ud800"):
        with pytest.raises(Refused) as caught:
            entered(doors, wrong, f"device {wrong!r}")
        assert codes(caught) == ["phrase-fausse"]
    for guess in ("", "a" * 22, token[:-1], token.swapcase()):
        assert not doors.knows(guess)
    # Composed and decomposed accents are the same passphrase.
    set_passphrase(store, "été brûlant à Vresse")
    assert not doors.knows(token)
    assert doors.knows(entered(doors, "e\u0301te\u0301 bru\u0302lant a\u0300 Vresse", "portable"))


def test_sessions_end_one_by_one_or_all_together(store: Store) -> None:
    set_passphrase(store, PHRASE)
    doors = Organisers(store, Limiter())
    first, second, third = (entered(doors, PHRASE, f"portable {number}") for number in range(3))
    doors.log_out(first)
    assert [doors.knows(token) for token in (first, second, third)] == [False, True, True]
    doors.log_out(None)
    assert [doors.knows(token) for token in (second, third)] == [False, False]


def test_a_session_survives_a_restart_and_a_clock_that_jumps(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_passphrase(store, PHRASE)
    token = entered(Organisers(store, Limiter()), PHRASE, "portable")
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert Organisers(store, Limiter()).knows(token)


def test_a_session_that_is_not_used_for_twelve_hours_ends(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_passphrase(store, PHRASE)
    clock = Clock()
    monkeypatch.setattr("time.monotonic", clock)
    doors = Organisers(store, Limiter())
    token = entered(doors, PHRASE, "portable")
    clock.now += 12 * 3600 - 1
    assert doors.knows(token)
    clock.now += 12 * 3600 + 1
    assert not doors.knows(token)
    assert not Organisers(store, Limiter()).knows(token)


def test_five_tries_a_minute_a_device_leave_others_unblocked(store: Store) -> None:
    set_passphrase(store, PHRASE)
    clock = Clock()
    doors = Organisers(store, Limiter(clock))
    for _ in range(5):
        with pytest.raises(Refused):
            entered(doors, "wrong wrong wrong", "bad tablet")
    with pytest.raises(TooMany) as caught:
        entered(doors, PHRASE, "bad tablet")
    assert 59 <= caught.value.retry_after <= 61
    assert doors.knows(entered(doors, PHRASE, "portable"))
    clock.now += 60.1
    assert doors.knows(entered(doors, PHRASE, "bad tablet"))


def test_rate_limit_counts_the_latest_seconds() -> None:
    clock = Clock()
    limiter = Limiter(clock)
    limit = Limit(2, 10)
    limiter.take(limit, "a")
    clock.now += 6
    limiter.take(limit, "a")
    with pytest.raises(TooMany) as caught:
        limiter.take(limit, "a")
    assert caught.value.retry_after in {4, 5}
    limiter.take(limit, "b")
    clock.now += 4.1
    limiter.take(limit, "a")
    with pytest.raises(TooMany):
        limiter.take(limit, "a")
    assert (Limit(5, 60), Limit(30, 60)) == (LOGIN, JOIN)


def test_links_outlive_the_tournament_by_a_day(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from scorekeeper import tournaments as desk  # noqa: PLC0415

    t = play_round(store, opened(store, 4, rounds=1))
    token = table_links.tokens(store, t.id, key=KEY, by=BY)[1]
    desk.finish(store, t.id, by=BY)
    assert table_links.table_of_token(store, token) == Bound(t.id, 1)
    monkeypatch.setattr(table_links, "LINK_HOURS", -1)
    assert table_links.table_of_token(store, token) is None


def test_a_cookie_is_out_of_reach_of_scripts(app: Flask, client: FlaskClient) -> None:
    client.put("/api/acces/organisateur", json={"passphrase": PHRASE})
    answer = app.test_client().post("/api/acces/organisateur", json={"passphrase": PHRASE})
    (cookie,) = [value for name, value in answer.headers if name == "Set-Cookie"]
    assert cookie.startswith("organisateur=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie
    assert answer.headers["Cache-Control"] == "no-store"
