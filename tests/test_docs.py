"""The examples in the README and in docs/ exist and work as shown."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client

from scorekeeper import __version__
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.web.api import openapi
from tests.messages import PACKAGE, ROOT
from tests.test_cli import run

pytestmark = pytest.mark.unmeasured

README, CHANGELOG, CONTRIBUTING = (ROOT / f"{name}.md" for name in ("README", "CHANGELOG", "CONTRIBUTING"))
PAGES = [README, CHANGELOG, CONTRIBUTING, *sorted((ROOT / "docs").glob("*.md"))]
PROGRAM = r"(?:\.venv/bin/)?scorekeeper (?!serve\b)"
each_document = pytest.mark.parametrize("document", PAGES, ids=lambda document: document.name)


def blocks(document: Path, language: str) -> list[str]:
    """Return the code blocks of a page in a language."""
    return re.findall(
        rf"^ *```{language}\n(.*?)^ *```$", document.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )


def shown(document: Path, program: str) -> list[str]:
    """Return the lines of a page's blocks that start with a program."""
    lines = [line.strip() for block in blocks(document, "sh") for line in block.splitlines()]
    return [line for line in lines if re.search(rf"(^|\| ){program}", line)]


def code(document: Path) -> str:
    """Return everything on a page that is set as code."""
    text = document.read_text("utf-8")
    return "\n".join([*re.findall(r"`([^`\n]+)`", text), *re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)])


def anchors(document: Path) -> set[str]:
    """Return the anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_document
def test_every_link_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", document.read_text("utf-8")):
        path, _, anchor = target.partition("#")
        file = document.parent / path if path else document
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_every_page_can_be_reached_from_the_first() -> None:
    linked = set(re.findall(r"\]\(([\w/-]+\.md)[)#]", README.read_text("utf-8")))
    assert linked == {str(page.relative_to(ROOT)) for page in PAGES[1:]}


@each_document
def test_every_target_of_make_is_there(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|\s)make ([a-z-]+)", code(document))) <= targets


@each_document
def test_every_path_is_there(document: Path) -> None:
    """A path exists in the checkout or in the package. Paths in the folder of any game, and the game of CONTRIBUTING.md, are left out."""
    named = re.findall(r"`([\w.-]+/[\w./@-]+)`", document.read_text("utf-8"))
    of_a_game = re.compile(r"(rules|templates|static|translations)/|.*/rikiki/")
    paths = [path for path in named if not of_a_game.match(path) or (ROOT / path).exists()]
    assert [path for path in paths if not any((base / path).exists() for base in (ROOT, PACKAGE))] == []


@each_document
def test_every_option_is_one_of_its_command(document: Path) -> None:
    for command, rest in re.findall(
        r"^(?:\S*/)?scorekeeper ([a-z]+)\b([^#|>\n]*)", code(document), re.MULTILINE
    ):
        status, text, _ = run(command, "--help", "--lang", "en")
        assert status == 0, command
        assert set(re.findall(r"(?<!\S)--?[a-z][a-z-]*", rest)) <= set(
            re.findall(r"--?[a-z][a-z-]*", text)
        ), rest


def test_every_command_works_as_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shown_first = [ROOT / "docs" / "hosting.md", *PAGES]
    pages = [page for page in dict.fromkeys(shown_first) if page.name not in {"api.md", "CONTRIBUTING.md"}]
    lines = [line for page in pages for line in shown(page, PROGRAM)]
    assert len(lines) > 12
    for line in lines:
        typed(line)


def test_no_command_keeps_its_data_in_the_checkout() -> None:
    lines = [line for page in PAGES for line in code(page).splitlines()]
    folders = [folder for line in lines for folder in re.findall(r"(?:--data |DATA=)(\S+)", line)]
    assert len(folders) > 5
    assert [folder for folder in folders if not folder.startswith(("~/", "$HOME/", "/"))] == []


def typed(line: str) -> None:
    """Run a line like a shell: `~` in a word, `echo TEXT |` before it, `> FILE` after it. Fails for a status other than 0."""
    words = [
        str(Path(word).expanduser()) if word.startswith("~") else word
        for word in shlex.split(line, comments=True)
    ]
    entered = ""
    if "|" in words:
        pipe = words.index("|")
        assert words[0] == "echo"
        entered, words = " ".join(words[1:pipe]), words[pipe + 1 :]
    to = words.pop() if ">" in words else ""
    status, out, err = run(*(word for word in words[1:] if word != ">"), stdin=entered)
    assert (status, err) == (0, ""), line
    if to:
        Path(to).write_text(out, "utf-8")
    for place, word in enumerate(words):
        if word == "-o" and Path(words[place + 1]).suffix == ".pdf":
            assert Path(words[place + 1]).read_bytes().startswith(b"%PDF"), line


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    app = create_app(Config(tmp_path / "data"))
    # Like curl, it sends no language.
    yield Client(app)
    app.extensions["store"].close()


API = ROOT / "docs" / "api.md"


def test_the_api_answers_as_its_page_shows(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    parts = re.findall(r"```(sh|json)\n(.*?)```", API.read_text("utf-8"), re.DOTALL)
    calls = 0
    for place, (language, block) in enumerate(parts):
        answer: Any = None
        shown = (
            json.loads(parts[place + 1][1])
            if parts[place + 1 :][:1] and parts[place + 1][0] == "json"
            else {}
        )
        for line in block.splitlines() if language == "sh" else ():
            calls += 1
            if line.startswith("curl "):
                answer = called(client, line, refused=bool({"faults", "affected"} & set(shown)))
            else:
                typed(line)
        if answer is not None:
            assert_within(shown, answer)
    assert calls == 30


def called(client: Client, line: str, *, refused: bool) -> Any:
    """Send the request of a curl command; return the body of the response.

    Args:
        client: the client of the app, without a language.
        line: the command as the page shows it.
        refused: whether the last call of its block may be refused, as the page shows the reasons.
    """
    given = defaultdict[str, list[str]](list)
    words = shlex.split(line)[1:]
    url = next(word for word in words if word.startswith("localhost:8000/"))
    words.remove(url)
    for name, value in zip(words[::2], words[1::2], strict=True):
        given[name].append(value)
    assert set(given) <= {"--json", "--data-binary", "-o", "-X", "-H"}
    headers = dict(header.split(": ") for header in given["-H"])
    headers |= {"Content-Type": "application/json"} if given["--json"] else {}
    body = "".join(given["--json"] + given["--data-binary"])
    data = Path(body[1:]).read_bytes() if body.startswith("@") else body.encode()
    method = "".join(given["-X"]) or ("POST" if data else "GET")
    here = {"REMOTE_ADDR": "127.0.0.1"}
    answer = client.open(f"http://{url}", method=method, data=data, headers=headers, environ_base=here)
    assert answer.status_code in ({200, 201, 409, 422} if refused else {200, 201}), (line, answer.text)
    if given["-o"]:
        Path(given["-o"][0]).write_bytes(answer.data)
    return answer.get_json()


def test_calls_named_in_the_text_of_the_api_page_are_described() -> None:
    prose = re.sub(r"```.*?```", "", API.read_text("utf-8"), flags=re.DOTALL)
    named = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[\w/.-]+)", prose))
    assert len(named) > 7
    described = {
        (method.upper(), re.sub(r"\{\w+\}", "[^/]+", path))
        for path, item in openapi.document()["paths"].items()
        for method in item
    }
    assert [
        call
        for call in sorted(named - {("GET", "/api/openapi.json")})
        if not any(call[0] == method and re.fullmatch(path, call[1]) for method, path in described)
    ] == []


def test_generator_file_names_every_type_it_does_not_know() -> None:
    known = set(re.findall(r"^  (\S+): ", (API.parent / "generator.yaml").read_text("utf-8"), re.MULTILINE))
    bodies = [
        body
        for item in openapi.document()["paths"].values()
        for method, call in item.items()
        if method != "parameters"
        for body in (call.get("requestBody", {}), *call["responses"].values())
    ]
    media = {media for body in bodies for media in body.get("content", {})}
    assert known == {each for each in media if each != "application/json" and not each.startswith("text/")}


def assert_within(shown: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
    """Assert that the keys shown on a page have these values in the response."""
    assert {key: answer[key] for key in shown} == shown


def test_the_game_that_is_shown_whole_is_taken(tmp_path: Path) -> None:
    (game,) = blocks(ROOT / "docs" / "house-games.md", "toml")
    (tmp_path / "game.toml").write_text(game, "utf-8")
    assert run("game", "check", str(tmp_path / "game.toml"))[0] == 0


def test_readme_has_between_400_and_640_words() -> None:
    assert 400 <= len(README.read_text("utf-8").split()) <= 640


def test_readme_begins_with_purpose_and_installation() -> None:
    text = README.read_text("utf-8")
    order = [
        "paper score sheet",
        "static/screenshots/feuille.png",
        "pipx install",
        "make run",
        "make test",
        "demo",
        "Report a weakness",
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert "apt install git make" in text


def test_changelog_has_dated_versions_the_last_one_first() -> None:
    headings = re.findall(r"^## (.+)$", CHANGELOG.read_text("utf-8"), re.MULTILINE)
    coming = headings.pop(0) if headings[0] == "Unreleased" else ""
    dated = [re.fullmatch(r"(\d+)\.(\d+)\.(\d+) \((\d{4}-\d\d-\d\d)\)", heading) for heading in headings]
    assert None not in dated
    versions = [(tuple(map(int, each.groups()[:3])), each[4]) for each in dated if each]
    assert versions == sorted(versions, reverse=True)
    assert versions[-1] == ((1, 0, 0), "2026-11-23")
    numbers, _, developed = __version__.partition(".dev")
    assert bool(coming) == bool(developed)
    app = tuple(map(int, numbers.split(".")))
    assert app > versions[0][0] if coming else app == versions[0][0]


def test_changelog_version_has_each_heading_once() -> None:
    for version in CHANGELOG.read_text("utf-8").split("\n## ")[1:-1]:
        parts = re.findall(r"^(?:### |\*\*)(\w+)", version, re.MULTILINE)
        assert parts == [part for part in ("New", "Better", "Mended") if part in parts]


def test_every_library_and_package_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = [project["project"]["dependencies"], project["build-system"]["requires"]]
    groups += project.get("dependency-groups", {}).values()
    groups += project["project"].get("optional-dependencies", {}).values()
    libraries = {
        re.split(r"[^\w.-]", name)[0].lower() for group in groups for name in group if isinstance(name, str)
    }
    setup = (ROOT / ".ci" / "setup.sh").read_text("utf-8")
    debian = {
        name for names in re.findall(r"for package in ([a-z0-9. -]+);", setup) for name in names.split()
    }
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    named = set(re.findall(r"[\w.-]+", text.lower()))
    assert len(libraries) > 20
    assert len(debian) == 8
    assert (libraries | debian) - named == set()
    container = (ROOT / "examples" / "Containerfile").read_text("utf-8")
    needed = {name for name in debian if name.startswith(("lib", "fonts"))}
    assert needed - set(container.split()) == set()
