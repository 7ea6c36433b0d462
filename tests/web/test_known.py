"""Tables for checking a sheet without the server: an immutable file for each game and its settings."""

from __future__ import annotations

from tests.tarot_table import PLAYERS, donne
from tests.web.browsing import Visit


def test_a_page_names_its_file_by_content(visit: Visit) -> None:
    first, second = (visit.open_sheet("tarot", PLAYERS) for _ in range(2))
    three = visit.open_sheet("tarot", PLAYERS[:3])
    urls = [address(visit, number) for number in (first, second, three)]
    assert urls[0] == urls[1] != urls[2]
    answer = visit.client.get(urls[0])
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in answer.headers
    assert answer.json is not None
    assert answer.json["tables"][0]["field"] == "points"
    assert visit.enter(first, donne()).status == 303
    # An amended line is checked against the same tables.
    assert address(visit, first, "/lignes/1/modifier") == urls[0]
    assert visit.client.get("/tables-0123456789ab.json").status_code == 404
    bouees = visit.open_sheet("bouees", PLAYERS)
    assert address(visit, bouees) == ""


def address(visit: Visit, number: int, page: str = "") -> str:
    forms = (told for tag, told in visit.get(f"/parties/{number}{page}").elements if tag == "form")
    return next(told["data-known"] for told in forms if "data-known" in told)
