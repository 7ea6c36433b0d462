-- The definition of the declared game of a sheet, as its opening event has it.
CREATE TABLE partie_definition (
  partie     INTEGER PRIMARY KEY REFERENCES partie (id),
  definition TEXT NOT NULL CHECK (length(definition) <= 65536)
) STRICT;
CREATE TRIGGER partie_definition_no_update BEFORE UPDATE ON partie_definition
  BEGIN SELECT RAISE(ABORT, 'partie_definition is append-only'); END;
CREATE TRIGGER partie_definition_no_delete BEFORE DELETE ON partie_definition
  BEGIN SELECT RAISE(ABORT, 'partie_definition is append-only'); END;
-- The games that this house declared, as they were written. No event repeats them: each sheet has its own.
CREATE TABLE house_game (
  key        TEXT PRIMARY KEY NOT NULL CHECK (length(key) BETWEEN 1 AND 40),
  source     TEXT NOT NULL CHECK (length(source) <= 65536),
  definition TEXT NOT NULL CHECK (length(definition) <= 65536),
  changed    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
