"""The words of the hand evaluation."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.games.tarot.rules.hand import Suit
from scorekeeper.i18n import N_
from scorekeeper.kit.words import Words

SUIT_NAMES: Mapping[Suit, str] = {
    Suit.ATOUT: N_("Atouts"),
    Suit.PIQUE: N_("Pique"),
    Suit.COEUR: N_("Cœur"),
    Suit.CARREAU: N_("Carreau"),
    Suit.TREFLE: N_("Trèfle"),
}

HAND_WORDS = Words(
    {
        "carte-inconnue": N_(
            "« %(carte)s » n’est pas une carte : atouts 1 à 21 et Exc, puis ♠ ♥ ♦ ♣ suivis de R D C V 10 … 2 A."
        ),
        "carte-double": N_("« %(carte)s » y est deux fois : une main n’a qu’un exemplaire de chaque carte."),
        "main-21": N_("le 21"),
        "main-excuse": N_("l’Excuse"),
        "main-petit": N_("le Petit parmi %(nombre)s atouts"),
        "main-atouts": N_("%(nombre)s atouts, Excuse comprise"),
        "main-majeurs": N_("atouts du 16 au 21 : %(nombre)s"),
        "main-suite": N_("dont atouts qui se suivent : %(nombre)s"),
        "main-mariage": N_("%(couleur)s Roi et Dame"),
        "main-roi": N_("%(couleur)s Roi sans la Dame"),
        "main-dame": N_("%(couleur)s Dame sans le Roi"),
        "main-cavalier": N_("%(couleur)s Cavalier"),
        "main-valet": N_("%(couleur)s Valet"),
        "main-longue": N_("%(couleur)s longue de %(nombre)s cartes"),
        "main-coupe": N_("%(couleur)s coupe"),
        "main-singleton": N_("%(couleur)s singleton"),
        "main-incomplete": N_("Le conseil vaut pour une main de %(main)s cartes ; ici %(nombre)s."),
        "conseil-passe": N_("Moins de %(au_dessus)s : passez."),
        "conseil-prise": N_("De %(min)s à %(max)s : prise."),
        "conseil-garde": N_("De %(min)s à %(max)s : garde."),
        "conseil-garde-sans": N_("De %(min)s à %(max)s : garde sans le chien."),
        "conseil-garde-contre": N_("Plus de %(au_dessous)s : garde contre le chien."),
    }
)
