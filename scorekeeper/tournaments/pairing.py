"""Groups of people: pairs, groups that must not or should rather not meet, and teams with their ranking.

Members of a team play individually; each gives the team's name in `pair`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.draw.seating.lot import draw_pairs
from scorekeeper.draw.standings import Standing, TeamStanding, rank_teams
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import Format
from scorekeeper.tournaments.refusals import conflict

Pairs = tuple[tuple[int, int], ...]
Groups = tuple[tuple[int, ...], ...]


def pairs_for(t: Tournament, seed: str, label: str) -> Pairs:
    """Return the pairs of the people present: existing ones, then new ones by the tournament's format.

    Empty for the individual format. Raises `Conflict` when somebody is left without a partner.
    """
    if not t.in_pairs:
        return ()
    here = {entrant.number: entrant for entrant in t.present}
    kept = [
        (entrant.number, entrant.partner)
        for entrant in here.values()
        if entrant.partner in here and entrant.number < (entrant.partner or 0)
    ]
    paired = {number for pair in kept for number in pair}
    alone = [entrant for entrant in here.values() if entrant.number not in paired]
    if t.options.format is Format.PAIRES_INSCRITES:
        return (*kept, *registered_pairs(t, alone))
    if len(alone) % 2:
        raise conflict(*map(_without_partner, alone))
    numbers = {entrant.name: entrant.number for entrant in alone}
    drawn = draw_pairs([entrant.name for entrant in alone], seed, label)
    return (*kept, *((numbers[first], numbers[second]) for first, second in drawn))


def _without_partner(entrant: Entrant) -> Fault:
    return Fault("paire-incomplete", "", {"nom": entrant.name})


def registered_pairs(t: Tournament, people: Iterable[Entrant]) -> Pairs:
    """Return the pairs that people named: by the partner's name, or by a word that both gave.

    Raises `Conflict` with everybody left over and each word given by more than two.
    """
    people = tuple(people)
    by_name = {names.casefold(entrant.name): entrant for entrant in t.entrants}
    free = {entrant.number for entrant in people}
    words: dict[str, list[Entrant]] = defaultdict(list)
    pairs: list[tuple[int, int]] = []
    faults: list[Fault] = []
    for entrant in people:
        mate = by_name.get(names.casefold(entrant.pair)) if entrant.pair else None
        if mate is None:
            if entrant.pair:
                words[names.casefold(entrant.pair)].append(entrant)
        elif mate.number in free and entrant.number in free and mate.number != entrant.number:
            pairs.append((entrant.number, mate.number))
            free -= {entrant.number, mate.number}
    for group in words.values():
        numbers = [entrant.number for entrant in group]
        if len(group) == 2 and free.issuperset(numbers):
            pairs.append((numbers[0], numbers[1]))
            free.difference_update(numbers)
        elif len(group) > 2:
            listed = ", ".join(entrant.name for entrant in group)
            faults.append(Fault("paire-a-plus", "", {"paire": group[0].pair, "noms": listed}))
            free.difference_update(numbers)
    faults += [_without_partner(t.entrant(number)) for number in sorted(free)]
    if faults:
        raise conflict(*faults)
    return tuple(pairs)


def apart_groups(t: Tournament) -> Groups:
    """Return groups whose members must not meet: a person and one named in `apart`, all who gave the same word, members of a team."""
    by_name = {names.casefold(entrant.name): entrant.number for entrant in t.present}
    groups: list[tuple[int, ...]] = []
    words: dict[str, list[int]] = defaultdict(list)
    for entrant in t.present:
        for text in entrant.apart:
            other = by_name.get(names.casefold(text))
            if other is None:
                words[names.casefold(text)].append(entrant.number)
            elif other != entrant.number:
                groups.append((min(entrant.number, other), max(entrant.number, other)))
    groups += [tuple(group) for group in words.values() if len(group) > 1]
    here = {entrant.number for entrant in t.present}
    groups += [tuple(sorted(here.intersection(members))) for members in team_members(t).values()]
    return tuple(dict.fromkeys(group for group in groups if len(group) > 1))


def lonely_words(t: Tournament) -> tuple[tuple[Entrant, str], ...]:
    """Return entrants with a word in `apart` that is no entrant's name and that nobody else gave: a warning, never a refusal."""
    known = {names.casefold(entrant.name) for entrant in t.entrants}
    given = Counter(
        word for entrant in t.entrants for word in {names.casefold(text) for text in entrant.apart}
    )
    return tuple(
        (entrant, text)
        for entrant in t.entrants
        for text in entrant.apart
        if names.casefold(text) not in known and given[names.casefold(text)] == 1
    )


def club_groups(t: Tournament) -> Groups:
    """Return the people present of each club with two or more; empty without the option `avoid_clubs`."""
    clubs: dict[str, list[int]] = defaultdict(list)
    for entrant in t.present if t.options.avoid_clubs else ():
        if entrant.club:
            clubs[names.casefold(entrant.club)].append(entrant.number)
    return tuple(tuple(group) for group in clubs.values() if len(group) > 1)


@dataclass(frozen=True, kw_only=True)
class TeamLine:
    """One line of the ranking of teams."""

    standing: TeamStanding
    name: str
    """The name as its first member wrote it."""
    members: tuple[tuple[int, str, int], ...]
    """Number, name and total of each member, those whose totals count first."""

    def document(self) -> dict[str, Any]:
        line = self.standing
        place = {"rank": line.rank, "shared": line.shared, "name": self.name, "total": line.total}
        return {**place, "counted": list(line.counted), "others": list(line.others)}


def team_members(t: Tournament) -> dict[str, tuple[int, ...]]:
    """Return the members' numbers of each team, by the key of its name; empty without the option `team`."""
    teams: dict[str, tuple[int, ...]] = {}
    for entrant in t.entrants if t.options.team else ():
        if entrant.pair:
            key = names.casefold(entrant.pair)
            teams[key] = (*teams.get(key, ()), entrant.number)
    return teams


def odd_teams(t: Tournament) -> tuple[tuple[str, int], ...]:
    """Return the teams whose number of members present differs from the option `team`, with that number."""
    here = {entrant.number for entrant in t.present}
    counts = [(members[0], len(here.intersection(members))) for members in team_members(t).values()]
    return tuple(
        (t.entrant(first).pair, count) for first, count in counts if count not in {0, t.options.team}
    )


def ranked_teams(t: Tournament, standings: Iterable[Standing]) -> tuple[TeamLine, ...]:
    """Return the ranking of teams, from the standings of their members."""
    totals = {line.number: line.total for line in standings}
    everybody = team_members(t)
    teams = {
        key: {number: totals[number] for number in members if number in totals}
        for key, members in everybody.items()
    }
    playing = {key: made for key, made in teams.items() if made}
    return tuple(
        TeamLine(
            standing=line,
            name=t.entrant(everybody[line.team][0]).pair,
            members=tuple(
                (number, t.entrant(number).name, totals[number]) for number in (*line.counted, *line.others)
            ),
        )
        for line in rank_teams(playing, t.options.team, t.wins)
    )
