"""The page of the games that a house declares: checked, tried out, added, replaced, taken away. The organiser's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.cards import catalogue
from scorekeeper.config import resources
from scorekeeper.errors import Unknown
from scorekeeper.parties.declared_store import (
    HouseGame,
    game_named,
    house_games,
    keep_house_game,
    remove_house_game,
)
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments.permissions import organiser_only

blueprint = Blueprint("house_games", __name__)
blueprint.before_request(organiser_only)
MAX_FILE = 128 * 1024
SHOWN = 80
"""Most characters of a line that is repeated."""
MOST_FLAWS = 40
_NAME = re.compile(r'^nom = "(.*)"$', re.MULTILINE)


@dataclass(frozen=True)
class Trial:
    """A definition that was sent, and what became of it."""

    source: str = ""
    verdict: catalogue.GameVerdict | None = None
    known: HouseGame | None = None
    """The game that is in its place already."""

    @property
    def flaws(self) -> list[tuple[catalogue.Flaw, str]]:
        """Its faults, each with its line as it was written."""
        lines = self.source.split("\n")
        every = self.verdict.flaws if self.verdict else ()
        return [
            (flaw, lines[flaw.line - 1].strip()[:SHOWN] if flaw.line <= len(lines) else "")
            for flaw in every[:MOST_FLAWS]
        ]

    @property
    def refused(self) -> bool:
        """Whether something is wrong with it."""
        return self.verdict is not None and self.verdict.game is None


@cache
def shipped() -> dict[str, tuple[str, str]]:
    """The definitions that come with the app, by the names of their files: name and text."""
    texts = {
        path.stem: path.read_text(encoding="utf-8")
        for path in (resources("examples") / "jeux").glob("*.toml")
    }
    return {stem: (_NAME.findall(text)[0], text) for stem, text in sorted(texts.items())}


def _page(trial: Trial, status: int = 200) -> tuple[str, int]:
    page = render_template(
        "organiser/house_games.html",
        trial=trial,
        games=house_games(store()),
        shipped={stem: name for stem, (name, _) in shipped().items()},
        done=request.args.get("fait", ""),
    )
    return page, status


@blueprint.get("/jeux-maison")
def index() -> tuple[str, int]:
    """The games of this house, and the form for one more; it begins with one of those that come with the app, if that is asked."""
    _, text = shipped().get(request.args.get("exemple", ""), ("", ""))
    return _page(Trial(text))


@blueprint.post("/jeux-maison")
def add() -> ResponseReturnValue:
    """Check a definition, and add it unless it was only tried out or would take the place of another one."""
    source: str | bytes = request.form.get("definition", "")
    file = request.files.get("fichier")
    if file is not None and file.filename:
        source = file.read(MAX_FILE)
    raw = source if isinstance(source, bytes) else source.replace("\r\n", "\n").encode()
    verdict, text = catalogue.check_text(raw), raw.decode("utf-8-sig", "replace")
    if verdict.game is None:
        return _page(Trial(text, verdict), 422)
    key = verdict.game.key
    known = next((each for each in house_games(store()) if each.game.key == key), None)
    if "essai" in request.form:
        return _page(Trial(text, verdict, known))
    if known is not None and "remplacer" not in request.form:
        return _page(Trial(text, verdict, known), 409)
    keep_house_game(store(), verdict.game, text)
    return redirect(url_for("house_games.index", fait=key) + f"#{key}", 303)


@blueprint.get("/jeux-maison/<key>")
def edit(key: str) -> tuple[str, int]:
    """The form with a game of this house, to change it."""
    game = _of_house(key)
    return _page(Trial(game.source, known=game))


@blueprint.get("/jeux-maison/<key>.toml")
def source(key: str) -> Response:
    """A game of this house as a file."""
    response = Response(_of_house(key).source, mimetype="application/toml")
    name = game_named(store(), key).key.removeprefix(catalogue.PREFIX)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return response


@blueprint.post("/jeux-maison/<key>/retirer")
def remove(key: str) -> ResponseReturnValue:
    """Take a game away; its sheets go on."""
    remove_house_game(store(), key)
    return redirect(url_for("house_games.index"), 303)


def _of_house(key: str) -> HouseGame:
    for game in house_games(store()):
        if game.game.key == key:
            return game
    raise Unknown(key)
