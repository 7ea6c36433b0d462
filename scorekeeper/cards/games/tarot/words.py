"""Labels of Tarot (codes with values): sentences of a donne, its formula, counters, and what is left."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.cards.families import unplayed
from scorekeeper.cards.families.unplayed import sits_out
from scorekeeper.cards.game_api.words import Words, signed
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.games.tarot.rules.entry import TarotDonne
from scorekeeper.cards.rules.contract import Label, Rules, Seat, Signed, Term, Value, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__, unplayed)


def sentence(marked: Marked) -> Label:
    """Return the sentence of a donne: contract, result, primes, and the score of each player."""
    donne = expect(TarotDonne, marked.entry)
    facts = donne.played
    if facts is None:
        return Label(f"phrase-{donne.statut}", donneur=marked.after.donneur or Seat(0))
    scores, table, ecart = marked.row.scores, marked.before.table, facts.margin.ecart
    attack, absent = donne.attack, sits_out(marked)
    others = [seat for seat in table.around if seat not in attack and seat != absent]
    issue = "chutee"
    if facts.margin.won:
        issue = "reussie" if ecart else "juste"
    contract, by = Term(f"titre-{facts.contrat}"), f" {ecart}" if ecart else ""
    result = Label("phrase-contrat", contrat=contract, issue=Term(issue), ecart=by)
    for item in marked.row.detail[1:]:
        result = Label("phrase-prime", donne=result, prime=item.label)
    values: dict[str, Value] = {"donne": result}
    if len({scores[seat] for seat in others}) > 1:
        playing = sorted((*attack, *others))
        listed = tuple(f"{table.players[seat]} {signed(scores[seat])}" for seat in playing)
        return Label("phrase-liste", {**values, "scores": listed})
    gain, loss = Signed(scores[facts.preneur]), Signed(scores[others[0]])
    values |= {"preneur": facts.preneur, "gain": gain, "perte": loss}
    if len(attack) == 1:
        return Label("phrase", values)
    return Label("phrase-appele", {**values, "appele": attack[1], "part": Signed(scores[attack[1]])})


def brief(marked: Marked) -> Label:
    """Return a donne in a few words: "Chloé, garde +8"."""
    issue, facts = contract_and_margin(marked), expect(TarotDonne, marked.entry).played
    if facts is None:
        return issue
    code = "bref-juste" if issue.code == "issue-juste" else "bref"
    return Label(code, {**issue.values, "preneur": facts.preneur})


def contract_and_margin(marked: Marked) -> Label:
    """Return the contract with its margin: "garde +8"."""
    donne = expect(TarotDonne, marked.entry)
    facts = donne.played
    if facts is None:
        return Label(donne.statut)
    if not facts.margin.ecart:
        return Label("issue-juste", contrat=Term(facts.contrat))
    return Label("issue", contrat=Term(facts.contrat), ecart=Signed(facts.margin.sign * facts.margin.ecart))


def formula(rules: Rules[Any, Any], marked: Marked) -> Label | None:
    """Return the computation of the contract without primes: "(25 + 15) × 2 = 80", with a minus if it is lost."""
    house, facts = expect(Tarot, rules), expect(TarotDonne, marked.entry).played
    if facts is None:
        return None
    margin, coef = house.counted(facts.margin.ecart), house.coef(facts.contrat)
    amount = (house.base + margin) * coef * facts.margin.sign
    code = "formule" if amount > 0 else "formule-perdue"
    return Label(code, base=house.base, margin=margin, coef=coef, amount=amount)


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Return the increments of a player's counters: as taker, as partner, in defence, poignées and misères."""
    donne = expect(TarotDonne, marked.entry)
    facts = donne.played
    if facts is None or seat == sits_out(marked):
        return {}
    role = "defense"
    if seat in donne.attack:
        role = "prise" if seat == facts.preneur else "appele"
    won, kind = int(facts.margin.won), f"genre-{facts.contrat}"
    kinds = {kind: 1, f"{kind}-reussi": won} if role == "prise" else {}
    return {
        role: 1,
        f"{role}-reussi": int(facts.margin.won is (role != "defense")),
        **kinds,
        "poignee": sum(shown.joueur == seat for shown in donne.poignees),
        "misere": sum(shown.joueur == seat for shown in donne.miseres),
    }


def pair(marked: Marked) -> tuple[Seat, Seat, bool] | None:
    """Return the taker, the called partner, and whether they made the contract; `None` without a partner."""
    donne = expect(TarotDonne, marked.entry)
    if donne.played is None or len(donne.attack) < 2:
        return None
    taker, called = donne.attack
    return taker, called, donne.played.margin.won


def progress(sheet: Replay) -> Sequence[Label]:
    """Return the number of donnes left, if the partie has a fixed number."""
    total = expect(Tarot, sheet.rules).nb_donnes
    left = 0 if total is None else total - sheet.state.rang
    return (Label("reste", nombre=left),) if left > 0 else ()
