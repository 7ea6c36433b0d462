"""The words of Tarot: a French sentence for each code, and a donne in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.tarot.rules import Tarot
from scorekeeper.games.tarot.rules.entry import TarotDonne
from scorekeeper.games.tarot.rules.hand import Suit
from scorekeeper.i18n import Translatable
from scorekeeper.kit.game import SettingText
from scorekeeper.kit.words import Words, signed
from scorekeeper.rules.contract import Label, Rules, Seat, Signed, Term, Value, expect
from scorekeeper.rules.fields import Amounts
from scorekeeper.rules.replay import Marked, Replay

MESSAGES: Translatable[str] = {
    # Faults
    "donne-non-jouee": "Une donne passée ou annulée ne porte rien d’autre : videz cette rubrique, ou dites la donne jouée.",
    "mort-joue": "%(joueur)s donne et fait le mort : à choisir parmi les quatre autres.",
    "appele-manquant": "Qui est appelé ? Un autre joueur, ou « seul ».",
    "appele-preneur": "%(joueur)s a pris : appelez un autre joueur, ou « seul » si le roi est au chien ou dans sa main.",
    "appele-hors-cinq": "On n’appelle un partenaire qu’à cinq ; ici, le preneur joue seul.",
    "appele-sans-appel": "Cette table joue à cinq sans appel : le preneur joue seul.",
    "somme-91": "Attaque et défense font 91 ensemble ; ici %(somme)s.",
    "points-entiers": "Les points sont ici des nombres entiers : %(dessous)s ou %(dessus)s.",
    "points-hors-limites": "%(bouts)s, %(camp)s fait de %(min)s à %(max)s points%(reste)s.",
    "petit-sans-bout": "Sans bout, l’attaque n’a pas le Petit : au bout, il ne peut être qu’à la défense.",
    "petit-trois-bouts": "Avec les 3 bouts, l’attaque a le Petit : au bout, il ne peut être qu’à l’attaque.",
    "petit-sans-levee": "Avec ce chelem, %(camp)s n’a fait aucune levée : le Petit au bout ne peut être qu’à l’autre camp.",
    "poignee-deux-fois": "%(joueur)s ne montre qu’une poignée : gardez la plus grande.",
    "poignees-atouts": "Ces poignées font %(atouts)s atouts ; le jeu en a %(total)s, Excuse comprise.",
    "chelem-contrat-perdu": "Un contrat chuté n’a pas de chelem réussi : choisissez « annoncé, manqué » ou aucun.",
    "chelem-impossible": "Un chelem donne 91 points avec 3 bouts, ou 87 avec 2 bouts quand la défense a gardé l’Excuse.",
    "chelem-contre-impossible": "Contre le chien, un chelem avec autant de bouts donne de %(min)s à %(max)s points.",
    "chelem-non-dit": "91 points avec 3 bouts, ou 87 avec 2, c’est un chelem : dites s’il était annoncé, ou corrigez les points.",
    "chelem-deux-camps": "Un seul camp peut faire toutes les levées : gardez l’un des deux chelems.",
    "chelem-defense-contrat-gagne": "Quand la défense fait toutes les levées, le contrat est chuté : corrigez les points ou ôtez ce chelem.",
    "chelem-defense-bouts": "Sans aucune levée, l’attaque a au plus un bout : l’Excuse.",
    "chelem-defense-points": "Sans aucune levée, l’attaque a au plus %(max)s points.",
    "petit-chelem-sans-reglage": "Cette table ne compte pas le petit chelem : ses réglages le permettent.",
    "petit-chelem-et-chelem": "Petit chelem ou chelem : gardez l’un des deux.",
    "petit-chelem-impossible": "Toutes les levées sauf une, avec autant de bouts, donnent de %(min)s à %(max)s points.",
    "misere-sans-reglage": "Cette table ne compte pas les misères : ses réglages le permettent.",
    "misere-deux-fois": "%(joueur)s a déjà cette misère : une fois suffit.",
    "misere-poignee": "%(joueur)s montre une poignée : pas de misère d’atout avec tant d’atouts.",
    "mort-a-cinq": "Le mort se joue à cinq ; vous êtes %(joueurs)s.",
    "prime-positive": "Un chelem réussi rapporte : 0 ou plus, pas %(prime)s.",
    "prime-negative": "Un chelem manqué coûte : 0 ou moins, pas %(prime)s.",
    # Doubts
    "camps-echanges": "%(bouts)s et %(points)s points : sont-ils bien de l’attaque ?",
    "ecart-grand": "Un écart de %(ecart)s points est rare : les points sont-ils justes ?",
    "points-improbables": "Aucun partage des cartes ne donne %(points)s points avec ces bouts : est-ce juste ?",
    "ecart-riche": "Sans levée, l’attaque ne compte d’ordinaire pas plus de %(max)s points : est-ce juste ?",
    "chelem-defense-oublie": "Si peu de points : la défense a-t-elle fait toutes les levées ?",
    "chelem-oublie": "Tant de points contre le chien : l’attaque a-t-elle fait toutes les levées ?",
    "miseres-nombreuses": "%(nombre)s misères dans la même donne ?",
    # A donne and its row
    "contrat": "%(contrat)s, %(points)s points pour %(seuil)s",
    "passee": "passe générale",
    "annulee": "donne annulée",
    "petit-attaque": "petit au bout de l’attaque",
    "petit-defense": "petit au bout de la défense",
    "poignee-simple": "poignée simple, %(joueur)s",
    "poignee-double": "double poignée, %(joueur)s",
    "poignee-triple": "triple poignée, %(joueur)s",
    "chelem-reussi": "chelem sans annonce",
    "chelem-annonce-reussi": "chelem annoncé et réussi",
    "chelem-annonce-manque": "chelem annoncé, manqué",
    "chelem-defense": "chelem de la défense",
    "petit-chelem-reussi": "petit chelem sans annonce",
    "petit-chelem-annonce-reussi": "petit chelem annoncé et réussi",
    "petit-chelem-annonce-manque": "petit chelem annoncé, manqué",
    "misere-tete": "misère de tête, %(joueur)s",
    "misere-atout": "misère d’atout, %(joueur)s",
    "fin-donnes": "les %(nombre)s donnes sont jouées",
    "reste": "Donnes à jouer : %(nombre)s",
    "phrase": "%(contrat)s %(issue)s%(ecart)s — %(preneur)s %(gain)s, chacun %(perte)s",
    "phrase-appele": "%(contrat)s %(issue)s%(ecart)s — %(preneur)s %(gain)s, %(appele)s %(part)s, chacun %(perte)s",
    "phrase-liste": "%(contrat)s %(issue)s%(ecart)s — %(scores)s",
    "phrase-passee": "Passe générale — %(donneur)s donne",
    "phrase-annulee": "Donne annulée — %(donneur)s donne",
    "bref": "%(preneur)s, %(contrat)s %(ecart)s",
    "bref-juste": "%(preneur)s, %(contrat)s juste faite",
    "issue": "%(contrat)s %(ecart)s",
    "issue-juste": "%(contrat)s juste faite",
    "formule": "(%(base)s + %(margin)s) × %(coef)s = %(amount)s",
    "tally-prise": "contrats pris",
    "tally-prise-reussi": "contrats réussis",
    "tally-appele": "appelé",
    "tally-appele-reussi": "appelé et gagnant",
    "tally-defense": "en défense",
    "tally-defense-reussi": "défenses gagnées",
    "tally-poignee": "poignées montrées",
    "tally-misere": "misères",
    # Settings that are not the official ones
    "reglages-fft": "barème officiel",
    "reglage-mort": "quatre joueurs et un mort",
    "reglage-nb_donnes": "%(valeur)s donnes",
    "reglage-misere": "misères à %(valeur)s",
    "reglage-appel_5": "sans appel",
    "reglage-demi_points": "points entiers",
    "reglage-arrondi_ecart": "écart arrondi à %(valeur)s",
    "reglage-base": "contrat à %(valeur)s",
    "reglage-coefs": "coefficients %(valeur)s",
    "reglage-primes_poignee": "poignées %(valeur)s",
    "reglage-prime_petit": "Petit au bout %(valeur)s",
    "reglage-primes_chelem": "chelems %(valeur)s",
    "reglage-prime_chelem_defense": "chelem de la défense %(valeur)s",
    "reglage-chelem_cumul": "chelem annoncé et subi : une seule prime",
    "reglage-petit_chelem": "petit chelem",
    "reglage-primes_petit_chelem": "petits chelems %(valeur)s",
    # A hand and what it is worth
    "carte-inconnue": "« %(carte)s » n’est pas une carte : atouts 1 à 21 et Exc, puis ♠ ♥ ♦ ♣ suivis de R D C V 10 … 2 A.",
    "carte-double": "« %(carte)s » y est deux fois : une main n’a qu’un exemplaire de chaque carte.",
    "main-21": "le 21",
    "main-excuse": "l’Excuse",
    "main-petit": "le Petit parmi %(nombre)s atouts",
    "main-atouts": "%(nombre)s atouts, Excuse comprise",
    "main-majeurs": "atouts du 16 au 21 : %(nombre)s",
    "main-suite": "dont atouts qui se suivent : %(nombre)s",
    "main-mariage": "%(couleur)s Roi et Dame",
    "main-roi": "%(couleur)s Roi sans la Dame",
    "main-dame": "%(couleur)s Dame sans le Roi",
    "main-cavalier": "%(couleur)s Cavalier",
    "main-valet": "%(couleur)s Valet",
    "main-longue": "%(couleur)s longue de %(nombre)s cartes",
    "main-coupe": "%(couleur)s coupe",
    "main-singleton": "%(couleur)s singleton",
    "main-incomplete": "Le conseil vaut pour une main de %(main)s cartes ; ici %(nombre)s.",
    "conseil-passe": "Moins de %(au_dessus)s : passez.",
    "conseil-prise": "De %(min)s à %(max)s : prise.",
    "conseil-garde": "De %(min)s à %(max)s : garde.",
    "conseil-garde-sans": "De %(min)s à %(max)s : garde sans le chien.",
    "conseil-garde-contre": "Plus de %(au_dessous)s : garde contre le chien.",
}

TERMS: Translatable[str] = {
    "prise": "prise",
    "garde": "garde",
    "garde-sans": "garde sans",
    "garde-contre": "garde contre",
    "titre-prise": "Prise",
    "titre-garde": "Garde",
    "titre-garde-sans": "Garde sans",
    "titre-garde-contre": "Garde contre",
    "reussie": "réussie de",
    "chutee": "chutée de",
    "juste": "juste faite",
    "jouee": "jouée",
    "passee": "passe générale",
    "annulee": "annulée",
    "attaque": "attaque",
    "defense": "défense",
    "camp-attaque": "l’attaque",
    "camp-defense": "la défense",
    "simple": "simple",
    "double": "double",
    "triple": "triple",
    "reussi": "réussi sans annonce",
    "annonce-reussi": "annoncé et réussi",
    "annonce-manque": "annoncé, manqué",
    "tete": "tête",
    "atout": "atout",
    "fft": "au camp gagnant",
    "aucun": "points entiers seulement",
    "bouts-0": "Sans bout",
    "bouts-1": "À 1 bout",
    "bouts-2": "À 2 bouts",
    "bouts-3": "À 3 bouts",
    "nombre-bouts-0": "Aucun bout",
    "nombre-bouts-3": "3 bouts",
    "ou-87": ", ou 87 au chelem",
    "ou-4": ", ou 4 au chelem",
    "sauf-1": ", sauf 1",
    "sauf-5": ", sauf 5",
    "sauf-86": ", sauf 86",
    "sauf-90": ", sauf 90",
}

WORDS = Words(MESSAGES, TERMS)

SETTINGS: Translatable[SettingText] = {
    "mort": SettingText(
        "Quatre joueurs et un mort", "À cinq : le donneur ne joue pas et marque 0, on joue à quatre."
    ),
    "nb_donnes": SettingText(
        "Nombre de donnes", "Vide : sans fin fixée. Un multiple du nombre de joueurs est le plus juste."
    ),
    "misere": SettingText("Misère", "Points que donne chaque autre joueur ; 0 : sans misères. Usage : 10."),
    "appel_5": SettingText("Appel du roi à cinq", "Sans appel, le preneur joue seul contre quatre."),
    "demi_points": SettingText("Demi-points", "À trois et à cinq, les points de cartes peuvent finir en ½."),
    "arrondi_ecart": SettingText("Arrondi de l’écart", "Au multiple le plus proche ; 0 : au point près."),
    "base": SettingText("Points d’un contrat", "S’ajoutent à l’écart, avant de multiplier."),
    "coefs": SettingText("Coefficients", "Multiplient le contrat et le Petit au bout."),
    "primes_poignee": SettingText(
        "Primes de poignée", "Au camp qui gagne la donne. Certains comptent 20, 40, 60."
    ),
    "prime_petit": SettingText("Prime du Petit au bout", "Multipliée par le coefficient du contrat."),
    "primes_chelem": SettingText("Primes de chelem", "Celle du chelem manqué est négative."),
    "prime_chelem_defense": SettingText("Prime de chelem de la défense", "À chaque défenseur."),
    "chelem_cumul": SettingText(
        "Chelem annoncé, puis subi", "Oui : les deux primes se comptent ; non : celle de l’annonce seule."
    ),
    "petit_chelem": SettingText("Petit chelem", "Une prime pour toutes les levées sauf une."),
    "primes_petit_chelem": SettingText(
        "Primes de petit chelem", "Celle du petit chelem manqué est négative."
    ),
}

SUIT_NAMES: Translatable[str] = {
    Suit.ATOUT: "Atouts",
    Suit.PIQUE: "Pique",
    Suit.COEUR: "Cœur",
    Suit.CARREAU: "Carreau",
    Suit.TREFLE: "Trèfle",
}


def sentence(marked: Marked) -> Label:
    """A donne in one sentence: contract, how it went, and what everybody gets."""
    donne = expect(TarotDonne, marked.entry)
    facts = donne.played
    if facts is None:
        return Label(f"phrase-{donne.statut}", donneur=marked.after.donneur or Seat(0))
    scores, table, ecart = marked.row.scores, marked.before.table, facts.margin.ecart
    attack, absent = donne.attack, _absent(marked)
    others = [seat for seat in range(table.seats) if seat not in attack and seat != absent]
    issue = "chutee"
    if facts.margin.won:
        issue = "reussie" if ecart else "juste"
    values: dict[str, Value] = {
        "contrat": Term(f"titre-{facts.contrat}"),
        "issue": Term(issue),
        "ecart": f" {ecart}" if ecart else "",
    }
    if len({scores[seat] for seat in others}) > 1:
        playing = sorted((*attack, *others))
        listed = tuple(f"{table.players[seat]} {signed(scores[seat])}" for seat in playing)
        return Label("phrase-liste", {**values, "scores": listed})
    values |= {
        "preneur": facts.preneur,
        "gain": Signed(scores[facts.preneur]),
        "perte": Signed(scores[others[0]]),
    }
    if len(attack) == 1:
        return Label("phrase", values)
    return Label("phrase-appele", {**values, "appele": attack[1], "part": Signed(scores[attack[1]])})


def brief(marked: Marked) -> Label:
    """A donne in a few words: "Chloé, garde +8"."""
    issue, facts = contract_and_margin(marked), expect(TarotDonne, marked.entry).played
    if facts is None:
        return issue
    return Label(issue.code.replace("issue", "bref"), {**issue.values, "preneur": facts.preneur})


def contract_and_margin(marked: Marked) -> Label:
    """The contract and by how much it was made or missed: "garde +8"."""
    donne = expect(TarotDonne, marked.entry)
    facts = donne.played
    if facts is None:
        return Label(donne.statut)
    if not facts.margin.ecart:
        return Label("issue-juste", contrat=Term(facts.contrat))
    return Label("issue", contrat=Term(facts.contrat), ecart=Signed(facts.margin.sign * facts.margin.ecart))


def formula(rules: Rules[Any, Any], marked: Marked) -> Label | None:
    """What the contract alone is worth against one defender: "(25 + 15) × 2 = 80"."""
    house, facts = expect(Tarot, rules), expect(TarotDonne, marked.entry).played
    if facts is None:
        return None
    margin, coef = house.counted(facts.margin.ecart), house.coefs[facts.contrat]
    return Label("formule", base=house.base, margin=margin, coef=coef, amount=(house.base + margin) * coef)


def _absent(marked: Marked) -> int | None:
    """The seat that had no cards."""
    name = marked.row.extra.get("mort")
    return None if name is None else marked.before.table.players.index(name)


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """What a donne adds to a player's counters: as taker, as partner, in defence, poignées and misères."""
    donne = expect(TarotDonne, marked.entry)
    facts = donne.played
    if facts is None or seat == _absent(marked):
        return {}
    role = "defense"
    if seat in donne.attack:
        role = "prise" if seat == facts.preneur else "appele"
    return {
        role: 1,
        f"{role}-reussi": int(facts.margin.won is (role != "defense")),
        "poignee": sum(shown.joueur == seat for shown in donne.poignees),
        "misere": sum(shown.joueur == seat for shown in donne.miseres),
    }


def settings_in_words(rules: Rules[Any, Any]) -> Sequence[Label]:
    """The settings that differ from the federation's; one label when none does."""
    house = expect(Tarot, rules)
    labels = []
    for key, usual in Tarot.SETTINGS.defaults.items():
        value = getattr(house, key)
        if isinstance(value, Amounts):
            shown: Value = tuple(amount for _, amount in value.items)
        else:
            shown = value if isinstance(value, int) else ""
        if value != usual:
            labels.append(Label(f"reglage-{key}", valeur=shown))
    return labels or (Label("reglages-fft"),)


def progress(sheet: Replay) -> Sequence[Label]:
    """Donnes that are left, where their number was agreed."""
    total = expect(Tarot, sheet.rules).nb_donnes
    left = 0 if total is None else total - sheet.state.rang
    return (Label("reste", nombre=left),) if left > 0 else ()
