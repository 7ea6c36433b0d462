"""The grids that no formula gives: base rounds and residues found once by search, as literals.

Each was checked by counting that no two numbers share a table twice; the tests count again.
"""

from __future__ import annotations

STARTERS: dict[int, tuple[int, tuple[tuple[int, int, int, int], ...]]] = {
    24: (
        7,
        (
            (5, 11, 18, 21), (0, 2, 6, 7), (4, 8, 14, 22),
            (3, 13, 15, 23), (1, 16, 17, 19), (9, 10, 12, 20),
        ),
    ),
    36: (
        11,
        (
            (33, 0, 12, 25), (2, 28, 29, 31), (4, 27, 8, 32),
            (34, 11, 23, 3), (13, 6, 7, 9), (15, 5, 19, 10),
            (35, 22, 1, 14), (24, 17, 18, 20), (26, 16, 30, 21),
        ),
    ),
    44: (
        13,
        (
            (17, 41, 3, 33), (13, 31, 42, 7), (14, 34, 2, 23), (18, 9, 25, 27),
            (4, 12, 1, 5), (21, 19, 6, 24), (40, 15, 36, 8), (0, 26, 29, 38),
            (35, 28, 30, 16), (43, 22, 11, 32), (39, 10, 37, 20),
        ),
    ),
}  # fmt: skip
"""Players -> (m, base round): three blocks of m numbers and fixed numbers after them.

Adding 1 modulo m inside the blocks gives the next round; m rounds in all.
"""

WHIST_TWELVE: tuple[tuple[int, int, int, int], ...] = ((4, 7, 3, 2), (10, 1, 6, 11), (5, 0, 8, 9))
"""A whist tournament for 12, base round modulo 11 (number 11 is fixed): in 11 rounds each
pair partners once and meets three times. Seats 0 and 2 are partners."""

TWELVE_EIGHT = """
1B2A 4876 9503
2654 B93A 7018
A715 24B0 9386
236A 57B8 1904
B560 1283 47A9
8529 73B4 01A6
5341 6279 B80A
58A4 B619 2073
"""
"""12 players (in base 12), eight rounds: nobody partners twice, and the repeat score is 90,
the least there can be; found by a long search."""

RESIDUES: dict[int, tuple[str, str, str]] = {
    12: ("0 8 2 11 7 3 6 4 1 9 10", "3 8 9 1 4 7 5 10 11 2 6", "6 3 5 10 4 8 7 2 9 1 0"),
    14: ("10 1 5 4 8 2 9 7 11 0 12 6 13", "8 9 10 6 5 2 4 0 7 13 1 12 3", "8 6 12 13 4 5 10 9 1 0 11 3 7"),
    15: (
        "5 2 11 9 8 7 6 3 13 14 12 4 10 1",
        "11 13 9 4 7 14 8 12 6 3 0 1 10 2",
        "3 14 13 12 4 1 6 7 5 9 11 10 0 2",
    ),
    18: (
        "8 6 17 4 11 15 14 5 13 2 12 3 16 7 10 1",
        "11 4 9 3 5 1 15 12 6 2 14 8 7 13 0 16",
        "14 2 10 3 9 15 17 7 0 12 1 16 6 4 11 5",
    ),
    20: (
        "16 4 13 14 8 19 0 3 10 9 11 2 15 1 18 17",
        "16 10 0 9 6 12 4 13 1 11 19 5 7 17 3 14",
        "0 5 3 8 6 10 15 19 2 18 13 7 12 9 11 4",
    ),
    21: (
        "8 16 6 17 19 15 1 11 18 12 3 5 10 13 2 9",
        "16 2 10 20 12 14 11 8 13 17 18 7 0 19 3 5",
        "14 17 10 1 19 5 20 3 9 6 0 12 18 2 16 11",
    ),
    22: (
        "13 12 3 4 18 16 0 19 20 5 1 11 17 7 8 2",
        "7 5 15 8 6 2 14 0 4 12 1 13 18 20 19 21",
        "15 4 21 11 13 17 3 1 8 2 6 9 16 20 14 18",
    ),
    24: (
        "1 12 10 3 7 13 15 5 22 16 17 2 18 6 8 23",
        "13 19 12 9 15 16 20 3 8 1 4 22 18 5 0 14",
        "12 10 18 6 7 4 9 22 19 15 2 16 23 8 20 0",
    ),
    30: (
        "10 9 28 16 19 26 6 22 3 23 29 2 15 12 8 7",
        "23 0 15 5 9 8 6 7 19 1 4 28 24 26 18 2",
        "4 27 6 8 10 22 1 19 7 21 2 3 20 26 17 24",
    ),
    33: (
        "12 1 22 20 10 29 24 15 2 5 31 26 16 9 32 11",
        "2 19 30 31 14 8 0 32 1 5 20 29 4 11 28 9",
        "32 5 22 6 31 24 26 9 12 11 21 27 25 2 23 29",
    ),
}
"""m -> the shifts of the second, third and fourth block of m numbers, round by round."""

THIRTY_TWO = """
ABCD EFGH IJKL MNOP abcd efgh ijkl mnop
AEIm BcgH DFKp dfkP aeiM bCGh jLNo JlnO
Aflo Bhkm DGiN aFLO bHKM CeJP cEjp dgIn
AciL BdjK bDJk FgoP fGOp aCIl EhMn eHmN
AgKN BElP DHIo dhiO beLp Cfjm cFJM aGkn
AhJp BFin cDmO bfIN eGKl CdMo EgkL aHjP
AdeF BGJo aDEf chlN iKmP CHLn bgjO IkMp
AbnP aBNp DglM ceko fHiJ CEKO FhIj dGLm
AGjM BeIO DhLP agJm cfKn CFkN bEio dHlp
AHkO BfLM Dejn bFlm cGIP Cgip dEJN ahKo
"""
"""32 players, ten rounds, 480 different pairs: the grid of E. Pegg's Wolfram Demonstration
"Social Golfer Problem", as transcribed in F. van Doorn's Dagstuhl tables; no formula known."""
