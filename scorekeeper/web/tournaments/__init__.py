"""The pages of tournaments."""

from scorekeeper.web.tournaments import (
    act_forms,
    check_in,
    draws,
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

DESK = (act_forms, setup, check_in, draws, round_page, logins)
PUBLIC = (layout, public_pages, projector, takeover, season_pages, player_file, steps)
FURTHER = (setup.people_pages, logins.organiser_pages)
BLUEPRINTS = (*(module.blueprint for module in (*DESK, *PUBLIC)), *FURTHER)
