"""Ways for a device to reach the house: each address of the app with its QR code, the Wi-Fi's code, and the move to HTTPS.

For HTTPS a device must trust the house's certificate; each system has its steps. Device id and table are carried over.

*Porter mes lignes* carries a tablet's waiting lines, table and sheets to another address of the server. Browser storage belongs to
an address. The page of the old address opens `/porter` here with the lines in the fragment, which is not sent to a server. Its
script sends them, each once by its UUID. A pass identifies the device: the old address issued it while it answered, signed with
the house's key, which backups include. At the same address, after a restore, the pass gives back the access gained since the backup.
"""

import hashlib
import secrets
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from flask import Response, current_app, g, redirect, render_template, request, session, url_for
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
from scorekeeper.web.core.reach import canonical_host, is_local, reach
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, download, of_app, page_asked, store
from scorekeeper.web.core.safety import DEVICE, POLICY, TO_ANY_ORIGIN, author, cookies, host_cookie
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.layout import polled
from scorekeeper.web.tournaments.permissions import Pages, Role

blueprint = Pages("connect", __name__)
PASSAGE = "passage"
"""Cookie of a browser on its way to HTTPS. Cookies ignore ports, so HTTP and HTTPS on one host share it."""
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
"""Systems by words in the user agent. An iPad may claim to be a Macintosh."""
(WRONG,) = read_sentences(__file__, "wifi")
MOST_NAME, PASSWORD = 32, range(8, 64)
"""Limits of a Wi-Fi (IEEE 802.11): bytes of its name, characters of its password."""
HERE = "ici"


@blueprint.get("/connecter")
def index() -> Response:
    """Show every address of the app with its code, and the Wi-Fi's to the organiser. The page polls for changes."""
    here, room = reach(), reach().house.settings
    # The house's name resolves to the server that writes the records.
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
    return polled(state, lambda: render_template("connect/index.html", wifi_code=wifi_text(room), **shown))


@blueprint.get("/connecter/salle", role=Role.ORGANISATEUR)
def settings(refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """Show the organiser's settings of the room: the Wi-Fi, and the address in codes on paper."""
    room = reach().house.settings
    return render_template("connect/room.html", room=room, refused=refused, name=reach().name), refused.status


@blueprint.post("/connecter/salle", role=Role.ORGANISATEUR)
def keep() -> ResponseReturnValue:
    """Store the settings of the room."""
    room = RoomSettings(
        wifi=request.form.get("wifi", "").strip(),
        password=request.form.get("password", ""),
        by_name=request.form.get("paper") == "name",
        swiss=request.form.get("cards") == "swiss",
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
    """Return the faults of a Wi-Fi, by field."""
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
    """Return the text of a Wi-Fi's QR code."""
    return str(make_wifi_data(room.wifi, room.password or None, "WPA" if room.password else "nopass"))


@dataclass(frozen=True)
class Passage:
    """Device id and tables that a browser carries over to HTTPS, once."""

    browser: str
    """Hash of the cookie of the browser that left."""
    device: str
    tables: tuple[str, ...]
    until: float


class Passages:
    """Pending moves of browsers to HTTPS, in memory. Thread-safe."""

    def __init__(self) -> None:
        self._kept: Recent[str, Passage] = Recent(MOST_PASSAGES)
        self._lock = threading.Lock()

    def begin(self, device: str, tables: tuple[str, ...]) -> tuple[str, str]:
        """Return a new token for the URL and one for the cookie of this browser."""
        token, browser = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        passage = Passage(token_hash(browser), device, tables, time.monotonic() + PASSAGE_SECONDS)
        with self._lock:
            self._kept[token_hash(token)] = passage
        return token, browser

    def end(self, token: str, browsers: list[str]) -> Passage | None:
        """Return the passage of a token, once, before it expires, and only to the browser that began it; else `None`."""
        with self._lock:
            passage = self._kept.pop(token_hash(token), None)
        if passage is None or passage.until < time.monotonic():
            return None
        return passage if passage.browser in map(token_hash, browsers) else None


passages: Callable[[], Passages] = of_app("passages")
"""Return the pending moves of this app."""


@blueprint.get("/securise")
def secure() -> BaseResponse:
    """Show the steps to trust the house, whether this device does, and the link to HTTPS. Behind a proxy, redirects to HTTPS."""
    url = reach().secure_url(request.host)
    if reach().public:
        return redirect(f"{url}{page_asked()[1:]}", 303)
    agent = request.user_agent.string.lower()
    mine = next((system for system, signs in SYSTEMS if any(sign in agent for sign in signs)), "")
    local = is_local()
    # On this machine, the codes are for the tablets: they use its network address.
    plain = (local and reach().url()) or request.host_url
    page = render_template(
        "secure/index.html", url=url, mine=mine, back=page_asked(), plain=plain, local=local
    )
    response = Response(page)
    if url:
        # Only this page requests the HTTPS port, to test the trust, and has a form that leads there.
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        policy = POLICY
        for part in ("connect-src", "form-action"):
            policy = policy.replace(f"{part} 'self'", f"{part} 'self' {origin}")
        response.headers["Content-Security-Policy"] = policy
    return response


@blueprint.get("/autorite.crt")
def certificate() -> Response:
    """Serve the certificate of the house's authority, in DER; 404 when there is none."""
    try:
        pem = (reach().house.folder / HOUSE_CERTIFICATE).read_text("ascii")
        content = ssl.PEM_cert_to_DER_cert(pem)
    except (OSError, ValueError) as error:
        raise Unknown("certificate") from error
    return download(content, "application/x-x509-ca-cert", "autorite.crt")


@blueprint.get("/securise/oui")
def probe() -> Response:
    """Return 204 to any origin: a page that receives it over HTTPS trusts the house."""
    return Response(status=204, headers=TO_ANY_ORIGIN)


@blueprint.post("/securise/passer")
def leave() -> ResponseReturnValue:
    """Redirect to HTTPS, carrying over the device id and its table."""
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
    """Take over the device id and its table, and redirect to the page that was left."""
    response = redirect(page_asked(), 303)
    passage = passages().end(request.args.get("jeton", ""), cookies(PASSAGE)) if request.is_secure else None
    if passage is not None:
        if session.new:
            session[DEVICE] = passage.device
        elif session[DEVICE] != passage.device:
            # A device known here keeps its id and its sheets, and gains those of the former id.
            writers.follow(store(), passage.device, session[DEVICE], by=author())
        for table in passage.tables[:1]:
            permissions.remember(response, permissions.TABLE_COOKIE, table)
    response.delete_cookie(PASSAGE, path="/securise", httponly=True, samesite="Lax")
    return response


@blueprint.app_template_global()
def served_ports() -> tuple[int, int]:
    """Return the app's HTTP and HTTPS ports, at which the house may answer under another address."""
    return reach().port, reach().https_port


@blueprint.app_template_global()
def other_addresses() -> str:
    """Return the app's other addresses and its standby's, for a page that must find the server again; allow requests to them."""
    here, known = canonical_host(request.host), reach()
    if known.public:
        return ""
    ways = [way for way in known.ways() if canonical_host(way.host) != here]
    urls = [known.secure_url(way.host) if request.is_secure else way.url for way in ways]
    urls = [*filter(None, [*urls, known.standby_secure if request.is_secure else known.standby])]
    g.connects = urls
    return " ".join(urls)


def signer() -> URLSafeSerializer:
    """Return the signer of passes. They do not expire: clocks of two servers differ, and rights are checked when a pass is used."""
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="porter")


@blueprint.get("/porter/passe")
def issue_pass() -> Response:
    """Return the pass of this browser: its device id, table and sheets, with the epoch and last event of the records."""
    cookie = next(iter(cookies(host_cookie(permissions.TABLE_COOKIE))), "")
    records, table = store(), token_hash(cookie) if cookie else ""
    lately = [writers.sheets_of(records, session[DEVICE]), table_links.link_of(records, table)]
    token = signer().dumps([session[DEVICE], table, records.epoch, records.tail()[0], *lately])
    challenge = secrets.token_hex(16)
    proof = epochs.proof_of_house(challenge, current_app.config["SECRET_KEY"], HERE)
    return Response(token, mimetype="text/plain", headers={"X-House": f"{challenge} {proof}"})


@blueprint.get("/porter/ici")
def here() -> Response:
    """Return the proof that this server of the house writes the records; an empty body when it does not."""
    challenge = request.args.get("defi", "")
    proof = epochs.proof_of_house(challenge, current_app.config["SECRET_KEY"], HERE)
    return Response("" if store().refusing else proof, mimetype="text/plain", headers=TO_ANY_ORIGIN)


@blueprint.get("/porter")
def carry_page() -> str:
    """Show the lines that a tablet carries, which its script reads from the fragment; without any, the instructions."""
    return render_template("carry/index.html", url=request.host)


@blueprint.post("/porter")
def accept_pass() -> Response:
    """Grant this browser what the pass names. It keeps its own device id, so that a link cannot give it another's."""
    try:
        former, table, epoch, seq, sheets, link = signer().loads(request.form.get("passe", ""))
    except (BadData, TypeError, ValueError) as error:
        raise Unknown("pass") from error
    response = Response(status=204)
    if former != session[DEVICE]:
        writers.follow(store(), former, session[DEVICE], by=author())
    with store().read() as opened:
        fork = epochs.parted_after(epochs.history(opened.connection), epoch, seq)
    if fork >= 0:
        writers.recover(store(), sheets, session[DEVICE], fork, by=author())
    if permissions.visitor().bound is None:
        followed = link if fork >= 0 else ""
        taken = table_links.bind_again(store(), table, session[DEVICE], followed)
        if taken:
            permissions.remember(response, permissions.TABLE_COOKIE, taken)
    return response
