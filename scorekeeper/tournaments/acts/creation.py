"""Creation of a tournament, also with its list frozen in the same transaction, or with the people and options of an earlier one."""

from collections.abc import Collection
from functools import partial
from typing import Any, Unpack

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.sheet_game import DEFINITION, definition_of
from scorekeeper.records.ledger import Author, transaction
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts.drawing import freeze_list
from scorekeeper.tournaments.acts.entrants import NEWCOMER, Newcomer, registered
from scorekeeper.tournaments.acts.lifecycle import defined, earlier_options, read_opening
from scorekeeper.tournaments.advice import lacking
from scorekeeper.tournaments.declaration import Desk
from scorekeeper.tournaments.ledger import TOURNAMENTS, Sent, TournamentChange
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import OPTIONS
from scorekeeper.tournaments.refusals import refusal
from scorekeeper.tournaments.seasons import follow

_KEPT = NEWCOMER.kinds.keys() - {"arrived", "paid", "present"}
"""Keys of a person that a new tournament takes over from an earlier one."""


def create(
    store: Store, document: Any, *, like: int = 0, freeze: bool = False, by: Author, uuid: str | None = None
) -> Tournament:
    """Create a tournament.

    Args:
        store: the records.
        document: `name`, `game`, and optionally `settings`, `players`, `seed` and any key of `Options`. A declared game may bring its
            `definition`; without one, the house's present game of that key is used.
        like: number of an earlier tournament, to whose seasons the new one is added; 0 for none.
        freeze: whether to freeze the list, as an event of its own, before a seed is made for the draw that follows. Raises `Refused`
            when the people on the list cannot be drawn; then nothing is created.
        by: the author.
        uuid: idempotency key.
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
        t = TOURNAMENTS.put(opened, TOURNAMENTS.opened(number, event), None)
        desk = Desk(opened, t, TOURNAMENTS)
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
    """Create a tournament with the options, people and seasons of an earlier one, on another date and without a seed.

    The people who came to the earlier one are registered, not checked in and without payments. Check-in at the door is switched on,
    as it is not known who will come.
    """
    earlier = TOURNAMENTS.read(store, number)
    with store.read() as session:
        people = attendees(earlier, session.forgotten())
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


def attendees(t: Tournament, forgotten: Collection[str]) -> list[Entrant]:
    """Return the entrants who were drawn or checked in, or are present in a tournament without check-in.

    `forgotten` are the keys of names to leave out.
    """
    drawn = {number for round_ in t.rounds for number in round_.people}
    came = (
        each
        for each in t.entrants
        if each.number in drawn or each.arrived or (each.present and not t.options.door)
    )
    return [each for each in came if names.casefold(each.name) not in forgotten]
