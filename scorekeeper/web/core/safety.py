"""Sessions, tokens and origins of requests; headers, language and compression of answers.

Answers are compressed with gzip where the client accepts it: a hall of phones shares one small access point. An attacker can guess a
secret in a compressed page that also repeats text of the attacker's choice (BREACH). Therefore the token of forms has another mask in
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
"""Headers of the few answers that pages of another address of the house may read."""
INERT = frozenset({"assets.sheet", "assets.script"})
"""Endpoints of files that run nothing by themselves: what a page may do, the page's own heads say."""
OF_PAGES = frozenset({"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"})
UNLISTED = re.compile(r"/parties(/|$)|/joueurs(/|$)|/tournois/\d+/(tables|tours)(/|$)")
"""Addresses that search engines leave out: sheets, who played, the tables of an evening."""
TIED = "max-age=31536000"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
ASSETS = frozenset({"static", "assets.sheet", "assets.script", "assets.file", "known.tables"}) | {
    f"installed.{name}" for name in ("manifest", "worker", "offline")
}
"""Endpoints of files that are the same for everybody: cached by browsers, without a session."""
LANGUAGE_COOKIE = "langue"
DEVICE = "device"
SESSION_SECONDS = 365 * 86400
"""Lifetime of a session, counted from the last page, give or take a month."""
MONTH = "mois"
MONTH_SECONDS = 30 * 86400
"""The cookie of a session is sent again so often, so that it does not expire on a tablet that is used."""
SAME_COOKIES = 8
"""Cookies of one name that are tried; browsers send several when they were set for other paths, or cut by a proxy."""
PROGRAMS = frozenset({"takeover.pair", "takeover.hand_over"})
"""Addresses that only programs use, with a secret of their own; no cookie lets anybody do it."""
UNREFERRED = frozenset({"tournament_links.take", "devices.take"})
"""Forms on pages without a referrer: browsers then hide the origin too, and only the form's token is checked."""


SMALLEST = 1000
"""Bytes below which an answer fits into one packet anyway: redirects, 304, most answers to programs."""
LEVEL = 4
"""Most of the gain for a fifth of the time of the highest level: 60 kB of page in about a millisecond."""
TYPES = frozenset({"application/json", "image/svg+xml"})
"""Types worth compressing, as all text is; PDF and PNG are compressed already."""


class TokenMissing(Exception):
    """A form came without the token of this browser's session: the page was too old, or another site sent it."""


class Timeless(URLSafeSerializer):
    """Signs cookies without a date: a tablet whose clock jumps must not lose its session."""

    def loads(self, s: str | bytes, salt: str | bytes | None = None, **_age: Any) -> Any:
        """Read a signed value; its age, which Flask asks for as `max_age`, does not matter."""
        return super().loads(s, salt)


class TimelessSessions(SecureCookieSessionInterface):
    """Flask's signed cookie session without expiry by the clock of either side, sent only when it changed."""

    def __init__(self, app: Flask) -> None:
        self._signer = Timeless(app.secret_key or "", salt=self.salt, serializer=self.serializer)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read the first cookie of the name that is ours: one that was cut must not hide another one that is whole."""
        serializer = self.get_signing_serializer(app)
        for value in cookies(self.get_cookie_name(app), request):
            with contextlib.suppress(BadData):
                return self.session_class(serializer.loads(value))
        return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie with an age: with Flask's date, the cookie of a server whose clock is slow would be expired."""
        if session and session.modified:
            response.set_cookie(
                self.get_cookie_name(app),
                self.get_signing_serializer(app).dumps(dict(session)),
                max_age=SESSION_SECONDS,
                path=self.get_cookie_path(app),
                secure=request.is_secure,
                httponly=True,
                samesite=self.get_cookie_samesite(app),
            )

    def get_cookie_name(self, app: Flask) -> str:
        """The name that this request's cookie has: over https, one that only https and this very host can set."""
        return host_cookie(super().get_cookie_name(app))

    def get_signing_serializer(self, app: Flask) -> Any:
        return self._signer


class MaskedCSRF(SessionCSRF):
    """The token in other characters each time, so that the size of compressed pages does not reveal it (BREACH)."""

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
    return bytes(first ^ second for first, second in zip(left, right, strict=True))


class Guard(Form):
    """The token that every form of the app has."""

    class Meta:
        """WTForms' own CSRF protection, kept for the life of the session."""

        csrf = True
        csrf_class = MaskedCSRF
        csrf_time_limit = None


def guard(formdata: Any = None) -> Guard:
    """The token form of this session; its own token is good for the forms of this page."""
    meta = {"csrf_context": session, "csrf_secret": g.csrf_secret}
    form = Guard(formdata, meta=meta)
    token = str(form["csrf_token"].current_token)  # type: ignore[attr-defined]
    g.setdefault("csrf_tokens", {})[session.get("csrf")] = token
    return form


def csrf_token() -> str:
    """The token for a form that is being shown: in one page, the same for all its forms."""
    made: dict[str | None, str] = g.setdefault("csrf_tokens", {})
    session_token = session.get("csrf")
    if session_token not in made:
        guard()
    return made[session.get("csrf")]


def host_cookie(name: str) -> str:
    """The name of a cookie in this request: its scheme decides, for both ports share one jar of cookies."""
    return f"__Host-{name}" if request.is_secure else name


def cookies(name: str, sent: Request = request) -> list[str]:
    """Every cookie of that name that a request brought, but for empty ones."""
    return [value for value in sent.cookies.getlist(name) if value][:SAME_COOKIES]


def author() -> Author:
    """The author of an act: the table, on this device."""
    return Author(g.get("actor", "table"), session.get(DEVICE, ""))


def secret_page(html: str) -> Response:
    """A page whose address is a secret: it leaves in no referrer, no search engine and no size of compressed bytes."""
    send_plain()
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


def send_plain() -> None:
    """Leave the answer to this request uncompressed, because it shows secrets."""
    g.plain = True


def wants_gzip() -> bool:
    """Whether the client takes gzip."""
    return request.accept_encodings.quality("gzip") > 0


def compress(response: Response) -> Response:
    """Compress an answer that is worth it."""
    text = (response.mimetype or "").startswith("text/") or response.mimetype in TYPES
    if not text or not wants_gzip() or g.get("plain", False):
        return response
    if response.status_code == 304 or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    body = response.get_data()
    if len(body) >= SMALLEST:
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        tag, weak = response.get_etag()
        if tag is not None and not weak:
            # The same page in other bytes.
            response.set_etag(tag, weak=True)
    return response


def install(app: Flask) -> None:
    """Put the guards before every request, and after it the headers; then the answer is compressed."""
    app.after_request(compress)

    @app.before_request
    def prepare() -> None:
        g.csrf_secret = app.config["SECRET_KEY"]
        i18n.speak(wished_language())
        # Programs get no session: signing one for each of their answers would be wasted time.
        if request.endpoint not in ASSETS and not request.path.startswith("/api/"):
            _begin_session()

    app.before_request(check_origin)

    @app.after_request
    def headers(response: Response) -> Response:
        # Each missed look-up in the headers would cost an exception.
        given = {name.lower() for name, _ in response.headers}
        wanted = HEADERS if request.endpoint in ASSETS else {**HEADERS, "Cache-Control": "no-store"}
        if request.endpoint in INERT:
            wanted = {name: value for name, value in HEADERS.items() if name not in OF_PAGES}
        if UNLISTED.match(request.path):
            wanted = {**wanted, "X-Robots-Tag": "noindex, nofollow"}
        # Only a name of its own is tied to https: it would hold for every port of a host, and the codes of a room lead to http.
        if request.is_secure and app.extensions["config"].proxies:
            wanted = {**wanted, "Strict-Transport-Security": TIED}
        response.headers.extend((name, value) for name, value in wanted.items() if name.lower() not in given)
        return response


def _begin_session() -> None:
    """Give this browser a session if it has none; what is set anew makes its cookie be sent again."""
    month = int(time.time() // MONTH_SECONDS)
    if session.get(MONTH) != month:
        session[MONTH] = month
    if DEVICE not in session:
        session[DEVICE] = secrets.token_hex(8)
        session.new = True


def check_origin() -> None:
    """Refuse what another site sends, and a form without the token of its session; raises `TokenMissing`."""
    if request.routing_exception is not None:
        # An address, a method or a name of the machine that is not ours: that is the answer, whatever else is wrong.
        raise request.routing_exception
    if request.method in SAFE:
        return
    origin = request.headers.get("Origin")
    # Browsers that leave the origin out still say that another site sent it, over https and on this machine.
    if origin is None and request.headers.get("Sec-Fetch-Site") == "cross-site":
        abort(403)
    hidden = origin == "null" and request.endpoint in UNREFERRED
    if origin is not None and not hidden and origin.partition("://")[2] != request.host:
        abort(403)
    by_program = request.path.startswith("/api/") or request.endpoint in PROGRAMS
    if not by_program and not guard(request.form).validate():
        raise TokenMissing
