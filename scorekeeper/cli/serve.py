"""Commands `serve`, which serves the app on this machine or to the network, and `follow`, which serves it as a standby server with a
copy of another server's records.
"""

import re
import signal
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import segno

from scorekeeper.cli.common import Command, CommandError, Number, option, read_passphrase
from scorekeeper.cli.storage import data_option, open_store, storage_failures
from scorekeeper.config import Config, House, data_folder
from scorekeeper.errors import Copied, Superseded
from scorekeeper.i18n import FALLBACK, N_, gettext
from scorekeeper.records import replica_store
from scorekeeper.records.replica_store import Source
from scorekeeper.server import journal, network, process
from scorekeeper.server.follower import Connection, Refusing, Unreachable, find
from scorekeeper.web.core.reach import WaysIn

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only with --lan
EVERYWHERE_6 = "::"
PORT = 8000
HTTPS_PORT = 8443


@click.command(cls=Command)
@option("--host", metavar="H")
@option("--port", type=Number(), default=PORT, metavar="P")
@option("--lan", is_flag=True)
@option("--https-port", type=Number(), metavar="P")
@option("--behind-proxy", type=Number(), default=0, metavar="N")
@option("--public-name", default="", metavar="H")
@option("--open", is_flag=True)
@option("--json-log", is_flag=True)
@data_option
def serve(**asked: Any) -> int:
    """Serve the app until stopped, and return the exit status; `asked` are the options, see `start`."""
    return start(**asked)


def start(
    *,
    host: str | None,
    port: int,
    data: str | None,
    lan: bool,
    https_port: int | None = None,
    behind_proxy: int = 0,
    public_name: str = "",
    open: bool = False,  # noqa: A002
    json_log: bool = False,
) -> int:
    """Check options, records and ports, print the addresses, and serve until stopped; return the exit status."""
    # Until the server handles it, SIGTERM simply exits.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    host = host or (EVERYWHERE if lan else LOOPBACK)
    if not 0 < port < 65536 or not 0 <= (https_port or 0) < 65536:
        raise CommandError(gettext("un port va de 1 à 65535"), 2)
    config = Config(data_folder(data), proxies=behind_proxy, public_name=public_name.lower())
    language = click.get_current_context().meta.get("language", FALLBACK)
    config = replace(config, open=open, json_log=json_log, language=language)
    _check_proxy(config, lan=lan)
    # Migrations and checks run here, where a failure is reported in one line; the worker opens the database again.
    with open_store(config.database, look=True) as store:
        only_read = store.read_only and not isinstance(store.refusing, (Copied, Superseded))
        copied = str(store.refusing) if isinstance(store.refusing, Copied) else ""
    _check_port(host, port)
    config = _reached(config, host, port)
    if config.name:
        config = replace(config, https_port=_https_port(host, https_port))
    _print_addresses(config, host, lan=lan, follows=bool(copied))
    if copied:
        sentence = N_("Copie de %(url)s, en lecture seule ; « Reprendre ici » est sur ses pages.")
        click.echo(gettext(sentence, url=copied))
    if only_read:
        click.echo(gettext("Lecture seule : on ne peut pas écrire dans le dossier."))
    journal.set_up(as_json=json_log)
    return 0 if process.run(config, host, port, verified=True) else 1


def _check_proxy(config: Config, *, lan: bool) -> None:
    """Raise `CommandError` for unsafe proxy options: a trusted proxy needs a public name, and must be the only way in.

    Otherwise any client could forge the forwarding headers.
    """
    if not 0 <= config.proxies < 10 or bool(config.proxies) != bool(config.public_name):
        both = N_("--behind-proxy (de 1 à 9 relais) et --public-name vont ensemble : il faut les deux")
        raise CommandError(gettext(both), 2)
    if config.public_name and not re.fullmatch(r"[a-z0-9.-]{1,253}", config.public_name):
        raise CommandError(gettext("--public-name est un nom sans port, comme marque.example.org"), 2)
    if config.proxies and lan:
        raise CommandError(gettext("--behind-proxy et --lan ne vont pas ensemble"), 2)


def _reached(config: Config, host: str, port: int) -> Config:
    """Return the configuration with the names and addresses by which devices reach the app."""
    machine = socket.gethostname().lower()
    names = ["localhost", LOOPBACK, "::1", machine, f"{machine.partition('.')[0]}.local"]
    if host in {EVERYWHERE, EVERYWHERE_6}:
        addresses, name = network.listening_on(host), House(config.data).name()
    else:
        addresses, name = () if host == LOOPBACK else (host,), ""
    names += [config.public_name] if config.public_name else []
    return replace(config, trusted_hosts=tuple(names), addresses=addresses, name=name, host=host, port=port)


def _print_addresses(config: Config, host: str, *, lan: bool, follows: bool) -> None:
    """Print the URLs of the app, the best one first, with `--lan` also as a QR code.

    A standby server leaves out the name, which belongs to the server that it follows.
    """
    ways = [way.url for way in WaysIn(config).ways() if not (follows and way.is_name)]
    first, *others = [*ways, f"http://{'localhost' if ways else LOOPBACK}:{config.port}/"]
    click.echo(gettext("Scorekeeper : %(url)s (Ctrl-C pour arrêter)", url=first))
    click.echo(gettext("Données : %(folder)s", folder=config.data))
    if others:
        click.echo(gettext("Aussi : %(urls)s", urls=", ".join(others)))
    if lan and config.addresses:
        segno.make(first, error="m").terminal(out=sys.stdout, compact=True)
    elif host in {EVERYWHERE, EVERYWHERE_6}:
        click.echo(gettext("Aucun réseau pour l’instant : les adresses s’afficheront ici dès qu’il y en a."))
    sys.stdout.flush()


def _https_port(host: str, wanted: int | None) -> int:
    """Return the HTTPS port; 0 for no HTTPS.

    `wanted` is the option: 0 for no HTTPS, `None` for `HTTPS_PORT` or, if that is taken, none. Raises `CommandError` when another
    port is wanted and taken.
    """
    port = HTTPS_PORT if wanted is None else wanted
    try:
        if port:
            _check_port(host, port)
    except CommandError:
        if wanted is not None:
            raise
        sentence = N_("Pas de https : le port %(port)s est pris (--https-port en choisit un autre).")
        click.echo(gettext(sentence, port=port))
        return 0
    return port


def _check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, TypeError) as error:
        # TypeError: a host name that cannot be encoded.
        sentence = N_("impossible d’écouter sur %(host)s, port %(port)s : pris ou interdit")
        raise CommandError(gettext(sentence, host=host, port=port)) from error


@click.command(cls=Command)
@option("--host", metavar="H")
@option("--port", type=Number(), default=PORT, metavar="P")
@option("--lan", is_flag=True)
@data_option
@click.argument("url", metavar="URL")
def follow(host: str | None, port: int, data: str | None, url: str, *, lan: bool) -> int:
    """Pair with the other server once, fetch its records, and serve the copy until stopped or until a takeover."""
    followed = Source(_address(url), "")
    database = Config(data_folder(data)).database
    known = replica_store.source(database.parent)
    if known is None and database.exists():
        sentence = N_("%(folder)s a déjà ses propres parties : prenez un autre dossier avec --data")
        raise CommandError(gettext(sentence, folder=database.parent))
    former = known is not None and followed.url in {known.url, *known.others}
    if known is not None and (former or find([followed.url], database.parent)):
        with storage_failures():
            replica_store.keep(database.parent, replace(known, url=followed.url))
    else:
        code = read_passphrase(gettext("Code montré au bureau de l’autre machine : "))
        first_copy(followed, database, code)
    return start(host=host, port=port, data=data, lan=lan)


def first_copy(followed: Source, database: Path, code: str) -> None:
    """Pair with the code and fetch all records for the first time. Raises `CommandError`."""
    try:
        paired = Connection(followed, database.parent).pair(code)
    except Refusing as error:
        sentence = N_("ce code n’est pas, ou plus, le bon : demandez-en un autre à l’organisateur")
        raise CommandError(gettext(sentence)) from error
    except (Unreachable, ValueError, KeyError) as error:
        raise CommandError(gettext("%(url)s ne répond pas (%(why)s)", url=followed.url, why=error)) from error
    try:
        with storage_failures():
            copy = Connection(paired, database.parent).fetch()
            # Stored before the copy, which would otherwise be taken for this machine's own records.
            replica_store.keep(database.parent, paired)
            copy.rename(database)
    except (Unreachable, Refusing) as error:
        raise CommandError(gettext("%(url)s ne répond pas (%(why)s)", url=followed.url, why=error)) from error


def _address(url: str) -> str:
    """Return the URL `http://10.0.0.5:8000/` of an address such as `10.0.0.5:8000`. Raises `CommandError` for an invalid one."""
    full = url if "://" in url else f"http://{url}"
    try:
        parts = urlsplit(full)
        # `parts.port` raises `ValueError` for an invalid port.
        if parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0:
            return f"{parts.scheme}://{parts.netloc}/"
    except ValueError:
        pass
    raise CommandError(gettext("« %(url)s » n’est pas une adresse comme http://10.0.0.5:8000/", url=url), 2)
