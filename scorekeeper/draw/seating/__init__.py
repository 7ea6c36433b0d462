"""Seating draw of a tournament: tables, partners and opponents of all players.

Pure: standard library only, no clock, and no randomness but that of the public seed.
"""
