"""Annonces: which are possible together, and which camp's count.

Sources: *Offizielles Schweizer Jassreglement* and the rules of French-speaking clubs. The best single annonce of each camp is compared; the
camp that has the better one scores all of its own, the other camp none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.games.jass.rules.cards import (
    MAIN,
    ORDRE,
    Annonce,
    Atout,
    Bareme,
    Carre,
    Cartes,
    Couleur,
    Rang,
    Suite,
)
from scorekeeper.rules.contract import Doubt, Fault, Label, Seat, Side, Term

Camps = tuple[tuple[Annonce, ...], tuple[Annonce, ...]]
"""The annonces of camp A and of camp B."""

MOST = 6
"""Most annonces of a camp: three in each of its two hands, since each takes three cards of nine (two when one is lent)."""

UNIQUE = {150: Rang.NEUF, 200: Rang.VALET}
"""Values that only one carré has, as long as a long suite stays at 100."""


@dataclass(frozen=True)
class Verdict:
    """Which camps score their annonces, and why."""

    camps: tuple[Side, ...]
    label: Label


def annonce_faults(camps: Camps, bareme: Bareme, schtockr: tuple[Side, Couleur] | None) -> list[Fault]:
    """Every reason why these annonces cannot stand together; `schtockr` is the camp with king and queen of trump, and the suit."""
    faults = [fault for place, annonce in _placed(camps) for fault in _alone(place, annonce, bareme)]
    if not faults:
        faults += _together(camps, bareme)
    if not faults and schtockr is not None:
        faults += _against_schtockr(camps, *schtockr)
    for side, annonces in enumerate(camps):
        if len(annonces) > MOST:
            faults.append(Fault("annonces-trop", f"annonces.{'AB'[side]}", max=MOST))
        elif not faults and not _fits(annonces, bareme, _royal(side, schtockr)):
            faults.append(Fault("annonces-mains", f"annonces.{'AB'[side]}", camp=Side(side)))
    return faults


def settled(
    camps: Camps, bareme: Bareme, atout: Atout | None, premier: Seat | None
) -> Verdict | Fault | None:
    """Which camp scores, a fault that asks for what is missing, or `None` without annonces; `premier` led to the first trick."""
    announcing = [Side(side) for side in (0, 1) if camps[side]]
    if not announcing:
        return None
    if len(announcing) == 1:
        return Verdict((announcing[0],), Label("annonces", camp=announcing[0]))
    if any(isinstance(annonce, int) for annonces in camps for annonce in annonces):
        if bareme.a_deux:
            return Verdict((Side(0), Side(1)), Label("annonces-dites"))
        return Fault("annonces-deux-camps", "annonces")
    return _compared(camps, bareme, atout, premier)


def annonce_doubts(camps: Camps, bareme: Bareme) -> Iterator[Doubt]:
    """What is possible and odd: more than hands usually hold; unequal values where only a tie is shared."""
    most = 600 if bareme.grandes or bareme.double_emploi else 550
    for side, annonces in enumerate(camps):
        total = bareme.somme(annonces)
        if total > most:
            yield Doubt("annonces-beaucoup", f"annonces.{'AB'[side]}", camp=Side(side), total=total, max=most)
    by_value = any(isinstance(annonce, int) for annonces in camps for annonce in annonces)
    if by_value and all(camps):
        first, second = (max(bareme.valeur(annonce) for annonce in annonces) for annonces in camps)
        if first != second:
            better = Side(int(second > first))
            values = {"camp": better, "mieux": max(first, second), "moins": min(first, second)}
            yield Doubt("annonces-inegales", "annonces", values)


def _placed(camps: Camps) -> Iterator[tuple[str, Annonce]]:
    for side, annonces in enumerate(camps):
        for place, annonce in enumerate(annonces):
            yield f"annonces.{'AB'[side]}.{place}", annonce


def _alone(place: str, annonce: Annonce, bareme: Bareme) -> Iterator[Fault]:
    """The faults of one annonce by itself."""
    if isinstance(annonce, int):
        if annonce not in bareme.nombres:
            yield Fault("annonce-impossible", place, annonce=annonce, possibles=bareme.nombres)
    elif isinstance(annonce, Suite):
        if not annonce.possible:
            most = annonce.hauteur.force + 1
            yield Fault("suite-trop-longue", place, hauteur=Term(annonce.hauteur), max=most)
    elif bareme.valeur(annonce) == 0:
        yield Fault("carre-sans-valeur", place, rang=Term(annonce.rang))


def _together(camps: Camps, bareme: Bareme) -> Iterator[Fault]:
    """Two annonces that need the same card."""
    for (first_place, first), (place, second) in combinations(_placed(camps), 2):
        if isinstance(first, int) or isinstance(second, int):
            value = bareme.valeur(second)
            if value == bareme.valeur(first) and value in UNIQUE and not bareme.grandes:
                yield Fault("annonce-unique", place, annonce=value, rang=Term(UNIQUE[value]))
            continue
        clash = _clash(first, second, bareme, same_camp=first_place[:10] == place[:10])
        if isinstance(first, Carre) and first == second:
            yield Fault("carre-double", place, rang=Term(first.rang))
        elif clash and (shared := first.cartes & second.cartes):
            yield Fault(clash, place, _named(shared))


def _clash(first: Suite | Carre, second: Suite | Carre, bareme: Bareme, *, same_camp: bool) -> str:
    """Why two annonces may not share a card; empty when they may."""
    if not same_camp:
        return "carte-deux-camps"
    if type(first) is type(second):
        return "carte-double"
    return "" if bareme.double_emploi else "carte-double-emploi"


def _named(cards: Cartes) -> dict[str, Term]:
    rang, couleur = min(cards, key=lambda card: (ORDRE.index(card[0]), card[1]))
    return {"rang": Term(rang), "couleur": Term(couleur)}


def _royal(side: int, schtockr: tuple[Side, Couleur] | None) -> Cartes:
    """King and queen of trump if that camp has them."""
    if schtockr is None or schtockr[0] != side:
        return frozenset()
    return frozenset({(Rang.ROI, schtockr[1]), (Rang.DAME, schtockr[1])})


def _against_schtockr(camps: Camps, side: Side, couleur: Couleur) -> Iterator[Fault]:
    royal = _royal(side, (side, couleur))
    for annonce in camps[side.other]:
        if not isinstance(annonce, int) and (shared := royal & annonce.cartes):
            yield Fault("schtockr-carte-adverse", "schtockr", {"camp": side.other, **_named(shared)})
            return


def _fits(annonces: Sequence[Annonce], bareme: Bareme, royal: Cartes) -> bool:
    """Whether two hands of nine cards can hold these annonces, and the schtöckr in one of them.

    Annonces known only by their value are counted with the fewest cards that give it, or not at all where cards may be shared.
    """
    by_value = [annonce for annonce in annonces if isinstance(annonce, int)]
    blocks: list[Cartes] = [] if by_value or not royal else [royal]
    for annonce in annonces:
        if not isinstance(annonce, int):
            joined = annonce.cartes.union(*(block for block in blocks if block & annonce.cartes))
            blocks = [joined, *(block for block in blocks if not block & annonce.cartes)]
    sizes = [len(block) for block in blocks]
    if not bareme.double_emploi:
        sizes += [{20: 3, 250: 8, 300: 9}.get(value, 4) for value in by_value]
    hands = {0}
    for size in sizes:
        hands |= {hand + size for hand in hands}
    return any(hand <= MAIN and sum(sizes) - hand <= MAIN for hand in hands)


def _height(annonce: Suite | Carre) -> Rang:
    return annonce.hauteur if isinstance(annonce, Suite) else annonce.rang


def _compared(camps: Camps, bareme: Bareme, atout: Atout | None, premier: Seat | None) -> Verdict | Fault:
    """The better of two best annonces: by value, cards, height, trump and the lead, in this order."""
    ranked: list[tuple[int, int, int]] = []
    best: list[list[Suite | Carre]] = []
    for annonces in camps:
        keys = {
            annonce: (bareme.valeur(annonce), len(annonce.cartes), _height(annonce).force)
            for annonce in annonces
            if not isinstance(annonce, int)
        }
        top = max(keys.values())
        ranked.append(top)
        best.append([annonce for annonce, key in keys.items() if key == top])
    if ranked[0] == ranked[1]:
        return _tied(best, bareme, atout, premier)
    side = Side(int(ranked[1] > ranked[0]))
    winner, loser = ranked[side], ranked[side.other]
    if winner[0] != loser[0]:
        label = Label("annonces-valeur", camp=side, mieux=winner[0], moins=loser[0])
    elif winner[1] != loser[1]:
        label = Label("annonces-cartes", camp=side, valeur=winner[0], mieux=winner[1], moins=loser[1])
    else:
        mieux, moins = (Term(_height(best[camp][0])) for camp in (side, side.other))
        label = Label("annonces-hauteur", camp=side, valeur=winner[0], mieux=mieux, moins=moins)
    return Verdict((side,), label)


def _tied(
    best: Sequence[Sequence[Suite | Carre]], bareme: Bareme, atout: Atout | None, premier: Seat | None
) -> Verdict | Fault:
    """Equal in value, cards and height: two suites of different suits, since a carré of a rank exists once."""
    if bareme.a_deux:
        return Verdict((Side(0), Side(1)), Label("annonces-partagees"))
    if atout is None:
        return Fault("annonces-atout", "atout")
    for side in (Side(0), Side(1)):
        if any(isinstance(annonce, Suite) and annonce.couleur == atout.couleur for annonce in best[side]):
            return Verdict((side,), Label("annonces-couleur", camp=side, atout=Term(atout)))
    if premier is None:
        return Fault("annonces-entame", "annonces")
    first = Side(premier % 2)
    return Verdict((first,), Label("annonces-premier", camp=first, joueur=premier))
