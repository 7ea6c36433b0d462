"""The page of the games that a house declares: checked, tried out, added, replaced, taken away. The organiser's."""

import re
from dataclasses import replace
from functools import cache

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.cards import catalogue
from scorekeeper.cards.games.declared.asking import answers
from scorekeeper.config import resources
from scorekeeper.errors import Unknown
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.house import house_games, keep_house_game, remove_house_game
from scorekeeper.web.core.requests import store
from scorekeeper.web.house_sketch import Sketch, opened, played, received
from scorekeeper.web.paper.sheets import shown
from scorekeeper.web.tournaments.permissions import Pages, Role

blueprint = Pages("house_games", __name__, Role.ORGANISATEUR)
MAX_FILE = 128 * 1024
TRIES = frozenset({"essai", "renouveler", "jouer", "effacer", "juste", "retirer", "papier"})
"""Buttons of the form that keep nothing."""
_NAME = re.compile(r'^nom = "(.*)"$', re.MULTILINE)


@cache
def shipped() -> dict[str, tuple[str, str]]:
    """The definitions that come with the app, by the names of their files: name and text."""
    texts = {
        path.stem: path.read_text(encoding="utf-8")
        for path in (resources("examples") / "jeux").glob("*.toml")
    }
    return {stem: (_NAME.findall(text)[0], text) for stem, text in sorted(texts.items())}


def _page(sketch: Sketch, status: int = 200, *, known: bool = False) -> tuple[str, int]:
    tried = sketch.tried
    page = render_template(
        "organiser/house_games.html",
        sketch=sketch,
        asking=answers,
        tried=tried,
        known=known,
        games=[game for game, _ in house_games(store())],
        shipped={stem: name for stem, (name, _) in shipped().items()},
        # The form of the line that is tried has the names that it has on a sheet.
        form=tried.form if tried else None,
        game=tried.game if tried else None,
        table=tried.sheet.table if tried else None,
        rules=tried.sheet.rules if tried else None,
        state=tried.sheet.state if tried else None,
    )
    return page, status


@blueprint.get("/jeux-maison")
def index() -> tuple[str, int]:
    """The games of this house, and the form for one more; it begins with one of those that come with the app, if that is asked."""
    _, text = shipped().get(request.args.get("exemple", ""), ("", ""))
    return _page(opened(text))


@blueprint.post("/jeux-maison")
def add() -> ResponseReturnValue:
    """Check a definition, and add it unless it was only tried out or would take the place of another one."""
    source: str | bytes = request.form.get("definition", "")
    file = request.files.get("fichier")
    if file is not None and file.filename:
        source = file.read(MAX_FILE)
    raw = source if isinstance(source, bytes) else source.replace("\r\n", "\n").encode()
    sketch = played(received(request.form, raw.decode("utf-8-sig", "replace")), request.form)
    if "papier" in request.form and sketch.tried:
        return shown(html_of(sketch.tried.request))
    # What is no text at all is judged as it came.
    verdict = catalogue.check_text(raw if sketch.document is None else sketch.text.encode())
    tries = TRIES & request.form.keys()
    sketch = replace(sketch, verdict=verdict, judged="essai" in request.form or not tries)
    if verdict.game is None:
        return _page(sketch, 200 if tries - {"essai"} else 422)
    key = verdict.game.key
    known = any(game.key == key for game, _ in house_games(store()))
    if tries or (known and "remplacer" not in request.form):
        return _page(sketch, 200 if tries else 409, known=known)
    keep_house_game(store(), verdict.game, sketch.text)
    return redirect(url_for("home.index", jeu=key) + f"#{key}", 303)


@blueprint.get("/jeux-maison/<key>")
def edit(key: str) -> tuple[str, int]:
    """The form with a game of this house, to change it."""
    return _page(opened(_source(key)), known=True)


@blueprint.get("/jeux-maison/<key>.toml")
def source(key: str) -> Response:
    """A game of this house as a file."""
    response = Response(_source(key), mimetype="application/toml")
    name = key.removeprefix(catalogue.PREFIX)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return response


@blueprint.post("/jeux-maison/<key>/retirer")
def remove(key: str) -> ResponseReturnValue:
    """Take a game away; its sheets go on."""
    remove_house_game(store(), key)
    return redirect(url_for("house_games.index"), 303)


def _source(key: str) -> str:
    for game, text in house_games(store()):
        if game.key == key:
            return text
    raise Unknown(key)
