"""Stand-in for `collections`."""


class Counter(dict):
    def __init__(self, values=()):
        super().__init__()
        for value in values:
            self[value] = self.get(value, 0) + 1

    def __missing__(self, key):
        return 0

    def most_common(self, most=None):
        return sorted(self.items(), key=lambda item: -item[1])[:most]

    def total(self):
        return sum(self.values())

    def elements(self):
        return [key for key, count in self.items() for _ in range(count)]
