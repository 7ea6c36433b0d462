"""Entry form of a donne of Wiezen: the bid in one tap, the declarers, and the tricks or the declarers who failed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from scorekeeper.cards.families.cards import SIGNS, Couleur
from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.form_fields import Choices, OneChoice, SomeChoices, seats
from scorekeeper.cards.games.wiezen.rules import Wiezen
from scorekeeper.cards.games.wiezen.rules.entry import TRICKS, Enchere
from scorekeeper.cards.games.wiezen.words import WORDS
from scorekeeper.cards.rules.contract import State
from scorekeeper.i18n import N_, gettext

GROUPS: Sequence[tuple[str, tuple[Enchere, ...]]] = (
    (N_("Emballage"), (Enchere.EMBALLAGE,)),
    (N_("Solo"), (Enchere.SOLO,)),
    (N_("Abondance"), (Enchere.ABONDANCE,)),
    (N_("Troel, slim"), (Enchere.TROEL, Enchere.SOLO_SLIM)),
    (N_("Misères"), (Enchere.PETITE_MISERE, Enchere.PICCOLO, Enchere.GRANDE_MISERE, Enchere.MISERE_ETALEE)),
)
"""Groups of buttons of contracts, each with its French name."""
CHANGED = f"{Enchere.TROEL}-change"
TALL = {
    f"{contrat}-{height}": {"contrat": str(contrat), "hauteur": height}
    for contrat in Enchere
    if contrat.has_height
    for height in range(5, TRICKS + 1)
}
BIDS: Mapping[str, Mapping[str, Any]] = {
    **{str(contrat): {"contrat": str(contrat)} for contrat in Enchere if not contrat.has_height},
    CHANGED: {"contrat": str(Enchere.TROEL), "change": True},
    **TALL,
}
"""Entry keys by the value of each button: `emballage-8`, `troel-change`, `piccolo`."""
BID_KEYS = ("contrat", "hauteur", "change")


class WiezenForm(EntryForm):
    """Form of a donne. One tap selects both the contract and the tricks bid."""

    WORDS = WORDS
    PLACES: ClassVar[Mapping[str, str]] = dict.fromkeys(("contrat", "hauteur", "change"), "enchere")

    statut = OneChoice(N_("Donne"), lambda form: form.statuts(Statut), default=Statut.JOUEE)
    enchere = OneChoice(N_("Contrat"), lambda form: [bid for _, bids in form.groups() for bid in bids])
    joueurs = SomeChoices(N_("Qui joue"), seats)
    plis = OneChoice(N_("Plis faits"), [(str(count), str(count)) for count in range(TRICKS + 1)])
    rates = SomeChoices(N_("Qui a raté"), seats)
    atout = OneChoice(N_("Atout"), lambda form: [("", N_("non dit")), *form.worded(Couleur)], default="")

    rules: Wiezen

    @property
    def trumps(self) -> Choices:
        named = ((suit, gettext(text)) for suit, text in self.worded(Couleur))
        return [("", gettext("non dit")), *((suit, f"{SIGNS[Couleur(suit)]} {text}") for suit, text in named)]

    def groups(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the buttons of the contracts by group: value, and French word or number of tricks bid."""
        return [(name, [bid for each in group for bid in self._buttons(each)]) for name, group in GROUPS]

    def _buttons(self, contrat: Enchere) -> Iterator[tuple[str, str]]:
        if contrat.has_height:
            yield from ((f"{contrat}-{height}", str(height)) for height in self.rules.heights(contrat))
            return
        yield str(contrat), WORDS.terms[contrat]
        if contrat is Enchere.TROEL:
            yield CHANGED, WORDS.terms[CHANGED]

    def payload(self) -> dict[str, Any]:
        """Return the entry without the keys that do not fit the contract."""
        entry, bid = super().payload(), self.enchere.data
        if "statut" in entry:
            return entry
        contrat = Enchere(BIDS[bid]["contrat"]) if bid in BIDS else None
        played_alone = contrat is not None and contrat.played_alone
        if played_alone:
            entry["rates"] = list(self.rates.data or ())
        aside = {
            "plis" if played_alone else "rates",
            *(() if contrat is None or contrat.trumps else ("atout",)),
        }
        return {key: value for key, value in entry.items() if key not in aside}

    def typed(self, key: str) -> Any:
        if key in BID_KEYS:
            bid = self.enchere.data
            return BIDS.get(bid, {"contrat": bid or None}).get(key)
        return super().typed(key)

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        bid = {key: payload[key] for key in BID_KEYS if payload.get(key)}
        shown = next((value for value, entry in BIDS.items() if entry == bid), payload.get("contrat"))
        rest = {key: value for key, value in payload.items() if key not in BID_KEYS}
        return super().fields_of({**rest, "enchere": shown}, state)
