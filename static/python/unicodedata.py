"""Stand-in for `unicodedata`, by what the browser knows of letters."""

from browser import self as scope


def normalize(form, text):
    return scope.letters.normalize(form, text)


def category(char):
    return scope.letters.category(char)


def combining(char):
    return category(char) == "Mn"


def name(char, default=""):
    return scope.letters.alphabet(char) or default
