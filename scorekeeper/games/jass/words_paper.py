"""The sentences of the check of a paper sheet."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.i18n import N_

PAPER: Mapping[str, str] = {
    "papier-valeur": N_(
        "Donne %(donne)s : %(points)s à %(camp)s est impossible. Un camp fait de 0 à %(total)s, mais jamais 1 ni 156."
    ),
    "papier-vide": N_("Donne %(donne)s : rien n’est écrit."),
    "papier-manque": N_("Donne %(donne)s : il manque les points de %(camp)s."),
    "papier-moitie": N_("Donne %(donne)s : il manque les points de %(camp)s, ce serait %(juste)s."),
    "papier-somme": N_("Donne %(donne)s : %(somme)s en tout au lieu de %(total)s, écart %(ecart)s."),
    "papier-inverses": N_(
        "Donne %(donne)s : deux chiffres inversés ? %(juste)s au lieu de %(ecrit)s à %(camp)s donne le bon compte."
    ),
    "papier-total": N_(
        "Total de %(camp)s : %(ecrit)s est écrit, les lignes font %(somme)s, écart %(ecart)s."
    ),
    "papier-totaux-croises": N_("Les deux totaux sont écrits chacun chez l’autre camp."),
    "papier-case": N_(
        "Donne %(donne)s : %(juste)s au lieu de %(ecrit)s à %(camp)s accorde la ligne et le total."
    ),
    "papier-camps": N_(
        "Donne %(donne)s : %(points_a)s et %(points_b)s inversés entre les camps ? Les deux totaux seraient justes."
    ),
    "papier-retrouvee": N_("Donne %(donne)s : d’après les totaux, ce serait %(points_a)s à %(points_b)s."),
    "papier-total-inverse": N_(
        "Total de %(camp)s : deux chiffres inversés ? %(juste)s au lieu de %(ecrit)s."
    ),
    "papier-total-impossible": N_(
        "Total de %(camp)s : aucune partie de %(donnes)s donnes ne donne %(points)s."
    ),
    "papier-controle": N_(
        "Contrôle : les deux totaux font %(somme)s au lieu de %(attendu)s, écart %(ecart)s."
    ),
    "papier-verdict-juste": N_("La feuille est juste : les lignes et les totaux font %(somme)s."),
    "papier-verdict-totaux-justes": N_("Les deux totaux font %(somme)s, comme il se doit."),
    "papier-verdict-lignes-justes": N_(
        "Les lignes sont justes : elles font %(somme)s. Les deux totaux restent à recopier."
    ),
    "papier-verdict-donne": N_("À revoir : la donne %(donne)s."),
    "papier-verdict-donnes": N_("À revoir : les donnes %(donnes)s."),
    "papier-verdict-totaux": N_("À revoir : les totaux."),
    "papier-verdict-incomplet": N_("Rien de faux jusqu’ici, mais la feuille n’est pas complète."),
}
