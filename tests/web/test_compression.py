"""Answers on the wire: compressed where it is worth it and gives nothing away, and styles and scripts kept for ever."""

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
def test_nothing_is_compressed_for_who_does_not_take_it(client: FlaskClient, accepted: str) -> None:
    assert encoding(packed(client, "/", accepted)) is None


def test_what_is_small_or_compressed_already_is_sent_as_it_is(visit: Visit) -> None:
    client = visit.client
    fields = {"langue": "fr", "csrf_token": visit.token()}
    chosen = client.post("/langue", data=fields, headers={"Accept-Encoding": "gzip"})
    assert (chosen.status_code, encoding(chosen)) == (303, None)
    assert encoding(packed(client, "/icon-0.svg")) == "gzip"
    picture = packed(client, "/static/screenshots/tarot.png")
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
    found = [token for page in pages for token in TOKEN.findall(page)]
    assert len(set(found)) == len(found) >= 3
    for token in found:
        answer = visit.client.post("/langue", data={"csrf_token": token, "langue": "en"})
        assert answer.status_code == 303
    for wrong in ("", "00" * 40, found[0][:-2], found[0][:-1] + "g", found[0] + found[1], "##" + "0" * 40):
        answer = visit.client.post("/langue", data={"csrf_token": wrong, "langue": "en"})
        assert answer.status_code == 400


def assets(visit: Visit) -> set[str]:
    """The addresses of styles, scripts and pictures on some pages, and of what the scripts import."""
    pages = [visit.get(path).html for path in ("/", "/nouvelle/tarot", "/tournois")]
    found = {path for page in pages for path in re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js|svg))"', page)}
    for path in [path for path in found if path.endswith(".js")]:
        imported = re.findall(r'from "\./([^"]+)"', visit.client.get(path).get_data(as_text=True))
        found |= {f"{path.rpartition('/')[0]}/{name}" for name in imported}
    return found


def test_styles_scripts_and_pictures_are_kept_for_ever(visit: Visit) -> None:
    found = assets(visit)
    assert {path.rpartition(".")[2] for path in found} == {"css", "js", "svg"}
    for path in found:
        plain, small = visit.client.get(path), packed(visit.client, path)
        for answer in (plain, small):
            assert answer.status_code == 200, path
            assert answer.headers["Cache-Control"] == FOREVER, path
            assert "Accept-Encoding" in answer.headers["Vary"]
            assert "Set-Cookie" not in answer.headers
        assert gzip.decompress(small.data) == plain.data
        digest = re.search(r"-([0-9a-f]{12})[./]", path)
        assert digest is not None, path
        other = visit.client.get(path.replace(digest[1], "0" * 12))
        assert (other.headers["Cache-Control"], other.data) == ("no-cache", plain.data)


def test_scripts_travel_without_comments_and_say_the_same() -> None:
    for path in sorted((STATIC / "js").glob("*.js")):
        sent = scripts()[path.stem].plain.decode()
        code = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
        kept = [line for line in code if not line.startswith("//")]
        there = sent.splitlines()
        assert len(there) == len(kept), path.name
        for line, was in zip(there, kept, strict=True):
            # At most a comment behind the code is missing.
            assert was == line or was[len(line) :].lstrip().startswith("// "), path.name
            assert was.startswith(line)
