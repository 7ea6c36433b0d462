"""Seats by edge colouring: exact where any order of a table is allowed.

People and tables are the two sides of a bipartite graph, an edge for each person at each
table, and a seat is a colour. Konig's theorem: a bipartite graph whose nodes have at most k
edges can be coloured with k colours, no two alike at a node. A person with more than k tables
is split into pieces of k rounds each, so that over every k rounds all k seats are used once,
and the seats of the whole evening differ by one at most.
"""

from __future__ import annotations

from collections.abc import Sequence

NONE = -1


def coloured(edges: Sequence[tuple[int, int]], left: int, right: int, colours: int) -> list[int]:
    """Colour the edges of a bipartite graph so that no node has a colour twice.

    Args:
        edges: Pairs of a left and a right node; no node is in more than ``colours`` of them.
        left: How many nodes the left side has.
        right: How many nodes the right side has.
        colours: How many colours there are.

    Returns:
        The colour of each edge, 0 to ``colours`` - 1.
    """
    at: list[list[int]] = [[NONE] * colours for _ in range(left + right)]
    ends = [(a, left + b) for a, b in edges]
    colour = [NONE] * len(edges)
    for edge, (a, b) in enumerate(ends):
        mine = at[a].index(NONE)
        if at[b][mine] != NONE:
            theirs = at[b].index(NONE)
            _turn_over(at, ends, colour, b, (mine, theirs))
        at[a][mine] = at[b][mine] = edge
        colour[edge] = mine
    return colour


def _turn_over(
    at: list[list[int]],
    ends: list[tuple[int, int]],
    colour: list[int],
    node: int,
    exchanged: tuple[int, int],
) -> None:
    """Exchange two colours along the path that leaves ``node`` by the first of them."""
    first, second = exchanged
    path = []
    wanted = first
    while (edge := at[node][wanted]) != NONE:
        path.append(edge)
        a, b = ends[edge]
        node = b if node == a else a
        wanted = second if wanted == first else first
    for edge in path:
        for end in ends[edge]:
            at[end][colour[edge]] = NONE
    for edge in path:
        colour[edge] = second if colour[edge] == first else first
        for end in ends[edge]:
            at[end][colour[edge]] = edge
