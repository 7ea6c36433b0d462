"""The ways of a device into the house: every address of the app with its code, for the organiser the code of the Wi-Fi; and from
one address to another, to https and to where the house answers now.

For https a device must trust the house; each system has its steps, and device and table come along.

*Porter mes lignes*: a tablet whose server is at another address now takes its waiting lines, its table and its sheets there.
Storage belongs to an address. The page of the old one opens `/porter` here with the lines in the fragment, which no server sees;
they are sent from there, each once by its uuid. Whose they are a pass tells that the old address gave while it answered, signed
with the key of the house, which a copy carries. At the same address it gives back what the browser was allowed after the copy
was made that the evening goes on from.
"""

import hashlib
import secrets
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from flask import Response, current_app, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from itsdangerous import BadData, URLSafeSerializer
from segno.helpers import make_wifi_data
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.config import HOUSE_CERTIFICATE, RoomSettings
from scorekeeper.errors import Copied, Superseded, Unknown
from scorekeeper.i18n import gettext
from scorekeeper.parties import writers
from scorekeeper.records import epochs
from scorekeeper.records.cache import Recent
from scorekeeper.records.tokens import token_hash
from scorekeeper.tournaments.access import table_links
from scorekeeper.web.core.reach import bare, reach
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, of_app, page_asked, store
from scorekeeper.web.core.safety import DEVICE, POLICY, TO_ANY_ORIGIN, author, cookies, host_cookie
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.layout import live
from scorekeeper.web.tournaments.permissions import Pages, Role

blueprint = Pages("connect", __name__)
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
(WRONG,) = read_sentences(__file__, "wifi")
MOST_NAME, PASSWORD = 32, range(8, 64)
"""Limits of a Wi-Fi: bytes of its name, characters of its password (IEEE 802.11)."""
HERE = "ici"


@blueprint.get("/connecter")
def index() -> Response:
    """Every way into the app, with its code; the Wi-Fi's only for the organiser. The page asks for itself every few seconds."""
    here, room = reach(), reach().house.settings()
    # The house's name leads to the machine that holds the evening.
    away = isinstance(store().refusing, (Copied, Superseded))
    shown = {
        "ways": [way for way in here.ways() if not (away and way.is_name)],
        "shared": here.shared,
        "secure": bool(here.secure_url(request.host)),
        "wifi": room.wifi if permissions.is_organiser() else "",
        "printed": here.printed_url(),
        "organiser": permissions.is_organiser(),
    }
    state = hashlib.sha256(repr((shown, room, request.is_secure)).encode()).hexdigest()[:20]
    return live(state, lambda: render_template("connect/index.html", wifi_code=wifi_text(room), **shown))


@blueprint.get("/connecter/salle", role=Role.ORGANISATEUR)
def settings(refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """The organiser's settings of the room: the Wi-Fi, and where codes on paper lead."""
    room = reach().house.settings()
    return render_template("connect/room.html", room=room, refused=refused, name=reach().name), refused.status


@blueprint.post("/connecter/salle", role=Role.ORGANISATEUR)
def keep() -> ResponseReturnValue:
    """Keep what the organiser says about the room."""
    room = RoomSettings(
        wifi=request.form.get("wifi", "").strip(),
        password=request.form.get("password", ""),
        by_name=request.form.get("paper") == "name",
    )
    wrong = faults(room)
    if not wrong:
        try:
            reach().house.keep(room)
        except OSError:
            wrong = {"": "not-kept"}
    if wrong:
        messages = tuple((field, gettext(WRONG[code])) for field, code in wrong.items())
        return settings(RefusedForm("room", 422, messages, request.form.to_dict()))
    return redirect(url_for("connect.index"), 303)


def faults(room: RoomSettings) -> Mapping[str, str]:
    """Faults of a Wi-Fi, by field."""
    wrong = {}
    if not room.wifi.isprintable() or len(room.wifi.encode("utf-8", "replace")) > MOST_NAME:
        wrong["wifi"] = "name"
    is_key = len(room.password) == 64 and all(sign in "0123456789abcdefABCDEF" for sign in room.password)
    usable = room.password.isascii() and room.password.isprintable() and len(room.password) in PASSWORD
    if room.password and not (usable or is_key):
        wrong["password"] = "secret"  # noqa: S105 - the code of a sentence
    elif room.password and not room.wifi and not wrong:
        wrong["wifi"] = "missing"
    return wrong


def wifi_text(room: RoomSettings) -> str:
    """Text of the code of a Wi-Fi."""
    return str(make_wifi_data(room.wifi, room.password or None, "WPA" if room.password else "nopass"))


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


@blueprint.get("/securise")
def secure() -> BaseResponse:
    """Steps by which a device comes to trust the house, whether it does, and the way over; behind a proxy there is nothing to do."""
    url = reach().secure_url(request.host)
    if reach().public:
        return redirect(f"{url}{page_asked()[1:]}", 303)
    agent = request.user_agent.string.lower()
    mine = next((system for system, signs in SYSTEMS if any(sign in agent for sign in signs)), "")
    local = permissions.is_local()
    # On this machine itself the codes are for the tablets.
    plain = (local and reach().url()) or request.host_url
    page = render_template(
        "secure/index.html", url=url, mine=mine, back=page_asked(), plain=plain, local=local
    )
    response = Response(page)
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
    except (OSError, ValueError) as error:
        raise Unknown("certificate") from error
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
        return redirect(url_for("connect.secure"), 303)
    token, browser = passages().begin(session[DEVICE], tuple(cookies(permissions.TABLE_COOKIE)))
    query = urlencode({"jeton": token, "retour": page_asked()})
    response = redirect(f"{url}securise/arrivee?{query}", 303)
    response.set_cookie(
        PASSAGE, browser, max_age=PASSAGE_SECONDS, path="/securise", httponly=True, samesite="Lax"
    )
    return response


@blueprint.get("/securise/arrivee")
def arrive() -> BaseResponse:
    """Take over the device and its table, and go on to the page that was left."""
    response = redirect(page_asked(), 303)
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


@blueprint.app_template_global()
def served_ports() -> tuple[int, int]:
    """The ports of this app, without https and with it: the house may answer there at another address."""
    return reach().port, reach().https_port


@blueprint.after_app_request
def allow_search(response: Response) -> Response:
    """Let a page ask the other addresses of the app, and no others."""
    if response.mimetype == "text/html" and (ways := other_ways()):
        origins = " ".join(url.rstrip("/") for url in ways.split())
        policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {origins}")
        response.headers.setdefault("Content-Security-Policy", policy)
    return response


@blueprint.app_template_global()
def other_ways() -> str:
    """Other addresses of this app and of its standby, for a page that may outlive the one that it came from."""
    here, known = bare(request.host), reach()
    if known.public:
        return ""
    ways = [way for way in known.ways() if bare(way.host) != here]
    urls = [known.secure_url(way.host) if request.is_secure else way.url for way in ways]
    return " ".join(filter(None, [*urls, known.standby_secure if request.is_secure else known.standby]))


def signer() -> URLSafeSerializer:
    """Signs passes, without a date: the clocks of two laptops differ, and what a pass opens is looked up when it is used."""
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="porter")


@blueprint.get("/porter/passe")
def give() -> Response:
    """The pass of this browser: its device, its table and its sheets, as they stood after an event of a life of the records."""
    cookie = next(iter(cookies(host_cookie(permissions.TABLE_COOKIE))), "")
    records, table = store(), token_hash(cookie) if cookie else ""
    lately = [writers.sheets_of(records, session[DEVICE]), table_links.link_of(records, table)]
    token = signer().dumps([session[DEVICE], table, records.epoch, records.tail()[0], *lately])
    challenge = secrets.token_hex(16)
    proof = epochs.proof_of_house(challenge, current_app.config["SECRET_KEY"], HERE)
    return Response(token, mimetype="text/plain", headers={"X-House": f"{challenge} {proof}"})


@blueprint.get("/porter/ici")
def here() -> Response:
    """The proof that a page of another address of the house expects where the evening is held; else nothing."""
    challenge = request.args.get("defi", "")
    proof = epochs.proof_of_house(challenge, current_app.config["SECRET_KEY"], HERE)
    return Response("" if store().refusing else proof, mimetype="text/plain", headers=TO_ANY_ORIGIN)


@blueprint.get("/porter")
def carry() -> str:
    """Lines that a tablet brings, which its script reads from the fragment; without any, how it is done."""
    return render_template("carry/index.html", url=request.host)


@blueprint.post("/porter")
def carried() -> Response:
    """Let this browser write on what the pass names. It keeps its own number: a link must not make it somebody else's device."""
    try:
        former, table, epoch, seq, sheets, link = signer().loads(request.form.get("passe", ""))
    except (BadData, TypeError, ValueError) as error:
        raise Unknown("pass") from error
    response = Response(status=204)
    if former != session[DEVICE]:
        writers.follow(store(), former, session[DEVICE], by=author())
    with store().read() as opened:
        fork = epochs.parted_after(epochs.lives(opened.connection), epoch, seq)
    if fork >= 0:
        writers.recover(store(), sheets, session[DEVICE], fork, by=author())
    if permissions.visitor().bound is None:
        followed = link if fork >= 0 else ""
        taken = table_links.bind_again(store(), table, session[DEVICE], followed)
        if taken:
            permissions.remember(response, permissions.TABLE_COOKIE, taken)
    return response
