"""Stand-in for WTForms: forms that read what was sent."""

from wtforms.meta import DefaultMeta


class Unbound:
    made = 0

    def __init__(self, cls, given, named):
        Unbound.made += 1
        self.order = Unbound.made
        self.field_class, self.args, self.kwargs = cls, given, named

    def bind(self, form=None, name="", prefix="", _meta=None, **options):
        kept = {"_form": form, "_name": name, "_prefix": prefix, "_meta": _meta}
        return self.field_class(*self.args, **self.kwargs, **kept)


class Label:
    def __init__(self, text):
        self.text = text


class Field:
    errors = ()
    raw_data = None

    def __new__(cls, *given, **named):
        return object.__new__(cls) if "_name" in named else Unbound(cls, given, named)

    def __init__(
        self, label="", validators=(), default=None, _form=None, _name="", _prefix="", _meta=None, **more
    ):
        self.label, self.validators, self.default, self.meta = Label(label), validators, default, _meta
        self.short_name, self.name = _name, _prefix + _name
        self.data = None

    def process(self, formdata, data=None):
        given = self.default() if callable(self.default) else self.default
        self.process_data(given if data is None else data)
        if formdata is not None:
            self.raw_data = formdata.getlist(self.name)
            self.process_formdata(self.raw_data)

    def process_data(self, value):
        self.data = value

    def process_formdata(self, values):
        if values:
            self.data = values[0]

    def validate(self, form):
        return True


class StringField(Field):
    pass


class HiddenField(StringField):
    pass


class BooleanField(Field):
    def __init__(self, label="", validators=(), false_values=(False, "false", ""), **more):
        super().__init__(label, validators, **more)
        self.false_values = false_values

    def process_data(self, value):
        self.data = bool(value)

    def process_formdata(self, values):
        self.data = bool(values) and values[0] not in self.false_values


class SelectField(Field):
    def __init__(self, label="", validators=(), validate_choice=True, **more):
        super().__init__(label, validators, **more)

    def process_data(self, value):
        self.data = None if value is None else str(value)

    def process_formdata(self, values):
        if values:
            self.data = str(values[0])


class RadioField(SelectField):
    pass


class SelectMultipleField(SelectField):
    def process_data(self, value):
        self.data = None if value is None else [str(each) for each in value]

    def process_formdata(self, values):
        self.data = [str(each) for each in values]


class FormField(Field):
    def __init__(self, form_class, label="", validators=(), **more):
        super().__init__(label, validators, **more)
        self.form_class = form_class

    def process(self, formdata, data=None):
        self.form = self.form_class(formdata, prefix=f"{self.name}-")

    @property
    def data(self):
        return self.form.data

    @data.setter
    def data(self, value):
        pass

    def validate(self, form):
        return self.form.validate()


class FieldList(Field):
    def __init__(self, unbound, label="", validators=(), min_entries=0, max_entries=None, **more):
        super().__init__(label, validators, **more)
        self.unbound, self.max_entries, self.last, self.entries = unbound, max_entries, -1, []

    def process(self, formdata, data=None):
        self.entries, self.last = [], -1
        if formdata is not None:
            for place in sorted(set(self._extract_indices(self.name, formdata)))[: self.max_entries]:
                self._add(formdata, place)

    def _add(self, formdata=None, place=None):
        self.last = self.last + 1 if place is None else place
        field = self.unbound.bind(name=f"{self.short_name}-{self.last}", _meta=self.meta)
        field.process(formdata)
        self.entries.append(field)
        return field

    def append_entry(self):
        return self._add()

    @property
    def data(self):
        return [each.data for each in self.entries]

    @data.setter
    def data(self, value):
        pass

    def validate(self, form):
        return all([each.validate(form) for each in self.entries])


class Form:
    Meta = DefaultMeta

    def __init__(self, formdata=None, prefix="", **more):
        self.meta = self.Meta()
        self.form_errors = []
        self._fields = {}
        for name, unbound in _unbound(type(self)).items():
            field = self.meta.bind_field(self, unbound, {"name": name, "prefix": prefix})
            self._fields[name] = field
            setattr(self, name, field)
        for field in self._fields.values():
            field.process(formdata)

    def __iter__(self):
        return iter(self._fields.values())

    def __contains__(self, name):
        return name in self._fields

    def __getitem__(self, name):
        return self._fields[name]

    def __delitem__(self, name):
        del self._fields[name]
        setattr(self, name, None)

    @property
    def data(self):
        return {name: field.data for name, field in self._fields.items()}

    def validate(self, extra_validators=None):
        return all([field.validate(self) for field in self])


def _unbound(cls):
    if "_unbound" not in cls.__dict__:
        every = {}
        for owner in reversed(cls.__mro__):
            every.update({name: value for name, value in owner.__dict__.items() if isinstance(value, (Unbound, type(None)))})
        cls._unbound = dict(
            sorted(((name, value) for name, value in every.items() if value is not None), key=lambda item: item[1].order)
        )
    return cls._unbound
