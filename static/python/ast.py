"""Stand-in for `ast`, of which nothing is used in the browser."""
