"""Initials under a finished sheet, by the heading of their column (a player or a camp)."""

from collections.abc import Mapping

from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.fields import part
from scorekeeper.cards.rules.kinds import Json, Kind, Text, Unreadable, refused, shown

TEXT = Text(8, needed=True)


class Initials(Kind[Mapping[str, str]]):
    """Initials by column; columns that have not signed are left out."""

    def read(self, raw: Json, table: Table) -> Mapping[str, str]:
        if not isinstance(raw, dict):
            raise refused("objet-attendu")
        faults: list[Fault] = []
        signed: dict[str, str] = {}
        for column, text in raw.items():
            if column not in table.columns:
                faults.append(Fault("nom-inconnu", column, nom=shown(column), joueurs=table.columns))
            elif initials := part(faults, column, TEXT, text, table):
                signed[column] = initials
        if faults:
            raise Unreadable(*faults)
        return in_order(signed, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "object", "additionalProperties": TEXT.schema(table)}


def in_order(signed: Mapping[str, str], table: Table) -> dict[str, str]:
    """Return the initials in the order of the columns."""
    return {column: signed[column] for column in table.columns if column in signed}
