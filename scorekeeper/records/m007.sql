-- What is noted of the next line of a sheet before the line itself is written. No event repeats it.
CREATE TABLE draft (
  partie  INTEGER PRIMARY KEY REFERENCES partie (id),
  rang    INTEGER NOT NULL CHECK (rang > 0),
  seating INTEGER NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  body    TEXT NOT NULL CHECK (length(body) <= 8192),
  device  TEXT NOT NULL CHECK (length(device) <= 80),
  at      TEXT NOT NULL
) STRICT;
