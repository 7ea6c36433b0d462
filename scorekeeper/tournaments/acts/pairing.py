"""Who plays together all evening, and who must not meet: what people asked for, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scorekeeper.rules import names
from scorekeeper.rules.contract import Fault
from scorekeeper.rules.seating.lot import draw_pairs
from scorekeeper.tournaments.acts.desk import conflict
from scorekeeper.tournaments.model import Entrant, Format, Tournament

Pairs = tuple[tuple[int, int], ...]


def pairs_for(t: Tournament, seed: str, label: str) -> Pairs:
    """The pairs of those present; who has a partner keeps them, the others are paired as the format says.

    Raises:
        Conflict: when somebody is left without a partner.
    """
    if not t.in_pairs:
        return ()
    here = {one.number: one for one in t.present}
    kept = [
        (one.number, one.partner)
        for one in here.values()
        if one.partner in here and one.number < (one.partner or 0)
    ]
    paired = {number for pair in kept for number in pair}
    alone = [one for one in here.values() if one.number not in paired]
    if t.options.format is Format.PAIRES_INSCRITES:
        return (*kept, *registered_pairs(t, alone))
    if len(alone) % 2:
        raise conflict(*(Fault("paire-incomplete", "", {"nom": one.name}) for one in alone))
    numbers = {one.name: one.number for one in alone}
    drawn = draw_pairs([one.name for one in alone], seed, label)
    return (*kept, *((numbers[one], numbers[two]) for one, two in drawn))


def registered_pairs(t: Tournament, people: Iterable[Entrant]) -> Pairs:
    """The pairs that people named: by the partner's name, or by a word that both gave.

    Raises:
        Conflict: with everybody who has no partner, or more than one.
    """
    people = tuple(people)
    by_name = {names.key(one.name): one for one in t.entrants}
    free = {one.number for one in people}
    words: dict[str, list[Entrant]] = {}
    pairs: list[tuple[int, int]] = []
    faults: list[Fault] = []
    for one in people:
        mate = by_name.get(names.key(one.pair)) if one.pair else None
        if mate is None:
            if one.pair:
                words.setdefault(names.key(one.pair), []).append(one)
        elif mate.number in free and one.number in free and mate.number != one.number:
            pairs.append((one.number, mate.number))
            free -= {one.number, mate.number}
    for group in words.values():
        if len(group) == 2 and {one.number for one in group} <= free:
            pairs.append((group[0].number, group[1].number))
            free -= {one.number for one in group}
        elif len(group) > 2:
            told = ", ".join(one.name for one in group)
            faults.append(Fault("paire-a-plus", "", {"paire": group[0].pair, "noms": told}))
            free -= {one.number for one in group}
    faults += [Fault("paire-incomplete", "", {"nom": t.entrant(number).name}) for number in sorted(free)]
    if faults:
        raise conflict(*faults)
    return tuple(pairs)


def apart_groups(t: Tournament) -> tuple[tuple[int, ...], ...]:
    """Groups no two of whom may meet: two where one names the other, all who gave the same word otherwise."""
    people = {one.number: one for one in t.present}
    by_name = {names.key(one.name): one.number for one in people.values()}
    groups: list[tuple[int, ...]] = []
    words: dict[str, list[int]] = {}
    for one in people.values():
        for text in one.apart:
            other = by_name.get(names.key(text))
            if other is None:
                words.setdefault(names.key(text), []).append(one.number)
            elif other != one.number:
                groups.append((min(one.number, other), max(one.number, other)))
    groups += [tuple(group) for group in words.values() if len(group) > 1]
    return tuple(dict.fromkeys(groups))


def lonely_words(t: Tournament) -> tuple[tuple[Entrant, str], ...]:
    """Those to be kept apart from a word that is nobody's name and that nobody else gave: told, not refused."""
    known = {names.key(one.name) for one in t.entrants}
    given = Counter(word for one in t.entrants for word in {names.key(text) for text in one.apart})
    return tuple(
        (one, text)
        for one in t.entrants
        for text in one.apart
        if names.key(text) not in known and given[names.key(text)] == 1
    )


def club_groups(t: Tournament) -> tuple[tuple[int, ...], ...]:
    """The people of each club, where they should rather not meet."""
    if not t.options.avoid_clubs:
        return ()
    clubs: dict[str, list[int]] = {}
    for one in t.present:
        if one.club:
            clubs.setdefault(names.key(one.club), []).append(one.number)
    return tuple(tuple(group) for group in clubs.values() if len(group) > 1)
