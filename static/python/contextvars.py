"""Stand-in for `contextvars`: one context."""


class ContextVar:
    def __init__(self, name, default=None):
        self.value = default

    def get(self):
        return self.value

    def set(self, value):
        former, self.value = self.value, value
        return former

    def reset(self, former):
        self.value = former
