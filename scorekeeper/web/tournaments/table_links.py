"""The link of each table: its QR code to be printed, taking the table on a tablet, and where that tablet goes then."""

from urllib.parse import urlsplit

from flask import current_app, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.errors import StorageFull, Unknown
from scorekeeper.i18n import gettext
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.model import Stage, TableOf, Tournament
from scorekeeper.web.core.jinja import qr
from scorekeeper.web.core.reach import bare, reach
from scorekeeper.web.core.requests import store
from scorekeeper.web.core.safety import secret_page, send_plain
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.layout import live, page
from scorekeeper.web.tournaments.permissions import Pages, Role, by

blueprint = Pages("tournament_links", __name__)
WALL, DRAWN, ALWAYS, TABLES = read_sentences(__file__, "wall", "drawn", "always", "tables")


def link_key() -> bytes:
    """The secret that the tables' links are made from."""
    return bytes(current_app.config["SECRET_KEY"])


def prints(t: Tournament) -> list[tuple[str, str, str]]:
    """Papers: addresses with their labels, and the field that asks for the latest round, empty where none does."""
    papers = {**WALL, **DRAWN, **ALWAYS} if t.draws else ALWAYS
    parted = [(*key.partition("?"), label) for key, label in papers.items()]
    return [
        (url_for(f"posters.{view}", number=t.id), gettext(label), asked) for view, _, asked, label in parted
    ]


def files(t: Tournament) -> list[tuple[str, str]]:
    """Files that can be taken away of a tournament: addresses with their labels."""
    tables = [
        (url_for("tournament_api.export_csv", number=t.id, table=table, excel=1), gettext(label))
        for table, label in TABLES.items()
        if table != CsvTable.EQUIPES or t.options.team
    ]
    return [*tables, (url_for("tournament_api.export_json", number=t.id), gettext("Tout en JSON"))]


def join_url(token: str, endpoint: str = "tournament_links.join") -> str:
    """The address that a code holds: the one that tablets of the room can reach."""
    return reachable(url_for(endpoint, token=token))


def reachable(path: str) -> str:
    """A page of this app as others of the room can open it."""
    address = reach().printed_url() or request.host_url
    return f"{address.rstrip('/')}{path}"


@blueprint.app_template_global("codes_note")
def codes_note() -> str:
    """The sentence about codes that lead nowhere but on this machine; empty where the room can open them."""
    host = bare(urlsplit(reachable("/")).netloc)
    if host not in {"localhost", "::1"} and not host.startswith("127."):
        return ""
    if reach().shared:
        return gettext(
            "Sans réseau, ces codes ne s’ouvrent que sur cet ordinateur : rejoignez d’abord un Wi-Fi."
        )
    return gettext("Ces codes ne s’ouvrent que sur cet ordinateur.")


def link_and_code(token: str, endpoint: str = "tournament_links.join") -> tuple[str, Markup]:
    """A table's link, or a sheet's, with its code."""
    url = join_url(token, endpoint)
    return url, qr(url)


@blueprint.get("/tournois/<number:number>/imprimer", role=Role.ORGANISATEUR)
def index(number: int) -> str:
    """The codes of the tables, and what can be printed."""
    t = desk.read(store(), number)
    lost = table_links.lost(store(), number, key=link_key())
    try:
        make = t.draws and not lost
        tokens = table_links.tokens(store(), number, key=link_key(), by=by()) if make else {}
    except StorageFull:
        tokens = table_links.tokens_so_far(store(), number, key=link_key())
    send_plain()
    return page(
        "links",
        t,
        "tournament_links.index",
        lost=lost,
        cards={table: link_and_code(token) for table, token in sorted(tokens.items())},
        prints=prints(t),
        files=files(t),
    )


@blueprint.post("/tournois/<number:number>/liens/<number:table>/changer", role=Role.ORGANISATEUR)
def rotate(number: int, table: int) -> Response:
    """Make a new link for a table; the old one, and the tablets that came by it, are shut out."""
    t = desk.read(store(), number)
    if not 1 <= table <= table_links.table_count(t):
        raise Unknown(f"table {table}")
    table_links.rotate(store(), number, table, key=link_key(), by=by())
    return redirect(url_for("tournament_links.index", number=number) + f"#table-{table}", 303)


@blueprint.post("/tournois/<number:number>/liens/refaire", role=Role.ORGANISATEUR)
def renew(number: int) -> Response:
    """Make new links where those that were printed cannot be made again."""
    table_links.renew(store(), number, key=link_key(), by=by())
    return redirect(url_for("tournament_links.index", number=number), 303)


@blueprint.get("/t/<token>")
def join(token: str) -> Response:
    """Ask whether this tablet shall be the table's. Looking changes nothing."""
    bound = table_links.table_of_token(store(), token) or permissions.dead_link()
    t = desk.read(store(), bound.tournament)
    return secret_page(render_template("tournaments/join.html", tournament=t, table=bound.table, token=token))


@blueprint.post("/t/<token>")
def take(token: str) -> Response:
    """Take the table on this tablet."""
    if table_links.table_of_token(store(), token) is None:
        permissions.dead_link()
    cookie, _ = table_links.bind(store(), token, permissions.device())
    response: Response = redirect(url_for("tournament_links.mine"), 303)
    permissions.remember(response, permissions.TABLE_COOKIE, cookie)
    return response


@blueprint.get("/table")
def mine() -> Response:
    """The sheet of this tablet's table; between two rounds, that it waits."""
    bound = permissions.visitor().bound
    if bound is None:
        raise Unknown("table")
    t = desk.read(store(), bound.tournament)
    current = t.current
    table = current.table(bound.table) if current and bound.table <= len(current.tables) else None
    if table is not None and table.result is None:
        return redirect(url_for("parties.show", number=table.partie), 303)
    state = f"{t.decided}-{table.partie if table else 0}"
    return live(state, lambda: wait_page(t, bound.table, table), "table", t.id, bound.table)


def wait_page(t: Tournament, number: int, table: TableOf | None) -> str:
    """Why there is nothing to write now."""
    if table is not None:
        why = gettext("La feuille est confirmée. Merci !")
    elif t.stage is Stage.FINI:
        why = gettext("Le tournoi est fini.")
    elif t.current:
        why = gettext("Personne ne joue à cette table pendant ce tour.")
    else:
        why = gettext("Le tour suivant n’est pas encore ouvert : la feuille apparaîtra ici toute seule.")
    return page("wait", t, table=number, why=why, seated=table)


@blueprint.post("/table/rendre")
def leave() -> Response:
    """Let this tablet belong to no table again."""
    response: Response = redirect(url_for("home.index"), 303)
    permissions.forget(response, permissions.TABLE_COOKIE)
    return response
