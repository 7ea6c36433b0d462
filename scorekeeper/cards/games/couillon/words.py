"""Sentences of Couillon as codes with values: donnes, counters and progress."""

from collections.abc import Mapping, Sequence

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.couillon.rules import CouillonDonne, CouillonState
from scorekeeper.cards.rules.contract import Label, Seat, Side, Term, Value, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__)


def _states(marked: Marked) -> tuple[CouillonState, CouillonState]:
    return expect(CouillonState, marked.before), expect(CouillonState, marked.after)


def _score(entry: CouillonDonne) -> tuple[Value, ...]:
    """Return the card points, the higher first, if they were counted; and a capot."""
    points = () if entry.points is None else ("–".join(map(str, sorted(entry.points, reverse=True))),)
    return (*points, *(() if entry.capot is None else (Term("capot"),)))


def rubbed(before: CouillonState, after: CouillonState, side: Side) -> tuple[Term, ...]:
    """Return the terms for the boucles and the lines that a camp rubbed out."""
    loops = before.boucles[side] - after.boucles[side]
    lines = before.lignes[side] - after.lignes[side]
    return tuple(
        Term(f"{mark}-{min(4, count)}") for mark, count in (("boucle", loops), ("ligne", lines)) if count > 0
    )


def sentence(marked: Marked) -> Label:
    """Return the changes of the slate by the donne."""
    entry, (before, after) = expect(CouillonDonne, marked.entry), _states(marked)
    winner = entry.winner
    if winner is None:
        return Label("phrase-egalite")
    loop = (Term("boucle-en-face"),) if after.boucles[winner.other] > before.boucles[winner.other] else ()
    facts = (*_score(entry), *rubbed(before, after, winner), *loop)
    if not after.lignes[winner]:
        return Label("phrase-fin", camp=winner, faits=facts)
    return Label("phrase-gain", camp=winner, faits=facts, a=after.totals[0], b=after.totals[1])


def brief(marked: Marked) -> Label:
    """Return the winner, points and accepting camp of a donne, for the line of the sheet."""
    entry = expect(CouillonDonne, marked.entry)
    facts = (entry.winner if entry.winner is not None else Term("egalite"), *_score(entry))
    if entry.accepte is None:
        return Label("resume", faits=facts)
    return Label("resume-accepte", faits=facts, camp=entry.accepte)


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Return the increments of a player's counters by a donne: results of the player's camp."""
    entry, (before, after) = expect(CouillonDonne, marked.entry), _states(marked)
    side = after.table.side_of(seat)
    won = int(entry.winner == side)
    return {
        "donnes": 1,
        "donnes-reussi": won,
        **({"acceptes": 1, "acceptes-reussi": won} if entry.accepte == side else {}),
        "boucles": max(0, after.boucles[side] - before.boucles[side]),
        "capots": int(entry.capot == side),
    }


def place(sheet: Replay, column: int) -> Label:
    """Return the wins that a camp still needs at the end of the partie."""
    state = expect(CouillonState, sheet.state)
    left, loops = state.totals[column], state.boucles[column]
    if not left:
        return Label("place-effacee")
    return Label("place-reste-boucles" if loops else "place-reste", reste=left, boucles=loops)


def progress(sheet: Replay) -> Sequence[Label]:
    """Return the wins that each camp still needs, and whether the chalk is in the hole."""
    state = expect(CouillonState, sheet.state)
    labels = [
        Label("encore-boucles" if loops else "encore", camp=side, reste=left, boucles=loops)
        for side, left, loops in zip((Side(0), Side(1)), state.totals, state.boucles, strict=True)
    ]
    return [*labels, Label("craie-attend", traits=state.egalites + 1)] if state.trou else labels
