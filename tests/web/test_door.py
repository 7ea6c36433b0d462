"""Check-in of a tournament: people are found by a few letters, checked in, pay, and only those present are drawn."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_cents
from scorekeeper.cards.game_api.words import money
from scorekeeper.errors import Refused, Unknown
from scorekeeper.i18n import speaking
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import Tournament
from tests.tournaments.desk import BY, opened
from tests.web.browsing import Page, Visit

PEOPLE = [
    "Anne Dupont",
    "Benoît Van Damme",
    "Chloé de Smet",
    "DUPOND Émile",
    "Fanny Lambert",
    "Gaston Lambert",
]
DOOR = "/tournois/1/porte"
LIST = "/tournois/1/joueurs?vue=attendus"


@pytest.fixture
def store(app: Flask) -> Store:
    records: Store = app.extensions["store"]
    opened(records, PEOPLE, door=True, fee=550)
    return records


def now(store: Store) -> Tournament:
    return desk.read(store, 1)


def state(store: Store) -> list[tuple[bool, int]]:
    return [(entrant.arrived, entrant.paid) for entrant in now(store).entrants]


def types(visit: Visit, typed: str, page: Page | None = None, **more: str | None) -> Page:
    """Type a name and Enter, on this page or a new one; return the response."""
    form = (page or visit.get(LIST)).form(DOOR)
    return visit.send(form, form.filled(q=typed, **more))


def arrives(visit: Visit, typed: str, page: Page | None = None, **more: str | None) -> Page:
    """Type a name that is accepted; return the next page."""
    return visit.follow(types(visit, typed, page, **more))


def test_a_few_letters_and_enter_check_in_and_take_the_fee(visit: Visit, store: Store) -> None:
    page = arrives(visit, "fan")
    assert state(store)[4] == (True, 550)
    assert "5 · Fanny Lambert" in page.text
    assert "1 présent sur 6" in page.text
    assert "5,50 €" in page.text
    arrives(visit, "2", encaisser=None)
    assert state(store)[1] == (True, 0)
    page = visit.get(LIST)
    assert "2 présents sur 6" in page.text
    assert "dû par les présents" in page.text
    assert [entrant.name for entrant in now(store).present] == ["Benoît Van Damme", "Fanny Lambert"]
    assert [entrant.number for entrant in now(store).awaited] == [1, 3, 4, 6]


def test_several_are_shown_each_with_its_buttons(visit: Visit, store: Store) -> None:
    page = types(visit, "lamb")
    assert (page.status, page.value("q")) == (422, "lamb")
    assert "2 personnes : tapez un numéro ou d’autres lettres." in page.text
    assert types(visit, "lamb", vue=None).value("q") == "lamb"
    assert state(store) == [(False, 0)] * 6
    assert [form.action for form in page.forms if form.action.startswith(f"{DOOR}/") and form.buttons][
        :2
    ] == [
        f"{DOOR}/5",
        f"{DOOR}/6",
    ]
    form = page.form(f"{DOOR}/6")
    assert visit.send(form, [*form.fields, ("quoi", "paye")]).status == 303
    assert state(store)[5] == (True, 550)
    for wanted, after in (("pas-paye", (True, 0)), ("pas-la", (False, 0)), ("?", (False, 0))):
        form = visit.get(f"{LIST}&q=6").form(f"{DOOR}/6")
        assert visit.send(form, [*form.fields, ("quoi", wanted)]).status == 303
        assert state(store)[5] == after


def test_unlisted_person_is_registered_with_a_second_enter(visit: Visit, store: Store) -> None:
    page = types(visit, "Zorro Nouveau")
    assert "Personne ne s’appelle ainsi. Encore Entrée pour inscrire « Zorro Nouveau »." in page.text
    other = types(visit, "Zorro Autre", page)
    assert "Encore Entrée pour inscrire « Zorro Autre »." in other.text
    page = arrives(visit, "Zorro Nouveau", page)
    assert "7 · Zorro Nouveau" in page.text
    assert state(store)[6:] == [(True, 550)]
    page = types(visit, "x" * 60)
    assert page.value("q") == "x" * 40
    form = page.form(DOOR)
    assert visit.send(form, form.filled(encaisser=None)).status == 303
    assert state(store)[7:] == [(True, 0)]
    form = visit.get(LIST).form(DOOR)
    refused = visit.send(form, form.filled(q="anne dupont", encore="anne dupont"))
    assert refused.status == 422
    assert "figure déjà dans la liste" in refused.text
    assert "Personne n’a le numéro 99." in types(visit, "99", types(visit, "99")).text
    assert visit.send(form, form.filled(q=" ")).status == 303
    assert len(state(store)) == 8


def test_second_check_in_or_payment_is_refused(visit: Visit, store: Store) -> None:
    arrives(visit, "2", encaisser=None)
    assert "Benoît Van Damme est déjà là : rien n’est noté" in types(visit, "benoit", encaisser=None).text
    page = arrives(visit, "benoit")
    assert state(store)[1] == (True, 550)
    form = visit.get(f"{LIST}&q=2").form(f"{DOOR}/2")
    for again in (types(visit, "ben"), visit.send(form, [*form.fields, ("quoi", "paye")])):
        assert again.status == 409
        assert (
            "Benoît Van Damme est déjà là et a payé 5,50 € : rien n’est noté une seconde fois." in again.text
        )
        assert "Quelqu’un d’autre s’appelle ainsi ? Ajoutez un mot à son nom" in again.text
    assert state(store)[1] == (True, 550)
    # The response was lost and the form is sent again: the same act.
    form = page.form(DOOR)
    for _ in range(2):
        assert visit.send(form, form.filled(q="anne dupont")).status == 303
    assert state(store)[0] == (True, 550)


def test_last_change_is_undone_by_a_minus(visit: Visit, store: Store) -> None:
    nothing = types(visit, "-")
    assert (nothing.status, "Il n’y a rien à annuler." in nothing.text) == (422, True)
    arrives(visit, "2", encaisser=None)
    page = arrives(visit, "-", arrives(visit, "2"))
    # A person checked in before stays checked in, without the fee.
    assert state(store)[1] == (True, 0)
    assert "Il n’y a rien à annuler." in types(visit, "−", page).text
    page = arrives(visit, "5")
    assert "Il n’y a rien à annuler." in types(visit, "–", page, avant=":12345678").text
    arrives(visit, "–", page)
    assert state(store)[4] == (False, 0)
    page = arrives(visit, "Zorro", types(visit, "Zorro"))
    form = [each for each in page.forms if each.action == DOOR][1]
    assert visit.send(form, [*form.fields, ("q", "-")]).status == 303
    assert state(store)[6] == (False, 0)
    # Another desk took the fee meanwhile: a payment not noted here is unchanged.
    page = arrives(visit, "3", encaisser=None)
    desk.check_in(store, 1, [3], paid=550, by=BY)
    arrives(visit, "-", page)
    assert state(store)[2] == (False, 550)


def test_person_marked_as_gone_returns_with_a_second_enter(visit: Visit, store: Store) -> None:
    desk.withdraw(store, 1, 5, by=BY)
    page = types(visit, "fanny lambert")
    assert "Fanny Lambert est noté parti. Encore Entrée : de retour." in page.text
    page = arrives(visit, "fanny lambert", page)
    assert "5 · Fanny Lambert" in page.text
    assert (now(store).entrants[4].present, state(store)[4]) == (True, (True, 550))


def test_all_people_shown_arrive_together(visit: Visit, store: Store) -> None:
    form = visit.get(LIST).form("/ensemble")
    assert visit.send(form, [*form.fields, ("quoi", "la")]).status == 303
    assert state(store) == [(True, 0)] * 6
    desk.check_in(store, 1, [2], paid=800, by=BY)
    for _ in range(2):
        form = visit.get("/tournois/1/joueurs?vue=presents").form("/ensemble")
        assert visit.send(form, [*form.fields, ("quoi", "paye")]).status == 303
        assert state(store) == [(True, 550), (True, 800), *[(True, 550)] * 4]
    assert "35,50 €" in visit.get(LIST).text
    nobody = visit.send(form, [field for field in form.fields if field[0] not in {"n", "uuid"}])
    assert nobody.status == 422


def test_a_long_list_is_reached_by_letters(visit: Visit, app: Flask) -> None:
    people = [f"Joueur {letter}{number:02d}" for letter in "ABCD" for number in range(20)]
    opened(app.extensions["store"], people, door=True)
    page = visit.get(f"{LIST}&fait=999")
    assert "Et 20 autres : tapez un nom ou touchez une lettre." in page.text
    assert page.links_of(f"{LIST}&lettre=")
    page = visit.get(f"{LIST}&lettre=B")
    assert ("Joueur B19" in page.text, "Joueur A00" in page.text) == (True, False)
    assert [len(page.links_of(f"{LIST}&lettre={letter}")) for letter in "ABCDE"] == [1, 1, 1, 1, 0]
    assert "Caisse" not in page.text


def test_present_people_alone_are_drawn_and_the_others_named(visit: Visit, store: Store) -> None:
    for number in (1, 2, 3, 4):
        desk.check_in(store, 1, [number], arrived=True, by=BY)
    page = visit.get("/tournois/1/tirage")
    assert "2 inscrits ne sont pas encore là et ne sont pas tirés" in page.text
    assert "Fanny Lambert, Gaston Lambert" in page.text
    t = desk.draw_round(store, 1, by=BY)
    assert {number for table in t.rounds[0].tables for number in table.seats} == {1, 2, 3, 4}
    t = desk.check_in(store, 1, [5, 6], arrived=True, by=BY)
    assert [entrant.since for entrant in t.entrants] == [1, 1, 1, 1, 2, 2]
    with pytest.raises(Refused):
        desk.check_in(store, 1, [1], paid=10**9, by=BY)
    with pytest.raises(Unknown):
        desk.check_in(store, 1, [99], arrived=True, by=BY)


def test_the_door_and_the_fee_are_chosen_with_the_tournament(visit: Visit, app: Flask) -> None:
    form = visit.get("/tournois/nouveau/jass").form("/tournois/nouveau/jass")
    typed = {"name": "Soirée", "door": "1", "fee": "7,5 $"}
    assert visit.send(form, form.with_fields({**typed, "fee": "sept"})).status == 422
    assert visit.send(form, form.with_fields(typed)).status == 303
    options = desk.read(app.extensions["store"], 1).options
    assert (options.door, options.fee, options.currency) == (True, 750, "$")
    page = visit.get("/tournois/1/reglages")
    assert page.value("fee") == "7,50\xa0$"
    # The next evening has the same currency.
    form = visit.get("/tournois/nouveau/jass").form("/tournois/nouveau/jass")
    assert visit.send(form, form.with_fields({"fee": "10"})).status == 303
    assert desk.read(app.extensions["store"], 2).options.currency == "$"
    assert LIST in visit.get("/tournois/1/joueurs").links


def test_tie_breaks_are_chosen_in_their_order(visit: Visit, app: Flask) -> None:
    form = visit.get("/tournois/nouveau/jass").form("/tournois/nouveau/jass")
    assert [form.only(f"tie{place}") for place in (1, 2, 3)] == [
        [("tie1", "parties")],
        [("tie2", "matchs")],
        [("tie3", "carte")],
    ]
    typed = {"name": "Soirée", "egalites": "liste", "tie1": "carte", "tie2": "carte", "tie3": ""}
    twice = visit.send(form, form.with_fields(typed))
    assert (twice.status, "Chaque départage n’est nommé qu’une fois." in twice.text) == (422, True)
    assert visit.send(form, form.with_fields({**typed, "tie2": "parties"})).status == 303
    assert desk.read(app.extensions["store"], 1).options.ties == ("carte", "parties")
    kept = visit.get("/tournois/1/reglages").form("/reglages")
    assert visit.send(kept, kept.with_fields({"egalites": ""})).status == 303
    assert desk.read(app.extensions["store"], 1).options.ties == ()


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("5", 500),
        ("5,5", 550),
        ("5.05", 505),
        ("", None),
        (None, None),
        ("0", 0),
        ("-1", "-1"),
        ("5,555", "5,555"),
    ],
)
def test_typed_amount_is_read_in_cents(typed: str | None, cents: int | str | None) -> None:
    assert typed_cents(typed) == cents


def test_amount_is_shown_with_its_currency() -> None:
    assert (money(1250, "€"), money(5, "CHF")) == ("12,50\N{NO-BREAK SPACE}€", "0,05\N{NO-BREAK SPACE}CHF")
    with speaking("en"):
        assert (money(1250, "€"), money(1000005, "CHF")) == ("€12.50", "CHF 10,000.05")


def test_player_list_is_sorted_by_surname_with_payments(visit: Visit, store: Store) -> None:
    arrives(visit, "5")
    people = "/tournois/1/joueurs"
    by_name = visit.get(people).text
    order = [PEOPLE[place] for place in (3, 0, 4, 5, 2, 1)]
    assert sorted(order, key=by_name.rindex) == order
    assert "5,50 €" in by_name
