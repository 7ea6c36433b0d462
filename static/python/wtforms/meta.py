"""Stand-in for the binding of WTForms' fields."""


class DefaultMeta:
    def bind_field(self, form, unbound_field, options):
        return unbound_field.bind(form=form, _meta=self, **options)
