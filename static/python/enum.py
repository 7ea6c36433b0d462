"""Stand-in for `enum`: classes of words."""


class EnumType(type):
    def __new__(meta, name, bases, names, **more):
        values = {}
        if bases:
            values = {key: value for key, value in names.items() if key[:1] != "_" and isinstance(value, (str, int, tuple))}
        made = type.__new__(meta, name, bases, {key: value for key, value in names.items() if key not in values})
        made._by_value, made._by_name, made._listed = {}, {}, []  # a dict of figures as words loses its order here
        for key, value in values.items():
            if value not in made._by_value:
                member = made._make(value)
                member._name, member._value = key, value
                made._by_value[value] = member
                made._listed.append(member)
            made._by_name[key] = made._by_value[value]
            setattr(made, key, made._by_value[value])
        return made

    def __call__(cls, value):
        if value in cls._by_value:
            return cls._by_value[value]
        raise ValueError(value)

    def __iter__(cls):
        return iter(cls._listed)

    def __len__(cls):
        return len(cls._listed)

    def __contains__(cls, value):
        return value in cls._by_value

    def __getitem__(cls, name):
        return cls._by_name[name]

    @property
    def __members__(cls):
        return dict(cls._by_name)


class Member:
    @property
    def value(self):
        return self._value

    @property
    def name(self):
        return self._name


class Enum(Member, metaclass=EnumType):
    @classmethod
    def _make(cls, value):
        return object.__new__(cls)


class StrEnum(str, Member, metaclass=EnumType):
    @classmethod
    def _make(cls, value):
        return str.__new__(cls, value)

    def __str__(self):
        return self._value

    def __format__(self, spec):
        return format(self._value, spec)

    def __hash__(self):
        return hash(self._value)
