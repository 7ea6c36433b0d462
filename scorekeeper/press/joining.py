"""Merge of PDF documents into one: pages, structure for screen readers, and an outline.

Only the printing child imports this module, and pikepdf with it, at the first merge.
"""

import io
from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import Any

import pikepdf
from pikepdf import OutlineItem, Pdf


def joined(content: bytes, sizes: Iterable[int], title: str) -> bytes:
    """Merge concatenated documents of these `sizes` in bytes. The outline has one entry for neighbours of the same title."""
    parts = (content[start:end] for start, end in pairwise(accumulate(sizes, initial=0)))
    merged, *opened = (Pdf.open(io.BytesIO(part)) for part in parts)
    starts = [0]
    names = [str(each.docinfo.get("/Title", "")) for each in (merged, *opened)]
    for other in opened:
        starts.append(len(merged.pages))
        _append(merged, other)
    with merged.open_outline() as outline:
        # Neighbours with the same title are parts of one document, and have one entry.
        ways = zip(names, starts, ["", *names], strict=False)
        outline.root[:] = [OutlineItem(name, start) for name, start, before in ways if name != before]
    merged.docinfo["/Title"] = title
    with merged.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as about:
        about["dc:title"] = title
    written = io.BytesIO()
    merged.save(written, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return written.getvalue()


def _append(target: Pdf, other: Pdf) -> None:
    """Append the pages and the structure of another tagged document to `target`."""
    first = len(target.pages)
    target.pages.extend(other.pages)
    if "/StructTreeRoot" not in other.Root:
        return
    root: Any = target.Root.StructTreeRoot
    numbers = root.ParentTree.Nums
    base = max(numbers[::2], default=-1) + 1
    # Copied after the pages, so that it refers to these, and not to further copies of them.
    added: Any = target.copy_foreign(other.Root.StructTreeRoot)
    for page in list(target.pages)[first:]:
        page.obj.StructParents += base
        for note in page.obj.get("/Annots", ()):
            if "/StructParent" in note:
                note.StructParent += base
    theirs = list(added.ParentTree.Nums)
    for key, parents in zip(theirs[::2], theirs[1::2], strict=True):
        numbers.extend([int(key) + base, parents])
    top = root.K[0]
    for part in added.K[0].K:
        part.P = top
        top.K.append(part)
