"""What is not packed: anything asked of it is itself."""


class Absent:
    def __bool__(self):
        return False

    def __getattr__(self, name):
        return self

    def __call__(self, *given, **named):
        return self

    def __getitem__(self, key):
        return self

    def __mro_entries__(self, bases):
        return ()


ABSENT = Absent()
