"""Stand-in for `re`, by the browser's own regular expressions."""

from browser import self as scope

ASCII, DOTALL, MULTILINE, IGNORECASE = "a", "s", "m", "i"


class Match:
    def __init__(self, found, offset=0):
        self.found, self.offset = found, offset

    def group(self, *places):
        texts = [None if (text := scope.letters.group(self.found, place)) == 0 else text for place in places or (0,)]
        return texts[0] if len(texts) == 1 else tuple(texts)

    __getitem__ = group

    def groups(self):
        return tuple([self.group(place) for place in range(1, scope.letters.groups(self.found) + 1)])

    def start(self):
        return self.offset + scope.letters.start(self.found)

    def end(self):
        return self.start() + len(self.group())


class Pattern:
    def __init__(self, pattern, flags=""):
        self.pattern = pattern
        self.everywhere = scope.letters.pattern(pattern, f"{flags}g")
        self.whole = scope.letters.pattern(f"^(?:{pattern})$", flags.replace("m", ""))
        self.first = scope.letters.pattern(f"^(?:{pattern})", flags.replace("m", ""))
        self.single = scope.letters.pattern(pattern, flags)

    def _found(self, expression, text, offset=0):
        found = scope.letters.find(expression, text[offset:])
        return None if found == 0 else Match(found, offset)

    def fullmatch(self, text):
        return self._found(self.whole, text)

    def match(self, text, place=0):
        return self._found(self.first, text, place)

    def search(self, text):
        return self._found(self.single, text)

    def finditer(self, text):
        return iter([Match(found) for found in scope.letters.every(self.everywhere, text)])

    def findall(self, text):
        count = [match.groups() or (match.group(),) for match in self.finditer(text)]
        return [each[0] if len(each) == 1 else each for each in count]

    def sub(self, replacement, text):
        parts, last = [], 0
        for match in self.finditer(text):
            parts.append(text[last : match.start()])
            parts.append(replacement(match) if callable(replacement) else replacement)
            last = match.end()
        return "".join([*parts, text[last:]])

    def split(self, text):
        parts, last = [], 0
        for match in self.finditer(text):
            parts.append(text[last : match.start()])
            last = match.end()
        return [*parts, text[last:]]


def compile(pattern, flags=""):
    return Pattern(pattern, flags)


def escape(text):
    return scope.letters.escape(text)


def findall(pattern, text, flags=""):
    return Pattern(pattern, flags).findall(text)


def search(pattern, text, flags=""):
    return Pattern(pattern, flags).search(text)


def fullmatch(pattern, text, flags=""):
    return Pattern(pattern, flags).fullmatch(text)


def sub(pattern, replacement, text):
    return Pattern(pattern).sub(replacement, text)


def split(pattern, text):
    return Pattern(pattern).split(text)
