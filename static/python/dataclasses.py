"""Stand-in for `dataclasses`: fields in the order of their annotations, compared, hashed and replaced by value."""

MISSING = object()


class Field:
    def __init__(self, default=MISSING, default_factory=MISSING, init=True, kw_only=False):
        self.name = ""
        self.default, self.default_factory, self.kw_only = default, default_factory, kw_only


def field(*, default=MISSING, default_factory=MISSING, kw_only=False, **more):
    return Field(default, default_factory, kw_only=kw_only)


def fields(made):
    return tuple(made._fields_of.values())


def _init(self, *given, **named):
    cls = type(self)
    if len(given) > len(cls._dataclass_placed):
        raise TypeError(f"{cls.__name__}: too many values")
    put = object.__setattr__
    for name, value in zip(cls._dataclass_placed, given):
        put(self, name, value)
    for item in cls._dataclass_rest[len(given)] if len(given) < len(cls._dataclass_rest) else cls._dataclass_rest[-1]:
        name = item.name
        if name in named:
            put(self, name, named.pop(name))
        elif item.default is not MISSING:
            put(self, name, item.default)
        elif item.default_factory is not MISSING:
            put(self, name, item.default_factory())
        else:
            raise TypeError(f"{cls.__name__}: {name} is missing")
    if named:
        raise TypeError(f"{cls.__name__}: unknown {', '.join(named)}")
    if cls._dataclass_end is not None:
        self.__post_init__()


def _values(self):
    return tuple([getattr(self, name) for name in type(self)._fields_of])


def _eq(self, other):
    if self is other:
        return True
    if type(self) is not type(other):
        return NotImplemented
    return _values(self) == _values(other)


def _hash(self):
    return hash(_values(self))


def _repr(self):
    return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in type(self)._fields_of)})"


def dataclass(cls=None, *, init=True, frozen=False, slots=False, kw_only=False, eq=True, **more):
    if cls is None:
        return lambda made: dataclass(made, init=init, frozen=frozen, kw_only=kw_only, eq=eq)
    known = {}
    for owner in reversed(cls.__mro__[1:]):
        known.update(owner.__dict__.get("_fields_of", {}))
    for name in cls.__dict__.get("__annotations__", {}):
        default = cls.__dict__.get(name, MISSING)
        item = default if isinstance(default, Field) else Field(default)
        item.name = name
        item.kw_only = item.kw_only or kw_only
        known[name] = item
        if item.default is not MISSING:
            setattr(cls, name, item.default)
        elif isinstance(default, Field):
            delattr(cls, name)
    cls._fields_of = known
    placed = [item for item in known.values() if not item.kw_only]
    last = [item for item in known.values() if item.kw_only]
    cls._dataclass_placed = [item.name for item in placed]
    cls._dataclass_rest = [[*placed[first:], *last] for first in range(len(placed) + 1)]
    cls._dataclass_end = getattr(cls, "__post_init__", None)
    if init and "__init__" not in cls.__dict__:
        cls.__init__ = _init
    if eq and "__eq__" not in cls.__dict__:
        cls.__eq__ = _eq
        if "__hash__" not in cls.__dict__ or cls.__dict__["__hash__"] is None:
            cls.__hash__ = _hash
    if "__repr__" not in cls.__dict__:
        cls.__repr__ = _repr
    return cls


def make_dataclass(name, listed, *, bases=(), namespace=None, **more):
    names = dict(namespace or {})
    names["__annotations__"] = {each[0]: each[1] for each in listed}
    names.update({each[0]: each[2] for each in listed if len(each) > 2})
    return dataclass(type(name, bases or (object,), names), **more)


def replace(value, /, **changes):
    cls = type(value)
    return cls(**{**{name: getattr(value, name) for name in cls._fields_of}, **changes})


def asdict(value):
    return {name: getattr(value, name) for name in type(value)._fields_of}
