"""People's names: how they are tidied, which are refused, and when two are the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.rules.names import (
    NAME_MAX,
    BadText,
    alphabetical,
    by_surname,
    casefold,
    matches,
    mixes_alphabets,
    normalise,
    short_names,
    skeleton,
    surname_first,
    syllables,
    team_names,
)


@pytest.mark.parametrize(
    ("written", "tidied"),
    [
        ("Alice", "Alice"),
        ("  Jean   Paul ", "Jean Paul"),
        ("Chloe\u0301", "Chloé"),
        ("Jean\u00a0Paul", "Jean Paul"),
        ("Jean\u3000\u2009Paul", "Jean Paul"),
        ("Jean\tPaul\r\n", "Jean Paul"),
        ("O’Neill-Dupré (père)", "O’Neill-Dupré (père)"),
        ("7", "7"),
        ("!?", "!?"),
        ("–", "–"),
        ("🐷", "🐷"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("👩\u200d🌾 Anne", "👩\u200d🌾 Anne"),
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
        ("👩🏽\u200d🌾", "👩🏽\u200d🌾"),
        ("Λουκία", "Λουκία"),
        ("佐藤", "佐藤"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
        ("क्\u200dष", "क्\u200dष"),
        ("q\u0323\u0307", "q\u0323\u0307"),
        ("a" * 40, "a" * 40),
        ("e\u0301" * 40, "é" * 40),
    ],
)
def test_a_name_is_tidied(written: str, tidied: str) -> None:
    assert normalise(written) == tidied
    assert normalise(tidied) == tidied


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "texte-vide"),
        (" \t\u00a0\n", "texte-vide"),
        ("a" * 41, "texte-trop-long"),
        ("a" * 801, "texte-trop-long"),
        (" " * 801, "texte-trop-long"),
        ("\u0301", "texte-signe-en-tete"),
        (" \u0323 ", "texte-signe-en-tete"),
        ("\ufe0f", "texte-signe-en-tete"),
        ("\u0301Anne", "texte-signe-en-tete"),
        ("  \u093eक", "texte-signe-en-tete"),
        ("a\x00b", "texte-caractere"),
        ("a\x1bb", "texte-caractere"),
        ("a\u202eb", "texte-caractere"),
        ("a\u2066b", "texte-caractere"),
        ("\ufeffa", "texte-caractere"),
        ("a\u200bb", "texte-caractere"),
        ("a\u2028b", "texte-caractere"),
        ("a\u2029b", "texte-caractere"),
        ("a\x1cb", "texte-caractere"),
        ("a\x0bb", "texte-caractere"),
        ("a\x85b", "texte-caractere"),
        ("a\ue000", "texte-caractere"),
        ("a\ud800", "texte-caractere"),
        ("a\u0378", "texte-caractere"),
        ("a\u3164", "texte-caractere"),
        ("a\u2800", "texte-caractere"),
        ("a\u034f", "texte-caractere"),
        ("a\u200db", "texte-caractere"),
        ("a\u200cé", "texte-caractere"),
        ("\u200dé", "texte-caractere"),
        ("é\u200d", "texte-caractere"),
        ("é\u200d😀", "texte-caractere"),
        ("q\u0323\u0307\u0301", "texte-caractere"),
        ("q\u0323\u0307\u0301a", "texte-caractere"),
        ("Z̸̢̧̛͈̪͖͚͎̫͕̮̗̱̰̝͍̼̜", "texte-caractere"),
    ],
    ids=ascii,
)
def test_invalid_name_is_refused_with_its_code(written: str, code: str) -> None:
    with pytest.raises(BadText) as caught:
        normalise(written)
    assert caught.value.code == code
    assert caught.value.limit == NAME_MAX
    assert str(caught.value) == code


def test_limit_of_a_text_can_be_set() -> None:
    assert normalise("Café du Pont", 80) == "Café du Pont"
    with pytest.raises(BadText) as caught:
        normalise("Café du Pont", 5)
    assert (caught.value.code, caught.value.limit) == ("texte-trop-long", 5)
    assert BadText("texte-vide").limit == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [("Chloé", "CHLOÉ"), ("Chloe\u0301", "chloé"), ("Strauß", "STRAUSS"), ("ﬁn", "FIN"), ("ΐ", "Ϊ́")],
)
def test_two_spellings_of_a_name_have_one_key(one: str, other: str) -> None:
    assert casefold(one) == casefold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u041c\u0430rc", "Marc"),
        ("\u041c\u0410\u0420\u041a", "MAPK"),
        ("\u0391nne", "Anne"),
        ("Jos\u00e9", "jose"),
        ("Mar\uff43", "Marc"),
        ("\u0395\u039b\u0395\u039d\u0397", "\u0395\u03bb\u03ad\u03bd\u03b7"),
    ],
    ids=ascii,
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert casefold(one) != casefold(other)


@pytest.mark.parametrize(
    ("name", "mixed"),
    [
        ("\u041c\u0430rc", True),
        ("Marc", False),
        ("\u041c\u0430\u0440\u043a", False),
        ("Anna \u041f\u0435\u0442\u0440\u043e\u0432\u0430", False),
        ("佐藤 Ken", False),
        ("Jean-\u03a1aul", True),
        ("O’Neill 2", False),
    ],
    ids=ascii,
)
def test_letters_of_two_alphabets_in_a_word_are_noticed(name: str, mixed: bool) -> None:  # noqa: FBT001
    assert mixes_alphabets(name) is mixed


def test_names_differing_by_an_accent_are_distinct() -> None:
    assert casefold("Chloé") != casefold("Chloe")


@given(st.text(max_size=60))
def test_normalised_name_is_stable(text: str) -> None:
    try:
        tidied = normalise(text)
    except BadText:
        return
    assert normalise(tidied) == tidied
    assert 1 <= len(tidied) <= NAME_MAX
    assert tidied == tidied.strip()
    assert unicodedata.is_normalized("NFC", tidied)
    assert not any(unicodedata.category(sign) in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"} for sign in tidied)
    tidied.encode()


def test_names_in_the_order_in_which_one_looks_for_them() -> None:
    assert sorted(["Zoé", "Émile", "eve", "Eva"], key=alphabetical) == ["Émile", "Eva", "eve", "Zoé"]
    assert sorted(["Pia", "Œuvray", "Łukasz", "Maé", "Ofer"], key=alphabetical) == [
        "Łukasz",
        "Maé",
        "Œuvray",
        "Ofer",
        "Pia",
    ]


@pytest.mark.parametrize(
    ("typed", "name", "found"),
    [
        ("hote", "Anne L’Hôte", True),
        ("l'hote an", "Anne L’Hôte", True),
        ("pierre", "Jean-Pierre Œuvray", True),
        ("jean pi oeuv", "Jean-Pierre Œuvray", True),
        ("lukasz", "Łukasz Ørsted", True),
        ("theurillat the", "Théo Theurillat", True),
        ("the theurillat", "Théo Theurillat", True),
        ("theurillat the", "Léa Theurillat", False),
        ("euvray", "Jean-Pierre Œuvray", False),
        ("pierre anne", "Jean-Pierre Œuvray", False),
        (" ", "Anne", False),
        ("-", "Anne", False),
    ],
)
def test_few_letters_match_a_name(typed: str, name: str, found: bool) -> None:  # noqa: FBT001
    assert matches(typed, name) is found


@pytest.mark.parametrize("sign", [" ", "a", "\u0301", "\u200d", "\ufdfa", "\U0001f469\u200d"])
def test_fifty_thousand_characters_take_no_time(sign: str) -> None:
    # Linear time is negligible; quadratic time, which this test guards against, takes minutes.
    with pytest.raises(BadText):
        normalise(sign * 50_000)


@pytest.mark.parametrize(
    ("listed", "shown"),
    [
        (("Anne", "Benoît"), ("Anne", "Benoît")),
        (("Quatorze-signe",), ("Quatorze-signe",)),
        (("Maximilien-Alexandre de la Tour", "Jean"), ("Maximilien-Al…", "Jean")),
        (
            ("Maximilien-Alexandre de la Tour", "Maximilienne-Alexandra de la Tour"),
            ("Max…n-Alexandr", "Max…nne-Alexan"),
        ),
        (("Jean-Philipp Martin", "Anne"), ("Jean-Philipp…", "Anne")),
        (("Jean-Christophe", "Jean-Christophe Martin"), ("Jea…e", "Jea…e Martin")),
        (("Marie-Antoinette Durand", "Marie-Antoinette Dupont"), ("Mar…urand", "Mar…upont")),
        (("Marie-Antoine…", "Marie-Antoinette"), ("Marie-Antoine…", "Mar…ette")),
    ],
)
def test_long_names_are_cut_and_stay_tellable_apart(listed: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert short_names(listed) == shown


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Anne Martin", "Anne Martin"),
        ("Élisabeth", "Éli-sa-beth"),
        ("Christophe", "Chris-to-phe"),
        ("Alexandre", "Ale-xan-dre"),
        ("Jean Villardière", "Jean Vil-lar-dière"),
        ("Chloé", "Chloé"),
    ],
)
def test_long_words_may_break_between_syllables(name: str, parts: str) -> None:
    assert syllables(name) == parts.replace("-", "\N{SOFT HYPHEN}")


@given(listed=st.lists(st.text("ab", min_size=1, max_size=40), min_size=2, max_size=6, unique=True))
def test_short_names_fit(listed: list[str]) -> None:
    shown = short_names(tuple(listed))
    assert all(len(text) <= 14 for text in shown)
    assert [text for name, text in zip(listed, shown, strict=True) if len(name) <= 14] == [
        name for name in listed if len(name) <= 14
    ]


@pytest.mark.parametrize(
    ("players", "camps"),
    [
        (("Anne", "Bob", "Chloé", "Dan"), ("Anne & Chloé", "Bob & Dan")),
        (("A" * 40, "Bob", "C" * 40, "Dan"), ("A" * 18 + " & " + "C" * 18, "Bob & Dan")),
        (("A" * 39 + "1", "A" * 39 + "2", "A" * 39 + "3", "A" * 39 + "4"), ("A", "B")),
    ],
)
def test_camps_without_a_name_are_called_by_their_players(
    players: tuple[str, ...], camps: tuple[str, str]
) -> None:
    assert team_names(players) == camps


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("Anne Dupont", "dupont"),
        ("DUPOND Émile", "dupond"),
        ("Benoît Van Damme", "van damme"),
        ("Chloé de Smet", "smet"),
        ("Zoé", "zoe"),
        ("Van Damme", "damme"),
        ("É. DE LA TOUR", "la tour"),
        ("Zoé Ç. Celik", "celik"),
        ("Jean 2", "jean 2"),
        ("", ""),
    ],
)
def test_people_are_sorted_by_their_last_names(name: str, last: str) -> None:
    assert by_surname(name)[0] == last


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Anne Dupont", "Dupont Anne"),
        ("DUPOND Émile", "DUPOND Émile"),
        ("Jean JEAN", "JEAN Jean"),
        ("Benoît Van Damme", "Van Damme Benoît"),
        ("Chloé de Smet", "de Smet Chloé"),
        ("Marie de La Tour", "de La Tour Marie"),
        ("Joueuse 007", "Joueuse 007"),
        ("Zoé", "Zoé"),
        ("", ""),
    ],
)
def test_a_list_that_is_searched_begins_with_the_last_name(name: str, listed: str) -> None:
    assert surname_first(name) == listed
