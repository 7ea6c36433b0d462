"""Entry form of Cochonnet: both totals and the camp with seven cochonnets, or the cochonnets card by card."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import chain
from typing import Any, ClassVar

from wtforms import Field, StringField

from scorekeeper.cards.game_api.form import EntryForm, present, typed_number
from scorekeeper.cards.game_api.form_fields import OneChoice, SomeChoices, camps, seats
from scorekeeper.cards.games.cochonnet.rules import Cochonnet, CochonnetState, spans
from scorekeeper.cards.games.cochonnet.rules.entry import CARTES, Carte, Saisie
from scorekeeper.cards.games.cochonnet.rules.tables import RANKS, sevens
from scorekeeper.cards.games.cochonnet.words import WORDS
from scorekeeper.cards.rules.contract import State
from scorekeeper.i18n import N_, gettext, ngettext

HANDS = tuple(tuple(f"carte_{seat}_{place}" for place in range(3)) for seat in range(4))
"""Fields of the first three cochonnets, by seat."""
PAIRS = {"totaux": ("total_a", "total_b"), "nombres": ("nombre_a", "nombre_b")}
"""Form fields of the entry keys with a number for each camp."""
BY_CARDS = (*chain.from_iterable(HANDS), "dernier_carte", "dernier_joueur", "ex_aequo")
BY_TOTALS = ("sept", *chain.from_iterable(PAIRS.values()))
"""Form fields of each of the two ways to enter a manche."""
ORDINALS = (N_("1er"), N_("2e"), N_("3e"))


class CochonnetForm(EntryForm):
    """Form of a manche. `saisie` selects one of the two ways to enter it; the fields of the other are ignored."""

    WORDS = WORDS
    PLACES: ClassVar[Mapping[str, str]] = {
        **{key: fields[0] for key, fields in PAIRS.items()},
        **{f"{key}.{side}": field for key, fields in PAIRS.items() for side, field in enumerate(fields)},
        "cochonnets": "carte_0_0",
        "dernier": "dernier_carte",
        "dernier.carte": "dernier_carte",
        "dernier.joueur": "dernier_joueur",
    }

    saisie = OneChoice(
        N_("Saisie"), lambda _: [("totaux", gettext("Totaux")), ("detaillee", gettext("Cartes"))]
    )
    sept = OneChoice(N_("Qui a sept cochonnets ?"), camps)
    total_a = StringField(N_("Points"))
    total_b = StringField(N_("Points"))
    nombre_a = StringField(N_("Cochonnets"))
    nombre_b = StringField(N_("Cochonnets"))
    dernier_carte = OneChoice(N_("Treizième cochonnet"))
    dernier_joueur = OneChoice(N_("Qui l’a ?"), seats)
    ex_aequo = SomeChoices(N_("Aussi basse chez"), seats)

    rules: Cochonnet
    state: CochonnetState

    def __init__(self, formdata: Any = None, **kwargs: Any) -> None:
        super().__init__(formdata, **kwargs)
        # The chosen way; but if only the fields of one way are filled, that way.
        cards, totals = (any(self[name].data for name in names) for names in (BY_CARDS, BY_TOTALS))
        usual = self.state.saisie or self.rules.saisie
        chosen = self.saisie.data if self.saisie.data in set(Saisie) else usual
        self.saisie.data = chosen if cards == totals else Saisie.DETAILLEE if cards else Saisie.TOTAUX

    @property
    def by_cards(self) -> bool:
        """Whether the manche is entered card by card."""
        return bool(self.saisie.data == Saisie.DETAILLEE)

    def ranks(self, name: str) -> list[tuple[str, str]]:
        """Return the ranks as choices of a field; the chosen card keeps the suit that a file gave it."""
        chosen = CARTES.get(self[name].data)
        cards = (chosen if chosen and chosen.rang == rank else Carte(rank) for rank in RANKS)
        return [(str(card), gettext(WORDS.terms.get(card.rang, card.rang)) + card.couleur) for card in cards]

    def typed(self, key: str) -> Any:
        if self.by_cards is (key in {"sept", *PAIRS}):
            return None
        if key == "cochonnets":
            hands = zip(self.table.players, HANDS, strict=True)
            return {name: [card for field in hand if (card := self[field].data)] for name, hand in hands}
        if key == "dernier":
            return present(joueur=self.dernier_joueur.data, carte=self.dernier_carte.data) or None
        return super().typed(key)

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        by_cards = payload.get("cochonnets") or payload.get("dernier")
        way = Saisie.DETAILLEE if by_cards else Saisie.TOTAUX
        return super().fields_of({**payload, "saisie": str(way)}, state)

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        if key == "dernier":
            return {f"dernier_{part}": [text] for part, text in value.items()}
        if key == "cochonnets":
            hands = [value.get(name, ()) for name in state.table.players]
            cards = zip(HANDS, hands, strict=False)
            return {name: [card] for hand in cards for name, card in zip(*hand, strict=False)}
        return super().fields_for(key, value, state)

    def field_for(self, key: str) -> Field | None:
        for seat, name in enumerate(self.table.players):
            prefix = f"cochonnets.{name}"
            if key == prefix or key.startswith(f"{prefix}."):
                place = key.removeprefix(prefix).removeprefix(".")
                return self[HANDS[seat][int(place) if place in {"1", "2"} else 0]]
        return super().field_for(key)

    def _numbers(self, key: str) -> list[int | Decimal | str | None]:
        return [typed_number(self[name].data) for name in PAIRS[key]]

    def hints(self) -> dict[str, str]:
        hints = {"totaux": self._possible(), "sommes": self._sums()}
        hints |= {f"main_{seat}": self._hand(seat) for seat in range(4)}
        threshold, points = self.rules.threshold(self.state.rang + 1), self._points()
        if threshold is not None and any(points):
            (camp, autre), totals = self.table.columns, self.state.totals
            a, b = totals[0] + points[0], totals[1] + points[1]
            values = {"camp": camp, "autre": autre, "seuil": threshold, "a": a, "b": b}
            hints["seuil"] = gettext(
                "Avec cette manche : %(camp)s %(a)s, %(autre)s %(b)s ; seuil %(seuil)s.", **values
            )
        return {slot: sentence for slot, sentence in hints.items() if sentence}

    def _points(self) -> tuple[int, int]:
        if self.by_cards:
            return self.rules.worth(self._held(0)), self.rules.worth(self._held(1))
        first, second = (typed if isinstance(typed, int) else 0 for typed in self._numbers("totaux"))
        return first, second

    def _held(self, side: int) -> list[Carte]:
        holders = [self.dernier_joueur.data, *(self.ex_aequo.data or ())]
        own = sum(name in self.table.players[side::2] for name in holders)
        return [*self._typed((*HANDS[side], *HANDS[side + 2])), *self._typed(("dernier_carte",)) * own]

    def _typed(self, names: tuple[str, ...]) -> list[Carte]:
        return [CARTES[self[name].data] for name in names if self[name].data in CARTES]

    def _hand(self, seat: int) -> str:
        cards = self._typed(HANDS[seat])
        return gettext("%(points)s {points:point|points}", points=self.rules.worth(cards)) if cards else ""

    def _sums(self) -> str:
        """Return the cochonnets and points of each camp so far, as text."""
        return " · ".join(
            ngettext(
                "%(camp)s : %(num)s cochonnet, %(points)s {points:point|points}",
                "%(camp)s : %(num)s cochonnets, %(points)s {points:point|points}",
                len(held),
                camp=camp,
                points=self.rules.worth(held),
            )
            for camp, held in zip(self.table.columns, map(self._held, (0, 1)), strict=True)
        )

    def _possible(self) -> str:
        """Return the possible totals as text: of both camps, or of the other camp once one is typed; empty without `sept`."""
        if self.sept.data not in {"A", "B"}:
            return ""
        counts = sevens("AB".index(self.sept.data))
        possible = self.rules.totals(counts)
        runs = {side: possible.of(side) for side in (0, 1)}
        first, second = self._numbers("totaux")
        for side, known, other in ((0, first, second), (1, second, first)):
            if isinstance(known, int) and other is None and possible.has_total(side, known):
                runs = {1 - side: possible.given(side, known)}
        return " ".join(
            gettext(
                "%(camp)s, %(nombre)s cochonnets : %(points)s.",
                camp=self.table.columns[side],
                nombre=counts[side],
                points=", ".join(map(str, spans(run))),
            )
            for side, run in runs.items()
        )


for _hand in HANDS:
    for _name, _ordinal in zip(_hand, ORDINALS, strict=True):
        setattr(CochonnetForm, _name, OneChoice(_ordinal))
