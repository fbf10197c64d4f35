"""Tuning of a metric's parameters for agreement with human judgments, from rows, with cross-validation."""
