"""Evidence for a sceptic: the lists that were frozen, the seeds that were said, every draw, and how to check it all by hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, url_for

from scorekeeper import tournaments as desk
from scorekeeper.draw import check_script
from scorekeeper.draw.seating.lot import list_hash
from scorekeeper.i18n import N_, gettext
from scorekeeper.tournaments.model import DrawRecord, Tournament
from scorekeeper.tournaments.notes import SaidSeed, SeedOrigin
from scorekeeper.web.core.codes import qr
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.layout import live
from scorekeeper.web.tournaments.table_links import reachable

blueprint = Blueprint("tournament_proof", __name__, url_prefix="/tournois/<number:number>")
SCRIPT = Path(check_script.__file__).read_text(encoding="utf-8")
ORIGINS = {
    SeedOrigin.ANNONCEE: N_("annoncée avant le tirage"),
    SeedOrigin.DEMANDE: N_("donnée avec la demande du tirage"),
    SeedOrigin.PROGRAMME: N_("choisie par le programme au moment du tirage"),
}


@dataclass(frozen=True)
class DrawProof:
    """A draw as it can be checked."""

    draw: DrawRecord
    hash: str
    frozen: str
    """When that list was frozen before it; empty when it was not."""
    stands: bool
    origin: str
    text: str
    """Input of the pocket script; empty where nothing is drawn by lot."""
    rounds: tuple[tuple[int, tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]], ...]
    """Per round its number, and per table the numbers of the grid and the names that the lot put there."""


def proof_of(t: Tournament, draw: DrawRecord) -> DrawProof:
    """A draw with its list, its grid and its tables as they were drawn, whatever hands changed since."""
    used = {played.draw for played in t.rounds}
    before = [frozen for frozen in t.lists if frozen.draws < draw.number and frozen.players == draw.players]
    rounds = tuple(
        (number, tuple((lots, tuple(draw.order[lot - 1] for lot in lots)) for lots in tables))
        for number, tables in enumerate(draw.grid, draw.first)
    )
    return DrawProof(
        draw=draw,
        hash=list_hash(draw.players),
        frozen=before[-1].at if before else "",
        stands=draw.number in used or draw is t.draws[-1],
        origin=gettext(ORIGINS[draw.origin]) if draw.origin else "",
        text=pocket_text(draw),
        rounds=rounds,
    )


def pocket_text(draw: DrawRecord) -> str:
    """Input of the pocket script for a draw."""
    tables = ["\n".join(" ".join(map(str, lots)) for lots in tables) for tables in draw.grid]
    lot = "\n".join((draw.label, draw.seed, *draw.players))
    return "\n\n".join([lot, *tables]) + "\n" if draw.seed else ""


def seed_note(t: Tournament, place: int) -> str:
    """Facts that a sceptic has to know of a seed that was said."""
    seed: SaidSeed = t.seeds[place]
    again = any(earlier.draws == seed.draws for earlier in t.seeds[:place])
    if again:
        return gettext("dite à nouveau pour le même tirage : elle remplace la précédente")
    if any(frozen.draws <= seed.draws for frozen in t.lists[: seed.lists]):
        return gettext("dite après la clôture de la liste")
    return gettext("dite avant la clôture de la liste")


def proof_page(number: int) -> str:
    """The page."""
    t = desk.read(store(), number)
    address = reachable(url_for("tournament_proof.index", number=number))
    return layout.page(
        "proof",
        t,
        "tournament_proof.index",
        draws=[proof_of(t, draw) for draw in reversed(t.draws)],
        seeds=[(seed, seed_note(t, place)) for place, seed in enumerate(t.seeds)],
        script=SCRIPT,
        address=address,
        code=qr(address),
    )


@blueprint.get("/preuve")
def index(number: int) -> Response:
    """Everything that a sceptic can check."""
    return live(str(desk.read(store(), number).decided), lambda: proof_page(number), "preuve", number)


@blueprint.get("/preuve/<number:draw>.txt")
def text(number: int, draw: int) -> Response:
    """Label, seed, list and grid of a draw, as the pocket script reads them."""
    draws = desk.read(store(), number).draws
    content = pocket_text(draws[draw - 1]) if 1 <= draw <= len(draws) else ""
    return Response(content, 200 if content else 404, mimetype="text/plain")


@blueprint.get("/preuve/tirage.py")
def script(number: int) -> Response:
    """The pocket script."""
    desk.read(store(), number)
    return Response(SCRIPT, mimetype="text/plain")
