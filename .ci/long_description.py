"""The long description of the wheel: the README without what leads into the checkout."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


def readable_alone(readme: str) -> str:
    """Return the README without the blocks that have pictures, and with the bare text of relative links."""
    blocks = [block for block in readme.split("\n\n") if "](static/" not in block]
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", "\n\n".join(blocks))


class LongDescription(MetadataHookInterface):
    """Fills in `readme`, which pyproject.toml calls dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description."""
        text = readable_alone((Path(self.root) / "README.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
