"""Parser of clubs' lists of players: takes bytes or text, returns a reading. Imports nothing of tournaments or pages."""
