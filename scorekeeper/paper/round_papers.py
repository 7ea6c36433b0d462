"""All the paper of a round, as documents that are printed one by one and become one: what hangs on the wall, then the tables' own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorekeeper.i18n import gettext
from scorekeeper.paper.posters import names, poster, slips
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.paper.tournament_sheets import score_sheets
from scorekeeper.press.messages import bundled, unbundled
from scorekeeper.tournaments.finals import tour_name
from scorekeeper.tournaments.fold import changed_slips

if TYPE_CHECKING:
    from scorekeeper.cards.game_api.sheet import PaperSize
    from scorekeeper.cards.rules.contract import Table
    from scorekeeper.tournaments.model import Tournament

TABLES = 40
"""Tables whose sheets are printed in one step."""


def round_papers(
    t: Tournament,
    tour: int,
    tables: Mapping[int, Table],
    addresses: Mapping[int, str],
    paper: PaperSize,
    *,
    proof: str,
    own: Callable[[int], str],
) -> str:
    """The poster, the list by surname, the sheets and the slips that changed.

    `proof` is where the draw is checked, `own` the address of a player's page.
    """
    title = gettext("%(name)s – tour %(tour)s", name=t.name, tour=tour_name(t, tour))
    wall, every = PosterSize(paper), list(tables.items())
    steps = (dict(every[first : first + TABLES]) for first in range(0, len(every), TABLES))
    sheets = (score_sheets(t, tour, some, addresses, paper) for some in steps)
    changed = changed_slips(t, tour)
    handed_out = unbundled(slips.slips(t, wall, changed, own))[1] if changed is None or changed else ()
    on_the_wall = (poster.poster(t, tour, wall, proof), names.names(t, wall, tour))
    return bundled(title, (*on_the_wall, *sheets, *handed_out))
