"""Private API of WeasyPrint, used for lack of a public one by this module alone.

`pyproject.toml` excludes versions with which it was not tested. The child tests it at start (`worker`), and lays out all copies
in full if it has changed.
"""

from collections.abc import Callable, Iterator
from typing import Any


def boxes_below(box: Any) -> Iterator[tuple[Any, Any, bool]]:
    """Yield a box and all its descendants in document order, each with its parent and whether it is in a running head."""
    waiting = [(box, None, False)]
    while waiting:
        box, parent, running = waiting.pop()
        box = getattr(box, "_box", box)
        running = running or (box.element is not None and "data-running" in box.element.attrib)
        yield box, parent, running
        waiting.extend((child, box, running) for child in reversed(getattr(box, "children", ())))


def boxes_of(page: Any) -> Iterator[tuple[Any, Any, bool]]:
    """Yield the boxes of a page as `boxes_below`."""
    return boxes_below(page._page_box)  # noqa: SLF001


def shaped(box: Any, text: str) -> Any:
    """Return a text box shaped with other text, on one line."""
    from weasyprint.layout.inline import split_text_box  # noqa: PLC0415 - only the child loads it

    return split_text_box(None, box.copy_with_text(text), None, 0)[0]


def with_styles(document: type, usual: Any) -> type:
    """Return a subclass of `document` (WeasyPrint's `HTML`) whose first user-agent style sheet is `usual`."""

    class Document(document):  # type: ignore[misc]
        def _ua_stylesheets(self, forms: bool = False) -> list[Any]:  # noqa: FBT001, FBT002 - as it is called
            return [usual, *super()._ua_stylesheets(forms)[1:]]

    return Document


def draw_paths(draw: Callable[[str], bytes | None]) -> None:
    """Draw SVG paths with `draw`, which converts path data to PDF commands, or as usual where it returns nothing."""
    from weasyprint.svg import TAGS  # noqa: PLC0415 - only the child loads it

    usual = TAGS["path"]

    def path(svg: Any, node: Any, font_size: float) -> None:
        if drawn := draw(node.get("d", "")):
            svg.stream.stream.append(drawn)
        else:
            usual(svg, node, font_size)

    TAGS["path"] = path
