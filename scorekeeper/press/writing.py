"""PDF file writer: streams, one object stream with all other objects, and a cross-reference stream.

The writer of `pydyf` serialises each object twice, and spends a tenth of a long document's time on slightly better compression.
"""

import hashlib
import zlib
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import pydyf

_FREE, _ALONE, _PACKED = (0, 0, 0xFFFF), 1, 2
"""Cross-reference entry of a free object, and types of entries: object in the file, object in the object stream."""
_WIDTHS = (1, 4, 3)
"""Sizes in bytes of the three fields of a cross-reference entry."""


def written(pdf: Any) -> bytes:
    """Return the PDF file of a `pydyf` document as bytes. Numbers whose object is `None` are free."""
    pdf.add_object(pdf.info)
    file, pack, places = bytearray(b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n"), len(pdf.objects), [_FREE]
    packed: list[tuple[int, bytes]] = []
    for made in pdf.objects[1:]:
        if made is None:
            places.append(_FREE)
        elif isinstance(made, pydyf.Stream):
            places.append((_ALONE, len(file), 0))
            file += made.indirect + b"\n"
        else:
            places.append((_PACKED, pack, len(packed)))
            packed.append((made.number, made.data))
    starts = accumulate((len(data) + 1 for _, data in packed), initial=0)
    heads = b"".join(b"%d %d " % (number, start) for (number, _), start in zip(packed, starts, strict=False))
    places.append((_ALONE, len(file), 0))
    extra: dict[str, Any] = {"Type": "/ObjStm", "N": len(packed), "First": len(heads)}
    file += _stream(pack, heads + b"\n".join(data for _, data in packed), extra)
    places.append((_ALONE, len(file), 0))
    name = pydyf.String(hashlib.md5(file, usedforsecurity=False).hexdigest())
    extra = {
        "Type": "/XRef",
        "W": pydyf.Array(_WIDTHS),
        "Size": len(places),
        "Root": pdf.catalog.reference,
        "Info": pdf.info.reference,
        "ID": pydyf.Array((name, name)),
        "DecodeParms": pydyf.Dictionary({"Predictor": 12, "Columns": sum(_WIDTHS)}),
    }
    end = b"startxref\n%d\n%%%%EOF\n" % len(file)
    return bytes(file + _stream(pack + 1, _stepped(places), extra) + end)


def _stream(number: int, content: bytes, extra: dict[str, Any]) -> bytes:
    squeezed = zlib.compress(content)
    head = pydyf.Dictionary({**extra, "Filter": "/FlateDecode", "Length": len(squeezed)})
    return b"%d 0 obj\n%s\nstream\n%s\nendstream\nendobj\n" % (number, head.data, squeezed)


def _stepped(places: Sequence[tuple[int, int, int]]) -> bytes:
    """Encode the entries as rows with the PNG predictor `Up`: rows mostly differ by little, so they compress to almost nothing."""
    row = sum(_WIDTHS)
    parts = ((part, width) for place in places for part, width in zip(place, _WIDTHS, strict=True))
    encoded = b"".join(part.to_bytes(width, "big") for part, width in parts)
    steps = bytes((now - before) & 0xFF for before, now in zip(bytes(row) + encoded, encoded, strict=False))
    return b"".join(b"\2" + steps[at : at + row] for at in range(0, len(steps), row))
