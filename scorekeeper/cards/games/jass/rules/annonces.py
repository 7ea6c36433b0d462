"""Faults of annonces, and the comparison that decides which camp scores.

Sources: *Offizielles Schweizer Jassreglement* and the rules of French-speaking clubs. The best single annonces of the camps
are compared; the camp with the better one scores all of its own, the other camp none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from scorekeeper.cards.families.cards import Couleur
from scorekeeper.cards.games.jass.rules.cards import MAIN, Annonce, Atout, Bareme, Carre, Cartes, Rang, Suite
from scorekeeper.cards.rules.contract import AnyOf, Doubt, Fault, Label, Seat, Side, Term

Camps = tuple[tuple[Annonce, ...], tuple[Annonce, ...]]
"""Annonces of camp A and of camp B."""
Best = tuple[dict[int, Suite], dict[int, Suite]]
"""Equal best annonces of each camp, by index in its list: suites only, since a carré of a rank exists once."""

MOST = 6
"""Maximum number of annonces of a camp: three in each hand, since each needs three of its nine cards (two if one is shared)."""

UNIQUE = {150: Rang.NEUF, 200: Rang.VALET}
"""Values of a single carré, unless long suites count more than 100."""

ASKED = frozenset({"annonces-atout", "annonces-entame", "annonces-joueur", "annonces-egales-a-dire"})
"""Codes of the faults that ask for data needed to compare equal annonces."""


@dataclass(frozen=True)
class Verdict:
    """Camps that score their annonces, and the reason."""

    camps: tuple[Side, ...]
    label: Label


def annonce_faults(camps: Camps, bareme: Bareme, schtockr: tuple[Side, Couleur] | None) -> list[Fault]:
    """Return the faults of the annonces; those of several together only if each one alone has none.

    `schtockr` is the camp with king and queen of trump, and the suit, or `None`.
    """
    faults = [fault for placed in _placed(camps) for fault in _single_faults(*placed, bareme)]
    if not faults:
        faults += _pair_faults(camps, bareme)
    if not faults and schtockr is not None:
        faults += _against_schtockr(camps, *schtockr)
    for side, annonces in enumerate(camps):
        if len(annonces) > MOST:
            faults.append(Fault("annonces-trop", f"annonces.{'AB'[side]}", max=MOST))
        elif not faults and not _fits(annonces, bareme, _royal(side, schtockr)):
            faults.append(Fault("annonces-mains", f"annonces.{'AB'[side]}", camp=Side(side)))
    return faults


def settle(
    camps: Camps, bareme: Bareme, atout: Atout | None, premier: Seat | None, turns: Sequence[Seat]
) -> Verdict | Fault:
    """Return the verdict on the annonces, or a fault that asks for missing data.

    Args:
        camps: Annonces without faults; at least one.
        bareme: Values of annonces.
        atout: Contract, or `None` if unknown.
        premier: Player who led to the first trick, or `None` if unknown.
        turns: Seats in playing order; empty if unknown.
    """
    announcing = [Side(side) for side in (0, 1) if camps[side]]
    if len(announcing) < 2:
        return Verdict((announcing[0],), Label("annonces", camp=announcing[0]))
    first, second = (max(map(bareme.valeur, annonces)) for annonces in camps)
    if first != second:
        side = Side(int(second > first))
        values = {"camp": side, "mieux": max(first, second), "moins": min(first, second)}
        return Verdict((side,), Label("annonces-valeur", values))
    if any(annonce == first for annonces in camps for annonce in annonces):
        if bareme.a_deux:
            return Verdict((Side(0), Side(1)), Label("annonces-dites", valeur=first))
        return Fault("annonces-egales-a-dire", "annonces", valeur=first, aide=Label("ou-les-cartes"))
    if isinstance(verdict := _compared(camps, bareme, first), Verdict):
        return verdict
    return _tied(verdict, bareme, atout, premier, turns)


def annonce_doubts(camps: Camps, bareme: Bareme) -> Iterator[Doubt]:
    """Yield a doubt for each camp with an improbable sum of annonces."""
    most = 600  # Exceeded only with long suites or shared cards; without, two hands hold 550 at most.
    for side, annonces in enumerate(camps):
        total = bareme.somme(annonces)
        if total > most:
            yield Doubt("annonces-beaucoup", f"annonces.{'AB'[side]}", camp=Side(side), total=total, max=most)


def _placed(camps: Camps) -> Iterator[tuple[str, Side, Annonce]]:
    for side, annonces in enumerate(camps):
        for place, annonce in enumerate(annonces):
            yield f"annonces.{'AB'[side]}.{place}", Side(side), annonce


def _single_faults(place: str, side: Side, annonce: Annonce, bareme: Bareme) -> Iterator[Fault]:
    if isinstance(annonce, int):
        if annonce not in bareme.nombres:
            either, aside = AnyOf(bareme.nombres), _summed(annonce, bareme)
            yield Fault("annonce-impossible", place, annonce=annonce, possibles=either, aide=aside)
        return
    if annonce.joueur is not None and annonce.joueur % 2 != side:
        yield Fault("annonce-autre-camp", f"{place}.joueur", joueur=annonce.joueur, camp=side)
    if isinstance(annonce, Suite):
        if not annonce.possible:
            most = annonce.hauteur.force + 1
            yield Fault("suite-trop-longue", place, hauteur=Term(f"du-{annonce.hauteur}"), max=most)
    elif bareme.valeur(annonce) == 0:
        yield Fault("carre-sans-valeur", place, carre=Term(f"carre-{annonce.rang}"))


def _summed(value: int, bareme: Bareme) -> Label | str:
    """Return a label that splits an impossible value into two or three annonces, or an empty string.

    A value in `UNIQUE` is used once at most, unless long suites may have it too.
    """
    for count in (2, 3):
        for parts in combinations_with_replacement(bareme.nombres, count):
            once = bareme.grandes or all(parts.count(each) < 2 for each in UNIQUE)
            if once and sum(parts) == value:
                return Label(f"annonce-somme-{count}", annonce=value, somme=" + ".join(map(str, parts)))
    return ""


def _pair_faults(camps: Camps, bareme: Bareme) -> Iterator[Fault]:
    """Yield the faults of pairs of annonces that need the same card, or of one carré entered twice."""
    for (_, camp, first), (place, side, second) in combinations(_placed(camps), 2):
        if isinstance(first, int) or isinstance(second, int):
            value = bareme.valeur(second)
            if value == bareme.valeur(first) and value in UNIQUE and not bareme.grandes:
                yield Fault("annonce-unique", place, annonce=value, carre=Term(f"carre-{UNIQUE[value]}"))
            continue
        clash = _clash(first, second, bareme, same_camp=camp == side)
        if isinstance(first, Carre) and isinstance(second, Carre) and first.rang == second.rang:
            yield Fault("carre-double", place, carre=Term(f"carre-{first.rang}"))
        elif clash and (shared := first.cartes & second.cartes):
            yield Fault(clash, place, _named(shared))


def _clash(first: Suite | Carre, second: Suite | Carre, bareme: Bareme, *, same_camp: bool) -> str:
    """Return the fault code of two annonces with a common card; empty if the house allows sharing it."""
    if not same_camp:
        return "carte-deux-camps"
    if type(first) is type(second):
        return "carte-double"
    return "" if bareme.double_emploi else "carte-double-emploi"


def _named(cards: Cartes) -> dict[str, Term]:
    rang, couleur = min(cards, key=lambda card: (-card[0].force, card[1]))
    return {"carte": Term(f"le-{rang}"), "couleur": Term(couleur)}


def _royal(side: int, schtockr: tuple[Side, Couleur] | None) -> Cartes:
    """Return king and queen of trump if the camp `side` has them, else no card."""
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
    """Return whether two hands of nine cards can hold these annonces, with the cards `royal` of a schtöckr in one hand.

    Annonces known only by value count with the fewest cards that give it, or not at all if annonces may share cards. With
    any of these the schtöckr is ignored.
    """
    by_value = [annonce for annonce in annonces if isinstance(annonce, int)]
    blocks: list[tuple[Cartes, frozenset[Seat]]] = [] if by_value or not royal else [(royal, frozenset())]
    for annonce in annonces:
        if not isinstance(annonce, int):
            cards, seats = annonce.cartes, frozenset(() if annonce.joueur is None else (annonce.joueur,))
            for block in [block for block in blocks if block[0] & annonce.cartes]:
                blocks.remove(block)
                cards, seats = cards | block[0], seats | block[1]
            blocks.append((cards, seats))
    sizes = [(len(cards), seats) for cards, seats in blocks]
    if not bareme.double_emploi:
        sizes += [({20: 3, 250: 8, 300: 9}.get(value, 4), frozenset()) for value in by_value]
    hands = {0}
    for size, seats in sizes:
        # A block with a known holder has a fixed hand; one with two holders fits into neither.
        held = {seat < 2 for seat in seats} if len(seats) < 2 else set()
        hands = {hand + size * first for hand in hands for first in (held if seats else {True, False})}
    everything = sum(size for size, _ in sizes)
    return any(hand <= MAIN and everything - hand <= MAIN for hand in hands)


def _compared(camps: Camps, bareme: Bareme, valeur: int) -> Verdict | Best:
    """Return the verdict between the best annonces of value `valeur`, by number of cards, then height; or all that are equal."""
    ranked: list[tuple[int, int]] = []
    best: list[dict[int, Suite]] = []
    for annonces in camps:
        candidates = ((place, each) for place, each in enumerate(annonces) if bareme.valeur(each) == valeur)
        shown = {place: each for place, each in candidates if not isinstance(each, int)}
        keys = {place: (len(each.cartes), each.hauteur.force) for place, each in shown.items()}
        ranked.append(max(keys.values()))
        top = ((place, each) for place, each in shown.items() if keys[place] == ranked[-1])
        best.append({place: each for place, each in top if isinstance(each, Suite)})
    if ranked[0] == ranked[1]:
        return best[0], best[1]
    side = Side(int(ranked[1] > ranked[0]))
    winner, loser = ranked[side], ranked[side.other]
    if winner[0] != loser[0]:
        label = Label("annonces-cartes", camp=side, valeur=valeur, mieux=winner[0], moins=loser[0])
    else:
        mieux, moins = (Term(f"le-{[*Rang][8 - height]}") for _, height in (winner, loser))
        label = Label("annonces-hauteur", camp=side, valeur=valeur, mieux=mieux, moins=moins)
    return Verdict((side,), label)


def _tied(
    best: Best, bareme: Bareme, atout: Atout | None, premier: Seat | None, turns: Sequence[Seat]
) -> Verdict | Fault:
    """Return the verdict between equal suites: trump first, else the first holder in playing order."""
    if bareme.a_deux:
        return Verdict((Side(0), Side(1)), Label("annonces-partagees"))
    if atout is None:
        return Fault("annonces-atout", "atout")
    for side in (Side(0), Side(1)):
        if any(each.couleur == atout.couleur for each in best[side].values()):
            return Verdict((side,), Label("annonces-couleur", camp=side, atout=Term(atout)))
    if not turns:
        valeur = max(map(bareme.valeur, best[0].values()))
        return Fault("annonces-egales-a-dire", "annonces", valeur=valeur, aide="")
    if premier is None:
        return Fault("annonces-entame", "entame")
    return _first_holder(best, premier, turns)


def _first_holder(best: Best, premier: Seat, turns: Sequence[Seat]) -> Verdict | Fault:
    """Return the camp of the first holder in playing order from `premier`, or a fault that asks for a holder."""
    lead, first = Side(premier % 2), turns.index(premier)

    def behind(suite: Suite) -> int | None:
        return None if suite.joueur is None else (turns.index(suite.joueur) - first) % 4

    places = [{*map(behind, annonces.values())} for annonces in best]
    mine, theirs = places[lead], places[lead.other]
    if 0 in mine or theirs == {3}:
        return Verdict((lead,), Label("annonces-premier", camp=lead, joueur=premier))
    if mine == {2} and 1 in theirs:
        return Verdict((lead.other,), Label("annonces-premier", camp=lead.other, joueur=premier))
    side = lead if None in mine else lead.other
    place, asked = next((place, each) for place, each in best[side].items() if each.joueur is None)
    field, height, suit = f"annonces.{'AB'[side]}.{place}.joueur", Term(asked.hauteur), Term(asked.couleur)
    return Fault("annonces-joueur", field, longueur=asked.longueur, hauteur=height, couleur=suit)
