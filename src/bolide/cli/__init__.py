"""The command line: a command reads its options, makes one call of the library and renders the result."""
