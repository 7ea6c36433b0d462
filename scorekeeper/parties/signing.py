"""Initials under a sheet that is closed. They lapse when it is opened again."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.initials import Initials, in_order
from scorekeeper.cards.rules.kinds import Unreadable, within
from scorekeeper.errors import StaleEntry
from scorekeeper.parties import acts, fold
from scorekeeper.parties.acts import Act, Entered
from scorekeeper.parties.model import ActKind, Partie
from scorekeeper.records.chain import canonical
from scorekeeper.records.ledger import Author, Change
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store


def sign(
    store: Store, number: int, *, uuid: str, signatures: Any, by: Author, revision: int | None = None
) -> Entered:
    """Put initials under a closed sheet; those that stand there stay. Raises `StaleEntry` while it is open."""

    def act(partie: Partie) -> Act:
        acts.check_revision(partie, None, revision)
        if partie.is_open:
            raise StaleEntry(partie)
        body = canonical(_read(partie, signatures))
        signed = in_order({**partie.signatures, **json.loads(body)}, partie.table)
        return Change(kind=ActKind.SIGNATURE, body=body), partial(fold.turned, signatures=signed)

    def same(partie: Partie, event: EventRow) -> bool:
        return event.body == canonical(_read(partie, signatures))

    return acts.perform(store, number, uuid=uuid, kind=ActKind.SIGNATURE, by=by, act=act, same=same)


def _read(partie: Partie, raw: Any) -> dict[str, str]:
    try:
        signatures = Initials().read(raw, partie.table)
    except Unreadable as unreadable:
        raise acts.refusal(partie, None, *within("signatures", unreadable)) from unreadable
    if not signatures:
        raise acts.refusal(partie, None, Fault("initiales-attendues", "signatures"))
    return dict(signatures)
