"""Faults of a definition, told with what to write instead."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from scorekeeper.cards.games.declared.rules import definition as parts
from scorekeeper.cards.games.declared.rules.cases import BonusSpec, CaseSpec, GroupSpec
from scorekeeper.cards.rules.contract import Fault

LISTS: Mapping[str, type] = {
    "champs": parts.FieldSpec,
    "cases": CaseSpec,
    "groupes": GroupSpec,
    "primes": BonusSpec,
    "postes": parts.ItemSpec,
    "compteurs": parts.CounterSpec,
    "verifications": parts.CheckSpec,
    "exemples": parts.ExampleSpec,
}
"""Keys below headings in two brackets."""
_SINGLE: Mapping[str, type] = {"fin": parts.EndSpec, "tournoi": parts.TournamentSpec}
"""Keys below headings in single brackets."""
_LIKE = 0.7
"""Likeness to a known key from which a word is taken for it."""


def plainly(faults: Sequence[Fault]) -> list[Fault]:
    """The faults, each with the sentence that fits its place; a key is not missing where it is only misspelt."""
    plainer = [_plainer(fault) for fault in faults]
    misspelt = {
        ".".join([*fault.field.split(".")[:-1], str(fault.values["proche"])])
        for fault in plainer
        if fault.code == "rubrique-proche"
    }
    return [fault for fault in plainer if fault.code != "rubrique-manquante" or fault.field not in misspelt]


def _plainer(fault: Fault) -> Fault:
    """The fault, with the sentence that fits its place in a definition."""
    field, last = fault.field, fault.field.rpartition(".")[2]
    if fault.code == "cle-inconnue":
        return _unknown(field, str(fault.values["cle"]))
    if fault.code == "cle-manquante":
        return Fault("rubrique-manquante", field, cle=f"[[{field}]]" if field in LISTS else last)
    if fault.code == "liste-attendue":
        if field in LISTS:
            return Fault("titre-double", field, titre=field)
        return Fault("joueurs-deux" if field == "joueurs" else "liste-attendue", field)
    if fault.code == "liste-longueur" and field in LISTS and not fault.values["min"]:
        return Fault("titre-trop", field, max=fault.values["max"], titre=field)
    if fault.code == "objet-attendu":
        if field in _SINGLE:
            return Fault("titre-simple", field, titre=field)
        if field.startswith("exemples."):
            return Fault("saisie-accolades", field)
    return fault


def _unknown(field: str, key: str) -> Fault:
    """A key that is not known, with the one that was meant, or with those there are."""
    head, dot, _ = field.partition(".")
    spec = (_SINGLE.get(head) or LISTS.get(head)) if dot else None
    known = tuple(each.name for each in dataclasses.fields(spec or parts.GameSpec))
    meant = get_close_matches(parts.slug(key), known, 1, _LIKE)
    if meant:
        return Fault("rubrique-proche", field, cle=key, proche=meant[0])
    return Fault("rubrique-inconnue", field, cle=key, connues=known)
