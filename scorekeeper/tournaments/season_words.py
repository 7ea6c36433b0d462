"""Sentences on the scoring rules of a season."""

from collections.abc import Iterator

from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.draw.season import Terms, Worth
from scorekeeper.i18n import gettext, ngettext

WORTHS, TIES = read_sentences(__file__, "worth", "ties")
"""Sentences of the scales (`Worth`) and of the tie-breaks."""


def terms_sentences(terms: Terms) -> Iterator[str]:
    """Yield the scoring rules of a season as sentences."""
    yield gettext(WORTHS[terms.worth])
    if terms.worth is Worth.RANGS:
        yield gettext("Barème : %(bareme)s.", bareme=" – ".join(map(figure, terms.table)))
        if terms.others:
            yield gettext("Tous les rangs suivants : %(points)s.", points=figure(terms.others))
    if terms.attendance:
        yield gettext("Chaque présence ajoute %(points)s.", points=figure(terms.attendance))
    if terms.best:
        yield ngettext(
            "Seule la meilleure soirée compte.", "Les %(num)s meilleures soirées comptent.", terms.best
        )
    if terms.ties:
        ways = ", ".join(gettext(TIES[tie]) for tie in terms.ties)
        yield gettext("À total égal, on départage %(ordre)s.", ordre=ways)
