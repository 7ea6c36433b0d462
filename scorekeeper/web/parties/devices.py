"""Pages about the devices of a sheet: the code to add one, joining by it, names, and granting or removing access."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.errors import OnlyLooking, Refused, TooMany, Unknown
from scorekeeper.i18n import gettext
from scorekeeper.parties import Author, Partie, writers
from scorekeeper.parties.writers import DIGITS, JoinedBy
from scorekeeper.web.core.failures import failure_of, sentence_of
from scorekeeper.web.core.reach import neighbours
from scorekeeper.web.core.requests import (
    NOT_REFUSED,
    RefusedForm,
    partie_of,
    refused_form,
    store,
    to_next_line,
)
from scorekeeper.web.core.safety import author, device_or_address, secret_page, send_uncompressed
from scorekeeper.web.parties.access import device, device_name, invitations, may_write, name_device
from scorekeeper.web.parties.sheet_view import sheet_view
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.logins import link_and_code
from scorekeeper.web.tournaments.permissions import Role, is_keeper

blueprint = Blueprint("devices", __name__)
ONE = "/parties/<number:number>/appareils"


def writers_of(number: int) -> list[dict[str, Any]]:
    """Return the devices and programs that may write on a sheet, this device first. `given` is the name that a user gave."""
    names = writers.device_names(store())
    listed = [
        {
            "id": holder,
            "name": gettext("un programme qui a sa clé") if writers.is_key(holder) else device_name(holder),
            "given": names.get(holder, ""),
            "here": holder == device(),
            "program": writers.is_key(holder),
        }
        for holder in writers.writers(store(), number) - {writers.NOBODY}
    ]
    return sorted(listed, key=lambda writer: (not writer["here"], writer["program"], writer["name"]))


def free_sheet(number: int) -> Partie:
    """Return a sheet outside tournaments; 404 for one of a tournament, which is written by its table's link."""
    partie = partie_of(number)
    if permissions.sheet_place(number) is not None:
        abort(404)
    return partie


@blueprint.get(ONE)
def show(number: int, refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """Show the devices of a sheet and how to add one; to a device without access, the field for the code."""
    partie = free_sheet(number)
    if not may_write(number):
        return watch_page(partie, refused), refused.status
    invitation = invitations().current(number)
    url, code = link_and_code(invitation.token, "devices.link") if invitation else ("", "")
    send_uncompressed()
    names: Mapping[str, str] = writers.device_names(store())
    known = writers.writers(store(), number)
    page = render_template(
        "parties/devices.html",
        view=sheet_view(partie),
        invitation=invitation,
        open_to_all=current_app.extensions["config"].open,
        url=url,
        code=code,
        here=device(),
        my_name=names.get(device(), ""),
        writers=writers_of(number),
        nobodys=not known,
        others={id_: name for id_, name in names.items() if id_ not in known and id_ != device()},
        refused=refused,
    )
    return page, refused.status


def watch_page(partie: Partie, refused: RefusedForm = NOT_REFUSED) -> str:
    """Return the sheet for a device without write access, with the way to join."""
    return render_template("parties/watch.html", view=sheet_view(partie), refused=refused, digits=DIGITS)


def back(number: int) -> Response:
    """Redirect to the page of the devices."""
    return redirect(url_for("devices.show", number=number) + "#saisie", 303)


@blueprint.post(f"{ONE}/code")
def invite(number: int) -> Response:
    """Make a new code and a new link; the former ones expire."""
    free_sheet(number)
    invitations().renew(number)
    return back(number)


@blueprint.post(f"{ONE}/rejoindre")
def join(number: int) -> ResponseReturnValue:
    """Grant this device write access if it sent the code of the sheet."""
    free_sheet(number)
    typed = "".join(request.form.get("code", "").split())
    try:
        if not (len(typed) == DIGITS and typed.isascii() and typed.isdigit()):
            raise writers.refusal(Fault("code-de-six-chiffres", "code"))
        origins = (f"device {device_or_address()}", f"address {neighbours()}")
        if not may_write(number) and not invitations().is_right(number, typed, *origins):
            raise writers.refusal(Fault("code-faux", "code"))
        writers.grant(store(), number, device(), by=author(), way=JoinedBy.CODE)
    except Refused as error:
        return show(number, refused_form("rejoindre", error))
    except TooMany as error:
        failure = failure_of(error)
        texts = (("code", sentence_of(error, failure)),)
        refused = RefusedForm("rejoindre", failure.status, texts, request.form.to_dict())
        return *show(number, refused), {"Retry-After": str(error.retry_after)}
    return to_next_line(number)


@blueprint.post(f"{ONE}/confier")
def hand_over(number: int) -> ResponseReturnValue:
    """Grant write access to this device or to another named one. For this machine and the organiser."""
    free_sheet(number)
    keepers_only(number)
    chosen = request.form.get("appareil") or device()
    if chosen != device() and chosen not in writers.device_names(store()):
        raise Unknown("device")
    try:
        writers.grant(store(), number, chosen, by=keeper())
    except Refused as error:
        return show(number, refused_form("confier", error))
    return back(number)


@blueprint.post(f"{ONE}/retirer")
def remove(number: int) -> Response:
    """Remove the access of a device, and expire the code that it may have seen. For this machine and the organiser."""
    free_sheet(number)
    keepers_only(number)
    writers.revoke(store(), number, request.form.get("appareil", ""), by=keeper())
    invitations().end(number)
    return back(number)


@blueprint.post(f"{ONE}/nom")
def rename(number: int) -> ResponseReturnValue:
    """Name this device. This machine and the organiser may name any device with write access."""
    free_sheet(number)
    chosen = request.form.get("appareil") or device()
    if chosen != device():
        keepers_only(number)
        if chosen not in writers.writers(store(), number):
            raise Unknown("device")
    try:
        name_device(chosen, request.form.get("nom", ""))
    except Refused as error:
        texts = [(chosen, message_of(item.fault, error.words, error.table)) for item in error.faults]
        return show(number, RefusedForm("nom", 422, tuple(texts), typed=request.form.to_dict()))
    return back(number)


def keeper() -> Author:
    """Return the author for acts of this machine or of the organiser."""
    return replace(author(), actor=str(Role.ORGANISATEUR)) if permissions.is_organiser() else author()


def keepers_only(number: int) -> None:
    """Raise `OnlyLooking` for a sender that is neither on this machine nor the organiser."""
    if not is_keeper():
        raise OnlyLooking(number)


@blueprint.get("/f/<token>")
def link(token: str) -> Response:
    """Ask whether this device is to join the sheet; changes nothing."""
    partie = partie_of(invitations().sheet_of(token) or permissions.refuse_link())
    return secret_page(render_template("parties/join.html", partie=partie, token=token))


@blueprint.post("/f/<token>")
def take(token: str) -> Response:
    """Grant this device write access to the sheet."""
    number = invitations().sheet_of(token) or permissions.refuse_link()
    writers.grant(store(), number, device(), by=author(), way=JoinedBy.LINK)
    return to_next_line(number)
