"""The words of Cochonnet: a sentence for every code, in French, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.cochonnet.rules import Cochonnet, CochonnetState
from scorekeeper.games.cochonnet.rules.entry import FACES, CochonnetManche
from scorekeeper.i18n import Translatable
from scorekeeper.kit.game import SettingText
from scorekeeper.kit.words import Words
from scorekeeper.rules.contract import Label, Rules, Seat, Side, expect
from scorekeeper.rules.replay import Marked, Replay

MESSAGES: Translatable[str] = {
    # Faults
    "carte-inconnue": "Une carte s’écrit par son rang (%(rangs)s), suivi ou non de ♠, ♥, ♦ ou ♣.",
    "manche-vide": "Il faut les cartes de chacun, ou qui a sept cochonnets et les deux totaux.",
    "deux-saisies": "Ou les cartes, ou les totaux : pas les deux à la fois.",
    "trois-cochonnets": "Avant le treizième pli, chacun a exactement 3 cochonnets ; %(joueur)s en a %(nombre)s.",
    "dernier-manquant": "Il manque le treizième cochonnet et qui l’a.",
    "rang-en-trop": "Il n’y a que %(max)s cartes de chaque rang ; %(rang)s y est %(nombre)s fois.",
    "carte-double": "La carte %(carte)s y est deux fois.",
    "ex-aequo-sans-objet": "Le treizième pli ne laisse qu’un cochonnet, sauf là où la carte la plus basse compte.",
    "ex-aequo-double": "Chacun n’a qu’une carte au treizième pli : un nom y est deux fois.",
    "dernier-trop-haut": "%(carte)s ne peut pas être la plus basse : il faut %(autres)s cartes plus hautes au dernier pli, il en reste %(libres)s.",
    "sept-manquant": "Quel camp a sept cochonnets ? L’autre en a six.",
    "totaux-manquants": "Il faut les points des deux camps.",
    "nombres-sans-objet": "Un camp a sept cochonnets, l’autre six : seul compte qui en a sept.",
    "nombres-impossibles": "Le dernier pli donne au moins un cochonnet : 7 et 6, ou davantage.",
    "nombres-contredits": "Si %(camp)s a sept cochonnets et l’autre camp six, les nombres ne vont pas.",
    "total-impossible": "Avec %(nombre)s cochonnets, %(camp)s fait %(possibles)s.",
    "somme-impossible": "Les deux camps font ensemble %(possibles)s, jamais %(total)s.",
    "totaux-incompatibles": "À côté de %(total)s pour %(camp)s, %(autre)s fait %(possibles)s.",
    "papier-impossible": "Aucune partie ne finit à %(a)s contre %(b)s : quatre manches donnent à chaque camp de %(min)s à %(max)s, ensemble de %(bas)s à %(haut)s.",
    "papier-impossible-subite": "Aucune partie ne finit à %(a)s contre %(b)s : quatre manches donnent à chaque camp de %(min)s à %(max)s, ensemble de %(bas)s à %(haut)s ; qui gagne plus tôt a au moins 60.",
    "papier-egalite": "%(a)s partout : à égalité, on joue une manche de plus.",
    # Doubts
    "total-eleve": "%(camp)s ferait %(total)s points en une manche ; plus de %(limite)s est très rare.",
    # A manche and the partie
    "main": "%(joueur)s : %(cartes)s",
    "dernier": "treizième pli, %(joueur)s : %(carte)s",
    "cochonnets": "%(camp)s : %(nombre)s cochonnets",
    "mort-subite": "Mort subite : %(camp)s est à %(total)s, le seuil était à %(seuil)s.",
    "plus-haut-total": "%(camp)s a le plus haut total : %(total)s.",
    "partage": "Égalité à %(total)s : la victoire se partage.",
    "phrase": "%(camp)s %(a)s, %(autre)s %(b)s. Totaux : %(ta)s – %(tb)s.",
    "resume": "%(na)s et %(nb)s cochonnets",
    "resume-sept": "sept cochonnets : %(camp)s",
    "entame": "manche %(manche)s : %(joueur)s entame",
    "seuil": "seuil %(seuil)s : il manque %(a)s à %(camp)s, %(b)s à %(autre)s",
    "reglage-mort-subite": "mort subite à 60, 120, 180",
    "reglage-quatre-manches": "quatre manches, sans mort subite",
    "reglage-valeurs": "valet %(v)s, dame %(d)s, roi %(r)s, as %(a)s",
    "reglage-supplement": "manche supplémentaire à égalité",
    "reglage-plus-basse": "dernier pli : la plus basse compte",
    "tally-manches": "Manches",
    "tally-manches-reussi": "Manches où son camp fait le plus",
    "tally-septs": "Sept cochonnets",
    "tally-detaillees": "Manches notées carte par carte",
    "tally-points": "Points dans ses propres cochonnets",
}

TERMS: Translatable[str] = {
    "V": "V",
    "D": "D",
    "R": "R",
    "A": "A",
    "V♠": "V♠",
    "V♥": "V♥",
    "V♦": "V♦",
    "V♣": "V♣",
    "D♠": "D♠",
    "D♥": "D♥",
    "D♦": "D♦",
    "D♣": "D♣",
    "R♠": "R♠",
    "R♥": "R♥",
    "R♦": "R♦",
    "R♣": "R♣",
    "echange": "échange",
    "plus-basse": "la plus basse",
    "totaux": "totaux",
    "detaillee": "cartes",
}

WORDS = Words(MESSAGES, TERMS)

SETTINGS: Translatable[SettingText] = {
    "valeurs": SettingText(
        "Valeurs des figures", "Valet, dame, roi, as : 15, 20, 25, 30, ou 15, 15, 15, 20."
    ),
    "mort_subite": SettingText(
        "Mort subite", "Le camp qui atteint 60, 120 ou 180 après la 1re, 2e ou 3e manche gagne."
    ),
    "manche_supplementaire": SettingText(
        "Manche supplémentaire",
        "À égalité après quatre manches, on en joue une de plus ; sinon la victoire se partage.",
    ),
    "derniere_levee": SettingText(
        "Treizième pli",
        "Échange : la plus haute prend la plus basse. Ou la plus basse compte pour qui la tient.",
    ),
    "saisie": SettingText("Saisie proposée", "Les deux totaux, ou les cartes de chacun."),
}


def sentence(marked: Marked) -> Label:
    """What the manche gives, and the totals after it."""
    scores, totals = marked.row.scores, marked.after.totals
    return Label("phrase", camp=Side(0), a=scores[0], autre=Side(1), b=scores[1], ta=totals[0], tb=totals[1])


def brief(marked: Marked) -> Label:
    """The camp with seven cochonnets."""
    counts = expect(CochonnetManche, marked.entry).counts()
    if sum(counts) != 13:
        return Label("resume", na=counts[0], nb=counts[1])
    return Label("resume-sept", camp=Side(counts[1] > counts[0]))


def settings_in_words(rules: Rules[Any, Any]) -> Sequence[Label]:
    """How the partie ends, and what differs from the usual."""
    house = expect(Cochonnet, rules)
    worth = {rank.lower(): amount for rank, amount in house.valeurs.items}
    labels = [
        (True, Label("reglage-mort-subite" if house.mort_subite else "reglage-quatre-manches")),
        (house.valeurs != FACES, Label("reglage-valeurs", worth)),
        (house.manche_supplementaire, Label("reglage-supplement")),
        (house.lowest_counts, Label("reglage-plus-basse")),
    ]
    return [label for shown, label in labels if shown]


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """What a manche adds to the counters of a player."""
    entry = expect(CochonnetManche, marked.entry)
    side = marked.after.table.side_of(seat)
    scores, counts = marked.row.scores, entry.counts()
    tally = {
        "manches": 1,
        "manches-reussi": int(scores[side] > scores[side.other]),
        "septs": int(counts[side] > counts[side.other]),
    }
    if entry.by_cards:
        own = (item.scores[side] for item in marked.row.detail if item.label.values.get("joueur") == seat)
        tally |= {"detaillees": 1, "points": sum(own)}
    return tally


def progress(sheet: Replay) -> Sequence[Label]:
    """The leader of the next manche, and what is missing to its threshold."""
    if sheet.outcome is not None:
        return ()
    house, state = expect(Cochonnet, sheet.rules), expect(CochonnetState, sheet.state)
    manche = state.rang + 1
    threshold, labels = house.threshold(manche), []
    if state.meneur is not None:
        labels.append(Label("entame", manche=manche, joueur=state.meneur))
    if threshold is not None:
        a, b = (max(0, threshold - total) for total in state.totals)
        labels.append(Label("seuil", seuil=threshold, camp=Side(0), a=a, autre=Side(1), b=b))
    return labels
