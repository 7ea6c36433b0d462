"""How Tarot's settings are asked for and told, and the words of its terms."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.i18n import N_
from scorekeeper.kit.game import SettingText

SETTINGS: Mapping[str, SettingText] = {
    "mort": SettingText(
        N_("Quatre joueurs et un mort"), N_("À cinq : le donneur ne joue pas et marque 0, on joue à quatre.")
    ),
    "nb_donnes": SettingText(
        N_("Nombre de donnes"),
        N_("Vide : sans fin fixée. Un multiple du nombre de joueurs est le plus juste."),
    ),
    "misere": SettingText(
        N_("Misère"), N_("Points que donne chaque autre joueur ; 0 : sans misères. Usage : 10.")
    ),
    "appel_5": SettingText(N_("Appel du roi à cinq"), N_("Sans appel, le preneur joue seul contre quatre.")),
    "demi_points": SettingText(
        N_("Demi-points"), N_("À trois et à cinq, les points de cartes peuvent finir en ½.")
    ),
    "arrondi_ecart": SettingText(
        N_("Arrondi de l’écart"), N_("Au multiple le plus proche ; 0 : au point près.")
    ),
    "base": SettingText(N_("Points d’un contrat"), N_("S’ajoutent à l’écart, avant de multiplier.")),
    "coefs": SettingText(N_("Coefficients"), N_("Multiplient le contrat et le Petit au bout.")),
    "primes_poignee": SettingText(
        N_("Primes de poignée"), N_("Au camp qui gagne la donne. Certains comptent 20, 40, 60.")
    ),
    "prime_petit": SettingText(N_("Prime du Petit au bout"), N_("Multipliée par le coefficient du contrat.")),
    "primes_chelem": SettingText(N_("Primes de chelem"), N_("Celle du chelem manqué est négative.")),
    "prime_chelem_defense": SettingText(N_("Prime de chelem de la défense"), N_("À chaque défenseur.")),
    "chelem_cumul": SettingText(
        N_("Chelem annoncé, puis subi"),
        N_("Oui : les deux primes se comptent ; non : celle de l’annonce seule."),
    ),
    "petit_chelem": SettingText(N_("Petit chelem"), N_("Une prime pour toutes les levées sauf une.")),
    "primes_petit_chelem": SettingText(
        N_("Primes de petit chelem"), N_("Celle du petit chelem manqué est négative.")
    ),
}

SETTINGS_SAID: Mapping[str, str] = {
    "reglages-fft": N_("barème officiel"),
    "reglage-mort": N_("quatre joueurs et un mort"),
    "reglage-nb_donnes": N_("%(valeur)s donnes"),
    "reglage-misere": N_("misères à %(valeur)s"),
    "reglage-appel_5": N_("sans appel"),
    "reglage-demi_points": N_("points entiers"),
    "reglage-arrondi_ecart": N_("écart arrondi à %(valeur)s"),
    "reglage-base": N_("contrat à %(valeur)s"),
    "reglage-coefs": N_("coefficients %(valeur)s"),
    "reglage-primes_poignee": N_("poignées %(valeur)s"),
    "reglage-prime_petit": N_("Petit au bout %(valeur)s"),
    "reglage-primes_chelem": N_("chelems %(valeur)s"),
    "reglage-prime_chelem_defense": N_("chelem de la défense %(valeur)s"),
    "reglage-chelem_cumul": N_("chelem annoncé et subi : une seule prime"),
    "reglage-petit_chelem": N_("petit chelem"),
    "reglage-primes_petit_chelem": N_("petits chelems %(valeur)s"),
}
"""A setting that is not the official one, in a few words."""

TERMS: Mapping[str, str] = {
    "prise": N_("prise"),
    "garde": N_("garde"),
    "garde-sans": N_("garde sans"),
    "garde-contre": N_("garde contre"),
    "titre-prise": N_("Prise"),
    "titre-garde": N_("Garde"),
    "titre-garde-sans": N_("Garde sans"),
    "titre-garde-contre": N_("Garde contre"),
    "reussie": N_("réussie de"),
    "chutee": N_("chutée de"),
    "juste": N_("juste faite"),
    "jouee": N_("jouée"),
    "passee": N_("passe générale"),
    "annulee": N_("annulée"),
    "attaque": N_("attaque"),
    "defense": N_("défense"),
    "camp-attaque": N_("l’attaque"),
    "camp-defense": N_("la défense"),
    "simple": N_("simple"),
    "double": N_("double"),
    "triple": N_("triple"),
    "reussi": N_("réussi sans annonce"),
    "annonce-reussi": N_("annoncé et réussi"),
    "annonce-manque": N_("annoncé, manqué"),
    "tete": N_("tête"),
    "atout": N_("atout"),
    "fft": N_("au camp gagnant"),
    "aucun": N_("points entiers seulement"),
    "bouts-0": N_("Sans bout"),
    "bouts-1": N_("À 1 bout"),
    "bouts-2": N_("À 2 bouts"),
    "bouts-3": N_("À 3 bouts"),
    "nombre-bouts-0": N_("Aucun bout"),
    "nombre-bouts-3": N_("3 bouts"),
    "ou-87": N_(", ou 87 au chelem"),
    "ou-4": N_(", ou 4 au chelem"),
    "sauf-1": N_(", sauf 1"),
    "sauf-5": N_(", sauf 5"),
    "sauf-86": N_(", sauf 86"),
    "sauf-90": N_(", sauf 90"),
}
