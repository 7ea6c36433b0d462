-- Settings that the house keeps under a name of its own, to open sheets with. A sheet carries its settings itself.
CREATE TABLE saved_settings (
  id       INTEGER PRIMARY KEY,
  game     TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 40),
  name     TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key      TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  settings TEXT NOT NULL CHECK (length(settings) <= 4096),
  changed  TEXT NOT NULL,
  UNIQUE (game, key)
) STRICT;
