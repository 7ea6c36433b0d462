"""Sentences of Cochonnet as codes with values: manches, counters and progress."""

from collections.abc import Mapping, Sequence

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.cochonnet.rules import Cochonnet, CochonnetState
from scorekeeper.cards.games.cochonnet.rules.entry import CochonnetManche
from scorekeeper.cards.rules.contract import Label, Seat, Side, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__)


def sentence(marked: Marked) -> Label:
    """Return the scores of the manche and the totals after it."""
    scores, totals = marked.row.scores, marked.after.totals
    return Label("phrase", camp=Side(0), a=scores[0], autre=Side(1), b=scores[1], ta=totals[0], tb=totals[1])


def brief(marked: Marked) -> Label:
    """Return the camp with seven cochonnets; both numbers if there are not thirteen in all."""
    counts = expect(CochonnetManche, marked.entry).counts()
    if sum(counts) != 13:
        return Label("resume", na=counts[0], nb=counts[1])
    return Label("resume-sept", camp=Side(counts[1] > counts[0]))


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Return the increments of a player's counters by a manche."""
    entry = expect(CochonnetManche, marked.entry)
    side = marked.after.table.side_of(seat)
    scores, counts = marked.row.scores, entry.counts()
    tally = {
        "manches": 1,
        "manches-reussi": int(scores[side] > scores[side.other]),
        "septs": int(counts[side] > counts[side.other]),
    }
    if entry.by_cards:
        own = (item.scores[side] for item in marked.row.detail if item.label.values.get("joueur") == seat)
        tally |= {"detaillees": 1, "points": sum(own)}
    return tally


def progress(sheet: Replay) -> Sequence[Label]:
    """Return the leader of the next manche and its threshold of sudden death."""
    house, state = expect(Cochonnet, sheet.rules), expect(CochonnetState, sheet.state)
    manche = state.rang + 1
    threshold, labels = house.threshold(manche), []
    if state.meneur is not None:
        labels.append(Label("entame", manche=manche, joueur=state.meneur))
    if threshold is not None:
        labels.append(Label("seuil", seuil=threshold))
    return labels
