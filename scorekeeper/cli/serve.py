"""`scorekeeper serve`: the app, for this machine or for the tablets of the room."""

from __future__ import annotations

import contextlib
import dataclasses
import ipaddress
import logging
import signal
import socket
import sys

import click
import segno

from scorekeeper.cli.common import CommandError
from scorekeeper.cli.parsing import Command, Number, option
from scorekeeper.cli.storage import data_option, open_store
from scorekeeper.config import Config, data_folder
from scorekeeper.i18n import gettext
from scorekeeper.server import process

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only with --lan, that is when asked for
PORT = 8000


@click.command(cls=Command)
@option("--host", metavar="H")
@option("--port", type=Number(), default=PORT, metavar="P")
@option("--lan", is_flag=True)
@option("--open", is_flag=True)
@data_option
def serve(host: str | None, port: int, data: str | None, *, lan: bool, open: bool) -> int:  # noqa: A002
    """Check everything that can go wrong, print where the app is, and serve until stopped."""
    # Until the server listens for it, a signal to stop simply ends the program.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    host = host or (EVERYWHERE if lan else LOOPBACK)
    if not 0 < port < 65536:
        raise CommandError(gettext("un port va de 1 à 65535"), 2)
    config = Config(data_folder(data), open=open)
    # Migrations and checks happen here, where their failure is one line; the worker opens the file anew.
    with open_store(config.database, look=True) as store:
        only_read = store.read_only
    _check_port(host, port)
    addresses = reached_by(host)
    url = f"http://[{addresses[0]}]:{port}/" if ":" in addresses[0] else f"http://{addresses[0]}:{port}/"
    name = socket.gethostname().lower()
    names = ["localhost", LOOPBACK, "::1", name, f"{name.partition('.')[0]}.local"]
    hosts = tuple(dict.fromkeys([*addresses, *names]))
    config = dataclasses.replace(config, trusted_hosts=hosts, address=url if host != LOOPBACK else "")
    _print_address(config, url, qr=lan)
    if only_read:
        click.echo(gettext("Lecture seule : on ne peut pas écrire dans le dossier."))
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    return 0 if process.run(config, host, port, verified=True) else 1


def _print_address(config: Config, url: str, *, qr: bool) -> None:
    click.echo(gettext("Scorekeeper : %(url)s (Ctrl-C pour arrêter)", url=url))
    click.echo(gettext("Données : %(folder)s", folder=config.data))
    if qr:
        segno.make(url, error="m").terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()


def _check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, TypeError) as error:
        # TypeError: a host name that cannot be encoded.
        raise CommandError(
            gettext(
                "impossible d’écouter sur %(host)s, port %(port)s : pris ou interdit", host=host, port=port
            )
        ) from error


def reached_by(host: str) -> list[str]:
    """The addresses that the app can be reached by, the best one first."""
    if host not in {EVERYWHERE, "::"}:
        return [host]
    addresses = []
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            # Nothing is sent: connecting a datagram socket only asks which of our addresses would be used.
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                addresses.append(probe.getsockname()[0])
        except OSError:
            continue
    with contextlib.suppress(OSError):
        addresses.extend(str(item[4][0]) for item in socket.getaddrinfo(socket.gethostname(), None))
    usable = [
        address for address in addresses if not ipaddress.ip_address(address.partition("%")[0]).is_loopback
    ]
    return list(dict.fromkeys(usable)) or [LOOPBACK]
