"""Results as blocks, one file for each kind of result."""
