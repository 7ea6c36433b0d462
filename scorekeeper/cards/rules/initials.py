"""The initials under a sheet that is over: a player's or a camp's, by the heading of its column."""

from collections.abc import Mapping

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.kinds import Json, Kind, Unreadable, refused, shown

INITIALS_MAX = 8


class Initials(Kind[Mapping[str, str]]):
    """Initials by column; a column that has not signed is not there."""

    def read(self, raw: Json, table: Table) -> Mapping[str, str]:
        if not isinstance(raw, dict):
            raise refused("objet-attendu")
        faults, signed = [], {}
        for column, text in raw.items():
            try:
                if column not in table.columns:
                    faults.append(
                        Fault("nom-inconnu", column, {"nom": shown(column), "joueurs": tuple(table.columns)})
                    )
                elif not isinstance(text, str):
                    faults.append(Fault("texte-attendu", column))
                else:
                    signed[column] = names.tidy(text, INITIALS_MAX)
            except names.BadText as bad:
                faults.append(Fault(bad.code, column, {"limite": bad.limit}))
        if faults:
            raise Unreadable(*faults)
        return in_order(signed, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        text: Json = {"type": "string", "minLength": 1, "maxLength": INITIALS_MAX}
        return {"type": "object", "additionalProperties": text}


def in_order(signed: Mapping[str, str], table: Table) -> dict[str, str]:
    """Initials in the order of the columns."""
    return {column: signed[column] for column in table.columns if column in signed}
