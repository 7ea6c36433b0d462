-- Access to sheets that belong to no tournament, the names of devices, and when the organiser logged in. No event repeats it.
CREATE TABLE sheet_writer (
  partie INTEGER NOT NULL REFERENCES partie (id),
  holder TEXT NOT NULL CHECK (length(holder) BETWEEN 1 AND 80),
  PRIMARY KEY (partie, holder)
) STRICT, WITHOUT ROWID;
CREATE TABLE sheet_link (
  hash   TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  partie INTEGER NOT NULL REFERENCES partie (id),
  until  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sheet_link_partie ON sheet_link (partie);
CREATE TABLE device (
  id   TEXT PRIMARY KEY NOT NULL CHECK (length(id) BETWEEN 1 AND 80),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key  TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200)
) STRICT, WITHOUT ROWID;
CREATE TABLE organiser_since (
  session INTEGER PRIMARY KEY REFERENCES organiser_session (number) ON DELETE CASCADE,
  since   TEXT NOT NULL
) STRICT;
