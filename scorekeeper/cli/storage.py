"""Commands `backup`, `restore` and `check`, and for all commands: opening the records, and their failures as one line."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import click

from scorekeeper import errors
from scorekeeper.cli.common import Command, CommandError, argument, option, read_passphrase
from scorekeeper.config import Config, data_folder
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.records import connection, high_water_mark, queries
from scorekeeper.records.backup import copies, requests
from scorekeeper.records.replica_store import open_records
from scorekeeper.records.store import Store

FAILURES: dict[type[errors.StorageError], str] = {
    errors.StorageInUse: N_("un autre serveur travaille déjà sur ce dossier (%(detail)s)"),
    errors.StorageReadOnly: N_("impossible d’écrire dans le dossier (%(detail)s)"),
    errors.StorageFull: N_("le disque est plein : faites de la place, puis recommencez (%(detail)s)"),
    errors.StorageBusy: N_("la base est occupée par un autre programme (%(detail)s)"),
    errors.StorageOlder: N_(
        "la base date d’avant Scorekeeper 1.0 : elle ne s’ouvre plus, et reste telle quelle"
    ),
    errors.StorageNewer: N_(
        "la base vient d’une version plus récente de Scorekeeper (%(detail)s) : elle n’est ni ouverte ni changée ; "
        "installer cette version, ou remettre une copie d’avant : scorekeeper restore"
    ),
    errors.StorageBroken: N_(
        "la base ne peut pas être ouverte, elle reste en place (%(detail)s) ; voir : scorekeeper restore --help"
    ),
}

REASONS = {
    copies.TIMED: N_("automatique"),
    "manual": N_("à la main"),
    "takeover": N_("reprise"),
    "before-migration": N_("mise à jour"),
    "fuller": N_("la plus complète"),
}
"""Reasons of backups as `restore` lists them, by the last part of the file name."""

data_option = option("--data", metavar=N_("DOSSIER"))


def database_in(data: str | None) -> Path:
    """Return the path of the database in a data folder; warn when it is read-only. Raises `CommandError` when there is none."""
    database = Config(data_folder(data)).database
    if not database.exists():
        raise CommandError(gettext("il n’y a pas de base dans %(folder)s", folder=database.parent))
    if not connection.is_writable(database):
        sentence = N_("le dossier est protégé : la base est lue dans une copie, sans y toucher")
        click.echo(gettext(sentence), err=True)
    return database


@contextmanager
def storage_failures() -> Iterator[None]:
    """Turn a failure of the records into a `CommandError`."""
    try:
        yield
    except errors.StorageError as error:
        raise _failed(error) from error
    except sqlite3.Error as error:
        raise _failed(connection.storage_error(error)) from error
    except OSError as error:
        where = error.filename or ""
        raise CommandError(gettext("impossible de lire ou d’écrire %(where)s", where=where)) from error


@contextmanager
def open_store(database: Path, *, look: bool = False) -> Iterator[Store]:
    """Open the records; with `look`, read-only if they cannot be written. Prints warnings, and the path of a backup before a
    migration.
    """
    with storage_failures(), open_records(database, allow_read_only=look) as store:
        if store.copy_before_update:
            sentence = N_(
                "la base a été mise à jour ; celle d’avant est gardée : %(file)s "
                "(pour revenir : réinstaller l’ancienne version, puis scorekeeper restore avec ce fichier)"
            )
            click.echo(gettext(sentence, file=store.copy_before_update), err=True)
        for sentence in _checking().at_start(store):
            click.echo(sentence, err=True)
        yield store


def _checking() -> ModuleType:
    """Return the module `checking`, imported late because it imports all games."""
    from scorekeeper.tournaments import checking  # noqa: PLC0415

    return checking


def _failed(error: errors.StorageError) -> CommandError:
    sentence = next(text for kind, text in FAILURES.items() if isinstance(error, kind))
    return CommandError(gettext(sentence, detail=error))


@click.command(cls=Command)
@data_option
@option("-o", "--output", metavar=N_("DOSSIER"))
@option("--with-keys", is_flag=True)
@option("--sealed", is_flag=True)
def backup(data: str | None, output: str | None, *, with_keys: bool, sealed: bool) -> int:
    """Make a backup of the database and print its path; warn when it contains the secret keys."""
    database = database_in(data)
    folder = Path(output) if output else database.parent / copies.FOLDER
    passphrase = _seal_of_a_copy() if sealed else ""
    with storage_failures():
        why = "takeover" if with_keys or sealed else "manual"
        path = requests.request_copy(database, folder, why, keys=with_keys or sealed, passphrase=passphrase)
    if with_keys and not sealed:
        click.echo(gettext("copie de reprise : qui la tient a les clés de la maison"), err=True)
    click.echo(path)
    return 0


def _seal_of_a_copy() -> str:
    """Ask for the passphrase that encrypts a backup; it must be as strong as the organiser's. Raises `CommandError`."""
    from scorekeeper.tournaments.access.organiser import PASSPHRASE_MIN, is_common  # noqa: PLC0415 - as `_checking`

    passphrase = read_passphrase(gettext("Phrase de passe de la copie : "), twice=True)
    if len(passphrase) < PASSPHRASE_MIN or is_common(passphrase):
        raise CommandError(gettext("phrase de passe trop courte ou trop connue : quatre ou cinq mots"))
    return passphrase


@click.command(cls=Command)
@data_option
@option("--last", is_flag=True)
@argument("copy", metavar=N_("[FICHIER]"), required=False)
def restore(data: str | None, *, last: bool, copy: str | None) -> int:
    """Replace the database by a backup, which is verified first; the former database is kept. Without a backup, list the backups."""
    database = Config(data_folder(data)).database
    known = copies.copies(database.parent / copies.FOLDER)
    if last and known:
        with storage_failures():
            chosen, newest = high_water_mark.fullest(known), known[-1]
        copy = str(chosen.path)
        if chosen.seq > newest.seq:
            sentence = N_(
                "copie la plus complète : elle a %(most)s événements, la plus récente n’en a que %(newest)s"
            )
            click.echo(gettext(sentence, most=chosen.seq, newest=newest.seq), err=True)
    if copy is None:
        return _list_copies(known)
    path = Path(copy)
    if not path.is_file():
        raise CommandError(gettext("il n’y a pas de copie %(file)s", file=path))
    with storage_failures():
        passphrase = ""
        if not copies.opens(path, ""):
            passphrase = read_passphrase(gettext("Phrase de passe de la copie (vide : sans ses clés) : "))
        if passphrase and not copies.opens(path, passphrase):
            raise CommandError(gettext("ce n’est pas la phrase de passe de cette copie"))
        if copies.lacks_keys(path, database.parent, passphrase):
            sentence = N_("copie sans clés : les codes des tables seront à imprimer de nouveau")
            click.echo(gettext(sentence), err=True)
        aside = copies.restore(database, path, passphrase)
    click.echo(gettext("copie remise en place : %(file)s", file=path))
    if aside is not None:
        click.echo(gettext("l’ancienne base est gardée : %(file)s", file=aside))
    return 0


def _list_copies(known: list[copies.Copy]) -> int:
    if not known:
        raise CommandError(gettext("il n’y a aucune copie"))
    # Imported here, as no other command shows dates.
    from scorekeeper.i18n import SHORT_DATE, day  # noqa: PLC0415

    for copy in known:
        at = copy.at.astimezone()
        when = f"{day(at.isoformat(), SHORT_DATE)}, {at:%H:%M:%S}"
        why = gettext(REASONS.get(copy.why, copy.why))
        click.echo(f"{when:>24}  {copy.seq:>7}  {why:<18}  {copy.path}")
    return 0


@click.command(cls=Command)
@data_option
def check(data: str | None) -> int:
    """Make a temporary copy of the database and verify it: pages, schema, hash chain, and all sheets, tournaments and seasons
    anew.

    Returns 0. Raises `CommandError` for damage, lost events or a difference.
    """
    checking, database = _checking(), database_in(data)
    # Read before the copy is made, as a server may write meanwhile.
    noted = high_water_mark.noted(database.parent)
    with storage_failures(), tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        lost_log = ""
        if connection.is_log_lost(database):
            sentence = N_("des lignes manquent : le journal %(log)s est illisible")
            lost_log = gettext(sentence, log=connection.log_of(database))
        copy = requests.request_copy(database, Path(folder), "check", touch=False)
        with copies.open_copy(copy) as opened:
            damage = connection.damage(opened, thorough=True)
            if damage:
                raise CommandError(gettext("la base est abîmée : %(detail)s", detail=damage))
            lost = high_water_mark.loss(opened, database.parent, noted)
            if lost or lost_log:
                sentences = [lost_log, checking.loss_sentence(lost) if lost else ""]
                raise CommandError(gettext(" ; ").join(filter(None, sentences)))
            checking.refuse_newer(opened)
            players = checking.player_differences(opened)
            parties, tournaments = checking.differences(opened)
            events = queries.event_count(opened)
            if earlier := high_water_mark.remembered(opened):
                click.echo(checking.loss_sentence(earlier))
    for line in [*players, *parties, *tournaments]:
        click.echo(line)
    if count := len(parties):
        raise CommandError(
            ngettext("%(num)s partie recomptée diffère", "%(num)s parties recomptées diffèrent", count)
        )
    if count := len(tournaments):
        raise CommandError(
            ngettext("%(num)s tournoi recompté diffère", "%(num)s tournois recomptés diffèrent", count)
        )
    if players:
        raise CommandError(gettext("la liste des joueurs ne va pas avec les parties"))
    sound = ngettext("tout est juste (%(num)s événement)", "tout est juste (%(num)s événements)", events)
    click.echo(sound)
    return 0
