"""Pages of games declared by the house: checked, tried out, added, replaced and removed, by the organiser.

A sketch of a game has the answers of the form, the resulting text, and lines tried on it before it is stored.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.grid_form import cell_value
from scorekeeper.cards.game_api.sheet import SheetLine, SheetRequest
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.declared.asking import answers as asking
from scorekeeper.cards.games.declared.asking.reading import answers_of, with_elimination
from scorekeeper.cards.games.declared.rules import HouseState
from scorekeeper.cards.games.declared.rules.grid import GridRules
from scorekeeper.cards.games.declared.rules.texts import MOST_SENTENCE, REFUSED_SIGNS
from scorekeeper.cards.games.declared.shipped import translated
from scorekeeper.cards.games.declared.toml_text import text_of_document
from scorekeeper.cards.rules.adjustment import read_line
from scorekeeper.cards.rules.contract import Table, expect
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Replay, extend, replay
from scorekeeper.config import resources
from scorekeeper.errors import Unknown
from scorekeeper.i18n import SOURCE, language
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.house import house_games, keep_house_game, remove_house_game
from scorekeeper.web.core.requests import download, store
from scorekeeper.web.paper.sheets import shown
from scorekeeper.web.tournaments.permissions import Pages, Role

FIRST = tuple("Anne Bruno Chloé David Émile Fanny Gérard Hélène Inès Jean Karim Léa".split())  # noqa: SIM905
"""Names of the players in tried lines."""
FEW = 3
MOST_TRIED = 60
UNJUDGED = catalogue.GameVerdict(None)
STAND_IN = {"nom": "…", "joueurs": ["A", "B"], "saisie": {}, "refuse": True}
"""Placeholder example, so that a game without examples can be tried."""
CELL_FIELDS = frozenset({"case", "points"})
"""Fields of a tried line on a grid. Those of other games begin with `f_`, keys of a row with `v_`."""
OWN = frozenset({"csrf_token", "uuid", "definition", "vu", "jouees", "sure", "donneur_f", *CELL_FIELDS})
TRIED_FIELDS = ("f_", "v_")
QUESTIONS: Mapping[str, int] = {
    **dict.fromkeys(("nom", "resume", "aide", "joueurs", "gagne", "ligne", "colonnes", "donneur"), 1),
    **dict.fromkeys(("champs", "postes", "compteurs", "cases", "groupes", "primes"), 2),
    "verifications": 4,
    **dict.fromkeys(("fin", "elimination", "depart", "tournoi"), 5),
    "exemples": 6,
}
"""Number of the form's question for each key of a definition."""


def digest(value: object) -> str:
    """Return a short digest of a value, to detect changes on the page."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:16]


def parsed(text: str) -> asking.Document | None:
    """Parse a definition; `None` when it is not TOML."""
    data = catalogue.read_text(text.encode())
    return None if isinstance(data, catalogue.GameVerdict) else data


@dataclass(frozen=True)
class Tried:
    """Lines tried on a game that is not stored yet, and the form of the next one."""

    game: Game
    sheet: Replay
    form: EntryForm
    payloads: Sequence[Mapping[str, Any]]

    @property
    def phrase(self) -> str:
        """Result of the form in a sentence; empty while it is incomplete."""
        line = self.form.line
        return message_of(self.game.sentence(line), self.game.words, self.sheet.table) if line else ""

    @property
    def refuses(self) -> bool:
        """Whether a check of the game refuses the line in the form."""
        return any(fault.code.startswith("refus-") for fault in self.form.faults)

    @property
    def open_cells(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The open cells of each column of a grid, each with its form value and the name of its row."""
        rules, state = expect(GridRules, self.sheet.rules), expect(HouseState, self.sheet.state)
        return [
            (
                name,
                [(cell_value(column, row.cle), row.nom) for row in rules.open_rows(state, column)],
            )
            for column, name in enumerate(self.sheet.table.columns)
        ]

    @property
    def request(self) -> SheetRequest:
        """Request for the game's paper, with the tried lines."""
        lines = tuple(SheetLine(marked.rang, marked) for marked in self.sheet.marked)
        table, played = self.sheet.table, self.sheet if lines else None
        return SheetRequest(
            game=self.game,
            rules=self.sheet.rules,
            table=table,
            seats=len(table.players),
            played=played,
            lines=lines,
        )

    def example(self, place: int) -> dict[str, Any]:
        """Return a tried line as an example of the game."""
        marked, table, before = self.sheet.marked[place], self.sheet.table, self.payloads[:place]
        ends = self.sheet.rules.outcome(marked.after)
        sentence = f"{marked.rang} : {message_of(self.game.sentence(marked), self.game.words, table)}"
        made = self._line(sentence, before, self.payloads[place]) | {"marque": [*marked.row.scores]}
        made |= {"totaux": [*marked.after.totals]} if before else {}
        made |= {"demande": True} if marked.doubts else {}
        if ends:
            made |= {"gagne": [table.columns[column] for column in ends.winners], "fin": True}
        return made

    def refused(self) -> dict[str, Any]:
        """Return the line in the form as an example of a refused one."""
        sentence = " ".join(
            message_of(fault, self.game.words, self.sheet.table) for fault in self.form.faults
        )
        return self._line(sentence, self.payloads, self.form.payload()) | {"refuse": True}

    def _line(
        self, sentence: str, before: Sequence[Mapping[str, Any]], payload: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return an example with the lines before it, named by its sentence without characters that definitions refuse."""
        plain = "".join(char for char in sentence if char not in REFUSED_SIGNS)[:MOST_SENTENCE].strip()
        avant = {"avant": [self.short(line) for line in before]} if before else {}
        players = [*self.sheet.table.players]
        return {"nom": plain, "joueurs": players, **avant, "saisie": self.short(payload)}

    def short(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Return an entry as examples write it, with values of all columns as a list."""
        columns = self.sheet.table.keys
        return {
            key: [value[name] for name in columns]
            if isinstance(value, dict) and [*value] == [*columns]
            else value
            for key, value in payload.items()
        }


@dataclass(frozen=True, kw_only=True)
class Sketch:
    """A game being declared."""

    answers: Mapping[str, str]
    text: str = ""
    document: asking.Document | None = None
    """The parsed text; `None` when it is not valid."""
    verdict: catalogue.GameVerdict = UNJUDGED
    tried: Tried | None = None
    judged: bool = False
    """Whether missing parts are reported too."""

    @property
    def mark(self) -> str:
        """Digests of the text and of the answers as shown."""
        return f"{digest(self.text.strip())} {digest(asking.document_of(self.answers, {}))}"

    @property
    def examples(self) -> Sequence[Mapping[str, Any]]:
        """The examples in the text that can be shown."""
        return asking.listed((self.document or {}).get("exemples"))

    def question(self, key: str) -> int:
        """Return the number of the question for a key of the definition; 0 for none."""
        head, _, rest = key.partition(".")
        card = asking.card_of(self.answers)
        place = rest.partition(".")[0]
        if card and head in {"champs", "postes"} and place.isdigit():
            extras = [n for n in range(asking.EXTRAS) if self.answers.get(f"e{n}_nom", "").strip()]
            items = (self.document or {}).get(head, [])
            return 3 if int(place) >= len(items) - len(extras) else 2
        return QUESTIONS.get(head, 0)

    def flaws_at(self, question: int, example: int | None = None) -> list[str]:
        """Return the sentences about a question, or about one of its examples."""
        at = "" if example is None else f"exemples.{example}"
        return [
            flaw.sentence
            for flaw in self.verdict.flaws
            if self.question(flaw.key) == question
            and (not at or f"{flaw.key}.".startswith(f"{at}."))
            and (self.judged or flaw.key not in {"nom", "exemples"})
        ]


def opened(text: str) -> Sketch:
    """Return a sketch of a text, or an empty one."""
    document = parsed(text) if text else None
    if document is not None and (newer := with_elimination(document)) is not document:
        document, text = newer, text_of_document(newer, text)
    answers = answers_of(document) if document is not None else asking.BEGIN
    sketch = Sketch(answers=answers, text=text, document=document)
    return replace(sketch, tried=_tried(document, MultiDict(), []) if document else None)


def received(form: MultiDict[str, str], text: str) -> Sketch:
    """Return the sketch sent by a page.

    If only the text was edited, the answers are derived from it; if the answers were edited, the text is made from them.
    """
    typed = {key: value for key, value in form.items() if key not in OWN and not key.startswith(TRIED_FIELDS)}
    document = parsed(text)
    answers: Mapping[str, str] = {**asking.UNSAID, **typed} if "carte" in typed else asking.BEGIN
    seen_text, _, seen_answers = form.get("vu", "").partition(" ")
    if document is not None:
        answered = bool(seen_answers) and seen_answers != digest(asking.document_of(answers, {}))
        if not answered and seen_text != digest(text.strip()):
            answers = {**answers, **answers_of(document)}
        elif answered and (full := asking.document_of(answers, document)) != document:
            document, text = full, text_of_document(full, text)
    return Sketch(answers=answers, text=text, document=document)


def played(sketch: Sketch, form: MultiDict[str, str]) -> Sketch:
    """Return the sketch with its tried lines, after the action of the button: play, erase, or add or remove an example."""
    if sketch.document is None:
        return sketch
    tried = _tried(sketch.document, form, _payloads(form.get("jouees", "")))
    if tried is None:
        return sketch
    document = {**sketch.document}
    examples, known = [*sketch.examples], sketch.examples == document.get("exemples", [])
    kept = form.get("juste", "")
    has_room = len(tried.payloads) < MOST_TRIED
    if "jouer" in form and tried.form.line and not tried.form.unconfirmed and has_room:
        lines = [*tried.payloads, tried.form.payload()]
        return replace(sketch, tried=_tried(document, MultiDict(), lines))
    if "effacer" in form:
        return replace(sketch, tried=_tried(document, MultiDict(), tried.payloads[:-1]))
    if known and kept.isdigit() and 0 < int(kept) <= len(tried.sheet.marked):
        examples.append(tried.example(int(kept) - 1))
    elif known and kept == "refuse" and tried.refuses:
        examples.append(tried.refused())
    elif known and form.get("retirer", "").isdigit() and int(form["retirer"]) < len(examples):
        del examples[int(form["retirer"])]
    else:
        return replace(sketch, tried=tried)
    document["exemples"] = examples
    document = {key: value for key, value in document.items() if value != []}
    return replace(sketch, tried=tried, document=document, text=text_of_document(document, sketch.text))


def _payloads(text: str) -> list[Mapping[str, Any]]:
    try:
        return asking.listed(json.loads(text or "[]"))
    except ValueError:
        return []


def _tried(
    document: asking.Document, form: MultiDict[str, str], payloads: Sequence[Mapping[str, Any]]
) -> Tried | None:
    """Return the game with the tried lines replayed; `None` when the game cannot be played yet."""
    try:
        game = catalogue.game_of_definition({**document, "exemples": [STAND_IN]})
    except Unreadable:
        return None
    rules = game.rules()
    seats = next((count for count in rules.SEATS if count >= FEW), rules.SEATS[-1])
    table = Table(FIRST[:seats], rules.CAMPS)
    sheet = replay(rules, table, ())
    left: list[Mapping[str, Any]] = []
    for payload in payloads:
        longer = extend(sheet, len(left) + 1, read_line(rules, payload, table))
        # A line that the present rules refuse is dropped.
        if not longer.faults:
            sheet, left = longer, [*left, payload]
    fields = MultiDict(
        [
            (key, value)
            for key, value in form.items(multi=True)
            if key.startswith(TRIED_FIELDS) or key in {"sure", *CELL_FIELDS}
        ]
    )
    filled = game.form(fields or None, rules=rules, state=sheet.state)
    if any(value for key, value in fields.items() if value):
        filled.validate()
    return Tried(game, sheet, filled, left)


blueprint = Pages("house_games", __name__, Role.ORGANISATEUR)
MAX_FILE = 128 * 1024
TRIES = frozenset({"essai", "renouveler", "jouer", "effacer", "juste", "retirer", "papier"})
"""Buttons of the form that store nothing."""


@cache
def shipped(spoken: str) -> dict[str, tuple[str, str]]:
    """Return the definitions shipped with the app in the current language, by file stem: name and text."""
    texts = {}
    for path in sorted((resources("examples") / "jeux").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        document = parsed(text) or {}
        if spoken != SOURCE:
            document = translated(document)
            text = text_of_document(document)
        texts[path.stem] = document["nom"], text
    return texts


def _page(sketch: Sketch, status: int = 200, *, known: bool = False) -> tuple[str, int]:
    tried = sketch.tried
    page = render_template(
        "organiser/house_games.html",
        sketch=sketch,
        asking=asking,
        tried=tried,
        known=known,
        games=[game for game, _ in house_games(store())],
        shipped={stem: name for stem, (name, _) in shipped(language()).items()},
        # The form of the tried line is rendered as on a sheet, with the same context.
        form=tried.form if tried else None,
        game=tried.game if tried else None,
        table=tried.sheet.table if tried else None,
        rules=tried.sheet.rules if tried else None,
        state=tried.sheet.state if tried else None,
    )
    return page, status


@blueprint.get("/jeux-maison")
def index() -> tuple[str, int]:
    """Show the declared games, and the form for another; it starts from a shipped definition when one is requested."""
    _, text = shipped(language()).get(request.args.get("exemple", ""), ("", ""))
    return _page(opened(text))


@blueprint.post("/jeux-maison")
def add() -> ResponseReturnValue:
    """Check a definition, and store it unless it was only tried out or would replace another one without confirmation."""
    source: str | bytes = request.form.get("definition", "")
    file = request.files.get("fichier")
    if file is not None and file.filename:
        source = file.read(MAX_FILE)
    raw = source if isinstance(source, bytes) else source.replace("\r\n", "\n").encode()
    sketch = played(received(request.form, raw.decode("utf-8-sig", "replace")), request.form)
    if "papier" in request.form and sketch.tried:
        return shown(html_of(sketch.tried.request))
    # Data that is not a valid text is checked as received.
    verdict = catalogue.check_text(raw if sketch.document is None else sketch.text.encode())
    tries = TRIES & request.form.keys()
    sketch = replace(sketch, verdict=verdict, judged="essai" in request.form or not tries)
    if verdict.game is None:
        return _page(sketch, 200 if tries - {"essai"} else 422)
    key = verdict.game.key
    known = any(game.key == key for game, _ in house_games(store()))
    if tries or (known and "remplacer" not in request.form):
        return _page(sketch, 200 if tries else 409, known=known)
    keep_house_game(store(), verdict.game, sketch.text)
    return redirect(url_for("home.index", jeu=key) + f"#{key}", 303)


@blueprint.get("/jeux-maison/<key>")
def edit(key: str) -> tuple[str, int]:
    """Show the form with a declared game."""
    return _page(opened(_source(key)), known=True)


@blueprint.get("/jeux-maison/<key>.toml")
def source(key: str) -> Response:
    """Serve the definition of a declared game as a file."""
    return download(_source(key), "application/toml", f"{key.removeprefix(catalogue.PREFIX)}.toml")


@blueprint.post("/jeux-maison/<key>/retirer")
def remove(key: str) -> ResponseReturnValue:
    """Remove a declared game; its sheets stay playable."""
    remove_house_game(store(), key)
    return redirect(url_for("house_games.index"), 303)


def _source(key: str) -> str:
    for game, text in house_games(store()):
        if game.key == key:
            return text
    raise Unknown(key)
