"""The factory: wiring only. Importing this module opens no file and makes no app."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask

from scorekeeper.records.store import Store
from scorekeeper.web import (
    api,
    assets,
    entries,
    failures,
    fragments,
    games,
    home,
    jinja,
    lines,
    new,
    organiser,
    parties,
    players,
    posters,
    roles,
    safety,
    sheets,
    tournament_api,
    tournament_draw,
    tournament_hall,
    tournament_history,
    tournament_links,
    tournament_people,
    tournament_public,
    tournament_rounds_api,
    tournament_sign,
    tournament_table,
    tournament_tables,
    tournament_view,
    tournaments,
)
from scorekeeper.web.addresses import Number

if TYPE_CHECKING:
    from scorekeeper.config import Config

ROOT = Path(__file__).parent.parent
DESK = (
    organiser,
    tournaments,
    tournament_view,
    tournament_people,
    tournament_draw,
    tournament_tables,
    tournament_table,
    tournament_public,
    tournament_hall,
    tournament_history,
    tournament_links,
    tournament_sign,
)
"""The pages of tournaments."""
MAX_BODY = 256 * 1024
"""Largest request, in bytes; pages and most calls take far less."""


def create_app(config: Config, store: Store | None = None) -> Flask:
    """Make the app on a data folder; opens the database unless a `store` is handed in."""
    app = Flask("scorekeeper", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    app.config.update(
        SECRET_KEY=config.secret_key(),
        MAX_CONTENT_LENGTH=MAX_BODY,
        MAX_FORM_MEMORY_SIZE=MAX_BODY,
        MAX_FORM_PARTS=1000,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=config.https,
        TRUSTED_HOSTS=list(config.trusted_hosts) or None,
    )
    app.extensions["store"] = store or Store(config.database)
    app.extensions["config"] = config
    app.url_map.converters["number"] = Number
    jinja.install(app)
    safety.install(app)
    failures.install(app)
    roles.install(app)
    fragments.install(app)
    for module in (
        home,
        new,
        parties,
        entries,
        lines,
        players,
        games,
        assets,
        fragments,
        api,
        sheets,
        posters,
        tournament_api,
    ):
        app.register_blueprint(module.blueprint)
    for module in DESK:
        app.register_blueprint(module.blueprint)
    app.register_blueprint(tournament_rounds_api.blueprint)
    app.register_blueprint(tournament_rounds_api.doors)
    return app
