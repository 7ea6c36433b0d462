"""Factory of the Flask app. Importing this module opens no file and makes no app."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.config import Config, data_folder, resources
from scorekeeper.parties.writers import Invitations
from scorekeeper.press.pdf import FOLDER, Printer, Prints
from scorekeeper.records.cache import Attempts
from scorekeeper.records.replica_store import open_records
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import organiser
from scorekeeper.web import connect, help_pages, home, house_games, installed, live, players
from scorekeeper.web.api import openapi
from scorekeeper.web.core import assets, failures, jinja, safety
from scorekeeper.web.core.reach import OpenFlask, WaysIn
from scorekeeper.web.core.requests import NumberConverter
from scorekeeper.web.core.safety import TimelessSessions
from scorekeeper.web.paper import posters, sheets
from scorekeeper.web.parties import (
    away,
    changes,
    devices,
    ending,
    entry_pages,
    insertion,
    moving,
    new_sheet,
    notes,
    rules,
    sheet_page,
)
from scorekeeper.web.parties.access import Budget
from scorekeeper.web.parties.access import install as guard_sheets
from scorekeeper.web.tournaments import (
    act_forms,
    check_in,
    draws,
    elsewhere,
    layout,
    logins,
    player_file,
    projector,
    public_pages,
    round_page,
    season_pages,
    setup,
    steps,
    takeover,
)

PAGES = (home, connect, installed, players, help_pages, house_games, live, assets)
OF_SHEETS = (
    new_sheet,
    entry_pages,
    insertion,
    moving,
    away,
    notes,
    ending,
    sheet_page,
    changes,
    rules,
    devices,
    sheets,
    posters,
)
"""Modules with pages of sheets, on the screen and on paper."""
DESK = (act_forms, setup, check_in, draws, round_page, logins)
PUBLIC = (layout, public_pages, projector, takeover, elsewhere, season_pages, player_file, steps)
"""Modules with pages of tournaments for everyone; `DESK` has those for the organiser."""
BLUEPRINTS = (
    *(module.blueprint for module in (*PAGES, *OF_SHEETS, *DESK, *PUBLIC)),
    *(sheet_page.lines, setup.people_pages, logins.organiser_pages, *openapi.BLUEPRINTS),
)
MAX_BODY = 1024 * 1024
"""Largest request body, in bytes: a list as a file, sent again beside its text. API documents are smaller."""


def create_app(
    config: Config | None = None, store: Store | None = None, reach: WaysIn | None = None
) -> Flask:
    """Return the app on a data folder, by default that of `SCOREKEEPER_DATA` or of the user.

    Opens the database unless a `store` is given. Raises `StorageError`.
    """
    app = assemble()
    attach(app, config or Config(data_folder()), store, reach)
    return app


def assemble() -> Flask:
    """Return the app with all its pages, without a data folder."""
    app = OpenFlask("scorekeeper", template_folder=resources("templates"), static_folder=resources("static"))
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY,
        MAX_FORM_MEMORY_SIZE=MAX_BODY,
        MAX_FORM_PARTS=1000,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_SAMESITE="Lax",
    )
    app.url_map.converters["number"] = NumberConverter
    for module in (jinja, safety, failures, live):
        module.install(app)
    guard_sheets(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def attach(app: Flask, config: Config, store: Store | None = None, reach: WaysIn | None = None) -> None:
    """Attach the app to a data folder: creates the records and everything else that outlives a request."""
    app.config["SECRET_KEY"] = config.secret_key()
    app.session_interface = TimelessSessions(app)
    store = store or open_records(config.database)
    limiter = organiser.Limiter()
    app.extensions.update(
        store=store,
        config=config,
        reach=reach or WaysIn(config),
        fragments=jinja.Fragments(),
        # Starts no process before the first print is requested.
        prints=Prints(Printer(), config.data / FOLDER),
        attempts=Attempts(),
        budget=Budget(),
        limiter=limiter,
        wrong_tries=organiser.WrongTryList(),
        organisers=organiser.Organisers(store, limiter),
        pairing=organiser.PairingCode(limiter),
        letting_in=organiser.PairingCode(limiter, most=organiser.MOST_ENTRIES),
        invitations=Invitations(store),
        passages=connect.Passages(),
    )
    if hops := config.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
