"""What Tarot says: a French sentence for each code, and a donne in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from scorekeeper.games.tarot.rules import Tarot
from scorekeeper.games.tarot.rules.entry import ALONE, Played, TarotDonne
from scorekeeper.games.tarot.words_settings import SETTINGS_SAID, TERMS
from scorekeeper.i18n import N_
from scorekeeper.kit.words import Words, signed
from scorekeeper.rules.contract import Label, Rules, Seat, Signed, Term, Value
from scorekeeper.rules.fields import Amounts
from scorekeeper.rules.replay import Marked, Replay

FAULTS: Mapping[str, str] = {
    "donne-non-jouee": N_(
        "Une donne passée ou annulée ne porte rien d’autre : videz cette rubrique, ou dites la donne jouée."
    ),
    "mort-joue": N_("%(joueur)s donne et fait le mort : à choisir parmi les quatre autres."),
    "appele-manquant": N_("Qui est appelé ? Un autre joueur, ou « seul »."),
    "appele-preneur": N_(
        "%(joueur)s a pris : appelez un autre joueur, ou « seul » si le roi est au chien ou dans sa main."
    ),
    "appele-hors-cinq": N_("On n’appelle un partenaire qu’à cinq ; ici, le preneur joue seul."),
    "appele-sans-appel": N_("Cette table joue à cinq sans appel : le preneur joue seul."),
    "somme-91": N_("Attaque et défense font 91 ensemble ; ici %(somme)s."),
    "points-entiers": N_("Les points sont ici des nombres entiers : %(dessous)s ou %(dessus)s."),
    "points-hors-limites": N_("%(bouts)s, %(camp)s fait de %(min)s à %(max)s points%(reste)s."),
    "petit-sans-bout": N_(
        "Sans bout, l’attaque n’a pas le Petit : au bout, il ne peut être qu’à la défense."
    ),
    "petit-trois-bouts": N_(
        "Avec les 3 bouts, l’attaque a le Petit : au bout, il ne peut être qu’à l’attaque."
    ),
    "petit-sans-levee": N_(
        "Avec ce chelem, %(camp)s n’a fait aucune levée : le Petit au bout ne peut être qu’à l’autre camp."
    ),
    "poignee-deux-fois": N_("%(joueur)s ne montre qu’une poignée : gardez la plus grande."),
    "poignees-atouts": N_("Ces poignées font %(atouts)s atouts ; le jeu en a %(total)s, Excuse comprise."),
    "chelem-contrat-perdu": N_(
        "Un contrat chuté n’a pas de chelem réussi : choisissez « annoncé, manqué » ou aucun."
    ),
    "chelem-impossible": N_(
        "Un chelem donne 91 points avec 3 bouts, ou 87 avec 2 bouts quand la défense a gardé l’Excuse."
    ),
    "chelem-contre-impossible": N_(
        "Contre le chien, un chelem avec autant de bouts donne de %(min)s à %(max)s points."
    ),
    "chelem-non-dit": N_(
        "91 points avec 3 bouts, ou 87 avec 2, c’est un chelem : dites s’il était annoncé, ou corrigez les points."
    ),
    "chelem-deux-camps": N_("Un seul camp peut faire toutes les levées : gardez l’un des deux chelems."),
    "chelem-defense-contrat-gagne": N_(
        "Quand la défense fait toutes les levées, le contrat est chuté : corrigez les points ou ôtez ce chelem."
    ),
    "chelem-defense-bouts": N_("Sans aucune levée, l’attaque a au plus un bout : l’Excuse."),
    "chelem-defense-points": N_("Sans aucune levée, l’attaque a au plus %(max)s points."),
    "petit-chelem-sans-reglage": N_(
        "Cette table ne compte pas le petit chelem : ses réglages le permettent."
    ),
    "petit-chelem-et-chelem": N_("Petit chelem ou chelem : gardez l’un des deux."),
    "petit-chelem-impossible": N_(
        "Toutes les levées sauf une, avec autant de bouts, donnent de %(min)s à %(max)s points."
    ),
    "misere-sans-reglage": N_("Cette table ne compte pas les misères : ses réglages le permettent."),
    "misere-deux-fois": N_("%(joueur)s a déjà cette misère : une fois suffit."),
    "misere-poignee": N_("%(joueur)s montre une poignée : pas de misère d’atout avec tant d’atouts."),
    "mort-a-cinq": N_("Le mort se joue à cinq ; vous êtes %(joueurs)s."),
    "prime-positive": N_("Un chelem réussi rapporte : 0 ou plus, pas %(prime)s."),
    "prime-negative": N_("Un chelem manqué coûte : 0 ou moins, pas %(prime)s."),
}

DOUBTS: Mapping[str, str] = {
    "camps-echanges": N_("%(bouts)s et %(points)s points : sont-ils bien de l’attaque ?"),
    "ecart-grand": N_("Un écart de %(ecart)s points est rare : les points sont-ils justes ?"),
    "points-improbables": N_(
        "Aucun partage des cartes ne donne %(points)s points avec ces bouts : est-ce juste ?"
    ),
    "ecart-riche": N_(
        "Sans levée, l’attaque ne compte d’ordinaire pas plus de %(max)s points : est-ce juste ?"
    ),
    "chelem-defense-oublie": N_("Si peu de points : la défense a-t-elle fait toutes les levées ?"),
    "chelem-oublie": N_("Tant de points contre le chien : l’attaque a-t-elle fait toutes les levées ?"),
    "miseres-nombreuses": N_("%(nombre)s misères dans la même donne ?"),
}

LABELS: Mapping[str, str] = {
    "contrat": N_("%(contrat)s, %(points)s points pour %(seuil)s"),
    "passee": N_("passe générale"),
    "annulee": N_("donne annulée"),
    "petit-attaque": N_("petit au bout de l’attaque"),
    "petit-defense": N_("petit au bout de la défense"),
    "poignee-simple": N_("poignée simple, %(joueur)s"),
    "poignee-double": N_("double poignée, %(joueur)s"),
    "poignee-triple": N_("triple poignée, %(joueur)s"),
    "chelem-reussi": N_("chelem sans annonce"),
    "chelem-annonce-reussi": N_("chelem annoncé et réussi"),
    "chelem-annonce-manque": N_("chelem annoncé, manqué"),
    "chelem-defense": N_("chelem de la défense"),
    "petit-chelem-reussi": N_("petit chelem sans annonce"),
    "petit-chelem-annonce-reussi": N_("petit chelem annoncé et réussi"),
    "petit-chelem-annonce-manque": N_("petit chelem annoncé, manqué"),
    "misere-tete": N_("misère de tête, %(joueur)s"),
    "misere-atout": N_("misère d’atout, %(joueur)s"),
    "fin-donnes": N_("les %(nombre)s donnes sont jouées"),
    "reste": N_("Donnes à jouer : %(nombre)s"),
    "phrase": N_("%(contrat)s %(issue)s%(ecart)s — %(preneur)s %(gain)s, chacun %(perte)s"),
    "phrase-appele": N_(
        "%(contrat)s %(issue)s%(ecart)s — %(preneur)s %(gain)s, %(appele)s %(part)s, chacun %(perte)s"
    ),
    "phrase-liste": N_("%(contrat)s %(issue)s%(ecart)s — %(scores)s"),
    "phrase-passee": N_("Passe générale — %(donneur)s donne"),
    "phrase-annulee": N_("Donne annulée — %(donneur)s donne"),
    "bref": N_("%(preneur)s, %(contrat)s %(ecart)s"),
    "bref-juste": N_("%(preneur)s, %(contrat)s juste faite"),
    "issue": N_("%(contrat)s %(ecart)s"),
    "issue-juste": N_("%(contrat)s juste faite"),
    "formule": N_("(%(base)s + %(margin)s) × %(coef)s = %(amount)s"),
    "tally-prise": N_("contrats pris"),
    "tally-prise-reussi": N_("contrats réussis"),
    "tally-appele": N_("appelé"),
    "tally-appele-reussi": N_("appelé et gagnant"),
    "tally-defense": N_("en défense"),
    "tally-defense-reussi": N_("défenses gagnées"),
    "tally-poignee": N_("poignées montrées"),
    "tally-misere": N_("misères"),
}

WORDS = Words({**FAULTS, **DOUBTS, **LABELS, **SETTINGS_SAID}, TERMS)


def sentence(marked: Marked) -> Label:
    """A donne in one sentence: contract, how it went, and what everybody gets."""
    donne = cast("TarotDonne", marked.entry)
    facts = donne.played
    if facts is None:
        return Label(f"phrase-{donne.statut}", {"donneur": marked.after.donneur or Seat(0)})
    scores, table = marked.row.scores, marked.before.table
    attack = _attack(donne, facts)
    others = [seat for seat in range(table.seats) if seat not in attack and seat != _absent(marked)]
    said: dict[str, Value] = {
        "contrat": Term(f"titre-{facts.contrat}"),
        "issue": Term(_issue(facts)),
        "ecart": f" {facts.margin.ecart}" if facts.margin.ecart else "",
    }
    if len({scores[seat] for seat in others}) > 1:
        playing = sorted((*attack, *others))
        listed = tuple(f"{table.players[seat]} {signed(scores[seat])}" for seat in playing)
        return Label("phrase-liste", {**said, "scores": listed})
    said |= {
        "preneur": facts.preneur,
        "gain": Signed(scores[facts.preneur]),
        "perte": Signed(scores[others[0]]),
    }
    if len(attack) == 1:
        return Label("phrase", said)
    return Label("phrase-appele", {**said, "appele": attack[1], "part": Signed(scores[attack[1]])})


def brief(marked: Marked) -> Label:
    """A donne in a few words: "Chloé, garde +8"."""
    issue, facts = contract_and_margin(marked), cast("TarotDonne", marked.entry).played
    if facts is None:
        return issue
    return Label(issue.code.replace("issue", "bref"), {**issue.values, "preneur": facts.preneur})


def contract_and_margin(marked: Marked) -> Label:
    """The contract and by how much it was made or missed: "garde +8"."""
    donne = cast("TarotDonne", marked.entry)
    facts = donne.played
    if facts is None:
        return Label(donne.statut)
    if not facts.margin.ecart:
        return Label("issue-juste", {"contrat": Term(facts.contrat)})
    ecart = Signed(facts.margin.sign * facts.margin.ecart)
    return Label("issue", {"contrat": Term(facts.contrat), "ecart": ecart})


def formula(rules: Rules[Any, Any], marked: Marked) -> Label | None:
    """What the contract alone is worth against one defender: "(25 + 15) × 2 = 80"."""
    told, facts = cast("Tarot", rules), cast("TarotDonne", marked.entry).played
    if facts is None:
        return None
    margin, coef = told.counted(facts.margin.ecart), told.coefs[facts.contrat]
    return Label(
        "formule", {"base": told.base, "margin": margin, "coef": coef, "amount": (told.base + margin) * coef}
    )


def _issue(facts: Played) -> str:
    if not facts.margin.won:
        return "chutee"
    return "reussie" if facts.margin.ecart else "juste"


def _attack(donne: TarotDonne, facts: Played) -> tuple[Seat, ...]:
    if donne.appele is None or donne.appele == ALONE:
        return (facts.preneur,)
    return facts.preneur, donne.appele


def _absent(marked: Marked) -> int | None:
    """The seat that had no cards."""
    name = marked.row.extra.get("mort")
    return None if name is None else marked.before.table.players.index(name)


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """What a donne adds to a player's counters: as taker, as partner, in defence, poignées and misères."""
    donne = cast("TarotDonne", marked.entry)
    facts = donne.played
    if facts is None or seat == _absent(marked):
        return {}
    role = "defense"
    if seat in _attack(donne, facts):
        role = "prise" if seat == facts.preneur else "appele"
    return {
        role: 1,
        f"{role}-reussi": int(facts.margin.won is (role != "defense")),
        "poignee": sum(shown.joueur == seat for shown in donne.poignees),
        "misere": sum(shown.joueur == seat for shown in donne.miseres),
    }


def settings_in_words(rules: Rules[Any, Any]) -> Sequence[Label]:
    """The settings that differ from the federation's; one label when none does."""
    told = cast("Tarot", rules)
    changed = [
        Label(f"reglage-{key}", _amount(getattr(told, key)))
        for key in Tarot.SETTINGS.kinds
        if getattr(told, key) != Tarot.SETTINGS.defaults[key]
    ]
    return changed or (Label("reglages-fft"),)


def _amount(value: object) -> Mapping[str, Value]:
    if isinstance(value, Amounts):
        return {"valeur": tuple(amount for _, amount in value.items)}
    return {"valeur": value if isinstance(value, int) else ""}


def progress(sheet: Replay) -> Sequence[Label]:
    """Donnes that are left, where their number was agreed."""
    total = cast("Tarot", sheet.rules).nb_donnes
    left = 0 if total is None else total - sheet.state.rang
    return (Label("reste", {"nombre": left}),) if left > 0 else ()
