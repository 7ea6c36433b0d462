"""Posters and slips of a tournament: the poster of a round, the list by name, the players' slips, the ranking.

Their parts are placed by the millimetre (`pages`), since they are read from afar or cut out.
"""
