"""Codes and their values as sentences in the language of the moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.i18n import N_, gettext, language
from scorekeeper.rules.contract import Doubt, Fault, Halves, Label, Seat, Side, Signed, Table, Term, Value
from scorekeeper.rules.strict_json import BadJson

COMMON: Mapping[str, str] = {
    "cle-inconnue": N_("« %(cle)s » n’est pas une rubrique connue."),
    "cle-manquante": N_("À remplir."),
    "choix": N_("À choisir parmi : %(options)s."),
    "nombre": N_("Un nombre est attendu, par exemple 56 ou 40,5."),
    "nombre-entier": N_("Un nombre entier est attendu, en chiffres."),
    "hors-limites": N_("De %(min)s à %(max)s."),
    "demi-points": N_("Les points se comptent par demis : 40, 40,5, 41…"),
    "oui-ou-non": N_("Oui ou non (true ou false) est attendu."),
    "nom-attendu": N_("Un nom est attendu."),
    "nom-inconnu": N_("« %(nom)s » n’est pas à cette table : %(joueurs)s."),
    "nom-double": N_("« %(nom)s » y est deux fois."),
    "joueurs-inconnus": N_("Cette feuille ne connaît que les deux camps, pas les joueurs."),
    "texte-attendu": N_("Un texte est attendu."),
    "texte-vide": N_("Un nom ne peut pas être vide."),
    "texte-trop-long": N_("Au plus %(limite)s caractères."),
    "texte-caractere": N_("Il faut quelque chose de lisible, sans caractère invisible ni de commande."),
    "liste-attendue": N_("Une liste est attendue."),
    "liste-longueur": N_("De %(min)s à %(max)s éléments."),
    "objet-attendu": N_("Un objet { … } est attendu."),
    "partie-terminee": N_("La partie est finie : plus rien ne s’y ajoute."),
}
"""Sentences for the codes that every game shares."""

BAD_JSON: Mapping[str, str] = {
    "json-illisible": N_("Ce n’est pas du JSON lisible (%(detail)s)."),
    "json-profond": N_("Trop de niveaux imbriqués : au plus %(detail)s."),
    "json-double": N_("La rubrique « %(detail)s » y est deux fois."),
    "json-nombre": N_("« %(detail)s » n’est pas un nombre que l’on puisse noter."),
    "json-texte": N_("Le texte n’est pas de l’UTF-8 valable."),
}
"""Sentences for the codes of `BadJson`."""


@dataclass(frozen=True)
class Words:
    """A sentence per code, and the terms of a game."""

    messages: Mapping[str, str]
    """French sentence of each fault, doubt, label and outcome code, with `%(name)s` gaps."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """French word of each `Term`."""

    def sentence(self, code: str) -> str:
        """The French sentence of a code; a `KeyError` for a code without words."""
        return self.messages[code] if code in self.messages else COMMON[code]


def number(value: int) -> str:
    """An integer with a real minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """A score with its sign: +318, −106, 0."""
    return f"+{value}" if value > 0 else number(value)


def halves(value: int) -> str:
    """Half points as a number, with the decimal sign of the language: 40,5 or 40.5."""
    whole, rest = divmod(value, 2)
    if not rest:
        return number(whole)
    return f"{number(whole)}{'.' if language() == 'en' else ','}5"


def spoken(value: Value, words: Words, table: Table) -> str:
    """One value as it stands in a sentence."""
    if isinstance(value, Seat):
        return table.players[value] if table.players else str(value + 1)
    if isinstance(value, Side):
        return table.columns[value] if table.camps else "AB"[value]
    if isinstance(value, Halves):
        return halves(value)
    if isinstance(value, Signed):
        return signed(value)
    if isinstance(value, Term):
        return gettext(words.terms[value]) if value in words.terms else str(value)
    if isinstance(value, tuple):
        return ", ".join(spoken(item, words, table) for item in value)
    if isinstance(value, int):
        return number(value)
    return value


def say(message: Label | Fault | Doubt, words: Words, table: Table) -> str:
    """A label, fault or doubt as a sentence."""
    values = {name: spoken(value, words, table) for name, value in message.values.items()}
    return gettext(words.sentence(message.code)) % values


def why_bad_json(error: BadJson) -> str:
    """Why a document is not the JSON that is read."""
    return gettext(BAD_JSON[error.code], detail=error.detail)
