"""Edits between texts: Levenshtein, PER, CDER, TER."""
