"""The installed app: its manifest and icons, the pages that its worker caches, and the video that keeps the screen on."""

from __future__ import annotations

import gzip
import io
import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.web.browsing import Visit

PHRASE = "trois cochons roses dansent"
KEEP = "X-Offline"


def test_manifest_has_the_app_name_and_icons_of_stated_sizes(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    assert "Set-Cookie" not in answer.headers
    manifest = json.loads(answer.text)
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]} == {
        ("any", "any"),
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        picture = client.get(icon["src"])
        assert (picture.status_code, picture.mimetype) == (200, icon["type"])
        assert "immutable" in picture.headers["Cache-Control"]
        if icon["type"] == "image/png":
            side = int(icon["sizes"].partition("x")[0])
            assert Image.open(io.BytesIO(picture.data)).size == (side, side)
    assert client.get("/files-0/icon-1.png").status_code == 404


def test_a_page_names_manifest_and_touch_icon(visit: Visit) -> None:
    page = visit.get("/").html
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert touch is not None
    assert Image.open(io.BytesIO(visit.client.get(touch[1]).data)).size == (180, 180)


def test_worker_fetches_few_and_existing_files_only(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assets = re.match(r'const VERSION = "[0-9a-f]{12}", ASSETS = (\[.*?\]);\n', answer.text)
    assert assets is not None
    sizes = {path: client.get(path, headers={"Accept-Encoding": "gzip"}) for path in json.loads(assets[1])}
    assert {sent.status_code for sent in sizes.values()} == {200}
    assert not any("Set-Cookie" in sent.headers for sent in sizes.values())
    assert sum(len(sent.data) + len(str(sent.headers)) for sent in sizes.values()) <= 150_000
    # All files that the cached pages link, or that scripts fetch later, are cached.
    pages = [client.get(path).text for path in ("/", "/nouvelle/tarot", "/aide/tarot", "/hors-ligne")]
    named = {path for page in pages for path in re.findall(r'(?:src|stylesheet" href)="(/[^"]+)"', page)}
    for path in [path for path in sizes if path.endswith(".js")]:
        named |= {
            re.sub(r"\w+\.js$", name, path)
            for name in re.findall(r'import\("\./(\w+\.js)"', gzip.decompress(sizes[path].data).decode())
        }
    assert len(named) >= 4
    assert named <= set(sizes)


def test_offline_page_and_worker_follow_the_language(client: FlaskClient) -> None:
    workers = set()
    for language, shown, hidden in (
        ("fr", "Pas de réseau", "No network"),
        ("en", "No network", "Pas de réseau"),
    ):
        asked = {"Accept-Language": language}
        page = client.get("/hors-ligne", headers=asked).text
        assert f"<h1>{shown}</h1>" in page
        assert hidden not in page
        assert f'<html lang="{language}">' in page
        workers.add(client.get("/sw.js", headers=asked).text)
    assert len(workers) == 2


@pytest.mark.parametrize(
    ("path", "kept"),
    [("/", True), ("/parties/1", True), ("/aide/tarot", True), ("/joueurs", False), ("/organisateur", False)],
)
def test_public_pages_alone_are_cached_and_none_of_the_organiser(
    app: Flask, visit: Visit, sheet: int, path: str, *, kept: bool
) -> None:
    assert sheet == 1
    assert (visit.client.get(path).headers.get(KEEP) == "keep") is kept
    set_passphrase(app.extensions["store"], PHRASE)
    form = visit.get("/organisateur").form("/entrer")
    assert visit.send(form, form.with_fields({"phrase": PHRASE})).status == 303
    assert KEEP not in visit.client.get(path).headers
    assert KEEP not in visit.client.get("/parties/99").headers


def test_the_film_is_sent_in_parts(visit: Visit, sheet: int) -> None:
    link = re.search(r'data-film="([^"]+)"', visit.get(f"/parties/{sheet}").html)
    assert link is not None
    film = visit.client.get(link[1])
    assert (film.status_code, film.mimetype, film.data[4:8]) == (200, "video/mp4", b"ftyp")
    assert len(film.data) < 4000
    part = visit.client.get(link[1], headers={"Range": "bytes=0-1"})
    assert (part.status_code, part.data) == (206, film.data[:2])
    assert part.headers["Content-Range"] == f"bytes 0-1/{len(film.data)}"
