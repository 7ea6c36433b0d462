"""Form fields of a PDF: alignment, fonts, and scripts that compute sums."""

import io
import json
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pydyf
from fontTools.ttLib import TTFont

_FIRST, _LAST = 32, 255
"""First and last character code of a single-byte font."""
_FIXED, _LETTERS = 1, 32
"""Flags of a font descriptor: fixed pitch, and Latin letters."""
_TYPEFACE = re.compile(rb"/(\w+) ([\d.]+) Tf")
_QUADDING = {"center": 1, "right": 2}
"""Text alignment of a field (`Q` in PDF) by CSS value."""
_SUM = r"""
var s=%s,made=this.made||(this.made={}),worth={},t=0,any=false,due=false,own=false,lack=false,odd=false,goal;
s.split(' ').forEach(function(n){
var p=/^([-#!~+*^]*)([^=]*)=?(.*)$/.exec(n),q=p[1].indexOf('!')>=0;
if(p[3]){if(p[2])worth[p[2]]=Number(p[3]);else if(!p[1])goal=Number(p[3]);
else t=(t<0?-1:1)*(Math.ceil(Math.abs(t))+Number(p[3]));return}
due=due||q;
var f=this.getField(p[2]),v=f?String(f.value):'',x=0,m;
if(v===''){lack=lack||p[1].indexOf('+')>=0;return}
any=true;own=own||q;
v=v.toUpperCase().replace(/\u2212/g,'-').replace(',','.').replace(/[^-.0-9A-Z?]/g,'');
m=/^-*(\d+\.?\d*|\.\d+)/.exec(v);
if(p[1].indexOf('#')>=0)x=1;
else if(v in worth)x=worth[v];
else if(m){x=(v.charAt(0)=='-'&&p[1].indexOf('~')<0?-1:1)*Number(m[1]);odd=odd||/\d[OIL](\d|$)/.test(v)}
else if(v.charAt(0) in worth)x=worth[v.charAt(0)];
else odd=odd||/[A-Z?]/.test(v);
if(p[1].indexOf('*')>=0)t*=x;else t+=(p[1].charAt(0)=='-'?-1:1)*x},this);
if(any&&!lack&&(own||!due))made[s]=event.value=odd?'?':goal===undefined||t===goal?t:t+' \u2260 '+goal;
else if(String(event.value)===String(made[s]))event.value=''"""
"""JavaScript of a field that adds up others (see `SheetCell.sums`). A typed value stays as long as the others are empty."""


def finish_fields(boxes: Iterable[Any], fonts: Collection[Any], pdf: Any) -> None:
    """Align form fields like their cells, with figures at the right and names centred at a size that fits; add their fonts and scripts.

    A field with `data-sum` is computed from the fields named there, in readers that run form scripts. `fonts` are those of the
    document.
    """
    order, plain = [], {}
    for box in boxes:
        field = getattr(box, "widget_annotation", None)
        if field is not None and "DA" in field:
            field["Q"] = _QUADDING.get(box.style["text_align_all"], 0)
            ((typeface, size),) = _TYPEFACE.findall(field["DA"].string)
            # Size 0 lets the PDF reader choose one that fits.
            size = b"0" if field["Q"] == _QUADDING["center"] else size
            field["DA"] = pydyf.String(b"0.067 g /%s %s Tf" % (typeface, size))
            if typeface not in plain:
                plain[typeface] = _plain(next(font for font in fonts if font.hash == typeface.decode()), pdf)
            field["AP"] = pydyf.Dictionary({"N": _empty(field["Rect"], plain[typeface], pdf)})
            if sums := box.element.attrib.get("data-sum"):
                script = pydyf.Dictionary({"S": "/JavaScript", "JS": pydyf.String(_SUM % json.dumps(sums))})
                field["AA"] = pydyf.Dictionary({"C": script})
                order.append(field.reference)
    if order:
        pdf.catalog["AcroForm"]["CO"] = pydyf.Array(order)


def _empty(place: Sequence[float], resources: bytes, pdf: Any) -> bytes:
    """Return the reference of an empty field's appearance stream, with the font for readers that draw typed text themselves."""
    left, top, right, bottom = place
    box = pydyf.Array([0, 0, right - left, top - bottom])
    extra = {"Type": "/XObject", "Subtype": "/Form", "BBox": box, "Resources": resources}
    drawn = pydyf.Stream([b"/Tx BMC", b"EMC"], extra)
    pdf.add_object(drawn)
    return bytes(drawn.reference)


def _plain(font: Any, pdf: Any) -> bytes:
    """Return the reference of resources that have a font under its name in a single-byte encoding (Windows-1252).

    The document's own font addresses glyphs of all scripts by number, which few PDF readers can use for typed text.
    """
    fonts = (each for each in pdf.objects if isinstance(each, dict) and each.get("Type") == "/FontDescriptor")
    (descriptor,) = (each for each in fonts if each["FontName"] == font.name)
    letters = (bytes([code]).decode("cp1252", "ignore") for code in range(_FIRST, _LAST + 1))
    with TTFont(io.BytesIO(font.file_content), fontNumber=font.index, lazy=True) as file:
        glyphs, advances, scale = file.getBestCmap(), file["hmtx"], 1000 / font.upem
        known = (glyphs.get(ord(letter)) if letter else None for letter in letters)
        widths = [round(advances[glyph][0] * scale) if glyph else 0 for glyph in known]
    flags = _LETTERS + _FIXED * (len(set(widths) - {0}) == 1)
    own = pydyf.Dictionary({**descriptor, "Flags": flags})
    pdf.add_object(own)
    simple = {
        "Type": "/Font",
        "Subtype": "/TrueType",
        "BaseFont": font.name,
        "Encoding": "/WinAnsiEncoding",
        "FirstChar": _FIRST,
        "LastChar": _LAST,
        "Widths": pydyf.Array(widths),
        "FontDescriptor": own.reference,
    }
    resources = pydyf.Dictionary({"Font": pydyf.Dictionary({font.hash: pydyf.Dictionary(simple)})})
    pdf.add_object(resources)
    return bytes(resources.reference)
