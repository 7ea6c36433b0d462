"""The lines of a table, all of them in one drawing: a border for each cell would take half of the time of a page."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from scorekeeper.cards.game_api.cells import Look
from scorekeeper.paper.cells import RowPlace

HAIR, FIRM, HEAVY = 0.25, 0.4, 0.5
"""Widths of lines, in mm: one that a copier keeps, one that parts groups, one around a figure that is read from afar."""


def ruling(rows: Sequence[RowPlace]) -> Mapping[float, str]:
    """The lines of a table as SVG paths in mm, by their widths: between its rows, and at either side of every cell."""
    paths: dict[float, list[str]] = defaultdict(list)
    begun: dict[tuple[float, float], float] = {}
    for row in rows:
        own, top = HEAVY if row.look is Look.BOX else 0.0, row.cells[0].top
        edges = {(cell.left, own or (FIRM if cell.edge else HAIR)) for cell in row.cells}
        edges.add((row.cells[-1].right, own or HAIR))
        for edge in begun.keys() - edges:
            paths[edge[1]].append(f"M{edge[0]:.2f} {begun.pop(edge):.2f}V{top:.2f}")
        begun |= {edge: begun.get(edge, top) for edge in edges}
    end = rows[-1].cells[-1]
    for (x, width), top in begun.items():
        paths[width].append(f"M{x:.2f} {top:.2f}V{end.bottom:.2f}")
    tops = [*(row.cells[0].top for row in rows), end.bottom]
    first = sum(row.look is None for row in rows)
    looks = [Look.CARRY, *(row.look for row in rows), None]
    for place, (y, (above, below)) in enumerate(zip(tops, pairwise(looks), strict=True)):
        firm = place in {0, first} or (above is Look.TOTAL) != (below is Look.TOTAL)
        width = HEAVY if Look.BOX in {above, below} else FIRM if firm else HAIR
        paths[width].append(f"M0 {y:.2f}H{end.right:.2f}")
    return {width: "".join(sorted(lines)) for width, lines in sorted(paths.items())}
