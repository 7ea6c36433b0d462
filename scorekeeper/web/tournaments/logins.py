"""Log-in pages: the links of tables, and the organiser's passphrase and sessions.

Links are printed as QR codes; a tablet that opens one gets its table's cookie and is redirected to its sheet. The passphrase is set
once; the organiser logs in with it, and out.
"""

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.errors import Refused, StorageFull, TooMany, Unknown
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.tournaments.access import organiser, table_links
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.model import Stage, TableOf, Tournament
from scorekeeper.web.core.failures import failure_of, sentence_of
from scorekeeper.web.core.jinja import moment, qr
from scorekeeper.web.core.reach import canonical_host, is_local, reach
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, page_asked, refused_form, store
from scorekeeper.web.core.safety import device_or_address, secret_page, send_uncompressed
from scorekeeper.web.installed import kept
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.layout import page, polled
from scorekeeper.web.tournaments.permissions import Pages, Role, by

organiser_pages = Pages("organiser", __name__)


@organiser_pages.get("/organisateur", endpoint="index")
def log_in_page(refused: RefusedForm = NOT_REFUSED) -> tuple[str, int]:
    """Render the log-in form, or for the organiser the sessions and settings. A typed passphrase is never shown again."""
    is_organiser = permissions.is_organiser()
    page = render_template(
        "organiser/index.html",
        organiser=is_organiser,
        has_passphrase=organiser.has_passphrase(store()),
        local=is_local(),
        # Behind a proxy no browser is on the machine itself.
        machine="" if current_app.extensions["config"].proxies else f"http://localhost:{reach().port}",
        secure=permissions.needs_https(),
        back=page_asked(url_for("tournaments.index")),
        code=permissions.letting_in().shown() if is_organiser else "",
        sessions=permissions.organisers().sessions(permissions.visitor().token) if is_organiser else [],
        wrong=wrong_tries() if is_organiser else [],
        refused=replace(refused, typed={}),
    )
    return page, refused.status


def wrong_tries() -> list[str]:
    """Return a sentence for each address that sent wrong passphrases."""
    return [
        ngettext(
            "%(num)s essai refusé depuis %(adresse)s, le %(moment)s.",
            "%(num)s essais refusés depuis %(adresse)s, le dernier le %(moment)s.",
            count,
            adresse=address,
            moment=moment(last),
        )
        for address, (count, last) in permissions.wrong_tries().latest()
    ]


@organiser_pages.post("/organisateur/phrase")
def set_passphrase() -> ResponseReturnValue:
    """Set the passphrase: the first time on the machine itself, later by the organiser, who must give the old one."""
    permissions.allow(Role.ORGANISATEUR)
    new = request.form.get("phrase", "")
    if new != request.form.get("encore", ""):
        different = gettext("Les deux phrases de passe ne sont pas les mêmes.")
        return log_in_page(RefusedForm("phrase", 422, (("encore", different),)))

    def change() -> str:
        if organiser.has_passphrase(store()):
            # A visitor at the open laptop must not be able to shut the organiser out.
            permissions.check(request.form.get("ancienne", ""), "ancienne")
        organiser.set_passphrase(store(), new)
        permissions.entered()
        return permissions.organisers().open(device_or_address())

    return open_session("phrase", "ancienne", change)


def open_session(form: str, field: str, enter: Callable[[], str]) -> ResponseReturnValue:
    """Log this browser in with the token from `enter` and redirect to the requested page; or render the refusal, or the wait."""
    try:
        token = enter()
    except Refused as error:
        return log_in_page(refused_form(form, error))
    except TooMany as error:
        failure = failure_of(error)
        page, status = log_in_page(RefusedForm(form, failure.status, ((field, sentence_of(error, failure)),)))
        return page, status, {"Retry-After": str(error.retry_after)}
    response: Response = redirect(page_asked(url_for("tournaments.index")), 303)
    permissions.remember(response, permissions.ORGANISER_COOKIE, token)
    return response


@organiser_pages.post("/organisateur/entrer")
def log_in() -> ResponseReturnValue:
    """Log in with the passphrase; over HTTP, if HTTPS is required, the page links to the secure address instead."""
    if permissions.needs_https():
        page, _ = log_in_page()
        return page, 403
    return open_session("entrer", "passphrase", lambda: permissions.log_in(request.form.get("phrase", "")))


@organiser_pages.post("/organisateur/code", role=Role.ORGANISATEUR)
def let_in() -> Response:
    """Create and show a code with which another device of the organiser can log in."""
    permissions.letting_in().give()
    return redirect(url_for("organiser.index") + "#sessions", 303)


@organiser_pages.post("/organisateur/sessions/<number:session>/fermer", role=Role.ORGANISATEUR)
def end_session(session: int) -> Response:
    """End one session of the organiser, on any device."""
    permissions.organisers().end(session)
    return redirect(url_for("organiser.index") + "#sessions", 303)


@organiser_pages.post("/organisateur/sortir")
def log_out() -> ResponseReturnValue:
    """Log out on this device, or everywhere."""
    token = permissions.visitor().token
    if request.form.get("partout") == "1" and permissions.is_organiser():
        permissions.organisers().log_out(None)
    elif token:
        permissions.organisers().log_out(token)
    response: Response = redirect(url_for("tournaments.index"), 303)
    permissions.forget(response, permissions.ORGANISER_COOKIE)
    return response


blueprint = Pages("tournament_links", __name__)
WALL, DRAWN, ALWAYS, TABLES = read_sentences(__file__, "wall", "drawn", "always", "tables")


def link_key() -> bytes:
    """Return the secret key from which the tables' tokens are derived."""
    return bytes(current_app.config["SECRET_KEY"])


def prints(t: Tournament) -> list[tuple[str, str, str]]:
    """Return the prints of a tournament: URL, label, and the name of the form field for the latest round, empty without one."""
    papers = {**WALL, **DRAWN, **ALWAYS} if t.draws else ALWAYS
    parted = [(*key.partition("?"), label) for key, label in papers.items()]
    return [
        (url_for(f"posters.{view}", number=t.id), gettext(label), asked) for view, _, asked, label in parted
    ]


def files(t: Tournament) -> list[tuple[str, str]]:
    """Return the downloads of a tournament: URLs with their labels."""
    large = [
        (url_for("posters.sheets", number=t.id, grand=1), gettext("Feuilles avec les noms, une par page"))
    ]
    tables = [
        (url_for("tournament_api.export_xlsx", number=t.id, table=table), gettext(label))
        for table, label in TABLES.items()
        if table != CsvTable.EQUIPES or t.options.team
    ]
    everything = [(url_for("tournament_api.export_json", number=t.id), gettext("Tout en JSON"))]
    if any(entrant.apart for entrant in t.entrants):
        label = gettext("Pour qui vérifie : tout, sauf qui ne doit pas rencontrer qui (JSON)")
        everything.append((url_for("tournament_api.export_json", number=t.id, public=1), label))
    return [*(large if t.draws else []), *tables, *everything]


def join_url(token: str, endpoint: str = "tournament_links.join") -> str:
    """Return the URL of a link, at the address that tablets in the hall can reach."""
    return reachable(url_for(endpoint, token=token))


def reachable(path: str) -> str:
    """Return the full URL of a path of this app, at the address that other devices can reach."""
    address = reach().printed_url() or request.host_url
    return f"{address.rstrip('/')}{path}"


@blueprint.app_template_global("codes_note")
def codes_note() -> str:
    """Return the warning that codes only work on this machine; empty when other devices can open them."""
    host = canonical_host(urlsplit(reachable("/")).netloc)
    if host not in {"localhost", "::1"} and not host.startswith("127."):
        return ""
    if reach().shared:
        return gettext(
            "Sans réseau, ces codes ne s’ouvrent que sur cet ordinateur : rejoignez d’abord un Wi-Fi."
        )
    return gettext("Ces codes ne s’ouvrent que sur cet ordinateur.")


def link_and_code(token: str, endpoint: str = "tournament_links.join") -> tuple[str, Markup]:
    """Return the URL of a table's or a sheet's link, and its QR code."""
    url = join_url(token, endpoint)
    return url, qr(url)


@blueprint.get("/tournois/<number:number>/imprimer", role=Role.ORGANISATEUR)
def index(number: int) -> str:
    """Show the codes of the tables, the prints and the downloads."""
    t = desk.read(store(), number)
    lost = table_links.lost(store(), number, key=link_key())
    try:
        make = t.draws and not lost
        tokens = table_links.tokens(store(), number, key=link_key(), by=by()) if make else {}
    except StorageFull:
        tokens = table_links.tokens_so_far(store(), number, key=link_key())
    send_uncompressed()
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
    """Create a new link for a table; the old one and the tablets that used it lose access."""
    t = desk.read(store(), number)
    if not 1 <= table <= table_links.table_count(t):
        raise Unknown(f"table {table}")
    table_links.rotate(store(), number, table, key=link_key(), by=by())
    return redirect(url_for("tournament_links.index", number=number) + f"#table-{table}", 303)


@blueprint.post("/tournois/<number:number>/liens/refaire", role=Role.ORGANISATEUR)
def renew(number: int) -> Response:
    """Create new links for tables whose printed ones cannot be printed again."""
    table_links.renew(store(), number, key=link_key(), by=by())
    return redirect(url_for("tournament_links.index", number=number), 303)


@blueprint.get("/t/<token>")
def join(token: str) -> Response:
    """Ask whether this tablet should write for the table; a GET request changes nothing."""
    bound = table_links.table_of_token(store(), token) or permissions.refuse_link()
    t = desk.read(store(), bound.tournament)
    return secret_page(render_template("tournaments/join.html", tournament=t, table=bound.table, token=token))


@blueprint.post("/t/<token>")
def take(token: str) -> Response:
    """Give this tablet write access for the table, by a cookie."""
    if table_links.table_of_token(store(), token) is None:
        permissions.refuse_link()
    cookie, _ = table_links.bind(store(), token, device_or_address())
    response: Response = redirect(url_for("tournament_links.mine"), 303)
    permissions.remember(response, permissions.TABLE_COOKIE, cookie)
    return response


@blueprint.get("/table")
@kept
def mine() -> ResponseReturnValue:
    """Redirect to the sheet of this tablet's table; without one to write on, show the waiting page."""
    bound = permissions.visitor().bound
    if bound is None:
        raise Unknown("table")
    t = desk.read(store(), bound.tournament)
    current = t.current
    table = current.table(bound.table) if current and bound.table <= len(current.tables) else None
    if table is not None and table.result is None:
        return redirect(url_for("parties.show", number=table.partie), 303)
    state = f"{t.decided}-{table.partie if table else 0}"
    return polled(state, lambda: wait_page(t, bound.table, table), "table", t.id, bound.table)


def wait_page(t: Tournament, number: int, table: TableOf | None) -> str:
    """Render why there is nothing to write now."""
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
    """Remove this tablet's access to its table."""
    response: Response = redirect(url_for("home.index"), 303)
    permissions.forget(response, permissions.TABLE_COOKIE)
    return response
