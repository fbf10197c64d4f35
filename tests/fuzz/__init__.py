"""Fuzzing that stays: what is fuzzed (`targets`), against whom (`peers`, `twin`), how (`campaign`), and what it found."""
