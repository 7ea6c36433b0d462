"""The words of the Jass: a sentence for every code, and what an entry is in words."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.jass.rules import Jass, JassState
from scorekeeper.games.jass.rules.entry import JassDonne
from scorekeeper.i18n import Translatable
from scorekeeper.kit.game import SettingText
from scorekeeper.kit.words import Words
from scorekeeper.rules.contract import Label, Rules, Seat, Side, Signed, Term, Value, expect
from scorekeeper.rules.replay import Marked, Replay

MESSAGES: Translatable[str] = {
    # Faults.
    "objectif-en-tournoi": "En tournoi, la partie a un nombre de donnes : laissez l’objectif vide, ou jouez à points.",
    "double-perte-en-tournoi": "La double perte se mesure à l’objectif : elle n’existe que dans la partie à points.",
    "contrat-pas-joue": "« %(atout)s » ne se joue pas ici, d’après les réglages de la maison. Atouts possibles : %(possibles)s.",
    "atout-a-dire": "Dites l’atout : les points de la donne en dépendent.",
    "points-manquants": "Choisissez un camp et tapez ses points, l’autre camp a le reste ; ou indiquez le match.",
    "points-en-double": "Les points se disent une fois : ceux des deux camps, ou ceux d’un seul.",
    "points-des-deux": "Une donne interrompue n’est pas comptée jusqu’au bout : dites les points des deux camps.",
    "points-hors-limites": "Un camp fait de 0 à %(total)s points dans ses plis, pas %(points)s ; la prime du match s’ajoute toute seule.",
    "points-trop": "Les deux camps se partagent %(total)s points : %(somme)s, c’est %(ecart)s de trop.",
    "points-pas-assez": "Les deux camps se partagent %(total)s points : à %(somme)s, il en manque %(ecart)s.",
    "points-impossibles": "Aucun camp ne peut faire ces points-là avec des plis entiers : %(impossibles)s. Tous les autres de 0 à %(total)s se peuvent.",
    "reste-impossible": "Les plis non comptés vaudraient %(reste)s, et aucun pli ne vaut cela.",
    "match-points": "Avec un match, les %(total)s points des plis sont à %(camp)s, aucun à %(autre)s.",
    "match-interrompue": "Un match demande tous les plis : la donne n’a pas pu être interrompue.",
    "annonces-pas-jouees": "Les annonces ne se jouent pas ici, d’après les réglages de la maison.",
    "annonce-illisible": "Une annonce est un nombre (20, 50, 100, 150, 200) ou ses cartes (une suite ou un carré).",
    "annonce-impossible": "Une annonce vaut %(possibles)s, jamais %(annonce)s.",
    "annonce-unique": "Une seule annonce par donne vaut %(annonce)s : le carré de rang « %(rang)s ».",
    "suite-trop-longue": "À partir de « %(hauteur)s » vers le bas, une couleur n’a que %(max)s cartes : la suite ne peut pas être plus longue.",
    "carre-sans-valeur": "Un carré de rang « %(rang)s » ne vaut rien ici : les carrés vont de l’as au 9, sauf réglage de la maison.",
    "carre-double": "Il n’y a qu’un carré de rang « %(rang)s », et il est déjà annoncé.",
    "carte-double": "Une carte n’est que dans une suite : %(rang)s de %(couleur)s y est deux fois.",
    "carte-double-emploi": "Une carte ne sert pas dans une suite et dans un carré, ici : %(rang)s de %(couleur)s.",
    "carte-deux-camps": "Les deux camps ne peuvent pas avoir la même carte : %(rang)s de %(couleur)s.",
    "annonces-trop": "Un camp a au plus %(max)s annonces : trois par joueur.",
    "annonces-mains": "Deux mains de neuf cartes ne peuvent pas contenir toutes ces annonces (%(camp)s).",
    "annonces-deux-camps": "Un seul camp marque ses annonces. Gardez celles du camp qui a la meilleure, ou dites les cartes des deux camps : la comparaison se fait toute seule.",
    "annonces-atout": "Les meilleures annonces sont égales : dites l’atout, c’est lui qui départage.",
    "annonces-entame": "Les meilleures annonces sont égales : le camp qui a joué la première carte l’emporte. Gardez seulement ses annonces.",
    "schtockr-pas-joue": "Le schtöckr ne se joue pas ici, d’après les réglages de la maison.",
    "schtockr-sans-atout": "Le schtöckr demande une couleur d’atout : roi et dame d’atout dans la même main (ici : %(atout)s).",
    "schtockr-carte-adverse": "Les annonces de %(camp)s contiennent une carte du schtöckr (%(rang)s de %(couleur)s) : il n’est donc pas en face.",
    "sans-objectif": "En tournoi, toutes les donnes se jouent jusqu’au bout : personne ne s’annonce.",
    "premier-a-dire": "Les deux camps passent %(objectif)s : qui s’est annoncé en premier ? Plus haut total, %(total)s : %(camps)s.",
    # Doubts.
    "sans-match": "Les %(total)s points sont à %(camp)s sans le match : l’autre camp a donc pris un pli qui ne vaut rien ?",
    "annonces-beaucoup": "%(total)s points d’annonces pour %(camp)s : dix-huit cartes n’en donnent guère plus de %(max)s.",
    "annonces-inegales": "La meilleure annonce est à %(camp)s, %(mieux)s contre %(moins)s : les deux camps marquent-ils vraiment ?",
    "annonce-a-tort": "Sortie annoncée par %(camp)s sans avoir %(objectif)s points : la partie va à %(autre)s ?",
    "interrompue-sans-sortie": "La donne est interrompue et personne n’atteint %(objectif)s. Si un camp s’est annoncé, dites lequel : c’est alors lui qui perd la partie.",
    # Labels.
    "plis": "Plis",
    "match": "Match de %(camp)s",
    "match-sans-prime": "Match de %(camp)s, sans prime",
    "match-trop-tard": "Match de %(camp)s : pas de prime, %(autre)s s’était annoncé avant",
    "annonces": "Annonces de %(camp)s",
    "annonces-valeur": "Annonces de %(camp)s : %(mieux)s bat %(moins)s",
    "annonces-cartes": "Annonces de %(camp)s : à %(valeur)s partout, %(mieux)s cartes battent %(moins)s cartes",
    "annonces-hauteur": "Annonces de %(camp)s : à %(valeur)s partout, %(mieux)s bat %(moins)s",
    "annonces-couleur": "Annonces de %(camp)s : à égalité, la suite d’atout l’emporte (%(atout)s)",
    "annonces-premier": "Annonces de %(camp)s : à égalité, le camp qui entame l’emporte (%(joueur)s)",
    "annonces-partagees": "Annonces des deux camps : les meilleures sont égales",
    "annonces-dites": "Annonces des deux camps, comme elles ont été dites",
    "schtockr": "Schtöckr de %(camp)s",
    "pique-double": "Pique double",
    "contrat-multiplie": "Compté %(fois)s fois : %(atout)s",
    "fin-schtockr": "Partie à %(camp)s : %(objectif)s atteints par le schtöckr, compté d’abord.",
    "fin-annonces": "Partie à %(camp)s : %(objectif)s atteints par les annonces.",
    "fin-plis": "Partie à %(camp)s : %(objectif)s atteints par les plis.",
    "fin-premier": "Partie à %(camp)s, premier camp à s’annoncer quand les deux passent %(objectif)s.",
    "fin-a-tort": "Partie à %(camp)s : sortie annoncée par %(autre)s sans avoir %(objectif)s points.",
    "fin-schtockr-double": "Partie à %(camp)s : %(objectif)s atteints par le schtöckr, compté d’abord. Elle compte double : moins de la moitié pour %(autre)s.",
    "fin-annonces-double": "Partie à %(camp)s : %(objectif)s atteints par les annonces. Elle compte double : moins de la moitié pour %(autre)s.",
    "fin-plis-double": "Partie à %(camp)s : %(objectif)s atteints par les plis. Elle compte double : moins de la moitié pour %(autre)s.",
    "fin-premier-double": "Partie à %(camp)s, premier camp à s’annoncer quand les deux passent %(objectif)s. Elle compte double : moins de la moitié pour %(autre)s.",
    "fin-a-tort-double": "Partie à %(camp)s : sortie annoncée par %(autre)s sans avoir %(objectif)s points. Elle compte double : moins de la moitié pour %(autre)s.",
    "fin-tournoi": "Partie à %(camp)s, au plus haut total des %(donnes)s donnes.",
    "fin-tournoi-egalite": "Après %(donnes)s donnes, les deux camps sont à égalité.",
    "dit-donne": "%(a)s %(points_a)s, %(b)s %(points_b)s — %(total_a)s à %(total_b)s",
    "dit-match": "Match de %(camp)s ! %(a)s %(points_a)s, %(b)s %(points_b)s — %(total_a)s à %(total_b)s",
    "dit-fin": "%(a)s %(points_a)s, %(b)s %(points_b)s — %(total_a)s à %(total_b)s : partie à %(camp)s",
    "dit-egalite": "%(a)s %(points_a)s, %(b)s %(points_b)s — %(total_a)s à %(total_b)s : égalité",
    "bref-plis": "%(points_a)s à %(points_b)s",
    "bref-primes": "%(points_a)s à %(points_b)s, annonces",
    "bref-schtockr": "%(points_a)s à %(points_b)s, schtöckr",
    "bref-multiplie": "%(points_a)s à %(points_b)s, × %(fois)s",
    "bref-match": "match de %(camp)s",
    "bref-interrompue": "%(points_a)s à %(points_b)s, interrompue",
    "encore": "%(camp)s : encore %(points)s",
    "encore-donnes": "Encore %(donnes)s donnes",
    "encore-derniere": "Dernière donne",
    "mots-objectif": "%(objectif)s points",
    "mots-donnes": "%(donnes)s donnes",
    "mots-annonces": "annonces",
    "mots-schtockr": "schtöckr",
    "mots-plis": "les plis seulement",
    "mots-match": "match %(prime)s",
    "mots-pique-double": "pique double",
    "mots-plis-match": "doublé : plis et match seulement",
    "mots-contrat": "%(contrat)s × %(fois)s",
    "mots-grandes": "grandes suites",
    "mots-carre-678": "carrés de 8, 7 et 6",
    "mots-double-emploi": "cartes à double emploi",
    "mots-deux": "annonces égales : les deux camps",
    "mots-plis-avant": "plis comptés avant les annonces",
    "mots-manuel": "sortie à l’annonce",
    "mots-double-perte": "double perte",
    "aide-reste": "%(camp)s : %(points)s",
    "aide-total": "%(total)s points à partager",
    "aide-trop": "%(total)s points en tout dans les plis",
    "aide-camp": "%(points)s à un camp, %(reste)s à l’autre",
    "aide-compte": "Comptés : %(somme)s sur %(total)s",
    "tally-donnes": "Donnes",
    "tally-donnes-reussi": "Donnes gagnées",
    "tally-atouts": "Atout fait",
    "tally-atouts-reussi": "Atout fait et donne gagnée",
    "tally-matchs": "Matchs",
    "tally-annonces": "Points d’annonces du camp",
    "tally-schtockrs": "Schtöckrs du camp",
    # The check of a sheet kept on paper.
    "papier-valeur": "Donne %(donne)s : %(points)s à %(camp)s est impossible. Un camp fait de 0 à %(total)s, mais jamais 1 ni 156.",
    "papier-vide": "Donne %(donne)s : rien n’est écrit.",
    "papier-manque": "Donne %(donne)s : il manque les points de %(camp)s.",
    "papier-moitie": "Donne %(donne)s : il manque les points de %(camp)s, ce serait %(juste)s.",
    "papier-somme": "Donne %(donne)s : %(somme)s en tout au lieu de %(total)s, écart %(ecart)s.",
    "papier-inverses": "Donne %(donne)s : deux chiffres inversés ? %(juste)s au lieu de %(ecrit)s à %(camp)s donne le bon compte.",
    "papier-total": "Total de %(camp)s : %(ecrit)s est écrit, les lignes font %(somme)s, écart %(ecart)s.",
    "papier-totaux-croises": "Les deux totaux sont écrits chacun chez l’autre camp.",
    "papier-case": "Donne %(donne)s : %(juste)s au lieu de %(ecrit)s à %(camp)s accorde la ligne et le total.",
    "papier-camps": "Donne %(donne)s : %(points_a)s et %(points_b)s inversés entre les camps ? Les deux totaux seraient justes.",
    "papier-retrouvee": "Donne %(donne)s : d’après les totaux, ce serait %(points_a)s à %(points_b)s.",
    "papier-total-inverse": "Total de %(camp)s : deux chiffres inversés ? %(juste)s au lieu de %(ecrit)s.",
    "papier-total-impossible": "Total de %(camp)s : aucune partie de %(donnes)s donnes ne donne %(points)s.",
    "papier-controle": "Contrôle : les deux totaux font %(somme)s au lieu de %(attendu)s, écart %(ecart)s.",
    "papier-verdict-juste": "La feuille est juste : les lignes et les totaux font %(somme)s.",
    "papier-verdict-totaux-justes": "Les deux totaux font %(somme)s, comme il se doit.",
    "papier-verdict-lignes-justes": "Les lignes sont justes : elles font %(somme)s. Les deux totaux restent à recopier.",
    "papier-verdict-donne": "À revoir : la donne %(donne)s.",
    "papier-verdict-donnes": "À revoir : les donnes %(donnes)s.",
    "papier-verdict-totaux": "À revoir : les totaux.",
    "papier-verdict-incomplet": "Rien de faux jusqu’ici, mais la feuille n’est pas complète.",
}

TERMS: Translatable[str] = {
    "pique": "pique",
    "coeur": "cœur",
    "carreau": "carreau",
    "trefle": "trèfle",
    "tout-atout": "tout atout",
    "haut-bas": "haut en bas",
    "bas-haut": "bas en haut",
    "A": "as",
    "R": "roi",
    "D": "dame",
    "V": "valet",
    "10": "10",
    "9": "9",
    "8": "8",
    "7": "7",
    "6": "6",
    "suite": "suite",
    "carre": "carré",
    "points": "à points",
    "tournoi": "tournoi (nombre de donnes)",
    "tout": "tout",
    "plis-match": "les plis et le match",
    "petites": "petites : 100 dès cinq cartes",
    "grandes": "grandes : 150, 200, 250, 300",
    "entame": "l’atout, puis le camp qui entame",
    "deux": "les deux camps marquent",
    "schtockr-annonces-plis": "schtöckr, annonces, plis",
    "schtockr-plis-annonces": "schtöckr, plis, annonces",
    "manuel": "le premier qui s’annonce",
}

WORDS = Words(MESSAGES, TERMS)

SETTINGS: Translatable[SettingText] = {
    "mode": SettingText(
        "On joue", "À points : premier à l’objectif. Tournoi : un nombre de donnes, contrôle 157 par donne."
    ),
    "objectif": SettingText(
        "Objectif", "Vide : 1000 points, 1500 quand pique compte double. Seulement à points."
    ),
    "nb_donnes": SettingText("Nombre de donnes", "En tournoi seulement ; 12 donnes font 1884 points."),
    "annonces": SettingText("Annonces", "Selon le jeu : oui à points, non en tournoi."),
    "schtockr": SettingText(
        "Schtöckr", "Roi et dame d’atout : 20. Selon le jeu : oui à points, non en tournoi."
    ),
    "prime_match": SettingText(
        "Prime du match", "Pour tous les plis. Selon le jeu : 100 à points, 0 en tournoi."
    ),
    "pique_double": SettingText("Pique compte double"),
    "double_porte_sur": SettingText(
        "Ce qui est doublé", "Tout, ou les plis et le match sans les annonces ni le schtöckr."
    ),
    "contrats": SettingText("Autres contrats", "Combien de fois chacun compte ; vide : il ne se joue pas."),
    "suites_longues": SettingText("Suites de plus de cinq cartes"),
    "carre_678": SettingText("Carré de 8, de 7 ou de 6"),
    "carte_double_emploi": SettingText("Une carte sert dans une suite et dans un carré"),
    "egalite_annonces": SettingText("À annonces égales"),
    "ordre_fin": SettingText(
        "Ordre des comptes à la fin", "Le premier camp à l’objectif gagne, dans cet ordre."
    ),
    "double_perte": SettingText("Perdre double sous la moitié de l’objectif"),
}


def _totals(marked: Marked) -> dict[str, Value]:
    scores, totals = marked.row.scores, marked.after.totals
    return {
        "a": Side(0),
        "b": Side(1),
        "points_a": Signed(scores[0]),
        "points_b": Signed(scores[1]),
        "total_a": totals[0],
        "total_b": totals[1],
    }


def sentence(marked: Marked) -> Label:
    """What the donne gives and where the partie stands."""
    donne, after = expect(JassDonne, marked.entry), expect(JassState, marked.after)
    values = _totals(marked)
    if after.fin is not None:
        if len(after.fin.camps) > 1:
            return Label("dit-egalite", values)
        return Label("dit-fin", {**values, "camp": after.fin.camps[0]})
    if donne.match is not None:
        return Label("dit-match", {**values, "camp": donne.match})
    return Label("dit-donne", values)


def brief(marked: Marked) -> Label:
    """The tricks, and the one thing beside them that is worth saying."""
    donne = expect(JassDonne, marked.entry)
    codes = [item.label.code for item in marked.row.detail]
    values = {"points_a": donne.plis[0], "points_b": donne.plis[1]}
    if donne.match is not None:
        return Label("bref-match", camp=donne.match)
    if donne.interrompue:
        return Label("bref-interrompue", values)
    times = marked.row.detail[-1].label.values.get("fois")
    if isinstance(times, int):
        return Label("bref-multiplie", {**values, "fois": times})
    if any(code.startswith("annonces") for code in codes):
        return Label("bref-primes", values)
    return Label("bref-schtockr" if "schtockr" in codes else "bref-plis", values)


def settings_in_words(rules: Rules[Any, Any]) -> list[Label]:
    """What is played for and what counts; of the rest, only what a house has changed."""
    house = expect(Jass, rules)
    length = {"objectif": house.objectif_vise} if house.a_points else {"donnes": house.nb_donnes}
    labels = [Label("mots-objectif" if house.a_points else "mots-donnes", length)]
    if not house.avec_annonces and not house.avec_schtockr and not house.match_vaut:
        labels.append(Label("mots-plis"))
    chosen = {
        "mots-annonces": house.avec_annonces,
        "mots-schtockr": house.avec_schtockr,
        "mots-match": bool(house.match_vaut),
        "mots-pique-double": house.pique_double,
        "mots-plis-match": house.double_porte_sur == "plis-match",
        "mots-grandes": house.suites_longues == "grandes",
        "mots-carre-678": bool(house.carre_678),
        "mots-double-emploi": house.carte_double_emploi,
        "mots-deux": house.egalite_annonces == "deux",
        "mots-plis-avant": house.ordre_fin == "schtockr-plis-annonces",
        "mots-manuel": house.ordre_fin == "manuel",
        "mots-double-perte": house.double_perte,
    }
    labels += (Label(code, prime=house.match_vaut) for code, there in chosen.items() if there)
    labels += (Label("mots-contrat", contrat=Term(name), fois=fois) for name, fois in house.contrats.items)
    return labels


def tallies(marked: Marked, seat: Seat) -> dict[str, int]:
    """A player's counters: donnes and those won by the camp, trump made, and what the camp announced."""
    donne = expect(JassDonne, marked.entry)
    side = seat % 2
    won = int(marked.row.scores[side] > marked.row.scores[1 - side])
    made = int(donne.fait_atout == seat)
    announced = sum(item.scores[side] for item in marked.row.detail if item.label.code.startswith("annonces"))
    return {
        "donnes": 1,
        "donnes-reussi": won,
        "atouts": made,
        "atouts-reussi": made * won,
        "matchs": int(donne.match == side),
        "annonces": announced,
        "schtockrs": int(donne.schtockr == side),
    }


def line_check(marked: Marked) -> int:
    """What the line must add up to: 157, with its primes and multiplier."""
    return expect(JassState, marked.after).attendu - expect(JassState, marked.before).attendu


def still_needed(house: Jass, totals: tuple[int, ...]) -> list[Label]:
    """The points that each camp needs to reach the target."""
    return [
        Label("encore", camp=Side(side), points=house.objectif_vise - total)
        for side, total in enumerate(totals)
    ]


def progress(sheet: Replay) -> list[Label]:
    """Points left to the target for each camp, or donnes left."""
    house = expect(Jass, sheet.rules)
    if sheet.outcome is not None:
        return []
    if house.a_points:
        return still_needed(house, sheet.totals)
    left = house.nb_donnes - sheet.state.rang
    return [Label("encore-derniere") if left == 1 else Label("encore-donnes", donnes=left)]
