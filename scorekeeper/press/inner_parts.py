"""The inner parts of WeasyPrint that printing uses for want of public ones; no other module touches them.

`pyproject.toml` names the first version that they were not tried with. The child tries them as it starts (`worker`), and lays
every document out whole where they have changed.
"""

from collections.abc import Callable, Iterator
from typing import Any


def boxes_below(box: Any) -> Iterator[tuple[Any, Any, bool]]:
    """A box and all in it, in the order of the document, each with the one around it, and whether it is part of a running head."""
    waiting = [(box, None, False)]
    while waiting:
        box, parent, running = waiting.pop()
        box = getattr(box, "_box", box)
        running = running or (box.element is not None and "data-running" in box.element.attrib)
        yield box, parent, running
        waiting.extend((child, box, running) for child in reversed(getattr(box, "children", ())))


def boxes_of(page: Any) -> Iterator[tuple[Any, Any, bool]]:
    """The same of a page."""
    return boxes_below(page._page_box)  # noqa: SLF001


def shaped(box: Any, text: str) -> Any:
    """A box of text with other words, on one line."""
    from weasyprint.layout.inline import split_text_box  # noqa: PLC0415 - only the child loads it

    return split_text_box(None, box.copy_with_text(text), None, 0)[0]


def with_styles(page: type, usual: Any) -> type:
    """A class of documents whose first usual style sheet is another one."""

    class Page(page):  # type: ignore[misc]
        def _ua_stylesheets(self, forms: bool = False) -> list[Any]:  # noqa: FBT001, FBT002 - as it is called
            return [usual, *super()._ua_stylesheets(forms)[1:]]

    return Page


def draw_paths(draw: Callable[[str], bytes | None]) -> None:
    """Have paths of drawings drawn by `draw`, from their data to commands of PDF, wherever it knows how."""
    from weasyprint.svg import TAGS  # noqa: PLC0415 - only the child loads it

    usual = TAGS["path"]

    def path(svg: Any, node: Any, font_size: float) -> None:
        if drawn := draw(node.get("d", "")):
            svg.stream.stream.append(drawn)
        else:
            usual(svg, node, font_size)

    TAGS["path"] = path
