"""Stand-in for `decimal`: the halves that are typed are exact in binary."""


class Decimal(float):
    def is_finite(self):
        return True

    def to_integral_value(self):
        return float(round(self))


class InvalidOperation(Exception):
    pass
