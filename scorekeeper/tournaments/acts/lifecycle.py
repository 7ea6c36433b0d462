"""Lifecycle of a tournament: reading its document, amending, closing and reopening rounds, cards, credits, archiving, finishing."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import signed
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.kinds import Json, Unreadable, Whole, refused, unknown_keys
from scorekeeper.cards.sheet_file import tidied
from scorekeeper.cards.sheet_game import DEFINITION, definition_of, game_of_sheet
from scorekeeper.errors import Unknown
from scorekeeper.i18n import gettext
from scorekeeper.parties import acts
from scorekeeper.parties.house import game_named
from scorekeeper.records.event_log import head_of
from scorekeeper.records.rows import TournamentRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments import options
from scorekeeper.tournaments.acts.drawing import expect_unplayed
from scorekeeper.tournaments.acts.entrants import Newcomer, read_players
from scorekeeper.tournaments.declaration import (
    ALWAYS,
    EVENING,
    MAX_NUMBER,
    PLAYER,
    ROUND,
    Coded,
    Desk,
    EntrantNumber,
    Unread,
    act,
    reached_by,
)
from scorekeeper.tournaments.finals import has_begun, stage_of, total_rounds
from scorekeeper.tournaments.fold import Happening, record, with_round
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.tournaments.model import Entrant, Round, Stage, TableResult, Tournament
from scorekeeper.tournaments.notes import Credit, Veil
from scorekeeper.tournaments.options import FIXED_BY_DRAW, OPTIONS, Options, comparable, resolved, rules_for
from scorekeeper.tournaments.rankings import ranking
from scorekeeper.tournaments.refusals import conflict, heading_of, refusal
from scorekeeper.tournaments.round_progress import progress_of, sheet_result

KEYS = ("name", "game", DEFINITION, "settings", "players", "seed")
"""Keys of a tournament's document beside its options."""
MAX_LISTED = 100


@dataclass(frozen=True, kw_only=True)
class Opening:
    """The parsed document of a new tournament."""

    name: str
    game: Game
    settings: Mapping[str, Any]
    given: Options
    """The options that were chosen."""
    options: Options
    """These, with the game's defaults filled in."""
    players: tuple[Newcomer, ...]
    seed: str

    def document(self) -> dict[str, Any]:
        """Return the document as its event stores it, with the definition of a declared game packed."""
        return {
            "name": self.name,
            "game": self.game.key,
            **({DEFINITION: catalogue.pack(self.game)} if self.game.definition else {}),
            "settings": dict(self.settings),
            "options": OPTIONS.write(self.given, Table()),
            "players": [person.document() for person in self.players],
            "seed": self.seed,
        }


def read_opening(raw: Any, known: Game | None = None) -> Opening:
    """Parse the document of a new tournament; `known` is its game, if it is not to be read. Raises `Refused` with every fault."""
    raw, name, faults = heading_of(raw, {*KEYS, *OPTIONS.kinds})
    seed = ""
    game = known or game_of_sheet(raw, faults)
    try:
        given = OPTIONS.read({key: raw[key] for key in raw if key in OPTIONS.kinds}, Table())
    except Unreadable as unreadable:
        faults.extend(unreadable.faults)
        given = None
    settings = raw.get("settings", {})
    players, wrong = read_players(raw.get("players", []), ())
    if raw.get("seed") is not None:
        seed = tidied(raw["seed"], "seed", faults, names.TITLE_MAX)
    if game is None or given is None:
        raise refusal(*faults, *wrong)
    options = resolved(game, given, settings, faults)
    if faults or wrong:
        raise refusal(*faults, *wrong)
    return Opening(
        name=name, game=game, settings=settings, given=given, options=options, players=players, seed=seed
    )


def defined(store: Store, document: Any) -> Any:
    """Return the document with the definition of the house game that it names, unless it has one."""
    key = document.get("game") if isinstance(document, dict) else None
    if not isinstance(key, str) or not key.startswith(catalogue.PREFIX) or document.get(DEFINITION):
        return document
    try:
        return {**document, DEFINITION: definition_of(game_named(store, key))}
    except Unknown:
        return document


def _amended(t: Tournament, event: Happening) -> Tournament:
    settings = event.done["settings"]
    options = OPTIONS.read(event.done["options"], Table())
    rules = rules_for(t.game, options, settings, options.size or 4)
    return replace(t, name=event.done["name"], settings=settings, options=options, rules=rules)


def _changes(asked: dict[str, Any]) -> dict[str, Any]:
    document: Any = asked["document"]
    if not isinstance(document, dict):
        raise refusal(Fault("objet-attendu"))
    unknown = unknown_keys(document, {"name", "settings", *OPTIONS.kinds})
    if unknown:
        raise refusal(*unknown)
    return document


@act("reglages", EVENING, _amended, content=_changes)
def amend(desk: Desk, t: Tournament, *, document: Annotated[Any, Unread(OPTIONS)]) -> Mapping[str, Any]:
    """Change a tournament's name, settings or options: the keys given. Raises `Conflict` for those fixed by the first draw."""
    if t.draws and FIXED_BY_DRAW.intersection(document):
        raise conflict(Fault("reglages-figes"))
    current = OPTIONS.write_all(earlier_options(t), Table())
    if "format" in document or "settings" in document or "donnes" in document:
        # Defaults that depend on the settings are computed again, unless they are given now.
        current |= {"bye": None, "missed": None, "scale": None}
    if "settings" in document:
        current["donnes"] = None
    current |= {"name": t.name, "settings": dict(t.settings)}
    opening = read_opening({**current, **document}, t.game)
    chosen = opening.options
    if has_begun(t) and (chosen.rounds, chosen.finale) != (t.options.rounds, t.options.finale):
        raise conflict(Fault("finale-commencee"))
    if chosen.third_place != t.options.third_place and stage_of(t, len(t.rounds)) == 1:
        expect_unplayed(t, desk.session)
    if chosen.rounds < min(len(t.rounds), t.options.rounds):
        raise conflict(Fault("tours-joues", "rounds", {"joues": len(t.rounds)}))
    options = OPTIONS.write_all(chosen, Table())
    return {"name": opening.name, "settings": opening.settings, "options": options}


def earlier_options(t: Tournament) -> Options:
    """Return the options of a tournament without tie-breaks that its game does not support, which earlier versions accepted."""
    return replace(t.options, ties=comparable(t.game, t.options.ties or ()))


def list_all(
    store: Store, *, limit: int = 50, before: int | None = None, away: bool = False
) -> list[TournamentRow]:
    """Return tournaments, the most recently changed first, or the archived ones with `away`.

    For the next page, pass the `last_seq` of the last one as `before`.
    """
    with store.read() as session:
        return session.recent_tournaments(max(1, min(limit, MAX_LISTED)), before, away=away)


@act("rangee", ALWAYS, lambda t, _: replace(t, away=True))
@reached_by(api="POST away", form="ranger", then="list")
def put_away(_desk: Desk, _t: Tournament) -> None:
    """Put a tournament away: lists leave it out, and nothing is deleted. It can be taken out again."""


@act("ressortie", ALWAYS, lambda t, _: replace(t, away=False))
@reached_by(api="POST back", form="ressortir", then="show")
def take_out(_desk: Desk, _t: Tournament) -> None:
    """Take a tournament out again that was put away."""


MAX_CARD = 1000


def _closed(t: Tournament, event: Happening) -> Tournament:
    results = {int(number): record(TableResult, body) for number, body in event.done["results"].items()}
    tables = tuple(
        replace(table, confirmed=True, result=results[table.number]) if table.number in results else table
        for table in t.round(event.number("tour")).tables
    )
    veil = Veil(event.number("tour"), event.at) if event.done.get("withheld") else t.veil
    return replace(with_round(t, event, tables=tables, closed=True), veil=veil)


@act("tour-clos", ROUND, _closed)
@reached_by(api="POST close", form="clore", then="tables")
def close_round(desk: Desk, round_: Round) -> Mapping[str, Any]:
    """Close a round: all results are settled as they are. Raises `Conflict` with every table that is not done, and its state.

    Results of the last round are withheld from the public, except when it was reopened after the organiser had shown everything.
    """
    if round_.closed:
        raise conflict(Fault("tour-deja-clos", "", {"tour": round_.number}))
    heads = desk.session.heads([table.partie for table in round_.tables])
    missing = progress_of(desk.t, round_, heads).missing
    if missing:
        raise conflict(*missing)
    results = {}
    for table in round_.tables:
        if table.result is not None:
            continue
        partie = desk.partie(table)
        result = sheet_result(desk.t, partie)
        if result is not None:
            acts.close_sheet(desk.opened, partie)
            results[str(table.number)] = asdict(result)
    last = round_.number >= total_rounds(desk.t) and desk.t.veil != Veil(round_.number, "")
    return {"results": results, **({"withheld": True} if last else {})}


def _reopened(t: Tournament, event: Happening) -> Tournament:
    # A last round that was closed without being withheld, in an earlier version, is public already.
    seen = None if event.number("tour") < total_rounds(t) else Veil(event.number("tour"), "")
    return replace(with_round(t, event, closed=False), veil=t.veil or seen)


@act("tour-rouvert", ROUND, _reopened, reason=True)
@reached_by(api="POST reopen", form="rouvrir")
def reopen_round(desk: Desk, round_: Round) -> None:
    """Reopen a round: its results stay settled until a table is reopened."""
    if not round_.closed:
        raise conflict(Fault("tour-ouvert", "", {"tour": round_.number}))


def _card_drawn(t: Tournament, event: Happening) -> Tournament:
    return replace(t, cards={**t.cards, event.number("joueur"): event.asked["value"]})


@act("carte", PLAYER, _card_drawn, shown_as="value")
@reached_by(api="POST card", answer="ranking")
def draw_card(
    desk: Desk,
    person: Entrant,
    *,
    value: Annotated[int, Coded(Whole(1, MAX_CARD), "carte", {"max": MAX_CARD})],
) -> None:
    """Note a drawn card: of entrants who are level, the one with the higher card ranks first."""


class NotZero(Whole):
    """A whole number other than 0."""

    def read(self, raw: Json, table: Table) -> int:
        points = super().read(raw, table)
        if points == 0:
            raise refused("credit-nul")
        return points


def _credited(t: Tournament, event: Happening) -> Tournament:
    number, points = event.asked["number"], event.asked["points"]
    return replace(t, credits=(*t.credits, Credit(number, points, event.reason, event.actor, event.at)))


def _credit_text(t: Tournament, event: Happening) -> str:
    number, points = event.asked["number"], event.asked["points"]
    return gettext("%(nom)s : %(points)s", nom=f"{number} {t.entrant(number).name}", points=signed(points))


@act("credit", EVENING, _credited, shown_as=_credit_text, reason=True)
@reached_by(api="POST credits", answer="ranking")
def credit(
    desk: Desk,
    t: Tournament,
    *,
    number: Annotated[int, EntrantNumber(Whole(1, MAX_NUMBER))],
    points: Annotated[int, NotZero(options.CREDITED.least, options.CREDITED.most)],
) -> None:
    """Give or take points: an entrant's credit counts in the total and in no tie-break, for a pair once.

    Several credits add up; one is undone by its opposite.
    """
    if type(number) is not int or not 1 <= number <= len(t.entrants):
        raise refusal(Fault("numero-inconnu", "number"))


def _finished(t: Tournament, event: Happening) -> Tournament:
    seen = t.veil is not None and (bool(t.veil.since) or t.veil.round == len(t.rounds))
    early = 0 < len(t.rounds) < total_rounds(t)
    veil = Veil(len(t.rounds), event.at) if early and not seen else t.veil
    return replace(t, stage=Stage.FINI, final=event.done, veil=veil)


@act("fin", EVENING, _finished, reason=False)
@reached_by(api="POST finish", form="finir", page="ranking")
def finish(desk: Desk, t: Tournament) -> Mapping[str, Any]:
    """Finish a tournament: the ranking is stored as announced. Before all rounds are played, a reason is required,
    and results of the latest round are withheld like those of the last one.
    """
    if t.open_rounds:
        raise conflict(Fault("tour-en-cours", "", {"tour": t.open_rounds[0].number}))
    left = total_rounds(t) - len(t.rounds)
    if left and not desk.reason:
        raise conflict(Fault("manque-tours", "", {"reste": left}))
    final = ranking(replace(t, stage=Stage.FINI))
    numbers, count = final.matches
    matches = {"numbers": numbers, "count": count}
    # The hash over all events so far, printed with the ranking, so that the paper proves all of them.
    events = desk.session.kept_events(TOURNAMENTS.scope(t.id), t.parties)
    head = {"head": head_of(event.hash for event in events), "events": len(events)}
    teams = {"teams": [line.document() for line in final.teams]} if final.teams else {}
    return {"lines": [line.announced() for line in final.lines], **teams, "matches": matches, **head}


def _resumed(t: Tournament, _event: Happening) -> Tournament:
    return replace(t, stage=Stage.EN_COURS if t.draws else Stage.INSCRIPTION, final=None)


@act("fin-annulee", ALWAYS, _resumed, reason=True)
@reached_by(api="POST resume", form="reprendre", page="ranking")
def resume(desk: Desk, t: Tournament) -> None:
    """Resume a tournament: one that was finished is open again."""
    if t.stage is not Stage.FINI:
        raise conflict(Fault("tournoi-pas-fini"))
