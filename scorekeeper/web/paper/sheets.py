"""Pages of printing: choose a sheet, preview it, get it as PDF, and the queue of prints."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import escape

from scorekeeper import i18n, parties
from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game, Paper
from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.cards.game_api.words import money
from scorekeeper.cards.sheet_file import BadSheet
from scorekeeper.errors import Forbidden
from scorekeeper.i18n import gettext
from scorekeeper.lists.spreadsheet import CsvCell
from scorekeeper.paper.letters import unprinted
from scorekeeper.paper.papers import LEAST, LOOSE, MOST, Wish, html_of_paper, people
from scorekeeper.paper.sheets import MAX_COPIES, PrintOptions, has_back, has_cells, html_of, sheet_of
from scorekeeper.parties import house
from scorekeeper.parties.house import game_named, house_games
from scorekeeper.parties.sheet_requests import blank_request, partie_request
from scorekeeper.parties.sheet_table import sheet_rows
from scorekeeper.press.messages import Failure, PrintFailed, unbundled
from scorekeeper.press.pdf import Prints
from scorekeeper.web import live
from scorekeeper.web.core.assets import file_url
from scorekeeper.web.core.reach import reach
from scorekeeper.web.core.requests import (
    csv_file,
    of_app,
    page_asked,
    partie_of,
    sentences_of,
    store,
    whole_number,
    xlsx_file,
)
from scorekeeper.web.core.settings_form import PREFIX, SettingsForm
from scorekeeper.web.tournaments import permissions

blueprint = Blueprint("sheets", __name__)
blueprint.add_app_template_filter(unprinted)

PREVIEW_POLICY = "default-src 'none'; font-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
"""The preview is the print document itself, which carries its styles and loads nothing."""
KEPT = "private, no-cache"
"""`Cache-Control`: the browser may cache it, and must revalidate it each time."""
PREVIEWED = 3
"""Most numbered copies in a preview; they differ only in their numbers."""
RECENT = 8
PATIENCE = 2.0
"""Seconds that a browser waits for a print before it is redirected to the queue."""
LONGEST = 300.0
"""Seconds that a program waits for a print."""
LOOK_AGAIN = 2
"""Refresh interval of the queue's page, in seconds."""


@dataclass(frozen=True, kw_only=True)
class Asked(Wish):
    """Print options from the URL; invalid values are ignored."""

    language: str


prints: Callable[[], Prints] = of_app("prints")


def asked() -> Asked:
    """Return the print options of the URL."""
    args, form = request.args, request.args.get("genre") == "ecran"
    copies, first = _number("copies", 1, MAX_COPIES) or 1, _number("premiere", 1, 99999) or 1
    paper, language = args.get("papier", ""), args.get("langue", "")
    return Asked(
        paper=PaperSize(paper) if paper in set(PaperSize) else PaperSize.A4,
        language=language if language in i18n.LANGUAGES else i18n.language(),
        back=args.get("verso") == "1",
        form=form,
        seats=_number("places", 1, 400),
        rows=_number("lignes", 1, 999),
        # A form to fill in on screen has no copies.
        options=PrintOptions() if form else PrintOptions(copies, first),
    )


def _number(name: str, least: int, most: int) -> int | None:
    typed = whole_number(request.args.get(name, ""))
    return None if typed is None else min(max(typed, least), most)


@blueprint.get("/imprimer")
def index() -> str:
    """Show the kinds of paper, those with a name of their own first, and the latest parties."""
    known = [(key, paper.title, game) for key, (game, paper) in catalogue.papers().items()]
    loose = [(key, title, None) for key, title in LOOSE.items()]
    # The sheets of the games, by their own keys, come last.
    papers = sorted((*known, *loose), key=lambda paper: bool(paper[2] and paper[2].key == paper[0]))
    papers += [(game.key, game.name, game) for game, _ in house_games(store())]
    recent = parties.list_parties(store(), limit=RECENT)
    return render_template("sheets/index.html", papers=papers, parties=recent)


@blueprint.get("/imprimer/<key>")
def choose(key: str) -> ResponseReturnValue:
    """Show the options of a blank sheet, with its preview; status 422 if they are invalid."""
    wanted = asked()
    if key in LOOSE:
        preview, count = url_for("sheets.preview", key=key) + _query(), people(wanted.seats)
        choices = {"title": LOOSE[key], "least": LEAST, "most": MOST, "count": count, "preview": preview}
        return render_template("sheets/loose.html", key=key, asked=wanted, **choices)
    game, paper = _paper(key)
    settings = _settings(game, paper)
    errors: list[str] = []
    try:
        _page(key)
    except BadSheet as bad:
        errors = [sentence for _, sentence in settings.place(sentences_of(bad))]
    page = render_template(
        "sheets/blank.html",
        key=key,
        paper=paper,
        game=game,
        asked=wanted,
        names=_typed(game),
        settings=settings,
        errors=errors,
        preview=url_for("sheets.preview", key=key) + _query(),
        most=MAX_COPIES,
        back=has_back(game) and not paper.sheet,
        fillable=has_cells(sheet_of(paper.of(blank_request(game, settings=paper.settings)))),
        played=_recent(game, paper) if paper.parties > 1 else (),
        chosen=_chosen(),
    )
    return page, 422 if errors or settings.refused else 200


@blueprint.get("/feuilles/<key>.html")
def preview(key: str) -> Response:
    """A blank sheet as it will be printed."""
    return shown(_page(key, most=PREVIEWED))


@blueprint.get("/feuilles/<key>.pdf")
def blank_pdf(key: str) -> ResponseReturnValue:
    """A blank sheet as PDF, or the page of its choices with what is wrong about them."""
    try:
        page = _page(key)
    except BadSheet:
        return choose(key)
    return printed(page, f"{key}.pdf", forms=asked().form)


@blueprint.get("/parties/<number:number>/feuille")
def filled(number: int) -> str:
    """Show the preview of a partie's sheet, with print options."""
    partie = parties.read_partie(store(), number)
    game = partie.game
    return render_template(
        "sheets/filled.html",
        number=number,
        game=game,
        names=partie.table.players or partie.table.columns,
        asked=asked(),
        preview=url_for("sheets.filled_preview", number=number) + _query(),
        back=has_back(game),
        debts=_debts(partie),
    )


@blueprint.get("/parties/<number:number>/feuille.html")
def filled_preview(number: int) -> Response:
    """A partie's sheet as it will be printed."""
    return shown(_filled_page(number))


@blueprint.get("/parties/<number:number>/feuille.pdf")
def filled_pdf(number: int) -> Response:
    """A partie's sheet as PDF."""
    return printed(_filled_page(number), f"partie-{number}.pdf")


@blueprint.get("/parties/<number:number>/feuille.csv")
def filled_csv(number: int) -> Response:
    """A partie's sheet as CSV."""
    return csv_file(_table(number), f"partie-{number}")


@blueprint.get("/parties/<number:number>/feuille.xlsx")
def filled_xlsx(number: int) -> Response:
    """A partie's sheet as a workbook."""
    return xlsx_file(_table(number), f"partie-{number}")


def _table(number: int) -> list[Sequence[CsvCell]]:
    partie = partie_of(number)
    with i18n.speaking(asked().language):
        return list(sheet_rows(partie_request(partie)))


def _query() -> str:
    chosen = [(name, value) for name, value in request.args.items(multi=True) if value]
    return f"?{urlencode(chosen)}" if chosen else ""


def _paper(key: str) -> tuple[Game, Paper]:
    if key.startswith(catalogue.PREFIX):
        game = game_named(store(), key)
        return game, Paper(title=game.name)
    return catalogue.papers().get(key) or abort(404)


def _settings(game: Game, paper: Paper) -> SettingsForm:
    """Return the settings form with the values of the URL if it has any, else with those of the paper."""
    chosen = any(name.startswith(PREFIX) for name in request.args)
    return SettingsForm(game, game.rules(**paper.settings), request.args if chosen else None)


def _typed(game: Game) -> list[str]:
    return [request.args.get(f"joueur-{place}", "") for place in range(max(game.rules.SEATS))]


def _chosen() -> list[int]:
    return [number for text in request.args.getlist("partie") if (number := whole_number(text))]


def _recent(game: Game, paper: Paper) -> list[parties.Partie]:
    cards = [card for card in parties.list_parties(store(), limit=10 * RECENT) if card.game is game]
    read = (parties.read_partie(store(), card.id) for card in cards[: 2 * RECENT])
    return [partie for partie in read if paper.suits(partie.rules)][:RECENT]


def _looked_at(number: int) -> parties.Partie:
    if not permissions.may_look(number):
        raise Forbidden(known=permissions.visitor().role is not permissions.Role.SPECTATEUR)
    return parties.read_partie(store(), number)


def _page(key: str, most: int = MAX_COPIES) -> str:
    """Return the HTML to print for a paper and the options of the URL, with at most `most` copies. Raises `BadSheet`."""
    wanted = asked()
    wanted = replace(wanted, options=replace(wanted.options, copies=min(wanted.options.copies, most)))
    declared = game_named(store(), key) if key.startswith(catalogue.PREFIX) else None
    if key not in LOOSE:
        game, paper = _paper(key)
        several = paper.parties if paper.parties > 1 else 0
        read = [_looked_at(number) for number in _chosen()[:several]]
        fit = [partie for partie in read if partie.game is game and paper.suits(partie.rules)]
        wanted = replace(
            wanted,
            names=[name for name in _typed(game) if name.strip()],
            settings=_settings(game, paper).raw(),
            parties=[partie_request(partie, paper=wanted.paper) for partie in fit],
        )
    with i18n.speaking(wanted.language):
        return html_of_paper(key, wanted, declared)


def _filled_page(number: int) -> str:
    """Return the HTML of a partie's sheet, with a QR code of its page if other devices can reach it."""
    partie, wanted = parties.read_partie(store(), number), asked()
    address = reach().printed_url().rstrip("/")
    link = f"{address}{url_for('parties.show', number=number)}" if address else ""
    with i18n.speaking(wanted.language):
        sheet = partie_request(partie, paper=wanted.paper, back=wanted.back)
        settled = _debts(partie) if "compte" in request.args else ()
        return html_of(replace(sheet, settled=settled), PrintOptions(address=link))


def _debts(partie: parties.Partie) -> tuple[str, ...]:
    """Return the debts after a partie in words; empty before its end, or when points have no value in money."""
    cents = house.worth(store(), partie.game)
    if not cents or not partie.is_over:
        return ()
    worth = gettext("Un point vaut %(prix)s.", prix=money(cents, "").strip())
    return (" ".join((worth, *house.payment_sentences(partie, cents))),)


def shown(page: str) -> Response:
    """Return the HTML to print as a page, with the fonts declared that the printer has built in, and an ETag."""
    faces = "".join(
        f'@font-face {{ font-family: "Scorekeeper {family}"; font-weight: 400 700; src: url({file_url(name)}){rest} }}'
        for name, family, rest in (
            ("sans.woff2", "Sans", ""),
            ("sans-further.woff2", "Sans", "; unicode-range: U+100-24F, U+1E00-1EFF"),
            ("serif.woff2", "Serif", ""),
        )
    )
    response = Response(page.replace("<style>", f"<style>{faces}", 1), mimetype="text/html")
    response.headers["Content-Security-Policy"] = PREVIEW_POLICY
    response.headers["Cache-Control"] = KEPT
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


def printed(page: str, name: str, *, forms: bool = False) -> Response:
    """Return HTML printed as PDF; 304 if the client has it already, without printing it again.

    A program waits for the print. A browser is redirected to the queue after `PATIENCE` seconds.

    Raises:
        PrintFailed: see `scorekeeper.press.messages.Failure`. If the server cannot print at all, a browser gets the page to print
            itself instead.
        TooManyPrints: this device has too many prints in the queue.
    """
    reads_pages = "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api/")
    try:
        return _pdf(page, name, forms=forms, reads_pages=reads_pages)
    except PrintFailed as failed:
        if failed.code is not Failure.UNAVAILABLE or not reads_pages:
            raise
    return shown(_with_note(page))


def _with_note(page: str) -> str:
    """Return the page for the browser to print, with a note, visible on screen only, that the server cannot make PDFs."""
    _, documents = unbundled(page)
    head, body = "".join(documents).split("<body", 1)
    opening, rest = body.split(">", 1)
    note = gettext("Sans Pango, cet ordinateur ne fait pas de PDF : imprimez cette page avec le navigateur.")
    style = "@media print{.no-pdf{display:none}}"
    return f'{head}<body{opening}><p class="no-pdf">{escape(note)}</p><style>{style}</style>{rest}'


def _pdf(page: str, name: str, *, forms: bool, reads_pages: bool) -> Response:
    live.raise_failure()
    response = Response(mimetype="application/pdf")
    response.set_etag(prints().printer.etag(page, forms=forms))
    response.headers["Cache-Control"] = KEPT
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.make_conditional(request)
    if response.status_code == 304 or request.method == "HEAD":
        return response
    desk = permissions.is_keeper()
    asked_for = prints().ask(page, permissions.reader(), forms=forms, desk=desk)
    if live.fill(response, asked_for.result, PATIENCE if reads_pages else LONGEST):
        return response
    if reads_pages:
        here = request.full_path.rstrip("?")
        address = url_for("sheets.queue", token=asked_for.token, retour=here)
        return Response(status=303, headers={"Location": address})
    raise PrintFailed(Failure.BUSY, "waited for too long")


@blueprint.get("/impressions/<token>")
def queue(token: str) -> ResponseReturnValue:
    """Show the progress of a print; once it is ready, refresh to its URL."""
    job, address = prints().find(token), page_asked(url_for("sheets.index"))
    if job is None:
        return redirect(address, 303)
    ready = job.result.done()
    if ready:
        job.result.result()
    place, (made, count) = prints().place(job), job.steps
    page = render_template(
        "sheets/queue.html", place=place, made=made, count=count, ready=ready, address=address
    )
    # The `Refresh` header works without scripts: it reloads the page, and at last loads the document.
    return page, {"Refresh": f"0;url={address}" if ready else str(LOOK_AGAIN)}
