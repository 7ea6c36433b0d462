"""Check of a definition written in TOML: parses it, plays its examples, and returns every fault with its line."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import Words, message_of, read_sentences
from scorekeeper.cards.games.declared.game import MOST_TEXT, declared_of, entry_for, game_of_definition
from scorekeeper.cards.games.declared.rules.definition import (
    DEFINITION,
    LISTS,
    PARTS,
    ExampleSpec,
    FieldScope,
    slug,
)
from scorekeeper.cards.games.declared.toml_text import line_of, lines_of
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.adjustment import read_line
from scorekeeper.cards.rules.contract import Fault, Label, Rules, Table
from scorekeeper.cards.rules.kinds import Json, Unreadable, within
from scorekeeper.cards.rules.replay import Marked, Replay, mark, replay, with_line
from scorekeeper.i18n import gettext

DEEPEST_KEYS = 8
"""Deepest nesting of the TOML values."""
(MESSAGES,) = read_sentences(__file__, "messages")
"""Sentences of the faults of a definition."""
WORDS = Words(MESSAGES)
_CHAIN = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++\s*+\.\s*+){20}")
"""A dotted key of very many parts, for which `tomllib` would take very long."""


@dataclass(frozen=True)
class Flaw:
    """A fault of a definition, with its line and sentence."""

    line: int
    """Line of the file, from 1; 0 if the definition is not a file."""
    key: str
    """Path of the key, such as `champs.0.de`; empty for the whole file."""
    sentence: str


@dataclass(frozen=True)
class GameVerdict:
    """Result of the check of a definition."""

    game: Game | None
    """The game; `None` if there are flaws."""
    flaws: tuple[Flaw, ...] = ()
    examples: int = 0
    """Number of examples of the definition; 0 if it cannot be read."""


def check_text(raw: bytes, taken: Collection[str]) -> GameVerdict:
    """Check the TOML text of a definition: its content, its examples, and that its name is not in `taken` (as `names.casefold`)."""
    data = read_text(raw)
    if isinstance(data, GameVerdict):
        return data
    lines, verdict = lines_of(raw.decode("utf-8-sig")), check_definition(data)
    if verdict.game and names.casefold(verdict.game.name) in taken:
        return _refused(line_of("nom", lines), Fault("nom-livre", "nom", nom=verdict.game.name))
    flaws = (Flaw(line_of(flaw.key, lines), flaw.key, flaw.sentence) for flaw in verdict.flaws)
    return GameVerdict(verdict.game, tuple(sorted(flaws, key=lambda flaw: flaw.line)), verdict.examples)


def read_text(raw: bytes) -> dict[str, Any] | GameVerdict:
    """Return the plain object of a TOML text, or the verdict that it cannot be parsed."""
    if raw.startswith(_OF_AN_OFFICE):
        return _refused(1, Fault("toml-bureau"))
    try:
        text = raw[: 4 * MOST_TEXT + 1].decode("utf-8-sig")
    except UnicodeDecodeError:
        return _refused(1, Fault("toml-texte"))
    if len(text) > MOST_TEXT:
        return _refused(1, Fault("toml-grand", "", limite=MOST_TEXT))
    if _CHAIN.search(text):
        return _refused(1, Fault("toml-profond"))
    try:
        data = tomllib.loads(text, parse_float=Decimal)
        deep = depth_of(data) > DEEPEST_KEYS
    except tomllib.TOMLDecodeError as error:
        return _refused(*toml_fault(text, str(error)))
    except (RecursionError, ValueError):
        return _refused(1, Fault("toml-profond"))
    return _refused(1, Fault("toml-profond")) if deep else data


def check_definition(raw: Json) -> GameVerdict:
    """Check a definition given as plain JSON. The flaws have no lines."""
    try:
        game = game_of_definition(raw)
    except Unreadable as unreadable:
        return GameVerdict(None, tuple(flaws_of(unreadable.faults)))
    flaws = tuple(flaws_of([*example_faults(game)]))
    return GameVerdict(None if flaws else game, flaws, len(declared_of(game).spec.exemples))


def proven_game(raw: Json) -> Game:
    """Return the game of a definition given as plain JSON. Raises `Unreadable` if it has faults or an example fails."""
    game = game_of_definition(raw)
    if faults := [*example_faults(game)]:
        raise Unreadable(*faults)
    return game


def flaws_of(faults: Sequence[Fault]) -> list[Flaw]:
    """Return the flaws of a definition, with sentences but without lines."""
    return [Flaw(0, fault.field, message_of(fault, WORDS, Table())) for fault in plainly(faults)]


def depth_of(data: Any) -> int:
    """Return the nesting depth of a value, 1 for a plain one. Raises `RecursionError` for very deep values."""
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return 1 + max(map(depth_of, parts), default=0)


def _refused(line: int, fault: Fault) -> GameVerdict:
    return GameVerdict(None, (Flaw(line, fault.field, message_of(fault, WORDS, Table())),))


_LIKE = 0.7
"""Least similarity, from 0 to 1, at which an unknown key counts as a misspelt known one."""


def plainly(faults: Sequence[Fault]) -> list[Fault]:
    """Return the faults with the codes that fit their keys; a key is not reported missing if it is only misspelt."""
    plainer = [_plainer(fault) for fault in faults]
    misspelt = {
        ".".join([*fault.field.split(".")[:-1], str(fault.values["proche"])])
        for fault in plainer
        if fault.code == "rubrique-proche"
    }
    return [fault for fault in plainer if fault.code != "rubrique-manquante" or fault.field not in misspelt]


def _plainer(fault: Fault) -> Fault:
    """Return a fault with the code whose sentence fits its key in a definition."""
    field, last = fault.field, fault.field.rpartition(".")[2]
    if fault.code == "cle-inconnue":
        return _unknown(field, str(fault.values["cle"]))
    if fault.code == "cle-manquante":
        return Fault("rubrique-manquante", field, cle=f"[[{field}]]" if field in LISTS else last)
    if fault.code == "liste-attendue":
        if field in LISTS:
            return Fault("titre-double", field, titre=field)
        return Fault("joueurs-deux" if field == "joueurs" else "liste-attendue", field)
    if fault.code == "liste-longueur" and field in LISTS and not fault.values["min"]:
        return Fault("titre-trop", field, max=fault.values["max"], titre=field)
    if fault.code == "objet-attendu":
        if field in PARTS:
            return Fault("titre-simple", field, titre=field)
        if field.startswith("exemples."):
            return Fault("saisie-accolades", field)
    return fault


def _unknown(field: str, key: str) -> Fault:
    """Return the fault of an unknown key, with the most similar known key, or else all known keys."""
    head, dot, _ = field.partition(".")
    known = tuple((PARTS.get(head, DEFINITION) if dot else DEFINITION).kinds)
    meant = get_close_matches(slug(key), known, 1, _LIKE)
    if meant:
        return Fault("rubrique-proche", field, cle=key, proche=meant[0])
    return Fault("rubrique-inconnue", field, cle=key, connues=known)


_LINE = re.compile(r"\(at line ([0-9]+), column [0-9]+\)")
_LOOKS = (
    ("toml-deux-points", re.compile(r"\s*+[^\W\d][\w’-]*+\s*+:")),
    ("toml-cle-accent", re.compile(r"\s*+(?![A-Za-z0-9_.-]++[ \t]*+=)\w[\w\s’-]*+=")),
    ("toml-droits", re.compile(r"[^\"#=]*+=[^\"#“”„«»’‘]*+[“”„«»’‘]")),
    ("toml-entier", re.compile(r"[^\"#=]*+=\s*+[+-]?[0-9]++,[0-9]")),
    ("toml-sans-guillemets", re.compile(r"(?:[^\"#]|\"[^\"]*+\")*?=\s*+(?!(?:true|false)\b)[^\W\d]")),
    ("toml-sans-egal", re.compile(r"\s*+(?:[^\W\d][^=]*+$|//|\\)")),
    ("toml-guillemet", re.compile(r"[^\"#]*+(?:\"[^\"]*+\"[^\"]*+)*+\"[^\"]*+$")),
    ("toml-guillemet", re.compile(r"[^\"#=]*+=\s*+\"[^\"]*+\"\s*+[^\s,#]")),
    ("toml-accolades", re.compile(r"[^{]*+\{(?:[^}]*+$|\s*+\w++\s*+:)")),
    ("toml-virgule", re.compile(r"[^\[]*+\[[^\]]*?[\w\"]\s++[\w\"-]")),
)
"""Patterns of lines that are not TOML, the most certain first, each with the code of its sentence."""
_ONE_BRACKET = re.compile(rf"^[ \t]*\[[ \t]*({'|'.join(LISTS)})[ \t]*\]", re.MULTILINE)
"""A heading in single brackets that needs double ones."""
_OF_AN_OFFICE = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"%PDF")
"""First bytes of files of office programs and of PDF files."""


def toml_fault(text: str, error: str) -> tuple[int, Fault]:
    """Return the line and the fault of a text, from the error message `error` of `tomllib`."""
    place = _LINE.search(error)
    number = int(place[1]) if place else text.rstrip().count("\n") + 1
    if "Cannot overwrite" in error or "Cannot declare" in error or "Duplicate" in error:
        single = _ONE_BRACKET.search(text)
        if single:
            return text.count("\n", 0, single.start(1)) + 1, Fault("titre-double", titre=single[1])
        return number, Fault("toml-deux-fois")
    line = text.split("\n")[number - 1].rstrip()[:400]
    return number, Fault(next((code for code, looks in _LOOKS if looks.match(line)), "toml-illisible"))


ENDINGS: Mapping[str, str] = {"fin-lignes": "lignes", "fin-objectif": "total", "fin-quand": "quand"}
"""Key of `[fin]` by the code of the reason of an end."""


def example_faults(game: Game) -> Iterator[Fault]:
    """Yield a fault for each difference between an example and its actual result, at its key of the definition."""
    at_once: dict[str, Fault] = {}
    for place, example in enumerate(declared_of(game).spec.exemples):
        proof = _Proof(game, example)
        yield from within(f"exemples.{place}", proof.faults())
        if key := proof.ends_at_once:
            at_once.setdefault(key, Fault("exemple-finit-tout-de-suite", f"fin.{key}", exemple=example.nom))
    yield from at_once.values()


class _Proof:
    """Play of one example."""

    def __init__(self, game: Game, example: ExampleSpec) -> None:
        self.game = game
        self.declared = declared_of(game)
        self.example = example
        self.table = Table(example.joueurs, self.declared.camps)
        self.ends_at_once = ""
        """Key of `[fin]` by which the first line ends the partie unexpectedly; empty if it does not."""

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for each key of the example that differs from the actual result."""
        example, seats = self.example, self.declared.seats
        keys = {names.casefold(name) for name in example.joueurs}
        if len(example.joueurs) not in seats or len(keys) < len(example.joueurs):
            yield Fault("exemple-joueurs", "joueurs", min=seats[0], max=seats[-1])
            return
        try:
            rules = self.game.rules.SETTINGS.read(dict(example.reglages or {}), self.table)
        except Unreadable as unreadable:
            yield Fault("exemple-reglages", "reglages", raison=self._reasons(unreadable.faults))
            return
        sheet = replay(rules, self.table, [])
        for rang, raw in enumerate(example.avant, 1):
            line = self._marked(sheet, rang, raw)
            if not isinstance(line, Marked):
                yield Fault("exemple-avant-refuse", "avant", numero=rang, raison=self._reasons(line))
                return
            sheet = with_line(sheet, line)
            if over := rules.outcome(line.after):
                if rang == 1:
                    self.ends_at_once = ENDINGS.get(over.reason.code, "")
                else:
                    yield Fault("exemple-avant-finit", "avant", numero=rang)
                return
        line = self._marked(sheet, len(example.avant) + 1, example.saisie)
        if isinstance(line, Marked):
            yield from self._wrong(rules, line)
        elif not example.refuse:
            yield Fault("exemple-ligne-refusee", "saisie", raison=self._reasons(line))

    def _marked(self, sheet: Replay, rang: int, raw: Mapping[str, Any]) -> Marked | Sequence[Fault]:
        wide = {spec.cle for spec in self.declared.spec.champs if spec.sur is FieldScope.COLONNE}
        lists = {key: value for key, value in raw.items() if key in wide and isinstance(value, list)}
        count = len(self.table.columns)
        # A list must have one value for each column.
        if uneven := [key for key, value in lists.items() if len(value) != count]:
            return [Fault("liste-longueur-juste", key, nombre=count) for key in uneven]
        entry = entry_for(self.declared, self.example, raw, self.example.joueurs)
        line = mark(sheet.rules, sheet.state, rang, read_line(sheet.rules, entry, self.table))
        return line if isinstance(line, Marked) else [item.fault for item in line]

    def _wrong(self, rules: Rules[Any, Any], line: Marked) -> Iterator[Fault]:
        """Yield a fault for each difference between the example and the result of its line, which the rules accepted."""
        example, scores, totals = self.example, line.row.scores, line.after.totals
        if example.refuse:
            yield Fault("exemple-pris", "refuse")
            return
        if line.doubts and not example.demande:
            reasons = " ".join(message_of(doubt, self.game.words, self.table) for doubt in line.doubts)
            yield Fault("exemple-demande", "demande", raison=reasons)
        elif example.demande and not line.doubts:
            yield Fault("exemple-sans-demande", "demande")
        if example.marque is not None and example.marque != scores:
            yield Fault("exemple-marque", "marque", vrai=scores, ecrit=example.marque)
        if example.totaux is not None and example.totaux != totals:
            yield Fault("exemple-totaux", "totaux", vrai=totals, ecrit=example.totaux)
        outcome = rules.outcome(line.after)
        if outcome and not example.ends:
            if example.avant:
                yield Fault("exemple-finit", "saisie")
            else:
                self.ends_at_once = ENDINGS.get(outcome.reason.code, "")
        elif example.fin and not outcome:
            yield Fault("exemple-continue", "fin")
        winners = tuple(self.table.columns[column] for column in outcome.winners) if outcome else ()
        if example.gagne is not None and {*example.gagne} != {*winners}:
            nobody = Label("exemple-personne")
            yield Fault("exemple-gagne", "gagne", vrai=winners or nobody, ecrit=example.gagne or nobody)

    def _reasons(self, faults: Sequence[Fault]) -> str:
        return " ".join(
            self._placed(fault.field, message_of(fault, self.game.words, self.table)) for fault in faults
        )

    @staticmethod
    def _placed(field: str, sentence: str) -> str:
        """Return a sentence after its column and key; the column is not repeated in the sentence."""
        if not field:
            return sentence
        key, _, column = field.partition(".")
        sentence = re.sub(rf"{re.escape(column)}\s?: ", "", sentence, count=1) if column else sentence
        return f"{column}, {key}{gettext(' : ')}{sentence}" if column else f"{key}{gettext(' : ')}{sentence}"
