"""Seasons, each a series of tournaments, and the acts on them: create, amend, add or remove an evening, identify two names.

Exceptions are those of the acts in `scorekeeper.tournaments`.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Annotated, Any, ClassVar, NamedTuple

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table, Wins
from scorekeeper.cards.rules.kinds import Text, Unreadable, Whole
from scorekeeper.draw.season import MAX_EVENINGS, TERMS, Terms, Worth
from scorekeeper.errors import Conflict, Refused, Unknown
from scorekeeper.parties import Author
from scorekeeper.records.ledger import Transaction, transaction
from scorekeeper.records.rows import EventRow, SeasonRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments.declaration import MAX_NUMBER, Acting, ActPlace, Unread, act
from scorekeeper.tournaments.fold import CREATION, Happening
from scorekeeper.tournaments.ledger import TOURNAMENTS, DeskLedger, TournamentChange
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.refusals import conflict, heading_of, refusal


class SamePerson(NamedTuple):
    """Two names of one person."""

    name: str
    """A name on the list of an evening."""
    other: str
    """The name of the same person in the season."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """State of a season; the results are read from its tournaments."""

    id: int
    name: str
    terms: Terms
    tournaments: tuple[int, ...] = ()
    """Tournament numbers in the order in which they were added."""
    same: Mapping[str, SamePerson] = field(default_factory=dict)
    """Identified names, by the key of `SamePerson.name`."""
    created_at: str
    revision: int = 1
    last_seq: int
    active_at: str
    weight: ClassVar[int] = 2

    def person(self, name: str) -> str:
        """Return the key of the person with that name in this season."""
        known = self.same.get(names.casefold(name))
        return names.casefold(known.other if known else name)


def identified(season: Season, pair: SamePerson) -> Season:
    """Return the season with two names identified as one person, or separated again when `pair.other` is empty."""
    key = names.casefold(pair.name)
    others = {each: known for each, known in season.same.items() if each != key}
    if not pair.other:
        return replace(season, same=others)
    if known := others.get(names.casefold(pair.other)):
        pair = pair._replace(other=known.other)
    # Names identified with the first name until now move to the other one too.
    moved = {
        each: known._replace(other=pair.other) if names.casefold(known.other) == key else known
        for each, known in others.items()
    }
    return replace(season, same={**moved, key: pair})


MAX_LISTED = 200


class SeasonLedger(DeskLedger[Season]):
    """Ledger of seasons: builds them from their events and derives their rows."""

    SCOPE = "saison"
    TABLE = ("season", "id")
    STEPS: ClassVar[dict[str, Callable[[Season, Happening], Season]]] = {}

    def opened(self, number: int, event: EventRow) -> Season:
        happening = Happening.of(event)
        return Season(
            id=number,
            name=happening.asked["name"],
            terms=TERMS.read(happening.done["terms"], Table()),
            created_at=event.at_utc,
            last_seq=event.seq,
            active_at=event.at_utc,
        )

    def moved(self, subject: Season, event: EventRow) -> Season:
        after: Season = self.STEPS[event.kind](subject, Happening.of(event))
        return replace(after, revision=subject.revision + 1, last_seq=event.seq, active_at=event.at_utc)

    def rows(self, after: Season, before: Season | None) -> Iterable[SeasonRow]:
        same = {key: getattr(after, key) for key in ("id", "name", "revision", "last_seq", "active_at")}
        return (SeasonRow(evenings=len(after.tournaments), **same),)

    def people(self, opened: Transaction, subject: Season) -> tuple[str, ...]:
        """Return all identified names, then the names of all people of its tournaments."""
        evenings = (TOURNAMENTS.load(opened, number) for number in subject.tournaments)
        listed = dict.fromkeys(name for evening in evenings for name in evening.names)
        return (*(name for pair in subject.same.values() for name in pair), *listed)


SEASONS = SeasonLedger()
SEASON = ActPlace("", lambda _: "", lambda season, _: season, SEASONS)
read, history = SEASONS.read, SEASONS.history


def list_all(store: Store) -> list[SeasonRow]:
    """Return the seasons, the most recently changed first; at most `MAX_LISTED`."""
    with store.read() as session:
        return session.seasons()[:MAX_LISTED]


def of_tournament(store: Store, tournament: int) -> tuple[Season, ...]:
    """Return the seasons to which a tournament belongs."""
    seasons = (read(store, row.id) for row in list_all(store) if row.evenings)
    return tuple(season for season in seasons if tournament in season.tournaments)


def _read_document(raw: Any) -> tuple[str, Terms]:
    """Parse a document into a name and terms. Raises `Refused` with every fault."""
    raw, name, faults = heading_of(raw, TERMS.kinds)
    try:
        terms = TERMS.read({key: raw[key] for key in raw if key in TERMS.kinds}, Table())
    except Unreadable as unreadable:
        raise refusal(*faults, *unreadable.faults) from unreadable
    faults += _terms_faults(terms)
    if faults:
        raise refusal(*faults)
    return name, terms


def _terms_faults(terms: Terms) -> list[Fault]:
    """Return the faults of terms that contradict each other."""
    faults = []
    if terms.planned and terms.best > terms.planned:
        faults.append(Fault("compter-trop", "best", {"prevues": terms.planned}))
    if len(set(terms.ties)) != len(terms.ties):
        faults.append(Fault("departage-double", "ties"))
    if terms.worth is Worth.RANGS:
        if not any(terms.table):
            faults.append(Fault("bareme-vide", "table"))
        falls = [*terms.table, terms.others]
        rise = next(((left, right) for left, right in pairwise(falls) if left < right), None)
        if rise and terms.table:
            faults.append(Fault("bareme-monte", "table", {"avant": rise[0], "apres": rise[1]}))
    return faults


def _comparable(terms: Terms, evenings: Iterable[Tournament], field: str) -> None:
    """Raise `Conflict` when terms add up points and the evenings' points are not comparable: other game, scale or direction."""
    if terms.worth is not Worth.POINTS:
        return
    evenings = tuple(evenings)
    if len({(evening.game.key, evening.options.scale) for evening in evenings}) > 1:
        raise conflict(Fault("points-pas-comparables", field))
    if any(evening.wins is not Wins.HIGH for evening in evenings):
        raise conflict(Fault("points-plus-bas", field))


def create(store: Store, document: Any, *, by: Author, uuid: str | None = None) -> Season:
    """Create a season. The document has a `name`, and optionally any key of `Terms`."""
    name, terms = _read_document(document)
    change = TournamentChange(CREATION, {"name": name, "terms": TERMS.write(terms, Table())})
    done = {"terms": TERMS.write_all(terms, Table())}
    uuid = None if uuid is None else SEASONS.uuid_text(uuid)
    with transaction(store, by) as opened:
        known = SEASONS.opened_before(opened, uuid, partial(change.is_in, None))
        if known is not None:
            return known
        number = opened.session.next_number("season")
        event = SEASONS.append(opened, number, change.event(done), uuid)
        return SEASONS.put(opened, SEASONS.opened(number, event), None)


def _changes(asked: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(asked["document"], dict):
        raise refusal(Fault("objet-attendu"))
    return asked["document"]


def _amended(season: Season, event: Happening) -> Season:
    return replace(season, name=event.done["name"], terms=TERMS.read(event.done["terms"], Table()))


@act("reglages", SEASON, _amended, content=_changes, reason=False)
def amend(
    desk: Acting[Season], season: Season, *, document: Annotated[Any, Unread(TERMS)]
) -> Mapping[str, Any]:
    """Change a season's name or terms: the keys given in the document."""
    current = {"name": season.name, **TERMS.write_all(season.terms, Table())}
    name, terms = _read_document({**current, **document})
    _comparable(terms, (TOURNAMENTS.load(desk.opened, each) for each in season.tournaments), "worth")
    return {"name": name, "terms": TERMS.write_all(terms, Table())}


def _evening(asked: dict[str, Any]) -> dict[str, Any]:
    if type(asked["tournament"]) is not int or asked["tournament"] < 1:
        raise refusal(Fault("soiree-attendue", "tournament"))
    return asked


def _added(season: Season, event: Happening) -> Season:
    return replace(season, tournaments=(*season.tournaments, event.asked["tournament"]))


@act("soiree", SEASON, _added, content=_evening, reason=False)
def add_evening(
    desk: Acting[Season], season: Season, *, tournament: Annotated[Any, Unread(Whole(1, MAX_NUMBER))]
) -> None:
    """Add a tournament to a season; a tournament may belong to several seasons."""
    _judge(desk.opened, season, tournament)


def follow(opened: Transaction, earlier: int, tournament: int) -> None:
    """Add a tournament to every season of an `earlier` one that accepts it, within the caller's transaction."""
    for row in opened.session.seasons():
        season = SEASONS.load(opened, row.id)
        if earlier in season.tournaments:
            with contextlib.suppress(Refused, Conflict):
                _judge(opened, season, tournament)
                change = TournamentChange("soiree", {"tournament": tournament})
                SEASONS.write(opened, season, change.event(), partial(SEASONS.moved, season), None)


def _judge(opened: Transaction, season: Season, tournament: int) -> None:
    """Raise `Refused` if there is no such tournament, `Conflict` if a season has it already, is full, or counts other points."""
    try:
        evening = TOURNAMENTS.load(opened, tournament)
    except Unknown as unknown:
        raise refusal(Fault("soiree-attendue", "tournament")) from unknown
    if tournament in season.tournaments:
        raise conflict(Fault("deja-dans-la-saison", "tournament", {"nom": evening.name}))
    if len(season.tournaments) >= MAX_EVENINGS:
        raise conflict(Fault("trop-de-soirees", "tournament", {"limite": MAX_EVENINGS}))
    evenings = (TOURNAMENTS.load(opened, each) for each in (*season.tournaments, tournament))
    _comparable(season.terms, evenings, "tournament")


def _removed(season: Season, event: Happening) -> Season:
    kept = tuple(each for each in season.tournaments if each != event.asked["tournament"])
    return replace(season, tournaments=kept)


@act("soiree-retiree", SEASON, _removed, reason=True)
def remove_evening(
    _desk: Acting[Season], season: Season, *, tournament: Annotated[Any, Unread(Whole(1, MAX_NUMBER))]
) -> None:
    """Remove a tournament from a season; the tournament itself does not change."""
    if tournament not in season.tournaments:
        raise Unknown(f"tournament {tournament} in season {season.id}")


@act(
    "identite",
    SEASON,
    lambda season, event: identified(season, SamePerson(**event.asked)),
    people=lambda asked: asked.values(),
)
def identify(
    desk: Acting[Season],
    season: Season,
    *,
    name: Annotated[str, Text(names.NAME_MAX)],
    other: Annotated[str, Text(names.NAME_MAX)] = "",
) -> None:
    """Identify two names on a season's lists as one person, called `other`; an empty `other` separates them again."""
    asked = {"name": name, "other": other}
    known = {"", *map(names.casefold, SEASONS.people(desk.opened, season))}
    faults = [
        Fault("nom-de-la-saison", field) for field in asked if names.casefold(asked[field]) not in known
    ]
    if not name or not (other or names.casefold(name) in season.same):
        faults.append(Fault("nom-de-la-saison", "name"))
    elif season.person(name) == season.person(other):
        faults.append(Fault("deja-la-meme", "other"))
    if faults:
        raise refusal(*faults)
    after = identified(season, SamePerson(name, other))
    for each in season.tournaments:
        evening = TOURNAMENTS.load(desk.opened, each)
        people = [after.person(entrant.name) for entrant in evening.entrants]
        if people.count(after.person(name)) > 1:
            raise refusal(Fault("ensemble-a-la-soiree", "other", {"soiree": evening.name}))
