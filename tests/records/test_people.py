"""Events refer to people by number: entries are read back literally, and no stored event contains a name."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.records import people
from scorekeeper.records.event_log import Change, canonical
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store

ANNE, BOTH = "Anne", ("Anne", "Anne-Marie", "Éric", 'Jo "le\\grand"')


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(tmp_path_factory.mktemp("people") / "scorekeeper.sqlite3") as opened:
        yield opened


def written(store: Store, body: str, reason: str = "", known: tuple[str, ...] = BOTH) -> EventRow:
    with store.write() as session:
        number = session.tail()[0] + 1
        uuid = f"00000000-0000-4000-8000-{number:012d}"
        change = Change(kind="essai", body=body, reason=reason, people=known)
        return session.append("essai", change, ("moi", "ici"), uuid=uuid)


def raw(store: Store, seq: int) -> tuple[str, str]:
    with store.read() as session:
        row = session.connection.execute("SELECT body, reason FROM event WHERE seq = ?", (seq,)).fetchone()
    return row[0], row[1]


def read(store: Store, row: EventRow) -> EventRow | None:
    with store.read() as session:
        return session.event(row.uuid)


def test_name_is_stored_as_a_number_and_read_as_a_name(store: Store) -> None:
    row = written(store, '{"preneur":"Anne","note":"Éric aide Anne-Marie, pas Annette"}', "d’Anne")
    assert read(store, row) == row
    assert row.body == '{"preneur":"Anne","note":"Éric aide Anne-Marie, pas Annette"}'
    body, reason = raw(store, row.seq)
    kept = json.loads(body)
    assert len(kept["preneur"]) == 1
    assert kept["note"].endswith(", pas Annette")
    assert len(kept["note"]) == len("1 aide 2, pas Annette")
    assert (len(reason), reason[:2]) == (3, "d’")


def test_names_with_quotes_and_as_keys_come_back(store: Store) -> None:
    body = canonical({'Jo "le\\grand"': 3, "Anne": {"Anne": 'dit Jo "le\\grand" à Anne'}})
    row = written(store, body)
    assert read(store, row) == row
    assert "Anne" not in raw(store, row.seq)[0]
    assert "grand" not in raw(store, row.seq)[0]


def test_a_letter_and_a_figure_are_no_names(store: Store) -> None:
    row = written(store, '{"camp":"A","rang":12}', known=("A", "12", "R2"))
    assert raw(store, row.seq)[0] == '{"camp":"A","rang":12}'


def test_same_name_has_one_number_and_refused_acts_add_none(store: Store) -> None:
    with contextlib.suppress(ZeroDivisionError), store.write() as session:
        change = Change(kind="essai", body='"Nouvelle"', people=("Nouvelle",))
        session.append("autre", change, ("moi", ""))
        raise ZeroDivisionError
    first, second = (written(store, f'"{name}"', known=("Zoé", "Anne")) for name in ("Zoé", "Anne"))
    again = written(store, '"Zoé"', known=("Zoé",))
    assert raw(store, first.seq) == raw(store, again.seq) != raw(store, second.seq)
    assert read(store, second) == second
    with store.read() as session:
        names = session.connection.execute("SELECT name FROM person_name").fetchall()
    assert ("Nouvelle",) not in names
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("number", "length"), [(1, 1), (0xFFFD, 1), (0xFFFE, 2), (0xFFFE**2 - 1, 2), (0xFFFE**2, 3)]
)
def test_numbers_stay_short(number: int, length: int) -> None:
    assert len(people.token(number)) == length


@given(
    known=st.lists(
        st.text(
            st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Co", "Zs", "Zl", "Zp"]),
            min_size=1,
            max_size=12,
        )
    ),
    around=st.lists(
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Co"]), max_size=8), min_size=1
    ),
    data=st.data(),
)
def test_any_written_text_is_read_back(
    store: Store, known: list[str], around: list[str], data: st.DataObject
) -> None:
    pieces = [
        piece for text in around for piece in (text, *data.draw(st.lists(st.sampled_from([*known, " "]))))
    ]
    text = "".join(pieces)[:190]
    row = written(store, canonical({"texte": text, text: known}), text, tuple(known))
    assert read(store, row) == row


def test_no_event_of_a_new_file_has_a_name(tmp_path: Path) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        written(store, '{"joueurs":["Anne","Éric"]}', "Éric s’est trompé")
        with store.read() as session:
            columns = session.connection.execute("SELECT * FROM event").fetchall()
    assert not [name for name in ("Anne", "Éric") if name in repr(columns)]
