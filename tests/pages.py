"""Apps for the tests, with cached templates and tables, and reused from one test to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from scorekeeper.app import assemble, attach
from scorekeeper.config import Config
from scorekeeper.records import schema


class _Compiled(BytecodeCache):
    """Cache of compiled templates, in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


def make_app(config: Config) -> Flask:
    """Return an app as `create_app` makes it, with the templates compiled by earlier tests."""
    made = _assembled()
    with tables_copied():
        attach(made, config)
    return made


def _assembled() -> Flask:
    made = assemble()
    made.jinja_env.bytecode_cache = _COMPILED
    return made


@contextmanager
def tables_copied() -> Iterator[None]:
    """Copy the tables of a new database from one that all migrations ran on; migrating takes as long as five pages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "migrate", _copy_tables)
        patch.setattr(schema, "expected", _tables)
        yield


_migrate = schema.migrate
_tables = cache(schema.expected)


def _copy_tables(conn: sqlite3.Connection) -> None:
    if schema.text(conn):
        _migrate(conn)
    else:
        _model().backup(conn)


@cache
def _model() -> sqlite3.Connection:
    conn = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _migrate(conn)
    return conn


_IDLE: list[Flask] = []


@contextmanager
def lent_app(config: Config) -> Iterator[Flask]:
    """Lend the app of a test, on its own data folder: an unchanged one that an earlier test gave back, or a new one.

    Making an app costs as much as a dozen pages. Its extensions are created again for each test.
    """
    app = _IDLE.pop() if _IDLE else _assembled()
    before = _make(app)
    app.__dict__.pop("wsgi_app", None)
    app._got_first_request = False
    with tables_copied():
        attach(app, config)
    try:
        yield app
    finally:
        app.extensions["store"].close()
        app.extensions.clear()
        if _make(app) == before:
            _IDLE.append(app)


def _make(app: Flask) -> list[Any]:
    """Return the composition of an app: its settings, hooks, pages and their templates."""
    env = app.jinja_env
    hooks = (app.before_request_funcs, app.after_request_funcs, app.teardown_request_funcs)
    handlers = [called for codes in app.error_handler_spec.values() for called in codes.values()]
    return [
        {key: value for key, value in app.config.items() if key != "SECRET_KEY"},
        # A lookup leaves an empty list.
        [{name: list(called) for name, called in each.items() if called} for each in hooks],
        [dict(called) for called in handlers if called],
        dict(app.view_functions),
        list(app.url_map.iter_rules()),
        [list(app.teardown_appcontext_funcs), app.template_context_processors[None][:]],
        [env.loader, env.cache is None, env.undefined, dict(env.globals), dict(env.filters), dict(env.tests)],
    ]
