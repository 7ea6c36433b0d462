-- The names of people, by the numbers that events keep of them. A name that is forgotten becomes another one here, and in no event.
CREATE TABLE person_name (
  id        INTEGER PRIMARY KEY,
  name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key       TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  forgotten INTEGER NOT NULL CHECK (forgotten IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX person_name_name ON person_name (name) WHERE forgotten = 0;
CREATE INDEX person_name_key ON person_name (key);
-- The events so far name people in their texts, until a name is forgotten.
INSERT INTO meta SELECT 'plain', max(seq) FROM event HAVING max(seq) > 0;
