"""What the packer put beside the modules: files, and what a language needs."""

from browser import self as scope
from json import loads

LANGUAGE = scope.packed.language
SYMBOLS = {"group": scope.packed.group, "decimal": scope.packed.decimal}


class Files:
    def __iter__(self):
        return iter(str(scope.packed.paths).split(" "))

    def __getitem__(self, path):
        return loads(scope.packed.file(path))


FILES = Files()
