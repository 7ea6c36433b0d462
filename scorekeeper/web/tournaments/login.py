"""The organiser's passphrase: setting it at the first use, coming in with it, leaving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from flask import Blueprint, redirect, request, url_for

from scorekeeper.errors import Refused
from scorekeeper.i18n import gettext
from scorekeeper.tournaments.access import organiser
from scorekeeper.web.core.form_errors import NOTHING, UNPROCESSABLE, Refusal, refusal_of
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import is_page
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.frame import store

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

blueprint = Blueprint("organiser", __name__)


@dataclass(frozen=True)
class OrganiserPage:
    """Context of the organiser's page."""

    TEMPLATE: ClassVar[str] = "organiser/index.html"
    organiser: bool
    has_passphrase: bool
    local: bool
    """Whether the request was made on the machine that serves."""
    back: str
    refused: Refusal


def back() -> str:
    """The page of this app to go to afterwards."""
    asked = request.values.get("retour", "")
    return asked if is_page(asked) else url_for("tournaments.index")


def page(refused: Refusal = NOTHING) -> OrganiserPage:
    """The page as it is for whoever asks. A passphrase is never shown again, whatever was refused."""
    kept = Refusal(refused.form, refused.status, refused.said)
    return OrganiserPage(
        permissions.is_organiser(), organiser.has_passphrase(store()), permissions.is_local(), back(), kept
    )


@blueprint.get("/organisateur")
def index() -> str:
    """Come in, or what the organiser may do about coming in."""
    return render(page())


@blueprint.post("/organisateur/phrase")
def set_passphrase() -> Response | tuple[str, int]:
    """Set the passphrase: the first time at the machine itself, later by the organiser, who says the old one."""
    permissions.allow(permissions.Role.ORGANISATEUR)
    new = request.form.get("phrase", "")
    if new != request.form.get("encore", ""):
        sentence = gettext("Les deux phrases ne sont pas les mêmes.")
        refused = Refusal("phrase", UNPROCESSABLE, (("encore", sentence),))
        return render(page(refused)), refused.status
    try:
        if organiser.has_passphrase(store()):
            # Whoever finds the laptop open must not be able to shut the organiser out.
            permissions.organisers().log_in(request.form.get("ancienne", ""), permissions.device())
    except Refused as error:
        said = tuple(("ancienne", text) for _, text in refusal_of(error, "phrase").said)
        return render(page(Refusal("phrase", UNPROCESSABLE, said))), UNPROCESSABLE
    try:
        organiser.set_passphrase(store(), new)
    except Refused as error:
        refused = refusal_of(error, "phrase")
        return render(page(refused)), refused.status
    return entered(new)


def entered(passphrase: str) -> Response:
    """Come in and go on to the page that was wanted."""
    token = permissions.organisers().log_in(passphrase, permissions.device())
    response: Response = redirect(back(), 303)
    permissions.set_organiser(response, token)
    return response


@blueprint.post("/organisateur/entrer")
def log_in() -> Response | tuple[str, int]:
    """Come in with the passphrase."""
    try:
        return entered(request.form.get("phrase", ""))
    except Refused as error:
        refused = refusal_of(error, "entrer")
        return render(page(refused)), refused.status


@blueprint.post("/organisateur/sortir")
def log_out() -> Response:
    """Leave on this device, or everywhere."""
    token = permissions.visitor().token
    if request.form.get("partout") == "1" and permissions.is_organiser():
        permissions.organisers().log_out(None)
    elif token:
        permissions.organisers().log_out(token)
    response: Response = redirect(url_for("tournaments.index"), 303)
    permissions.forget(response, permissions.ORGANISER_COOKIE)
    return response
