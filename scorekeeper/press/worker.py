"""The printing child, `python -m scorekeeper.press.worker`: HTML frames on standard input, PDF frames on standard output.

With `inner_parts`, the only file that imports WeasyPrint, and it does so after taking away from itself what printing does not need: the network,
priority over the server, memory without end. It ends when its standard input does.
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
from scorekeeper.press.copies.placement import BoxSpot, Castings, spots
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
"""Characters of a document of which much scaffolding is left."""
_NEAR = 0.01
"""Pixels that do not count."""
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_RUNNING = "main"
"""An element that no template has, whose tag is `structure.RUNNING_TAG`."""
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
"""A document of copies whose places and widths are known once it was laid out whole."""


def main() -> int:
    """Serve print jobs until standard input ends; 0 when the server closed the pipe, 1 when the child cannot or must not go on.

    The one argument is a JSON object: `nice` (0 to 19), `memory` (bytes of address space), `file_size` (bytes of the largest
    file the child may write) and `home` (the temporary folder made for it).
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
        # Our pipe ends only with a server that was killed, and such a server does not tidy up.
        shutil.rmtree(settings["home"], ignore_errors=True)
    return status


def serve(jobs: BinaryIO, answers: BinaryIO, work: Callable[..., bytes], memory: int) -> int:
    """Answer jobs one by one; see `main` for the value returned."""
    while True:
        try:
            job, html = receive(jobs)
        except EOFError:
            return 0
        limit_time(job["seconds"])
        try:
            if "join" in job:
                from scorekeeper.press import joining  # noqa: PLC0415 - pikepdf is loaded where something is joined

                pdf = joining.joined(html, job["join"], job["title"])
            else:
                pdf = work(html.decode(), forms=job["forms"])
        except PrintFailed as failure:
            send(answers, {"failure": failure.code, "detail": failure.detail})
        except MemoryError:
            # The state is unknown: report it and exit; the server starts another child.
            send(answers, {"failure": Failure.OUT_OF_MEMORY, "detail": "the memory limit was reached"})
            return 1
        except Exception as problem:  # noqa: BLE001 - whatever WeasyPrint raises is about this document only
            if starved(problem, memory):
                send(answers, {"failure": Failure.OUT_OF_MEMORY, "detail": _line(problem)})
                return 1
            send(answers, {"failure": Failure.UNPRINTABLE, "detail": _line(problem)})
        else:
            send(answers, {"notes": NOTES.taken(), "tired": swollen(memory)}, pdf)
        # Between jobs, not during them: collecting while laying out a long table costs a tenth to a third of its time.
        gc.collect()


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the two pipes to ourselves, so that a stray print cannot spoil a frame."""
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    return jobs, answers


def swollen(memory: int) -> bool:
    """Whether the last jobs left this process so large that a fresh one should take its place.

    Memory freed after a long document is scattered and stays with the process; the next long document would meet the limit early.
    """
    return largest_memory() > memory // _SWOLLEN


def starved(problem: BaseException, memory: int) -> bool:
    """Whether a document failed because all `memory` was used (bytes), which libraries beneath Python report in several ways."""
    chain: BaseException | None = problem
    while chain is not None:
        if isinstance(chain, MemoryError) or getattr(chain, "errno", None) == errno.ENOMEM:
            return True
        chain = chain.__cause__ or chain.__context__
    # Near the limit, a failed call that left no reason or an object that was not made means the same.
    near_limit = 4 * largest_space() > 3 * memory
    return isinstance(problem, (SystemError, OSError, RuntimeError, TypeError)) and near_limit


def forbid_network() -> None:
    """Refuse, from now on and for good, every socket and every new process that Python code here asks for."""

    def refuse(event: str, _arguments: tuple[Any, ...]) -> None:
        if event.startswith(_FORBIDDEN):
            raise PermissionError(event)

    sys.addaudithook(refuse)


class _Notes(logging.Handler):
    """Warnings of WeasyPrint while it renders: unknown CSS, resources it could not reach."""

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
        """The lines of this job, which are then forgotten."""
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
            """Fetches nothing, whatever the scheme, and records what was asked."""

            def fetch(self, url: str, headers: object = None) -> object:
                refused.append(url)
                raise FatalURLFetchingError(url)

        usual = (files("weasyprint.css") / "html5_ua.css").read_text(encoding="utf-8")
        plain = weasyprint.CSS(string=re.sub(r"(?m)^::.*\n", "", usual))

        # Without the styles of notes and of the marks of lists: each element would have six of them.
        page = with_styles(weasyprint.HTML, plain)
        logging.getLogger("weasyprint").addHandler(NOTES)
        self._html, self._fetcher, self._fatal = page, Refuse(), FatalURLFetchingError
        self.copies = True
        """Whether copies are put together, rather than each laid out."""
        self._fonts = known = FontConfiguration()
        own = {"url_fetcher": self._fetcher, "font_config": known}
        # The first style sheet of a document is that of the next of its kind.
        self._sheet = lru_cache(16)(lambda text: weasyprint.CSS(string=text, **own))
        # Elements with the same words in `style` share one computed style, if these are parsed once.
        parse = tinycss2.parse_blocks_contents
        once = lru_cache(4096)(parse)
        tinycss2.parse_blocks_contents = lambda text: (once if isinstance(text, str) else parse)(text)
        draw_paths(strokes)

    def try_copies(self) -> None:
        """Put copies together only if those of a trial stand where they do when each is laid out.

        They hang on inner parts of WeasyPrint, which another version of it may have changed.
        """
        try:
            self.print(_TRIAL, forms=False)
            castings = self._cast(_TRIAL, {})[1]
            boxes = [box for box in _boxes(self._laid_out(_TRIAL, {})) if type(box).__name__ == "BlockBox"]
            texts = [BoxSpot(0, box) for box in boxes if box.element_tag == "p"]
            whole = [(*text.start, text.width) for text in texts]
            copied = castings.texts() if castings else []
            self.copies = all(math.dist(*pair) < _NEAR for pair in zip(copied, whole, strict=True))
        except Exception:  # noqa: BLE001 - what an inner part raises that has changed is not known
            self.copies = False

    def print(self, html: str, *, forms: bool) -> bytes:
        """Lay out one document and return it as PDF/UA, or raise `PrintFailed`: `refused-resource` or `unprintable`."""
        self._refused.clear()
        NOTES.taken()
        pdf = b""
        options = {"pdf_variant": "pdf/ua-1", "pdf_forms": forms}
        try:
            layout, castings = self._cast(html, options)

            def finish(document: Any, made: Any) -> None:
                nonlocal pdf
                finish_fields(_boxes(document), document.fonts.values(), made)
                finish_tags(document, made)
                finish_running(made, castings.first_mould if castings else None)
                if castings:
                    spread(castings, made)
                pdf = written(made)
                made.write = lambda *_: None

            layout.write_pdf(finisher=finish, **options)
        except self._fatal as url:
            self._refused.append(str(url))
        # A refusal inside an SVG or a font rule is swallowed on the way, so what was asked counts, not what was raised.
        if asked := self._refused + NOTES.relative:
            # A style sheet that asks is read, and asks, again.
            self._sheet.cache_clear()
            raise PrintFailed(Failure.REFUSED_RESOURCE, _short(asked[0]))
        return pdf

    def _cast(self, html: str, options: dict[str, Any]) -> tuple[Any, Castings | None]:
        """A document whose copies are laid out once, with the pages that they are made of, and where they stand."""
        whole: set[int] = set()
        while self.copies and (hollow := hollowed(html, whole)):
            layout = self._laid_out(hollow.html, options)
            castings = Castings(hollow, layout.pages, layout.metadata.lang)
            texts = self._laid_out(castings.minis(), options)
            castings.complete(spots(texts.pages, "data-mini"))
            misfits = castings.misfits()
            if not misfits:
                prepare(castings)
                return layout.copy([*layout.pages, *texts.pages]), castings
            # These are laid out as they are; with them, the first of a kind may have changed.
            whole |= misfits
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
            # A fifth of a long layout is scaffolding by now; writing needs the room.
            gc.collect()
        return layout


def finish_tags(document: Any, pdf: Any) -> None:
    """Complete the structure of a document where WeasyPrint leaves gaps.

    Header cells get the `Scope` that checkers ask for beside `Headers`; a drawing without a title is decoration and loses its
    `Figure` tag, which would promise a text that is not there. Raises `PrintFailed` without a title or a language.
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
    """Every box of every page, in the order of the document."""
    return (box for page in document.pages for box, _, _ in boxes_of(page))


def _short(text: str) -> str:
    return " ".join(text.split())[:200]


def _line(problem: BaseException) -> str:
    return _short(f"{type(problem).__name__}: {problem}")


if __name__ == "__main__":
    sys.exit(main())
