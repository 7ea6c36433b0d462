"""The reading of lists, as a library of its own."""
