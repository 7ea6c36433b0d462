"""The seating draw of a tournament: the tables, the partners and the opponents of all players.

Pure: standard library only, no clock, and no chance but the public seed's.
"""
