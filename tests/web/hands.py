"""Whole evenings entered through the forms of the pages, without scripts."""

from __future__ import annotations

from collections.abc import Mapping

from tests.evenings import Evening, evenings
from tests.web.browsing import Form, Page, Visit

EVENINGS = {evening.name: evening for evening in evenings()}


def house_of(evening: Evening) -> Mapping[str, str]:
    """Return the settings of an evening as fields of a new sheet."""
    return {f"reglage-{key}": str(value) for key, value in evening.sheet.get("settings", {}).items()}


def play(visit: Visit, evening: Evening, lines: int | None = None, **typed: str) -> int:
    """Open the evening's sheet and enter all of its lines, or the first ones; return the number of the partie."""
    sheet = evening.sheet
    teams = {f"equipe-{letter}": name for letter, name in zip("ab", sheet.get("equipes", ()), strict=False)}
    more = {**house_of(evening), **teams, **typed}
    number = visit.open_sheet(sheet["game"], sheet["players"], **more)
    for entry in sheet["entries"][:lines]:
        page = visit.enter(number, entry)
        assert page.status == 303, page.errors
    return number


def act(visit: Visit, path: str, action: str, **typed: str) -> Page:
    """Send a form of a page."""
    form = visit.get(path).form(action)
    return visit.send(form, form.filled(**typed))


def amend(visit: Visit, path: str, **typed: str) -> None:
    """Amend a line, ticking all doubts."""
    form = visit.get(path).form("/modifier")
    page = visit.send(form, form.filled(**typed))
    if page.status == 422 and page.doubts:
        page = visit.send(form, form.filled(**typed, sure=page.doubts))
    assert page.status == 303, page.errors


def close(visit: Visit, number: int) -> None:
    assert act(visit, f"/parties/{number}/terminer", "/terminer").status == 303


GARDE = {"preneur": "Chloé", "contrat": "garde", "bouts": "2", "points": "56"}
"""Fields of a garde that gives −80, −80, 240, −80 at a table of four."""


def entry_form(visit: Visit, number: int) -> Form:
    """Return the form for the next line of a sheet."""
    return visit.get(f"/parties/{number}").form("/saisies")


def rows(visit: Visit, number: int) -> int:
    """Return the number of events of a partie, its opening included."""
    revision: int = visit.client.get(f"/api/parties/{number}").get_json()["revision"]
    return revision
