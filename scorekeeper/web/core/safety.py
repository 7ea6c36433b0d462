"""Sessions, CSRF tokens and origins of requests; headers, language and compression of responses.

Responses are compressed with gzip if the client accepts it, as a hall of phones shares one small access point. An attacker can guess a
secret in a compressed page that also repeats text of the attacker's choice (BREACH). Therefore the CSRF token has another mask in
every page (`MaskedCSRF`), and pages with table links are not compressed.
"""

import contextlib
import gzip
import re
import secrets
import time
from typing import Any

from flask import Flask, Request, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData, URLSafeSerializer
from wtforms import Form
from wtforms.csrf.session import SessionCSRF

from scorekeeper import i18n
from scorekeeper.parties import Author
from scorekeeper.web.core.reach import reach

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; media-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Vary": "Accept-Language, Cookie, Accept-Encoding",
}
TO_ANY_ORIGIN = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
"""Headers of the few responses that pages of another address of this app may read."""
INERT = frozenset({"assets.sheet", "assets.script"})
"""Endpoints of files that need no page headers: the headers of the page that loads them apply."""
OF_PAGES = frozenset({"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"})
UNLISTED = re.compile(r"/parties(/|$)|/joueurs(/|$)|/tournois/\d+/(tables|tours)(/|$)")
"""Paths that search engines must not index: sheets, players, and the tables of a tournament."""
TIED = "max-age=31536000"
"""Value of `Strict-Transport-Security`: one year."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
ASSETS = frozenset({"static", "assets.sheet", "assets.script", "assets.file", "away.rules"}) | {
    f"installed.{name}" for name in ("manifest", "worker", "offline")
}
"""Endpoints of files that are the same for everybody: cacheable, without a session."""
LANGUAGE_COOKIE = "langue"
DEVICE = "device"
SESSION_SECONDS = 365 * 86400
"""Lifetime of a session since its last page, to within a month."""
MONTH = "mois"
MONTH_SECONDS = 30 * 86400
"""Interval at which the session cookie is renewed, so that it does not expire on a tablet in use."""
SAME_COOKIES = 8
"""Most cookies of one name that are tried; browsers send several that were set for other paths, or cut by a proxy."""
PROGRAMS = frozenset({"takeover.pair", "takeover.hand_over"})
"""Endpoints used only by programs, with a secret of their own; no cookie grants access, so that they need no CSRF token."""
UNREFERRED = frozenset({"tournament_links.take", "devices.take"})
"""Forms on pages without a referrer: browsers then hide the origin too, and only the form's token is checked."""


SMALLEST = 1000
"""Least size in bytes to compress; smaller responses fit into one packet anyway."""
LEVEL = 4
"""Gzip level: most of the gain in a fifth of the time of the highest level, 60 kB in about a millisecond."""
TYPES = frozenset({"application/json", "image/svg+xml"})
"""Types worth compressing besides text; PDF and PNG are compressed already."""


class TokenMissing(Exception):
    """A form was sent without a valid CSRF token: its page was too old, or another site sent it."""


class TimelessSessions(SecureCookieSessionInterface):
    """Flask's signed cookie session, signed without a date, so that no clock change ends it, and sent only when it changed."""

    def __init__(self, app: Flask) -> None:
        self._signer = URLSafeSerializer(app.secret_key or "", salt=self.salt, serializer=self.serializer)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read the first cookie with a valid signature, as a truncated one may precede a complete one."""
        for value in cookies(host_cookie(app.config["SESSION_COOKIE_NAME"]), request):
            with contextlib.suppress(BadData):
                return self.session_class(self._signer.loads(value))
        return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie with a maximum age instead of Flask's date, with which a server's slow clock would make it expired."""
        if session and session.modified:
            response.set_cookie(
                host_cookie(app.config["SESSION_COOKIE_NAME"]),
                self._signer.dumps(dict(session)),
                max_age=SESSION_SECONDS,
                path=self.get_cookie_path(app),
                secure=request.is_secure,
                httponly=True,
                samesite=self.get_cookie_samesite(app),
            )


class MaskedCSRF(SessionCSRF):
    """CSRF token with another random mask each time, so that the size of compressed pages does not reveal it (BREACH)."""

    def generate_csrf_token(self, csrf_token_field: Any) -> str:
        digest = bytes.fromhex(super().generate_csrf_token(csrf_token_field).removeprefix("##"))
        mask = secrets.token_bytes(len(digest))
        return mask.hex() + _xor(digest, mask).hex()

    def validate_csrf_token(self, form: Any, field: Any) -> None:
        with contextlib.suppress(ValueError, TypeError):
            sent = bytes.fromhex(field.data)
            half = len(sent) // 2
            field.data = "##" + _xor(sent[:half], sent[half:]).hex()
        super().validate_csrf_token(form, field)


def _xor(left: bytes, right: bytes) -> bytes:
    return (int.from_bytes(left) ^ int.from_bytes(right)).to_bytes(max(len(left), len(right)))


class Guard(Form):
    """Form with only the CSRF token, which every form of the app includes."""

    class Meta:
        """WTForms' CSRF protection, valid as long as the session."""

        csrf = True
        csrf_class = MaskedCSRF
        csrf_time_limit = None


def guard(formdata: Any = None) -> Guard:
    """Return the CSRF form of this session, filled with `formdata`; its token is cached for this page."""
    meta = {"csrf_context": session, "csrf_secret": g.csrf_secret}
    form = Guard(formdata, meta=meta)
    token = str(form["csrf_token"].current_token)  # type: ignore[attr-defined]
    g.setdefault("csrf_tokens", {})[session.get("csrf")] = token
    return form


def csrf_token() -> str:
    """Return the CSRF token of this page, the same for all its forms."""
    made: dict[str | None, str] = g.setdefault("csrf_tokens", {})
    session_token = session.get("csrf")
    if session_token not in made:
        guard()
    return made[session.get("csrf")]


def host_cookie(name: str) -> str:
    """Return a cookie's name for this request's scheme: over HTTPS with the prefix that only this host can set.

    The HTTP and HTTPS ports share the browser's cookies.
    """
    return f"__Host-{name}" if request.is_secure else name


def cookies(name: str, sent: Request = request) -> list[str]:
    """Return the values of a request's cookies of that name, without empty ones, at most `SAME_COOKIES`."""
    return [value for value in sent.cookies.getlist(name) if value][:SAME_COOKIES]


def author() -> Author:
    """Return the author of an act on a sheet: the identified actor, else `table`, with this device."""
    return Author(g.get("actor", "table"), session.get(DEVICE, ""))


def device_or_address() -> str:
    """Return the session id of the sender's browser, else the sender's address."""
    return session.get(DEVICE) or request.remote_addr or ""


def secret_page(html: str) -> Response:
    """Return a page with a secret URL: without referrer, indexing, caching or compression, which could reveal it."""
    send_uncompressed()
    kept = {
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex, nofollow",
        "Cache-Control": "no-store",
    }
    return Response(html, headers=kept)


def wished_language() -> str:
    """Return the language chosen on this device, else the browser's preferred one, else that of the house."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in i18n.LANGUAGES:
        return chosen
    # By quality and primary subtag: an exact match would give English to `fr-CH, en;q=0.5`.
    liked = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((tag for tag in liked if tag in i18n.LANGUAGES), current_app.extensions["config"].language)


def send_uncompressed() -> None:
    """Mark the response to this request as not to be compressed, because it contains secrets."""
    g.plain = True


def wants_gzip() -> bool:
    """Return whether the client accepts gzip."""
    return request.accept_encodings.quality("gzip") > 0


def compress(response: Response) -> Response:
    """Compress a response if that is worthwhile and allowed."""
    text = (response.mimetype or "").startswith("text/") or response.mimetype in TYPES
    if not text or response.is_streamed or g.get("plain", False):
        return response
    if response.status_code == 304 or "Content-Encoding" in response.headers:
        return response
    body = response.get_data()
    if len(body) >= SMALLEST and wants_gzip():
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        tag, weak = response.get_etag()
        if tag is not None and not weak:
            # The same page in other bytes: a strong ETag would be wrong.
            response.set_etag(tag, weak=True)
    return response


def install(app: Flask) -> None:
    """Register the session and origin checks before each request, and headers and compression after it."""
    app.after_request(compress)

    @app.before_request
    def prepare() -> None:
        g.csrf_secret = app.config["SECRET_KEY"]
        i18n.current.set(wished_language())
        i18n.swiss.set(reach().house.settings.swiss)
        # Programs get no session: signing a cookie for each response would waste time.
        if request.endpoint in ASSETS or request.path.startswith("/api/"):
            return
        if DEVICE not in session:
            session[DEVICE] = secrets.token_hex(8)
            session.new = True
        # A change renews the cookie, once a month.
        if session.get(MONTH) != (month := int(time.time() // MONTH_SECONDS)):
            session[MONTH] = month

    app.before_request(check_origin)

    @app.after_request
    def headers(response: Response) -> Response:
        # A set, because each failed look-up in the headers costs an exception.
        given = {name.lower() for name, _ in response.headers}
        wanted = HEADERS if request.endpoint in ASSETS else {**HEADERS, "Cache-Control": "no-store"}
        if request.endpoint in INERT:
            wanted = {name: value for name, value in HEADERS.items() if name not in OF_PAGES}
        if others := g.get("connects"):
            origins = " ".join(url.rstrip("/") for url in others)
            policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {origins}")
            wanted = {**wanted, "Content-Security-Policy": policy}
        if UNLISTED.match(request.path):
            wanted = {**wanted, "X-Robots-Tag": "noindex, nofollow"}
        # Only behind a proxy: the header applies to all ports of a host, and QR codes in the hall use plain HTTP.
        if request.is_secure and app.extensions["config"].proxies:
            wanted = {**wanted, "Strict-Transport-Security": TIED}
        response.headers.extend((name, value) for name, value in wanted.items() if name.lower() not in given)
        return response


def check_origin() -> None:
    """Refuse requests sent by other sites with 403, and raise `TokenMissing` for a form without a valid CSRF token."""
    if request.routing_exception is not None:
        # An unknown path, method or host is reported before anything else that is wrong.
        raise request.routing_exception
    if request.method in SAFE:
        return
    origin = request.headers.get("Origin")
    # Some browsers omit `Origin` and send `Sec-Fetch-Site` instead, over HTTPS and on localhost.
    if origin is None and request.headers.get("Sec-Fetch-Site") == "cross-site":
        abort(403)
    hidden = origin == "null" and request.endpoint in UNREFERRED
    if origin is not None and not hidden and origin.partition("://")[2] != request.host:
        abort(403)
    by_program = request.path.startswith("/api/") or request.endpoint in PROGRAMS
    if not by_program and not guard(request.form).validate():
        raise TokenMissing
