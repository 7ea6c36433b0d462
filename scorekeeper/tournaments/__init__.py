"""Tournaments: registering, drawing, results, ranking. One function is one act is one transaction."""

from __future__ import annotations

from scorekeeper.tournaments.acts import WORDS, read
from scorekeeper.tournaments.drawing import announce_seed, draw_round
from scorekeeper.tournaments.entrants import (
    Newcomer,
    amend_entrant,
    bring_back,
    look_alikes,
    register,
    substitute,
    withdraw,
)
from scorekeeper.tournaments.export import (
    Happening,
    Sheet,
    csv_cell,
    draw_sentences,
    export_csv,
    export_document,
    history,
)
from scorekeeper.tournaments.lifecycle import amend, create, list_all
from scorekeeper.tournaments.lists import ListRow, Preview, import_list, preview
from scorekeeper.tournaments.model import (
    DrawnTables,
    DrawRecord,
    Entrant,
    Format,
    Method,
    Options,
    Round,
    Scale,
    Stage,
    TableOf,
    TableResult,
    TableStage,
    Tournament,
)
from scorekeeper.tournaments.options import OPTIONS
from scorekeeper.tournaments.player import PlayerRecord, PlayerRound, player
from scorekeeper.tournaments.ranking import Line, Ranking, ranking
from scorekeeper.tournaments.results import accept, dispute, record_result, reopen_table, settle, sign
from scorekeeper.tournaments.round_progress import Progress, TableLive, progress, stage_word
from scorekeeper.tournaments.rounds import close_round, draw_card, finish, reopen_round, resume
from scorekeeper.tournaments.spectators import Evening, evening, ranking_now, standings

__all__ = [
    "OPTIONS",
    "WORDS",
    "DrawRecord",
    "DrawnTables",
    "Entrant",
    "Evening",
    "Format",
    "Happening",
    "Line",
    "ListRow",
    "Method",
    "Newcomer",
    "Options",
    "PlayerRecord",
    "PlayerRound",
    "Preview",
    "Progress",
    "Ranking",
    "Round",
    "Scale",
    "Sheet",
    "Stage",
    "TableLive",
    "TableOf",
    "TableResult",
    "TableStage",
    "Tournament",
    "accept",
    "amend",
    "amend_entrant",
    "announce_seed",
    "bring_back",
    "close_round",
    "create",
    "csv_cell",
    "dispute",
    "draw_card",
    "draw_round",
    "draw_sentences",
    "evening",
    "export_csv",
    "export_document",
    "finish",
    "history",
    "import_list",
    "list_all",
    "look_alikes",
    "player",
    "preview",
    "progress",
    "ranking",
    "ranking_now",
    "read",
    "record_result",
    "register",
    "reopen_round",
    "reopen_table",
    "resume",
    "settle",
    "sign",
    "stage_word",
    "standings",
    "substitute",
    "withdraw",
]
