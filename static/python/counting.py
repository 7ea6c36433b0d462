"""Entry of the worker: a text in, a text out, both JSON."""

from importlib import import_module

from browser import self as scope
from json import dumps, loads
from packed import LANGUAGE, SYMBOLS
from scorekeeper import i18n
from scorekeeper.cards.games.declared.game import game_of_definition
from scorekeeper.cards.judging import Judge


class Fields(dict):
    """Fields of a form, as WTForms reads them."""

    def getlist(self, name):
        return super().get(name, [])

    def get(self, name, default=None):
        values = self.getlist(name)
        return values[0] if values else default


class Catalogue:
    def __init__(self, kind):
        self.kind = kind

    def ugettext(self, text):
        return scope.packed.message(self.kind, text) or text

    def ungettext(self, singular, plural, number):
        return scope.packed.counted(singular, number) or (singular if number == 1 else plural)


class Locale:
    number_symbols = {"latn": SYMBOLS}

    def plural_form(self, number):
        return scope.letters.plural(number)


i18n.catalogue = lambda language, kind="translations": Catalogue(kind)
i18n._locale = lambda tag: Locale()
i18n.current.set(LANGUAGE)
STEPS = []
"""The sheet before the lines that wait and after each of them: its fields, the sheet, its row."""


def answer(text):
    asked = loads(text)
    if "base" in asked:
        i18n.swiss.set(asked["base"].get("swiss", False))
        STEPS.clear()  # a sheet that cannot be read must not leave the one before in its place
        definition = asked["base"]["definition"]
        game = game_of_definition(loads(definition)) if definition else import_module(asked["base"]["game"]).GAME
        STEPS.append(({}, Judge.of(game, asked["base"]), []))
    waiting = asked["waiting"]
    same = 0
    while same < min(len(waiting), len(STEPS) - 1) and STEPS[same + 1][0] == waiting[same]:
        same += 1
    if same < len(waiting):
        del STEPS[same + 1 :]
        for fields in waiting[same:]:
            judge, rows = STEPS[-1][1].counted([Fields(fields)])
            STEPS.append((fields, judge, rows))
    now = STEPS[len(waiting)][1]
    rows = [row for _, _, rows in STEPS[: len(waiting) + 1] for row in rows]
    told = {"rows": rows, "standing": now.standing()}
    if asked.get("slate"):
        told["standing"]["slate"] = now.slate()
    if "fields" in asked:
        told["line"] = now.judged(Fields(asked["fields"]))
    return dumps(told)


scope.answer = answer
