"""Laptop as a hotspot: `python -m tests.soak.hotspot DATA LOG` in a network namespace of its own (`tests.soak.alone`)."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from zeroconf import IPVersion, ServiceInfo, Zeroconf

from tests.patience import until

FIRST, LATER = "10.42.0.1", "10.77.0.1"


def ip(*words: str) -> None:
    """Run the `ip` command with these arguments. Raises `CalledProcessError` if it fails."""
    subprocess.run(["ip", *words], check=True)


def get(host: str, path: str = "/connecter", name: str = "") -> tuple[int, str]:
    """Return status and text of a page over HTTP at port 8000, also of errors; `name` is the `Host` header, by default `host`."""
    request = urllib.request.Request(f"http://{host}:8000{path}", headers={"Host": name} if name else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - http, as above
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def serial_of(data: Path, host: str, name: str) -> object:
    """Request the health page by HTTPS at `host` for the name `name`, trusting only the authority in `data`. Fails unless it
    answers 200. Return the serial number of the certificate.
    """
    trusted = ssl.create_default_context(cafile=data / "authority" / "house.crt")
    with (
        socket.create_connection((host, 8443), timeout=5) as plain,
        trusted.wrap_socket(plain, server_hostname=name) as channel,
    ):
        head = f"GET /api/health HTTP/1.1\r\nHost: {name}:8443\r\nConnection: close\r\n\r\n"
        channel.sendall(head.encode())
        assert channel.recv(1000).startswith(b"HTTP/1.1 200")
        certificate = channel.getpeercert()
        assert certificate is not None
        return certificate["serialNumber"]


def check_addresses(data: Path) -> None:
    """Check pages, certificates and the announced name: at address `FIRST`, with `LATER` beside it, then with `LATER` alone."""
    until(lambda: get(FIRST, "/api/health")[0] == 200, 60)
    name = f"marque-{(data / 'authority' / 'name').read_text()}.local"
    status, page = get(FIRST)
    assert status == 200
    assert f"http://{FIRST}:8000/" in page
    assert f"http://{name}:8000/" in page
    assert [get(FIRST, name=host)[0] for host in (name, "evil.example", LATER)] == [200, 400, 400]
    until(lambda: serial_of(data, FIRST, FIRST))
    before = serial_of(data, FIRST, name)
    ip("address", "add", f"{LATER}/24", "dev", "hotspot")
    until(lambda: get(LATER)[0] == 200 and f"http://{LATER}:8000/" in get(LATER)[1])
    until(lambda: serial_of(data, LATER, LATER))
    tries = [(host, asked) for host in (FIRST, LATER) for asked in (host, name) for _ in range(8)]
    serials = {serial_of(data, host, asked) for host, asked in tries}
    assert len(serials) == 1
    assert before not in serials
    ip("address", "del", f"{FIRST}/24", "dev", "hotspot")
    until(lambda: get(LATER, name=FIRST)[0] == 400)
    assert f"http://{FIRST}:8000/" not in get(LATER)[1]
    listener = Zeroconf(interfaces=[LATER], ip_version=IPVersion.V4Only, use_asyncio=False)
    kind = "_http._tcp.local."
    service = ServiceInfo(kind, f"Scorekeeper {name.removesuffix('.local')}.{kind}")
    assert service.request(listener, 15000)
    assert (service.server, service.parsed_addresses()) == (f"{name}.", [LATER])
    listener.close()


def main(data: Path, log: Path) -> None:
    """Create the network, run the server in it during the checks, and print its log. Fails unless the server ends with status 0."""
    ip("link", "set", "lo", "up")
    ip("link", "add", "hotspot", "type", "veth", "peer", "name", "tablet")
    ip("address", "add", f"{FIRST}/24", "dev", "hotspot")
    ip("link", "set", "hotspot", "up")
    ip("link", "set", "tablet", "up")
    routes = subprocess.run(["ip", "route", "show", "default"], capture_output=True, check=True)
    assert routes.stdout == b""
    command = [sys.executable, "-m", "scorekeeper", "serve", "--lan", "--data", str(data)]
    with log.open("ab") as output, subprocess.Popen(command, stdout=output, stderr=output) as server:
        try:
            check_addresses(data)
        finally:
            server.terminate()
            server.wait()
            sys.stdout.write(log.read_text())
    assert server.returncode == 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
