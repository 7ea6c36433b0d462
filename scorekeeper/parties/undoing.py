"""Undoing of the last act on a line of a sheet.

See `scorekeeper.parties.verbs` for what every act raises.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.errors import StaleEntry
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties.acts import Entered
from scorekeeper.parties.model import ActKind, Line, Partie, Version
from scorekeeper.parties.moving import move_back
from scorekeeper.parties.verbs import LineAct, amend, read_partie, reinstate, strike, was_written
from scorekeeper.records.ledger import Author
from scorekeeper.records.store import Store

REASON = N_("annulation")
"""Reason stored with the undoing on a line that has others below it."""
BACK = {
    ActKind.ENTREE: ActKind.RATURE,
    ActKind.INSERTION: ActKind.RATURE,
    ActKind.DEPLACEMENT: ActKind.DEPLACEMENT,
    ActKind.RATURE: ActKind.RETABLIE,
    ActKind.RETABLIE: ActKind.RATURE,
}
"""Kind of act that undoes each kind; an amendment is undone by another amendment."""


@dataclass(frozen=True, kw_only=True)
class LastAct:
    """The act on a line that can be undone now."""

    line: Line
    restores: bool
    """Whether that act was itself an undoing, so that undoing it restores what it had undone."""
    former: Mapping[str, Any] | None
    """Content of the line before an amendment; `None` for other acts."""


def last_act(partie: Partie) -> LastAct | None:
    """Return the last act on a sheet; `None` when the sheet is closed or the act was not about a line."""
    line = next((line for line in reversed(partie.lines) if line.versions[-1].seq == partie.last_seq), None)
    if line is None or not partie.is_open:
        return None
    version, former = line.versions[-1], None
    if version.kind is ActKind.MODIF:
        _, former = [written.payload for written in reversed(line.versions) if written.payload][:2]
    first = version.kind in {ActKind.ENTREE, ActKind.INSERTION}
    restores = not first and _steps_back(partie)
    return LastAct(line=line, restores=restores, former=former)


def _steps_back(partie: Partie) -> bool:
    """Return whether the last act undid the one before it, and that one was not itself an undoing."""
    past, steps = partie.past, 0
    while _reverses(partie, past[-steps - 2], past[-steps - 1]):
        steps += 1
    return steps % 2 == 1


def _reverses(partie: Partie, before: Version, after: Version) -> bool:
    if before.rang is None or after.rang != before.rang:
        return False
    if (before.kind, after.kind) == (ActKind.DEPLACEMENT, ActKind.DEPLACEMENT):
        return (before.moved_from, before.rang_then) == (after.rang_then, after.moved_from)
    if (before.kind, after.kind) == (ActKind.MODIF, ActKind.MODIF):
        written = [version for version in partie.line(before.rang).versions if version.payload]
        return written[written.index(before) - 1].payload == after.payload
    return BACK.get(before.kind) is after.kind


def undo(
    store: Store,
    number: int,
    *,
    uuid: str,
    rang: int,
    by: Author,
    revision: int | None = None,
    seen: str | None = None,
) -> Entered:
    """Undo the last act on a sheet, which was about the line `rang`.

    Without `revision`, the newest line that counts is struck, and no other act is undone. With it, other lines may change
    their scores without a further question: their state before was known at that revision.

    Raises:
        StaleEntry: something has happened since.
        Refused: as `strike`, `reinstate`, `amend` and `move_back` do.
    """
    partie = read_partie(store, number)
    if revision is not None and revision != partie.revision and was_written(store, number, uuid):
        return Entered(partie, repeated=True)
    act = last_act(partie)
    if revision is None or act is None or act.line.rang != rang:
        if rang != partie.last_rang:
            raise StaleEntry(partie, partie.line(rang))
        return strike(store, number, uuid=uuid, rang=rang, by=by, revision=revision, seen=seen)
    reason = gettext(REASON) if rang < (partie.last_rang or 0) else ""
    details: LineAct = {"uuid": uuid, "rang": rang, "by": by, "reason": reason, "seen": seen}
    details |= {"revision": revision, "confirm": revision}
    if act.line.versions[-1].kind is ActKind.DEPLACEMENT:
        return move_back(store, number, **details)
    if act.former is not None:
        return amend(store, number, payload=act.former, **details)
    if act.line.versions[-1].kind is ActKind.RATURE:
        return reinstate(store, number, **details)
    return strike(store, number, **details)
