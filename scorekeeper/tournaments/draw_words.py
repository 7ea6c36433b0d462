"""The words of a draw: its report and its refusals, code by code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.i18n import N_, gettext
from scorekeeper.rules.seating import DrawImpossible, Word

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


def said(word: Word) -> str:
    """Say a word of a report in the language of the moment."""
    return gettext(REPORT[word.code], **{name: _spelt(value) for name, value in word.values.items()})


def refused(error: DrawImpossible) -> str:
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
