"""The entry form of __Name__: a number for each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from wtforms import StringField

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.form_fields import add_columns
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.__key__.rules import __Key__
from scorekeeper.cards.games.__key__.words import WORDS
from scorekeeper.i18n import N_


class __Key__Form(EntryForm):
    """One donne. The field of a seat is `points_0` for seat 0, and so on."""

    WORDS: ClassVar[Words] = WORDS
    STEMS: ClassVar[Mapping[str, str]] = {"points": "points"}


add_columns(__Key__Form, max(__Key__.SEATS), StringField, points=N_("Points"))
