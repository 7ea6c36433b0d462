"""*Porter mes lignes*: a tablet whose server is at another address now takes its waiting lines, its table and its sheets there.

Storage belongs to an address. The page of the old one opens `/porter` here with the lines in the fragment, which no server sees;
they are sent from there, each once by its uuid. Whose they are a pass tells that the old address gave while it answered, signed
with the key of the house, which a copy carries. At the same address it gives back what the browser was allowed after the copy
was made that the evening goes on from.
"""

import secrets

from flask import Blueprint, Response, current_app, render_template, request, session
from flask.blueprints import BlueprintSetupState
from itsdangerous import BadData, URLSafeSerializer

from scorekeeper.errors import Unknown
from scorekeeper.parties import writers
from scorekeeper.records import epochs
from scorekeeper.records.tokens import token_hash
from scorekeeper.tournaments.access import table_links
from scorekeeper.web.core.reach import bare, reach
from scorekeeper.web.core.request_values import store
from scorekeeper.web.core.safety import DEVICE, POLICY, TO_ANY_ORIGIN, author, cookies, host_cookie
from scorekeeper.web.tournaments import permissions

blueprint = Blueprint("carry", __name__)
HERE = "ici"


@blueprint.record_once
def install(state: BlueprintSetupState) -> None:
    """Let every page say where else its lines could go, and look whether the house answers there."""
    state.app.jinja_env.globals.update(
        other_ways=other_ways, served_ports=lambda: (reach().port, reach().https_port)
    )
    state.app.after_request(allow_search)


def allow_search(response: Response) -> Response:
    """Let a page ask the other addresses of the app, and no others."""
    if response.mimetype == "text/html" and (ways := other_ways()):
        origins = " ".join(url.rstrip("/") for url in ways.split())
        policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {origins}")
        response.headers.setdefault("Content-Security-Policy", policy)
    return response


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
def index() -> str:
    """Lines that a tablet brings, which its script reads from the fragment; without any, how it is done."""
    return render_template("carry/index.html", url=request.host)


@blueprint.post("/porter")
def arrive() -> Response:
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
