-- What each partie that is over gave to its players, kept so that statistics need not play the sheets again. No event repeats it:
-- a row is good for the revision that it names, and is made anew from the events where it is missing.
CREATE TABLE partie_result (
  partie   INTEGER PRIMARY KEY REFERENCES partie (id),
  revision INTEGER NOT NULL,
  body     TEXT NOT NULL CHECK (length(body) BETWEEN 2 AND 100000)
) STRICT;
