"""Wiezen: its two tables of values, the deal after a passed round, its form, paper and counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.wiezen.form import WiezenForm
from scorekeeper.cards.games.wiezen.rules import Wiezen
from scorekeeper.cards.rules.changes import TableChange, seated
from scorekeeper.cards.rules.contract import Seat, Table
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.cards.rules.rulings import RuleChange, ruled
from scorekeeper.i18n import speaking
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.sheets import sheet_of
from scorekeeper.parties.sheet_requests import blank_request
from tests.paper.sheets.samples import filled

TABLE = Table(("Anne", "Benoît", "Chloé", "David"))
FIVE = Table((*TABLE.players, "Émile"))
EIGHT = {"contrat": "emballage", "hauteur": 8, "joueurs": ["Anne", "Benoît"], "plis": 8}
PASSED, MISDEAL = {"statut": "passee"}, {"statut": "annulee"}


def played(entries: Sequence[Mapping[str, Any]], table: Table = TABLE, **settings: Any) -> Replay:
    rules = Wiezen.SETTINGS.read(settings, table)
    sheet = replay(rules, table, enumerate((rules.ENTRY.read(dict(raw), table) for raw in entries), 1))
    assert sheet.faults == ()
    return sheet


def alone(contrat: str, hauteur: int, plis: int, **settings: Any) -> int:
    """Return a lone player's gain from each opponent."""
    entry = {"contrat": contrat, "hauteur": hauteur, "joueurs": ["Anne"], "plis": plis}
    return -played([entry], **settings).totals[1]


def together(hauteur: int, plis: int, **settings: Any) -> int:
    """Return the score of each of two partners."""
    return played([{**EIGHT, "hauteur": hauteur, "plis": plis}], **settings).totals[0]


def test_whisthub_values_are_as_printed() -> None:
    assert [together(8, tricks) for tricks in range(8, 14)] == [8, 11, 14, 17, 20, 30]
    assert [together(height, height - 1) for height in range(8, 14)] == [-11, -14, -17, -20, -23, -26]
    assert [alone("solo", 5, tricks) for tricks in range(5, 10)] == [3, 4, 5, 6, 6]
    assert [alone("solo", 8, tricks) for tricks in (8, 9, 13)] == [7, 7, 7]
    assert [alone("solo", height, height - 1) for height in range(5, 9)] == [-4, -5, -6, -8]
    assert [alone("abondance", 9, tricks) for tricks in range(9, 14)] == [10, 15, 20, 30, 30]
    assert [alone("abondance", height, 8) for height in range(9, 13)] == [-10, -15, -20, -30]


def test_walloon_values_are_as_printed() -> None:
    house = {"bareme": "wallon"}
    assert [together(8, tricks, **house) for tricks in range(8, 14)] == [7, 10, 13, 16, 19, 30]
    assert [together(height, height - 1, **house) for height in range(8, 14)] == [
        -10,
        -13,
        -16,
        -19,
        -22,
        -30,
    ]
    assert [alone("solo", 5, tricks, **house) for tricks in (7, 8, 9)] == [5, 7, 7]
    assert [alone("abondance", height, 12, **house) for height in range(9, 13)] == [11, 14, 20, 40]
    assert [alone("abondance", 9, tricks, **house, abondance_surplis=True) for tricks in (9, 12)] == [11, 40]


def test_fifth_player_joins_and_leaves_and_dealer_then_sits_out() -> None:
    changes = (
        TableChange(1, (*TABLE.players, "Émile")),
        TableChange(2, ("Anne", "Chloé", "David", "Émile")),
    )
    seating, rules = seated(TABLE, changes), Wiezen()
    raw = [
        EIGHT,  # Anne deals to four
        {"contrat": "solo", "hauteur": 5, "joueurs": ["Émile"], "plis": 5},  # Benoît deals and sits out
        {"contrat": "solo", "hauteur": 5, "joueurs": ["Chloé"], "plis": 5},  # Chloé deals and plays
    ]
    entries = [(rang, rules.ENTRY.read(dict(entry), seating.at(rang))) for rang, entry in enumerate(raw, 1)]
    sheet = replay(rules, seating, entries)
    assert sheet.faults == ()
    assert [marked.row.scores for marked in sheet.marked] == [
        (8, 8, -8, -8, 0),
        (-3, 0, -3, -3, 9),
        (-3, 0, 9, -3, -3),
    ]
    assert sheet.control is not None
    assert sheet.control.actual == 0


def form(**typed: Any) -> WiezenForm:
    rules = Wiezen()
    return WiezenForm(MultiDict(typed), rules=rules, state=rules.opening(TABLE))


def test_trumps_are_named_with_their_signs() -> None:
    with speaking("fr"):
        assert form().trumps == [
            ("", "non dit"),
            ("pique", "♠ pique"),
            ("coeur", "♥ cœur"),
            ("carreau", "♦ carreau"),
            ("trefle", "♣ trèfle"),
        ]


def test_button_has_the_contract_with_its_tricks() -> None:
    assert form(enchere="emballage-13", joueurs="Anne", plis="9").payload() == {
        "contrat": "emballage",
        "hauteur": 13,
        "joueurs": ["Anne"],
        "plis": 9,
    }
    assert form(enchere="troel-change", plis="9", atout="coeur").payload() == {
        "contrat": "troel",
        "change": True,
        "plis": 9,
        "atout": "coeur",
    }
    # What belongs to another kind of contract does not count.
    lone = form(enchere="grande-misere", joueurs="Anne", plis="9", rates="Anne", atout="coeur")
    assert lone.payload() == {"contrat": "grande-misere", "joueurs": ["Anne"], "rates": ["Anne"]}
    assert form(enchere="belote", rates="Anne").payload() == {"contrat": "belote"}
    assert form().payload() == {}
    assert [len(bids) for _, bids in form().groups()] == [6, 4, 4, 3, 4]


def sentences(entries: Sequence[Mapping[str, Any]], table: Table = TABLE, **settings: Any) -> tuple[str, str]:
    """Return the live sentence of the last line, and its brief."""
    wiezen, line = game("wiezen"), played(entries, table, **settings).marked[-1]
    with speaking("fr"):
        both = (wiezen.wording.sentence(line), wiezen.wording.brief(line))
        sentence, brief = (
            message_of(label, wiezen.words, table).replace("\N{NO-BREAK SPACE}", " ") for label in both
        )
    return sentence, brief


def test_live_sentence_has_all_of_a_donne() -> None:
    assert sentences([EIGHT])[0] == (
        "emballage 8, 8 plis · Anne et Benoît — Anne +8, Benoît +8, Chloé −8, David −8"
    )
    assert sentences([PASSED, EIGHT])[0] == (
        "emballage 8, 8 plis · Anne et Benoît, ×2 — Anne +16, Benoît +16, Chloé −16, David −16"
    )
    assert sentences([PASSED]) == ("passe ×2 — Anne donne", "passe ×2")
    assert sentences([PASSED], passe="simple")[1] == "passe générale"
    assert sentences([PASSED, MISDEAL])[1] == "donne annulée"
    misere = {"contrat": "grande-misere", "joueurs": ["Anne", "Chloé"], "rates": []}
    assert sentences([misere])[1] == "grande misère, réussite · Anne et Chloé"
    assert sentences([{**misere, "rates": ["Chloé"]}])[1] == "grande misère, échec de Chloé · Anne et Chloé"
    assert sentences([{**misere, "rates": ["Anne", "Chloé"]}])[1] == "grande misère, échec · Anne et Chloé"
    five = {"contrat": "solo", "hauteur": 5, "joueurs": ["Benoît"], "plis": 4}
    assert sentences([five], FIVE)[0] == "solo 5, 4 plis · Benoît — Benoît −12, Chloé +4, David +4, Émile +4"


def test_cafe_scale_counts_two_and_one_and_doubles_thirteen() -> None:
    house: dict[str, Any] = {"bareme": "cafe"}
    assert [together(8, tricks, **house) for tricks in range(8, 14)] == [2, 3, 4, 5, 6, 14]
    assert [together(8, tricks, **house) for tricks in (7, 6, 5)] == [-3, -4, -5]
    assert together(10, 9, **house) == -5
    assert [alone("solo", 5, tricks, **house) for tricks in (5, 6, 8, 9)] == [2, 3, 5, 5]
    assert [alone("solo", 8, 8, **house), alone("solo", 8, 7, **house)] == [5, -6]
    assert [alone("abondance", 9, tricks, **house) for tricks in (9, 11, 8)] == [5, 5, -5]
    troel = {"contrat": "troel", "joueurs": ["Anne", "Benoît"]}
    marks = [played([{**troel, "plis": tricks}], **house).totals[0] for tricks in (8, 10, 13, 7, 6)]
    assert marks == [4, 8, 28, -6, -8]


def test_house_scale_replaces_each_cell_of_the_table() -> None:
    usual = {"emballage": 2, "chute-emballage": 3, "capot": 14}
    full = {**usual, "plus-emballage": 1, "moins-emballage": 2}
    assert [together(8, tricks, valeurs=usual) for tricks in (8, 9, 10)] == [2, 5, 8]
    assert [together(8, tricks, valeurs=full) for tricks in (8, 9, 10, 13, 7, 6)] == [2, 3, 4, 14, -3, -5]
    solo = {"solo": 5, "plus-solo": 2, "chute-solo": 6, "moins-solo": 3, "solo-8": 20, "chute-solo-8": 30}
    assert [alone("solo", 6, tricks, valeurs=solo) for tricks in (6, 7, 8, 9, 5, 3)] == [
        7,
        9,
        11,
        11,
        -8,
        -14,
    ]
    assert [alone("solo", 8, tricks, valeurs=solo) for tricks in (8, 7, 6)] == [20, -30, -33]
    assert alone("solo", 6, 8, bareme="wallon", valeurs=solo) == 20
    assert alone("abondance", 9, 8, valeurs={"abondance-9": 12}) == -12
    assert alone("abondance", 9, 8, valeurs={"abondance-9": 12, "chute-abondance-9": 7}) == -7


def test_failed_misere_and_troel_have_cells_of_their_own() -> None:
    fails = {"contrat": "grande-misere", "joueurs": ["Anne", "Chloé"], "rates": ["Chloé"]}
    assert played([fails], valeurs={"chute-grande-misere": 20}).totals == (56, 8, -72, 8)
    troel = {"contrat": "troel", "joueurs": ["Anne", "Benoît"], "plis": 13}
    assert played([troel], valeurs={"capot": 50}).totals[0] == 50
    assert played([troel], valeurs={"capot": 50, "capot-troel": 40}).totals[0] == 40
    steps = {"plus-troel": 2, "moins-troel": 3}
    assert [played([{**troel, "plis": n}], valeurs=steps).totals[0] for n in (10, 8, 7, 5)] == [
        20,
        16,
        -16,
        -22,
    ]


def test_scale_changes_from_the_next_line_on() -> None:
    rulings = ruled(Wiezen(), TABLE, [RuleChange(1, {"bareme": "cafe"})])
    entries = [Wiezen.ENTRY.read({**EIGHT, "plis": 10}, TABLE) for _ in range(2)]
    sheet = replay(rulings, TABLE, enumerate(entries, 1))
    assert [marked.row.scores[0] for marked in sheet.marked] == [14, 4]


def test_settings_and_the_rest_are_in_words() -> None:
    wiezen = game("wiezen")

    def in_words(**settings: Any) -> list[str]:
        rules = Wiezen.SETTINGS.read(settings, TABLE)
        return [message_of(label, wiezen.words, TABLE) for label in wiezen.settings_in_words(rules)]

    assert in_words() == ["barème whisthub"]
    assert in_words(
        bareme="wallon", abondance_surplis=True, solo_min=6, nb_donnes=20, valeurs={"capot": 40}
    ) == [
        "barème wallon",
        "valeurs de la maison",
        "abondances\N{NO-BREAK SPACE}: les plis de plus comptent",
        "solo à partir de 6",
        "20 donnes",
    ]
    sheet = played([EIGHT, PASSED], nb_donnes=4)
    left = [message_of(label, wiezen.words, TABLE) for label in wiezen.wording.progress(sheet)]
    assert left == ["Donnes à jouer\N{NO-BREAK SPACE}: 3", "La prochaine donne jouée compte ×2"]
    assert wiezen.wording.progress(played([EIGHT])) == []


def test_counters_tell_contracts_by_kind_defences_and_pairs() -> None:
    wiezen = game("wiezen")
    lost = played([{**EIGHT, "plis": 7}]).marked[0]
    assert wiezen.wording.tallies(lost, Seat(0)) == {
        "contrats": 1,
        "contrats-reussi": 0,
        "genre-emballage": 1,
        "genre-emballage-reussi": 0,
    }
    assert wiezen.wording.tallies(lost, Seat(2)) == {"defense": 1, "defense-reussi": 1}
    assert wiezen.account.pair(lost) == (0, 1, False)
    solo = {"contrat": "piccolo", "joueurs": ["Benoît"], "rates": []}
    made = played([solo], FIVE).marked[0]
    assert wiezen.wording.tallies(made, Seat(0)) == {}
    assert wiezen.wording.tallies(made, Seat(1))["genre-piccolo-reussi"] == 1
    assert wiezen.account.pair(made) is None
    assert wiezen.wording.tallies(played([PASSED]).marked[0], Seat(0)) == {}
    end = played([EIGHT])
    assert message_of(wiezen.account.placed(end, 0), wiezen.words, TABLE) == "+8"


def rows(entries: Sequence[Mapping[str, Any]], **keys: Any) -> list[list[str]]:
    with speaking("fr"):
        (block,) = sheet_of(filled("wiezen", entries, **keys)).blocks
    assert block.grid is not None
    return [[cell.text for cell in row.cells] for row in (*block.grid.rows, *block.grid.feet)]


def test_paper_has_dealer_contract_players_and_signed_marks() -> None:
    misere = {"contrat": "grande-misere", "joueurs": ["Anne", "Chloé"], "rates": ["Chloé"]}
    first, second, third, total, check = rows([PASSED, {**EIGHT, "atout": "coeur"}, misere])
    zeros = ["", "0"] * 4
    assert first == ["1", "Anne", "passe ×2", "", "", *zeros]
    marks = ["+16", "16", "+16", "16", "−16", "−16", "−16", "−16"]
    assert second == ["2", "Anne", "emballage 8 ♥", "Anne & Benoît", "8", *marks]
    marks = ["+48", "64", "0", "16", "−48", "−64", "0", "−16"]
    assert third == ["3", "Benoît", "grande misère", "Anne & Chloé", "✓ ✗", *marks]
    assert total == ["total", "", "64", "", "16", "", "−64", "", "−16"]
    assert check == ["Contrôle trouvé 0, attendu 0 ✓"]


def test_blank_paper_adds_up_the_marks_and_checks_them() -> None:
    sheet = sheet_of(blank_request(game("wiezen"), seats=5, rows=3, form=True))
    (block,) = sheet.blocks
    assert block.grid is not None
    assert block.grid.rows[1].cells[6].sums == ("d1.j1.marque", "!d2.j1.marque")
    assert block.grid.feet[0].cells[2].sums == ("d1.j1.marque", "d2.j1.marque", "d3.j1.marque")
    assert [fact.sums for fact in sheet.closing[0]][:2] == [("total.j1.total",), ("total.j2.total",)]
    assert sheet_of(blank_request(game("wiezen"))).closing[0][-1].value == "0"
    assert not pages_of(sheet, PaperSize.A4)[0].landscape
