"""QR codes on the screen."""

from __future__ import annotations

from markupsafe import Markup

from scorekeeper.paper.line_art import code_path


def qr(text: str) -> Markup:
    """The QR code of a text as an SVG, with two squares left empty all around."""
    path, side = code_path(text)
    svg = Markup(
        '<svg aria-hidden="true" viewBox="-2 -2 {0} {0}" shape-rendering="crispEdges"><path stroke="#000" d="{1}"/></svg>'
    )
    return svg.format(side + 4, path)
