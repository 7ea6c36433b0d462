"""`scorekeeper serve`: the app, for this machine or for the tablets of the room."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import ipaddress
import logging
import signal
import socket
import sys

import segno

from scorekeeper.cli import server
from scorekeeper.cli.common import CommandError, add_data, config_of, count, told
from scorekeeper.config import Config
from scorekeeper.i18n import N_, gettext
from scorekeeper.records.store import Store

HELP = N_("sert l’application")
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only with --lan, that is when asked for
PORT = 8000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to serve, and which data."""
    parser.add_argument("--host", metavar="H", help=gettext("adresse d’écoute (sinon cette machine seule)"))
    parser.add_argument(
        "--port", metavar="P", type=count, default=PORT, help=gettext("port (sinon %(port)s)", port=PORT)
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help=gettext("pour les tablettes de la salle ; montre l’adresse et un code QR"),
    )
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Check everything that can go wrong, say where the app is, and serve until stopped."""
    # Until the server listens for it, being told to stop simply ends the program.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    host = args.host or (EVERYWHERE if args.lan else LOOPBACK)
    if not 0 < args.port < 65536:
        raise CommandError(gettext("un port va de 1 à 65535"), 2)
    config = config_of(args)
    # Migrations and checks happen here, where their failure is one line; the worker opens the file anew.
    with told(), Store(config.database, look=True) as store:
        only_read = store.looking
    _check_port(host, args.port)
    addresses = reached_by(host)
    url = f"http://{_bracketed(addresses[0])}:{args.port}/"
    hosts = tuple(dict.fromkeys([*addresses, *_names()]))
    config = dataclasses.replace(config, trusted_hosts=hosts, address=url if host != LOOPBACK else "")
    _tell(config, url, qr=args.lan)
    if only_read:
        sys.stdout.write(gettext("Lecture seule : le dossier ne se laisse pas écrire.") + "\n")
        sys.stdout.flush()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    return 0 if server.run(config, host, args.port, verified=True) else 1


def _tell(config: Config, url: str, *, qr: bool) -> None:
    sys.stdout.write(gettext("Scorekeeper : %(url)s (Ctrl-C pour arrêter)", url=url) + "\n")
    sys.stdout.write(gettext("Données : %(folder)s", folder=config.data) + "\n")
    if qr:
        segno.make(url, error="m").terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()


def _check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        raise CommandError(
            gettext(
                "impossible d’écouter sur %(host)s, port %(port)s : pris ou interdit", host=host, port=port
            )
        ) from error


def reached_by(host: str) -> list[str]:
    """The addresses that the app can be reached by, the best one first."""
    if host not in {EVERYWHERE, "::"}:
        return [host]
    found = []
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            # Nothing is sent: connecting a datagram socket only asks which of our addresses would be used.
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    with contextlib.suppress(OSError):
        found.extend(str(item[4][0]) for item in socket.getaddrinfo(socket.gethostname(), None))
    usable = [one for one in found if not ipaddress.ip_address(one.partition("%")[0]).is_loopback]
    return list(dict.fromkeys(usable)) or [LOOPBACK]


def _names() -> list[str]:
    name = socket.gethostname().lower()
    return ["localhost", LOOPBACK, "::1", name, f"{name.partition('.')[0]}.local"]


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
