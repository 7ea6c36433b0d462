"""Lines judged away from the server, from what is typed to the totals: the same code runs in the browser."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.judging import Judge, sheet_base
from scorekeeper.cards.sheet_file import read_sheet

TAROT = {"game": "tarot", "players": ["Anne", "Benoît", "Chloé", "David"]}
PRISE = {"preneur": "Anne", "contrat": "prise", "bouts": 2, "points": 51}


def judge_of(**sheet: Any) -> Judge:
    """Return the judge of a sheet file."""
    read = read_sheet({"format": "scorekeeper/1", "entries": [], **sheet})
    base = sheet_base(read.game, read.rulings, read.seating, read.replay(), len(read.entries) + 1)
    return Judge.of(game_of(read.game.key), base)


def standing_of(judge: Judge) -> dict[str, Any]:
    """Return the totals of a sheet, without the sentences about them, which are always the same."""
    standing = judge.standing()
    assert standing.pop("provisional") == "Score provisoire."
    assert standing.pop("differs").startswith("L’ordinateur compte autrement")
    return standing


def fields(**typed: str) -> MultiDict[str, str]:
    """Return the fields of a form, each filled once."""
    return MultiDict(typed)


def prise(preneur: str, points: str) -> MultiDict[str, str]:
    """Return the fields of a prise with two bouts."""
    return fields(preneur=preneur, contrat="prise", bouts="2", points=points, camp="attaque", statut="jouee")


def test_queued_lines_are_counted_in_their_order() -> None:
    judge, rows = judge_of(**TAROT, entries=[PRISE]).counted([prise("Benoît", "60"), prise("David", "41")])
    assert rows == [
        {
            "brief": "Benoît, prise +19",
            "cells": ["−44", "+132", "−44", "−44"],
            "phrase": "Prise réussie de 19 — Benoît +132, les autres −44 chacun",
        },
        {
            "brief": "David, prise juste faite",
            "cells": ["−25", "−25", "−25", "+75"],
            "phrase": "Prise juste faite — David +75, les autres −25 chacun",
        },
    ]
    assert judge.following == 4
    assert standing_of(judge) == {
        "totals": ["36", "72", "−104", "−4"],
        "leads": [1],
        "progress": "",
        "over": False,
        "deals": 3,
        "dealer": "David",
    }


def test_refused_queued_line_counts_nothing() -> None:
    judge, rows = judge_of(**TAROT).counted([prise("Anne", "95"), prise("Anne", "51")])
    assert rows == [
        {"brief": "", "cells": [], "phrase": ""},
        {
            "brief": "Anne, prise +10",
            "cells": ["+105", "−35", "−35", "−35"],
            "phrase": "Prise réussie de 10 — Anne +105, les autres −35 chacun",
        },
    ]
    assert judge.standing()["totals"] == ["105", "−35", "−35", "−35"]


def test_refusal_is_beside_its_field() -> None:
    judged = judge_of(**TAROT).judged(prise("Anne", "95"))
    sentence = "Quand l’attaque a 2 bouts, elle fait de 13 à 85 points, ou 87 au chelem."
    assert (judged["ready"], judged["phrase"], judged["faulty"]) == (False, "", sentence)
    assert (judged["errors"], judged["whole"]) == ([["points", [sentence]]], [])


@pytest.mark.parametrize(("sure", "ready"), [("", False), ("sans-match", True)])
def test_a_doubt_is_asked_until_it_is_ticked(sure: str, ready: bool) -> None:  # noqa: FBT001
    sheet = {"game": "jass", "players": ["Urs", "Beat", "Heidi", "Vreni"], "equipes": ["Nous", "Eux"]}
    judged = judge_of(**sheet).judged(fields(camp="A", points="157", sure=sure))
    assert judged["ready"] is ready
    assert judged["phrase"].startswith("Nous +157, Eux 0")
    assert [(doubt["code"], doubt["sure"]) for doubt in judged["doubts"]] == [("sans-match", "")]


def test_standing_has_the_end_of_a_partie() -> None:
    sheet = {"game": "jass", "players": ["Urs", "Beat", "Heidi", "Vreni"], "equipes": ["Nous", "Eux"]}
    judge = judge_of(**sheet, entries=[{"match": "A"}] * 3)
    now, _ = judge.counted([fields(match="A", atout="pique")])
    assert standing_of(now) == {
        "totals": ["1028", "0"],
        "leads": [0],
        "progress": "Partie à Nous\N{NO-BREAK SPACE}: 1000 points atteints par les plis.",
        "over": True,
        "deals": -1,
        "dealer": "",
    }


def test_changes_of_people_and_rules_are_kept() -> None:
    replaced = {"after": 1, "players": ["Anne", "Émile", "Chloé", "David"], "replaces": {"Émile": "Benoît"}}
    longer = {"after": 1, "settings": {"nb_donnes": 3}}
    judge = judge_of(**TAROT, entries=[PRISE], changes=[replaced, longer], premier_donneur="Chloé")
    assert judge.sheet.table.players == ("Anne", "Émile", "Chloé", "David")
    assert judge.sheet.rules.SETTINGS.write(judge.sheet.rules, judge.sheet.table)["nb_donnes"] == 3
    assert judge.standing()["dealer"] == "David"
