"""Pages of seasons: the ranking, and for the organiser the terms, the evenings and the identification of names."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import i18n
from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.draw.season import TERMS, SeasonTie, Terms, Worth
from scorekeeper.i18n import SHORT_DAY, day, gettext
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.paper.posters.season import season_list
from scorekeeper.paper.tournament_sheets import wall
from scorekeeper.tournaments import season_ranking, seasons
from scorekeeper.tournaments.fold import Happening
from scorekeeper.tournaments.refusals import conflict
from scorekeeper.tournaments.season_words import TIES, terms_sentences
from scorekeeper.tournaments.seasons import Season
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, csv_file, store, whole_number, xlsx_file
from scorekeeper.web.paper import sheets
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.permissions import Pages, Role, is_organiser

blueprint = Pages("seasons", __name__, url_prefix="/saisons")
KINDS, ANSWERS = read_sentences(__file__, "kinds", "worth")
NUMBERS = ("others", "attendance", "best", "planned")
OFFERED = 50
"""Number of latest tournaments that can be chosen as an evening."""
ONE = "/<number:number>"


def posted_terms() -> dict[str, Any]:
    """Return the posted name and terms as a document of a season."""
    form = request.form
    document: dict[str, Any] = {"name": form.get("name", "")}
    if form.get("worth"):
        document["worth"] = form["worth"]
    document |= {key: typed_number(form.get(key)) or 0 for key in NUMBERS}
    if "table" in form:
        document["table"] = [typed_number(part) for part in re.findall(r"[^\s,;–-]+", form["table"])]
    chosen = (form.get(f"tie{place}") for place in range(1, len(SeasonTie) + 1))
    return document | {"ties": [tie for tie in chosen if tie]}


def terms_page(
    name: str, terms: Terms, season: Season | None = None, refused: RefusedForm = NOT_REFUSED
) -> str:
    """Render the form of a season with a name and terms, or with all that was typed after a refusal."""
    values = {key: str(value) for key, value in TERMS.write_all(terms, Table()).items()}
    values |= {f"tie{place}": str(tie) for place, tie in enumerate(terms.ties, 1)}
    values |= {key: str(getattr(terms, key) or "") for key in NUMBERS}
    values |= {"name": name, "table": " ".join(map(str, terms.table))}
    form = {
        "refused": refused,
        "value": RefusedForm(typed=refused.typed or values).value,
        "choices": {"worth": {worth: gettext(ANSWERS[worth]) for worth in Worth}},
        "ties": [(tie, gettext(TIES[tie])) for tie in SeasonTie],
    }
    return render_template("seasons/terms.html", form=form, season=season)


@blueprint.get("")
def index() -> ResponseReturnValue:
    """Redirect to the list of tournaments, which has the seasons too."""
    return redirect(url_for("tournaments.index") + "#saisons", 303)


@blueprint.get("/nouvelle", role=Role.ORGANISATEUR)
def new() -> str:
    """Show the form of a new season, by default with one point for everybody without a better rank's points."""
    return terms_page("", Terms(others=1))


@blueprint.post("/nouvelle", role=Role.ORGANISATEUR)
def create() -> ResponseReturnValue:
    """Create the season, or show the form again with its faults."""
    page = partial(terms_page, "", Terms(), None)
    then = lambda made: url_for("seasons.show", number=made.id)  # noqa: E731
    return layout.perform("saison", seasons.create, posted_terms(), page=page, then=then)


@layout.form_page("season", "seasons.show", "number")
def season_page(number: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """Render the ranking, with the organiser's forms."""
    ranked = season_ranking.standings(store(), number)
    organiser = is_organiser()
    latest = desk.list_all(store(), limit=OFFERED) if organiser else ()
    return render_template(
        "seasons/season.html",
        season=ranked.season,
        ranking=ranked,
        organiser=organiser,
        days=[day(evening.date, SHORT_DAY) for evening in ranked.evenings],
        terms=[*terms_sentences(ranked.season.terms)],
        ties=TIES,
        again=[each.tournament for each in ranked.evenings if each.counts],
        offered=[row for row in latest if row.id not in ranked.season.tournaments],
        refused=refused,
    )


@blueprint.get(ONE)
def show(number: int) -> Response:
    """Show the ranking as it stands now."""
    mark = season_ranking.standings(store(), number).mark
    newest = desk.list_all(store(), limit=1) if is_organiser() else ()
    state = "-".join([mark, *(str(row.id) for row in newest)])
    return layout.polled(state, lambda: season_page(number), "saison", number)


@blueprint.get(f"{ONE}/reglages", role=Role.ORGANISATEUR)
@layout.form_page("terms", "seasons.settings", "number")
def settings(number: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """Show the form of name and terms."""
    season = seasons.read(store(), number)
    return terms_page(season.name, season.terms, season, refused)


@blueprint.post(f"{ONE}/reglages", role=Role.ORGANISATEUR)
def amend(number: int) -> ResponseReturnValue:
    """Change the name or the terms."""
    document, why = posted_terms(), layout.posted_reason()
    return layout.perform("saison", seasons.amend, number, document, page="terms", then="season", reason=why)


@blueprint.post(f"{ONE}/soirees", role=Role.ORGANISATEUR)
def add(number: int) -> ResponseReturnValue:
    """Add a tournament to the season."""
    tournament = whole_number(request.form.get("tournament", ""), 9)
    return layout.perform("ajouter", seasons.add_evening, number, tournament, page="season")


@blueprint.post(f"{ONE}/soirees/<number:tournament>/retirer", role=Role.ORGANISATEUR)
def remove(number: int, tournament: int) -> ResponseReturnValue:
    """Remove a tournament from the season."""
    form, why = f"retirer-{tournament}", layout.posted_reason()
    return layout.perform(form, seasons.remove_evening, number, tournament, page="season", reason=why)


@blueprint.post(f"{ONE}/personnes", role=Role.ORGANISATEUR)
def identify(number: int) -> ResponseReturnValue:
    """Identify two names as one person, or separate them again."""
    name, other = (request.form.get(key, "") for key in ("name", "other"))
    return layout.perform("personnes", seasons.identify, number, page="season", name=name, other=other)


@blueprint.get(f"{ONE}/historique", role=Role.ORGANISATEUR)
def history(number: int) -> str:
    """Show all events of a season, the latest first."""
    season = seasons.read(store(), number)
    lines = [_happened(event) for event in reversed(seasons.history(store(), number))]
    return render_template("seasons/history.html", season=season, lines=lines)


def _happened(event: Happening) -> tuple[Happening, str, str, str]:
    """Return an event with its kind, its content and its author in words."""
    asked, text = event.asked, ""
    if event.kind in {"soiree", "soiree-retiree"}:
        text = desk.read(store(), asked["tournament"]).name
    elif event.kind == "identite":
        text = " = ".join(filter(None, (asked["name"], asked["other"] or gettext("personne d’autre"))))
    elif "name" in (event.done or asked):
        text = str({**asked, **event.done}["name"])
    return event, gettext(KINDS[event.kind]), text, layout.author_of(event)


@blueprint.get(f"{ONE}/classement.pdf")
def ranking_pdf(number: int) -> Response:
    """Return the ranking as PDF."""
    wanted = sheets.asked()
    with i18n.speaking(wanted.language):
        ranked = season_ranking.standings(store(), number)
        if not ranked.lines:
            raise conflict(Fault("pas-de-classement"))
        page = wall([season_list(ranked)], PosterSize(wanted.paper))
    return sheets.printed(page, f"saison-{number}.pdf")


@blueprint.get(f"{ONE}/classement.csv")
def ranking_csv(number: int) -> Response:
    """Return the ranking as CSV."""
    ranked = season_ranking.standings(store(), number)
    return csv_file(season_ranking.export_rows(ranked), f"saison-{number}")


@blueprint.get(f"{ONE}/classement.xlsx")
def ranking_workbook(number: int) -> Response:
    """Return the ranking as a workbook."""
    ranked = season_ranking.standings(store(), number)
    return xlsx_file(season_ranking.export_rows(ranked), f"saison-{number}")


@blueprint.app_template_global("seasons_of")
def seasons_of(tournament: int) -> Iterable[Season]:
    """Return the seasons to which a tournament belongs."""
    return seasons.of_tournament(store(), tournament)
