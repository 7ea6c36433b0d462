"""Arbitrary values in any field of any form: a page in response, a message for each refusal, typed values kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.app import create_app
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.contract import Table
from scorekeeper.config import Config
from scorekeeper.i18n import speaking
from scorekeeper.parties import read_partie
from tests.conftest import CAST
from tests.play import plausible, seats_of
from tests.web.browsing import Form, Page, Visit

NASTY = [
    *(
        "",
        " ",
        "0",
        "1",
        "-1",
        "-0",
        "00",
        "7",
        "57",
        "90",
        "157",
        "1_000",
        "\u0663",
        "\uff11\uff12",
        "NaN",
        "1e5",
        "40,5",
        "½",
    ),
    *(
        "9" * 6,
        "9" * 400,
        "\x00",
        "\ud800",
        "\u202eA",
        "\u3164",
        "A",
        "B",
        "on",
        "Zoé",
        "<b>",
        "%s",
        "%(x)s",
        "[]",
    ),
    *(
        "null",
        "true",
        "{}",
        "2♥",
        "simple Anne",
        "simple",
        "x" * 300,
        "\r\n",
        "__class__",
        "🂡",
        "-200",
        "2026-02-30",
    ),
]


FEWER = settings(max_examples=settings().max_examples // 4)
"""Fewer examples, as each takes several pages."""


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.key)
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Visit, Game]]:
    """A tablet in a house where one game is played."""
    game: Game = request.param
    app = create_app(Config(tmp_path_factory.mktemp(game.key)))
    with speaking("fr"):
        yield Visit(app.test_client()), game
    app.extensions["store"].close()


def fields(form: Form, page: Page) -> st.SearchStrategy[dict[str, Any]]:
    """Draw some fields of a form, each with an offered value, a hostile one, several, or none."""
    offered: dict[str, list[str]] = {name: [] for name in form.known - {"csrf_token"}}
    for _, check_refusal in page.elements:
        if check_refusal.get("name") in offered and check_refusal.get("value"):
            offered[check_refusal["name"]].append(check_refusal["value"])

    def typed(name: str) -> st.SearchStrategy[Any]:
        own = st.sampled_from(offered[name]) if offered[name] else st.nothing()
        value = st.one_of(own, st.sampled_from(NASTY), st.text(max_size=20))
        return st.one_of(value, value, st.none(), st.lists(value, min_size=2, max_size=3))

    names = st.lists(st.sampled_from(sorted(offered)), unique=True, max_size=9)
    return names.flatmap(lambda chosen: st.fixed_dictionaries({name: typed(name) for name in chosen}))


def sheet_of(visit: Visit, game: Game, seats: int) -> int:
    """Return an unfinished sheet."""
    return visit.open_sheet(game.key, CAST[:seats])


def check_refusal(page: Page, typed: dict[str, Any]) -> None:
    """Assert that a refusal has a message, and that every text field keeps its value."""
    assert page.status in {409, 422}
    assert page.errors or page.doubts
    assert "Traceback" not in page.html
    texts = {
        attrs.get("name", "")
        for tag, attrs in page.elements
        if tag == "input" and attrs.get("type", "text") == "text"
    }
    for name, value in typed.items():
        if name in texts and isinstance(value, str) and "\ud800" not in value:
            kept = page.value(name)
            # Browsers send CRLF line ends, and read them back as one character.
            assert kept is not None
            assert kept.replace("\r\n", "\n") == value.replace("\r\n", "\n") or kept.strip() == value.strip()


@pytest.mark.quick("bouees")
@FEWER
@given(data=st.data())
def test_any_posted_line_is_written_or_refused_in_words(
    house: tuple[Visit, Game], data: st.DataObject
) -> None:
    visit, game = house
    number = sheet_of(visit, game, data.draw(st.sampled_from(game.rules.SEATS)))
    path = f"/parties/{number}"
    for _ in range(3):
        shown = visit.get(path)
        form = shown.form("/saisies")
        typed = data.draw(fields(form, shown))
        body = form.with_fields(typed)
        before = len(read_partie(visit.client.application.extensions["store"], number).lines)
        asked = visit.post(f"{path}/apercu", body)
        assert asked.status == 200
        page = visit.send(form, body)
        after = len(read_partie(visit.client.application.extensions["store"], number).lines)
        assert after == before + (page.status == 303)
        if page.status != 303:
            check_refusal(page, typed)
        elif not visit.get(path).has_form("/saisies"):
            break


@pytest.mark.quick("tarot", "couillon")
@FEWER
@given(data=st.data())
def test_any_posted_amendment_is_written_or_refused_in_words(
    house: tuple[Visit, Game], data: st.DataObject
) -> None:
    visit, game = house
    number = sheet_of(visit, game, seats_of(game))
    store = visit.client.application.extensions["store"]
    table = Table(CAST[: seats_of(game)], game.rules.CAMPS)
    assert visit.enter(number, plausible(game, game.rules(), table)).status == 303
    path = f"/parties/{number}/lignes/1/modifier"
    shown = visit.get(path)
    form = shown.form("/modifier")
    typed = data.draw(fields(form, shown))
    body = form.with_fields(typed)
    assert visit.post(f"/parties/{number}/lignes/1/apercu", body).status == 200
    page = visit.send(form, body)
    assert read_partie(store, number).revision == 2 + (page.status == 303)
    if page.status != 303:
        check_refusal(page, typed)
    strike = visit.get(f"/parties/{number}/lignes/1").form("/rayer")
    struck = visit.send(strike, strike.with_fields({"raison": data.draw(st.sampled_from(NASTY))}))
    assert struck.status in {303, 422}
    assert struck.status == 303 or struck.errors


@pytest.mark.quick("tarot", "jass")
@FEWER
@given(data=st.data())
def test_any_posted_sheet_is_opened_or_refused_in_words(
    house: tuple[Visit, Game], data: st.DataObject
) -> None:
    visit, game = house
    shown = visit.get(f"/nouvelle/{game.key}")
    form = shown.form(f"/nouvelle/{game.key}")
    seats = {
        f"joueur-{place}": name
        for place, name in enumerate(CAST[: data.draw(st.sampled_from(game.rules.SEATS))])
    }
    typed = {**seats, **data.draw(fields(form, shown))}
    page = visit.send(form, form.with_fields(typed))
    if page.status == 303:
        assert visit.follow(page).status == 200
        again = visit.get(f"/nouvelle/{game.key}?revanche={page.location.rpartition('/')[2]}")
        assert visit.send(again.form(f"/nouvelle/{game.key}")).status == 303
    else:
        check_refusal(page, typed)
