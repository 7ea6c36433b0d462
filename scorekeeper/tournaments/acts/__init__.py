"""The acts on a tournament, one module for each kind; all take the records, its number, and who sent them (`common.Sent`)."""
