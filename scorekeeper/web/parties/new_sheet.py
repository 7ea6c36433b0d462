"""Page of a new sheet: the players in their seats, the settings, the first dealer.

Also the page that copies a sheet to the house's corrected definition of its game, after a comparison of the totals.
"""

import contextlib
import datetime as dt
import secrets
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.lots import Lot
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Rules, Table
from scorekeeper.cards.rules.kinds import Unreadable, within
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.cards.sheet_file import FORMAT, BadSheet, read_sheet, sheet_document, words_of
from scorekeeper.cards.sheet_game import DEFINITION, definition_of
from scorekeeper.errors import NotOfHousehold, Refused, TooManySheets, Unknown
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties import Partie, house
from scorekeeper.parties.house import declared_games, game_named, house_games
from scorekeeper.web.core import requests
from scorekeeper.web.core.failures import failure_of, sentence_of
from scorekeeper.web.core.requests import RefusedForm, sentences_of, store, to_next_line, whole_number
from scorekeeper.web.core.safety import author
from scorekeeper.web.core.settings_form import SettingsForm
from scorekeeper.web.parties.access import may_open, may_write, opened
from scorekeeper.web.parties.devices import free_sheet
from scorekeeper.web.parties.ending import next_dealer
from scorekeeper.web.parties.sheet_view import sheet_view
from scorekeeper.web.tournaments.permissions import is_keeper, is_of_household, may_look

blueprint = Blueprint("new", __name__)
KNOWN_PLAYERS = 60
KEEPERS = N_("Seuls l’organisateur et la machine elle-même oublient ou remplacent un jeu gardé.")
ANOTHER = N_(
    "Une feuille a déjà été ouverte depuis cette page. Ouvrez celle-ci seulement si c’en est une autre."
)


@dataclass
class Draft:
    """Values of the form, typed or copied from the partie whose rematch it is."""

    names: list[str]
    equipes: tuple[str, str] = ("", "")
    first: str = "0"
    date: str = field(default_factory=lambda: dt.date.today().isoformat())  # noqa: DTZ011
    """ISO date, as typed; today's by default."""
    lieu: str = ""
    revanche: int | None = None
    lots: tuple[Lot, ...] = ()
    """Cards of the last draw on this page."""
    dealer: str = ""
    """Name of the first dealer by that draw."""
    draws: int = 0
    """Number of draws on this page."""

    @property
    def place(self) -> int:
        """Index of the first dealer among the fields of names; 0 for an invalid value."""
        place = whole_number(self.first, 2) or 0
        return place if place < len(self.names) else 0

    @property
    def lacks_dealer(self) -> bool:
        """Whether some players are named, but none in the seat of the first dealer."""
        seated = any(name.strip() for name in self.names)
        return seated and self.place > 0 and not self.names[self.place].strip()


@blueprint.get("/nouvelle/<key>")
def sheet(key: str) -> str:
    """Show an empty form of a new sheet, or one with the players and settings of the partie in `revanche`."""
    game = game_named(store(), key)
    partie, chosen = _answered(game, request.args.get("revanche", "")), request.args.get("jeu", "")
    if partie is not None:
        return page_of(game, *_again(game, partie))
    return page_of(game, Draft([]), SettingsForm(game, house_rules(game, chosen)))


def _answered(game: Game, number: str) -> Partie | None:
    """Return the partie of this number, to be played again, if it is of this game and this visitor may see it; else `None`."""
    asked = whole_number(number, 9)
    partie = None if asked is None else known_partie(asked)
    return partie if partie is not None and partie.game.key == game.key else None


def _again(game: Game, partie: Partie) -> tuple[Draft, SettingsForm]:
    """Return a draft with the players and settings of a partie, for today. The first dealer is the next one."""
    table, dealer = partie.table, next_dealer(partie)
    first = "0" if dealer is None else str(table.around.index(dealer))
    equipes = table.equipes or ("", "")
    if table.players and equipes == names.team_names(table.players):
        equipes = ("", "")  # derived from the players' names, and derived again from the new ones
    draft = Draft(list(table.present), equipes, first, lieu=partie.lieu, revanche=partie.id)
    return draft, SettingsForm(game, partie.rules if partie.game is game else game.rules())


@blueprint.post("/nouvelle/<key>")
def create(key: str) -> ResponseReturnValue:
    """Open the sheet, or show the form with the faults beside their fields."""
    game = game_named(store(), key)
    form, draft = request.form, _posted(game)
    partie = _answered(game, form.get("rejouer", ""))
    if partie is not None:
        return _open(game, *_again(game, partie))
    settings = SettingsForm(game, game.rules(), form)
    if "tirer" in form:
        return with_lots(game, draft, settings)
    if "jeu" in form:
        return page_of(game, draft, SettingsForm(game, house_rules(game, form["jeu"])))
    if {"garder", "oublier"} & {*form}:
        return house_changed(game, draft, settings)
    return _open(game, draft, settings)


def _open(game: Game, draft: Draft, settings: SettingsForm) -> ResponseReturnValue:
    """Open the sheet, or show the form with its faults."""
    if draft.lacks_dealer:
        place = draft.place + 1
        nobody = gettext("Personne n’est assis à la place %(n)s, qui doit donner en premier.", n=place)
        return page_of(game, draft, settings, conflict=nobody), 422
    try:
        read = read_sheet(raw_sheet(game, draft, settings), lambda: declared_games(store()))
    except BadSheet as bad:
        return page_of(game, draft, settings, bad), 422
    sent = requests.page_uuid()
    if sent is None:
        return page_of(game, draft, settings, conflict=gettext(requests.OLD_PAGE)), 422
    try:
        may_open()
        partie = parties.open_partie(store(), read, by=author(), revanche_de=draft.revanche, uuid=sent)
    except Refused:
        # The sheet is checked, so only the UUID can be refused: it was sent before, with other content.
        return page_of(game, draft, settings, conflict=gettext(ANOTHER)), 409
    except TooManySheets as error:
        failure = failure_of(error)
        page = page_of(game, draft, settings, conflict=sentence_of(error, failure))
        return page, failure.status, {"Retry-After": str(error.retry_after)}
    opened(partie)
    return redirect(url_for("parties.show", number=partie.id), 303)


def _posted(game: Game) -> Draft:
    """Return the typed values."""
    form, revanche = request.form, requests.posted_count("revanche", 9)
    cards = zip(form.getlist("carte"), form.getlist("tire"), strict=False)
    return Draft(
        names=[form.get(f"joueur-{place}", "") for place in range(max(game.rules.SEATS))],
        equipes=(form.get("equipe-a", ""), form.get("equipe-b", "")),
        first=form.get("premier", "0"),
        date=form.get("date", ""),
        lieu=form.get("lieu", ""),
        revanche=revanche if revanche is not None and known_partie(revanche) else None,
        lots=tuple(Lot(card, name) for card, name in cards if card in game.lots.pack),
        dealer=form.get("tire-donneur", ""),
        draws=requests.posted_count("tirages", 3) or 0,
    )


def house_rules(game: Game, chosen: str) -> Rules[Any, Any]:
    """Return the settings of a preset, or those that the house stored under a number; the usual ones for any other text."""
    if chosen in game.presets:
        return preset(game, chosen)
    kept = house.kept_settings(store(), game)
    return next((each.rules for each in kept if str(each.number) == chosen), game.rules())


def preset(game: Game, name: str) -> Rules[Any, Any]:
    """Return the settings of a preset of a game."""
    rules: Rules[Any, Any] = game.rules.SETTINGS.read(game.presets[name], Table())
    return rules


def house_changed(game: Game, draft: Draft, settings: SettingsForm) -> ResponseReturnValue:
    """Store the settings under their name, or delete stored ones, and show the form with all typed values."""
    form = request.form
    number = whole_number(form.get("oublier", ""), 9)
    if number is not None:
        if not is_keeper():
            return page_of(game, draft, settings, conflict=gettext(KEEPERS)), 403
        house.drop_settings(store(), game, number)
        return page_of(game, draft, settings)
    if not is_of_household():
        failure = failure_of(NotOfHousehold())
        return page_of(game, draft, settings, conflict=gettext(failure.sentence)), failure.status
    try:
        rules = game.rules.SETTINGS.read(settings.raw(), Table())
        name = house.keep_settings(store(), game, rules, over=form.get("garder") == "dessus" and is_keeper())
    except Unreadable as unreadable:
        faults = [EntryFault(None, fault) for fault in within("settings", unreadable.faults)]
        return page_of(game, draft, settings, BadSheet(faults, words_of(game), Table())), 422
    except Refused as refused:
        return page_of(game, draft, settings, refused), 422
    return page_of(game, draft, settings, kept=name)


def with_lots(game: Game, draft: Draft, settings: SettingsForm) -> ResponseReturnValue:
    """Draw lots for seats, partners and the first dealer, and show the form with the players in the drawn order."""
    seated = [name for name in draft.names if name.strip()]
    if len(seated) not in game.rules.SEATS:
        missing = gettext("Avant de tirer au sort, écrivez les noms de tous les joueurs.")
        return page_of(game, draft, settings, conflict=missing), 422
    lots, first = game.lots.draw(seated, secrets.SystemRandom(), camps=game.rules.CAMPS)
    names, dealer = [lot.name for lot in lots], lots[first].name
    drawn = replace(draft, names=names, first=str(first), lots=lots, dealer=dealer, draws=draft.draws + 1)
    return page_of(game, drawn, settings)


def known_partie(number: int) -> Partie | None:
    """Return the partie of this number if it exists and this visitor may see it; else `None`."""
    try:
        return parties.read_partie(store(), number) if may_look(number) else None
    except Unknown:
        return None


def raw_sheet(game: Game, draft: Draft, settings: SettingsForm) -> dict[str, Any]:
    """Return the typed values as a sheet file. Empty seats are left out; a nameless sheet has no players."""
    seated = [name for name in draft.names if name.strip()]
    raw: dict[str, Any] = {"format": FORMAT, "game": game.key, "settings": settings.raw()}
    if game.definition:
        raw[DEFINITION] = definition_of(game)
    if seated or not game.rules.NAMELESS:
        raw["players"] = seated
    if any(name.strip() for name in draft.equipes):
        raw["equipes"] = list(draft.equipes)
    elif game.rules.CAMPS and len(seated) == len(draft.names):
        raw["equipes"] = list(names.team_names(seated))
    if draft.date:
        raw["date"] = draft.date
    if draft.lieu.strip():
        raw["lieu"] = draft.lieu
    # A name that cannot be tidied is refused at its own field.
    with contextlib.suppress(names.BadText):
        if seated and draft.place > 0:
            raw["premier_donneur"] = names.normalise(draft.names[draft.place])
    return raw


def page_of(
    game: Game,
    draft: Draft,
    settings: SettingsForm,
    bad: Refused | None = None,
    conflict: str = "",
    *,
    kept: str = "",
) -> str:
    """Return the form with each fault beside its field, and faults without a field at the top.

    `kept` is the name of settings stored just now.
    """
    seated = [place for place, name in enumerate(draft.names) if name.strip()]
    messages = [("", conflict)] if conflict else []
    if bad:
        for key, text in settings.place(sentences_of(bad)):  # each shown once, as in `EntryForm.place`
            reported = settings.shows(text) or any(text == other for _, other in messages)
            messages.append((_spot(key, seated), "" if reported else text))
    rules, least = game.rules(), min(game.rules.SEATS)
    with contextlib.suppress(Unreadable):
        rules = game.rules.SETTINGS.read(settings.raw(), Table(camps=game.rules.CAMPS))
    table = bad.table if bad else Table()
    chosen = ", ".join(message_of(label, game.words, table) for label in game.settings_in_words(rules))
    return render_template(
        "parties/new.html",
        game=game,
        draft=draft,
        refused=RefusedForm(messages=tuple(messages)),
        required=0 if game.rules.NAMELESS else least,
        settings=settings,
        settings_text=chosen or gettext("les réglages habituels"),
        presets={name: preset(game, name) == rules for name in game.presets},
        house=house.kept_settings(store(), game),
        named=getattr(rules, rules.NAMED_BY) if rules.NAMED_BY else "",
        kept=kept,
        known=[player.name for player in parties.people(store(), KNOWN_PLAYERS)],
        deals=rules.opening(Table(("",) * least, game.rules.CAMPS)).donneur is not None,
    )


def _spot(key: str, seated: list[int]) -> str:
    """Return the form field for a fault at a key of the sheet file."""
    parts = key.split(".")
    if parts[0] == "players" and len(parts) > 1 and parts[1].isdigit() and int(parts[1]) < len(seated):
        return f"joueur.{seated[int(parts[1])]}"
    if parts[0] == "equipes":
        return "equipe-b" if parts[1:] == ["1"] else "equipe-a"
    return parts[0]


@blueprint.app_template_global()
def corrected_rule(partie: Partie) -> Game | None:
    """Return the house's present game for a sheet; `None` when the definition is the one that the sheet was opened with."""
    known = house_games(store()) if partie.game.definition and partie.is_open else []
    same = (game for game, _ in known if game.key == partie.game.key)
    return next((game for game in same if game.definition != partie.game.definition), None)


@blueprint.route("/parties/<number:number>/regle", methods=["GET", "POST"])
def corrected(number: int) -> ResponseReturnValue:
    """Show the totals by the corrected definition beside those of the sheet; once confirmed, open a copy and close this sheet."""
    partie = free_sheet(number)
    game = corrected_rule(partie)
    if game is None or not may_write(number):
        abort(404)
    try:
        kept = {key: value for key, value in sheet_document(partie.sheet_file).items() if key != "signatures"}
        sheet = read_sheet({**kept, "definition": definition_of(game)})
    except BadSheet as bad:
        refused = [text for _, text in sentences_of(bad)]
        return render_template("parties/corrected.html", view=sheet_view(partie), totals=(), refused=refused)
    if request.method == "GET" or requests.posted_seen() != partie.last_uuid:
        totals = sheet.replay().totals
        return render_template("parties/corrected.html", view=sheet_view(partie), totals=totals, refused=())
    may_open()
    made = parties.open_partie(store(), sheet, by=author(), revanche_de=number, uuid=requests.posted_uuid())
    opened(made)
    parties.close_partie(store(), number, uuid=str(uuid4()), by=author())
    return to_next_line(made.id)
