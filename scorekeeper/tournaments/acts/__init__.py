"""The acts on a tournament, one module for each kind. One function is one act is one transaction.

All of them take the records, the number of the tournament, and by whom and with which uuid they are sent (`common.Sent`).
"""
