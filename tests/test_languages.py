"""A language is a set of catalogues: a made-up one, added to a copy of the app, is offered and used everywhere."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import normalize

from scorekeeper.i18n import LANGUAGES
from tests.messages import ROOT, sentences
from tests.press.pages import opened, text

pytestmark = [pytest.mark.unmeasured, pytest.mark.slow]

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n{}"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
OWN = {
    "Français": "Rumantsch",
    "… et …, Les …": "… e …, Ils …",
    "d MMMM y": "'ils' d MMMM y",
    "d MMM y": "d/MMM/y",
    "d MMMM": "'ils' d MMMM",
    "d MMM": "d/MMM",
    "date|1er": "1",
    "%(montant)s\N{NO-BREAK SPACE}%(monnaie)s": "%(monnaie)s~%(montant)s",
}
"""The messages of `language.po`."""
SHEET = {
    "format": "scorekeeper/1",
    "game": "tarot",
    "players": ["Anne", "Benoît", "Chloé", "David"],
    "date": "2026-11-22",
    "entries": [{"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 56}],
}
SCRIPT = """
import json, sys
from pathlib import Path
from scorekeeper import i18n
from scorekeeper.app import create_app
from scorekeeper.cards.game_api.words import halves, money, number
from scorekeeper.config import Config
from scorekeeper.i18n import DAY, SHORT_DATE, day

SHEET = json.loads(sys.argv[2])
client = create_app(Config(Path(sys.argv[1]))).test_client()
asked = {"Accept-Language": "rm-CH, fr;q=0.5"}
told = {"languages": [*i18n.LANGUAGES]}
told["french"] = client.get("/", headers={"Accept-Language": "fr"}).text
told["loaded in French"] = i18n.catalogue.cache_info().currsize
told["home"] = client.get("/", headers=asked).text
told["offline"] = client.get("/hors-ligne", headers=asked).text
told["scored"] = client.post("/api/score", json=SHEET, headers=asked).text
told["refused"] = client.post("/api/score", json={**SHEET, "entries": [{**SHEET["entries"][0], "points": 92}]}, headers=asked).text
told["poster"] = client.get("/api/openapi.json").text
i18n.current.set("rm")
told["written"] = [number(-1234567), halves(113), money(123456, "Fr."), money(500, "€"), day("2026-11-01"),
    day("2026-11-22", DAY), day("2026-11-22", SHORT_DATE), i18n.all_of(["Anne", "Ben", "Zoé"])]
told["agreement"] = [i18n.fill("{x:one|more}", {"x": each}) for each in ("0", "1", "1.5", "Anne e Zoé", "Ils Cotschens", "Les Bleus", "Anne")]
json.dump(told, sys.stdout)
"""


def made_up(french: tuple[str, ...]) -> str:
    """Return the entry of a mechanical translation: the French words between marks."""
    if french[0] in OWN:
        return ""
    bare = [re.sub(r"^\w+\|", "", each) for each in french]
    lines = [f"msgid {normalize(french[0])}"]
    if len(french) > 1:
        lines += [f"msgid_plural {normalize(french[1])}"]
        lines += [f"msgstr[{place}] {normalize(f'[{each}]')}" for place, each in enumerate(bare)]
    else:
        lines += [f"msgstr {normalize(f'[{bare[0]}]')}"]
    return "\n".join(lines) + "\n\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the app, and add two languages: a complete one, and one that is not offered yet."""
    folder = tmp_path_factory.mktemp("languages")
    shutil.copytree(ROOT / "scorekeeper", folder / "scorekeeper")
    for name in ("templates", "static", "examples"):
        (folder / name).symlink_to(ROOT / name)
    own = "".join(f'msgid "{french}"\nmsgstr "{translation}"\n\n' for french, translation in OWN.items())
    for code, mark in (("rm", ""), ("eo", "#, fuzzy\n")):
        catalogues = folder / "scorekeeper" / "translations" / code
        catalogues.mkdir()
        written = HEAD.format(f'"Language: {code}-CH\\n"\n') + mark + own
        (catalogues / "language.po").write_text(written, encoding="utf-8")
    entries = "".join(made_up(sentence.french) for sentence in sentences().values())
    (folder / "scorekeeper" / "translations" / "rm" / "all.po").write_text(
        HEAD.format("") + entries, encoding="utf-8"
    )
    return folder


def run(home: Path, *words: str) -> str:
    """Run Python with the copied app, and return its output."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(home), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def answers(home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what the app of the copy answers."""
    data = tmp_path_factory.mktemp("data")
    output = run(home, "-c", SCRIPT, str(data), json.dumps(SHEET))
    answers: dict[str, Any] = json.loads(output)
    return answers


def test_new_language_is_offered_after_its_name(answers: dict[str, Any]) -> None:
    assert set(answers["languages"]) - set(LANGUAGES) == {"rm"}
    assert answers["languages"].index("en") < answers["languages"].index("rm")
    assert '<button name="langue" value="rm" lang="rm-CH">Rumantsch</button>' in " ".join(
        answers["french"].split()
    )
    assert 'value="eo"' not in answers["french"]


def test_french_page_loads_no_catalogue(answers: dict[str, Any]) -> None:
    assert answers["loaded in French"] == 0


def test_pages_are_in_the_new_language(answers: dict[str, Any]) -> None:
    assert '<html lang="rm-CH">' in answers["home"]
    assert "[Aller au contenu]" in answers["home"]
    assert '<html lang="rm-CH">' in answers["offline"]
    assert "<h1>[Pas de réseau]</h1>" in answers["offline"]
    # Every text of the first page is a message: without those in marks, no French word is left.
    body = re.sub(
        r"<(script|style|svg).*?</\1>|<bdi>.*?</bdi>",
        "",
        answers["home"].partition("<body")[2],
        flags=re.DOTALL,
    )
    texts = [" ".join(each.split()) for each in re.findall(r">([^<>]+)<", body)]
    bare = [each for each in texts if "[" not in each and re.search(r"[a-zé]{3}", each)]
    assert {*bare} == {"Scorekeeper", "Rumantsch", *(each.name for each in LANGUAGES.values())}


def test_refusal_is_in_the_new_language(answers: dict[str, Any]) -> None:
    (fault,) = json.loads(answers["refused"])["faults"]
    assert fault["message"].startswith("[")
    assert fault["message"].endswith("]")


def test_numbers_and_dates_follow_the_catalogue(answers: dict[str, Any]) -> None:
    assert answers["written"] == [
        "−1’234’567",
        "56.5",
        "Fr.~1234.56",
        "€~5.00",
        "ils 1 da november 2026",
        "ils 22 da november",
        "22/nov./2026",
        "[Anne, Ben et Zoé]",
    ]
    assert answers["agreement"] == ["more", "one", "more", "more", "more", "more", "one"]


def test_interface_for_programs_takes_the_new_language(answers: dict[str, Any]) -> None:
    assert '"rm"' in answers["poster"]


def test_command_line_takes_the_new_language(home: Path) -> None:
    asked = run(home, "-m", "scorekeeper", "--lang", "rm", "score", "--help")
    assert "[usage : ]scorekeeper score" in asked
    assert re.search(r"--lang {fr,\S*\brm\b", asked)
    refused = run(home, "-m", "scorekeeper", "score", "--lang", "eo")
    assert re.search(r"“eo” is not possible here; choose from: fr, .*\brm\b", refused)


def test_paper_is_in_the_new_language(home: Path, tmp_path: Path) -> None:
    (tmp_path / "in.json").write_text(json.dumps(SHEET), encoding="utf-8")
    words = ("sheet", "tarot", "--lang", "rm", "--file", str(tmp_path / "in.json"), "-o")
    assert run(home, "-m", "scorekeeper", *words, str(tmp_path / "out.pdf")) == ""
    pdf = (tmp_path / "out.pdf").read_bytes()
    document = opened(pdf)
    assert str(document.Root["/Lang"]) == "rm-CH"
    assert "ils 22 da november 2026" in text(pdf)
    assert "[Tarot — feuille de marque]" in text(pdf)
