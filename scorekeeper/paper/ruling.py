"""The lines of a table, all of them in one drawing: a border for each cell would take half of the time of a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from scorekeeper.cards.game_api.sheet import Grid, Look
from scorekeeper.paper.measure import HeadView, Written

HAIR, FIRM, HEAVY = 0.25, 0.4, 0.5
"""Widths of lines, in mm: one that a copier keeps, one that parts groups, one around a figure that is read from afar."""


def ruling(grid: Grid, heads: HeadView, rows: Sequence[Written]) -> Mapping[float, str]:
    """The lines of a table as SVG paths in mm, by their widths: between its rows, and at either side of every cell."""
    paths: dict[float, list[str]] = defaultdict(list)
    across = [0.0, *accumulate(heads.widths)]
    bands = list(_bands(grid, heads, rows))
    down = [0.0, *accumulate(height for height, _, _ in bands)]
    begun: dict[tuple[int, float], float] = {}
    for top, (_, ends, width) in zip(down, bands, strict=False):
        edges = {(end, width or (FIRM if _edged(grid, end) else HAIR)) for end in (0, *ends)}
        for edge in begun.keys() - edges:
            paths[edge[1]].append(f"M{across[edge[0]]:.2f} {begun.pop(edge):.2f}V{top:.2f}")
        begun |= {edge: begun.get(edge, top) for edge in edges}
    for (end, width), top in begun.items():
        paths[width].append(f"M{across[end]:.2f} {top:.2f}V{down[-1]:.2f}")
    looks = [None] * (len(bands) - len(rows)) + [written.row.look for written in rows]
    for place, (y, (above, below)) in enumerate(zip(down, pairwise([Look.CARRY, *looks, None]), strict=True)):
        firm = place in {0, len(bands) - len(rows)} or (above is Look.TOTAL) != (below is Look.TOTAL)
        width = HEAVY if Look.BOX in {above, below} else FIRM if firm else HAIR
        paths[width].append(f"M0 {y:.2f}H{across[-1]:.2f}")
    return {width: "".join(sorted(lines)) for width, lines in sorted(paths.items())}


def _bands(
    grid: Grid, heads: HeadView, rows: Sequence[Written]
) -> Iterator[tuple[float, tuple[int, ...], float]]:
    """Height of each row from the headings down, the columns after which its cells end, and the width of lines of its own."""
    if heads.groups:
        yield heads.group_mm, tuple(accumulate(view.group.span for view in heads.groups)), 0.0
    yield heads.column_mm, tuple(range(1, len(grid.columns) + 1)), 0.0
    for written in rows:
        ends = accumulate(view.cell.span for view in written.cells)
        yield written.height, tuple(ends), HEAVY if written.row.look is Look.BOX else 0.0


def _edged(grid: Grid, place: int) -> bool:
    """Whether a group of columns begins at a place."""
    return 0 < place < len(grid.columns) and grid.columns[place].edge
