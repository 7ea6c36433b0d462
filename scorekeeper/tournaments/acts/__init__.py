"""The acts on a tournament, one module for each kind. One function is one act is one transaction.

All of them take the records, the number of the tournament and the author `by`. A `uuid` makes a second sending of the same act
harmless.
"""
