"""HTML that tries to read a file or the network: nothing is fetched, and the job fails with an error."""

from __future__ import annotations

import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scorekeeper.press.messages import Failure, PrintFailed
from scorekeeper.press.pdf import Printer
from tests.press.pages import page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAYLOADS = {
    "image": '<img src="{url}">',
    "image set": '<img srcset="{url} 1x" src="{url}">',
    "picture": '<picture><source srcset="{url}"><img src="{url}"></picture>',
    "style sheet": '<link rel="stylesheet" href="{url}">',
    "import": '<style>@import "{url}";</style>',
    "import url": "<style>@import url({url});</style>",
    "font": '<style>@font-face{{font-family:x;src:url("{url}")}} p{{font-family:x}}</style><p>x</p>',
    "background": '<p style="background:url({url})">x</p>',
    "list image": '<ul style="list-style-image:url({url})"><li>x</ul>',
    "content": '<style>p::before{{content:url("{url}")}}</style><p>x</p>',
    "border image": '<p style="border:3px solid;border-image:url({url}) 3">x</p>',
    "mask": '<p style="mask:url({url});background:url({url})">x</p>',
    "svg image": '<svg width="9" height="9"><image href="{url}" width="9" height="9"/></svg>',
    "svg image, old": '<svg width="9" height="9"><image xlink:href="{url}" width="9" height="9"/></svg>',
    "attachment": '<link rel="attachment" href="{url}">',
    "attached link": '<a rel="attachment" href="{url}">x</a>',
    "object": '<object data="{url}" type="image/png">x</object>',
    "embed": '<embed src="{url}" type="image/png">',
    "colour profile": '<style>@color-profile --x{{src:url("{url}")}} p{{color:color(--x 1 0 0)}}</style><p>x</p>',
    "base": '<base href="{url}"><img src="secret.png">',
}
IGNORED = {
    "frame": '<iframe src="{url}"></iframe>',
    "script": '<script src="{url}"></script>',
    "video": '<video src="{url}" poster="{url}"></video>',
    "meta": '<meta http-equiv="refresh" content="0;url={url}">',
    "svg use": '<svg width="9" height="9"><use href="{url}#a"/></svg>',
    "input image": '<input type="image" src="{url}">',
    "svg style sheet": '<?xml-stylesheet href="{url}"?><svg width="9" height="9"></svg>',
}
"""References that WeasyPrint ignores: nothing may be fetched either, but the document is printed."""


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A URL on this machine that must not be requested."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


def address(listener: socket.socket) -> str:
    return f"http://127.0.0.1:{listener.getsockname()[1]}/secret.png"


def nobody_called(listener: socket.socket) -> bool:
    try:
        listener.accept()
    except BlockingIOError:
        return True
    return False


@pytest.mark.parametrize("forms", [False, True], ids=["plain", "form"])
@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS.keys())
def test_document_that_fetches_fails(
    printer: Printer,
    listener: socket.socket,
    payload: str,
    forms: bool,  # noqa: FBT001
) -> None:
    with pytest.raises(PrintFailed) as failed:
        printer.render(page(payload.format(url=address(listener))), forms=forms)
    assert failed.value.code is Failure.REFUSED_RESOURCE
    assert nobody_called(listener)


@pytest.mark.parametrize("payload", IGNORED.values(), ids=IGNORED.keys())
def test_ignored_resource_is_not_fetched(printer: Printer, listener: socket.socket, payload: str) -> None:
    printer.render(page("<p>Bonjour</p>" + payload.format(url=address(listener))))
    assert nobody_called(listener)


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS.keys())
def test_document_that_reads_a_file_fails(printer: Printer, tmp_path: Path, payload: str) -> None:
    secret = tmp_path / "secret.png"
    secret.write_text("the secret of the cellar")
    with pytest.raises(PrintFailed) as failed:
        printer.render(page(payload.format(url=secret.as_uri())))
    assert failed.value.code is Failure.REFUSED_RESOURCE


@pytest.mark.parametrize(
    "url",
    [
        "data:image/png;base64,iVBORw0KGgo=",
        "logo.png",
        "//club.example/x.png",
        "/etc/passwd",
        "ftp://a/b",
        "jar:x",
    ],
)
def test_no_kind_of_address_is_fetched(printer: Printer, url: str) -> None:
    with pytest.raises(PrintFailed) as failed:
        printer.render(page(f'<img src="{url}">'))
    assert failed.value.code is Failure.REFUSED_RESOURCE
    assert "\n" not in failed.value.detail


def test_a_refusal_does_not_stain_the_next_document(printer: Printer) -> None:
    clean = printer.render(page("<p>Propre</p>"))
    with pytest.raises(PrintFailed):
        printer.render(page('<img src="http://127.0.0.1:9/x">'))
    assert printer.render(page("<p>Propre</p>")) == clean


def test_html_is_never_taken_as_a_file_name(printer: Printer, tmp_path: Path) -> None:
    secret = tmp_path / "page.html"
    secret.write_text(page("<p>cellar</p>"))
    with pytest.raises(PrintFailed, match="needs <title>"):
        printer.render(str(secret))


def test_links_for_readers_are_kept(printer: Printer) -> None:
    assert printer.render(page('<a href="https://club.example/">Le club</a>')).startswith(b"%PDF")


def test_child_refuses_sockets_and_programs_without_weasyprint() -> None:
    code = """
import socket, subprocess, os
from scorekeeper.press.worker import forbid_network
forbid_network()
refused = 0
for act in (
    lambda: socket.socket(),
    lambda: socket.getaddrinfo("localhost", 80),
    lambda: subprocess.run(["true"]),
    lambda: os.system("true"),
    lambda: os.fork(),
):
    try:
        act()
    except PermissionError:
        refused += 1
print(refused)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "5"
