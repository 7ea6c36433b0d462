"""A tournament from its events: each event moves it on, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.rules.contract import Table
from scorekeeper.errors import Unknown
from scorekeeper.records import rows
from scorekeeper.tournaments import model, seeds_and_lists
from scorekeeper.tournaments.apply_changes import by_hand, record
from scorekeeper.tournaments.credits import Credit
from scorekeeper.tournaments.fold_calls import CALLS
from scorekeeper.tournaments.model import Entrant, Round, Stage, TableOf, TableResult, Tournament
from scorekeeper.tournaments.options import OPTIONS, rules_for


class Act(StrEnum):
    """The kinds of acts on a tournament."""

    CREATION = "creation"
    REGLAGES = "reglages"
    INSCRIPTION = "inscription"
    JOUEUR = "joueur"
    PORTE = "porte"
    RETRAIT = "retrait"
    RETOUR = "retour"
    REMPLACANT = "remplacant"
    LISTE = "liste"
    GRAINE = "graine"
    TIRAGE = "tirage"
    REPARATION = "reparation"
    ECHANGE = "echange"
    PLACEMENT = "placement"
    TABLE_OUVERTE = "table-ouverte"
    TOUR = "tour"
    SIGNATURE = "signature"
    VALIDATION = "validation"
    LITIGE = "litige"
    APPEL = "appel"
    REPONSE = "reponse"
    HORLOGE = "horloge"
    ACCORD = "accord"
    RESULTAT = "resultat"
    FORFAIT = "forfait"
    REPRISE = "reprise"
    TOUR_CLOS = "tour-clos"
    TOUR_ROUVERT = "tour-rouvert"
    CARTE = "carte"
    CREDIT = "credit"
    LIEN = "lien"
    LIEN_REVOQUE = "lien-revoque"
    REMISE = "remise"
    FIN = "fin"
    FIN_ANNULEE = "fin-annulee"


@dataclass(frozen=True, kw_only=True)
class Happening:
    """One event of a tournament, read."""

    seq: int
    kind: str
    place: str
    """The part of the tournament it is about, such as `tour:2/table:4`; empty for all of it."""
    body: Mapping[str, Any]
    """`asked`: the content of the act; `done`: what followed from it."""
    reason: str
    actor: str
    device: str
    at: str

    @classmethod
    def of(cls, event: rows.EventRow) -> Happening:
        """Read an event."""
        place, body = event.scope.partition("/")[2], json.loads(event.body or "{}")
        columns: dict[str, Any] = {
            key: getattr(event, key) for key in ("seq", "kind", "reason", "actor", "device")
        }
        return cls(place=place, body=body, at=event.at_utc, **columns)

    @property
    def asked(self) -> Mapping[str, Any]:
        """The content of the act."""
        asked: Mapping[str, Any] = self.body.get("asked", {})
        return asked

    @property
    def done(self) -> Mapping[str, Any]:
        """Consequences of the act."""
        done: Mapping[str, Any] = self.body.get("done", {})
        return done

    def number(self, part: str) -> int:
        """The number of a part of its place: of `tour:2/table:4` that of `tour` or `table`."""
        numbers = dict(item.split(":") for item in self.place.split("/") if item)
        if part not in numbers:
            raise Unknown(f"{part} of {self.place}")
        return int(numbers[part])


Step = Callable[[Tournament, Happening], Tournament]
"""From a tournament and one event of it to the tournament after it."""


def built(number: int, events: Sequence[rows.EventRow]) -> Tournament:
    """The tournament of that number from all its events. Raises `Unknown` when the first of them does not open it."""
    if not events or events[0].kind != Act.CREATION:
        raise Unknown(f"tournament {number}")
    tournament = opened(number, events[0])
    for event in events[1:]:
        tournament = moved(tournament, event)
    return tournament


def opened(number: int, event: rows.EventRow) -> Tournament:
    """The tournament that an event opens. Raises `Unknown` for a game that this program does not have, `ValueError` for a damaged definition."""
    opening = Happening.of(event)
    asked = opening.asked
    game = catalogue.game(asked["game"], asked.get("definition"))
    options = OPTIONS.read(opening.done["options"], Table())
    return Tournament(
        id=number,
        name=asked["name"],
        game=game,
        settings=asked["settings"],
        options=options,
        rules=rules_for(game, options, asked["settings"], options.size or 4),
        created_at=event.at_utc,
        revision=1,
        decided=1,
        last_seq=event.seq,
        active_at=event.at_utc,
    )


def moved(tournament: Tournament, event: rows.EventRow) -> Tournament:
    """The tournament after an event."""
    after = STEPS[Act(event.kind)](tournament, Happening.of(event))
    revision = tournament.revision + 1
    return replace(
        after,
        revision=revision,
        decided=tournament.decided if event.kind == Act.SIGNATURE else revision,
        last_seq=event.seq,
        active_at=event.at_utc,
    )


def _settings(t: Tournament, event: Happening) -> Tournament:
    settings = event.done["settings"]
    options = OPTIONS.read(event.done["options"], Table())
    rules = rules_for(t.game, options, settings, options.size or 4)
    return replace(t, name=event.done["name"], settings=settings, options=options, rules=rules)


def _registered(t: Tournament, event: Happening) -> Tournament:
    return replace(t, entrants=(*t.entrants, *(record(Entrant, body) for body in event.done["players"])))


def _with_entrant(t: Tournament, entrant: Entrant) -> Tournament:
    place = entrant.number - 1
    return replace(t, entrants=(*t.entrants[:place], entrant, *t.entrants[place + 1 :]))


def _present(*, present: bool) -> Step:
    """The entrant left or came back."""
    return lambda t, event: _with_entrant(t, replace(t.entrant(event.number("joueur")), present=present))


def _frozen(t: Tournament, event: Happening) -> seeds_and_lists.FrozenList:
    done = event.done
    source = event.asked.get("source", "")
    return seeds_and_lists.FrozenList(tuple(done["players"]), done["hash"], source, event.at, len(t.draws))


def _seed_said(t: Tournament, event: Happening) -> Tournament:
    seed = seeds_and_lists.SaidSeed(event.asked["seed"], event.at, len(t.draws), len(t.lists))
    return replace(t, seed=seed.seed, seeds=(*t.seeds, seed))


def _checked_in(t: Tournament, event: Happening) -> Tournament:
    """People arrived, paid, or neither after all. Who comes late could play from the next round on."""
    asked, following = event.asked, len(t.rounds) + 1
    for number in asked["numbers"]:
        entrant = t.entrant(number)
        changes = {key: asked[key] for key in ("arrived", "paid") if key in asked}
        if changes.get("arrived") and not entrant.arrived:
            changes["since"] = max(entrant.since, following)
        t = _with_entrant(t, replace(entrant, **changes))
    return t


def _drawn(t: Tournament, event: Happening) -> Tournament:
    body = {key: value for key, value in event.done.items() if key not in {"rounds", "partners"}}
    rounds = tuple(record(model.DrawnTables, tables) for tables in event.done["rounds"])
    if "origin" in body:
        body["origin"] = seeds_and_lists.SeedOrigin(body["origin"])
    body |= {
        "rounds": rounds,
        "as_drawn": rounds,
        "reason": event.reason,
        "at": event.at,
        "actor": event.actor,
    }
    t = replace(t, draws=(*t.draws, record(model.DrawRecord, body)), stage=Stage.EN_COURS)
    for first, second in event.done["partners"]:
        t = _with_entrant(t, replace(t.entrant(first), partner=second))
        t = _with_entrant(t, replace(t.entrant(second), partner=first))
    return t


def _round_opened(t: Tournament, event: Happening) -> Tournament:
    tables = tuple(
        TableOf(number, tuple(body["seats"]), body["partie"])
        for number, body in enumerate(event.done["tables"], 1)
    )
    fresh = Round(event.done["round"], event.done["draw"], tables, tuple(event.done["byes"]))
    earlier = fresh.number - 1
    return replace(t, rounds=(*t.rounds[:earlier], fresh), voided=(*t.voided, *t.rounds[earlier:]))


def _with_round(t: Tournament, event: Happening, change: Callable[[Round], Round]) -> Tournament:
    """The tournament with the round of the event changed."""
    round_ = t.round(event.number("tour"))
    place = round_.number - 1
    return replace(t, rounds=(*t.rounds[:place], change(round_), *t.rounds[place + 1 :]))


def _with_table(t: Tournament, event: Happening, change: Callable[[TableOf], TableOf]) -> Tournament:
    """The tournament with the table of the event changed."""

    def changed(round_: Round) -> Round:
        place = event.number("table") - 1
        table = change(round_.table(place + 1))
        return replace(round_, tables=(*round_.tables[:place], table, *round_.tables[place + 1 :]))

    return _with_round(t, event, changed)


def _table(**changes: Any) -> Step:
    """The organiser changed the table of the event."""
    return lambda t, event: _with_table(
        t, event, lambda table: replace(table, reason=event.reason, **changes)
    )


def _substituted(t: Tournament, event: Happening) -> Tournament:
    number, name = event.asked["number"], event.asked["name"]

    def change(table: TableOf) -> TableOf:
        others = {other: substitute for other, substitute in table.substitutes.items() if other != number}
        return replace(table, substitutes=others | ({number: name} if name else {}))

    return _with_table(t, event, change)


def _signed(t: Tournament, event: Happening) -> Tournament:
    asked, done = event.asked, event.done
    signature = model.Signature(asked["side"], asked["initials"], done["revision"], event.at)
    result = record(TableResult, done["result"]) if done.get("result") else None

    def change(table: TableOf) -> TableOf:
        current = tuple(earlier for earlier in table.signatures if earlier.revision == signature.revision)
        signatures = (*current, signature)
        return replace(table, signatures=signatures, confirmed=done["confirmed"], result=result)

    return _with_table(t, event, change)


def _accepted(t: Tournament, event: Happening) -> Tournament:
    result = record(TableResult, event.done["result"])
    return _table(confirmed=True, dispute=None, result=result, forfeit=())(t, event)


def _forfeited(t: Tournament, event: Happening) -> Tournament:
    sides = tuple(event.asked["sides"])
    return _with_table(_accepted(t, event), event, lambda table: replace(table, forfeit=sides))


def _disputed(t: Tournament, event: Happening) -> Tournament:
    dispute = model.Dispute(event.asked["text"], event.actor, event.at)
    return _with_table(t, event, lambda table: replace(table, dispute=dispute))


def _closed(t: Tournament, event: Happening) -> Tournament:
    results = {int(number): record(TableResult, body) for number, body in event.done["results"].items()}

    def change(round_: Round) -> Round:
        tables = tuple(
            replace(table, confirmed=True, result=results[table.number]) if table.number in results else table
            for table in round_.tables
        )
        return replace(round_, tables=tables, closed=True)

    return _with_round(t, event, change)


def _linked(t: Tournament, event: Happening) -> Tournament:
    return replace(t, links={**t.links, **{int(table): made for table, made in event.done["made"].items()}})


def _credited(t: Tournament, event: Happening) -> Tournament:
    number, points = event.asked["number"], event.asked["points"]
    return replace(t, credits=(*t.credits, Credit(number, points, event.reason, event.actor, event.at)))


STEPS: Mapping[Act, Step] = {
    Act.REGLAGES: _settings,
    Act.INSCRIPTION: _registered,
    Act.JOUEUR: lambda t, event: _with_entrant(t, record(Entrant, event.done)),
    Act.PORTE: _checked_in,
    Act.RETRAIT: _present(present=False),
    Act.RETOUR: _present(present=True),
    Act.REMPLACANT: _substituted,
    Act.LISTE: lambda t, event: replace(t, lists=(*t.lists, _frozen(t, event))),
    Act.GRAINE: _seed_said,
    Act.TIRAGE: _drawn,
    Act.REPARATION: by_hand,
    Act.ECHANGE: by_hand,
    Act.PLACEMENT: by_hand,
    Act.TABLE_OUVERTE: by_hand,
    Act.TOUR: _round_opened,
    Act.SIGNATURE: _signed,
    Act.VALIDATION: _accepted,
    Act.LITIGE: _disputed,
    **{Act(kind): step for kind, step in CALLS.items()},
    Act.ACCORD: _table(dispute=None),
    Act.RESULTAT: _accepted,
    Act.FORFAIT: _forfeited,
    Act.REPRISE: _table(confirmed=False, result=None, signatures=(), forfeit=()),
    Act.TOUR_CLOS: _closed,
    Act.TOUR_ROUVERT: lambda t, event: _with_round(t, event, lambda round_: replace(round_, closed=False)),
    Act.CARTE: lambda t, event: replace(t, cards={**t.cards, event.number("joueur"): event.asked["value"]}),
    Act.CREDIT: _credited,
    Act.LIEN: _linked,
    Act.LIEN_REVOQUE: lambda t, _event: t,
    Act.FIN: lambda t, event: replace(t, stage=Stage.FINI, final=event.done),
    Act.FIN_ANNULEE: lambda t, _event: replace(
        t, stage=Stage.EN_COURS if t.draws else Stage.INSCRIPTION, final=None
    ),
}
"""Steps of the events; `CREATION` is the first and only that."""
