"""Https in the room: what a device must trust, how that is done on each system, and the way over from http with device and table."""

import secrets
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.parties import writers
from scorekeeper.records.cache import Recent
from scorekeeper.records.tokens import token_hash
from scorekeeper.venue import HOUSE_CERTIFICATE
from scorekeeper.web.core.reach import reach
from scorekeeper.web.core.request_values import is_page, of_app, store
from scorekeeper.web.core.safety import DEVICE, POLICY, TO_ANY_ORIGIN, author, cookies
from scorekeeper.web.tournaments import permissions

blueprint = Blueprint("secure", __name__)
PASSAGE = "passage"
"""Cookie of a browser on its way over; cookies know no ports, so https gets it from http on the same host."""
PASSAGE_SECONDS = 120
MOST_PASSAGES = 1000
SYSTEMS = (
    ("ipad", ("iphone", "ipad")),
    ("android", ("android",)),
    ("chromeos", ("cros",)),
    ("windows", ("windows",)),
    ("macos", ("macintosh",)),
    ("linux", ("linux",)),
)
"""The systems by what their browsers say of themselves; an iPad may say that it is a Macintosh."""


@dataclass(frozen=True)
class Passage:
    """Fields that a browser takes over to https, once."""

    browser: str
    """Hash of the cookie of the browser that asked for it."""
    device: str
    tables: tuple[str, ...]
    until: float


class Passages:
    """The browsers on their way over, in memory."""

    def __init__(self) -> None:
        self._kept: Recent[str, Passage] = Recent(MOST_PASSAGES)
        self._lock = threading.Lock()

    def begin(self, device: str, tables: tuple[str, ...]) -> tuple[str, str]:
        """A token for the address, and one for the cookie of this browser."""
        token, browser = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        passage = Passage(token_hash(browser), device, tables, time.monotonic() + PASSAGE_SECONDS)
        with self._lock:
            self._kept[token_hash(token)] = passage
        return token, browser

    def end(self, token: str, browsers: list[str]) -> Passage | None:
        """Fields that this token takes over: once, in time, and in the browser that asked."""
        with self._lock:
            passage = self._kept.pop(token_hash(token), None)
        if passage is None or passage.until < time.monotonic():
            return None
        return passage if passage.browser in map(token_hash, browsers) else None


passages: Callable[[], Passages] = of_app("passages")
"""The browsers of this app on their way over."""


def back() -> str:
    """The page to come back to, over https."""
    asked = request.values.get("retour", "")
    return asked if is_page(asked) else url_for("home.index")


@blueprint.get("/securise")
def index() -> BaseResponse:
    """Steps by which a device comes to trust the house, whether it does, and the way over; behind a proxy there is nothing to do."""
    url = reach().secure_url(request.host)
    if reach().public:
        return redirect(f"{url}{back()[1:]}", 303)
    agent = request.user_agent.string.lower()
    mine = next((system for system, signs in SYSTEMS if any(sign in agent for sign in signs)), "")
    local = permissions.is_local()
    # On this machine itself the codes are for the tablets.
    plain = (local and reach().url()) or request.host_url
    page = render_template("secure/index.html", url=url, mine=mine, back=back(), plain=plain, local=local)
    response = make_response(page)
    if url:
        # This page alone asks the other port whether the device trusts it, and sends a form that leads there.
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        policy = POLICY
        for part in ("connect-src", "form-action"):
            policy = policy.replace(f"{part} 'self'", f"{part} 'self' {origin}")
        response.headers["Content-Security-Policy"] = policy
    return response


@blueprint.get("/autorite.crt")
def certificate() -> Response:
    """The certificate of the house's authority, as systems open it; 404 where there is none."""
    try:
        pem = (reach().house.folder / HOUSE_CERTIFICATE).read_text("ascii")
        content = ssl.PEM_cert_to_DER_cert(pem)
    except (OSError, ValueError):
        abort(404)
    named = {"Content-Disposition": 'attachment; filename="autorite.crt"'}
    return Response(content, mimetype="application/x-x509-ca-cert", headers=named)


@blueprint.get("/securise/oui")
def probe() -> Response:
    """Nothing, to a page of any origin: who gets it over https trusts the house."""
    return Response(status=204, headers=TO_ANY_ORIGIN)


@blueprint.post("/securise/passer")
def leave() -> ResponseReturnValue:
    """Go over to https; the device and its table follow."""
    url = reach().secure_url(request.host)
    if not url:
        return redirect(url_for("secure.index"), 303)
    token, browser = passages().begin(session[DEVICE], tuple(cookies(permissions.TABLE_COOKIE)))
    query = urlencode({"jeton": token, "retour": back()})
    response = make_response(redirect(f"{url}securise/arrivee?{query}", 303))
    response.set_cookie(
        PASSAGE, browser, max_age=PASSAGE_SECONDS, path="/securise", httponly=True, samesite="Lax"
    )
    return response


@blueprint.get("/securise/arrivee")
def arrive() -> Response:
    """Take over the device and its table, and go on to the page that was left."""
    response = make_response(redirect(back(), 303))
    passage = passages().end(request.args.get("jeton", ""), cookies(PASSAGE)) if request.is_secure else None
    if passage is not None:
        if session.new:
            session[DEVICE] = passage.device
        elif session[DEVICE] != passage.device:
            # A device that was here before keeps its own sheets, and writes on the others too.
            writers.follow(store(), passage.device, session[DEVICE], by=author())
        for table in passage.tables[:1]:
            permissions.remember(response, permissions.TABLE_COOKIE, table)
    response.delete_cookie(PASSAGE, path="/securise", httponly=True, samesite="Lax")
    return response
