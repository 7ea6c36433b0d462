"""Printing child process, `python -m scorekeeper.press.worker`: HTML frames on standard input, PDF frames on standard output.

Besides `inner_parts`, only this module imports WeasyPrint, after giving up what printing does not need: network, priority and
unlimited memory. The process exits at the end of standard input.
"""

import errno
import gc
import json
import logging
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, BinaryIO

from scorekeeper.press.copies.assembly import prepare, spread
from scorekeeper.press.copies.content_stream import strokes
from scorekeeper.press.copies.placement import BoxSpot, Placements, spots
from scorekeeper.press.copies.tags import finish_running
from scorekeeper.press.copies.template import hollowed
from scorekeeper.press.fields import finish_fields
from scorekeeper.press.inner_parts import boxes_of, draw_paths, with_styles
from scorekeeper.press.messages import COPY, END, Failure, PrintFailed, receive, send
from scorekeeper.press.writing import written
from scorekeeper.system import largest_memory, largest_space, leave_network, limit_self, limit_time

_FORBIDDEN = (
    *("os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn"),
    *("socket.", "subprocess.", "urllib."),
)
_NOTES = 20
_SWOLLEN = 5
_LONG = 100_000
"""Number of characters from which a document's layout leaves much garbage."""
_NEAR = 0.01
"""Tolerance in pixels."""
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_RUNNING = "main"
"""Element that no template has; WeasyPrint tags it as `tags.RUNNING_TAG`."""
_WARM_UP = (
    '<!doctype html><html lang="fr"><title>♠</title><style>td{border:1px solid}</style><table><tr><th scope="col">A<th>B</tr>'
    '<tr><td>½ ♥<td><b>−1</b><input name="a"></table><svg width="9" height="9"><title>a</title><path d="M0 0h9"/></svg></html>'
)
_TRIAL = "".join(
    [
        '<!doctype html><html lang="fr"><head><title>♠</title><style>p{width:60mm;margin:0}</style></head><body>',
        *(f"{COPY}<section><p>{name}</p></section>{END}" for name in ("Anne", "Ghislaine", "Élise")),
        "</body></html>",
    ]
)
"""Document with copies, whose positions and widths are compared between both ways of layout."""


def main() -> int:
    """Serve print jobs until standard input ends. Return 0 when the server closed the pipe, 1 when the child cannot continue.

    The only argument is a JSON object: `nice` (0 to 19), `memory` (bytes of address space), `file_size` (bytes of the largest
    file that the child may write) and `home` (its temporary folder).
    """
    settings = json.loads(sys.argv[1])
    jobs, answers = _take_pipes()
    limit_self(settings["nice"], settings["memory"], settings["file_size"])
    leave_network()
    try:
        engine = _Engine()
        engine.print(_WARM_UP, forms=True)
        engine.try_copies()
    except (ImportError, OSError, PrintFailed) as problem:
        send(answers, {"failure": Failure.UNAVAILABLE, "detail": _line(problem)})
        return 1
    forbid_network()
    gc.collect()
    gc.freeze()
    gc.disable()
    send(answers, {"ready": True})
    status = serve(jobs, answers, engine.print, settings["memory"])
    if status == 0:
        # The pipe ends only when the server was killed, which then does not clean up.
        shutil.rmtree(settings["home"], ignore_errors=True)
    return status


def serve(jobs: BinaryIO, answers: BinaryIO, work: Callable[..., bytes], memory: int) -> int:
    """Answer jobs one by one. Return 0 at the end of the input, 1 after running out of memory."""
    while True:
        try:
            job, html = receive(jobs)
        except EOFError:
            return 0
        limit_time(job["seconds"])
        try:
            if "join" in job:
                from scorekeeper.press import joining  # noqa: PLC0415 - loads pikepdf only when needed

                pdf = joining.joined(html, job["join"], job["title"])
            else:
                pdf = work(html.decode(), forms=job["forms"])
        except PrintFailed as failure:
            send(answers, {"failure": failure.code, "detail": failure.detail})
        except Exception as problem:  # noqa: BLE001 - whatever WeasyPrint raises is about this document only
            if lacked_memory(problem, memory):
                # The state is unknown: report it and exit; the server starts another child.
                send(answers, {"failure": Failure.OUT_OF_MEMORY, "detail": _line(problem)})
                return 1
            send(answers, {"failure": Failure.UNPRINTABLE, "detail": _line(problem)})
        else:
            send(answers, {"notes": NOTES.taken(), "replace": has_grown(memory)}, pdf)
        # Between jobs, not during them: garbage collection takes a tenth to a third of the time of a long table's layout.
        gc.collect()


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes of standard input and output, and redirect both, so that a stray `print` cannot corrupt a frame."""
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    return jobs, answers


def has_grown(memory: int) -> bool:
    """Return whether this process has grown so large that a new one should replace it.

    Memory freed after a long document is fragmented and stays with the process, so the next one would reach the limit early.
    """
    return largest_memory() > memory // _SWOLLEN


def lacked_memory(problem: BaseException, memory: int) -> bool:
    """Return whether a document failed at the limit of `memory` bytes, which C libraries report in several ways."""
    chain: BaseException | None = problem
    while chain is not None:
        if isinstance(chain, MemoryError) or getattr(chain, "errno", None) == errno.ENOMEM:
            return True
        chain = chain.__cause__ or chain.__context__
    # Near the limit, a failed call without a reason or an object that was not created means the same.
    near_limit = 4 * largest_space() > 3 * memory
    return isinstance(problem, (SystemError, OSError, RuntimeError, TypeError)) and near_limit


def forbid_network() -> None:
    """Forbid Python code in this process to open sockets and start processes, irrevocably."""

    def refuse(event: str, _arguments: tuple[Any, ...]) -> None:
        if event.startswith(_FORBIDDEN):
            raise PermissionError(event)

    sys.addaudithook(refuse)


class _Notes(logging.Handler):
    """Log handler that collects WeasyPrint's warnings: unknown CSS, unreachable resources."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []
        self.relative: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = _short(record.getMessage())
        if line.startswith("Relative URI reference"):
            self.relative.append(line)
        if len(self.lines) < _NOTES:
            self.lines.append(line)

    def taken(self) -> list[str]:
        lines, self.lines, self.relative = self.lines, [], []
        return lines


NOTES = _Notes()


class _Engine:
    """WeasyPrint, imported and set up once."""

    def __init__(self) -> None:
        import tinycss2  # noqa: PLC0415 - after the limits are set
        import weasyprint  # noqa: PLC0415
        from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
        from weasyprint.urls import FatalURLFetchingError, URLFetcher  # noqa: PLC0415

        self._refused: list[str] = []
        refused = self._refused

        class Refuse(URLFetcher):  # type: ignore[misc]
            """Fetcher that refuses every URL and records it."""

            def fetch(self, url: str, headers: object = None) -> object:
                refused.append(url)
                raise FatalURLFetchingError(url)

        usual = (files("weasyprint.css") / "html5_ua.css").read_text(encoding="utf-8")
        plain = weasyprint.CSS(string=re.sub(r"(?m)^::.*\n", "", usual))

        # Without the styles of footnote and list markers, which would add six pseudo-elements to each element.
        page = with_styles(weasyprint.HTML, plain)
        logging.getLogger("weasyprint").addHandler(NOTES)
        self._html, self._fetcher, self._fatal = page, Refuse(), FatalURLFetchingError
        self.copies = True
        """Whether copies are assembled from a template, instead of each being laid out."""
        self._fonts = known = FontConfiguration()
        own = {"url_fetcher": self._fetcher, "font_config": known}
        # Documents of the same kind have the same first style sheet.
        self._sheet = lru_cache(16)(lambda text: weasyprint.CSS(string=text, **own))
        # Elements with the same `style` attribute share one computed style if it is parsed once.
        parse = tinycss2.parse_blocks_contents
        once = lru_cache(4096)(parse)
        tinycss2.parse_blocks_contents = lambda text: (once if isinstance(text, str) else parse)(text)
        draw_paths(strokes)

    def try_copies(self) -> None:
        """Enable assembled copies only if those of a trial have the same positions as when each is laid out.

        They depend on private API of WeasyPrint, which another version may have changed.
        """
        try:
            self.print(_TRIAL, forms=False)
            placements = self._laid_out_with_templates(_TRIAL, {})[1]
            boxes = [box for box in _boxes(self._laid_out(_TRIAL, {})) if type(box).__name__ == "BlockBox"]
            texts = [BoxSpot(0, box) for box in boxes if box.element_tag == "p"]
            expected = [(*text.start, text.width) for text in texts]
            copied = placements.texts() if placements else []
            self.copies = all(math.dist(*pair) < _NEAR for pair in zip(copied, expected, strict=True))
        except Exception:  # noqa: BLE001 - changed private API may raise anything
            self.copies = False

    def print(self, html: str, *, forms: bool) -> bytes:
        """Lay out one document and return it as PDF/UA. Raises `PrintFailed` (`refused-resource` or `unprintable`)."""
        self._refused.clear()
        NOTES.taken()
        pdf = b""
        options = {"pdf_variant": "pdf/ua-1", "pdf_forms": forms}
        try:
            layout, placements = self._laid_out_with_templates(html, options)

            def finish(document: Any, made: Any) -> None:
                nonlocal pdf
                finish_fields(_boxes(document), document.fonts.values(), made)
                finish_tags(document, made)
                finish_running(made, placements.first_template_page if placements else None)
                if placements:
                    spread(placements, made)
                pdf = written(made)
                made.write = lambda *_: None

            layout.write_pdf(finisher=finish, **options)
        except self._fatal as url:
            self._refused.append(str(url))
        # WeasyPrint swallows refusals inside an SVG or a font rule, so the recorded URLs count, not the exceptions.
        if asked := self._refused + NOTES.relative:
            # A style sheet with a refused URL must be parsed, and so refused, again.
            self._sheet.cache_clear()
            raise PrintFailed(Failure.REFUSED_RESOURCE, _short(asked[0]))
        return pdf

    def _laid_out_with_templates(self, html: str, options: dict[str, Any]) -> tuple[Any, Placements | None]:
        """Lay out a document with each template once, and return it with the placement of the copies; `None` if there are none."""
        as_is: set[int] = set()
        while self.copies and (hollow := hollowed(html, as_is)):
            layout = self._laid_out(hollow.html, options)
            placements = Placements(hollow, layout.pages, layout.metadata.lang)
            texts = self._laid_out(placements.minis(), options)
            placements.complete(spots(texts.pages, "data-mini"))
            misfits = placements.misfits()
            if not misfits:
                prepare(placements)
                return layout.copy([*layout.pages, *texts.pages]), placements
            # These are laid out in full; without them, another copy may be the first of its kind.
            as_is |= misfits
        return self._laid_out(html, options), None

    def _laid_out(self, html: str, options: dict[str, Any]) -> Any:
        before, *style = _STYLE.split(html, maxsplit=1)
        sheets = [self._sheet(text) for text in style[:1]]
        document = self._html(string=before + "".join(style[1:]), base_url=None, url_fetcher=self._fetcher)
        layout = document.render(font_config=self._fonts, stylesheets=sheets, **options)
        for box in _boxes(layout) if "data-running" in html else ():
            if box.element is not None and "data-running" in box.element.attrib:
                box.element_tag = _RUNNING
        if len(html) > _LONG:
            # A fifth of a long layout's memory is garbage by now, and writing needs it.
            gc.collect()
        return layout


def finish_tags(document: Any, pdf: Any) -> None:
    """Complete the structure tags of a document where WeasyPrint leaves gaps.

    Header cells get the `Scope` that PDF/UA checkers expect beside `Headers`. A drawing without a title is decoration and loses
    its `Figure` tag, which requires an alternative text. Raises `PrintFailed` without a title or a language.
    """
    if not document.metadata.title or not document.metadata.lang:
        raise PrintFailed(Failure.UNPRINTABLE, "a tagged document needs <title> and <html lang>")
    for box in _boxes(document):
        mark = getattr(box, "mark", None)
        if mark is not None and mark["S"] == "/TH":
            row = box.element.attrib.get("scope") in {"row", "rowgroup"}
            mark["A"].setdefault("Scope", "/Row" if row else "/Column")
    for entry in pdf.objects:
        if isinstance(entry, dict) and entry.get("S") == "/Figure" and "Alt" not in entry:
            entry["S"] = "/NonStruct"
            entry.pop("A", None)


def _boxes(document: Any) -> Iterator[Any]:
    return (box for page in document.pages for box, _, _ in boxes_of(page))


def _short(text: str) -> str:
    return " ".join(text.split())[:200]


def _line(problem: BaseException) -> str:
    return _short(f"{type(problem).__name__}: {problem}")


if __name__ == "__main__":
    sys.exit(main())
