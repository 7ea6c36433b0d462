"""Tests of the parser of lists."""
