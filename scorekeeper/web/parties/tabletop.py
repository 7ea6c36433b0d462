"""The tablet between two donnes, lying on the table: what four people want to see, half of it turned for those opposite."""

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import say
from scorekeeper.i18n import gettext
from scorekeeper.parties import Partie
from scorekeeper.web.core.request_values import partie_of
from scorekeeper.web.parties.access import may_write
from scorekeeper.web.parties.ending import headline
from scorekeeper.web.parties.sheet_view import chart_of, entry_title, line_title, sheet_view

blueprint = Blueprint("resting", __name__)
REFRESH_SECONDS = 10
"""Time between two requests for the page where no script follows the sheet."""


@blueprint.app_template_global()
def figure_of(game: Game) -> str:
    """Place of a game's figure on this device, as in `Game.figure`."""
    return "" if game.figure == "chosen" and not session.get("figure") else game.figure


@blueprint.post("/parties/<number:number>/figure")
def choose_figure(number: int) -> ResponseReturnValue:
    """Show the figure in place of the lines from now on, or the lines again."""
    session["figure"] = not session.get("figure")
    return redirect(url_for("parties.show", number=number), 303)


@blueprint.get("/parties/<number:number>/table")
def show(number: int) -> str:
    """The sheet with its panel folded: the dealer, the last donne and the chart stand in its place, and lead back."""
    partie = partie_of(number)
    return render_template(
        "parties/resting.html",
        view=sheet_view(partie),
        chart=chart_of(partie.sheet),
        deals=deals_text(partie),
        last=last_text(partie),
        back=back_text(partie),
        turned="tourne" in request.args,
        refresh=REFRESH_SECONDS,
    )


def deals_text(partie: Partie) -> str:
    """The dealer now, or the winners."""
    if not partie.is_open or partie.sheet.outcome:
        return headline(partie.sheet)
    title = entry_title(partie)
    dealer = partie.rules.deals_next(partie.sheet.state)
    if dealer is None or not partie.table.players:
        return title
    return gettext("%(entree)s : %(nom)s donne", entree=title, nom=partie.table.players[dealer])


def last_text(partie: Partie) -> tuple[str, str]:
    """The last donne: its name, and the sentence of what it gave; empty before the first one."""
    if not partie.sheet.marked:
        return "", ""
    marked, game = partie.sheet.marked[-1], partie.game
    sentence = say(game.sentence(marked), game.words, marked.before.table)
    return line_title(partie, marked.rang), sentence


def back_text(partie: Partie) -> str:
    """Target of a tap."""
    if not partie.is_open or partie.sheet.outcome:
        return gettext("Voir la fin de la partie")
    return (
        gettext(partie.game.entry_word.text("noter")) if may_write(partie.id) else gettext("Voir la feuille")
    )
