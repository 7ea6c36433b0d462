"""Style sheets shared by forms and sheets of several games."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
ROWS = STATIC / "hands.css"
"""Forms with a row of cells for each number, below one row of names."""
SEALED = STATIC / "sealed.css"
"""Hidden numbers, each entered by one player before the play."""
POINTS = STATIC / "points.css"
"""Card points of two camps."""
CHALK = STATIC / "chalk.css"
"""Chalk slates."""
TAKEN = (POINTS, STATIC / "taken.css")
"""Card points and bids in games with a taker's camp."""
COLUMNS = STATIC / "columns.css"
"""Sheets of seven to twelve columns: headings for all screen widths, and a line style for each column in the chart."""
