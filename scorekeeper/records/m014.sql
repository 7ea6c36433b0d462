-- From which device a hidden number was noted, and how often another one has taken its place.
ALTER TABLE sealed ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE sealed ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0;
