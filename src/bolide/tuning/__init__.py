"""Settings that people would agree with: a search over a metric's parameters, from rows alone, cross-validated."""
