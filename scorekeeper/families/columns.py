"""What sheets of any number of columns share: a cell for each column to write in, and up to twelve of them on every screen."""

from __future__ import annotations

from pathlib import Path

STYLE = Path(__file__).parent / "static" / "columns.css"
