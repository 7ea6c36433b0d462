"""Names for the tests of draws."""

from __future__ import annotations


def people(count: int) -> list[str]:
    """Return `count` names."""
    return [f"Joueur {number:03d}" for number in range(1, count + 1)]


def clubs(count: int, size: int) -> list[list[str]]:
    """Return `count` names, divided into clubs of `size`."""
    return [people(count)[at : at + size] for at in range(0, count, size)]


def couples(count: int) -> list[tuple[str, str]]:
    """Return `count` names as `count` / 2 pairs."""
    names = people(count)
    return list(zip(names[::2], names[1::2], strict=True))
