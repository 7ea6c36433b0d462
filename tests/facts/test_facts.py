"""Every fact of the leaflets is stated, printed or played, and each help page is short enough to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.config import Config
from scorekeeper.i18n import LANGUAGES, gettext, speaking
from scorekeeper.paper.papers import Wish, html_of_paper
from scorekeeper.parties.house import keep_house_game
from tests.examples import DECLARED
from tests.facts.rows import (
    FACTS,
    FOLDER,
    LEAFLETS,
    PLACES,
    ROOT,
    TOLD_IN,
    Fact,
    Shown,
    facts_of,
    refuted,
)
from tests.pages import make_app

MOST = 900
"""Most words of a help page before its first fold."""
WORDS = {
    "tarot": (1763, 1750),
    "jass": (1236, 1229),
    "couillon": (1021, 1042),
    "cochonnet": (939, 904),
    "bouees": (1028, 999),
    "differenzler": (698, 701),
    "coiffeur": (813, 809),
    "wiezen": (1010, 1013),
    "belote": (1193, 1186),
    "coinche": (1287, 1263),
    "libre": (564, 548),
}
"""Most words of a whole help page, in French and in English; other languages have a quarter more than French."""
HOW = "Comment on joue"
"""Heading of the section on following suit, leading, dealing and collecting tricks."""
BREAKS = [(fact.id, change) for fact in FACTS for change in fact.breaks]


@pytest.fixture(scope="module")
def help_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str], Shown]]:
    """Return the help page of a game in a language, rendered once."""
    app = make_app(Config(tmp_path_factory.mktemp("help")))
    store, client = app.extensions["store"], app.test_client()
    for game in DECLARED:
        keep_house_game(store, game, "")

    @cache
    def shown(key: str, language: str) -> Shown:
        # The request sets the language of this thread, which other tests would inherit.
        with speaking(language):
            answer = client.get(f"/aide/{key}", headers={"Accept-Language": language})
        assert answer.status_code == 200
        return Shown(answer.get_data(as_text=True))

    yield shown
    store.close()


@cache
def paper(name: str, settings: tuple[tuple[str, object], ...], language: str) -> Shown:
    """Return a blank paper, as the HTML of its PDF."""
    with speaking(language):
        return Shown(html_of_paper(name, Wish(settings=dict(settings))), within="body")


@pytest.mark.parametrize("key", LEAFLETS)
def test_every_fact_of_a_leaflet_is_a_row(key: str) -> None:
    rows = [fact.data["fact"] for fact in facts_of(key)]
    assert len(rows) == LEAFLETS[key]
    assert len(set(rows)) == len(rows)


def test_the_length_of_every_help_page_is_known() -> None:
    assert WORDS.keys() == {game.key for game in GAMES}


def test_all_leaflets_together_have_195_facts() -> None:
    assert len(FACTS) == 195
    assert {path.stem for path in FOLDER.glob("*.toml")} == LEAFLETS.keys()


def test_page_is_read_without_folds_and_the_leaflets_own_words() -> None:
    page = Shown(
        "<h1>out</h1><main><p>On <b>joue</b>.</p><table><tr><td>4</td><td>½</td></tr></table>"
        "<h2>Ce que dit la feuille d’origine</h2><table><tr><th>a</th></tr><tr><td>Valet 0.</td><td>Il vaut 2.</td></tr></table>"
        "<details><summary>Exemples</summary><td>plié</td></details><h2>Après</h2>fin</main>"
    )
    assert (page.main_text, page.called) == (
        "On joue. 4 ½ Ce que dit la feuille d’origine Après fin",
        ["Valet 0."],
    )
    assert page.headings == ["Ce que dit la feuille d’origine", "Après"]
    assert (page.first, page.total) == (16, 20)


def test_each_row_names_where_its_fact_is_held() -> None:
    for fact in FACTS:
        held = {key for key, value in fact.data.items() if value and key != "fact"}
        assert held - {"breaks"} <= PLACES, fact.id
        assert held & PLACES - {"called"}, f"no help page, paper, entry or test holds {fact.id}"
        assert bool(fact.breaks) == bool(held & {"played", "tested"}), fact.id
        for key in held & {"told", "called", "printed"}:
            assert all(fact.data[key].get(language) for language in TOLD_IN), fact.id


@pytest.mark.parametrize("language", TOLD_IN)
@pytest.mark.parametrize("key", LEAFLETS)
def test_help_page_has_every_sentence_of_its_facts(
    key: str, language: str, help_page: Callable[[str, str], Shown]
) -> None:
    page = help_page(key, language).main_text
    texts = {
        (fact.id, text) for fact in facts_of(key) for text in fact.data.get("told", {}).get(language, ())
    }
    assert texts
    assert sorted(each for each in texts if each[1] not in page) == []


@pytest.mark.parametrize("language", TOLD_IN)
@pytest.mark.parametrize("key", LEAFLETS)
def test_nothing_is_called_the_leaflets_that_is_not_in_it(
    key: str, language: str, help_page: Callable[[str, str], Shown]
) -> None:
    known = {text for fact in facts_of(key) for text in fact.data.get("called", {}).get(language, ())}
    assert set(help_page(key, language).called) == known


@pytest.mark.parametrize("language", TOLD_IN)
@pytest.mark.parametrize("fact", [fact for fact in FACTS if "printed" in fact.data], ids=lambda fact: fact.id)
def test_a_fact_is_printed(fact: Fact, language: str) -> None:
    row = fact.data["printed"]
    text = paper(row.get("paper", fact.key), tuple(row.get("settings", {}).items()), language).main_text
    assert [part for part in row[language] if part not in text] == []


@pytest.mark.parametrize("fact", [fact for fact in FACTS if fact.plays], ids=lambda fact: fact.id)
def test_a_fact_is_played(fact: Fact) -> None:
    assert refuted(fact) == []


def test_tests_named_by_facts_exist() -> None:
    named = {fact.data["tested"] for fact in FACTS if "tested" in fact.data}
    assert named
    for test in named:
        path, _, name = test.partition("::")
        assert f"\ndef {name.partition('[')[0]}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_break_of_a_fact_matches_one_place() -> None:
    assert BREAKS
    for fact, change in BREAKS:
        assert change.text.count(change.old) == 1, fact
        assert change.changed != change.text, fact
        if change.file.endswith(".py"):
            compile(change.changed, change.file, "exec")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", WORDS)
def test_a_help_page_does_not_grow(key: str, language: str, help_page: Callable[[str, str], Shown]) -> None:
    french, english = WORDS[key]
    most = {"fr": french, "en": english}.get(language, french * 5 // 4)
    assert help_page(key, language).total <= most


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [*WORDS, *(game.key for game in DECLARED)])
def test_help_page_is_short_and_explains_the_game(
    key: str, language: str, help_page: Callable[[str, str], Shown]
) -> None:
    page = help_page(key, language)
    with speaking(language):
        assert gettext(HOW) in page.headings
    assert page.first <= MOST
