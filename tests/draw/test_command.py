"""`scorekeeper draw`: the formats of a list, the output, and one line for every error."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.tournaments.acts.lists import checked
from tests.draw.counting import count
from tests.draw.people import people

pytestmark = pytest.mark.unmeasured


class Printed:
    """Runs the command and captures its output."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: str) -> tuple[int, str, str]:
        status = main(["draw", *words])
        out, err = self.capsys.readouterr()
        return status, out, err


@pytest.fixture
def draw(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Printed:
    monkeypatch.setenv("LANG", "fr_CH.UTF-8")
    return Printed(capsys)


@pytest.fixture
def twenty(tmp_path: Path) -> str:
    path = tmp_path / "joueurs.txt"
    path.write_text("# le match au cochon\n" + "\n".join(people(20)) + "\n\n", "utf-8")
    return str(path)


def test_text_has_each_round_and_the_report(draw: Printed, twenty: str) -> None:
    status, out, err = draw(twenty, "--rounds", "2", "--seed", "dés : 6 1 3")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["Tirage «\xa0draw/1\xa0», graine «\xa0dés : 6 1 3\xa0»", "Joueurs\xa0: 20"]
    assert [line for line in lines if line.startswith("Tour")] == ["Tour 1", "Tour 2"]
    assert sum(line.startswith("  table ") and "  –  " in line for line in lines) == 10
    assert all(out.count(name) == 2 for name in people(20))
    assert "Aucune rencontre répétée." in lines
    assert "Personne n’est deux fois à la même table." in lines


def test_draw_is_in_english_if_asked(draw: Printed, twenty: str) -> None:
    _, out, _ = draw(twenty, "--rounds", "2", "--seed", "s", "--lang", "en")
    assert "Nobody meets anybody twice." in out
    assert "Round 2" in out


def test_json_is_the_history_of_the_next_draw(draw: Printed, twenty: str, tmp_path: Path) -> None:
    status, out, _ = draw(twenty, "--rounds", "1", "--seed", "s", "--label", "draw/1/essai", "--json")
    first = json.loads(out)
    assert status == 0
    assert (first["label"], first["seed"]) == ("draw/1/essai", "s")
    assert not count(first).faults
    played = tmp_path / "joue.json"
    played.write_text(out, "utf-8")
    room = tmp_path / "salle.json"
    room.write_text(json.dumps({"players": [*people(20)[1:], "Tard"]}), "utf-8")
    status, out, _ = draw(str(room), "--rounds", "2", "--seed", "s", "--history", str(played), "--json")
    second = json.loads(out)
    assert status == 0
    assert second["rounds"][:1] == first["rounds"]
    assert second["fixed_rounds"] == 1
    assert count(second).score == 0
    assert "Joueur 001" in second["absent"][1]
    _, out, _ = draw(str(room), "--rounds", "2", "--seed", "s", "--history", str(played))
    assert "Tour 1 (déjà joué)" in out
    assert "Arrivées\xa0: Tard." in out
    assert "Départs\xa0: Joueur 001." in out


def test_a_seed_is_made_and_shown(draw: Printed, twenty: str) -> None:
    seeds = set()
    for _ in range(2):
        status, out, err = draw(twenty, "--rounds", "1", "--json")
        assert status == 0
        assert err == f"graine\xa0: {json.loads(out)['seed']}\n"
        seeds.add(err)
    assert len(seeds) == 2


def test_wishes_are_read_from_csv_columns(draw: Printed, tmp_path: Path) -> None:
    path = tmp_path / "liste.csv"
    rows = [f"{name};;" for name in people(16)]
    rows[0] = "Joueur 001;Joueur 002;3"
    path.write_text("\ufeffNom;Séparé de;Table\n" + "\n".join(rows), "utf-8")
    status, out, _ = draw(str(path), "--rounds", "4", "--seed", "s", "--json")
    document = json.loads(out)
    assert status == 0
    assert document["apart"] == [["Joueur 001", "Joueur 002"]]
    assert count(document).apart_broken == 0
    assert ["Joueur 001" in rnd[2] for rnd in document["rounds"]] == [True] * 4


def test_a_list_is_read_as_at_the_desk(draw: Printed, tmp_path: Path) -> None:
    path = tmp_path / "liste.csv"
    path.write_text("N°|Nom|Prénom\n1|Martin|Anne\n# absent\n2|Dupont|Luc\n||\n3|A|B\n4|C|D\n", "utf-8")
    _, out, _ = draw(str(path), "--rounds", "1", "--seed", "s", "--json")
    assert sorted(json.loads(out)["players"]) == ["Anne Martin", "B A", "D C", "Luc Dupont"]


def test_groups_of_a_file_are_kept_apart(draw: Printed, twenty: str, tmp_path: Path) -> None:
    path = tmp_path / "clubs.txt"
    path.write_text("Joueur 001; Joueur 002; Joueur 003\n\nJoueur 004, Joueur 005\n", "utf-8")
    status, out, _ = draw(twenty, "--rounds", "4", "--seed", "s", "--apart", str(path))
    assert status == 0
    assert "Ceux qui ne doivent pas se rencontrer ne se rencontrent pas (groupes\xa0: 2)." in out


def test_pairs_are_those_named_or_else_drawn(draw: Printed, twenty: str, tmp_path: Path) -> None:
    path = tmp_path / "equipes.txt"
    path.write_text("Anne / Benoît\nChloé & David\nÉmile;Fanny\nGaël + Hugo\n", "utf-8")
    status, out, _ = draw(str(path), "--rounds", "3", "--seed", "s", "--pairs", "--json")
    document = json.loads(out)
    assert status == 0
    assert document["teams"] == [["Anne", "Benoît"], ["Chloé", "David"], ["Émile", "Fanny"], ["Gaël", "Hugo"]]
    assert (count(document).teams_split, count(document).team_repeats) == (0, 0)
    _, out, _ = draw(twenty, "--rounds", "1", "--seed", "s", "--pairs", "--json")
    lot = json.loads(out)
    assert len(lot["teams"]) == 10
    played = tmp_path / "joue.json"
    played.write_text(out, "utf-8")
    _, out, _ = draw(twenty, "--rounds", "2", "--seed", "t", "--pairs", "--history", str(played), "--json")
    assert json.loads(out)["teams"] == lot["teams"]


def test_team_column_names_pairs(draw: Printed, tmp_path: Path) -> None:
    path = tmp_path / "liste.csv"
    path.write_text("équipe,nom\nRouges,Anne\nBleus,Benoît\nRouges,Chloé\nBleus,David\n", "utf-8")
    _, out, _ = draw(str(path), "--rounds", "1", "--seed", "s", "--pairs", "--json")
    assert json.loads(out)["teams"] == [["Anne", "Chloé"], ["Benoît", "David"]]


def test_list_is_read_from_standard_input(draw: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(["a", "b", "c", "d"]).encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    status, out, _ = draw("-", "--rounds", "1", "--seed", "s", "--json")
    assert status == 0
    assert json.loads(out)["players"] == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("a\nb\nc\n", [], (1, "il faut au moins 4 joueurs, il y en a 3")),
        ("a\nb\nc\nA\n", [], (1, "«\xa0A\xa0» est inscrit deux fois")),
        ("a\nb\nc\nd\u202e\n", [], (2, "ligne 4, ce nom ne va pas")),
        ("a\nb\nc\n" + "d" * 41, [], (2, "ligne 4, ce nom ne va pas")),
        ("[1, 2, 3]", [], (2, "ligne 1, ce nom ne va pas\xa0: «\xa01\xa0»")),
        ('[{"name": "a", "apart": 5}]', [], (2, "ligne 1, ce nom ne va pas\xa0: «\xa05\xa0»")),
        ('["z", {"name": "a", "apart": [1.5]}]', [], (2, "ligne 2, ce nom ne va pas")),
        (
            '[{"name": "a", "fixed": [1]}]',
            [],
            (2, "ligne 1, ce n’est pas un numéro de table\xa0: «\xa0[1]\xa0»"),
        ),
        ('[{"name": "a", "fixed": 0}]', [], (2, "ligne 1, ce n’est pas un numéro de table\xa0: «\xa00\xa0»")),
        ("[", [], (2, "ce n’est pas du JSON lisible")),
        ("{}", [], (2, "ce n’est pas du JSON lisible")),
        ("nom;table\n" + "a" * 200_000 + ";1\n", [], (2, "ligne 2, ce nom ne va pas\xa0: «\xa0aaaa")),
        ("nom;table\na;ici\n", [], (2, "ligne 2, ce n’est pas un numéro de table\xa0: «\xa0ici\xa0»")),
        ("nom;équipe\na;X\nb;X\nc;X\nd;Y\n", ["--pairs"], (2, "l’équipe «\xa0X\xa0» n’a pas deux joueurs")),
        ("a\nb\nc\nd\ne\n", ["--odd", "threes"], (1, "5 joueurs ne se répartissent pas")),
        ("a\nb\nc\nd\ne\n", ["--pairs"], (1, "n’est dans aucune équipe")),
    ],
)
def test_error_is_reported_in_one_line(
    draw: Printed, tmp_path: Path, text: str, words: list[str], expected: tuple[int, str]
) -> None:
    status, message = expected
    path = tmp_path / "liste.txt"
    path.write_text(text, "utf-8")
    code, out, err = draw(str(path), "--rounds", "1", "--seed", "s", *words)
    assert (code, out) == (status, "")
    assert message in err
    assert err.startswith("scorekeeper draw: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "words", "question"),
    [
        ("club;table\nX;1\n", [], "Il manque une colonne «\xa0nom\xa0»"),
        ("a / b / c\n", ["--pairs"], "«\xa0a / b / c\xa0»\xa0: une personne, ou deux"),
    ],
)
def test_an_unsure_list_is_refused_with_its_columns(
    draw: Printed, tmp_path: Path, text: str, words: list[str], question: str
) -> None:
    path = tmp_path / "liste.txt"
    path.write_text(text, "utf-8")
    status, out, err = draw(str(path), "--rounds", "1", "--seed", "s", *words)
    assert (status, out) == (2, "")
    assert question in err.splitlines()[-1]
    assert '(--columns "nom,prénom,club")' in err.splitlines()[-1]
    assert "  1  " in err


def test_unreadable_files_are_reported_in_one_line(draw: Printed, twenty: str, tmp_path: Path) -> None:
    binary = tmp_path / "image.bin"
    binary.write_bytes(b"\x89PNG\0\0\xff")
    big = tmp_path / "big.txt"
    big.write_bytes(b"a" * (8 * 2**20 + 1))
    other = tmp_path / "autre.json"
    other.write_text('{"format": "scorekeeper/1"}', "utf-8")
    broken = tmp_path / "casse.json"
    broken.write_text("{", "utf-8")
    teams = tmp_path / "equipes.json"
    teams.write_text('{"format": "scorekeeper-draw/1", "rounds": [], "teams": [["a"]]}', "utf-8")
    for words, message in (
        ((str(tmp_path / "rien.txt"),), "il n’y a pas de fichier"),
        ((str(tmp_path),), "ne peut pas être lu"),
        ((str(binary),), "Ce fichier ne se lit pas"),
        ((str(big),), "est trop grand"),
        ((twenty, "--apart", str(binary)), "Ce fichier ne se lit pas"),
        ((twenty, "--history", str(other)), "les tours déjà joués sont illisibles"),
        ((twenty, "--history", str(broken)), "ce n’est pas du JSON lisible"),
        ((twenty, "--history", str(teams)), "ce n’est pas du JSON lisible"),
    ):
        status, out, err = draw(*words, "--rounds", "1", "--seed", "s")
        assert (status, out) == (2, "")
        assert message in err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman"])
def test_lists_are_read_as_the_desk_reads_them(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """First lines written by spreadsheets, encodings, absent people, fixed tables, groups, other columns."""
    rows = ["sep=;", "nom;téléphone;présent;table fixe;à part"]
    rows += [
        f"Élève n° {n};{n};oui;{'2' if n == 3 else ''};{'famille' if n < 3 else ''}" for n in range(1, 17)
    ]
    rows += ["Hélène;17;non;;"]
    text = "\r\n".join(rows)
    listed = tmp_path / "liste.csv"
    listed.write_bytes(text.encode(encoding))
    assert main(["draw", str(listed), "--rounds", "2", "--seed", "x", "--json", "--lang", "fr"]) == 0
    out = capsys.readouterr()
    drawn = json.loads(out.out)
    assert sorted(drawn["players"]) == sorted(f"Élève n° {n}" for n in range(1, 17))
    assert drawn["apart"] == [["Élève n° 1", "Élève n° 2"]]
    assert drawn["asked"]["stay"] == {"Élève n° 3": 2}
    assert "téléphone" in out.err
    desk_reads = checked(text.encode(encoding), ())
    assert desk_reads.reading.unread == ("téléphone",)
    assert [person.name for person in desk_reads.players if person.present] == [
        f"Élève n° {n}" for n in range(1, 17)
    ]
