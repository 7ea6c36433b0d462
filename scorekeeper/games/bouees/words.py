"""The words of Bouées et cochons: a French sentence for each code, and a manche in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.bouees.rules import Bouees, BoueesState
from scorekeeper.games.bouees.rules.entry import Arrondi, BoueesManche, Egalite, Rois
from scorekeeper.i18n import Translatable
from scorekeeper.kit.game import SettingText
from scorekeeper.kit.words import Words
from scorekeeper.rules.contract import Label, Rules, Seat, Signed, Term, Value, expect
from scorekeeper.rules.replay import Marked, Replay

MESSAGES: Translatable[str] = {
    # Faults
    "main-sans-rouge": "Une main sans ♥ ni ♦ se redonne : il en faut au moins un.",
    "main-trop-longue": "%(cartes)s cartes rouges : une main n’a que %(main)s cartes.",
    "somme-coeurs": "À %(joueurs)s joueurs, les ♥ font %(attendu)s en tout ; ici %(trouve)s.",
    "somme-carreaux": "À %(joueurs)s joueurs, les ♦ font %(attendu)s en tout ; ici %(trouve)s.",
    "somme-rouges": "Avec un roi rouge, ♥ et ♦ font %(attendu)s ensemble ; ici %(coeurs)s ♥ et %(carreaux)s ♦.",
    "bouees-hors-limites": "Une main donne de %(min)s à %(max)s bouées.",
    "somme-bouees": "À %(joueurs)s joueurs, les bouées de départ font en tout l’un de ces nombres : %(possibles)s ; ici %(trouve)s.",
    "bouees-indonnables": "La somme est possible, mais aucune donne de mains de %(main)s cartes ne répartit les bouées ainsi.",
    "bouees-contre-mains": "Ses ♥ et ♦ font %(calcul)s, pas %(bouees)s : corrigez l’un des deux.",
    "mains-tournantes": "Les mains passent au voisin : dans l’ordre des places, les bouées sont %(attendu)s.",
    "mains-tournantes-sens": "Les mains passent au voisin, avec leurs cartes : les bouées sont %(attendu)s dans un sens, %(autrement)s dans l’autre.",
    "restantes-et-elimine": "%(joueur)s : des bouées restantes ou éliminé, pas les deux.",
    "restantes-trop": "%(joueur)s : de 0 à %(bouees)s, les bouées de départ.",
    "elimine-impossible": "%(joueur)s a %(bouees)s bouées : pour les perdre toutes et une fois de plus, les %(plis)s plis ne suffisent pas.",
    "pertes-trop-nombreuses": "En %(plis)s plis, de 0 à %(limite)s pertes (éliminé compte une de plus) ; ici %(pertes)s, soit %(trop)s de trop.",
    "survivants-trop-peu": "Il reste toujours quelqu’un à flot : ici au moins %(min)s.",
    "plus-bas-sans-bonus": "Cette table ne joue pas le bonus du plus bas niveau : personne n’y est à nommer.",
    "papier-total": "%(joueur)s : une partie donne de %(min)s à %(max)s points.",
    "papier-somme": "Les totaux font %(somme)s : en %(manches)s manches, ils font ensemble de %(min)s à %(max)s (bouées moins pertes).",
    # Doubts
    "aucune-perte": "Aucune bouée perdue : les %(plis)s plis ont tous fini à égalité ?",
    "pertes-trop-rares": "Pertes : %(pertes)s en %(plis)s plis, alors qu’à égalité tous perdent et que chaque pli coûte une bouée ?",
    "personne-a-flot": "Toute la table est éliminée ?",
    "plus-bas-personne": "Personne n’a le bonus du plus bas niveau ?",
    "plus-bas-elimine": "%(joueur)s aurait le plus bas niveau tout en étant éliminé ?",
    # A manche and the partie
    "depart": "bouées au départ (%(nombre)s)",
    "perdues": "bouées perdues (%(nombre)s)",
    "elimine": "éliminé : −1",
    "plus-bas": "plus bas niveau",
    "phrase-4": "%(j0)s %(s0)s · %(j1)s %(s1)s · %(j2)s %(s2)s · %(j3)s %(s3)s — pertes %(pertes)s sur %(bouees)s",
    "phrase-5": "%(j0)s %(s0)s · %(j1)s %(s1)s · %(j2)s %(s2)s · %(j3)s %(s3)s · %(j4)s %(s4)s — pertes %(pertes)s sur %(bouees)s",
    "phrase-6": "%(j0)s %(s0)s · %(j1)s %(s1)s · %(j2)s %(s2)s · %(j3)s %(s3)s · %(j4)s %(s4)s · %(j5)s %(s5)s — pertes %(pertes)s sur %(bouees)s",
    "bref": "bouées %(bouees)s, pertes %(pertes)s",
    "bref-elimines": "bouées %(bouees)s, pertes %(pertes)s, à l’eau : %(elimines)s",
    "gagne": "%(gagnants)s gagne avec %(total)s points après %(manches)s manches.",
    "gagne-ex-aequo": "%(gagnants)s gagnent ensemble avec %(total)s points après %(manches)s manches.",
    "manche-sur": "Manche %(numero)s sur %(manches)s",
    "reglage-arrondi": "arrondi : %(valeur)s",
    "reglage-egalite": "égalité : %(valeur)s",
    "reglage-bonus": "plus bas niveau : %(valeur)s",
    "reglage-rois": "à six : %(valeur)s",
    "reglage-fin": "arrêt à deux survivants",
    "reglage-tournantes": "mains tournantes",
    # Counters of a player
    "tally-manches": "Manches",
    "tally-manches-reussi": "À flot",
    "tally-bouees": "Bouées reçues",
    "tally-bouees-reussi": "Bouées gardées",
    "tally-plus-bas": "Plus bas niveau",
}

TERMS: Translatable[str] = {
    Arrondi.HAUT: "vers le haut",
    Arrondi.BAS: "vers le bas",
    Egalite.PERSONNE: "personne ne perd",
    Egalite.TOUS: "tous perdent",
    Rois.NOIRS: "deux rois noirs",
    Rois.ROUGES: "deux rois rouges",
    Rois.UN_DE_CHAQUE: "un roi noir, un roi rouge",
}

WORDS = Words(MESSAGES, TERMS)

SETTINGS: Translatable[SettingText] = {
    "arrondi": SettingText("Arrondi des ♦", "Ce que vaut un ♦ impair : une bouée ou rien."),
    "egalite": SettingText("Niveaux égaux", "Quand deux joueurs ont le plus haut niveau d’un pli."),
    "bonus_plus_bas": SettingText(
        "Bonus du plus bas niveau", "Points pour qui finit la manche au plus bas ; 0 : pas de bonus."
    ),
    "rois_6j": SettingText("Les deux rois à six", "À six, deux rois complètent le jeu de 54 cartes."),
    "fin_deux_survivants": SettingText(
        "Arrêt à deux survivants", "La manche s’arrête dès qu’il ne reste que deux joueurs à flot."
    ),
    "mains_tournantes": SettingText(
        "Mains tournantes", "On ne donne qu’une fois : chaque main passe au voisin à la manche suivante."
    ),
}


def _sums(marked: Marked) -> tuple[int, int]:
    """Starting buoys and losses of one manche."""
    before, after = expect(BoueesState, marked.before), expect(BoueesState, marked.after)
    return after.bouees - before.bouees, after.pertes - before.pertes


def sentence(marked: Marked) -> Label:
    """What everybody scores, and what the manche cost."""
    bouees, pertes = _sums(marked)
    values: dict[str, Value] = {"bouees": bouees, "pertes": pertes}
    for seat, score in enumerate(marked.row.scores):
        values |= {f"j{seat}": Seat(seat), f"s{seat}": Signed(score)}
    return Label(f"phrase-{len(marked.row.scores)}", values)


def brief(marked: Marked) -> Label:
    """The manche in a few words, for its line of the sheet."""
    bouees, pertes = _sums(marked)
    elimines = expect(BoueesManche, marked.entry).elimines
    if elimines:
        return Label("bref-elimines", bouees=bouees, pertes=pertes, elimines=elimines)
    return Label("bref", bouees=bouees, pertes=pertes)


def settings_in_words(rules: Rules[Any, Any]) -> Sequence[Label]:
    """How the house rounds and settles ties, and what else differs from the usual."""
    house = expect(Bouees, rules)
    labels = [
        (True, Label("reglage-arrondi", valeur=Term(house.arrondi))),
        (True, Label("reglage-egalite", valeur=Term(house.egalite))),
        (house.bonus_plus_bas, Label("reglage-bonus", valeur=Signed(house.bonus_plus_bas))),
        (house.rois_6j is not Rois.NOIRS, Label("reglage-rois", valeur=Term(house.rois_6j))),
        (house.fin_deux_survivants, Label("reglage-fin")),
        (house.mains_tournantes, Label("reglage-tournantes")),
    ]
    return [label for shown, label in labels if shown]


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Manches played and survived, buoys held and kept, lowest levels."""
    entry, after = expect(BoueesManche, marked.entry), expect(BoueesState, marked.after)
    return {
        "manches": 1,
        "manches-reussi": int(seat not in entry.elimines),
        "bouees": after.departs[seat].bouees,
        "bouees-reussi": entry.left(seat) or 0,
        "plus-bas": int(seat in entry.plus_bas),
    }


def progress(sheet: Replay) -> Sequence[Label]:
    """Which manche comes next."""
    if sheet.outcome is not None:
        return ()
    return (Label("manche-sur", numero=sheet.state.rang + 1, manches=sheet.table.seats),)
