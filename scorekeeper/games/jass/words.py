"""The words of the Jass: a sentence for every code, and what an entry is in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from scorekeeper.games.jass.rules import Jass, JassState, Mode
from scorekeeper.games.jass.rules.entry import JassDonne
from scorekeeper.games.jass.words_paper import PAPER
from scorekeeper.i18n import N_
from scorekeeper.kit.game import SettingText
from scorekeeper.kit.words import Words
from scorekeeper.rules.contract import Label, Rules, Seat, Side, Signed, Term, Value
from scorekeeper.rules.replay import Marked, Replay

_FAULTS: Mapping[str, str] = {
    "objectif-en-tournoi": N_(
        "En tournoi, la partie a un nombre de donnes : laissez l’objectif vide, ou jouez à points."
    ),
    "double-perte-en-tournoi": N_(
        "La double perte se mesure à l’objectif : elle n’existe que dans la partie à points."
    ),
    "contrat-pas-joue": N_(
        "« %(atout)s » ne se joue pas ici, d’après les réglages de la maison. Atouts possibles : %(possibles)s."
    ),
    "atout-a-dire": N_("Dites l’atout : les points de la donne en dépendent."),
    "points-manquants": N_(
        "Choisissez un camp et tapez ses points, l’autre camp a le reste ; ou indiquez le match."
    ),
    "points-en-double": N_("Les points se disent une fois : ceux des deux camps, ou ceux d’un seul."),
    "points-des-deux": N_(
        "Une donne interrompue n’est pas comptée jusqu’au bout : dites les points des deux camps."
    ),
    "points-hors-limites": N_(
        "Un camp fait de 0 à %(total)s points dans ses plis, pas %(points)s ; la prime du match s’ajoute toute seule."
    ),
    "points-trop": N_("Les deux camps se partagent %(total)s points : %(somme)s, c’est %(ecart)s de trop."),
    "points-pas-assez": N_(
        "Les deux camps se partagent %(total)s points : à %(somme)s, il en manque %(ecart)s."
    ),
    "points-impossibles": N_(
        "Aucun camp ne peut faire ces points-là avec des plis entiers : %(impossibles)s. Tous les autres de 0 à %(total)s se peuvent."
    ),
    "reste-impossible": N_("Les plis non comptés vaudraient %(reste)s, et aucun pli ne vaut cela."),
    "match-points": N_("Avec un match, les %(total)s points des plis sont à %(camp)s, aucun à %(autre)s."),
    "match-interrompue": N_("Un match demande tous les plis : la donne n’a pas pu être interrompue."),
    "annonces-pas-jouees": N_("Les annonces ne se jouent pas ici, d’après les réglages de la maison."),
    "annonce-illisible": N_(
        "Une annonce est un nombre (20, 50, 100, 150, 200) ou ses cartes (une suite ou un carré)."
    ),
    "annonce-impossible": N_("Une annonce vaut %(possibles)s, jamais %(annonce)s."),
    "annonce-unique": N_("Une seule annonce par donne vaut %(annonce)s : le carré de rang « %(rang)s »."),
    "suite-trop-longue": N_(
        "À partir de « %(hauteur)s » vers le bas, une couleur n’a que %(max)s cartes : la suite ne peut pas être plus longue."
    ),
    "carre-sans-valeur": N_(
        "Un carré de rang « %(rang)s » ne vaut rien ici : les carrés vont de l’as au 9, sauf réglage de la maison."
    ),
    "carre-double": N_("Il n’y a qu’un carré de rang « %(rang)s », et il est déjà annoncé."),
    "carte-double": N_("Une carte n’est que dans une suite : %(rang)s de %(couleur)s y est deux fois."),
    "carte-double-emploi": N_(
        "Une carte ne sert pas dans une suite et dans un carré, ici : %(rang)s de %(couleur)s."
    ),
    "carte-deux-camps": N_("Les deux camps ne peuvent pas avoir la même carte : %(rang)s de %(couleur)s."),
    "annonces-trop": N_("Un camp a au plus %(max)s annonces : trois par joueur."),
    "annonces-mains": N_("Deux mains de neuf cartes ne peuvent pas contenir toutes ces annonces (%(camp)s)."),
    "annonces-deux-camps": N_(
        "Un seul camp marque ses annonces. Gardez celles du camp qui a la meilleure, ou dites les cartes des deux camps : "
        "la comparaison se fait toute seule."
    ),
    "annonces-atout": N_("Les meilleures annonces sont égales : dites l’atout, c’est lui qui départage."),
    "annonces-entame": N_(
        "Les meilleures annonces sont égales : le camp qui a joué la première carte l’emporte. Gardez seulement ses annonces."
    ),
    "schtockr-pas-joue": N_("Le schtöckr ne se joue pas ici, d’après les réglages de la maison."),
    "schtockr-sans-atout": N_(
        "Le schtöckr demande une couleur d’atout : roi et dame d’atout dans la même main (ici : %(atout)s)."
    ),
    "schtockr-carte-adverse": N_(
        "Les annonces de %(camp)s contiennent une carte du schtöckr (%(rang)s de %(couleur)s) : il n’est donc pas en face."
    ),
    "sans-objectif": N_("En tournoi, toutes les donnes se jouent jusqu’au bout : personne ne s’annonce."),
    "premier-a-dire": N_(
        "Les deux camps passent %(objectif)s : qui s’est annoncé en premier ? Plus haut total, %(total)s : %(camps)s."
    ),
}

_DOUBTS: Mapping[str, str] = {
    "sans-match": N_(
        "Les %(total)s points sont à %(camp)s sans le match : l’autre camp a donc pris un pli qui ne vaut rien ?"
    ),
    "annonces-beaucoup": N_(
        "%(total)s points d’annonces pour %(camp)s : dix-huit cartes n’en donnent guère plus de %(max)s."
    ),
    "annonces-inegales": N_(
        "La meilleure annonce est à %(camp)s, %(mieux)s contre %(moins)s : les deux camps marquent-ils vraiment ?"
    ),
    "annonce-a-tort": N_(
        "Sortie annoncée par %(camp)s sans avoir %(objectif)s points : la partie va à %(autre)s ?"
    ),
    "interrompue-sans-sortie": N_(
        "La donne est interrompue et personne n’atteint %(objectif)s. Si un camp s’est annoncé, dites lequel : c’est alors lui qui perd la partie."
    ),
}

_LABELS: Mapping[str, str] = {
    "plis": N_("Plis"),
    "match": N_("Match de %(camp)s"),
    "match-sans-prime": N_("Match de %(camp)s, sans prime"),
    "match-trop-tard": N_("Match de %(camp)s : pas de prime, %(autre)s s’était annoncé avant"),
    "annonces": N_("Annonces de %(camp)s"),
    "annonces-valeur": N_("Annonces de %(camp)s : %(mieux)s bat %(moins)s"),
    "annonces-cartes": N_(
        "Annonces de %(camp)s : à %(valeur)s partout, %(mieux)s cartes battent %(moins)s cartes"
    ),
    "annonces-hauteur": N_("Annonces de %(camp)s : à %(valeur)s partout, %(mieux)s bat %(moins)s"),
    "annonces-couleur": N_("Annonces de %(camp)s : à égalité, la suite d’atout l’emporte (%(atout)s)"),
    "annonces-premier": N_("Annonces de %(camp)s : à égalité, le camp qui entame l’emporte (%(joueur)s)"),
    "annonces-partagees": N_("Annonces des deux camps : les meilleures sont égales"),
    "annonces-dites": N_("Annonces des deux camps, comme elles ont été dites"),
    "schtockr": N_("Schtöckr de %(camp)s"),
    "pique-double": N_("Pique double"),
    "contrat-multiplie": N_("Compté %(fois)s fois : %(atout)s"),
    "fin-schtockr": N_("Partie à %(camp)s : %(objectif)s atteints par le schtöckr, compté d’abord."),
    "fin-annonces": N_("Partie à %(camp)s : %(objectif)s atteints par les annonces."),
    "fin-plis": N_("Partie à %(camp)s : %(objectif)s atteints par les plis."),
    "fin-premier": N_("Partie à %(camp)s, premier camp à s’annoncer quand les deux passent %(objectif)s."),
    "fin-a-tort": N_("Partie à %(camp)s : sortie annoncée par %(autre)s sans avoir %(objectif)s points."),
    "fin-schtockr-double": N_(
        "Partie à %(camp)s : %(objectif)s atteints par le schtöckr, compté d’abord. Elle compte double : moins de la moitié pour %(autre)s."
    ),
    "fin-annonces-double": N_(
        "Partie à %(camp)s : %(objectif)s atteints par les annonces. Elle compte double : moins de la moitié pour %(autre)s."
    ),
    "fin-plis-double": N_(
        "Partie à %(camp)s : %(objectif)s atteints par les plis. Elle compte double : moins de la moitié pour %(autre)s."
    ),
    "fin-premier-double": N_(
        "Partie à %(camp)s, premier camp à s’annoncer quand les deux passent %(objectif)s. Elle compte double : moins de la moitié pour %(autre)s."
    ),
    "fin-a-tort-double": N_(
        "Partie à %(camp)s : sortie annoncée par %(autre)s sans avoir %(objectif)s points. Elle compte double : moins de la moitié pour %(autre)s."
    ),
    "fin-tournoi": N_("Partie à %(camp)s, au plus haut total des %(donnes)s donnes."),
    "fin-tournoi-egalite": N_("Après %(donnes)s donnes, les deux camps sont à égalité."),
    "dit-donne": N_("%(a)s %(points_a)s, %(b)s %(points_b)s — %(total_a)s à %(total_b)s"),
    "dit-match": N_("Match de %(camp)s ! %(a)s %(points_a)s, %(b)s %(points_b)s — %(total_a)s à %(total_b)s"),
    "dit-fin": N_("%(a)s %(points_a)s, %(b)s %(points_b)s — %(total_a)s à %(total_b)s : partie à %(camp)s"),
    "dit-egalite": N_("%(a)s %(points_a)s, %(b)s %(points_b)s — %(total_a)s à %(total_b)s : égalité"),
    "bref-plis": N_("%(points_a)s à %(points_b)s"),
    "bref-primes": N_("%(points_a)s à %(points_b)s, annonces"),
    "bref-schtockr": N_("%(points_a)s à %(points_b)s, schtöckr"),
    "bref-multiplie": N_("%(points_a)s à %(points_b)s, × %(fois)s"),
    "bref-match": N_("match de %(camp)s"),
    "bref-interrompue": N_("%(points_a)s à %(points_b)s, interrompue"),
    "encore": N_("%(camp)s : encore %(points)s"),
    "encore-donnes": N_("Encore %(donnes)s donnes"),
    "encore-derniere": N_("Dernière donne"),
    "mots-objectif": N_("%(objectif)s points"),
    "mots-donnes": N_("%(donnes)s donnes"),
    "mots-annonces": N_("annonces"),
    "mots-schtockr": N_("schtöckr"),
    "mots-plis": N_("les plis seulement"),
    "mots-match": N_("match %(prime)s"),
    "mots-pique-double": N_("pique double"),
    "mots-plis-match": N_("doublé : plis et match seulement"),
    "mots-contrat": N_("%(contrat)s × %(fois)s"),
    "mots-grandes": N_("grandes suites"),
    "mots-carre-678": N_("carrés de 8, 7 et 6"),
    "mots-double-emploi": N_("cartes à double emploi"),
    "mots-deux": N_("annonces égales : les deux camps"),
    "mots-plis-avant": N_("plis comptés avant les annonces"),
    "mots-manuel": N_("sortie à l’annonce"),
    "mots-double-perte": N_("double perte"),
    "aide-reste": N_("%(camp)s : %(points)s"),
    "aide-total": N_("%(total)s points à partager"),
    "aide-trop": N_("%(total)s points en tout dans les plis"),
    "aide-camp": N_("%(points)s à un camp, %(reste)s à l’autre"),
    "aide-compte": N_("Comptés : %(somme)s sur %(total)s"),
    "tally-donnes": N_("Donnes"),
    "tally-donnes-reussi": N_("Donnes gagnées"),
    "tally-atouts": N_("Atout fait"),
    "tally-atouts-reussi": N_("Atout fait et donne gagnée"),
    "tally-matchs": N_("Matchs"),
    "tally-annonces": N_("Points d’annonces du camp"),
    "tally-schtockrs": N_("Schtöckrs du camp"),
}

_TERMS: Mapping[str, str] = {
    "pique": N_("pique"),
    "coeur": N_("cœur"),
    "carreau": N_("carreau"),
    "trefle": N_("trèfle"),
    "tout-atout": N_("tout atout"),
    "haut-bas": N_("haut en bas"),
    "bas-haut": N_("bas en haut"),
    "A": N_("as"),
    "R": N_("roi"),
    "D": N_("dame"),
    "V": N_("valet"),
    "10": N_("10"),
    "9": N_("9"),
    "8": N_("8"),
    "7": N_("7"),
    "6": N_("6"),
    "suite": N_("suite"),
    "carre": N_("carré"),
    "points": N_("à points"),
    "tournoi": N_("tournoi (nombre de donnes)"),
    "tout": N_("tout"),
    "plis-match": N_("les plis et le match"),
    "petites": N_("petites : 100 dès cinq cartes"),
    "grandes": N_("grandes : 150, 200, 250, 300"),
    "entame": N_("l’atout, puis le camp qui entame"),
    "deux": N_("les deux camps marquent"),
    "schtockr-annonces-plis": N_("schtöckr, annonces, plis"),
    "schtockr-plis-annonces": N_("schtöckr, plis, annonces"),
    "manuel": N_("le premier qui s’annonce"),
}

WORDS = Words({**_FAULTS, **_DOUBTS, **_LABELS, **PAPER}, _TERMS)

SETTINGS: Mapping[str, SettingText] = {
    "mode": SettingText(
        N_("On joue"),
        N_("À points : premier à l’objectif. Tournoi : un nombre de donnes, contrôle 157 par donne."),
    ),
    "objectif": SettingText(
        N_("Objectif"), N_("Vide : 1000 points, 1500 quand pique compte double. Seulement à points.")
    ),
    "nb_donnes": SettingText(
        N_("Nombre de donnes"), N_("En tournoi seulement ; 12 donnes font 1884 points.")
    ),
    "annonces": SettingText(N_("Annonces"), N_("Selon le jeu : oui à points, non en tournoi.")),
    "schtockr": SettingText(
        N_("Schtöckr"), N_("Roi et dame d’atout : 20. Selon le jeu : oui à points, non en tournoi.")
    ),
    "prime_match": SettingText(
        N_("Prime du match"), N_("Pour tous les plis. Selon le jeu : 100 à points, 0 en tournoi.")
    ),
    "pique_double": SettingText(N_("Pique compte double")),
    "double_porte_sur": SettingText(
        N_("Ce qui est doublé"), N_("Tout, ou les plis et le match sans les annonces ni le schtöckr.")
    ),
    "contrats": SettingText(
        N_("Autres contrats"), N_("Combien de fois chacun compte ; vide : il ne se joue pas.")
    ),
    "suites_longues": SettingText(N_("Suites de plus de cinq cartes")),
    "carre_678": SettingText(N_("Carré de 8, de 7 ou de 6")),
    "carte_double_emploi": SettingText(N_("Une carte sert dans une suite et dans un carré")),
    "egalite_annonces": SettingText(N_("À annonces égales")),
    "ordre_fin": SettingText(
        N_("Ordre des comptes à la fin"), N_("Le premier camp à l’objectif gagne, dans cet ordre.")
    ),
    "double_perte": SettingText(N_("Perdre double sous la moitié de l’objectif")),
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
    donne, after = cast("JassDonne", marked.entry), cast("JassState", marked.after)
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
    donne = cast("JassDonne", marked.entry)
    codes = [item.label.code for item in marked.row.detail]
    values = {"points_a": donne.plis[0], "points_b": donne.plis[1]}
    if donne.match is not None:
        return Label("bref-match", {"camp": donne.match})
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
    house = cast("Jass", rules)
    if house.mode is Mode.POINTS:
        told = [Label("mots-objectif", {"objectif": house.objectif_vise})]
    else:
        told = [Label("mots-donnes", {"donnes": house.nb_donnes})]
    if not house.avec_annonces and not house.avec_schtockr and not house.match_vaut:
        told.append(Label("mots-plis"))
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
    told += [Label(code, {"prime": house.match_vaut}) for code, there in chosen.items() if there]
    return told + [
        Label("mots-contrat", {"contrat": Term(name), "fois": times}) for name, times in house.contrats.items
    ]


def tallies(marked: Marked, seat: Seat) -> dict[str, int]:
    """A player's counters: donnes and those won by the camp, trump made, and what the camp announced."""
    donne = cast("JassDonne", marked.entry)
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
    return cast("JassState", marked.after).attendu - cast("JassState", marked.before).attendu


def progress(sheet: Replay) -> list[Label]:
    """Points left to the target for each camp, or donnes left."""
    house = cast("Jass", sheet.rules)
    if sheet.outcome is not None:
        return []
    if house.mode is Mode.POINTS:
        return [
            Label("encore", {"camp": Side(side), "points": house.objectif_vise - total})
            for side, total in enumerate(sheet.totals)
        ]
    left = house.nb_donnes - sheet.state.rang
    return [Label("encore-derniere") if left == 1 else Label("encore-donnes", {"donnes": left})]
