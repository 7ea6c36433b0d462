"""Seasons, each a series of tournaments, and the acts on them: create, amend, add or remove an evening, identify two names.

Exceptions are those of the acts in `scorekeeper.tournaments`.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, Unpack

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table, Wins
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.draw.season import MAX_EVENINGS, TERMS, Terms, Worth
from scorekeeper.errors import Conflict, Refused, Unknown
from scorekeeper.parties import Author
from scorekeeper.records.ledger import Transaction, transaction
from scorekeeper.records.rows import EventRow, SeasonRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.acts.common import TOURNAMENTS, Sent, TournamentChange, conflict, refusal
from scorekeeper.tournaments.fold import CREATION, Happening
from scorekeeper.tournaments.model import Tournament


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
        known = self.same.get(names.key(name))
        return names.key(known.other if known else name)


Step = Callable[[Season, Happening], Season]


def identified(season: Season, pair: SamePerson) -> Season:
    """Return the season with two names identified as one person, or separated again when `pair.other` is empty."""
    key = names.key(pair.name)
    others = {each: known for each, known in season.same.items() if each != key}
    if not pair.other:
        return replace(season, same=others)
    if known := others.get(names.key(pair.other)):
        pair = pair._replace(other=known.other)
    # Names identified with the first name until now move to the other one too.
    moved = {
        each: known._replace(other=pair.other) if names.key(known.other) == key else known
        for each, known in others.items()
    }
    return replace(season, same={**moved, key: pair})


STEPS: Mapping[str, Step] = {
    "reglages": lambda season, event: replace(
        season, name=event.done["name"], terms=TERMS.read(event.done["terms"], Table())
    ),
    "soiree": lambda season, event: replace(
        season, tournaments=(*season.tournaments, event.asked["tournament"])
    ),
    "soiree-retiree": lambda season, event: replace(
        season, tournaments=tuple(each for each in season.tournaments if each != event.asked["tournament"])
    ),
    "identite": lambda season, event: identified(season, SamePerson(**event.asked)),
}
"""The step of each kind of event but the first."""


MAX_LISTED = 200


class SeasonLedger(common.DeskLedger[Season]):
    """Ledger of seasons: builds them from their events and derives their rows."""

    SCOPE = "saison"

    def revision(self, session: Session, number: int) -> int:
        return session.season(number).revision

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
        after = STEPS[event.kind](subject, Happening.of(event))
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
history = SEASONS.history


def read(store: Store, number: int) -> Season:
    """Return a season as it is now."""
    return SEASONS.read(store, number)


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
    raw, name, faults = common.heading_of(raw, TERMS.kinds)
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


def amend(store: Store, number: int, document: Any, *, reason: str = "", **sent: Unpack[Sent]) -> Season:
    """Change a season's name or terms: the keys given in the document."""
    document = common.plain(document)
    if not isinstance(document, dict):
        raise refusal(Fault("objet-attendu"))

    def act(opened: Transaction, season: Season) -> Mapping[str, Any]:
        current = {"name": season.name, **TERMS.write_all(season.terms, Table())}
        name, terms = _read_document({**current, **document})
        _comparable(terms, (TOURNAMENTS.load(opened, each) for each in season.tournaments), "worth")
        return {"name": name, "terms": TERMS.write_all(terms, Table())}

    change = TournamentChange("reglages", document, reason=common.reason_of(reason))
    return SEASONS.change(store, number, change, act, **sent)


def add_evening(
    store: Store, number: int, tournament: Any, *, reason: str = "", **sent: Unpack[Sent]
) -> Season:
    """Add a tournament to a season; a tournament may belong to several seasons."""
    if type(tournament) is not int or tournament < 1:
        raise refusal(Fault("soiree-attendue", "tournament"))

    def act(opened: Transaction, season: Season) -> None:
        _judge(opened, season, tournament)

    change = TournamentChange("soiree", {"tournament": tournament}, reason=common.reason_of(reason))
    return SEASONS.change(store, number, change, act, **sent)


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
    """Raise `Refused` or `Conflict` when a tournament cannot be added to a season."""
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


def remove_evening(
    store: Store, number: int, tournament: int, *, reason: str, **sent: Unpack[Sent]
) -> Season:
    """Remove a tournament from a season; the tournament itself does not change."""

    def act(_: Transaction, season: Season) -> None:
        if tournament not in season.tournaments:
            raise Unknown(f"tournament {tournament} in season {number}")

    asked, why = {"tournament": tournament}, common.reason_of(reason, needed=True)
    change = TournamentChange("soiree-retiree", asked, reason=why)
    return SEASONS.change(store, number, change, act, **sent)


def identify(store: Store, number: int, *, name: str, other: str = "", **sent: Unpack[Sent]) -> Season:
    """Identify two names on a season's lists as one person, called `other`; an empty `other` separates them again."""
    given = {"name": name, "other": other}
    asked = {key: common.text_of(text, key, names.NAME_MAX) for key, text in given.items()}

    def act(opened: Transaction, season: Season) -> None:
        known = {"", *map(names.key, SEASONS.people(opened, season))}
        faults = [Fault("nom-de-la-saison", field) for field in asked if names.key(asked[field]) not in known]
        if not asked["name"] or not (asked["other"] or names.key(asked["name"]) in season.same):
            faults.append(Fault("nom-de-la-saison", "name"))
        elif season.person(asked["name"]) == season.person(asked["other"]):
            faults.append(Fault("deja-la-meme", "other"))
        if faults:
            raise refusal(*faults)
        after = identified(season, SamePerson(**asked))
        for each in season.tournaments:
            evening = TOURNAMENTS.load(opened, each)
            people = [after.person(entrant.name) for entrant in evening.entrants]
            if people.count(after.person(asked["name"])) > 1:
                raise refusal(Fault("ensemble-a-la-soiree", "other", {"soiree": evening.name}))

    people = tuple(filter(None, asked.values()))
    change = TournamentChange("identite", asked, people=people)
    return SEASONS.change(store, number, change, act, **sent)
