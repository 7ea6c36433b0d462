"""The acts on a tournament, one module for each kind. One function is one act is one transaction.

All of them take the records, the number of the tournament and the author `by`. A `uuid` makes a second sending of the same act
harmless. Beside the errors that they name they raise `Unknown` when there is no such tournament, round, table or entrant, and
`StorageError` when the act could not be written.
"""
