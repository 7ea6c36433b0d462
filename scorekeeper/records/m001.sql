-- In a table WITHOUT ROWID the key's columns come first: integrity_check before SQLite 3.41 misreads any other order.
CREATE TABLE meta (
  key   TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE TABLE player (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key     TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200),
  created TEXT NOT NULL,
  parties INTEGER NOT NULL CHECK (parties >= 0),
  last_partie INTEGER NOT NULL CHECK (last_partie >= 0)
) STRICT;
CREATE INDEX player_recent ON player (last_partie);
CREATE TABLE partie (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  game            TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 40),
  settings        TEXT NOT NULL CHECK (length(settings) <= 8192),
  players         TEXT NOT NULL CHECK (length(players) <= 4096),
  equipes         TEXT CHECK (length(equipes) <= 1024),
  date            TEXT CHECK (length(date) = 10),
  lieu            TEXT NOT NULL CHECK (length(lieu) <= 80),
  premier_donneur INTEGER CHECK (premier_donneur BETWEEN 0 AND 9),
  revanche_de     INTEGER REFERENCES partie (id),
  created_at      TEXT NOT NULL
) STRICT;
CREATE TABLE partie_seat (
  player INTEGER NOT NULL REFERENCES player (id),
  partie INTEGER NOT NULL REFERENCES partie (id),
  seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 9),
  PRIMARY KEY (player, partie),
  UNIQUE (partie, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
  seq     INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid    TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
  epoch   TEXT NOT NULL CHECK (length(epoch) = 32),
  scope   TEXT NOT NULL CHECK (length(scope) BETWEEN 1 AND 120),
  version INTEGER NOT NULL CHECK (version > 0),
  kind    TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  partie  INTEGER REFERENCES partie (id),
  rang    INTEGER CHECK (rang > 0),
  body    TEXT CHECK (length(body) <= 4194304),
  reason  TEXT NOT NULL CHECK (length(reason) <= 200),
  actor   TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 80),
  device  TEXT NOT NULL CHECK (length(device) <= 80),
  at_utc  TEXT NOT NULL,
  prev    TEXT NOT NULL CHECK (length(prev) = 64),
  hash    TEXT NOT NULL CHECK (length(hash) = 64),
  UNIQUE (scope, version),
  CHECK (rang IS NULL OR partie IS NOT NULL)
) STRICT;
CREATE INDEX event_partie ON event (partie) WHERE partie IS NOT NULL;
CREATE TABLE partie_head (
  partie    INTEGER PRIMARY KEY REFERENCES partie (id),
  game      TEXT NOT NULL,
  revision  INTEGER NOT NULL CHECK (revision > 0),
  last_seq  INTEGER NOT NULL REFERENCES event (seq),
  active_at TEXT NOT NULL,
  closed    INTEGER NOT NULL CHECK (closed IN (0, 1)),
  lines     INTEGER NOT NULL CHECK (lines >= 0),
  next_rang INTEGER NOT NULL CHECK (next_rang > 0),
  totals    TEXT NOT NULL,
  finished  INTEGER NOT NULL CHECK (finished IN (0, 1)),
  winners   TEXT NOT NULL
) STRICT;
CREATE INDEX partie_head_recent ON partie_head (closed, last_seq);
CREATE INDEX partie_head_game ON partie_head (game, closed, last_seq);
CREATE TABLE probe (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  count  INTEGER NOT NULL,
  filler BLOB
) STRICT;
-- These tables are append-only, whatever the program does.
CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'event is append-only'); END;
CREATE TRIGGER partie_no_update BEFORE UPDATE ON partie BEGIN SELECT RAISE(ABORT, 'partie is append-only'); END;
CREATE TRIGGER partie_no_delete BEFORE DELETE ON partie BEGIN SELECT RAISE(ABORT, 'partie is append-only'); END;
CREATE TRIGGER partie_seat_no_update BEFORE UPDATE ON partie_seat BEGIN SELECT RAISE(ABORT, 'partie_seat is append-only'); END;
CREATE TRIGGER partie_seat_no_delete BEFORE DELETE ON partie_seat BEGIN SELECT RAISE(ABORT, 'partie_seat is append-only'); END;
-- Marks the file as ours: "SCkp".
PRAGMA application_id = 1396927344;
