"""The words of Couillon: a sentence for every code, in French, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.couillon.rules import Couillon, CouillonState
from scorekeeper.games.couillon.rules.entry import CouillonDonne
from scorekeeper.i18n import Translatable
from scorekeeper.kit.game import SettingText
from scorekeeper.kit.words import Words
from scorekeeper.rules.contract import Label, Rules, Seat, Side, Term, Value, expect
from scorekeeper.rules.replay import Marked, Replay

MESSAGES: Translatable[str] = {
    # Faults.
    "resultat-manquant": "Il faut les points des deux camps, ou seulement qui a gagné.",
    "total-hors-limites": "Ensemble, les deux camps font %(total)s points ; les 16 cartes jouées en valent de %(min)s à %(max)s.",
    "partage-impossible": "Au-delà de %(max)s points, un camp a fait les quatre plis : à %(points)s, l’autre en a 0.",
    "gagne-contredit": "À %(points)s, c’est %(camp)s qui gagne.",
    "egalite-contredite": "À %(points)s, il y a égalité.",
    "capot-perdant": "Qui fait capot gagne la donne : %(camp)s ne l’a pas gagnée.",
    "capot-points": "Capot veut dire aucun pli en face ; or %(camp)s a fait %(points)s points.",
    "capot-certain": "Trois plis font au plus %(max)s points : avec %(points)s, il y a capot.",
    # Doubts.
    "capot-oublie": "%(camp)s n’a aucun point : a-t-il fait au moins un pli ? Sinon, c’est un capot.",
    # Labels.
    "victoire": "donne gagnée : %(camp)s efface un trait",
    "craie": "craie dans le trou : effacé en plus, %(traits)s",
    "craie-perdu": "craie dans le trou : plus rien à effacer",
    "capot": "capot : un de plus effacé",
    "capot-perdu": "capot : plus rien à effacer",
    "boucle": "%(camp)s avait accepté et perd : une boucle",
    "boucle-sans-place": "%(camp)s avait accepté et perd ; chaque ligne a déjà sa boucle",
    "egalite": "égalité : rien ne s’efface, craie dans le trou",
    "egalites": "égalité de plus : %(traits)s traits dans le trou",
    "ardoise-effacee": "%(camp)s a effacé toutes ses lignes.",
    "phrase-gain": "Donne pour %(camp)s : %(faits)s. Reste %(a)s – %(b)s.",
    "phrase-fin": "Partie pour %(camp)s : %(faits)s.",
    "phrase-egalite": "Égalité : rien ne s’efface, craie dans le trou.",
    "resume": "%(faits)s",
    "resume-accepte": "%(faits)s · accepté : %(camp)s",
    "encore": "%(camp)s : encore %(reste)s",
    "encore-boucles": "%(camp)s : encore %(reste)s, dont %(boucles)s en boucles",
    "craie-attend": "craie dans le trou : la prochaine donne gagnée efface %(traits)s",
    "reglage-lignes": "%(lignes)s lignes",
    "reglage-egalites": "égalités cumulées",
    "reglage-capot": "capot double",
    "reglage-boucles": "une boucle par ligne",
    "tally-donnes": "Donnes",
    "tally-donnes-reussi": "Donnes gagnées",
    "tally-acceptes": "Atouts acceptés par son camp",
    "tally-acceptes-reussi": "Atouts acceptés et gagnés",
    "tally-boucles": "Boucles reçues",
    "tally-capots": "Capots",
}

TERMS: Translatable[str] = {
    "A": "A",
    "B": "B",
    "egalite": "égalité",
    "capot": "capot",
    "ligne-1": "une ligne effacée",
    "ligne-2": "deux lignes effacées",
    "ligne-3": "trois lignes effacées",
    "ligne-4": "plusieurs lignes effacées",
    "boucle-1": "une boucle effacée",
    "boucle-2": "deux boucles effacées",
    "boucle-3": "trois boucles effacées",
    "boucle-4": "plusieurs boucles effacées",
    "boucle-en-face": "une boucle en face",
}

WORDS = Words(MESSAGES, TERMS)

SETTINGS: Translatable[SettingText] = {
    "lignes": SettingText(
        "Lignes à effacer", "Donnes que chaque camp doit gagner : 5 ou 7 d’habitude, de 3 à 15."
    ),
    "egalites_cumulees": SettingText(
        "Égalités cumulées",
        "Chaque égalité de suite ajoute un trait ; sinon une seconde égalité ne change rien.",
    ),
    "capot_double": SettingText("Capot double", "Qui fait les quatre plis efface un trait de plus."),
    "boucles_empilables": SettingText(
        "Plusieurs boucles par ligne", "Sinon, plus de boucle quand chaque ligne restante a la sienne."
    ),
}


def _parts(marked: Marked) -> tuple[CouillonState, CouillonDonne, CouillonState]:
    return (
        expect(CouillonState, marked.before),
        expect(CouillonDonne, marked.entry),
        expect(CouillonState, marked.after),
    )


def _score(entry: CouillonDonne) -> tuple[Value, ...]:
    """The card points, where they were counted, and a capot."""
    points = () if entry.points is None else ("–".join(str(count) for count in entry.points),)
    return (*points, *(() if entry.capot is None else (Term("capot"),)))


def rubbed(before: CouillonState, after: CouillonState, side: Side) -> tuple[Term, ...]:
    """What a camp rubbed out, in words: boucles, then lines."""
    loops = before.boucles[side] - after.boucles[side]
    lines = before.lignes[side] - after.lignes[side]
    return tuple(
        Term(f"{mark}-{min(4, count)}") for mark, count in (("boucle", loops), ("ligne", lines)) if count > 0
    )


def sentence(marked: Marked) -> Label:
    """What the donne does to the slate."""
    before, entry, after = _parts(marked)
    winner = entry.winner
    if winner is None:
        return Label("phrase-egalite")
    loop = (Term("boucle-en-face"),) if after.boucles[winner.other] > before.boucles[winner.other] else ()
    facts = (*_score(entry), *rubbed(before, after, winner), *loop)
    if not after.lignes[winner]:
        return Label("phrase-fin", camp=winner, faits=facts)
    return Label("phrase-gain", camp=winner, faits=facts, a=after.totals[0], b=after.totals[1])


def brief(marked: Marked) -> Label:
    """The donne in a few words."""
    _, entry, _ = _parts(marked)
    facts = (entry.winner if entry.winner is not None else Term("egalite"), *_score(entry))
    if entry.accepte is None:
        return Label("resume", faits=facts)
    return Label("resume-accepte", faits=facts, camp=entry.accepte)


def settings_in_words(rules: Rules[Any, Any]) -> Sequence[Label]:
    """The number of lines, and what differs from the usual."""
    house = expect(Couillon, rules)
    changed = {
        "reglage-egalites": house.egalites_cumulees,
        "reglage-capot": house.capot_double,
        "reglage-boucles": not house.boucles_empilables,
    }
    return [Label("reglage-lignes", lignes=house.lignes), *(Label(code) for code in changed if changed[code])]


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """What a donne adds to the counters of a player: what their camp did."""
    before, entry, after = _parts(marked)
    side = after.table.side_of(seat)
    won = int(entry.winner == side)
    return {
        "donnes": 1,
        "donnes-reussi": won,
        **({"acceptes": 1, "acceptes-reussi": won} if entry.accepte == side else {}),
        "boucles": max(0, after.boucles[side] - before.boucles[side]),
        "capots": int(entry.capot == side),
    }


def progress(sheet: Replay) -> Sequence[Label]:
    """What each camp has left to rub out, and whether the chalk waits in the hole."""
    if sheet.outcome is not None:
        return ()
    state = expect(CouillonState, sheet.state)
    labels = []
    for side, left, loops in zip((Side(0), Side(1)), state.totals, state.boucles, strict=True):
        code = "encore-boucles" if loops else "encore"
        labels.append(Label(code, {"camp": side, "reste": left} | ({"boucles": loops} if loops else {})))
    if state.trou:
        labels.append(Label("craie-attend", traits=state.egalites + 1))
    return labels
