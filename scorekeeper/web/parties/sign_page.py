"""Initials under a sheet: the fields of the page where it ends, and what they write."""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid5

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import Refused, StaleEntry
from scorekeeper.parties import Partie, signing
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


def sign(number: int, *, closed_by: str = "") -> str:
    """Put the initials of a form under the closed sheet; why not, in words, or nothing. A sheet that is open again stays unsigned."""
    signatures = posted_signatures(partie_of(number))
    if closed_by and not signatures:
        return ""
    # Sent together with the end of the partie, the initials are an act of their own that a repeated form does not repeat.
    uuid = str(uuid5(NAMESPACE_URL, closed_by)) if closed_by else posted_uuid()
    try:
        signing.sign(store(), number, uuid=uuid, signatures=signatures, by=author())
    except StaleEntry:
        pass
    except Refused as refused:
        return " ".join(sentence for _, sentence in sentences_of(refused))
    return ""


@blueprint.post("/parties/<number:number>/signer")
def sign_closed(number: int) -> ResponseReturnValue:
    """Sign a sheet that is closed already."""
    unsigned = sign(number)
    if unsigned:
        return ending_page(partie_of(number), unsigned=unsigned), 422
    return redirect(url_for("parties.show", number=number), 303)
