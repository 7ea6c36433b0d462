"""Sentences of Wiezen as codes with values: donnes, counters and progress."""

from collections.abc import Mapping, Sequence

from scorekeeper.cards.families import cards, unplayed
from scorekeeper.cards.families.unplayed import Statut, sits_out
from scorekeeper.cards.game_api.words import Words, signed
from scorekeeper.cards.games.wiezen.rules import Wiezen, WiezenState, called
from scorekeeper.cards.games.wiezen.rules.entry import WiezenDonne
from scorekeeper.cards.rules.contract import Label, Seat, Value, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__, cards, unplayed)


def sentence(marked: Marked) -> Label:
    """Return a donne in one sentence: declarers, contract, result, factor and the score of each player."""
    entry, after = expect(WiezenDonne, marked.entry), expect(WiezenState, marked.after)
    if entry.contrat is None:
        return Label("phrase-nulle", donne=brief(marked), donneur=after.donneur or Seat(0))
    table, absent = marked.before.table, sits_out(marked)
    playing = [seat for seat in table.around if seat != absent]
    scores = tuple(f"{table.players[seat]} {signed(marked.row.scores[seat])}" for seat in playing)
    values: dict[str, Value] = {"donne": played(entry), "scores": scores}
    fois = expect(WiezenState, marked.before).fois
    return Label("phrase", values) if fois == 1 else Label("phrase-fois", {**values, "fois": fois})


def played(entry: WiezenDonne) -> Label:
    """Return the contract, result and declarers: "emballage 8, 10 plis · Anne et Benoît"."""
    what: dict[str, Value] = {"joueurs": entry.joueurs, "contrat": called(entry)}
    if entry.rates is None:
        return Label("donne-plis", {**what, "plis": entry.plis or 0})
    if not entry.rates:
        return Label("donne-reussie", what)
    code = "donne-ratee" if entry.rates == entry.joueurs else "donne-ratee-par"
    return Label(code, {**what, "rates": entry.rates})


def brief(marked: Marked) -> Label:
    """Return a donne in a few words, for its line of the sheet; a passed donne with the factor of the next one."""
    entry, fois = expect(WiezenDonne, marked.entry), expect(WiezenState, marked.after).fois
    if entry.contrat is not None:
        return played(entry)
    again = entry.statut is Statut.PASSEE and fois > 1
    return Label("passe-fois", fois=fois) if again else Label(entry.statut)


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Return the increments of a player's counters by a donne: contracts by kind, taken and made, and donnes in defence."""
    entry = expect(WiezenDonne, marked.entry)
    if entry.contrat is None or seat == sits_out(marked):
        return {}
    if seat not in entry.joueurs:
        return {"defense": 1, "defense-reussi": int(not any(made(marked, other) for other in entry.joueurs))}
    won = int(made(marked, seat))
    kind = f"genre-{entry.contrat}"
    return {"contrats": 1, "contrats-reussi": won, kind: 1, f"{kind}-reussi": won}


def made(marked: Marked, seat: Seat) -> bool:
    """Return whether a declarer made the contract."""
    failed = expect(WiezenDonne, marked.entry).rates
    return marked.row.detail[0].label.code == "reussi" if failed is None else seat not in failed


def pair(marked: Marked) -> tuple[Seat, Seat, bool] | None:
    """Return the two partners of an emballage or troel, and whether they made it; `None` for another contract."""
    entry = expect(WiezenDonne, marked.entry)
    if entry.contrat is None or not entry.contrat.paired:
        return None
    first, second = entry.joueurs
    return first, second, made(marked, first)


def progress(sheet: Replay) -> Sequence[Label]:
    """Return the number of donnes left, if it is fixed, and the factor of the next one, if it is not 1."""
    house, state = expect(Wiezen, sheet.rules), expect(WiezenState, sheet.state)
    left = [] if house.nb_donnes is None else [Label("reste", nombre=house.nb_donnes - state.jouees)]
    return [*left, *([Label("compte", fois=state.fois)] if state.fois > 1 else [])]
