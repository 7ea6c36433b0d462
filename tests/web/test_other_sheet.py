"""After a split two sheets have one number: lines and acts of the other laptop's tablet reach only their own sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.config import Config
from scorekeeper.parties import Partie
from tests.pages import make_app
from tests.tarot_table import PLAYERS, donne, new_uuid
from tests.web.browsing import Fields, Form, Visit

OTHERS = ["Émile", "Fanny", "Gaspard", "Hugo"]
KEPT = "2b1f6f0e-3c7d-4b62-9a51-0c9e1f7d2a34"
"""UUID of the line that the other laptop acknowledged."""


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """The other laptop and ours, with different first sheets."""
    made = make_app(Config(tmp_path / "theirs")), make_app(Config(tmp_path / "ours"))
    for app, people in zip(made, (PLAYERS, OTHERS), strict=True):
        assert Visit(app.test_client()).open_sheet("tarot", people) == 1
    yield made
    for app in made:
        app.extensions["store"].close()


def sheet_of(app: Flask) -> Partie:
    return parties.read_partie(app.extensions["store"], 1)


def sent_to(app: Flask, form: Form, fields: Fields) -> tuple[int, list[str]]:
    """Send a form of the other laptop's page to this one, with this one's token, as a tablet does."""
    visit = Visit(app.test_client())
    token = visit.get("/parties/1").form("/saisies").only("csrf_token")
    page = visit.post(form.action, [*(pair for pair in fields if pair[0] != "csrf_token"), *token])
    return page.status, [" ".join(error.split()) for error in page.errors]


def test_line_of_another_sheet_is_refused(laptops: tuple[Flask, Flask]) -> None:
    theirs, ours = laptops
    tablet = Visit(theirs.test_client())
    form = tablet.get("/parties/1").form("/saisies")
    typed = tablet.fields_of(1, donne("Anne")) | {"uuid": KEPT}
    line = form.with_fields(typed)
    assert tablet.send(form, line).status == 303
    status, errors = sent_to(ours, form, line)
    assert status == 409
    assert errors[0] == (
        "Cette saisie vient d’une autre feuille du même numéro, que ce serveur n’a plus. Elle est gardée ci-dessous ; "
        "marquez-la seulement si elle est bien d’ici."
    )
    assert sheet_of(ours).lines == ()


def test_step_of_another_sheet_takes_nothing_back(laptops: tuple[Flask, Flask]) -> None:
    theirs, ours = laptops
    tablet = Visit(theirs.test_client())
    assert tablet.enter(1, donne("Anne")).status == 303
    assert Visit(ours.test_client()).enter(1, donne("Fanny")).status == 303
    form = tablet.get("/parties/1").form("/annuler")
    step = [*form.fields, ("annuler", "1")]
    assert sent_to(ours, form, step) == (
        409,
        ["Cette page vient d’une autre feuille du même numéro : rien n’a changé ici."],
    )
    again = [
        *(pair for pair in step if pair[0] not in {"revision", "uuid"}),
        ("ligne", KEPT),
        ("uuid", new_uuid()),
    ]
    assert sent_to(ours, form, again) == (303, [])
    assert not sheet_of(ours).line(1).struck


@pytest.mark.parametrize(
    ("entered", "named", "struck"),
    [
        (KEPT, KEPT, True),
        ("7a1f6f0e-3f0c-4c43-8f0e-1c1d5a1b2c01", KEPT, False),
        (KEPT, "x", False),
        (KEPT, "", False),
    ],
)
def test_step_sent_again_finds_its_line_by_uuid(
    app: Flask, entered: str, named: str, *, struck: bool
) -> None:
    """The act strikes the line that the tablet sent again, never the line of that number here."""
    visit = Visit(app.test_client())
    visit.open_sheet("tarot", PLAYERS)
    form = visit.get("/parties/1").form("/saisies")
    assert (
        visit.send(form, form.with_fields(visit.fields_of(1, donne("Chloé", 60)) | {"uuid": entered})).status
        == 303
    )
    step = [("csrf_token", visit.token()), ("uuid", new_uuid()), ("annuler", "1"), ("ligne", named)]
    assert visit.post("/parties/1/annuler", step).status == 303
    assert sheet_of(app).line(1).struck is struck


def test_step_sent_again_leaves_an_amended_line(app: Flask) -> None:
    visit = Visit(app.test_client())
    visit.open_sheet("tarot", PLAYERS)
    form = visit.get("/parties/1").form("/saisies")
    visit.send(form, form.with_fields(visit.fields_of(1, donne("Chloé", 60)) | {"uuid": KEPT}))
    amended = {"uuid": new_uuid(), "entry": donne("Chloé", 61), "revision": 2}
    assert app.test_client().put("/api/parties/1/entries/1", json=amended).status_code == 200
    step = [("csrf_token", visit.token()), ("uuid", new_uuid()), ("annuler", "1"), ("ligne", KEPT)]
    assert visit.post("/parties/1/annuler", step).status == 303
    assert not sheet_of(app).line(1).struck


def test_program_names_the_sheet_by_its_opening(laptops: tuple[Flask, Flask]) -> None:
    theirs, ours = laptops
    opening = theirs.test_client().get("/api/parties/1").get_json()["opening"]
    line = {"uuid": KEPT, "rang": 1, "entry": donne("Anne"), "opening": opening}
    assert theirs.test_client().post("/api/parties/1/entries", json=line).status_code == 201
    answer = ours.test_client().post("/api/parties/1/entries", json=line)
    assert answer.status_code == 422
    fault = answer.get_json()["faults"][0]
    assert (fault["code"], fault["field"]) == ("autre-feuille", "opening")
    assert (
        " ".join(fault["message"].split())
        == "Cette ligne est d’une autre feuille du même numéro : elle n’est pas notée ici."
    )
    assert sheet_of(ours).lines == ()


def test_key_of_a_sheet_opens_no_other_of_that_number(tmp_path: Path) -> None:
    """Both laptops have the same secret key."""
    (tmp_path / "ours").mkdir()
    keys = []
    for name in ("theirs", "ours"):
        app = make_app(Config(tmp_path / name))
        document = {"format": "scorekeeper/1", "game": "tarot", "players": PLAYERS, "entries": []}
        keys.append(app.test_client().post("/api/parties", json=document).get_json()["cle"])
        if name == "theirs":
            (tmp_path / "ours" / "cookies.key").write_bytes(
                (tmp_path / "theirs" / "cookies.key").read_bytes()
            )
        else:
            line = {"uuid": KEPT, "rang": 1, "entry": donne("Anne")}
            head, room = {"Authorization": f"Bearer {keys[0]}"}, {"REMOTE_ADDR": "192.168.1.77"}
            answer = app.test_client().post(
                "/api/parties/1/entries", json=line, headers=head, environ_base=room
            )
            assert answer.status_code == 403
        app.extensions["store"].close()
    assert keys[0] != keys[1]
