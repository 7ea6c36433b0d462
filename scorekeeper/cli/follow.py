"""`scorekeeper follow`: a warm copy of another machine's records, ready to take over."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import click

from scorekeeper.cli.common import Command, CommandError, Number, option, read_passphrase
from scorekeeper.cli.serve import PORT, start
from scorekeeper.cli.storage import data_option, storage_failures
from scorekeeper.config import Config, data_folder
from scorekeeper.i18n import N_, gettext
from scorekeeper.records import replica_store
from scorekeeper.records.replica_store import Source
from scorekeeper.server.follower import Connection, Refusing, Unreachable, find


@click.command(cls=Command)
@option("--host", metavar="H")
@option("--port", type=Number(), default=PORT, metavar="P")
@option("--lan", is_flag=True)
@data_option
@click.argument("url", metavar="URL")
def follow(host: str | None, port: int, data: str | None, url: str, *, lan: bool) -> int:
    """Pair with the other machine once, fetch everything, and serve it until it is stopped or goes on by itself."""
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
    """Pair by the code and fetch everything for the first time. Raises `CommandError`."""
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
            # Noted first: a copy without it would be taken for records of this machine.
            replica_store.keep(database.parent, paired)
            copy.rename(database)
    except (Unreachable, Refusing) as error:
        raise CommandError(gettext("%(url)s ne répond pas (%(why)s)", url=followed.url, why=error)) from error


def _address(url: str) -> str:
    """The address as it was meant: `10.0.0.5:8000` is enough."""
    full = url if "://" in url else f"http://{url}"
    try:
        parts = urlsplit(full)
        # Reading the port raises when it is none.
        if parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0:
            return f"{parts.scheme}://{parts.netloc}/"
    except ValueError:
        pass
    raise CommandError(gettext("« %(url)s » n’est pas une adresse comme http://10.0.0.5:8000/", url=url), 2)
