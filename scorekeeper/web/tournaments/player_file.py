"""Pages of the club's file of players, of the retention time of names, and of forgetting a person."""

from dataclasses import replace
from typing import Any

from flask import Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.cards.rules import names
from scorekeeper.errors import Refused, Unknown
from scorekeeper.i18n import N_, gettext
from scorekeeper.tournaments import forgetting, player_file
from scorekeeper.tournaments.player_file import Member
from scorekeeper.tournaments.refusals import refusal
from scorekeeper.web.core.reach import reach
from scorekeeper.web.core.requests import (
    NOT_REFUSED,
    RefusedForm,
    csv_file,
    refused_form,
    store,
    whole_number,
    xlsx_file,
)
from scorekeeper.web.tournaments import list_columns
from scorekeeper.web.tournaments.permissions import Pages, Role, by

blueprint = Pages("player_file", __name__, Role.ORGANISATEUR)
SHOWN = 60
"""Most people on the page at once."""


@blueprint.get("/fichier")
def index(refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """Show the people who match a few letters, or the first by surname, with the forms to add a person or a list."""
    people = player_file.members(store())
    typed = request.args.get("q", "").strip()[: names.NAME_MAX]
    meant = player_file.matching(people, typed)
    page = render_template(
        "organiser/file.html",
        people=meant[:SHOWN],
        more=len(meant) - SHOWN,
        count=len(people),
        typed=typed,
        added=whole_number(request.args.get("ajoutes", "")),
        changed=whole_number(request.args.get("changes", "")),
        refused=refused,
    )
    return page, refused.status


def _posted(number: int = 0) -> Member:
    raw: dict[str, Any] = {key: request.form.get(key, "") for key in player_file.KEYS}
    raw["apart"] = [part.strip() for part in raw["apart"].split(",") if part.strip()]
    return replace(player_file.read_member(raw), number=number)


@blueprint.post("/fichier")
def add() -> ResponseReturnValue:
    """Add a person."""
    try:
        player_file.save(store(), _posted())
    except Refused as error:
        return index(refused_form("personne", error))
    return redirect(url_for("player_file.index", ajoutes=1), 303)


@blueprint.post("/fichier/liste")
def read_list() -> ResponseReturnValue:
    """Import a pasted or uploaded list; nothing of it when a line has a fault."""
    text, unreadable, asked = list_columns.posted_text()
    listed = list_columns.preview(text, asked)
    try:
        if unreadable:
            raise refusal(*unreadable)
        saved = player_file.import_people(store(), listed)
    except Refused as error:
        return index(list_columns.refused_list(refused_form("liste", error), text))
    return redirect(url_for("player_file.index", ajoutes=saved.added, changes=saved.changed), 303)


@blueprint.get("/fichier.csv")
def export() -> Response:
    """Return the file as CSV."""
    return csv_file(player_file.export_rows(store()), "joueurs")


@blueprint.get("/fichier.xlsx")
def export_workbook() -> Response:
    """Return the file as a workbook."""
    return xlsx_file(player_file.export_rows(store()), "joueurs")


@blueprint.get("/fichier/<number:number>")
def edit(number: int, refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """Show the form of one person."""
    person = player_file.member(store(), number)
    return render_template("organiser/member.html", person=person, refused=refused), refused.status


@blueprint.post("/fichier/<number:number>")
def amend(number: int) -> ResponseReturnValue:
    """Correct one person."""
    try:
        player_file.save(store(), _posted(number))
    except Refused as error:
        return edit(number, refused_form("personne", error))
    return redirect(url_for("player_file.index"), 303)


@blueprint.post("/fichier/<number:number>/retirer")
def remove(number: int) -> ResponseReturnValue:
    """Remove one person from the file."""
    player_file.remove(store(), number)
    return redirect(url_for("player_file.index"), 303)


@blueprint.post("/tournois/<number:number>/vers-fichier")
def fill(number: int) -> ResponseReturnValue:
    """Add all entrants of a tournament to the file."""
    saved = player_file.add_tournament(store(), number)
    return redirect(url_for("player_file.index", ajoutes=saved.added, changes=saved.changed), 303)


CHOICES = (0, 1, 2, 3, 5)
"""Retention times that can be chosen, in years; 0 is for ever."""
NOBODY = N_("Personne ne s’appelle ainsi sur les feuilles et les listes.")
NOT_KEPT = N_("Le réglage n’a pas pu être enregistré : le disque est plein ou protégé.")


@blueprint.get("/noms")
def kept_names(refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """Show the retention time of names, and where the records contain the person named in the URL."""
    name = request.values.get("nom", "").strip()[: 2 * names.NAME_MAX]
    traces = None
    if name and not refused.form:
        try:
            traces = forgetting.traces(store(), name)
        except Unknown:
            refused = RefusedForm("chercher", 404, (("nom", gettext(NOBODY)),))
    page = render_template(
        "organiser/names.html",
        name=name,
        traces=traces,
        forgotten=request.args.get("oublie", "")[: names.NAME_MAX],
        mentions=whole_number(request.args.get("remarques", "")) or 0,
        years=reach().house.years(),
        choices=CHOICES,
        refused=refused,
    )
    return page, refused.status


@blueprint.post("/noms/oublier")
def forget() -> ResponseReturnValue:
    """Forget a person."""
    try:
        pseudonym, mentions = forgetting.forget(store(), request.form.get("nom", ""), by=by())
    except Unknown:
        return kept_names(RefusedForm("chercher", 404, (("nom", gettext(NOBODY)),)))
    except Refused as error:
        return kept_names(refused_form("chercher", error))
    current_app.extensions["prints"].forget()
    return redirect(url_for("player_file.kept_names", oublie=pseudonym, remarques=mentions or None), 303)


@blueprint.post("/noms/duree")
def keep() -> ResponseReturnValue:
    """Set the retention time of names."""
    years = whole_number(request.form.get("annees", ""))
    if years not in CHOICES:
        wrong = gettext("Choisissez une durée de la liste.")
        return kept_names(RefusedForm("duree", 422, (("annees", wrong),)))
    try:
        reach().house.keep_years(years)
    except OSError:
        return kept_names(RefusedForm("duree", 507, (("annees", gettext(NOT_KEPT)),)))
    return redirect(url_for("player_file.kept_names"), 303)
