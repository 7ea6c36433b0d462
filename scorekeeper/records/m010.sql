-- What each player notes for the next line of a sheet before it is played, seen by nobody before all have. No event repeats it.
CREATE TABLE sealed (
  partie  INTEGER NOT NULL REFERENCES partie (id),
  seat    INTEGER NOT NULL CHECK (seat >= 0),
  rang    INTEGER NOT NULL CHECK (rang > 0),
  seating INTEGER NOT NULL,
  number  INTEGER NOT NULL,
  PRIMARY KEY (partie, seat)
) STRICT;
