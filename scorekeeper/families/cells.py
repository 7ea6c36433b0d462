"""Rows of numbers in a form, a cell for each player (`cell` of the template's parts)."""

from __future__ import annotations

from pathlib import Path

STYLE = Path(__file__).parent / "static" / "cells.css"
