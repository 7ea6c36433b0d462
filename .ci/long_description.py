"""Build hook for the long description of the wheel: the README without pictures and relative links."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


def readable_alone(readme: str) -> str:
    """Return the README without blocks with pictures, and with relative links replaced by their text."""
    blocks = [block for block in readme.split("\n\n") if "](static/" not in block]
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", "\n\n".join(blocks))


class LongDescription(MetadataHookInterface):
    """Metadata hook of hatchling that sets `readme`, which is dynamic in pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description."""
        text = readable_alone((Path(self.root) / "README.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
