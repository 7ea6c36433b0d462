"""Scorekeeper: score sheets of card games, their rules, their paper, and tournament evenings."""

__version__ = "1.2.0.dev0"
