"""Points that the organiser sets: the worth of a missed round, adjustments with a reason, tables for odd numbers."""

from __future__ import annotations

from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from tests.patience import until
from tests.tournaments.desk import BY, draw, opened, people
from tests.web.browsing import Visit

SETTINGS = "/tournois/1/reglages"


def test_worth_of_a_missed_round_is_chosen_after_a_draw_too(visit: Visit, app: Flask) -> None:
    store: Store = app.extensions["store"]
    for game, word in (("jass", "rien"), ("bouees", "rien"), ("couillon", "rien")):
        new = f"/tournois/nouveau/{game}"
        assert visit.get(new).form(new).only("missed") == [("missed", word)]
    form = visit.get("/tournois/nouveau/tarot").form("/tournois/nouveau/tarot")
    typed = {"name": "Soirée", "rounds": "2", "missed": "nombre", "missed_points": "-50"}
    assert visit.send(form, form.with_fields(typed)).status == 303
    assert desk.read(store, 1).options.missed == -50
    form = visit.get(SETTINGS).form(SETTINGS)
    assert form.only("missed", "missed_points") == [("missed", "nombre"), ("missed_points", "-50")]
    desk.register(store, 1, people(4), by=BY)
    draw(store, desk.read(store, 1))
    form = visit.get(SETTINGS).form(SETTINGS)
    assert visit.send(form, form.filled(missed="exempt")).status == 303
    assert desk.read(store, 1).options.missed == "exempt"
    form = visit.get(SETTINGS).form(SETTINGS)
    refused = visit.send(form, form.filled(missed="nombre", missed_points=""))
    assert refused.status == 422
    assert "ou un mot" in refused.text
    # A form without the field leaves it unchanged.
    form = visit.get(SETTINGS).form(SETTINGS)
    assert visit.send(form, form.filled(missed=None)).status == 303
    assert desk.read(store, 1).options.missed == "exempt"


def test_points_are_given_with_a_reason_and_taken_back_by_a_tap(visit: Visit, app: Flask) -> None:
    store: Store = app.extensions["store"]
    opened(store, ["Anne Petit", "Anne Grand", "Chloé", "David"])
    ranking, give = "/tournois/1/classement", "/tournois/1/credits"
    for typed, sentence in (
        ({"qui": "anne", "points": "20", "raison": "x"}, "Plusieurs personnes"),
        ({"qui": "zoé", "points": "20", "raison": "x"}, "Le nom ou le numéro"),
        ({"qui": "chloé", "points": "-20", "raison": "x"}, "De 1 à 100\u202f000"),
        ({"qui": "chloé", "points": "20", "raison": ""}, "dire pourquoi"),
        ({"qui": "chloé", "points": "20", "raison": "x", "sens": ""}, "s’ajoutent ou se retirent"),
    ):
        form = visit.get(ranking).form(give)
        refused = visit.send(form, form.with_fields({"sens": "moins", **typed}))
        assert refused.status == 422
        assert any(sentence in message for message in refused.errors), (typed, refused.errors)
        assert refused.form(give).only("qui", "points") == [
            ("qui", typed["qui"]),
            ("points", typed["points"]),
        ]
    form = visit.get(ranking).form(give)
    page = visit.follow(
        visit.send(form, form.filled(qui="chloé", points="20", raison="retard", sens="moins"))
    )
    assert "−20 Chloé retard" in page.text
    mine = "/tournois/1/joueurs/3/credits"
    back = visit.get("/tournois/1/joueurs/3/modifier?credit=1")
    form = back.form(mine)
    assert form.only("points", "sens", "raison") == [
        ("points", "20"),
        ("sens", "plus"),
        ("raison", "Annulé\xa0: retard"),
    ]
    visit.send(form, form.fields)
    assert [given.points for given in desk.read(store, 1).credits] == [-20, 20]
    desk.finish(store, 1, reason="fini", by=BY)
    assert give not in visit.get(ranking).html
    assert mine not in visit.get("/tournois/1/joueurs/3/modifier").html


def test_tables_of_three_are_advised_by_presence_and_accepted(visit: Visit, app: Flask) -> None:
    store: Store = app.extensions["store"]
    opened(store, people(18), game="tarot", rounds=4)
    page = visit.get("/tournois/1/tirage")
    assert (
        "À 18, 2 exempts à chaque tour : les uns jouent un tour de moins que les autres. "
        "Avec 2 tables de 3, tout le monde joue chaque tour."
    ) in page.text
    form = page.form("/tournois/1/conseil")
    page = visit.follow(visit.send(form, form.filled(odd="threes")))
    assert desk.read(store, 1).options.odd == "threes"
    assert "3 tables de 4, 2 tables de 3." in page.text
    assert "/tournois/1/conseil" not in page.html


def test_fairest_tables_are_chosen_for_the_list_by_default(visit: Visit, app: Flask) -> None:
    store: Store = app.extensions["store"]
    new = "/tournois/nouveau/tarot"
    form = visit.get(new).form(new)
    listed = "\n".join(people(18))
    counted = visit.send(form, form.with_fields({"liste": listed, "compter": "1"}))
    assert "18 joueurs. 3 tables de 4, 2 tables de 3." in counted.text
    assert desk.list_all(store) == []
    for number, (typed, odd, tables) in enumerate(
        (({}, "threes", [4, 4, 4, 3, 3]), ({"odd": "byes"}, "byes", [4] * 4)), 1
    ):
        form = visit.get(new).form(new)
        assert visit.send(form, form.with_fields({"liste": listed, **typed})).status == 303
        until(lambda number=number: desk.read(store, number).rounds)  # type: ignore[misc]
        t = desk.read(store, number)
        assert (t.options.odd, sorted((len(each.seats) for each in t.rounds[0].tables), reverse=True)) == (
            odd,
            tables,
        )
