"""Scorekeeper, the companion of the card table: rules, sheets, draws and the paper that goes with them."""

__version__ = "1.2.0.dev0"
