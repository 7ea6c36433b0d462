"""Render the icons of the installed app as PNG files from static/icon.svg, with the Chromium of the tests.

    python .ci/icons.py

Tablets crop icons to their own shapes: the maskable icon fills the square, with a smaller drawing in the middle.
"""

from __future__ import annotations

import base64
import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent.parent / "static"
GREEN = "#2b4a3f"
KINDS = {
    "icon-192": (192, 1, ""),
    "icon-512": (512, 1, ""),
    "maskable-512": (512, 0.72, GREEN),
    "touch-180": (180, 0.86, GREEN),
}
"""Size in pixels, share of it for the drawing, and background colour; empty for a transparent one."""


def main() -> None:
    """Render all icons."""
    source = base64.b64encode((STATIC / "icon.svg").read_bytes()).decode()
    with sync_playwright() as tools:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        page = tools.chromium.launch(executable_path=program, args=["--no-sandbox"]).new_page()
        for name, (size, part, ground) in KINDS.items():
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(
                f"<body style='margin:0;display:grid;place-items:center;height:100vh;background:{ground or 'transparent'}'>"
                f"<img style='width:{part * size}px' src='data:image/svg+xml;base64,{source}'>"
            )
            page.wait_for_function("document.images[0].complete")
            picture = Image.open(io.BytesIO(page.screenshot(omit_background=not ground)))
            picture.quantize(32, method=Image.Quantize.FASTOCTREE).save(
                STATIC / "icons" / f"{name}.png", optimize=True
            )


main()
