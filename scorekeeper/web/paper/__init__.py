"""The printed sheets of parties and the posters of tournaments."""

from __future__ import annotations

from scorekeeper.web.paper import posters, sheets

BLUEPRINTS = tuple(module.blueprint for module in (sheets, posters))
