"""Paper of declared games: notes for their fields, a row for each line to play, and the values on a filled one."""

from __future__ import annotations

from typing import Any

from scorekeeper.cards.game_api.sheet import PaperSize, Sheet, SheetLine, SheetRequest
from scorekeeper.cards.games.declared.sheet import sheet
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.replay import Replay
from scorekeeper.i18n import speaking
from scorekeeper.paper.layout import pages_of
from tests.cards.games.fourteen import FOURTEEN
from tests.cards.games.test_house_answers import entry
from tests.cards.games.test_maison import played, shipped

FOUR = ("Anne", "Bruno", "Chloé", "David")


def paper(key: str, *lines: dict[str, Any], seats: int = 4, struck: int = 0, **more: Any) -> Sheet:
    game = shipped(key)
    if not lines:
        blank = Table(camps=game.rules.CAMPS)
        request = SheetRequest(game=game, rules=game.rules(), table=blank, seats=seats, **more)
    else:
        table = Table(FOUR[:seats], camps=game.rules.CAMPS)
        sheet_of: Replay = played(game, table, *(entry(line, table) for line in lines))
        rows = tuple(
            SheetLine(
                line.rang,
                None if line.rang == struck else line,
                line if line.rang == struck else None,
                line.rang == struck,
                "essai" if line.rang == struck else "",
            )
            for line in sheet_of.marked
        )
        request = SheetRequest(
            game=game, rules=sheet_of.rules, table=table, seats=seats, played=sheet_of, lines=rows, **more
        )
    with speaking("fr"):
        return sheet(request)


def rows(made: Sheet) -> list[list[str]]:
    grid = made.blocks[0].grid
    assert grid is not None
    return [[cell.text for cell in row.cells] for row in grid.rows]


def heads(made: Sheet) -> list[str]:
    grid = made.blocks[0].grid
    assert grid is not None
    return [column.heading for column in grid.columns]


def test_blank_sheet_has_the_games_fields_and_as_many_rows() -> None:
    made = paper("skull-king")
    assert heads(made)[:6] == ["manche", "Anno.", "Plis", "Bonus", "points", "total"]
    assert len(rows(made)) == 10
    assert (pages_of(made, PaperSize.A4)[0].landscape, made.blocks[0].trim) == (True, False)
    rule = "annonce réussie (juste ces plis)\xa0: 20 par pli annoncé · annonce manquée\xa0: −10 par pli d’écart · "
    rule += (
        "annonce de 0 (à part, fois le nombre de plis)\xa0: ± 10 · Bonus\xa0: × 1 à qui l’a, annonce réussie"
    )
    assert made.notes == ("annoncer ses plis, dix manches", rule, "Anno.\xa0: Annonce")
    assert paper("president").notes[1] == "Président 2, Vice-président 1, Autre 0"
    assert paper("rami").notes[1] == "Rami sec\xa0: la ligne compte double"
    assert paper("phase-10").notes[1] == "P.d.c.\xa0: Points des cartes, A.p.s.p.\xa0: A posé sa phase"
    assert [len(rows(paper("wizard", seats=seats))) for seats in (3, 4, 6)] == [20, 15, 10]
    assert paper("uno").blocks[0].trim is True


def test_filled_line_shows_the_typed_values_and_blank_lines_stay() -> None:
    first, second = FOURTEEN["skull-king"]["lines"][:2]
    made = paper("skull-king", first, second, seats=2)
    filled = rows(made)
    assert filled[1] == ["2", "1", "2", "", "−10", "10", "0", "0", "", "+20", "30"]
    assert [row[0] for row in filled] == [str(number) for number in range(1, 11)]
    assert set(filled[9][1:]) == {""}
    full = paper("skull-king", *FOURTEEN["skull-king"]["lines"], seats=2)
    assert len(rows(full)) == 10
    assert rows(paper("uno", {"cartes": [0, 30]}, seats=2)) == [["1", "", "0", "+30", "30", "30", "0", "0"]]


def test_ticks_words_and_people_are_written_as_by_hand() -> None:
    made = paper("triominos", FOURTEEN["triominos"]["lines"][0], seats=2)
    assert heads(made)[:4] == ["manche", "A fini", "P.p.", "T.e.p."]
    assert rows(made)[0][:4] == ["1", "Anne", "85", "✓"]
    assert rows(paper("president", FOURTEEN["president"]["lines"][0]))[0][1] == "Président"
    camps = paper("tichu", FOURTEEN["tichu"]["lines"][1])
    assert rows(camps)[0][:3] == ["1", "0", "✓"]


def test_camp_is_written_by_name_and_headings_differ() -> None:
    line = {"points": [320, 150], "canastas_mixtes": [1, 0], "sortie": "A", "restes_en_main": [10, 45]}
    made = paper("canasta", line, {**line, "canastas_mixtes": [1, 1], "sortie": "B"})
    assert heads(made)[:8] == [
        "donne",
        "Sortie",
        "Sortie en main",
        "C.po.",
        "C.pu.",
        "C.m.",
        "T.r.",
        "R.e.m.",
    ]
    assert made.notes[1].startswith("C.po.\xa0: Cartes posées, C.pu.\xa0: Canastas pures, ")
    assert [row[1] for row in rows(made)] == ["A", "B"]


def test_narrow_paper_has_columns_for_required_fields_only() -> None:
    assert heads(paper("triominos", seats=6))[:5] == ["manche", "A fini", "P.p.", "points", "total"]
    assert heads(paper("wizard", seats=6))[:6] == ["donne", "Anno.", "Plis", "points", "total", "Anno."]
    assert heads(paper("skull-king", seats=8))[:4] == ["manche", "points", "total", "points"]
    assert heads(paper("six-qui-prend"))[:3] == ["manche", "points", "total"]


def test_struck_line_has_its_reason_in_a_column() -> None:
    first, second = FOURTEEN["skull-king"]["lines"][:2]
    made = paper("skull-king", first, second, seats=2, struck=1)
    assert heads(made)[-1] == "remarque"
    grid = made.blocks[0].grid
    assert grid is not None
    assert grid.rows[0].cells[-1].small == ("rayée\N{NO-BREAK SPACE}: essai",)
    assert [row.cells[0].text for row in grid.rows][-1] == "11"


def test_result_names_the_winner_and_the_reason() -> None:
    over = paper("uno", {"cartes": [0, 300]}, {"cartes": [0, 250]}, seats=2)
    assert over.closing[-1][0].value == "Victoire\xa0: Anne. Le total de 500 est atteint."
    level = paper("six-qui-prend", {"tetes": [5, 66, 5, 20]})
    assert level.closing[-1][0].value == "Victoire partagée\xa0: Anne et Chloé. Le total de 66 est atteint."
    camps = paper("tichu", *[{"tout": [True, False]}] * 5)
    assert camps.closing[-1][0].value == "Victoire\xa0: Anne & Chloé. Le total de 1000 est atteint."


def test_result_of_the_last_player_names_them_once() -> None:
    last = paper("molkky", *[{"quilles": [1, 0, 0, 0]}] * 3)
    assert last.closing[-1][0].value == "Anne reste en jeu quand tous les autres en sont sortis."


def test_headings_are_explained_in_the_languages_punctuation() -> None:
    game = shipped("skull-king")
    with speaking("en"):
        notes = sheet(SheetRequest(game=game, rules=game.rules(), table=Table(), seats=4)).notes
    assert notes[2] == "Anno.: Annonce"
    assert "Bonus: × 1" in notes[1]
