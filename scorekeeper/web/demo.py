"""The demo club: an empty house shows it in one tap, and puts it away in one. Its records are its own."""

from collections.abc import Callable

from flask import Blueprint, Flask, render_template

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.config import Config
from scorekeeper.errors import Forbidden
from scorekeeper.tournaments import demo_club
from scorekeeper.web.core.request_values import of_app, store
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import Role

blueprint = Blueprint("demo", __name__)


@blueprint.post("/demo")
def show() -> str:
    """Make the demo club where there is none yet, and show it in place of the empty house."""
    _check(allowed=is_offered())
    demo_club.make(_config().demo_folder)
    _config().demo_mark.touch()
    return _restart()


@blueprint.post("/demo/fin")
def put_away() -> str:
    """Show the house again. The demo club stays in its folder."""
    _check(allowed=is_shown())
    _config().demo_mark.unlink(missing_ok=True)
    return _restart()


def _check(*, allowed: bool) -> None:
    """Refuse all but this machine itself and the organiser, and everybody where it is not possible now."""
    if not permissions.is_local():
        permissions.allow(Role.ORGANISATEUR)
    if not allowed:
        raise Forbidden(known=True)


def _restart() -> str:
    store().leave()
    return render_template("demo.html")


_config: Callable[[], Config] = of_app("config")


def is_shown() -> bool:
    """Whether these are the records of the demo club."""
    return _config().demo


def is_offered() -> bool:
    """Whether the house is empty, and its records can be written."""
    empty = not parties.list_parties(store(), limit=1) and not any(
        desk.list_all(store(), limit=1, away=away) for away in (False, True)
    )
    return empty and not is_shown() and store().refusing is None


def install(app: Flask) -> None:
    """Let the templates ask whether the demo club is shown."""
    app.jinja_env.globals.update(in_demo=is_shown)
