"""Page for changing the players between two lines: one change at a time, with a question before, undone while no line follows."""

from collections.abc import Iterator

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.cards.game_api.words import Words, message_of, read_sentences
from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.cards.rules import changes, names
from scorekeeper.cards.rules.changes import TableChange
from scorekeeper.cards.rules.contract import Label
from scorekeeper.errors import Refused, SheetError
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import Partie, verbs
from scorekeeper.parties.verbs import People
from scorekeeper.web.core import requests
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, store, to_next_line
from scorekeeper.web.parties.access import may_write
from scorekeeper.web.parties.devices import free_sheet
from scorekeeper.web.parties.forms import posted_act
from scorekeeper.web.parties.sheet_view import sheet_view

blueprint = Blueprint("changes", __name__)
ONE = "/parties/<number:number>/joueurs"
MEANS, WAYS = read_sentences(__file__, "means", "ways")
WORDS = Words(MEANS)
MOVED = N_("La feuille a changé entre-temps : vérifiez, puis demandez encore.")
WHO = N_("Touchez un nom.")
KNOWN = 200


def possible_changes(partie: Partie) -> list[dict[str, str]]:
    """Return the kinds of changes possible on this sheet. Players join and leave only where the game allows the number of seats.

    Each has the question `who` about the present players, and labels for its fields of a new name and of a second player.
    """
    rules, there = partie.game.rules, partie.table
    possible = {
        "remplace": True,
        "renomme": True,
        "echange": True,
        "arrive": rules.VARIES and there.seats + 1 in rules.SEATS,
        "part": rules.VARIES and there.seats - 1 in rules.SEATS,
    }
    return [{"key": key, "name": "", "other": "", **texts} for key, texts in WAYS.items() if possible[key]]


def asked(partie: Partie) -> People:
    """Return the players that the form asks for, in the file format. Raises `KeyError` with the missing or invalid field."""
    way, name = request.form.get("quoi", ""), request.form.get("nom", "")
    players = list(partie.table.present)
    if request.form.get("qui") not in players:
        raise KeyError("qui")
    who = players.index(request.form["qui"])
    former = players[who]
    if way in {"remplace", "renomme"}:
        players[who] = name
    elif way == "echange":
        if request.form.get("avec") not in players:
            raise KeyError("avec")
        other = players.index(request.form["avec"])
        players[who], players[other] = players[other], players[who]
    elif way == "arrive":
        players.insert(who + 1, name)
    elif way == "part":
        del players[who]
    else:
        raise KeyError("quoi")
    people: People = {"players": players}
    if way == "remplace":
        people["replaces"] = {name: former}
    elif way == "renomme":
        people["renames"] = {name: former}
    return people


def consequences(partie: Partie, change: TableChange) -> Iterator[Label]:
    """Yield the effects of a change on the totals and on the next dealer."""
    before, after = partie.table, changes.after(partie.table, change)
    move = changes.move_of(before, change)
    totals = {} if before.camps else dict(zip(before.players, map(figure, partie.sheet.totals), strict=True))
    for new, former in move.replaced:
        if before.camps:
            yield Label("remplace-equipe", ancien=former)
        else:
            yield Label("remplace", ancien=former, nouveau=new, total=totals[former])
    if move.renamed:
        yield Label("renomme")
    for name in move.joined:
        yield Label("arrive", nom=name)
    for name in move.back:
        total = next(total for column, total in totals.items() if changes.same(column, name))
        yield Label("revient", nom=name, total=total)
    for name in move.left:
        yield Label("part", nom=name, total=totals[name])
    dealer = partie.rules.deals_next(partie.rules.seated(partie.sheet.state, after))
    if dealer is not None:
        yield Label("donneur", nom=after.players[dealer])


def page(
    partie: Partie, refused: RefusedForm = NOT_REFUSED, change: TableChange | None = None, notice: str = ""
) -> str:
    """Return the page of possible changes, or the question whether to make this change."""
    known = [person.name for person in parties.people(store(), KNOWN)]
    here = {names.casefold(name) for name in partie.table.present}
    return render_template(
        "parties/changes.html",
        view=sheet_view(partie),
        ways=possible_changes(partie),
        present=partie.table.present,
        known=[name for name in known if names.casefold(name) not in here],
        past=[*verbs.chronicle(partie.seating)],
        undoable=verbs.is_undoable(partie),
        question=verbs.sentences(partie.table, change) if change else (),
        meaning=[message_of(label, WORDS, partie.table) for label in consequences(partie, change)]
        if change
        else [],
        notice=notice,
        refused=refused,
        typed=request.form,
    )


@blueprint.get(ONE)
def show(number: int) -> ResponseReturnValue:
    """Show the possible changes of players."""
    partie = free_sheet(number)
    if partie.is_over or not partie.table.players or not may_write(number):
        return redirect(url_for("parties.show", number=number), 303)
    return page(partie)


@blueprint.post(ONE)
def change(number: int) -> ResponseReturnValue:
    """Ask whether to make a change of players, and write it once confirmed."""
    partie = free_sheet(number)
    way = request.form.get("quoi", "")
    try:
        people = asked(partie)
        if "sur" not in request.form:
            return page(partie, change=verbs.judged_change(partie, people))
        parties.change_table(store(), number, people=people, **posted_act())
    except KeyError as missing:
        if missing.args == ("quoi",):
            return page(partie, notice=gettext(requests.OLD_PAGE)), 422
        words = ((str(missing.args[0]), gettext(WHO)),)
        return page(partie, RefusedForm(way, 422, words, request.form.to_dict())), 422
    except Refused as refused:
        return page(partie, refused_name(way, refused)), 422
    except SheetError as error:
        return page(error.partie, notice=gettext(MOVED)), 409
    return to_next_line(number)


def refused_name(way: str, refused: Refused) -> RefusedForm:
    """Return a refusal with the faults of names beside the field in which the name was typed."""
    form = requests.refused_form(way, refused)
    key = "nom" if way in {"remplace", "renomme", "arrive"} else "qui"
    texts = dict.fromkeys(text for field, text in form.messages if field)
    rest = [(field, text) for field, text in form.messages if not field]
    return RefusedForm(way, form.status, (*((key, text) for text in texts), *rest), form.typed)


@blueprint.post(f"{ONE}/annuler")
def undo(number: int) -> ResponseReturnValue:
    """Undo the last change of players."""
    partie = free_sheet(number)
    try:
        parties.undo_change(store(), number, place=requests.posted_count("place") or 0, **posted_act())
    except Refused as refused:
        return page(partie, requests.refused_form("annuler", refused)), 422
    except SheetError as error:
        return page(error.partie, notice=gettext(MOVED)), 409
    return to_next_line(number)
