"""Help pages, one for each game, with its worked examples, which the tests run; and further pages of games."""

from typing import Any

from flask import Blueprint, abort, render_template, request

from scorekeeper.cards.game_api.examples import Example, entry_text, examples_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.declared.game import shown_examples
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.cards.sheet_file import BadSheet, read_sheet
from scorekeeper.i18n import gettext
from scorekeeper.parties.house import all_games, game_named
from scorekeeper.web.core.requests import sentences_of, store
from scorekeeper.web.installed import kept

blueprint = Blueprint("games", __name__)


@blueprint.get("/aide")
@kept
def help_index() -> str:
    """Show the help about the app, and the list of games."""
    return render_template("help/index.html", games=all_games(store()))


@blueprint.get("/aide/jeux-maison")
def declaring() -> str:
    """Show the help on declaring a game of the house, with one explained example."""
    return render_template("help/declaring.html")


@blueprint.get("/aide/<key>")
@kept
def help_page(key: str) -> str:
    """Show the scoring of a game."""
    game = game_named(store(), key)
    listed = shown_examples(game) if game.definition else examples_of(game)
    # A generator: the template caches their HTML, and computes them only when it is not cached.
    examples = (_view(game, example) for example in listed if example.shown)
    return render_template("help/game.html", game=game, examples=examples)


@blueprint.route("/jeux/<key>/<slug>", methods=["GET", "POST"])
@kept
def extra(key: str, slug: str) -> str:
    """Show a further page of a game, with its own template."""
    game = game_named(store(), key)
    title = game.pages.get(slug) or abort(404)
    return render_template(
        "help/extra.html",
        game=game,
        title=gettext(title),
        fragment=f"{game.key}/{slug}.html",
        **game.page_context(slug, request.values),
    )


def _view(game: Game, example: Example) -> dict[str, Any]:
    """Return a worked example in words: the scores of its entry with its doubts, or the reasons why it is refused."""
    shown = {"name": gettext(example.name), "source": gettext(example.source)}
    try:
        sheet = read_sheet(example.sheet(game))
    except BadSheet as bad:
        reasons = [sentence for _, sentence in sentences_of(bad)]
        refused = {"table": bad.table, "sentence": _typed(game, example), "remarks": reasons, "marked": None}
        return shown | refused
    marked: Marked = sheet.replay().marked[-1]
    words, table = game.words, sheet.table
    doubts = [message_of(doubt, words, table) for doubt in marked.doubts]
    sentence = message_of(game.sentence(marked), words, table)
    return shown | {"table": table, "sentence": sentence, "remarks": doubts, "marked": marked}


def _typed(game: Game, example: Example) -> str:
    if example.entry is None:
        return ""
    sheet = read_sheet(example.sheet(game, with_entry=False))
    form = game.form(None, rules=sheet.rules, state=sheet.replay().state)
    return entry_text(form, example.entry)
