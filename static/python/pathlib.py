"""Stand-in for `pathlib`: the files that were packed, TOML as it was read."""

from packed import FILES


class Path:
    def __init__(self, path):
        self.path = str(path)
        if self.path.startswith("VFS."):
            self.path = self.path[4:].removesuffix(".py").replace(".", "/") + ".py"

    def __truediv__(self, part):
        return Path(f"{self.path}/{part}")

    def __str__(self):
        return self.path

    @property
    def parent(self):
        return Path(self.path.rpartition("/")[0])

    @property
    def name(self):
        return self.path.rpartition("/")[2]

    def with_suffix(self, suffix):
        return Path(self.path.rpartition(".")[0] + suffix)

    def glob(self, pattern):
        ending = pattern.rpartition("/")[2]
        return [Path(path) for path in FILES if path.endswith(f"/{ending}")]

    def read_text(self, encoding=""):
        return FILES[self.path]
