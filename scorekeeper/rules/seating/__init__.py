"""The seating draw of a tournament: who sits with whom, with which partner, at which table.

Pure: standard library only, no clock, and no chance but the public seed's.
"""
