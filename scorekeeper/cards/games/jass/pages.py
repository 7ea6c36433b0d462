"""Further pages of Jass: each function returns the context of its template."""

from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, StringField

from scorekeeper.cards.families.matches import PLIS
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.jass import paper as sheets
from scorekeeper.cards.games.jass.words import WORDS
from scorekeeper.cards.rules.contract import Fault, Label, Side, Table
from scorekeeper.i18n import N_

BOTH = Table(camps=True)


class PaperForm(Form):
    """Form of a copied paper sheet. Fields are named by camp and donne: `a1` to `a12`, `b1` to `b12`."""

    total_a = StringField(N_("Total de A"))
    total_b = StringField(N_("Total de B"))
    prime = BooleanField(N_("Chez nous, un match vaut 100 de plus : 257 sur sa ligne"), false_values=("",))

    def pair(self, donne: int | None) -> tuple[Any, Any]:
        """Return the fields of both camps for a donne, or for the totals if `None`."""
        a, b = (self[f"total_{camp}" if donne is None else f"{camp}{donne}"] for camp in "ab")
        return a, b

    def cells(self, donne: int | None) -> sheets.Cells:
        """Return the figures of a donne, or of the totals if `None`. A non-number is marked as an error and read as `None`."""
        a, b = map(self._read, self.pair(donne))
        return a, b

    def _read(self, field: Any) -> int | None:
        typed = typed_number(field.data)
        if typed is None or isinstance(typed, int):
            return typed
        reported = any(other.errors for other in self)  # one message a page; further fields are only marked
        field.errors = ["" if reported else message_of(Fault("nombre-entier", limites=""), WORDS, Table())]
        return None


for _donne in range(1, sheets.DONNES + 1):
    for _camp in "ab":
        setattr(PaperForm, f"{_camp}{_donne}", StringField())


def controle(args: MultiDict[str, str]) -> dict[str, Any]:
    """Return the context of the page that checks a paper sheet, from the fields of `PaperForm` in `args`.

    The `verdict` is one sentence, empty while nothing is written or a figure is unreadable. `total_marked` has the camps
    whose total is marked. `remarks` has every finding except empty lines, with the id of its field. `expected` is the sum
    of both totals without primes.
    """
    form = PaperForm(args)
    cells = [form.cells(donne) for donne in range(1, sheets.DONNES + 1)]
    totals = form.cells(None)
    lines = cells if any(cell != (None, None) for cell in cells) else []
    checked = sheets.check(lines, totals, prime_match=sheets.USUAL_PRIME if form.prime.data else 0)
    written = bool(lines) or totals != (None, None)
    unread = any(field.errors for field in form)
    remarks = [item for item in checked.findings if item.label.code != "papier-vide"] if written else []
    return {
        "form": form,
        "lines": [_line(form, donne, pair, checked) for donne, pair in enumerate(cells, 1)],
        "totals": form.pair(None),
        "sums": checked.sums if lines else (None, None),
        "control": checked.control if written else None,
        "verdict": message_of(_verdict(checked, lines, totals), WORDS, BOTH)
        if written and not unread
        else "",
        "good": checked.ok and not unread,
        "wrong": bool(checked.all(sheets.Nature.FAUX)),
        "total_marked": _blamed(checked, None),
        "unread": unread,
        "remarks": [_remark(form, item) for item in remarks],
        "expected": PLIS * sheets.DONNES,
    }


def _line(form: PaperForm, donne: int, pair: sheets.Cells, checked: sheets.PaperCheck) -> dict[str, Any]:
    """Return a donne of the form: its fields, their sum if both are written, and the camps whose figure is marked."""
    both = None if pair[0] is None or pair[1] is None else pair[0] + pair[1]
    known = {"label": str(donne), "fields": form.pair(donne), "sum": both}
    return {**known, "wrong": donne in checked.wrong, "marked": _blamed(checked, donne)}


def _blamed(checked: sheets.PaperCheck, donne: int | None) -> frozenset[Side]:
    """Return the camps named by the errors of a donne, or of the totals if `None`; both if an error names no camp."""
    blamed = [item.camp for item in checked.all(sheets.Nature.FAUX) if item.donne == donne]
    return frozenset(sheets.CAMPS if None in blamed else (camp for camp in blamed if camp is not None))


def _remark(form: PaperForm, item: sheets.Finding) -> dict[str, Any]:
    general = item.donne is None and item.camp is None
    target = "" if general else form.pair(item.donne)[item.camp or 0].id
    wrong = item.nature is sheets.Nature.FAUX
    return {"text": message_of(item.label, WORDS, BOTH), "wrong": wrong, "target": target}


def _verdict(checked: sheets.PaperCheck, lines: list[Any], totals: sheets.Cells) -> Label:
    """Return the verdict on the sheet: right, wrong at these donnes, wrong in its totals, or incomplete."""
    if len(checked.wrong) == 1:
        return Label("papier-verdict-donne", donne=checked.wrong[0])
    if checked.wrong:
        return Label("papier-verdict-donnes", donnes=checked.wrong)
    if checked.all(sheets.Nature.FAUX):
        return Label("papier-verdict-totaux")
    if checked.control is None or checked.all(sheets.Nature.MANQUE):
        return Label("papier-verdict-incomplet")
    if not lines:
        return Label("papier-verdict-totaux-justes", somme=checked.control.actual)
    code = "papier-verdict-lignes-justes" if None in totals else "papier-verdict-juste"
    return Label(code, somme=checked.control.actual)
