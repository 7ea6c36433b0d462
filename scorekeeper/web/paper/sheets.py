"""Printing: choose a sheet, preview it, get it as PDF."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from scorekeeper import i18n, parties
from scorekeeper.kit.game import Game
from scorekeeper.kit.sheet import PaperSize, SheetRequest
from scorekeeper.paper.requests import blank_request, partie_request, usual_seats
from scorekeeper.paper.sheets import MAX_COPIES, PrintOptions, has_back, html_of
from scorekeeper.printing.pdf import Printer
from scorekeeper.sheet_file import BadSheet
from scorekeeper.web.core.refused_form import sentences_of
from scorekeeper.web.core.request_values import game_or_404, store, whole
from scorekeeper.web.core.settings_form import PREFIX, SettingsForm

blueprint = Blueprint("sheets", __name__)

PREVIEW_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
"""The preview is the print document itself, which carries its styles and loads nothing."""
KEPT = "private, no-cache"
"""The browser may cache it, and asks each time whether it changed."""
RECENT = 8
"""Parties offered for printing."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The choices in the address; those that make no sense are ignored."""

    paper: PaperSize
    language: str
    back: bool
    form: bool
    seats: int | None
    rows: int | None
    copies: int
    first: int

    @property
    def options(self) -> PrintOptions:
        """How it is printed; a sheet to fill in on screen has no copies."""
        return PrintOptions() if self.form else PrintOptions(self.copies, self.first)


@blueprint.record_once
def install(state: BlueprintSetupState) -> None:
    """Give the app its printer; it starts nothing until the first sheet is asked for."""
    state.app.extensions.setdefault("printer", Printer())


def asked() -> Asked:
    """Read the address."""
    args = request.args
    paper, language = args.get("papier", ""), args.get("langue", "")
    return Asked(
        paper=PaperSize(paper) if paper in set(PaperSize) else PaperSize.A4,
        language=language if language in i18n.LANGUAGES else i18n.language(),
        back=args.get("verso") == "1",
        form=args.get("genre") == "ecran",
        seats=_number("places", 1, 99),
        rows=_number("lignes", 1, 999),
        copies=_number("copies", 1, MAX_COPIES) or 1,
        first=_number("premiere", 1, 99999) or 1,
    )


def _number(name: str, least: int, most: int) -> int | None:
    typed = whole(request.args.get(name, ""))
    return None if typed is None else min(max(typed, least), most)


@blueprint.get("/imprimer")
def index() -> str:
    """The first page of printing: the games, and the last parties."""
    return render_template("sheets/index.html", parties=parties.list_parties(store(), limit=RECENT))


@blueprint.get("/imprimer/<key>")
def choose(key: str) -> ResponseReturnValue:
    """The choices for a blank sheet, with its preview."""
    game = game_or_404(key)
    wanted, settings = asked(), _settings(game)
    errors: list[str] = []
    try:
        _blank(game, wanted, settings)
    except BadSheet as bad:
        errors = [sentence for _, sentence in settings.place(sentences_of(bad))]
    page = render_template(
        "sheets/blank.html",
        game=game,
        asked=wanted,
        names=_typed(game),
        settings=settings,
        errors=errors,
        preview=url_for("sheets.preview", key=game.key) + _query(),
        most=MAX_COPIES,
        back=has_back(game.key),
    )
    return page, 422 if errors or settings.refused else 200


@blueprint.get("/feuilles/<key>.html")
def preview(key: str) -> Response:
    """A blank sheet as it will be printed."""
    game, wanted = game_or_404(key), asked()
    return _shown(_blank_page(_blank(game, wanted, _settings(game)), wanted))


@blueprint.get("/feuilles/<key>.pdf")
def blank_pdf(key: str) -> ResponseReturnValue:
    """A blank sheet as PDF, or the page of its choices with what is wrong about them."""
    game, wanted = game_or_404(key), asked()
    try:
        wish = _blank(game, wanted, _settings(game))
    except BadSheet:
        return choose(key)
    return printed(_blank_page(wish, wanted), f"{game.key}.pdf", forms=wanted.form)


@blueprint.get("/parties/<number:number>/feuille")
def filled(number: int) -> str:
    """A partie's sheet and how to have it printed."""
    game = parties.read_partie(store(), number).game
    return render_template(
        "sheets/filled.html",
        number=number,
        game=game,
        asked=asked(),
        preview=url_for("sheets.filled_preview", number=number) + _query(),
        back=has_back(game.key),
    )


@blueprint.get("/parties/<number:number>/feuille.html")
def filled_preview(number: int) -> Response:
    """A partie's sheet as it will be printed."""
    return _shown(_filled_page(number))


@blueprint.get("/parties/<number:number>/feuille.pdf")
def filled_pdf(number: int) -> Response:
    """A partie's sheet as PDF."""
    return printed(_filled_page(number), f"partie-{number}.pdf")


def _query() -> str:
    """The choices of this address, for the address of the sheet itself."""
    chosen = [(name, value) for name, value in request.args.items(multi=True) if value]
    return f"?{urlencode(chosen)}" if chosen else ""


def _settings(game: Game) -> SettingsForm:
    """The house settings of the address; the others have their defaults."""
    chosen = any(name.startswith(PREFIX) for name in request.args)
    return SettingsForm(game, game.rules(), request.args if chosen else None)


def _typed(game: Game) -> list[str]:
    return [request.args.get(f"joueur-{place}", "") for place in range(max(game.rules.SEATS))]


def _blank(game: Game, wanted: Asked, settings: SettingsForm) -> SheetRequest:
    return blank_request(
        game,
        names=[name for name in _typed(game) if name.strip()],
        seats=wanted.seats or usual_seats(game),
        settings=settings.raw(),
        paper=wanted.paper,
        rows=wanted.rows,
        back=wanted.back,
        form=wanted.form,
    )


def _blank_page(wish: SheetRequest, wanted: Asked) -> str:
    with i18n.speaking(wanted.language):
        return html_of(wish, wanted.options)


def _filled_page(number: int) -> str:
    """A partie's sheet, with a code for its address where the app has a public one."""
    partie, wanted = parties.read_partie(store(), number), asked()
    address = current_app.extensions["config"].address.rstrip("/")
    link = f"{address}{url_for('parties.show', number=number)}" if address else ""
    with i18n.speaking(wanted.language):
        sheet = partie_request(partie, paper=wanted.paper, back=wanted.back)
        return html_of(sheet, PrintOptions(address=link))


def _shown(page: str) -> Response:
    """A print document as a page of its own."""
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = PREVIEW_POLICY
    response.headers["Cache-Control"] = KEPT
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


def printed(page: str, name: str, *, forms: bool = False) -> Response:
    """A print document as PDF; a browser that has it already gets an empty answer, and nothing is printed again.

    Raises:
        PrintFailed: see `scorekeeper.printing.wire.Failure`.
    """
    printer: Printer = current_app.extensions["printer"]
    response = Response(mimetype="application/pdf")
    response.set_etag(printer.etag(page, forms=forms))
    response.headers["Cache-Control"] = KEPT
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.make_conditional(request)
    if response.status_code != 304:
        folder = current_app.extensions["config"].data / "impressions"
        response.set_data(printer.cached_render(page, folder, forms=forms))
    return response
