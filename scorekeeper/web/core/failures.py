"""Error responses: one table from exceptions to status and message, for pages and API."""

import datetime as dt
import logging
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from flask import Flask, current_app, jsonify, make_response, render_template, request, session, url_for
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import errors
from scorekeeper.cards.game_api.words import BAD_JSON, bad_json_message, message_of, read_sentences
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.cards.rules.strict_json import BadJson
from scorekeeper.cards.sheet_file import FAULTS_FORMAT, BadSheet, faults_document
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import Line
from scorekeeper.press import messages as printing
from scorekeeper.records.cache import Attempts
from scorekeeper.web.core.reach import LATE
from scorekeeper.web.core.requests import store
from scorekeeper.web.core.safety import DEVICE, TokenMissing, send_uncompressed

log = logging.getLogger("scorekeeper")

API = "/api/"
LINKS = ("/t/", "/f/")
"""Prefixes of the links of tables and sheets; the rest of the path is a secret token."""
UNKNOWN_PERSON = 401
MOST_FIELDS = 1000
"""Most fields that an error page offers to send again; no form of ours has as many."""


@dataclass(frozen=True)
class HttpFailure:
    """An error response, with its French title and message."""

    status: int
    code: str
    """Stable code, the same in every language."""
    title: str
    sentence: str
    retry_after: int = 0
    """Seconds after which the same request may succeed; 0 when a retry does not help."""


TEXTS, NOT_PRINTED = read_sentences(__file__, "failures", "printing")


def _failure(status: int, code: str, retry_after: int = 0) -> HttpFailure:
    return HttpFailure(status, code, **TEXTS[code], retry_after=retry_after)


NOT_FOUND = _failure(404, "introuvable")
INTERNAL = _failure(500, "erreur-interne")
OWN: Mapping[type[Exception], HttpFailure] = {
    BadSheet: _failure(422, "feuille-refusee"),
    TokenMissing: _failure(400, "page-ancienne"),
    errors.Conflict: _failure(409, "pas-maintenant"),
    errors.TooMany: _failure(429, "trop-d-essais"),
    errors.TooManySheets: _failure(429, "trop-de-feuilles"),
    errors.TooManyPrints: _failure(429, "trop-d-impressions"),
    errors.Forbidden: _failure(401, "qui-etes-vous"),
    errors.NotOfHousehold: _failure(403, "jeu-de-la-maison"),
    errors.Overheard: _failure(403, "en-clair"),
    errors.Refused: _failure(422, "saisie-refusee"),
    errors.StaleEntry: _failure(409, "deja-note"),
    errors.LinesAffected: _failure(409, "autres-lignes"),
    errors.PartieClosed: _failure(409, "partie-close"),
    errors.Unknown: NOT_FOUND,
    errors.StorageFull: _failure(507, "disque-plein", 30),
    errors.Superseded: _failure(507, "autre-machine", 30),
    errors.Copied: _failure(507, "copie", 30),
    errors.StorageReadOnly: _failure(507, "lecture-seule", 30),
    errors.StorageBusy: _failure(503, "occupe", 2),
    errors.ScorekeeperError: _failure(503, "base-inaccessible", 10),
}
"""Failure of each exception class and its subclasses."""
ENDED: Mapping[str, HttpFailure] = {
    "/t/": replace(NOT_FOUND, **TEXTS["lien-de-table"]),
    "/f/": replace(NOT_FOUND, **TEXTS["lien-de-feuille"]),
}
"""Failures of unknown or expired links, by the prefix of their path."""
NOT_FOR_THEM = _failure(403, "pas-permis")
"""Failure of a known sender whose role does not allow the request."""
LOOKING_ON = (
    _failure(403, "on-regarde"),
    replace(_failure(403, "on-regarde"), sentence=TEXTS["sans-cle"]["sentence"]),
)
"""Failures of a write on a sheet without access, from a page and from a program."""
HTTP: Mapping[int, HttpFailure] = {
    400: _failure(400, "requete-illisible"),
    403: _failure(403, "origine-refusee"),
    404: NOT_FOUND,
    405: _failure(405, "methode-refusee"),
    413: _failure(413, "trop-grand"),
    415: _failure(415, "type-refuse"),
    500: INTERNAL,
}
PRINTING: Mapping[printing.Failure, int] = {
    printing.Failure.BUSY: 10,
    printing.Failure.TOO_SLOW: 30,
    printing.Failure.OUT_OF_MEMORY: 30,
    printing.Failure.CRASHED: 10,
    printing.Failure.UNAVAILABLE: 60,
    printing.Failure.FONTS_MISSING: 60,
}
"""Retry time in seconds of each printing failure that is temporary."""
STRANGE_HOST = N_("L’application ne répond pas à ce nom : prenez l’adresse qui est affichée au bureau.")
LINE_WRITTEN = N_("La ligne %(rang)s a déjà été notée ou changée depuis un autre appareil.")


def failure_of(error: Exception) -> HttpFailure:
    """Return the failure of an exception; `INTERNAL` for an unknown one."""
    if isinstance(error, BadJson):
        return replace(HTTP[400], code=error.code, sentence=BAD_JSON[error.code])
    if isinstance(error, printing.PrintFailed):
        wait = PRINTING.get(error.code, 0)
        failure = _failure(503 if wait else 500, "pas-de-feuille", wait)
        return replace(failure, sentence=NOT_PRINTED.get(error.code, failure.sentence))
    if isinstance(error, errors.OnlyLooking):
        return LOOKING_ON[request.path.startswith(API)]
    if type(error) is errors.Forbidden and error.known:
        return NOT_FOR_THEM
    if isinstance(error, errors.TooMany):
        return replace(OWN[type(error)], retry_after=error.retry_after)
    if isinstance(error, errors.Unknown):
        return next((ended for start, ended in ENDED.items() if request.path.startswith(start)), NOT_FOUND)
    if isinstance(error, HTTPException):
        status = error.code or 500
        return HTTP.get(status, _failure(status, "requete-refusee"))
    return next((OWN[kind] for kind in type(error).__mro__ if kind in OWN), INTERNAL)


def sentence_of(error: Exception, failure: HttpFailure) -> str:
    """Return the message of a failure in the current language."""
    if isinstance(error, BadJson):
        return bad_json_message(error)
    if isinstance(error, errors.StaleEntry) and error.line is not None:
        return gettext(LINE_WRITTEN, rang=error.line.rang)
    if isinstance(error, errors.Conflict) and error.faults:
        return " ".join(message_of(fault, error.words, Table()) for fault in error.faults)
    if isinstance(error, errors.TooMany):
        return gettext(failure.sentence, secondes=error.retry_after)
    return gettext(failure.sentence)


def document_of(error: Exception, failure: HttpFailure) -> dict[str, Any]:
    """Return a failure as a faults document; for a conflict on a sheet with the present line and revision."""
    if isinstance(error, errors.Refused):
        return {**faults_document(error.faults, error.words, error.table), **error.extra}
    if isinstance(error, errors.Conflict):
        return faults_document([EntryFault(None, fault) for fault in error.faults], error.words, Table())
    fault = {"entry": None, "field": "", "code": failure.code, "message": sentence_of(error, failure)}
    document: dict[str, Any] = {"format": FAULTS_FORMAT, "faults": [fault]}
    if isinstance(error, errors.SheetError):
        fault["entry"] = error.line and error.line.rang
        document |= {"revision": error.partie.revision, "standing": error.line and line_document(error.line)}
    if isinstance(error, errors.LinesAffected):
        document |= {"affected": [asdict(line) for line in error.affected]}
    return document


def line_document(line: Line) -> dict[str, Any]:
    """Return the present version of a line as JSON data, with its last author and time."""
    last = line.versions[-1]
    written = {"at": last.at, "actor": last.actor, "device": last.device}
    return {"rang": line.rang, "entry": dict(line.payload), "struck": line.struck, **written}


def loggable(path: str) -> str:
    """Return a path for the log: printable on one line, and without the secret token of a link."""
    shown = f"{path[:3]}•" if path.startswith(LINKS) else path
    return shown if shown.isprintable() else ascii(shown)


def clock(moment: float) -> str:
    """Return the local time of day of a moment, given in seconds since 1970, as `HH:MM:SS`."""
    return f"{dt.datetime.fromtimestamp(moment).astimezone():%H:%M:%S}"


def copy_late() -> str:
    """Return the time of day of the last update of this server's copy if it is late; empty otherwise, or without a copy."""
    fresh: float | None = getattr(store(), "fresh_at", None)
    return clock(fresh) if fresh is not None and time.time() - fresh > LATE else ""


def unwritable() -> str:
    """Return why the records cannot be written now, for the top of every page; empty if they can. Tries a write again."""
    reason = store().refusing
    if reason is None or store().writable():
        return ""
    if isinstance(reason, errors.Copied):
        at = clock(getattr(store(), "fresh_at", 0.0))
        if copy_late():
            return gettext(
                "Copie de %(url)s, qui ne répond plus : rien de nouveau depuis %(at)s, et rien ne s’écrit ici.",
                url=str(reason),
                at=at,
            )
        return gettext("Copie de %(url)s, à jour à %(at)s : rien ne s’écrit ici.", url=str(reason), at=at)
    if isinstance(reason, errors.Superseded):
        return gettext(OWN[errors.Superseded].sentence)
    why = gettext("Le disque est plein, rien de nouveau n’y entre.")
    if isinstance(reason, errors.StorageReadOnly):
        why = gettext("Lecture seule : le disque est protégé, rien de nouveau n’y entre.")
    still = gettext("Tout se lit et s’imprime. Notez sur papier en attendant, et prévenez l’organisateur.")
    return f"{why} {still}"


def install(app: Flask) -> None:
    """Register the error handler: JSON under `/api/`, a page elsewhere."""
    app.jinja_env.globals.update(unwritable=unwritable, copy_late=copy_late)
    app.register_error_handler(Exception, answer)


def answer(error: Exception) -> BaseResponse:
    """Return the response to a request that raised an exception, and log it if needed."""
    if isinstance(error, HTTPException) and (error.code or 500) < 400:
        _forget_frames(error)
        return error.get_response()
    failure = failure_of(error)
    if failure is INTERNAL:
        log.error("%s %s", request.method, loggable(request.path), exc_info=error)
    elif isinstance(error, (errors.Copied, errors.Superseded)):
        _log_attempt()
    elif failure.status >= 500 and not isinstance(error, errors.TooMany):
        log.error("%s %s: %s", request.method, loggable(request.path), error)
    if isinstance(error, SecurityError):
        # The request's host is not ours, so that a page could not link to anything.
        response = make_response(gettext(STRANGE_HOST), {"Content-Type": "text/plain; charset=utf-8"})
    elif request.path.startswith(API):
        response = jsonify(document_of(error, failure))
    else:
        response = make_response(page_of(error, failure))
    response.status_code = failure.status
    if failure.status == UNKNOWN_PERSON:
        response.headers["WWW-Authenticate"] = 'Bearer realm="organisateur"'
    if failure.retry_after:
        response.headers["Retry-After"] = str(failure.retry_after)
    if isinstance(error, HTTPException):
        kept = {name: value for name, value in error.get_headers() if name in {"Allow", "Location"}}
        response.headers.update(kept)
    _forget_frames(error)
    return response


def _log_attempt() -> None:
    """Log, at a limited rate, that a device tries to write here although another server holds the records."""
    attempts: Attempts = current_app.extensions["attempts"]
    device = session.get(DEVICE, "")[:4] or request.remote_addr or "?"
    if due := attempts.count_attempt(device):
        log.info("%s: %d refused, another machine holds these records", device, due)


def _forget_frames(error: BaseException | None) -> None:
    """Clear the tracebacks of an exception and its context: a request refers to its error, and the cycle would keep both alive."""
    while error is not None:
        error.__traceback__ = None
        error = error.__context__


def page_of(error: Exception, failure: HttpFailure) -> str:
    """Render the page of a failure, with a button that sends the form again if that can help, or a link to the log-in."""
    if request.path.startswith(LINKS):
        send_uncompressed()
    joins = isinstance(error, errors.OnlyLooking)
    away = isinstance(error, (errors.Copied, errors.Superseded))
    later = failure.retry_after and not away
    helps = request.method == "POST" and (later or joins or isinstance(error, TokenMissing))
    fields = list(request.form.items(multi=True)) if helps else []
    replay = [item for item in fields if item[0] != "csrf_token"] if len(fields) <= MOST_FIELDS else []
    back = request.full_path.rstrip("?") if request.method == "GET" else "/tournois"
    return render_template(
        "errors/error.html",
        title=gettext(failure.title),
        sentence=sentence_of(error, failure),
        replay=replay,
        action=request.path,
        join=url_for("devices.show", number=error.partie) if isinstance(error, errors.OnlyLooking) else "",
        login=back if failure.status == UNKNOWN_PERSON else "",
    )
