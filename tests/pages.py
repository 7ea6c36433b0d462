"""Templates compiled once for all the apps that the tests make."""

from __future__ import annotations

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from scorekeeper.app import create_app
from scorekeeper.config import Config


class _Compiled(BytecodeCache):
    """Compiled templates, kept in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


def make_app(config: Config) -> Flask:
    """The app as `create_app` makes it, without compiling anew what an earlier test has."""
    made = create_app(config)
    made.jinja_env.bytecode_cache = _COMPILED
    return made
