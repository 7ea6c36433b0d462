"""Initials under a closed sheet: the fields of its page, and what they write."""

from __future__ import annotations

import contextlib

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper.errors import Refused, StaleEntry
from scorekeeper.parties import Partie
from scorekeeper.web.core.refused_form import sentences_of
from scorekeeper.web.core.request_values import partie_of, posted_uuid, store
from scorekeeper.web.core.safety import author
from scorekeeper.web.parties.ending import ending_page

blueprint = Blueprint("signing", __name__)


def posted_signatures(partie: Partie) -> dict[str, str]:
    """The initials of a form, by column; a field that was left empty signs nothing."""
    typed = {
        name: request.form.get(f"initiales-{place}", "").strip()
        for place, name in enumerate(partie.table.columns)
    }
    return {name: text for name, text in typed.items() if text}


@blueprint.post("/parties/<number:number>/signer")
def sign(number: int) -> ResponseReturnValue:
    """Put the initials of the form under the closed sheet, or say why not. A sheet that is open again stays unsigned."""
    partie = partie_of(number)
    try:
        with contextlib.suppress(StaleEntry):
            parties.sign(
                store(), number, uuid=posted_uuid(), signatures=posted_signatures(partie), by=author()
            )
    except Refused as refused:
        why = " ".join(sentence for _, sentence in sentences_of(refused))
        return ending_page(partie, unsigned=why), 422
    return redirect(url_for("parties.show", number=number), 303)
