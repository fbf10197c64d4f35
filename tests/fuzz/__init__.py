"""Fuzzing that stays: what is fuzzed (`targets`), against what (`peers`, `twin`), how (`campaign`), what it found."""
