"""Emblems of the German-Swiss suits, in games that are played with either cards."""

from markupsafe import Markup

from scorekeeper.cards.game_api.words import Words
from scorekeeper.i18n import swiss

EITHER = "cartes|"
"""Context of the names of suits in these games."""
EMBLEMS = {
    "pique": "M2 2h12v5q0 6-6 8-6-2-6-8zM8 4v9q4-2 4-6V4z",
    "trefle": "M7 1h2v2q5 1 5 6 0 3-2 5H4q-2-2-2-5 0-5 5-6zM4 8v2h8V8zm3 4h2v2H7z",
    "carreau": "M8 5a3 3 0 1 0 .01 0zM8 0a3 3 0 0 1 3 3 3 3 0 0 1 4 4 3 3 0 0 1-2 5 3 3 0 0 1-5 3 3 3 0 0 1-5-3 3 3 0 0 1-2-5 3 3 0 0 1 4-4 3 3 0 0 1 3-3z",
    "coeur": "M7 0h2v3h2q3 0 3 3H2q0-3 3-3h2zM3 7h10q0 5-5 9-5-4-5-9z",
}
"""Shield, bell, rose and acorn as SVG paths, 16 by 16, filled by the even-odd rule; a gap of 4 follows."""


def suit_mark(key: str, words: Words) -> Markup:
    """Return the emblem of a German-Swiss suit as SVG; empty with French cards, in other games, and for a key that is no suit."""
    if not swiss.get() or not words.terms.get(key, "").startswith(EITHER):
        return Markup()
    svg = Markup('<svg viewBox="0 0 20 16" width="1.25em" height="1em" aria-hidden="true">{}</svg> ')
    return svg.format(Markup('<path fill="currentColor" fill-rule="evenodd" d="{}"/>').format(EMBLEMS[key]))
