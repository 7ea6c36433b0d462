"""Command `verify FILE`: verifies a tournament's export or a draw from the file alone."""

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

import click

from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.cli.common import Command, CommandError, argument, read_json
from scorekeeper.draw.seating import record
from scorekeeper.draw.seating.lot import list_hash
from scorekeeper.errors import Unknown
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.tournaments import export
from scorekeeper.tournaments.comparing import Mismatch, check_draw
from scorekeeper.tournaments.verifying import UNREADABLE, Checked, check_export
from scorekeeper.tournaments.words import grouped

DIFFERENCES, PLACES, VALUES = read_sentences(__file__, "differences", "places", "values")
_PART = re.compile(r"(\w+)\[(\d+)\](?:\.|$)")
_VALUE = re.compile(r"(?:result\.)?(\w+)(?:\[(\d+)\])?$")
WITHHELD = N_(
    "Ce fichier ne dit pas qui ne devait pas rencontrer qui ; celui de l’organisateur prouve aussi ce qui en dépend."
)
MAX_EXPORT = 128 * 2**20
"""Largest export read, in bytes; one of 400 people with every deal has about thirty MiB."""


@click.command(cls=Command)
@argument("file", metavar=N_("FICHIER"))
def verify(file: str) -> int:
    """Verify a tournament's export or a file of a draw.

    Returns 0 when it is correct; prints the first difference and returns 1 otherwise; exits with 2 for an unreadable file.
    """
    document = read_json(file, MAX_EXPORT)
    kind = document.get("format") if isinstance(document, dict) else None
    try:
        if kind == export.FORMAT:
            lines = _about_export(check_export(document))
        elif kind == record.FORMAT:
            lines = _about_draw(document)
        else:
            raise CommandError(gettext("le fichier %(file)s n’est ni un tournoi ni un tirage", file=file), 2)
        click.echo("\n".join(lines))
    except Mismatch as mismatch:
        click.echo(gettext(DIFFERENCES[mismatch.code], **_in_words(mismatch, document)))
        return 1
    except (*UNREADABLE, Unknown) as error:
        sentence = N_("le fichier %(file)s est incomplet, ou d’une autre version (%(detail)s)")
        raise CommandError(gettext(sentence, file=file, detail=str(error)[:60]), 2) from error
    return 0


def _in_words(mismatch: Mismatch, document: Any) -> dict[str, object]:
    """Return the values of a difference, with its path in words if the file is an export."""
    values: dict[str, Any] = dict(mismatch.values)
    # A path into a part that the file lacks stays as it is.
    with contextlib.suppress(*UNREADABLE):
        if mismatch.code == "export":
            values["chemin"] = _place_in_words(values["chemin"], document)
        if mismatch.code == "resultat":
            table = document["rounds"][values["tour"] - 1]["tables"][values["table"] - 1]
            values["chemin"] = _value_in_words(values["chemin"], table, document)
    return values


def _place_in_words(path: str, document: Mapping[str, Any]) -> str:
    """Return a path of an export in words: "tour 3, table 1 : le total de A" for `rounds[2].tables[0].totals[0]`.

    Parts without a word stay as they are.
    """
    places: list[str] = []
    rest = path
    around: Any = document
    while (part := _PART.match(rest)) and part[1] in PLACES and (not places or part[1] == "tables"):
        around = around[part[1]][int(part[2])]
        places.append(gettext(PLACES[part[1]], numero=int(part[2]) + 1))
        rest = rest[part.end() :]
    value = _value_in_words(rest, around, document) if rest else ""
    words = ", ".join(places) or value
    if places and value:
        words = gettext("%(lieu)s : %(valeur)s", lieu=words, valeur=value)
    return words if words == path else f"{words[:1].upper()}{words[1:]}"


def _value_in_words(path: str, table: Any, document: Mapping[str, Any]) -> str:
    """Return the last part of a path, `totals[0]`, in words; `table` is the table that contains it. One without words stays as it
    is.
    """
    value = _VALUE.match(path)
    sentence = VALUES.get(value[1]) if value else None
    if value is None or sentence is None:
        return path
    place = int(value[2] or 0)
    who = _player_or_camp(place, table, document) if "(qui)" in sentence else ""
    return gettext(sentence, qui=who, numero=place + 1)


def _player_or_camp(place: int, table: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """Return the name of a sheet's column: the letter of the camp, or the name of the player."""
    seats = table["seats"]
    if len(table["totals"]) < len(seats):
        return "AB"[place]
    return str(next(player["name"] for player in document["players"] if player["number"] == seats[place]))


def _about_export(checked: Checked) -> Iterator[str]:
    if checked.withheld:
        yield gettext("Tout se suit : liste, graine, ordre, tables, résultats, classement.")
        yield gettext(WITHHELD)
        yield ngettext(
            "%(num)s événement sur %(events)s est donc sans empreinte à vérifier, à sa place dans la chaîne.",
            "%(num)s événements sur %(events)s sont donc sans empreinte à vérifier, à leur place dans la chaîne.",
            checked.withheld,
            events=checked.events,
        )
        yield ngettext(
            "%(num)s tirage ou réparation : l’ordre et les tables sont vérifiés, la grille n’est pas refaite.",
            "%(num)s tirages ou réparations : l’ordre et les tables sont vérifiés, la grille n’est pas refaite.",
            checked.by_grid,
        )
    else:
        yield gettext("Tout se suit : liste, graine, ordre, grille, tables, résultats, classement.")
    yield ngettext(
        "%(num)s événement, chaque empreinte est juste.",
        "%(num)s événements, chaque empreinte est juste.",
        checked.events - checked.withheld,
    )
    if checked.apart:
        yield ngettext(
            "%(num)s fois, d’autres feuilles ont été marquées entre deux événements.",
            "%(num)s fois, d’autres feuilles ont été marquées entre deux événements.",
            checked.apart,
        )
    yield ngettext("%(num)s tirage refait.", "%(num)s tirages refaits.", checked.draws)
    if checked.forgotten:
        yield ngettext(
            "%(num)s tirage ne peut plus être refait : un nom a été oublié depuis.",
            "%(num)s tirages ne peuvent plus être refaits : un nom a été oublié depuis.",
            checked.forgotten,
        )
    yield ngettext(
        "%(num)s place sur %(places)s choisie à la main.",
        "%(num)s places sur %(places)s choisies à la main.",
        checked.by_hand,
        places=checked.seats,
    )
    yield ngettext(
        "%(num)s résultat, recalculé d’après sa feuille.",
        "%(num)s résultats, recalculés d’après les feuilles.",
        checked.results,
    )
    yield gettext("Empreinte : %(empreinte)s", empreinte=grouped(checked.head))


def _about_draw(document: Mapping[str, Any]) -> Iterator[str]:
    drawn = check_draw(document)
    if "apart" in document:
        yield gettext("Tout se suit : liste, graine, ordre, grille, tables.")
    else:
        yield gettext("Tout se suit : liste, graine, ordre, tables. La grille elle-même n’est pas refaite.")
        yield gettext(WITHHELD)
    yield gettext("Tirage « %(label)s », graine « %(seed)s »", label=drawn.label, seed=drawn.seed)
    yield gettext("Joueurs : %(count)s", count=len(drawn.players))
    yield gettext("Empreinte de la liste : %(empreinte)s", empreinte=grouped(list_hash(drawn.players)))
