"""The styles that forms and sheets of several games share."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
ROWS = STATIC / "hands.css"
"""A row of cells for each number, under names that are said once."""
SEALED = STATIC / "sealed.css"
"""The page of numbers that stay hidden until all have noted theirs."""
POINTS = STATIC / "points.css"
"""The card points of two camps."""
CHALK = STATIC / "chalk.css"
"""A slate."""
TAKEN = (POINTS, STATIC / "taken.css")
"""Those of a camp that has taken."""
COLUMNS = STATIC / "columns.css"
"""Sheets of seven to twelve columns: their heads on every screen, and a stroke for each in the chart."""
