"""All papers of a round in one document, and the slips included in it."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from tests.paper.posters.test_posters import PEOPLE, read, text_of
from tests.tournaments.desk import BY, draw, opened


def test_a_round_is_one_document_also_while_it_is_only_planned(empty: Flask) -> None:
    store: Store = empty.extensions["store"]
    client, t = empty.test_client(), draw(store, opened(store, PEOPLE, rounds=3))
    page = client.get("/tournois/1/imprimer").text
    assert re.findall(r"tour\.pdf\?tour=(\d)", page) == ["1", "2"]
    now, later = (read(client, f"/tournois/1/tour.pdf?tour={tour}") for tour in (1, 2))
    assert now.metadata is not None
    assert now.metadata.title == "Match au cochon – tour 1"
    parts = ["tour 1", "tour 1, par nom", "feuilles du tour 1", "billets"]
    titles = [str(item.get("/Title")) for item in now.outline if isinstance(item, dict)]
    assert titles == [f"Match au cochon – {part}" for part in parts]
    # Poster, list, two pages with four sheets; the slips of all rounds only when they changed.
    assert [len(now.pages), len(later.pages)] == [6, 4]
    halves = re.split(r"(?=Table \d — tour 2)", text_of(later))[1:]
    for seats, half in zip(t.planned[0].tables, halves, strict=True):
        assert {number for number, name in enumerate(PEOPLE, 1) if name in half} == set(seats)
    links = [str(note.get_object()["/A"]["/URI"]) for page in later.pages for note in page.get("/Annots", [])]
    assert sum("/t/" in link for link in links) == 4
    # The reading order continues from part to part, and each element refers to its page.
    root: Any = now.root_object["/StructTreeRoot"]
    numbers, last = root["/ParentTree"]["/Nums"], -1
    for number in range(6):
        leaf: Any = now.pages[number]
        place = leaf["/StructParents"]
        pieces = [piece.get_object() for piece in numbers[numbers.index(place) + 1]]
        targets = {piece["/Pg"].indirect_reference for piece in pieces if hasattr(piece, "keys")}
        assert (place > last, targets) == (True, {leaf.indirect_reference})
        last = place
    assert client.get("/tournois/1/tour.pdf?tour=9").status_code == 409
    # Two people swap seats before round 2: their slips, and those of their partners, are new.
    first, second = t.planned[0].tables[0][0], t.planned[0].tables[1][1]
    desk.swap(store, 1, round_number=2, who=[first, second], reason="à côté de son frère", by=BY)
    mates = t.planned[0].tables[0][2], t.planned[0].tables[1][3]
    changed = read(client, "/tournois/1/tour.pdf?tour=2")
    slips = text_of(changed).partition("Coupez")[0].rpartition("Partie n° 1")[2]
    assert len(changed.pages) == 5
    assert {int(n) for n in re.findall(r"(?<!\S)(\d+) · [A-ZÉ][a-zéèïë]+ [A-ZÉ]", slips)} == {
        first,
        second,
        *mates,
    }
