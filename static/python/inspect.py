"""Stand-in for `inspect`, of which nothing is used in the browser."""
