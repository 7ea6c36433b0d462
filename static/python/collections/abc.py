"""Stand-in for `collections.abc`: classes to test what a plain value is."""


class _Meta(type):
    def __instancecheck__(cls, value):
        return isinstance(value, cls.KINDS)


class _Kind(metaclass=_Meta):
    KINDS = ()

    def __class_getitem__(cls, item):
        return cls


class Mapping(_Kind):
    KINDS = (dict,)


class Sequence(_Kind):
    KINDS = (list, tuple, str)


class Collection(_Kind):
    KINDS = (list, tuple, str, dict, set, frozenset)


class Container(Collection):
    pass


class Iterable(Collection):
    pass


class Iterator(_Kind):
    pass


class Callable(_Kind):
    pass
