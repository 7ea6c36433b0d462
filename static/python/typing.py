TYPE_CHECKING = False


class _Hint:
    def __init__(self, origin=None, arguments=()):
        self.origin = origin
        self.arguments = arguments

    def __getitem__(self, arguments):
        return _Hint(self, arguments if isinstance(arguments, tuple) else (arguments,))

    def __or__(self, other):
        return _Hint(None, (self, other))

    def __ror__(self, other):
        return _Hint(None, (other, self))

    def __mro_entries__(self, bases):
        return ()


Any, ClassVar, Annotated, Self, Literal, Final = _Hint(), _Hint(), _Hint(), _Hint(), _Hint(), _Hint()


class Generic:
    def __class_getitem__(cls, arguments):
        return cls


Protocol = Generic


def TypeVar(name, **more):
    return _Hint()


ParamSpec = TypeVar


def cast(kind, value):
    return value


def dataclass_transform(**more):
    return lambda decorator: decorator


def get_origin(hint):
    return getattr(hint, "origin", None) or getattr(hint, "__origin__", None)


def get_args(hint):
    return getattr(hint, "arguments", None) or getattr(hint, "__args__", ())


def get_type_hints(holder, names, include_extras=True):
    return {key: eval(text, names) if isinstance(text, str) else text for key, text in holder.__annotations__.items()}


class NamedTuple(tuple):
    def __new__(cls, *values, **named):
        names = list(cls.__dict__["__annotations__"])
        values = [*values, *(named[name] if name in named else getattr(cls, f"_{name}") for name in names[len(values) :])]
        return tuple.__new__(cls, values)

    def __init_subclass__(cls):
        for place, name in enumerate(cls.__dict__["__annotations__"]):
            if name in cls.__dict__:
                setattr(cls, f"_{name}", cls.__dict__[name])
            setattr(cls, name, property(lambda self, place=place: self[place]))
