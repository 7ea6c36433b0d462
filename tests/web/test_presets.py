"""Presets of settings: offered on the page of a new sheet, kept by the sheet, the file and the paper."""

from __future__ import annotations

from tests.web.browsing import Visit

NEW = "/nouvelle/jass"
SCHIEBER = {"contrats": {"bas-haut": 3, "haut-bas": 3, "pique": 2, "trefle": 2}, "objectif": 2500}


def test_schieber_to_2500_is_chosen_by_name_and_doubles_spades(visit: Visit) -> None:
    form = visit.get(NEW).form(NEW)
    page = visit.send(form, form.filled(jeu="Schieber 2500", **{"joueur-0": "Anne"}))
    chosen = {
        name: page.value(f"reglage-{name}") for name in ("objectif", "contrats.pique", "contrats.coeur")
    }
    assert chosen == {"objectif": "2500", "contrats.pique": "2", "contrats.coeur": ""}
    assert page.value("joueur-0") == "Anne"
    assert "pique × 2, trèfle × 2, haut en bas × 3, bas en haut × 3" in page.text
    form = page.form(NEW)
    names = {f"joueur-{place}": name for place, name in enumerate(("Anne", "Benoît", "Chloé", "David"))}
    opened = visit.send(form, form.filled(**names))
    number = opened.location.rsplit("/", 1)[1]
    assert visit.client.get(f"/api/parties/{number}").get_json()["sheet"]["settings"] == SCHIEBER
