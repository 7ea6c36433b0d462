"""Hostile forms: refused with a message beside the field, and typed values kept."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.cards.rules import names
from tests.tarot_table import PLAYERS
from tests.web.browsing import Fields, Visit
from tests.web.hands import EVENINGS, GARDE, close, entry_form, play, rows

NO_NUMBERS = {
    "letters": "abc",
    "an underscore": "5_6",
    "arabic digits": "\u0665\u0666",
    "full-width digits": "\uff15\uff16",
    "mathematical digits": "\U0001d7d3\U0001d7d4",
    "not a number": "NaN",
    "infinity": "Infinity",
    "an exponent": "5e1",
    "hexadecimal": "0x38",
    "a thousand digits": "5" * 1000,
    "two numbers": "5 6",
    "a plus": "+56",
    "two halves": "40,5½",
    "a third": "40,3",
    "a NUL": "56\x00",
    "a lone surrogate": "\ud800",
    "an object": "{}",
    "markup": "<b>56</b>",
    "a format": "%s%(x)s",
}
NUMBER_FIELDS = [
    ("tarot", "points"),
    ("jass", "points"),
    ("jass", "a50"),
    ("couillon", "points_a"),
    ("cochonnet", "total_a"),
    ("bouees", "coeurs_0"),
    ("bouees", "restantes_3"),
]


@pytest.mark.parametrize(("key", "field"), NUMBER_FIELDS)
def test_text_for_a_number_is_refused_at_its_field_and_kept(visit: Visit, key: str, field: str) -> None:
    evening = EVENINGS[key]
    number = play(visit, evening, 0)
    form = entry_form(visit, number)
    # The second manche of the Cochonnet evening is entered by its totals.
    good = form.with_fields(visit.fields_of(number, evening.sheet["entries"][int(key == "cochonnet")]))
    for text in (*NO_NUMBERS.values(), "-1", "999999"):
        page = visit.send(form, [pair for pair in good if pair[0] != field] + [(field, text)])
        assert (page.status, rows(visit, number)) == (422, 1), text
        # Announcements are counted by kind and judged together.
        assert page.errors_at("annonces" if field == "a50" else field), text
        assert page.value(field) == text.replace("\ud800", "%ED%A0%80")


STRANGE_CHOICES = [
    "Zoé",
    "chloé\x00",
    "<b>Chloé</b>",
    "x" * 5000,
    "None",
    "__class__",
    "\u202eChloé",
    "true",
    "%s",
]


def test_a_choice_that_is_none_is_refused(visit: Visit, sheet: int) -> None:
    form = entry_form(visit, sheet)
    for field in ("preneur", "contrat", "bouts", "statut", "petit_au_bout", "chelem"):
        for text in STRANGE_CHOICES:
            page = visit.send(form, form.with_fields({**GARDE, field: text}))
            assert (page.status, rows(visit, sheet)) == (422, 1), (field, text)
            assert page.errors_at(field), (field, text)
            assert "x" * 100 not in page.text
            assert page.value("points") == "56"


def test_a_foreign_name_is_refused_with_those_at_the_table(visit: Visit, sheet: int) -> None:
    form = entry_form(visit, sheet)
    page = visit.send(form, form.with_fields({**GARDE, "preneur": "Zoé"}))
    assert page.errors_at("preneur") == [
        "«\xa0Zoé\xa0» n’est pas à cette table\xa0: Anne, Benoît, Chloé et David."
    ]


def test_missing_repeated_and_unknown_fields_do_no_harm(visit: Visit, sheet: int) -> None:
    form = entry_form(visit, sheet)
    token = form.only("csrf_token", "uuid", "rang")
    page = visit.send(form, token)
    assert page.status == 422
    assert page.errors_at("preneur") == ["Qui a pris\u202f?"]
    page = visit.send(form, form.with_fields({**GARDE, "points": ["56", "90"], "rang": ["1", "1", "x"]}))
    assert page.status == 303
    assert visit.client.get(f"/api/parties/{sheet}").get_json()["score"]["totals"] == [-80, -80, 240, -80]
    form = entry_form(visit, sheet)
    page = visit.send(form, [*form.with_fields(GARDE), ("is_admin", "1"), ("__class__", "x"), ("", "")])
    assert page.status == 303


def test_ten_thousand_fields_do_no_harm(visit: Visit, sheet: int) -> None:
    form = entry_form(visit, sheet)
    many: Fields = [(f"f{place}", "x") for place in range(10_000)]
    assert visit.send(form, [*form.with_fields(GARDE), *many]).status == 303
    same: Fields = [("points", "1")] * 10_000
    form = entry_form(visit, sheet)
    page = visit.send(form, [*form.with_fields({**GARDE, "points": "90"}), *same])
    assert (page.status, page.value("points")) == (422, "90")
    form = visit.get("/nouvelle/tarot").form("/nouvelle/tarot")
    assert visit.send(form, [*form.with_fields({"joueur-0": "Anne"}), *many]).status == 422
    # Without a token, a page that returned all fields would be larger than the request.
    page = visit.post(f"/parties/{sheet}/saisies", many)
    assert page.status == 400
    assert len(page.html) < 10_000


def test_a_body_has_a_size(visit: Visit, sheet: int) -> None:
    token = visit.token()
    for path in ("/parties/1/saisies", "/parties/1/apercu", "/nouvelle/tarot", "/langue"):
        page = visit.post(path, [("csrf_token", token), ("note", "x" * 1_100_000)])
        assert page.status == 413
        assert "trop grand" in page.text


BODIES = [
    b"",
    b"%",
    b"%ED%A0%80=%ff&=&&&=%00",
    b"csrf_token=%ff%fe&uuid=%00",
    b"\x00\xff\xfe",
    b"a[b][c]=1&a[]=2",
    b"=" * 1000,
    b"csrf_token=" * 100,
]
KINDS = [
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
    "application/json",
    "x",
    "",
]


@pytest.mark.parametrize("kind", KINDS)
def test_bodies_that_are_no_form_lack_the_token(visit: Visit, sheet: int, kind: str) -> None:
    for body in BODIES:
        for path in (f"/parties/{sheet}/saisies", f"/parties/{sheet}/apercu", "/nouvelle/tarot", "/langue"):
            answer = visit.client.post(path, data=body, content_type=kind)
            assert answer.status_code == 400, (path, body)
    assert rows(visit, sheet) == 1


def test_a_token_with_a_body_of_another_kind_is_none(visit: Visit, sheet: int) -> None:
    answer = visit.client.post(f"/parties/{sheet}/saisies", json={**GARDE, "csrf_token": visit.token()})
    assert answer.status_code == 400


def test_amendment_has_faults_at_its_fields(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    form = visit.get(f"/parties/{number}/lignes/1/modifier").form("/modifier")
    page = visit.send(form, form.with_fields({"points": "51"}))
    assert page.errors == ["La ligne suivante est notée\xa0: pourquoi corriger celle-ci\u202f?"]
    page = visit.send(form, form.with_fields({"points": "51", "raison": "x" * 201}))
    assert (page.status, page.errors) == (422, ["Au plus 200 caractères."])
    assert page.value("raison") == "x" * 201
    page = visit.send(form, form.with_fields({"points": "90", "raison": "x"}))
    assert page.errors_at("points")
    assert rows(visit, number) == 3


def test_sheet_takes_twelve_hundred_lines_and_reports_the_limit(app: Flask, visit: Visit) -> None:
    document = {
        "format": "scorekeeper/1",
        "game": "tarot",
        "players": PLAYERS,
        "entries": [{"statut": "passee"}] * 1200,
    }
    number = visit.client.post("/api/parties", json=document).get_json()["id"]
    form = entry_form(visit, number)
    page = visit.send(form, form.with_fields(GARDE))
    assert (page.status, page.errors) == (422, ["Au plus 1200 lignes par feuille."])
    assert page.value("points") == "56"


LIMITS = [("joueur-0", names.NAME_MAX), ("equipe-a", names.NAME_MAX), ("lieu", names.TITLE_MAX)]


@pytest.mark.parametrize(("field", "most"), LIMITS)
def test_the_new_sheet_takes_names_up_to_their_limit(visit: Visit, field: str, most: int) -> None:
    form = visit.get("/nouvelle/jass").form("/nouvelle/jass")
    good = {f"joueur-{place}": name for place, name in enumerate(PLAYERS)} | {
        "equipe-a": "Nous",
        "equipe-b": "Eux",
    }
    page = visit.send(form, form.with_fields({**good, field: "x" * (most + 1)}))
    assert (page.status, page.errors) == (422, [f"Au plus {most} caractères."])
    assert page.value(field) == "x" * (most + 1)
    assert page.input(field)["maxlength"] == str(most)
    assert visit.send(form, form.with_fields({**good, field: "x" * most})).status == 303


def test_remarks_and_reasons_have_the_limits_of_the_rules(visit: Visit) -> None:
    assert (names.NAME_MAX, names.TITLE_MAX, names.NOTE_MAX, names.REASON_MAX) == (40, 80, 200, 200)
    number = play(visit, EVENINGS["tarot"], 2)
    page = visit.get(f"/parties/{number}/lignes/1/modifier")
    assert {page.input(name)["maxlength"] for name in ("note", "raison")} == {"200"}
    form = entry_form(visit, number)
    page = visit.send(form, form.with_fields({**GARDE, "note": "x" * 201}))
    assert page.errors_at("note") == ["Au plus 200 caractères."]
    assert page.value("note") == "x" * 201
    assert visit.send(form, form.with_fields({**GARDE, "note": "x" * 200})).status == 303
    assert visit.send(visit.get(f"/parties/{number}/lignes/1").form("/rayer")).status == 303
    assert visit.get(f"/parties/{number}/lignes/1").input("raison")["maxlength"] == "200"
    close(visit, number)
    assert visit.get(f"/parties/{number}").input("raison")["maxlength"] == "200"
