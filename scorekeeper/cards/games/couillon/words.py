"""Which sentences Couillon shows: a donne, the settings, the counters and what is left, as codes with values."""

from collections.abc import Mapping, Sequence

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.couillon.rules import CouillonDonne, CouillonState
from scorekeeper.cards.rules.contract import Label, Seat, Side, Term, Value, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__)


def _states(marked: Marked) -> tuple[CouillonState, CouillonState]:
    return expect(CouillonState, marked.before), expect(CouillonState, marked.after)


def _score(entry: CouillonDonne) -> tuple[Value, ...]:
    """The card points, where they were counted, those of the winner first; and a capot."""
    points = () if entry.points is None else ("–".join(map(str, sorted(entry.points, reverse=True))),)
    return (*points, *(() if entry.capot is None else (Term("capot"),)))


def rubbed(before: CouillonState, after: CouillonState, side: Side) -> tuple[Term, ...]:
    """Lines that a camp rubbed out, in words: boucles, then lines."""
    loops = before.boucles[side] - after.boucles[side]
    lines = before.lignes[side] - after.lignes[side]
    return tuple(
        Term(f"{mark}-{min(4, count)}") for mark, count in (("boucle", loops), ("ligne", lines)) if count > 0
    )


def sentence(marked: Marked) -> Label:
    """The change of the slate by the donne."""
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
    """The donne in a few words."""
    entry = expect(CouillonDonne, marked.entry)
    facts = (entry.winner if entry.winner is not None else Term("egalite"), *_score(entry))
    if entry.accepte is None:
        return Label("resume", faits=facts)
    return Label("resume-accepte", faits=facts, camp=entry.accepte)


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Increments of the counters of a player by a donne: what their camp did."""
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
    """Lines of a camp still on the slate when the partie is over."""
    state = expect(CouillonState, sheet.state)
    left, loops = state.totals[column], state.boucles[column]
    if not left:
        return Label("place-effacee")
    return Label("place-reste-boucles" if loops else "place-reste", reste=left, boucles=loops)


def progress(sheet: Replay) -> Sequence[Label]:
    """Lines that each camp has left to rub out, and whether the chalk waits in the hole."""
    state = expect(CouillonState, sheet.state)
    labels = [
        Label("encore-boucles" if loops else "encore", camp=side, reste=left, boucles=loops)
        for side, left, loops in zip((Side(0), Side(1)), state.totals, state.boucles, strict=True)
    ]
    return [*labels, Label("craie-attend", traits=state.egalites + 1)] if state.trou else labels
