"""What Bouées et cochons says: a French sentence for each code, and a manche in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from scorekeeper.games.bouees.rules import Bouees
from scorekeeper.games.bouees.rules.entry import Arrondi, Egalite, Rois
from scorekeeper.i18n import N_
from scorekeeper.kit.game import SettingText
from scorekeeper.kit.words import Words
from scorekeeper.rules.contract import Label, Rules, Seat, Signed, Term, Value
from scorekeeper.rules.replay import Marked, Replay

FAULTS: Mapping[str, str] = {
    "main-sans-rouge": N_("Une main sans ♥ ni ♦ se redonne : il en faut au moins un."),
    "main-trop-longue": N_("%(cartes)s cartes rouges : une main n’a que %(main)s cartes."),
    "somme-coeurs": N_("À %(joueurs)s joueurs, les ♥ font %(attendu)s en tout ; ici %(trouve)s."),
    "somme-carreaux": N_("À %(joueurs)s joueurs, les ♦ font %(attendu)s en tout ; ici %(trouve)s."),
    "somme-rouges": N_(
        "Avec un roi rouge, ♥ et ♦ font %(attendu)s ensemble ; ici %(coeurs)s ♥ et %(carreaux)s ♦."
    ),
    "bouees-hors-limites": N_("Une main donne de %(min)s à %(max)s bouées."),
    "somme-bouees": N_(
        "À %(joueurs)s joueurs, les bouées de départ font en tout l’un de ces nombres : %(possibles)s ; ici %(trouve)s."
    ),
    "bouees-indonnables": N_(
        "La somme est possible, mais aucune donne de mains de %(main)s cartes ne répartit les bouées ainsi."
    ),
    "bouees-contre-mains": N_("Ses ♥ et ♦ font %(calcul)s, pas %(bouees)s : corrigez l’un des deux."),
    "mains-tournantes": N_(
        "Les mains passent au voisin : dans l’ordre des places, les bouées sont %(attendu)s."
    ),
    "mains-tournantes-sens": N_(
        "Les mains passent au voisin, avec leurs cartes : les bouées sont %(attendu)s dans un sens, %(autrement)s dans l’autre."
    ),
    "restantes-et-elimine": N_("%(joueur)s : des bouées restantes ou éliminé, pas les deux."),
    "restantes-trop": N_("%(joueur)s : de 0 à %(bouees)s, les bouées de départ."),
    "elimine-impossible": N_(
        "%(joueur)s a %(bouees)s bouées : pour les perdre toutes et une fois de plus, les %(plis)s plis ne suffisent pas."
    ),
    "pertes-trop-nombreuses": N_(
        "En %(plis)s plis, de 0 à %(limite)s pertes (éliminé compte une de plus) ; ici %(pertes)s, soit %(trop)s de trop."
    ),
    "survivants-trop-peu": N_("Il reste toujours quelqu’un à flot : ici au moins %(min)s."),
    "plus-bas-sans-bonus": N_(
        "Cette table ne joue pas le bonus du plus bas niveau : personne n’y est à nommer."
    ),
    "papier-total": N_("%(joueur)s : une partie donne de %(min)s à %(max)s points."),
    "papier-somme": N_(
        "Les totaux font %(somme)s : en %(manches)s manches, ils font ensemble de %(min)s à %(max)s (bouées moins pertes)."
    ),
}

DOUBTS: Mapping[str, str] = {
    "aucune-perte": N_("Aucune bouée perdue : les %(plis)s plis ont tous fini à égalité ?"),
    "pertes-trop-rares": N_(
        "Pertes : %(pertes)s en %(plis)s plis, alors qu’à égalité tous perdent et que chaque pli coûte une bouée ?"
    ),
    "personne-a-flot": N_("Toute la table est éliminée ?"),
    "plus-bas-personne": N_("Personne n’a le bonus du plus bas niveau ?"),
    "plus-bas-elimine": N_("%(joueur)s aurait le plus bas niveau tout en étant éliminé ?"),
}

LABELS: Mapping[str, str] = {
    "depart": N_("bouées au départ (%(nombre)s)"),
    "perdues": N_("bouées perdues (%(nombre)s)"),
    "elimine": N_("éliminé : −1"),
    "plus-bas": N_("plus bas niveau"),
    "phrase-4": N_(
        "%(j0)s %(s0)s · %(j1)s %(s1)s · %(j2)s %(s2)s · %(j3)s %(s3)s — pertes %(pertes)s sur %(bouees)s"
    ),
    "phrase-5": N_(
        "%(j0)s %(s0)s · %(j1)s %(s1)s · %(j2)s %(s2)s · %(j3)s %(s3)s · %(j4)s %(s4)s — pertes %(pertes)s sur %(bouees)s"
    ),
    "phrase-6": N_(
        "%(j0)s %(s0)s · %(j1)s %(s1)s · %(j2)s %(s2)s · %(j3)s %(s3)s · %(j4)s %(s4)s · %(j5)s %(s5)s"
        " — pertes %(pertes)s sur %(bouees)s"
    ),
    "bref": N_("bouées %(bouees)s, pertes %(pertes)s"),
    "bref-elimines": N_("bouées %(bouees)s, pertes %(pertes)s, à l’eau : %(elimines)s"),
    "gagne": N_("%(gagnants)s gagne avec %(total)s points après %(manches)s manches."),
    "gagne-ex-aequo": N_("%(gagnants)s gagnent ensemble avec %(total)s points après %(manches)s manches."),
    "manche-sur": N_("Manche %(numero)s sur %(manches)s"),
    "reglage-arrondi": N_("arrondi : %(valeur)s"),
    "reglage-egalite": N_("égalité : %(valeur)s"),
    "reglage-bonus": N_("plus bas niveau : %(valeur)s"),
    "reglage-rois": N_("à six : %(valeur)s"),
    "reglage-fin": N_("arrêt à deux survivants"),
    "reglage-tournantes": N_("mains tournantes"),
}

TALLIES: Mapping[str, str] = {
    "tally-manches": N_("Manches"),
    "tally-manches-reussi": N_("À flot"),
    "tally-bouees": N_("Bouées reçues"),
    "tally-bouees-reussi": N_("Bouées gardées"),
    "tally-plus-bas": N_("Plus bas niveau"),
}

TERMS: Mapping[str, str] = {
    Arrondi.HAUT: N_("vers le haut"),
    Arrondi.BAS: N_("vers le bas"),
    Egalite.PERSONNE: N_("personne ne perd"),
    Egalite.TOUS: N_("tous perdent"),
    Rois.NOIRS: N_("deux rois noirs"),
    Rois.ROUGES: N_("deux rois rouges"),
    Rois.UN_DE_CHAQUE: N_("un roi noir, un roi rouge"),
}

WORDS = Words({**FAULTS, **DOUBTS, **LABELS, **TALLIES}, TERMS)

SETTINGS: Mapping[str, SettingText] = {
    "arrondi": SettingText(N_("Arrondi des ♦"), N_("Ce que vaut un ♦ impair : une bouée ou rien.")),
    "egalite": SettingText(N_("Niveaux égaux"), N_("Quand deux joueurs ont le plus haut niveau d’un pli.")),
    "bonus_plus_bas": SettingText(
        N_("Bonus du plus bas niveau"), N_("Points pour qui finit la manche au plus bas ; 0 : pas de bonus.")
    ),
    "rois_6j": SettingText(N_("Les deux rois à six"), N_("À six, deux rois complètent le jeu de 54 cartes.")),
    "fin_deux_survivants": SettingText(
        N_("Arrêt à deux survivants"), N_("La manche s’arrête dès qu’il ne reste que deux joueurs à flot.")
    ),
    "mains_tournantes": SettingText(
        N_("Mains tournantes"),
        N_("On ne donne qu’une fois : chaque main passe au voisin à la manche suivante."),
    ),
}


def _sums(marked: Marked) -> tuple[int, int]:
    """Starting buoys and losses of one manche."""
    before: Any = marked.before
    after: Any = marked.after
    return after.bouees - before.bouees, after.pertes - before.pertes


def sentence(marked: Marked) -> Label:
    """What everybody scores, and what the manche cost."""
    bouees, pertes = _sums(marked)
    values: dict[str, Value] = {"bouees": bouees, "pertes": pertes}
    for seat, score in enumerate(marked.row.scores):
        values[f"j{seat}"] = Seat(seat)
        values[f"s{seat}"] = Signed(score)
    return Label(f"phrase-{len(marked.row.scores)}", values)


def brief(marked: Marked) -> Label:
    """The manche in a few words, for its line of the sheet."""
    bouees, pertes = _sums(marked)
    entry: Any = marked.entry
    if entry.elimines:
        return Label("bref-elimines", {"bouees": bouees, "pertes": pertes, "elimines": entry.elimines})
    return Label("bref", {"bouees": bouees, "pertes": pertes})


def settings_in_words(rules: Rules[Any, Any]) -> Sequence[Label]:
    """How the house rounds and settles ties, and what else differs from the usual."""
    house = cast("Bouees", rules)
    found = [
        Label("reglage-arrondi", {"valeur": Term(house.arrondi)}),
        Label("reglage-egalite", {"valeur": Term(house.egalite)}),
    ]
    if house.bonus_plus_bas:
        found.append(Label("reglage-bonus", {"valeur": Signed(house.bonus_plus_bas)}))
    if house.rois_6j is not Rois.NOIRS:
        found.append(Label("reglage-rois", {"valeur": Term(house.rois_6j)}))
    if house.fin_deux_survivants:
        found.append(Label("reglage-fin"))
    if house.mains_tournantes:
        found.append(Label("reglage-tournantes"))
    return found


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Manches played and survived, buoys held and kept, lowest levels."""
    entry: Any = marked.entry
    after: Any = marked.after
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
    return (Label("manche-sur", {"numero": sheet.state.rang + 1, "manches": sheet.table.seats}),)
