"""Demo data: a small club's evenings in every game and a tournament, from fixed seeds."""

import datetime as dt
import random
import shutil
from pathlib import Path
from typing import Any

from scorekeeper import parties
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import judge
from scorekeeper.cards.sheet_file import FORMAT, read_sheet
from scorekeeper.config import Config
from scorekeeper.i18n import gettext
from scorekeeper.records import queries
from scorekeeper.records.store import Store
from scorekeeper.system import private_folder
from scorekeeper.tournaments import close_round, create, draw_round, record_result
from scorekeeper.tournaments.model import TableAt

CLUB = (
    *("Anne", "Benoît", "Chloé", "David", "Élise", "Fernand"),
    *("Ghislaine", "Hugo", "Inès", "Jules", "Köbi", "Lucette"),
)
PLACES = ("Café du Pont", "Chez Ghislaine", "Salle communale de Vresse")
EVENINGS = 6
LONGEST = 24
GUESTS = ("Odile", "Pascal", "Renée", "Samuel")
"""Players of the tournament who are not members of the club."""
TRIES = 400
"""Most attempts to generate a line that the rules accept."""
FIRST = 900_001
"""Number of the first demo partie, so high that a device's unsent line for it never reaches a real sheet."""
BY = parties.Author("demo", "demo")


def make(folder: Path) -> None:
    """Create the demo club's database in a data folder, completely or not at all; an existing one stays.

    Raises `StorageError` or `OSError`.
    """
    database = Config(folder).database
    if database.exists():
        return
    unfinished = folder / "new"
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        private_folder(folder)
        with Store(unfinished / database.name) as store:
            fill(store)
        # The database is moved last: a folder without it counts as empty.
        for path in sorted(unfinished.iterdir(), key=lambda path: path.name == database.name):
            path.rename(folder / path.name)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def fill(store: Store) -> None:
    """Write the club's evenings of the last weeks and its tournament into empty records."""
    with store.unsynced():
        with store.write() as session:
            queries.number_sheets_from(session.connection, FIRST)
        fill_evenings(store, dt.datetime.now(dt.UTC).astimezone().date())
        fill_tournament(store)


def fill_evenings(store: Store, today: dt.date) -> int:
    """Write the club's evenings; return the number of parties."""
    rng = random.Random("scorekeeper")  # noqa: S311 - a story, not a secret
    count = 0
    for week in range(EVENINGS):
        for game in GAMES:
            date = today - dt.timedelta(days=7 * (EVENINGS - 1 - week) + rng.randint(0, 4))
            partie = parties.open_partie(store, read_sheet(_heading(rng, game, week, date)), by=BY)
            _play(rng, store, partie, last=week == EVENINGS - 1)
            count += 1
    return count


def fill_tournament(store: Store) -> int:
    """Write a tournament with its last round under way, of the first game with demo tournament data; return its number."""
    rng = random.Random("match au cochon")  # noqa: S311 - a story, not a secret
    game, (title, totals) = next((game, game.demo_tournament) for game in GAMES if game.demo_tournament)
    heading = {
        "name": gettext(title),
        "game": game.key,
        "settings": dict(game.tournament.settings),
        "rounds": 4,
    }
    heading |= {
        "seed": gettext("six dés : 3 5 1 6 2 2"),
        "players": [{"name": name} for name in CLUB + GUESTS],
    }
    number = create(store, heading, by=BY, uuid=_uuid(rng)).id
    for tour in (1, 2, 3, 4):
        drawn = draw_round(store, number, by=BY, uuid=_uuid(rng))
        for place in range(1, len(drawn.rounds[-1].tables) + 1):
            reached = totals(rng)
            if tour == 4 and place > 1:
                break
            record_result(store, number, TableAt(tour, place), by=BY, uuid=_uuid(rng), totals=list(reached))
        if tour < 4:
            close_round(store, number, tour, by=BY, uuid=_uuid(rng))
    return number


def _heading(rng: random.Random, game: Game, week: int, date: dt.date) -> dict[str, Any]:
    seats = game.rules.SEATS[week % len(game.rules.SEATS)]
    players = rng.sample(CLUB, seats)
    heading: dict[str, Any] = {"format": FORMAT, "game": game.key, "players": players, "settings": {}}
    heading |= {"date": date.isoformat(), "lieu": rng.choice(PLACES)}
    if game.rules.CAMPS:
        heading["equipes"] = [" & ".join(players[0::2]), " & ".join(players[1::2])]
    return heading


def _play(rng: random.Random, store: Store, partie: parties.Partie, *, last: bool) -> None:
    """Enter the lines of a partie, with a struck and an amended one; close it unless it is of the `last` week."""
    for place in range(7 if last else LONGEST):
        entry = _entry(rng, partie) if partie.sheet.outcome is None else None
        if entry is None:
            break
        rang = partie.next_rang
        partie = parties.enter(store, partie.id, uuid=_uuid(rng), rang=rang, payload=entry, by=BY).partie
        if place == 3 and rng.random() < 0.5 and partie.sheet.outcome is None:
            rang = partie.lines[-1].rang
            partie = parties.strike(store, partie.id, uuid=_uuid(rng), rang=rang, by=BY).partie
        elif place == 5 and partie.sheet.outcome is None:
            line = next(line for line in reversed(partie.lines) if not line.struck)
            details: dict[str, Any] = {
                "uuid": _uuid(rng),
                "rang": line.rang,
                "reason": gettext("recompté"),
                "by": BY,
            }
            remark = {**line.payload, "note": gettext("compté deux fois")}
            partie = parties.amend(store, partie.id, payload=remark, **details).partie
    if not last:
        parties.close_partie(store, partie.id, uuid=_uuid(rng), by=BY)


def _entry(rng: random.Random, partie: parties.Partie) -> dict[str, Any] | None:
    """Return a random next entry that the rules accept without faults or doubts; `None` after `TRIES` attempts."""
    state, rules = partie.sheet.state, partie.rules
    for _ in range(TRIES):
        payload = partie.game.demo(rng, rules, state)
        try:
            entry = rules.ENTRY.read(payload, partie.table)
        except Unreadable:
            continue
        if not judge(rules, state, entry) and not rules.doubts(state, entry):
            return payload
    return None


def _uuid(rng: random.Random) -> str:
    bits = f"{rng.getrandbits(128):032x}"
    return f"{bits[:8]}-{bits[8:12]}-4{bits[13:16]}-a{bits[17:20]}-{bits[20:]}"
