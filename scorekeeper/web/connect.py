"""Connecting a tablet: every address of the app with its code, and for the organiser the code of the Wi-Fi."""

import hashlib
from collections.abc import Mapping

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from segno.helpers import make_wifi_data

from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.config import RoomSettings
from scorekeeper.errors import Copied, Superseded
from scorekeeper.i18n import gettext
from scorekeeper.web.core.reach import reach
from scorekeeper.web.core.refused_form import NOT_REFUSED, UNPROCESSABLE, RefusedForm
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.layout import live
from scorekeeper.web.tournaments.permissions import Role, needs

blueprint = Blueprint("connect", __name__)
(WRONG,) = read_sentences(__file__, "wifi")
MOST_NAME, PASSWORD = 32, range(8, 64)
"""Limits of a Wi-Fi: bytes of its name, characters of its password (IEEE 802.11)."""


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


@blueprint.get("/connecter/salle")
@needs(Role.ORGANISATEUR)
def settings(refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """The organiser's settings of the room: the Wi-Fi, and where codes on paper lead."""
    room = reach().house.settings()
    return render_template("connect/room.html", room=room, refused=refused, name=reach().name), refused.status


@blueprint.post("/connecter/salle")
@needs(Role.ORGANISATEUR)
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
        return settings(RefusedForm("room", UNPROCESSABLE, messages, request.form.to_dict()))
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
    if not room.password:
        return str(make_wifi_data(room.wifi, None, "nopass"))
    return str(make_wifi_data(room.wifi, room.password, "WPA"))
