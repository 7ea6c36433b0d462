"""The names of people: how long the house keeps them, and forgetting somebody who asks for it."""

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.cards.rules.names import NAME_MAX
from scorekeeper.errors import Refused, Unknown
from scorekeeper.i18n import N_, gettext
from scorekeeper.tournaments import forgetting
from scorekeeper.web.core.reach import reach
from scorekeeper.web.core.refused_form import NOT_REFUSED, UNPROCESSABLE, RefusedForm, refused_form
from scorekeeper.web.core.request_values import store, whole
from scorekeeper.web.tournaments.permissions import Role, by, needs

blueprint = Blueprint("names", __name__)
CHOICES = (0, 1, 2, 3, 5)
"""Years that can be chosen; 0 is for ever."""
NOBODY = N_("Personne ne s’appelle ainsi sur les feuilles et les listes.")
NOT_KEPT = N_("Le réglage n’a pas pu être enregistré : le disque est plein ou protégé.")


@blueprint.get("/noms")
@needs(Role.ORGANISATEUR)
def index(refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """Time that names are kept, and where the person of the name that the address asks for stands."""
    name = request.values.get("nom", "").strip()[: 2 * NAME_MAX]
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
        forgotten=request.args.get("oublie", "")[:NAME_MAX],
        mentions=whole(request.args.get("remarques", "")) or 0,
        years=reach().house.years(),
        choices=CHOICES,
        refused=refused,
    )
    return page, refused.status


@blueprint.post("/noms/oublier")
@needs(Role.ORGANISATEUR)
def forget() -> ResponseReturnValue:
    """Forget a person."""
    try:
        done = forgetting.forget(store(), request.form.get("nom", ""), by=by())
    except Unknown:
        return index(RefusedForm("chercher", 404, (("nom", gettext(NOBODY)),)))
    except Refused as error:
        return index(refused_form("chercher", error))
    current_app.extensions["prints"].forget()
    return redirect(url_for("names.index", oublie=done.name, remarques=done.mentions or None), 303)


@blueprint.post("/noms/duree")
@needs(Role.ORGANISATEUR)
def keep() -> ResponseReturnValue:
    """Say for how long names are kept."""
    years = whole(request.form.get("annees", ""))
    if years not in CHOICES:
        wrong = gettext("Choisissez une durée de la liste.")
        return index(RefusedForm("duree", UNPROCESSABLE, (("annees", wrong),)))
    try:
        reach().house.keep_years(years)
    except OSError:
        return index(RefusedForm("duree", 507, (("annees", gettext(NOT_KEPT)),)))
    return redirect(url_for("names.index"), 303)
