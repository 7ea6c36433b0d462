"""Opening a tournament, perhaps with its list frozen in the same act, or with the people and the choices of an earlier one."""

from collections.abc import Collection
from functools import partial
from typing import Any, Unpack

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.sheet_game import DEFINITION, definition_of
from scorekeeper.records.ledger import Author, transaction
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts.common import TOURNAMENTS, Desk, Sent, TournamentChange, refusal
from scorekeeper.tournaments.acts.drawing import freeze_list
from scorekeeper.tournaments.acts.entrants import NEWCOMER, Newcomer, registered
from scorekeeper.tournaments.acts.lifecycle import defined, earlier_options, read_opening
from scorekeeper.tournaments.advice import lacking
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import OPTIONS
from scorekeeper.tournaments.seasons import follow

_KEPT = NEWCOMER.kinds.keys() - {"arrived", "paid", "present"}
"""Facts about a person but for those that are noted on the evening itself."""


def create(
    store: Store, document: Any, *, like: int = 0, freeze: bool = False, by: Author, uuid: str | None = None
) -> Tournament:
    """Open a tournament: `name`, `game`, and optionally `settings`, `players`, `seed` and every choice of `Options`.

    A declared game comes with its `definition`; without one, it is the game of that key of this house, as it is now. The tournament
    is in the seasons of the earlier one that it is `like`. With `freeze`, its list is frozen too, as its own act, before a seed is
    made for the draw that follows. Raises `Refused` also where those on it make no draw; then nothing is opened.
    """
    opening = read_opening(defined(store, document))
    uuid = None if uuid is None else TOURNAMENTS.uuid_text(uuid)
    people = tuple(person.name for person in opening.players)
    change = TournamentChange(fold.CREATION, opening.document(), people=people)
    with transaction(store, by) as opened:
        known = TOURNAMENTS.opened_before(opened, uuid, partial(change.is_in, None))
        if known is not None:
            return known
        number = opened.session.next_number("tournament")
        done = {"options": OPTIONS.write_all(opening.options, Table())}
        event = TOURNAMENTS.append(opened, number, change.event(done), uuid)
        desk = Desk(opened, TOURNAMENTS.put(opened, TOURNAMENTS.opened(number, event), None))
        if opening.players:
            desk.write(TournamentChange("inscription", people=people), registered(desk.t, opening.players))
        if opening.seed:
            desk.write(TournamentChange("graine", {"seed": opening.seed}))
        if like:
            follow(opened, like, number)
        if freeze:
            if missing := lacking(desk.t):
                raise refusal(Fault("liste-sans-tirage", "players", {"raison": " ".join(missing)}))
            desk.write(TournamentChange(freeze_list.kind, {"source": ""}), freeze_list.judge(desk, desk.t))
        return desk.t


def repeat(
    store: Store, number: int, *, name: str | None = None, date: str | None = None, **sent: Unpack[Sent]
) -> Tournament:
    """Open a tournament like an earlier one, of that day and in the same seasons.

    Those who had come to the earlier one are on its list, not checked in and without a payment; as it is not known who will
    come, people are checked in at the door. There is no seed yet.
    """
    earlier = TOURNAMENTS.read(store, number)
    with store.read() as session:
        people = those_who_came(earlier, session.forgotten())
    game = earlier.game
    document = {
        **OPTIONS.write_all(earlier_options(earlier), Table()),
        **({DEFINITION: definition_of(game)} if game.definition else {}),
        "game": game.key,
        "name": earlier.name if name is None else name,
        "date": date,
        "settings": dict(earlier.settings),
        "door": True,
        "prized": [],
        "players": [Newcomer(**{key: getattr(each, key) for key in _KEPT}).document() for each in people],
    }
    return create(store, document, like=number, **sent)


def those_who_came(t: Tournament, forgotten: Collection[str]) -> list[Entrant]:
    """Everybody who played or sat out, was checked in, or stayed on a list where nobody is, but for the names of these keys."""
    drawn = {number for round_ in t.rounds for number in round_.people}
    came = (
        each
        for each in t.entrants
        if each.number in drawn or each.arrived or (each.present and not t.options.door)
    )
    return [each for each in came if names.key(each.name) not in forgotten]
