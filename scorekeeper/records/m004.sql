-- Who plays on a sheet, and its columns, may change in the middle of it: these rows follow from the events.
CREATE TABLE partie_player (
  player INTEGER NOT NULL REFERENCES player (id),
  partie INTEGER NOT NULL REFERENCES partie (id),
  PRIMARY KEY (player, partie)
) STRICT, WITHOUT ROWID;
INSERT INTO partie_player SELECT player, partie FROM partie_seat;
DROP TABLE partie_seat;
CREATE INDEX partie_player_partie ON partie_player (partie);
CREATE TABLE partie_columns (
  partie  INTEGER PRIMARY KEY REFERENCES partie (id),
  columns TEXT NOT NULL CHECK (length(columns) <= 4096)
) STRICT;
