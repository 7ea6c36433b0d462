-- The file of players, from which the lists of all evenings are made. No event repeats it: who is taken out of it is nowhere.
CREATE TABLE member (
  id      INTEGER PRIMARY KEY,
  first   TEXT NOT NULL CHECK (length(first) <= 40),
  last    TEXT NOT NULL CHECK (length(last) BETWEEN 1 AND 40),
  name    TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key     TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200),
  club    TEXT NOT NULL CHECK (length(club) <= 40),
  licence TEXT NOT NULL CHECK (length(licence) <= 40),
  apart   TEXT NOT NULL CHECK (length(apart) <= 4096),
  changed TEXT NOT NULL
) STRICT;
