"""Confidential wishes: who must not meet whom. Only the organiser may read them; public exports and responses leave them out."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.records.event_log import canonical
from scorekeeper.records.rows import EventRow

WISHES = ("apart", "apart_broken")
"""Confidential keys of an entrant, a repair or a report."""
SENTENCES = frozenset({"apart-kept", "apart-broken"})
"""Codes of confidential sentences of a report."""
PEOPLE = frozenset({"creation", "inscription", "joueur"})
"""Kinds of events by which people are registered or changed."""
HOLDERS = PEOPLE | {"tirage", "reparation", "echange", "placement", "table-ouverte"}
"""Kinds of events that may hold confidential wishes."""


def public_report(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return the report of a draw without those who must not meet."""
    words = [word for word in report["words"] if word["code"] not in SENTENCES]
    return {key: value for key, value in report.items() if key not in WISHES} | {"words": words}


def public_draw(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a `scorekeeper-draw/1` document without those who must not meet."""
    shown = {key: value for key, value in document.items() if key not in WISHES}
    return shown | {"report": public_report(document["report"])}


def public_events(events: Iterable[EventRow]) -> Iterator[tuple[EventRow, bool]]:
    """Yield each event without confidential wishes, and whether any was removed; its hash stays that of the original.

    Members of a team are kept apart too, which is public: when no person has a wish of their own, nothing is removed.
    """
    kept = list(events)
    asked = any(_holds_wishes(event, PEOPLE) and _public_body(event) != event.body for event in kept)
    for event in kept:
        body = _public_body(event) if asked and _holds_wishes(event, HOLDERS) else event.body
        yield replace(event, body=body), body != event.body


def _holds_wishes(event: EventRow, kinds: Collection[str]) -> bool:
    return event.partie is None and event.kind in kinds


def _public_body(event: EventRow) -> str | None:
    body = json.loads(event.body or "{}")
    # A body without a wish stays as it was written, byte for byte: its hash must still match.
    has_wishes = False
    for part in _parts(body):
        for key in WISHES:
            has_wishes |= bool(part.pop(key, None))
        if "words" in part:
            before = part["words"]
            part["words"] = [word for word in before if word["code"] not in SENTENCES]
            has_wishes |= part["words"] != before
    return canonical(body) if has_wishes else event.body


def _parts(body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the objects within an event's body that may hold wishes: people, repairs, reports."""
    for half in (body.get("asked"), body.get("done")):
        if isinstance(half, dict):
            yield half
            yield from (person for person in half.get("players", ()) if isinstance(person, dict))
            if "report" in half:
                yield half["report"]
