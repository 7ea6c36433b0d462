"""The standby server: its admission, the data that it fetches, and the takeover from its copy when the first server fails.

Browsers send the latest epoch that they saw in their session, programs in the header `X-Epoch`. From a later epoch a server learns
that another one has taken over, and stops writing.
"""

import contextlib
import datetime as dt
import gzip
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Response, jsonify, redirect, render_template, request, session, url_for
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
"""Session key: the epoch of the last page that the browser saw."""
HEADER = "X-Epoch"
MOST_FIELD = 64


codes: Callable[[], organiser.PairingCode] = of_app("pairing")
"""The pairing code for standby servers of this app."""


@blueprint.get("/secours", role=Role.ORGANISATEUR)
def index() -> str:
    """Show how to start a standby server, the code that admits it, and the admitted ones."""
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
    """Create and show a new code."""
    codes().give()
    return redirect(url_for("takeover.index"), 303)


@blueprint.post("/secours/fin", role=Role.ORGANISATEUR)
def dismiss() -> Any:
    """Revoke the access of all standby servers."""
    organiser.dismiss_machines(store())
    reach().forget_standby()
    return redirect(url_for("takeover.index"), 303)


@blueprint.post("/secours/admettre")
def pair() -> ResponseReturnValue:
    """Admit a standby server by the code; return its token as JSON."""
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
    """Return the version of the records as JSON; a standby server polls it every second to see whether anything has changed."""
    _admitted()
    _note_standby(request.args)
    records = store()
    ways = [way.url for way in reach().ways()]
    mark = f"{records.opened}-{records.writes}"
    return jsonify(mark=mark, epoch=records.epoch, role=replica_store.role(records), ways=ways)


@blueprint.get("/secours/maison")
def prove() -> Response:
    """Prove to another server of the club, by the shared key, that this one belongs to it; return its epoch, role and HTTPS port."""
    records = store()
    state = (records.epoch, replica_store.role(records), reach().https_port)
    challenge = request.args.get("defi", "")[:MOST_FIELD]
    proof = epochs.proof_of_house(challenge, belongings.key(records.folder), *state)
    return jsonify(proof=proof, **dict(zip(("epoch", "role", "https"), state, strict=True)))


@blueprint.get("/secours/copie")
def copy() -> Response:
    """Return all records, keys included, as one gzipped database file."""
    _admitted()
    packed = gzip.compress(_snapshot(keys=True), 1)
    return Response(packed, mimetype="application/octet-stream", headers={"Cache-Control": "no-store"})


@blueprint.post("/secours/fichier", role=Role.ORGANISATEUR)
def take_away() -> Response:
    """Return a copy of the database as a download; with the keys while a tournament is open, so that it can be used to take over."""
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
    """Return whether any tournament is not finished; a copy is then one for a takeover."""
    return any(t.stage != Stage.FINI for t in lifecycle.list_all(store()))


@blueprint.post("/secours/passation")
def hand_over() -> Response:
    """Stop writing here, because the standby server took over; store its address and token.

    If this server takes over again later, it uses them to fetch what only the other one acknowledged.
    """
    _admitted()
    _note_standby(request.form)
    records, url = store(), reach().standby
    gave_way = records.stop_if_superseded(request.form.get("epoch", "")[:MOST_FIELD])
    if gave_way and url:
        other = replica_store.Source(url, permissions.bearer() or "")
        with contextlib.suppress(OSError):
            replica_store.keep(records.folder, other, replica_store.FOLLOWED)
    return jsonify(gave_way=gave_way)


@blueprint.get("/reprendre")
def ask() -> str:
    """Show the page that asks whether this server should take over."""
    permissions.keepers_only(possible=_is_copy())
    return render_template("takeover/resume.html", stale=copy_late())


@blueprint.post("/reprendre")
def resume() -> ResponseReturnValue:
    """Take over: begin a new epoch; a new process then writes the records."""
    permissions.keepers_only(possible=_is_copy())
    store().resume()
    return render_template("takeover/resumed.html"), {"Refresh": f"4; url={url_for('connect.index')}"}


@blueprint.app_template_global()
def standby_late() -> str:
    """Return the warning that the standby server is late or unreachable; empty while all is well, and for all but keepers."""
    state = reach().standby_state() if store().refusing is None else ""
    if not state or not permissions.is_keeper():
        return ""
    at = clock(reach().standby_fresh)
    if state == "late":
        return gettext("La machine de secours n’a plus tout depuis %(at)s.", at=at)
    return gettext("On ne voit plus la machine de secours ; elle n’a plus rien reçu depuis %(at)s.", at=at)


def _is_copy() -> bool:
    """Return whether this server can take over: another server holds the records, or took them over."""
    return isinstance(store().refusing, (Copied, Superseded))


@blueprint.app_template_global()
def can_resume() -> bool:
    """Return whether the notice on this page offers the takeover."""
    return _is_copy() and permissions.is_keeper()


@blueprint.app_template_global()
def original() -> str:
    """Return the URL of the server that holds the records; empty if this one does, or if tablets cannot reach the other."""
    reason = store().refusing
    if isinstance(reason, Copied):
        return "" if urlsplit(str(reason)).hostname in {"localhost", "127.0.0.1", "::1"} else str(reason)
    known = reach()
    held = known.standby_secure if request.is_secure else known.standby
    return held if isinstance(reason, Superseded) else ""


def compare_epochs() -> None:
    """Stop writing when a request has a later epoch than these records; store theirs in the session of a page otherwise."""
    records = store()
    page = request.endpoint not in ASSETS and not request.path.startswith("/api/")
    epoch = request.headers.get(HEADER) or (session.get(EPOCH, "") if page else "")
    if epoch == records.epoch or (epoch and isinstance(records.refusing, (Copied, Superseded))):
        return
    if epoch and isinstance(epoch, str) and records.stop_if_superseded(epoch):
        return
    if page and records.refusing is None:
        session[EPOCH] = records.epoch
