"""Stand-in for `types`."""


class SimpleNamespace:
    def __init__(self, **values):
        vars(self).update(values)


class MappingProxyType(dict):
    pass
