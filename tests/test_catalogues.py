"""Catalogues of all languages: complete, with the gaps and plural forms of each sentence, in the spelling of the language."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import normalize, read_po

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.i18n import LANGUAGES, SOURCE, catalogue, day, speaking, tag
from scorekeeper.web.core.jinja import moment
from tests.codes import modules
from tests.messages import (
    PACKAGE,
    ROOT,
    WORD,
    Sentence,
    catalogues,
    forms,
    gaps,
    messages_of,
    sentences,
    translations,
)

OTHERS = tuple(language for language in LANGUAGES if language != SOURCE)
"""Languages that are offered, and so complete."""
BEGUN = sorted({path.parent.name for path in PACKAGE.rglob("translations/*/*.po")})
"""All languages with catalogues."""
AGREEMENT = re.compile(r"\{(\w+):[^{}|]*\|[^{}|]*\}")
SAME = ROOT / "tests" / "same_words"
"""Folder with a file for each language: its messages that are the same as in French, one a line."""


def area(place: str) -> str:
    """Return the part of the app that uses a sentence: a game, or the app itself."""
    match = re.search(rf"\b({'|'.join(game.key for game in GAMES)})/", place)
    return match[1] if match else "app"


def by_area() -> Mapping[str, list[Sentence]]:
    sentences_of: dict[str, list[Sentence]] = defaultdict(list)
    for sentence in sentences().values():
        for name in {area(place) for place in sentence.places}:
            sentences_of[name].append(sentence)
    return sentences_of


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", ["app", *(game.key for game in GAMES)])
def test_every_sentence_is_translated(language: str, name: str) -> None:
    known = translations(language)
    missing = [
        f'# {sentence.places[0]}\nmsgid {normalize(sentence.french[0])}\nmsgstr ""\n'
        for sentence in by_area()[name]
        if not known.get(sentence.french[0], (("",), ROOT))[0][0].strip()
    ]
    place = "scorekeeper" if name == "app" else f"scorekeeper/cards/games/{name}"
    file = "" if name == "app" else f"{name}.po"
    assert not missing, "\n".join(
        [f"these need their words in {place}/translations/{language}/{file}:", *missing]
    )


@pytest.mark.parametrize("language", BEGUN)
def test_a_translation_has_the_gaps_and_forms_of_its_sentence(language: str) -> None:
    for french, sentence in sentences().items():
        if french not in translations(language):
            continue
        translated, path = translations(language)[french]
        where = f"{path.name}: {french}"
        assert gaps(*translated) == gaps(*sentence.french), where
        for text in translated:
            assert gaps(text) >= gaps(*sentence.french) - {"num"}, where
            assert set(AGREEMENT.findall(text)) <= gaps(*sentence.french), where
            assert not re.search(r"\{\w+:", AGREEMENT.sub("", text)), where
            # Quotation marks belong to the language: <q>, or its own.
            for marks in (r"\{\w+\}", r"</?[a-pr-z][^>]*>"):
                assert set(re.findall(marks, text)) == set(re.findall(marks, french)), where
        plural = len(sentence.french) > 1
        assert len(translated) == (header(path)[0] if plural else 1), where


def header(path: Path) -> tuple[int, str, str]:
    """Return the number of plural forms of a catalogue, its rule for them, and the tag of `language.po`."""
    with path.open("rb") as source:
        read = read_po(source)
    return read.num_plurals, read.plural_expr, read.locale_identifier or ""


@pytest.mark.parametrize("language", BEGUN)
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    own = PACKAGE / "translations" / language / "language.po"
    count, rule, locale = header(own)
    assert [
        path.name
        for path in catalogues(language)
        if any(len(forms(message)) > 1 for message in messages_of(path)) and header(path)[:2] != (count, rule)
    ] == []
    known = Locale.parse(locale)
    assert count == 2, "sentences with {n:one|more} know two forms"
    for number in range(201):
        first = number == 1 if rule == "(n != 1)" else number < 2
        assert (known.plural_form(number) == "one") == first, number


@pytest.mark.parametrize("language", BEGUN)
def test_catalogue_translates_used_sentences_only(language: str) -> None:
    known = sentences()
    for path in catalogues(language):
        stale = [forms(message)[0] for message in messages_of(path) if forms(message)[0] not in known]
        assert stale == [], f"nothing says these any more; take them out of {path.name}"
        if language in LANGUAGES:
            assert [forms(message)[0] for message in messages_of(path) if message.fuzzy] == [], path.name


@pytest.mark.parametrize("language", OTHERS)
def test_messages_left_in_french_are_listed(language: str) -> None:
    same = {
        french
        for french, (translated, _) in translations(language).items()
        if WORD.search(re.sub(r"%\(\w+\)s", "", french)) and translated[0] == re.sub(r"^\w+\|", "", french)
    }
    listed = (SAME / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(same) == listed


@pytest.mark.parametrize("language", BEGUN)
def test_a_sentence_is_translated_the_same_everywhere(language: str) -> None:
    """Catalogues are merged, so that one of two translations would be lost."""
    places: dict[str, set[tuple[str, Path]]] = defaultdict(set)
    for path in catalogues(language):
        for message in messages_of(path):
            places[forms(message)[0]].add((str(message.string), path.relative_to(PACKAGE)))
    differing = {french: pairs for french, pairs in places.items() if len({text for text, _ in pairs}) > 1}
    assert differing == {}, "a sentence has one translation for the whole app"


@pytest.mark.parametrize("language", OTHERS)
def test_the_app_finds_every_translation(language: str) -> None:
    known = catalogue(language)
    for french, (translated, _) in translations(language).items():
        if len(translated) == 1:
            assert known.ugettext(french) == translated[0]
        else:
            assert known.ungettext(french, french, 1) == translated[0]
            assert known.ungettext(french, french, 5) == translated[1]


def test_every_literal_sentence_is_found_by_the_extraction() -> None:
    """A sentence within an f-string would not be found, and be shown in French in every language."""
    known = sentences()
    unknown = {
        (str(module.path.relative_to(ROOT)), node.args[0].value)
        for module in modules(PACKAGE)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"gettext", "N_"}
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value not in known
    }
    assert unknown == set()


def test_sentences_have_named_gaps_only() -> None:
    """A lone percent sign, or a gap without a name, breaks the sentence when it is filled."""
    for french in sentences():
        rest = re.sub(r"%\([\w.]+\)[sd]|%%", "", french)
        assert "%(" not in rest, french


def test_french_sentences_are_set_in_french() -> None:
    """Curly apostrophes, ellipses as one character, and spaces before high punctuation."""
    for french, sentence in sentences().items():
        text = re.sub(r"<[^>]*>|https?://\S+|\{[^}]*\}", "", french)
        place = f"{sentence.places[0]}: {french}"
        assert "'" not in text, f"’ instead of ' in {place}"
        assert "..." not in text, f"… instead of three dots in {place}"
        assert not re.search(r"\w[?!;]", text), f"a space before ? ! ; in {place}"


OF_A_HOUSE = {"scorekeeper/web/house_games.py"}
"""Modules that write sentences of a house, which are in the language of the house."""


def test_code_adds_no_punctuation_of_one_language() -> None:
    """French spaces before a colon or semicolon come from messages; other languages have none."""
    files = set()
    for module in modules(PACKAGE):
        for node in ast.walk(module.tree):
            parts = node.values if isinstance(node, ast.JoinedStr) else ()
            if isinstance(node, ast.Attribute) and node.attr == "join":
                parts = [node.value]
            texts = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
            if any(re.search(r" [:;] |« | »", text) for text in texts):
                files.add(str(module.path.relative_to(ROOT)))
    scripts = {
        path.name
        for path in (ROOT / "static" / "js").glob("*.js")
        if re.search(r"`[^`]*\} [:;!?] ?(\$\{|`)", path.read_text(encoding="utf-8"))
    }
    pages = {
        str(path.relative_to(ROOT))
        for folder in (ROOT / "templates", PACKAGE)
        for path in folder.rglob("*.html")
        if re.search(r"(\}\}|>) [:;] (\{\{|<)", path.read_text(encoding="utf-8"))
    }
    assert (files, scripts, pages) == (OF_A_HOUSE, set(), set())


UNUSUAL = {
    "en": re.compile(
        r"«|»|\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2},"
        r"|\b(colors?|centers?|(un)?favorites?|honors?|canceled|organiz\w+|recogniz\w+|gray)\b",
        re.IGNORECASE,
    ),
    "de": re.compile(r"ß|„|“|”|« | »| [;:!?]"),
}
"""Spelling and marks that a language does not use here: English is British, German is Swiss."""


@pytest.mark.parametrize("language", [language for language in BEGUN if language in UNUSUAL])
def test_a_language_has_its_own_spelling_and_marks(language: str) -> None:
    translated = {text for texts, _ in translations(language).values() for text in texts}
    assert [text for text in translated if UNUSUAL[language].search(text)] == []


def test_a_date_begins_with_its_day() -> None:
    shown = {}
    for language in ("fr", "en"):
        with speaking(language):
            shown[language] = [day("2026-11-22"), day("2026-11-01"), moment("2026-11-01T12:00:00+00:00")[:12]]
    assert shown["fr"] == ["22 novembre 2026", "1er novembre 2026", "1er nov. 202"]
    assert shown["en"] == ["22 November 2026", "1 November 2026", "1 Nov 2026, "]


def test_every_language_has_a_locale() -> None:
    for language in LANGUAGES:
        with speaking(language):
            assert Locale.parse(tag(), sep="-").language == language


EITHER_CARDS = ("jass/", "coiffeur/", "differenzler/")
"""Folders of the games that are played with French or German-Swiss cards."""


def test_german_swiss_cards_have_all_words_in_every_language() -> None:
    wanted = {path.parent.name: path for path in PACKAGE.rglob("suits/*/*.po")}
    assert set(wanted) == set(LANGUAGES)
    french = [forms(message)[0] for message in messages_of(wanted[SOURCE])]
    for language, path in wanted.items():
        # Only German also names the ranks of these cards: Ober, Under, Banner.
        own_words = [forms(message)[0] for message in messages_of(path)][len(french) :]
        assert [forms(message)[0] for message in messages_of(path)] == french + own_words
        assert bool(own_words) == (language == "de")
        for message in messages_of(path):
            sentence, own = forms(message)[0], str(message.string)
            assert gaps(own) == gaps(sentence)
            assert not re.search(
                r"pique|trèfle|carreau|Schaufel|Ecke|Dame|Bube|spades|hearts|schoppen|ruiten", own
            ), own
            places = sentences()[sentence].places
            assert all(any(folder in place for folder in EITHER_CARDS) for place in places), sentence
