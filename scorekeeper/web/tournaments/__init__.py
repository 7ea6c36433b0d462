"""The pages of tournaments."""

from scorekeeper.web.tournaments import (
    act_forms,
    check_in,
    draws,
    layout,
    login,
    player_file,
    projector,
    public_pages,
    round_page,
    season_pages,
    setup,
    steps,
    table_links,
    takeover,
)

DESK = (act_forms, setup, check_in, draws, round_page, table_links)
PUBLIC = (login, layout, public_pages, projector, takeover, season_pages, player_file, steps)
BLUEPRINTS = (*(module.blueprint for module in (*DESK, *PUBLIC)), setup.people_pages)
