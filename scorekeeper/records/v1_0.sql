-- Marks the file as ours ("SCkp"), and of version 1.0 or later.
PRAGMA user_version = 1;
PRAGMA application_id = 1396927344;
-- In a table WITHOUT ROWID the key's columns come first: integrity_check before SQLite 3.41 misreads any other order.
CREATE TABLE meta (
  key   TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT;

-- The log of events. What is in the other tables follows from it, except where a comment says otherwise.
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

-- The names of people, by the numbers that events keep of them. A name that is forgotten becomes another one here, and in no event.
CREATE TABLE person_name (
  id        INTEGER PRIMARY KEY,
  name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key       TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  forgotten INTEGER NOT NULL CHECK (forgotten IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX person_name_name ON person_name (name) WHERE forgotten = 0;
CREATE INDEX person_name_key ON person_name (key);

-- Players and parties. The headings of a sheet never change; who plays on it, its columns and its head follow from the events.
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
-- Who deals first on a sheet with more columns than `partie` has room for: the seat, where it is beyond the tenth.
CREATE TABLE partie_dealer (
  partie INTEGER PRIMARY KEY REFERENCES partie (id),
  seat   INTEGER NOT NULL CHECK (seat BETWEEN 10 AND 99)
) STRICT;
-- The definition of the declared game of a sheet, as its opening event has it.
CREATE TABLE partie_definition (
  partie     INTEGER PRIMARY KEY REFERENCES partie (id),
  definition TEXT NOT NULL CHECK (length(definition) <= 65536)
) STRICT;
CREATE TABLE partie_player (
  player INTEGER NOT NULL REFERENCES player (id),
  partie INTEGER NOT NULL REFERENCES partie (id),
  PRIMARY KEY (player, partie)
) STRICT, WITHOUT ROWID;
CREATE INDEX partie_player_partie ON partie_player (partie);
CREATE TABLE partie_columns (
  partie  INTEGER PRIMARY KEY REFERENCES partie (id),
  columns TEXT NOT NULL CHECK (length(columns) <= 4096)
) STRICT;
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
-- What each partie that is over gave to its players, kept so that statistics need not play the sheets again. No event repeats it:
-- a row is good for the revision that it names, and is made anew from the events where it is missing.
CREATE TABLE partie_result (
  partie   INTEGER PRIMARY KEY REFERENCES partie (id),
  revision INTEGER NOT NULL,
  body     TEXT NOT NULL CHECK (length(body) BETWEEN 2 AND 100000)
) STRICT;

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
-- What each player notes for the next line of a sheet before it is played, seen by nobody before all have; from which device, and how
-- often another number has taken its place. No event repeats it.
CREATE TABLE sealed (
  partie  INTEGER NOT NULL REFERENCES partie (id),
  seat    INTEGER NOT NULL CHECK (seat >= 0),
  rang    INTEGER NOT NULL CHECK (rang > 0),
  seating INTEGER NOT NULL,
  number  INTEGER NOT NULL,
  device  TEXT NOT NULL DEFAULT '',
  replaced INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (partie, seat)
) STRICT;

-- Tournaments and seasons, for lists: these rows follow from the events.
CREATE TABLE tournament (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  game       TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 40),
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  date       TEXT CHECK (length(date) = 10),
  place      TEXT NOT NULL CHECK (length(place) <= 80),
  created_at TEXT NOT NULL,
  stage      TEXT NOT NULL CHECK (stage IN ('inscription', 'en-cours', 'fini')),
  entrants   INTEGER NOT NULL CHECK (entrants >= 0),
  round      INTEGER NOT NULL CHECK (round >= 0),
  rounds     INTEGER NOT NULL CHECK (rounds > 0),
  revision   INTEGER NOT NULL CHECK (revision > 0),
  last_seq   INTEGER NOT NULL REFERENCES event (seq),
  active_at  TEXT NOT NULL
) STRICT;
CREATE INDEX tournament_recent ON tournament (last_seq);
CREATE TABLE entrant (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  number     INTEGER NOT NULL CHECK (number > 0),
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key        TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  club       TEXT NOT NULL CHECK (length(club) <= 40),
  present    INTEGER NOT NULL CHECK (present IN (0, 1)),
  partner    INTEGER CHECK (partner > 0),
  PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrant_key ON entrant (key);
CREATE TABLE tournament_round (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  number     INTEGER NOT NULL CHECK (number > 0),
  draw       INTEGER NOT NULL CHECK (draw > 0),
  label      TEXT NOT NULL CHECK (length(label) <= 200),
  seed       TEXT NOT NULL CHECK (length(seed) <= 400),
  state      TEXT NOT NULL CHECK (state IN ('ouvert', 'clos', 'annule')),
  PRIMARY KEY (tournament, number, draw)
) STRICT, WITHOUT ROWID;
CREATE TABLE tournament_table (
  tournament INTEGER NOT NULL,
  round      INTEGER NOT NULL,
  draw       INTEGER NOT NULL,
  number     INTEGER NOT NULL CHECK (number > 0),
  partie     INTEGER NOT NULL UNIQUE REFERENCES partie (id),
  confirmed  INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  disputed   INTEGER NOT NULL CHECK (disputed IN (0, 1)),
  result     TEXT CHECK (length(result) <= 4096),
  PRIMARY KEY (tournament, round, draw, number),
  FOREIGN KEY (tournament, round, draw) REFERENCES tournament_round (tournament, number, draw)
) STRICT, WITHOUT ROWID;
CREATE TABLE tournament_seat (
  tournament INTEGER NOT NULL,
  round      INTEGER NOT NULL,
  draw       INTEGER NOT NULL,
  number     INTEGER NOT NULL,
  seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 9),
  entrant    INTEGER NOT NULL,
  substitute TEXT NOT NULL CHECK (length(substitute) <= 40),
  PRIMARY KEY (tournament, round, draw, number, seat),
  FOREIGN KEY (tournament, round, draw, number)
    REFERENCES tournament_table (tournament, round, draw, number),
  FOREIGN KEY (tournament, entrant) REFERENCES entrant (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_seat_entrant ON tournament_seat (tournament, entrant);
CREATE TABLE season (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  evenings  INTEGER NOT NULL CHECK (evenings >= 0),
  revision  INTEGER NOT NULL CHECK (revision > 0),
  last_seq  INTEGER NOT NULL,
  active_at TEXT NOT NULL
) STRICT;

-- Access: who may write on which sheet, the names of devices, the organiser's sessions. It is kept here alone.
CREATE TABLE table_link (
  hash       TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  number     INTEGER NOT NULL CHECK (number > 0),
  made       INTEGER NOT NULL CHECK (made > 0),
  revoked    INTEGER NOT NULL CHECK (revoked IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX table_link_table ON table_link (tournament, number, made);
CREATE TABLE table_device (
  hash   TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  link   TEXT NOT NULL REFERENCES table_link (hash),
  device TEXT NOT NULL CHECK (length(device) <= 80)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_device_link ON table_device (link);
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
CREATE TABLE organiser (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  hash TEXT NOT NULL CHECK (length(hash) BETWEEN 60 AND 300)
) STRICT;
CREATE TABLE organiser_session (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  hash   TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  device TEXT NOT NULL CHECK (length(device) <= 80)
) STRICT;
CREATE TABLE organiser_since (
  session INTEGER PRIMARY KEY REFERENCES organiser_session (number) ON DELETE CASCADE,
  since   TEXT NOT NULL
) STRICT;

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
-- The games that this house declared, as they were written. No event repeats them: each sheet has its own.
CREATE TABLE house_game (
  key        TEXT PRIMARY KEY NOT NULL CHECK (length(key) BETWEEN 1 AND 40),
  source     TEXT NOT NULL CHECK (length(source) <= 65536),
  definition TEXT NOT NULL CHECK (length(definition) <= 65536),
  changed    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
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

-- For trying whether something can be written.
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
CREATE TRIGGER partie_definition_no_update BEFORE UPDATE ON partie_definition
  BEGIN SELECT RAISE(ABORT, 'partie_definition is append-only'); END;
CREATE TRIGGER partie_definition_no_delete BEFORE DELETE ON partie_definition
  BEGIN SELECT RAISE(ABORT, 'partie_definition is append-only'); END;
CREATE TRIGGER partie_dealer_no_update BEFORE UPDATE ON partie_dealer BEGIN SELECT RAISE(ABORT, 'partie_dealer is append-only'); END;
CREATE TRIGGER partie_dealer_no_delete BEFORE DELETE ON partie_dealer BEGIN SELECT RAISE(ABORT, 'partie_dealer is append-only'); END;
