"""Shared fixtures: Hypothesis profiles, players, every game of the catalogue."""

from __future__ import annotations

import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from werkzeug.routing import Rule

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.game_api.game import Game
from scorekeeper.draw.seating import search
from scorekeeper.draw.seating.anneal import Watch
from scorekeeper.draw.seating.plan import plan
from scorekeeper.draw.seating.plan_repair import RepairedPlan, repair_plan
from scorekeeper.draw.seating.record import Draw, DrawnRound
from scorekeeper.draw.seating.wishes import Wishes
from scorekeeper.i18n import speaking
from scorekeeper.tournaments import planning
from scorekeeper.tournaments.access import organiser
from scorekeeper.tournaments.acts import plan_repair
from tests import chance, house, soak

CAST = ("Alice", "Bruno", "Chloé", "David", "Émile", "Fanny")
"""Players at the tables of the tests, in order of play."""

# `few` draws few examples (for each mutant), `deep` many, and others in each run: tests/chance.py.
settings.register_profile(
    "ci",
    max_examples=12,
    database=None,
    deadline=None,
    derandomize=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
settings.register_profile("few", settings.get_profile("ci"), max_examples=8)
settings.register_profile("deep", settings.get_profile("ci"), max_examples=1000)
settings.load_profile(chance.PROFILE)
chance.fix()


def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> None:
    """Give each fixture random bytes that do not depend on earlier tests."""
    chance.restart(f"{request.node.nodeid} {fixturedef.argname} {getattr(request, 'param_index', 0)}")


def pytest_runtest_call(item: pytest.Item) -> None:
    """Give each test random bytes that do not depend on earlier tests."""
    chance.restart(item.nodeid)


MEASURED = (
    "draw",
    "cards",
    "paper/sheets",
    "parties/test_dealers.py",
    "parties/test_rules.py",
    "parties/test_verbs.py",
    "test_changes.py",
    "test_fuzz_payloads.py",
    "test_one_cause.py",
    "tournaments/test_games.py",
    "web/test_figures.py",
    "web/test_rules.py",
)
"""Folders and files whose tests cover every branch of rules and games."""


def may_be_measured(path: Path) -> bool:
    """Return whether tests of a file are measured, unless marked otherwise."""
    return any(path.is_relative_to(Path(__file__).parent / each) for each in MEASURED)


def is_measured(item: pytest.Item) -> bool:
    """Return whether coverage is measured for a test, which makes it several times as slow."""
    return may_be_measured(item.path) and item.get_closest_marker("unmeasured") is None


def pytest_make_parametrize_id(val: object) -> str | None:
    """Return the id of bytes, and of text that cannot be encoded. All other ids stay, as mutmut requires."""
    if isinstance(val, bytes):
        return "bytes"
    return ascii(val) if isinstance(val, str) and any("\ud800" <= sign <= "\udfff" for sign in val) else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files whose tests this run leaves out: collecting them takes as long as a thousand tests."""
    terms = str(config.option.markexpr).split(" and ")
    if "not soak" in terms and collection_path == Path(__file__).parent / "soak":
        return True
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    text = collection_path.read_text("utf-8")
    measured, unmeasured = may_be_measured(collection_path), "unmeasured" in text
    left_out = {
        "measured": not measured,
        "not measured": measured and not unmeasured,
        "soak": collection_path.parent.name != "soak"
        and not {"mark.soak", "mark.quick"} & set(re.findall(r"mark\.\w+", text)),
    }
    return True if any(left_out.get(term) for term in terms) else None


def is_long(item: pytest.Item) -> bool:
    """Whether a test takes long, as those in a browser do."""
    return "browser" in item.path.parts or item.get_closest_marker("slow") is not None


QUICK_SHARE = 4
"""In a sampled soak, one of this number of the cases that the marker `quick` does not name."""


def is_for_the_soak(item: pytest.Item) -> bool:
    """Return whether a case of a test with the marker `quick` is not one of those that the marker names."""
    marker = item.get_closest_marker("quick")
    case = f"-{item.callspec.id}-" if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ""
    return marker is not None and not any(f"-{name}-" in case for name in marker.args)


def sampled(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests without the cases that a sampled soak leaves out: most of those that `quick` and `sampled` do not keep."""
    seen: Counter[str] = Counter()
    for item in items:
        if item.get_closest_marker("soak") is None or soak.FULL:
            yield item
        elif item.get_closest_marker("full") is None:
            marker = item.get_closest_marker("sampled")
            share = marker.args[0] if marker else QUICK_SHARE if is_for_the_soak(item) else 1
            test = item.nodeid.partition("[")[0]
            if seen[test] % share == 0:
                yield item
            seen[test] += 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of each run, and order the long ones first, so that no worker ends with one."""
    if os.environ.get("MUTANT_UNDER_TEST") == "":
        # The clean run of mutmut has unordered tests, so that module fixtures would be made for each.
        items.sort(key=lambda item: (item.path, item.location[1] or 0))
    for item in items:
        if is_measured(item):
            item.add_marker("measured")
        if is_for_the_soak(item):
            item.add_marker("soak")
    kept = sorted(sampled(items), key=is_long, reverse=True)
    config.hook.pytest_deselected(items=[*set(items).difference(kept)])
    items[:] = kept


STARTED = time.monotonic()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Store the duration of a run of all tests, for `make figures`."""
    config = session.config
    if not hasattr(config, "workerinput") and config.args_source is config.ArgsSource.TESTPATHS:
        house.record_time(str(config.option.markexpr), time.monotonic() - STARTED)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the counts of the deep tests; with several workers the output of tests is not shown."""
    sums = Counter[tuple[str, str]]()
    for report in terminalreporter.getreports("passed"):
        for what, number in report.user_properties:
            sums[report.nodeid.partition("[")[0], what] += number
    for (test, what), number in sums.items():
        terminalreporter.write_line(f"{test}: {number} {what}")


class FrenchClient(FlaskClient):
    """A test client that asks for French unless a request asks otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"


@pytest.fixture(scope="session", autouse=True)
def french_table() -> Iterator[None]:
    """Use French in test clients and in the command line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "test_client_class", FrenchClient)
        patch.delenv("LC_ALL", raising=False)
        patch.setenv("LC_MESSAGES", "fr_FR.UTF-8")
        yield


@pytest.fixture(autouse=True)
def _in_french() -> Iterator[None]:
    """Reset the language to French: a request answered in English leaves English in this thread."""
    with speaking("fr"):
        yield


@pytest.fixture
def cast() -> tuple[str, ...]:
    return CAST


@pytest.fixture(params=GAMES, ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> Game:
    """Each game of the catalogue, in turn."""
    game: Game = request.param
    return game


SMALL = 32
"""Most players of a tournament whose draws are cached; tests that watch a long draw have more."""


SHORT = 20_000
"""Proposals of a search where the quality of the draw does not matter."""


@pytest.fixture(scope="module")
def short_search() -> Iterator[None]:
    """Search with a fiftieth of the usual proposals, for tests that do not depend on the quality of a draw."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "PROPOSALS", SHORT)
        patch.setattr(search, "PROPOSALS_MIXED", SHORT)
        yield


def unwatched_plan(*args: Any, **kwargs: Any) -> Draw:
    """Draw without measuring coverage, which makes a search ten times as long. The tests of the draw measure it."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return plan(*args, **kwargs)
    finally:
        sys.settrace(tracer)


@pytest.fixture(scope="session", autouse=True)
def draws_kept() -> Iterator[None]:
    """Cache draws: the same request always gives the same draw, as the tests of the draw show."""
    kept: dict[str, Draw] = {}

    def planned(players: Any, rounds: int, *, progress: Any = None, stop: Any = None, **more: Any) -> Draw:
        asked = repr((players, rounds, search.PROPOSALS, sorted(more.items())))
        if len(players) > SMALL or (stop is not None and stop()):
            return unwatched_plan(players, rounds, progress=progress, stop=stop, **more)
        if asked not in kept:
            drawn = unwatched_plan(players, rounds, progress=progress, stop=stop, **more)
            if drawn.report.stopped:
                return drawn
            kept[asked] = drawn
        return kept[asked]

    def repaired(
        wishes: Wishes, to_come: Sequence[DrawnRound], *, seed: str, label: str, watch: Watch
    ) -> RepairedPlan:
        asked = repr((wishes, to_come, seed, label, search.PROPOSALS))
        if asked not in kept_plans:
            kept_plans[asked] = repair_plan(wishes, to_come, seed=seed, label=label, watch=watch)
        return kept_plans[asked]

    kept_plans: dict[str, RepairedPlan] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "plan", planned)
        patch.setattr(plan_repair, "repair_plan", repaired)
        yield


@pytest.fixture(scope="session", autouse=True)
def builders_kept() -> Iterator[None]:
    """Cache the URL builders of the routes: most of the cost of making an app, and the same in each."""
    compile_builder = Rule._compile_builder
    kept: dict[tuple[Any, ...], Callable[..., tuple[str, str]]] = {}

    def compiled(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        if rule.defaults:
            return compile_builder(rule, append_unknown)
        key = (rule.rule, *rule._trace, append_unknown)
        if key not in kept:
            kept[key] = compile_builder(rule, append_unknown)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", compiled)
        yield


FULL_COST = organiser.METHOD


@pytest.fixture(scope="session", autouse=True)
def cheap_hashes() -> Iterator[None]:
    """Hash passphrases at almost no cost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(organiser, "METHOD", "scrypt:256:8:1")
        yield


@pytest.fixture
def costly_hashes(cheap_hashes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passphrases at the real cost."""
    monkeypatch.setattr(organiser, "METHOD", FULL_COST)
