"""Lists with any heading, order, separator and encoding, with titles, other columns and empty lines: right names, or a question."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.lists.reading import read
from tests.lists.workbooks import xlsx

FIRST = "Jean|Lucie|Marie-Claire|Zoé|Hans|Jürg|Urs|Katrien|Jan|Giovanni|Chiara|Åse|José|Anne|Sven|Hélène|Noor|Ömer|Mary Ann|Jean Paul"
LAST = "Dupont|Martin|Favre|Müller|von Arx|De Smet|Van den Berg|Rossi|D’Angelo|O’Neill|Muñoz|Le Goff|García López|Jørgensen|Çelik|Roy"
CLUBS = ("Lyon", "FC Sion", "Les As", "Bern", "Amicale d’Alle")
HEADINGS = {
    "first-last": "Prénom Nom|First name Last name|Vorname Nachname|Voornaam Achternaam|Nome Cognome",
    "last-first": "Nom Prénom|NOM et prénom|Name, Vorname|Last name First name|Cognome e nome|Naam, voornaam",
    "parts": "Nom;Prénom|Last name;First name|Nachname;Vorname|Name;Vorname|Achternaam;Voornaam|Cognome;Nome|NOM :;PRÉNOM(S)",
    "swapped": "Prénom;Nom|First name;Surname|Vorname;Name|Voornaam;Naam|Nome;Cognome",
    "unknown": "Kto|Pelaaja|Jugador",
    "none": "",
}
EXTRAS = {
    "N°": "1234567",
    "Téléphone": "079 123 45 67",
    "E-mail": "a@b.ch",
    "Licence": "A-123456",
    "Club": "",
    "Remarque": "végétarien",
}


@dataclass(frozen=True)
class Made:
    """A generated list and its people."""

    data: bytes | str
    people: list[tuple[str, str]]


@st.composite
def lists(draw: st.DrawFn) -> Made:
    """Draw a list as clubs write them."""
    people = draw(
        st.lists(
            st.tuples(st.sampled_from(FIRST.split("|")), st.sampled_from(LAST.split("|"))),
            min_size=1,
            max_size=9,
            unique=True,
        )
    )
    order = draw(st.sampled_from([*HEADINGS]))
    heading = draw(st.sampled_from(HEADINGS[order].split("|")))
    shape = (
        draw(st.sampled_from(["first-last", "last-first", "parts"]))
        if order in {"unknown", "none"}
        else order
    )
    capitals, separator = draw(st.booleans()), draw(st.sampled_from(";\t,|"))
    extras = draw(st.lists(st.sampled_from([*EXTRAS]), max_size=3, unique=True))
    titles = [*heading.split(";"), *extras]
    rows = []
    for at, (first, last) in enumerate(people):
        surname = last.upper() if capitals else last
        cells = {
            "parts": [surname, first],
            "swapped": [first, surname],
            "last-first": [f"{surname} {first}"],
        }.get(shape, [f"{first} {surname}"])
        rows.append([*cells, *(EXTRAS[extra] or CLUBS[at % 5] for extra in extras)])
    if order in {"parts", "swapped", "first-last", "last-first"} or heading:
        place = draw(st.integers(0, len(titles)))
        if order not in {"unknown", "none"} and place and extras and draw(st.booleans()):
            # The other columns come first.
            cut = len(titles) - len(extras)
            titles = [*titles[cut:], *titles[:cut]]
            rows = [[*row[cut:], *row[:cut]] for row in rows]
        if order not in {"unknown", "none"} and draw(st.integers(0, 4)) == 0:
            # Two halves side by side.
            half, gap = -(-len(rows) // 2), [""] * draw(st.integers(0, 1))
            right = [*rows[half:], [""] * len(titles)]
            rows = [[*row, *gap, *other] for row, other in zip(rows[:half], right, strict=False)]
            titles = [*titles, *gap, *titles]
        rows.insert(0, titles)
    if draw(st.booleans()):
        rows.insert(0, ["Concours du 12 novembre"])
    if draw(st.booleans()):
        rows.append(["Total", str(len(people))])
    if draw(st.integers(0, 9)) == 0:
        return Made(xlsx({"Liste": rows}), people)
    lines = [separator.join(f'"{cell}"' if separator in cell else cell for cell in row) for row in rows]
    text = "\r\n".join(
        line
        for pair in zip(lines, [""] * len(lines), strict=True)
        for line in pair
        if line or draw(st.booleans())
    )
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman"]))
    return Made(text.encode(encoding), people)


@settings(max_examples=80)
@given(lists())
def test_names_are_right_or_asked_about(made: Made) -> None:
    reading = read(made.data)
    if not reading.sure:
        return
    expected = {f"{first} {last}".casefold() for first, last in made.people}
    # A name in one column is kept as written, unless a title gives its order.
    written = {f"{last} {first}".casefold() for first, last in made.people}
    names = {person.name.casefold() for person in reading.people}
    assert len(reading.people) == len(made.people)
    assert names == expected or (names == written and all(not person.first for person in reading.people))


@st.composite
def lists_of_pairs(draw: st.DrawFn) -> Made:
    """Draw a list of pairs: two people in a line, in one cell or in two, with or without a team."""
    people = draw(
        st.lists(
            st.tuples(st.sampled_from(FIRST.split("|")), st.sampled_from(LAST.split("|"))),
            min_size=2,
            max_size=12,
            unique=True,
        )
    )
    people = people[: len(people) // 2 * 2]
    capitals, first_behind = draw(st.booleans()), draw(st.booleans())
    names = [
        f"{last.upper() if capitals else last} {first}" if first_behind else f"{first} {last}"
        for first, last in people
    ]
    joiner = draw(st.sampled_from([" / ", "/", " & ", " + ", " et ", " und ", " en ", ";", "\t"]))
    lines = [joiner.join(names[at : at + 2]) for at in range(0, len(names), 2)]
    cells = joiner in {";", "\t"}
    title = {";": "Joueur 1;Joueur 2", "\t": "Joueur A\tJoueur B"}.get(joiner, "Équipes")
    if cells and draw(st.booleans()):
        title, lines = f"Équipe{joiner}{title}", [f"Les {at}{joiner}{line}" for at, line in enumerate(lines)]
        lines.insert(0, title)
    else:
        if not cells and draw(st.booleans()):
            lines = [f"{at}. {line}" for at, line in enumerate(lines, 1)]
        lines = [title, *lines] if draw(st.booleans()) else lines
    if draw(st.booleans()):
        lines = ["Concours du samedi", "", *lines]
    if draw(st.booleans()):
        lines.append("Liste d’attente :")
    return Made("\n".join(lines), people)


@settings(max_examples=80)
@given(lists_of_pairs())
def test_pairs_are_right_or_asked_about(made: Made) -> None:
    reading = read(made.data, pairs=True)
    if not reading.sure:
        return
    expected = {f"{first} {last}".casefold() for first, last in made.people}
    written = {f"{last} {first}".casefold() for first, last in made.people}
    names = {person.name.casefold() for person in reading.people}
    assert len(reading.people) == len(made.people)
    assert names in (expected, written)
    mates = {person.name: person.pair for person in reading.people}
    for one, other in zip(reading.people[::2], reading.people[1::2], strict=True):
        assert mates[one.name] == other.name or mates[one.name] == mates[other.name] != ""
