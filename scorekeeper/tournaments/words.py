"""The sentences of the tournament desk, and those of a draw: its report and its refusals, code by code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.i18n import N_, gettext
from scorekeeper.rules.seating.record import Word
from scorekeeper.rules.seating.shape import DrawImpossible

MESSAGES: Mapping[str, str] = {
    # Refusals of a tournament's heading and options.
    "jeu-inconnu": N_("Jeu inconnu. Jeux possibles : %(jeux)s."),
    "taille-impossible": N_("Ce jeu se joue à %(nombres)s."),
    "impairs-impossible": N_("Ce jeu ne se joue qu’à %(nombres)s : il faut des exempts."),
    "paires-a-quatre": N_("Des équipes de deux jouent à des tables de quatre, en deux camps."),
    "retirer-trop": N_("Il faut qu’au moins une partie compte."),
    "departage-double": N_("Chaque départage n’est nommé qu’une fois."),
    "sans-nombre-de-donnes": N_("Ce jeu n’a pas de nombre de donnes."),
    "reglages-figes": N_(
        "Le premier tour est tiré : seuls le nom, les prix, l’exempt, les départages et le nombre de tours changent encore."
    ),
    "tours-joues": N_("Tours déjà ouverts : %(joues)s."),
    # Registration.
    "nom-pris": N_("« %(nom)s » figure déjà dans la liste, sous le numéro %(numero)s."),
    "nom-deux-fois": N_("« %(nom)s » est deux fois dans la liste, aussi ligne %(ligne)s."),
    "nom-ressemble": N_("« %(nom)s » ressemble à « %(autre)s »."),
    "trop-de-joueurs": N_("Au plus %(limite)s joueurs."),
    "table-fixe": N_("Un numéro de table est attendu, ou oui pour garder n’importe laquelle."),
    "liste-vide": N_("La liste ne contient aucun nom."),
    "liste-illisible": N_("Le fichier n’est pas un texte lisible."),
    "liste-trop-longue": N_("Au plus %(limite)s lignes."),
    "colonne-nom": N_("Il manque une colonne « nom » : %(colonnes)s."),
    "deja-absent": N_("%(nom)s n’est plus là."),
    "deja-present": N_("%(nom)s est là."),
    "pas-a-cette-table": N_("Le numéro %(numero)s ne joue pas à cette table."),
    "paire-incomplete": N_("%(nom)s n’a pas de partenaire."),
    "paire-a-plus": N_("« %(paire)s » : %(noms)s. Une équipe a deux joueurs."),
    # Draws and rounds.
    "graine-vide": N_("La graine est un texte : six dés, le chiffre d’un journal…"),
    "tirage-impossible": N_("Pas de tirage possible : %(raison)s."),
    "presences-changees": N_("Les présences ont changé pendant le tirage : il faut recommencer."),
    "tour-en-cours": N_("Le tour %(tour)s n’est pas clos."),
    "tours-finis": N_("Tous les tours sont joués (%(tours)s)."),
    "deja-joue": N_("On joue déjà : tables %(tables)s."),
    "tour-clos": N_("Le tour %(tour)s est clos : il faut d’abord le rouvrir."),
    "tour-ouvert": N_("Le tour %(tour)s est déjà ouvert."),
    "rien-a-retirer": N_("Rien n’est tiré encore : il n’y a rien à refaire."),
    "tournoi-fini": N_("Le tournoi est fini : il faut d’abord le reprendre."),
    "tournoi-pas-fini": N_("Le tournoi n’est pas fini."),
    "etat": N_("%(etat)s"),
    "manque-table": N_("Table %(table)s : %(etat)s."),
    "manque-tours": N_("Tours à jouer encore : %(reste)s."),
    # Results.
    "totaux-nombre": N_("Il faut un total par colonne (%(nombre)s)."),
    "totaux-impossibles": N_("Les totaux font %(somme)s au lieu de %(attendu)s, écart %(ecart)s."),
    "totaux-restants": N_(
        "On note ce qui reste à chaque camp : 0 pour celui qui a gagné, davantage pour l’autre."
    ),
    "total-different": N_(
        "Total de %(camp)s : %(ecrit)s est écrit, les donnes font %(somme)s, écart %(ecart)s."
    ),
    "totaux-ou-donnes": N_("Il faut les totaux, ou toutes les donnes."),
    "donnes-manquantes": N_("La feuille n’est pas finie (donnes notées : %(notees)s)."),
    "matchs-nombre": N_("Il faut un nombre de matchs par colonne (%(nombre)s)."),
    "feuille-commencee": N_(
        "La feuille de la table est commencée (lignes : %(lignes)s) : corrigez-la, ou donnez les totaux avec une raison."
    ),
    "resultat-connu": N_("Le résultat de cette table est déjà noté : pour le changer, dites pourquoi."),
    "camp-inconnu": N_("De 0 à %(dernier)s."),
    "initiales": N_("Les initiales manquent."),
    "deja-signe": N_("Ce camp a déjà signé."),
    "feuille-pas-finie": N_("La feuille n’est pas finie : on signe à la fin."),
    "feuille-changee": N_("La feuille a changé depuis : relisez-la avant de signer."),
    "deja-confirme": N_("La feuille est confirmée."),
    "pas-confirme": N_("La feuille n’est pas confirmée : il n’y a rien à rouvrir."),
    "table-en-litige": N_("La table est en litige : l’organisateur doit d’abord trancher."),
    "pas-en-litige": N_("La table n’est pas en litige."),
    "raison-attendue": N_("Il faut dire pourquoi."),
    "uuid-illisible": N_("Un identifiant UUID est attendu, comme 2b1f6f0e-3c7d-4b62-9a51-0c9e1f7d2a34."),
    "uuid-autre-contenu": N_("Cet identifiant a déjà servi pour un autre envoi."),
    "carte": N_("Une carte vaut de 1 à %(max)s."),
    # Access.
    "par-le-bureau": N_("La feuille d’un tournoi se signe à la table et se rouvre au bureau."),
    "phrase-courte": N_("La phrase de passe a de %(min)s à %(max)s caractères."),
    "phrase-commune": N_("Cette phrase est trop facile à deviner."),
    "phrase-fausse": N_("Ce n’est pas la phrase de passe."),
}
"""Sentences by code."""

STAGES: Mapping[str, str] = {
    "attend": N_("rien n’est noté"),
    "joue": N_("joue encore"),
    "finie": N_("finie, sans signature"),
    "signee": N_("un seul camp a signé"),
    "confirmee": N_("confirmée"),
    "papier": N_("notée au bureau"),
    "litige": N_("en litige"),
}
"""What a table is doing."""

REPORT: Mapping[str, str] = {
    "no-meeting-twice": N_("Aucune rencontre répétée."),
    "meetings-forced": N_(
        "Paires qui se rencontrent plus d’une fois : %(count)s. Aucun tirage ne peut faire mieux."
    ),
    "meetings-few": N_(
        "Paires qui se rencontrent plus d’une fois : %(count)s (score %(score)s ; un tirage parfait, s’il existe, aurait %(bound)s)."
    ),
    "meet-again": N_("Se rencontrent plus d’une fois : %(pairs)s."),
    "no-partner-twice": N_("Personne n’a deux fois le même partenaire."),
    "partners-forced": N_(
        "Il y a trop de parties pour changer chaque fois de partenaire. Rejouent ensemble : %(pairs)s."
    ),
    "partners-again": N_("Rejouent ensemble : %(pairs)s."),
    "pairs-fixed": N_("Les partenaires restent les mêmes : %(count)s équipes."),
    "sits-out": N_("Tour %(round)s, exempts : %(names)s."),
    "byes-shared": N_("Exemptions par joueur présent toute la soirée : de %(least)s à %(most)s."),
    "odd-tables": N_("Parties par joueur à une table qui n’est pas de %(size)s : de %(least)s à %(most)s."),
    "apart-kept": N_("Ceux qui ne doivent pas se rencontrer ne se rencontrent pas (groupes : %(groups)s)."),
    "apart-broken": N_("Devaient être séparés, mais se rencontrent : %(pairs)s."),
    "avoid-broken": N_("Auraient préféré ne pas se rencontrer : %(pairs)s."),
    "stay-kept": N_("Gardent leur table toute la soirée : %(names)s."),
    "stay-broken": N_("Devaient garder leur table, mais en changent : %(names)s."),
    "by-ranking": N_("Tirage selon le classement : les voisins se rencontrent."),
    "rounds-kept": N_("Parties déjà jouées, laissées telles quelles : %(count)s."),
    "arrived": N_("Nouveaux dans la salle : %(names)s."),
    "gone": N_("Partis : %(names)s."),
    "seats": N_(
        "Places à table : pour un même joueur, %(spread)s d’écart au plus entre la plus et la moins occupée."
    ),
    "table-once": N_("Personne n’est deux fois à la même table."),
    "table-at-most": N_("Personne n’est plus de %(times)s fois à la même table."),
    "stopped": N_("La recherche a été arrêtée avant la fin : un meilleur tirage existe peut-être."),
}
"""The sentence of each code of a report."""

REFUSALS: Mapping[str, str] = {
    "too-few-players": N_("il faut au moins %(needed)s joueurs, il y en a %(present)s"),
    "too-many": N_("un tirage va jusqu’à %(players)s joueurs et %(rounds)s parties"),
    "size-out-of-range": N_("une table a de %(least)s à %(most)s joueurs, pas %(size)s"),
    "sizes-do-not-fit": N_("les tables demandées ont %(seats)s places pour %(present)s joueurs"),
    "no-such-tables": N_(
        "%(present)s joueurs ne se répartissent pas en tables de %(size)s et de %(other)s ; avec des exempts, c’est possible"
    ),
    "unknown-tables": N_("« %(given)s » n’est pas une façon de placer les joueurs en trop"),
    "no-round-left": N_("il ne reste aucune partie à tirer (%(rounds)s demandées, %(played)s déjà jouées)"),
    "unreadable-seed": N_("la graine ou l’étiquette contient des caractères illisibles"),
    "empty-name": N_("un nom est vide"),
    "duplicate-name": N_("« %(name)s » est inscrit deux fois"),
    "unknown-name": N_("« %(name)s » n’est pas dans la liste"),
    "presence-per-round": N_(
        "les présences sont données pour %(given)s parties, il y en a %(rounds)s à tirer"
    ),
    "pair-incomplete": N_("« %(name)s » n’est pas dans une équipe, ou dans plusieurs"),
    "pair-half-present": N_("« %(name)s » est là sans « %(missing)s »"),
    "pairs-need-fours": N_(
        "des équipes de deux jouent à des tables de quatre, avec des exempts s’il le faut"
    ),
    "ranking-incomplete": N_("« %(name)s » manque au classement"),
    "ranking-one-round": N_("selon le classement, une seule partie se tire à la fois, pas %(rounds)s"),
    "stay-table": N_(
        "la table %(table)s est gardée pour %(names)s, mais il y a %(tables)s tables, et chacune se garde pour une seule personne"
    ),
    "stay-too-many": N_("%(people)s joueurs gardent leur table, mais il n’y a que %(tables)s tables"),
    "history-unreadable": N_("les parties déjà jouées sont illisibles (partie %(round)s)"),
}
"""The sentence of each code of `DrawImpossible`."""


def report_sentence(word: Word) -> str:
    """Say a word of a report in the language of the moment."""
    return gettext(REPORT[word.code], **{name: _spelt(value) for name, value in word.values.items()})


def refusal_reason(error: DrawImpossible) -> str:
    """Say why there is no draw, in the language of the moment."""
    return gettext(REFUSALS[error.code], **error.values)


def _spelt(value: object) -> object:
    """Spell a list of names, or of pairs with the times they meet, as text."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    return ", ".join(str(item) if isinstance(item, str) else _pair(item) for item in value)


def _pair(item: Sequence[object]) -> str:
    first, second, times = item
    return gettext("%(first)s et %(second)s (%(times)s fois)", first=first, second=second, times=times)
