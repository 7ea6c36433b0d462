"""Why a JSON document is not read, in words."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.i18n import N_, gettext
from scorekeeper.rules.strict_json import BadJson

REASONS: Mapping[str, str] = {
    "json-illisible": N_("Ce n’est pas du JSON lisible (%(detail)s)."),
    "json-profond": N_("Trop de niveaux imbriqués : au plus %(detail)s."),
    "json-double": N_("La rubrique « %(detail)s » y est deux fois."),
    "json-nombre": N_("« %(detail)s » n’est pas un nombre que l’on puisse noter."),
    "json-texte": N_("Le texte n’est pas de l’UTF-8 valable."),
}
"""Sentence of each code."""


def said(bad: BadJson) -> str:
    """The reason in the language of the moment."""
    return gettext(REASONS[bad.code], detail=bad.detail)
