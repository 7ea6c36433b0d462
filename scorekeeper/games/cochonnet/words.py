"""The words of Cochonnet: a sentence for every code, in French, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.cochonnet.rules import Cochonnet, CochonnetState
from scorekeeper.games.cochonnet.rules.entry import FACES, CochonnetManche
from scorekeeper.i18n import N_
from scorekeeper.kit.game import SettingText
from scorekeeper.kit.words import Words
from scorekeeper.rules.contract import Label, Rules, Seat, Side
from scorekeeper.rules.replay import Marked, Replay

FAULTS: Mapping[str, str] = {
    "carte-inconnue": N_("Une carte s’écrit par son rang (%(rangs)s), suivi ou non de ♠, ♥, ♦ ou ♣."),
    "manche-vide": N_("Il faut les cartes de chacun, ou qui a sept cochonnets et les deux totaux."),
    "deux-saisies": N_("Ou les cartes, ou les totaux : pas les deux à la fois."),
    "trois-cochonnets": N_(
        "Avant le treizième pli, chacun a exactement 3 cochonnets ; %(joueur)s en a %(nombre)s."
    ),
    "dernier-manquant": N_("Il manque le treizième cochonnet et qui l’a."),
    "rang-en-trop": N_("Il n’y a que %(max)s cartes de chaque rang ; %(rang)s y est %(nombre)s fois."),
    "carte-double": N_("La carte %(carte)s y est deux fois."),
    "ex-aequo-sans-objet": N_(
        "Le treizième pli ne laisse qu’un cochonnet, sauf là où la carte la plus basse compte."
    ),
    "ex-aequo-double": N_("Chacun n’a qu’une carte au treizième pli : un nom y est deux fois."),
    "dernier-trop-haut": N_(
        "%(carte)s ne peut pas être la plus basse : il faut %(autres)s cartes plus hautes au dernier pli, "
        "il en reste %(libres)s."
    ),
    "sept-manquant": N_("Quel camp a sept cochonnets ? L’autre en a six."),
    "totaux-manquants": N_("Il faut les points des deux camps."),
    "nombres-sans-objet": N_("Un camp a sept cochonnets, l’autre six : seul compte qui en a sept."),
    "nombres-impossibles": N_("Le dernier pli donne au moins un cochonnet : 7 et 6, ou davantage."),
    "nombres-contredits": N_("Si %(camp)s a sept cochonnets et l’autre camp six, les nombres ne vont pas."),
    "total-impossible": N_("Avec %(nombre)s cochonnets, %(camp)s fait %(possibles)s."),
    "somme-impossible": N_("Les deux camps font ensemble %(possibles)s, jamais %(total)s."),
    "totaux-incompatibles": N_("À côté de %(total)s pour %(camp)s, %(autre)s fait %(possibles)s."),
    "papier-impossible": N_(
        "Aucune partie ne finit à %(a)s contre %(b)s : quatre manches donnent à chaque camp de %(min)s à %(max)s, ensemble de %(bas)s à %(haut)s."
    ),
    "papier-impossible-subite": N_(
        "Aucune partie ne finit à %(a)s contre %(b)s : quatre manches donnent à chaque camp de %(min)s à %(max)s, ensemble de %(bas)s à %(haut)s ; qui gagne plus tôt a au moins 60."
    ),
    "papier-egalite": N_("%(a)s partout : à égalité, on joue une manche de plus."),
}

DOUBTS: Mapping[str, str] = {
    "total-eleve": N_("%(camp)s ferait %(total)s points en une manche ; plus de %(limite)s est très rare."),
}

LABELS: Mapping[str, str] = {
    "main": N_("%(joueur)s : %(cartes)s"),
    "dernier": N_("treizième pli, %(joueur)s : %(carte)s"),
    "cochonnets": N_("%(camp)s : %(nombre)s cochonnets"),
    "mort-subite": N_("Mort subite : %(camp)s est à %(total)s, le seuil était à %(seuil)s."),
    "plus-haut-total": N_("%(camp)s a le plus haut total : %(total)s."),
    "partage": N_("Égalité à %(total)s : la victoire se partage."),
    "phrase": N_("%(camp)s %(a)s, %(autre)s %(b)s. Totaux : %(ta)s – %(tb)s."),
    "resume": N_("%(na)s et %(nb)s cochonnets"),
    "resume-sept": N_("sept cochonnets : %(camp)s"),
    "entame": N_("manche %(manche)s : %(joueur)s entame"),
    "seuil": N_("seuil %(seuil)s : il manque %(a)s à %(camp)s, %(b)s à %(autre)s"),
    "reglage-mort-subite": N_("mort subite à 60, 120, 180"),
    "reglage-quatre-manches": N_("quatre manches, sans mort subite"),
    "reglage-valeurs": N_("valet %(v)s, dame %(d)s, roi %(r)s, as %(a)s"),
    "reglage-supplement": N_("manche supplémentaire à égalité"),
    "reglage-plus-basse": N_("dernier pli : la plus basse compte"),
    "tally-manches": N_("Manches"),
    "tally-manches-reussi": N_("Manches où son camp fait le plus"),
    "tally-septs": N_("Sept cochonnets"),
    "tally-detaillees": N_("Manches notées carte par carte"),
    "tally-points": N_("Points dans ses propres cochonnets"),
}

TERMS: Mapping[str, str] = {
    "V": N_("V"),
    "D": N_("D"),
    "R": N_("R"),
    "A": N_("A"),
    "V♠": N_("V♠"),
    "V♥": N_("V♥"),
    "V♦": N_("V♦"),
    "V♣": N_("V♣"),
    "D♠": N_("D♠"),
    "D♥": N_("D♥"),
    "D♦": N_("D♦"),
    "D♣": N_("D♣"),
    "R♠": N_("R♠"),
    "R♥": N_("R♥"),
    "R♦": N_("R♦"),
    "R♣": N_("R♣"),
    "echange": N_("échange"),
    "plus-basse": N_("la plus basse"),
    "totaux": N_("totaux"),
    "detaillee": N_("cartes"),
}

WORDS = Words({**FAULTS, **DOUBTS, **LABELS}, TERMS)

SETTINGS: Mapping[str, SettingText] = {
    "valeurs": SettingText(
        N_("Valeurs des figures"), N_("Valet, dame, roi, as : 15, 20, 25, 30, ou 15, 15, 15, 20.")
    ),
    "mort_subite": SettingText(
        N_("Mort subite"), N_("Le camp qui atteint 60, 120 ou 180 après la 1re, 2e ou 3e manche gagne.")
    ),
    "manche_supplementaire": SettingText(
        N_("Manche supplémentaire"),
        N_("À égalité après quatre manches, on en joue une de plus ; sinon la victoire se partage."),
    ),
    "derniere_levee": SettingText(
        N_("Treizième pli"),
        N_("Échange : la plus haute prend la plus basse. Ou la plus basse compte pour qui la tient."),
    ),
    "saisie": SettingText(N_("Saisie proposée"), N_("Les deux totaux, ou les cartes de chacun.")),
}


def _parts(marked: Marked) -> tuple[CochonnetManche, CochonnetState]:
    entry, after = marked.entry, marked.after
    if not (isinstance(entry, CochonnetManche) and isinstance(after, CochonnetState)):
        raise TypeError(f"not a manche of Cochonnet: {type(entry).__name__}")
    return entry, after


def _house(rules: Rules[Any, Any]) -> Cochonnet:
    if not isinstance(rules, Cochonnet):
        raise TypeError(f"not the rules of Cochonnet: {type(rules).__name__}")
    return rules


def sentence(marked: Marked) -> Label:
    """What the manche gives, and the totals after it."""
    scores, totals = marked.row.scores, marked.after.totals
    values = {
        "camp": Side(0),
        "a": scores[0],
        "autre": Side(1),
        "b": scores[1],
        "ta": totals[0],
        "tb": totals[1],
    }
    return Label("phrase", values)


def brief(marked: Marked) -> Label:
    """Who had seven cochonnets."""
    counts = _parts(marked)[0].counts()
    if sum(counts) != 13:
        return Label("resume", {"na": counts[0], "nb": counts[1]})
    return Label("resume-sept", {"camp": Side(counts[1] > counts[0])})


def settings_in_words(rules: Rules[Any, Any]) -> Sequence[Label]:
    """How the partie ends, and what differs from the usual."""
    house = _house(rules)
    said = [Label("reglage-mort-subite" if house.mort_subite else "reglage-quatre-manches")]
    if house.valeurs != FACES:
        said.append(Label("reglage-valeurs", {rank.lower(): house.valeurs[rank] for rank in "VDRA"}))
    if house.manche_supplementaire:
        said.append(Label("reglage-supplement"))
    if house.lowest_counts:
        said.append(Label("reglage-plus-basse"))
    return said


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """What a manche adds to the counters of a player."""
    entry, after = _parts(marked)
    side = after.table.side_of(seat)
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
    """Who leads the next manche, and what is missing to its threshold."""
    house, state = _house(sheet.rules), sheet.state
    if sheet.outcome is not None or not isinstance(state, CochonnetState):
        return ()
    said = []
    manche = state.rang + 1
    if state.meneur is not None:
        said.append(Label("entame", {"manche": manche, "joueur": state.meneur}))
    threshold = house.threshold(manche)
    if threshold is not None:
        missing = [max(0, threshold - total) for total in state.totals]
        said.append(
            Label(
                "seuil",
                {
                    "seuil": threshold,
                    "camp": Side(0),
                    "a": missing[0],
                    "autre": Side(1),
                    "b": missing[1],
                },
            )
        )
    return said
