"""The pages of tournaments."""

from __future__ import annotations

from scorekeeper.web.tournaments import (
    draws,
    frame,
    history,
    login,
    projector,
    public_pages,
    registration,
    round_page,
    setup,
    table_links,
    table_page,
)

BLUEPRINTS = tuple(
    module.blueprint
    for module in (
        login,
        setup,
        frame,
        registration,
        draws,
        round_page,
        table_page,
        public_pages,
        projector,
        history,
        table_links,
    )
)
