"""The organiser's passphrase: setting it at the first use, logging in with it, logging out."""

from collections.abc import Callable
from dataclasses import replace

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.errors import Refused, TooMany
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.tournaments.access import organiser
from scorekeeper.web.core.failures import failure_of, sentence_of
from scorekeeper.web.core.jinja import moment
from scorekeeper.web.core.reach import reach
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, page_asked, refused_form, store
from scorekeeper.web.tournaments import permissions

blueprint = permissions.Pages("organiser", __name__)


@blueprint.get("/organisateur")
def index(refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """Log in, or what the organiser may do about it. A passphrase is never shown again, whatever was refused."""
    is_organiser = permissions.is_organiser()
    page = render_template(
        "organiser/index.html",
        organiser=is_organiser,
        has_passphrase=organiser.has_passphrase(store()),
        local=permissions.is_local(),
        # Behind a proxy no browser is on the machine itself.
        machine="" if current_app.extensions["config"].proxies else f"http://localhost:{reach().port}",
        secure=permissions.needs_https(),
        back=page_asked(url_for("tournaments.index")),
        code=permissions.letting_in().shown() if is_organiser else "",
        sessions=permissions.organisers().sessions(permissions.visitor().token) if is_organiser else [],
        wrong=wrong_tries() if is_organiser else [],
        refused=replace(refused, typed={}),
    )
    return page, refused.status


def wrong_tries() -> list[str]:
    """Origin of wrong passphrases, a sentence for each address."""
    return [
        ngettext(
            "%(num)s essai refusé depuis %(adresse)s, le %(moment)s.",
            "%(num)s essais refusés depuis %(adresse)s, le dernier le %(moment)s.",
            count,
            adresse=address,
            moment=moment(last),
        )
        for address, (count, last) in permissions.wrong_tries().latest()
    ]


@blueprint.post("/organisateur/phrase")
def set_passphrase() -> ResponseReturnValue:
    """Set the passphrase: the first time at the machine itself, later by the organiser, with the old one."""
    permissions.allow(permissions.Role.ORGANISATEUR)
    new = request.form.get("phrase", "")
    if new != request.form.get("encore", ""):
        different = gettext("Les deux phrases de passe ne sont pas les mêmes.")
        return index(RefusedForm("phrase", 422, (("encore", different),)))

    def change() -> str:
        if organiser.has_passphrase(store()):
            # A visitor at the open laptop must not be able to shut the organiser out.
            permissions.check(request.form.get("ancienne", ""), "ancienne")
        organiser.set_passphrase(store(), new)
        permissions.entered()
        return permissions.organisers().open(permissions.device())

    return go_on("phrase", "ancienne", change)


def go_on(form: str, field: str, enter: Callable[[], str]) -> ResponseReturnValue:
    """Let this browser act as the organiser and go on to the page that was wanted, or say what is wrong, or how long to wait."""
    try:
        token = enter()
    except Refused as error:
        return index(refused_form(form, error))
    except TooMany as error:
        failure = failure_of(error)
        page, status = index(RefusedForm(form, failure.status, ((field, sentence_of(error, failure)),)))
        return page, status, {"Retry-After": str(error.retry_after)}
    response: Response = redirect(page_asked(url_for("tournaments.index")), 303)
    permissions.remember(response, permissions.ORGANISER_COOKIE, token)
    return response


@blueprint.post("/organisateur/entrer")
def log_in() -> ResponseReturnValue:
    """Log in with the passphrase; over http the page says where instead."""
    if permissions.needs_https():
        page, _ = index()
        return page, 403
    return go_on("entrer", "passphrase", lambda: permissions.log_in(request.form.get("phrase", "")))


@blueprint.post("/organisateur/code", role=permissions.Role.ORGANISATEUR)
def let_in() -> Response:
    """Show a code by which another device of the organiser logs in."""
    permissions.letting_in().give()
    return redirect(url_for("organiser.index") + "#sessions", 303)


@blueprint.post("/organisateur/sessions/<number:session>/fermer", role=permissions.Role.ORGANISATEUR)
def end_session(session: int) -> Response:
    """End one session of the organiser, on whichever device."""
    permissions.organisers().end(session)
    return redirect(url_for("organiser.index") + "#sessions", 303)


@blueprint.post("/organisateur/sortir")
def log_out() -> ResponseReturnValue:
    """Log out on this device, or everywhere."""
    token = permissions.visitor().token
    if request.form.get("partout") == "1" and permissions.is_organiser():
        permissions.organisers().log_out(None)
    elif token:
        permissions.organisers().log_out(token)
    response: Response = redirect(url_for("tournaments.index"), 303)
    permissions.forget(response, permissions.ORGANISER_COOKIE)
    return response
