"""The second machine: admitting it, what it fetches, and going on from its copy when the first is gone.

A device tells the epoch that it saw last in its session, and programs in the header `X-Epoch`: a server whose records live on
elsewhere hears of it so, and stops writing.
"""

import contextlib
import datetime as dt
import gzip
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import Copied, Forbidden, Superseded
from scorekeeper.i18n import gettext
from scorekeeper.records import epochs, replica_store
from scorekeeper.records.backup import belongings
from scorekeeper.tournaments.access import organiser
from scorekeeper.tournaments.acts import lifecycle
from scorekeeper.tournaments.model import Stage
from scorekeeper.web.core.failures import clock, copy_late
from scorekeeper.web.core.reach import reach
from scorekeeper.web.core.requests import of_app, store
from scorekeeper.web.core.safety import ASSETS
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import Pages, Role

blueprint = Pages("takeover", __name__)
EPOCH = "vie"
"""Key of a browser's session: the epoch of the last page that it saw."""
HEADER = "X-Epoch"
MOST_FIELD = 64


codes: Callable[[], organiser.PairingCode] = of_app("pairing")
"""The code of the moment."""


@blueprint.get("/secours", role=Role.ORGANISATEUR)
def index() -> str:
    """The second machine: how to start it, the code that admits it, and which ones were admitted."""
    return render_template(
        "takeover/index.html",
        code=codes().shown(),
        url=reach().url(),
        admitted=organiser.admitted_machines(store()),
        evening=evening_open(),
        missing=sum(len(each.missing) for each in replica_store.missing_acts(store())),
    )


@blueprint.post("/secours/code", role=Role.ORGANISATEUR)
def give() -> Any:
    """Show a new code."""
    codes().give()
    return redirect(url_for("takeover.index"), 303)


@blueprint.post("/secours/fin", role=Role.ORGANISATEUR)
def dismiss() -> Any:
    """Let no machine fetch anything any more."""
    organiser.dismiss_machines(store())
    reach().forget_standby()
    return redirect(url_for("takeover.index"), 303)


@blueprint.post("/secours/admettre")
def pair() -> ResponseReturnValue:
    """Admit a machine by the code: its token."""
    code = request.form.get("code", "")[:MOST_FIELD]
    return jsonify(token=codes().redeem(store(), code, permissions.origin().key)), 201


def _admitted() -> None:
    if not organiser.is_admitted(store(), permissions.bearer() or ""):
        raise Forbidden


def _note_standby(ports: Mapping[str, str]) -> None:
    fields = (ports.get(name, "")[:MOST_FIELD] for name in ("port", "https", "age"))
    reach().note_standby(request.remote_addr or "", *fields)


@blueprint.get("/secours/etat")
def head() -> Response:
    """The second machine's question each second: whether anything has changed."""
    _admitted()
    _note_standby(request.args)
    records = store()
    ways = [way.url for way in reach().ways()]
    mark = f"{records.opened}-{records.writes}"
    return jsonify(mark=mark, epoch=records.epoch, role=replica_store.role(records), ways=ways)


@blueprint.get("/secours/maison")
def prove() -> Response:
    """Prove to a machine of the house that this is one too, whatever its address, and tell whose life its records live."""
    records = store()
    state = (records.epoch, replica_store.role(records), reach().https_port)
    challenge = request.args.get("defi", "")[:MOST_FIELD]
    proof = epochs.proof_of_house(challenge, belongings.key(records.folder), *state)
    return jsonify(proof=proof, **dict(zip(("epoch", "role", "https"), state, strict=True)))


@blueprint.get("/secours/copie")
def copy() -> Response:
    """Everything, keys included, as one database file."""
    _admitted()
    packed = gzip.compress(_snapshot(keys=True), 1)
    return Response(packed, mimetype="application/octet-stream", headers={"Cache-Control": "no-store"})


@blueprint.post("/secours/fichier", role=Role.ORGANISATEUR)
def take_away() -> Response:
    """A copy to be taken along on a stick: with the keys while an evening is open."""
    keys = evening_open()
    name = f"scorekeeper-{dt.datetime.now(dt.UTC):%Y%m%dT%H%M%SZ}-{'takeover' if keys else 'manual'}.db"
    head = {"Content-Disposition": f"attachment; filename={name}", "Cache-Control": "no-store"}
    return Response(_snapshot(keys=keys), mimetype="application/octet-stream", headers=head)


def _snapshot(*, keys: bool) -> bytes:
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        path = Path(folder) / "copy.db"
        store().snapshot(path, keys=keys)
        return path.read_bytes()


def evening_open() -> bool:
    """Whether a tournament goes on: then a copy is one to take over with."""
    return any(t.stage != Stage.FINI for t in lifecycle.list_all(store()))


@blueprint.post("/secours/passation")
def hand_over() -> Response:
    """Stop writing here because the second machine took over. Its address and token are noted.

    If this machine takes the evening back, it fetches with them what only the other one acknowledged.
    """
    _admitted()
    _note_standby(request.form)
    records, url = store(), reach().standby
    gave_way = records.give_way_to(request.form.get("epoch", "")[:MOST_FIELD])
    if gave_way and url:
        other = replica_store.Source(url, permissions.bearer() or "")
        with contextlib.suppress(OSError):
            replica_store.keep(records.folder, other, replica_store.FOLLOWED)
    return jsonify(gave_way=gave_way)


@blueprint.get("/reprendre")
def ask() -> str:
    """Ask whether this machine shall go on with the evening."""
    permissions.keepers_only(possible=_is_copy())
    return render_template("takeover/resume.html", stale=copy_late())


@blueprint.post("/reprendre")
def resume() -> ResponseReturnValue:
    """Go on here: a new life of the records begins, and a new process writes them."""
    permissions.keepers_only(possible=_is_copy())
    store().resume()
    return render_template("takeover/resumed.html"), {"Refresh": f"4; url={url_for('connect.index')}"}


def standby_late() -> str:
    """Sentence for the desk about the machine that stands by; empty while all is well, and for everybody else."""
    state = reach().standby_state() if store().refusing is None else ""
    if not state or not permissions.is_keeper():
        return ""
    at = clock(reach().standby_fresh)
    if state == "late":
        return gettext("La machine de secours n’a plus tout depuis %(at)s.", at=at)
    return gettext("On ne voit plus la machine de secours ; elle n’a plus rien reçu depuis %(at)s.", at=at)


def _is_copy() -> bool:
    """Whether there is something to go on from: another machine holds the evening, or held it."""
    return isinstance(store().refusing, (Copied, Superseded))


def can_resume() -> bool:
    """Whether the notice on this page offers to go on here."""
    return _is_copy() and permissions.is_keeper()


def original() -> str:
    """The first page of the machine that holds the evening, where this one does not and knows a way for tablets."""
    reason = store().refusing
    if isinstance(reason, Copied):
        return "" if urlsplit(str(reason)).hostname in {"localhost", "127.0.0.1", "::1"} else str(reason)
    known = reach()
    held = known.standby_secure if request.is_secure else known.standby
    return held if isinstance(reason, Superseded) else ""


def install(app: Flask) -> None:
    """Listen for a later life of these records."""
    app.jinja_env.globals.update(can_resume=can_resume, original=original, standby_late=standby_late)

    @app.before_request
    def listen() -> None:
        records = store()
        page = request.endpoint not in ASSETS and not request.path.startswith("/api/")
        epoch = request.headers.get(HEADER) or (session.get(EPOCH, "") if page else "")
        if epoch == records.epoch or (epoch and isinstance(records.refusing, (Copied, Superseded))):
            return
        if epoch and isinstance(epoch, str) and records.give_way_to(epoch):
            return
        if page and records.refusing is None:
            session[EPOCH] = records.epoch
