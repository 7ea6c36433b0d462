"""The paper of a tournament: the poster of a round, the list by name, the slips of the players, the ranking and the prizes.

What is read from afar or cut out is placed by the millimetre (`pages`); the ranking and the prizes are ordinary sheets.
"""
