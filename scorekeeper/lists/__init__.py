"""Lists of people as clubs have them: bytes or text in, a reading out. Knows no tournament and no page."""
