"""Stand-in for the parts of `itertools` that the rules use."""


class chain:
    def __init__(self, *parts):
        self.values = (value for part in parts for value in part)

    @classmethod
    def from_iterable(cls, parts):
        return cls(*parts)

    def __iter__(self):
        return self.values

    def __next__(self):
        return next(self.values)


def pairwise(values):
    values = list(values)
    return zip(values, values[1:])


def product(*parts, repeat=1):
    made = [()]
    for part in [list(part) for part in parts] * repeat:
        made = [(*first, value) for first in made for value in part]
    return iter(made)


def repeat(value, times=None):
    count = 0
    while times is None or count < times:
        count += 1
        yield value


def groupby(values, key=lambda value: value):
    runs = []
    for value in values:
        mark = key(value)
        if not runs or runs[-1][0] != mark:
            runs.append((mark, []))
        runs[-1][1].append(value)
    return iter([(mark, iter(run)) for mark, run in runs])


def takewhile(test, values):
    for value in values:
        if not test(value):
            return
        yield value


def combinations(values, length, again=0):
    values = list(values)

    def tails(first, left):
        if not left:
            yield ()
            return
        for place in range(first, len(values)):
            for tail in tails(place + 1 - again, left - 1):
                yield (values[place], *tail)

    return tails(0, length)


def combinations_with_replacement(values, length):
    return combinations(values, length, again=1)


def accumulate(values):
    total = 0
    for value in values:
        total += value
        yield total
