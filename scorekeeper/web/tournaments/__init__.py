"""The pages of tournaments."""

from __future__ import annotations

from scorekeeper.web.tournaments import (
    act_forms,
    bell,
    check_in,
    draws,
    hand_acts,
    history,
    layout,
    login,
    names_page,
    player_file,
    projector,
    public_pages,
    registration,
    round_page,
    season_pages,
    setup,
    table_links,
    table_page,
    takeover,
)

DESK = (
    act_forms,
    setup,
    registration,
    check_in,
    draws,
    round_page,
    table_page,
    table_links,
    history,
    hand_acts,
)
PUBLIC = (
    login,
    names_page,
    layout,
    public_pages,
    projector,
    takeover,
    season_pages,
    player_file,
    bell,
)
BLUEPRINTS = tuple(module.blueprint for module in (*DESK, *PUBLIC))
