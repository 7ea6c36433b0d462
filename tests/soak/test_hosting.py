"""Examples for hosting: the units pass systemd's check, and a club runs with them behind a real Caddy."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest

from tests.patience import until
from tests.web.process import Served, free_port

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
UNITS = sorted(EXAMPLES.glob("*.service"))
NAME = "marque.example.org"
PROGRAM = "/opt/scorekeeper/bin/scorekeeper"


def command_of(unit: Path) -> list[str]:
    line = next(line for line in unit.read_text("utf-8").splitlines() if line.startswith("ExecStart="))
    return shlex.split(line.removeprefix("ExecStart="))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_the_units(tmp_path: Path, unit: Path) -> None:
    name = unit.name.replace("@", "@club")
    text = unit.read_text("utf-8").replace(PROGRAM, sys.executable)
    (tmp_path / unit.name).write_text(text)
    (tmp_path / name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", f"./{name}"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    # Other units of the machine may be faulty; ours must have no message.
    assert (done.returncode, unit.name in done.stderr + done.stdout) == (0, False), done.stderr


@dataclass
class Club:
    """A server of the app, the HTTPS port of a Caddy in front of it, and the certificates that its visitors trust."""

    server: Served
    port: int
    trust: ssl.SSLContext

    def ask(self, path: str, **headers: str) -> tuple[int, Message, bytes]:
        """Send a GET through Caddy by HTTPS; `_` in the names of headers means `-`. Return status, headers and body."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        with contextlib.closing(http.client.HTTPConnection(NAME, self.port, timeout=30)) as connection:
            plain = socket.create_connection(("127.0.0.1", self.port), timeout=30)
            with plain:
                connection.sock = self.trust.wrap_socket(plain, server_hostname=NAME)
            connection.request("GET", path, headers=sent)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    if not shutil.which("caddy"):
        pytest.skip("no Caddy here")
    port, https = free_port(), free_port()
    unit = command_of(EXAMPLES / "scorekeeper@.service")
    more = [{"${NAME}": NAME}.get(word, word) for word in unit[unit.index("--behind-proxy") :]]
    server = Served(tmp_path / "data", port, more=more[: more.index("--data")])
    example = (EXAMPLES / "Caddyfile").read_text("utf-8")
    site = example.partition("\n}\n")[0] + "\n\ttls internal\n}\n"
    caddyfile = site.replace("127.0.0.1:8001", f"127.0.0.1:{port}").replace(
        f"\n{NAME} ", f"\n{NAME}:{https} "
    )
    assert str(port) in caddyfile
    assert str(https) in caddyfile
    heading = f"{{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system {tmp_path / 'pki'}\n}}\n"
    (tmp_path / "Caddyfile").write_text(heading + caddyfile)
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    with (tmp_path / "caddy.log").open("wb") as log, contextlib.ExitStack() as ended:
        ended.callback(server.kill)
        caddy = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "HOME": str(tmp_path)})
        ended.callback(caddy.wait, 30)
        ended.callback(caddy.terminate)
        server.wait()
        root = tmp_path / "pki" / "pki" / "authorities" / "local" / "root.crt"
        until(root.exists)
        club = Club(server, https, ssl.create_default_context(cafile=str(root)))
        until(lambda: club.ask("/api/health")[0] == 200)
        yield club


def test_a_club_is_served_as_the_examples_say(club: Club) -> None:
    status, head, page = club.ask("/connecter")
    assert status == 200
    assert head["Strict-Transport-Security"].startswith("max-age=31536000")
    assert head["Set-Cookie"].startswith("__Host-scorekeeper=")
    assert f'href="https://{NAME}/"' in page.decode()
    assert club.ask("/feuilles/tarot.pdf")[2][:5] == b"%PDF-"
    # Forwarding headers of a visitor are ignored.
    liar = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Host": "evil.example", "X_Forwarded_Proto": "http"}
    assert club.ask("/aide", **liar)[0] == 200
    assert club.ask("/organisateur", **liar)[0] == 200
    assert club.ask("/connecter/salle", **liar)[0] == 401
    assert club.server.call("GET", "/api/health")[0] == 200  # asked on the machine itself
    lines = [json.loads(line) for line in club.server.log.read_text().splitlines() if line.startswith("{")]
    asked = [line["from"] for line in lines if "route" in line]
    assert len(asked) >= 6
    assert set(asked) == {"127.0.0.1"}
    plain = socket.create_connection(("127.0.0.1", club.port), timeout=30)
    with plain, pytest.raises(ssl.SSLError):
        club.trust.wrap_socket(plain, server_hostname="evil.example")
