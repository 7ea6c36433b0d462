"""Stand-in for the parts of `operator` that the rules use."""


def or_(one, other):
    return one | other


def is_(one, other):
    return one is other


def itemgetter(key):
    return lambda value: value[key]


def attrgetter(name):
    return lambda value: getattr(value, name)


def add(one, other):
    return one + other


def sub(one, other):
    return one - other


def mul(one, other):
    return one * other


def floordiv(one, other):
    return one // other


def mod(one, other):
    return one % other


def eq(one, other):
    return one == other


def ne(one, other):
    return one != other


def lt(one, other):
    return one < other


def le(one, other):
    return one <= other


def gt(one, other):
    return one > other


def ge(one, other):
    return one >= other


def neg(one):
    return -one


def and_(one, other):
    return one & other


def not_(one):
    return not one


truth = bool
