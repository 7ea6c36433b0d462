-- Who deals first on a sheet with more columns than the first version had room for: the seat, where it is beyond the tenth.
CREATE TABLE partie_dealer (
  partie INTEGER PRIMARY KEY REFERENCES partie (id),
  seat   INTEGER NOT NULL CHECK (seat BETWEEN 10 AND 99)
) STRICT;
CREATE TRIGGER partie_dealer_no_update BEFORE UPDATE ON partie_dealer
  BEGIN SELECT RAISE(ABORT, 'partie_dealer is append-only'); END;
CREATE TRIGGER partie_dealer_no_delete BEFORE DELETE ON partie_dealer
  BEGIN SELECT RAISE(ABORT, 'partie_dealer is append-only'); END;
