"""Stand-in for `random`: nothing is drawn here."""


class Random:
    pass
