"""Forgetting a person: a pseudonym replaces the name on all sheets, in tournaments and seasons; every score stays the same."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.game_api.words import Words, read_sentences
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.errors import Refused, Unknown
from scorekeeper.parties import Author
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import Partie
from scorekeeper.records import epochs, transactions
from scorekeeper.records.backup import belongings
from scorekeeper.records.event_log import Change, canonical
from scorekeeper.records.ledger import Ledger, Transaction, transaction
from scorekeeper.records.people import is_pseudonymised
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.refusals import refusal
from scorekeeper.tournaments.seasons import SEASONS, Season

(MESSAGES,) = read_sentences(__file__, "messages")
WORDS = Words(MESSAGES)
LEDGERS: Mapping[str, Ledger[Any]] = {each.SCOPE: each for each in (PARTIES, TOURNAMENTS, SEASONS)}
SCOPE, KIND = "personnes", "oubli"
"""Scope and kind of the event of forgetting, which concerns a person and no single sheet."""


@dataclass(frozen=True)
class Traces:
    """Counts of the records that contain a person."""

    name: str
    """The name as it was first written."""
    parties: int
    tournaments: int


def traces(store: Store, name: str) -> Traces:
    """Return where the records contain a person, in any spelling with the same key. Raises `Unknown` for an unknown name."""
    with store.read() as session:
        first, parties, tournaments = session.whereabouts(names.casefold(name))
    if not first:
        raise Unknown(f"person {name}")
    return Traces(first, parties, tournaments)


def forget(store: Store, name: str, *, by: Author) -> tuple[str, int]:
    """Forget a person, in any spelling of the name with the same key; earlier backups keep the name.

    Return the pseudonym, and the number of events that still contain the name in another spelling, as in a remark: only a person
    can judge these.

    Raises `Unknown` for an unknown name; `Refused` for a name with too few letters, or whose replacement would change a result because
    sheets also use it as a word; `StorageError` when it could not be written. Then nothing has changed.
    """
    first = traces(store, name).name
    with transaction(store, by) as opened:
        pseudonym = _forget(opened, first)
        _begin_life(opened, store)
    store.reload()
    with store.read() as session:
        return pseudonym, session.mentions(names.casefold(name))


def forget_since(store: Store, moment: str, *, by: Author) -> int:
    """Forget all who have neither played nor been on a list since a moment (UTC, ISO 8601); return the number of people.

    A name that cannot be forgotten stays. Raises `StorageError` when it could not be written: then nothing has changed.
    """
    with store.read() as session:
        last = [name for name in session.names_before(moment) if is_pseudonymised(name)]
    done = 0
    if last:
        with transaction(store, by) as opened:
            for name in last:
                with contextlib.suppress(Refused), transactions.transaction(opened.session.connection):
                    _forget(opened, name)
                    done += 1
            _begin_life(opened, store)
        store.reload()
    return done


def _begin_life(opened: Transaction, store: Store) -> None:
    store.clear_caches()
    epochs.begin(opened.session.connection, belongings.key(store.folder))


def _forget(opened: Transaction, name: str) -> str:
    """Forget one person within a transaction; return the pseudonym. Raises `Refused`: the caller must then roll back."""
    session, key = opened.session, names.casefold(name)
    if not is_pseudonymised(name):
        raise _refusal("nom-trop-court", name)
    scopes = session.scopes_with(key)
    before = [_figures(subject) for _, subject in _built(session, scopes)]
    pseudonym = session.forget_name(key)
    subjects: list[tuple[Ledger[Any], Any]] = []
    with contextlib.suppress(Refused, LookupError, ValueError):
        subjects = list(_built(session, scopes))
    if before != [_figures(subject) for _, subject in subjects]:
        raise _refusal("nom-mot-du-jeu", name)
    for ledger, subject in subjects:
        session.put(ledger.rows(subject, None))
    session.delete_mentions(key, (subject.id for ledger, subject in subjects if ledger is PARTIES))
    # The event names its author, but not the forgotten person.
    by = (opened.by.actor, opened.by.device)
    session.append(SCOPE, Change(kind=KIND, body=canonical({"nom": pseudonym})), by)
    return pseudonym


def _refusal(code: str, name: str) -> Refused:
    return refusal(Fault(code, "nom", {"nom": name}), words=WORDS)


def _built(session: Session, scopes: Sequence[str]) -> Iterator[tuple[Ledger[Any], Any]]:
    for scope in scopes:
        kind, _, number = scope.partition(":")
        if kind in LEDGERS:
            yield LEDGERS[kind], LEDGERS[kind].builder(session, int(number))()


def _figures(subject: Partie | Tournament | Season) -> object:
    """Return the values of a sheet, tournament or season that must stay equal when a person in it is forgotten."""
    if isinstance(subject, Season):
        return subject.terms, subject.tournaments, len(subject.same)
    if isinstance(subject, Partie):
        sheet = subject.sheet
        faults = [(item.rang, item.fault.code) for item in sheet.faults]
        scores = [(line.rang, line.row.scores) for line in sheet.marked]
        return scores, sheet.totals, faults, len(subject.lines)
    given = [(credit.number, credit.points) for credit in subject.credits]
    drawn = [draw.rounds for draw in subject.draws]
    return subject.results, given, drawn, len(subject.entrants), subject.stage
