"""Stand-in for `io`, of which nothing is used in the browser."""
