"""A laptop as hotspot: a network of its own with an address and no default route, in a namespace of the kernel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ADDRESS, LATER = "10.42.0.1", "10.77.0.1"
SERVE = """
import os, re, subprocess, sys, time, urllib.error, urllib.request
data, log = sys.argv[1:]

def ip(*words):
    subprocess.run(["ip", *words], check=True)

def get(host, path="/connecter", told=None):
    request = urllib.request.Request(f"http://{host}:8000{path}", headers={"Host": told} if told else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()

def until(true):
    for _ in range(300):
        try:
            if true():
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError(open(log).read())

ip("link", "set", "lo", "up")
ip("link", "add", "hotspot", "type", "veth", "peer", "name", "tablet")
ip("address", "add", "ADDRESS/24", "dev", "hotspot")
ip("link", "set", "hotspot", "up")
ip("link", "set", "tablet", "up")
assert not subprocess.run(["ip", "route", "show", "default"], capture_output=True, text=True).stdout
command = [sys.executable, "-m", "scorekeeper", "serve", "--lan", "--data", data]
server = subprocess.Popen(command, stdout=open(log, "ab"), stderr=subprocess.STDOUT)
try:
    until(lambda: get("ADDRESS", "/api/health")[0] == 200)
    name = "marque-" + open(f"{data}/authority/name").read() + ".local"
    status, page = get("ADDRESS")
    assert status == 200 and "http://ADDRESS:8000/" in page and f"http://{name}:8000/" in page, page
    assert get("ADDRESS", told=name)[0] == 200
    assert get("ADDRESS", told="evil.example")[0] == 400
    assert get("ADDRESS", told="LATER")[0] == 400
    ip("address", "add", "LATER/24", "dev", "hotspot")
    until(lambda: get("LATER")[0] == 200 and "http://LATER:8000/" in get("LATER")[1])
    ip("address", "del", "ADDRESS/24", "dev", "hotspot")
    until(lambda: get("LATER", told="ADDRESS")[0] == 400)
    assert "http://ADDRESS:8000/" not in get("LATER")[1]

    from zeroconf import IPVersion, Zeroconf
    from zeroconf import AddressResolverIPv4
    listener = Zeroconf(interfaces=["LATER"], ip_version=IPVersion.V4Only, use_asyncio=False)
    found = AddressResolverIPv4(name + ".")
    assert found.request(listener, 15000), "the name is not announced"
    assert found.parsed_addresses() == ["LATER"], found.parsed_addresses()
    listener.close()
finally:
    server.terminate()
    server.wait(30)
assert server.returncode == 0
"""


@pytest.mark.skipif(
    bool(subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode),
    reason="this system gives no network of its own to tests",
)
def test_without_a_default_route_the_address_is_shown_and_answered(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = SERVE.replace("ADDRESS", ADDRESS).replace("LATER", LATER)
    command = ["unshare", "-rn", sys.executable, "-c", script, str(tmp_path / "data"), str(log)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
        env={**os.environ, "COLUMNS": "100", "LANG": "fr"},
    )
    assert done.returncode == 0, done.stderr + log.read_text()
    said = log.read_text()
    assert f"Scorekeeper\u00a0: http://{ADDRESS}:8000/" in said
    assert re.search(rf"Adresses\u00a0: .*http://{LATER}:8000/", said)
    assert "Traceback" not in said
