"""Parties: opening a sheet, writing on it, reading it and listing them all."""

from scorekeeper.parties.acts import Entered, words_for
from scorekeeper.parties.insertion import insert
from scorekeeper.parties.listing import Summary, list_parties, people, person
from scorekeeper.parties.model import ActKind, Line, Partie, Status, Version
from scorekeeper.parties.moving import move
from scorekeeper.parties.rule_changes import change_rules, undo_rules
from scorekeeper.parties.verbs import (
    amend,
    change_table,
    close_partie,
    enter,
    open_partie,
    read_partie,
    reinstate,
    reopen,
    sign,
    strike,
    undo_change,
    was_written,
)
from scorekeeper.records.ledger import Author
from scorekeeper.records.rows import Person
