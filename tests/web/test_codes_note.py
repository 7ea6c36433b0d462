"""QR codes that only this machine can open have a note, wherever they are shown or printed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.config import Config
from tests.pages import make_app
from tests.tarot_table import BY, sheet
from tests.web.browsing import Visit
from tests.web.desk_visits import come_in, play_of_eight

ALONE = "Ces codes ne s’ouvrent que sur cet ordinateur."
CUT_OFF = "Sans réseau, ces codes ne s’ouvrent que sur cet ordinateur : rejoignez d’abord un Wi-Fi."
PAGES = (
    "tournois/1/imprimer",
    "tournois/1/tables",
    "tournois/1/salle",
)


def invited(app: Flask, visit: Visit) -> str:
    """Return the page with the code of a sheet for another device."""
    number = parties.open_partie(app.extensions["store"], sheet(), by=BY).id
    visit.send(visit.get(f"/parties/{number}/appareils").form("/code"))
    return visit.get(f"/parties/{number}/appareils").text


def notes(app: Flask) -> set[tuple[str, ...]]:
    """Return the notes on each page."""
    organiser = come_in(app)
    pages = [*(organiser.get(f"/{page}").text for page in PAGES), invited(app, organiser)]
    return {tuple(sentence for sentence in (ALONE, CUT_OFF) if sentence in page) for page in pages}


@pytest.mark.parametrize(
    ("served", "note"),
    [
        ({}, ALONE),
        ({"name": "marque-xyz"}, CUT_OFF),
        ({"name": "marque-xyz", "addresses": ("192.168.1.20",)}, ""),
        ({"public_name": "marque.example"}, ""),
    ],
)
def test_codes_that_only_this_machine_opens_say_so(tmp_path: Path, served: dict[str, str], note: str) -> None:
    app = make_app(Config(tmp_path, **served))  # type: ignore[arg-type]
    with closing(play_of_eight(app)):
        assert notes(app) == {(note,) if note else ()}
