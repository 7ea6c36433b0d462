"""Stand-in for `sys`."""

from _sys import *
