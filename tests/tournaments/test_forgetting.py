"""Erasing a person: no file has the name any more, every score stays, and the chain of events is still valid."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.errors import Refused, Unknown
from scorekeeper.parties import notes, writers
from scorekeeper.parties import results as results_module
from scorekeeper.parties.results import PartieResult
from scorekeeper.records import connection
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking, forgetting
from tests.tarot_table import BY, donne, new_uuid, sheet
from tests.tournaments.desk import confirm, draw, opened, play, play_round

FULL = [-80, -80, 240, -80]


def holding(folder: Path, text: str) -> list[str]:
    """Return the files in a folder that contain a text, as written or in lower case."""
    written = [text.encode(), text.casefold().encode()]
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in files if any(part in path.read_bytes() for part in written)]


def is_sound(store: Store) -> bool:
    with store.read() as session:
        conn = session.connection
        lines = [line for part in checking.differences(conn) for line in part]
        return not lines + checking.player_differences(conn) and not connection.damage(conn, thorough=True)


def enter(store: Store, preneur: str, rang: int) -> None:
    parties.enter(store, 1, uuid=new_uuid(), rang=rang, payload=donne(preneur), by=BY)


def test_a_person_is_a_number_on_sheets_and_in_no_file(tmp_path: Path) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        first = parties.open_partie(store, sheet(donne(), equipes=None, lieu="Café du Pont"), by=BY)
        noted = {**donne("Anne"), "note": "Chloé voulait prendre"}
        parties.enter(store, first.id, uuid=new_uuid(), rang=2, payload=noted, by=BY)
        parties.strike(store, 1, rang=2, uuid=new_uuid(), by=BY, reason="Chloé avait raison")
        epoch = store.epoch
        assert forgetting.forget(store, "chloé", by=BY) == ("Personne 3", 0)
        partie = parties.read_partie(store, 1)
        assert partie.table.columns == ("Anne", "Benoît", "Personne 3", "David")
        assert list(partie.sheet.totals) == FULL
        assert partie.line(2).payload["note"] == "Personne 3 voulait prendre"
        assert partie.line(2).versions[-1].reason == "Personne 3 avait raison"
        assert store.epoch != epoch
        assert holding(tmp_path, "Chloé") == []
        enter(store, "Personne 3", 3)
        assert is_sound(store)
        with pytest.raises(Unknown):
            forgetting.traces(store, "Chloé")
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        assert store.lost is None
        assert list(parties.read_partie(store, 1).sheet.totals) == [-160, -160, 480, -160]


def test_another_writing_in_a_remark_is_counted(tmp_path: Path) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        parties.open_partie(store, sheet({**donne(), "note": "CHLOÉ était loin"}), by=BY)
        assert forgetting.forget(store, "Chloé", by=BY)[1] == 1


def test_evening_continues_without_a_name(store: Store) -> None:
    t = draw(store, opened(store, ["Anne Dupont", "Benoît", "Chloé", "David", *"EFGHIJKL"]))
    play(store, t.rounds[0].tables[0].partie)
    confirm(store, t, 1)
    before = desk.read(store, t.id)
    pseudonym, _ = forgetting.forget(store, "Anne Dupont", by=BY)
    after = desk.read(store, t.id)
    assert after.entrants[0].name == pseudonym
    assert (after.results, after.draws[0].rounds) == (before.results, before.draws[0].rounds)
    assert is_sound(store)


@pytest.mark.parametrize(("name", "code"), [("A", "nom-trop-court"), ("garde", "nom-mot-du-jeu")])
def test_a_name_that_is_a_word_of_the_sheets_stays(tmp_path: Path, name: str, code: str) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        parties.open_partie(store, sheet(donne("Anne"), players=["Anne", "Benoît", name, "David"]), by=BY)
        with pytest.raises(Refused) as refused:
            forgetting.forget(store, name, by=BY)
        assert refused.value.faults[0].fault.code == code
        assert parties.read_partie(store, 1).table.columns[2] == name
        enter(store, name, 2)
        assert is_sound(store)


def test_two_forgotten_people_stay_distinct(tmp_path: Path) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        parties.open_partie(store, sheet(donne(), players=["Anne", "Personne 1", "Chloé", "David"]), by=BY)
        first, second = (forgetting.forget(store, name, by=BY)[0] for name in ("Anne", "Chloé"))
        assert first not in {second, "Personne 1"}
        assert list(parties.read_partie(store, 1).sheet.totals) == FULL
        assert is_sound(store)


def test_line_with_a_forgotten_name_is_refused_from_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reload = Store.reload
    refused = []

    def write_first(store: Store) -> None:
        with pytest.raises(Refused) as error:
            enter(store, "Chloé", 2)
        refused.append([item.fault.code for item in error.value.faults])
        reload(store)

    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        parties.open_partie(store, sheet(donne()), by=BY)
        monkeypatch.setattr(Store, "reload", write_first)
        forgetting.forget(store, "Chloé", by=BY)
        assert refused == [["nom-inconnu"]]
        assert holding(tmp_path, "Chloé") == []
        assert is_sound(store)


def test_result_computed_meanwhile_restores_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = results_module._made

    def late(store: Store, number: int) -> PartieResult | None:
        result = made(store, number)
        monkeypatch.setattr(results_module, "_made", made)
        forgetting.forget(store, "Chloé", by=BY)
        return result

    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        parties.open_partie(store, sheet(donne()), by=BY)
        parties.close_partie(store, 1, uuid=new_uuid(), by=BY)
        monkeypatch.setattr(results_module, "_made", late)
        results_module.results(store)
        assert holding(tmp_path, "Chloé") == []
        shares = results_module.results(store)[0].shares
        assert [share.name for share in shares] == ["Anne", "Benoît", "Personne 3", "David"]


def test_a_ranking_that_was_shown_before_has_the_name_no_more(store: Store) -> None:
    t = play_round(store, opened(store, ["Anne Dupont", "Benoît", "Chloé", "David"], rounds=2))

    def shown() -> set[str]:
        return {name for line in desk.standings(store, t.id).lines for name in line.names}

    assert shown() == {"Anne Dupont", "Benoît", "Chloé", "David"}
    assert forgetting.forget(store, "Chloé", by=BY)[0] in shown()
    assert "Chloé" not in shown()


def test_no_note_and_no_device_keeps_the_name(tmp_path: Path) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        parties.open_partie(store, sheet(donne()), by=BY)
        other = parties.open_partie(
            store, sheet(donne("Anne"), players=["Anne", "Zoé", "Chloélie", "Ève"]), by=BY
        )
        for note in ("avec Chloé, vite", "pour CHLOÉ"):
            notes.note_draft(store, other, [("note", note)], "x", 0)
        for device, name in (("a", "Chloé"), ("b", "Tablette de Chloé"), ("c", "Chloélie")):
            writers.rename(store, device, name)
        assert set(writers.device_names(store)) == {"a", "b", "c"}
        assert forgetting.forget(store, "Chloé", by=BY)[1] == 0
        assert notes.kept(store, parties.read_partie(store, 2)) is None
        assert dict(writers.device_names(store)) == {"c": "Chloélie"}
        content = (tmp_path / "scorekeeper.sqlite3").read_bytes().replace("Chloélie".encode(), b"")
        assert [
            word for word in ("Chloé", "CHLO", "Chlo%C3%A9", "CHLO%C3%89") if word.encode() in content
        ] == []


def test_name_within_another_name_is_distinguished(tmp_path: Path) -> None:
    names = ["Anne", "Anne Dupont", "Jean-Anne", "Annette"]
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        noted = {**donne("Anne Dupont"), "note": "Anne Dupont et l’Anne, pas Jean-Anne ni Annette"}
        parties.open_partie(store, sheet(noted, players=names), by=BY)
        _, mentions = forgetting.forget(store, "Anne", by=BY)
        partie = parties.read_partie(store, 1)
        assert (mentions, partie.table.columns) == (0, ("Personne 1", *names[1:]))
        assert partie.line(1).payload["note"] == "Anne Dupont et l’Personne 1, pas Jean-Anne ni Annette"
        assert is_sound(store)


def test_a_place_that_is_called_after_a_person_follows(tmp_path: Path) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        parties.open_partie(store, sheet(donne(), lieu="Chez Chloé"), by=BY)
        assert parties.read_partie(store, 1).lieu == "Chez Chloé"
        forgetting.forget(store, "Chloé", by=BY)
        assert parties.read_partie(store, 1).lieu == "Chez Personne 3"
        assert parties.list_parties(store, limit=1)[0].lieu == "Chez Personne 3"
        assert holding(tmp_path, "Chloé") == []
        assert is_sound(store)
