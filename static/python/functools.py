"""Stand-in for the parts of `functools` that the rules use."""

_MISSING = object()


class partial:
    def __init__(self, function, *first, **named):
        self.function, self.first, self.named = function, first, named

    def __call__(self, *rest, **named):
        return self.function(*self.first, *rest, **{**self.named, **named})


def reduce(function, values, start=_MISSING):
    values = iter(values)
    total = next(values) if start is _MISSING else start
    for value in values:
        total = function(total, value)
    return total


def wraps(wrapped):
    return lambda wrapper: wrapper


def cache(function):
    known = {}

    def kept(*values, **named):
        key = (values, *sorted(named.items()))
        if key not in known:
            known[key] = function(*values, **named)
        return known[key]

    return kept


def lru_cache(maxsize=0):
    return cache(maxsize) if callable(maxsize) else cache


class cached_property:
    def __init__(self, function):
        self.function = function

    def __set_name__(self, owner, name):
        self.name = f"_kept_{name}"

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        kept = vars(instance)
        if self.name not in kept:
            kept[self.name] = self.function(instance)
        return kept[self.name]
