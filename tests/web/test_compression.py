"""Responses on the wire: compressed where it pays and leaks nothing; styles and scripts are cached for ever."""

from __future__ import annotations

import gzip
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.web.core.assets import STATIC, scripts
from tests.web.browsing import MADE_ANEW, Visit
from tests.web.desk_visits import come_in, play_of_eight, tokens

FOREVER = "public, max-age=31536000, immutable"
SIGN = re.compile(r" (=|===|!==|&&|\|\||\?\??|=>|\+=|[<>]=?|:) ")
"""Operators that are sent without the spaces around them."""
PART = re.compile(
    r"^const \$(\w+)=\(\(\)=>\{\n(.*?)\nreturn \{ [^{}]*\};\n\}\)\(\);$", re.DOTALL | re.MULTILINE
)
TOKEN = re.compile(r'name="csrf_token" value="([0-9a-f]+)"')


def packed(client: FlaskClient, path: str, accepted: str = "gzip, deflate") -> TestResponse:
    return client.get(path, headers={"Accept-Encoding": accepted})


def encoding(answer: TestResponse) -> str | None:
    return answer.headers.get("Content-Encoding")


@pytest.mark.parametrize("path", ["/", "/aide/tarot", "/nouvelle/jass", "/api/openapi.json"])
def test_an_answer_is_the_same_compressed_and_plain(client: FlaskClient, path: str) -> None:
    plain, small = client.get(path), packed(client, path)
    assert (encoding(plain), encoding(small)) == (None, "gzip")
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in small.headers["Vary"]
    assert len(small.data) == int(small.headers["Content-Length"]) < len(plain.data) / 2
    texts = [MADE_ANEW.sub("", data.decode()) for data in (plain.data, gzip.decompress(small.data))]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "*;q=0"])
def test_response_is_uncompressed_for_clients_without_gzip(client: FlaskClient, accepted: str) -> None:
    assert encoding(packed(client, "/", accepted)) is None


def test_small_or_compressed_content_is_sent_as_it_is(visit: Visit) -> None:
    client = visit.client
    fields = {"langue": "fr", "csrf_token": visit.token()}
    chosen = client.post("/langue", data=fields, headers={"Accept-Encoding": "gzip"})
    assert (chosen.status_code, encoding(chosen)) == (303, None)
    picture = packed(client, "/static/icons/icon-192.png")
    assert (picture.status_code, encoding(picture)) == (200, None)
    picture.close()
    tag = packed(client, "/feuilles/tarot.html").headers["ETag"]
    assert tag.startswith('W/"')
    again = client.get("/feuilles/tarot.html", headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
    assert (again.status_code, encoding(again), again.data) == (304, None, b"")


def test_pages_with_the_addresses_of_tables_are_not_compressed(app: Flask) -> None:
    play_of_eight(app)
    organiser = come_in(app).client
    assert encoding(packed(organiser, "/tournois/1/imprimer")) is None
    assert encoding(packed(organiser, f"/t/{tokens(app)[1]}")) is None
    assert encoding(packed(organiser, "/tournois/1/tables")) == "gzip"


def test_the_token_of_the_forms_is_another_text_each_time(visit: Visit) -> None:
    pages = [visit.get("/").html for _ in range(3)]
    texts = [TOKEN.findall(page)[0] for page in pages]
    assert len(set(texts)) == len(texts) >= 3
    for token in texts:
        answer = visit.client.post("/langue", data={"csrf_token": token, "langue": "en"})
        assert answer.status_code == 303
    for wrong in ("", "00" * 40, texts[0][:-2], texts[0][:-1] + "g", texts[0] + texts[1], "##" + "0" * 40):
        answer = visit.client.post("/langue", data={"csrf_token": wrong, "langue": "en"})
        assert answer.status_code == 400


def assets(visit: Visit) -> set[str]:
    """Return the URLs of styles, scripts and pictures of some pages, and of those that scripts fetch later."""
    pages = [visit.get(path).html for path in ("/", "/nouvelle/tarot", "/tournois")]
    paths = {
        path for page in pages for path in re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js|svg|woff2))"', page)
    }
    for path in [path for path in paths if path.endswith(".js")]:
        imported = re.findall(r'import\("\./([^"]+)"', visit.client.get(path).get_data(as_text=True))
        paths |= {f"{path.rpartition('/')[0]}/{name}" for name in imported}
    return paths


def test_styles_scripts_and_pictures_are_kept_for_ever(visit: Visit) -> None:
    paths = assets(visit)
    assert {path.rpartition(".")[2] for path in paths} == {"css", "js", "svg", "woff2"}
    for path in paths:
        plain, small = visit.client.get(path), packed(visit.client, path)
        for answer in (plain, small):
            assert answer.status_code == 200, path
            assert answer.headers["Cache-Control"] == FOREVER, path
            assert "Accept-Encoding" in answer.headers["Vary"]
            assert "Set-Cookie" not in answer.headers
        packs = encoding(small) == "gzip"
        assert packs == path.endswith((".css", ".js")), path
        assert (gzip.decompress(small.data) if packs else small.data) == plain.data
        digest = re.search(r"-([0-9a-f]{12})[./]", path)
        assert digest is not None, path
        other = visit.client.get(path.replace(digest[1], "0" * 12))
        assert (other.headers["Cache-Control"], other.data) == ("no-cache", plain.data)


def code_of(text: str) -> list[str]:
    """Return the lines of code of a script, without imports."""
    text = re.sub(r"^import [^;]*;|/\*[^*]*\*/", "", text, flags=re.MULTILINE)
    lines = [line.strip() for line in text.splitlines()]
    return [line.removeprefix("export ") for line in lines if line and not line.startswith("//")]


def test_script_bundle_has_its_imports_and_no_comments() -> None:
    written = {path.stem: path.read_text(encoding="utf-8") for path in (STATIC / "js").glob("*.js")}
    assert all(f"${name}=(" in scripts()[name].plain.decode() for name in written)
    for name, asset in scripts().items():
        before: set[str] = set()
        for module, text in PART.findall(asset.plain.decode()):
            taken = {
                each for _, each in re.findall(r"^const (\{.*?\})=\$(\w+);$", text, re.DOTALL | re.MULTILINE)
            }
            assert taken <= before, (name, module)
            assert set(re.findall(r'import .*?"\./(\w+)\.js"', written[module])) <= before, (name, module)
            before.add(module)
            sent = code_of(re.sub(r"^const \{[^}]*\}=\$\w+;$", "", text, flags=re.MULTILINE))
            kept = [SIGN.sub(r"\1", line) for line in code_of(written[module])]
            for line, was in zip(sent, kept, strict=True):
                # Only trailing comments may be missing.
                assert was == line or was[len(line) :].lstrip().startswith("// "), (name, module)
                assert was.startswith(line)
        assert module == name


def test_no_string_of_a_script_has_an_operator_between_spaces() -> None:
    lines = [line for path in (STATIC / "js").glob("*.js") for line in path.read_text("utf-8").splitlines()]
    code = [line for line in lines if not line.lstrip().startswith("//")]
    assert len(code) > 1500
    assert [text for line in code for text in line.split('"')[1::2] if SIGN.search(text)] == []


def test_no_page_runs_a_part_of_the_scripts_twice(visit: Visit, sheet: int) -> None:
    """Only one of the scripts stores the lines that wait to be sent."""
    texts = {name: asset.plain.decode() for name, asset in scripts().items()}
    paths = (
        "/",
        "/nouvelle/tarot",
        f"/parties/{sheet}",
        f"/parties/{sheet}/table",
        "/porter",
        "/securise",
        "/connecter",
        "/tournois",
    )
    for path in paths:
        names = re.findall(r"/js-\w+/(\w+)\.js", visit.get(path).html)
        names += [later for name in names for later in re.findall(r'import\("\./(\w+)\.js"', texts[name])]
        # A script imported by two others runs once.
        parts = [
            part for name in dict.fromkeys(names) for part, _ in PART.findall(texts[name]) if part != "uuid"
        ]
        assert sorted(set(parts)) == sorted(parts), path
        assert {"install", "badge"} <= set(parts), path


def test_debugging_gets_the_scripts_as_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    for name, asset in scripts.__wrapped__().items():
        assert asset.plain == (STATIC / "js" / f"{name}.js").read_bytes()
