"""Changes of the settings of a partie from the next line on, their undoing, and their description in words.

See `scorekeeper.parties.verbs` for what every act raises.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Unpack

from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.cards.rules import rulings
from scorekeeper.cards.rules.changes import MOST_CHANGES
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import FINISHED, Replay
from scorekeeper.cards.rules.rulings import RULE_CHANGE, RuleChange
from scorekeeper.cards.sheet_file import SheetFile
from scorekeeper.i18n import gettext
from scorekeeper.parties import acts, fold
from scorekeeper.parties.acts import Act, Entered, SheetAct
from scorekeeper.parties.model import ActKind, Partie
from scorekeeper.records.event_log import Change
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store

ENDS = frozenset({"objectif", "nb_donnes", "nb_manches", "lignes", "manches"})
"""Settings that decide when a partie ends."""


def judged_rules(partie: Partie, settings: Any) -> tuple[RuleChange, Replay]:
    """Return the change of settings after the last line, and the replay with it. Raises `Refused` with every reason.

    A finished partie takes only a change after which it is not finished.
    """
    change = _read_rules(partie, settings)
    faults = rulings.faults(partie.rules, partie.seating.opening, change)
    if faults:
        raise acts.refusal(partie, None, *faults)
    changed = replace(partie, rulings=partie.rulings.with_change(change, partie.seating.opening))
    sheet = fold.replayed(changed, partie.lines)
    if partie.sheet.outcome is not None and sheet.outcome is not None:
        raise acts.refusal(partie, None, Fault(FINISHED))
    if len(partie.rulings.changes) >= MOST_CHANGES:
        raise acts.refusal(partie, None, Fault("trop-de-changements"))
    return change, sheet


def _read_rules(partie: Partie, settings: Any) -> RuleChange:
    try:
        return RULE_CHANGE.read({"after": len(partie.lines), "settings": settings}, partie.seating.opening)
    except Unreadable as unreadable:
        raise acts.refusal(partie, None, *unreadable.faults) from unreadable


def change_rules(store: Store, number: int, *, settings: Any, **details: Unpack[SheetAct]) -> Entered:
    """Change settings from the next line on; earlier lines keep theirs. Raises `Refused` with every reason."""

    def act(partie: Partie) -> Act:
        change, _ = judged_rules(partie, settings)
        return acts.rule_change(change), fold.changed_rules

    def same(partie: Partie, event: EventRow) -> bool:
        kept = RULE_CHANGE.read(fold.plain(event.body or ""), partie.seating.opening)
        return kept == replace(_read_rules(partie, settings), after=kept.after)

    return acts.perform(store, number, ActKind.REGLES, details, act, same=same)


def undo_rules(store: Store, number: int, *, place: int, **details: Unpack[SheetAct]) -> Entered:
    """Undo the last change of settings; `place` is its number, from 1. Raises `Refused` once a line follows it."""

    def act(partie: Partie) -> Act:
        listed = partie.rulings.changes
        acts.check_last(partie, listed, place, not_last="reglage-pas-dernier", followed="reglage-suivi")
        return Change(kind=ActKind.REGLES_ANNULEES), fold.changed_rules

    return acts.perform(store, number, ActKind.REGLES_ANNULEES, details, act)


def can_change_rules(partie: Partie) -> bool:
    """Return whether a setting may change: the sheet is open, and the game has one on which earlier lines do not depend."""
    return partie.is_open and bool(partie.rules.CHANGEABLE)


def can_go_on(partie: Partie) -> bool:
    """Return whether a partie could be extended: it is open, and a target or a number of lines may change."""
    return can_change_rules(partie) and not ENDS.isdisjoint(partie.rules.CHANGEABLE)


def can_undo_rules(partie: Partie) -> bool:
    """Return whether the last change of settings can be undone: no line was written since."""
    return acts.is_last(partie, partie.rulings.changes)


def rule_sentences(
    partie: Partie | SheetFile, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[str]:
    """Yield each changed setting with its value and the former one: "Objectif : 1500 au lieu de 1000"."""
    for key, value in after.items():
        text = partie.game.words.settings.get(key)
        values = {"nouveau": _setting(partie, key, value), "ancien": _setting(partie, key, before[key])}
        label = gettext(text.label) if text else key
        yield gettext("%(label)s : %(nouveau)s au lieu de %(ancien)s", label=label, **values)


def _setting(partie: Partie | SheetFile, key: str, value: Any) -> str:
    """Return the value of a setting in words; `None` is the usual value of the game."""
    terms = partie.game.words.terms
    if value is None:
        usual = getattr(type(partie.rules)(), f"{key}_vise", None)
        return gettext("selon le jeu") if usual is None else figure(usual)
    if isinstance(value, bool):
        return gettext("oui") if value else gettext("non")
    if isinstance(value, Mapping):
        words = (
            f"{gettext(terms[name]) if name in terms else name} {amount}" for name, amount in value.items()
        )
        return ", ".join(words) or gettext("selon le jeu")
    return (
        gettext(terms[value]) if value in terms else figure(value) if isinstance(value, int) else str(value)
    )


def settings_change_sentence(partie: Partie, document: Mapping[str, Any]) -> str:
    """Return a change of settings in words; `document` is the change as in the sheet's history."""
    return gettext(" ; ").join(rule_sentences(partie, document["before"], document["settings"]))


def rule_chronicle(partie: Partie | SheetFile) -> Iterator[tuple[int, str]]:
    """Yield every change of settings in words, with the number of lines before it."""
    for change, before, _ in partie.rulings.moments:
        plain = before.SETTINGS.write_all(before, partie.seating.opening)
        text = gettext(" ; ").join(rule_sentences(partie, plain, change.settings))
        yield change.after, gettext("dès la ligne %(rang)s : %(texte)s", rang=change.after + 1, texte=text)
