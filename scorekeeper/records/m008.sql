-- The seasons, for lists: these rows follow from the events.
CREATE TABLE season (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  evenings  INTEGER NOT NULL CHECK (evenings >= 0),
  revision  INTEGER NOT NULL CHECK (revision > 0),
  last_seq  INTEGER NOT NULL,
  active_at TEXT NOT NULL
) STRICT;
