"""Repeated forms: sent twice, from an old page, or by eight tablets at once. No line is doubled or lost."""

from __future__ import annotations

import threading

import pytest
from flask import Flask

from scorekeeper.parties import read_partie
from tests.tarot_table import PLAYERS, new_uuid
from tests.web.browsing import Fields, Form, Visit
from tests.web.hands import EVENINGS, GARDE, act, close, entry_form, play, rows


def test_form_sent_twice_is_written_once(visit: Visit, sheet: int) -> None:
    """A double tap, a reload after sending, a lost response: the same body again is the same act."""
    form = entry_form(visit, sheet)
    path = f"/parties/{sheet}"
    for _ in range(3):
        assert visit.send(form, form.with_fields(GARDE)).status == 303
        assert rows(visit, sheet) == 2
    amended = visit.get(f"{path}/lignes/1/modifier").form("/modifier")
    for _ in range(3):
        assert visit.send(amended, amended.with_fields({"points": "51"})).status == 303
        assert rows(visit, sheet) == 3
    for action, page, typed, count in (
        ("/rayer", f"{path}/lignes/1", {}, 4),
        ("/retablir", f"{path}/lignes/1", {}, 5),
        ("/terminer", f"{path}/terminer", {}, 6),
        ("/rouvrir", path, {"raison": "oubli"}, 7),
    ):
        form = visit.get(page).form(action)
        for _ in range(3):
            assert visit.send(form, form.with_fields(typed)).status == 303
            assert rows(visit, sheet) == count
    # A form sent again is still that line, whatever has happened to it since.
    first = entry_form(visit, sheet)
    assert visit.send(first, first.with_fields(GARDE)).status == 303
    again = visit.send(first, first.with_fields(GARDE))
    assert (again.status, rows(visit, sheet)) == (303, 8)


def test_line_of_another_sheet_with_its_number_is_asked_about(visit: Visit, sheet: int) -> None:
    """After a restore, a number is given again; a line stored by a tablet for the former sheet is not written on the new one."""
    form = entry_form(visit, sheet)
    other = {"feuille": "2b1f6f0e-3c7d-4b62-9a51-0c9e1f7d2a34"}
    page = visit.send(form, [(name, other.get(name, value)) for name, value in form.with_fields(GARDE)])
    assert page.status == 409
    assert "autre feuille du même numéro" in page.errors[0]
    assert (page.value("points"), rows(visit, sheet)) == ("56", 1)
    assert visit.send(page.form("/saisies")).status == 303
    assert rows(visit, sheet) == 2


def test_a_new_sheet_sent_twice_is_one_sheet(visit: Visit) -> None:
    form = visit.get("/nouvelle/tarot").form("/nouvelle/tarot")
    fields = form.with_fields({f"joueur-{place}": name for place, name in enumerate(PLAYERS)})
    assert [visit.send(form, fields).location for _ in range(3)] == ["/parties/1"] * 3
    # The old page with other players: nothing is lost, and it can be confirmed.
    page = visit.send(form, [*(pair for pair in fields if pair[0] != "joueur-3"), ("joueur-3", "Émile")])
    assert page.status == 409
    assert "Une feuille a déjà été ouverte depuis cette page." in page.errors[0]
    assert page.value("joueur-3") == "Émile"
    assert visit.send(page.form("/nouvelle/tarot")).location == "/parties/2"


def test_undoing_twice_undoes_one_line(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    form = visit.get(f"/parties/{number}").form("/annuler")
    for _ in range(3):
        assert visit.send(form, [*form.fields, ("annuler", "2")]).status == 303
    assert rows(visit, number) == 4
    assert visit.send(form, [*form.fields, ("annuler", "x")]).status == 303
    assert rows(visit, number) == 4


def test_back_and_another_line_from_the_same_page_is_not_lost(visit: Visit, sheet: int) -> None:
    form = entry_form(visit, sheet)
    visit.send(form, form.with_fields(GARDE))
    other = {**GARDE, "preneur": "Anne", "points": "51"}
    page = visit.send(form, form.with_fields(other))
    assert (page.status, rows(visit, sheet)) == (409, 2)
    assert "La ligne 1 est déjà marquée\xa0: Chloé, garde +15 (cet appareil, " in page.errors[0]
    assert (page.value("preneur"), page.value("points")) == ("Anne", "51")
    assert visit.send(page.form("/saisies")).status == 303
    assert visit.client.get(f"/api/parties/{sheet}").get_json()["score"]["totals"] == [130, -150, 170, -150]
    # The dealer was not changed: the second player dealt the second line.
    assert (
        read_partie(visit.client.application.extensions["store"], sheet).lines[1].payload.get("donneur")
        is None
    )


def test_outdated_amendment_is_asked_about(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 1)
    form = visit.get(f"/parties/{number}/lignes/1/modifier").form("/modifier")
    assert visit.send(form, form.with_fields({"points": "60"})).status == 303
    page = visit.send(form, form.with_fields({"points": "61"}))
    assert (page.status, rows(visit, number)) == (409, 3)
    assert page.value("points") == "61"
    assert visit.send(page.form("/modifier")).status == 303


@pytest.mark.parametrize("text", ["", "1", "{uuid}", "x" * 10_000, "\x00", "7" * 36, "%s"])
def test_line_with_an_invalid_uuid_is_asked_about(visit: Visit, sheet: int, text: str) -> None:
    form = entry_form(visit, sheet)
    page = visit.send(form, form.with_fields({**GARDE, "uuid": text}))
    assert (page.status, rows(visit, sheet)) == (422, 1)
    assert page.errors == [
        "Cette page n’était plus à jour. Vérifiez ce qui est saisi, puis confirmez encore."
    ]
    assert page.value("points") == "56"
    assert visit.send(page.form("/saisies")).status == 303


def test_other_acts_with_an_invalid_uuid_are_asked_about(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    path = f"/parties/{number}"
    form = visit.get(f"{path}/lignes/1/modifier").form("/modifier")
    page = visit.send(form, form.with_fields({"uuid": "x", "points": "51", "raison": "relu à deux"}))
    assert (page.status, page.value("points"), page.value("raison")) == (409, "51", "relu à deux")
    form = visit.get("/nouvelle/tarot").form("/nouvelle/tarot")
    seats = {f"joueur-{place}": name for place, name in enumerate(PLAYERS)}
    page = visit.send(form, form.with_fields({**seats, "uuid": "x"}))
    assert (page.status, page.value("joueur-2")) == (422, "Chloé")
    for action, where in (
        ("/rayer", f"{path}/lignes/2"),
        ("/retablir", f"{path}/lignes/2"),
        ("/terminer", f"{path}/terminer"),
    ):
        form = visit.get(where).form(action)
        assert visit.send(form, form.with_fields({"uuid": "x"})).status == 422
        assert visit.send(form, form.with_fields({"uuid": None})).status == 303


@pytest.mark.parametrize(
    ("rang", "status"),
    [("1", 409), ("2", 303), ("3", 409), ("", 422), ("x", 422), ("\u0662", 422), ("0", 422), ("9" * 50, 422)],
)
def test_line_is_written_only_at_the_next_number(visit: Visit, rang: str, status: int) -> None:
    """An existing line, the next one, one that would leave a gap; and values that none of our pages sends."""
    number = play(visit, EVENINGS["tarot"], 1)
    form = entry_form(visit, number)
    page = visit.send(form, form.with_fields({**GARDE, "rang": rang}))
    assert page.status == status
    if status != 303:
        assert page.value("points") == "56"
        assert len(page.errors) == 1
        page = visit.send(page.form("/saisies"))
        assert page.status == 303
    assert rows(visit, number) == 3


@pytest.mark.parametrize("revision", ["1", "9", "", "x", "0", "-1", "9" * 40, "\u0662"])
def test_an_amendment_of_another_state_of_the_sheet(visit: Visit, revision: str) -> None:
    number = play(visit, EVENINGS["tarot"], 1)
    form = visit.get(f"/parties/{number}/lignes/1/modifier").form("/modifier")
    page = visit.send(form, form.with_fields({"points": "51", "revision": revision, "raison": "relu à deux"}))
    assert (page.status, rows(visit, number)) == (409, 2)
    assert (page.value("points"), page.value("raison")) == ("51", "relu à deux")
    assert visit.send(page.form("/modifier")).status == 303


def test_sheet_closed_meanwhile_refuses_and_keeps_the_input(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    path = f"/parties/{number}"
    entry = entry_form(visit, number)
    amended = visit.get(f"{path}/lignes/1/modifier").form("/modifier")
    strike, line = visit.get(f"{path}/lignes/1").form("/rayer"), {"raison": "oubli"}
    close(visit, number)
    refusal = "La feuille a été terminée entre-temps\xa0: il faut d’abord la rouvrir."
    page = visit.send(entry, entry.with_fields(GARDE))
    assert (page.status, page.errors, page.value("points")) == (409, [refusal], "56")
    page = visit.send(amended, amended.with_fields({"points": "51", **line}))
    assert (page.status, page.errors, page.value("points")) == (409, [refusal], "51")
    page = visit.send(strike, strike.with_fields(line))
    assert (page.status, page.errors) == (409, [refusal])
    assert rows(visit, number) == 4


def test_act_on_a_line_changed_meanwhile_is_refused(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 1)
    where = f"/parties/{number}/lignes/1"
    strike = visit.get(where).form("/rayer")
    amended = visit.get(f"{where}/modifier").form("/modifier")
    assert act(visit, where, "/rayer").status == 303
    reinstate = visit.get(where).form("/retablir")
    refusal = "La feuille a changé entre-temps\xa0: regardez d’abord la ligne."
    page = visit.send(strike, strike.with_fields({"uuid": new_uuid()}))
    assert (page.status, page.errors) == (409, [refusal])
    page = visit.send(amended, amended.with_fields({"points": "51"}))
    assert (page.status, page.value("points")) == (409, "51")
    page = visit.send(page.form("/modifier"))
    assert page.errors == ["Cette ligne est rayée\xa0: il faut d’abord la rétablir."]
    assert visit.send(reinstate).status == 303
    page = visit.send(reinstate, reinstate.with_fields({"uuid": new_uuid()}))
    assert (page.status, page.errors) == (409, [refusal])


def together(app: Flask, jobs: list[tuple[Visit, Form, Fields]]) -> list[int]:
    """Send all at the same moment; return the statuses, sorted."""
    gate = threading.Barrier(len(jobs))
    statuses: list[int] = []

    def run(visit: Visit, form: Form, fields: Fields) -> None:
        gate.wait()
        statuses.append(visit.send(form, fields).status)

    threads = [threading.Thread(target=run, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(statuses)


def test_simultaneous_forms_write_one_row(app: Flask, visit: Visit, sheet: int) -> None:
    """The same body eight times is one row without complaint; eight tablets with the next line are one row and seven questions."""
    for round_ in range(5):
        form = entry_form(visit, sheet)
        fields = form.with_fields(GARDE)
        twins = []
        for _ in range(8):
            twin = Visit(app.test_client())
            twin.get("/")
            token = twin.token()
            twins.append(
                (twin, form, [*(pair for pair in fields if pair[0] != "csrf_token"), ("csrf_token", token)])
            )
        assert together(app, twins) == [303] * 8
        assert rows(visit, sheet) == 2 + 2 * round_
        others = []
        for _ in range(8):
            other = Visit(app.test_client())
            mine = entry_form(other, sheet)
            others.append((other, mine, mine.with_fields(GARDE)))
        assert together(app, others) == [303] + [409] * 7
        assert rows(visit, sheet) == 3 + 2 * round_
