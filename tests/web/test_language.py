"""Language of the pages and of the command line: the browser's choice, else the house's, else English."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import Client

from scorekeeper import cli
from scorekeeper.config import Config
from scorekeeper.server import process
from tests.test_cli import run

ASKED = [
    ("pl", "en", "fr"),
    ("fi", "en", "fr"),
    ("fi-FI,fi;q=0.9", "en", "fr"),
    ("en-GB", "en", "en"),
    ("fr-CH", "fr", "fr"),
    ("fr-CH, en;q=0.5", "fr", "fr"),
    ("pl-PL, fr;q=0.7, en;q=0.3", "fr", "fr"),
    ("pl, en;q=0.4, fr;q=0.2", "en", "en"),
    ("pl, fr;q=0", "en", "fr"),
    ("*", "en", "fr"),
    ("", "en", "fr"),
    (None, "en", "fr"),
]
"""A header, the language of its page, and that in a house that chose French."""


def language_of_page(app: Flask, asked: str | None, cookie: str = "") -> str:
    """Return the language of the first page for a header `Accept-Language`; `None` sends no header."""
    client = Client(app)
    if cookie:
        client.set_cookie("langue", cookie)
    page = client.get("/", headers={} if asked is None else {"Accept-Language": asked})
    return page.text.partition('<html lang="')[2][:2]


@pytest.mark.parametrize(("asked", "language", "in_french_house"), ASKED)
def test_unknown_languages_get_english_or_that_of_the_house(
    app: Flask, asked: str | None, language: str, in_french_house: str
) -> None:
    assert language_of_page(app, asked) == language
    app.extensions["config"] = replace(app.extensions["config"], language="fr")
    assert language_of_page(app, asked) == in_french_house


def test_choice_of_the_device_comes_first(app: Flask) -> None:
    assert language_of_page(app, "pl", cookie="fr") == "fr"
    assert language_of_page(app, "fr", cookie="en") == "en"
    assert language_of_page(app, "pl", cookie="pl") == "en"


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["serve"], "en"),
        (["serve", "--lang", "fr"], "fr"),
        (["serve", "--lang=fr"], "fr"),
        (["--lang", "fr", "serve"], "fr"),
        (["serve", "--lang", "en"], "en"),
    ],
)
def test_serve_takes_the_house_language_from_the_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], language: str
) -> None:
    served: list[str] = []

    def note(config: Config, *_where: object, **_more: object) -> bool:
        served.append(config.language)
        return True

    monkeypatch.setattr(process, "run", note)
    monkeypatch.setattr("scorekeeper.cli.serve._check_port", lambda *_where: None)
    status, _, _ = run(*words, "--data", str(tmp_path))
    assert (status, served) == (0, [language])


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "pl_PL.UTF-8"}, "en"),
        ({"LANG": "fi_FI.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX"}, "en"),
        ({"LC_ALL": "C", "LANG": "en_US"}, "en"),
        ({"LC_ALL": "en_US", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "en_IE", "LANG": "fr_BE"}, "en"),
    ],
)
def test_the_language_is_that_of_the_system(environment: dict[str, str], language: str) -> None:
    assert cli.language_of(["score", "x"], environment) == language
    assert cli.language_of(["score", "x", "--lang", "en"], environment) == "en"
    assert cli.language_of(["--lang=fr", "score", "x"], environment) == "fr"
