"""The seating draw of a tournament: who sits with whom, with which partner, at which table.

Pure: standard library only, no clock, and no chance but the public seed's.
"""

from scorekeeper.rules.seating.errors import DrawImpossible
from scorekeeper.rules.seating.lot import LABEL, draw_lot, verify_lot
from scorekeeper.rules.seating.pairs import draw_pairs
from scorekeeper.rules.seating.plan import plan
from scorekeeper.rules.seating.record import (
    FORMAT,
    VERSION,
    Draw,
    DrawnRound,
    Meeting,
    Report,
    Word,
    label_after,
    read_rounds,
)
from scorekeeper.rules.seating.shape import Odd

__all__ = [
    "FORMAT",
    "LABEL",
    "VERSION",
    "Draw",
    "DrawImpossible",
    "DrawnRound",
    "Meeting",
    "Odd",
    "Report",
    "Word",
    "draw_lot",
    "draw_pairs",
    "label_after",
    "plan",
    "read_rounds",
    "verify_lot",
]
