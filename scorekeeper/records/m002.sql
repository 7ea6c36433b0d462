-- What is in these tables follows from the events, except for access (links, devices, organiser), which is kept here alone.
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
CREATE TABLE organiser (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  hash TEXT NOT NULL CHECK (length(hash) BETWEEN 60 AND 300)
) STRICT;
CREATE TABLE organiser_session (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  hash   TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  device TEXT NOT NULL CHECK (length(device) <= 80)
) STRICT;
