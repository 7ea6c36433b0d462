"""Report about records when they are opened: what was lost, and what is not what the events give."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.i18n import N_, gettext
from scorekeeper.records import high_water_mark
from scorekeeper.records.high_water_mark import Loss
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking

LOST = N_(
    "il manque des lignes : la base s’arrête à l’événement %(kept)s, et l’événement %(seq)s était déjà écrit ;"
    " les tablettes renvoient ce qu’elles gardent"
)
FULLER = N_("la copie %(copy)s en a davantage : scorekeeper restore")
DIFFERS = N_(
    "ce que la base montre n’est pas ce que ses événements donnent (%(what)s) ; voir : scorekeeper check"
)


def loss_sentence(loss: Loss) -> str:
    """Loss, in one sentence."""
    parts = [gettext(LOST, kept=loss.kept, seq=loss.seq)]
    if loss.copy:
        parts.append(gettext(FULLER, copy=loss.copy))
    return " ; ".join(parts)


def dismiss_loss(store: Store) -> None:
    """Keep the loss on record, and say it no more. Raises `StorageError`."""
    if store.lost is not None:
        with store.write() as session:
            high_water_mark.remember(session.connection, replace(store.lost, dismissed=True))
        store.lost = None


def at_start(store: Store) -> list[str]:
    """Everything that whoever starts the server must know, a sentence each; empty when all is well."""
    sentences = [] if store.lost is None else [loss_sentence(store.lost)]
    with store.read() as session:
        differing = checking.differences_at_start(session.connection)
    if differing:
        sentences.append(gettext(DIFFERS, what=differing[0]))
    return sentences
