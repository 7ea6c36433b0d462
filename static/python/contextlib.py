"""Stand-in for `contextlib`."""


class suppress:
    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.kinds)


class _Context:
    def __init__(self, steps):
        self.steps = steps

    def __enter__(self):
        return next(self.steps)

    def __exit__(self, kind, error, trace):
        next(self.steps, None)
        return False


def contextmanager(function):
    return lambda *values, **named: _Context(function(*values, **named))
