"""Common labels of belote and coinche about a donne."""

from collections.abc import Iterator

from scorekeeper.cards.families.belote.rules import BeloteState
from scorekeeper.cards.families.belote.rules.entry import DonneBelote
from scorekeeper.cards.families.modes import with_primes, with_totals
from scorekeeper.cards.rules.contract import Label, Seat, Side, Signed, Term, Value, expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.cards.rules.scores import Item

MADE = frozenset(
    {
        "reussi",
        "reussi-arrondi",
        "reussi-a-160",
        "reussi-ramene",
        "reussi-ramene-a-160",
        "reussi-plein",
        "demande-reussie",
    }
)
"""Codes of the first item of a donne whose contract was made."""


def taker(donne: DonneBelote) -> Value:
    """Return the taker: the player if known, else the camp."""
    return donne.preneur or Side(0) if donne.joueur is None else donne.joueur


def at_trump(donne: DonneBelote) -> Value:
    """Return the trump as part of a sentence, or an empty string if unknown."""
    return Term(f"a-{donne.atout}") if donne.atout else ""


def made(marked: Marked) -> bool:
    """Return whether the takers made their contract."""
    return marked.row.detail[0].label.code in MADE


def donne_sentence(marked: Marked, taken: Label) -> Label:
    """Return the sentence of a donne: taker and result (`taken`), marks, bonuses, and the standing of the partie."""
    donne, after = expect(DonneBelote, marked.entry), expect(BeloteState, marked.after)
    scores = marked.row.scores
    marks = {"points_a": Signed(scores[0]), "points_b": Signed(scores[1])}
    marked_so = Label("dit-marque", {"pris": taken, "a": Side(0), "b": Side(1), **marks})
    winners = after.fin.winners if after.fin else ()
    return with_totals(with_primes(marked_so, _primes(donne, marked.row.detail)), after.totals, winners)


def _primes(donne: DonneBelote, items: tuple[Item, ...]) -> Iterator[Label]:
    """Yield the labels of a capot, of belotes and of annonces."""
    if donne.capot is not None:
        yield Label("dit-capot", camp=donne.capot)
    for item in items:
        for camp in (Side(0), Side(1)):
            if gain := Signed(item.scores[camp]):
                match item.label.code:
                    case "belote" | "belotes-de":
                        yield Label("dit-belote", camp=camp, gain=gain)
                    case "annonces":
                        yield Label("dit-annonces", camp=camp, gain=gain)


def not_played(marked: Marked) -> Label:
    """Return the sentence of a passed or annulled donne, with the next dealer if known."""
    donne, after = Label(f"dit-{expect(DonneBelote, marked.entry).statut}"), marked.after
    if after.donneur is not None:
        donne = Label("dit-qui-donne", donne=donne, donneur=after.donneur)
    return with_totals(donne, after.totals, ())


def counters(marked: Marked, seat: Seat) -> dict[str, int]:
    """Return the increments of a player's counters.

    They count donnes, contracts taken (by the player if known, else by the camp), and capots, belotes and annonces of the
    camp.
    """
    donne, scores, side = expect(DonneBelote, marked.entry), marked.row.scores, seat % 2
    if not donne.played:
        return {}
    took = int(donne.preneur == side if donne.joueur is None else donne.joueur == seat)
    return {
        "donnes": 1,
        "donnes-reussi": int(scores[side] > scores[1 - side]),
        "prises": took,
        "prises-reussi": took * made(marked),
        "capots": int(donne.capot == side),
        "belotes": donne.belote_count[side],
        "annonces": sum(item.scores[side] for item in marked.row.detail if item.label.code == "annonces"),
    }
