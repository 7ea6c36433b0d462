"""Page for changing the settings of a sheet from the next line on, with a question before, and for undoing it."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.errors import Refused, SheetError
from scorekeeper.i18n import gettext
from scorekeeper.parties import Partie
from scorekeeper.parties.model import ActKind
from scorekeeper.parties.rule_changes import (
    can_change_rules,
    can_undo_rules,
    judged_rules,
    rule_chronicle,
    rule_sentences,
)
from scorekeeper.parties.verbs import is_undoable
from scorekeeper.web.core.requests import partie_of, posted_count, sentences_of, store, to_next_line
from scorekeeper.web.core.settings_form import SettingsForm
from scorekeeper.web.parties.access import may_write
from scorekeeper.web.parties.changes import MOVED
from scorekeeper.web.parties.forms import posted_act, posted_reason
from scorekeeper.web.parties.sheet_view import sheet_view
from scorekeeper.web.tournaments.permissions import is_organiser, sheet_place

blueprint = Blueprint("rules", __name__)
ONE = "/parties/<number:number>/regles"


def chosen(partie: Partie, form: SettingsForm) -> dict[str, Any]:
    """Return the settings of the form that differ from the present ones, in the file format."""
    now, table = (
        partie.rules.SETTINGS.write_all(partie.rules, partie.seating.opening),
        partie.rules.CHANGEABLE,
    )
    return {key: value for key, value in form.raw().items() if key in table and value != now[key]}


def consequences(partie: Partie, settings: Mapping[str, Any]) -> list[str]:
    """Return a change of settings in words: each setting with its former value, then the progress of the partie, or its end."""
    _, sheet = judged_rules(partie, settings)
    former = partie.rules.SETTINGS.write_all(partie.rules, partie.seating.opening)
    words, table = partie.game.words, partie.table
    if sheet.outcome is not None:
        after = [
            gettext("La partie serait finie : %(fin)s", fin=message_of(sheet.outcome.reason, words, table))
        ]
    else:
        after = [message_of(label, words, table) for label in partie.game.wording.progress(sheet)]
    return [*rule_sentences(partie, former, settings), *after]


def page(
    partie: Partie, form: SettingsForm | None = None, question: list[str] | None = None, notice: str = ""
) -> str:
    """Return the page of the settings that may change, or the question whether to make this change."""
    form = form or SettingsForm(partie.game, partie.rules)
    return render_template(
        "parties/rules.html",
        view=sheet_view(partie),
        settings=form,
        groups=[group for group in form.groups if group.key in partie.rules.CHANGEABLE],
        fixed=[group.label for group in form.groups if group.key not in partie.rules.CHANGEABLE],
        past=[text for _, text in rule_chronicle(partie)],
        undoable=can_undo_rules(partie),
        question=question or (),
        notice=notice,
        reason=posted_reason(),
        typed=[(name, value) for name, value in request.form.items() if name.startswith("reglage-")],
    )


@blueprint.get(ONE)
def show(number: int) -> ResponseReturnValue:
    """Show the settings that may still change."""
    partie = partie_of(number)
    if not can_change_rules(partie) or not may_change_rules(number):
        return to_next_line(number)
    return page(partie)


def may_change_rules(number: int) -> bool:
    """Return whether the sender may change the settings of a sheet; in a tournament, only the organiser may."""
    return may_write(number) and (sheet_place(number) is None or is_organiser())


blueprint.add_app_template_global(may_change_rules)


@blueprint.app_template_global()
def change_offer(partie: Partie) -> tuple[str, int] | None:
    """Return the address that undoes the last act, and the number of the change; `None` unless it changed players or settings."""
    kind = partie.past[-1].kind
    if kind is ActKind.REGLES and can_undo_rules(partie) and may_change_rules(partie.id):
        return url_for("rules.undo", number=partie.id), len(partie.rulings.changes)
    if kind is ActKind.CHANGEMENT and is_undoable(partie) and sheet_place(partie.id) is None:
        return url_for("changes.undo", number=partie.id), len(partie.seating.changes)
    return None


@blueprint.post(ONE)
def change(number: int) -> ResponseReturnValue:
    """Ask whether to make a change of settings, and write it once confirmed."""
    partie = partie_of(number)
    form = SettingsForm(partie.game, partie.rules, request.form)
    settings = chosen(partie, form)
    if not settings:
        return page(partie, form, notice=gettext("Rien ne change : choisissez une autre valeur.")), 422
    try:
        if "sur" not in request.form:
            return page(partie, form, consequences(partie, settings))
        parties.change_rules(store(), number, settings=settings, **posted_act(posted_reason()))
    except Refused as refused:
        rest = form.place(sentences_of(refused))
        return page(partie, form, notice=" ".join(text for _, text in rest)), 422
    except SheetError as error:
        return page(error.partie, form, notice=gettext(MOVED)), 409
    return to_next_line(number)


@blueprint.post(f"{ONE}/annuler")
def undo(number: int) -> ResponseReturnValue:
    """Undo the last change of settings."""
    partie = partie_of(number)
    try:
        parties.undo_rules(store(), number, place=posted_count("place") or 0, **posted_act())
    except Refused as refused:
        return page(partie, notice=" ".join(text for _, text in sentences_of(refused))), 422
    except SheetError as error:
        return page(error.partie, notice=gettext(MOVED)), 409
    return to_next_line(number)
