"""The commands of the command line, each a module that is loaded when it is asked for."""
