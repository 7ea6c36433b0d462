"""Changes to a draw in words: the preview of a repair, the acts by hand, and offers of seats for people who came late."""

from collections.abc import Iterable
from typing import Any

from flask import current_app, url_for

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict
from scorekeeper.i18n import all_of, gettext, ngettext
from scorekeeper.records.cache import Cache
from scorekeeper.tournaments.acts.plan_repair import Repair
from scorekeeper.tournaments.acts.seating import SeatOffer, offers
from scorekeeper.tournaments.finals import is_final, teams_of
from scorekeeper.tournaments.model import DrawnTables, DrawRecord, Entrant, Tournament
from scorekeeper.tournaments.notes import Hand, HandAct
from scorekeeper.tournaments.round_progress import begun
from scorekeeper.web.core.requests import NOT_REFUSED, refused_form, store

KEPT = 8


def announcement(t: Tournament) -> dict[str, Any] | None:
    """Return the template values of a repair's preview, or its refusal; `None` when no repair is due."""
    try:
        repair = _repair(t)
    except Conflict as error:
        return {"refusal": refused_form("reparer", error)}
    return _announced(t, repair) if repair else None


def _repair(t: Tournament) -> Repair | None:
    """Return the cached repair of a tournament in its present state; `None` when none is due."""
    if not t.foreseen or t.planned:
        return None
    searched: Cache[tuple[Repair | None]] = current_app.extensions.setdefault("repairs", Cache(KEPT))
    key = (store().epoch, t.id)
    kept = searched.get(key, t.decided)
    if kept is None:
        kept = (desk.foreseen_repair(t),)
        searched.put(key, t.decided, kept)
    return kept[0]


def _announced(t: Tournament, repair: Repair) -> dict[str, Any]:
    body = repair.body
    moved, came, left = ([*map(t.entrant, body[key])] for key in ("who", "arrived", "gone"))
    changes = [
        gettext("Arrivées : %(names)s.", names=_names(came)) if came else "",
        gettext("Départs : %(names)s.", names=_names(left)) if left else "",
    ]
    if body["redrawn"]:
        meetings = gettext("Rien de moins qu’un nouveau tirage ne garde la qualité du plan.")
    elif repair.repeats:
        meetings = gettext(
            "Paires qui se rencontrent plus d’une fois : %(now)s (dans le plan d’avant : %(before)s).",
            now=repair.repeats,
            before=repair.again,
        )
    else:
        meetings = gettext("Aucune rencontre répétée.")
    return {
        "refusal": NOT_REFUSED,
        "changes": " ".join(filter(None, changes)),
        "figures": figures(len(moved), body["kept"]),
        "meetings": meetings,
        "lines": [(entrant.name, _moves(t, repair, entrant.number)) for entrant in (*moved, *came)],
    }


def _names(people: Iterable[Entrant]) -> str:
    return all_of([entrant.name for entrant in people])


def figures(moved: int, kept: int) -> str:
    """Return in words the number of people who move, and of those who keep their slip."""
    move = ngettext("%(num)s personne bouge", "%(num)s personnes bougent", moved)
    keep = ngettext("%(num)s garde sa fiche", "%(num)s gardent leur fiche", kept)
    return f"{move}, {keep}."


def _moves(t: Tournament, repair: Repair, number: int) -> list[str]:
    """Return for each round to come that changes for a person the old and the new place, in words."""
    moves = []
    for tour, rounds in enumerate(zip(t.foreseen, repair.rounds, strict=True), repair.body["round"]):
        before, after = (_spot(t, round_, number) for round_ in rounds)
        if before != after:
            where = f"{before} → {after}" if before else after
            moves.append(gettext("tour %(tour)s : %(where)s", tour=tour, where=where))
    return moves


def _spot(t: Tournament, round_: DrawnTables, number: int) -> str:
    """Return a person's place in words: table and partner, or a bye; empty for one who is not in the round."""
    for table, seats in enumerate(round_.tables, 1):
        if number in seats and t.game.rules.CAMPS:
            mate = t.entrant(seats[seats.index(number) ^ 2]).name
            return gettext("table %(table)s avec %(mate)s", table=table, mate=mate)
        if number in seats:
            return gettext("table %(table)s", table=table)
    return gettext("exempt") if number in round_.byes else ""


def act_lines(t: Tournament, draw: DrawRecord) -> list[tuple[HandAct, str, str]]:
    """Return each act on a draw, with a sentence and the URL of the slips that it changed, empty once the draw was replaced."""
    latest = draw is t.draws[-1]
    return [
        (act, act_text(t, act), url_for("posters.slips", number=t.id, acte=place) if latest else "")
        for place, act in enumerate(draw.acts, 1)
    ]


def act_text(t: Tournament, act: HandAct) -> str:
    """Return an act on a draw as a sentence."""
    values = {"tour": act.round, "table": act.table, "names": _names(map(t.entrant, act.who))}
    if act.kind is Hand.REPAIR:
        return (
            gettext("Réparé dès le tour %(tour)s :", tour=act.round) + " " + figures(len(act.who), act.kept)
        )
    if act.kind is Hand.SWAP:
        return gettext("Tour %(tour)s, places échangées : %(names)s.", **values)
    if act.kind is Hand.TABLE:
        return gettext("Tour %(tour)s, table %(table)s ouverte : %(names)s.", **values)
    if act.instead is None:
        return gettext("Tour %(tour)s, table %(table)s : %(names)s prend place.", **values)
    other = t.entrant(act.instead).name
    return gettext(
        "Tour %(tour)s, table %(table)s : %(names)s à la place de %(other)s.", **values, other=other
    )


def offer_lines(t: Tournament) -> list[tuple[str, SeatOffer]]:
    """Return the offers of the open round with the labels of their buttons: seats of people who left, and new tables."""
    with store().read() as session:
        made = offers(t, session)
    return [(_offer_text(t, offer), offer) for offer in made]


def _offer_text(t: Tournament, offer: SeatOffer) -> str:
    final = is_final(t, len(t.rounds))
    # In the knock-out both partners are replaced.
    names = _names(map(t.entrant, _team(t, offer.people[0]) if final else offer.people))
    values = {"names": names, "table": offer.table}
    if offer.instead is None:
        return gettext("Ouvrir la table %(table)s : %(names)s", **values)
    other = _names(map(t.entrant, _team(t, offer.instead) if final else (offer.instead,)))
    return gettext("Asseoir %(names)s à la table %(table)s, à la place de %(other)s", **values, other=other)


def _team(t: Tournament, number: int) -> tuple[int, ...]:
    return next(team for team in teams_of(t) if number in team)


def free_to_move(t: Tournament, tour: int, table: int) -> list[Entrant]:
    """Return candidates for a seat at a table of an open round: from tables that have not begun, with a bye, or late.

    Empty once the table has begun. In the knock-out, people outside the round can replace somebody who has left.
    """
    with store().read() as session:
        playing = begun(t, session, tour)
    if table in playing:
        return []
    if is_final(t, tour):
        left = any(not t.entrant(seat).present for seat in t.round(tour).table(table).seats)
        return [e for e in t.present if left and e.number not in t.round(tour).people]
    tables = t.round(tour).tables
    seated = {seat: other.number for other in tables for seat in other.seats}
    return [e for e in t.entrants if (seated[e.number] not in playing if e.number in seated else e.present)]
