"""A sheet by the rule that the house has corrected since: what would change, and the same lines on a sheet by the new rule."""

from uuid import uuid4

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.sheet_file import BadSheet, read_sheet, sheet_document
from scorekeeper.cards.sheet_game import definition_of
from scorekeeper.parties import Partie
from scorekeeper.parties.declared_store import house_games
from scorekeeper.web.core.refused_form import sentences_of
from scorekeeper.web.core.request_values import posted_count, posted_uuid, store
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties.access import may_open, may_write, opened
from scorekeeper.web.parties.devices import free_sheet
from scorekeeper.web.parties.sheet_view import sheet_view

blueprint = Blueprint("corrected", __name__)


@blueprint.app_template_global()
def corrected_rule(partie: Partie) -> Game | None:
    """The game of a sheet as the house has it now, where that is another than when it was opened."""
    known = house_games(store()) if partie.game.definition and partie.is_open else []
    same = (each.game for each in known if each.game.key == partie.game.key)
    return next((game for game in same if game.definition != partie.game.definition), None)


@blueprint.route("/parties/<number:number>/regle", methods=["GET", "POST"])
def show(number: int) -> ResponseReturnValue:
    """Totals by the corrected rule beside those of the sheet; once confirmed, a sheet by it, and the old one is closed."""
    partie = free_sheet(number)
    game = corrected_rule(partie)
    if game is None or not may_write(number):
        abort(404)
    try:
        kept = {key: value for key, value in sheet_document(partie.sheet_file).items() if key != "signatures"}
        sheet = read_sheet({**kept, "definition": definition_of(game)})
    except BadSheet as bad:
        refused = [text for _, text in sentences_of(bad)]
        return render_template("parties/corrected.html", view=sheet_view(partie), totals=(), refused=refused)
    if request.method == "GET" or posted_count("revision", 9) != partie.revision:
        totals = sheet.replay().totals
        return render_template("parties/corrected.html", view=sheet_view(partie), totals=totals, refused=())
    may_open()
    made = parties.open_partie(store(), sheet, by=author(), revanche_de=number, uuid=posted_uuid())
    opened(made)
    parties.close_partie(store(), number, uuid=str(uuid4()), by=author())
    return redirect(url_for("parties.show", number=made.id), 303)
