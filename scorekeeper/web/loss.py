"""The loss that was found when the records were opened: it stands on the pages of this machine and of the desk until it is dismissed."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.tournaments.checking import dismiss_loss, loss_sentence
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import Role

blueprint = Blueprint("loss", __name__)


@blueprint.app_template_global()
def standing_loss() -> str:
    """The loss in a sentence; empty for everybody else, and where nothing is lost that was not dismissed."""
    lost = store().lost
    return loss_sentence(lost) if lost is not None and permissions.is_keeper() else ""


@blueprint.post("/perte")
def dismiss() -> BaseResponse:
    """Say it no more on the pages. For the organiser."""
    permissions.allow(Role.ORGANISATEUR)
    dismiss_loss(store())
    return redirect(url_for("home.index"), 303)
