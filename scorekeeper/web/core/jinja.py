"""Jinja environment: template folders, functions, filters for numbers and dates, and a cache of rendered fragments."""

import datetime as dt
import threading
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, current_app, request
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from scorekeeper import i18n
from scorekeeper.cards import families
from scorekeeper.cards.catalogue import GAMES, HOUSE
from scorekeeper.cards.game_api.suits import suit_mark
from scorekeeper.cards.game_api.words import message_of, number, signed
from scorekeeper.cards.rules import names
from scorekeeper.i18n import SHORT_DATE, day
from scorekeeper.paper.line_art import code_path
from scorekeeper.paper.sheets import emblem
from scorekeeper.parties import Summary
from scorekeeper.records.cache import Cache
from scorekeeper.web.core import safety
from scorekeeper.web.core.assets import file_url, script_url, style_urls
from scorekeeper.web.core.requests import store

STALE = dt.timedelta(hours=12)
"""Time without an act after which an open sheet is marked, as it was probably forgotten."""
FAMILIES = Path(next(iter(families.__path__)))
"""Folder of the parts that games share."""
ADDRESSES = 4096
MOST = 8 * 2**20
"""Size of the fragment cache in bytes; the ranking of 1,000 players takes some 400,000."""
MIXED = i18n.N_("« %(nom)s » mêle des lettres de deux alphabets qui se ressemblent.")
ALIKE = i18n.N_("« %(first)s » et « %(second)s » se ressemblent : est-ce la même personne ?")


def install(app: Flask) -> None:
    """Configure the environment: strict, with the games' own templates, and the app's filters and functions."""
    env = app.jinja_env
    env.undefined = StrictUndefined
    env.trim_blocks = True
    env.lstrip_blocks = True
    env.add_extension("jinja2.ext.i18n")
    env.install_gettext_callables(i18n.gettext, i18n.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(_=worded, gettext=worded, url_for=addresses(app))
    app.jinja_loader = ChoiceLoader([FileSystemLoader(str(app.template_folder)), templates_of_games()])
    filters = (signed, number, day, moment, written, place_and_time, odd_names)
    functions = (
        emblem,
        suit_mark,
        qr,
        message_of,
        script_url,
        file_url,
        style_urls,
        here,
        marks_of,
        epoch,
        superseded,
    )
    env.filters.update({each.__name__: each for each in filters}, people=i18n.all_of)
    env.globals.update({each.__name__: each for each in functions}, GAMES=GAMES, limits=names)
    env.globals.update(
        LANGUAGES=i18n.LANGUAGES,
        language=i18n.language,
        tag=i18n.tag,
        csrf_token=safety.csrf_token,
        once=_in_template,
    )


def templates_of_games() -> PrefixLoader:
    """Return the loader of games' templates: a prefix for each game, one for declared games, and `families` for shared parts."""
    folders = {game.home: game.folder for game in GAMES} | {HOUSE.name: HOUSE, "families": FAMILIES}
    return PrefixLoader({key: FileSystemLoader(folder / "templates") for key, folder in folders.items()})


def qr(text: str) -> Markup:
    """Return the QR code of a text as SVG, with a margin of two modules."""
    path, side = code_path(text)
    svg = Markup(
        '<svg aria-hidden="true" viewBox="-2 -2 {0} {0}" shape-rendering="crispEdges"><path stroke="#000" d="{1}"/></svg>'
    )
    return svg.format(side + 4, path)


def worded(text: str, /, **values: object) -> Markup:
    """Return a translated sentence as markup: a faster version of Jinja's own `gettext`, as all templates escape."""
    sentence = Markup(i18n.gettext(text))  # noqa: S704 - ours
    return sentence % values if values or "%" in sentence else sentence


def addresses(app: Flask) -> Callable[..., str]:
    """Return Flask's `url_for` with a cache: a page has dozens of URLs, built from the same few."""

    @lru_cache(ADDRESSES)
    def known(endpoint: str, *values: tuple[str, object]) -> str:
        return app.url_for(endpoint, **dict(values))  # type: ignore[arg-type]

    def url_for(endpoint: str, **values: Any) -> str:
        plain = all(type(value) in {int, str} and not name.startswith("_") for name, value in values.items())
        return known(endpoint, *values.items()) if plain else app.url_for(endpoint, **values)

    return url_for


def here() -> str:
    """Return the path of this page, to come back to; `/` for pages whose path has a secret token."""
    return "/" if request.path.startswith(("/t/", "/f/")) else request.full_path.rstrip("?")


def epoch() -> str:
    """Return the epoch of the records, which changes with each restore or takeover."""
    return store().epoch


def superseded() -> bool:
    """Return whether another server has taken over these records."""
    return store().superseded


def odd_names(listed: Iterable[str], pairs: bool = True) -> tuple[str, ...]:  # noqa: FBT001, FBT002 - a filter
    """Return warnings about names as sentences: letters of two alphabets, and with `pairs`, names that look alike."""
    named = dict.fromkeys(name for name in listed if name.strip())
    texts = [i18n.gettext(MIXED, nom=name) for name in named if names.mixes_alphabets(name)]
    first: dict[str, str] = {}
    for name in named if pairs else ():
        other = first.setdefault(names.skeleton(name), name)
        if other is not name:
            texts.append(i18n.gettext(ALIKE, first=other, second=name))
    return tuple(texts)


def moment(text: str) -> str:
    """Return a moment (ISO 8601, UTC) in the local time zone: `20 nov. 2026, 21:04`."""
    when = dt.datetime.fromisoformat(text).astimezone()
    return f"{day(when.isoformat(), SHORT_DATE)}, {when:%H:%M}"


def written(partie: Summary) -> str:
    """Return in words the number of a partie's entries that are not struck."""
    return i18n.gettext(partie.game.entry_word.text("compte"), num=partie.lines)


def marks_of(partie: Summary) -> tuple[str, ...]:
    """Return the marks of a partie in a list: not signed, closed while empty, or open without an act for `STALE`."""
    if partie.status == "close":
        if not partie.lines:
            return (i18n.gettext("vide, rangée"),)
        return () if partie.signed else (i18n.gettext("non signée"),)
    idle = dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(partie.active_at)
    marks = [i18n.gettext("finie, à signer")] if partie.finished else []
    if idle >= STALE:
        hours = int(idle / dt.timedelta(hours=1))
        since = i18n.ngettext("%(num)s heure", "%(num)s heures", hours)
        if hours >= 48:
            since = i18n.ngettext("%(num)s jour", "%(num)s jours", hours // 24)
        marks.append(i18n.gettext("rien depuis %(temps)s", temps=since))
    return tuple(marks)


def place_and_time(partie: Summary) -> str:
    """Return a partie's place, and the time of its last act while it is open, else its date."""
    when = moment(partie.active_at) if partie.status == "ouverte" else day(partie.date or partie.active_at)
    return " · ".join(part for part in (partie.lieu, when) if part)


class Fragments:
    """Cache of rendered texts, stored as UTF-8 because a single ’ doubles the size of a `str`. Least recently used go first."""

    def __init__(self, most: int = MOST) -> None:
        """Limit the cache to `most` bytes; a single longer text is kept alone."""
        self._kept: Cache[bytes] = Cache(most)
        # Held while a text is rendered: one thread at a time does this long work, which leaves processor time for entries.
        # Reentrant, as a text may be part of another. Cached texts are returned without the lock.
        self._writing = threading.RLock()

    def once(self, key: tuple[object, ...], write: Callable[[], str]) -> str:
        """Return the cached text of a key, or render it with `write`."""
        text = self._kept.get(key, 0)
        if text is None:
            with self._writing:
                text = self._kept.get(key, 0)
                if text is None:
                    text = write().encode()
                    self._kept.put(key, 0, text, len(text))
        return text.decode()


def once(*key: object, write: Callable[[], str]) -> str:
    """Return a cached text in the current language; `key` must name all state that it depends on. The epoch is added to it."""
    fragments: Fragments = current_app.extensions["fragments"]
    return fragments.once((i18n.language(), current_app.extensions["store"].epoch, *key), write)


def _in_template(*key: object, caller: Callable[[], Markup]) -> Markup:
    """Return a `call` block, rendered once for each key, or each time if a part of the key is `None`."""
    if None in key:
        return caller()
    # The template has escaped the content of the block.
    return Markup(once(*key, write=caller))  # noqa: S704
