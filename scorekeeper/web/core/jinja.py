"""Templates: where they lie, what they may say, how numbers look."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, ClassVar, Protocol

from babel.dates import format_datetime
from flask import Flask, render_template, request
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from scorekeeper import i18n
from scorekeeper.catalogue import GAMES
from scorekeeper.kit.game import Game
from scorekeeper.kit.words import number as plain_number
from scorekeeper.kit.words import say, signed
from scorekeeper.paper.requests import day
from scorekeeper.rules import names
from scorekeeper.rules.contract import Doubt, Fault, Label, Table
from scorekeeper.web.core import safety
from scorekeeper.web.core.assets import script_url, style_url


class Page(Protocol):
    """The whole context of one template: a frozen dataclass with the template's name."""

    TEMPLATE: ClassVar[str]


def render(page: Page) -> str:
    """Render a page; its fields are all that the template sees besides the globals."""
    context: Mapping[str, Any] = {item.name: getattr(page, item.name) for item in fields(page)}  # type: ignore[arg-type]
    return render_template(page.TEMPLATE, **context)


def install(app: Flask) -> None:
    """Set up the environment: strict, escaping, with the games' own templates under their key."""
    env = app.jinja_env
    env.undefined = StrictUndefined
    env.trim_blocks = True
    env.lstrip_blocks = True
    env.add_extension("jinja2.ext.i18n")
    env.install_gettext_callables(i18n.gettext, _ngettext, newstyle=True)  # type: ignore[attr-defined]
    games = {game.key: FileSystemLoader(game.folder / "templates") for game in GAMES}
    app.jinja_loader = ChoiceLoader([FileSystemLoader(str(app.template_folder)), PrefixLoader(games)])
    env.filters.update(signed=signed, number=plain_number, day=day, moment=moment)
    env.globals.update(
        GAMES=GAMES,
        LANGUAGES=i18n.LANGUAGES,
        limits=names,
        LANGUAGE_NAMES=i18n.LANGUAGE_NAMES,
        language=i18n.language,
        csrf_token=safety.csrf_token,
        emblem=emblem,
        words=words,
        script_url=script_url,
        style_url=style_url,
        here=here,
    )


def here() -> str:
    """The address of this page, to come back to; that of a table's link is told to nobody, not even to its own page."""
    return "/" if request.path.startswith("/t/") else request.full_path.rstrip("?")


def _ngettext(one: str, many: str, number: int) -> str:
    return i18n.ngettext(one, many, number)


def words(said: Label | Fault | Doubt, game: Game, table: Table) -> str:
    """A label of a game as a sentence."""
    return say(said, game.words, table)


@cache
def _emblem(key: str) -> Markup:
    game = next(game for game in GAMES if game.key == key)
    # The emblem is a file of the package, not anybody's input.
    return Markup((game.folder / "templates" / "emblem.svg").read_text(encoding="utf-8"))  # noqa: S704


def emblem(game: Game) -> Markup:
    """A game's emblem as inline SVG."""
    return _emblem(game.key)


def moment(text: str) -> str:
    """A moment (ISO, UTC) in the machine's own time zone: 20 nov. 2026, 21:04."""
    when = dt.datetime.fromisoformat(text).astimezone()
    return format_datetime(when.replace(tzinfo=None), format="d MMM y, HH:mm", locale=i18n.language())
